//===- PTX/Verifier.h - what makes PTX well-formed ----------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names resolve and are declared once, instructions are rows of the table with
// operands of its kinds and types, and nothing needs more than the module's
// .version and .target give.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_PTX_VERIFIER_H
#define TESSERA_PTX_VERIFIER_H

#include "tessera/PTX/ISA.h"

namespace tessera::ptx {

/// The verifier stops after this many diagnostics.
constexpr unsigned maxDiagnostics = 100;

/// Adds a diagnostic for every violation; true when there is none.
bool verify(const Module &module, const InstructionSet &instructions,
            Diagnostics &diagnostics);

} // namespace tessera::ptx

#endif // TESSERA_PTX_VERIFIER_H
