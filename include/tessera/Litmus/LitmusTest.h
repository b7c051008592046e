//===- Litmus/LitmusTest.h - a .tlit file as a program ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a litmus test: a cuda_tile module whose entries are the tile blocks,
// and
// `//!` lines that say everything else (docs/memory-model.md). Errors are one
// line, "FILE:LINE:COLUMN: message".
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LITMUS_LITMUSTEST_H
#define TESSERA_LITMUS_LITMUSTEST_H

#include "tessera/MemoryModel/Checker.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/MLIRContext.h"

namespace tessera::litmus {

struct Expectation {
  memmodel::Verdict verdict = memmodel::Verdict::Allowed;
  /// The reading it is for; the defaults if the line says nothing.
  memmodel::Options options;
};

struct LitmusTest {
  std::string name;
  memmodel::Program program;
  std::vector<Expectation> expectations;
  /// Owns the parsed module that the program's threads execute.
  std::unique_ptr<mlir::Block> module;

  /// The verdict expected under `options`, if the file says one.
  std::optional<memmodel::Verdict>
  expected(const memmodel::Options &options) const;
};

/// `text` must have been accepted by driver::Session, which prints diagnostics;
/// this parses it again to learn the names of values.
llvm::Expected<LitmusTest> readTest(llvm::StringRef fileName,
                                    llvm::StringRef text,
                                    mlir::MLIRContext &context);

} // namespace tessera::litmus

#endif // TESSERA_LITMUS_LITMUSTEST_H
