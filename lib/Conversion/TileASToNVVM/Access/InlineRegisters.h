//===- TileASToNVVM/Access/InlineRegisters.h - registers and inline PTX -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inline PTX that returns several registers, or takes registers and returns
// them changed.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_ACCESS_INLINEREGISTERS_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_ACCESS_INLINEREGISTERS_H

#include "Conversion/TileASToNVVM/Emitter.h"

namespace tessera::gpu {

/// The `count` results of type `type` of inline PTX with side effects.
llvm::SmallVector<mlir::Value> inlineResults(Emitter &e, llvm::StringRef text,
                                             llvm::StringRef constraints,
                                             mlir::Type type, unsigned count,
                                             mlir::ValueRange operands);

/// "=f,=f,0,1": outputs, and inputs in the same registers if they are tied.
std::string tiedConstraints(mlir::Type type, unsigned outputs, bool isTied);

/// `text`, which takes `registers` and returns them: they are computed before
/// it, and no use of what is returned can come earlier.
void passThrough(Emitter &e, std::string text,
                 llvm::MutableArrayRef<mlir::Value> registers);

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_ACCESS_INLINEREGISTERS_H
