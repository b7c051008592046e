//===- PTX/Emulator/Coverage.h - which forms are emulated -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For the coverage page: asks the binders, as the decoder does.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_PTX_EMULATOR_COVERAGE_H
#define TESSERA_PTX_EMULATOR_COVERAGE_H

#include "tessera/PTX/Emulator/Registry.h"

namespace tessera::ptx::emu {

/// How many of the tried modifier lists of a form have a handler: the shortest
/// list, and each choice of each slot added to or exchanged in it.
struct FormCoverage {
  unsigned tried = 0, emulated = 0;
};
FormCoverage coverageOf(const Form &form, const Registry &registry);

/// Names a row of the table in records of what tests executed: its opcode,
/// modifiers and operands.
std::string formKey(const Form &form);

/// "yes", "no" or "partly (3 of 5)".
std::string describeCoverage(const FormCoverage &coverage);

} // namespace tessera::ptx::emu

#endif // TESSERA_PTX_EMULATOR_COVERAGE_H
