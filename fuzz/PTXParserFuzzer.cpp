//===- fuzz/PTXParserFuzzer.cpp - hostile PTX -------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Any bytes: parse, verify, print, parse again. What parsed must come back
// equal, what did not must have said why.
//
//===----------------------------------------------------------------------===//

#include "tessera/PTX/Parser.h"
#include "tessera/PTX/Printer.h"
#include "tessera/PTX/Verifier.h"

using namespace llvm;
using namespace tessera::ptx;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const InstructionSet &instructions = InstructionSet::builtin();
  Diagnostics diagnostics;
  std::optional<Module> module =
      parse(StringRef(reinterpret_cast<const char *>(data), size), diagnostics);
  if (module.has_value() != diagnostics.empty())
    abort();
  if (!module)
    return 0;
  verify(*module, instructions, diagnostics);
  std::string text;
  raw_string_ostream os(text);
  print(*module, os);
  Diagnostics none;
  std::optional<Module> again = parse(text, none);
  if (!again || *again != *module)
    abort();
  return 0;
}
