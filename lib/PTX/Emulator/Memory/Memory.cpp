//===- PTX/Emulator/Memory/Memory.cpp - state spaces and their bytes -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Allocations stand in order of their address, with at least 4 KiB that belong
// to nobody between two of them, so that running off the end is found.
//
//===----------------------------------------------------------------------===//

#include "tessera/PTX/Emulator/Memory.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemAlloc.h"

using namespace llvm;
using namespace tessera::ptx::emu;

StringRef tessera::ptx::emu::addressSpaceName(AddressSpace space) {
  static constexpr StringRef names[] = {
      "generic", "global",      "const",          "local",
      "param",   "shared::cta", "shared::cluster"};
  return names[unsigned(space)];
}

uint64_t GlobalMemory::place(uint64_t size, uint64_t alignment) {
  uint64_t base = alignTo(next, std::max<uint64_t>(alignment, 256));
  next = base + size + 4096;
  return base;
}

uint64_t GlobalMemory::map(StringRef name, void *data, uint64_t size,
                           bool initialised, bool readOnly) {
  auto entry = std::make_unique<Allocation>();
  entry->base = place(size, 256);
  entry->number = nextNumber++;
  entry->size = size;
  entry->data = static_cast<uint8_t *>(data);
  entry->name = name.str();
  entry->isReadOnly = readOnly;
  if (!initialised)
    entry->state.assign(size, 0);
  // Others may lie behind it: mapAt and allocateAt put them anywhere.
  return insert(std::move(entry)).base;
}

static void ownBytes(Allocation &allocation) {
  allocation.own.reset(
      static_cast<uint8_t *>(safe_calloc(allocation.size + 1, 1)));
  allocation.data = allocation.own.get();
}

uint64_t GlobalMemory::allocate(StringRef name, uint64_t size,
                                uint64_t alignment, bool readOnly) {
  auto entry = std::make_unique<Allocation>();
  entry->base = place(size, alignment);
  entry->number = nextNumber++;
  entry->size = size;
  ownBytes(*entry);
  entry->name = name.str();
  entry->isReadOnly = readOnly;
  return insert(std::move(entry)).base;
}

uint64_t GlobalMemory::allocateHeap(uint64_t size) {
  constexpr uint64_t heapBytes = 8 << 20;
  if (size > heapBytes - heapInUse)
    return 0;
  heapInUse += size;
  uint64_t address = allocate("the device heap", size, 16);
  Allocation &piece = *find(address, 0);
  piece.isHeap = true;
  piece.state.assign(size, 0);
  return address;
}

bool GlobalMemory::freeHeap(uint64_t address) {
  Allocation *piece = find(address, 0);
  if (!piece || !piece->isHeap || piece->base != address)
    return false;
  heapInUse -= piece->size;
  piece->isFreed = true;
  return true;
}

Allocation &GlobalMemory::allocateAt(uint64_t address, StringRef name,
                                     uint64_t size, bool readOnly) {
  auto entry = std::make_unique<Allocation>();
  entry->base = address;
  entry->number = nextNumber++;
  entry->size = size;
  ownBytes(*entry);
  entry->name = name.str();
  entry->isReadOnly = readOnly;
  return insert(std::move(entry));
}

Allocation &GlobalMemory::mapAt(uint64_t address, StringRef name, void *data,
                                uint64_t size, std::vector<uint8_t> state,
                                bool readOnly) {
  auto entry = std::make_unique<Allocation>();
  entry->base = address;
  entry->number = nextNumber++;
  entry->size = size;
  entry->data = static_cast<uint8_t *>(data);
  entry->name = name.str();
  entry->state = std::move(state);
  entry->isReadOnly = readOnly;
  return insert(std::move(entry));
}

Allocation &GlobalMemory::insert(std::unique_ptr<Allocation> entry) {
  auto place = upper_bound(allocations, entry->base,
                           [](uint64_t value, const auto &allocation) {
                             return value < allocation->base;
                           });
  return **allocations.insert(place, std::move(entry));
}

static bool holds(const Allocation &allocation, uint64_t address,
                  uint64_t size) {
  return !allocation.isFreed && address >= allocation.base &&
         size <= allocation.size &&
         address - allocation.base <= allocation.size - size;
}

const Allocation *GlobalMemory::nearest(uint64_t address) const {
  auto above = upper_bound(allocations, address,
                           [](uint64_t value, const auto &allocation) {
                             return value < allocation->base;
                           });
  return above == allocations.begin() ? nullptr : std::prev(above)->get();
}

const Allocation *GlobalMemory::above(uint64_t address) const {
  auto above = upper_bound(allocations, address,
                           [](uint64_t value, const auto &allocation) {
                             return value < allocation->base;
                           });
  return above == allocations.end() ? nullptr : above->get();
}

Allocation *GlobalMemory::find(uint64_t address, uint64_t size) {
  if (last && holds(*last, address, size))
    return last;
  auto *found = const_cast<Allocation *>(nearest(address));
  if (onMiss && (!found || !holds(*found, address, 0))) {
    onMiss(*this, address);
    found = const_cast<Allocation *>(nearest(address));
  }
  if (!found || !holds(*found, address, size))
    return nullptr;
  return last = found;
}
