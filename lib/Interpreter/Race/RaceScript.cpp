//===- Interpreter/Race/RaceScript.cpp - PTX threads beside blocks -------------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A read keeps what it observed until an acquire takes it up: its own order, a
// later acquire of the same bytes, or any later fence. A write brings its own
// release and those of the fences and releases before it. Orders of fence.sc
// are those of execution.
//
//===----------------------------------------------------------------------===//

#include "RaceScript.h"
#include "RaceRun.h"

using namespace mlir;

namespace tessera::interp {

using Kind = ScriptedInstruction::Kind;
using Scope = cuda_tile::MemoryScope;

static void writeMemory(std::byte *bytes, uint64_t value, unsigned count) {
  std::memcpy(bytes, &value, count);
}

RaceScript::RaceScript(RaceRun &run, const ScriptedThread &thread)
    : thread(thread), run(run), detector(run.detector) {
  int highest = -1;
  for (const ScriptedInstruction &inst : thread.code) {
    highest = std::max({highest, inst.destination, inst.guard});
    for (const ScriptedOperand &operand : inst.operands)
      highest = std::max(highest, operand.reg);
    bool accesses = inst.kind != Kind::Fence && inst.kind != Kind::Compute;
    ops.push_back(accesses ? &detector.describeScripted(inst) : nullptr);
  }
  registers.resize(static_cast<size_t>(highest + 1));
}

void RaceScript::forEachClock(llvm::function_ref<void(ClockId)> use) const {
  use(past);
  for (const Observed &item : observed)
    use(item.head.released);
  for (const auto &[scope, clock] : fences)
    use(clock);
  for (const auto &[key, clock] : releases)
    use(clock);
}

bool RaceScript::isEnabled(const ScriptedInstruction &inst) const {
  if (inst.guard < 0)
    return true;
  const std::optional<uint64_t> &value = registers[inst.guard];
  return value && (*value == inst.guardValue) == inst.guardEqual;
}

llvm::SmallVector<uint64_t, 2>
RaceScript::operandsOf(const ScriptedInstruction &inst) const {
  llvm::SmallVector<uint64_t, 2> values;
  for (const ScriptedOperand &operand : inst.operands)
    values.push_back(operand.reg < 0 ? operand.value
                                     : registers[operand.reg].value_or(0));
  return values;
}

LogicalResult RaceScript::execute(RaceBlock &block, Engine &engine,
                                  BlockContext &context) {
  for (auto [inst, op] : llvm::zip(thread.code, ops)) {
    if (inst.scope && failed(run.changeTurn()))
      return failure();
    run.collectIfFull();
    if (!isEnabled(inst))
      continue;
    if (inst.kind == Kind::Fence)
      fence(inst, block.number);
    else if (inst.kind == Kind::Compute)
      registers[inst.destination] = inst.combine(0, operandsOf(inst));
    else
      access(inst, *op, block);
    if (failed(reportRaces(run, nullptr, context, &engine)))
      return failure();
  }
  return success();
}

void RaceScript::acquire(const RaceHead &head, Scope scope, uint32_t number) {
  if (detector.reachEachOther(number, scope, head.block, head.scope))
    past = detector.clocks.acquire(past, number, head.released);
}

void RaceScript::fence(const ScriptedInstruction &inst, uint32_t number) {
  for (const Observed &item : observed)
    acquire(item.head, *inst.scope, number);
  if (inst.isSequential) {
    for (const RaceHead &earlier : run.sequentialFences)
      acquire(earlier, *inst.scope, number);
    run.sequentialFences.push_back({number, *inst.scope, past});
  }
  fences[*inst.scope] = past;
}

void RaceScript::access(const ScriptedInstruction &inst, RaceOp &op,
                        RaceBlock &block) {
  const Allocation &allocation = *run.memory.find(inst.allocation);
  RaceShadow *shadow = detector.shadowOf(inst.allocation, allocation);
  std::byte *bytes = allocation.host + inst.offset;
  if (!shadow) {
    // Nothing can write it, so nothing can race.
    uint64_t value = 0;
    std::memcpy(&value, bytes, inst.bytes);
    if (inst.destination >= 0)
      registers[inst.destination] = value;
    return;
  }
  RaceEvent event = block.nextEvent(op);
  RaceAccess access(detector, op, event, past, detector.records.regular({}),
                    shadow->base + inst.offset);
  if (op.isScoped())
    scoped(inst, op, *shadow, access, event, bytes);
  else
    weak(inst, *shadow, access, bytes);
  past = detector.clocks.after(past, event);
}

void RaceScript::weak(const ScriptedInstruction &inst, RaceShadow &shadow,
                      RaceAccess &access, std::byte *bytes) {
  access.touchWeak(shadow, inst.offset, inst.bytes);
  if (inst.kind == Kind::Store)
    writeMemory(bytes, operandsOf(inst)[0], inst.bytes);
  else if (inst.destination >= 0)
    registers[inst.destination] = shadow.readMemory(inst.offset, inst.bytes);
}

void RaceScript::scoped(const ScriptedInstruction &inst, const RaceOp &op,
                        RaceShadow &shadow, RaceAccess &access,
                        const RaceEvent &event, std::byte *bytes) {
  uint64_t before = shadow.readMemory(inst.offset, inst.bytes), value = before;
  std::optional<uint64_t> written;
  if (inst.kind == Kind::Store)
    written = operandsOf(inst)[0];
  else if (inst.kind == Kind::Update)
    written = inst.combine(before, operandsOf(inst));
  access.touchScoped(shadow, inst.offset, written.has_value());
  RaceLocation *location = shadow.find(inst.offset);
  if (location && location->bytes != inst.bytes)
    location = nullptr;
  else if (!location && written)
    location = &detector.makeLocation(shadow, inst.offset, inst.bytes, before);

  RaceSync sync{event, past, shadow.base + inst.offset, op.access.reads,
                op.access.writes};
  RaceVersion next;
  if (location && op.access.reads) {
    uint32_t number = inst.kind == Kind::Update
                          ? location->lastVersion()
                          : detector.chooseVersion(*location, past);
    const RaceVersion &version = location->version(number);
    if (number != location->lastVersion())
      value = version.bits;
    if (detector.explores())
      location->noteRead(event, number);
    sync.readsFrom = version.writer;
    // Observation passes through atomics.
    if (observe(inst, op, version, event))
      next.heads = version.heads;
  }
  if (written) {
    writeMemory(bytes, *written, inst.bytes);
    if (location) {
      next.bits = shadow.readMemory(inst.offset, inst.bytes);
      publish(inst, op, next, event);
      location->append(std::move(next));
    }
  }
  if (inst.destination >= 0)
    registers[inst.destination] = value;
  // For explanations: a fence counts for every access on its other side.
  sync.releases = op.access.isRelease() || !fences.empty();
  if (!op.access.isRelease())
    for (const auto &[scope, clock] : fences)
      sync.before = clock;
  size_t position = static_cast<size_t>(&inst - thread.code.data());
  sync.acquires = op.access.isAcquire() ||
                  llvm::any_of(llvm::ArrayRef(thread.code).drop_front(position),
                               [](const ScriptedInstruction &later) {
                                 return later.kind == Kind::Fence;
                               });
  detector.noteSync(sync);
}

bool RaceScript::observe(const ScriptedInstruction &inst, const RaceOp &op,
                         const RaceVersion &version, const RaceEvent &event) {
  if (version.writer.number == 0)
    return false;
  const RaceOp &writer = detector.operation(version.writer.op);
  if (!detector.reachEachOther(event.block, *inst.scope, version.writer.block,
                               *writer.access.scope))
    return false;
  Place place{inst.allocation, inst.offset};
  if (!inst.isReduction)
    for (const RaceHead &head : version.heads)
      observed.push_back({place, head});
  if (op.access.isAcquire())
    for (const Observed &item : observed)
      if (item.place == place)
        acquire(item.head, *inst.scope, event.block);
  return true;
}

void RaceScript::publish(const ScriptedInstruction &inst, const RaceOp &op,
                         RaceVersion &version, const RaceEvent &event) {
  version.writer = event;
  Place place{inst.allocation, inst.offset};
  if (op.access.isRelease())
    releases[{place, *inst.scope}] = detector.clocks.after(past, event);
  for (const auto &[key, clock] : releases)
    if (key.first == place)
      version.heads.push_back({event.block, key.second, clock});
  for (const auto &[scope, clock] : fences)
    version.heads.push_back({event.block, scope, clock});
}

} // namespace tessera::interp
