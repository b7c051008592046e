//===- Runtime/Driver/Memory.cpp - device memory, which is host memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Addresses are handed out upwards and used again only when the range is at its
// end, so that a use of freed memory finds nobody there.
//
//===----------------------------------------------------------------------===//

#include "Memory.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cstdio>
#include <cstring>
#include <sys/mman.h>

using namespace llvm;
using namespace tessera::sim;

static constexpr uint64_t pageSize = 4096;
/// Pages without an owner between two allocations.
static constexpr uint64_t gapBytes = 16 * pageSize;

std::optional<AddressRange>
tessera::sim::findMappedRange(DevicePointer address) {
  std::FILE *maps = std::fopen("/proc/self/maps", "re");
  if (!maps)
    return std::nullopt;
  std::optional<AddressRange> found;
  char line[512];
  bool isLineStart = true;
  while (!found && std::fgets(line, sizeof(line), maps)) {
    unsigned long begin = 0, end = 0;
    char rights[5] = {};
    if (isLineStart &&
        std::sscanf(line, "%lx-%lx %4s", &begin, &end, rights) == 3 &&
        address >= begin && address < end && rights[0] == 'r')
      found = AddressRange{begin, end, rights[1] == 'w'};
    isLineStart = std::strchr(line, '\n') != nullptr;
  }
  std::fclose(maps);
  return found;
}

MemoryTable::MemoryTable(uint64_t limit, bool tracksWrites)
    : limitBytes(limit), tracksWrites(tracksWrites) {
  for (uint64_t bytes = uint64_t(1) << 40; bytes >= uint64_t(1) << 30;
       bytes /= 2) {
    void *arena = mmap(nullptr, bytes, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (arena == MAP_FAILED)
      continue;
    next = arenaBegin = reinterpret_cast<uintptr_t>(arena);
    arenaEnd = arenaBegin + bytes;
    return;
  }
}

MemoryTable::~MemoryTable() {
  if (arenaBegin)
    munmap(reinterpret_cast<void *>(arenaBegin), arenaEnd - arenaBegin);
}

/// A free place of the range, behind the last one given or else anywhere; 0
/// when there is none.
DevicePointer MemoryTable::place(uint64_t bytes) const {
  auto fits = [&](DevicePointer begin, DevicePointer end) {
    return begin <= end && bytes <= end - begin;
  };
  if (fits(next, arenaEnd))
    return next;
  DevicePointer from = arenaBegin;
  for (const auto &[base, block] : blocks) {
    if (!isReserved(base))
      continue;
    if (fits(from, base))
      return from;
    from = base + block.reserved;
  }
  return fits(from, arenaEnd) ? from : 0;
}

DevicePointer MemoryTable::allocate(BlockKind kind, uint64_t bytes,
                                    unsigned flags) {
  std::lock_guard guard(mutex);
  if (bytes == 0 || bytes > limitBytes - usedBytes)
    return 0;
  MemoryBlock block;
  // One byte more, for code that accesses the last 16-bit word of an odd number
  // of bytes, as every allocation of a device has it.
  uint64_t mapped = alignTo(bytes + 1, pageSize);
  block.reserved = mapped + gapBytes;
  block.base = place(block.reserved);
  if (!block.base || mprotect(reinterpret_cast<void *>(block.base), mapped,
                              PROT_READ | PROT_WRITE) != 0)
    return 0;
  block.size = bytes;
  block.kind = kind;
  block.flags = flags;
  block.number = nextNumber++;
  block.name = "allocation " + std::to_string(block.number);
  if (tracksWrites && kind == BlockKind::Device)
    block.written.assign(bytes, 0);
  next = std::max(next, block.base + block.reserved);
  usedBytes += bytes;
  DevicePointer base = block.base;
  blocks.emplace(base, std::move(block));
  return base;
}

bool MemoryTable::overlaps(const MemoryBlock &block) const {
  auto above = blocks.lower_bound(block.base);
  if (above != blocks.end() && above->first < block.base + block.size)
    return true;
  if (above == blocks.begin())
    return false;
  const MemoryBlock &below = std::prev(above)->second;
  return below.base + below.size > block.base;
}

void MemoryTable::insert(MemoryBlock block) {
  block.number = nextNumber++;
  if (block.name.empty())
    block.name = "registered memory " + std::to_string(block.number);
  blocks.emplace(block.base, std::move(block));
}

bool MemoryTable::add(MemoryBlock block) {
  std::lock_guard guard(mutex);
  if (overlaps(block))
    return false;
  insert(std::move(block));
  return true;
}

void MemoryTable::share(MemoryBlock block) {
  std::lock_guard guard(mutex);
  DevicePointer end = block.base + block.size;
  auto each = blocks.lower_bound(block.base);
  if (each != blocks.begin() &&
      std::prev(each)->second.base + std::prev(each)->second.size > block.base)
    --each;
  while (each != blocks.end() && each->first < end)
    each = each->second.kind == BlockKind::Registered ? blocks.erase(each)
                                                      : std::next(each);
  if (!overlaps(block))
    insert(std::move(block));
}

bool MemoryTable::remove(DevicePointer address, ArrayRef<BlockKind> kinds) {
  std::lock_guard guard(mutex);
  auto found = blocks.find(address);
  if (found == blocks.end() || !is_contained(kinds, found->second.kind))
    return false;
  const MemoryBlock &block = found->second;
  if (isReserved(block.base)) {
    // Fresh pages that nobody may touch take the place of the old ones.
    mmap(reinterpret_cast<void *>(block.base), block.reserved, PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    usedBytes -= block.size;
  }
  blocks.erase(found);
  return true;
}

const MemoryBlock *MemoryTable::holder(DevicePointer address) const {
  auto above = blocks.upper_bound(address);
  if (above == blocks.begin())
    return nullptr;
  const MemoryBlock &block = std::prev(above)->second;
  return block.holds(address, 0) && address != block.base + block.size
             ? &block
             : nullptr;
}

std::optional<MemoryBlock> MemoryTable::find(DevicePointer address) const {
  std::lock_guard guard(mutex);
  const MemoryBlock *block = holder(address);
  if (!block)
    return std::nullopt;
  MemoryBlock copy;
  copy.base = block->base;
  copy.size = block->size;
  copy.kind = block->kind;
  copy.number = block->number;
  copy.flags = block->flags;
  copy.name = block->name;
  return copy;
}

bool MemoryTable::mayAccess(DevicePointer address, uint64_t bytes,
                            bool writes) const {
  if (bytes == 0)
    return true;
  {
    std::lock_guard guard(mutex);
    if (const MemoryBlock *block = holder(address))
      return block->holds(address, bytes);
    if (isReserved(address))
      return false;
  }
  uint64_t end;
  if (__builtin_add_overflow(address, bytes, &end))
    return false;
  while (address < end) {
    std::optional<AddressRange> range = findMappedRange(address);
    if (!range || (writes && !range->isWritable))
      return false;
    address = range->end;
  }
  return true;
}

void MemoryTable::noteWritten(DevicePointer address, uint64_t bytes) {
  if (!tracksWrites)
    return;
  std::lock_guard guard(mutex);
  auto *block = const_cast<MemoryBlock *>(holder(address));
  if (!block || block->written.empty() || !block->holds(address, bytes))
    return;
  std::vector<uint8_t> &written = block->written;
  std::fill_n(written.begin() + ptrdiff_t(address - block->base), bytes, 1);
  if (bytes == block->size || !is_contained(written, uint8_t(0)))
    written.clear();
}

void MemoryTable::visit(function_ref<void(MemoryBlock &)> visit) {
  std::lock_guard guard(mutex);
  for (auto &[base, block] : blocks)
    visit(block);
}

uint64_t MemoryTable::used() const {
  std::lock_guard guard(mutex);
  return usedBytes;
}
