//===- tessera/Target/BlockShare.h - blocks on a multiprocessor ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What each of several blocks on a multiprocessor may have of its shared
// memory and of its registers. The multiprocessor has 1 KiB more than a block
// may have, and keeps 1 KiB of each block for itself.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TARGET_BLOCKSHARE_H
#define TESSERA_TARGET_BLOCKSHARE_H

#include "tessera/Target/GpuTarget.h"

namespace tessera::gpu {

inline constexpr int64_t sharedBytesKeptOfBlock = 1024;

/// Bytes of shared memory of a block where `blocks` of them are on a
/// multiprocessor.
inline int64_t sharedBytesOfEach(const GpuTarget &target, int64_t blocks) {
  return (target.sharedBytes + sharedBytesKeptOfBlock) / blocks -
         sharedBytesKeptOfBlock;
}

/// Blocks of so many bytes that a multiprocessor holds.
inline int64_t blocksOfBytes(const GpuTarget &target, int64_t bytes) {
  return (target.sharedBytes + sharedBytesKeptOfBlock) /
         (bytes + sharedBytesKeptOfBlock);
}

/// Registers of a thread where so many warps are on a multiprocessor: each of
/// its quarters has whole warps, and gives registers to threads by eights.
inline int64_t registersOfEach(const GpuTarget &target, int64_t warps) {
  constexpr int64_t quarters = 4, lanes = 32, step = 8;
  const int64_t inQuarter = (warps + quarters - 1) / quarters;
  return target.registersPerMultiprocessor / quarters / (lanes * inQuarter) /
         step * step;
}

} // namespace tessera::gpu

#endif // TESSERA_TARGET_BLOCKSHARE_H
