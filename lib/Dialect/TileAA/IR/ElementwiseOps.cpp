//===- TileAA/IR/ElementwiseOps.cpp - verifiers of the family -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modifier legality (ops.md 2.2), conversions between formats, constants that
// are bit patterns.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/IR/TileAA.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;
using cuda_tile::RoundingMode;

//===----------------------------------------------------------------------===//
// Modifiers
//===----------------------------------------------------------------------===//

/// Reports a mode outside `always` and, for f32, `onlyF32`.
static LogicalResult verifyRounding(Operation *op, RoundingMode mode,
                                    Type element, ArrayRef<RoundingMode> always,
                                    ArrayRef<RoundingMode> onlyF32 = {}) {
  if (llvm::is_contained(always, mode) ||
      (element.isF32() && llvm::is_contained(onlyF32, mode)))
    return success();
  InFlightDiagnostic diag = op->emitOpError("expected rounding mode ");
  SmallVector<RoundingMode> legal(always);
  if (element.isF32())
    llvm::append_range(legal, onlyF32);
  llvm::interleaveComma(legal, diag, [&](RoundingMode choice) {
    diag << cuda_tile::stringifyRoundingMode(choice);
  });
  return diag << " for " << element << ", got "
              << cuda_tile::stringifyRoundingMode(mode);
}

static LogicalResult verifyFlush(Operation *op, bool flush, Type element) {
  if (!flush || element.isF32())
    return success();
  return op->emitOpError("expected f32 elements with flush_to_zero, got ")
         << element;
}

static constexpr RoundingMode kIeeeModes[] = {
    RoundingMode::NearestEven, RoundingMode::Zero, RoundingMode::NegativeInf,
    RoundingMode::PositiveInf};

template <typename OpTy>
static LogicalResult verifyRounded(OpTy op,
                                   ArrayRef<RoundingMode> onlyF32 = {}) {
  Type element = getElementTypeOrSelf(op.getResult().getType());
  if (failed(verifyRounding(op, op.getRoundingMode(), element, kIeeeModes,
                            onlyF32)))
    return failure();
  return verifyFlush(op, op.getFlushToZero(), element);
}

template <typename OpTy> static LogicalResult verifyFlushable(OpTy op) {
  return verifyFlush(op, op.getFlushToZero(),
                     getElementTypeOrSelf(op.getResult().getType()));
}

template <typename OpTy> static LogicalResult verifyFullOrApprox(OpTy op) {
  return verifyRounding(op, op.getRoundingMode(),
                        getElementTypeOrSelf(op.getResult().getType()),
                        {RoundingMode::Full}, {RoundingMode::Approx});
}

LogicalResult AddFOp::verify() { return verifyRounded(*this); }
LogicalResult SubFOp::verify() { return verifyRounded(*this); }
LogicalResult MulFOp::verify() { return verifyRounded(*this); }
LogicalResult FmaOp::verify() { return verifyRounded(*this); }
LogicalResult DivFOp::verify() {
  return verifyRounded(*this, {RoundingMode::Approx, RoundingMode::Full});
}
LogicalResult SqrtOp::verify() {
  return verifyRounded(*this, {RoundingMode::Approx});
}
LogicalResult MaxFOp::verify() { return verifyFlushable(*this); }
LogicalResult MinFOp::verify() { return verifyFlushable(*this); }
LogicalResult RsqrtOp::verify() { return verifyFlushable(*this); }
LogicalResult Exp2Op::verify() { return verifyFlushable(*this); }
LogicalResult ExpOp::verify() { return verifyFullOrApprox(*this); }
LogicalResult TanHOp::verify() { return verifyFullOrApprox(*this); }

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

LogicalResult FpToFpOp::verify() {
  Type from = getElementTypeOrSelf(getSource().getType());
  Type to = getElementTypeOrSelf(getResult().getType());
  if (from == to)
    return emitOpError("expected result element other than ")
           << from << ", got " << to;
  if (isa<Float8E8M0FNUType>(to))
    return verifyRounding(*this, getRoundingMode(), to,
                          {RoundingMode::Zero, RoundingMode::PositiveInf});
  if (cuda_tile::getElementBitWidth(to) <= 8)
    return verifyRounding(*this, getRoundingMode(), to,
                          {RoundingMode::NearestEven});
  return verifyRounding(*this, getRoundingMode(), to,
                        {RoundingMode::NearestEven, RoundingMode::Zero,
                         RoundingMode::NegativeInf, RoundingMode::PositiveInf,
                         RoundingMode::NearestAway});
}

LogicalResult IntToFpOp::verify() {
  Type to = getElementTypeOrSelf(getResult().getType());
  // Neither unsigned scale format can hold a negative value.
  if (isa<Float8E8M0FNUType, cuda_tile::F8E5M3FNUType>(to))
    return emitOpError("expected result element of a signed format, got ")
           << to;
  return success();
}

LogicalResult BitcastOp::verify() {
  Type from = getElementTypeOrSelf(getSource().getType());
  Type to = getElementTypeOrSelf(getResult().getType());
  if (isPointerElement(from) != isPointerElement(to))
    return emitOpError("expected pointers on both sides or on neither, got ")
           << from << " and " << to;
  if (getElementBits(from) != getElementBits(to))
    return emitOpError("expected result element of ")
           << getElementBits(from) << " bits, got " << to << " of "
           << getElementBits(to) << " bits";
  return success();
}

//===----------------------------------------------------------------------===//
// constant
//===----------------------------------------------------------------------===//

LogicalResult ConstantOp::verify() {
  Type type = getResult().getType();
  Type element = getElementTypeOrSelf(type);
  if (!isPointerElement(element) && !isa<cuda_tile::F8E5M3FNUType>(element))
    return emitOpError("expected elements that arith.constant cannot carry, "
                       "f8E5M3FNU or pointers, got ")
           << element;
  Type expected = withElement(
      type, IntegerType::get(getContext(), getElementBits(element)));
  if (getBits().getType() != expected)
    return emitOpError("expected bit patterns of type ")
           << expected << ", got " << getBits().getType();
  if (!isa<IntegerAttr, DenseIntElementsAttr>(getBits()))
    return emitOpError("expected an integer or dense integer elements");
  return success();
}
