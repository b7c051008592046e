//===- Runtime/Cuda/GridExecutor.h - run bound grids on a GPU ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The CUDA driver behind driver::runEntry. libcuda is opened at run time;
// nothing of CUDA is needed to build.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_RUNTIME_CUDA_GRIDEXECUTOR_H
#define TESSERA_RUNTIME_CUDA_GRIDEXECUTOR_H

#include "tessera/Driver/Run.h"
#include "tessera/Target/GpuKernel.h"

namespace tessera::cuda {

/// What executes the kernels of `module` (its cubin, else its PTX) on device 0,
/// found by the entry's name: arrays are copied there and back around each
/// grid. Kernel output goes to the process's standard output, as the driver
/// decides. Fails, with the reason, when there is no driver or no device that
/// runs the code.
llvm::Expected<driver::GridExecutor>
makeGridExecutor(gpu::CompiledModule module);

} // namespace tessera::cuda

#endif // TESSERA_RUNTIME_CUDA_GRIDEXECUTOR_H
