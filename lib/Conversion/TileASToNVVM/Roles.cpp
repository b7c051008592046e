//===- TileASToNVVM/Roles.cpp - warps of different work -------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel with several roles begins with the registers that all threads have,
// and branches by warp: each role takes or gives registers first, and then runs
// its region. Inside it everything counts in the role's own threads, or in
// those of the thread's team, if the role has several.
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

/// Whether it has loops of products of tcgen05. They need a thread's registers
/// for sums.
static bool hasTensorProducts(Operation *op) {
  bool found = false;
  op->walk([&](scf::ForOp loop) {
    loop->walk([&](tileas::TensorDotOp) { found = true; });
  });
  return found;
}

/// Whether a consumer fills stages there until its sums come. What it computes
/// of its threads for later would keep it from beginning.
static bool isFirstRound(Operation *op) {
  bool fills = false, reads = false;
  if (isa<scf::ForOp>(op))
    op->walk([&](Operation *inner) {
      fills |= isa<tileas::ProduceOneAsyncOp>(inner);
      reads |= isa<tileas::ConsumerWaitOp>(inner);
    });
  return fills && !reads;
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
  int64_t teamBytes = 0;
  if (auto bytes = op->getAttrOfType<IntegerAttr>(tileas::kTeamBytesAttrName))
    teamBytes = bytes.getInt();
  unsigned first = 0, barrier = 1;
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
      Emitter::InRole scope(e, first, role.getTileWarps(), role.getTeams(),
                            barrier, teamBytes);
      setRegisters(e, before, agents.getMaxRegs()[number]);
      for (Operation &inner :
           agents.getAgents()[number].front().without_terminator()) {
        if (failed(e.emitOp(&inner)))
          return failure();
        if ((agents.getMaxRegs()[number] != 0 && hasTensorProducts(&inner)) ||
            (role.getKind() == tileas::RoleKind::Consumer &&
             isFirstRound(&inner)))
          e.readThreadAgain();
      }
      e.branch(rest);
    }
    if (others)
      e.b.setInsertionPointToEnd(others);
    first = last;
    barrier += role.getTeams();
  }
  e.b.setInsertionPointToEnd(rest);
  return success();
}

static LogicalResult emitTeamRank(Emitter &e, Operation *op) {
  e.set(op->getResult(0), e.team());
  return success();
}

static LogicalResult emitIsFirstThread(Emitter &e, Operation *op) {
  e.set(op->getResult(0), e.isFirstThread());
  return success();
}

void registerRoleHandlers(Handlers &h) {
  h.addOp<tileas::AgentSwitchOp>(emitAgents);
  h.addOp<tileas::IsFirstThreadOp>(emitIsFirstThread);
  h.addOp<tileas::TeamRankOp>(emitTeamRank);
}

} // namespace tessera::gpu
