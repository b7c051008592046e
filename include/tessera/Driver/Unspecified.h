//===- Driver/Unspecified.h - results that nothing specifies ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether what a kernel stores depends on elements of loads that the language
// leaves unspecified. Two runs answer that without following values: one where
// these elements are zero, and one where all their bits are set. Compiled code
// is asked in the same way; the interpreter then tells what it found.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DRIVER_UNSPECIFIED_H
#define TESSERA_DRIVER_UNSPECIFIED_H

#include "tessera/Interpreter/Interpreter.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace tessera::driver {

/// Runs the grid, and once more where the first run met such elements and found
/// nothing. Memory is left as by the first run, whose summary is returned; with
/// a finding of kind UnspecifiedValue, reported at those loads, if the second
/// left memory in another state or did not end well. The finding says which
/// operation wrote something else, of which tile block and element, and where.
llvm::Expected<interp::RunSummary>
checkUnspecified(const interp::Program &program, interp::Memory &memory,
                 llvm::ArrayRef<interp::Argument> values,
                 const interp::RunOptions &options);

/// Adds findings at `loads` to `summary` and emits them: `difference` is what
/// shows that their unspecified elements are used, in tile block `block`.
void reportUnspecified(llvm::ArrayRef<mlir::Operation *> loads,
                       const interp::Dim3 &block, const llvm::Twine &difference,
                       llvm::ArrayRef<interp::FindingNote> notes,
                       interp::RunSummary &summary);

} // namespace tessera::driver

#endif // TESSERA_DRIVER_UNSPECIFIED_H
