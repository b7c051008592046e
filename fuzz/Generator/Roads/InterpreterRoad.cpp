//===- fuzz/Generator/Roads/InterpreterRoad.cpp - the oracle, and its variants -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All checks are on: a finding means that the program was not defined, or that
// the interpreter is wrong. `interp-order` runs the blocks in another order on
// two threads, `interp-ones` fills what the language leaves unspecified with
// ones: both must make no difference.
//
//===----------------------------------------------------------------------===//

#include "../Road.h"
#include "tessera/Interpreter/Interpreter.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::fuzz;

std::string fuzz::collectErrors(MLIRContext *context,
                                llvm::function_ref<void()> run) {
  std::string text;
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    llvm::raw_string_ostream(text) << diagnostic << "\n";
    return success();
  });
  run();
  return text;
}

Outcome fuzz::interpret(cuda_tile::ModuleOp module, const Program &program,
                        const InterpreterSetup &setup) {
  Outcome outcome;
  interp::Memory memory;
  std::vector<interp::Argument> arguments;
  outcome.arrays.resize(program.parameters.size());
  for (auto [parameter, array] :
       llvm::zip(program.parameters, outcome.arrays)) {
    if (!parameter.isBuffer) {
      arguments.push_back(interp::Argument::scalar(parameter.bits));
      continue;
    }
    array = parameter.initial;
    interp::ProvenanceId id = memory.addHostBuffer(parameter.name, array.data(),
                                                   parameter.byteSize());
    arguments.push_back(interp::Argument::pointer(id));
  }
  std::string printed, problem;
  llvm::raw_string_ostream printStream(printed);
  std::string errors = collectErrors(module.getContext(), [&] {
    auto prepared = interp::Program::create(module, program.entryName);
    if (failed(prepared)) {
      problem = "not prepared";
      return;
    }
    interp::RunOptions options;
    options.grid = program.grid;
    options.checkAssumes = true;
    options.unspecifiedAsOnes = setup.unspecifiedAsOnes;
    options.orderSeed = setup.orderSeed;
    options.threads = setup.threads;
    options.printStream = &printStream;
    options.maxStepsPerBlock = 1 << 20;
    auto summary = (*prepared)->run(memory, arguments, options);
    if (failed(summary))
      problem = "not executed";
    else if (!summary->clean())
      problem = "findings";
  });
  if (!problem.empty())
    return Outcome::failed(problem + ": " + errors);
  outcome.setPrinted(printed);
  return outcome;
}

namespace {
class InterpreterRoad : public Road {
public:
  InterpreterRoad(llvm::StringRef name, InterpreterSetup setup)
      : roadName(name), setup(setup) {}
  llvm::StringRef name() const override { return roadName; }
  Outcome run(const Program &program) override {
    InterpreterSetup own = setup;
    if (own.orderSeed)
      own.orderSeed += program.seed;
    return interpret(program.module.get(), program, own);
  }

private:
  llvm::StringRef roadName;
  InterpreterSetup setup;
};
} // namespace

std::unique_ptr<Road> fuzz::makeInterpreterRoad() {
  return std::make_unique<InterpreterRoad>("interp", InterpreterSetup{});
}
std::unique_ptr<Road> fuzz::makeOrderRoad() {
  return std::make_unique<InterpreterRoad>("interp-order",
                                           InterpreterSetup{17, false, 2});
}
std::unique_ptr<Road> fuzz::makeOnesRoad() {
  return std::make_unique<InterpreterRoad>("interp-ones",
                                           InterpreterSetup{0, true});
}
