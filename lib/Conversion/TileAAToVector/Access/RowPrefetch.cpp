//===- TileAAToVector/Access/RowPrefetch.cpp - fetching what a row kernel needs next -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Softmax and its like pass over a row several times: the first pass waits for
// the row, the last for the lines it writes, and those between compute while
// memory is idle. So the last reduction before a store asks for the lines of
// the store, and for the row of the next tile block, which the same thread
// probably runs next. A scan that reads a row again does the latter, too. A row
// has few pages: the hardware's prefetchers stop at the end of each. Beyond the
// end of a tensor a prefetch does nothing.
//
//===----------------------------------------------------------------------===//

#include "RowPrefetch.h"

#include "Access.h"
#include "StreamingStores.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace tessera::cpu {

static constexpr int64_t lineBytes = 64;
/// Larger tiles would push out what this block still needs.
static constexpr int64_t mostBytes = 256 << 10;
/// A quarter of the first cache.
static constexpr int64_t shortBytes = 8 << 10;

static Value throughAssumptions(Value value) {
  while (auto assume = value.getDefiningOp<tileaa::AssumeOp>())
    value = assume.getValue();
  return value;
}

/// Whether a value is probably one more in the next block. That is so for the
/// number of the tile block along x, the axis that counts first, and for a
/// ticket drawn from a counter.
static bool isBlockNumber(Value index) {
  Operation *op = throughAssumptions(index).getDefiningOp();
  if (auto id = dyn_cast_if_present<tileaa::GetProgramIdOp>(op))
    return static_cast<unsigned>(id.getAxis()) == 0;
  auto ticket = dyn_cast_if_present<tileaa::AtomicRMWOp>(op);
  return ticket && ticket.getMode() == cuda_tile::AtomicRMWMode::Add &&
         matchPattern(ticket.getValue(), m_One());
}

/// The tile of `access`, or that of the next block (none if it is the same).
static std::optional<FetchedTile> tileOf(Emitter &e, Operation *access,
                                         bool ofNextBlock) {
  ViewOperands view = viewOperands(access);
  auto tile = view.type.getTileShape();
  Type element = view.type.getElementType();
  unsigned bytes = containerBytes(element);
  if (view.type.isGatherScatter() || isa<Float4E2M1FNType>(element) ||
      ShapedType::getNumElements(tile) * bytes > mostBytes)
    return std::nullopt;
  // A value that is not emitted yet cannot be used here.
  Value memref = e.memrefOf(view.view);
  if (!e.hasMemoryObject(memref) ||
      !llvm::all_of(view.indices,
                    [&](Value index) { return e.scalar(index) != nullptr; }))
    return std::nullopt;
  const MemoryObject &object = e.memoryObject(memref);
  FetchedTile fetched;
  Value offset;
  bool moves = false;
  for (auto [d, memoryDim] : llvm::enumerate(view.type.getDimMap())) {
    const Extent &stride = object.strides[memoryDim];
    if (d + 1 == tile.size() && stride.constant != 1)
      return std::nullopt;
    Value index = e.extend(e.scalar(view.indices[d]), /*isSigned=*/false);
    if (ofNextBlock && isBlockNumber(view.indices[d])) {
      index = e.add(index, e.i64(1));
      moves = true;
    }
    Value term = e.mul(e.mul(index, e.i64(view.type.getStep(d))), stride.value);
    offset = offset ? e.add(offset, term) : term;
    fetched.strides.push_back(stride.value);
  }
  if (ofNextBlock && !moves)
    return std::nullopt;
  fetched.start = e.elementAddress(object.base, containerType(element), offset);
  fetched.elementBytes = bytes;
  fetched.isWritten = !ofNextBlock;
  return fetched;
}

/// Loads of the tile shape of `value` that evaluating it takes.
static SmallVector<tileaa::TiledLoadOp, 2> loadsOf(Value value) {
  SmallVector<tileaa::TiledLoadOp, 2> loads;
  Type type = value.getType();
  SmallVector<Value> work = {value};
  llvm::DenseSet<Value> seen;
  while (!work.empty()) {
    Value next = work.pop_back_val();
    Operation *op = next.getDefiningOp();
    if (!op || !seen.insert(next).second || !isExpression(op) ||
        !isa<RankedTensorType>(next.getType()) ||
        shapeOf(next.getType()) != shapeOf(type))
      continue;
    if (auto load = dyn_cast<tileaa::TiledLoadOp>(op))
      loads.push_back(load);
    else
      llvm::append_range(work, op->getOperands());
  }
  return loads;
}

/// The store that writes what `op` was the last reduction for.
static tileaa::TiledStoreOp storeBehind(tileaa::ReduceOp op) {
  auto shape = shapeOf(op.getSources()[0].getType());
  for (Operation *next = op->getNextNode(); next; next = next->getNextNode()) {
    if (auto store = dyn_cast<tileaa::TiledStoreOp>(next))
      return shapeOf(store.getValue().getType()) == shape ? store : nullptr;
    if (next->getNumRegions() != 0)
      return nullptr;
  }
  return nullptr;
}

/// Whether `loads` were all done before `op`: the first pass over a row has
/// memory to wait for itself.
static bool wereDone(Emitter &e, ArrayRef<tileaa::TiledLoadOp> loads,
                     Operation *op) {
  return !loads.empty() && llvm::all_of(loads, [&](tileaa::TiledLoadOp load) {
    return e.bufferOf(load.getResult()) || e.wasEvaluated(load.getResult(), op);
  });
}

static void appendTilesOfNextBlock(Emitter &e,
                                   ArrayRef<tileaa::TiledLoadOp> loads,
                                   SmallVectorImpl<FetchedTile> &tiles) {
  for (tileaa::TiledLoadOp load : loads)
    if (std::optional<FetchedTile> tile = tileOf(e, load, true))
      tiles.push_back(*tile);
}

SmallVector<FetchedTile, 2> tilesBeyondPass(Emitter &e, tileaa::ReduceOp op) {
  tileaa::TiledStoreOp store = storeBehind(op);
  if (!store || op.getSources().size() != 1)
    return {};
  SmallVector<tileaa::TiledLoadOp, 2> loads = loadsOf(op.getSources()[0]);
  if (!wereDone(e, loads, op))
    return {};
  SmallVector<FetchedTile, 2> tiles;
  if (std::optional<FetchedTile> tile = tileOf(e, store, false)) {
    // Stores past the caches do not wait for their lines. Lines of a short row
    // arrive behind exponentials, and cost less than those stores.
    auto shape = shapeOf(store.getValue().getType());
    if (e.isCostly(op.getSources()) &&
        ShapedType::getNumElements(shape) * tile->elementBytes <= shortBytes)
      keepInCaches(e, store);
    tile->unless = streamingCondition(e, store);
    tiles.push_back(*tile);
  }
  appendTilesOfNextBlock(e, loads, tiles);
  return tiles;
}

SmallVector<FetchedTile, 2> tilesBeyondScan(Emitter &e, tileaa::ScanOp op) {
  if (op.getSources().size() != 1)
    return {};
  SmallVector<tileaa::TiledLoadOp, 2> loads = loadsOf(op.getSources()[0]);
  SmallVector<FetchedTile, 2> tiles;
  if (wereDone(e, loads, op))
    appendTilesOfNextBlock(e, loads, tiles);
  return tiles;
}

void prefetchAt(Nest &nest, ArrayRef<FetchedTile> tiles, ArrayRef<Coord> index,
                int64_t count) {
  Emitter &e = nest.e;
  for (const FetchedTile &tile : tiles) {
    int64_t bytes = count * tile.elementBytes;
    // A vector may be half a line, which is then asked for twice.
    if (2 * bytes < lineBytes)
      continue;
    Value offset;
    for (auto [coord, stride] : llvm::zip_equal(index, tile.strides)) {
      if (!coord.base)
        continue;
      Value term = e.mul(coord.base, stride);
      offset = offset ? e.add(offset, term) : term;
    }
    if (offset)
      offset = e.mul(offset, e.i64(tile.elementBytes));
    OpBuilder::InsertionGuard guard(e.b);
    if (tile.unless) {
      auto choice = scf::IfOp::create(e.b, e.loc(), tile.unless,
                                      /*withElseRegion=*/true);
      e.b.setInsertionPointToStart(choice.elseBlock());
    }
    Type byte = e.b.getI8Type();
    Value start = e.elementAddress(tile.start, byte, offset);
    // Lines to write into the first cache: no instruction of x86 takes them
    // for writing into the second alone.
    for (int64_t at = 0; at < bytes; at += lineBytes)
      LLVM::Prefetch::create(
          e.b, e.loc(), at ? e.elementAddress(start, byte, e.i64(at)) : start,
          /*rw=*/tile.isWritten ? 1 : 0, /*hint=*/tile.isWritten ? 3 : 2,
          /*cache=*/1);
  }
}

} // namespace tessera::cpu
