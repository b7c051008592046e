//===- Driver/ModuleText.h - a module as text --------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What disassemblers print. Both take the module apart: only an operation
// without a parent is printed with aliases, and without those call sites that
// share their parts take exponential space.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DRIVER_MODULETEXT_H
#define TESSERA_DRIVER_MODULETEXT_H

#include "tessera/Driver/Session.h"

namespace tessera::driver {

/// Prints the whole file, which reads back as what it was.
void printModule(LoadedModule module, mlir::OpPrintingFlags flags,
                 llvm::raw_ostream &os);

/// Prints the globals and entries of a file with one module, without the module
/// around them, as NVIDIA's disassembler does: a container has no name for it.
void printDefinitions(LoadedModule module, mlir::OpPrintingFlags flags,
                      llvm::raw_ostream &os);

} // namespace tessera::driver

#endif // TESSERA_DRIVER_MODULETEXT_H
