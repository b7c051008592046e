//===- TileAAToTileAS/ProductChoice.cpp - the instruction of a product -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product takes mma.sync where the target has a shape for its types and size,
// else each thread multiplies and adds in f32, f64 or i32. Operands are
// converted exactly: 8-bit floats fit f16, and f16, bf16 and tf32 fit f32. An
// f16 accumulator of multiply-add is kept in f32 and rounded at the end, which
// the language leaves open.
//
//===----------------------------------------------------------------------===//

#include "ProductChoice.h"

#include "tessera/Dialect/TileAS/IR/MmaAtoms.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace tessera::gpu {

static Type elementOf(Value value) {
  return getElementTypeOrSelf(value.getType());
}

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
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

ProductChoice chooseProduct(tileaa::DotOp op, const GpuTarget &target) {
  Type element = elementOf(op.getLhs());
  if (op.getLhsScale())
    return chooseMultiplyAdd(op);
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
// Rewriting
//===----------------------------------------------------------------------===//

namespace {
class ProductRewrite {
public:
  explicit ProductRewrite(tileaa::DotOp op) : op(op), b(op) {}
  void run(tileas::AtomAttr atom);

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

void ProductRewrite::run(tileas::AtomAttr atom) {
  Value lhs = op.getLhs(), rhs = op.getRhs();
  if (op.getLhsScale()) {
    unsigned rank = shapeOf(lhs).size();
    lhs = scaled(lhs, op.getLhsScale(), rank - 1);
    rhs = scaled(rhs, op.getRhsScale(), rank - 2);
  }
  lhs = convert(lhs, atom.getElements()[0]);
  rhs = convert(rhs, atom.getElements()[1]);
  Value acc = convert(op.getAcc(), atom.getElements()[2]);
  // Only 8-bit floats are summed up in less than the accumulator.
  bool isFast = op.getFastAcc() && lhs == op.getLhs();
  Value made = tileas::DotOp::create(
      b, op.getLoc(), acc.getType(), lhs, rhs, acc, Value(), Value(), atom,
      op.getSignednessLhsAttr(), op.getSignednessRhsAttr(), isFast);
  op.getResult().replaceAllUsesWith(convert(made, elementOf(op.getResult())));
  op.erase();
}

void replaceProduct(tileaa::DotOp op, const ProductChoice &choice) {
  ProductRewrite(op).run(choice.atom);
}

} // namespace tessera::gpu
