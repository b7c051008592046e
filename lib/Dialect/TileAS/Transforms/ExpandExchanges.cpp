//===- TileAS/Transforms/ExpandExchanges.cpp - exchanges as accesses -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout conversion that has bytes in shared memory becomes a store of its
// tile to storage at these bytes and a load in the other layout. The image of
// the storage is the one that writer and reader like best. Where the bytes hold
// only a part of the tile, parts take turns. No barrier is placed here: that
// bytes are written before they are read is what `tileas-insert-barriers` sees.
//
//===----------------------------------------------------------------------===//

#include "StorageImages.h"

#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Dialect/TileAS/Utils/SharedStorage.h"
#include "tessera/Dialect/TileAS/Utils/SplitConversion.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

namespace tessera::tileas {
#define GEN_PASS_DEF_EXPANDEXCHANGESPASS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera::tileas

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using layout::LinearLayout;

namespace {
/// One conversion.
class Expansion {
public:
  Expansion(ConvertLayoutOp op, StorageImages &images)
      : op(op), images(images), b(op), loc(op.getLoc()) {}
  LogicalResult run();

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, loc, value);
  }
  Value allocate(RankedTensorType from, RankedTensorType to);
  /// The tile in parts of which `bits` of the index are given.
  Value inParts(Value tile, RankedTensorType to, ArrayRef<IndexBit> bits);
  /// The same elements as numbers.
  RankedTensorType numbersOf(RankedTensorType type) {
    return isa<tileaa::PointerType>(type.getElementType())
               ? type.clone(b.getI64Type())
               : type;
  }

  ConvertLayoutOp op;
  StorageImages &images;
  OpBuilder b;
  Location loc;
};
} // namespace

Value Expansion::allocate(RankedTensorType from, RankedTensorType to) {
  AllocTensorOp storage = images.makeStorage(b, loc, from, to);
  storage->setAttr(kSharedOffsetAttrName, op->getAttr(kSharedOffsetAttrName));
  return storage;
}

Value Expansion::inParts(Value tile, RankedTensorType to,
                         ArrayRef<IndexBit> bits) {
  auto from = cast<RankedTensorType>(tile.getType());
  SmallVector<int64_t> shape(from.getShape());
  for (IndexBit bit : bits)
    shape[bit.dim] /= 2;
  auto partOfType = [&](RankedTensorType type) {
    LinearLayout part = partOf(getLayoutAttr(type).getLayout(), bits);
    return RankedTensorType::get(shape, type.getElementType(),
                                 LayoutAttr::get(b.getContext(), part));
  };
  RankedTensorType fromPart = partOfType(from), toPart = partOfType(to);
  Value storage = allocate(fromPart, toPart);
  Value result = AllocTensorOp::create(b, loc, to);
  for (unsigned part = 0; part < 1u << bits.size(); ++part) {
    SmallVector<int64_t> first(shape.size(), 0);
    for (auto [i, bit] : llvm::enumerate(bits))
      if (part >> i & 1)
        first[bit.dim] |= int64_t(1) << bit.bit;
    SmallVector<Value> offsets;
    for (int64_t offset : first)
      offsets.push_back(constant(offset));
    buildStore(b, loc, ExtractSliceOp::create(b, loc, fromPart, tile, offsets),
               storage);
    result = InsertSliceOp::create(
        b, loc, to, buildLoad(b, loc, toPart, storage).getResult(), result,
        offsets);
  }
  return result;
}

LogicalResult Expansion::run() {
  auto from = cast<RankedTensorType>(op.getSource().getType());
  auto to = cast<RankedTensorType>(op.getResult().getType());
  if (!op->hasAttr(kSharedOffsetAttrName))
    return op.emitOpError("expected ")
           << kSharedOffsetAttrName << " beside " << kScratchBytesAttrName;
  Value tile = op.getSource();
  const bool isPointer = numbersOf(from) != from;
  if (isPointer)
    tile = tileaa::PtrToIntOp::create(b, loc, numbersOf(from), tile);
  const int64_t bytes =
      op->getAttrOfType<IntegerAttr>(kScratchBytesAttrName).getInt();
  const int64_t whole =
      from.getNumElements() * getElementBytes(numbersOf(from).getElementType());
  Value result;
  if (bytes < whole) {
    unsigned count = llvm::Log2_64(whole / bytes);
    SmallVector<IndexBit> bits = splittableBits(getLayoutAttr(from).getLayout(),
                                                getLayoutAttr(to).getLayout());
    if (bits.size() < count)
      return op.emitOpError("expected parts of at least ")
             << (whole >> bits.size()) << " bytes, got " << bytes;
    result = inParts(tile, numbersOf(to), ArrayRef(bits).take_front(count));
  } else {
    Value storage =
        allocate(cast<RankedTensorType>(tile.getType()), numbersOf(to));
    buildStore(b, loc, tile, storage);
    result = buildLoad(b, loc, numbersOf(to), storage).getResult();
  }
  if (isPointer)
    result = tileaa::IntToPtrOp::create(b, loc, to, result);
  op.getResult().replaceAllUsesWith(result);
  op.erase();
  return success();
}

namespace {
struct ExpandExchanges
    : tileas::impl::ExpandExchangesPassBase<ExpandExchanges> {
  void runOnOperation() override {
    SmallVector<ConvertLayoutOp> exchanges;
    getOperation().walk([&](ConvertLayoutOp op) {
      if (op->hasAttr(kScratchBytesAttrName))
        exchanges.push_back(op);
    });
    StorageImages images;
    for (ConvertLayoutOp op : exchanges)
      if (failed(Expansion(op, images).run()))
        return signalPassFailure();
  }
};
} // namespace
