//===- TileAS/Transforms/Pipelining/RolePipeline.cpp - stages between roles ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop whose stages another role fills becomes two loops. The producer's
// waits until a stage is empty and fills it: one thread by TMA, where the
// tensor maps could be made, else all its threads by cp.async. The consumer's
// waits until a stage is full, reads it, and releases it: at the end of the
// iteration, or, if its product is still under way then, at the end of the
// next. Both know the stage and its parity from counting, and meet nowhere
// else. Loops around them carry both positions, so that the producer may be a
// tile ahead.
//
//===----------------------------------------------------------------------===//

#include "LoopPipeline.h"
#include "StageCopies.h"

#include "Dialect/TileAS/Transforms/Pairs/CorrectedLoop.h"
#include "Dialect/TileAS/Transforms/Pairs/EarlyProduct.h"
#include "Dialect/TileAS/Transforms/Pairs/LateProduct.h"

#include "tessera/Dialect/TileAS/IR/PipelineAttrs.h"
#include "tessera/Dialect/TileAS/Utils/Builders.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using layout::Dim;
using layout::LinearLayout;

//===----------------------------------------------------------------------===//
// Which loops
//===----------------------------------------------------------------------===//

/// Whether nothing but loads comes before the token.
static bool isOfLoads(Value token) {
  Operation *maker = token.getDefiningOp();
  if (!maker || !isa<tileaa::CreateMemTokenOp, tileaa::JoinMemTokenOp>(maker))
    return false;
  return llvm::all_of(maker->getOperands(), isOfLoads);
}

std::string LoopPipeline::whyOneRole() {
  SmallVector<Value> values{loop.getLowerBound(), loop.getUpperBound(),
                            loop.getStep()};
  for (unsigned number : slice.carried)
    values.push_back(loop.getInitArgs()[number]);
  for (Operation *op : slice.ops)
    for (Value operand : op->getOperands())
      if (loop.isDefinedOutsideOfLoop(operand))
        values.push_back(operand);
  if (!usesTma())
    return "TMA copies none of its tiles";
  for (Payload &each : payload) {
    if (!isa<TiledStoreOp>(each.sink))
      return "threads read its stages, not only products";
    if (!isa<TiledLoadOp>(each.load))
      return "its addresses are computed from tiles; write indices that "
             "are computed from scalars";
    for (Value operand : each.load->getOperands())
      if (loop.isDefinedOutsideOfLoop(operand) &&
          !isa<tileaa::MemTokenType>(operand.getType()))
        values.push_back(operand);
  }
  if (!llvm::all_of(outsideTokens, isOfLoads))
    return "its loads are ordered after other accesses of the kernel; leave "
           "the token of these out where the arrays are others";
  if (roles->hasGivenInside(loop))
    return "the stages of a loop inside are filled by the producer";
  if (std::string reason = roles->whyNot(loop, values); !reason.empty())
    return reason;
  // Beside an issuer the consumer waits for the products that it issues.
  return roles->hasIssuer() && !chains.empty() ? whyNoIssuer() : "";
}

Type LoopPipeline::copiedType(Payload &each) {
  auto tile = cast<RankedTensorType>(each.tile().getType());
  if (!hasProducer)
    return tile;
  // The producer has fewer warps: what the others would copy are more
  // registers.
  const LinearLayout &old = getLayoutAttr(tile).getLayout();
  const unsigned bits = llvm::Log2_32(roles->producerWarps());
  if (old.in().bits(Dim::Warp) <= bits)
    return tile;
  // A warp that has nothing but copies is no further register.
  SmallVector<uint64_t> further;
  for (unsigned bit = bits; bit < old.in().bits(Dim::Warp); ++bit)
    if (uint64_t column = old.column(Dim::Warp, bit))
      further.push_back(column);
  const unsigned moved = further.size();
  SmallVector<layout::Axis> axes;
  SmallVector<uint64_t> columns;
  for (const layout::Axis &axis : old.in().axes()) {
    const unsigned kept = axis.dim == Dim::Warp ? bits : axis.bits;
    for (unsigned bit = 0; bit < kept; ++bit)
      columns.push_back(old.column(axis.dim, bit));
    if (axis.dim == Dim::Register)
      llvm::append_range(columns, further);
    axes.push_back({axis.dim, axis.dim == Dim::Register ? kept + moved : kept});
  }
  LinearLayout made = llvm::cantFail(LinearLayout::create(
      llvm::cantFail(layout::Space::create(axes)), old.out(), columns));
  return RankedTensorType::get(tile.getShape(), tile.getElementType(),
                               LayoutAttr::get(tile.getContext(), made));
}

//===----------------------------------------------------------------------===//
// The two sides
//===----------------------------------------------------------------------===//

void LoopPipeline::carryPositions() {
  SmallVector<scf::ForOp> nest = KernelRoles::loopsAround(loop);
  if (nest.empty())
    return;
  OpBuilder outside(nest.front());
  SmallVector<Value> positions;
  for (unsigned side = 0; side < numSides(); ++side)
    positions.push_back(startOf(outside, Side(side)));
  // Results of the loop inside are what the loop around it yields.
  scf::ForOp outer;
  for (scf::ForOp each : nest) {
    scf::ForOp made = roles->carry(each, positions);
    ValueRange results = made.getResults().take_back(numSides());
    if (outer)
      outer.getBody()->getTerminator()->setOperands(
          outer.getNumRegionIterArgs() - numSides(), numSides(), results);
    positions.assign(made.getRegionIterArgs().end() - numSides(),
                     made.getRegionIterArgs().end());
    outer = made;
  }
  around = outer;
  b.setInsertionPoint(loop);
}

Value LoopPipeline::startOf(OpBuilder &at, Side side) {
  CreatePipelineOp of = side < Summing ? pipeline : sums;
  const bool isProducer = side == Filling || side == Summing;
  Type type = side < Summing
                  ? iteratorType(/*forConsumer=*/side == Reading)
                  : PipelineIteratorType::get(
                        at.getContext(),
                        SmallVector<Type>(ValueRange(places).getTypes()));
  return CreateIteratorOp::create(at, loop.getLoc(), type,
                                  isProducer ? Value(of.getProducer())
                                             : Value(of.getConsumer()));
}

Value LoopPipeline::firstPosition(Side side) {
  return around ? around.getRegionIterArgs().take_back(numSides())[side]
                : startOf(b, side);
}

void LoopPipeline::leaveAt(Value position, Side side) {
  if (around)
    around.getBody()->getTerminator()->setOperand(
        around.getNumRegionIterArgs() - numSides() + side, position);
}

void LoopPipeline::rebuildForRoles() {
  Location loc = loop.getLoc();
  roles->hold(loop, stages * (stageBytes + barrierBytes));
  roles->inFront(loop, [&](OpBuilder &at) {
    pipeline = createStages(at);
    pipeline->setAttr(kEmptyBarrierAttrName,
                      at.getI64IntegerAttr(stages * (stageBytes + 8)));
    // The bytes of TMA are one arrival; a thread that copies makes its own.
    unsigned warps = roles->producerWarps();
    if (hasPrologue)
      warps = std::max(warps, roles->consumerWarps());
    pipeline->setAttr(
        kFullArrivalsAttrName,
        at.getI64IntegerAttr(1 + 32 * warps * (isOfPair ? 2 : 1)));
    pipeline->setAttr(kEmptyArrivalsAttrName,
                      at.getI64IntegerAttr(hasIssuer
                                               ? 1
                                               : roles->consumerWarps() / 4 *
                                                     (isOfCluster ? 2 : 1)));
    if (hasIssuer)
      placeSums(at);
    if (isOfCluster)
      pipeline->setAttr(kClusterStagesAttrName, at.getUnitAttr());
    if (isOfPair)
      pipeline->setAttr(kPairStagesAttrName, at.getUnitAttr());
    const bool meetsOther = isOfCluster || isOfPair;
    if (meetsOther)
      tellOfMaps(at);
    ProxyFenceOp::create(at, loc, /*shared_only=*/true);
    BarrierOp::create(at, loc,
                      meetsOther ? BarrierScope::Cluster : BarrierScope::Block);
  });
  carryPositions();
  token = tileaa::CreateMemTokenOp::create(b, loc);
  if (hasPrologue)
    buildPrologue();
  buildProducer();
  if (!hasIssuer)
    return buildConsumer();
  buildIssuer();
  takeSums();
}

arith::CmpIPredicate LoopPipeline::entersLoop() {
  return loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                               : arith::CmpIPredicate::slt;
}

void LoopPipeline::buildProducer() {
  Location loc = loop.getLoc();
  bool isAllTma = true;
  for (Payload &each : payload) {
    if (!each.map) {
      isAllTma = false;
      continue;
    }
    Value made = IsTmaDescMadeOp::create(b, loc, each.map);
    hasMaps =
        hasMaps ? Value(arith::AndIOp::create(b, loc, hasMaps, made)) : made;
  }
  if (isOfCluster || isOfPair)
    hasMaps = arith::AndIOp::create(b, loc, hasMaps, haveOthersMaps());
  ProducerState from{
      loop.getLowerBound(), loop.getUpperBound(), firstPosition(Filling), {}};
  for (unsigned number : slice.carried)
    from.carried.push_back(loop.getInitArgs()[number]);
  const Type type = from.position.getType();
  if (hasPrologue)
    beginBehindPrologue(from);
  // The position behind the loop is only wanted by a loop around it.
  SmallVector<Type> types;
  if (around)
    types.push_back(type);
  auto yield = [&](Value position) {
    if (around)
      scf::YieldOp::create(b, loc, position);
  };
  auto fill = [&](bool byTma) {
    ProducerState own = from;
    if (hasPrologue && around)
      own.position = positionBehindPrologue(from);
    Value behind = buildProducerLoop(byTma, own).getResult(1);
    if (byTma && hasPrologue && !around)
      awaitFills(from.lower, behind);
    yield(behind);
  };
  auto either = scf::IfOp::create(b, loc, types, hasMaps, /*withElse=*/true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(either.thenBlock());
    if (isAllTma) {
      Value isFirst = IsFirstThreadOp::create(b, loc);
      auto alone = scf::IfOp::create(b, loc, types, isFirst,
                                     /*withElse=*/around != nullptr);
      b.setInsertionPointToStart(alone.thenBlock());
      fill(/*byTma=*/true);
      if (around) {
        b.setInsertionPointToStart(alone.elseBlock());
        yield(from.position);
        b.setInsertionPointToEnd(either.thenBlock());
        yield(alone.getResult(0));
      }
    } else {
      fill(/*byTma=*/true);
    }
    b.setInsertionPointToStart(either.elseBlock());
    fill(/*byTma=*/false);
  }
  if (around)
    leaveAt(either.getResult(0), Filling);
  roles->give(either, RoleKind::Producer);
}

/// Fills the next stage for the iteration at `counter`: `from` is the right to
/// fill, and the position.
void LoopPipeline::fillNext(bool byTma, IRMapping map, Value counter,
                            std::optional<unsigned> turn,
                            std::pair<Value, Value> &from) {
  Location loc = loop.getLoc();
  auto &[filled, iterator] = from;
  Value acquired =
      ProducerAcquireOp::create(b, loc, filled.getType(), filled, iterator);
  map.map(loop.getInductionVar(), counter);
  cloneSlice(map);
  filled = fillStage(map, acquired, iterator, byTma, turn);
  iterator = IncIterOp::create(b, loc, iterator.getType(), iterator);
}

/// The same for the first load, if there is such an iteration.
void LoopPipeline::fillAhead(bool byTma, const ProducerState &of, Value counter,
                             std::pair<Value, Value> &from) {
  Location loc = loop.getLoc();
  Value isAny = arith::CmpIOp::create(b, loc, entersLoop(), counter, of.upper);
  auto any = scf::IfOp::create(
      b, loc, TypeRange{from.first.getType(), from.second.getType()}, isAny,
      /*withElse=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(any.elseBlock());
  scf::YieldOp::create(b, loc, ValueRange{from.first, from.second});
  b.setInsertionPointToStart(any.thenBlock());
  fillNext(byTma, of.outside, counter, /*turn=*/0u, from);
  scf::YieldOp::create(b, loc, ValueRange{from.first, from.second});
  from = {any.getResult(0), any.getResult(1)};
}

scf::ForOp LoopPipeline::buildProducerLoop(bool byTma,
                                           const ProducerState &from) {
  Location loc = loop.getLoc();
  std::pair<Value, Value> state{pipeline.getProducer(), from.position};
  if (inTurn)
    fillAhead(byTma, from, from.lower, state);
  SmallVector<Value> inits{state.first, state.second};
  llvm::append_range(inits, from.carried);
  auto made = scf::ForOp::create(b, loc, from.lower, from.upper, loop.getStep(),
                                 inits, nullptr, loop.getUnsignedCmp());
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(made.getBody());
  state = {made.getRegionIterArgs()[0], made.getRegionIterArgs()[1]};
  IRMapping map = from.outside;
  for (auto [number, value] :
       llvm::zip(slice.carried, made.getRegionIterArgs().drop_front(2)))
    map.map(loop.getRegionIterArgs()[number], value);
  if (inTurn) {
    Value next =
        arith::AddIOp::create(b, loc, made.getInductionVar(), loop.getStep());
    fillAhead(byTma, from, next, state);
    fillNext(byTma, map, made.getInductionVar(), /*turn=*/1u, state);
  } else {
    fillNext(byTma, map, made.getInductionVar(), std::nullopt, state);
  }
  SmallVector<Value> next{state.first, state.second};
  for (unsigned number : slice.carried)
    next.push_back(map.lookupOrDefault(
        loop.getBody()->getTerminator()->getOperand(number)));
  scf::YieldOp::create(b, loc, next);
  return made;
}

void LoopPipeline::buildConsumer() {
  Location loc = loop.getLoc();
  Type type = iteratorType(/*forConsumer=*/true);
  const unsigned kept = loop.getNumRegionIterArgs();
  Value reader = firstPosition(Reading);
  SmallVector<Value> inits = oldInits();
  inits.push_back(pipeline.getConsumer());
  inits.push_back(reader);
  // The stage that products of the iteration before may still read.
  if (!chains.empty())
    inits.push_back(reader);
  scf::ForOp made = buildLoopLike(b, loop, loop.getLowerBound(), inits);
  Value consumer = made.getRegionIterArgs()[kept],
        ownStage = made.getRegionIterArgs()[kept + 1];
  b.setInsertionPointToStart(made.getBody());
  SmallVector<ConsumerWaitOp> waits;
  SmallVector<Value> ownStages;
  Value behind = ownStage, right = consumer;
  for (unsigned turn = 0, turns = inTurn ? payload.size() : 1; turn < turns;
       ++turn) {
    ownStages.push_back(behind);
    waits.push_back(ConsumerWaitOp::create(b, loc, consumer.getType(), right,
                                           behind, /*consumer_idx=*/0));
    waits.back()->setAttr(kWaitsAloneAttrName, b.getUnitAttr());
    right = waits.back().getResult();
    behind = IncIterOp::create(b, loc, type, behind);
  }
  ConsumerWaitOp wait = waits.back();
  SmallVector<Value> yielded = moveBody(made, waits, ownStages);
  b.setInsertionPointToEnd(made.getBody());
  if (chains.empty()) {
    for (Value stage : ownStages)
      ConsumerReleaseOp::create(b, loc, consumer.getType(), wait.getResult(),
                                stage);
  } else {
    Value isLater =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne,
                              made.getInductionVar(), loop.getLowerBound());
    auto later =
        scf::IfOp::create(b, loc, TypeRange(), isLater, /*withElse=*/false);
    OpBuilder inner = later.getThenBodyBuilder();
    ConsumerReleaseOp::create(inner, loc, consumer.getType(), wait.getResult(),
                              made.getRegionIterArgs()[kept + 2]);
  }
  yielded.push_back(wait.getResult());
  yielded.push_back(behind);
  if (!chains.empty())
    yielded.push_back(ownStage);
  scf::YieldOp::create(b, loc, yielded);
  // Nothing is under way behind the loop.
  Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
  const arith::CmpIPredicate predicate = entersLoop();
  replaceResults(made);
  leaveAt(made.getResult(kept + 1), Reading);
  if (roles->hasCorrection() && chains.empty() && stages >= 3 &&
      correctInRole(made, pipeline, *roles))
    return;
  // A stage that is released later must not be what the producer waits for.
  if (chains.empty() && stages >= 3 &&
      makeProductLate(made, roles->consumerWarps(), roles->consumerRegisters()))
    return;
  Operation *last = made;
  if (Operation *early = chains.empty() && stages >= 3
                             ? makeProductEarly(made, pipeline, roles->teams())
                             : nullptr)
    last = early;
  else if (inTurn)
    roles->refuse();
  while (isa_and_nonnull<FutureWaitOp>(last->getNextNode()))
    last = last->getNextNode();
  b.setInsertionPointAfter(last);
  if (!around && !isOfCluster && last->getBlock() == roles->blockOf(last))
    RetireStagesOp::create(b, loc, pipeline.getConsumer());
  if (around && !chains.empty()) {
    Value isAny = arith::CmpIOp::create(b, loc, predicate, lower, upper);
    auto any = scf::IfOp::create(b, loc, TypeRange(), isAny,
                                 /*withElse=*/false);
    OpBuilder inner = any.getThenBodyBuilder();
    ConsumerReleaseOp::create(inner, loc, made.getResult(kept).getType(),
                              made.getResult(kept), made.getResult(kept + 2));
  }
}
