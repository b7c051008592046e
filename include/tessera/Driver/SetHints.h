//===- tessera/Driver/SetHints.h - hints put into a module ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Optimisation hints (num_worker_warps_per_cta, latency, ...) given from
// outside, as a tuner does, written into the module for one target.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DRIVER_SETHINTS_H
#define TESSERA_DRIVER_SETHINTS_H

#include "tessera/Driver/Session.h"

#include "llvm/ADT/ArrayRef.h"

namespace tessera::driver {

/// One hint as it is written on a command line.
struct HintSetting {
  std::string name;
  std::string value;

  /// Reads "latency=3".
  static llvm::Expected<HintSetting> parse(llvm::StringRef text);
};

/// Writes the hints for `target` ("sm_90a") on every entry and access of the
/// module that can carry them, beside the hints that are there already; those
/// of the same name are replaced. Fails, with the module unchanged, for hints
/// and values that do not exist for the target, and for hints that no op of the
/// module can carry.
llvm::Error setHints(const LoadedModule &module, llvm::StringRef target,
                     llvm::ArrayRef<HintSetting> settings);

} // namespace tessera::driver

#endif // TESSERA_DRIVER_SETHINTS_H
