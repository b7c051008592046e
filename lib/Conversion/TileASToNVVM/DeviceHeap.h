//===- TileASToNVVM/DeviceHeap.h - memory that other blocks see ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `alloca global` gives on a GPU: pieces of CUDA's device heap (malloc and
// free, which every driver provides; 8 MiB unless the host sets another limit).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_DEVICEHEAP_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_DEVICEHEAP_H

#include "Emitter.h"

namespace tessera::gpu {

class DeviceHeap {
public:
  /// At the start of a kernel: asks for what its global allocas need and sets
  /// their results. The kernel traps if the heap does not hold it.
  DeviceHeap(Emitter &e, tileaa::FuncOp kernel);

  /// At its only end: gives everything back.
  void release(Emitter &e);

private:
  llvm::SmallVector<mlir::Value, 2> pieces;
};

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_DEVICEHEAP_H
