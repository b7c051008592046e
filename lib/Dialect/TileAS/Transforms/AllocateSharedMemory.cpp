//===- TileAS/Transforms/AllocateSharedMemory.cpp - the pool --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops are numbered in the order of the text, an op with regions from its first
// to its last number. A buffer lives over an interval of numbers; buffers whose
// intervals meet get different bytes, largest first, each at the lowest place
// that is free. An exchange is a buffer that threads write and read once, like
// the one of a conversion. It lives on until the next exchange is done, where
// that fits: then the barrier of that one is also the one between the first
// one's reads and the writes of a third, and none is needed in front of them.
// Factors that products read in shared memory live until the last of these; if
// that is too much, they move into the loops of their products, then products
// are made block by block, and then the largest factors go back to registers.
// Last, the largest conversions are made in parts that take turns.
//
//===----------------------------------------------------------------------===//

#include "FactorStorage.h"
#include "SplitProduct.h"
#include "ValueFlow.h"

#include "tessera/Dialect/TileAS/IR/PipelineAttrs.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Dialect/TileAS/Utils/Exchanges.h"
#include "tessera/Dialect/TileAS/Utils/SplitConversion.h"
#include "tessera/Target/GpuTarget.h"

#include "llvm/Support/MathExtras.h"

namespace tessera::tileas {
#define GEN_PASS_DEF_ALLOCATESHAREDMEMORYPASS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera::tileas

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// As much is a scalar.
static constexpr int64_t scalarBytes = 16;

namespace {
/// Numbers from the first to the last op of a stretch, both included.
struct Interval {
  int64_t first, last;
  bool meets(const Interval &other) const {
    return first <= other.last && other.first <= last;
  }
  void join(const Interval &other) {
    first = std::min(first, other.first);
    last = std::max(last, other.last);
  }
};

struct Buffer {
  Operation *op;
  Interval life;
  int64_t bytes, alignment;
  bool isExchange;
  int64_t offset = 0;
  /// What runs the op, if not all threads do.
  Region *role = nullptr;
  /// Where all but the bytes from `keptFrom` on are free for others.
  std::optional<Interval> retired = {};
  int64_t keptFrom = 0;
  /// The first of its bytes that `other` must not have.
  int64_t begin(const Buffer &other) const {
    const bool isFree = retired && retired->first <= other.life.first &&
                        other.life.last <= retired->last;
    return offset + (isFree ? keptFrom : 0);
  }
  /// Roles of one switch run side by side.
  bool meets(const Buffer &other) const {
    return life.meets(other.life) ||
           (role && other.role && role != other.role &&
            role->getParentOp() == other.role->getParentOp());
  }
  bool overlaps(const Buffer &other) const {
    return meets(other) && begin(other) < other.offset + other.bytes &&
           other.begin(*this) < offset + bytes;
  }
};

/// The pool of one function.
class Pool {
public:
  explicit Pool(tileaa::FuncOp function)
      : flow(function), aliases(function, flow) {
    number(function);
    function.walk<WalkOrder::PreOrder>([&](Operation *op) { addScratch(op); });
    for (AllocTensorOp alloc : aliases.storage())
      addStorage(alloc);
    for (Buffer &buffer : buffers)
      if (auto agents = buffer.op->getParentOfType<AgentSwitchOp>())
        for (Region &region : agents.getAgents())
          if (region.isAncestor(buffer.op->getParentRegion()))
            buffer.role = &region;
    function.walk([&](RetireStagesOp op) { retire(op); });
  }

  /// Gives every buffer its offset; the bytes of the whole pool.
  int64_t place();
  /// Neighbouring exchanges on different bytes, where `limit` holds both.
  void alternateExchanges(int64_t limit);
  ArrayRef<Buffer> all() const { return buffers; }

private:
  void number(Operation *op);
  void addScratch(Operation *op);
  void addStorage(AllocTensorOp alloc);
  void retire(RetireStagesOp op);
  Interval lifeOf(AllocTensorOp alloc) const;

  ValueFlow flow;
  StorageAliases aliases;
  DenseMap<Operation *, Interval> numbers;
  int64_t next = 0;
  SmallVector<Buffer> buffers;
};
} // namespace

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
    auto next = llvm::find_if(
        ArrayRef(exchanges).drop_front(i + 1),
        [&](Buffer *other) { return !other->life.meets(buffer->life); });
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

int64_t Pool::place() {
  SmallVector<Buffer *> order;
  for (Buffer &buffer : buffers)
    order.push_back(&buffer);
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

/// The buffers in their places and the bytes of the pool, with neighbouring
/// exchanges apart where that costs nothing.
static std::pair<std::unique_ptr<Pool>, int64_t>
makePool(tileaa::FuncOp function) {
  auto pool = std::make_unique<Pool>(function);
  const int64_t bytes = pool->place();
  const int64_t limit = std::max(bytes, kComfortableBytes);
  auto inTurns = std::make_unique<Pool>(function);
  inTurns->alternateExchanges(limit);
  if (int64_t more = inTurns->place(); more <= limit)
    return {std::move(inTurns), more};
  return {std::move(pool), bytes};
}

/// Bytes of a conversion.
static int64_t bytesOf(Operation *op) {
  return op->getAttrOfType<IntegerAttr>(kScratchBytesAttrName).getInt();
}

/// Writes on conversions how many bytes they need. One that is to be made in
/// parts already stays so.
static void describeConversions(tileaa::FuncOp function) {
  Builder b(function.getContext());
  function.walk([&](ConvertLayoutOp op) {
    int64_t bytes = exchangeBytes(op);
    if (bytes == 0) {
      op->removeAttr(kScratchBytesAttrName);
      return;
    }
    if (op->hasAttr(kScratchBytesAttrName))
      bytes = std::min(bytes, bytesOf(op));
    op->setAttr(kScratchBytesAttrName, b.getI64IntegerAttr(bytes));
  });
}

/// The largest factor that products read in shared memory comes in registers.
/// False: there is none.
static bool giveUpLargest(tileaa::FuncOp function) {
  std::optional<StoredFactor> largest;
  function.walk([&](AllocTensorOp op) {
    std::optional<StoredFactor> factor = findStoredFactor(op.getResult());
    if (factor && (!largest || factor->bytes() > largest->bytes()))
      largest = factor;
  });
  if (!largest)
    return false;
  bringToRegisters(*largest);
  describeConversions(function);
  return true;
}

/// Halves the bytes of the largest conversion that can be halved once more.
/// False: there is none.
static bool splitLargest(tileaa::FuncOp function) {
  Operation *largest = nullptr;
  function.walk([&](ConvertLayoutOp op) {
    auto type = cast<RankedTensorType>(op.getResult().getType());
    if (!op->hasAttr(kScratchBytesAttrName) ||
        isa<tileaa::PointerType>(type.getElementType()))
      return;
    unsigned elementBits = tileaa::getStorageBits(type.getElementType());
    const int64_t whole = type.getNumElements() *
                          llvm::PowerOf2Ceil(std::max(elementBits, 8u)) / 8;
    size_t bits =
        splittableBits(getLayoutAttr(op.getSource().getType()).getLayout(),
                       getLayoutAttr(type).getLayout())
            .size();
    if ((whole >> bits) < bytesOf(op) &&
        (!largest || bytesOf(op) > bytesOf(largest)))
      largest = op;
  });
  if (!largest)
    return false;
  Builder b(function.getContext());
  largest->setAttr(kScratchBytesAttrName,
                   b.getI64IntegerAttr(bytesOf(largest) / 2));
  return true;
}

namespace {
struct AllocateSharedMemory
    : tileas::impl::AllocateSharedMemoryPassBase<AllocateSharedMemory> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    // No limit without a target.
    TargetAttr target = getTarget(module);
    Builder builder(module);
    for (auto function : module.getOps<tileaa::FuncOp>()) {
      function.walk([](Operation *op) {
        op->removeDiscardableAttr(kSharedOffsetAttrName);
      });
      describeConversions(function);
      auto [pool, bytes] = makePool(function);
      if (target) {
        const int64_t limit = target.getTarget().sharedBytes;
        if (bytes > limit && moveFactorsIntoLoops(function))
          std::tie(pool, bytes) = makePool(function);
        while (bytes > limit && splitProduct(function, bytes, limit))
          std::tie(pool, bytes) = makePool(function);
        while (bytes > limit && giveUpLargest(function))
          std::tie(pool, bytes) = makePool(function);
        while (bytes > limit && splitLargest(function))
          std::tie(pool, bytes) = makePool(function);
      }
      if (target && bytes > target.getTarget().sharedBytes) {
        addMisfit(function, Resource::SharedBytes, bytes,
                  target.getTarget().sharedBytes);
        function.emitError("expected at most ")
            << target.getTarget().sharedBytes << " bytes of shared memory on "
            << target.getTarget().name << ", got " << bytes;
        return signalPassFailure();
      }
      for (const Buffer &buffer : pool->all())
        buffer.op->setDiscardableAttr(kSharedOffsetAttrName,
                                      builder.getI64IntegerAttr(buffer.offset));
      function->setDiscardableAttr(kSharedBytesAttrName,
                                   builder.getI64IntegerAttr(bytes));
    }
  }
};
} // namespace
