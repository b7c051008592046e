//===- CudaTile/IR/Ops/AtomicOps.cpp - atomics through pointers -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers, result types and effects of ops.md 7.1 and 7.2.
//
//===----------------------------------------------------------------------===//

#include "MemoryVerifiers.h"

#include "tessera/Dialect/CudaTile/IR/AsmHelpers.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

using namespace mlir;
using namespace tessera::cuda_tile;
using namespace tessera::cuda_tile::detail;

ParseResult tessera::cuda_tile::parseSharedType(OpAsmParser &parser,
                                                Type &first, Type &second) {
  if (parseBareType(parser, first))
    return failure();
  second = first;
  return success();
}

void tessera::cuda_tile::printSharedType(OpAsmPrinter &printer, Operation *,
                                         Type, Type second) {
  printBareType(printer, second);
}

/// `value`'s type, then a token; fails while the value is missing (builders).
static LogicalResult inferValueAndToken(MLIRContext *context, Value value,
                                        std::optional<Location> location,
                                        SmallVectorImpl<Type> &types) {
  if (!value)
    return emitOptionalError(location,
                             "expected the atomic's value operand, got none");
  types.assign({value.getType(), TokenType::get(context)});
  return success();
}

//===----------------------------------------------------------------------===//
// AtomicRMWTkoOp
//===----------------------------------------------------------------------===//

LogicalResult AtomicRMWTkoOp::verify() {
  if (failed(verifySingleOperands(*this, getProperties().operandSegmentSizes,
                                  {{0, "pointers"}, {1, "arg"}})))
    return failure();
  TileType pointers = getPointers().getType();
  TileType arg = getArg().getType();
  if (failed(verifyAtomicOrdering(*this, getMemoryOrderingSemantics())) ||
      failed(verifyPointedTo(*this, pointers, "argument", arg)) ||
      failed(verifyAtomicMode(*this, getMode(), arg.getElementType(),
                              /*allowExchange=*/true)))
    return failure();
  if (getResult().getType() != arg)
    return emitOpError("expected result of the argument's type ")
           << arg << ", got " << getResult().getType();
  if (getMask())
    return verifyShapeOf(*this, pointers, "mask", getMask().getType());
  return success();
}

LogicalResult AtomicRMWTkoOp::inferReturnTypes(MLIRContext *context,
                                               std::optional<Location> location,
                                               ValueRange operands,
                                               DictionaryAttr, OpaqueProperties,
                                               RegionRange,
                                               SmallVectorImpl<Type> &types) {
  // pointers, arg, ...: the leading operands are not optional.
  Value arg = operands.size() > 1 ? operands[1] : Value();
  return inferValueAndToken(context, arg, location, types);
}

void AtomicRMWTkoOp::getEffects(EffectList &effects) {
  addAtomicEffects(effects);
}

//===----------------------------------------------------------------------===//
// AtomicCASTkoOp
//===----------------------------------------------------------------------===//

LogicalResult AtomicCASTkoOp::verify() {
  if (failed(verifySingleOperands(*this, getProperties().operandSegmentSizes,
                                  {{0, "pointers"}, {1, "cmp"}, {2, "val"}})))
    return failure();
  TileType pointers = getPointers().getType();
  TileType val = getVal().getType();
  if (failed(verifyAtomicOrdering(*this, getMemoryOrderingSemantics())) ||
      failed(verifyPointedTo(*this, pointers, "value", val)))
    return failure();
  Type element = val.getElementType();
  if (!element.isInteger(32) && !element.isInteger(64) && !element.isF32() &&
      !element.isF64())
    return emitOpError("expected element type i32, i64, f32 or f64 for a "
                       "compare-and-swap, got ")
           << element;
  if (getCmp().getType() != val)
    return emitOpError("expected comparand of the value's type ")
           << val << ", got " << getCmp().getType();
  if (getResult().getType() != val)
    return emitOpError("expected result of the value's type ")
           << val << ", got " << getResult().getType();
  if (getMask())
    return verifyShapeOf(*this, pointers, "mask", getMask().getType());
  return success();
}

LogicalResult AtomicCASTkoOp::inferReturnTypes(MLIRContext *context,
                                               std::optional<Location> location,
                                               ValueRange operands,
                                               DictionaryAttr, OpaqueProperties,
                                               RegionRange,
                                               SmallVectorImpl<Type> &types) {
  // pointers, cmp, val, ...: the leading operands are not optional.
  Value val = operands.size() > 2 ? operands[2] : Value();
  return inferValueAndToken(context, val, location, types);
}

void AtomicCASTkoOp::getEffects(EffectList &effects) {
  addAtomicEffects(effects);
}
