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

#include "llvm/ADT/ArrayRef.h"

#include <memory>
#include <string>

namespace tessera::interp {

/// "tile block (1, 0, 0)".
std::string describeBlock(const Dim3 &block);

/// "[2, 3]": an element of the tile that `op` moves.
std::string describeElement(mlir::Operation *op, int64_t element);

class Engine;
struct RunOptions;
struct RunSummary;

/// Merges what the workers found, in schedule order, capped per op; emits it if
/// the options say so.
void mergeFindings(llvm::ArrayRef<std::unique_ptr<Engine>> workers,
                   const RunOptions &options, uint64_t stopAfter,
                   RunSummary &summary);

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_REPORT_H
