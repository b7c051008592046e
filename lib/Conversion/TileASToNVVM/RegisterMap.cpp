//===- TileASToNVVM/RegisterMap.cpp - which register of a thread an element is in -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts are linear, so it is enough to compare their bits: the bits of the
// thread must agree in both layouts. Registers are then looked up by the offset
// that they add to the element of their thread.
//
//===----------------------------------------------------------------------===//

#include "RegisterMap.h"

using namespace mlir;
using tessera::layout::Axis;
using tessera::layout::Dim;
using tessera::layout::LinearLayout;
using tessera::layout::Space;

namespace tessera::gpu {

static uint64_t columnOrZero(const LinearLayout &layout, Dim dim,
                             unsigned bit) {
  return bit < layout.in().bits(dim) ? layout.column(dim, bit) : 0;
}

std::optional<SmallVector<unsigned>>
mapRegisters(const LinearLayout &from, const LinearLayout &to,
             llvm::function_ref<uint64_t(uint64_t)> image) {
  for (Dim dim : {Dim::Lane, Dim::Warp}) {
    unsigned bits = std::max(from.in().bits(dim), to.in().bits(dim));
    for (unsigned bit = 0; bit < bits; ++bit)
      if (image(columnOrZero(to, dim, bit)) != columnOrZero(from, dim, bit))
        return std::nullopt;
  }
  llvm::DenseMap<uint64_t, unsigned> places;
  for (unsigned r = 0; r < Emitter::numRegisters(from); ++r)
    places.try_emplace(Emitter::registerPoint(from, r), r);
  SmallVector<unsigned> map;
  for (unsigned r = 0; r < Emitter::numRegisters(to); ++r) {
    auto found = places.find(image(Emitter::registerPoint(to, r)));
    if (found == places.end())
      return std::nullopt;
    map.push_back(found->second);
  }
  return map;
}

uint64_t repack(const Space &from, const Space &to, uint64_t point) {
  uint64_t result = 0;
  for (const Axis &axis : to.axes()) {
    uint64_t value = from.get(point, axis.dim);
    value &= (uint64_t(1) << axis.bits) - 1;
    result |= to.pack(axis.dim, value);
  }
  return result;
}

} // namespace tessera::gpu
