//===- TileAS/Transforms/PipelineLoops.cpp - loads ahead of their products -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a loop with products, the loads whose tiles go through shared memory
// anyway become the payload of one pipeline: stages - 1 iterations ahead they
// are copied into a stage, and where the tile was converted the stage is read
// in the layout that is wanted, or, where it was put into storage that products
// read, the stage takes the place of the storage. What a load's address is
// computed from is computed once more, ahead, with arguments of the loop of its
// own where it is carried.
//
// Per iteration: wait for the own stage (a barrier, after which the stage of
// the iteration before is free), fill that one, read. Products of wgmma that
// only add to a carried value are left under way: then the stage that is free
// is the one of two iterations before, and copies are made one iteration less
// ahead.
//
// With the strategy wgmma-tma, TMA fills what it can of a stage, and the stage
// has a barrier that the bytes complete. Whether the tensor maps could be made
// is known at run time; where not, the same stage is filled by cp.async.
//
//===----------------------------------------------------------------------===//

#include "LatencyHints.h"
#include "StageCopies.h"
#include "TmaCopies.h"

#include "tessera/Dialect/TileAS/IR/PipelineAttrs.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Dialect/TileAS/Utils/Exchanges.h"

#include "tessera/Target/GpuTarget.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

namespace tessera::tileas {
#define GEN_PASS_DEF_PIPELINELOOPSPASS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera::tileas

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using layout::Dim;
using layout::LinearLayout;

namespace {
/// A load that becomes payload.
struct Payload {
  Operation *load;
  /// The conversion of the tile, or its store to storage that products read.
  Operation *sink;
  /// In shared memory.
  LinearLayout image;
  int64_t bytes, offset = 0;
  /// Ops between load and store, which only name elements anew.
  SmallVector<Operation *, 2> renamings = {};
  /// How TMA brings it, if it does.
  std::optional<TmaCopy> tma = {};
  Value map = {};

  Value tile() const { return load->getResult(0); }
  /// What a stage stands for.
  Value wanted() const {
    if (auto store = dyn_cast<TiledStoreOp>(sink))
      return store.getView();
    return sink->getResult(0);
  }
  /// Matrices that descriptors name begin at multiples of the largest atom.
  int64_t alignment() const { return isa<TiledStoreOp>(sink) ? 1024 : 128; }
};

/// What the loads of a loop need of an iteration.
struct Slice {
  /// Ops of the body, in their order.
  llvm::SetVector<Operation *> ops;
  /// Arguments of the loop that they use, by number.
  llvm::SetVector<unsigned> carried;
};

/// Products of a loop that follow each other in its iterations, and the carried
/// value that they add to.
struct Chain {
  unsigned number;
  SmallVector<DotOp, 1> dots;
};

class LoopPipeline {
public:
  /// `maps`: of a kernel whose stages TMA may fill; else null.
  LoopPipeline(scf::ForOp loop, const gpu::GpuTarget &target, TensorMaps *maps)
      : loop(loop), target(target), maps(maps), b(loop) {}
  /// False: left as it was.
  bool run(std::optional<unsigned> wantedStages);

private:
  bool findPayload();
  std::optional<Payload> asPayload(Operation *op);
  bool addToSlice(Value value, Slice &slice);
  bool collectTokens(Value token, llvm::SetVector<Value> &outside);
  void findChains();
  bool readsWhatStays(DotOp dot);
  void chooseEngines();
  bool choosePlaces(std::optional<unsigned> wantedStages);
  int64_t scratchBeside() const;
  int64_t storageBeside() const;
  void createPipeline();
  /// One step of the producer under `more`: fills the stage at `iterator` and
  /// leads to the next position and carried values.
  void produce(ArrayRef<Value> position, Value producer, Value iterator,
               SmallVectorImpl<Value> &next);
  SmallVector<Value> fill(IRMapping &map, Value producer, Value iterator);
  Value fillStage(IRMapping &map, Value producer, Value iterator, bool byTma);
  void rebuild();
  /// The chains of the new loop without waits between iterations.
  void keepUnderway(scf::ForOp made, SmallVectorImpl<Value> &yielded);
  Type iteratorType(bool forConsumer);

  scf::ForOp loop;
  const gpu::GpuTarget &target;
  TensorMaps *maps;
  OpBuilder b;
  SmallVector<Payload, 0> payload;
  Slice slice;
  llvm::SetVector<Value> outsideTokens;
  SmallVector<Chain> chains;
  /// Stages, and how many iterations ahead they are filled.
  unsigned stages = 0, distance = 0;
  int64_t stageBytes = 0;
  /// Where in a stage its barrier is, if TMA fills any part of it.
  std::optional<int64_t> barrierOffset;
  CreatePipelineOp pipeline;
  Value token;
  /// Whether all tensor maps could be made.
  Value hasMaps;
};
} // namespace

//===----------------------------------------------------------------------===//
// What can be copied
//===----------------------------------------------------------------------===//

std::optional<Payload> LoopPipeline::asPayload(Operation *op) {
  if (!isa<TiledLoadOp, LoadOp>(op) || !isWeakLoad(op) || !fillsWithZero(op))
    return std::nullopt;
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!type || !op->getResult(0).hasOneUse() ||
      isa<tileaa::PointerType>(type.getElementType()))
    return std::nullopt;
  Operation *sink = *op->getResult(0).user_begin();
  SmallVector<Operation *, 2> renamings;
  while (isRenaming(sink) && sink->hasOneUse()) {
    renamings.push_back(sink);
    sink = *sink->user_begin();
  }
  if (sink->getBlock() != op->getBlock() ||
      (isa<ConvertLayoutOp>(sink) ? !renamings.empty()
                                  : !fillsStorage(sink, loop)))
    return std::nullopt;
  unsigned bits = tileaa::getElementBits(type.getElementType());
  int64_t bytes = llvm::PowerOf2Ceil(std::max(bits, 8u)) / 8;
  if (type.getElementType().isInteger(1) || bits < 8)
    return std::nullopt;
  const LinearLayout &layout = getLayoutAttr(type).getLayout();
  bool hasMask = isa<LoadOp>(op) && cast<LoadOp>(op).getMask();
  std::optional<unsigned> axis = copyAxis(op, bytes, layout, hasMask);
  if (!axis)
    return std::nullopt;
  LinearLayout image = imageOf(layout, *axis, bytes);
  if (auto store = dyn_cast<TiledStoreOp>(sink)) {
    auto view = cast<TiledViewType>(store.getView().getType());
    image = renamedImage(view.getLayout().getLayout(), renamings);
    // What lies together in memory must do so in the stage.
    if (image.column(Dim::Offset, 0) !=
        image.out().pack(layout::tileDim(*axis), 1))
      return std::nullopt;
  }
  return Payload{op, sink, image, type.getNumElements() * bytes, 0, renamings};
}

bool LoopPipeline::addToSlice(Value value, Slice &into) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner() != loop.getBody() || argument.getArgNumber() == 0)
      return argument.getOwner() == loop.getBody() ||
             loop.isDefinedOutsideOfLoop(value);
    unsigned number = argument.getArgNumber() - 1;
    if (!into.carried.insert(number))
      return true;
    return addToSlice(loop.getBody()->getTerminator()->getOperand(number),
                      into);
  }
  if (loop.isDefinedOutsideOfLoop(value))
    return true;
  Operation *op = value.getDefiningOp();
  if (op->getBlock() != loop.getBody() || op->getNumRegions() != 0 ||
      !isMemoryEffectFree(op) ||
      isa<ConvertLayoutOp, DotOp, tileaa::ExtractOp, tileaa::CatOp,
          tileaa::InsertOp, tileaa::PackOp, tileaa::UnpackOp>(op))
    return false;
  if (into.ops.contains(op))
    return true;
  for (Value operand : op->getOperands())
    if (!addToSlice(operand, into))
      return false;
  into.ops.insert(op);
  return true;
}

/// Tokens that a load is ordered after but for other loads of the loop; false
/// if that is more than what was before the loop.
bool LoopPipeline::collectTokens(Value first, llvm::SetVector<Value> &outside) {
  llvm::SetVector<Value> seen;
  seen.insert(first);
  for (size_t i = 0; i != seen.size(); ++i) {
    Value current = seen[i];
    if (loop.isDefinedOutsideOfLoop(current)) {
      outside.insert(current);
      continue;
    }
    if (auto argument = dyn_cast<BlockArgument>(current)) {
      if (argument.getOwner() != loop.getBody())
        return false;
      unsigned number = argument.getArgNumber() - 1;
      seen.insert(loop.getInitArgs()[number]);
      seen.insert(loop.getBody()->getTerminator()->getOperand(number));
      continue;
    }
    Operation *op = current.getDefiningOp();
    if (!isWeakLoad(op) &&
        !isa<tileaa::JoinMemTokenOp, tileaa::CreateMemTokenOp>(op))
      return false;
    for (Value operand : op->getOperands())
      if (isa<tileaa::MemTokenType>(operand.getType()))
        seen.insert(operand);
  }
  return true;
}

bool LoopPipeline::findPayload() {
  bool hasProduct = false;
  for (Operation &op : *loop.getBody())
    hasProduct |= isa<DotOp>(op);
  if (!hasProduct)
    return false;
  for (Operation &op : *loop.getBody()) {
    std::optional<Payload> made = asPayload(&op);
    if (!made)
      continue;
    Slice wider = slice;
    llvm::SetVector<Value> tokens = outsideTokens;
    bool fits = true;
    for (Value operand : op.getOperands())
      fits &= isa<tileaa::MemTokenType>(operand.getType())
                  ? collectTokens(operand, tokens)
                  : addToSlice(operand, wider);
    if (!fits)
      continue;
    slice = std::move(wider);
    outsideTokens = std::move(tokens);
    payload.push_back(std::move(*made));
  }
  return !payload.empty();
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

/// Bytes of scratch that the loop may want while its stages live: two ops at a
/// time. The conversions that become reads of stages want none.
int64_t LoopPipeline::scratchBeside() const {
  int64_t largest = 0;
  loop->walk([&](Operation *op) {
    if (llvm::any_of(payload,
                     [&](const Payload &each) { return each.sink == op; }))
      return;
    largest = std::max(largest, exchangeBytes(op));
  });
  return 2 * largest + storageBeside();
}

/// Bytes of tiles in shared memory that live while the loop runs: they are used
/// inside, or before and after.
int64_t LoopPipeline::storageBeside() const {
  int64_t bytes = 0;
  auto lives = [&](AllocTensorOp alloc) {
    Operation *self = loop;
    auto isInside = [&](Operation *op) { return self->isAncestor(op); };
    if (isInside(alloc) || llvm::any_of(alloc->getUsers(), isInside))
      return true;
    // In another branch it never lives together with the loop.
    Block *block = alloc->getBlock();
    Operation *around = block->findAncestorOpInBlock(*self);
    if (!around || around->isBeforeInBlock(alloc))
      return false;
    return llvm::any_of(alloc->getUsers(), [&](Operation *user) {
      Operation *use = block->findAncestorOpInBlock(*user);
      return !use || around == use || around->isBeforeInBlock(use);
    });
  };
  loop->getParentOfType<tileaa::FuncOp>().walk([&](AllocTensorOp alloc) {
    auto view = dyn_cast<TiledViewType>(alloc.getType());
    const bool isPayload = llvm::any_of(payload, [&](const Payload &each) {
      return each.wanted() == alloc.getResult();
    });
    if (view && view.getLayout() && !isPayload && lives(alloc))
      bytes += view.getNumBytes();
  });
  return bytes;
}

/// Whether the factors of a product stay as they are until the stage is filled
/// again.
bool LoopPipeline::readsWhatStays(DotOp dot) {
  return llvm::all_of(ValueRange{dot.getLhs(), dot.getRhs()},
                      [&](Value factor) {
                        return isSharedView(factor.getType()) &&
                               (loop.isDefinedOutsideOfLoop(factor) ||
                                llvm::any_of(payload, [&](const Payload &each) {
                                  return each.wanted() == factor;
                                }));
                      });
}

static bool isAsyncEngine(AtomAttr atom) {
  return atom.getKind() == AtomKind::Wgmma ||
         atom.getKind() == AtomKind::Tcgen05;
}

/// 8-bit floats are summed up in f32 by threads of wgmma, unless the program
/// does without.
static bool isSummedByThreads(DotOp dot) {
  return dot.getAtom().getKind() == AtomKind::Wgmma &&
         isa<Float8E4M3FNType, Float8E5M2Type>(
             dot.getAtom().getElements()[0]) &&
         !dot.getFastAcc();
}

/// Carried values that only products of the asynchronous engine touch: these
/// may be under way while the next iteration begins.
void LoopPipeline::findChains() {
  Operation *yield = loop.getBody()->getTerminator();
  for (auto [number, argument] : llvm::enumerate(loop.getRegionIterArgs())) {
    Chain chain{static_cast<unsigned>(number), {}};
    Value value = argument;
    while (value.hasOneUse()) {
      auto dot = dyn_cast<DotOp>(*value.user_begin());
      if (!dot || dot.getAcc() != value || dot->getBlock() != loop.getBody() ||
          !isAsyncEngine(dot.getAtom()) ||
          getElementTypeOrSelf(dot.getType()).isF16() ||
          isSummedByThreads(dot) || !readsWhatStays(dot))
        break;
      chain.dots.push_back(dot);
      value = dot.getResult();
    }
    if (!chain.dots.empty() && value.hasOneUse() &&
        yield->getOperand(number) == value)
      chains.push_back(std::move(chain));
  }
}

/// TMA for what it can bring.
void LoopPipeline::chooseEngines() {
  if (!maps)
    return;
  auto function = loop->getParentOfType<tileaa::FuncOp>();
  for (Payload &each : payload) {
    std::string reason;
    if (!isa<TiledStoreOp>(each.sink))
      reason = "threads read its stage, not products";
    else if (maps->isFull())
      reason = "the kernel has as many tensor maps as it may";
    else
      each.tma = describeTmaCopy(each.load, each.image, target.name, reason);
    auto options = remark::RemarkOpts::name("load").category("plan").function(
        function.getSymName());
    if (each.tma) {
      each.map = maps->mapOf(cast<TiledLoadOp>(each.load), *each.tma);
      remark::passed(each.load->getLoc(), options) << "copied by TMA";
    } else {
      remark::missed(each.load->getLoc(), options)
          << "not copied by TMA: " + reason;
    }
  }
}

bool LoopPipeline::choosePlaces(std::optional<unsigned> wantedStages) {
  int64_t bytes = 0, alignment = 128;
  for (Payload &each : payload) {
    each.offset = llvm::alignTo(bytes, each.alignment());
    bytes = each.offset + each.bytes;
    alignment = std::max(alignment, each.alignment());
  }
  if (maps) {
    barrierOffset = llvm::alignTo(bytes, 8);
    bytes = *barrierOffset + 8;
  }
  stageBytes = llvm::alignTo(bytes, alignment);
  const int64_t sharedBytes = target.sharedBytes;
  int64_t limit =
      std::min(sharedBytes * 3 / 4, sharedBytes - scratchBeside() - 1024);
  // A stage whose product is under way cannot be filled.
  const unsigned wanted = wantedStages.value_or(chains.empty() ? 3 : 4);
  stages = std::clamp<int64_t>(limit / stageBytes, 0, wanted);
  if (stages < 3)
    chains.clear();
  distance = stages - (chains.empty() ? 1 : 2);
  return stages >= 2;
}

Type LoopPipeline::iteratorType(bool forConsumer) {
  SmallVector<Type> types;
  for (Payload &each : payload)
    types.push_back(forConsumer ? each.wanted().getType()
                                : each.tile().getType());
  return PipelineIteratorType::get(b.getContext(), types);
}

void LoopPipeline::createPipeline() {
  Location loc = loop.getLoc();
  SmallVector<int64_t> offsets;
  SmallVector<Attribute> images;
  for (Payload &each : payload) {
    offsets.push_back(each.offset);
    images.push_back(LayoutAttr::get(b.getContext(), each.image));
  }
  Value buffer = AllocTensorOp::create(
      b, loc,
      TiledViewType::get({stages, stageBytes}, b.getI8Type(),
                         tileaa::Residency::Smem));
  pipeline = CreatePipelineOp::create(
      b, loc, b.getType<PipelineProducerTokenType>(),
      b.getType<PipelineConsumerTokenType>(), buffer, stages,
      /*producerGroupId=*/0, /*consumerGroupId=*/0, b.getBoolAttr(true),
      b.getBoolAttr(true));
  pipeline->setAttr(kPayloadOffsetsAttrName, b.getDenseI64ArrayAttr(offsets));
  pipeline->setAttr(kPayloadImagesAttrName, b.getArrayAttr(images));
  if (barrierOffset) {
    pipeline->setAttr(kFullBarrierAttrName,
                      b.getI64IntegerAttr(*barrierOffset));
    // TMA writes where threads wrote, and everybody sees the stages' barriers.
    // What loads are ordered after is all in front of the loop.
    const bool isSharedOnly = outsideTokens.empty();
    ProxyFenceOp::create(b, loc, isSharedOnly);
    BarrierOp::create(b, loc, BarrierScope::Block);
    if (!isSharedOnly)
      ProxyFenceOp::create(b, loc, isSharedOnly);
    for (Payload &each : payload) {
      if (!each.map)
        continue;
      Value made = IsTmaDescMadeOp::create(b, loc, each.map);
      hasMaps =
          hasMaps ? Value(arith::AndIOp::create(b, loc, hasMaps, made)) : made;
    }
  }
  if (outsideTokens.empty())
    token = tileaa::CreateMemTokenOp::create(b, loc);
  else if (outsideTokens.size() == 1)
    token = outsideTokens.front();
  else
    token = tileaa::JoinMemTokenOp::create(
        b, loc, outsideTokens.front().getType(), outsideTokens.getArrayRef());
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// The producer's op and the values that the next iteration's copies need.
SmallVector<Value> LoopPipeline::fill(IRMapping &map, Value producer,
                                      Value iterator) {
  Location loc = loop.getLoc();
  SmallVector<Operation *> ordered(slice.ops.getArrayRef());
  llvm::sort(ordered,
             [](Operation *a, Operation *c) { return a->isBeforeInBlock(c); });
  for (Operation *op : ordered)
    b.clone(*op, map);
  Value filled;
  if (!hasMaps) {
    filled = fillStage(map, producer, iterator, /*byTma=*/false);
  } else {
    auto either = scf::IfOp::create(b, loc, producer.getType(), hasMaps,
                                    /*withElse=*/true);
    OpBuilder::InsertionGuard guard(b);
    for (bool byTma : {true, false}) {
      b.setInsertionPointToStart(byTma ? either.thenBlock()
                                       : either.elseBlock());
      scf::YieldOp::create(b, loc, fillStage(map, producer, iterator, byTma));
    }
    filled = either.getResult(0);
  }
  SmallVector<Value> next{filled};
  for (unsigned number : slice.carried)
    next.push_back(map.lookupOrDefault(
        loop.getBody()->getTerminator()->getOperand(number)));
  return next;
}

/// Payload that TMA brings is brought by it if `byTma`, all else by cp.async.
Value LoopPipeline::fillStage(IRMapping &map, Value producer, Value iterator,
                              bool byTma) {
  Location loc = loop.getLoc();
  SmallVector<Type> types;
  for (Payload &each : payload)
    types.push_back(each.tile().getType());
  auto made = ProduceOneAsyncOp::create(
      b, loc, TypeRange{producer.getType(), b.getType<AsyncTokenType>()},
      producer, iterator, b.getTypeArrayAttr(types));
  made->setAttr(kStageIsFreeAttrName, b.getUnitAttr());
  int64_t transactionBytes = 0;
  {
    OpBuilder::InsertionGuard guard(b);
    SmallVector<Location> locs(types.size(), loc);
    Block *body =
        b.createBlock(&made.getBody(), made.getBody().end(), types, locs);
    SmallVector<Value> yielded;
    for (auto [each, stage] : llvm::zip(payload, body->getArguments())) {
      if (byTma && each.map) {
        auto tile = cast<RankedTensorType>(stage.getType());
        auto image = LayoutAttr::get(b.getContext(), each.image);
        Value view = ViewOp::create(
            b, loc,
            TiledViewType::get(tile.getShape(), tile.getElementType(),
                               tileaa::Residency::Smem, image),
            stage, ValueRange());
        buildTmaLoad(b, cast<TiledLoadOp>(each.load), map, each.map, view,
                     token);
        yielded.push_back(stage);
        transactionBytes += each.bytes;
        continue;
      }
      IRMapping inner = map;
      for (Value operand : each.load->getOperands())
        if (isa<tileaa::MemTokenType>(operand.getType()))
          inner.map(operand, token);
      Operation *copy = b.clone(*each.load, inner);
      copy->setAttr(kCopyToStageAttrName, b.getUnitAttr());
      yielded.push_back(copy->getResult(0));
    }
    PipelineYieldOp::create(b, loc, yielded);
  }
  if (transactionBytes != 0)
    made->setAttr(kTransactionBytesAttrName,
                  b.getI64IntegerAttr(transactionBytes));
  return made.getResult();
}

void LoopPipeline::produce(ArrayRef<Value> position, Value producer,
                           Value iterator, SmallVectorImpl<Value> &next) {
  Location loc = loop.getLoc();
  Value counter = position[0];
  auto predicate = loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                         : arith::CmpIPredicate::slt;
  Value more =
      arith::CmpIOp::create(b, loc, predicate, counter, loop.getUpperBound());
  SmallVector<Type> types{producer.getType()};
  for (Value value : position)
    types.push_back(value.getType());
  auto branch = scf::IfOp::create(b, loc, types, more, /*withElse=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  IRMapping map;
  map.map(loop.getInductionVar(), counter);
  for (auto [number, value] : llvm::zip(slice.carried, position.drop_front()))
    map.map(loop.getRegionIterArgs()[number], value);
  SmallVector<Value> made = fill(map, producer, iterator);
  made.insert(made.begin() + 1,
              arith::AddIOp::create(b, loc, counter, loop.getStep()));
  scf::YieldOp::create(b, loc, made);
  b.setInsertionPointToStart(branch.elseBlock());
  SmallVector<Value> kept{
      ProducerCommitOp::create(b, loc, producer.getType(), producer)};
  llvm::append_range(kept, position);
  scf::YieldOp::create(b, loc, kept);
  next.assign(branch.result_begin(), branch.result_end());
}

void LoopPipeline::rebuild() {
  Location loc = loop.getLoc();
  createPipeline();
  Type producerType = iteratorType(false), consumerType = iteratorType(true);
  // The producer, stages - 1 iterations ahead.
  Value iterator =
      CreateIteratorOp::create(b, loc, producerType, pipeline.getProducer());
  SmallVector<Value> state{pipeline.getProducer(), loop.getLowerBound()};
  for (unsigned number : slice.carried)
    state.push_back(loop.getInitArgs()[number]);
  for (unsigned s = 0; s < distance; ++s) {
    SmallVector<Value> next;
    produce(ArrayRef(state).drop_front(), state[0], iterator, next);
    state = next;
    iterator = IncIterOp::create(b, loc, producerType, iterator);
  }
  Value reader =
      CreateIteratorOp::create(b, loc, consumerType, pipeline.getConsumer());
  // The new loop carries what the old one does, then the two sides.
  const unsigned kept = loop.getNumRegionIterArgs();
  SmallVector<Value> inits(loop.getInitArgs());
  for (const Chain &chain : chains) {
    Value &init = inits[chain.number];
    init = ToAsyncOp::create(b, loc, AsyncValueType::get(init.getType()), init);
  }
  inits.push_back(pipeline.getConsumer());
  inits.push_back(reader);
  inits.push_back(iterator);
  llvm::append_range(inits, state);
  auto made =
      scf::ForOp::create(b, loc, loop.getLowerBound(), loop.getUpperBound(),
                         loop.getStep(), inits, nullptr, loop.getUnsignedCmp());
  made->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  ValueRange arguments = made.getRegionIterArgs();
  Value consumer = arguments[kept], ownStage = arguments[kept + 1],
        ahead = arguments[kept + 2];
  b.setInsertionPointToStart(made.getBody());
  auto wait = ConsumerWaitOp::create(b, loc, consumer.getType(), consumer,
                                     ownStage, /*consumer_idx=*/0);
  wait->setAttr(kPendingStagesAttrName, b.getI64IntegerAttr(distance - 1));
  SmallVector<Value> current(arguments.drop_front(kept + 3)), next;
  produce(ArrayRef(current).drop_front(), current[0], ahead, next);
  Value nextAhead = IncIterOp::create(b, loc, producerType, ahead);

  // The rest of the old body, reading the stage where it converted the tiles.
  Block *old = loop.getBody();
  Operation *yield = old->getTerminator();
  for (auto [from, to] :
       llvm::zip(old->getArguments(),
                 made.getBody()->getArguments().take_front(kept + 1)))
    from.replaceAllUsesWith(to);
  SmallVector<Value> yielded(yield->getOperands());
  yield->erase();
  if (!made.getBody()->empty() &&
      made.getBody()->back().hasTrait<OpTrait::IsTerminator>())
    made.getBody()->back().erase();
  made.getBody()->getOperations().splice(made.getBody()->end(),
                                         old->getOperations());
  // One read where the first of the tiles is wanted.
  Operation *first = payload[0].sink;
  for (Payload &each : payload)
    if (each.sink->isBeforeInBlock(first))
      first = each.sink;
  b.setInsertionPoint(first);
  auto types = cast<PipelineIteratorType>(consumerType).getPayload();
  auto read = ConsumerReadOp::create(b, loc, types, wait.getResult(), ownStage,
                                     /*consumer_idx=*/0);
  for (auto [each, value] : llvm::zip(payload, read.getValues())) {
    Value wanted = each.wanted();
    for (Value &out : yielded)
      if (out == wanted)
        out = value;
    if (auto store = dyn_cast<TiledStoreOp>(each.sink)) {
      Operation *storage = wanted.getDefiningOp();
      store.erase();
      for (Operation *renaming : llvm::reverse(each.renamings))
        renaming->erase();
      wanted.replaceAllUsesWith(value);
      storage->erase();
    } else {
      wanted.replaceAllUsesWith(value);
      each.sink->erase();
    }
    // Copies are done and seen by all threads: what was ordered after the load
    // is left with what the load was ordered after.
    if (each.load->getNumResults() > 1) {
      Value before;
      for (Value operand : each.load->getOperands())
        if (isa<tileaa::MemTokenType>(operand.getType()))
          before = operand;
      for (Value &out : yielded)
        if (out == each.load->getResult(1))
          out = before;
      each.load->getResult(1).replaceAllUsesWith(before);
    }
    each.load->erase();
  }
  keepUnderway(made, yielded);
  b.setInsertionPointToEnd(made.getBody());
  Value released =
      ConsumerReleaseOp::create(b, loc, consumer.getType(), wait.getResult());
  Value nextStage = IncIterOp::create(b, loc, consumerType, ownStage);
  yielded.push_back(released);
  yielded.push_back(nextStage);
  yielded.push_back(nextAhead);
  llvm::append_range(yielded, next);
  scf::YieldOp::create(b, loc, yielded);
  SmallVector<Value> results(made.getResults().take_front(kept));
  b.setInsertionPointAfter(made);
  for (const Chain &chain : chains)
    results[chain.number] = FutureWaitOp::create(
        b, loc, loop.getResult(chain.number).getType(), results[chain.number]);
  if (barrierOffset)
    ClosePipelineOp::create(b, loc, made.getResult(kept));
  loop.replaceAllUsesWith(results);
  loop.erase();
}

void LoopPipeline::keepUnderway(scf::ForOp made,
                                SmallVectorImpl<Value> &yielded) {
  SmallVector<DotOp> all;
  for (const Chain &chain : chains)
    llvm::append_range(all, chain.dots);
  llvm::sort(all, [](DotOp a, DotOp c) { return a->isBeforeInBlock(c); });
  for (DotOp dot : all) {
    b.setInsertionPoint(dot);
    // After the last one, those of the iteration before are done.
    IntegerAttr pending;
    if (dot == all.back())
      pending = b.getI32IntegerAttr(all.size());
    auto later = AsyncDotOp::create(
        b, dot.getLoc(), AsyncValueType::get(dot.getType()), dot.getLhs(),
        dot.getRhs(), dot->getOperand(2), Value(), Value(), dot.getAtom(),
        dot.getSignednessLhsAttr(), dot.getSignednessRhsAttr(),
        dot.getFastAcc(), pending);
    for (const Chain &chain : chains)
      if (chain.dots.back() == dot)
        yielded[chain.number] = later.getResult();
    dot.getResult().replaceAllUsesWith(later.getResult());
    dot.erase();
  }
}

bool LoopPipeline::run(std::optional<unsigned> wantedStages) {
  if (!findPayload())
    return false;
  findChains();
  if (!choosePlaces(wantedStages))
    return false;
  chooseEngines();
  if (llvm::none_of(payload, [](const Payload &each) { return each.map; }))
    barrierOffset.reset();
  rebuild();
  return true;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct PipelineLoops : tileas::impl::PipelineLoopsPassBase<PipelineLoops> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    TargetAttr target = getTarget(module);
    if (!target)
      return;
    for (auto function : module.getOps<tileaa::FuncOp>())
      pipelineFunction(function, target.getTarget());
  }

  void pipelineFunction(tileaa::FuncOp function, const gpu::GpuTarget &target) {
    // Their pointers are generic, and cp.async reads global memory.
    bool hasLocal = false;
    function.walk([&](tileaa::AllocaOp) { hasLocal = true; });
    if (hasLocal)
      return;
    moveConversionsUp(function);
    SmallVector<scf::ForOp> loops;
    function.walk([&](scf::ForOp loop) { loops.push_back(loop); });
    PlanAttr plan = getPlan(function);
    const bool byTma = plan && (plan.getStrategy() == Strategy::WgmmaTma ||
                                plan.getStrategy() == Strategy::Tcgen05Tma);
    TensorMaps maps(function);
    for (scf::ForOp loop : loops)
      LoopPipeline(loop, target, byTma ? &maps : nullptr)
          .run(stagesOf(loop, target.name));
    maps.finish();
    reportLatencyHints(function, target.name);
  }
};
} // namespace
