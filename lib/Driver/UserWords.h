//===- Driver/UserWords.h - errors of lowering at the user's op -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes below the language report what they cannot lower at their own ops, in
// the words of their level: `nv_tileaa.load`, `tensor<8xf32>`. Who wrote the
// kernel knows neither. Where a module of the language is compiled, this turns
// such errors into ones about the operation of the kernel at that location.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DRIVER_USERWORDS_H
#define TESSERA_LIB_DRIVER_USERWORDS_H

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/DenseMap.h"

namespace tessera::driver {

/// While it lives, errors and warnings of the module's context that come from
/// lowering `module` are told in the words of the language. A module without
/// operations of the language is left alone (its file is of a lower level).
class UserWords {
public:
  explicit UserWords(mlir::ModuleOp module);

private:
  mlir::LogicalResult translate(const mlir::Diagnostic &diagnostic);
  /// The operation that `internal`, a name of a lower level, was made of; null
  /// without one.
  mlir::Operation *findOp(mlir::Location location, llvm::StringRef internal);
  void index();

  mlir::ModuleOp module;
  /// Filled when the first error comes.
  llvm::DenseMap<mlir::Location, llvm::SmallVector<mlir::Operation *, 1>> ops;
  bool isIndexed = false, isActive = false;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace tessera::driver

#endif // TESSERA_LIB_DRIVER_USERWORDS_H
