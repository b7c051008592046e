//===- CAPI/Images.h - modules from compiled code *- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a compilation has made, or a container of tileiras holds, as a module.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CAPI_IMAGES_H
#define TESSERA_LIB_CAPI_IMAGES_H

#include "Handles.h"

#include "tessera/Target/CpuKernel.h"

#include "llvm/Support/Error.h"

namespace tessera::capi {

/// Code for a processor; its kernels can be launched if `isLinked`.
llvm::Expected<std::unique_ptr<tessera_module>>
makeCpuModule(cpu::CpuImage image, bool isLinked);

/// Code for a GPU.
std::unique_ptr<tessera_module> makeGpuModule(gpu::CompiledModule compiled);

} // namespace tessera::capi

#endif // TESSERA_LIB_CAPI_IMAGES_H
