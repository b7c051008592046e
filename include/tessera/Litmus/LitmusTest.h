//===- Litmus/LitmusTest.h - a .tlit file as a program ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a litmus test: a cuda_tile module whose entries are the tile blocks,
// and `//!` lines that say everything else (docs/memory-model.md). Errors are
// one line, "FILE:LINE:COLUMN: message"; malformed modules are diagnosed by the
// parser.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LITMUS_LITMUSTEST_H
#define TESSERA_LITMUS_LITMUSTEST_H

#include "tessera/Interpreter/Findings.h"
#include "tessera/Litmus/Edit.h"
#include "tessera/MemoryModel/Checker.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

namespace tessera::litmus {

struct Expectation {
  memmodel::Verdict verdict = memmodel::Verdict::Allowed;
  /// The reading it is for; the defaults if the line says nothing.
  memmodel::Options options;
};

/// What a thread that is a tile block executes.
struct TileLaunch {
  llvm::StringRef entry;
  /// Bits, or the address in the test's memory, of each parameter.
  llvm::ArrayRef<uint64_t> arguments;
  interp::Dim3 block, grid;
};

class LitmusTest {
public:
  LitmusTest();
  LitmusTest(LitmusTest &&);
  LitmusTest &operator=(LitmusTest &&);
  ~LitmusTest();

  std::string name;
  memmodel::Program program;
  std::vector<Expectation> expectations;

  /// The verdict expected under `options`, if the file says one.
  std::optional<memmodel::Verdict>
  expected(const memmodel::Options &options) const;

  /// Makes the tile blocks execute the module as `edits` change it; null: as it
  /// is. `edits` must live as long as the program is used.
  llvm::Error setEdits(const Edits *edits);
  /// Nothing for PTX and host threads.
  std::optional<TileLaunch> tileLaunch(unsigned thread) const;
  /// The tiles that the memory operations of a tile block yield, by the names
  /// that conditions have for them: "m2.0".
  std::vector<std::pair<std::string, mlir::Value>>
  memoryResults(unsigned thread) const;
  /// The variables of `init` lines: no globals, no allocas.
  llvm::ArrayRef<memmodel::Variable> initVariables() const;
  mlir::OwningOpRef<mlir::ModuleOp> cloneModule(mlir::IRMapping &mapping) const;
  /// The memory operations of all tile blocks, each entry once.
  std::vector<mlir::Operation *> memoryOperations() const;
  /// Whether the module verifies.
  bool verify() const;
  void printModule(llvm::raw_ostream &os) const;

private:
  friend class TestReader;
  struct Source;
  std::unique_ptr<Source> source;
};

/// Reads the text of a test. A `//! bytecode` line names the module's file,
/// relative to `fileName`. Errors of the module go to the handler of `context`.
/// With `keepReads`, traces hold memoryResults() and not only what the
/// condition names.
llvm::Expected<LitmusTest> readTest(llvm::StringRef fileName,
                                    llvm::StringRef text,
                                    mlir::MLIRContext &context,
                                    bool keepReads = false);

} // namespace tessera::litmus

#endif // TESSERA_LITMUS_LITMUSTEST_H
