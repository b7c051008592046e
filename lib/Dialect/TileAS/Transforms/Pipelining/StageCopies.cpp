//===- TileAS/Transforms/Pipelining/StageCopies.cpp - loads as copies into stages -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A load becomes a copy into shared memory if cp.async can do it: it moves 4, 8
// or 16 aligned bytes and fills those that are outside with zero.
//
//===----------------------------------------------------------------------===//

#include "StageCopies.h"

#include "tessera/Dialect/TileAA/IR/TileAAAttrs.h"
#include "tessera/Layout/MemoryLayouts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using layout::Dim;
using layout::LinearLayout;

/// Neighbours along `axis` that one thread has in `layout`.
static int64_t runLength(const LinearLayout &layout, unsigned axis) {
  Dim dim = layout::tileDim(axis);
  int64_t run = 1;
  for (unsigned bit = 0; bit < layout.out().bits(dim); ++bit) {
    bool found = false;
    for (unsigned i = 0; i < layout.in().bits(Dim::Register); ++i)
      found |= layout.column(Dim::Register, i) ==
               layout.out().pack(dim, uint64_t(1) << bit);
    if (!found)
      break;
    run *= 2;
  }
  return run;
}

/// The axis along which a thread's part of the load has at least four bytes in
/// a row, if there is one. Of runs of one length those count whose elements are
/// neighbours for longer, though they are not aligned: products that read the
/// stage are laid out for rows of them.
std::optional<CopyRun> tileas::findCopyRun(Operation *load, int64_t bytes,
                                           const LinearLayout &layout,
                                           bool hasMask) {
  auto facts = load->getAttrOfType<tileaa::AccessAttr>(kAccessFactsAttrName);
  if (!facts)
    return std::nullopt;
  unsigned rank = layout.out().axes().size();
  std::optional<CopyRun> best;
  int64_t longest = 0;
  for (unsigned d = 0; d < rank; ++d) {
    int64_t run =
        std::min<int64_t>(facts.getContiguity()[d], mostRunBytes / bytes);
    run =
        std::min(run, std::max<int64_t>(facts.getDivisibility()[d] / bytes, 1));
    run = std::min(run, runLength(layout, d));
    if (hasMask)
      run = std::min<int64_t>(run, facts.getMaskConstancy().empty()
                                       ? 1
                                       : facts.getMaskConstancy()[d]);
    const bool isBetter =
        run > longest ||
        (run == longest &&
         facts.getContiguity()[d] >= facts.getContiguity()[best->axis]);
    if (run * bytes >= 4 && isBetter) {
      longest = run;
      best = CopyRun{d, run * bytes};
    }
  }
  return best;
}

/// Rows along `axis`, 16-byte parts exchanged so that eight rows of one part
/// are in different banks.
LinearLayout tileas::imageOf(const LinearLayout &tile, unsigned axis,
                             int64_t bytes) {
  SmallVector<int64_t> shape;
  for (const layout::Axis &each : tile.out().axes())
    shape.push_back(int64_t(1) << each.bits);
  SmallVector<unsigned> order{axis};
  for (unsigned d = shape.size(); d-- > 0;)
    if (d != axis)
      order.push_back(d);
  int rowBits = llvm::Log2_64(shape[axis] * bytes);
  layout::Swizzle swizzle;
  swizzle.bits = std::clamp(rowBits - 4, 0, 3);
  swizzle.base = 4;
  swizzle.shift = std::max(rowBits - 4, 3);
  // No bits above the tile to take part.
  int tileBits = tile.out().bits() + llvm::Log2_64(bytes);
  while (swizzle.bits > 0 && int(4 + swizzle.shift + swizzle.bits) > tileBits)
    --swizzle.bits;
  return llvm::cantFail(
      layout::sharedSwizzled(shape, order, 8 * bytes, swizzle));
}

LinearLayout tileas::imageForPairs(const LinearLayout &image, unsigned axis,
                                   const LinearLayout &reader) {
  const layout::Space &tile = image.out();
  const Dim fast = layout::tileDim(axis);
  // The rows of a matrix: those that the first register bit and two bits of the
  // lane lead to. Rows below 128 bytes are in other banks by themselves.
  const uint64_t rows[] = {reader.column(Dim::Register, 0),
                           reader.column(Dim::Lane, 0),
                           reader.column(Dim::Lane, 1)};
  const unsigned chunks = tile.bits(fast) - 4;
  unsigned used = 0;
  SmallVector<uint64_t> columns(image.columns());
  for (auto [bit, column] : llvm::enumerate(columns)) {
    const uint64_t row = column ^ tile.pack(fast, tile.get(column, fast));
    if (row == 0)
      continue;
    column = row;
    if (bit >= 7 && llvm::is_contained(rows, row) && used < chunks)
      column |= tile.pack(fast, uint64_t(16) << used++);
  }
  return llvm::cantFail(LinearLayout::create(image.in(), tile, columns));
}

bool tileas::readsPairs(const LinearLayout &reader, unsigned axis) {
  const layout::Space &tile = reader.out();
  return reader.in().bits(Dim::Register) >= 2 &&
         reader.in().bits(Dim::Lane) == 5 &&
         tile.bits(layout::tileDim(axis)) >= 4 &&
         reader.column(Dim::Lane, 2) == tile.pack(layout::tileDim(axis), 2) &&
         tile.get(reader.column(Dim::Register, 0), layout::tileDim(axis)) == 0;
}

static bool isZero(Value value) {
  auto constant = value.getDefiningOp<arith::ConstantOp>();
  auto elements =
      constant ? dyn_cast<DenseElementsAttr>(constant.getValue()) : nullptr;
  if (!elements || !elements.isSplat())
    return false;
  if (auto floats = dyn_cast<DenseFPElementsAttr>(elements))
    return floats.getSplatValue<APFloat>().isPosZero();
  return elements.getSplatValue<APInt>().isZero();
}

/// True if elements out of bounds may read as zero, which is all that cp.async
/// can fill with.
bool tileas::fillsWithZero(Operation *load) {
  if (auto tiled = dyn_cast<TiledLoadOp>(load)) {
    auto view = dyn_cast<tileaa::TiledViewType>(tiled.getView().getType());
    if (!view || tiled.getPaddingValue() || tiled.getMask() ||
        !tiled.getOffsets().empty())
      return false;
    return !view.getPadding() ||
           view.getPadding().getValue() == cuda_tile::PaddingValue::Zero;
  }
  auto pointers = cast<LoadOp>(load);
  return !pointers.getOther() || isZero(pointers.getOther());
}

/// Accesses that a loop may make earlier.
bool tileas::isWeakLoad(Operation *op) {
  if (auto load = dyn_cast<TiledLoadOp>(op))
    return load.getMemSemantic().value_or(MemSemantic::Weak) ==
           MemSemantic::Weak;
  if (auto load = dyn_cast<LoadOp>(op))
    return load.getMemSemantic().value_or(MemSemantic::Weak) ==
           MemSemantic::Weak;
  return false;
}

bool tileas::isRenaming(Operation *op) {
  return isa<ViewOp, tileaa::PermuteOp>(op) && op->getNumOperands() == 1 &&
         isa<RankedTensorType>(op->getResult(0).getType());
}

bool tileas::fillsStorage(Operation *op, scf::ForOp loop) {
  auto store = dyn_cast<TiledStoreOp>(op);
  if (!store || !store.getView().getDefiningOp<AllocTensorOp>() ||
      !cast<TiledViewType>(store.getView().getType()).getLayout())
    return false;
  return llvm::all_of(store.getView().getUsers(), [&](Operation *user) {
    return user == op ||
           (isa<DotOp>(user) && user->getBlock() == loop.getBody() &&
            op->isBeforeInBlock(user));
  });
}

LinearLayout tileas::renamedImage(const LinearLayout &image,
                                  ArrayRef<Operation *> renamings) {
  LinearLayout current = image;
  for (Operation *op : llvm::reverse(renamings)) {
    auto source = cast<RankedTensorType>(op->getOperand(0).getType());
    layout::Space tile = llvm::cantFail(layout::Space::tile(source.getShape()));
    SmallVector<uint64_t> columns;
    for (uint64_t column : current.columns()) {
      // Packed points are row-major element numbers, which views keep.
      uint64_t point = column;
      if (auto permute = dyn_cast<tileaa::PermuteOp>(op)) {
        point = 0;
        for (auto [d, s] : llvm::enumerate(permute.getPermutation()))
          point |= tile.pack(layout::tileDim(s),
                             current.out().get(column, layout::tileDim(d)));
      }
      columns.push_back(point);
    }
    current = llvm::cantFail(LinearLayout::create(current.in(), tile, columns));
  }
  return current;
}

void tileas::moveConversionsUp(tileaa::FuncOp function) {
  SmallVector<ConvertLayoutOp> converts;
  function.walk([&](ConvertLayoutOp op) { converts.push_back(op); });
  for (ConvertLayoutOp convert : converts) {
    auto widen = convert.getSource().getDefiningOp<tileaa::FpToFpOp>();
    if (!widen || !widen->hasOneUse() ||
        widen->getBlock() != convert->getBlock())
      continue;
    auto from = cast<RankedTensorType>(widen.getSource().getType());
    auto to = cast<RankedTensorType>(convert.getResult().getType());
    if (tileaa::getElementBits(from.getElementType()) >
        tileaa::getElementBits(to.getElementType()))
      continue;
    OpBuilder b(convert);
    auto type = RankedTensorType::get(from.getShape(), from.getElementType(),
                                      to.getEncoding());
    auto moved =
        ConvertLayoutOp::create(b, convert.getLoc(), type, widen.getSource());
    IRMapping map;
    map.map(widen.getSource(), moved.getResult());
    Operation *made = b.clone(*widen, map);
    made->getResult(0).setType(to);
    convert.getResult().replaceAllUsesWith(made->getResult(0));
    convert.erase();
    widen.erase();
  }
}
