//===- Driver/Hints/Hints.h - what to write instead ------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Errors say what a rule expects. To who writes the language for the first time
// that is often not enough: a note then says what to write.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DRIVER_HINTS_HINTS_H
#define TESSERA_LIB_DRIVER_HINTS_HINTS_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringRef.h"

namespace tessera::driver {

/// While it lives, errors about `text` get a note where a rule knows what to
/// write instead.
class HintScope {
public:
  HintScope(mlir::MLIRContext *context, llvm::StringRef text);

private:
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace tessera::driver

#endif // TESSERA_LIB_DRIVER_HINTS_HINTS_H
