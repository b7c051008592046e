//===- Runtime/Driver/Configuration.h - what the environment asks for -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stand-in is loaded by programs that know nothing of it, so it is told
// what to do by environment variables. `tessera sim` sets them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_DRIVER_CONFIGURATION_H
#define TESSERA_LIB_RUNTIME_DRIVER_CONFIGURATION_H

#include "tessera/PTX/Emulator/Finding.h"

#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>

namespace tessera::sim {

/// Who executes kernels.
enum class EngineKind : uint8_t {
  /// Native code of the CPU road.
  Cpu,
  /// PTX in the emulator, with its checks.
  Emulator,
};

struct Configuration {
  /// TESSERA_SIM_ENGINE=cpu|emulator.
  EngineKind engine = EngineKind::Cpu;
  /// TESSERA_SIM_GPU: the device that is pretended.
  std::string gpu = "sm_90";
  /// TESSERA_SIM_CHECK: a list of the emulator's checks; a bit per kind that is
  /// not made.
  uint32_t disabledChecks = ptx::emu::optionalChecks;
  /// TESSERA_SIM_REPORT: findings are appended here; empty: nowhere.
  std::string report;
  /// TESSERA_SIM_LOG: a file that tells what was asked for and is not there,
  /// and why images were refused; "-" is standard error; empty: nowhere.
  std::string log;
  /// TESSERA_SIM_TIMEOUT: seconds that a kernel may take; 0: any time.
  double timeout = 0;
  /// TESSERA_SIM_KEEP_GOING=1: findings are reported, but are no errors.
  bool keepGoing = false;
  /// CUDA_LAUNCH_BLOCKING=1, as for CUDA: a launch returns when the kernel has
  /// ended.
  bool launchesBlock = false;
  /// TESSERA_SIM_REAL_TIMES=1: events that graphs record have the time at which
  /// they were reached, instead of a microsecond per node.
  bool realTimes = false;
  /// TESSERA_SIM_SEED: selects the order in which the emulator's warps run.
  uint64_t seed = 0;
  /// TESSERA_SIM_THREADS: of native launches; 0: one per processor.
  unsigned threads = 0;
  /// TESSERA_SIM_MULTIPROCESSORS: how many the device says it has; 0: what the
  /// GPU has.
  unsigned multiprocessors = 0;
};

/// Reads the environment. Fails for values that mean nothing.
llvm::Expected<Configuration> readConfiguration();

} // namespace tessera::sim

#endif // TESSERA_LIB_RUNTIME_DRIVER_CONFIGURATION_H
