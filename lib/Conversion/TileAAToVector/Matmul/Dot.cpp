//===- TileAAToVector/Matmul/Dot.cpp - matrix multiply-accumulate -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Brings the operands into scratch in a type the machine multiplies (16-bit and
// 8-bit floats as f32, i8 as i32) and the accumulator into the buffer that the
// result is to have, if possible that of the loop-carried tensor it becomes;
// then Matmul.cpp does the arithmetic.
//
//===----------------------------------------------------------------------===//

#include "Dot.h"
#include "Conversion/TileAAToVector/Core/Lanes.h"
#include "Conversion/TileAAToVector/Elementwise/ShortFloat.h"
#include "MatmulOperands.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using tessera::cuda_tile::Signedness;
using tessera::numerics::ElementKind;

namespace tessera::cpu {

Value widenOperand(Emitter &e, Value value, Type from, Type to, bool isSigned) {
  if (isHalf(from))
    return widenHalf(e, value, from);
  if (isByteFloat(from))
    return widenByteFloat(e, value, from);
  auto vector = dyn_cast<VectorType>(value.getType());
  Type type = vector ? Type(vector.clone(to)) : to;
  if (isa<FloatType>(to))
    return arith::ExtFOp::create(e.b, e.loc(), type, value);
  return isSigned ? Value(arith::ExtSIOp::create(e.b, e.loc(), type, value))
                  : Value(arith::ExtUIOp::create(e.b, e.loc(), type, value));
}

namespace {
/// A conversion of values alone.
OperandPlacer::Convert ofValues(std::function<Value(Value)> function) {
  return [function](Nest &, ArrayRef<Coord>, Lanes lanes) -> Lanes {
    return {function(lanes.value), lanes.uniform};
  };
}

/// An f16 accumulator as f32.
FailureOr<Buffer> wideAccumulator(Emitter &e, tileaa::DotOp op) {
  Value value = op.getAcc();
  Type f32 = e.b.getF32Type();
  Buffer wide = e.newBuffer(f32, shapeOf(value.getType()));
  if (failed(e.emitRoot(op, {value}, /*covers=*/true, [&](Nest &nest) {
        nest.width = std::min(nest.width, e.widthFor(32));
        return nest.forEachVector(
            value, [&](ArrayRef<Coord> index, const Lanes &lanes) {
              nest.store(
                  wide, index,
                  {widenHalf(e, lanes.value, e.b.getF16Type()), lanes.uniform});
              return success();
            });
      })))
    return failure();
  return wide;
}

/// If `acc` is a tile times a factor per row and nothing else: that tile.
/// `factors` is set to the tile that has a factor per row.
Value scaledByRows(Value acc, Value &factors) {
  auto product = acc.getDefiningOp<arith::MulFOp>();
  if (!product || !acc.hasOneUse() || shapeOf(acc.getType()).size() != 2)
    return {};
  for (auto [value, other] : {std::pair(product.getLhs(), product.getRhs()),
                              std::pair(product.getRhs(), product.getLhs())}) {
    auto broadcast = other.getDefiningOp<tileaa::BroadcastOp>();
    if (!broadcast || shapeOf(broadcast.getSource().getType())[1] != 1 ||
        shapeOf(broadcast.getSource().getType())[0] !=
            shapeOf(acc.getType())[0])
      continue;
    factors = broadcast.getSource();
    return value;
  }
  return {};
}

} // namespace

FailureOr<Buffer> resultBuffer(Emitter &e, tileaa::DotOp op,
                               ArrayRef<Buffer> operands, MatmulShape *shape) {
  Value acc = op.getAcc();
  bool isZero =
      shape && !e.bufferOf(acc) &&
      (matchPattern(acc, m_PosZeroFloat()) || matchPattern(acc, m_Zero()));
  if (isZero)
    shape->isFromZero = true;
  auto isOperand = [&](const Buffer &buffer) {
    return llvm::any_of(operands, [&](const Buffer &operand) {
      return !operand.fixed && operand.id == buffer.id;
    });
  };
  if (const Buffer *carried = e.carriedDestination(op.getResult(), op)) {
    Buffer to = *carried;
    if (!isOperand(to) && e.reads(acc, to.id) != Reads::OtherIndex) {
      const Buffer *from = e.bufferOf(acc);
      if (isZero)
        return to;
      // The factors are applied on the way to registers.
      Value factors;
      Value unscaled = shape && !from ? scaledByRows(acc, factors) : Value();
      const Buffer *inPlace = unscaled ? e.bufferOf(unscaled) : nullptr;
      if (inPlace && !inPlace->fixed && inPlace->id == to.id) {
        FailureOr<Buffer> column = inMemory(e, factors);
        if (failed(column))
          return failure();
        shape->rowFactors = e.addressOf(*column);
        return to;
      }
      if (!from) {
        if (failed(e.evaluateInto(acc, to)))
          return failure();
      } else if (from->fixed || from->id != to.id) {
        e.copy(*from, to);
      }
      return to;
    }
  }
  // An accumulator that nobody reads afterwards is overwritten.
  const Buffer *from = e.bufferOf(acc);
  if (from && !from->fixed && !isOperand(*from) &&
      acc.getParentBlock() == op->getBlock() && !isa<BlockArgument>(acc) &&
      !e.isReadLater(acc, op))
    return *from;
  Buffer to = e.newBuffer(elementOf(acc.getType()), shapeOf(acc.getType()));
  if (from)
    e.copy(*from, to);
  else if (!isZero && failed(e.evaluateInto(acc, to)))
    return failure();
  return to;
}

namespace {
/// A product of `operands`, which `placer` has brought into place, by `emit`.
LogicalResult emitPlacedDot(
    Emitter &e, tileaa::DotOp op, MatmulShape &shape, OperandPlacer &placer,
    const FailureOr<MatmulOperands> &operands,
    llvm::function_ref<void(const MatmulOperands &, const Buffer &)> emit) {
  if (failed(operands))
    return failure();
  FailureOr<Buffer> acc =
      resultBuffer(e, op, {operands->lhs, operands->rhs}, &shape);
  if (failed(acc))
    return failure();
  placer.whenDue([&] {
    limitToStored(e, op, shape);
    startFromZero(e, op, shape);
    emit(*operands, *acc);
  });
  e.setBuffer(op.getResult(), *acc);
  return success();
}

/// A product of bytes by emitInt8Matmul().
LogicalResult emitInt8Dot(Emitter &e, tileaa::DotOp op, bool lhsSigned,
                          bool rhsSigned) {
  MatmulShape shape(op);
  OperandPlacer placer(e, op, shape, e.b.getI8Type(), int8Panels(e, shape));
  OperandPlacer::Convert plus128;
  if (lhsSigned && rhsSigned)
    plus128 = ofValues([&](Value bytes) -> Value {
      Value flip = e.constant(IntegerAttr::get(e.b.getI8Type(), -128));
      if (auto type = dyn_cast<VectorType>(bytes.getType()))
        flip = splat(e, flip, type.getNumElements());
      return arith::XOrIOp::create(e.b, e.loc(), bytes, flip);
    });
  return emitPlacedDot(e, op, shape, placer, placer.place(plus128, {}),
                       [&](const MatmulOperands &operands, const Buffer &acc) {
                         emitInt8Matmul(e, shape, operands, acc, lhsSigned,
                                        rhsSigned, upcomingTiles(e, op, shape));
                       });
}

/// A product of bytes by emitInt16Matmul().
LogicalResult emitInt16Dot(Emitter &e, tileaa::DotOp op, bool lhsSigned,
                           bool rhsSigned) {
  MatmulShape shape(op);
  Type i16 = e.b.getI16Type();
  OperandPlacer placer(e, op, shape, i16, int16Panels(e, shape));
  auto widening = [&](bool isSigned) -> OperandPlacer::Convert {
    return ofValues([&e, i16, isSigned](Value bytes) {
      return widenOperand(e, bytes, e.b.getI8Type(), i16, isSigned);
    });
  };
  return emitPlacedDot(e, op, shape, placer,
                       placer.place(widening(lhsSigned), widening(rhsSigned)),
                       [&](const MatmulOperands &operands, const Buffer &acc) {
                         emitInt16Matmul(e, shape, operands, acc,
                                         upcomingTiles(e, op, shape));
                       });
}

/// A product of bf16 by emitBf16Matmul().
LogicalResult emitBf16Dot(Emitter &e, tileaa::DotOp op) {
  MatmulShape shape(op);
  OperandPlacer placer(e, op, shape, e.b.getI16Type(), bf16Panels(shape));
  placer.noteMagnitudesInPassing();
  FailureOr<MatmulOperands> operands = placer.place({}, {});
  if (failed(operands))
    return failure();
  Buffer magnitudes = placer.magnitudesOf(*operands);
  return emitPlacedDot(e, op, shape, placer, operands,
                       [&](const MatmulOperands &operands, const Buffer &acc) {
                         emitBf16Matmul(e, shape, operands, magnitudes, acc,
                                        upcomingTiles(e, op, shape));
                       });
}
} // namespace

MatmulShape::MatmulShape(tileaa::DotOp op) {
  auto lhs = shapeOf(op.getLhs().getType());
  auto rhs = shapeOf(op.getRhs().getType());
  size_t rank = lhs.size();
  batches = rank == 3 ? lhs[0] : 1;
  rows = lhs[rank - 2];
  depth = lhs[rank - 1];
  columns = rhs[rank - 1];
}

LogicalResult emitDot(Emitter &e, tileaa::DotOp op) {
  if (op.getLhsScale())
    return emitBlockScaledDot(e, op);
  Type accElement = elementOf(op.getAcc().getType());
  bool isHalfAcc = accElement.isF16();
  Type compute = isHalfAcc ? Type(e.b.getF32Type()) : accElement;
  auto isSigned = [](std::optional<Signedness> signedness) {
    return signedness == Signedness::Signed;
  };
  bool lhsSigned = isSigned(op.getSignednessLhs());
  bool rhsSigned = isSigned(op.getSignednessRhs());
  if (elementOf(op.getLhs().getType()).isInteger(8) &&
      elementOf(op.getRhs().getType()).isInteger(8) &&
      accElement.isInteger(32)) {
    if (suitsInt8Dot(e, MatmulShape(op), lhsSigned, rhsSigned))
      return emitInt8Dot(e, op, lhsSigned, rhsSigned);
    if (suitsInt16Dot(e, MatmulShape(op)))
      return emitInt16Dot(e, op, lhsSigned, rhsSigned);
  }
  if (elementOf(op.getLhs().getType()).isBF16() && accElement.isF32() &&
      suitsBf16Dot(e, MatmulShape(op)))
    return emitBf16Dot(e, op);
  MatmulShape shape(op);
  OperandPlacer placer(e, op, shape, compute, matmulPanels(e, shape, compute),
                       /*mayCollect=*/!isHalfAcc);
  auto conversion = [&](Value value, bool isSigned) -> OperandPlacer::Convert {
    if (registerType(elementOf(value.getType())) == compute)
      return {};
    Type element = elementOf(value.getType());
    return ofValues([&e, element, compute, isSigned](Value lanes) {
      return widenOperand(e, lanes, element, compute, isSigned);
    });
  };
  FailureOr<MatmulOperands> operands = placer.place(
      conversion(op.getLhs(), lhsSigned), conversion(op.getRhs(), rhsSigned));
  if (failed(operands))
    return failure();
  // Filling panels in the product makes time go on: keep what the product reads
  // alive until then.
  auto product = [&](const Buffer &acc, const Upcoming &next) {
    LogicalResult filled = success();
    emitMatmul(
        e, shape, *operands, acc,
        [&](Value column) { filled = placer.fillPanel(*operands, column); },
        next);
    for (const Buffer &buffer : {operands->lhs, operands->rhs, acc})
      e.addressOf(buffer);
    return filled;
  };
  if (!isHalfAcc) {
    FailureOr<Buffer> acc =
        resultBuffer(e, op, {operands->lhs, operands->rhs}, &shape);
    if (failed(acc))
      return failure();
    LogicalResult done = success();
    placer.whenDue([&] {
      limitToStored(e, op, shape);
      startFromZero(e, op, shape);
      done = product(*acc, upcomingTiles(e, op, shape));
    });
    if (failed(done))
      return failure();
    e.setBuffer(op.getResult(), *acc);
    return success();
  }
  // An f16 accumulator is rounded once, at the end.
  FailureOr<Buffer> sum = wideAccumulator(e, op);
  if (failed(sum))
    return failure();
  if (failed(product(*sum, upcomingTiles(e, op, shape))))
    return failure();
  Buffer result = e.newBuffer(accElement, sum->shape);
  Nest nest(e, e.widthFor(32));
  Index index = nest.iterate(sum->shape);
  Lanes lanes = nest.load(*sum, index);
  nest.store(result, index,
             {narrowToHalf(e, lanes.value, accElement), lanes.uniform});
  nest.close();
  e.setBuffer(op.getResult(), result);
  return success();
}

} // namespace tessera::cpu
