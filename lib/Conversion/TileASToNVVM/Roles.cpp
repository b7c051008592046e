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
#include "tessera/Target/WgmmaTable.h"

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

/// Whether it has loops of products of tcgen05, or of what threads make of the
/// sums of other roles' products for the next ones. They need a thread's
/// registers for sums.
static bool hasTensorProducts(Operation *op) {
  bool found = false;
  op->walk([&](scf::ForOp loop) {
    loop->walk([&](Operation *inner) {
      auto commit = dyn_cast<tileas::ProducerCommitOp>(inner);
      found |=
          isa<tileas::TensorDotOp>(inner) || (commit && commit.getIterator());
    });
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

/// Where the role behind each one begins another warpgroup: roles of one
/// warpgroup get their registers together. Without budgets each is alone.
static SmallVector<unsigned> groupsOf(ArrayRef<tileas::RoleAttr> roles,
                                      ArrayRef<int32_t> budgets) {
  SmallVector<unsigned> ends;
  unsigned warps = 0;
  for (auto [number, role] : llvm::enumerate(roles)) {
    warps += role.getWarps();
    if (budgets[number] == 0 || warps % warpsPerWarpgroup == 0)
      ends.push_back(number + 1);
  }
  return ends;
}

namespace {
/// The branches to the roles of one switch.
class Agents {
public:
  Agents(Emitter &e, tileas::AgentSwitchOp op, ArrayRef<tileas::RoleAttr> roles)
      : e(e), op(op), roles(roles), warp(e.uniformWarp()), rest(e.newBlock()) {
    if (auto most = e.function()->getAttrOfType<IntegerAttr>("nvvm.maxnreg"))
      before = most.getInt();
    if (auto bytes = op->getAttrOfType<IntegerAttr>(tileas::kTeamBytesAttrName))
      teamBytes = bytes.getInt();
  }
  LogicalResult emit();

private:
  /// Goes on with the warps in front of `last`; where the others go on.
  Block *part(unsigned last);
  LogicalResult emitRole(unsigned number, bool setsRegisters);

  Emitter &e;
  tileas::AgentSwitchOp op;
  ArrayRef<tileas::RoleAttr> roles;
  Value warp;
  Block *rest;
  unsigned before = 0, first = 0, barrier = 1;
  int64_t teamBytes = 0;
};
} // namespace

Block *Agents::part(unsigned last) {
  Block *own = e.newBlock(), *others = e.newBlock();
  LLVM::CondBrOp::create(e.b, e.loc(),
                         e.compare(LLVM::ICmpPredicate::ult, warp, e.i32(last)),
                         own, others);
  e.b.setInsertionPointToEnd(own);
  return others;
}

LogicalResult Agents::emitRole(unsigned number, bool setsRegisters) {
  tileas::RoleAttr role = roles[number];
  Emitter::InRole scope(e, first, role.getTileWarps(), role.getTeams(), barrier,
                        teamBytes);
  if (setsRegisters)
    setRegisters(e, before, op.getMaxRegs()[number]);
  for (Operation &inner : op.getAgents()[number].front().without_terminator()) {
    if (failed(e.emitOp(&inner)))
      return failure();
    if ((op.getMaxRegs()[number] != 0 && hasTensorProducts(&inner)) ||
        (role.getKind() == tileas::RoleKind::Consumer && isFirstRound(&inner)))
      e.readThreadAgain();
  }
  e.branch(rest);
  return success();
}

LogicalResult Agents::emit() {
  unsigned number = 0;
  for (unsigned end : groupsOf(roles, op.getMaxRegs())) {
    unsigned last = first;
    for (unsigned each = number; each != end; ++each)
      last += roles[each].getWarps();
    Block *others = end == roles.size() ? nullptr : part(last);
    const bool isShared = number + 1 != end;
    if (isShared)
      setRegisters(e, before, op.getMaxRegs()[number]);
    for (; number != end; ++number) {
      Block *inGroup =
          number + 1 == end ? nullptr : part(first + roles[number].getWarps());
      if (failed(emitRole(number, !isShared)))
        return failure();
      if (inGroup)
        e.b.setInsertionPointToEnd(inGroup);
      first += roles[number].getWarps();
      barrier += roles[number].getTeams();
    }
    if (others)
      e.b.setInsertionPointToEnd(others);
  }
  e.b.setInsertionPointToEnd(rest);
  return success();
}

static LogicalResult emitAgents(Emitter &e, Operation *op) {
  auto agents = llvm::cast<tileas::AgentSwitchOp>(op);
  tileas::PlanAttr plan =
      tileas::getPlan(op->getParentOfType<tileaa::FuncOp>());
  if (plan.getRoles().size() != agents.getAgents().size())
    return e.refuse(op, "agents other than the roles of the plan");
  return Agents(e, agents, plan.getRoles()).emit();
}

static LogicalResult emitTeamRank(Emitter &e, Operation *op) {
  e.set(op->getResult(0), e.team());
  return success();
}

/// Columns or bytes of the first team, and so many more for each before it.
static LogicalResult emitOfTeam(Emitter &e, Operation *op) {
  auto view = llvm::cast<tileas::OfTeamOp>(op);
  Value first = e.scalar(view.getView()), team = e.scalar(view.getTeam());
  if (auto place = view.getView().getDefiningOp<tileas::TensorPlaceOp>()) {
    auto claim = place.getMemory().getDefiningOp<tileas::ClaimTensorMemoryOp>();
    if (!claim)
      return e.refuse(op, "a place of no known claim");
    const uint32_t columns =
        place.getTeamColumns().value_or(claim.getColumns() / claim.getTeams());
    e.set(view.getResult(),
          columns == 0 ? first : e.add(first, e.mul(team, e.i32(columns))));
    return success();
  }
  auto agents = op->getParentOfType<tileas::AgentSwitchOp>();
  auto bytes =
      agents ? agents->getAttrOfType<IntegerAttr>(tileas::kTeamBytesAttrName)
             : IntegerAttr();
  if (!bytes)
    return e.refuse(op, "storage of teams outside of roles");
  e.set(view.getResult(),
        e.byteOffset(first, e.mul(team, e.i32(bytes.getInt()))));
  return success();
}

/// Only the allocator reads it.
static LogicalResult emitRetireStorage(Emitter &, Operation *) {
  return success();
}

static LogicalResult emitIsFirstThread(Emitter &e, Operation *op) {
  e.set(op->getResult(0), e.isFirstThread());
  return success();
}

void registerRoleHandlers(Handlers &h) {
  h.addOp<tileas::AgentSwitchOp>(emitAgents);
  h.addOp<tileas::IsFirstThreadOp>(emitIsFirstThread);
  h.addOp<tileas::OfTeamOp>(emitOfTeam);
  h.addOp<tileas::RetireStorageOp>(emitRetireStorage);
  h.addOp<tileas::TeamRankOp>(emitTeamRank);
}

} // namespace tessera::gpu
