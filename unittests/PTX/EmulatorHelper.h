//===- PTX/EmulatorHelper.h - running PTX text in a unit test ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Text in, arrays and findings out.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_PTX_EMULATORHELPER_H
#define TESSERA_UNITTESTS_PTX_EMULATORHELPER_H

#include "tessera/PTX/Emulator/Profile.h"
#include "tessera/PTX/Emulator/Registry.h"
#include "tessera/PTX/Parser.h"
#include "tessera/PTX/Verifier.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace tessera::ptx {

/// A decoded module with what it refers to.
struct EmulatedModule {
  std::unique_ptr<Module> module;
  std::unique_ptr<InstructionSet> instructions;
  std::unique_ptr<emu::Program> program;
  std::string problem;

  explicit EmulatedModule(llvm::StringRef text) {
    Diagnostics diagnostics;
    instructions = std::make_unique<InstructionSet>(
        llvm::cantFail(InstructionSet::create()));
    if (std::optional<Module> parsed = parse(text, diagnostics)) {
      module = std::make_unique<Module>(std::move(*parsed));
      if (verify(*module, *instructions, diagnostics))
        program = emu::decode(*module, *instructions, emu::Registry::create(),
                              "", diagnostics);
    }
    if (!diagnostics.empty())
      problem = diagnostics.front().render("t");
    if (!diagnostics.empty())
      program.reset();
  }
};

/// Runs the only entry with these parameter bytes.
inline emu::LaunchResult runEntry(const EmulatedModule &module,
                                  emu::GlobalMemory &memory,
                                  llvm::ArrayRef<uint8_t> parameters,
                                  emu::LaunchOptions options) {
  // Set by utils/ptx_coverage.py.
  emu::ExecutedForms executed;
  const char *coverage = std::getenv("TESSERA_PTX_COVERAGE");
  if (coverage && !options.observer)
    options.observer = &executed;
  llvm::scope_exit record([&] {
    if (coverage)
      executed.appendTo(coverage);
  });
  emu::Machine machine(*module.program, memory, options);
  for (const auto &function : module.program->functions)
    if (function->isEntry)
      return machine.launch(*function, parameters);
  return {};
}

inline std::string renderAll(const emu::LaunchResult &result) {
  std::string text = result.finished ? "" : "not finished\n";
  for (const emu::Finding &finding : result.findings)
    text += finding.render("t") + "\n";
  return text;
}

/// Appends a value to a parameter buffer.
template <typename T>
void appendParameter(std::vector<uint8_t> &bytes, const T &value) {
  const auto *first = reinterpret_cast<const uint8_t *>(&value);
  bytes.insert(bytes.end(), first, first + sizeof(T));
}

} // namespace tessera::ptx

#endif // TESSERA_UNITTESTS_PTX_EMULATORHELPER_H
