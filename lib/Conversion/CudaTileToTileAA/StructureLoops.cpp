//===- CudaTileToTileAA/StructureLoops.cpp - for and loop ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `loop` runs its body in the `before` region of scf.while: the operands of
// scf.condition are at once the next carried values and the results, so results
// are not carried. A `loop` whose first exit is a bare `if c { break v }`, and
// which has no other, keeps only what precedes the test there; what follows
// goes into the `after` region.
//
//===----------------------------------------------------------------------===//

#include "Structurer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tessera::cuda_tile;

namespace tessera::detail {

void Structurer::emitFor(ForOp op) {
  OpBuilder::InsertionGuard guard(builder);
  CountedLoop counted = createCountedLoop(builder, op, op.getInitValues());
  copyAttributes(op, counted.loop);
  Block &body = *op.getBody();
  op.getInductionVar().replaceAllUsesWith(counted.inductionVar);
  for (auto [from, to] : llvm::zip_equal(body.getArguments().drop_front(),
                                         counted.loop.getRegionIterArgs()))
    from.replaceAllUsesWith(to);
  op.getResults().replaceAllUsesWith(counted.loop.getResults());

  Frame frame;
  frame.carried = frame.add(op.getResultTypes());
  // Without carried values the builder has put a terminator already.
  if (counted.loop.getBody()->mightHaveTerminator())
    counted.loop.getBody()->getTerminator()->erase();
  builder.setInsertionPointToEnd(counted.loop.getBody());
  tooDeep |= ++depth > maxNesting;
  State next = emit(body.begin(), body, frame, nullptr);
  scf::YieldOp::create(builder, op.getLoc(), next);
  --depth;
}

/// Creates scf.while with two empty blocks; the first has `carried` as
/// arguments, the second `passed`.
static scf::WhileOp createWhile(OpBuilder &builder, Location loc,
                                ValueRange inits, TypeRange passed) {
  OpBuilder::InsertionGuard guard(builder);
  auto op = scf::WhileOp::create(builder, loc, passed, inits);
  for (auto [region, types] :
       {std::pair<Region &, TypeRange>(op.getBefore(), inits.getTypes()),
        std::pair<Region &, TypeRange>(op.getAfter(), passed)}) {
    Block &block = region.emplaceBlock();
    for (Type type : types)
      block.addArgument(type, loc);
  }
  return op;
}

/// The general form of `op`. Its results are replaced; returned are all results
/// of the loop: the slots of `frame` but the first, which is the continue flag.
ValueRange Structurer::emitLoop(LoopOp op, const Frame &frame) {
  Location loc = op.getLoc();
  Block &body = *op.getBody();
  assert(frame.continueFlag == 0 && frame.carried.begin == 1);
  auto loop = createWhile(builder, loc, op.getInitValues(),
                          TypeRange(frame.types).drop_front());
  copyAttributes(op, loop);
  for (auto [from, to] : llvm::zip_equal(body.getArguments(),
                                         loop.getBeforeBody()->getArguments()))
    from.replaceAllUsesWith(to);
  op.getResults().replaceAllUsesWith(
      loop.getResults().slice(frame.results.begin - 1, frame.results.size));

  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(loop.getBeforeBody());
  tooDeep |= ++depth > maxNesting;
  State state = emit(body.begin(), body, frame, nullptr);
  --depth;
  scf::ConditionOp::create(builder, loc, state.front(),
                           ValueRange(state).drop_front());
  builder.setInsertionPointToEnd(loop.getAfterBody());
  scf::YieldOp::create(
      builder, loc,
      ValueRange(loop.getAfterArguments()).take_front(frame.carried.size));
  return loop.getResults();
}

/// A loop that can end the function: what follows runs if it did not.
Structurer::State Structurer::emitReturningLoop(LoopOp op, const Frame &frame,
                                                const Rest *rest,
                                                Block::iterator next) {
  Location loc = op.getLoc();
  bool canBreak = exitsOf(*op.getBody()).breaks;
  Frame inner = frameOfLoop(op, /*returns=*/true);
  ValueRange results = emitLoop(op, inner);
  ValueRange returned =
      results.slice(inner.returned.begin - 1, inner.returned.size);
  if (!canBreak)
    return leaveByReturn(frame, returned);
  scf::IfOp guarded = createIf(
      loc, frame.types, results[inner.returnFlag - 1],
      [&] { return leaveByReturn(frame, returned); },
      [&] { return emit(next, *op->getBlock(), frame, rest); });
  return State(guarded.getResults());
}

/// The test of `loop { A; if c { break v }; B }` when the loop has no other
/// exit but `continue` and may be cut in two behind A; null otherwise.
IfOp Structurer::findWhileTest(LoopOp op) {
  Block &body = *op.getBody();
  IfOp test;
  for (Operation &inner : body) {
    test = dyn_cast<IfOp>(inner);
    if (test && exitsOf(test).leaves())
      break;
    // The memory of an alloca lives as long as the block, which must not be cut
    // in two; views stay next to what they are made from.
    if (isa<AllocaOp>(inner) ||
        llvm::any_of(inner.getResultTypes(), isViewType) ||
        inner.hasTrait<OpTrait::IsTerminator>())
      return nullptr;
  }
  auto isBareBreak = [](Block *block) {
    return block && isa<BreakOp>(block->front());
  };
  Block *stay = test.elseBlock();
  if (!isBareBreak(test.thenBlock())) {
    if (!isBareBreak(test.elseBlock()))
      return nullptr;
    stay = test.thenBlock();
  }
  Exits others;
  if (stay)
    others.addExits(exitsOf(*stay));
  if (!stay || exitsOf(*stay).falls)
    others.addExits(exitsFrom(std::next(test->getIterator()), body));
  return others.breaks || others.returns ? nullptr : test;
}

/// Rebuilds `shell`, a loop without results, as one that passes `results` and
/// whatever its `after` region reads of its `before` region.
scf::WhileOp Structurer::passOn(scf::WhileOp shell, Value condition,
                                ValueRange results) {
  Location loc = shell.getLoc();
  Block *before = shell.getBeforeBody(), *after = shell.getAfterBody();
  llvm::SetVector<Value> captured;
  after->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (operand.getParentBlock() == before)
        captured.insert(operand);
  });
  auto isAfter = [&](OpOperand &use) {
    return after->getParent()->isAncestor(use.getOwner()->getParentRegion());
  };
  // Constants and the like are repeated, not passed.
  builder.setInsertionPointToStart(after);
  captured.remove_if([&](Value value) {
    Operation *made = value.getDefiningOp();
    if (!made || made->getNumOperands() || made->getNumRegions() ||
        !isPure(made))
      return false;
    Operation *copy = builder.clone(*made);
    unsigned index = cast<OpResult>(value).getResultNumber();
    value.replaceUsesWithIf(copy->getResult(index), isAfter);
    return true;
  });

  llvm::SmallVector<Value> passed(results);
  llvm::append_range(passed, captured);
  builder.setInsertionPointToEnd(before);
  scf::ConditionOp::create(builder, loc, condition, passed);
  for (auto [index, value] : llvm::enumerate(passed)) {
    BlockArgument argument = after->addArgument(value.getType(), loc);
    if (index >= results.size())
      value.replaceUsesWithIf(argument, isAfter);
  }

  builder.setInsertionPoint(shell);
  auto loop = scf::WhileOp::create(builder, loc, TypeRange(ValueRange(passed)),
                                   shell.getInits());
  loop.getBefore().takeBody(shell.getBefore());
  loop.getAfter().takeBody(shell.getAfter());
  shell.erase();
  return loop;
}

/// The while form of `op`, which has no `return`; false, with nothing done, if
/// it has none.
bool Structurer::emitWhile(LoopOp op) {
  IfOp test = findWhileTest(op);
  if (!test)
    return false;
  Location loc = op.getLoc();
  Block &body = *op.getBody();
  bool breaksInThen = isa<BreakOp>(test.thenBlock()->front());
  Block *exit = breaksInThen ? test.thenBlock() : test.elseBlock();
  Block *stay = breaksInThen ? test.elseBlock() : test.thenBlock();
  Rest rest{test, std::next(test->getIterator()), nullptr};

  auto shell = createWhile(builder, loc, op.getInitValues(), {});
  Block *before = shell.getBeforeBody(), *after = shell.getAfterBody();
  for (auto [from, to] :
       llvm::zip_equal(body.getArguments(), before->getArguments()))
    from.replaceAllUsesWith(to);

  OpBuilder::InsertionGuard guard(builder);
  tooDeep |= ++depth > maxNesting;
  builder.setInsertionPointToEnd(before);
  for (Block::iterator it = body.begin(); &*it != test && !tooDeep;)
    emitPlainOp(*it++);
  Value condition = toBool(test.getCondition(), loc);
  if (breaksInThen)
    condition = arith::XOrIOp::create(builder, loc, condition, flag(true));

  builder.setInsertionPointToEnd(after);
  Frame frame;
  frame.carried = frame.add(body.getArgumentTypes());
  State carried = tooDeep ? fill(frame, {}, {})
                  : stay  ? emit(stay->begin(), *stay, frame, &rest)
                          : emitRest(frame, &rest, {});
  scf::YieldOp::create(builder, loc, carried);
  --depth;

  ValueRange results = exit->getTerminator()->getOperands();
  scf::WhileOp loop = passOn(shell, condition, results);
  copyAttributes(op, loop);
  op.getResults().replaceAllUsesWith(
      loop.getResults().take_front(op.getNumResults()));
  return true;
}

} // namespace tessera::detail
