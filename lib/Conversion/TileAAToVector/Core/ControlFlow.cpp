//===- TileAAToVector/Core/ControlFlow.cpp - branches and loops -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers branches and loops. Ops of scf keep the scalars that they carry and
// lose the tokens; each tensor that they carry has a buffer. The yielded
// expression overwrites the buffer of a loop in place if nothing that is still
// to come reads the old value at another index. Otherwise the new value is
// made beside it and copied at the end of the iteration.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileAAToVector/Matmul/Matmul.h"

#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tessera::cpu {

static bool isTensor(Value value) {
  return isa<RankedTensorType>(value.getType());
}
static bool isToken(Value value) {
  return isa<tileaa::MemTokenType>(value.getType());
}
static bool isScalar(Value value) {
  return !isTensor(value) && !isToken(value);
}

LogicalResult Emitter::prepareRegions(Operation *op) {
  llvm::SetVector<Value> used;
  getUsedValuesDefinedAbove(op->getRegions(), used);
  for (Value value : used)
    if (failed(prepareCapture(value)))
      return failure();
  return success();
}

Emitter::RegionScope::~RegionScope() {
  for (Value value : llvm::drop_begin(e.placed, mark))
    if (!op->isAncestor(value.getParentBlock()->getParentOp()))
      e.buffers.erase(value);
  e.placed.truncate(mark);
}

bool Emitter::isReadLater(Value value, Operation *op) const {
  // An expression may be reached in many ways: each is looked at once.
  llvm::SmallPtrSet<Operation *, 16> seen = {op};
  SmallVector<Value> values = {value};
  while (!values.empty())
    for (Operation *user : values.pop_back_val().getUsers()) {
      if (!seen.insert(user).second)
        continue;
      if (!isExpression(user)) {
        if (!emitted.contains(user))
          return true;
        continue;
      }
      // An expression that was passed is evaluated only where it is used.
      if (!bufferOf(user->getResult(0)))
        values.push_back(user->getResult(0));
    }
  return false;
}

const Buffer *Emitter::carriedDestination(Value result, Operation *op) {
  if (!result.hasOneUse())
    return nullptr;
  OpOperand &use = *result.use_begin();
  auto loop = dyn_cast<scf::ForOp>(use.getOwner()->getParentOp());
  if (!loop || !isa<scf::YieldOp>(use.getOwner()) ||
      op->getBlock() != loop.getBody())
    return nullptr;
  Value carried = loop.getRegionIterArg(use.getOperandNumber());
  return isReadLater(carried, op) ? nullptr : bufferOf(carried);
}

Reads Emitter::reads(Value value, BufferId id, bool sameIndex) const {
  // Each value is visited once at the same index and once at other indices,
  // because many ways may lead to an expression.
  using Place = llvm::PointerIntPair<Value, 1, bool>;
  llvm::SmallDenseSet<void *, 32> seen;
  SmallVector<Place> places = {Place(value, sameIndex)};
  Reads worst = Reads::No;
  while (!places.empty() && worst != Reads::OtherIndex) {
    Place place = places.pop_back_val();
    if (!isTensor(place.getPointer()) ||
        !seen.insert(place.getOpaqueValue()).second)
      continue;
    bool isSame = place.getInt();
    if (const Buffer *buffer = bufferOf(place.getPointer())) {
      if (!buffer->fixed && buffer->id == id)
        worst = std::max(worst, isSame ? Reads::SameIndex : Reads::OtherIndex);
      continue;
    }
    Operation *op = place.getPointer().getDefiningOp();
    bool same = isSame && (op->hasTrait<OpTrait::Elementwise>() ||
                           isa<tileaa::ViewOp, tileaa::AssumeOp>(op));
    for (Value operand : op->getOperands())
      places.push_back(Place(operand, same));
  }
  return worst;
}

namespace {
/// Writes the values a terminator passes on to the buffers they go to.
class Transfer {
public:
  Transfer(Emitter &e) : e(e) {}
  void add(Value value, const Buffer &to) { moves.push_back({value, to, {}}); }
  LogicalResult run();

private:
  struct Move {
    Value value;
    Buffer to;
    std::optional<Buffer> from;
  };
  bool canWriteDirectly(const Move &move);

  Emitter &e;
  SmallVector<Move, 2> moves;
};

bool Transfer::canWriteDirectly(const Move &move) {
  if (e.reads(move.value, move.to.id) == Reads::OtherIndex)
    return false;
  for (const Move &other : moves)
    if (&other != &move && e.reads(other.value, move.to.id) != Reads::No)
      return false;
  return true;
}

LogicalResult Transfer::run() {
  SmallVector<bool> direct;
  for (const Move &move : moves)
    direct.push_back(canWriteDirectly(move));
  // First what must not see the new values.
  for (auto [move, isDirect] : llvm::zip(moves, direct)) {
    if (isDirect)
      continue;
    const Buffer *place = e.bufferOf(move.value);
    if (place && !place->fixed && place->id == move.to.id)
      continue;
    move.from = e.newBuffer(move.to.element, move.to.shape);
    if (place)
      e.copy(*place, *move.from);
    else if (failed(e.evaluateInto(move.value, *move.from)))
      return failure();
  }
  for (auto [move, isDirect] : llvm::zip(moves, direct)) {
    if (!isDirect)
      continue;
    const Buffer *place = e.bufferOf(move.value);
    if (!place) {
      if (failed(e.evaluateInto(move.value, move.to)))
        return failure();
    } else if (place->fixed || place->id != move.to.id) {
      e.copy(*place, move.to);
    }
  }
  for (const Move &move : moves)
    if (move.from)
      e.copy(*move.from, move.to);
  return success();
}

SmallVector<Value> scalarsOf(Emitter &e, ValueRange values) {
  SmallVector<Value> scalars;
  for (Value value : values)
    if (isScalar(value))
      scalars.push_back(e.scalar(value));
  return scalars;
}

SmallVector<Type> scalarTypes(ValueRange values) {
  SmallVector<Type> types;
  for (Value value : values)
    if (isScalar(value))
      types.push_back(registerType(value.getType()));
  return types;
}

/// Binds the scalar values of `values` to `lowered`, in order.
void bindScalars(Emitter &e, ValueRange values, ValueRange lowered) {
  size_t next = 0;
  for (Value value : values)
    if (isScalar(value))
      e.setScalar(value, lowered[next++]);
}

/// A buffer for every tensor of `values`.
void bindNewBuffers(Emitter &e, ValueRange values) {
  for (Value value : values)
    if (isTensor(value))
      e.setBuffer(value, e.newBuffer(elementOf(value.getType()),
                                     shapeOf(value.getType())));
}

/// Moves the tensors of `values` to the buffers of `targets`.
LogicalResult transfer(Emitter &e, ValueRange values, ValueRange targets) {
  Transfer moves(e);
  for (auto [value, target] : llvm::zip_equal(values, targets))
    if (isTensor(value))
      moves.add(value, *e.bufferOf(target));
  return moves.run();
}

LogicalResult emitIf(Emitter &e, scf::IfOp op) {
  if (failed(e.prepareRegions(op)))
    return failure();
  bindNewBuffers(e, op.getResults());
  auto made = scf::IfOp::create(e.b, op.getLoc(), scalarTypes(op.getResults()),
                                e.scalar(op.getCondition()),
                                /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(e.b);
  for (auto [from, to] : llvm::zip(op->getRegions(), made->getRegions())) {
    e.b.setInsertionPointToEnd(&to.front());
    SmallVector<Value> yielded;
    if (!from.empty()) {
      Emitter::RegionScope scope(e, op);
      if (failed(e.emitBlock(from.front())))
        return failure();
      Operation *yield = from.front().getTerminator();
      if (failed(transfer(e, yield->getOperands(), op.getResults())))
        return failure();
      e.finished(yield);
      yielded = scalarsOf(e, yield->getOperands());
    }
    scf::YieldOp::create(e.b, op.getLoc(), yielded);
  }
  bindScalars(e, op.getResults(), made.getResults());
  return success();
}

/// Brings the initial values of the tensors that `op` carries into their
/// buffers; zeros that a product begins with only where the loop does not run.
LogicalResult initialise(Emitter &e, scf::ForOp op) {
  SmallVector<Value> inits, arguments, zeros, sums;
  for (auto [init, argument] :
       llvm::zip(op.getInitArgs(), op.getRegionIterArgs())) {
    bool isFromZero = isTensor(init) && productFromZero(argument);
    (isFromZero ? zeros : inits).push_back(init);
    (isFromZero ? sums : arguments).push_back(argument);
  }
  if (failed(transfer(e, inits, arguments)))
    return failure();
  if (zeros.empty())
    return success();
  Value isEmpty = arith::CmpIOp::create(
      e.b, e.loc(),
      op.getUnsignedCmp() ? arith::CmpIPredicate::uge
                          : arith::CmpIPredicate::sge,
      e.scalar(op.getLowerBound()), e.scalar(op.getUpperBound()));
  auto choice = scf::IfOp::create(e.b, e.loc(), isEmpty, /*else=*/false);
  OpBuilder::InsertionGuard guard(e.b);
  e.b.setInsertionPointToStart(choice.thenBlock());
  return transfer(e, zeros, sums);
}

LogicalResult emitFor(Emitter &e, scf::ForOp op) {
  if (failed(e.prepareRegions(op)))
    return failure();
  bindNewBuffers(e, op.getRegionIterArgs());
  if (failed(initialise(e, op)))
    return failure();
  auto made = scf::ForOp::create(
      e.b, op.getLoc(), e.scalar(op.getLowerBound()),
      e.scalar(op.getUpperBound()), e.scalar(op.getStep()),
      scalarsOf(e, op.getInitArgs()), nullptr, op.getUnsignedCmp());
  OpBuilder::InsertionGuard guard(e.b);
  Block *body = made.getBody();
  if (!body->empty())
    body->back().erase();
  e.b.setInsertionPointToEnd(body);
  e.setScalar(op.getInductionVar(), made.getInductionVar());
  bindScalars(e, op.getRegionIterArgs(), made.getRegionIterArgs());
  e.scratch.enterLoop();
  {
    Emitter::RegionScope scope(e, op);
    if (failed(e.emitBlock(*op.getBody())))
      return failure();
    Operation *yield = op.getBody()->getTerminator();
    if (failed(transfer(e, yield->getOperands(), op.getRegionIterArgs())))
      return failure();
    e.finished(yield);
    scf::YieldOp::create(e.b, op.getLoc(), scalarsOf(e, yield->getOperands()));
  }
  e.scratch.leaveLoop();
  bindScalars(e, op.getResults(), made.getResults());
  for (auto [result, argument] :
       llvm::zip(op.getResults(), op.getRegionIterArgs()))
    if (isTensor(result))
      e.setBuffer(result, *e.bufferOf(argument));
  return success();
}

LogicalResult emitWhile(Emitter &e, scf::WhileOp op) {
  if (failed(e.prepareRegions(op)))
    return failure();
  bindNewBuffers(e, op.getBeforeArguments());
  bindNewBuffers(e, op.getAfterArguments());
  if (failed(transfer(e, op.getInits(), op.getBeforeArguments())))
    return failure();
  auto made =
      scf::WhileOp::create(e.b, op.getLoc(), scalarTypes(op.getResults()),
                           scalarsOf(e, op.getInits()), nullptr, nullptr);
  OpBuilder::InsertionGuard guard(e.b);
  e.scratch.enterLoop();
  // Without callbacks the regions come without blocks.
  auto open = [&](Region &region, ValueRange arguments) {
    if (region.empty())
      e.b.createBlock(&region);
    Block &block = region.front();
    if (block.getNumArguments() == 0)
      for (Type type : scalarTypes(arguments))
        block.addArgument(type, op.getLoc());
    e.b.setInsertionPointToEnd(&block);
    bindScalars(e, arguments, block.getArguments());
  };
  // The second region runs only after the first: one scope for both.
  std::optional<Emitter::RegionScope> scope(std::in_place, e, op);
  open(made.getBefore(), op.getBeforeArguments());
  // Another block's failure must end a loop that waits for it.
  e.leaveIf(e.callRuntime("tessera_rt_should_stop", {}));
  if (failed(e.emitBlock(*op.getBeforeBody())))
    return failure();
  scf::ConditionOp condition = op.getConditionOp();
  if (failed(transfer(e, condition.getArgs(), op.getAfterArguments())))
    return failure();
  e.finished(condition);
  scf::ConditionOp::create(e.b, op.getLoc(), e.scalar(condition.getCondition()),
                           scalarsOf(e, condition.getArgs()));
  open(made.getAfter(), op.getAfterArguments());
  if (failed(e.emitBlock(*op.getAfterBody())))
    return failure();
  Operation *yield = op.getAfterBody()->getTerminator();
  if (failed(transfer(e, yield->getOperands(), op.getBeforeArguments())))
    return failure();
  e.finished(yield);
  scf::YieldOp::create(e.b, op.getLoc(), scalarsOf(e, yield->getOperands()));
  scope.reset();
  e.scratch.leaveLoop();
  bindScalars(e, op.getResults(), made.getResults());
  for (auto [result, argument] :
       llvm::zip(op.getResults(), op.getAfterArguments()))
    if (isTensor(result))
      e.setBuffer(result, *e.bufferOf(argument));
  return success();
}
} // namespace

LogicalResult emitControlFlow(Emitter &e, Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case<scf::IfOp>([&](scf::IfOp branch) { return emitIf(e, branch); })
      .Case<scf::ForOp>([&](scf::ForOp loop) { return emitFor(e, loop); })
      .Case<scf::WhileOp>(
          [&](scf::WhileOp loop) { return emitWhile(e, loop); });
}

} // namespace tessera::cpu
