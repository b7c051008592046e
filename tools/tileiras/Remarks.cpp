//===- tools/tileiras/Remarks.cpp - what the assembler found out --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the registers, spills and shared memory of each kernel as remarks in
// YAML.
//
//===----------------------------------------------------------------------===//

#include "Remarks.h"

#include "llvm/ADT/StringRef.h"

using namespace llvm;

namespace tessera::tileiras {

/// A YAML string in single quotes.
static std::string quoted(StringRef text) {
  std::string result = "'";
  for (char c : text)
    result += c == '\'' ? "''" : std::string(1, c);
  return result + "'";
}

static std::string argument(StringRef key, uint64_t value) {
  return "  - " + key.str() + ": " + quoted(std::to_string(value)) + "\n";
}

std::string yamlRemarks(const gpu::CompiledModule &module) {
  std::string text;
  for (const gpu::KernelInfo &kernel : module.kernels) {
    bool spills = kernel.figures && (kernel.figures->spillStoreBytes ||
                                     kernel.figures->spillLoadBytes);
    text += spills ? "--- !Missed\n" : "--- !Analysis\n";
    text += "Pass: tileiras\nName: " +
            std::string(spills ? "Spills" : "KernelResources") +
            "\nFunction: " + quoted(kernel.name) + "\nArgs:\n";
    text += "  - Target: " + quoted(module.target) + "\n";
    text += argument("Threads", kernel.threads());
    text += argument("SharedBytes",
                     kernel.staticSharedBytes + kernel.dynamicSharedBytes);
    if (kernel.figures) {
      text += argument("Registers", kernel.figures->registers);
      text += argument("StackBytes", kernel.figures->stackBytes);
      text += argument("SpillStoreBytes", kernel.figures->spillStoreBytes);
      text += argument("SpillLoadBytes", kernel.figures->spillLoadBytes);
    }
    text += "...\n";
  }
  return text;
}

} // namespace tessera::tileiras
