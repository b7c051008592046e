//===- PTX/Emulator/Core/TensorOps.cpp - matrix and tensor families -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects the families; see the files named after them.
//
//===----------------------------------------------------------------------===//

#include "TensorOps.h"

void tessera::ptx::emu::registerTensorOps(Registry &registry) {
  registerMatrixMoveOps(registry);
  registerQuadMmaOps(registry);
  registerMmaOps(registry);
  registerClusterControlOps(registry);
  registerStackOps(registry);
  registerWmmaOps(registry);
  registerBulkOps(registry);
  registerTensorCopyOps(registry);
  registerTensorMapOps(registry);
  registerWgmmaOps(registry);
  registerTmemOps(registry);
  registerTcgen05ControlOps(registry);
  registerTcgen05CopyOps(registry);
  registerTcgen05MmaOps(registry);
}
