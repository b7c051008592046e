//===- Runtime/Driver/Functions/Launch.h - a launch to be done --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a launch on a stream and a kernel node of a graph have in common.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_DRIVER_FUNCTIONS_LAUNCH_H
#define TESSERA_LIB_RUNTIME_DRIVER_FUNCTIONS_LAUNCH_H

#include "Runtime/Driver/Process.h"

namespace tessera::sim {

/// A launch whose arguments have been copied.
struct PreparedLaunch {
  std::shared_ptr<Kernel> kernel;
  LaunchShape shape;
  std::vector<uint8_t> parameters;
};

/// Checks the launch and copies its arguments.
Result prepareLaunch(Process &process, KernelHandle handle,
                     const LaunchShape &shape, void **parameters, void **extra,
                     PreparedLaunch &launch);

} // namespace tessera::sim

#endif // TESSERA_LIB_RUNTIME_DRIVER_FUNCTIONS_LAUNCH_H
