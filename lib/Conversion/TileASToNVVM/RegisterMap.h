//===- TileASToNVVM/RegisterMap.h - which register of a thread an element is in -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops that only give elements another place in the tile (broadcast, view,
// permute, ...) cost nothing if every thread already holds the elements that it
// needs. The functions here find out whether that is so, and in which registers
// the elements are.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_REGISTERMAP_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_REGISTERMAP_H

#include "Emitter.h"

namespace tessera::gpu {

/// For each register of `to`, the register of `from` in which the same thread
/// holds element `image(point)`, where `point` is the packed element of the
/// register of `to`. `image` must be linear over GF(2). Nothing when another
/// thread holds an element.
std::optional<llvm::SmallVector<unsigned>>
mapRegisters(const layout::LinearLayout &from, const layout::LinearLayout &to,
             llvm::function_ref<uint64_t(uint64_t)> image);

/// The packed point of `to` that has the coordinates of `point` of `from`,
/// axis by axis, cut to the bits that `to` has.
uint64_t repack(const layout::Space &from, const layout::Space &to,
                uint64_t point);

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_REGISTERMAP_H
