//===- TileAS/Transforms/Pipelining/IssuerLoop.cpp - loops that only multiply --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop whose stages a producer fills and that does nothing but add products
// of tcgen05 to its sums is the issuer's: one thread waits for a stage, issues
// its products, and has the tensor unit release the stage when they are done.
// The consumer has no loop. It waits until the sums are there, loads them from
// tensor memory and releases their place.
//
// Sums go from the issuer to the consumer as stages do from the producer: by a
// pipeline, whose stages are sets of places in tensor memory. Where loops
// around the loop make tile after tile and there are columns enough, there are
// two sets, so that the sums of one tile are read while those of the next are
// made.
//
// Products of a pair of blocks are issued in the first of them. Its issuer
// waits for the stages of both blocks, and for the consumers of both to have
// read sums; both blocks learn when products are done.
//
//===----------------------------------------------------------------------===//

#include "LoopPipeline.h"
#include "SumSlices.h"

#include "tessera/Dialect/TileAS/IR/MmaAtoms.h"
#include "tessera/Dialect/TileAS/IR/PipelineAttrs.h"
#include "tessera/Dialect/TileAS/Utils/DotBuilders.h"
#include "tessera/Dialect/TileAS/Utils/SharedStorage.h"
#include "tessera/Dialect/TileAS/Utils/StorePrice.h"
#include "tessera/Dialect/TileAS/Utils/TensorPlaces.h"
#include "tessera/Target/Tcgen05Table.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// The barriers of a set of sums.
static constexpr int64_t bytesOfBarrier = 8, setBytes = 2 * bytesOfBarrier;
/// What the allocator aligns them to.
static constexpr int64_t boardBytes = 128;

//===----------------------------------------------------------------------===//
// Which loops
//===----------------------------------------------------------------------===//

bool LoopPipeline::hasProductsOfPair() {
  bool found = false;
  loop->walk([&](DotOp dot) { found |= tileas::isOfPair(dot.getAtom()); });
  return found;
}

std::string LoopPipeline::whyNoIssuer() {
  if (chains.empty())
    return "its products are not sums that only they use";
  llvm::SmallPtrSet<Operation *, 16> known;
  auto isPayload = [&](Value factor) {
    return llvm::any_of(
        payload, [&](const Payload &each) { return each.wanted() == factor; });
  };
  for (const Chain &chain : chains) {
    if (!isPositiveZero(loop.getInitArgs()[chain.number]))
      return "its sums do not begin as zero";
    for (DotOp dot : chain.dots) {
      if (!isPayload(dot.getLhs()) || !isPayload(dot.getRhs()))
        return "a factor of it does not come through stages";
      if (dot.getLhsScale() &&
          (!isPayload(dot.getLhsScale()) || !isPayload(dot.getRhsScale())))
        return "a scale of it does not come through stages";
      known.insert(dot);
    }
  }
  for (Payload &each : payload) {
    known.insert({each.load, each.sink, each.wanted().getDefiningOp()});
    known.insert_range(each.renamings);
  }
  for (Operation &op : loop.getBody()->without_terminator())
    if (!known.contains(&op) && !slice.ops.contains(&op) &&
        !(isMemoryEffectFree(&op) && op.getNumRegions() == 0 &&
          llvm::none_of(op.getResultTypes(), llvm::IsaPred<RankedTensorType>)))
      return ("it does more than multiply: " + op.getName().getStringRef())
          .str();
  for (OpResult result : loop.getResults())
    if (!result.use_empty() && !isa<tileaa::MemTokenType>(result.getType()) &&
        llvm::none_of(chains, [&](const Chain &chain) {
          return chain.number == result.getResultNumber();
        }))
      return "more than sums is used behind it";
  return "";
}

/// The accumulator's tile of a product, with its layout in registers.
static RankedTensorType sumOf(const Chain &chain) {
  DotOp dot = chain.dots.front();
  return cast<RankedTensorType>(dot.getType());
}

/// Of its sums.
static unsigned columnsOf(DotOp dot) {
  return layout::columnsOfPlace(
      placeLayout(dot.getAtom(), cast<RankedTensorType>(dot.getType())));
}

/// Of its scales, of which there is one set.
static unsigned columnsOfScales(DotOp dot) {
  return dot.getLhsScale() ? scaleColumns(dot.getLhsScale(), dot.getRhsScale())
                           : 0;
}

unsigned LoopPipeline::chooseSets() {
  if (KernelRoles::loopsAround(loop).empty())
    return 1;
  unsigned taken = 0, own = 0;
  auto function = loop->getParentOfType<tileaa::FuncOp>();
  function.walk([&](Operation *op) {
    if (!roles->isTogether(loop, op))
      return;
    if (auto place = dyn_cast<TensorPlaceOp>(op))
      taken += place.getNumColumns();
    if (auto dot = dyn_cast<DotOp>(op); dot && tcgen05ShapeOf(dot.getAtom()))
      taken += columnsOf(dot) + columnsOfScales(dot);
  });
  for (const Chain &chain : chains)
    own += columnsOf(chain.dots.front());
  // Blocks beside each other on a multiprocessor share the columns.
  const unsigned columns =
      gpu::tensorColumns / std::max(blocksOnMultiprocessor(), 1u);
  return taken + own <= columns ? 2 : 1;
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

void LoopPipeline::placeSums(OpBuilder &at) {
  Location loc = loop.getLoc();
  const unsigned sets = chooseSets();
  memory = claimTensorMemory(loop->getParentOfType<tileaa::FuncOp>());
  for (const Chain &chain : chains) {
    DotOp dot = chain.dots.front();
    places.push_back(
        buildPlace(at, loc, memory, dot.getAtom(), sumOf(chain), sets));
  }
  for (const Chain &chain : chains)
    for (DotOp dot : chain.dots)
      if (dot.getLhsScale())
        scalePlaces[dot] = buildScalePlace(at, loc, memory, dot.getLhsScale(),
                                           dot.getRhsScale());
  Value board =
      AllocTensorOp::create(at, loc,
                            TiledViewType::get({sets, setBytes}, at.getI8Type(),
                                               tileaa::Residency::Smem));
  sums = CreatePipelineOp::create(
      at, loc, at.getType<PipelineProducerTokenType>(),
      at.getType<PipelineConsumerTokenType>(), board, sets,
      /*producerGroupId=*/2, /*consumerGroupId=*/0, at.getBoolAttr(true),
      at.getBoolAttr(true));
  sums->setAttr(kFullBarrierAttrName, at.getI64IntegerAttr(0));
  sums->setAttr(kEmptyBarrierAttrName,
                at.getI64IntegerAttr(sets * bytesOfBarrier));
  sums->setAttr(
      kEmptyArrivalsAttrName,
      at.getI64IntegerAttr(roles->consumerWarps() * (isOfPair ? 2 : 1)));
  if (isOfPair)
    sums->setAttr(kPairStagesAttrName, at.getUnitAttr());
  roles->hold(loop, boardBytes);
}

Value LoopPipeline::isIssuing() {
  Location loc = loop.getLoc();
  Value isFirst = IsFirstThreadOp::create(b, loc);
  if (!isOfPair)
    return isFirst;
  Value rank = ClusterRankOp::create(b, loc, b.getI32Type());
  Value zero = arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(0));
  Value leads =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, rank, zero);
  return arith::AndIOp::create(b, loc, isFirst, leads);
}

void LoopPipeline::buildIssuer() {
  Location loc = loop.getLoc();
  OpBuilder::InsertionGuard guard(b);
  const Value first = firstPosition(Reading), set = firstPosition(Summing);
  SmallVector<Type> types;
  if (around)
    types.append({first.getType(), set.getType()});
  auto alone = scf::IfOp::create(b, loc, types, isIssuing(),
                                 /*withElse=*/around != nullptr);
  b.setInsertionPointToStart(alone.thenBlock());
  ProducerAcquireOp::create(b, loc, sums.getProducer().getType(),
                            sums.getProducer(), set);
  SmallVector<Value, 1> own;
  for (Value place : places)
    own.push_back(TensorSetOp::create(b, loc, place, set));
  Value last = buildIssuerLoop(own, first);
  CommitProductsOp::create(b, loc, memory, set);
  if (around) {
    Value next = IncIterOp::create(b, loc, set.getType(), set);
    scf::YieldOp::create(b, loc, ValueRange{last, next});
    b.setInsertionPointToStart(alone.elseBlock());
    scf::YieldOp::create(b, loc, ValueRange{first, set});
    leaveAt(alone.getResult(0), Reading);
    leaveAt(alone.getResult(1), Summing);
  }
  roles->give(alone, RoleKind::Issuer);
}

Value LoopPipeline::buildIssuerLoop(ValueRange own, Value first) {
  Location loc = loop.getLoc();
  Value no = arith::ConstantIntOp::create(b, loc, 0, 1),
        yes = arith::ConstantIntOp::create(b, loc, 1, 1);
  auto made = scf::ForOp::create(b, loc, loop.getLowerBound(),
                                 loop.getUpperBound(), loop.getStep(),
                                 ValueRange{pipeline.getConsumer(), first, no},
                                 nullptr, loop.getUnsignedCmp());
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(made.getBody());
  Value token = made.getRegionIterArgs()[0],
        stage = made.getRegionIterArgs()[1],
        isLater = made.getRegionIterArgs()[2];
  auto wait = ConsumerWaitOp::create(b, loc, token.getType(), token, stage,
                                     /*consumer_idx=*/0);
  wait->setAttr(kWaitsAloneAttrName, b.getUnitAttr());
  auto payloadTypes = cast<PipelineIteratorType>(stage.getType()).getPayload();
  auto read = ConsumerReadOp::create(b, loc, payloadTypes, wait.getResult(),
                                     stage, /*consumer_idx=*/0);
  auto stageOf = [&](Value factor) -> Value {
    for (auto [each, value] : llvm::zip(payload, read.getValues()))
      if (factor && each.wanted() == factor)
        return value;
    return Value();
  };
  for (auto [chain, place] : llvm::zip(chains, own))
    for (DotOp dot : chain.dots)
      TensorDotOp::create(
          b, dot.getLoc(), stageOf(dot.getLhs()), stageOf(dot.getRhs()), place,
          stageOf(dot.getLhsScale()), stageOf(dot.getRhsScale()),
          scalePlaces.lookup(dot), dot == chain.dots.front() ? isLater : yes,
          dot.getAtom(), dot.getSignednessLhsAttr(),
          dot.getSignednessRhsAttr());
  auto release = ConsumerReleaseOp::create(b, loc, token.getType(),
                                           wait.getResult(), stage);
  release->setAttr(kReleasedByProductsAttrName, b.getUnitAttr());
  scf::YieldOp::create(
      b, loc,
      ValueRange{wait.getResult(),
                 IncIterOp::create(b, loc, stage.getType(), stage), yes});
  return made.getResult(1);
}

//===----------------------------------------------------------------------===//
// The consumer
//===----------------------------------------------------------------------===//

/// A loop without iterations has written nothing: its sums are zero.
static void writeZero(OpBuilder &b, scf::ForOp loop, Value zero, Value place) {
  Location loc = loop.getLoc();
  std::optional<APInt> trips = loop.getStaticTripCount();
  if (trips && !trips->isZero())
    return;
  const auto predicate = loop.getUnsignedCmp() ? arith::CmpIPredicate::uge
                                               : arith::CmpIPredicate::sge;
  Value isNone = arith::CmpIOp::create(b, loc, predicate, loop.getLowerBound(),
                                       loop.getUpperBound());
  auto none =
      scf::IfOp::create(b, loc, TypeRange(), isNone, /*withElse=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(none.thenBlock());
  buildStore(b, loc, zero, place);
}

/// The columns of a sum that begin at `column`, as many as `type` has.
static Value columnsOfSum(OpBuilder &b, Location loc, Value place,
                          RankedTensorType type, int64_t column) {
  auto view = cast<TiledViewType>(place.getType());
  if (type.getShape() == view.getShape())
    return place;
  auto layout = LayoutAttr::get(
      b.getContext(), layout::tensorPlace(view.getShape()[0], type.getShape()));
  return TensorSliceOp::create(
      b, loc,
      TiledViewType::get(type.getShape(), type.getElementType(),
                         tileaa::Residency::Tmem, layout),
      place, column);
}

Operation *LoopPipeline::takeSum(const Chain &chain, Value place, bool isLast) {
  Location loc = loop.getLoc();
  Value sum = loop.getResult(chain.number);
  RankedTensorType type = sumOf(chain);
  writeZero(b, loop, loop.getInitArgs()[chain.number], place);
  SumSlices slices(sum);
  if (type.getRank() == 2 &&
      columnsOf(chain.dots.front()) == type.getDimSize(1) && slices.find()) {
    // Nothing is left to do behind the last tile but to store it.
    if (isLast)
      slices.splitStores(timingOfTarget(target.name));
    if (slices.hasParts())
      return slices.rewrite(
          [&](OpBuilder &at, RankedTensorType part, int64_t column) {
            return columnsOfSum(at, loc, place, part, column);
          });
  }
  Value loaded = buildLoad(b, loc, type, place).getResult();
  sum.replaceAllUsesWith(loaded);
  return loaded.getDefiningOp();
}

void LoopPipeline::takeSums() {
  Location loc = loop.getLoc();
  Value set = firstPosition(Taking);
  auto wait = ConsumerWaitOp::create(b, loc, sums.getConsumer().getType(),
                                     sums.getConsumer(), set,
                                     /*consumer_idx=*/0);
  wait->setAttr(kWaitsAloneAttrName, b.getUnitAttr());
  // All stages have been read then.
  const bool isLast =
      !around && !isOfPair && wait->getBlock() == roles->blockOf(wait);
  if (isLast)
    RetireStagesOp::create(b, loc, pipeline.getConsumer());
  // What comes after the loads of the loop comes after what these came after.
  for (OpResult result : loop.getResults()) {
    if (result.use_empty() || !isa<tileaa::MemTokenType>(result.getType()))
      continue;
    SmallVector<Value> before(outsideTokens.getArrayRef());
    before.push_back(loop.getInitArgs()[result.getResultNumber()]);
    result.replaceAllUsesWith(
        tileaa::JoinMemTokenOp::create(b, loc, result.getType(), before));
  }
  Operation *last = wait;
  for (auto [chain, place] : llvm::zip(chains, places)) {
    Operation *own =
        takeSum(chain, TensorSetOp::create(b, loc, place, set), isLast);
    if (last->isBeforeInBlock(own))
      last = own;
  }
  b.setInsertionPointAfter(last);
  auto release = ConsumerReleaseOp::create(b, loc, sums.getConsumer().getType(),
                                           wait.getResult(), set);
  release->setAttr(kEachWarpReleasesAttrName, b.getUnitAttr());
  leaveAt(IncIterOp::create(b, loc, set.getType(), set), Taking);
  loop.erase();
}
