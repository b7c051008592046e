//===- Interpreter/Report.h - findings as diagnostics -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to the interpreter: how a finding is worded.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_REPORT_H
#define TESSERA_LIB_INTERPRETER_REPORT_H

#include "tessera/Interpreter/Findings.h"

#include <string>

namespace tessera::interp {

/// "load_ptr_tko in tile block (1, 0, 0), element [2, 3]".
std::string describePlace(const Finding &finding);

/// Emits an error at the finding's op, with a note when `unreported` further
/// findings of that op were only counted.
void emitFinding(const Finding &finding, uint64_t unreported);

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_REPORT_H
