//===- PTX/Emulator/Core/TensorOps.h - the matrix and tensor families -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function per file; TensorOps.cpp calls them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_PTX_EMULATOR_CORE_TENSOROPS_H
#define TESSERA_LIB_PTX_EMULATOR_CORE_TENSOROPS_H

#include "tessera/PTX/Emulator/Registry.h"

namespace tessera::ptx::emu {

void registerMatrixMoveOps(Registry &registry);
void registerClusterControlOps(Registry &registry);
void registerMmaOps(Registry &registry);
void registerQuadMmaOps(Registry &registry);
void registerStackOps(Registry &registry);
void registerWmmaOps(Registry &registry);
void registerBulkOps(Registry &registry);
void registerTensorCopyOps(Registry &registry);
void registerTensorMapOps(Registry &registry);
void registerWgmmaOps(Registry &registry);
void registerTmemOps(Registry &registry);
void registerTcgen05MmaOps(Registry &registry);
void registerTcgen05ControlOps(Registry &registry);
void registerTcgen05CopyOps(Registry &registry);

} // namespace tessera::ptx::emu

#endif // TESSERA_LIB_PTX_EMULATOR_CORE_TENSOROPS_H
