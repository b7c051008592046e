//===- TileAAToTileAS/TensorProducts.cpp - products of tcgen05 -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which products tcgen05 makes, and the instruction of each. A tile of 128 rows
// and more is made in blocks of 128 rows, one of 64 rows in one block. Columns
// of tensor memory are few: products take them in the order of the text, and
// those that find none left are left to other instructions.
//
// Scales take columns too. Where there are none left for them, or the tile has
// fewer of them than one copy brings, factors are multiplied by theirs first.
//
//===----------------------------------------------------------------------===//

#include "ProductChoice.h"
#include "Tiles.h"

#include "tessera/Dialect/TileAS/IR/MmaAtoms.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Layout/TensorMemory.h"
#include "tessera/Target/Tcgen05Table.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace tessera::gpu {

static Type elementOf(Value value) {
  return getElementTypeOrSelf(value.getType());
}

static std::string nameOf(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// The product with scales in tensor memory, if it is one.
static std::optional<TensorProduct>
describeScaledProduct(tileaa::DotOp op, const FactorPairs &pairs,
                      int64_t freeColumns) {
  const BlockScaleRow *row = findBlockScale(op);
  // Factors of 4 bits are bytes of two, or they are no factors of tcgen05.
  if (!row || (mmaBits(row->factor) != 8 && !pairs.contains(op)))
    return std::nullopt;
  ArrayRef<int64_t> acc = shapeOf(op.getAcc());
  const unsigned rank = acc.size();
  const int64_t m = acc[rank - 2], n = acc[rank - 1],
                k = shapeOf(op.getLhs()).back();
  const int64_t batches = rank == 3 ? acc[0] : 1;
  if (m < 128 || n < 128 || k < 4 * row->block)
    return std::nullopt;
  const int64_t ownColumns = std::min<int64_t>(n, 256);
  TensorProduct product;
  product.takesScales = true;
  product.inPairs = pairs.contains(op);
  product.columns =
      batches * (m / 128) * n +
      llvm::PowerOf2Ceil(layout::blockScaleColumns(shapeOf(op.getLhsScale())) +
                         layout::blockScaleColumns(shapeOf(op.getRhsScale())));
  if (!isBlockScaleShape(128, ownColumns) || product.columns > freeColumns)
    return std::nullopt;
  Type factor = elementOf(op.getLhs());
  product.atom = tileas::AtomAttr::get(
      op.getContext(), tileas::AtomKind::Tcgen05, factor, factor,
      elementOf(op.getAcc()), {128, ownColumns, int64_t(row->depth)});
  product.sums = batches * m * n;
  product.factorBytes =
      batches * (m + n) * (k * mmaBits(row->factor) / 8 + k / row->block);
  return product;
}

/// The op that makes the tile, under whatever name; null for an argument.
static Operation *makerOf(Value tile) {
  Operation *maker = tile.getDefiningOp();
  while (isa_and_nonnull<tileaa::ViewOp, tileaa::PermuteOp>(maker))
    maker = maker->getOperand(0).getDefiningOp();
  return maker;
}

/// Whether threads compute the tile: a load is copied to shared memory.
static bool isComputed(Value tile) {
  Operation *maker = makerOf(tile);
  return maker && maker->hasTrait<OpTrait::Elementwise>();
}

/// Whether threads gather the tile: no stage is filled ahead with it.
static bool isGathered(Value tile) {
  return isa_and_nonnull<tileaa::GatherLoadOp>(makerOf(tile));
}

/// Columns of tensor memory that the left factor of a product of tcgen05 by
/// `atom` would take; 0 if it cannot be there.
static int64_t columnsOfFactor(tileaa::DotOp op, tileas::AtomAttr atom) {
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(op.getLhs().getType()).getShape();
  if (op.getLhsScale() || shape.size() != 2 || atom.getBox()[0] != 128 ||
      atom.getTransposed() ||
      mmaBits(*tileas::mmaFactorOf(atom.getElements()[0])) != 16 ||
      elementOf(op.getLhs()) != atom.getElements()[0] ||
      !isComputed(op.getLhs()))
    return 0;
  return shape[0] / 128 * shape[1] / 2;
}

int64_t TensorColumns::left(tileaa::DotOp dot) const {
  int64_t columns = tensorColumns / teams;
  Block *own = dot->getBlock();
  for (auto [block, count] : taken) {
    if (block->getParent()->isAncestor(own->getParent()) ||
        own->getParent()->isAncestor(block->getParent()))
      columns -= count;
  }
  return columns;
}

/// Why mma.sync is better for a product of few rows that `row` could make as
/// its transpose; empty: it is not.
static std::string whyNotTransposed(tileaa::DotOp op, const Tcgen05Row &row) {
  const unsigned rank = cast<RankedTensorType>(op.getAcc().getType()).getRank();
  if (!row.takesBothOrders &&
      (liesAcross(op.getLhs(), rank - 1) || liesAcross(op.getRhs(), rank - 2)))
    return "a factor that does not lie along its depth would be turned for few "
           "rows; store that array transposed";
  // With tf32, whose factors threads round for either instruction, tcgen05 is
  // the faster one (docs/blackwell.md).
  if (row.factor != MmaFactor::TF32 &&
      op->getParentOfType<LoopLikeOpInterface>() &&
      (op.getLhsScale() || isComputed(op.getRhs()) || isGathered(op.getLhs()) ||
       isGathered(op.getRhs())))
    return "threads compute its right factor, or gather a factor, in every "
           "iteration; mma.sync takes it from their registers";
  return "";
}

TensorProduct describeTensorProduct(tileaa::DotOp op, const GpuTarget &target,
                                    const FactorPairs &pairs,
                                    int64_t freeColumns) {
  TensorProduct product;
  auto rejected = [&](const Twine &reason) {
    product.reason = reason.str();
    return product;
  };
  if (!target.has(GpuCapability::Tcgen05))
    return rejected(target.name + " has no tcgen05");
  if (std::optional<TensorProduct> scaled =
          describeScaledProduct(op, pairs, freeColumns))
    return *scaled;
  Type factor = op.getLhsScale() ? scaledElement(op) : elementOf(op.getLhs());
  Type sum = elementOf(op.getAcc());
  std::optional<MmaFactor> factors = tileas::mmaFactorOf(factor);
  std::optional<MmaSum> sums = tileas::mmaSumOf(sum);
  const Tcgen05Row *row =
      factors && sums ? findTcgen05(*factors, *sums) : nullptr;
  if (!row || !target.runs(row->targets))
    return rejected("tcgen05 on " + target.name + " does not multiply " +
                    nameOf(factor) + " into " + nameOf(sum) +
                    "; write factors of f16, bf16, tf32 or 8 bits");
  auto acc = cast<RankedTensorType>(op.getAcc().getType());
  const unsigned rank = acc.getRank();
  const int64_t m = acc.getDimSize(rank - 2), n = acc.getDimSize(rank - 1),
                k = cast<RankedTensorType>(op.getLhs().getType())
                        .getShape()
                        .back();
  const int64_t batches = rank == 3 ? acc.getDimSize(0) : 1;
  // What the instructions make: fewer rows than they have become columns.
  const bool isTransposed = m < 64 && n >= 64;
  const int64_t rows = isTransposed ? n : m, columns = isTransposed ? m : n;
  // Eight columns are too few for 128 rows.
  const int64_t ownRows =
      std::min<int64_t>(rows, isTransposed && columns < 16 ? 64 : 128);
  const int64_t ownColumns = std::min<int64_t>(columns, 256);
  if (!isTcgen05Shape(*factors, ownRows, ownColumns) || k < row->depth)
    return rejected("a tile of " + Twine(m) + "x" + Twine(n) + " with depth " +
                    Twine(k) +
                    " is smaller than 64x8, 128x16 or 8x64 with depth " +
                    Twine(row->depth) + "; write a larger tile");
  if (isTransposed && m >= leastMmaRows)
    if (std::string reason = whyNotTransposed(op, *row); !reason.empty())
      return rejected(reason);
  product.columns = batches * (rows / ownRows) * columns;
  if (product.columns > freeColumns)
    return rejected("it takes " + Twine(product.columns) +
                    " columns of tensor memory, and " + Twine(freeColumns) +
                    " are left; write a smaller tile");
  product.atom = tileas::AtomAttr::get(
      op.getContext(), tileas::AtomKind::Tcgen05, factor, factor, sum,
      {ownRows, ownColumns, int64_t(row->depth)}, isTransposed);
  product.sums = batches * m * n;
  product.factorBytes = batches * (m + n) * k * mmaBits(*factors) / 8;
  return product;
}

bool isSumOfLoop(tileaa::DotOp dot) {
  auto argument = dyn_cast<BlockArgument>(dot.getAcc());
  auto loop = argument
                  ? dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp())
                  : scf::ForOp();
  if (!loop || !argument.hasOneUse())
    return false;
  // Further products may add to it in the same iteration.
  while (dot && dot->hasOneUse()) {
    Operation *user = *dot->user_begin();
    if (user == loop.getBody()->getTerminator())
      return true;
    auto next = dyn_cast<tileaa::DotOp>(user);
    dot = next && next.getAcc() == dot.getResult() ? next : tileaa::DotOp();
  }
  return false;
}

bool hasSumOfLoop(tileaa::FuncOp function) {
  bool found = false;
  function.walk([&](tileaa::DotOp dot) { found |= isSumOfLoop(dot); });
  return found;
}

/// Whether `value` is computed from `from` by ops of the same block.
static bool isComputedFrom(Value value, Value from) {
  llvm::SetVector<Value> values;
  values.insert(value);
  for (size_t i = 0; i != values.size(); ++i) {
    if (values[i] == from)
      return true;
    Operation *maker = values[i].getDefiningOp();
    if (maker && maker->getBlock() == from.getParentBlock())
      values.insert_range(maker->getOperands());
  }
  return false;
}

/// Two products of the loop, of which the second one's left factor is computed
/// from the first one's result, and what it adds to from what the loop carries.
static std::optional<std::pair<tileaa::DotOp, tileaa::DotOp>>
findChainedProducts(scf::ForOp loop) {
  SmallVector<tileaa::DotOp> dots;
  loop.walk([&](tileaa::DotOp dot) { dots.push_back(dot); });
  if (dots.size() != 2 || dots[0]->getBlock() != loop.getBody() ||
      dots[1]->getBlock() != loop.getBody() ||
      !loop.isDefinedOutsideOfLoop(dots[0].getAcc()) ||
      isa<BlockArgument>(dots[1].getAcc()) ||
      !isComputedFrom(dots[1].getLhs(), dots[0].getResult()))
    return std::nullopt;
  return std::pair(dots[0], dots[1]);
}

/// Whether there are columns for the left factor of the second product if all
/// teams of `plan` have the sums of the first one in turn.
static bool fitsInTurn(ArrayRef<tileaa::DotOp> dots,
                       ArrayRef<ProductChoice> choices, tileas::PlanAttr plan) {
  if (!plan.hasRole(tileas::RoleKind::Correction) || dots.size() != 2 ||
      llvm::any_of(choices, [](const ProductChoice &choice) {
        return choice.atom.getKind() != tileas::AtomKind::Tcgen05;
      }))
    return false;
  auto loop = dyn_cast<scf::ForOp>(dots[1]->getParentOp());
  if (!loop || !findChainedProducts(loop))
    return false;
  const int64_t own = columnsOfFactor(dots[1], choices[1].atom);
  const int64_t ofTeam = choices[1].columns + own;
  return own != 0 &&
         choices[0].columns + plan.getTeams() * ofTeam <= tensorColumns;
}

void placeFactors(ArrayRef<tileaa::DotOp> dots,
                  MutableArrayRef<ProductChoice> choices,
                  TensorColumns &columns, tileas::PlanAttr plan) {
  for (auto [op, choice] : llvm::zip(dots, choices)) {
    if (choice.atom.getKind() != tileas::AtomKind::Tcgen05)
      continue;
    const int64_t own = columnsOfFactor(op, choice.atom);
    choice.placesFactor = own != 0 && own <= columns.left(op);
    if (choice.placesFactor)
      columns.take(op, own);
  }
  const bool hasAny = llvm::any_of(
      choices, [](const ProductChoice &choice) { return choice.placesFactor; });
  if (hasAny || !fitsInTurn(dots, choices, plan))
    return;
  choices[0].sumsInTurn = true;
  choices[1].placesFactor = true;
}

static int64_t bytesOf(Value factor) {
  auto tile = cast<RankedTensorType>(factor.getType());
  return tile.getNumElements() * tileaa::getStorageBits(tile.getElementType()) /
         8;
}

std::optional<ChainedProducts> findChainedProducts(tileaa::FuncOp function) {
  std::optional<ChainedProducts> found;
  function.walk([&](scf::ForOp loop) {
    auto dots = findChainedProducts(loop);
    if (!dots)
      return;
    auto [first, second] = *dots;
    found.emplace();
    for (Value factor : {first.getLhs(), first.getRhs(), second.getRhs()})
      (loop.isDefinedOutsideOfLoop(factor) ? found->fixedBytes
                                           : found->loopBytes) +=
          bytesOf(factor);
    found->computedBytes = bytesOf(second.getLhs());
    auto factor = cast<RankedTensorType>(second.getLhs().getType());
    auto rows = cast<RankedTensorType>(first.getLhs().getType());
    found->tileRows = factor.getShape().drop_back().back();
    found->keys = factor.getShape().back();
    found->features =
        cast<RankedTensorType>(second.getType()).getShape().back();
    found->depth = rows.getShape().back();
    found->factorBits = tileaa::getStorageBits(factor.getElementType());
    if (factor.getRank() != 2 ||
        tileaa::getStorageBits(factor.getElementType()) != 16)
      return;
    found->rows = factor.getDimSize(0);
    auto sums = cast<RankedTensorType>(second.getType());
    found->sumColumns = factor.getDimSize(1) + sums.getDimSize(1);
    found->columns = found->sumColumns + factor.getDimSize(1) / 2;
  });
  return found;
}

unsigned loopsAroundProducts(tileaa::FuncOp function) {
  unsigned most = 0;
  function.walk([&](Operation *op) {
    unsigned loops = 0;
    if (isa<tileaa::DotOp>(op))
      while ((op = op->getParentOfType<LoopLikeOpInterface>()))
        ++loops;
    most = std::max(most, loops);
  });
  return most;
}

} // namespace tessera::gpu
