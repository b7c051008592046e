//===- Interpreter/Race/RaceOps.cpp - memory operations that are watched -------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each memory operation is executed by its usual handler; around it the bytes
// it touches are worked out again and shown to the detector. A token's value is
// its clock.
//
//===----------------------------------------------------------------------===//

#include "Interpreter/Access/ViewAccess.h"
#include "RaceRun.h"

#include "tessera/Interpreter/TypeKinds.h"

using namespace mlir;

namespace tessera::interp {

namespace {

ClockId clockOf(Value token, BlockContext &ctx) {
  return token ? static_cast<ClockId>(ctx.get(token).bits()) : 0;
}

void setClock(Value token, ClockId clock, BlockContext &ctx) {
  ctx.set(token, Tile::scalar(ElementKind::I64, clock));
}

/// Elements [element, element + count) at `offset` in a shadow, without gaps.
using Visit = llvm::function_ref<void(RaceShadow &shadow, uint64_t offset,
                                      int64_t element, uint64_t count)>;

/// What one execution touches.
class Touched {
public:
  Touched(const RaceOp &op, BlockContext &ctx)
      : op(op), ctx(ctx), detector(ctx.race()->run.detector) {
    if (op.access.isThroughView())
      describeView();
    else
      describePointers();
  }

  uint32_t footprint = 0;
  uint64_t base = 0;

  void forEach(Visit visit) const {
    if (view)
      visitView(visit);
    else if (!op.access.isThroughView())
      visitPointers(visit);
  }

private:
  void describeView() {
    auto made = ctx.quietly([&] {
      return ViewAccess::create(op.access.op, ctx, op.access.address,
                                op.access.indices, {});
    });
    if (failed(made) || made->isNothing())
      return;
    view = std::move(*made);
    RaceFootprint shape;
    uint64_t first;
    if (!op.isSubByte && view->describeLayout(first, shape.lengths,
                                              shape.inside, shape.strides)) {
      base = addressOf(first);
      for (int64_t &stride : shape.strides)
        stride *= op.elementBytes;
      footprint = detector.records.regular(shape);
      return;
    }
    // Positions outside the tensor lie nowhere.
    std::vector<uint64_t> addresses(static_cast<size_t>(view->numElements()),
                                    ~uint64_t(0) >> 1);
    (void)view->forEachRow([&](int64_t first, uint64_t offset) {
      const ViewAccess::Dim &last = view->lastDim();
      for (int64_t p = 0, n = view->rowLength(); p < n; ++p)
        if (last.inside[p])
          addresses[first + p] = addressOf(offset + last.offsets[p]);
      return success();
    });
    footprint = detector.records.irregular(std::move(addresses));
  }

  uint64_t addressOf(uint64_t number) const {
    return view->base + (op.isSubByte ? number / 2 : number * op.elementBytes);
  }

  void describePointers() {
    const Tile &tile = ctx.get(op.access.address);
    pointers = tile.data<uint64_t>();
    provenance = tile.provenance();
    count = tile.numElements();
    if (op.access.mask)
      mask = ctx.get(op.access.mask).data<uint8_t>();
    // Regular if affine in the tile's indices, masked lanes included.
    base = pointers[0];
    RaceFootprint shape;
    auto extents = tile.shape();
    llvm::SmallVector<int64_t, 4> pitch(extents.size(), 1);
    for (size_t d = extents.size(); d-- > 1;)
      pitch[d - 1] = pitch[d] * extents[d];
    for (size_t d = 0; d < extents.size(); ++d) {
      shape.lengths.push_back(extents[d]);
      shape.inside.push_back(extents[d]);
      shape.strides.push_back(
          extents[d] > 1 ? static_cast<int64_t>(pointers[pitch[d]] - base) : 0);
    }
    if (isAffine(shape, 0, pointers)) {
      footprint = detector.records.regular(shape);
      return;
    }
    footprint = detector.records.irregular(
        std::vector<uint64_t>(pointers, pointers + count));
  }

  /// Whether the elements from dimension d on lie where `shape` says.
  static bool isAffine(const RaceFootprint &shape, size_t d,
                       const uint64_t *addresses) {
    uint64_t first = addresses[0];
    if (shape.lengths.empty())
      return true;
    auto stride = static_cast<uint64_t>(shape.strides[d]);
    if (d + 1 == shape.lengths.size()) {
      bool same = true;
      for (int64_t i = 0; i < shape.lengths[d]; ++i)
        same &= addresses[i] == first + static_cast<uint64_t>(i) * stride;
      return same;
    }
    int64_t pitch = 1;
    for (size_t e = d + 1; e < shape.lengths.size(); ++e)
      pitch *= shape.lengths[e];
    for (int64_t i = 0; i < shape.lengths[d]; ++i)
      if (addresses[i * pitch] != first + static_cast<uint64_t>(i) * stride ||
          !isAffine(shape, d + 1, addresses + i * pitch))
        return false;
    return true;
  }

  /// Shows `n` elements at `address` if they may be accessed at all; else one
  /// by one those that may.
  void show(ProvenanceId id, uint64_t address, int64_t element, uint64_t n,
            Visit visit) const {
    const Memory &memory = ctx.memory();
    if (id == 0)
      id = memory.lookup(address);
    const Allocation *allocation = memory.find(id);
    if (!allocation || !allocation->live.load(std::memory_order_relaxed) ||
        (allocation->owner != 0 && allocation->owner != ctx.ownerTag()))
      return;
    if (allocation->contains(address, n * op.elementBytes)) {
      if (RaceShadow *shadow = detector.shadowOf(id, *allocation))
        visit(*shadow, address - allocation->base, element, n);
    } else if (n > 1) {
      for (uint64_t i = 0; i < n; ++i)
        show(id, address + i * op.elementBytes,
             element + static_cast<int64_t>(i), 1, visit);
    }
  }

  void visitView(Visit visit) const {
    const ViewAccess::Dim &last = view->lastDim();
    (void)view->forEachRow([&](int64_t first, uint64_t offset) {
      if (last.dense && last.stride == 1 && !op.isSubByte) {
        show(view->provenance, addressOf(offset + last.offsets[0]), first,
             static_cast<uint64_t>(last.prefix), visit);
        return success();
      }
      for (int64_t p = 0, n = view->rowLength(); p < n; ++p)
        if (last.inside[p])
          show(view->provenance, addressOf(offset + last.offsets[p]), first + p,
               1, visit);
      return success();
    });
  }

  void visitPointers(Visit visit) const {
    auto isActive = [&](int64_t i) { return !mask || (mask[i] & 1); };
    for (int64_t i = 0; i < count;) {
      int64_t first = i++;
      if (!isActive(first))
        continue;
      while (i < count && isActive(i) && provenance[i] == provenance[first] &&
             pointers[i] == pointers[i - 1] + op.elementBytes)
        ++i;
      show(provenance[first], pointers[first], first,
           static_cast<uint64_t>(i - first), visit);
    }
  }

  const RaceOp &op;
  BlockContext &ctx;
  RaceDetector &detector;
  std::optional<ViewAccess> view;
  const uint64_t *pointers = nullptr;
  const ProvenanceId *provenance = nullptr;
  const uint8_t *mask = nullptr;
  int64_t count = 0;
};

/// A scoped access, lane by lane.
class ScopedAccess {
public:
  ScopedAccess(const RaceOp &op, BlockContext &ctx, ClockId past)
      : op(op), ctx(ctx), detector(ctx.race()->run.detector), past(past) {}

  /// Before the access: collects the lanes and what memory holds.
  void prepare(const Touched &touched) {
    touched.forEach([&](RaceShadow &shadow, uint64_t offset, int64_t element,
                        uint64_t count) {
      for (uint64_t i = 0; i < count; ++i) {
        uint64_t at = offset + i * op.elementBytes;
        lanes.push_back({&shadow, at, element + static_cast<int64_t>(i),
                         shadow.readMemory(at, op.elementBytes)});
      }
    });
  }

  /// After the access: the clock of its result token.
  ClockId perform(const RaceEvent &event, RaceAccess &access) {
    ClockId result = detector.clocks.after(past, event);
    RaceSync sync{event,
                  past,
                  0,
                  op.access.reads,
                  op.access.writes,
                  {},
                  op.access.isRelease(),
                  op.access.isAcquire()};
    for (const RaceLane &lane : lanes) {
      bool writes = op.access.writes && compareHits(lane.element);
      access.touchScoped(*lane.shadow, lane.offset, writes);
      RaceLocation *location = locationOf(lane, writes);
      ClockId before = past;
      if (location && op.access.reads)
        before = read(lane, *location, event, result, sync);
      if (location && writes)
        write(lane, *location, event, before);
      if (sync.address == 0)
        sync.address = lane.shadow->base + lane.offset;
    }
    if (!lanes.empty() && !op.isSubByte)
      detector.noteSync(sync);
    if (replaced)
      ctx.set(op.access.result, std::move(*replaced));
    return result;
  }

  std::vector<RaceLane> lanes;

private:
  bool compareHits(int64_t element) const {
    auto cas = dyn_cast<cuda_tile::AtomicCASTkoOp>(op.access.op);
    return !cas || ctx.get(cas.getResult()).bits(element) ==
                       ctx.get(cas.getCmp()).bits(element);
  }

  /// nullptr: nobody can observe more here than the latest value.
  RaceLocation *locationOf(const RaceLane &lane, bool writes) {
    if (op.isSubByte)
      return nullptr;
    RaceLocation *location = lane.shadow->find(lane.offset);
    if (location && location->bytes != op.elementBytes)
      return nullptr;
    if (!location && writes &&
        (op.access.isRelease() || detector.wantsLocations()))
      location = &detector.makeLocation(*lane.shadow, lane.offset,
                                        op.elementBytes, lane.before);
    return location;
  }

  /// Which version a lane reads; what it acquires goes into `result`, and the
  /// answer is the past of the write half of an atomic.
  ClockId read(const RaceLane &lane, RaceLocation &location,
               const RaceEvent &event, ClockId &result, RaceSync &sync) {
    uint32_t number = op.access.writes ? location.lastVersion()
                                       : detector.chooseVersion(location, past);
    const RaceVersion &version = location.version(number);
    if (number != location.lastVersion())
      replace(lane.element, version.bits);
    if (detector.explores())
      location.noteRead(event, number);
    sync.readsFrom = version.writer;
    sync.address = lane.shadow->base + lane.offset;
    ClockId before = past;
    if (!op.access.isAcquire())
      return before;
    for (const RaceHead &head : version.heads)
      if (detector.reachEachOther(event.block, *op.access.scope, head.block,
                                  head.scope)) {
        before = detector.clocks.acquire(before, event.block, head.released);
        result = detector.clocks.acquire(result, event.block, head.released);
      }
    return before;
  }

  void write(const RaceLane &lane, RaceLocation &location,
             const RaceEvent &event, ClockId before) {
    RaceVersion version;
    version.writer = event;
    version.bits = lane.shadow->readMemory(lane.offset, op.elementBytes);
    // Observation passes through atomics, not through plain stores.
    if (op.access.reads)
      version.heads = location.versions.back().heads;
    if (op.access.isRelease()) {
      ClockId released = detector.clocks.after(before, event);
      // A head that this one has acquired reaches nobody that this one does
      // not.
      llvm::erase_if(version.heads, [&](const RaceHead &head) {
        return op.access.isAcquire() && head.scope == *op.access.scope &&
               head.scope != cuda_tile::MemoryScope::TileBlock &&
               detector.gpuOf(head.block) == detector.gpuOf(event.block);
      });
      version.heads.push_back({event.block, *op.access.scope, released});
    }
    location.append(std::move(version));
  }

  void replace(int64_t element, uint64_t bits) {
    if (!replaced)
      replaced = ctx.get(op.access.result);
    replaced->setBits(element, normaliseLoaded(replaced->kind(), bits));
  }

  const RaceOp &op;
  BlockContext &ctx;
  RaceDetector &detector;
  ClockId past;
  std::optional<Tile> replaced;
};

LogicalResult executeWatched(Operation *op, BlockContext &ctx) {
  RaceBlock &block = *ctx.race();
  RaceRun &run = block.run;
  const RaceOp &info = run.detector.describe(op, run.plain);
  if (info.isScoped() && failed(run.turn(op, ctx)))
    return failure();
  run.collectIfFull();
  ClockId past = clockOf(info.access.token, ctx), result = past;
  Touched touched(info, ctx);
  if (info.isScoped()) {
    ScopedAccess scoped(info, ctx, past);
    scoped.prepare(touched);
    if (failed(info.plain(op, ctx)))
      return failure();
    // Without an active lane the token passes through.
    if (!scoped.lanes.empty()) {
      RaceEvent event = block.nextEvent(info);
      RaceAccess access(run.detector, info, event, past, touched.footprint,
                        touched.base);
      result = scoped.perform(event, access);
    }
  } else {
    std::optional<RaceAccess> access;
    touched.forEach(
        [&](RaceShadow &shadow, uint64_t offset, int64_t, uint64_t count) {
          if (!access) {
            RaceEvent event = block.nextEvent(info);
            access.emplace(run.detector, info, event, past, touched.footprint,
                           touched.base);
            result = run.detector.clocks.after(past, event);
          }
          access->touchWeak(shadow, offset, count * info.elementBytes);
        });
    if (failed(info.plain(op, ctx)))
      return failure();
  }
  setClock(info.access.resultToken, result, ctx);
  return reportRaces(run, op, ctx);
}

LogicalResult executeMakeToken(Operation *op, BlockContext &ctx) {
  setClock(op->getResult(0), 0, ctx);
  return success();
}

LogicalResult executeJoinTokens(Operation *op, BlockContext &ctx) {
  ClockId joined = 0;
  for (Value token : op->getOperands())
    joined = ctx.race()->run.detector.clocks.join(joined, clockOf(token, ctx));
  setClock(op->getResult(0), joined, ctx);
  return success();
}

/// Operations without memory events hand their token on.
LogicalResult executePassing(Operation *op, BlockContext &ctx) {
  ClockId clock = 0;
  for (Value operand : op->getOperands())
    if (isa<cuda_tile::TokenType>(operand.getType()))
      clock = clockOf(operand, ctx);
  if (failed(ctx.race()->run.plain.lookup(op)->handler(op, ctx)))
    return failure();
  for (Value result : op->getResults())
    if (isa<cuda_tile::TokenType>(result.getType()))
      setClock(result, clock, ctx);
  return success();
}

} // namespace

void registerRaceOps(OpTable &table) {
  using namespace cuda_tile;
  table.add<LoadPtrTkoOp>(executeWatched);
  table.add<StorePtrTkoOp>(executeWatched);
  table.add<LoadViewTkoOp>(executeWatched);
  table.add<StoreViewTkoOp>(executeWatched);
  table.add<AtomicRMWTkoOp>(executeWatched);
  table.add<AtomicCASTkoOp>(executeWatched);
  table.add<AtomicRedViewTkoOp>(executeWatched);
  table.add<MakeTokenOp>(executeMakeToken);
  table.add<JoinTokensOp>(executeJoinTokens);
  table.add<PrintTkoOp>(executePassing);
  table.add<GdcLaunchDependentsTkoOp>(executePassing);
  table.add<GdcWaitTkoOp>(executePassing);
  table.add<MemoryFenceAliasTkoOp>(executePassing);
}

} // namespace tessera::interp
