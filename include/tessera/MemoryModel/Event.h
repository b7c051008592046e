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
#include <map>
#include <string>
#include <vector>

namespace tessera::memmodel {

/// Sync: an event that only orders others; `Event::sync` says how.
enum class EventKind : uint8_t { Read, Write, Fence, Sync };
enum class SyncKind : uint8_t {
  None,
  /// Of a barrier or mbarrier: everything that arrives precedes everything that
  /// departs, when both have the same key and CTA.
  Arrive,
  Depart,
  /// A host thread starts a kernel, or waits for one to end.
  Launch,
  Join,
  /// gdc_wait_tko: the kernels before this one in its stream have ended.
  Predecessors,
  /// fence.proxy.async.
  ProxyFence
};
/// The path by which an access reaches memory (PTX 8.3 "proxies").
enum class Proxy : uint8_t { Generic, Async };
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

/// The orders of the halves of an atomic (memory-model.md 1.1).
inline Order readHalf(Order order) {
  return order == Order::AcqRel    ? Order::Acquire
         : order == Order::Release ? Order::Relaxed
                                   : order;
}
inline Order writeHalf(Order order) {
  return order == Order::AcqRel    ? Order::Release
         : order == Order::Acquire ? Order::Relaxed
                                   : order;
}

// Keys of sync events. A barrier's key holds its number and how often the
// thread has met it before; an mbarrier has one phase.
inline uint64_t barrierKey(uint32_t number, uint32_t phase) {
  return uint64_t(number) << 32 | phase;
}
inline uint64_t barrierOf(uint64_t key) { return key >> 32; }
inline uint64_t mbarrierKey(uint64_t address) {
  return uint64_t(1) << 62 | address;
}
inline bool isMbarrierKey(uint64_t key) { return key >> 62 != 0; }

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
  /// The kernel it is part of; host threads have none.
  std::string kernel;
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
  /// Performed by a copy engine, not by the agent itself.
  bool isAsync = false;
  Proxy proxy = Proxy::Generic;
  SyncKind sync = SyncKind::None;
  /// Barrier and phase, mbarrier, or kernel.
  uint64_t syncKey = 0;

  bool isRead() const { return kind == EventKind::Read; }
  bool isWrite() const { return kind == EventKind::Write; }
  bool isMemory() const { return isRead() || isWrite(); }
  bool isWeak() const { return order == Order::Weak; }
};

/// A named array in memory. `alias`ed variables share bytes with another one.
struct Variable {
  std::string name;
  uint64_t address = 0;
  uint32_t elementSize = 4;
  uint32_t length = 1;
  /// A constant global: a write is an error.
  bool isConstant = false;
  /// The agent that alone may use it (`alloca`); empty: all may.
  std::string owner = {};

  uint64_t byteSize() const { return uint64_t(elementSize) * length; }
};

/// The variables of a test and the initial value of every byte.
class MemoryImage {
public:
  /// Adds a variable whose elements all hold `initial`, at a fresh address.
  Variable &add(llvm::StringRef name, uint32_t elementSize, uint32_t length,
                uint64_t initial);
  /// Adds another view of the bytes of `other`, from byte `offset` on; false
  /// when it does not fit.
  bool addAlias(llvm::StringRef name, uint32_t elementSize, uint32_t length,
                const Variable &other, uint64_t offset);
  /// Adds a variable at a given address; false when it would overlap another
  /// one or lies below the variables that have no given address.
  bool addAt(llvm::StringRef name, uint32_t elementSize, uint32_t length,
             uint64_t initial, uint64_t address);
  /// Changes the initial value of bytes that a variable holds.
  void setInitial(Footprint location, uint64_t value);

  const Variable *find(llvm::StringRef name) const;
  /// A variable that holds all of `location`, or null.
  const Variable *containing(Footprint location) const;
  llvm::ArrayRef<Variable> variables() const { return list; }
  uint64_t initialValue(Footprint location) const;
  /// "x", "a[2]", or "a[0]:i16" when the size is not the element's.
  std::string describe(Footprint location) const;

private:
  std::vector<Variable> list;
  uint8_t &byteAt(uint64_t address);

  /// Initial bytes; the index is the address less `firstAddress`.
  std::vector<uint8_t> bytes;
  /// Initial bytes of variables with given addresses.
  std::map<uint64_t, uint8_t> placed;
  static constexpr uint64_t firstAddress = 0x10000;
  static constexpr uint64_t firstPlaced = 0x10000000;
};

} // namespace tessera::memmodel

#endif // TESSERA_MEMORYMODEL_EVENT_H
