//===- fuzz/BytecodeReaderFuzzer.cpp - the reader must survive anything -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A libFuzzer target. Bytes that are refused must be refused with an error, and
// bytes that are accepted must have none; everything else is left to the
// sanitizers and to libFuzzer's limits of time and memory. Half of the inputs
// also go through the dump, which reads with a trace.
//
//===----------------------------------------------------------------------===//

#include "BytecodeSession.h"

#include "tessera/Bytecode/Dump.h"

using namespace tessera;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz::BytecodeSession &session = fuzz::BytecodeSession::next();
  // A copy of exactly the file's size: a byte too far is an ASan report.
  std::vector<char> bytes(data, data + size);
  llvm::StringRef file(bytes.data(), bytes.size());
  bool accepted = session.read(file).get() != nullptr;
  if (size % 2 == 0) {
    std::string text;
    llvm::raw_string_ostream os(text);
    llvm::MemoryBufferRef buffer(file, "input");
    if (succeeded(bytecode::dumpBytecode(buffer, &session.context, os)) !=
        accepted)
      session.fail("the dump and the reader disagree");
    (void)bytecode::listSections(buffer, &session.context);
  }
  return 0;
}
