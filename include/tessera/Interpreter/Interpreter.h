//===- Interpreter/Interpreter.h - run an entry of a cuda_tile module -*- C++
//-*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reference semantics of cuda_tile as a library: prepare an entry once
// (Program), give it memory and arguments, run a grid of tile blocks, and read
// what was observed. docs/interpreter.md lists the choices made where the
// language leaves a result open.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_INTERPRETER_INTERPRETER_H
#define TESSERA_INTERPRETER_INTERPRETER_H

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Interpreter/Findings.h"
#include "tessera/Interpreter/Memory.h"
#include "tessera/Interpreter/ScriptedThread.h"

#include "llvm/ADT/SmallVector.h"

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace tessera::interp {

/// A kernel parameter: a 0-d tile of `element`, or a pointer to `pointee`.
struct Parameter {
  bool isPointer = false;
  /// Element kind of the scalar, or of the pointee.
  numerics::ElementKind element{};
  /// As the source calls it; may be empty.
  std::string name;
  mlir::Location loc;
  Parameter(mlir::Location loc) : loc(loc) {}
};

/// The parameters of an entry; fails with a diagnostic if one is no 0-d tile.
mlir::FailureOr<std::vector<Parameter>>
describeParameters(cuda_tile::EntryOp entry);

/// A kernel argument: a pointer into an allocation, or a scalar's bit pattern
/// in its container (f32 as 32 bits, i1 as 0/1, ...).
struct Argument {
  bool isPointer = false;
  uint64_t bits = 0;
  ProvenanceId allocation = 0;

  static Argument scalar(uint64_t bits) { return {false, bits, 0}; }
  static Argument pointer(ProvenanceId allocation, uint64_t byteOffset = 0) {
    return {true, byteOffset, allocation};
  }
};

class StepObserver;

struct RunOptions {
  Dim3 grid;
  CheckMode checkMode = CheckMode::ReportAll;
  /// Findings kept per op; further ones are only counted.
  unsigned maxFindingsPerOp = 8;
  /// Look for data races (docs/race-detection.md). Tile blocks then take turns
  /// on one processor; `orderSeed` also selects the order of unordered memory
  /// operations, when blocks change turns and which reads get older values.
  bool checkRaces = false;
  /// Check every assume's promise (never changes a result).
  bool checkAssumes = false;
  /// Elements of a load that the language leaves unspecified (masked off or out
  /// of bounds, without a padding value) have all bits set instead of zero: NaN
  /// or -1 shows a kernel that uses them.
  bool unspecifiedAsOnes = false;
  /// 0: blocks in linear order (x fastest). Else: a permutation fixed by it.
  uint64_t orderSeed = 0;
  /// Of all blocks, only the one with this linear number (x fastest).
  std::optional<uint64_t> onlyBlock;
  /// Worker threads; 0 and 1 run on the calling thread.
  unsigned threads = 1;
  /// Where print_tko writes; stdout when null. Output is in block order.
  llvm::raw_ostream *printStream = nullptr;
  /// Called now and then, from one worker at a time: blocks done, blocks total.
  std::function<void(uint64_t, uint64_t)> progress;
  /// Give up after this many executed ops per tile block; 0 is no limit.
  uint64_t maxStepsPerBlock = 0;
  /// Give up after this many seconds of wall-clock time; 0 is no limit.
  double timeoutSeconds = 0;
  /// Told of every step, by a run on one thread without race detection; may be
  /// null (Stepping.h).
  StepObserver *observer = nullptr;
  /// Emit findings as MLIR diagnostics (errors at the op) on the calling thread
  /// when the run ends.
  bool emitDiagnostics = true;
};

struct RunSummary {
  /// The kept findings, in order of execution; failed asserts are among them.
  std::vector<Finding> findings;
  /// How often each kind occurred, kept or not.
  std::array<uint64_t, numCheckKinds> counts{};
  /// Loads that gave elements which the language leaves unspecified.
  std::vector<mlir::Operation *> unspecified;
  uint64_t blocksRun = 0;
  uint64_t stepsRun = 0;
  /// The run ended early: first finding with StopAtFirst, limit, or failure.
  bool stopped = false;

  uint64_t count(CheckKind kind) const {
    return counts[static_cast<unsigned>(kind)];
  }
  uint64_t failedAsserts() const { return count(CheckKind::AssertFailed); }
  uint64_t totalFindings() const {
    uint64_t sum = 0;
    for (uint64_t n : counts)
      sum += n;
    return sum;
  }
  /// Nothing was observed that makes the kernel wrong.
  bool clean() const { return !stopped && totalFindings() == 0; }
};

struct ProgramCode;

/// An entry prepared for execution. Immutable: run() may be called from several
/// threads at once. The module must stay alive and unchanged.
class Program {
public:
  /// Resolves every op of `entryName` (empty also means the only entry). Fails
  /// with a located diagnostic for an unknown entry and for an op that the
  /// interpreter does not execute.
  static mlir::FailureOr<std::unique_ptr<Program>>
  create(cuda_tile::ModuleOp module, llvm::StringRef entryName = {});
  ~Program();

  cuda_tile::EntryOp entry() const { return entryOp; }
  cuda_tile::ModuleOp module() const { return moduleOp; }
  llvm::ArrayRef<Parameter> parameters() const { return params; }

  /// Registers the module's globals that `memory` does not hold yet. run() does
  /// it too; call it to reach a global's bytes before the first run.
  void loadGlobals(Memory &memory) const;

  /// Executes the grid. Failure, with a diagnostic, when the arguments do not
  /// fit the parameters or execution could not go on; findings and failed
  /// asserts are in the summary and are not failures of this call.
  mlir::FailureOr<RunSummary> run(Memory &memory,
                                  llvm::ArrayRef<Argument> arguments,
                                  const RunOptions &options) const;

private:
  Program(cuda_tile::ModuleOp module, cuda_tile::EntryOp entry);

  cuda_tile::ModuleOp moduleOp;
  cuda_tile::EntryOp entryOp;
  std::vector<Parameter> params;
  std::unique_ptr<ProgramCode> code;
};

/// One of several grids that run at the same time; with `script`, a thread that
/// is no tile block, and nothing else counts.
struct ConcurrentLaunch {
  const Program *program = nullptr;
  llvm::ArrayRef<Argument> arguments;
  Dim3 grid;
  /// Where it runs: blocks with different numbers are on different GPUs.
  unsigned gpu = 0;
  const ScriptedThread *script = nullptr;
};

/// Runs all launches on one memory, with race detection; `options.grid` is not
/// used.
mlir::FailureOr<RunSummary>
runConcurrently(Memory &memory, llvm::ArrayRef<ConcurrentLaunch> launches,
                const RunOptions &options);

} // namespace tessera::interp

#endif // TESSERA_INTERPRETER_INTERPRETER_H
