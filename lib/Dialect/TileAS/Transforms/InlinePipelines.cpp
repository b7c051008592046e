//===- TileAS/Transforms/InlinePipelines.cpp - pipelines in sequence -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sequential meaning of pipelines, as code: a stage is a slot of storage,
// an iterator a counter, a token nothing. Producers and consumers run where
// they stand, one after the other in every thread, so waiting is unnecessary.
//
//===----------------------------------------------------------------------===//

#include "ValueFlow.h"

#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Dialect/TileAS/Utils/Builders.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SetVector.h"

namespace tessera::tileas {
#define GEN_PASS_DEF_INLINEPIPELINESPASS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera::tileas

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {
/// The storage of one pipeline: a ring of stages per payload value.
struct Rings {
  SmallVector<Value, 2> storage;
  int64_t numStages = 0;
};

/// What an op that uses a stage belongs to.
struct Step {
  CreatePipelineOp pipeline;
  SmallVector<Type> payload;
};

class Inliner {
public:
  explicit Inliner(tileaa::FuncOp function)
      : function(function), flow(function) {}
  LogicalResult run();

private:
  LogicalResult findPipelines();
  LogicalResult makeRings(CreatePipelineOp create, ArrayRef<Type> payload);
  void inlineOp(Operation *op);

  /// The one pipeline that a token or iterator belongs to.
  FailureOr<CreatePipelineOp> pipelineOf(Operation *user, Value value) const;
  /// The storage of payload value `index` at the iterator's stage.
  Value slot(OpBuilder &builder, Operation *user, Value iterator,
             unsigned index);
  Value read(OpBuilder &builder, Operation *op, Value iterator, unsigned index);
  void write(OpBuilder &builder, Operation *op, Value iterator, unsigned index,
             Value value);
  SmallVector<Value> inlineBody(Operation *op, Value iterator, bool isProducer);

  tileaa::FuncOp function;
  ValueFlow flow;
  llvm::DenseMap<Operation *, Rings> rings;
  llvm::DenseMap<Operation *, Step> steps;
  llvm::DenseMap<Value, Value> stageValues;
};
} // namespace

static bool isPipelineType(Type type) {
  return isa<PipelineProducerTokenType, PipelineConsumerTokenType,
             PipelineIteratorType>(type);
}

//===----------------------------------------------------------------------===//
// Which pipeline
//===----------------------------------------------------------------------===//

FailureOr<CreatePipelineOp> Inliner::pipelineOf(Operation *user,
                                                Value value) const {
  llvm::SmallSetVector<Value, 8> seen;
  llvm::SmallSetVector<Operation *, 2> found;
  seen.insert(value);
  for (size_t i = 0; i != seen.size(); ++i) {
    Value current = seen[i];
    seen.insert_range(flow.sources(current));
    Operation *maker = current.getDefiningOp();
    if (!maker)
      continue;
    if (isa<CreatePipelineOp>(maker))
      found.insert(maker);
    else if (getPipelineOp(maker))
      // Tokens and iterators come from the op's own, first operand first.
      for (Value operand : maker->getOperands())
        if (isPipelineType(operand.getType()))
          seen.insert(operand);
  }
  if (found.size() == 1)
    return cast<CreatePipelineOp>(found.front());
  return user->emitOpError("expected to belong to one pipeline, got ")
         << found.size();
}

LogicalResult Inliner::findPipelines() {
  for (Type type : function.getArgumentTypes())
    if (isPipelineType(type))
      return function.emitOpError("expected no pipeline from outside, got ")
             << type;
  WalkResult walk = function.walk([&](Operation *op) -> WalkResult {
    if (isa<AgentSwitchOp>(op))
      return op->emitOpError("expected producers and consumers in one order, "
                             "got agents that run side by side");
    Value iterator, token;
    for (Value operand : op->getOperands()) {
      if (isa<PipelineIteratorType>(operand.getType()))
        iterator = operand;
      else if (isPipelineType(operand.getType()))
        token = operand;
    }
    if (!getPipelineOp(op) || !iterator || !token)
      return WalkResult::advance();
    FailureOr<CreatePipelineOp> byToken = pipelineOf(op, token);
    FailureOr<CreatePipelineOp> byIterator = pipelineOf(op, iterator);
    if (failed(byToken) || failed(byIterator))
      return WalkResult::interrupt();
    if (*byToken != *byIterator)
      return op->emitOpError(
          "expected a token and an iterator of one pipeline");
    auto payload = cast<PipelineIteratorType>(iterator.getType()).getPayload();
    steps[op] = {*byToken, llvm::to_vector(payload)};
    return WalkResult(makeRings(*byToken, payload));
  });
  return failure(walk.wasInterrupted());
}

/// The pipeline's buffer holds the first payload value if it fits; the others
/// get storage of their own.
LogicalResult Inliner::makeRings(CreatePipelineOp create,
                                 ArrayRef<Type> payload) {
  auto [it, isNew] = rings.try_emplace(create);
  Rings &ring = it->second;
  if (!isNew) {
    if (ring.storage.size() == payload.size())
      return success();
    return create.emitOpError("expected iterators of one payload");
  }
  ring.numStages = create.getNumStages();
  OpBuilder builder(create);
  for (Type type : payload) {
    auto tile = dyn_cast<RankedTensorType>(type);
    if (!tile)
      return create.emitOpError("expected tiles as payload, got ") << type;
    SmallVector<int64_t> shape{ring.numStages};
    llvm::append_range(shape, tile.getShape());
    Value buffer = create.getBufferView();
    auto storage = dyn_cast<TiledViewType>(buffer.getType());
    bool fits = storage && ring.storage.empty() &&
                storage.getShape() == ArrayRef<int64_t>(shape) &&
                storage.getElementType() == tile.getElementType();
    if (!fits)
      buffer =
          AllocTensorOp::create(builder, create.getLoc(),
                                TiledViewType::get(shape, tile.getElementType(),
                                                   tileaa::Residency::Smem));
    ring.storage.push_back(buffer);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

Value Inliner::slot(OpBuilder &builder, Operation *user, Value iterator,
                    unsigned index) {
  Location loc = user->getLoc();
  const Rings &ring = rings.find(steps.find(user)->second.pipeline)->second;
  // The iterator is an index by now.
  Value count = arith::ConstantIndexOp::create(builder, loc, ring.numStages);
  Value stage = arith::RemUIOp::create(builder, loc, iterator, count);
  auto storage = cast<TiledViewType>(ring.storage[index].getType());
  Type type =
      TiledViewType::get(storage.getShape().drop_front(),
                         storage.getElementType(), storage.getResidency());
  return ViewOp::create(builder, loc, type, ring.storage[index], stage);
}

/// `view %tile : tile -> tiled_view` in a producer body names the stage.
static bool isStageView(OpOperand &use) {
  auto view = dyn_cast<ViewOp>(use.getOwner());
  return view && isAnyTiledView(view.getType());
}

Value Inliner::read(OpBuilder &builder, Operation *op, Value iterator,
                    unsigned index) {
  TiledAccessSpec access;
  access.atom = AtomAttr::get(builder.getContext(), AtomKind::Copy);
  Value view = slot(builder, op, iterator, index);
  auto tile = cast<RankedTensorType>(steps.find(op)->second.payload[index]);
  return buildViewThenTiledLoad(builder, op->getLoc(), view,
                                {view.getType(), {}}, tile, access)
      .getResult();
}

void Inliner::write(OpBuilder &builder, Operation *op, Value iterator,
                    unsigned index, Value value) {
  TiledAccessSpec access;
  access.atom = AtomAttr::get(builder.getContext(), AtomKind::Copy);
  Value view = slot(builder, op, iterator, index);
  buildViewThenTiledStore(builder, op->getLoc(), value, view,
                          {view.getType(), {}}, access);
}

/// The body in place of `op`: arguments are read where the body uses them as
/// values, what a producer yields is written unless it is the stage itself.
/// Returns what the body yields after the payload.
SmallVector<Value> Inliner::inlineBody(Operation *op, Value iterator,
                                       bool isProducer) {
  Block &body = op->getRegion(0).front();
  const size_t numPayload = steps.find(op)->second.payload.size();
  OpBuilder builder(op);
  Operation *yield = body.getTerminator();
  for (BlockArgument argument : body.getArguments()) {
    unsigned index = argument.getArgNumber();
    for (OpOperand &use : llvm::make_early_inc_range(argument.getUses()))
      if (isStageView(use)) {
        use.getOwner()->getResult(0).replaceAllUsesWith(
            slot(builder, op, iterator, index));
        use.getOwner()->erase();
      }
    bool isRead = llvm::any_of(argument.getUses(), [&](OpOperand &use) {
      return use.getOwner() != yield || use.getOperandNumber() >= numPayload ||
             use.getOperandNumber() != index;
    });
    if (isRead)
      stageValues[argument] = read(builder, op, iterator, index);
  }
  SmallVector<Value> extras;
  builder.setInsertionPoint(yield);
  for (auto [i, value] : llvm::enumerate(yield->getOperands())) {
    if (i >= numPayload)
      extras.push_back(value);
    else if (isProducer && value != body.getArgument(i))
      write(builder, op, iterator, i, value);
  }
  for (BlockArgument argument : body.getArguments())
    if (Value value = stageValues.lookup(argument)) {
      argument.replaceAllUsesWith(value);
      for (Value &extra : extras)
        if (extra == argument)
          extra = value;
    }
  // An argument that is left is yielded only, by a yield that goes away.
  yield->erase();
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         body.getOperations());
  return extras;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// Tokens carry nothing: the op's own stands for its result.
void Inliner::inlineOp(Operation *op) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  SmallVector<Value> results;
  switch (*getPipelineOp(op)) {
  case PipelineOp::CreatePipeline: {
    Value nothing = arith::ConstantIntOp::create(builder, loc, 0, 32);
    results.assign(2, nothing);
    break;
  }
  case PipelineOp::CreateIterator:
    results.push_back(arith::ConstantIndexOp::create(builder, loc, 0));
    break;
  case PipelineOp::IncIter: {
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    results.push_back(
        arith::AddIOp::create(builder, loc, op->getOperand(0), one));
    break;
  }
  case PipelineOp::ProduceOne:
  case PipelineOp::ConsumeOne:
  case PipelineOp::ProduceOneAsync:
  case PipelineOp::ConsumeOneAsync: {
    bool isProducer = isa<ProduceOneOp, ProduceOneAsyncOp>(op);
    SmallVector<Value> extras = inlineBody(op, op->getOperand(1), isProducer);
    builder.setInsertionPoint(op);
    results.push_back(op->getOperand(0));
    if (isa<ProduceOneAsyncOp, ConsumeOneAsyncOp>(op)) {
      Value done = tileaa::CreateMemTokenOp::create(builder, loc);
      results.push_back(TokenToAsyncOp::create(builder, loc, done));
    }
    llvm::append_range(results, extras);
    break;
  }
  case PipelineOp::ConsumerRead:
    for (unsigned i = 0; i != op->getNumResults(); ++i)
      results.push_back(read(builder, op, op->getOperand(1), i));
    break;
  case PipelineOp::ProducerWrite:
    for (auto [i, value] : llvm::enumerate(op->getOperands().drop_front(2)))
      write(builder, op, op->getOperand(1), i, value);
    results.push_back(op->getOperand(0));
    break;
  default: // Handshakes.
    results.push_back(op->getOperand(0));
    break;
  }
  op->replaceAllUsesWith(results);
  op->erase();
}

LogicalResult Inliner::run() {
  if (failed(findPipelines()))
    return failure();
  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) {
    if (getPipelineOp(op) && !isa<PipelineYieldOp>(op))
      ops.push_back(op);
  });
  if (ops.empty())
    return success();
  // Counters for iterators, numbers that nobody reads for tokens. Ops that
  // carry them take the types from the values.
  OpBuilder builder(function.getContext());
  auto retype = [&](Value value) {
    if (isa<PipelineIteratorType>(value.getType()))
      value.setType(builder.getIndexType());
    else if (isPipelineType(value.getType()))
      value.setType(builder.getI32Type());
  };
  function.walk([&](Operation *op) {
    llvm::for_each(op->getResults(), retype);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), retype);
  });
  for (Operation *op : ops)
    inlineOp(op);
  return success();
}

namespace {
struct InlinePipelines
    : tileas::impl::InlinePipelinesPassBase<InlinePipelines> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<tileaa::FuncOp>())
      if (failed(Inliner(function).run()))
        return signalPassFailure();
  }
};
} // namespace
