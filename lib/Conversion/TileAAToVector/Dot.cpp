//===- TileAAToVector/Dot.cpp - matrix multiply-accumulate -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Brings the operands into scratch in a type the machine multiplies (16-bit and
// 8-bit floats as f32, i8 as i32) and the accumulator into the buffer that the
// result is to have, if possible that of the loop-carried tensor it becomes;
// then Matmul.cpp does the arithmetic. Block-scaled forms go to the runtime.
//
//===----------------------------------------------------------------------===//

#include "Matmul.h"

#include "Lanes.h"
#include "Nest.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using tessera::cuda_tile::Signedness;
using tessera::numerics::ElementKind;

namespace tessera::cpu {

namespace {
bool isEightBitFloat(Type element) {
  return isa<FloatType>(element) && laneBits(element) == 8;
}

int64_t elementsOf(const Buffer &buffer) {
  int64_t count = 1;
  for (int64_t extent : buffer.shape)
    count *= extent;
  return count;
}

/// `value` of the type `from` as `to`, exactly.
Value widen(Emitter &e, Value value, Type to, bool isSigned) {
  auto vector = dyn_cast<VectorType>(value.getType());
  Type type = vector ? Type(vector.clone(to)) : to;
  if (isa<FloatType>(to))
    return arith::ExtFOp::create(e.b, e.loc(), type, value);
  return isSigned ? Value(arith::ExtSIOp::create(e.b, e.loc(), type, value))
                  : Value(arith::ExtUIOp::create(e.b, e.loc(), type, value));
}

/// The tile `value` in scratch with elements of type `to`.
FailureOr<Buffer> operandAs(Emitter &e, tileaa::DotOp op, Value value, Type to,
                            bool isSigned) {
  Type element = elementOf(value.getType());
  if (registerType(element) == to)
    return e.materialise(value);
  Buffer wide = e.newBuffer(to, shapeOf(value.getType()));
  if (isEightBitFloat(element)) {
    FailureOr<Buffer> narrow = e.materialise(value);
    if (failed(narrow))
      return failure();
    auto kind = [&](Type type) {
      return e.i32(static_cast<int64_t>(elementKindOf(type)));
    };
    e.callRuntime("tessera_rt_convert",
                  {e.i32(static_cast<int64_t>(RtConvert::FToF)), kind(element),
                   kind(to), e.i32(0), e.addressOf(wide), e.addressOf(*narrow),
                   e.i64(elementsOf(wide))});
    return wide;
  }
  if (failed(e.emitRoot(op, {value}, /*covers=*/true, [&](Nest &nest) {
        nest.width = std::min(nest.width, e.widthFor(laneBits(to)));
        return nest.forEachVector(
            value, [&](ArrayRef<Coord> index, const Lanes &lanes) {
              nest.store(wide, index,
                         {widen(e, lanes.value, to, isSigned), lanes.uniform});
              return success();
            });
      })))
    return failure();
  return wide;
}

/// Where the result is accumulated, holding the accumulator's value unless that
/// is zero and `isFromZero`, if there, can be told so.
FailureOr<Buffer> resultBuffer(Emitter &e, tileaa::DotOp op,
                               ArrayRef<Buffer> operands,
                               bool *isFromZero = nullptr) {
  Value acc = op.getAcc();
  bool isZero =
      isFromZero && !e.bufferOf(acc) &&
      (matchPattern(acc, m_PosZeroFloat()) || matchPattern(acc, m_Zero()));
  if (isZero)
    *isFromZero = true;
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

LogicalResult emitScaled(Emitter &e, tileaa::DotOp op) {
  SmallVector<Buffer, 4> tiles;
  for (Value value :
       {op.getLhs(), op.getLhsScale(), op.getRhs(), op.getRhsScale()}) {
    FailureOr<Buffer> tile = e.materialise(value);
    if (failed(tile))
      return failure();
    tiles.push_back(*tile);
  }
  FailureOr<Buffer> acc = resultBuffer(e, op, tiles);
  if (failed(acc))
    return failure();
  MatmulShape shape(op);
  auto kind = [&](Value value) {
    return e.i32(
        static_cast<int64_t>(elementKindOf(elementOf(value.getType()))));
  };
  SmallVector<Value, 12> arguments = {
      kind(op.getLhs()),
      kind(op.getLhsScale()),
      e.i64(shape.batches),
      e.i64(shape.rows),
      e.i64(shape.columns),
      e.i64(shape.depth),
      e.i64(shapeOf(op.getLhsScale().getType()).back())};
  for (const Buffer &tile : tiles)
    arguments.push_back(e.addressOf(tile));
  arguments.push_back(e.addressOf(*acc));
  e.callRuntime("tessera_rt_mmaf_scaled", arguments);
  e.setBuffer(op.getResult(), *acc);
  return success();
}
/// An i8 operand in scratch, every byte plus 128 if `isShifted`.
FailureOr<Buffer> bytesOf(Emitter &e, tileaa::DotOp op, Value value,
                          bool isShifted) {
  if (!isShifted)
    return e.materialise(value);
  Buffer shifted = e.newBuffer(e.b.getI8Type(), shapeOf(value.getType()));
  if (failed(e.emitRoot(op, {value}, /*covers=*/true, [&](Nest &nest) {
        Index index = nest.iterate(shapeOf(value.getType()));
        FailureOr<Lanes> lanes = nest.evaluate(value, index);
        if (failed(lanes))
          return failure();
        Value flip = e.constant(IntegerAttr::get(e.b.getI8Type(), -128));
        if (!lanes->uniform)
          flip = splat(e, flip, nest.width);
        nest.store(shifted, index,
                   {arith::XOrIOp::create(e.b, e.loc(), lanes->value, flip),
                    lanes->uniform});
        return success();
      })))
    return failure();
  return shifted;
}

/// A product of bytes by emitInt8Matmul().
LogicalResult emitInt8Dot(Emitter &e, tileaa::DotOp op, bool lhsSigned,
                          bool rhsSigned) {
  FailureOr<Buffer> lhs = bytesOf(e, op, op.getLhs(), lhsSigned && rhsSigned);
  FailureOr<Buffer> rhs = e.materialise(op.getRhs());
  if (failed(lhs) || failed(rhs))
    return failure();
  MatmulShape shape(op);
  FailureOr<Buffer> acc = resultBuffer(e, op, {*lhs, *rhs}, &shape.isFromZero);
  if (failed(acc) ||
      failed(emitInt8Matmul(e, shape, *lhs, *rhs, *acc, lhsSigned, rhsSigned,
                            nextTiles(e, op))))
    return failure();
  e.setBuffer(op.getResult(), *acc);
  return success();
}

/// A product of bf16 by emitBf16Matmul().
LogicalResult emitBf16Dot(Emitter &e, tileaa::DotOp op) {
  FailureOr<Buffer> lhs = e.materialise(op.getLhs());
  FailureOr<Buffer> rhs = e.materialise(op.getRhs());
  if (failed(lhs) || failed(rhs))
    return failure();
  MatmulShape shape(op);
  FailureOr<Buffer> acc = resultBuffer(e, op, {*lhs, *rhs}, &shape.isFromZero);
  if (failed(acc) ||
      failed(emitBf16Matmul(e, shape, *lhs, *rhs, *acc, nextTiles(e, op))))
    return failure();
  e.setBuffer(op.getResult(), *acc);
  return success();
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
    return emitScaled(e, op);
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
      accElement.isInteger(32) &&
      suitsInt8Dot(e, MatmulShape(op), lhsSigned, rhsSigned))
    return emitInt8Dot(e, op, lhsSigned, rhsSigned);
  if (elementOf(op.getLhs().getType()).isBF16() && accElement.isF32() &&
      suitsBf16Dot(e, MatmulShape(op)))
    return emitBf16Dot(e, op);
  FailureOr<Buffer> lhs = operandAs(e, op, op.getLhs(), compute, lhsSigned);
  if (failed(lhs))
    return failure();
  FailureOr<Buffer> rhs = operandAs(e, op, op.getRhs(), compute, rhsSigned);
  if (failed(rhs))
    return failure();
  if (!isHalfAcc) {
    MatmulShape shape(op);
    FailureOr<Buffer> acc =
        resultBuffer(e, op, {*lhs, *rhs}, &shape.isFromZero);
    if (failed(acc) ||
        failed(emitMatmul(e, shape, *lhs, *rhs, *acc, nextTiles(e, op))))
      return failure();
    e.setBuffer(op.getResult(), *acc);
    return success();
  }
  // An f16 accumulator is rounded once, at the end.
  FailureOr<Buffer> wide = operandAs(e, op, op.getAcc(), compute, true);
  if (failed(wide))
    return failure();
  Buffer sum = e.newBuffer(compute, wide->shape);
  e.copy(*wide, sum);
  if (failed(emitMatmul(e, MatmulShape(op), *lhs, *rhs, sum, nextTiles(e, op))))
    return failure();
  Buffer result = e.newBuffer(accElement, sum.shape);
  Nest nest(e, e.widthFor(32));
  Index index = nest.iterate(sum.shape);
  Lanes lanes = nest.load(sum, index);
  Type narrow = lanesType(accElement, lanes.uniform ? 0 : nest.width);
  nest.store(result, index,
             {arith::TruncFOp::create(e.b, e.loc(), narrow, lanes.value),
              lanes.uniform});
  nest.close();
  e.setBuffer(op.getResult(), result);
  return success();
}

} // namespace tessera::cpu
