//===- Interpreter/Memory.h - the memory a kernel can reach -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A registry of allocations (host buffers, globals, allocas). Kernels see
// virtual addresses: deterministic, 256-byte aligned, with unmapped gaps, so
// that no pointer arithmetic reaches a neighbour by accident and reports are
// repeatable. A pointer carries the id of the allocation it was made from; an
// access must stay inside it. An allocation may be shadowed by "ever written"
// marks.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_INTERPRETER_MEMORY_H
#define TESSERA_INTERPRETER_MEMORY_H

#include "tessera/Interpreter/Tile.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <atomic>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <vector>

namespace tessera::interp {

/// Zeroed storage from calloc: untouched pages of a large allocation cost
/// nothing.
struct FreeStorage {
  void operator()(void *storage) const { std::free(storage); }
};

struct Allocation {
  uint64_t base = 0;
  uint64_t size = 0;
  std::byte *host = nullptr;
  /// One mark per byte, nullptr when all bytes count as initialised.
  uint8_t *written = nullptr;
  bool readOnly = false;
  /// Non-zero: only the tile block with this tag may access it.
  uint64_t owner = 0;
  std::atomic<bool> live{true};
  std::string name;
  /// Storage owned by the registry (globals, allocas, shadow marks).
  std::unique_ptr<std::byte[], FreeStorage> ownedBytes;
  std::unique_ptr<uint8_t[], FreeStorage> ownedMarks;

  bool contains(uint64_t address, uint64_t bytes) const {
    return address >= base && bytes <= size && address - base <= size - bytes;
  }
};

/// How a host buffer may be used.
struct BufferOptions {
  /// The bytes hold values already; otherwise reads before writes are findings.
  bool initialised = true;
  /// Writes are findings and are not performed.
  bool readOnly = false;
};

/// Thread safe, except that the caller keeps host buffers alive and does not
/// touch them while a kernel runs.
class Memory {
public:
  Memory();
  ~Memory();
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;

  /// Registers `size` bytes at `host` under `name` and returns the id that
  /// pointer arguments are made from; 0 when `host` is not 8-byte aligned
  /// or there is no space for its marks.
  ProvenanceId addHostBuffer(llvm::StringRef name, void *host, uint64_t size,
                             BufferOptions options = {});
  /// Ends the life of an allocation: later accesses to it are findings.
  void remove(ProvenanceId id);

  /// Module globals: keyed by symbol name, registered once per Memory.
  /// findGlobal answers 0 when there is none.
  ProvenanceId addGlobal(llvm::StringRef name, llvm::ArrayRef<std::byte> bytes,
                         uint64_t alignment, bool isConstant);
  ProvenanceId findGlobal(llvm::StringRef name) const;
  /// Copies a global's bytes out (for hosts and tests).
  llvm::ArrayRef<std::byte> bytesOf(ProvenanceId id) const;

  /// Uninitialised storage at virtual address `base` for the block tagged
  /// `owner` (0: for all); 0 when the host or the id space is exhausted.
  /// Private storage is freed by remove(), shared storage with the registry.
  ProvenanceId addLocal(llvm::StringRef name, uint64_t base, uint64_t size,
                        uint64_t owner);

  /// The contents of all writable memory that lives now; restore() brings them
  /// back.
  class Snapshot {
    friend class Memory;
    struct Saved {
      ProvenanceId id;
      std::vector<std::byte> bytes;
      std::vector<uint8_t> written;
    };
    std::vector<Saved> saved;
  };
  Snapshot snapshot() const;
  void restore(const Snapshot &snapshot);
  /// A byte that is not as in the snapshot.
  struct Difference {
    ProvenanceId id;
    uint64_t offset;
  };
  std::optional<Difference> firstDifference(const Snapshot &snapshot) const;
  /// A byte of a host buffer that is not as in `other`, which has the same.
  std::optional<Difference> firstDifference(const Memory &other) const;

  /// The allocation of an id, live or not; nullptr for 0 and unknown ids.
  const Allocation *find(ProvenanceId id) const {
    if (id == 0 || id >= nextId.load(std::memory_order_acquire))
      return nullptr;
    return chunks[id / chunkSize][id % chunkSize].load(
        std::memory_order_acquire);
  }
  /// The live allocation that contains `address`, or 0.
  ProvenanceId lookup(uint64_t address) const;
  /// Virtual address of an allocation's first byte.
  uint64_t addressOf(ProvenanceId id) const;

  /// First address of the arena for the allocas of the block at `order`.
  static uint64_t localArena(uint64_t order);
  static constexpr uint64_t localArenaSize = uint64_t(1) << 32;

private:
  static constexpr unsigned chunkSize = 4096, maxChunks = 4096;
  using Slot = std::atomic<Allocation *>;

  ProvenanceId publish(std::unique_ptr<Allocation> allocation);

  mutable std::shared_mutex mutex;
  std::unique_ptr<std::unique_ptr<Slot[]>[]> chunks;
  std::atomic<uint32_t> nextId{1};
  std::vector<std::unique_ptr<Allocation>> owned;
  std::map<uint64_t, ProvenanceId> byAddress;
  llvm::StringMap<ProvenanceId> globals;
  uint64_t nextBase;
};

} // namespace tessera::interp

#endif // TESSERA_INTERPRETER_MEMORY_H
