//===- Runtime/Driver/Engine/TileIr.h - Tile IR bytecode to code -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Images of bytecode are compiled when they are loaded.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_DRIVER_TILEIR_H
#define TESSERA_LIB_RUNTIME_DRIVER_TILEIR_H

#include "tessera/Target/CpuKernel.h"
#include "tessera/Target/GpuKernel.h"

#include "llvm/Support/Error.h"

namespace tessera::sim {

/// For the processor that this is. Errors hold all diagnostics.
llvm::Expected<cpu::CompiledObject> compileForThisCpu(std::string bytecode);

/// For a device called `gpu`, to be launched with a grid only.
llvm::Expected<gpu::CompiledModule> compileForDevice(std::string bytecode,
                                                     llvm::StringRef gpu);

} // namespace tessera::sim

#endif // TESSERA_LIB_RUNTIME_DRIVER_TILEIR_H
