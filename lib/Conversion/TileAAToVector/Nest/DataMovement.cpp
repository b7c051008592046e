//===- TileAAToVector/Nest/DataMovement.cpp - cat, insert, pack and unpack -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits cat, insert, pack and unpack, whose results are put together in
// scratch.
//
//===----------------------------------------------------------------------===//

#include "Nest.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tessera::cpu {

/// Writes `source` to `to` with its first element at `start` (coordinates whose
/// bits lie above those of the source's extents).
static LogicalResult place(Emitter &e, Operation *op, Value source,
                           const Buffer &to,
                           llvm::function_ref<Index(Nest &)> start) {
  return e.emitRoot(op, {source}, /*covers=*/true, [&](Nest &nest) {
    Index offset = start(nest);
    Index index = nest.iterate(shapeOf(source.getType()));
    FailureOr<Lanes> lanes = nest.evaluate(source, index);
    if (failed(lanes))
      return failure();
    Index target;
    for (auto [own, first] : llvm::zip(index, offset))
      target.push_back(nest.merge(first, own));
    nest.store(to, target, *lanes);
    return success();
  });
}

static LogicalResult emitCat(Emitter &e, tileaa::CatOp op) {
  auto type = cast<RankedTensorType>(op.getType());
  Buffer result = e.newBuffer(type.getElementType(), type.getShape());
  int64_t start = 0;
  for (Value source : op.getSources()) {
    auto shape = shapeOf(source.getType());
    int64_t extent = shape[op.getDim()];
    if (start % extent != 0)
      return op.emitError("cannot be lowered to CPU code: expected each part "
                          "to start at a multiple of its extent");
    if (failed(place(e, op, source, result, [&](Nest &nest) {
          Index index(shape.size());
          if (start != 0) {
            index[op.getDim()].base = e.i64(start);
            index[op.getDim()].baseBits = static_cast<uint64_t>(start);
          }
          return index;
        })))
      return failure();
    start += extent;
  }
  e.setBuffer(op.getResult(), result);
  return success();
}

/// `value` in a buffer of its own.
static FailureOr<Buffer> copyOf(Emitter &e, Value value) {
  Buffer result =
      e.newBuffer(elementOf(value.getType()), shapeOf(value.getType()));
  if (const Buffer *buffer = e.bufferOf(value)) {
    e.copy(*buffer, result);
    return result;
  }
  if (failed(e.evaluateInto(value, result)))
    return failure();
  return result;
}

static LogicalResult emitInsert(Emitter &e, tileaa::InsertOp op) {
  FailureOr<Buffer> result = copyOf(e, op.getDestination());
  if (failed(result))
    return failure();
  auto shape = shapeOf(op.getSource().getType());
  if (failed(place(e, op, op.getSource(), *result, [&](Nest &nest) {
        Index index;
        for (auto [d, slice] : llvm::enumerate(op.getIndices())) {
          unsigned own = log2Of(shape[d]), all = log2Of(result->shape[d]);
          Value number = e.extend(e.scalar(slice), /*isSigned=*/false);
          index.push_back(nest.shiftLeft(
              nest.lowBits(nest.uniform(number, 32), all - own), own));
        }
        return index;
      })))
    return failure();
  e.setBuffer(op.getResult(), *result);
  return success();
}

/// pack and unpack: whole bytes keep their image; the runtime moves smaller
/// elements, and tf32, whose low bits are dropped.
static LogicalResult emitRepack(Emitter &e, Operation *op, bool isPack) {
  Value source = op->getOperand(0);
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  Type element = isPack ? elementOf(source.getType()) : type.getElementType();
  auto kind = elementKindOf(element);
  bool drops = !isPack && kind == numerics::ElementKind::TF32;
  if (numerics::bitWidth(kind) >= 8 && !drops) {
    FailureOr<Buffer> image = copyOf(e, source);
    if (failed(image))
      return failure();
    image->element = type.getElementType();
    image->shape.assign(type.getShape().begin(), type.getShape().end());
    e.setBuffer(op->getResult(0), *image);
    return success();
  }
  FailureOr<Buffer> from = e.materialise(source);
  if (failed(from))
    return failure();
  Buffer to = e.newBuffer(type.getElementType(), type.getShape());
  int64_t count = isPack ? shapeOf(source.getType())[0] : type.getShape()[0];
  e.callRuntime(isPack ? "tessera_rt_pack" : "tessera_rt_unpack",
                {e.i32(static_cast<int64_t>(kind)), e.addressOf(to),
                 e.addressOf(*from), e.i64(count)});
  e.setBuffer(op->getResult(0), to);
  return success();
}

LogicalResult emitDataMovement(Emitter &e, Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case<tileaa::CatOp>([&](auto cat) { return emitCat(e, cat); })
      .Case<tileaa::InsertOp>(
          [&](auto insert) { return emitInsert(e, insert); })
      .Case<tileaa::PackOp>(
          [&](auto pack) { return emitRepack(e, pack, true); })
      .Case<tileaa::UnpackOp>(
          [&](auto unpack) { return emitRepack(e, unpack, false); });
}

} // namespace tessera::cpu
