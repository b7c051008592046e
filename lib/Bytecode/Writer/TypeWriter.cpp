//===- Bytecode/Writer/TypeWriter.cpp - the type section -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the type section, each type behind its tag.
//
//===----------------------------------------------------------------------===//

#include "WriterContext.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::bytecode;

InFlightDiagnostic bytecode::refuse(Operation *op, const Twine &feature,
                                    Version needed, Version target) {
  return op->emitOpError("cannot be written: ")
         << feature << " needs bytecode " << needed.str() << ", got "
         << target.str();
}

FailureOr<uint64_t> TypeWriter::intern(Type type, Operation *op) {
  if (auto known = indices.find(type); known != indices.end())
    return known->second;
  ByteBuffer item;
  // Encoding interns the types this one refers to, so they come first.
  if (failed(encode(type, op, item)))
    return failure();
  uint64_t index = items.add(item);
  indices[type] = index;
  return index;
}

static TypeTag getTag(Type type) {
  if (std::optional<TypeTag> tag = getFieldlessTag(type))
    return *tag;
  if (isa<cuda_tile::PointerType>(type))
    return TypeTag::Pointer;
  if (isa<cuda_tile::TileType>(type))
    return TypeTag::Tile;
  if (isa<cuda_tile::TensorViewType>(type))
    return TypeTag::TensorView;
  if (isa<cuda_tile::PartitionViewType>(type))
    return TypeTag::PartitionView;
  if (isa<cuda_tile::StridedViewType>(type))
    return TypeTag::StridedView;
  if (isa<cuda_tile::GatherScatterViewType>(type))
    return TypeTag::GatherScatterView;
  return TypeTag::Function;
}

LogicalResult TypeWriter::encodeView(cuda_tile::TensorViewType view,
                                     Operation *op, ByteBuffer &item) {
  FailureOr<uint64_t> index = intern(view, op);
  if (failed(index))
    return failure();
  item.writeVarint(*index);
  return success();
}

static void writePadding(cuda_tile::PaddingValueAttr padding,
                         ByteBuffer &item) {
  if (padding)
    item.writeVarint(static_cast<uint64_t>(padding.getValue()));
}

LogicalResult TypeWriter::encode(Type type, Operation *op, ByteBuffer &item) {
  TypeTag tag = getTag(type);
  if (tag == TypeTag::Function && !isa<FunctionType>(type))
    return op->emitOpError("cannot be written: bytecode has no type ") << type;
  Version since = *getVersionOf(static_cast<uint64_t>(tag));
  if (!(version >= since)) {
    std::string text;
    llvm::raw_string_ostream(text) << type;
    StringRef name = text; // as it is written inside other types
    name.consume_front("!cuda_tile.");
    return refuse(op, "type " + name, since, version);
  }
  item.writeVarint(static_cast<uint64_t>(tag));

  auto writeReference = [&](Type nested) -> LogicalResult {
    FailureOr<uint64_t> index = intern(nested, op);
    if (failed(index))
      return failure();
    item.writeVarint(*index);
    return success();
  };
  auto writeReferences = [&](TypeRange nested) -> LogicalResult {
    item.writeVarint(nested.size());
    for (Type one : nested)
      if (failed(writeReference(one)))
        return failure();
    return success();
  };
  // Presence of the optional pointer attribute, which we never write.
  auto writePointerBits = [&] {
    if (version >= kVersion13_4)
      item.writeVarint(0);
  };

  if (auto pointer = dyn_cast<cuda_tile::PointerType>(type)) {
    writePointerBits();
    return writeReference(pointer.getPointeeType());
  }
  if (auto tile = dyn_cast<cuda_tile::TileType>(type)) {
    if (failed(writeReference(tile.getElementType())))
      return failure();
    item.writeIntList<int64_t>(tile.getShape());
    return success();
  }
  if (auto view = dyn_cast<cuda_tile::TensorViewType>(type)) {
    writePointerBits();
    if (failed(writeReference(view.getElementType())))
      return failure();
    item.writeIntList<int64_t>(view.getShape());
    item.writeIntList<int64_t>(view.getStrides());
    return success();
  }
  if (auto view = dyn_cast<cuda_tile::PartitionViewType>(type)) {
    cuda_tile::PaddingValueAttr padding = view.getPaddingValue();
    bool hasWord = version >= kVersion13_3;
    if (hasWord)
      item.writeVarint(padding ? 1 : 0);
    item.writeIntList<int32_t>(view.getTileShape());
    if (failed(encodeView(view.getTensorView(), op, item)))
      return failure();
    item.writeIntList<int32_t>(view.getDimMap());
    if (!hasWord)
      item.writeByte(padding ? 1 : 0);
    writePadding(padding, item);
    return success();
  }
  if (auto view = dyn_cast<cuda_tile::StridedViewType>(type)) {
    item.writeVarint(view.getPaddingValue() ? 1 : 0);
    item.writeIntList<int32_t>(view.getTileShape());
    item.writeIntList<int32_t>(view.getTraversalStrides());
    if (failed(encodeView(view.getTensorView(), op, item)))
      return failure();
    item.writeIntList<int32_t>(view.getDimMap());
    writePadding(view.getPaddingValue(), item);
    return success();
  }
  if (auto view = dyn_cast<cuda_tile::GatherScatterViewType>(type)) {
    item.writeVarint(view.getPaddingValue() ? 1 : 0);
    item.writeIntList<int32_t>(view.getTileShape());
    if (failed(encodeView(view.getTensorView(), op, item)))
      return failure();
    item.writeVarint(view.getSparseDim());
    writePadding(view.getPaddingValue(), item);
    return success();
  }
  if (auto function = dyn_cast<FunctionType>(type))
    return success(succeeded(writeReferences(function.getInputs())) &&
                   succeeded(writeReferences(function.getResults())));
  return success();
}
