//===- tools/tessera/TensorMapArgument.cpp - tensormap(...) -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses it, and makes the map a driver would make for a dense array.
//
//===----------------------------------------------------------------------===//

#include "TensorMapArgument.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::tool;
using numerics::ElementKind;
using ptx::emu::TensorFormat;
using ptx::emu::TensorMap;

Expected<std::optional<TensorMapArgument>>
TensorMapArgument::consume(StringRef &text) {
  StringRef rest = text;
  if (!rest.consume_front("tensormap("))
    return std::nullopt;
  if (!rest.consume_back(")"))
    return makeError("expected tensormap(BOX,SWIZZLE,ARRAY)");
  TensorMapArgument result;
  auto [boxText, afterBox] = rest.split(',');
  auto [swizzleText, array] = afterBox.split(',');
  SmallVector<StringRef, 5> extents;
  boxText.split(extents, 'x');
  for (StringRef extent : extents)
    if (extent.getAsInteger(10, result.box.emplace_back()))
      return makeError("expected a box such as 128x64, got '" + boxText + "'");
  int swizzle = StringSwitch<int>(swizzleText)
                    .Case("none", 0)
                    .Case("32B", 1)
                    .Case("64B", 2)
                    .Case("128B", 3)
                    .Default(-1);
  if (swizzle < 0 || array.empty())
    return makeError("expected none, 32B, 64B or 128B and an array after the "
                     "box");
  result.swizzle = unsigned(swizzle);
  text = array;
  return result;
}

static std::optional<TensorFormat> formatOf(ElementKind kind) {
  switch (kind) {
  case ElementKind::F16:
    return TensorFormat::F16;
  case ElementKind::BF16:
    return TensorFormat::BF16;
  case ElementKind::F32:
  case ElementKind::TF32:
    return TensorFormat::F32;
  case ElementKind::F64:
    return TensorFormat::F64;
  case ElementKind::I8:
  case ElementKind::F8E4M3FN:
  case ElementKind::F8E5M2:
    return TensorFormat::U8;
  case ElementKind::I16:
    return TensorFormat::U16;
  case ElementKind::I32:
    return TensorFormat::S32;
  case ElementKind::I64:
    return TensorFormat::S64;
  default:
    return std::nullopt;
  }
}

Expected<TensorMap> TensorMapArgument::make(const driver::HostArray &array,
                                            uint64_t address) const {
  ArrayRef<int64_t> shape = array.shape();
  if (shape.size() != box.size() || shape.size() < 1 || shape.size() > 5)
    return makeError("expected a box of " + Twine(shape.size()) +
                     " extents, at most 5, got " + Twine(box.size()));
  std::optional<TensorFormat> format = formatOf(array.kind());
  if (!format)
    return makeError("no tensor map has elements of type " +
                     StringRef(numerics::elementName(array.kind())));
  TensorMap map;
  map.address = address;
  map.rank = unsigned(shape.size());
  map.format = *format;
  map.swizzle = swizzle;
  uint64_t stride = map.elementBits() / 8;
  for (unsigned dim = 0; dim < map.rank; ++dim) {
    unsigned index = map.rank - 1 - dim;
    if (shape[index] < 1 || box[index] < 1 || box[index] > 256)
      return makeError("expected a box of 1 to 256 elements a dimension and an "
                       "array that is not empty");
    map.dims[dim] = uint64_t(shape[index]);
    map.box[dim] = uint32_t(box[index]);
    stride *= map.dims[dim];
    if (dim < 4)
      map.strides[dim] = stride;
  }
  for (unsigned dim = map.rank; dim <= 4; ++dim)
    map.strides[dim - 1] = 0;
  if (std::string problem = map.check(); !problem.empty())
    return makeError(problem);
  return map;
}
