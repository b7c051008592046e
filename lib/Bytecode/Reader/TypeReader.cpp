//===- Bytecode/Reader/TypeReader.cpp - the type section -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the type section, each type by its tag. A type may refer to other
// entries of the table.
//
//===----------------------------------------------------------------------===//

#include "TypeReader.h"

#include "../Wire.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::bytecode;

LogicalResult TypeTable::read(Cursor payload) {
  if (failed(items.read(payload, 4, "type")))
    return failure();
  states.assign(items.size(), State::Unread);
  types.resize(items.size());
  for (size_t index = 0; index < items.size(); ++index)
    if (failed(decode(index, 0)))
      return failure();
  return success();
}

static void describeType(Cursor &at, Type type) {
  if (!at.isTraced())
    return;
  std::string text;
  llvm::raw_string_ostream(text) << type;
  at.describe(text);
}

LogicalResult TypeTable::readType(Cursor &at, Type &type) const {
  uint64_t index;
  if (failed(items.readIndex(at, index)))
    return failure();
  type = types[index];
  describeType(at, type);
  return success();
}

LogicalResult TypeTable::decode(size_t index, unsigned depth) {
  if (states[index] == State::Done)
    return success();
  Cursor item = items.getItem(index);
  size_t begin = item.getOffset();
  if (states[index] == State::Active)
    return item.error() << "expected types without cycles, got type " << index
                        << " inside itself";
  if (depth >= kMaxTypeDepth)
    return item.error() << "expected types nested at most " << kMaxTypeDepth
                        << " deep, got more";
  states[index] = State::Active;
  uint64_t tag;
  item.heading("type " + Twine(index));
  item.label("type tag");
  if (failed(item.readVarint(tag)))
    return failure();
  std::optional<Version> since = getVersionOf(tag);
  if (!since)
    return item.errorAt(begin) << "expected a type tag, got " << tag;
  if (!(file.version >= *since))
    return item.errorAt(begin)
           << "expected a type of version " << file.version.str()
           << ", got type tag " << tag << " of version " << since->str();
  if (failed(
          decodeFields(static_cast<TypeTag>(tag), item, depth, types[index])))
    return failure();
  states[index] = State::Done;
  return item.expectEnd("the type");
}

LogicalResult TypeTable::decodeFields(TypeTag tag, Cursor &item, unsigned depth,
                                      Type &type) {
  switch (tag) {
  case TypeTag::Pointer:
    return readPointer(item, depth, type);
  case TypeTag::Tile:
    return readTile(item, depth, type);
  case TypeTag::TensorView:
    return readTensorViewType(item, depth, type);
  case TypeTag::PartitionView:
    return readPartitionView(item, depth, type);
  case TypeTag::StridedView:
    return readStridedView(item, depth, type);
  case TypeTag::GatherScatterView:
    return readGatherScatterView(item, depth, type);
  case TypeTag::Function:
    return readFunction(item, depth, type);
  default:
    type = getFieldlessType(tag, file.context);
    return success();
  }
}

//===----------------------------------------------------------------------===//
// Shared fields
//===----------------------------------------------------------------------===//

/// `TypeT::getChecked` with errors at the next byte of `item`.
template <typename TypeT, typename... Args>
static TypeT makeChecked(Cursor &item, MLIRContext *context, Args &&...args) {
  auto emit = [&] { return item.error(); };
  function_ref<InFlightDiagnostic()> emitError = emit;
  // The rules see `verify`; building happens only if they hold.
  if (failed(TypeT::verify(emitError, args...)))
    return {};
  return TypeT::get(context, args...);
}

LogicalResult TypeTable::readNested(Cursor &item, unsigned depth, Type &type) {
  uint64_t index;
  if (failed(items.readIndex(item, index)))
    return failure();
  if (failed(decode(index, depth + 1)))
    return failure();
  type = types[index];
  return success();
}

LogicalResult TypeTable::readNestedList(Cursor &item, unsigned depth,
                                        SmallVectorImpl<Type> &list) {
  uint64_t count;
  if (failed(item.readCount(count, 1, "types")))
    return failure();
  list.reserve(count);
  for (uint64_t i = 0; i < count; ++i)
    if (failed(readNested(item, depth, list.emplace_back())))
      return failure();
  return success();
}

LogicalResult TypeTable::readTensorView(Cursor &item, unsigned depth,
                                        cuda_tile::TensorViewType &view) {
  size_t begin = item.getOffset();
  Type type;
  if (failed(readNested(item, depth, type)))
    return failure();
  view = dyn_cast<cuda_tile::TensorViewType>(type);
  if (!view)
    return item.errorAt(begin) << "expected a tensor_view, got " << type;
  return success();
}

LogicalResult TypeTable::readOptionalBits(Cursor &item, uint64_t known,
                                          uint64_t &bits) {
  size_t begin = item.getOffset();
  item.label("optional-field bits");
  if (failed(item.readVarint(bits)))
    return failure();
  if (bits & ~known)
    return item.errorAt(begin) << "expected only known optional fields, got "
                                  "bits "
                               << bits;
  return success();
}

LogicalResult TypeTable::readPadding(Cursor &item,
                                     cuda_tile::PaddingValueAttr &padding) {
  size_t begin = item.getOffset();
  uint64_t value;
  item.label("padding value");
  if (failed(item.readVarint(value)))
    return failure();
  if (value > cuda_tile::getMaxEnumValForPaddingValue())
    return item.errorAt(begin) << "expected a padding value, got " << value;
  padding = cuda_tile::PaddingValueAttr::get(
      file.context, static_cast<cuda_tile::PaddingValue>(value));
  return success();
}

LogicalResult TypeTable::skipPointerAttr(Cursor &item, uint64_t bits) {
  if ((bits & 1) == 0)
    return success();
  size_t begin = item.getOffset();
  uint64_t value;
  item.label("pointer attribute");
  if (failed(item.readVarint(value)))
    return failure();
  // 13.4 publishes one value, without semantics; anything else is unknown.
  if (value != 0)
    return item.errorAt(begin) << "expected the pointer attribute 'default' "
                                  "(0), the only one known "
                                  "of 13.4, got "
                               << value;
  return success();
}

//===----------------------------------------------------------------------===//
// Composite types
//===----------------------------------------------------------------------===//

LogicalResult TypeTable::readPointer(Cursor &item, unsigned depth, Type &type) {
  uint64_t bits = 0;
  Type pointee;
  if (file.version >= kVersion13_4 && failed(readOptionalBits(item, 1, bits)))
    return failure();
  if (failed(readNested(item, depth, pointee)) ||
      failed(skipPointerAttr(item, bits)))
    return failure();
  type = makeChecked<cuda_tile::PointerType>(item, file.context, pointee);
  return success(type != nullptr);
}

LogicalResult TypeTable::readTile(Cursor &item, unsigned depth, Type &type) {
  Type element;
  SmallVector<int64_t> shape;
  if (failed(readNested(item, depth, element)) ||
      failed(item.readIntList(shape, "tile dimensions")))
    return failure();
  type = makeChecked<cuda_tile::TileType>(item, file.context, shape, element);
  return success(type != nullptr);
}

LogicalResult TypeTable::readTensorViewType(Cursor &item, unsigned depth,
                                            Type &type) {
  uint64_t bits = 0;
  Type element;
  SmallVector<int64_t> shape, strides;
  if (file.version >= kVersion13_4 && failed(readOptionalBits(item, 1, bits)))
    return failure();
  if (failed(readNested(item, depth, element)) ||
      failed(item.readIntList(shape, "tensor_view extents")) ||
      failed(item.readIntList(strides, "tensor_view strides")) ||
      failed(skipPointerAttr(item, bits)))
    return failure();
  // INT64_MIN stands for `?`, as in MLIR.
  type = makeChecked<cuda_tile::TensorViewType>(item, file.context, element,
                                                shape, strides);
  return success(type != nullptr);
}

LogicalResult TypeTable::readPartitionView(Cursor &item, unsigned depth,
                                           Type &type) {
  SmallVector<int32_t> shape, dimMap;
  cuda_tile::TensorViewType view;
  cuda_tile::PaddingValueAttr padding;
  uint64_t bits = 0;
  bool hasWord = file.version >= kVersion13_3;
  if (hasWord && failed(readOptionalBits(item, 1, bits)))
    return failure();
  if (failed(item.readIntList(shape, "tile dimensions")) ||
      failed(readTensorView(item, depth, view)) ||
      failed(item.readIntList(dimMap, "dim_map entries")))
    return failure();
  bool hasPadding = bits & 1;
  if (!hasWord &&
      failed(item.readBool(hasPadding, "the padding presence byte")))
    return failure();
  if (hasPadding && failed(readPadding(item, padding)))
    return failure();
  type = makeChecked<cuda_tile::PartitionViewType>(item, file.context, shape,
                                                   view, dimMap, padding);
  return success(type != nullptr);
}

LogicalResult TypeTable::readStridedView(Cursor &item, unsigned depth,
                                         Type &type) {
  SmallVector<int32_t> shape, traversal, dimMap;
  cuda_tile::TensorViewType view;
  cuda_tile::PaddingValueAttr padding;
  uint64_t bits;
  if (failed(readOptionalBits(item, 1, bits)) ||
      failed(item.readIntList(shape, "tile dimensions")) ||
      failed(item.readIntList(traversal, "traversal strides")) ||
      failed(readTensorView(item, depth, view)) ||
      failed(item.readIntList(dimMap, "dim_map entries")))
    return failure();
  if ((bits & 1) && failed(readPadding(item, padding)))
    return failure();
  type = makeChecked<cuda_tile::StridedViewType>(
      item, file.context, shape, traversal, view, dimMap, padding);
  return success(type != nullptr);
}

LogicalResult TypeTable::readGatherScatterView(Cursor &item, unsigned depth,
                                               Type &type) {
  SmallVector<int32_t> shape;
  cuda_tile::TensorViewType view;
  cuda_tile::PaddingValueAttr padding;
  uint64_t bits;
  uint32_t sparseDim;
  if (failed(readOptionalBits(item, 1, bits)) ||
      failed(item.readIntList(shape, "tile dimensions")) ||
      failed(readTensorView(item, depth, view)) ||
      failed(item.readU32(sparseDim, "sparse_dim")))
    return failure();
  if ((bits & 1) && failed(readPadding(item, padding)))
    return failure();
  type = makeChecked<cuda_tile::GatherScatterViewType>(
      item, file.context, shape, view, static_cast<int32_t>(sparseDim),
      padding);
  return success(type != nullptr);
}

LogicalResult TypeTable::readFunction(Cursor &item, unsigned depth,
                                      Type &type) {
  SmallVector<Type> parameters, results;
  if (failed(readNestedList(item, depth, parameters)) ||
      failed(readNestedList(item, depth, results)))
    return failure();
  type = FunctionType::get(file.context, parameters, results);
  return success();
}
