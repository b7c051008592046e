//===- CAPI/Diagnostics.h - diagnostics as data -----------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the compiler's reports get into a tessera_diagnostics.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CAPI_DIAGNOSTICS_H
#define TESSERA_LIB_CAPI_DIAGNOSTICS_H

#include "Handles.h"

#include "mlir/IR/Diagnostics.h"

namespace tessera::capi {

/// What a location says of a file; "" and 0 for none. A location of several
/// positions counts with its first.
struct Position {
  std::string file;
  unsigned line = 0, column = 0;
};
Position positionOf(mlir::Location location);

/// Appends `diagnostic` with its notes.
void addDiagnostic(tessera_diagnostics &all,
                   const mlir::Diagnostic &diagnostic);

/// Appends an error without a position.
void addError(tessera_diagnostics &all, std::string message);

} // namespace tessera::capi

#endif // TESSERA_LIB_CAPI_DIAGNOSTICS_H
