//===- Bytecode/Writer/AttributeWriter.cpp - self-contained attributes -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the attributes that stand in full where they are used, each behind
// its tag.
//
//===----------------------------------------------------------------------===//

#include "WriterContext.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::bytecode;

static LogicalResult writeType(WriterContext &context, Operation *op, Type type,
                               ByteBuffer &out) {
  FailureOr<uint64_t> index = context.types.intern(type, op);
  if (failed(index))
    return failure();
  out.writeVarint(*index);
  return success();
}

static void writeTag(AttrTag tag, ByteBuffer &out) {
  out.writeVarint(static_cast<uint64_t>(tag));
}

static LogicalResult writeInteger(WriterContext &context, Operation *op,
                                  IntegerAttr attr, ByteBuffer &out) {
  writeTag(AttrTag::Integer, out);
  if (failed(writeType(context, op, attr.getType(), out)))
    return failure();
  uint64_t bits = attr.getValue().getZExtValue();
  if (attr.getType().isInteger(1))
    out.writeByte(static_cast<uint8_t>(bits));
  else
    out.writeVarint(bits);
  return success();
}

static LogicalResult writeFloat(WriterContext &context, Operation *op,
                                FloatAttr attr, ByteBuffer &out) {
  writeTag(AttrTag::Float, out);
  if (failed(writeType(context, op, attr.getType(), out)))
    return failure();
  APInt bits = attr.getValue().bitcastToAPInt();
  if (bits.getBitWidth() <= 8)
    out.writeByte(static_cast<uint8_t>(bits.getZExtValue()));
  else
    out.writeSigned(static_cast<int64_t>(bits.getZExtValue()));
  return success();
}

/// A presence byte and the values that are there.
static void writeOptionalPair(std::optional<int64_t> first,
                              std::optional<int64_t> second, ByteBuffer &out) {
  out.writeByte((first ? 1 : 0) | (second ? 2 : 0));
  if (first)
    out.writeSigned(*first);
  if (second)
    out.writeSigned(*second);
}

LogicalResult bytecode::writeArray(WriterContext &context, Operation *op,
                                   ArrayAttr array, ByteBuffer &out) {
  out.writeVarint(array.size());
  for (Attribute element : array)
    if (failed(writeTagged(context, op, element, out)))
      return failure();
  return success();
}

LogicalResult bytecode::writeDictionary(WriterContext &context, Operation *op,
                                        DictionaryAttr dictionary,
                                        ByteBuffer &out) {
  // MLIR keeps dictionaries sorted by key, which is the order wanted.
  out.writeVarint(dictionary.size());
  for (NamedAttribute entry : dictionary) {
    out.writeVarint(context.strings.intern(entry.getName().getValue()));
    if (failed(writeTagged(context, op, entry.getValue(), out)))
      return failure();
  }
  return success();
}

LogicalResult bytecode::writeTagged(WriterContext &context, Operation *op,
                                    Attribute attr, ByteBuffer &out) {
  if (auto integer = dyn_cast<IntegerAttr>(attr);
      integer && isa<IntegerType>(integer.getType()))
    return writeInteger(context, op, integer, out);
  if (auto number = dyn_cast<FloatAttr>(attr))
    return writeFloat(context, op, number, out);
  if (auto type = dyn_cast<TypeAttr>(attr)) {
    writeTag(AttrTag::Type, out);
    return writeType(context, op, type.getValue(), out);
  }
  if (auto string = dyn_cast<StringAttr>(attr)) {
    writeTag(AttrTag::String, out);
    out.writeVarint(context.strings.intern(string.getValue()));
    return success();
  }
  if (auto array = dyn_cast<ArrayAttr>(attr)) {
    writeTag(AttrTag::Array, out);
    return writeArray(context, op, array, out);
  }
  if (auto dictionary = dyn_cast<DictionaryAttr>(attr)) {
    writeTag(AttrTag::Dictionary, out);
    return writeDictionary(context, op, dictionary, out);
  }
  if (auto hints = dyn_cast<cuda_tile::OptimizationHintsAttr>(attr)) {
    writeTag(AttrTag::OptimizationHints, out);
    return writeDictionary(context, op, hints.getValue(), out);
  }
  if (auto divBy = dyn_cast<cuda_tile::DivByAttr>(attr)) {
    writeTag(AttrTag::DivBy, out);
    out.writeVarint(divBy.getDivisor());
    writeOptionalPair(divBy.getEvery(), divBy.getAlong(), out);
    return success();
  }
  if (auto same = dyn_cast<cuda_tile::SameElementsAttr>(attr)) {
    writeTag(AttrTag::SameElements, out);
    out.writeIntList<int64_t>(same.getValues());
    return success();
  }
  if (auto bounded = dyn_cast<cuda_tile::BoundedAttr>(attr)) {
    writeTag(AttrTag::Bounded, out);
    writeOptionalPair(bounded.getLb(), bounded.getUb(), out);
    return success();
  }
  return op->emitOpError("cannot be written: bytecode has no attribute ")
         << attr;
}
