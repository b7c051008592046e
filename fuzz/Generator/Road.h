//===- fuzz/Generator/Road.h - one way to execute a program -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A road takes a generated program to the contents of its arrays and what it
// printed. The first road, `interp`, is the oracle. One file per road in
// Roads/; a new one needs a make function and a row in Roads.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_FUZZ_GENERATOR_ROAD_H
#define TESSERA_FUZZ_GENERATOR_ROAD_H

#include "Program.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tessera::fuzz {

/// What an execution showed.
struct Outcome {
  enum class Status {
    Done,
    /// The road says that it does not support the program: no failure.
    Refused,
    /// An error, or a finding of undefined behaviour.
    Failed
  };
  Status status = Status::Done;
  /// Why it was refused or failed.
  std::string message;
  /// One per parameter; empty for scalars. Whole 64-bit words.
  std::vector<std::vector<uint64_t>> arrays;
  /// Lines of print_tko, sorted: prints are not ordered.
  std::vector<std::string> printed;

  /// Takes the lines of what a run printed.
  void setPrinted(llvm::StringRef text) {
    llvm::SmallVector<llvm::StringRef> lines;
    text.split(lines, '\n', -1, false);
    printed.assign(lines.begin(), lines.end());
    llvm::sort(printed);
  }

  static Outcome failed(std::string message) {
    Outcome outcome;
    outcome.status = Status::Failed;
    outcome.message = std::move(message);
    return outcome;
  }
  static Outcome refused(std::string message) {
    Outcome outcome = failed(std::move(message));
    outcome.status = Status::Refused;
    return outcome;
  }
};

class Road {
public:
  virtual ~Road() = default;
  virtual llvm::StringRef name() const = 0;
  /// Executes `program` without changing it. Arrays must be handed over with
  /// `Parameter::initial` as content, aligned to 256 bytes.
  virtual Outcome run(const Program &program) = 0;
};

/// How the interpreter runs a module for a program.
struct InterpreterSetup {
  uint64_t orderSeed = 0;
  bool unspecifiedAsOnes = false;
  unsigned threads = 1;
};
/// Executes `module` with the parameters of `program`.
Outcome interpret(cuda_tile::ModuleOp module, const Program &program,
                  const InterpreterSetup &setup = {});
/// Text of the errors that were reported in `context` while `run` ran.
std::string collectErrors(mlir::MLIRContext *context,
                          llvm::function_ref<void()> run);

std::unique_ptr<Road> makeInterpreterRoad();
std::unique_ptr<Road> makeOrderRoad();
std::unique_ptr<Road> makeOnesRoad();
std::unique_ptr<Road> makeCanonicalRoad();
std::unique_ptr<Road> makeTextRoad();
std::unique_ptr<Road> makeBytecodeRoad();
std::unique_ptr<Road> makeCpuRoad();
std::unique_ptr<Road> makeCpuO0Road();
std::unique_ptr<Road> makeCpuAvx2Road();
std::unique_ptr<Road> makeCpuAvx2O0Road();
std::unique_ptr<Road> makeCpuCheckedRoad();
std::unique_ptr<Road> makeCpuOnesRoad();
std::unique_ptr<Road> makePtxSm80Road();
std::unique_ptr<Road> makePtxSm90aRoad();
std::unique_ptr<Road> makePtxSm100aRoad();
std::unique_ptr<Road> makePtxSm120aRoad();
std::unique_ptr<Road> makeCudaSm80Road();
std::unique_ptr<Road> makeCudaSm90aRoad();
/// A wrong road for tests: every op `name` is executed as a related one.
std::unique_ptr<Road> makePlantedRoad(std::string name);

/// The road of that name; null if there is none.
std::unique_ptr<Road> makeRoad(llvm::StringRef name);
/// Names of all roads but planted ones, the oracle first.
llvm::ArrayRef<llvm::StringRef> roadNames();
/// Those that are taken when none are asked for.
llvm::ArrayRef<llvm::StringRef> defaultRoadNames();

/// The first difference that the comparison rule does not allow.
struct Mismatch {
  /// Parameter; -1: printed text or a failure.
  int parameter = -1;
  uint64_t element = 0;
  std::string text;
};
std::optional<Mismatch> compareOutcomes(const Program &program,
                                        const Outcome &expected,
                                        const Outcome &actual);

/// Makes `program` smaller while `fails` says that it still shows the failure.
void reduceProgram(Program &program,
                   llvm::function_ref<bool(const Program &)> fails);

} // namespace tessera::fuzz

#endif // TESSERA_FUZZ_GENERATOR_ROAD_H
