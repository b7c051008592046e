//===- CudaTile/IR/Ops/ConversionOps.cpp - element conversions -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers of ops.md 5: equal shapes, relations between element widths and the
// rounding modes each target format takes. `ftof` follows 13.3 unless the
// dialect is told to apply the relaxations of 13.4. None of these ops folds:
// integer and pointer forms stay apart so that provenance can be tracked.
//
//===----------------------------------------------------------------------===//

#include "ArithVerify.h"

using namespace mlir;
using namespace tessera::cuda_tile;

template <typename OpTy> static LogicalResult verifySourceShape(OpTy op) {
  return verifySameShape(op, "source", op.getSource(), "result",
                         op.getResult().getType());
}

LogicalResult BitcastOp::verify() {
  Type from = getSource().getType().getElementType();
  Type to = getResult().getType().getElementType();
  // tf32 counts 19 bits, which keeps it apart from every other format.
  if (getElementBitWidth(from) != getElementBitWidth(to))
    return emitOpError() << "expected result element of "
                         << getElementBitWidth(from) << " bits, got " << to
                         << " of " << getElementBitWidth(to) << " bits";
  return verifySourceShape(*this);
}

LogicalResult IntToPtrOp::verify() { return verifySourceShape(*this); }
LogicalResult PtrToIntOp::verify() { return verifySourceShape(*this); }
LogicalResult PtrToPtrOp::verify() { return verifySourceShape(*this); }

template <typename OpTy> static LogicalResult verifyFromShape(OpTy op) {
  return verifySameShape(op, "from", op.getFrom(), "to", op.getTo().getType());
}

LogicalResult ExtIOp::verify() {
  Type from = getFrom().getType().getElementType();
  Type to = getTo().getType().getElementType();
  if (getElementBitWidth(to) <= getElementBitWidth(from))
    return emitOpError() << "expected result element wider than " << from
                         << ", got " << to;
  return verifyFromShape(*this);
}

LogicalResult TruncIOp::verify() {
  Type from = getFrom().getType().getElementType();
  Type to = getTo().getType().getElementType();
  if (getElementBitWidth(to) >= getElementBitWidth(from))
    return emitOpError() << "expected result element narrower than " << from
                         << ", got " << to;
  return verifyFromShape(*this);
}

/// The modes of `ftof` beyond nearest_even that 13.4 accepts (ops.md 9), for a
/// target other than f8E8M0FNU.
static void appendModesOf13_4(Type from, Type to,
                              llvm::SmallVectorImpl<RoundingMode> &modes) {
  bool fromE8M0 = llvm::isa<Float8E8M0FNUType>(from);
  bool directed = false, away = false;
  if (to.isF64()) {
    directed = away = true;
  } else if (to.isF32()) {
    directed = !fromE8M0;
    away = directed && !from.isF64();
  } else if (to.isTF32()) {
    away = !from.isF64() && !fromE8M0;
  } else if (to.isF16()) {
    directed = away = from.isBF16() || isF4Element(from) ||
                      llvm::isa<Float8E5M2Type, Float8E4M3FNType>(from);
  } else if (!to.isBF16()) {
    return; // The 8-bit and 4-bit formats stay with nearest_even.
  }
  modes.push_back(RoundingMode::Zero);
  if (directed)
    modes.append({RoundingMode::NegativeInf, RoundingMode::PositiveInf});
  if (away)
    modes.push_back(RoundingMode::NearestAway);
}

LogicalResult FToFOp::verify() {
  Type from = getFrom().getType().getElementType();
  Type to = getTo().getType().getElementType();
  if (from == to)
    return emitOpError() << "expected result element other than " << from
                         << ", got " << to;
  llvm::SmallVector<RoundingMode> legal;
  if (llvm::isa<Float8E8M0FNUType>(to)) {
    // A power-of-two format has no "nearest even": the program must say which
    // neighbour it wants.
    legal = {RoundingMode::Zero, RoundingMode::PositiveInf};
  } else {
    legal = {RoundingMode::NearestEven};
    auto *dialect = getContext()->getLoadedDialect<CudaTileDialect>();
    if (dialect->hasRelaxationsOf13_4())
      appendModesOf13_4(from, to, legal);
  }
  if (failed(verifyRounding(*this, getRoundingMode(), to, {legal, {}})))
    return failure();
  return verifyFromShape(*this);
}

LogicalResult FToIOp::verify() {
  if (failed(verifyRounding(*this, getRoundingMode(),
                            getTo().getType().getElementType(),
                            {{RoundingMode::NearestIntToZero}, {}})))
    return failure();
  return verifyFromShape(*this);
}

LogicalResult IToFOp::verify() {
  Type to = getTo().getType().getElementType();
  // Neither unsigned scale format can hold a negative value.
  if (llvm::isa<Float8E8M0FNUType, F8E5M3FNUType>(to))
    return emitOpError() << "expected result element of a signed format, got "
                         << to;
  if (failed(verifyRounding(*this, getRoundingMode(), to,
                            {{RoundingMode::NearestEven}, {}})))
    return failure();
  return verifyFromShape(*this);
}
