//===- Bytecode/Reader/AttributeReader.cpp - self-contained attributes -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the attributes that stand in full where they are used (bytecode.md
// section 10), each by its tag.
//
//===----------------------------------------------------------------------===//

#include "AttributeReader.h"

#include "../Wire.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::bytecode;

LogicalResult AttributeReader::readTagged(Cursor &at, Attribute &attr,
                                          unsigned depth) const {
  size_t begin = at.getOffset();
  if (depth >= kMaxAttrDepth)
    return at.error() << "expected attributes nested at most " << kMaxAttrDepth
                      << " deep, got more";
  uint64_t tag;
  at.label("attribute tag");
  if (failed(at.readVarint(tag)))
    return failure();
  switch (static_cast<AttrTag>(tag)) {
  case AttrTag::Integer:
    return readInteger(at, attr);
  case AttrTag::Float:
    return readFloat(at, attr);
  case AttrTag::Bool: {
    bool value;
    if (failed(at.readBool(value, "a Bool attribute")))
      return failure();
    attr = BoolAttr::get(file.context, value);
    return success();
  }
  case AttrTag::Type: {
    Type type;
    if (failed(types.readType(at, type)))
      return failure();
    attr = TypeAttr::get(type);
    return success();
  }
  case AttrTag::String: {
    StringRef string;
    if (failed(strings.readString(at, string)))
      return failure();
    attr = StringAttr::get(file.context, string);
    return success();
  }
  case AttrTag::Array: {
    ArrayAttr array;
    if (failed(readArray(at, array, depth)))
      return failure();
    attr = array;
    return success();
  }
  case AttrTag::DenseElements:
    return at.errorAt(begin)
           << "expected an attribute that files may hold, got "
              "DenseElements (tag 7)";
  case AttrTag::DivBy:
    return readDivBy(at, attr);
  case AttrTag::SameElements:
    return readSameElements(at, attr);
  case AttrTag::Dictionary: {
    DictionaryAttr dictionary;
    if (failed(readDictionary(at, dictionary, depth + 1)))
      return failure();
    attr = dictionary;
    return success();
  }
  case AttrTag::OptimizationHints: {
    cuda_tile::OptimizationHintsAttr hints;
    if (failed(readHints(at, hints, depth + 1)))
      return failure();
    attr = hints;
    return success();
  }
  case AttrTag::Bounded:
    return readBounded(at, attr);
  }
  return at.errorAt(begin) << "expected an attribute tag, got " << tag;
}

LogicalResult AttributeReader::readInteger(Cursor &at, Attribute &attr) const {
  size_t begin = at.getOffset();
  Type type;
  if (failed(types.readType(at, type)))
    return failure();
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer)
    return at.errorAt(begin) << "expected an integer type for an Integer "
                                "attribute, got "
                             << type;
  uint64_t bits;
  unsigned width = integer.getWidth();
  if (width == 1) {
    bool value;
    if (failed(at.readBool(value, "an Integer of type i1")))
      return failure();
    bits = value;
  } else {
    at.label("integer bits");
    if (failed(at.readVarint(bits)))
      return failure();
  }
  if (width < 64 && (bits >> width) != 0)
    return at.errorAt(begin)
           << "expected an Integer that fits " << type << ", got " << bits;
  attr = IntegerAttr::get(integer, APInt(width, bits));
  return success();
}

LogicalResult AttributeReader::readFloat(Cursor &at, Attribute &attr) const {
  size_t begin = at.getOffset();
  Type type;
  if (failed(types.readType(at, type)))
    return failure();
  auto format = dyn_cast<FloatType>(type);
  if (!format)
    return at.errorAt(begin) << "expected a float type for a Float attribute, "
                                "got "
                             << type;
  unsigned width = format.getWidth();
  uint64_t bits;
  if (width <= 8) {
    uint8_t byte;
    at.label("float bits");
    if (failed(at.readByte(byte)))
      return failure();
    bits = byte;
  } else {
    uint64_t zigzag;
    at.label("float bits, zigzag");
    if (failed(at.readVarintDroppingExcess(zigzag)))
      return failure();
    bits = (zigzag >> 1) ^ (~(zigzag & 1) + 1);
  }
  if (width < 64 && (bits >> width) != 0)
    return at.errorAt(begin)
           << "expected Float bits that fit " << type << ", got more";
  attr = FloatAttr::get(
      format, APFloat(format.getFloatSemantics(), APInt(width, bits)));
  return success();
}

LogicalResult
AttributeReader::readOptionalPair(Cursor &at, std::optional<int64_t> &first,
                                  std::optional<int64_t> &second) const {
  uint8_t presence;
  at.label("presence bits");
  if (failed(at.readByte(presence)))
    return failure();
  if (presence > 3)
    return at.errorAt(at.getOffset() - 1)
           << "expected presence bits 0 and 1 only, got " << unsigned(presence);
  auto readValue = [&](std::optional<int64_t> &value) {
    at.label("value, zigzag");
    return at.readSigned(value.emplace());
  };
  if ((presence & 1) && failed(readValue(first)))
    return failure();
  if ((presence & 2) && failed(readValue(second)))
    return failure();
  return success();
}

LogicalResult AttributeReader::readDivBy(Cursor &at, Attribute &attr) const {
  uint64_t divisor;
  std::optional<int64_t> every, along;
  at.label("divisor");
  if (failed(at.readVarint(divisor)) ||
      failed(readOptionalPair(at, every, along)))
    return failure();
  attr = cuda_tile::DivByAttr::getChecked([&] { return at.error(); },
                                          file.context, divisor, every, along);
  return success(attr != nullptr);
}

LogicalResult AttributeReader::readSameElements(Cursor &at,
                                                Attribute &attr) const {
  SmallVector<int64_t> values;
  if (failed(at.readIntList(values, "same_elements values")))
    return failure();
  for (int64_t value : values)
    if (value == INT64_MIN || value == INT64_MAX)
      return at.error() << "expected same_elements values inside the 64-bit "
                           "range, got its end "
                        << value;
  attr = cuda_tile::SameElementsAttr::getChecked(
      [&] { return at.error(); }, file.context, ArrayRef<int64_t>(values));
  return success(attr != nullptr);
}

LogicalResult AttributeReader::readBounded(Cursor &at, Attribute &attr) const {
  std::optional<int64_t> lower, upper;
  if (failed(readOptionalPair(at, lower, upper)))
    return failure();
  attr = cuda_tile::BoundedAttr::getChecked([&] { return at.error(); },
                                            file.context, lower, upper);
  return success(attr != nullptr);
}

LogicalResult AttributeReader::readArray(Cursor &at, ArrayAttr &attr,
                                         unsigned depth) const {
  uint64_t count;
  if (failed(at.readCount(count, 1, "array elements")))
    return failure();
  SmallVector<Attribute> elements;
  elements.reserve(count);
  for (uint64_t i = 0; i < count; ++i) {
    size_t begin = at.getOffset();
    Attribute &element = elements.emplace_back();
    if (failed(readTagged(at, element, depth + 1)))
      return failure();
    if (!isa<IntegerAttr, FloatAttr, StringAttr>(element))
      return at.errorAt(begin) << "expected an array element with a type "
                                  "(Integer, Float, Bool or String)";
  }
  attr = ArrayAttr::get(file.context, elements);
  return success();
}

LogicalResult AttributeReader::readDictionary(Cursor &at, DictionaryAttr &attr,
                                              unsigned depth) const {
  uint64_t count;
  if (failed(at.readCount(count, 2, "dictionary entries")))
    return failure();
  llvm::StringSet<> seen;
  SmallVector<NamedAttribute> entries;
  entries.reserve(count);
  for (uint64_t i = 0; i < count; ++i) {
    size_t begin = at.getOffset();
    StringRef key;
    Attribute value;
    at.label("key");
    if (failed(strings.readName(at, key, "a dictionary key")) ||
        failed(readTagged(at, value, depth)))
      return failure();
    if (!seen.insert(key).second)
      return at.errorAt(begin)
             << "expected each dictionary key once, got '" << key << "' twice";
    entries.emplace_back(StringAttr::get(file.context, key), value);
  }
  attr = DictionaryAttr::get(file.context, entries);
  return success();
}

LogicalResult
AttributeReader::readHints(Cursor &at, cuda_tile::OptimizationHintsAttr &hints,
                           unsigned depth) const {
  size_t begin = at.getOffset();
  DictionaryAttr dictionary;
  if (failed(readDictionary(at, dictionary, depth)))
    return failure();
  for (NamedAttribute entry : dictionary)
    if (!isa<DictionaryAttr>(entry.getValue()))
      return at.errorAt(begin)
             << "expected a dictionary of hints for '"
             << entry.getName().getValue() << "', got " << entry.getValue();
  hints = cuda_tile::OptimizationHintsAttr::get(dictionary);
  return success();
}
