//===- TileAS/Transforms/ExplicitFactors.cpp - factors in storage ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread that multiplies and adds needs whole rows and columns of the
// factors: more registers than it has. A product of many mma.sync would be as
// much code. Factors that pass through shared memory anyway, by a conversion or
// as a stage, stay there: the product takes a view of them as its operand and
// reads them where it uses them. Stages stay for products of few mma.sync, too,
// which then read one step of the depth while they multiply another one. Where
// the left factor of mma.sync comes in registers, as the probabilities of
// attention do, the right one alone stays there if a thread has too few
// registers for both.
//
//===----------------------------------------------------------------------===//

#include "ExplicitStorage.h"
#include "FactorStorage.h"
#include "StorageImages.h"
#include "ValueFlow.h"

#include "tessera/Dialect/TileAS/IR/MmaAtoms.h"
#include "tessera/Dialect/TileAS/IR/PipelineAttrs.h"
#include "tessera/Dialect/TileAS/Utils/Exchanges.h"
#include "tessera/Dialect/TileAS/Utils/SharedStorage.h"

#include "llvm/ADT/SetVector.h"

#include <limits>

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using layout::Dim;

/// Up to this many elements, keeping the factors in registers costs no more
/// than shared memory.
static constexpr uint64_t kFewRegisters = 64;

/// Up to this many instructions of mma.sync, a product is one piece of code
/// whichever way its factors come. Two conversions then take turns in shared
/// memory, whose bytes both need at once where the product reads them.
static constexpr uint64_t kFewInstructions = 64;

//===----------------------------------------------------------------------===//
// Which factors
//===----------------------------------------------------------------------===//

/// The registers of a tile in one thread; 0 if the tile has no layout yet.
static uint64_t numRegisters(Value tile) {
  LayoutAttr layout = getLayoutAttr(cast<RankedTensorType>(tile.getType()));
  return layout ? uint64_t(1) << layout.getLayout().in().bits(Dim::Register)
                : 0;
}

/// The instructions of mma.sync in one warp; 0 where layouts are missing. One
/// of f64 counts as two, since its fragments are twice as many registers.
static uint64_t numInstructions(DotOp op) {
  std::optional<layout::MmaShape> shape = mmaShapeOf(op.getAtom());
  if (!shape)
    return 0;
  const RankedTensorType factor = op.getFactor(/*isLhs=*/true);
  const int64_t depth =
      factor.getShape().back() *
      factorsPerElement(op.getAtom(), factor.getElementType());
  const bool isWide = factor.getElementType().isF64();
  return numRegisters(op.getAcc()) * 32 / (shape->m * shape->n) *
         (depth / shape->k) * (isWide ? 2 : 1);
}

/// Of the registers of a thread, those that addresses, counters and rows take.
static constexpr int64_t kBesideTiles = 31;

/// Registers of four bytes of one thread that hold `tile`; 0 for other values
/// and for tiles without a layout.
static int64_t wordsOf(Value value) {
  auto tile = dyn_cast<RankedTensorType>(value.getType());
  if (!tile)
    return 0;
  const int64_t bits = tileaa::getStorageBits(tile.getElementType());
  return llvm::divideCeil(int64_t(numRegisters(value)) * bits, 32);
}

/// Registers of a thread for tiles.
static int64_t wordsForTiles(DotOp op) {
  TargetAttr target = getTarget(op);
  PlanAttr plan = getPlan(op->getParentOfType<tileaa::FuncOp>());
  if (!target || !plan)
    return std::numeric_limits<int64_t>::max();
  const gpu::GpuTarget &gpu = target.getTarget();
  int64_t words = plan.getRoles().front().getRegisters();
  if (words == 0)
    words = std::min<int64_t>(
        gpu.registersPerThread,
        gpu.registersPerMultiprocessor /
            (32 * plan.getNumWarps() * std::max(plan.getBlocks(), 1u)));
  return words - kBesideTiles;
}

/// What a product can do to elements that it reads: give them another shape,
/// and round them to another format.
static bool isRounding(Operation *op) {
  auto convert = dyn_cast<tileaa::FpToFpOp>(op);
  return convert &&
         convert.getRoundingMode() == cuda_tile::RoundingMode::NearestEven;
}
static bool isReshaping(Operation *op) {
  return isa<ViewOp>(op) && isa<RankedTensorType>(op->getResult(0).getType());
}

/// The stage or the conversion by which a factor passes through shared memory
/// in the block of its product; null if it does not.
static Operation *exchangeOf(Value factor, DotOp op) {
  Operation *maker = factor.getDefiningOp();
  while (maker && (isRounding(maker) || isReshaping(maker)))
    maker = maker->getOperand(0).getDefiningOp();
  const bool isExchange =
      maker && maker->getBlock() == op->getBlock() &&
      (isa<ConsumerReadOp>(maker) ||
       (isa<ConvertLayoutOp>(maker) && exchangeBytes(maker) > 0));
  return isExchange ? maker : nullptr;
}

/// Whether a thread has too few registers for the left factor, the sums and all
/// tiles that come with the right factor.
static bool exceedsRegisters(DotOp op, Operation *exchangeOfRhs) {
  int64_t words = wordsOf(op.getLhs()) + wordsOf(op.getAcc());
  for (Value tile : exchangeOfRhs->getResults())
    words += wordsOf(tile);
  return words > wordsForTiles(op);
}

/// Whether a product that reads this factor in shared memory is better for it.
static bool isWorthIt(DotOp op, bool isLhs) {
  if (isSharedView(op.getLhs().getType()) ||
      isSharedView(op.getRhs().getType()))
    return false;
  if (op.getAtom().getKind() == AtomKind::Mma) {
    Operation *rhs = exchangeOf(op.getRhs(), op);
    if (!rhs)
      return false;
    // Stages are there anyway, and their steps are read beside products.
    if (Operation *lhs = exchangeOf(op.getLhs(), op))
      return numInstructions(op) > kFewInstructions ||
             (isa<ConsumerReadOp>(lhs) && isa<ConsumerReadOp>(rhs));
    return !isLhs && !op.getLhsScale() && exceedsRegisters(op, rhs);
  }
  return op.getAtom().getKind() == AtomKind::Fma &&
         numRegisters(op.getLhs()) + numRegisters(op.getRhs()) > kFewRegisters;
}

namespace {
/// The products that a tile is a factor of, and what happens to it on the way.
struct Readers {
  SmallVector<OpOperand *> factors;
  SmallVector<Operation *> steps;
};
} // namespace

/// False if `tile` is more than a factor of products worth it (in `block`, if
/// one is given). `isRounded`: its elements have been rounded on the way.
static bool collect(Value tile, Block *block, bool isRounded,
                    Readers &readers) {
  for (OpOperand &use : tile.getUses()) {
    Operation *user = use.getOwner();
    if (auto dot = dyn_cast<DotOp>(user)) {
      const unsigned number = use.getOperandNumber();
      if (number > 1 || !isWorthIt(dot, /*isLhs=*/number == 0) ||
          (block && block != dot->getBlock()))
        return false;
      readers.factors.push_back(&use);
      continue;
    }
    const bool rounds = isRounding(user);
    if (!(rounds && !isRounded) && !isReshaping(user))
      return false;
    readers.steps.push_back(user);
    if (!collect(user->getResult(0), block, isRounded || rounds, readers))
      return false;
  }
  return true;
}

static std::optional<Readers> findReaders(Value tile, Block *block) {
  Readers readers;
  if (!isa<RankedTensorType>(tile.getType()) ||
      !collect(tile, block, /*isRounded=*/false, readers) ||
      readers.factors.empty())
    return std::nullopt;
  return readers;
}

/// The products take `view`.
static void give(const Readers &readers, Value view) {
  for (OpOperand *factor : readers.factors)
    setFactor(cast<DotOp>(factor->getOwner()), factor->getOperandNumber() == 0,
              view, cast<RankedTensorType>(factor->get().getType()));
  for (Operation *step : llvm::reverse(readers.steps))
    step->erase();
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

static void store(ConvertLayoutOp op, const Readers &readers,
                  StorageImages &images) {
  OpBuilder b(op);
  Value storage = images.makeStorage(
      b, op.getLoc(), cast<RankedTensorType>(op.getSource().getType()),
      cast<RankedTensorType>(op.getResult().getType()));
  buildStore(b, op.getLoc(), op.getSource(), storage);
  give(readers, storage);
  op.erase();
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

namespace {
/// One value of a stage, and everything that has the position of the stage.
struct StageFactor {
  ConsumerReadOp read;
  unsigned number;
  Readers readers;
  llvm::SetVector<Value> iterators;
  CreatePipelineOp pipeline;
};
} // namespace

/// Fills in the iterators and the pipeline of `factor`. False if another op
/// takes values of these stages too, or the pipeline cannot be told.
static bool findStages(StageFactor &factor, const ValueFlow &flow) {
  llvm::SetVector<Value> tokens;
  factor.iterators.insert(factor.read.getIterator());
  for (size_t i = 0; i != factor.iterators.size(); ++i) {
    Value iterator = factor.iterators[i];
    factor.iterators.insert_range(flow.sources(iterator));
    factor.iterators.insert_range(flow.targets(iterator));
    Operation *maker = iterator.getDefiningOp();
    if (isa_and_nonnull<IncIterOp>(maker))
      factor.iterators.insert(maker->getOperand(0));
    if (isa_and_nonnull<CreateIteratorOp>(maker))
      tokens.insert(maker->getOperand(0));
    for (Operation *user : iterator.getUsers()) {
      if (isa<IncIterOp>(user))
        factor.iterators.insert(user->getResult(0));
      else if (getPipelineOp(user) && user != factor.read.getOperation() &&
               !isa<ConsumerWaitOp, ConsumerReleaseOp>(user))
        return false;
    }
  }
  for (size_t i = 0; i != tokens.size(); ++i) {
    if (auto create = tokens[i].getDefiningOp<CreatePipelineOp>()) {
      if (factor.pipeline && factor.pipeline != create)
        return false;
      factor.pipeline = create;
    }
    tokens.insert_range(flow.sources(tokens[i]));
  }
  return factor.pipeline && factor.pipeline->hasAttr(kPayloadImagesAttrName);
}

/// The read gives a view of its value in the stage.
static void readAsView(StageFactor &factor) {
  Value value = factor.read.getValues()[factor.number];
  auto tile = cast<RankedTensorType>(value.getType());
  auto images =
      factor.pipeline->getAttrOfType<ArrayAttr>(kPayloadImagesAttrName);
  auto view = TiledViewType::get(tile.getShape(), tile.getElementType(),
                                 tileaa::Residency::Smem,
                                 cast<LayoutAttr>(images[factor.number]));
  auto type = cast<PipelineIteratorType>(factor.read.getIterator().getType());
  SmallVector<Type> payload(type.getPayload());
  payload[factor.number] = view;
  for (Value iterator : factor.iterators)
    iterator.setType(PipelineIteratorType::get(view.getContext(), payload));
  give(factor.readers, value);
  value.setType(view);
}

void tileas::makeStorageOfFactors(tileaa::FuncOp function) {
  const ValueFlow flow(function);
  // A product needs to know of both of its factors, so none is changed before
  // all are known.
  SmallVector<std::pair<ConvertLayoutOp, Readers>> conversions;
  SmallVector<StageFactor> stages;
  function.walk([&](Operation *op) {
    if (auto convert = dyn_cast<ConvertLayoutOp>(op)) {
      if (exchangeBytes(op) > 0)
        if (std::optional<Readers> readers =
                findReaders(convert.getResult(), /*block=*/nullptr))
          conversions.emplace_back(convert, std::move(*readers));
      return;
    }
    auto read = dyn_cast<ConsumerReadOp>(op);
    if (!read)
      return;
    // The stage is another tile's when the iteration is over.
    for (auto [i, value] : llvm::enumerate(read.getValues()))
      if (std::optional<Readers> readers =
              findReaders(value, read->getBlock())) {
        StageFactor factor{read, unsigned(i), std::move(*readers), {}, {}};
        if (findStages(factor, flow))
          stages.push_back(std::move(factor));
      }
  });
  StorageImages images;
  for (auto &[op, readers] : conversions)
    store(op, readers, images);
  for (StageFactor &factor : stages)
    readAsView(factor);
}
