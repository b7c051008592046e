//===- TileAAToVector/Matmul/BlockScaledDot.cpp - products with a scale per block -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands are multiplied by their scales, as f32, while they are brought into
// place. This is exact: the formats have few fraction bits, and no product of a
// scale and an element is too small for f32.
//
// A scale of 2^113 or more may make a product too large for f32, although the
// scale of the other operand makes up for it. Tiles with such scales are rare
// and go to the runtime, which multiplies in f64. Whether a tile has one is
// found out when its scales become f32.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileAAToVector/Core/Lanes.h"
#include "Conversion/TileAAToVector/Elementwise/ShortFloat.h"
#include "Dot.h"
#include "MatmulOperands.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace tessera::cpu {

namespace {
/// An operand with its scales.
struct ScaledOperand {
  Value tile, scales;
  /// The dimension of both that counts k, and the length of a block.
  size_t depthDim;
  int64_t blockLength;
  /// The scales as f32, in memory.
  Buffer factors;
};
} // namespace

static ScaledOperand scaledOperand(Value tile, Value scales, size_t depthDim) {
  int64_t depth = shapeOf(tile.getType())[depthDim];
  int64_t blocks = shapeOf(scales.getType())[depthDim];
  return {tile, scales, depthDim, depth / blocks, {}};
}

/// Brings the scales into memory as f32.
static LogicalResult placeScales(Emitter &e, tileaa::DotOp op,
                                 ScaledOperand &operand) {
  Type element = elementOf(operand.scales.getType());
  operand.factors =
      e.newBuffer(e.b.getF32Type(), shapeOf(operand.scales.getType()));
  return e.emitRoot(op, {operand.scales}, /*covers=*/true, [&](Nest &nest) {
    nest.width = std::min(nest.width, e.widthFor(32));
    return nest.forEachVector(
        operand.scales, [&](ArrayRef<Coord> index, const Lanes &lanes) {
          nest.store(operand.factors, index,
                     {widenByteFloat(e, lanes.value, element), lanes.uniform});
          return success();
        });
  });
}

/// The largest power of two that times any finite `element` is finite in f32.
static int largestExponent(Type element) {
  const llvm::fltSemantics &format =
      cast<FloatType>(element).getFloatSemantics();
  return 127 - ilogb(llvm::APFloat::getLargest(format));
}

/// Whether some scale may be too large for f32: an i1, or null if none can be.
static Value isTooLarge(Emitter &e, const ScaledOperand &operand) {
  if (!isa<Float8E8M0FNUType>(elementOf(operand.scales.getType())))
    return {};
  OpBuilder &b = e.b;
  Location loc = e.loc();
  int64_t count = llvm::product_of(operand.factors.shape);
  int64_t width = std::min<int64_t>(e.widthFor(32), count);
  // Positive floats are ordered like integers; NaN comes last.
  auto words = VectorType::get({width}, b.getI32Type());
  Value none = e.constant(DenseElementsAttr::get(words, 0));
  Nest nest(e, static_cast<unsigned>(width));
  Coord position = nest.openLoop(count, width, none);
  scf::ForOp loop = nest.innermost();
  Value address = e.elementAddress(e.addressOf(operand.factors), b.getI32Type(),
                                   position.base);
  Value some = LLVM::LoadOp::create(b, loc, words, address, 4);
  Value largest =
      arith::MaxSIOp::create(b, loc, loop.getRegionIterArg(0), some);
  scf::YieldOp::create(b, loc, largest);
  nest.closeLoop();
  Value most = LLVM::vector_reduce_smax::create(b, loc, b.getI32Type(),
                                                loop.getResult(0));
  int limit = largestExponent(elementOf(operand.tile.getType()));
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sgt, most,
                               e.i32((127 + limit) << 23));
}

/// Lanes of the tile, widened and scaled.
static OperandPlacer::Convert scaling(Emitter &e,
                                      const ScaledOperand &operand) {
  return [&e, operand](Nest &nest, ArrayRef<Coord> index,
                       Lanes lanes) -> Lanes {
    Lanes wide = {
        widenByteFloat(e, lanes.value, elementOf(operand.tile.getType())),
        lanes.uniform};
    Index at(index);
    Coord &k = at[operand.depthDim];
    k = nest.shiftRight(k, log2Of(operand.blockLength));
    Lanes factor = nest.load(operand.factors, at);
    bool isUniform = wide.uniform && factor.uniform;
    auto lanesOf = [&](const Lanes &x) {
      return isUniform ? x.value : nest.vector(x);
    };
    return {arith::MulFOp::create(e.b, e.loc(), lanesOf(wide), lanesOf(factor)),
            isUniform};
  };
}

static LogicalResult multiply(Emitter &e, tileaa::DotOp op,
                              const ScaledOperand &lhs,
                              const ScaledOperand &rhs, const Buffer &acc) {
  MatmulShape shape(op);
  Type f32 = e.b.getF32Type();
  OperandPlacer placer(e, op, shape, f32, matmulPanels(e, shape, f32),
                       /*mayCollect=*/false);
  FailureOr<MatmulOperands> operands =
      placer.place(scaling(e, lhs), scaling(e, rhs));
  if (failed(operands))
    return failure();
  limitToStored(e, op, shape);
  emitMatmul(
      e, shape, *operands, acc, [](Value) {}, upcomingTiles(e, op, shape));
  return success();
}

static LogicalResult multiplyByRuntime(Emitter &e, tileaa::DotOp op,
                                       const Buffer &acc) {
  SmallVector<Buffer, 4> tiles;
  for (Value value :
       {op.getLhs(), op.getLhsScale(), op.getRhs(), op.getRhsScale()}) {
    if (const Buffer *there = e.bufferOf(value)) {
      tiles.push_back(*there);
      continue;
    }
    tiles.push_back(
        e.newBuffer(elementOf(value.getType()), shapeOf(value.getType())));
    if (failed(e.evaluateSlowlyInto(value, tiles.back())))
      return failure();
  }
  auto kind = [&](Value value) {
    return e.i32(
        static_cast<int64_t>(elementKindOf(elementOf(value.getType()))));
  };
  MatmulShape shape(op);
  SmallVector<Value, 12> arguments = {
      kind(op.getLhs()),
      kind(op.getLhsScale()),
      e.i64(shape.batches),
      e.i64(shape.rows),
      e.i64(shape.columns),
      e.i64(shape.depth),
      e.i64(shapeOf(op.getLhsScale().getType()).back())};
  // All are alive until here.
  for (const Buffer &tile : tiles)
    arguments.push_back(e.addressOf(tile));
  arguments.push_back(e.addressOf(acc));
  e.callRuntime("tessera_rt_mmaf_scaled", arguments);
  return success();
}

LogicalResult emitBlockScaledDot(Emitter &e, tileaa::DotOp op) {
  size_t rank = shapeOf(op.getLhs().getType()).size();
  ScaledOperand lhs = scaledOperand(op.getLhs(), op.getLhsScale(), rank - 1);
  ScaledOperand rhs = scaledOperand(op.getRhs(), op.getRhsScale(), rank - 2);
  if (failed(placeScales(e, op, lhs)) || failed(placeScales(e, op, rhs)))
    return failure();
  FailureOr<Buffer> acc = resultBuffer(e, op, {});
  if (failed(acc))
    return failure();
  e.setBuffer(op.getResult(), *acc);
  Value lhsTooLarge = isTooLarge(e, lhs), rhsTooLarge = isTooLarge(e, rhs);
  if (!lhsTooLarge)
    return multiply(e, op, lhs, rhs, *acc);
  OpBuilder &b = e.b;
  Value tooLarge = arith::OrIOp::create(b, e.loc(), lhsTooLarge, rhsTooLarge);
  auto choice = scf::IfOp::create(b, e.loc(), tooLarge, /*else=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(choice.thenBlock());
  {
    Emitter::RegionScope scope(e, op);
    if (failed(multiplyByRuntime(e, op, *acc)))
      return failure();
  }
  b.setInsertionPointToStart(choice.elseBlock());
  Emitter::RegionScope scope(e, op);
  return multiply(e, op, lhs, rhs, *acc);
}

} // namespace tessera::cpu
