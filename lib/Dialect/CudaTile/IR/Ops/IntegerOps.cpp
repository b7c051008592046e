//===- CudaTile/IR/Ops/IntegerOps.cpp - integer arithmetic -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modifier rules of ops.md 3.2. Element types are checked by ODS; the bitwise
// ops need nothing beyond it.
//
//===----------------------------------------------------------------------===//

#include "ArithVerify.h"

using namespace mlir;
using namespace tessera::cuda_tile;

LogicalResult NegIOp::verify() {
  // Negation wraps as unsigned for every operand but zero: the promise would be
  // a comparison with zero in disguise.
  if (getOverflow() == IntegerOverflow::NoUnsignedWrap)
    return emitOpError()
           << "expected overflow none, no_signed_wrap or no_wrap, "
              "got no_unsigned_wrap";
  return success();
}

LogicalResult DivIOp::verify() {
  static constexpr RoundingMode kSigned[] = {
      RoundingMode::Zero, RoundingMode::PositiveInf, RoundingMode::NegativeInf};
  static constexpr RoundingMode kUnsigned[] = {RoundingMode::Zero,
                                               RoundingMode::PositiveInf};
  llvm::ArrayRef<RoundingMode> legal = kSigned;
  if (getSignedness() == Signedness::Unsigned)
    legal = kUnsigned;
  return verifyRounding(*this, getRounding(), getType().getElementType(),
                        {legal, {}});
}

LogicalResult CmpIOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                       ValueRange operands, DictionaryAttr,
                                       OpaqueProperties, RegionRange,
                                       llvm::SmallVectorImpl<Type> &types) {
  return inferComparisonType(operands, types);
}
