//===- MemoryModel/Trace.h - what one agent may do --------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A ThreadBody executes one agent with concrete values; the Recorder it runs
// against answers every read with a value some write could have left, one
// choice after the other, and keeps the events. All answers together are the
// agent's traces.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_MEMORYMODEL_TRACE_H
#define TESSERA_MEMORYMODEL_TRACE_H

#include "tessera/MemoryModel/Event.h"
#include "tessera/MemoryModel/Options.h"

#include "llvm/Support/Error.h"

#include <map>
#include <memory>
#include <set>

namespace tessera::memmodel {

/// Instruction instances a token stands for, sorted.
using Token = std::vector<unsigned>;
Token joinTokens(const Token &a, const Token &b);

/// Event indices of the reads that a value depends on, sorted.
using Taint = std::vector<unsigned>;

/// What an instruction does to memory, as the PTX mapping sees it.
enum class MemoryOp : uint8_t { None, Load, Store, Rmw, Cas, Reduce };

struct Instruction {
  /// The same in every trace: static position and loop iterations.
  uint64_t key = 0;
  Token past;
  /// Where it is written, for people.
  std::string label;
  /// More than one lane.
  bool ofTile = false;
  MemoryOp op = MemoryOp::None;
  Order order = Order::Weak;
  Scope scope = Scope::None;
};

struct RegisterValue {
  uint64_t bits = 0;
  unsigned width = 32;
};

struct Trace {
  std::vector<Instruction> instructions;
  std::vector<Event> events;
  /// Of each event: the reads that its value, its address or whether it happens
  /// at all depends on.
  std::vector<Taint> dependencies;
  std::map<std::string, RegisterValue> registers;
};

/// The values that reads may return: what is in memory at first and what any
/// trace so far wrote, byte range by byte range.
class ValueDomain {
public:
  explicit ValueDomain(const MemoryImage &image) : image(image) {}
  const MemoryImage &memory() const { return image; }
  /// The sorted values of a footprint; empty if they are too many.
  const std::vector<uint64_t> &valuesOf(Footprint location);
  void note(const Event &event);
  void addConstants(const std::vector<uint64_t> &values) { extra = values; }
  /// Takes over what was noted; whether anything was new.
  bool grow();
  const std::set<Footprint> &footprints() const { return accessed; }

private:
  const MemoryImage &image;
  std::set<Footprint> accessed, newAccessed;
  std::set<std::pair<Footprint, uint64_t>> writes, newWrites;
  std::vector<uint64_t> extra;
  std::map<Footprint, std::vector<uint64_t>> cache;
};

class Recorder {
public:
  Recorder(ValueDomain &domain, const Options &options, const Agent &agent)
      : domain(domain), options(options), agent(agent) {}

  /// Starts an instruction instance; returns its index.
  unsigned begin(Instruction instruction);
  /// What the following accesses depend on.
  void setDependencies(Taint taint) { dependencies = std::move(taint); }
  /// Accesses by the instance begun last. Fail outside every variable.
  llvm::Expected<uint64_t> read(unsigned lane, Footprint location, Order order,
                                Scope scope);
  llvm::Error write(unsigned lane, Footprint location, uint64_t value,
                    Order order, Scope scope);
  /// The write half of the atomic whose read half was recorded last.
  llvm::Error update(uint64_t value, Order order, Scope scope);
  /// The compare-and-swap whose read half was recorded last does not write.
  void compareFailed();
  void fence(Order order, Scope scope);
  void sync(SyncKind kind, uint64_t key);
  /// Access `index` is performed by a copy engine through `proxy`.
  void makeAsync(unsigned index, Proxy proxy) {
    trace.events[index].isAsync = true;
    trace.events[index].proxy = proxy;
  }
  unsigned numEvents() const { return trace.events.size(); }
  const Event &event(unsigned index) const { return trace.events[index]; }
  void setRegister(const std::string &name, RegisterValue value) {
    trace.registers[name] = value;
  }
  const Options &readings() const { return options; }

  /// Drops this trace: it needs more loop iterations than the bound.
  void cut() { isCut = true; }
  bool wasCut() const { return isCut; }
  /// Drops this trace: a loop went round without doing anything, and one in
  /// which it does not is looked at instead ("assume exit").
  void spin() { isSpinning = true; }
  bool wasSpinning() const { return isSpinning; }
  /// The result of the run, once it has ended.
  Trace takeTrace() { return std::move(trace); }
  /// Prepares the next run; false when all answers have been given.
  bool advance();

private:
  llvm::Error checkAccess(Footprint location, bool isWrite) const;
  Event &add(unsigned lane, EventKind kind, Footprint location, Order order,
             Scope scope);

  ValueDomain &domain;
  const Options &options;
  const Agent &agent;
  Trace trace;
  Taint dependencies;
  bool isCut = false, isSpinning = false;
  /// Answer taken and number of answers for each read so far.
  std::vector<std::pair<unsigned, unsigned>> path;
  size_t depth = 0;
};

struct PtxInstruction;

class ThreadBody {
public:
  virtual ~ThreadBody();
  /// Executes the agent once from its beginning.
  virtual llvm::Error run(Recorder &recorder) const = 0;
  /// Barriers that the agent may execute: the others of its CTA wait for it.
  virtual std::vector<uint64_t> barriers() const { return {}; }
  /// Of a PTX or host thread.
  virtual llvm::ArrayRef<PtxInstruction> instructions() const;
};

struct Thread {
  Agent agent;
  std::unique_ptr<ThreadBody> body;
};

struct TraceSet {
  /// Of each thread.
  std::vector<std::vector<Trace>> traces;
  std::vector<Footprint> footprints;
  /// Some trace was cut at the loop bound, or left out as a spinning one.
  bool bounded = false, spins = false;
};

/// All traces of all threads over the least set of values closed under the
/// writes of the program. `constants` are further values that reads may return
/// (only thin-air executions use them). Fails beyond the size limits.
llvm::Expected<TraceSet>
enumerateTraces(const std::vector<Thread> &threads, const MemoryImage &image,
                const Options &options, const std::vector<uint64_t> &constants);

} // namespace tessera::memmodel

#endif // TESSERA_MEMORYMODEL_TRACE_H
