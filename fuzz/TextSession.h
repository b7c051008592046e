//===- fuzz/TextSession.h - reading text, for fuzz targets ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What has to hold of any text: text that is refused is refused with a located
// error; text that is accepted reads back from its custom and its generic print
// to the same print, before and after canonicalisation, and canonicalising
// leaves valid IR. Anything else aborts with a message that says which.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_FUZZ_TEXTSESSION_H
#define TESSERA_FUZZ_TEXTSESSION_H

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"

#include <string>

namespace tessera::fuzz {

/// A context and what its diagnostics were while the last text was read.
class TextSession {
public:
  TextSession();
  /// The session to use for the next input: contexts keep every type and
  /// attribute they ever made, so that a new one replaces the old now and then.
  static TextSession &next();

  /// Checks all of it. Null for a text that was refused, and for one that no
  /// parser may see (findUnparsableText).
  mlir::OwningOpRef<mlir::ModuleOp> check(llvm::StringRef text);
  /// The module of `text`; what is wrong with it is counted below.
  mlir::OwningOpRef<mlir::ModuleOp> parse(llvm::StringRef text);
  [[noreturn]] void fail(llvm::StringRef what, llvm::StringRef when,
                         llvm::StringRef detail);

  mlir::MLIRContext context;
  unsigned errors = 0, unlocated = 0;
  std::string lastError;

private:
  void checkRoundTrips(mlir::ModuleOp module, llvm::StringRef when);
  mlir::PassManager passes;
};

/// The module as text.
std::string printModule(mlir::ModuleOp module, bool generic = false);

} // namespace tessera::fuzz

#endif // TESSERA_FUZZ_TEXTSESSION_H
