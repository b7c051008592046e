//===- MemoryModel/Trace.cpp - what one agent may do ------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The value domains grow round by round. A grounded execution justifies its
// writes one after the other, so its values appear after at most as many rounds
// as it has writes; further rounds would only add values out of thin air.
//
//===----------------------------------------------------------------------===//

#include "tessera/MemoryModel/Trace.h"
#include "tessera/MemoryModel/PtxInstruction.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::memmodel;

static constexpr size_t maxValues = 64;
static constexpr size_t maxTracesPerThread = 20000;
static constexpr size_t maxEventsPerTrace = 256;

ThreadBody::~ThreadBody() = default;

ArrayRef<PtxInstruction> ThreadBody::instructions() const { return {}; }

Token memmodel::joinTokens(const Token &a, const Token &b) {
  Token result;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(),
                 std::back_inserter(result));
  return result;
}

//===----------------------------------------------------------------------===//
// Value domains
//===----------------------------------------------------------------------===//

const std::vector<uint64_t> &ValueDomain::valuesOf(Footprint location) {
  auto [it, isNew] = cache.try_emplace(location);
  if (!isNew)
    return it->second;
  std::set<uint64_t> cuts{location.address, location.end()};
  for (const Footprint &other : accessed)
    for (uint64_t edge : {other.address, other.end()})
      if (edge > location.address && edge < location.end())
        cuts.insert(edge);
  std::set<uint64_t> values{0};
  for (auto cut = cuts.begin(); std::next(cut) != cuts.end(); ++cut) {
    Footprint cell{*cut, static_cast<uint32_t>(*std::next(cut) - *cut)};
    std::set<uint64_t> cellValues{image.initialValue(cell)};
    for (const auto &[whole, value] : writes)
      if (whole.covers(cell))
        cellValues.insert(sliceValue(value, whole, cell));
    if (cell == location)
      for (uint64_t value : extra)
        cellValues.insert(sliceValue(value, {cell.address, 8}, cell));
    std::set<uint64_t> product;
    for (uint64_t low : values)
      for (uint64_t high : cellValues)
        product.insert(low | high << 8 * (cell.address - location.address));
    values = std::move(product);
    if (values.size() > maxValues)
      return it->second;
  }
  it->second.assign(values.begin(), values.end());
  return it->second;
}

void ValueDomain::note(const Event &event) {
  if (!event.isMemory())
    return;
  newAccessed.insert(event.location);
  if (event.isWrite())
    newWrites.insert({event.location, event.value});
}

bool ValueDomain::grow() {
  size_t before = accessed.size() + writes.size();
  accessed.merge(newAccessed);
  writes.merge(newWrites);
  newAccessed.clear();
  newWrites.clear();
  cache.clear();
  return accessed.size() + writes.size() != before;
}

//===----------------------------------------------------------------------===//
// Recording
//===----------------------------------------------------------------------===//

unsigned Recorder::begin(Instruction instruction) {
  trace.instructions.push_back(std::move(instruction));
  dependencies.clear();
  return trace.instructions.size() - 1;
}

Event &Recorder::add(unsigned lane, EventKind kind, Footprint location,
                     Order order, Scope scope) {
  Event event;
  event.instruction = trace.instructions.size() - 1;
  event.lane = lane;
  event.kind = kind;
  event.location = location;
  event.order = order;
  event.scope = scope;
  event.ofTile = trace.instructions.back().ofTile;
  trace.events.push_back(event);
  trace.dependencies.push_back(dependencies);
  return trace.events.back();
}

Error Recorder::checkAccess(Footprint location, bool isWrite) const {
  const Variable *variable = domain.memory().containing(location);
  if (!variable)
    return makeError("access of " + Twine(location.size) +
                     " bytes outside every variable");
  if (!variable->owner.empty() && variable->owner != agent.name)
    return makeError("'" + variable->name + "' may be used by " +
                     variable->owner + " only, and " + agent.name + " does");
  if (isWrite && variable->isConstant)
    return makeError("write to the constant global '" + variable->name + "'");
  if (trace.events.size() >= maxEventsPerTrace)
    return makeError("too many memory events in one thread: the limit is " +
                     Twine(maxEventsPerTrace));
  return Error::success();
}

Expected<uint64_t> Recorder::read(unsigned lane, Footprint location,
                                  Order order, Scope scope) {
  if (Error error = checkAccess(location, /*isWrite=*/false))
    return std::move(error);
  const std::vector<uint64_t> &values = domain.valuesOf(location);
  if (values.empty())
    return makeError("too many values for one location: the limit is " +
                     Twine(maxValues));
  if (depth == path.size())
    path.push_back({0, static_cast<unsigned>(values.size())});
  uint64_t value = values[path[depth++].first];
  add(lane, EventKind::Read, location, order, scope).value = value;
  return value;
}

Error Recorder::write(unsigned lane, Footprint location, uint64_t value,
                      Order order, Scope scope) {
  if (Error error = checkAccess(location, /*isWrite=*/true))
    return error;
  add(lane, EventKind::Write, location, order, scope).value =
      sliceValue(value, {location.address, 8}, location);
  return Error::success();
}

Error Recorder::update(uint64_t value, Order order, Scope scope) {
  Event read = trace.events.back();
  if (Error error = write(read.lane, read.location, value, order, scope))
    return error;
  trace.events[trace.events.size() - 2].updateWrite = trace.events.size() - 1;
  return Error::success();
}

void Recorder::compareFailed() {
  Event &event = trace.events.back();
  event.failedCompare = true;
  if (!options.isDefault(ChoiceId::G9))
    event.order = Order::Relaxed;
}

void Recorder::fence(Order order, Scope scope) {
  add(0, EventKind::Fence, {}, order, scope);
}

void Recorder::sync(SyncKind kind, uint64_t key) {
  Event &event = add(0, EventKind::Sync, {}, Order::Relaxed, Scope::None);
  event.sync = kind;
  event.syncKey = key;
}

bool Recorder::advance() {
  path.resize(depth);
  while (!path.empty() && path.back().first + 1 == path.back().second)
    path.pop_back();
  trace = Trace();
  isCut = isSpinning = false;
  depth = 0;
  if (path.empty())
    return false;
  ++path.back().first;
  return true;
}

//===----------------------------------------------------------------------===//
// All traces
//===----------------------------------------------------------------------===//

static Expected<std::vector<Trace>> tracesOf(const Thread &thread, int index,
                                             ValueDomain &domain,
                                             const Options &options,
                                             TraceSet &set) {
  std::vector<Trace> traces;
  Recorder recorder(domain, options, thread.agent);
  do {
    if (Error error = thread.body->run(recorder))
      return std::move(error);
    set.bounded |= recorder.wasCut();
    set.spins |= recorder.wasSpinning();
    Trace trace = recorder.takeTrace();
    for (Event &event : trace.events) {
      event.agent = index;
      domain.note(event);
    }
    if (!recorder.wasCut() && !recorder.wasSpinning())
      traces.push_back(std::move(trace));
    if (traces.size() > maxTracesPerThread)
      return makeError("too many traces of thread " + thread.agent.name +
                       ": the limit is " + Twine(maxTracesPerThread));
  } while (recorder.advance());
  return traces;
}

Expected<TraceSet>
memmodel::enumerateTraces(const std::vector<Thread> &threads,
                          const MemoryImage &image, const Options &options,
                          const std::vector<uint64_t> &constants) {
  ValueDomain domain(image);
  domain.addConstants(constants);
  TraceSet set;
  for (size_t round = 0;; ++round) {
    set.traces.clear();
    size_t mostWrites = 0;
    for (auto [index, thread] : enumerate(threads)) {
      Expected<std::vector<Trace>> traces =
          tracesOf(thread, index, domain, options, set);
      if (!traces)
        return traces.takeError();
      size_t most = 0;
      for (const Trace &trace : *traces)
        most = std::max<size_t>(
            most,
            count_if(trace.events, [](const Event &e) { return e.isWrite(); }));
      mostWrites += most;
      set.traces.push_back(std::move(*traces));
    }
    size_t footprints = domain.footprints().size();
    bool grew = domain.grow();
    // Reads must have been split at every footprint that the traces have.
    bool closed = domain.footprints().size() == footprints;
    if (!grew || (round > mostWrites && closed))
      break;
    if (round > 64)
      return makeError("the addresses of the program do not settle");
  }
  set.footprints.assign(domain.footprints().begin(), domain.footprints().end());
  return set;
}
