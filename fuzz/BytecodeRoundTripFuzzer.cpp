//===- fuzz/BytecodeRoundTripFuzzer.cpp - read, write, read, write -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A libFuzzer target. What the reader accepts must be written at its own
// version, read back to the same program and be written to the same bytes
// again. Writing for any other version must either be refused with an error or
// give a file that reads back and is written to the same bytes.
//
//===----------------------------------------------------------------------===//

#include "BytecodeSession.h"

#include "tessera/Bytecode/Writer.h"

using namespace mlir;
using namespace tessera;
using bytecode::Version;

static std::string print(cuda_tile::ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  // Verified already; a call stack of the verifier would only cost time.
  module->print(os, OpPrintingFlags().assumeVerified());
  return text;
}

/// Nothing when the writer refuses, which must be with an error.
static std::optional<std::string> write(fuzz::BytecodeSession &session,
                                        cuda_tile::ModuleOp module,
                                        Version version) {
  session.errors = 0;
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  if (succeeded(bytecode::writeBytecode(module, os, version))) {
    if (session.errors != 0)
      session.fail("written with an error");
    return bytes;
  }
  if (session.errors == 0)
    session.fail("writing refused without an error");
  if (!bytes.empty())
    session.fail("refused after writing something");
  return std::nullopt;
}

static void checkVersion(fuzz::BytecodeSession &session,
                         cuda_tile::ModuleOp module, Version version,
                         bool isOwn) {
  std::optional<std::string> first = write(session, module, version);
  if (!first) {
    // Read whatever they say, but written only where the readers of the version
    // take them: hints (bytecode.md 8.4) and addf on bf16 (14.3).
    llvm::StringRef reason = session.lastError;
    if (isOwn && !reason.contains("hint") && !reason.contains("addf on bf16"))
      session.fail("refused to write what was read, at " + version.str());
    return;
  }
  auto again = session.read(*first);
  if (!again)
    session.fail("does not read back at " + version.str());
  if (isOwn && print(module) != print(*again))
    session.fail("reads back to something else at " + version.str() + ":\n" +
                 print(module) + "\n--- became\n" + print(*again));
  std::optional<std::string> second = write(session, *again, version);
  if (!second)
    session.fail("refused to write again at " + version.str());
  if (*first != *second)
    session.fail("the second file differs at " + version.str());
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz::BytecodeSession &session = fuzz::BytecodeSession::next();
  std::vector<char> bytes(data, data + size);
  llvm::StringRef file(bytes.data(), bytes.size());
  auto module = session.read(file);
  if (!module)
    return 0;
  Version own = *bytecode::getVersion(file);
  for (Version version : bytecode::getSupportedVersions())
    checkVersion(session, *module, version, version == own);
  return 0;
}
