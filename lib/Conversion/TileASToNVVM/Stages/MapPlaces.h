//===- TileASToNVVM/Stages/MapPlaces.h - places for tensor maps -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a block has the tensor maps that it makes: MapPlaces.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_STAGES_MAPPLACES_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_STAGES_MAPPLACES_H

#include "Conversion/TileASToNVVM/Emitter.h"

namespace tessera::gpu {

/// Words of places, places of a word, and bytes of a tensor map, which is
/// aligned to as many.
inline constexpr int64_t placeWords = 128, placesPerWord = 16;
inline constexpr int64_t mapBytes = 128;

/// The address in global memory of map `number`, an i32: maps are counted over
/// all places of the kernel, each of which holds `numMaps`.
mlir::Value mapAddress(Emitter &e, int64_t numMaps, mlir::Value number);

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_STAGES_MAPPLACES_H
