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

struct Instruction {
  /// The same in every trace: static position and loop iterations.
  uint64_t key = 0;
  Token past;
  /// Where it is written, for people.
  std::string label;
};

struct RegisterValue {
  uint64_t bits = 0;
  unsigned width = 32;
};

struct Trace {
  std::vector<Instruction> instructions;
  std::vector<Event> events;
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
  Recorder(ValueDomain &domain, const Options &options)
      : domain(domain), options(options) {}

  /// Starts an instruction instance; returns its index.
  unsigned begin(uint64_t key, const Token &past, std::string label,
                 bool ofTile);
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
  void setRegister(const std::string &name, RegisterValue value) {
    trace.registers[name] = value;
  }
  const Options &readings() const { return options; }

  /// Drops this trace: it needs more loop iterations than the bound.
  void cut() { isCut = true; }
  bool wasCut() const { return isCut; }
  /// The result of the run, once it has ended.
  Trace takeTrace() { return std::move(trace); }
  /// Prepares the next run; false when all answers have been given.
  bool advance();

private:
  Event &add(unsigned lane, EventKind kind, Footprint location, Order order,
             Scope scope);

  ValueDomain &domain;
  const Options &options;
  Trace trace;
  bool isCut = false, currentOfTile = false;
  /// Answer taken and number of answers for each read so far.
  std::vector<std::pair<unsigned, unsigned>> path;
  size_t depth = 0;
};

class ThreadBody {
public:
  virtual ~ThreadBody();
  /// Executes the agent once from its beginning.
  virtual llvm::Error run(Recorder &recorder) const = 0;
};

struct Thread {
  Agent agent;
  std::unique_ptr<ThreadBody> body;
};

struct TraceSet {
  /// Of each thread.
  std::vector<std::vector<Trace>> traces;
  std::vector<Footprint> footprints;
  /// Some trace was cut at the loop bound.
  bool bounded = false;
};

/// All traces of all threads over the least set of values closed under the
/// writes of the program. `constants` are further values that reads may return
/// (only thin-air executions use them). Fails beyond the size limits.
llvm::Expected<TraceSet>
enumerateTraces(const std::vector<Thread> &threads, const MemoryImage &image,
                const Options &options, const std::vector<uint64_t> &constants);

} // namespace tessera::memmodel

#endif // TESSERA_MEMORYMODEL_TRACE_H
