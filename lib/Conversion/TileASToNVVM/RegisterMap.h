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
// the elements are. They also compute how much scratch the other conversions
// need.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_REGISTERMAP_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_REGISTERMAP_H

#include "Emitter.h"

#include "tessera/Layout/Conversion.h"

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

/// How a conversion between layouts is lowered.
struct ConversionPlan {
  layout::Conversion conversion;
  /// Rename, Shuffle or SharedMemory.
  layout::ConversionKind means;
};
/// Fails as classifyConversion does, and for conversions across blocks.
llvm::Expected<ConversionPlan> planConversion(const layout::LinearLayout &from,
                                              const layout::LinearLayout &to);

/// The part of a reduction that lies in warps: the layout of the partial
/// results over (slot, results...), or nothing when no warps share the
/// dimension. Fails when a place spans the dimension and others at once.
struct ReducePlan {
  /// Lane masks to combine over.
  llvm::SmallVector<unsigned, 5> laneMasks;
  /// Warp bits to combine over.
  llvm::SmallVector<unsigned, 5> warpBits;
  /// The layout without the dimension.
  layout::LinearLayout slice;
  /// Partial results: axis 0 counts the combined warps.
  layout::LinearLayout partials;
};
std::optional<ReducePlan> planReduce(const layout::LinearLayout &source,
                                     unsigned dim);

/// Bytes of shared memory that lowering `op` needs for itself.
int64_t scratchBytesOf(mlir::Operation *op);

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_REGISTERMAP_H
