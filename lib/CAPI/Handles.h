//===- CAPI/Handles.h - what the handles of the C interface hold *- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every handle is a C++ object that is complete before its address leaves the
// library and never changes after that, but for the owners it counts;
// tessera_pool, whose launches synchronise themselves, is the exception.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CAPI_HANDLES_H
#define TESSERA_LIB_CAPI_HANDLES_H

#include "tessera-c/Tessera.h"
#include "tessera/Codegen/CPU/Jit.h"
#include "tessera/Runtime/CPU/ThreadPool.h"
#include "tessera/Target/GpuKernel.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

struct tessera_kernel {
  struct Parameter {
    tessera::numerics::ElementKind kind{};
    /// Of pointers.
    std::optional<tessera::numerics::ElementKind> pointee;
  };

  tessera_module *owner = nullptr;
  std::string name;
  std::vector<Parameter> parameters;
  uint64_t scratchBytes = 0;
  /// Null when the module does not run in this process.
  tessera::cpu::KernelEntry entry = nullptr;
  /// Of kernels for GPUs.
  std::optional<tessera_kernel_resources> resources;
};

struct tessera_module {
  std::atomic<uint64_t> owners{1};
  std::string target;
  /// What it was compiled from, for the interpreter.
  std::string source, sourceName;
  bool provisionalRules = false;
  /// Null when it does not run in this process.
  std::shared_ptr<const tessera::cpu::CompiledLibrary> library;
  /// What there is for the target; the others are empty.
  std::string object, header, ptx, cubin;
  /// All of it as a container of tileiras.
  std::string image;
  std::vector<tessera_kernel> kernels;
  /// Of modules for GPUs: how `ptx` is launched.
  std::vector<tessera::gpu::KernelInfo> gpuKernels;
  /// Texts that the remarks point to: elements never move.
  std::deque<std::string> texts;
  std::vector<tessera_remark> remarks;
  std::string remarksYaml;

  const char *keep(std::string text) {
    return texts.emplace_back(std::move(text)).c_str();
  }
};

struct tessera_diagnostics {
  /// Texts and notes that the diagnostics point to: elements never move.
  std::deque<std::string> texts;
  std::deque<std::vector<tessera_diagnostic>> notes;
  std::vector<tessera_diagnostic> diagnostics;

  const char *keep(std::string text) {
    return texts.emplace_back(std::move(text)).c_str();
  }
};

struct tessera_pool {
  tessera::cpu::ThreadPool pool;
  explicit tessera_pool(unsigned threads) : pool(threads) {}
};

namespace tessera::capi {

/// The struct of a caller that may know fewer members than this library:
/// members it lacks have the values of `defaults`. False when its size cannot
/// be one.
template <typename Struct>
bool readStruct(const Struct *from, const Struct &defaults, Struct &to) {
  to = defaults;
  if (!from)
    return true;
  if (from->struct_size <= sizeof(size_t))
    return false;
  std::memcpy(static_cast<void *>(&to), from,
              std::min(from->struct_size, sizeof(Struct)));
  return true;
}

/// The other way round, without touching what the caller's struct lacks.
template <typename Struct> void writeStruct(Struct *to, Struct from) {
  from.struct_size = to->struct_size;
  std::memcpy(static_cast<void *>(to), &from,
              std::min(to->struct_size, sizeof(Struct)));
}

} // namespace tessera::capi

#endif // TESSERA_LIB_CAPI_HANDLES_H
