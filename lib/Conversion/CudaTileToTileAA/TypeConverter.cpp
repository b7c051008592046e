//===- CudaTileToTileAA/TypeConverter.cpp - types and literals -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts types and literals. Tiles of rank 0 become scalars; below cuda_tile
// there are no rank-0 tensors.
//
//===----------------------------------------------------------------------===//

#include "tessera/Conversion/CudaTileToTileAA/CudaTileToTileAA.h"

using namespace mlir;

namespace tessera {

static Type convertElementType(Type element) {
  if (auto pointer = dyn_cast<cuda_tile::PointerType>(element))
    return tileaa::PointerType::get(pointer.getPointeeType());
  return element;
}

static tileaa::MemoryViewType convertView(cuda_tile::TensorViewType view) {
  return tileaa::MemoryViewType::get(view.getShape(), view.getElementType(),
                                     view.getStrides());
}

static llvm::SmallVector<int64_t> widen(llvm::ArrayRef<int32_t> extents) {
  return {extents.begin(), extents.end()};
}

TileAATypeConverter::TileAATypeConverter() {
  addConversion([](Type type) { return type; });
  addConversion(
      [](cuda_tile::PointerType type) { return convertElementType(type); });
  addConversion([](cuda_tile::TileType type) -> Type {
    Type element = convertElementType(type.getElementType());
    if (type.isScalar())
      return element;
    return RankedTensorType::get(type.getShape(), element);
  });
  addConversion([](cuda_tile::TokenType type) {
    return tileaa::MemTokenType::get(type.getContext());
  });
  addConversion(
      [](cuda_tile::TensorViewType type) { return convertView(type); });
  addConversion([](cuda_tile::PartitionViewType type) {
    return tileaa::TiledViewType::get(widen(type.getTileShape()),
                                      convertView(type.getTensorView()),
                                      type.getPaddingValue(), type.getDimMap());
  });
  addConversion([](cuda_tile::StridedViewType type) {
    return tileaa::TiledViewType::get(
        widen(type.getTileShape()), convertView(type.getTensorView()),
        type.getPaddingValue(), type.getDimMap(), type.getTraversalStrides());
  });
  addConversion([](cuda_tile::GatherScatterViewType type) {
    return tileaa::TiledViewType::get(
        widen(type.getTileShape()), convertView(type.getTensorView()),
        type.getPaddingValue(), /*dimMap=*/{}, /*traversalStrides=*/{},
        type.getSparseDim());
  });
}

TypedAttr convertElements(DenseElementsAttr value) {
  auto type = cast<cuda_tile::TileType>(value.getType());
  if (type.isScalar())
    return cast<TypedAttr>(value.getSplatValue<Attribute>());
  auto tensor = RankedTensorType::get(type.getShape(), type.getElementType());
  return value.isSplat() ? value.resizeSplat(tensor) : value.reshape(tensor);
}

} // namespace tessera
