//===- TileAS/Transforms/ExplicitBytes.cpp - byte images in storage -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Storage is in what the language calls memory order, so pack and unpack are a
// store of one type of elements and a load of another. Elements below a byte
// have one each in storage: pack reads the bytes of those that share one and
// joins them, unpack reads the byte that they share and takes it apart.
//
//===----------------------------------------------------------------------===//

#include "ExplicitStorage.h"
#include "Renamings.h"

#include "tessera/Dialect/TileAS/Utils/SharedStorage.h"
#include "tessera/Layout/TileLayouts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using layout::Dim;
using layout::LinearLayout;

/// `tile` in storage, seen as `shape` of `element`.
static Value storedAs(OpBuilder &b, Location loc, Value tile,
                      ArrayRef<int64_t> shape, Type element) {
  auto type = cast<RankedTensorType>(tile.getType());
  Value storage = makeStorage(b, loc, type.getShape(), type.getElementType());
  buildStore(b, loc, tile, storage);
  auto seen = TiledViewType::get(shape, element, tileaa::Residency::Smem);
  if (seen == storage.getType())
    return storage;
  return ReinterpretOp::create(b, loc, seen, storage);
}

/// How many elements share a byte.
static int64_t numPerByte(Type element) {
  return std::max<int64_t>(8 / tileaa::getStorageBits(element), 1);
}

LogicalResult tileas::makeStorageOf(tileaa::PackOp op) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  Type element = getElementTypeOrSelf(op.getSource().getType());
  auto type = cast<RankedTensorType>(op.getResult().getType());
  const int64_t perByte = numPerByte(element), count = type.getDimSize(0);
  Value bytes;
  if (perByte == 1) {
    Value storage =
        storedAs(b, loc, op.getSource(), type.getShape(), b.getI8Type());
    bytes = buildLoad(b, loc, type, storage).getResult();
  } else {
    Value storage =
        storedAs(b, loc, op.getSource(), {count, perByte}, b.getI8Type());
    // A thread reads all elements of its bytes.
    LinearLayout layout = getLayoutAttr(type).getLayout();
    const unsigned bits = llvm::Log2_64(perByte);
    SmallVector<layout::Axis> axes{
        {Dim::Register, bits + layout.in().bits(Dim::Register)}};
    SmallVector<uint64_t> columns;
    for (unsigned bit = 0; bit < bits; ++bit)
      columns.push_back(uint64_t(1) << bit);
    for (Dim place : {Dim::Lane, Dim::Warp})
      axes.push_back({place, layout.in().bits(place)});
    for (Dim place : {Dim::Register, Dim::Lane, Dim::Warp})
      for (unsigned bit = 0; bit < layout.in().bits(place); ++bit)
        columns.push_back(layout.column(place, bit) << bits);
    RankedTensorType wide = makeTile(
        {count, perByte}, b.getI8Type(),
        llvm::cantFail(LinearLayout::create(
            llvm::cantFail(layout::Space::create(axes)),
            llvm::cantFail(layout::Space::tile({count, perByte})), columns)));
    Value elements = buildLoad(b, loc, wide, storage).getResult();
    RankedTensorType column = makeTile({count, 1}, b.getI8Type(),
                                       layout::viewLayout(layout, {count, 1}));
    Value zero = arith::ConstantIndexOp::create(b, loc, 0);
    // The first element is in the low bits.
    for (int64_t k = 0; k < perByte; ++k) {
      Value at = arith::ConstantIndexOp::create(b, loc, k);
      Value part = ExtractSliceOp::create(b, loc, column, elements,
                                          ValueRange{zero, at});
      part = viewTile(b, loc, part, type.getShape());
      auto flat = cast<RankedTensorType>(part.getType());
      if (k != 0)
        part = arith::ShLIOp::create(
            b, loc, part, splatInteger(b, loc, flat, k * (8 / perByte)));
      bytes =
          bytes ? arith::OrIOp::create(b, loc, bytes, part).getResult() : part;
    }
  }
  op.getResult().replaceAllUsesWith(bytes);
  op.erase();
  return success();
}

/// The element of `element` in the low bits of each byte.
static Value fromByte(OpBuilder &b, Location loc, Value byte, Type element) {
  auto type = cast<RankedTensorType>(byte.getType());
  Type number = b.getIntegerType(tileaa::getStorageBits(element));
  Value bits = arith::TruncIOp::create(b, loc, type.clone(number), byte);
  if (number == element)
    return bits;
  return tileaa::BitcastOp::create(b, loc, type.clone(element), bits);
}

LogicalResult tileas::makeStorageOf(tileaa::UnpackOp op) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getResult().getType());
  Type element = type.getElementType();
  const int64_t perByte = numPerByte(element);
  Value result;
  if (perByte == 1) {
    Value storage = storedAs(b, loc, op.getSource(), type.getShape(), element);
    result = buildLoad(b, loc, type, storage).getResult();
  } else {
    const int64_t count = type.getDimSize(0) / perByte;
    Value storage = storedAs(b, loc, op.getSource(), {count}, b.getI8Type());
    SmallVector<int64_t> pairs{count, perByte};
    LinearLayout wide =
        layout::viewLayout(getLayoutAttr(type).getLayout(), pairs);
    // The byte of each element.
    LinearLayout bytes = narrowLayout(wide, {count, 1});
    RankedTensorType byteType =
        makeTile({count}, b.getI8Type(), layout::viewLayout(bytes, {count}));
    Value byte = buildLoad(b, loc, byteType, storage).getResult();
    byte = viewTile(b, loc, byte, {count, 1});
    byte = broadcastTile(b, loc, byte, pairs, wide);
    // Its place in the byte.
    LinearLayout places = narrowLayout(wide, {1, perByte});
    RankedTensorType placeType = makeTile(
        {perByte}, b.getI8Type(), layout::viewLayout(places, {perByte}));
    Value place = tileaa::MakeRangeOp::create(b, loc, placeType);
    place = arith::MulIOp::create(b, loc, place,
                                  splatInteger(b, loc, placeType, 8 / perByte));
    place = viewTile(b, loc, place, {1, perByte});
    place = broadcastTile(b, loc, place, pairs, wide);
    byte = arith::ShRUIOp::create(b, loc, byte, place);
    result = fromByte(b, loc, viewTile(b, loc, byte, type.getShape()), element);
  }
  op.getResult().replaceAllUsesWith(result);
  op.erase();
  return success();
}
