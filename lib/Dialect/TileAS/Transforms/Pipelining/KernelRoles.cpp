//===- TileAS/Transforms/Pipelining/KernelRoles.cpp - producer and consumers ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The region of a role that is not the consumer is made of copies: of what was
// given to it, of the branches around that, and of the scalar arithmetic that
// both are computed from. Values do not pass from one role to the other.
//
//===----------------------------------------------------------------------===//

#include "KernelRoles.h"

#include "tessera/Dialect/TileAS/Utils/Builders.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

SmallVector<scf::ForOp> KernelRoles::loopsAround(scf::ForOp loop) {
  SmallVector<scf::ForOp> loops;
  while ((loop = dyn_cast<scf::ForOp>(loop->getParentOp())))
    loops.insert(loops.begin(), loop);
  return loops;
}

scf::ForOp KernelRoles::carry(scf::ForOp loop, ValueRange inits) {
  IRRewriter rewriter(loop);
  DictionaryAttr attributes = loop->getDiscardableAttrDictionary();
  auto place = llvm::find(followed, loop);
  auto made = cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
      rewriter, inits, /*replaceInitOperandUsesInLoop=*/false,
      [](OpBuilder &, Location, ArrayRef<BlockArgument> arguments) {
        return SmallVector<Value>(arguments.begin(), arguments.end());
      }));
  made->setDiscardableAttrs(attributes);
  if (place != followed.end())
    *place = made;
  return made;
}

std::string KernelRoles::whyNot(Operation *op, ValueRange values) {
  Block *block = blockOf(op);
  SetVector<Value> needed(values.begin(), values.end());
  bool isInBranch = false;
  for (Operation *around = op->getParentOp(); around != block->getParentOp();
       around = around->getParentOp()) {
    if (auto loop = dyn_cast<scf::ForOp>(around)) {
      if (isInBranch)
        return "it is inside a branch of a loop; write the load before the "
               "branch";
      needed.insert_range(ValueRange{loop.getLowerBound(), loop.getUpperBound(),
                                     loop.getStep()});
      continue;
    }
    auto branch = dyn_cast<scf::IfOp>(around);
    if (!branch)
      return "it is inside a loop without a count; write 'for' instead of "
             "'loop'";
    isInBranch = true;
    needed.insert(branch.getCondition());
  }
  for (size_t i = 0; i != needed.size(); ++i) {
    Value value = needed[i];
    if (isa<RankedTensorType>(value.getType()))
      return "its addresses are computed from tiles; write indices that are "
             "computed from scalars";
    Operation *maker = value.getDefiningOp();
    Operation *owner =
        maker ? maker : cast<BlockArgument>(value).getOwner()->getParentOp();
    if (!block->findAncestorOpInBlock(*owner))
      continue; // Both roles see it.
    if (auto loop = dyn_cast<scf::ForOp>(owner);
        loop && !maker && loop->isProperAncestor(op)) {
      if (value != loop.getInductionVar())
        return "its addresses come from what a loop around it carries; "
               "compute them from the counter of the loop";
      continue;
    }
    if (isa_and_nonnull<TeamRankOp>(maker))
      return "each team of the consumer needs tiles of its own";
    if (!maker || maker->getNumRegions() != 0 || !isMemoryEffectFree(maker))
      return "its addresses are more than arithmetic; load what they need "
             "before the first loop";
    needed.insert_range(maker->getOperands());
  }
  return "";
}

void KernelRoles::inFront(Operation *op,
                          llvm::function_ref<void(OpBuilder &)> make) {
  Block *block = blockOf(op);
  Operation *&last = front[block];
  if (!last)
    for (Operation &each : *block)
      if (isForAllRoles(&each) && !isa<ReleaseTmaPlaceOp, AllocTensorOp>(each))
        last = &each;
  OpBuilder b(block, last ? std::next(last->getIterator()) : block->begin());
  make(b);
  last = &*std::prev(b.getInsertionPoint());
}

void KernelRoles::give(Operation *op, RoleKind role) {
  for (auto [number, each] : llvm::enumerate(plan.getRoles()))
    if (each.getKind() == role)
      given[number].push_back(op);
}

namespace {
/// A role's copy of a block.
class RoleCopy {
public:
  /// Of the ops of `block` that are `program`.
  RoleCopy(Block *block, ArrayRef<Operation *> program,
           ArrayRef<Operation *> given)
      : block(block), program(program.begin(), program.end()) {
    for (Operation *op : given)
      if (block->findAncestorOpInBlock(*op))
        own.insert(op);
    for (Operation *op : own) {
      // What it and everything inside it uses from outside.
      op->walk([&](Operation *inner) { need(inner->getOperands()); });
      for (Operation *around = op->getParentOp();
           around != block->getParentOp(); around = around->getParentOp()) {
        branches.insert(around);
        if (auto loop = dyn_cast<scf::ForOp>(around)) {
          need({loop.getLowerBound(), loop.getUpperBound(), loop.getStep()});
          for (unsigned number : positionsOf(loop))
            need(loop.getInitArgs()[number]);
        } else {
          need(around->getOperands());
        }
      }
    }
  }
  bool isEmpty() const { return own.empty(); }
  void copy(Block *from, OpBuilder &b, IRMapping &map) {
    for (Operation &op : *from) {
      if (own.contains(&op) || needed.contains(&op)) {
        b.clone(op, map);
      } else if (!branches.contains(&op)) {
        continue;
      } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
        copyLoop(loop, b, map);
      } else {
        auto branch = cast<scf::IfOp>(op);
        auto made =
            scf::IfOp::create(b, op.getLoc(), TypeRange(),
                              map.lookupOrDefault(branch.getCondition()),
                              /*withElse=*/!branch.getElseRegion().empty());
        OpBuilder::InsertionGuard guard(b);
        for (auto [old, region] :
             llvm::zip(branch->getRegions(), made->getRegions()))
          if (!old.empty()) {
            b.setInsertionPointToStart(&region.front());
            copy(&old.front(), b, map);
          }
      }
    }
  }

private:
  /// The values carried by `loop` that are positions of the role.
  SmallVector<unsigned> positionsOf(scf::ForOp loop) const {
    SmallVector<unsigned> numbers;
    for (unsigned i = 0; i < loop.getNumRegionIterArgs(); ++i) {
      auto result =
          dyn_cast<OpResult>(loop.getBody()->getTerminator()->getOperand(i));
      if (!result)
        continue;
      auto inner = dyn_cast<scf::ForOp>(result.getOwner());
      if (own.contains(result.getOwner()) ||
          (inner &&
           llvm::is_contained(positionsOf(inner), result.getResultNumber())))
        numbers.push_back(i);
    }
    return numbers;
  }

  void copyLoop(scf::ForOp loop, OpBuilder &b, IRMapping &map) {
    SmallVector<unsigned> numbers = positionsOf(loop);
    SmallVector<Value> inits;
    for (unsigned number : numbers)
      inits.push_back(map.lookupOrDefault(loop.getInitArgs()[number]));
    auto made = scf::ForOp::create(b, loop.getLoc(),
                                   map.lookupOrDefault(loop.getLowerBound()),
                                   map.lookupOrDefault(loop.getUpperBound()),
                                   map.lookupOrDefault(loop.getStep()), inits,
                                   nullptr, loop.getUnsignedCmp());
    map.map(loop.getInductionVar(), made.getInductionVar());
    for (auto [i, number] : llvm::enumerate(numbers)) {
      map.map(loop.getRegionIterArgs()[number], made.getRegionIterArgs()[i]);
      map.map(loop.getResult(number), made.getResult(i));
    }
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(made.getBody());
    copy(loop.getBody(), b, map);
    if (numbers.empty())
      return;
    SmallVector<Value> yielded;
    for (unsigned number : numbers)
      yielded.push_back(map.lookupOrDefault(
          loop.getBody()->getTerminator()->getOperand(number)));
    scf::YieldOp::create(b, loop.getLoc(), yielded);
  }

  void need(ValueRange values) {
    for (Value value : values) {
      Operation *maker = value.getDefiningOp();
      Operation *place = maker ? block->findAncestorOpInBlock(*maker) : nullptr;
      // Positions behind a loop around what is the role's come with that loop.
      if (place && !branches.contains(maker) && !own.contains(maker) &&
          program.contains(place) && needed.insert(maker))
        need(maker->getOperands());
    }
  }

  Block *block;
  llvm::SmallPtrSet<Operation *, 32> program;
  llvm::SetVector<Operation *> own, needed, branches;
};
} // namespace

/// Registers of a thread of each role. In a body where all others than the
/// consumer of teams are `idle`, these keep the fewest that setmaxnreg leaves.
static SmallVector<int32_t> budgetsOf(PlanAttr plan, bool idle) {
  constexpr unsigned fewest = 24, most = 248, step = 8;
  SmallVector<int32_t> budgets;
  unsigned all = 0, others = 0;
  for (RoleAttr role : plan.getRoles()) {
    budgets.push_back(role.getRegisters());
    all += role.getWarps() * role.getRegisters();
    others += role.getWarps() * fewest;
  }
  if (!idle || !plan.hasRole(RoleKind::Correction))
    return budgets;
  const unsigned own = plan.getRoles()[0].getWarps();
  others -= own * fewest;
  budgets.assign(budgets.size(), fewest);
  budgets[0] = std::min(most, (all - others) / own / step * step);
  return budgets;
}

void KernelRoles::wrap(Block *block) {
  Operation *last = front.lookup(block);
  SmallVector<Operation *> program;
  for (auto it = last ? std::next(last->getIterator()) : block->begin();
       &*it != block->getTerminator(); ++it)
    if (!isForAllRoles(&*it))
      program.push_back(&*it);
  if (program.empty())
    return;
  Location loc = program.front()->getLoc();
  OpBuilder b(program.front());
  SmallVector<RoleCopy, 2> others;
  for (ArrayRef<Operation *> own : ArrayRef(given).drop_front())
    others.emplace_back(block, program, own);
  const SmallVector<int32_t> budgets = budgetsOf(
      plan,
      llvm::all_of(others, [](RoleCopy &role) { return role.isEmpty(); }));
  AgentSwitchOp agents =
      buildAgentSwitch(b, loc, budgets.size(), budgets, /*isolated=*/false,
                       [&](OpBuilder &inner, Location, unsigned agent) {
                         IRMapping map;
                         if (agent != 0 && !others[agent - 1].isEmpty())
                           others[agent - 1].copy(block, inner, map);
                       });
  Operation *end = agents.getAgents().front().front().getTerminator();
  for (Operation *op : program)
    op->moveBefore(end);
  for (SmallVector<Operation *> &own : given) {
    auto others =
        std::stable_partition(own.begin(), own.end(), [&](Operation *op) {
          return !agents->isAncestor(op);
        });
    // What is behind uses what is in front.
    for (Operation *op : llvm::reverse(llvm::make_range(others, own.end()))) {
      // The consumer carries the position of others and does not change it.
      for (OpOperand &use : llvm::make_early_inc_range(op->getUses()))
        use.set(cast<scf::ForOp>(use.getOwner()->getParentOp())
                    .getRegionIterArgs()[use.getOperandNumber()]);
      op->erase();
    }
    own.erase(others, own.end());
  }
  // What only the producer needs, as the maps, which it alone may write.
  SmallVector<Operation *> all;
  agents.getAgents().front().walk<WalkOrder::PreOrder>(
      [&](Operation *op) { all.push_back(op); });
  for (Operation *op : llvm::reverse(all))
    if (isOpTriviallyDead(op) || (isa<ClaimTmaPlaceOp>(op) && op->use_empty()))
      op->erase();
  askEarly(agents);
}

/// A role that claims a place for its maps asks for it in front of what all
/// roles do, and waits for the answer where it needs it.
void KernelRoles::askEarly(AgentSwitchOp agents) {
  int32_t warp = 0;
  for (auto [role, region] : llvm::zip(plan.getRoles(), agents.getAgents())) {
    for (auto claim : region.front().getOps<ClaimTmaPlaceOp>()) {
      auto b = OpBuilder::atBlockBegin(agents->getBlock());
      claim.getBegunMutable().assign(BeginTmaPlaceOp::create(
          b, claim.getLoc(), b.getI32Type(), claim.getNumMapsAttr(),
          b.getI32IntegerAttr(warp)));
    }
    warp += role.getWarps();
  }
}

void KernelRoles::dropIdleRoles() {
  SmallVector<RoleAttr> busy{plan.getRoles()[0]};
  for (auto [role, own] : llvm::zip(plan.getRoles(), given))
    if (!own.empty())
      busy.push_back(role);
  llvm::erase_if(given, [](ArrayRef<Operation *> own) { return own.empty(); });
  given.insert(given.begin(), SmallVector<Operation *>());
  MLIRContext *context = function.getContext();
  Strategy strategy = plan.getStrategy();
  if (busy.size() == 1) {
    strategy = strategy == Strategy::WgmmaSpecialised ? Strategy::WgmmaTma
                                                      : Strategy::Tcgen05Tma;
    busy[0] = RoleAttr::get(context, RoleKind::All, consumerWarps(), 0u);
  }
  plan = PlanAttr::get(context, strategy, ArrayRef(busy), plan.getCluster(),
                       plan.getBlocks());
  function->setAttr(kPlanAttrName, plan);
}

void KernelRoles::finish() {
  dropIdleRoles();
  if (!plan.hasSeveralRoles())
    return;
  for (Block *body : allBodies(function))
    wrap(body);
}
