//===- Interpreter/Memory.cpp - allocations and virtual addresses -*- C++
//-*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Address layout: host buffers and globals from 4 GiB upwards with a page or
// more between neighbours; allocas from 2^46 upwards, one 4 GiB arena per tile
// block, so that their addresses do not depend on how threads interleave.
//
//===----------------------------------------------------------------------===//

#include "tessera/Interpreter/Memory.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

namespace tessera::interp {

static constexpr uint64_t firstBase = uint64_t(1) << 32;
static constexpr uint64_t gap = 4096;
static constexpr uint64_t minAlignment = 256;
static constexpr uint64_t localBase = uint64_t(1) << 46;
/// Keeps every arena inside the non-negative signed range.
static constexpr uint64_t maxArenas = uint64_t(1) << 30;

/// `size` zero bytes (at least one), aligned to 16; nullptr when there are
/// none.
template <typename T> static T *zeroed(uint64_t size) {
  return static_cast<T *>(std::calloc(llvm::alignTo(size + 1, 16), 1));
}

Memory::Memory()
    : chunks(std::make_unique<std::unique_ptr<Slot[]>[]>(maxChunks)),
      nextBase(firstBase) {
  chunks[0] = std::make_unique<Slot[]>(chunkSize);
}

Memory::~Memory() = default;

/// Caller holds the mutex.
ProvenanceId Memory::publish(std::unique_ptr<Allocation> allocation) {
  uint32_t id = nextId.load(std::memory_order_relaxed);
  if (id / chunkSize >= maxChunks)
    return 0;
  if (!chunks[id / chunkSize])
    chunks[id / chunkSize] = std::make_unique<Slot[]>(chunkSize);
  chunks[id / chunkSize][id % chunkSize].store(allocation.get(),
                                               std::memory_order_release);
  byAddress[allocation->base] = id;
  owned.push_back(std::move(allocation));
  nextId.store(id + 1, std::memory_order_release);
  return id;
}

ProvenanceId Memory::addHostBuffer(llvm::StringRef name, void *host,
                                   uint64_t size, BufferOptions options) {
  if (reinterpret_cast<uintptr_t>(host) % 8 != 0)
    return 0;
  auto allocation = std::make_unique<Allocation>();
  allocation->name = name.str();
  allocation->size = size;
  allocation->host = static_cast<std::byte *>(host);
  allocation->readOnly = options.readOnly;
  if (!options.initialised) {
    allocation->ownedMarks.reset(zeroed<uint8_t>(size));
    allocation->written = allocation->ownedMarks.get();
    if (!allocation->written)
      return 0;
  }
  std::unique_lock lock(mutex);
  allocation->base = nextBase;
  nextBase = llvm::alignTo(nextBase + size + gap, gap);
  return publish(std::move(allocation));
}

ProvenanceId Memory::addGlobal(llvm::StringRef name,
                               llvm::ArrayRef<std::byte> bytes,
                               uint64_t alignment, bool isConstant) {
  std::unique_lock lock(mutex);
  auto known = globals.find(name);
  if (known != globals.end())
    return known->second;
  auto allocation = std::make_unique<Allocation>();
  allocation->name = (llvm::Twine("@") + name).str();
  allocation->size = bytes.size();
  allocation->ownedBytes.reset(zeroed<std::byte>(bytes.size()));
  allocation->host = allocation->ownedBytes.get();
  if (!allocation->host)
    llvm::report_bad_alloc_error("a global of the module");
  std::copy(bytes.begin(), bytes.end(), allocation->host);
  allocation->readOnly = isConstant;
  allocation->base = llvm::alignTo(nextBase, std::max(alignment, minAlignment));
  nextBase = llvm::alignTo(allocation->base + bytes.size() + gap, gap);
  ProvenanceId id = publish(std::move(allocation));
  globals[name] = id;
  return id;
}

ProvenanceId Memory::findGlobal(llvm::StringRef name) const {
  std::shared_lock lock(mutex);
  return globals.lookup(name);
}

llvm::ArrayRef<std::byte> Memory::bytesOf(ProvenanceId id) const {
  const Allocation *allocation = find(id);
  if (!allocation || !allocation->host)
    return {};
  return {allocation->host, static_cast<size_t>(allocation->size)};
}

ProvenanceId Memory::addLocal(llvm::StringRef name, uint64_t base,
                              uint64_t size, uint64_t owner) {
  auto allocation = std::make_unique<Allocation>();
  allocation->name = name.str();
  allocation->base = base;
  allocation->size = size;
  allocation->owner = owner;
  allocation->ownedBytes.reset(zeroed<std::byte>(size));
  allocation->ownedMarks.reset(zeroed<uint8_t>(size));
  if (!allocation->ownedBytes || !allocation->ownedMarks)
    return 0;
  allocation->host = allocation->ownedBytes.get();
  allocation->written = allocation->ownedMarks.get();
  std::unique_lock lock(mutex);
  return publish(std::move(allocation));
}

void Memory::remove(ProvenanceId id) {
  std::unique_lock lock(mutex);
  auto *allocation = const_cast<Allocation *>(find(id));
  if (!allocation)
    return;
  allocation->live.store(false, std::memory_order_release);
  auto at = byAddress.find(allocation->base);
  if (at != byAddress.end() && at->second == id)
    byAddress.erase(at);
  // Other blocks may be about to touch shared storage: it outlives its use.
  if (allocation->owner != 0) {
    allocation->ownedBytes.reset();
    allocation->ownedMarks.reset();
    allocation->host = nullptr;
    allocation->written = nullptr;
  }
}

Memory::Snapshot Memory::snapshot() const {
  Snapshot taken;
  for (ProvenanceId id = 1; const Allocation *it = find(id); ++id) {
    if (!it->live.load() || it->readOnly || !it->host)
      continue;
    Snapshot::Saved &saved = taken.saved.emplace_back();
    saved.id = id;
    saved.bytes.assign(it->host, it->host + it->size);
    if (it->written)
      saved.written.assign(it->written, it->written + it->size);
  }
  return taken;
}

void Memory::restore(const Snapshot &snapshot) {
  for (const Snapshot::Saved &saved : snapshot.saved) {
    const Allocation *it = find(saved.id);
    std::copy(saved.bytes.begin(), saved.bytes.end(), it->host);
    std::copy(saved.written.begin(), saved.written.end(), it->written);
  }
}

std::optional<Memory::Difference>
Memory::firstDifference(const Snapshot &snapshot) const {
  for (const Snapshot::Saved &saved : snapshot.saved) {
    const std::byte *now = find(saved.id)->host;
    auto [was, is] = std::mismatch(saved.bytes.begin(), saved.bytes.end(), now);
    if (was != saved.bytes.end())
      return Difference{saved.id, static_cast<uint64_t>(is - now)};
  }
  return std::nullopt;
}

std::optional<Memory::Difference>
Memory::firstDifference(const Memory &other) const {
  for (ProvenanceId id = 1; const Allocation *mine = find(id); ++id) {
    const Allocation *others = other.find(id);
    if (!others || others->size != mine->size || mine->owner != 0)
      break;
    auto [is, was] =
        std::mismatch(mine->host, mine->host + mine->size, others->host);
    if (is != mine->host + mine->size)
      return Difference{id, static_cast<uint64_t>(is - mine->host)};
  }
  return std::nullopt;
}

ProvenanceId Memory::lookup(uint64_t address) const {
  std::shared_lock lock(mutex);
  auto it = byAddress.upper_bound(address);
  if (it == byAddress.begin())
    return 0;
  --it;
  const Allocation *allocation = find(it->second);
  return allocation->contains(address, 1) ? it->second : 0;
}

uint64_t Memory::addressOf(ProvenanceId id) const {
  const Allocation *allocation = find(id);
  return allocation ? allocation->base : 0;
}

uint64_t Memory::localArena(uint64_t order) {
  return localBase + (order % maxArenas) * localArenaSize;
}

} // namespace tessera::interp
