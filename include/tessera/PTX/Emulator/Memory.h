//===- PTX/Emulator/Memory.h - state spaces and their bytes -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Global memory is a set of registered allocations with gaps between them; the
// other spaces are windows of the generic address space. Shared memory and
// local memory carry a state per byte.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_PTX_EMULATOR_MEMORY_H
#define TESSERA_PTX_EMULATOR_MEMORY_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tessera::ptx::emu {

enum class AddressSpace : uint8_t {
  Generic,
  Global,
  Const,
  Local, // also .param of device functions
  Param, // of the kernel
  SharedCta,
  SharedCluster,
};
llvm::StringRef addressSpaceName(AddressSpace space);

/// Generic addresses of the windows. An address inside a window is
/// window + address in the space.
constexpr uint64_t sharedWindow = 0x0000'1000'0000'0000;
constexpr uint64_t localWindow = 0x0000'2000'0000'0000;
constexpr uint64_t paramWindow = 0x0000'3000'0000'0000;
constexpr uint64_t windowSize = 0x1'0000'0000;
constexpr uint64_t firstGlobalAddress = 0x0000'7000'0000'0000;

/// A shared address is (rank of the CTA in its cluster) << sharedRankShift |
/// offset, in .shared::cta and .shared::cluster alike; offsets start at
/// sharedBase so that null is nothing.
constexpr unsigned sharedRankShift = 24;
constexpr uint64_t sharedBase = 1024;

enum ByteState : uint8_t {
  ByteInitialised = 1,
  BytePending = 2, // an asynchronous write to it is under way
  /// Not initialised, but stored: a value that depends on a register that was
  /// never written (Machine::doubtfulBytes says which).
  ByteDoubtful = 4,
};

/// A place in memory, as far as one access goes. `state` is null where bytes
/// have none (always initialised).
struct Span {
  uint8_t *data = nullptr;
  uint8_t *state = nullptr;
  explicit operator bool() const { return data != nullptr; }
};

struct FreedBytes {
  void operator()(uint8_t *bytes) const { std::free(bytes); }
};

struct Allocation {
  uint64_t base = 0, size = 0;
  uint8_t *data = nullptr;
  std::string name;
  bool isReadOnly = false;
  /// From the device heap; and no longer to be used.
  bool isHeap = false, isFreed = false;
  uint32_t number = 0;        // in order of creation
  std::vector<uint8_t> state; // empty: all initialised
  /// When the emulator owns the bytes: zeroed by the system, so that those of a
  /// large array which nothing touches take no memory.
  std::unique_ptr<uint8_t, FreedBytes> own;
};

/// Global and constant memory.
class GlobalMemory {
public:
  /// Maps the caller's bytes; returns the device address. A multiple of 256.
  uint64_t map(llvm::StringRef name, void *data, uint64_t size,
               bool initialised = true, bool readOnly = false);
  /// Maps the caller's bytes at a given address, which must be free. `state`:
  /// of each byte; empty: all initialised.
  Allocation &mapAt(uint64_t address, llvm::StringRef name, void *data,
                    uint64_t size, std::vector<uint8_t> state = {},
                    bool readOnly = false);
  /// Called with an address that nothing holds; may map something there.
  std::function<void(GlobalMemory &memory, uint64_t address)> onMiss;
  /// Makes zeroed memory.
  uint64_t allocate(llvm::StringRef name, uint64_t size,
                    uint64_t alignment = 256, bool readOnly = false);
  /// The same at a given address, which must be free.
  Allocation &allocateAt(uint64_t address, llvm::StringRef name, uint64_t size,
                         bool readOnly);
  /// What the device's malloc gives: 16-byte aligned, uninitialised; 0 when
  /// the heap's 8 MiB, CUDA's default, do not hold it.
  uint64_t allocateHeap(uint64_t size);
  /// The device's free; false if `address` is no live start of a piece.
  bool freeHeap(uint64_t address);
  /// The allocation that holds [address, address + size), or null.
  Allocation *find(uint64_t address, uint64_t size);
  /// The allocation nearest below `address`, for messages.
  const Allocation *nearest(uint64_t address) const;
  /// The one that begins above `address`; null when there is none.
  const Allocation *above(uint64_t address) const;

private:
  uint64_t place(uint64_t size, uint64_t alignment);
  Allocation &insert(std::unique_ptr<Allocation> entry);
  std::vector<std::unique_ptr<Allocation>> allocations; // by base
  Allocation *last = nullptr;
  uint32_t nextNumber = 0;
  uint64_t next = firstGlobalAddress;
  uint64_t heapInUse = 0;
};

} // namespace tessera::ptx::emu

#endif // TESSERA_PTX_EMULATOR_MEMORY_H
