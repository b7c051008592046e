//===- tessera/Codegen/CPU/Jit.h - object code in this process --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Links compiled objects into this process. Every library has its own linker
// session and symbol space; nothing is shared between two libraries but the
// runtime they call.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CODEGEN_CPU_JIT_H
#define TESSERA_CODEGEN_CPU_JIT_H

#include "tessera/Target/CpuKernel.h"
#include "tessera/Target/CpuRuntimeABI.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>

namespace tessera::cpu {

class CompiledLibrary;

/// A kernel ready to run. Keeps its library loaded.
struct CompiledKernel {
  std::shared_ptr<const CompiledLibrary> library;
  /// Lives in the library.
  const KernelInfo *info = nullptr;
  KernelEntry entry = nullptr;
};

/// Who is told of code that is linked into this process.
struct LinkOptions {
  /// Debuggers, by the interface that GDB and LLDB look for. Wants code with
  /// debug information.
  bool tellDebuggers = false;
  /// perf: the file jit-PID.dump in $JITDUMPDIR or the current folder.
  bool tellPerf = false;
};

/// One object file, linked. Immutable after load(): all members may be called
/// from several threads.
class CompiledLibrary : public std::enable_shared_from_this<CompiledLibrary> {
public:
  /// Links `object` for this machine. External references resolve against
  /// `symbols` only; one that is not there is an error that names it. So is an
  /// object that is not one, or lacks a kernel its metadata names.
  static llvm::Expected<std::shared_ptr<const CompiledLibrary>>
  load(CompiledObject object, llvm::ArrayRef<RuntimeSymbol> symbols,
       LinkOptions options = {});
  ~CompiledLibrary();

  llvm::ArrayRef<KernelInfo> kernels() const;
  /// What was linked.
  const CompiledObject &object() const;

  /// The kernel called `name`; if there is exactly one, empty is its name too.
  llvm::Expected<CompiledKernel> kernel(llvm::StringRef name = {}) const;

private:
  struct Impl;
  explicit CompiledLibrary(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

} // namespace tessera::cpu

#endif // TESSERA_CODEGEN_CPU_JIT_H
