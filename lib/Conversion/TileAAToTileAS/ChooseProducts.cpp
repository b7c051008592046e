//===- TileAAToTileAS/ChooseProducts.cpp - the instruction of every product -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each nv_tileaa.dot becomes an nv_tileas.dot with the atom that says how it is
// multiplied; nothing after this asks again. A product takes mma.sync where the
// target has a shape for its types and size, else each thread multiplies and
// adds in f32, f64 or i8. Operands are converted exactly: 8-bit floats fit f16,
// and f16, bf16 and tf32 fit f32. An f16 accumulator of multiply-add is kept in
// f32 and rounded at the end, which the language leaves open.
//
//===----------------------------------------------------------------------===//

#include "Rewrite.h"

#include "tessera/Dialect/TileAS/IR/MmaAtoms.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace tessera::gpu {

namespace {
class ProductChoice {
public:
  ProductChoice(tileaa::DotOp op, const GpuTarget &target)
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
  /// The atom of mma.sync for factors of type `factor`, or null.
  tileas::AtomAttr findAtom(Type factor);
  Value scaled(Value operand, Value scale, unsigned depthDim);
  /// Puts the product of `lhs` and `rhs`, summed up in `accElement`, in the
  /// op's place. A null `atom`: by multiply-add.
  void replace(Value lhs, Value rhs, Type accElement, tileas::AtomAttr atom);

  tileaa::DotOp op;
  const GpuTarget &target;
  OpBuilder b;
};
} // namespace

/// operand * scale as f32, the scale repeated along `depthDim`.
Value ProductChoice::scaled(Value operand, Value scale, unsigned depthDim) {
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

tileas::AtomAttr ProductChoice::findAtom(Type factor) {
  Type sum = elementOf(op.getAcc());
  std::optional<MmaFactor> factors = tileas::mmaFactorOf(factor);
  std::optional<MmaSum> sums = tileas::mmaSumOf(sum);
  if (!factors || !sums)
    return {};
  ArrayRef<int64_t> acc = shapeOf(op.getAcc());
  layout::MmaShape tile{
      static_cast<unsigned>(acc[acc.size() - 2]),
      static_cast<unsigned>(acc.back()),
      static_cast<unsigned>(shapeOf(op.getLhs()).back()),
  };
  std::optional<layout::MmaShape> shape =
      findMma(*factors, *sums, tile, target);
  if (!shape)
    return {};
  return tileas::AtomAttr::get(b.getContext(), tileas::AtomKind::Mma, factor,
                               factor, sum, {shape->m, shape->n, shape->k});
}

void ProductChoice::replace(Value lhs, Value rhs, Type accElement,
                            tileas::AtomAttr atom) {
  Value acc = convert(op.getAcc(), accElement);
  if (!atom)
    atom = tileas::AtomAttr::get(b.getContext(), tileas::AtomKind::Fma,
                                 elementOf(lhs), elementOf(rhs), accElement);
  // Only 8-bit floats are summed up in less than the accumulator.
  bool isFast = op.getFastAcc() && lhs == op.getLhs();
  Value made = tileas::DotOp::create(
      b, op.getLoc(), acc.getType(), lhs, rhs, acc, Value(), Value(), atom,
      op.getSignednessLhsAttr(), op.getSignednessRhsAttr(), isFast);
  Value result = convert(made, elementOf(op.getResult()));
  op.getResult().replaceAllUsesWith(result);
  op.erase();
}

void ProductChoice::run() {
  Type f16 = b.getF16Type(), f32 = b.getF32Type();
  Value lhs = op.getLhs(), rhs = op.getRhs();
  Type element = elementOf(lhs), acc = elementOf(op.getAcc());
  if (op.getLhsScale()) {
    unsigned rank = shapeOf(lhs).size();
    return replace(scaled(lhs, op.getLhsScale(), rank - 1),
                   scaled(rhs, op.getRhsScale(), rank - 2), f32, {});
  }
  if (tileas::AtomAttr atom = findAtom(element))
    return replace(lhs, rhs, acc, atom);
  bool isShort = isa<FloatType>(element) && !element.isF64();
  // Eight-bit floats are exact in f16, products of f16 exact in f32.
  if (isShort && element.getIntOrFloatBitWidth() <= 8)
    if (tileas::AtomAttr atom = findAtom(f16))
      return replace(convert(lhs, f16), convert(rhs, f16), acc, atom);
  if (!isShort)
    return replace(lhs, rhs, acc, {});
  replace(convert(lhs, f32), convert(rhs, f32), f32, {});
}

void chooseProducts(tileaa::FuncOp function, const GpuTarget &target) {
  SmallVector<tileaa::DotOp> dots;
  function.walk([&](tileaa::DotOp op) { dots.push_back(op); });
  for (tileaa::DotOp op : dots)
    ProductChoice(op, target).run();
}

} // namespace tessera::gpu
