//===- fuzz/BytecodeSession.cpp - what the bytecode fuzzers share -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BytecodeSession.h"

#include "BytecodeMutator.h"

#include <cstdlib>
#include <cstring>

using namespace mlir;
using namespace tessera;
using namespace tessera::fuzz;

// The distribution's LLVM is not instrumented: containers and arenas that cross
// the boundary would raise false alarms.
extern "C" const char *__asan_default_options();
extern "C" const char *__asan_default_options() {
  return "detect_container_overflow=0:allow_user_poisoning=0:detect_leaks=0";
}

BytecodeSession::BytecodeSession() : context(MLIRContext::Threading::DISABLED) {
  context.printOpOnDiagnostic(false);
  context.loadDialect<cuda_tile::CudaTileDialect>();
  context.getDiagEngine().registerHandler([this](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
      return;
    ++errors;
    lastError = diagnostic.str();
  });
}

BytecodeSession &BytecodeSession::next() {
  constexpr unsigned kRunsPerContext = 2000;
  static std::unique_ptr<BytecodeSession> session;
  static unsigned runs = 0;
  if (!session || ++runs % kRunsPerContext == 0)
    session = std::make_unique<BytecodeSession>();
  return *session;
}

void BytecodeSession::fail(const Twine &what) {
  llvm::errs() << "finding: " << what << "\nlast error: " << lastError << '\n';
  std::abort();
}

OwningOpRef<cuda_tile::ModuleOp> BytecodeSession::read(StringRef bytes) {
  auto version = bytecode::getVersion(bytes);
  context.getLoadedDialect<cuda_tile::CudaTileDialect>()->setRelaxationsOf13_4(
      version && *version >= bytecode::kVersion13_4);
  errors = 0;
  lastError.clear();
  auto module =
      bytecode::readBytecode(llvm::MemoryBufferRef(bytes, "input"), &context);
  if (!module && errors == 0)
    fail("refused without an error");
  if (module && errors != 0)
    fail("accepted with an error");
  return module;
}

//===----------------------------------------------------------------------===//
// libFuzzer's mutation hooks
//===----------------------------------------------------------------------===//

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

static size_t store(const std::string &bytes, uint8_t *data, size_t maxSize) {
  size_t size = std::min(bytes.size(), maxSize);
  std::memcpy(data, bytes.data(), size);
  return size;
}

static std::string mutateBytes(std::string bytes) {
  constexpr size_t kRoom = 64;
  size_t size = bytes.size();
  bytes.resize(size + kRoom);
  bytes.resize(LLVMFuzzerMutate(reinterpret_cast<uint8_t *>(bytes.data()), size,
                                bytes.size()));
  return bytes;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  Random random(seed);
  std::string_view file(reinterpret_cast<char *>(data), size);
  return store(mutateBytecode(file, random, mutateBytes), data, maxSize);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *first,
                                            size_t firstSize,
                                            const uint8_t *second,
                                            size_t secondSize, uint8_t *out,
                                            size_t maxSize, unsigned seed) {
  Random random(seed);
  std::string_view a(reinterpret_cast<const char *>(first), firstSize);
  std::string_view b(reinterpret_cast<const char *>(second), secondSize);
  return store(spliceBytecode(a, b, random), out, maxSize);
}
