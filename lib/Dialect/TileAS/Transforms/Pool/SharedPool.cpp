//===- TileAS/Transforms/Pool/SharedPool.cpp - bytes of shared memory ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops are numbered in the order of the text, an op with regions from its first
// to its last number. A buffer lives over an interval of numbers; buffers whose
// intervals meet get different bytes, largest first, each at the lowest place
// that is free.
//
// Teams of a role run apart, so that bytes that are free for one may be in use
// by another. What the role allocates has a place within the bytes of one team,
// and each team has as many, behind each other. They are placed first if that
// takes fewer bytes: a body with more of them may leave what all bodies have no
// room in front of its end.
//
//===----------------------------------------------------------------------===//

#include "SharedPool.h"

#include "tessera/Dialect/TileAS/IR/PipelineAttrs.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// As much is a scalar.
static constexpr int64_t scalarBytes = 16;

/// What the teams run that have the storage each: the first role behind it.
static Region *roleOfTeams(AllocTensorOp alloc) {
  for (auto agents : alloc->getBlock()->getOps<AgentSwitchOp>())
    return &agents.getAgents().front();
  return nullptr;
}

Pool::Pool(tileaa::FuncOp function) : flow(function), aliases(function, flow) {
  if (PlanAttr plan = getPlan(function))
    teams = plan.getTeams();
  number(function);
  function.walk<WalkOrder::PreOrder>([&](Operation *op) { addScratch(op); });
  for (AllocTensorOp alloc : aliases.storage())
    addStorage(alloc);
  for (Buffer &buffer : buffers)
    if (auto agents = buffer.op->getParentOfType<AgentSwitchOp>())
      for (Region &region : agents.getAgents())
        if (region.isAncestor(buffer.op->getParentRegion()))
          buffer.role = &region;
  for (Buffer &buffer : buffers)
    if (auto alloc = dyn_cast<AllocTensorOp>(buffer.op);
        alloc && alloc.getEachTeam())
      buffer.role = roleOfTeams(alloc);
  function.walk([&](RetireStagesOp op) { retire(op); });
  function.walk([&](RetireStorageOp op) { retire(op); });
}

void Pool::number(Operation *op) {
  int64_t first = next++;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Operation &nested : block)
        number(&nested);
  numbers[op] = {first, next - 1};
}

/// The op that stands for the use of `value` by `user` in `block`, or null if
/// the user is not inside it.
static Operation *findIn(Block *block, Operation *user) {
  return block->findAncestorOpInBlock(*user);
}

void Pool::addScratch(Operation *op) {
  auto bytes = op->getAttrOfType<IntegerAttr>(kScratchBytesAttrName);
  if (!bytes || bytes.getInt() <= 0)
    return;
  buffers.push_back({op, numbers[op], bytes.getInt(), 16, /*isExchange=*/true});
}

/// From the allocation to the last use of any alias. An alias that another
/// iteration or what follows the region sees moves both ends out to the block
/// of the op that carries it.
Interval Pool::lifeOf(AllocTensorOp alloc) const {
  SmallVector<Operation *> uses{alloc};
  for (Value value : aliases.aliases(alloc)) {
    // The op that carries the value: its results and region arguments.
    if (auto argument = dyn_cast<BlockArgument>(value))
      uses.push_back(argument.getOwner()->getParentOp());
    else
      uses.push_back(value.getDefiningOp());
    llvm::append_range(uses, value.getUsers());
  }
  Block *block = alloc->getBlock();
  auto isOutside = [&](Operation *user) { return !findIn(block, user); };
  while (llvm::any_of(uses, isOutside))
    block = block->getParentOp()->getBlock();
  Interval life = numbers.lookup(findIn(block, alloc));
  for (Operation *user : uses)
    life.join(numbers.lookup(findIn(block, user)));
  return life;
}

void Pool::alternateExchanges(int64_t limit) {
  SmallVector<Buffer *> exchanges;
  for (Buffer &buffer : buffers)
    if (buffer.isExchange)
      exchanges.push_back(&buffer);
  llvm::stable_sort(exchanges, [](Buffer *a, Buffer *b) {
    return a->life.first < b->life.first;
  });
  for (auto [i, buffer] : llvm::enumerate(exchanges)) {
    // Those beside it are of the same op.
    auto next = llvm::find_if(ArrayRef(exchanges).drop_front(i + 1),
                              [&](Buffer *other) {
                                return other->role == buffer->role &&
                                       !other->life.meets(buffer->life);
                              });
    if (next != ArrayRef(exchanges).end() &&
        buffer->bytes + (*next)->bytes <= limit)
      buffer->life.join((*next)->life);
  }
}

/// Whether threads write and read it where it is made, or in products behind,
/// and nothing else uses it.
static bool isExchange(AllocTensorOp alloc, ArrayRef<Value> views) {
  bool isWritten = false, isOther = false;
  for (Value view : views)
    for (Operation *user : view.getUsers()) {
      if (auto dot = dyn_cast<DotOp>(user);
          dot && dot.getAtom().isOfThreads() && findIn(alloc->getBlock(), user))
        continue;
      isWritten |= isa<TiledStoreOp, StoreScalarOp>(user);
      isOther |= user->getBlock() != alloc->getBlock() ||
                 !isa<TiledStoreOp, TiledLoadOp, StoreScalarOp, LoadScalarOp,
                      ViewOp, ReinterpretOp, PrintOp>(user);
    }
  return isWritten && !isOther;
}

void Pool::addStorage(AllocTensorOp alloc) {
  ArrayRef<Value> views = aliases.aliases(alloc).getArrayRef();
  auto hasImage = [](Value value) {
    auto view = dyn_cast<TiledViewType>(value.getType());
    return view && view.getLayout();
  };
  // TMA swizzles by bits of the address.
  const bool isCopiedTo = llvm::any_of(alloc->getUsers(), [](Operation *user) {
    return isa<CreatePipelineOp>(user) && user->hasAttr(kFullBarrierAttrName) &&
           user->hasAttr(kPayloadImagesAttrName);
  });
  const bool isExchanged = isExchange(alloc, views);
  buffers.push_back({alloc, lifeOf(alloc),
                     cast<TiledViewType>(alloc.getType()).getNumBytes(),
                     isExchanged                                   ? 16
                     : isCopiedTo || llvm::any_of(views, hasImage) ? 1024
                                                                   : 128,
                     isExchanged});
}

void Pool::retire(RetireStagesOp op) {
  auto create = op.getToken().getDefiningOp<CreatePipelineOp>();
  if (!create)
    return;
  for (Buffer &buffer : buffers) {
    if (buffer.op != create.getBufferView().getDefiningOp())
      continue;
    buffer.retired = {numbers.lookup(op).first,
                      numbers.lookup(op->getBlock()->getTerminator()).last};
    buffer.keptFrom =
        create->getAttrOfType<IntegerAttr>(kFullBarrierAttrName).getInt();
  }
}

void Pool::retire(RetireStorageOp op) {
  for (Buffer &buffer : buffers) {
    if (buffer.op != op.getStorage().getDefiningOp())
      continue;
    buffer.retired = {numbers.lookup(op).first,
                      numbers.lookup(op->getBlock()->getTerminator()).last};
    buffer.keptFrom = buffer.bytes;
  }
}

/// Into the order in which buffers get places: largest first.
static void sortForPlaces(MutableArrayRef<Buffer *> order) {
  llvm::sort(order, [](Buffer *a, Buffer *b) {
    return std::pair(-a->bytes, a->life.first) <
           std::pair(-b->bytes, b->life.first);
  });
  // Scalars of a role live beside all that others have. Behind the largest one,
  // they have what alignment leaves there.
  if (!order.empty())
    std::stable_partition(order.begin() + 1, order.end(),
                          [](const Buffer *buffer) {
                            return buffer->role && buffer->bytes <= scalarBytes;
                          });
}

/// Buffers that share bytes where they do not meet, in this order; the bytes of
/// all.
static int64_t placeTogether(ArrayRef<Buffer *> order) {
  int64_t total = 0;
  SmallVector<Buffer *> placed;
  for (Buffer *buffer : order) {
    // The lowest place that clears everything alive together with it: after
    // nothing, or right after one of those.
    SmallVector<int64_t> candidates{0};
    for (Buffer *other : placed)
      if (other->meets(*buffer))
        candidates.push_back(
            llvm::alignTo(other->offset + other->bytes, buffer->alignment));
    llvm::sort(candidates);
    for (int64_t candidate : candidates) {
      buffer->offset = candidate;
      if (llvm::none_of(
              placed, [&](Buffer *other) { return other->overlaps(*buffer); }))
        break;
    }
    placed.push_back(buffer);
    total = std::max(total, buffer->offset + buffer->bytes);
  }
  return total;
}

int64_t Pool::place() {
  SmallVector<Buffer *> order;
  // The buffers of a team, and what stands for those of all.
  llvm::MapVector<Region *, SmallVector<Buffer *>> ofTeams;
  for (Buffer &buffer : buffers)
    if (teams > 1 && buffer.role && buffer.role->getRegionNumber() == 0)
      ofTeams[buffer.role].push_back(&buffer);
    else
      order.push_back(&buffer);
  constexpr int64_t alignment = 1024;
  SmallVector<Buffer, 2> all;
  for (auto &[role, own] : ofTeams) {
    Operation *agents = role->getParentOp();
    sortForPlaces(own);
    const int64_t each = llvm::alignTo(placeTogether(own), alignment);
    bytesOfTeam[agents] = each;
    all.push_back({agents, numbers[agents], teams * each, alignment,
                   /*isExchange=*/false});
    all.back().role = role;
  }
  for (Buffer &buffer : all)
    order.push_back(&buffer);
  sortForPlaces(order);
  int64_t total = placeTogether(order);
  if (!all.empty()) {
    SmallVector<Buffer *> teamsFirst(order);
    std::stable_partition(
        teamsFirst.begin(), teamsFirst.end(),
        [](const Buffer *buffer) { return isa<AgentSwitchOp>(buffer->op); });
    const int64_t other = placeTogether(teamsFirst);
    total = other < total ? other : placeTogether(order);
  }
  for (auto [pair, buffer] : llvm::zip(ofTeams, all))
    for (Buffer *own : pair.second)
      own->offset += buffer.offset;
  return total;
}
