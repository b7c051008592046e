//===- CudaTile/IR/Extensions.h - the older spellings -----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The op classes of ExtensionOps.td, ExtensionMemoryOps.td and
// ExtensionControlOps.td. Everything but the dialect and legalize-extensions
// can do without: no other code meets such an op.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_EXTENSIONS_H
#define TESSERA_DIALECT_CUDATILE_IR_EXTENSIONS_H

#include "tessera/Dialect/CudaTile/IR/AsmHelpers.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Dialect/CudaTile/IR/ExtensionTrait.h"

#include "tessera/Dialect/CudaTile/IR/ExtensionEnums.h.inc"

namespace tessera::cuda_tile {

// --- custom<OptionalScope>($scope): ` device`, nothing when absent ------------
mlir::ParseResult parseOptionalScope(mlir::OpAsmParser &parser,
                                     MemoryScopeAttr &scope);
void printOptionalScope(mlir::OpAsmPrinter &printer, mlir::Operation *,
                        MemoryScopeAttr scope);

} // namespace tessera::cuda_tile

#define GET_OP_CLASSES
#include "tessera/Dialect/CudaTile/IR/ExtensionOps.h.inc"
#define GET_OP_CLASSES
#include "tessera/Dialect/CudaTile/IR/ExtensionMemoryOps.h.inc"
#define GET_OP_CLASSES
#include "tessera/Dialect/CudaTile/IR/ExtensionControlOps.h.inc"

namespace tessera::cuda_tile {

/// One step of a conversion in the format of a print op.
struct PrintConversion {
  /// Position of its `%`.
  size_t position;
  /// It names no conversion character: the value's type decides.
  bool bare;
};

/// The conversions of an older print's format, in order.
llvm::SmallVector<PrintConversion> findPrintConversions(llvm::StringRef format);

} // namespace tessera::cuda_tile

#endif // TESSERA_DIALECT_CUDATILE_IR_EXTENSIONS_H
