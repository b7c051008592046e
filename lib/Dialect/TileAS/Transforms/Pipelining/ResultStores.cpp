//===- TileAS/Transforms/Pipelining/ResultStores.cpp - stores by TMA -----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fragments of products are parts of many short rows. Where many of these are
// stored, the tile is written to storage in parts, columns of as many bytes as
// the swizzle is wide, and each part is stored by TMA as soon as it is there.
// Parts have storage of their own, or take turns on two pieces where the tile
// is large, or where stages of other roles live beside them: these then have
// the bytes, and parts are also cut by rows. That storage may be written again
// when TMA has read it, which is waited for in front of the next store of a
// loop; that all is stored, where something is ordered after the store, and
// else at the end of the body of the kernel.
//
// Whether the tensor map could be made is known at run time; where not, the
// fragments are stored as they are.
//
//===----------------------------------------------------------------------===//

#include "ResultStores.h"
#include "KernelRoles.h"

#include "tessera/Dialect/TileAS/Utils/SharedStorage.h"
#include "tessera/Dialect/TileAS/Utils/SplitConversion.h"
#include "tessera/Dialect/TileAS/Utils/StorePrice.h"
#include "tessera/Dialect/TileAS/Utils/Turns.h"
#include "tessera/Layout/MatrixImages.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using layout::Dim;
using layout::LinearLayout;

/// Of these, loads of factors have the others.
static constexpr unsigned mostMaps = 4;
/// A tile of more bytes goes through two pieces of storage. They lie where the
/// stages were, if one role does all the work.
static constexpr int64_t mostBytesAtOnce = 64 * 1024;
/// Of a part where stages live as long as the storage: two of them are all that
/// is taken from the stages, or one if the multiprocessor has another block.
static constexpr int64_t mostPartBytesBesideStages = 16 * 1024;
/// Vector accesses have no more.
static constexpr int64_t vectorBytes = 16;
/// What shared memory and the way to memory take in a cycle.
static constexpr int64_t lineBytes = 128;
/// Cycles that a store by TMA takes besides those of its bytes: the barrier in
/// front, the way to L2, and the wait and the barrier behind.
static constexpr int64_t cyclesOfCopy = 450;

namespace {
/// How one store is made.
struct Plan {
  unsigned fastDim;
  TmaCopy copy;
  /// The tile of a part, and the index bits that number the parts.
  RankedTensorType part;
  SmallVector<IndexBit> bits;
  LinearLayout image;
  int64_t partBytes;
  unsigned numParts() const { return 1u << bits.size(); }
};

class ResultStores {
public:
  ResultStores(tileaa::FuncOp function, const gpu::GpuTarget &target,
               TensorMaps &maps)
      : function(function), target(target), maps(maps) {
    PlanAttr plan = getPlan(function);
    isBesideStages = plan && plan.hasSeveralRoles();
    isOneOfSeveral = plan && plan.getBlocks() > 1;
    isBesideProducts = !hasChainedTurns(function);
  }
  void run();

private:
  std::optional<Plan> plan(TiledStoreOp store, std::string &reason);
  void rewrite(TiledStoreOp store, const Plan &plan);
  ArrayRef<Value> storageFor(TiledStoreOp store, const Plan &plan);
  void waitAtEnds();

  tileaa::FuncOp function;
  const gpu::GpuTarget &target;
  TensorMaps &maps;
  /// Whether stages live as long as the storage.
  bool isBesideStages;
  /// Whether another block multiplies while this one stores.
  bool isOneOfSeveral;
  /// Whether the next tile of a loop is made while one is stored. A consumer
  /// that issues products begins its next turn behind the store.
  bool isBesideProducts;
  unsigned stores = 0;
  /// The storage of each body of the kernel, and whether a store has used it.
  struct Storage {
    Type part;
    LinearLayout image;
    SmallVector<Value> pieces;
  };
  llvm::MapVector<Block *, SmallVector<Storage, 1>> storage;
};
} // namespace

/// Bytes of a row along `dim` that a warp stores at a time: neighbours in
/// registers, as far as vectors go, and then in lanes.
static int64_t bytesInRow(const LinearLayout &layout, unsigned dim,
                          int64_t elementBytes) {
  int64_t bytes = elementBytes;
  for (unsigned bit = 0; bit < layout.out().bits(layout::tileDim(dim)); ++bit) {
    const uint64_t point =
        layout.out().pack(layout::tileDim(dim), uint64_t(1) << bit);
    auto has = [&](Dim place) {
      for (unsigned i = 0; i < layout.in().bits(place); ++i)
        if (layout.column(place, i) == point)
          return true;
      return false;
    };
    if (!has(Dim::Lane) && !(bytes < vectorBytes && has(Dim::Register)))
      break;
    bytes *= 2;
  }
  return bytes;
}

/// Whether the token says no more than that loads come before the store, or
/// this store itself in an earlier iteration.
static bool isOfLoads(Value token, Operation *store,
                      llvm::SmallPtrSetImpl<void *> &seen) {
  if (!seen.insert(token.getAsOpaquePointer()).second)
    return true;
  auto all = [&](ValueRange values) {
    return llvm::all_of(values, [&](Value value) {
      return !isa<tileaa::MemTokenType>(value.getType()) ||
             isOfLoads(value, store, seen);
    });
  };
  Operation *maker = token.getDefiningOp();
  if (auto argument = dyn_cast<BlockArgument>(token)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop || argument.getArgNumber() == 0)
      return false;
    const unsigned number = argument.getArgNumber() - 1;
    return all({loop.getInitArgs()[number],
                loop.getBody()->getTerminator()->getOperand(number)});
  }
  const unsigned number = cast<OpResult>(token).getResultNumber();
  if (auto loop = dyn_cast<scf::ForOp>(maker))
    return all({loop.getInitArgs()[number],
                loop.getBody()->getTerminator()->getOperand(number)});
  if (auto branch = dyn_cast<scf::IfOp>(maker))
    return all({branch.thenYield().getOperand(number),
                branch.elseYield().getOperand(number)});
  if (auto load = dyn_cast<TiledLoadOp>(maker))
    return load.getMemSemantic().value_or(MemSemantic::Weak) ==
               MemSemantic::Weak &&
           all(load->getOperands());
  if (maker == store)
    return true;
  return isa<tileaa::CreateMemTokenOp, tileaa::JoinMemTokenOp>(maker) &&
         all(maker->getOperands());
}

/// Whether the store is one that may be made by TMA as far as its own operands
/// go, and this is faster than what threads can do, which store little of a row
/// at a time, or bring the tile into rows first. A row costs a cycle. Through
/// shared memory each byte is written, with a bank conflict, and the last part
/// is read when all are there.
static bool isWorthwhile(TiledStoreOp store, StringRef target,
                         bool isBesideStages, bool isBesideProducts) {
  auto view = dyn_cast<tileaa::TiledViewType>(store.getView().getType());
  auto tile = dyn_cast<RankedTensorType>(store.getValue().getType());
  if (!view || !tile || view.getResidency() != tileaa::Residency::Gmem ||
      store.getMask() || !store.getOffsets().empty() ||
      store.getMemSemantic().value_or(MemSemantic::Weak) != MemSemantic::Weak ||
      tileaa::isPointerElement(tile.getElementType()) ||
      tileaa::getStorageBits(tile.getElementType()) < 8)
    return false;
  std::optional<unsigned> first = getTmaFirstDim(view);
  if (!first)
    return false;
  if (std::optional<bool> allowed = allowsTma(store, target))
    return *allowed;
  const int64_t elementBytes = getElementBytes(tile.getElementType());
  const int64_t bytes = tile.getNumElements() * elementBytes;
  const int64_t rowBytes = tile.getDimSize(*first) * elementBytes;
  const LinearLayout &layout = getLayoutAttr(tile).getLayout();
  double byThreads = double(bytes) / bytesInRow(layout, *first, elementBytes);
  // Beside a copy threads go on with the next tile of a loop. Without one, the
  // kernel, or a turn of it, ends when the copy does.
  const gpu::GpuTiming timing = timingOfTarget(target);
  double beside = cyclesOfCopy;
  if (!isBesideProducts || !store->getParentOfType<LoopLikeOpInterface>()) {
    if (isBesideStages)
      beside += timing.storeEnd;
    if (std::optional<RowStore> rows = describeRows(store))
      if (std::optional<StorePrice> price =
              priceOfRows(layout, *rows, /*parts=*/1, timing);
          price && price->isLess())
        byThreads = std::min(byThreads, price->inRowsCycles);
  }
  const int64_t lastPart = bytes / std::max(rowBytes / lineBytes, int64_t(1));
  return byThreads > (2 * bytes + lastPart) / lineBytes + beside;
}

std::optional<Plan> ResultStores::plan(TiledStoreOp store,
                                       std::string &reason) {
  auto view = cast<tileaa::TiledViewType>(store.getView().getType());
  auto tile = cast<RankedTensorType>(store.getValue().getType());
  const unsigned bits = tileaa::getStorageBits(tile.getElementType());
  llvm::SmallPtrSet<void *, 8> seen;
  if (store.getToken() && !isOfLoads(store.getToken(), store, seen)) {
    reason = "it is ordered after other accesses than loads; leave their token "
             "out where the arrays are others";
    return std::nullopt;
  }
  if (stores == mostMaps || maps.room() == 0) {
    reason = "the kernel has as many tensor maps as it may; use fewer views";
    return std::nullopt;
  }
  const unsigned fastDim = *getTmaFirstDim(view);
  llvm::Expected<LinearLayout> whole =
      layout::matrixImage(tile.getShape(), fastDim, bits);
  if (!whole) {
    reason = llvm::toString(whole.takeError());
    return std::nullopt;
  }
  std::optional<TmaCopy> copy =
      describeTmaCopy(store, *whole, target.name, reason);
  if (!copy)
    return std::nullopt;

  // Columns, and then rows, that every thread has in registers of its own.
  const LinearLayout &layout = getLayoutAttr(tile).getLayout();
  SmallVector<IndexBit> parts;
  SmallVector<int64_t> shape(tile.getShape());
  int64_t bytes = tile.getNumElements() * bits / 8;
  auto halve = [&](IndexBit bit) {
    parts.push_back(bit);
    shape[bit.dim] /= 2;
    bytes /= 2;
  };
  SmallVector<IndexBit> halves = splittableBits(layout, layout);
  for (IndexBit bit : halves)
    if (bit.dim == fastDim && (int64_t(1) << bit.bit) >= copy->box[fastDim])
      halve(bit);
  for (IndexBit bit : halves)
    if (bit.dim != fastDim && isBesideStages &&
        bytes > mostPartBytesBesideStages) {
      halve(bit);
      copy->box[bit.dim] /= 2;
    }
  auto part = RankedTensorType::get(
      shape, tile.getElementType(),
      LayoutAttr::get(store.getContext(), partOf(layout, parts)));
  Plan made{fastDim,
            *copy,
            part,
            parts,
            llvm::cantFail(layout::matrixImage(shape, fastDim, bits)),
            bytes};
  // A third: stages need the rest.
  const int64_t least = made.partBytes * std::min(made.numParts(), 2u);
  if (least > int64_t(target.sharedBytes) / 3) {
    reason = "its tile takes " + std::to_string(least) +
             " bytes of shared memory at a time; write a smaller tile";
    return std::nullopt;
  }
  return made;
}

ArrayRef<Value> ResultStores::storageFor(TiledStoreOp store, const Plan &plan) {
  Block *body = bodyAround(function, store);
  SmallVector<Storage, 1> &all = storage[body];
  for (Storage &each : all)
    if (each.part == plan.part && each.image == plan.image)
      return each.pieces;
  OpBuilder b(body->findAncestorOpInBlock(*store));
  Storage made{plan.part, plan.image, {}};
  const unsigned turns = isBesideStages && isOneOfSeveral ? 1 : 2;
  const int64_t atOnce =
      isBesideStages ? turns * mostPartBytesBesideStages : mostBytesAtOnce;
  const unsigned pieces = plan.partBytes * plan.numParts() <= atOnce
                              ? plan.numParts()
                              : std::min(plan.numParts(), turns);
  for (unsigned i = 0; i < pieces; ++i)
    made.pieces.push_back(
        buildStorage(b, store.getLoc(), plan.part, plan.image));
  all.push_back(std::move(made));
  return all.back().pieces;
}

void ResultStores::rewrite(TiledStoreOp store, const Plan &plan) {
  Location loc = store.getLoc();
  Block *body = bodyAround(function, store);
  Value map = maps.mapOf(store, plan.copy);
  // Whether an earlier store may still read the storage.
  const bool isFirst = body == store->getBlock() && !storage.contains(body);
  ArrayRef<Value> pieces = storageFor(store, plan);
  ++stores;

  OpBuilder b(store);
  Value made = IsTmaDescMadeOp::create(b, loc, map);
  const bool isAwaited =
      store.getResultToken() && !store.getResultToken().use_empty();
  SmallVector<Type> types;
  if (isAwaited)
    types.push_back(store.getResultToken().getType());
  auto either = scf::IfOp::create(b, loc, types, made, /*withElse=*/true);
  if (isAwaited)
    store.getResultToken().replaceAllUsesWith(either.getResult(0));

  b.setInsertionPointToStart(either.thenBlock());
  if (!isFirst)
    WaitTmaStoresOp::create(b, loc, pieces, /*pending=*/0, /*read=*/true);
  SmallVector<Value> tokens;
  for (unsigned part = 0; part < plan.numParts(); ++part) {
    Value place = pieces[part % pieces.size()];
    if (part >= pieces.size())
      WaitTmaStoresOp::create(b, loc, place, pieces.size() - 1, /*read=*/true);
    SmallVector<int64_t> first(plan.part.getRank(), 0);
    for (auto [i, bit] : llvm::enumerate(plan.bits))
      if (part >> i & 1)
        first[bit.dim] |= int64_t(1) << bit.bit;
    Value values = store.getValue();
    if (plan.numParts() > 1) {
      SmallVector<Value> offsets;
      for (int64_t offset : first)
        offsets.push_back(arith::ConstantIndexOp::create(b, loc, offset));
      values = ExtractSliceOp::create(b, loc, plan.part, values, offsets);
    }
    buildStore(b, loc, values, place);
    tokens.push_back(buildTmaStore(b, store, first, map, place));
  }
  if (isAwaited)
    scf::YieldOp::create(b, loc,
                         AsyncWaitOp::create(b, loc, tokens).getResult());

  store->moveBefore(either.elseBlock(), either.elseBlock()->begin());
  if (isAwaited) {
    b.setInsertionPointToEnd(either.elseBlock());
    scf::YieldOp::create(b, loc, store.getResultToken());
  }
}

/// Nothing is under way when the kernel ends, and when it gives its maps back,
/// which the thread that makes stores does not do.
void ResultStores::waitAtEnds() {
  for (auto &[body, all] : storage) {
    SmallVector<Value> pieces;
    for (Storage &each : all)
      llvm::append_range(pieces, each.pieces);
    OpBuilder b(body->getTerminator());
    Location loc = function.getLoc();
    WaitTmaStoresOp::create(b, loc, pieces, /*pending=*/0, /*read=*/false);
    BarrierOp::create(b, loc, BarrierScope::Block);
  }
}

void ResultStores::run() {
  // One thread makes the maps of all.
  if (PlanAttr plan = getPlan(function); plan && plan.getTeams() > 1)
    return;
  // The second of two bodies is for arguments that maps cannot describe.
  Operation *bodies = bodiesOf(function);
  SmallVector<TiledStoreOp> found;
  function.walk([&](TiledStoreOp store) {
    const bool isGeneral =
        bodies && bodies->getRegion(1).isAncestor(store->getParentRegion());
    if (!isGeneral &&
        isWorthwhile(store, target.name, isBesideStages, isBesideProducts))
      found.push_back(store);
  });
  auto options = remark::RemarkOpts::name("store").category("plan").function(
      function.getSymName());
  for (TiledStoreOp store : found) {
    std::string reason;
    std::optional<Plan> made = plan(store, reason);
    if (!made) {
      remark::missed(store.getLoc(), options) << "not stored by TMA: " + reason;
      continue;
    }
    remark::passed(store.getLoc(), options) << "stored by TMA";
    rewrite(store, *made);
  }
  waitAtEnds();
}

void tileas::storeResultsByTma(tileaa::FuncOp function,
                               const gpu::GpuTarget &target, TensorMaps &maps) {
  ResultStores(function, target, maps).run();
}
