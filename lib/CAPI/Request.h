//===- CAPI/Request.h - a compilation as asked for *- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options of a caller, checked, as the compiler takes them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CAPI_REQUEST_H
#define TESSERA_LIB_CAPI_REQUEST_H

#include "tessera-c/Tessera.h"
#include "tessera/Driver/CpuCompile.h"
#include "tessera/Driver/GpuCompile.h"

#include <optional>
#include <string>

namespace tessera::capi {

struct Request {
  llvm::StringRef source;
  std::string sourceName;
  bool provisionalRules = false;
  /// CPU: load the object into this process.
  bool isLinked = true;
  /// GPU: make a cubin.
  bool isAssembled = false;
  /// The categories of remarks to keep; none without.
  std::optional<std::string> remarks;
  /// One of them is there, or none for the interpreter.
  std::optional<driver::CpuCompileOptions> cpu;
  std::optional<driver::GpuCompileOptions> gpu;
  std::optional<driver::CompileCache> cache;

  const driver::CompileCache *usedCache() const {
    return cache && !remarks ? &*cache : nullptr;
  }
};

/// Fails with a message for options that cannot be.
llvm::Expected<Request> readRequest(llvm::StringRef source,
                                    const tessera_compile_options &given);

} // namespace tessera::capi

#endif // TESSERA_LIB_CAPI_REQUEST_H
