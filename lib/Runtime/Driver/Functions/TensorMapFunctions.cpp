//===- Runtime/Driver/Functions/TensorMapFunctions.cpp - cuTensorMap* -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensor maps in the emulator's own layout (tessera/PTX/Emulator/TensorMap.h).
// The rules for their fields are those of the public documentation.
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"
#include "Runtime/Driver/Process.h"
#include "tessera/PTX/Emulator/TensorMap.h"

#include <cstring>

using namespace tessera::sim;
using tessera::ptx::emu::TensorFormat;
using tessera::ptx::emu::TensorMap;
using tessera::ptx::emu::tensorMapSize;

namespace {
/// What both modes have.
struct CommonFields {
  int format;
  unsigned rank;
  DevicePointer address;
  const uint64_t *extents, *strides;
  const unsigned *elementStrides;
  int interleave, swizzle, promotion, fill;
};
} // namespace

static bool isFloat(TensorFormat format) {
  switch (format) {
  case TensorFormat::F16:
  case TensorFormat::BF16:
  case TensorFormat::F32:
  case TensorFormat::F64:
  case TensorFormat::F32Ftz:
  case TensorFormat::TF32:
  case TensorFormat::TF32Ftz:
    return true;
  default:
    return false;
  }
}

/// Fills in and checks what both modes have.
static Result setCommon(const void *target, const CommonFields &given,
                        TensorMap &map) {
  constexpr int formats = 16, swizzles = 7, promotions = 4;
  auto isIn = [](int value, int count) { return value >= 0 && value < count; };
  if (!target || reinterpret_cast<uintptr_t>(target) % 64 != 0 ||
      !isIn(given.format, formats) || given.rank < 1 || given.rank > 5 ||
      !given.extents || (given.rank > 1 && !given.strides) ||
      !given.elementStrides || !isIn(given.interleave, 3) ||
      !isIn(given.swizzle, swizzles) || !isIn(given.promotion, promotions) ||
      !isIn(given.fill, 2))
    return Result::InvalidValue;
  map.address = given.address;
  map.rank = given.rank;
  map.format = TensorFormat(given.format);
  map.interleave = unsigned(given.interleave);
  // The last three are the 128-byte swizzle with other atoms.
  map.swizzle = given.swizzle > 3 ? 3 : unsigned(given.swizzle);
  map.atomicity = given.swizzle > 3 ? unsigned(given.swizzle) - 3 : 0;
  map.fillNaN = given.fill != 0;
  if (map.fillNaN && !isFloat(map.format))
    return Result::InvalidValue;
  for (unsigned i = 0; i < given.rank; ++i) {
    map.dims[i] = given.extents[i];
    if (map.dims[i] == 0 || map.dims[i] > uint64_t(1) << 32)
      return Result::InvalidValue;
    // That of dimension 0 is ignored.
    map.elementStrides[i] = i == 0 ? 1 : given.elementStrides[i];
    if (map.elementStrides[i] == 0 || map.elementStrides[i] > 8)
      return Result::InvalidValue;
  }
  for (unsigned i = 0; i + 1 < given.rank; ++i) {
    map.strides[i] = given.strides[i];
    if (map.strides[i] >= uint64_t(1) << 40)
      return Result::InvalidValue;
  }
  return Result::Success;
}

static Result finish(Process &process, void *target, const TensorMap &map) {
  if (process.device.capabilityMajor < 9)
    return Result::NotSupported;
  std::string problem = map.check(map.isIm2col);
  if (!problem.empty()) {
    process.findings.log("cuTensorMapEncode: " + problem);
    return map.interleave != 0 ? Result::NotSupported : Result::InvalidValue;
  }
  auto bytes = map.encode();
  std::memcpy(target, bytes.data(), bytes.size());
  return Result::Success;
}

Result tessera::sim::cuTensorMapEncodeTiled(
    void *target, int format, unsigned rank, DevicePointer address,
    const uint64_t *extents, const uint64_t *strides, const unsigned *box,
    const unsigned *elementStrides, int interleave, int swizzle, int promotion,
    int fill) {
  return inProcess([&](Process &process) {
    TensorMap map;
    CommonFields given{format,         rank,       address, extents,   strides,
                       elementStrides, interleave, swizzle, promotion, fill};
    if (Result result = setCommon(target, given, map);
        result != Result::Success || !box)
      return box ? result : Result::InvalidValue;
    for (unsigned i = 0; i < rank; ++i) {
      map.box[i] = box[i];
      if (box[i] == 0 || box[i] > 256)
        return Result::InvalidValue;
    }
    return finish(process, target, map);
  });
}

Result tessera::sim::cuTensorMapEncodeIm2col(
    void *target, int format, unsigned rank, DevicePointer address,
    const uint64_t *extents, const uint64_t *strides, const int *lowerCorner,
    const int *upperCorner, unsigned channels, unsigned pixels,
    const unsigned *elementStrides, int interleave, int swizzle, int promotion,
    int fill) {
  return inProcess([&](Process &process) {
    TensorMap map;
    CommonFields given{format,         rank,       address, extents,   strides,
                       elementStrides, interleave, swizzle, promotion, fill};
    if (Result result = setCommon(target, given, map);
        result != Result::Success)
      return result;
    if (!lowerCorner || !upperCorner || rank < 3 || channels == 0 ||
        channels > 256)
      return Result::InvalidValue;
    map.isIm2col = true;
    map.box[0] = channels;
    map.pixelsPerColumn = pixels;
    for (unsigned i = 0; i + 2 < rank; ++i) {
      map.lowerCorner[i] = int16_t(lowerCorner[i]);
      map.upperCorner[i] = int16_t(upperCorner[i]);
      if (map.lowerCorner[i] != lowerCorner[i] ||
          map.upperCorner[i] != upperCorner[i])
        return Result::InvalidValue;
    }
    return finish(process, target, map);
  });
}

Result tessera::sim::cuTensorMapReplaceAddress(void *target,
                                               DevicePointer address) {
  return inProcess([&](Process &process) {
    if (!target || reinterpret_cast<uintptr_t>(target) % 64 != 0)
      return Result::InvalidValue;
    TensorMap map = TensorMap::decode(static_cast<const uint8_t *>(target));
    map.address = address;
    return finish(process, target, map);
  });
}
