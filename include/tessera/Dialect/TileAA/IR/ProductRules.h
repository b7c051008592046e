//===- TileAA/IR/ProductRules.h - what is a legal dot ---------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of element types, extents and scales of `nv_tileaa.dot`, for the
// dots of the level below as well.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_PRODUCTRULES_H
#define TESSERA_DIALECT_TILEAA_IR_PRODUCTRULES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

namespace tessera::tileaa {

/// The types and modifiers of one dot; scales are null without.
struct Product {
  mlir::Operation *op;
  mlir::RankedTensorType lhs, rhs, acc, lhsScale, rhsScale;
  mlir::Type result;
  bool signedLhs, signedRhs, fastAcc;

  mlir::InFlightDiagnostic emitOpError(llvm::StringRef text) const {
    return op->emitOpError(text);
  }
};

inline mlir::RankedTensorType tileOfTensor(mlir::Type type) {
  return llvm::cast<mlir::RankedTensorType>(type);
}

/// The product that an op with the accessors of `nv_tileaa.dot` states. Its
/// segments must be legal; `result` is the type of its value, `tileOf` gives
/// the tile that an operand of a type is.
template <typename OpTy>
Product
describeProduct(OpTy op, mlir::Type result = {},
                mlir::RankedTensorType (*tileOf)(mlir::Type) = tileOfTensor) {
  auto typeOf = [&](mlir::Value value) {
    return value ? tileOf(value.getType()) : mlir::RankedTensorType();
  };
  return {op,
          typeOf(op.getLhs()),
          typeOf(op.getRhs()),
          typeOf(op.getAcc()),
          typeOf(op.getLhsScale()),
          typeOf(op.getRhsScale()),
          result ? result : op->getResult(0).getType(),
          op.getSignednessLhs().has_value(),
          op.getSignednessRhs().has_value(),
          op.getFastAcc()};
}

/// Operand segments lhs, rhs, acc, lhs_scale, rhs_scale: one of each of the
/// first three, both scales or neither.
llvm::LogicalResult verifyProductSegments(mlir::Operation *op,
                                          llvm::ArrayRef<int32_t> segments);
/// Everything else.
llvm::LogicalResult verifyProduct(const Product &product);

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_IR_PRODUCTRULES_H
