//===- TileAS/Transforms/Pool/SplitProduct.cpp - products block by block -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows of the left factor and columns of the right one are halved (and halved
// again) along bits of the index that are registers of the factor's source, of
// the factor and of the accumulator: then a part is some of a thread's own
// registers. A part passes through shared memory in front of the products that
// read it, on the bytes of the part before it. The larger factor passes once.
//
//===----------------------------------------------------------------------===//

#include "SplitProduct.h"

#include "Dialect/TileAS/Transforms/FactorStorage.h"
#include "Dialect/TileAS/Transforms/LoadParts.h"
#include "Dialect/TileAS/Transforms/StorageImages.h"

#include "tessera/Dialect/TileAS/Utils/DotBuilders.h"
#include "tessera/Dialect/TileAS/Utils/SharedStorage.h"
#include "tessera/Dialect/TileAS/Utils/SplitConversion.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using layout::LinearLayout;

/// Of the registers that a thread can name, those for tiles.
static constexpr int64_t mostWords = 224;

static LinearLayout layoutOf(Value tile) {
  return getLayoutAttr(cast<RankedTensorType>(tile.getType())).getLayout();
}

/// The tile's type with halved extents.
static RankedTensorType partType(RankedTensorType type,
                                 ArrayRef<IndexBit> bits) {
  SmallVector<int64_t> shape(type.getShape());
  for (IndexBit bit : bits)
    shape[bit.dim] /= 2;
  LinearLayout part = partOf(getLayoutAttr(type).getLayout(), bits);
  return RankedTensorType::get(shape, type.getElementType(),
                               LayoutAttr::get(type.getContext(), part));
}

/// Where part `number` begins.
static void addOffsets(ArrayRef<IndexBit> bits, unsigned number,
                       MutableArrayRef<int64_t> offsets) {
  for (auto [i, bit] : llvm::enumerate(bits))
    if (number >> i & 1)
      offsets[bit.dim] |= int64_t(1) << bit.bit;
}

static SmallVector<Value> constants(OpBuilder &b, Location loc,
                                    ArrayRef<int64_t> values) {
  SmallVector<Value> made;
  for (int64_t value : values)
    made.push_back(arith::ConstantIndexOp::create(b, loc, value));
  return made;
}

namespace {
/// A factor that a store puts into storage for this product alone.
struct Side {
  StoredFactor factor;
  /// What the product reads there.
  RankedTensorType tile;
  /// Where it may be halved, largest extents first, and how often it is.
  SmallVector<IndexBit> bits;
  unsigned halvings = 0;
  int64_t bytes = 0;
  /// Parts are loaded where they are used; null: they are in registers.
  TiledLoadOp load;

  /// Nothing where the factor is something else. `inParts`: parts are loaded
  /// where they are used, if they may be, and are then not registers of a
  /// whole.
  static std::optional<Side> create(DotOp op, bool isLhs, bool inParts);

  int64_t partBytes() const { return bytes >> halvings; }
  unsigned numParts() const { return 1u << halvings; }
  ArrayRef<IndexBit> taken() const {
    return ArrayRef(bits).take_front(halvings);
  }
  /// The type of a part as the product reads it.
  TypeAttr partTile() const { return TypeAttr::get(partType(tile, taken())); }
  /// Part `number` in storage of its own.
  Value makePart(OpBuilder &b, unsigned number, StorageImages &images);
};
} // namespace

std::optional<Side> Side::create(DotOp op, bool isLhs, bool inParts) {
  std::optional<StoredFactor> factor =
      findStoredFactor(isLhs ? op.getLhs() : op.getRhs());
  if (!factor || !factor->hasOneReader() ||
      factor->store->getBlock() != op->getBlock())
    return std::nullopt;
  Side side{*factor, op.getFactor(isLhs), {}, 0, factor->bytes(), {}};
  // Other shapes have other bits.
  auto view = cast<TiledViewType>(factor->storage.getType());
  if (view.getShape() != side.tile.getShape())
    return std::nullopt;
  if (inParts)
    side.load = findLoadOfParts(factor->store.getValue(), op);
  LinearLayout acc = layoutOf(op.getAcc());
  LinearLayout read = getLayoutAttr(side.tile).getLayout();
  LinearLayout source = side.load ? read : layoutOf(factor->store.getValue());
  const unsigned dim = acc.out().axes().size() - (isLhs ? 2 : 1);
  SmallVector<IndexBit> ofSums = splittableBits(acc, acc);
  for (IndexBit bit : splittableBits(source, read))
    if (bit.dim == dim && llvm::any_of(ofSums, [&](IndexBit other) {
          return other.dim == dim && other.bit == bit.bit;
        }))
      side.bits.push_back(bit);
  return side;
}

Value Side::makePart(OpBuilder &b, unsigned number, StorageImages &images) {
  Location loc = factor.store.getLoc();
  Value source = factor.store.getValue();
  auto type = cast<RankedTensorType>(source.getType());
  SmallVector<int64_t> offsets(type.getRank(), 0);
  addOffsets(taken(), number, offsets);
  RankedTensorType read = partType(tile, taken());
  Value part = source;
  if (load)
    part = buildPartLoad(b, load, read.getShape(), offsets);
  else if (halvings != 0)
    part = ExtractSliceOp::create(b, loc, partType(type, taken()), source,
                                  constants(b, loc, offsets));
  auto written = cast<RankedTensorType>(part.getType());
  Value storage = images.makeStorage(b, loc, written, read);
  buildStore(b, loc, part, storage);
  return storage;
}

/// The halvings with which both parts take no more than `budget` bytes.
static bool fit(Side &lhs, Side &rhs, int64_t budget) {
  while (lhs.partBytes() + rhs.partBytes() > budget) {
    Side *larger = lhs.partBytes() >= rhs.partBytes() ? &lhs : &rhs;
    if (larger->halvings == larger->bits.size())
      larger = larger == &lhs ? &rhs : &lhs;
    if (larger->halvings == larger->bits.size())
      return false;
    ++larger->halvings;
  }
  return true;
}

/// Registers of four bytes that a thread has for `tile`.
static int64_t wordsOf(RankedTensorType tile) {
  const int64_t bits = tileaa::getStorageBits(tile.getElementType());
  return (int64_t(1) << getLayoutAttr(tile).getLayout().in().bits(
              layout::Dim::Register)) *
         bits / 32;
}

/// Whether threads have registers for both whole factors beside the sums.
static bool fitsRegisters(DotOp op, const Side &lhs, const Side &rhs) {
  int64_t words = wordsOf(cast<RankedTensorType>(op.getAcc().getType()));
  for (const Side *side : {&lhs, &rhs}) {
    Value source = StoredFactor(side->factor).store.getValue();
    words += wordsOf(cast<RankedTensorType>(source.getType()));
  }
  return words <= mostWords;
}

static void split(DotOp op, Side &lhs, Side &rhs) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getAcc().getType());
  SmallVector<IndexBit> bits(lhs.taken());
  llvm::append_range(bits, rhs.taken());
  const bool lhsOutside = lhs.bytes >= rhs.bytes;
  Side &outer = lhsOutside ? lhs : rhs, &inner = lhsOutside ? rhs : lhs;
  // The whole of it stays for all parts of the other one.
  Value whole;
  Value result = op.getAcc();
  StorageImages images;
  for (unsigned o = 0; o < outer.numParts(); ++o) {
    Value outerTile = outer.makePart(b, o, images);
    for (unsigned i = 0; i < inner.numParts(); ++i) {
      Value innerTile = whole ? whole : inner.makePart(b, i, images);
      if (inner.halvings == 0)
        whole = innerTile;
      SmallVector<int64_t> first(type.getRank(), 0);
      addOffsets(outer.taken(), o, first);
      addOffsets(inner.taken(), i, first);
      SmallVector<Value> offsets = constants(b, loc, first);
      Value sums = ExtractSliceOp::create(b, loc, partType(type, bits),
                                          op.getAcc(), offsets);
      DotInputs parts{lhsOutside ? outerTile : innerTile,
                      lhsOutside ? innerTile : outerTile,
                      op.getSignednessLhsAttr(),
                      op.getSignednessRhsAttr(),
                      op.getFastAcc(),
                      /*lhsScale=*/{},
                      /*rhsScale=*/{},
                      lhs.partTile(),
                      rhs.partTile()};
      Value product = buildDot(b, loc, parts, sums, op.getAtom());
      result = InsertSliceOp::create(b, loc, type, product, result, offsets);
    }
  }
  op.getResult().replaceAllUsesWith(result);
  op.erase();
  for (Side *side : {&lhs, &rhs}) {
    side->factor.store.erase();
    side->factor.storage.erase();
    if (side->load && side->load.getResult().use_empty())
      side->load.erase();
  }
}

bool tileas::splitProduct(tileaa::FuncOp function, int64_t bytes,
                          int64_t limit) {
  struct Candidate {
    DotOp op;
    Side lhs, rhs;
    int64_t bytes() const { return lhs.bytes + rhs.bytes; }
  };
  SmallVector<Candidate> candidates;
  function.walk([&](DotOp op) {
    auto sides = [&](bool inParts) {
      return std::pair(Side::create(op, /*isLhs=*/true, inParts),
                       Side::create(op, /*isLhs=*/false, inParts));
    };
    auto [lhs, rhs] = sides(/*inParts=*/false);
    if (lhs && rhs && !fitsRegisters(op, *lhs, *rhs))
      std::tie(lhs, rhs) = sides(/*inParts=*/true);
    if (lhs && rhs && !op.getLhsScale())
      candidates.push_back({op, std::move(*lhs), std::move(*rhs)});
  });
  llvm::stable_sort(candidates, [](const Candidate &a, const Candidate &b) {
    return a.bytes() > b.bytes();
  });
  for (Candidate &each : candidates) {
    // What else lives where this product is, at most.
    const int64_t others = std::max<int64_t>(bytes - each.bytes(), 0);
    if (!fit(each.lhs, each.rhs, limit - others))
      continue;
    split(each.op, each.lhs, each.rhs);
    return true;
  }
  return false;
}
