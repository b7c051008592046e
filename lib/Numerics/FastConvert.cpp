//===- Numerics/FastConvert.cpp - whole-buffer conversions ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Selects the vectorised loop for a kind; everything that has none (directed
// modes, NaN on overflow, f64 to narrow formats) is one convertFloat per
// element, because going through f32 would round twice.
//
//===----------------------------------------------------------------------===//

#include "tessera/Numerics/FastConvert.h"
#include <algorithm>
#include <cassert>
#include <cstring>

using namespace tessera;
using namespace tessera::numerics;

namespace {

template <unsigned Bytes> struct ContainerOf;
template <> struct ContainerOf<1> {
  using type = uint8_t;
};
template <> struct ContainerOf<2> {
  using type = uint16_t;
};
template <> struct ContainerOf<4> {
  using type = uint32_t;
};
template <> struct ContainerOf<8> {
  using type = uint64_t;
};
template <ElementKind K>
using Container = typename ContainerOf<containerBytes(K)>::type;

/// Buffers are typed by their users (float, uint16_t, ...): access through
/// memcpy, which the vectoriser sees through.
template <typename T> T loadAt(const void *base, size_t index) {
  T value;
  std::memcpy(&value, static_cast<const char *>(base) + index * sizeof(T),
              sizeof(T));
  return value;
}
template <typename T> void storeAt(void *base, size_t index, T value) {
  std::memcpy(static_cast<char *>(base) + index * sizeof(T), &value, sizeof(T));
}

template <ElementKind K>
void decodeLoop(const void *source, float *destination, size_t count) {
  for (size_t i = 0; i < count; ++i)
    storeAt<uint32_t>(destination, i,
                      toF32Bits<K>(loadAt<Container<K>>(source, i)));
}

template <ElementKind K>
void encodeLoop(const float *source, void *destination, size_t count) {
  for (size_t i = 0; i < count; ++i)
    storeAt<Container<K>>(
        destination, i,
        Container<K>(fromF32Bits<K>(loadAt<uint32_t>(source, i))));
}

template <Rounding R>
void encodeE8M0Loop(const float *source, void *destination, size_t count) {
  for (size_t i = 0; i < count; ++i)
    storeAt<uint8_t>(destination, i,
                     uint8_t(f32BitsToE8M0<R>(loadAt<uint32_t>(source, i))));
}

uint64_t loadContainer(ElementKind kind, const void *base, size_t index) {
  switch (containerBytes(kind)) {
  case 1:
    return loadAt<uint8_t>(base, index);
  case 2:
    return loadAt<uint16_t>(base, index);
  case 4:
    return loadAt<uint32_t>(base, index);
  default:
    return loadAt<uint64_t>(base, index);
  }
}

void storeContainer(ElementKind kind, void *base, size_t index,
                    uint64_t value) {
  switch (containerBytes(kind)) {
  case 1:
    return storeAt<uint8_t>(base, index, uint8_t(value));
  case 2:
    return storeAt<uint16_t>(base, index, uint16_t(value));
  case 4:
    return storeAt<uint32_t>(base, index, uint32_t(value));
  default:
    return storeAt<uint64_t>(base, index, value);
  }
}

void convertEach(ElementKind from, ElementKind to, const void *source,
                 void *destination, size_t count, Rounding rounding,
                 FloatOverflow overflow) {
  for (size_t i = 0; i < count; ++i)
    storeContainer(to, destination, i,
                   convertFloat(from, to, loadContainer(from, source, i),
                                rounding, overflow));
}

/// Whether encodeFromF32 has a loop for this combination.
bool hasFastEncode(ElementKind to, Rounding rounding, FloatOverflow overflow) {
  if (overflow == FloatOverflow::NaN && !floatFormat(to).hasInf())
    return false;
  if (rounding == Rounding::NearestEven)
    return true;
  return to == ElementKind::F8E8M0FNU &&
         (rounding == Rounding::Zero || rounding == Rounding::PositiveInf);
}

} // namespace

void numerics::decodeToF32(ElementKind from, const void *source,
                           float *destination, size_t count) {
  switch (from) {
#define TESSERA_DECODE(KIND)                                                   \
  case ElementKind::KIND:                                                      \
    return decodeLoop<ElementKind::KIND>(source, destination, count);
    TESSERA_DECODE(F16)
    TESSERA_DECODE(BF16)
    TESSERA_DECODE(F32)
    TESSERA_DECODE(TF32)
    TESSERA_DECODE(F8E4M3FN)
    TESSERA_DECODE(F8E5M2)
    TESSERA_DECODE(F8E8M0FNU)
    TESSERA_DECODE(F4E2M1FN)
    TESSERA_DECODE(F8E5M3FNU)
#undef TESSERA_DECODE
  default:
    assert(false && "expected a float kind that is exact in f32");
  }
}

void numerics::encodeFromF32(ElementKind to, const float *source,
                             void *destination, size_t count, Rounding rounding,
                             FloatOverflow overflow) {
  if (!hasFastEncode(to, rounding, overflow))
    return convertEach(ElementKind::F32, to, source, destination, count,
                       rounding, overflow);
  switch (to) {
#define TESSERA_ENCODE(KIND)                                                   \
  case ElementKind::KIND:                                                      \
    return encodeLoop<ElementKind::KIND>(source, destination, count);
    TESSERA_ENCODE(F16)
    TESSERA_ENCODE(BF16)
    TESSERA_ENCODE(F32)
    TESSERA_ENCODE(TF32)
    TESSERA_ENCODE(F8E4M3FN)
    TESSERA_ENCODE(F8E5M2)
    TESSERA_ENCODE(F4E2M1FN)
    TESSERA_ENCODE(F8E5M3FNU)
#undef TESSERA_ENCODE
  case ElementKind::F8E8M0FNU:
    if (rounding == Rounding::Zero)
      return encodeE8M0Loop<Rounding::Zero>(source, destination, count);
    if (rounding == Rounding::PositiveInf)
      return encodeE8M0Loop<Rounding::PositiveInf>(source, destination, count);
    return encodeE8M0Loop<Rounding::NearestEven>(source, destination, count);
  default:
    assert(false && "expected a float kind that is exact in f32");
  }
}

void numerics::convertBuffer(ElementKind from, ElementKind to,
                             const void *source, void *destination,
                             size_t count, Rounding rounding,
                             FloatOverflow overflow) {
  bool nearest = rounding == Rounding::NearestEven;
  if (from == ElementKind::F64 && to == ElementKind::F32 && nearest) {
    for (size_t i = 0; i < count; ++i)
      storeAt<float>(destination, i,
                     static_cast<float>(loadAt<double>(source, i)));
    return;
  }
  bool widensToF64 = to == ElementKind::F64 && isExactInF32(from);
  if (!widensToF64 && (!isExactInF32(from) || !isExactInF32(to) ||
                       !hasFastEncode(to, rounding, overflow)))
    return convertEach(from, to, source, destination, count, rounding,
                       overflow);

  // Both steps are exact but for the last: widen to f32, then round once.
  constexpr size_t chunk = 512;
  float wide[chunk];
  for (size_t start = 0; start < count; start += chunk) {
    size_t size = std::min(chunk, count - start);
    decodeToF32(
        from, static_cast<const char *>(source) + start * containerBytes(from),
        wide, size);
    char *output =
        static_cast<char *>(destination) + start * containerBytes(to);
    if (!widensToF64) {
      encodeFromF32(to, wide, output, size, rounding, overflow);
      continue;
    }
    for (size_t i = 0; i < size; ++i)
      storeAt<double>(output, i, static_cast<double>(wide[i]));
  }
}
