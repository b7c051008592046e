//===- CudaTileToTileAA/StructureControlFlow.cpp - blocks and branches -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an `if` turns into depends on which of its branches can fall through:
//
//   both, and none leaves    scf.if with the results of the `if`
//   both, and some path      scf.if that yields "fell through" and the state;
//   leaves                   the rest of the block goes under that flag
//   at most one              the rest of the block moves into that branch
//
//===----------------------------------------------------------------------===//

#include "Structurer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace tessera::cuda_tile;

namespace tessera::detail {

//===----------------------------------------------------------------------===//
// How blocks end
//===----------------------------------------------------------------------===//

Exits Structurer::exitsOf(IfOp op) {
  Exits all;
  for (Region &region : op->getRegions()) {
    if (region.empty()) {
      all.falls = true;
      continue;
    }
    Exits branch = exitsOf(region.front());
    all.falls |= branch.falls;
    all.addExits(branch);
  }
  return all;
}

Exits Structurer::exitsFrom(Block::iterator it, Block &block) {
  Exits all;
  for (; it != block.end(); ++it) {
    Operation &op = *it;
    if (auto branch = dyn_cast<IfOp>(op)) {
      Exits inner = exitsOf(branch);
      all.addExits(inner);
      if (!inner.falls)
        return all;
    } else if (auto loop = dyn_cast<LoopOp>(op)) {
      Exits body = exitsOf(*loop.getBody());
      all.returns |= body.returns;
      // A loop that can only return has no way on; one without any exit runs
      // for ever, and what follows it is kept.
      if (body.returns && !body.breaks)
        return all;
    } else if (isa<YieldOp>(op)) {
      all.falls = true;
    } else if (isa<ContinueOp>(op)) {
      all.continues = true;
    } else if (isa<BreakOp>(op)) {
      all.breaks = true;
    } else if (isa<cuda_tile::ReturnOp>(op)) {
      all.returns = true;
    }
  }
  return all;
}

Exits Structurer::exitsOf(Block &block) {
  auto found = exits.find(&block);
  if (found != exits.end())
    return found->second;
  Exits computed = exitsFrom(block.begin(), block);
  return exits[&block] = computed;
}

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

Value Structurer::poison(Type type) {
  Value &value = poisons[type];
  if (!value) {
    OpBuilder::InsertionGuard guard(builder);
    builder.restoreInsertionPoint(prologue);
    value = ub::PoisonOp::create(builder, function.getLoc(), type);
  }
  return value;
}

Value Structurer::flag(bool set) {
  Value &value = flags[set];
  if (!value) {
    OpBuilder::InsertionGuard guard(builder);
    builder.restoreInsertionPoint(prologue);
    value = arith::ConstantOp::create(builder, function.getLoc(),
                                      builder.getBoolAttr(set));
  }
  return value;
}

/// The state with `values` in `slots`; every flag is still to be set.
Structurer::State Structurer::fill(const Frame &frame, Frame::Slots slots,
                                   ValueRange values) {
  assert(slots.size == values.size() && "an exit fills its slots");
  State state(frame.types.size());
  for (auto [index, type] : llvm::enumerate(frame.types)) {
    bool isFlag = index == frame.fellFlag || index == frame.continueFlag ||
                  index == frame.returnFlag;
    bool isFilled = index >= slots.begin && index < slots.begin + slots.size;
    state[index] = isFlag     ? flag(false)
                   : isFilled ? values[index - slots.begin]
                              : poison(type);
  }
  return state;
}

Structurer::State Structurer::leaveByYield(const Frame &frame,
                                           ValueRange values) {
  State state = fill(frame, frame.yielded, values);
  if (frame.fellFlag != Frame::noFlag)
    state[frame.fellFlag] = flag(true);
  return state;
}

Structurer::State Structurer::leaveByContinue(const Frame &frame,
                                              ValueRange values) {
  State state = fill(frame, frame.carried, values);
  if (frame.continueFlag != Frame::noFlag)
    state[frame.continueFlag] = flag(true);
  return state;
}

Structurer::State Structurer::leaveByBreak(const Frame &frame,
                                           ValueRange values) {
  return fill(frame, frame.results, values);
}

Structurer::State Structurer::leaveByReturn(const Frame &frame,
                                            ValueRange values) {
  State state = fill(frame, frame.returned, values);
  if (frame.returnFlag != Frame::noFlag)
    state[frame.returnFlag] = flag(true);
  return state;
}

Frame Structurer::frameOfLoop(LoopOp op, bool returns) {
  Frame frame;
  Type i1 = builder.getI1Type();
  frame.continueFlag = frame.add(i1).begin;
  frame.carried = frame.add(op.getBody()->getArgumentTypes());
  frame.results = frame.add(op.getResultTypes());
  if (returns) {
    frame.returnFlag = frame.add(i1).begin;
    frame.returned = frame.add(function.getResultTypes());
  }
  return frame;
}

/// The frame inside an `if` some of whose paths fall and some leave: its own
/// results, and the exits of `outer` (whose `yield` only the rest can reach).
Frame Structurer::frameOfBranch(IfOp op, const Frame &outer) {
  Frame frame;
  frame.fellFlag = frame.add(builder.getI1Type()).begin;
  frame.yielded = frame.add(op.getResultTypes());
  auto copy = [&](Frame::Slots slots) {
    return frame.add(TypeRange(outer.types).slice(slots.begin, slots.size));
  };
  auto copyFlag = [&](unsigned index) {
    return index == Frame::noFlag ? index
                                  : frame.add(builder.getI1Type()).begin;
  };
  frame.continueFlag = copyFlag(outer.continueFlag);
  frame.carried = copy(outer.carried);
  frame.results = copy(outer.results);
  frame.returnFlag = copyFlag(outer.returnFlag);
  frame.returned = copy(outer.returned);
  return frame;
}

//===----------------------------------------------------------------------===//
// Building blocks
//===----------------------------------------------------------------------===//

Value Structurer::toBool(Value condition, Location loc) {
  return UnrealizedConversionCastOp::create(builder, loc, builder.getI1Type(),
                                            condition)
      .getResult(0);
}

void copyAttributes(Operation *from, Operation *to) {
  for (NamedAttribute attr : from->getDiscardableAttrs())
    if (!attr.getName().getValue().starts_with("cuda_tile."))
      to->setDiscardableAttr(attr.getName(), attr.getValue());
}

void Structurer::fillRegion(Region &region, Location loc,
                            llvm::function_ref<State()> emitBranch) {
  OpBuilder::InsertionGuard guard(builder);
  if (region.empty())
    region.emplaceBlock();
  builder.setInsertionPointToEnd(&region.front());
  tooDeep |= ++depth > maxNesting;
  scf::YieldOp::create(builder, loc, emitBranch());
  --depth;
}

scf::IfOp Structurer::createIf(Location loc, TypeRange types, Value condition,
                               llvm::function_ref<State()> emitThen,
                               llvm::function_ref<State()> emitElse) {
  auto op = scf::IfOp::create(builder, loc, types, condition,
                              /*addThenBlock=*/true, /*addElseBlock=*/false);
  fillRegion(op.getThenRegion(), loc, emitThen);
  if (emitElse)
    fillRegion(op.getElseRegion(), loc, emitElse);
  // An else that does nothing is left out.
  if (emitElse && types.empty() &&
      llvm::hasSingleElement(op.getElseRegion().front()))
    op.getElseRegion().front().erase();
  return op;
}

/// Erases a block whose ops have moved: emptied control-flow ops and code
/// behind exits is what is left in it.
static void eraseRemains(Block &source) {
  source.walk([](Operation *op) { op->dropAllReferences(); });
  source.walk([](Operation *op) { op->dropAllUses(); });
  source.erase();
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

Structurer::State Structurer::emitRest(const Frame &frame, const Rest *rest,
                                       ValueRange yielded) {
  if (!rest)
    return leaveByYield(frame, yielded);
  IfOp branch = rest->branch;
  branch.getResults().replaceAllUsesWith(yielded);
  return emit(rest->next, *branch->getBlock(), frame, rest->outer);
}

Structurer::State Structurer::emitTerminator(Operation &op, const Frame &frame,
                                             const Rest *rest) {
  ValueRange operands = op.getOperands();
  if (isa<YieldOp>(op))
    return emitRest(frame, rest, operands);
  if (isa<ContinueOp>(op))
    return leaveByContinue(frame, operands);
  if (isa<BreakOp>(op))
    return leaveByBreak(frame, operands);
  assert(isa<cuda_tile::ReturnOp>(op) && "cuda_tile has four terminators");
  return leaveByReturn(frame, operands);
}

Structurer::State Structurer::emit(Block::iterator it, Block &block,
                                   const Frame &frame, const Rest *rest) {
  // Past the limit the result is thrown away: do not go deeper.
  while (!tooDeep) {
    Operation &op = *it++;
    if (op.hasTrait<OpTrait::IsTerminator>())
      return emitTerminator(op, frame, rest);
    if (auto branch = dyn_cast<IfOp>(op)) {
      if (exitsOf(branch).leaves())
        return emitLeavingIf(branch, frame, {branch, it, rest});
    } else if (auto loop = dyn_cast<LoopOp>(op)) {
      if (exitsOf(*loop.getBody()).returns)
        return emitReturningLoop(loop, frame, rest, it);
    }
    emitPlainOp(op);
  }
  return fill(frame, {}, {});
}

/// An op after which control always goes on.
void Structurer::emitPlainOp(Operation &op) {
  if (auto branch = dyn_cast<IfOp>(op))
    return emitPlainIf(branch);
  if (auto loop = dyn_cast<ForOp>(op))
    return emitFor(loop);
  if (auto loop = dyn_cast<LoopOp>(op)) {
    if (!emitWhile(loop))
      emitLoop(loop, frameOfLoop(loop, /*returns=*/false));
    return;
  }
  op.moveBefore(builder.getInsertionBlock(), builder.getInsertionPoint());
  if (isa<ReduceOp, ScanOp>(op))
    emitBody(op);
}

/// The body of a reduce or scan, which may hold control flow from 13.4 on.
void Structurer::emitBody(Operation &aggregate) {
  Block &source = aggregate.getRegion(0).front();
  if (llvm::none_of(source,
                    [](Operation &op) { return isa<IfOp, ForOp, LoopOp>(op); }))
    return;
  OpBuilder::InsertionGuard guard(builder);
  Block *target = new Block();
  target->insertAfter(&source);
  for (BlockArgument argument : source.getArguments())
    argument.replaceAllUsesWith(
        target->addArgument(argument.getType(), argument.getLoc()));
  builder.setInsertionPointToEnd(target);
  Frame frame;
  frame.yielded = frame.add(source.getTerminator()->getOperandTypes());
  Location loc = source.getTerminator()->getLoc();
  tooDeep |= ++depth > maxNesting;
  State state = emit(source.begin(), source, frame, nullptr);
  --depth;
  auto yield = YieldOp::create(builder, loc);
  yield->setOperands(state);
  eraseRemains(source);
}

void Structurer::emitPlainIf(IfOp op) {
  Frame frame;
  frame.yielded = frame.add(op.getResultTypes());
  auto emitBranch = [&](Block *branch) {
    return [this, branch, &frame] {
      return emit(branch->begin(), *branch, frame, nullptr);
    };
  };
  Value condition = toBool(op.getCondition(), op.getLoc());
  scf::IfOp result;
  if (op.elseBlock())
    result = createIf(op.getLoc(), frame.types, condition,
                      emitBranch(op.thenBlock()), emitBranch(op.elseBlock()));
  else
    result = createIf(op.getLoc(), frame.types, condition,
                      emitBranch(op.thenBlock()), nullptr);
  copyAttributes(op, result);
  op.getResults().replaceAllUsesWith(result.getResults());
}

/// An `if` with a path that leaves: the rest of its block comes along.
Structurer::State Structurer::emitLeavingIf(IfOp op, const Frame &frame,
                                            const Rest &rest) {
  Location loc = op.getLoc();
  bool thenFalls = exitsOf(*op.thenBlock()).falls;
  bool elseFalls = !op.elseBlock() || exitsOf(*op.elseBlock()).falls;
  Value condition = toBool(op.getCondition(), loc);
  auto emitBranch = [&](Block *branch, const Frame &inner,
                        const Rest *following) -> State {
    if (!branch)
      return emitRest(inner, following, {});
    return emit(branch->begin(), *branch, inner, following);
  };

  if (!thenFalls || !elseFalls) {
    scf::IfOp result = createIf(
        loc, frame.types, condition,
        [&] { return emitBranch(op.thenBlock(), frame, &rest); },
        [&] { return emitBranch(op.elseBlock(), frame, &rest); });
    copyAttributes(op, result);
    return State(result.getResults());
  }

  Frame inner = frameOfBranch(op, frame);
  scf::IfOp result = createIf(
      loc, inner.types, condition,
      [&] { return emitBranch(op.thenBlock(), inner, nullptr); },
      [&] { return emitBranch(op.elseBlock(), inner, nullptr); });
  copyAttributes(op, result);
  ValueRange values = result.getResults();
  auto slice = [&](Frame::Slots slots) {
    return values.slice(slots.begin, slots.size);
  };
  scf::IfOp guarded = createIf(
      loc, frame.types, values[inner.fellFlag],
      [&] { return emitRest(frame, &rest, slice(inner.yielded)); },
      [&] {
        // The exits' part of the state passes through.
        State state(frame.types.size());
        auto put = [&](Frame::Slots slots, ValueRange from) {
          llvm::copy(from, state.begin() + slots.begin);
        };
        put(frame.carried, slice(inner.carried));
        put(frame.results, slice(inner.results));
        put(frame.returned, slice(inner.returned));
        if (frame.continueFlag != Frame::noFlag)
          state[frame.continueFlag] = values[inner.continueFlag];
        if (frame.returnFlag != Frame::noFlag)
          state[frame.returnFlag] = values[inner.returnFlag];
        if (frame.fellFlag != Frame::noFlag)
          state[frame.fellFlag] = flag(false);
        for (unsigned i = 0; i < frame.yielded.size; ++i)
          state[frame.yielded.begin + i] =
              poison(frame.types[frame.yielded.begin + i]);
        return state;
      });
  return State(guarded.getResults());
}

LogicalResult Structurer::run() {
  Region &region = function.getFunctionBody();
  if (region.empty())
    return success();
  Block &source = region.front();
  Block *target = new Block();
  region.push_back(target);
  for (BlockArgument argument : source.getArguments())
    argument.replaceAllUsesWith(
        target->addArgument(argument.getType(), argument.getLoc()));
  // Constants and poison are put in front of this op.
  builder.setInsertionPointToEnd(target);
  auto mark =
      ub::PoisonOp::create(builder, function.getLoc(), builder.getI1Type());
  builder.setInsertionPoint(mark);
  prologue = builder.saveInsertionPoint();
  builder.setInsertionPointToEnd(target);

  Location end = source.getTerminator()->getLoc();
  Frame frame;
  frame.returned = frame.add(function.getResultTypes());
  State state = emit(source.begin(), source, frame, nullptr);
  if (tooDeep)
    return function.emitError()
           << "expected control flow of at most " << maxNesting
           << " levels after early exits are made explicit";
  auto last = cuda_tile::ReturnOp::create(builder, end);
  last->setOperands(state);
  mark.erase();

  eraseRemains(source);
  return success();
}

} // namespace tessera::detail

namespace tessera {

LogicalResult structureControlFlow(FunctionOpInterface function) {
  return detail::Structurer(function).run();
}

} // namespace tessera
