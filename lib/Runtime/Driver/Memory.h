//===- Runtime/Driver/Memory.h - device memory, which is host memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every address of the device is an address of this process: clients, tensors
// of NumPy or PyTorch and kernels use the same ones. What the client allocates
// is known with its bounds, so copies and the emulator can check accesses.
//
// Device memory lies in a range of addresses that is reserved at the start,
// each allocation between pages that belong to nobody. An address of that range
// that is no allocation is therefore known to be wrong; an address elsewhere
// may be memory of the program that nobody has told us of.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_DRIVER_MEMORY_H
#define TESSERA_LIB_RUNTIME_DRIVER_MEMORY_H

#include "Types.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace tessera::sim {

enum class BlockKind : uint8_t {
  Device,
  Host,       // cuMemAllocHost
  Managed,    // cuMemAllocManaged
  Registered, // memory of the program, told by cuMemHostRegister
  Variable,   // of a module
};

/// One allocation.
struct MemoryBlock {
  DevicePointer base = 0;
  uint64_t size = 0;
  BlockKind kind = BlockKind::Device;
  /// In order of creation, from 1.
  uint64_t number = 0;
  unsigned flags = 0;
  bool isReadOnly = false;
  /// Bytes of address space behind `base`.
  uint64_t reserved = 0;
  std::string name;
  /// A byte per byte, 1 where something was written; empty: everywhere.
  std::vector<uint8_t> written;

  bool holds(DevicePointer address, uint64_t bytes) const {
    return address >= base && bytes <= size && address - base <= size - bytes;
  }
};

/// Addresses that this process has mapped.
struct AddressRange {
  DevicePointer begin = 0, end = 0;
  bool isWritable = false;
};
/// The range around `address`, if it can be read.
std::optional<AddressRange> findMappedRange(DevicePointer address);

class MemoryTable {
public:
  /// `limit`: how much device memory there is. `tracksWrites`: remember what
  /// was written.
  MemoryTable(uint64_t limit, bool tracksWrites);
  ~MemoryTable();

  /// New memory, 512-byte aligned; 0 when there is not enough.
  DevicePointer allocate(BlockKind kind, uint64_t bytes, unsigned flags = 0);
  /// Makes memory of the program known. False if a part of it already is.
  bool add(MemoryBlock block);
  /// Makes memory of the program known in place of all `Registered` memory that
  /// it overlaps. Nothing changes where it is part of an allocation.
  void share(MemoryBlock block);
  /// Frees what allocate() gave, or forgets what add() took. False when
  /// `address` is not the start of a block of such a kind.
  bool remove(DevicePointer address, llvm::ArrayRef<BlockKind> kinds);

  /// A copy (without `written`) of the block that holds `address`.
  std::optional<MemoryBlock> find(DevicePointer address) const;

  /// Whether `bytes` from `address` on may be accessed: they are inside one
  /// block, or memory of the program that is mapped.
  bool mayAccess(DevicePointer address, uint64_t bytes, bool writes) const;
  /// Says that the client has written there.
  void noteWritten(DevicePointer address, uint64_t bytes);

  /// Calls `visit` for each block in order of addresses, with the table held.
  void visit(llvm::function_ref<void(MemoryBlock &)> visit);
  bool isReserved(DevicePointer address) const {
    return address >= arenaBegin && address < arenaEnd;
  }

  uint64_t limit() const { return limitBytes; }
  uint64_t used() const;

private:
  const MemoryBlock *holder(DevicePointer address) const;
  bool overlaps(const MemoryBlock &block) const;
  void insert(MemoryBlock block);
  DevicePointer place(uint64_t bytes) const;

  mutable std::mutex mutex;
  std::map<DevicePointer, MemoryBlock> blocks;
  const uint64_t limitBytes;
  const bool tracksWrites;
  uint64_t usedBytes = 0, nextNumber = 1;
  DevicePointer arenaBegin = 0, arenaEnd = 0, next = 0;
};

} // namespace tessera::sim

#endif // TESSERA_LIB_RUNTIME_DRIVER_MEMORY_H
