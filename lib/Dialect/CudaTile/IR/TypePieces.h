//===- CudaTile/IR/TypePieces.h - what types share ---------- -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pieces of syntax and the rules that several types have in common.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_CUDATILE_IR_TYPEPIECES_H
#define TESSERA_LIB_DIALECT_CUDATILE_IR_TYPEPIECES_H

#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "mlir/IR/OpImplementation.h"

namespace tessera::cuda_tile {

/// Parses `[a, b, ...]`: integers of at least `least` that fit `IntT`, and `?`
/// only if `allowDynamic`.
template <typename IntT>
mlir::ParseResult parseIntList(mlir::AsmParser &parser,
                               llvm::SmallVectorImpl<IntT> &list,
                               bool allowDynamic, IntT least) {
  auto parseOne = [&]() -> mlir::ParseResult {
    if (allowDynamic && mlir::succeeded(parser.parseOptionalQuestion())) {
      list.push_back(static_cast<IntT>(mlir::ShapedType::kDynamic));
      return mlir::success();
    }
    llvm::SMLoc loc = parser.getCurrentLocation();
    IntT value;
    if (parser.parseInteger(value))
      return mlir::failure();
    if (value < least)
      return parser.emitError(loc, "expected an integer of at least ")
             << int64_t(least) << ", got " << int64_t(value);
    list.push_back(value);
    return mlir::success();
  };
  return parser.parseCommaSeparatedList(mlir::AsmParser::Delimiter::Square,
                                        parseOne);
}

/// Verifies what holds for the shape of every tile, be it a type of its own or
/// what one access of a view moves: powers of two, not too many elements, and
/// an even number of them if two share a byte.
mlir::LogicalResult
verifyTileShape(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
                llvm::ArrayRef<int64_t> shape, mlir::Type element);

} // namespace tessera::cuda_tile

#endif // TESSERA_LIB_DIALECT_CUDATILE_IR_TYPEPIECES_H
