//===- CAPI/Handles.h - what the handles of the C interface hold --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every handle is a C++ object that is complete before its address leaves the
// library and never changes after that; tessera_pool, whose launches
// synchronise themselves, is the exception.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CAPI_HANDLES_H
#define TESSERA_LIB_CAPI_HANDLES_H

#include "tessera-c/Tessera.h"
#include "tessera/Codegen/CPU/Jit.h"
#include "tessera/Runtime/CPU/ThreadPool.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <memory>
#include <string>
#include <vector>

struct tessera_kernel {
  /// Lives in the module.
  const tessera::cpu::KernelInfo *info = nullptr;
  /// Null when the module does not run on this machine.
  tessera::cpu::KernelEntry entry = nullptr;
};

struct tessera_module {
  /// Empty where `library` holds it.
  tessera::cpu::CompiledObject object;
  std::shared_ptr<const tessera::cpu::CompiledLibrary> library;
  std::string objectBytes, header;
  std::vector<tessera_kernel> kernels;
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
