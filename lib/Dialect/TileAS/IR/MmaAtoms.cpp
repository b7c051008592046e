//===- TileAS/IR/MmaAtoms.cpp - atoms of matrix instructions as rows of tables -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tells which row of the tables of matrix instructions an atom names.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/IR/MmaAtoms.h"

#include "tessera/Layout/TensorMemory.h"
#include "tessera/Layout/TileLayouts.h"
#include "tessera/Target/Tcgen05Table.h"

using namespace mlir;
using namespace tessera;
using gpu::MmaFactor;
using gpu::MmaSum;

std::optional<MmaFactor> tileas::mmaFactorOf(Type element) {
  if (element.isF16())
    return MmaFactor::F16;
  if (element.isBF16())
    return MmaFactor::BF16;
  if (isa<FloatTF32Type>(element))
    return MmaFactor::TF32;
  if (element.isF64())
    return MmaFactor::F64;
  if (element.isInteger(8))
    return MmaFactor::I8;
  if (isa<Float8E4M3FNType>(element))
    return MmaFactor::E4M3;
  if (isa<Float8E5M2Type>(element))
    return MmaFactor::E5M2;
  if (isa<Float4E2M1FNType>(element))
    return MmaFactor::E2M1;
  return std::nullopt;
}

const gpu::BlockScaleRow *tileas::blockScaleOf(Type factor, Type scale,
                                               int64_t block) {
  std::optional<MmaFactor> factors = mmaFactorOf(factor);
  if (!factors)
    return nullptr;
  if (isa<Float8E8M0FNUType>(scale))
    return gpu::findBlockScale(*factors, gpu::MmaScale::UE8M0, block);
  // A sign is outside of the language.
  if (isa<Float8E4M3FNType>(scale))
    return gpu::findBlockScale(*factors, gpu::MmaScale::UE4M3, block);
  return nullptr;
}

std::optional<MmaSum> tileas::mmaSumOf(Type element) {
  if (element.isF16())
    return MmaSum::F16;
  if (element.isF32())
    return MmaSum::F32;
  if (element.isF64())
    return MmaSum::F64;
  if (element.isInteger(32))
    return MmaSum::I32;
  return std::nullopt;
}

static std::optional<layout::MmaShape> shapeOf(tileas::AtomAttr atom,
                                               tileas::AtomKind kind) {
  if (atom.getKind() != kind || atom.getBox().size() != 3)
    return std::nullopt;
  return layout::MmaShape{static_cast<unsigned>(atom.getBox()[0]),
                          static_cast<unsigned>(atom.getBox()[1]),
                          static_cast<unsigned>(atom.getBox()[2])};
}

std::optional<layout::MmaShape> tileas::mmaShapeOf(tileas::AtomAttr atom) {
  return shapeOf(atom, tileas::AtomKind::Mma);
}

std::optional<layout::MmaShape> tileas::wgmmaShapeOf(tileas::AtomAttr atom) {
  return shapeOf(atom, tileas::AtomKind::Wgmma);
}

std::optional<layout::MmaShape> tileas::tcgen05ShapeOf(tileas::AtomAttr atom) {
  return shapeOf(atom, tileas::AtomKind::Tcgen05);
}

layout::MmaShape tileas::inTile(const layout::MmaShape &shape, AtomAttr atom) {
  return atom.getTransposed() ? layout::MmaShape{shape.n, shape.m, shape.k}
                              : shape;
}

unsigned tileas::factorsPerElement(AtomAttr atom, Type stored) {
  const bool takesPairs = atom.getKind() == tileas::AtomKind::Mma ||
                          atom.getKind() == tileas::AtomKind::Tcgen05;
  return takesPairs && stored.isInteger(8) &&
                 isa<Float4E2M1FNType>(atom.getElements().front())
             ? 2
             : 1;
}

layout::MmaShape tileas::inElements(const layout::MmaShape &shape,
                                    AtomAttr atom, Type stored) {
  return {shape.m, shape.n, shape.k / factorsPerElement(atom, stored)};
}

RankedTensorType tileas::tileOfFactors(RankedTensorType tile, AtomAttr atom,
                                       unsigned dim) {
  if (dim >= tile.getRank() ||
      factorsPerElement(atom, tile.getElementType()) == 1)
    return tile;
  SmallVector<int64_t> shape(tile.getShape());
  shape[dim] *= 2;
  return RankedTensorType::get(shape, atom.getElements().front());
}

bool tileas::isOfPair(tileas::AtomAttr atom) {
  std::optional<layout::MmaShape> shape = tcgen05ShapeOf(atom);
  return shape && gpu::tcgen05Blocks(shape->m) == 2;
}

unsigned tileas::rowsInBlock(const layout::MmaShape &shape) {
  return shape.m / gpu::tcgen05Blocks(shape.m);
}

layout::LinearLayout tileas::placeOfSums(AtomAttr atom,
                                         ArrayRef<int64_t> tile) {
  const unsigned rows = rowsInBlock(*tcgen05ShapeOf(atom));
  if (!atom.getTransposed())
    return layout::tensorPlace(rows, tile);
  SmallVector<int64_t> shape(tile);
  std::swap(shape[shape.size() - 2], shape[shape.size() - 1]);
  return layout::transposedLayout(layout::tensorPlace(rows, shape));
}
