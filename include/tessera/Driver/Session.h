//===- Driver/Session.h - file to verified module ---------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Session owns what a compile needs: the MLIR context with the dialects of
// the input language and no others, and the source text for diagnostics. It
// prints nothing; who wants to see diagnostics installs a handler on context(),
// usually mlir::SourceMgrDiagnosticHandler over sources().
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DRIVER_SESSION_H
#define TESSERA_DRIVER_SESSION_H

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

#include <memory>
#include <string>
#include <vector>

namespace tessera::driver {

/// Says only that the cause was emitted as an MLIR diagnostic already.
class DiagnosedError : public llvm::ErrorInfo<DiagnosedError> {
public:
  static char ID;
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;
};

/// A verified module, read by a Session that outlives it.
class LoadedModule {
public:
  LoadedModule(std::string name, mlir::OwningOpRef<mlir::ModuleOp> root);

  mlir::ModuleOp root() const { return *rootOp; }
  /// The file name, for messages.
  llvm::StringRef name() const { return fileName; }

  /// Every entry of every cuda_tile module, in source order.
  llvm::ArrayRef<cuda_tile::EntryOp> entries() const { return entryOps; }

  /// The entry called `name` (with or without '@'), or the only entry if `name`
  /// is empty. Errors list the entries that exist.
  llvm::Expected<cuda_tile::EntryOp> findEntry(llvm::StringRef name) const;

private:
  std::string fileName;
  mlir::OwningOpRef<mlir::ModuleOp> rootOp;
  std::vector<cuda_tile::EntryOp> entryOps;
};

/// What was wrong with a source that did not load.
enum class LoadProblem : uint8_t {
  None,
  /// Neither text nor bytecode, or damaged bytecode.
  Unreadable,
  /// Bytecode of a version that is newer than this compiler.
  NewerVersion,
  /// Malformed text, or a module that does not verify.
  Invalid
};

class Session {
public:
  /// With `threaded`, the context may be used by several threads at once.
  explicit Session(bool threaded = false);
  ~Session();

  mlir::MLIRContext &context() { return *mlirContext; }
  llvm::SourceMgr &sources() { return sourceMgr; }

  /// Applies the rule relaxations of 13.4 to what is loaded from now on.
  /// Bytecode of that version does so itself.
  void allowProvisionalRules();

  /// Opens a file for loadBuffer(); bytecode is mapped into memory where that
  /// pays. "-" is standard input.
  static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
  openFile(llvm::StringRef path);

  /// Reads and verifies a file of text or bytecode, told apart by its first
  /// bytes. Fails with a message for unreadable files and unknown formats, and
  /// with DiagnosedError for contents that are malformed or do not verify.
  llvm::Expected<LoadedModule> load(llvm::StringRef path);

  /// The same for a buffer, whose identifier names it in messages. Text must be
  /// followed by a zero byte.
  llvm::Expected<LoadedModule>
  loadBuffer(std::unique_ptr<llvm::MemoryBuffer> buffer);

  /// Of the last loadBuffer().
  LoadProblem loadProblem() const { return problem; }

private:
  llvm::Expected<LoadedModule>
  loadBytecode(std::unique_ptr<llvm::MemoryBuffer> buffer);
  llvm::Expected<LoadedModule>
  loadText(std::unique_ptr<llvm::MemoryBuffer> buffer);

  std::unique_ptr<mlir::MLIRContext> mlirContext;
  llvm::SourceMgr sourceMgr;
  LoadProblem problem = LoadProblem::None;
};

/// The name of an entry.
llvm::StringRef entryName(cuda_tile::EntryOp entry);

/// "name(tile<ptr<f32>>, tile<i32>)".
std::string describeEntry(cuda_tile::EntryOp entry);

} // namespace tessera::driver

#endif // TESSERA_DRIVER_SESSION_H
