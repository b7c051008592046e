//===- TileASToNVVM/Bounds/HeldRegisters.h - what tiles take ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many registers of a thread the tiles of a kernel take at once.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_BOUNDS_HELDREGISTERS_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_BOUNDS_HELDREGISTERS_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"

namespace tessera::gpu {

/// Registers of 32 bits of one thread that the tiles take which `kernel` needs
/// at the same time, in the order of the program, at the most. Constants, other
/// names of the same registers and copies into stages take none.
int64_t registersHeld(tileaa::FuncOp kernel);

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_BOUNDS_HELDREGISTERS_H
