//===- fuzz/BytecodeSession.h - what the bytecode fuzzers share -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_FUZZ_BYTECODESESSION_H
#define TESSERA_FUZZ_BYTECODESESSION_H

#include "tessera/Bytecode/Reader.h"
#include "tessera/Bytecode/Version.h"

#include "mlir/IR/MLIRContext.h"

#include <memory>

namespace tessera::fuzz {

/// A context whose diagnostics are counted, not printed.
class BytecodeSession {
public:
  BytecodeSession();
  /// The session to use for the next input: contexts keep every type and
  /// attribute they ever made, so that a new one replaces the old now and then.
  static BytecodeSession &next();

  /// Reads `bytes` with the rules of their version. Aborts unless a refusal
  /// comes with an error and a success with none.
  mlir::OwningOpRef<cuda_tile::ModuleOp> read(llvm::StringRef bytes);
  [[noreturn]] void fail(const llvm::Twine &what);

  mlir::MLIRContext context;
  unsigned errors = 0;
  std::string lastError;
};

} // namespace tessera::fuzz

#endif // TESSERA_FUZZ_BYTECODESESSION_H
