//===- TileAAToTileAS/ProductChoice.cpp - the instruction of a product -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product takes wgmma if the kernel's strategy is that and the product is
// large enough, or mma.sync where the target has a shape for its types and
// size, else each thread multiplies and adds in f32, f64 or i32. Operands are
// converted exactly: 8-bit floats fit f16, and f16, bf16 and tf32 fit f32. An
// f16 accumulator of multiply-add is kept in f32 and rounded at the end, which
// the language leaves open.
//
// Where no instruction takes scales, operands are multiplied by theirs first.
// Element and scale have at most six significant bits together, so that the
// result fits bf16 unless it leaves the range of that.
//
//===----------------------------------------------------------------------===//

#include "ProductChoice.h"
#include "Tiles.h"

#include "tessera/Dialect/TileAS/IR/MmaAtoms.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Dialect/TileAS/Utils/DotBuilders.h"
#include "tessera/Target/WgmmaTable.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;

namespace tessera::gpu {

static Type elementOf(Value value) {
  return getElementTypeOrSelf(value.getType());
}

/// The atom of mma.sync for factors of type `factor`, or null.
static tileas::AtomAttr findMmaAtom(tileaa::DotOp op, Type factor,
                                    const GpuTarget &target) {
  Type sum = elementOf(op.getAcc());
  std::optional<MmaFactor> factors = tileas::mmaFactorOf(factor);
  std::optional<MmaSum> sums = tileas::mmaSumOf(sum);
  if (!factors || !sums)
    return {};
  ArrayRef<int64_t> acc = shapeOf(op.getAcc());
  const layout::MmaShape tile{
      static_cast<unsigned>(acc[acc.size() - 2]),
      static_cast<unsigned>(acc.back()),
      static_cast<unsigned>(shapeOf(op.getLhs()).back()),
  };
  std::optional<layout::MmaShape> shape =
      findMma(*factors, *sums, tile, target);
  if (!shape)
    return {};
  return tileas::AtomAttr::get(op.getContext(), tileas::AtomKind::Mma, factor,
                               factor, sum, {shape->m, shape->n, shape->k});
}

/// Floats that multiply-add takes in f32.
static bool isShortFloat(Type element) {
  return isa<FloatType>(element) && !element.isF64();
}

ProductChoice chooseMultiplyAdd(tileaa::DotOp op) {
  Type factor = elementOf(op.getLhs()), sum = elementOf(op.getAcc());
  if (op.getLhsScale() || isShortFloat(factor))
    factor = sum = Float32Type::get(op.getContext());
  return {tileas::AtomAttr::get(op.getContext(), tileas::AtomKind::Fma, factor,
                                factor, sum)};
}

Type scaledElement(tileaa::DotOp op) {
  return BFloat16Type::get(op.getContext());
}

const BlockScaleRow *findBlockScale(tileaa::DotOp op) {
  if (!op.getLhsScale())
    return nullptr;
  return tileas::blockScaleOf(
      elementOf(op.getLhs()), elementOf(op.getLhsScale()),
      shapeOf(op.getLhs()).back() / shapeOf(op.getLhsScale()).back());
}

/// mma.sync that takes the scales of a product, or null.
static tileas::AtomAttr findBlockScaleAtom(tileaa::DotOp op,
                                           const GpuTarget &target) {
  const BlockScaleRow *row = target.has(GpuCapability::BlockScaleMmaSync)
                                 ? findBlockScale(op)
                                 : nullptr;
  ArrayRef<int64_t> acc = shapeOf(op.getAcc());
  if (!row || acc[acc.size() - 2] < 16 || acc.back() < 8 ||
      shapeOf(op.getLhs()).back() < row->depth)
    return {};
  Type factor = elementOf(op.getLhs());
  return tileas::AtomAttr::get(op.getContext(), tileas::AtomKind::Mma, factor,
                               factor, elementOf(op.getAcc()),
                               {16, 8, int64_t(row->depth)});
}

ProductChoice chooseProduct(tileaa::DotOp op, const GpuTarget &target,
                            const FactorPairs &pairs) {
  Type element = elementOf(op.getLhs());
  if (op.getLhsScale()) {
    if (tileas::AtomAttr atom = findBlockScaleAtom(op, target))
      return {atom, /*takesScales=*/true, pairs.contains(op)};
    element = scaledElement(op);
  }
  if (tileas::AtomAttr atom = findMmaAtom(op, element, target))
    return {atom};
  // Eight-bit floats are exact in f16, products of f16 exact in f32.
  if (isShortFloat(element) && element.getIntOrFloatBitWidth() <= 8)
    if (tileas::AtomAttr atom =
            findMmaAtom(op, Float16Type::get(op.getContext()), target))
      return {atom};
  return chooseMultiplyAdd(op);
}

//===----------------------------------------------------------------------===//
// wgmma
//===----------------------------------------------------------------------===//

static std::string nameOf(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// The index along which a tile's neighbours are neighbours in memory, if its
/// load says so and only renamings and conversions of elements follow it.
static std::optional<unsigned> fastDimOf(Value tile) {
  Operation *op = tile.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (auto load = dyn_cast<tileaa::TiledLoadOp>(op)) {
    auto view = cast<tileaa::TiledViewType>(load.getView().getType());
    ArrayRef<int64_t> strides = view.getMemoryView().getStrides();
    for (auto [d, dim] : llvm::enumerate(view.getDimMap()))
      if (strides[dim] == 1)
        return d;
    return std::nullopt;
  }
  if (isa<tileaa::FpToFpOp>(op))
    return fastDimOf(op->getOperand(0));
  if (!isa<tileaa::PermuteOp, tileaa::ViewOp>(op) ||
      !isa<RankedTensorType>(op->getOperand(0).getType()))
    return std::nullopt;
  std::optional<unsigned> source = fastDimOf(op->getOperand(0));
  if (!source)
    return std::nullopt;
  if (auto permute = dyn_cast<tileaa::PermuteOp>(op)) {
    for (auto [d, s] : llvm::enumerate(permute.getPermutation()))
      if (static_cast<unsigned>(s) == *source)
        return d;
    return std::nullopt;
  }
  // A view that adds and drops indices of extent 1: the others keep their
  // order.
  auto numbered = [](ArrayRef<int64_t> shape) {
    SmallVector<unsigned> dims;
    for (auto [d, extent] : llvm::enumerate(shape))
      if (extent != 1)
        dims.push_back(d);
    return dims;
  };
  ArrayRef<int64_t> from = shapeOf(op->getOperand(0)), to = shapeOf(tile);
  SmallVector<unsigned> before = numbered(from), after = numbered(to);
  if (before.size() != after.size())
    return std::nullopt;
  for (auto [b, a] : llvm::zip(before, after)) {
    if (from[b] != to[a])
      return std::nullopt;
    if (b == *source)
      return a;
  }
  return std::nullopt;
}

bool liesAcross(Value factor, unsigned depthDim) {
  std::optional<unsigned> fast = fastDimOf(factor);
  return fast && *fast != depthDim;
}

WarpgroupProduct describeWarpgroupProduct(tileaa::DotOp op,
                                          const GpuTarget &target) {
  WarpgroupProduct product;
  auto rejected = [&](const Twine &reason) {
    product.reason = reason.str();
    return product;
  };
  if (!target.has(GpuCapability::Wgmma))
    return rejected(target.name + " has no wgmma");
  Type factor = op.getLhsScale() ? scaledElement(op) : elementOf(op.getLhs());
  Type sum = elementOf(op.getAcc());
  std::optional<MmaFactor> factors = tileas::mmaFactorOf(factor);
  std::optional<MmaSum> sums = tileas::mmaSumOf(sum);
  const WgmmaRow *row = factors && sums ? findWgmma(*factors, *sums) : nullptr;
  if (!row)
    return rejected("wgmma does not multiply " + nameOf(factor) + " into " +
                    nameOf(sum) +
                    "; write factors of f16, bf16, tf32 or 8 bits");
  ArrayRef<int64_t> acc = shapeOf(op.getAcc());
  const unsigned rank = acc.size();
  const int64_t m = acc[rank - 2], n = acc[rank - 1],
                k = shapeOf(op.getLhs()).back();
  const int64_t batches = rank == 3 ? acc[0] : 1;
  // What the instruction makes: fewer rows than it has become its columns.
  const bool isTransposed = m < wgmmaRows && n >= wgmmaRows;
  const int64_t rows = isTransposed ? n : m, columns = isTransposed ? m : n;
  if (rows < wgmmaRows || columns < 8 || k < row->depth)
    return rejected("a tile of " + Twine(m) + "x" + Twine(n) + " with depth " +
                    Twine(k) + " is smaller than 64x8 and 8x64 with depth " +
                    Twine(row->depth) + "; write a larger tile");
  const bool isAcross =
      liesAcross(op.getLhs(), rank - 1) || liesAcross(op.getRhs(), rank - 2);
  // The stores that turn bytes are single ones, and no stage is filled ahead.
  if (mmaBits(*factors) == 8 && isAcross &&
      op->getParentOfType<LoopLikeOpInterface>() &&
      (!isTransposed || m >= leastMmaRows))
    return rejected("bytes of a factor that do not lie along its depth would "
                    "be turned in every iteration; store that array "
                    "transposed");
  // With few rows, turning a factor costs more than mma.sync, where that has a
  // shape.
  if (isTransposed && m >= leastMmaRows && isAcross && !row->takesBothOrders)
    return rejected("a factor that does not lie along its depth would be "
                    "turned for " +
                    Twine(m) + " rows; store that array transposed");
  product.atom =
      tileas::AtomAttr::get(op.getContext(), tileas::AtomKind::Wgmma, factor,
                            factor, sum, /*shape=*/{}, isTransposed);
  product.rowTiles = batches * (rows / wgmmaRows);
  product.columns = columns;
  product.sums = batches * m * n;
  product.factorBytes = batches * (m + n) * k * mmaBits(*factors) / 8;
  return product;
}

/// Sums of 8-bit floats have fewer bits inside an instruction than f32 has.
/// Unless the program allows that, parts of the depth are summed up apart, in
/// registers of their own: no more than these columns.
static constexpr int64_t columnsOfExactSums = 128;

static bool isSummedInParts(tileaa::DotOp op, Type factor) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(factor) && !op.getFastAcc() &&
         elementOf(op.getAcc()).isF32();
}

std::optional<ProductChoice> chooseWarpgroupProduct(tileaa::DotOp op,
                                                    const GpuTarget &target,
                                                    unsigned numWarps) {
  WarpgroupProduct product = describeWarpgroupProduct(op, target);
  if (!product.reason.empty())
    return std::nullopt;
  ArrayRef<Type> elements = product.atom.getElements();
  int64_t n = std::min<int64_t>(product.columns, 256);
  if (isSummedInParts(op, elements[0]))
    n = std::min(n, columnsOfExactSums);
  // Warpgroups that find no rows share the columns.
  int64_t groups = numWarps / warpsPerWarpgroup;
  const int64_t shares = groups / std::min(groups, product.rowTiles);
  while (n > 8 && product.columns / n < shares)
    n /= 2;
  int64_t depth = findWgmma(*tileas::mmaFactorOf(elements[0]),
                            *tileas::mmaSumOf(elements[2]))
                      ->depth;
  return ProductChoice{tileas::AtomAttr::get(
      op.getContext(), tileas::AtomKind::Wgmma, elements[0], elements[1],
      elements[2], {int64_t(wgmmaRows), n, depth},
      product.atom.getTransposed())};
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

namespace {
class ProductRewrite {
public:
  ProductRewrite(tileaa::DotOp op, bool comesInPairs)
      : op(op), b(op), comesInPairs(comesInPairs) {}
  void run(const ProductChoice &choice);

private:
  Value convert(Value value, Type element) {
    if (elementOf(value) == element)
      return value;
    return tileaa::FpToFpOp::create(
        b, op.getLoc(), tileaa::withElement(value.getType(), element), value,
        cuda_tile::RoundingMode::NearestEven);
  }
  Value scaled(Value operand, Value scale, unsigned depthDim);

  tileaa::DotOp op;
  OpBuilder b;
  /// Its factors of 4 bits can come as bytes of two.
  bool comesInPairs;
};
} // namespace

/// operand * scale as f32, the scale repeated along `depthDim`.
Value ProductRewrite::scaled(Value operand, Value scale, unsigned depthDim) {
  Type f32 = b.getF32Type();
  Value wide = convert(operand, f32);
  Value factor = convert(scale, f32);
  SmallVector<int64_t> shape(shapeOf(operand)), blocks(shapeOf(scale));
  int64_t repeat = shape[depthDim] / blocks[depthDim];
  SmallVector<int64_t> split(blocks), spread(blocks);
  split.insert(split.begin() + depthDim + 1, 1);
  spread.insert(spread.begin() + depthDim + 1, repeat);
  auto type = [&](ArrayRef<int64_t> extents) {
    return RankedTensorType::get(extents, f32);
  };
  Location loc = op.getLoc();
  factor = tileaa::ViewOp::create(b, loc, type(split), factor);
  if (repeat != 1)
    factor = tileaa::BroadcastOp::create(b, loc, type(spread), factor);
  factor = tileaa::ViewOp::create(b, loc, type(shape), factor);
  return arith::MulFOp::create(b, loc, wide, factor);
}

void ProductRewrite::run(const ProductChoice &choice) {
  tileas::AtomAttr atom = choice.atom;
  Value lhs = op.getLhs(), rhs = op.getRhs();
  if (op.getLhsScale() && !choice.takesScales) {
    unsigned rank = shapeOf(lhs).size();
    if (comesInPairs) {
      lhs = buildUnpackedFactor(lhs, rank - 1);
      rhs = buildUnpackedFactor(rhs, rank - 2);
    }
    lhs = scaled(lhs, op.getLhsScale(), rank - 1);
    rhs = scaled(rhs, op.getRhsScale(), rank - 2);
  }
  if (choice.inPairs) {
    const unsigned rank = shapeOf(lhs).size();
    lhs = buildFactorPairs(lhs, rank - 1);
    rhs = buildFactorPairs(rhs, rank - 2);
  } else {
    lhs = convert(lhs, atom.getElements()[0]);
    rhs = convert(rhs, atom.getElements()[1]);
  }
  Value acc = convert(op.getAcc(), atom.getElements()[2]);
  // Only 8-bit floats are summed up in less than the accumulator.
  bool isFast = op.getFastAcc() && lhs == op.getLhs();
  tileas::DotInputs inputs{lhs, rhs, op.getSignednessLhsAttr(),
                           op.getSignednessRhsAttr(), isFast};
  if (choice.takesScales) {
    inputs.lhsScale = op.getLhsScale();
    inputs.rhsScale = op.getRhsScale();
  }
  Value made = tileas::buildDot(b, op.getLoc(), inputs, acc, atom);
  if (choice.placesFactor)
    made.getDefiningOp()->setAttr(tileas::kTensorFactorAttrName,
                                  b.getUnitAttr());
  if (choice.sumsInTurn)
    made.getDefiningOp()->setAttr(tileas::kSumsInTurnAttrName, b.getUnitAttr());
  op.getResult().replaceAllUsesWith(convert(made, elementOf(op.getResult())));
  const SmallVector<Value, 2> factors{op.getLhs(), op.getRhs()};
  op.erase();
  if (comesInPairs)
    for (Value factor : factors)
      eraseElements(factor);
}

void replaceProduct(tileaa::DotOp op, const ProductChoice &choice,
                    const FactorPairs &pairs) {
  ProductRewrite(op, pairs.contains(op)).run(choice);
}

} // namespace tessera::gpu
