//===- Runtime/Driver/Functions/EntryPoints.cpp - finding functions by name and version -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cuGetProcAddress, and what stands for functions that are not provided.
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"
#include "Runtime/Driver/Process.h"

#include "llvm/ADT/StringRef.h"

using namespace llvm;
using namespace tessera::sim;

/// What cuDriverGetVersion says: the newest interface whose functions are here.
static constexpr int driverVersion = 13040;

// Answers of cuGetProcAddress about its search.
static constexpr int symbolFound = 0, symbolUnknown = 1, versionTooOld = 2;

namespace {
struct EntryPoint {
  StringRef name;
  int since;
  void *function;
};
} // namespace

static Result notProvided(const char *name) {
  if (Process *process = Process::get())
    process->findings.log(Twine(name) + " is not provided");
  return Result::NotSupported;
}

// Any parameters: none is looked at.
#define TESSERA_CUDA_UNSUPPORTED(NAME, SINCE)                                  \
  static Result NAME##NotProvided() { return notProvided(#NAME); }
#include "Unsupported.def"

static const EntryPoint entryPoints[] = {
#define TESSERA_CUDA_ENTRY(NAME, SINCE, SYMBOL, PARAMETERS)                    \
  {#NAME, SINCE, reinterpret_cast<void *>(&SYMBOL)},
#include "EntryPoints.def"
#define TESSERA_CUDA_UNSUPPORTED(NAME, SINCE)                                  \
  {#NAME, SINCE, reinterpret_cast<void *>(&NAME##NotProvided)},
#include "Unsupported.def"
};

Result tessera::sim::cuGetProcAddress_v2(const char *name, void **function,
                                         int version, uint64_t flags,
                                         int *status) {
  if (!name || !function)
    return Result::InvalidValue;
  *function = nullptr;
  bool isKnown = false;
  for (const EntryPoint &entry : entryPoints) {
    if (entry.name != name)
      continue;
    isKnown = true;
    if (entry.since <= version)
      *function = entry.function;
  }
  if (status)
    *status = *function ? symbolFound : isKnown ? versionTooOld : symbolUnknown;
  if (*function)
    return Result::Success;
  if (Process *process = Process::get())
    process->findings.log(Twine("no function ") + name + " of version " +
                          Twine(version));
  return Result::NotFound;
}

Result tessera::sim::cuGetProcAddress(const char *name, void **function,
                                      int version, uint64_t flags) {
  return cuGetProcAddress_v2(name, function, version, flags, nullptr);
}

Result tessera::sim::cuInit(unsigned flags) {
  return flags == 0 ? Process::init() : Result::InvalidValue;
}

Result tessera::sim::cuDriverGetVersion(int *version) {
  if (!version)
    return Result::InvalidValue;
  *version = driverVersion;
  return Result::Success;
}

Result tessera::sim::cuProfilerStart() { return Result::Success; }
Result tessera::sim::cuProfilerStop() { return Result::Success; }
