//===- TileASToNVVM/Roles.cpp - warps of different work -------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel with several roles begins with the registers that all threads have,
// and branches by warp: each role takes or gives registers first, and then runs
// its region. Inside it everything counts in the role's own threads.
//
//===----------------------------------------------------------------------===//

#include "Handlers.h"

#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace tessera::gpu {

/// From `before` registers of each thread to `wanted`, by a whole role.
static void setRegisters(Emitter &e, unsigned before, unsigned wanted) {
  if (wanted == before)
    return;
  NVVM::SetMaxRegisterOp::create(e.b, e.loc(), wanted,
                                 wanted < before
                                     ? NVVM::SetMaxRegisterAction::decrease
                                     : NVVM::SetMaxRegisterAction::increase);
}

static LogicalResult emitAgents(Emitter &e, Operation *op) {
  auto agents = llvm::cast<tileas::AgentSwitchOp>(op);
  tileas::PlanAttr plan =
      tileas::getPlan(op->getParentOfType<tileaa::FuncOp>());
  ArrayRef<tileas::RoleAttr> roles = plan.getRoles();
  if (roles.size() != agents.getAgents().size())
    return e.refuse(op, "agents other than the roles of the plan");
  unsigned before = 0;
  if (auto most = e.function()->getAttrOfType<IntegerAttr>("nvvm.maxnreg"))
    before = most.getInt();
  Value warp = e.uniformWarp();
  Block *rest = e.newBlock();
  unsigned first = 0;
  for (auto [number, role] : llvm::enumerate(roles)) {
    const unsigned last = first + role.getWarps();
    Block *others = nullptr;
    if (number + 1 != roles.size()) {
      Block *own = e.newBlock();
      others = e.newBlock();
      LLVM::CondBrOp::create(
          e.b, e.loc(), e.compare(LLVM::ICmpPredicate::ult, warp, e.i32(last)),
          own, others);
      e.b.setInsertionPointToEnd(own);
    }
    {
      Emitter::InRole scope(e, first, role.getWarps(), number + 1);
      setRegisters(e, before, agents.getMaxRegs()[number]);
      if (failed(e.emitBlock(agents.getAgents()[number].front())))
        return failure();
      e.branch(rest);
    }
    if (others)
      e.b.setInsertionPointToEnd(others);
    first = last;
  }
  e.b.setInsertionPointToEnd(rest);
  return success();
}

static LogicalResult emitIsFirstThread(Emitter &e, Operation *op) {
  e.set(op->getResult(0), e.isFirstThread());
  return success();
}

/// Each warpgroup waits at a named barrier of its own, where the other one says
/// that the turn is over. Both barriers are behind those of the roles. The
/// first warpgroup's first turn is the second one's to give, and its last word
/// to the first stays to be heard.
static LogicalResult emitTurn(Emitter &e, Operation *op) {
  auto function = op->getParentOfType<tileaa::FuncOp>();
  const unsigned warps = e.numWarps;
  if (warps != 8)
    return e.refuse(op, "turns of other than two warpgroups");
  const unsigned own = tileas::getPlan(function).getRoles().size() + 1;
  auto at = [&](StringRef guard, StringRef mode, unsigned number) {
    return (guard + " bar." + mode + " " + Twine(number) + ", 256;").str();
  };
  std::string text;
  switch (llvm::cast<tileas::TurnOp>(op).getPart()) {
  case tileas::TurnPart::Begin:
    text = at("@!$0", "arrive", own);
    break;
  case tileas::TurnPart::Take:
    text = at("@$0", "sync", own) + " " + at("@!$0", "sync", own + 1);
    break;
  case tileas::TurnPart::Pass:
    text = at("@$0", "arrive", own + 1) + " " + at("@!$0", "arrive", own);
    break;
  case tileas::TurnPart::End:
    text = at("@$0", "sync", own);
    break;
  }
  Value isFirst =
      e.compare(LLVM::ICmpPredicate::ult, e.uniformWarp(), e.i32(warps / 2));
  e.inlineAsm(text, "b,~{memory}", Type(), {isFirst}, /*sideEffects=*/true);
  return success();
}

void registerRoleHandlers(Handlers &h) {
  h.addOp<tileas::AgentSwitchOp>(emitAgents);
  h.addOp<tileas::IsFirstThreadOp>(emitIsFirstThread);
  h.addOp<tileas::TurnOp>(emitTurn);
}

} // namespace tessera::gpu
