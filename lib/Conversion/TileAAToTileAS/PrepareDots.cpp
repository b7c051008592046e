//===- TileAAToTileAS/PrepareDots.cpp - products as the target multiplies them -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mma.sync wants its operand types and tiles no smaller than its shape;
// multiply-add wants f32, f64 or i8. Every operand is converted exactly: 8-bit
// floats fit f16, and f16, bf16 and tf32 fit f32. An f16 accumulator of
// multiply-add is kept in f32 and rounded at the end, which the language leaves
// open.
//
//===----------------------------------------------------------------------===//

#include "Rewrite.h"

#include "tessera/Conversion/TileAAToTileAS/LayoutChoice.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace tessera::gpu {

namespace {
class DotPreparation {
public:
  DotPreparation(tileaa::DotOp op, const GpuTarget &target)
      : op(op), target(target), b(op) {}
  void run();

private:
  Type elementOf(Value value) { return getElementTypeOrSelf(value.getType()); }
  ArrayRef<int64_t> shapeOf(Value value) {
    return cast<RankedTensorType>(value.getType()).getShape();
  }
  Value convert(Value value, Type element) {
    if (elementOf(value) == element)
      return value;
    return tileaa::FpToFpOp::create(
        b, op.getLoc(), tileaa::withElement(value.getType(), element), value,
        cuda_tile::RoundingMode::NearestEven);
  }
  bool hasInstruction(Type lhs) {
    return findMma(lhs, elementOf(op.getAcc()), shapeOf(op.getAcc()),
                   shapeOf(op.getLhs()).back(), true, true, target)
        .has_value();
  }
  Value scaled(Value operand, Value scale, unsigned depthDim);
  void replace(Value lhs, Value rhs, Type accElement);

  tileaa::DotOp op;
  const GpuTarget &target;
  OpBuilder b;
};
} // namespace

/// operand * scale as f32, the scale repeated along `depthDim`.
Value DotPreparation::scaled(Value operand, Value scale, unsigned depthDim) {
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

void DotPreparation::replace(Value lhs, Value rhs, Type accElement) {
  Value acc = convert(op.getAcc(), accElement);
  Value made = tileaa::DotOp::create(
      b, op.getLoc(), acc.getType(), lhs, rhs, acc, Value(), Value(),
      op.getSignednessLhsAttr(), op.getSignednessRhsAttr(), UnitAttr());
  Value result = convert(made, elementOf(op.getResult()));
  op.getResult().replaceAllUsesWith(result);
  op.erase();
}

void DotPreparation::run() {
  Type f16 = b.getF16Type(), f32 = b.getF32Type();
  Type element = elementOf(op.getLhs()), acc = elementOf(op.getAcc());
  if (op.getLhsScale()) {
    unsigned rank = shapeOf(op.getLhs()).size();
    return replace(scaled(op.getLhs(), op.getLhsScale(), rank - 1),
                   scaled(op.getRhs(), op.getRhsScale(), rank - 2), f32);
  }
  if (!isa<FloatType>(element) || element.isF64() || hasInstruction(element))
    return;
  // Eight-bit floats are exact in f16, products of f16 exact in f32.
  if (element.getIntOrFloatBitWidth() <= 8 && hasInstruction(f16))
    return replace(convert(op.getLhs(), f16), convert(op.getRhs(), f16), acc);
  if (element.isF32() && acc.isF32())
    return;
  replace(convert(op.getLhs(), f32), convert(op.getRhs(), f32), f32);
}

void prepareDots(tileaa::FuncOp function, const GpuTarget &target) {
  SmallVector<tileaa::DotOp> dots;
  function.walk([&](tileaa::DotOp op) { dots.push_back(op); });
  for (tileaa::DotOp op : dots)
    DotPreparation(op, target).run();
}

} // namespace tessera::gpu
