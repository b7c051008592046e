//===- MemoryModel/Event.h - memory events ----------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an execution is made of: events of single elements, the agents (tile
// blocks, PTX threads, host threads) that perform them, and the variables they
// touch (memory-model.md 1.1). Nothing here knows MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_MEMORYMODEL_EVENT_H
#define TESSERA_MEMORYMODEL_EVENT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace tessera::memmodel {

enum class EventKind : uint8_t { Read, Write, Fence };
enum class Order : uint8_t {
  Initial,
  Weak,
  Relaxed,
  Acquire,
  Release,
  AcqRel,
  SeqCst
};
enum class Scope : uint8_t { None, TileBlock, Device, System };

llvm::StringRef orderName(Order order);
llvm::StringRef scopeName(Scope scope);

/// The bytes [address, address + size), size 1 to 8.
struct Footprint {
  uint64_t address = 0;
  uint32_t size = 0;

  uint64_t end() const { return address + size; }
  bool overlaps(const Footprint &other) const {
    return address < other.end() && other.address < end();
  }
  bool covers(const Footprint &other) const {
    return address <= other.address && other.end() <= end();
  }
  auto operator<=>(const Footprint &) const = default;
};

/// The little-endian value of `part`, which `whole` covers, when `whole` holds
/// `value`.
uint64_t sliceValue(uint64_t value, Footprint whole, Footprint part);

/// A tile block, or a PTX or host thread. Blocks order memory by tokens, the
/// others by program order.
struct Agent {
  std::string name;
  bool isTile = true;
  /// -1: the host.
  int gpu = 0;
  /// Who is in the same tile block or CTA; equal strings are.
  std::string block;
};

/// Whether `scope`, used by `self`, reaches `other`.
bool scopeIncludes(Scope scope, const Agent &self, const Agent &other);

/// One element access. The two halves of an atomic are two events.
struct Event {
  /// Index of the agent; -1 for an initial write.
  int agent = -1;
  /// Index into the trace's instruction instances.
  unsigned instruction = 0;
  unsigned lane = 0;
  EventKind kind = EventKind::Write;
  Footprint location;
  uint64_t value = 0;
  Order order = Order::Initial;
  Scope scope = Scope::None;
  /// For the read half of an atomic that writes: index of the write half.
  int updateWrite = -1;
  /// The instruction has more than one lane.
  bool ofTile = false;
  /// Read of a compare-and-swap whose comparison failed.
  bool failedCompare = false;

  bool isRead() const { return kind == EventKind::Read; }
  bool isWrite() const { return kind == EventKind::Write; }
  bool isMemory() const { return kind != EventKind::Fence; }
  bool isWeak() const { return order == Order::Weak; }
};

/// A named array in memory. `alias`ed variables share bytes with another one.
struct Variable {
  std::string name;
  uint64_t address = 0;
  uint32_t elementSize = 4;
  uint32_t length = 1;

  uint64_t byteSize() const { return uint64_t(elementSize) * length; }
};

/// The variables of a test and the initial value of every byte.
class MemoryImage {
public:
  /// Adds a variable whose elements all hold `initial`, at a fresh address.
  void add(llvm::StringRef name, uint32_t elementSize, uint32_t length,
           uint64_t initial);
  /// Adds another view of the bytes of `other`; false when it does not fit.
  bool addAlias(llvm::StringRef name, uint32_t elementSize, uint32_t length,
                const Variable &other);

  const Variable *find(llvm::StringRef name) const;
  /// A variable that holds all of `location`, or null.
  const Variable *containing(Footprint location) const;
  llvm::ArrayRef<Variable> variables() const { return list; }
  uint64_t initialValue(Footprint location) const;
  /// "x", "a[2]", or "a[0]:i16" when the size is not the element's.
  std::string describe(Footprint location) const;

private:
  std::vector<Variable> list;
  /// Initial bytes; the index is the address less `firstAddress`.
  std::vector<uint8_t> bytes;
  static constexpr uint64_t firstAddress = 0x10000;
};

} // namespace tessera::memmodel

#endif // TESSERA_MEMORYMODEL_EVENT_H
