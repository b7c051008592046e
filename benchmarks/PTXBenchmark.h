//===- benchmarks/PTXBenchmark.h - launches to be timed ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A PTX program that is decoded once and launched again and again, all checks
// on.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_BENCHMARKS_PTXBENCHMARK_H
#define TESSERA_BENCHMARKS_PTXBENCHMARK_H

#include "tessera/PTX/Emulator/Machine.h"
#include "tessera/PTX/Emulator/Registry.h"
#include "tessera/PTX/Parser.h"

namespace tessera::ptx {

class Launcher {
public:
  explicit Launcher(llvm::StringRef text)
      : instructions(llvm::cantFail(InstructionSet::create())) {
    Diagnostics diagnostics;
    module = parse(text, diagnostics);
    if (module)
      program = emu::decode(*module, instructions, emu::Registry::create(), "",
                            diagnostics);
    if (!diagnostics.empty())
      problem = diagnostics.front().render("benchmark");
  }

  /// The only entry; a result without a finding, or `problem` says why not.
  bool launch(emu::GlobalMemory &memory, llvm::ArrayRef<uint8_t> parameters,
              const emu::LaunchOptions &options) {
    if (!program)
      return false;
    emu::Machine machine(*program, memory, options);
    for (const auto &function : program->functions)
      if (function->isEntry)
        result = machine.launch(*function, parameters);
    if (!result.passed())
      problem = result.findings.empty() ? "the run was not finished"
                                        : result.findings.front().message;
    return result.passed();
  }

  emu::LaunchResult result;
  std::string problem = "the program cannot be decoded";

private:
  InstructionSet instructions;
  std::optional<Module> module;
  std::unique_ptr<emu::Program> program;
};

} // namespace tessera::ptx

#endif // TESSERA_BENCHMARKS_PTXBENCHMARK_H
