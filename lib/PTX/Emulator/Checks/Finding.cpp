//===- PTX/Emulator/Checks/Finding.cpp - what the checks report -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes findings as text.
//
//===----------------------------------------------------------------------===//

#include "tessera/PTX/Emulator/Finding.h"
#include "tessera/PTX/Emulator/FindingReport.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera::ptx::emu;

StringRef tessera::ptx::emu::checkKindName(CheckKind kind) {
  static constexpr StringRef names[numCheckKinds] = {
      "out-of-bounds", "misaligned",  "uninitialised-register",
      "uninitialised", "read-only",   "async-before-wait",
      "barrier",       "warp-mask",   "mbarrier",
      "operand",       "assertion",   "trap",
      "deadlock",      "limit",       "tensor",
      "race",          "proxy-fence", "tensor-fence",
      "wrong-phase",   "wgmma-fence", "mbarrier-fence",
      "tcgen05-wait",  "outside-box", "ungiven-data"};
  return names[unsigned(kind)];
}

std::optional<CheckKind> tessera::ptx::emu::findCheckKind(StringRef name) {
  for (unsigned i = 0; i < numCheckKinds; ++i)
    if (checkKindName(CheckKind(i)) == name)
      return CheckKind(i);
  return std::nullopt;
}

static std::string instructionOf(const Finding &finding, StringRef file) {
  if (finding.line == 0)
    return file.str();
  return (file + ":" + Twine(finding.line) + ":" + Twine(finding.column)).str();
}

std::string tessera::ptx::emu::findingDetails(const Finding &finding,
                                              StringRef file) {
  std::string text;
  raw_string_ostream os(text);
  auto triple = [&](const std::array<uint32_t, 3> &value) {
    os << '(' << value[0] << ", " << value[1] << ", " << value[2] << ')';
  };
  os << "kernel " << finding.kernel;
  if (finding.hasThread) {
    os << ", block ";
    triple(finding.cta);
    os << ", thread ";
    triple(finding.thread);
  }
  if (finding.address)
    os << ", address 0x" << utohexstr(*finding.address, /*LowerCase=*/true);
  if (!finding.source.empty())
    os << ", " << instructionOf(finding, file);
  if (finding.count > 1)
    os << ", " << finding.count << " times";
  return text;
}

std::string Finding::render(StringRef file) const {
  return (source.empty() ? instructionOf(*this, file) : source) + ": " +
         checkKindName(kind).str() + ": " + message + " [" +
         findingDetails(*this, file) + "]";
}
