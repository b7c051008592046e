//===- Driver/HostArray.cpp - an array in memory form -----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Storage of arrays and their way from and to .npy files. Which file type may
// hold which element type is decided in fromFile; the generators are in
// Generate.cpp.
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/HostArray.h"
#include "tessera/Driver/Generate.h"
#include "tessera/Driver/Literal.h"
#include "tessera/Numerics/Packed.h"
#include "tessera/Support/Error.h"
#include "tessera/Support/PendingFile.h"

#include "llvm/Support/MathExtras.h"

#include <cstring>

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;
using numerics::ElementKind;

/// What is written for an array that came from no file.
static NpyDType defaultDiskType(ElementKind kind) {
  uint32_t size = std::max(1u, numerics::memoryBits(kind) / 8);
  switch (kind) {
  case ElementKind::I1:
    return {'b', 1};
  case ElementKind::F16:
  case ElementKind::F32:
  case ElementKind::F64:
  case ElementKind::TF32:
    return {'f', size};
  default:
    return {numerics::isInteger(kind) ? 'i' : 'u', size};
  }
}

std::optional<ElementKind> driver::naturalKind(const NpyDType &dtype) {
  switch (dtype.kind) {
  case 'b':
    return ElementKind::I1;
  case 'i':
  case 'u':
    return numerics::integerKind(dtype.size * 8);
  case 'f':
    return dtype.size == 2   ? ElementKind::F16
           : dtype.size == 4 ? ElementKind::F32
                             : ElementKind::F64;
  default:
    return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

Expected<HostArray> HostArray::create(ElementKind kind,
                                      ArrayRef<int64_t> shape) {
  HostArray array(kind, shape);
  int64_t count = 1;
  for (int64_t dimension : shape)
    if (MulOverflow(count, dimension, count) || count > maxElements)
      return makeError("the array is too large");
  array.elementCount = count;
  array.byteCount = static_cast<int64_t>(
      numerics::memoryBytes(kind, static_cast<uint64_t>(count)));
  // calloc gives large blocks as untouched zero pages; a kernel that uses a
  // part of a big array pays for that part only.
  constexpr size_t alignment = 64;
  size_t size = alignTo(static_cast<size_t>(array.byteCount) + 1, alignment);
  char *memory;
  if (size >= (1 << 16)) {
    memory = static_cast<char *>(std::calloc(size, 1));
  } else {
    memory = static_cast<char *>(std::aligned_alloc(alignment, size));
    if (memory)
      std::memset(memory, 0, size);
  }
  if (!memory)
    return makeError("cannot allocate " + Twine(array.byteCount) + " bytes");
  array.storage.reset(memory);
  array.diskType = defaultDiskType(kind);
  return array;
}

SmallVector<int64_t, 4> HostArray::strides() const {
  SmallVector<int64_t, 4> result(dimensions.size());
  int64_t step = 1;
  for (size_t dim = dimensions.size(); dim-- > 0;) {
    result[dim] = step;
    step *= dimensions[dim];
  }
  return result;
}

uint64_t HostArray::get(int64_t index) const {
  assert(index >= 0 && index < elementCount && "element inside the array");
  unsigned bits = numerics::memoryBits(elementKind);
  if (bits == 4)
    return numerics::loadNibble(
        reinterpret_cast<const uint8_t *>(storage.get()), index);
  uint64_t value = 0;
  std::memcpy(&value, storage.get() + index * (bits / 8), bits / 8);
  return value;
}

void HostArray::set(int64_t index, uint64_t value) {
  assert(index >= 0 && index < elementCount && "element inside the array");
  unsigned bits = numerics::memoryBits(elementKind);
  if (bits == 4)
    numerics::storeNibble(reinterpret_cast<uint8_t *>(storage.get()), index,
                          static_cast<uint8_t>(value));
  else
    std::memcpy(storage.get() + index * (bits / 8), &value, bits / 8);
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// Whether a file of type `dtype` may hold `kind` by declaration: raw integers
/// or void of the right width, or the type itself; tf32 also as f4.
static bool canHold(const NpyDType &dtype, ElementKind kind) {
  unsigned bytes = std::max(1u, numerics::memoryBits(kind) / 8);
  if (dtype.size != bytes)
    return false;
  if (dtype.kind == 'i' || dtype.kind == 'u' || dtype.kind == 'V')
    return true;
  return naturalKind(dtype) == kind ||
         (kind == ElementKind::TF32 && dtype.kind == 'f');
}

Expected<HostArray> HostArray::fromFile(const NpyFile &file,
                                        std::optional<ElementKind> declared) {
  const NpyDType &dtype = file.header().dtype;
  std::optional<ElementKind> kind = declared ? declared : naturalKind(dtype);
  if (!kind)
    return makeError("raw elements '" + dtype.str() +
                     "' need a type, as in FILE.npy:bf16");
  if (declared && !canHold(dtype, *kind))
    return makeError("elements '" + dtype.str() + "' cannot hold " +
                     StringRef(numerics::elementName(*kind)));
  SmallVector<int64_t, 4> shape(file.header().shape);
  bool isPacked = numerics::memoryBits(*kind) == 4;
  if (isPacked && shape.empty())
    return makeError("packed f4E2M1FN needs at least one dimension");
  if (isPacked && MulOverflow(shape.back(), int64_t(2), shape.back()))
    return makeError("the array is too large");
  Expected<HostArray> array = create(*kind, shape);
  if (!array)
    return array.takeError();
  file.copyTo(array->bytes());
  array->diskType = dtype;
  array->diskType.bigEndian = false;
  if (*kind == ElementKind::I1)
    for (char byte : array->bytes())
      if (byte != 0 && byte != 1)
        return makeError(
            "expected bytes 0 and 1 for i1, got " +
            Twine(static_cast<unsigned>(static_cast<uint8_t>(byte))));
  return array;
}

Expected<HostArray> HostArray::fromSpec(const ArgumentSpec &spec) {
  assert(spec.isArray() && "scalars have no array");
  if (spec.source == ArgumentSpec::Source::File) {
    Expected<NpyFile> file = NpyFile::open(spec.path);
    if (!file)
      return file.takeError();
    return fromFile(*file, spec.kind);
  }
  Expected<HostArray> array = create(*spec.kind, spec.shape);
  if (!array)
    return array;
  array->initialised = spec.source != ArgumentSpec::Source::Uninit;
  if (spec.source == ArgumentSpec::Source::Full)
    fillWithValue(*array, spec.bits);
  if (spec.source == ArgumentSpec::Source::Rand)
    fillWithRandom(*array, spec.seed, spec.low, spec.high);
  return array;
}

void HostArray::write(PendingFile &file) const {
  SmallVector<int64_t, 4> shape(dimensions);
  if (numerics::memoryBits(elementKind) == 4)
    shape.back() /= 2;
  writeNpy(file.os(), diskType, shape, bytes());
}

std::string driver::describeArray(ElementKind kind, ArrayRef<int64_t> shape) {
  std::string text;
  for (int64_t dimension : shape)
    text += std::to_string(dimension) + "x";
  text += numerics::elementName(kind);
  return text;
}
