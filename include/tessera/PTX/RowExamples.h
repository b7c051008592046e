//===- PTX/RowExamples.h - each row of the table as text --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instantiates a row: a module with one instruction for its shortest spelling
// and for each choice of each slot, with registers, variables and constants
// that fit its operands. What is parsed, printed and verified is then shown row
// by row and not assumed.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_PTX_ROWEXAMPLES_H
#define TESSERA_PTX_ROWEXAMPLES_H

#include "tessera/PTX/ISA.h"

#include <string>
#include <vector>

namespace tessera::ptx {

/// Modules with one instruction of the row each. Constants and vectors of any
/// length are tried until the verifier, knowing this row alone, is content; the
/// last try is returned when it never is.
std::vector<std::string> examplesOf(const Form &form);

struct RowReport {
  unsigned spellings = 0, parsed = 0, printed = 0, verified = 0;
  std::string problem; // the first
};
/// Parses the examples, prints and parses them again, and verifies them.
RowReport checkRow(const Form &form);

} // namespace tessera::ptx

#endif // TESSERA_PTX_ROWEXAMPLES_H
