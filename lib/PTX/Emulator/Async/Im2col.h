//===- PTX/Emulator/Async/Im2col.h - the pixels of im2col copies -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which pixels of a tensor NWC, NHWC or NDHWC the im2col modes of TMA visit, in
// which order. The base of the filter walks through the bounding box, W first,
// by the traversal strides; from the end of a dimension it goes back to the
// lower corner and the next one goes on, images last. The pixel is the base and
// the offsets of the instruction.
//
// im2col::w keeps H and D and goes from W to the next image. The halo is taken
// from the manual's words, as its figures cannot be read: after all pixels
// (with
// ::128 after every 32) so many more follow the last one along W, by the same
// stride and without going back.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_PTX_EMULATOR_ASYNC_IM2COL_H
#define TESSERA_LIB_PTX_EMULATOR_ASYNC_IM2COL_H

#include "tessera/PTX/Emulator/TensorMap.h"

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace tessera::ptx::emu {

enum class Im2colMode : uint8_t { None, Full, Wide, Wide128 };

/// Coordinates of each pixel in dimensions 1 to 4 ([0] is not used).
using Pixel = std::array<int64_t, 5>;

/// `origin`: the coordinates of the instruction. `offsets`: of Full one a
/// spatial dimension, W first (none: all 0); of the wide modes the halo and the
/// offset along W.
std::vector<Pixel> im2colPixels(const TensorMap &map, Im2colMode mode,
                                const Pixel &origin,
                                llvm::ArrayRef<uint64_t> offsets);
/// What is wrong with the coordinates and offsets, or "".
std::string checkIm2col(const TensorMap &map, Im2colMode mode,
                        const Pixel &origin, llvm::ArrayRef<uint64_t> offsets);

} // namespace tessera::ptx::emu

#endif // TESSERA_LIB_PTX_EMULATOR_ASYNC_IM2COL_H
