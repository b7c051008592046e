//===- CudaTile/IR/Ops/MathOps.cpp - mathematical functions -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modifier rules of ops.md 2.5 and 2.2. A wrong mode on `tanh` is an error here
// although the 13.3 tool only prints one and goes on (core.md 8, quirk 3).
//
//===----------------------------------------------------------------------===//

#include "ArithVerify.h"

using namespace mlir;
using namespace tessera::cuda_tile;

LogicalResult SqrtOp::verify() {
  Type element = getType().getElementType();
  if (failed(verifyRounding(*this, getRoundingMode(), element,
                            {getIeeeRoundingModes(), {RoundingMode::Approx}})))
    return failure();
  return verifyFlushToZero(*this, getFlushToZero(), element);
}

LogicalResult RsqrtOp::verify() {
  return verifyFlushToZero(*this, getFlushToZero(), getType().getElementType());
}

LogicalResult Exp2Op::verify() {
  return verifyFlushToZero(*this, getFlushToZero(), getType().getElementType());
}

template <typename OpTy> static LogicalResult verifyFullOrApprox(OpTy op) {
  return verifyRounding(op, op.getRoundingMode(), op.getType().getElementType(),
                        {{RoundingMode::Full}, {RoundingMode::Approx}});
}

LogicalResult ExpOp::verify() { return verifyFullOrApprox(*this); }
LogicalResult TanHOp::verify() { return verifyFullOrApprox(*this); }

LogicalResult FPowIOp::verify() {
  TileType exponent = getExponent().getType();
  if (isI64Element(exponent.getElementType()))
    return emitOpError() << "expected exponent element i1, i8, i16 or i32, got "
                         << exponent.getElementType();
  return verifySameShape(*this, "source", getSource(), "exponent", exponent);
}
