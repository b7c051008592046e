//===- tools/tessera/PTX/TensorMapArgument.cpp - tensormap(...) -----*- C++ -*-===//
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

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
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
    return makeError("expected tensormap(BOX,SWIZZLE[,OPTION...],ARRAY)");
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
  array = result.consumeOptions(array);
  if (swizzle < 0 || array.empty())
    return makeError("expected none, 32B, 64B or 128B and an array after the "
                     "box");
  result.swizzle = unsigned(swizzle);
  text = array;
  return result;
}

StringRef TensorMapArgument::consumeOptions(StringRef text) {
  for (;;) {
    auto [word, rest] = text.split(',');
    std::optional<TensorFormat> named =
        StringSwitch<std::optional<TensorFormat>>(word)
            .Case("tf32", TensorFormat::TF32)
            .Case("ftz", TensorFormat::F32Ftz)
            .Case("tf32.ftz", TensorFormat::TF32Ftz)
            .Default(std::nullopt);
    if (named) {
      conversion = named;
    } else if (word.consume_front("axes=")) {
      SmallVector<StringRef, 5> numbers;
      word.split(numbers, 'x');
      axes.clear();
      for (StringRef number : numbers)
        if (number.getAsInteger(10, axes.emplace_back()))
          axes.back() = ~0u; // refused when the rank is known
    } else {
      return text;
    }
    text = rest;
  }
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
  if (conversion && *format != TensorFormat::F32)
    return makeError("expected an array of f32 for a map that converts");
  SmallVector<unsigned, 5> order(axes);
  if (axes.empty())
    for (unsigned axis = 0; axis < shape.size(); ++axis)
      order.push_back(axis);
  if (order.size() != shape.size() || order.back() != shape.size() - 1 ||
      SmallSet<unsigned, 5>(order.begin(), order.end()).size() !=
          order.size() ||
      *llvm::max_element(order) >= shape.size())
    return makeError("expected each of the " + Twine(shape.size()) +
                     " axes of the array once, the last one last, after axes=");
  TensorMap map;
  map.address = address;
  map.rank = unsigned(shape.size());
  map.format = conversion.value_or(*format);
  map.swizzle = swizzle;
  // Bytes from one element to the next along each axis of the array.
  SmallVector<uint64_t, 5> steps(shape.size(), map.elementBits() / 8);
  for (size_t axis = shape.size() - 1; axis > 0; --axis)
    steps[axis - 1] = steps[axis] * uint64_t(shape[axis]);
  for (unsigned dim = 0; dim < map.rank; ++dim) {
    unsigned index = map.rank - 1 - dim;
    unsigned axis = order[index];
    if (shape[axis] < 1 || box[index] < 1 || box[index] > 256)
      return makeError("expected a box of 1 to 256 elements a dimension and an "
                       "array that is not empty");
    map.dims[dim] = uint64_t(shape[axis]);
    map.box[dim] = uint32_t(box[index]);
    if (dim > 0)
      map.strides[dim - 1] = steps[axis];
  }
  if (std::string problem = map.check(); !problem.empty())
    return makeError(problem);
  return map;
}
