//===- Interpreter/Access/Access.cpp - one checked access to memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of the checks: which allocation the pointer belongs to, whether it
// is alive and this block's, bounds, write permission, alignment,
// initialisation. Messages name addresses relative to allocations, so that they
// repeat.
//
//===----------------------------------------------------------------------===//

#include "Access.h"

#include "llvm/Support/FormatVariadic.h"

#include "tessera/Numerics/Packed.h"
#include <atomic>
#include <cstring>

using namespace mlir;

namespace tessera::interp {

std::string Access::accessText(unsigned bytes) const {
  const char *verb = kind == AccessKind::Load    ? "load"
                     : kind == AccessKind::Store ? "store"
                                                 : "atomic access";
  return llvm::formatv("{0} of {1} byte{2}", verb, bytes,
                       bytes == 1 ? "" : "s");
}

static std::string placeIn(const Allocation &allocation, uint64_t address) {
  auto distance = static_cast<int64_t>(address - allocation.base);
  return llvm::formatv("'{0}'{1}{2} ({3} bytes)", allocation.name,
                       distance < 0 ? "" : "+", distance, allocation.size);
}

FailureOr<std::byte *> Access::refuse(CheckKind check, int64_t element,
                                      const Twine &message) {
  if (failed(ctx.report(op, check, element, message)))
    return failure();
  return static_cast<std::byte *>(nullptr);
}

FailureOr<std::byte *> Access::slowAt(uint64_t address, ProvenanceId provenance,
                                      unsigned bytes, unsigned alignment,
                                      int64_t element) {
  const Memory &memory = ctx.memory();
  if (provenance == 0)
    provenance = memory.lookup(address);
  const Allocation *allocation = memory.find(provenance);
  if (!allocation)
    return refuse(CheckKind::OutOfBounds, element,
                  accessText(bytes) + " at address " +
                      llvm::formatv("{0:x}", address).str() +
                      ", which is in no allocation");
  if (!allocation->live.load(std::memory_order_acquire))
    return refuse(CheckKind::OutOfBounds, element,
                  accessText(bytes) + " at " + placeIn(*allocation, address) +
                      " after its lifetime");
  if (!allocation->contains(address, bytes)) {
    // An access that begins inside its allocation and leaves it at the end is
    // out of bounds: the pointer is still in the right place.
    const Allocation *other = memory.find(memory.lookup(address));
    if (other && other != allocation)
      return refuse(CheckKind::WrongProvenance, element,
                    accessText(bytes) + " at " + placeIn(*other, address) +
                        " through a pointer derived from '" + allocation->name +
                        "'");
    return refuse(CheckKind::OutOfBounds, element,
                  accessText(bytes) + " at " + placeIn(*allocation, address));
  }
  if (allocation->owner != 0 && allocation->owner != ctx.ownerTag())
    return refuse(CheckKind::WrongProvenance, element,
                  accessText(bytes) + " at " + placeIn(*allocation, address) +
                      ", private to another tile block");
  if (kind != AccessKind::Load && allocation->readOnly)
    return refuse(CheckKind::ReadOnlyWrite, element,
                  accessText(bytes) + " at " + placeIn(*allocation, address) +
                      ", which is constant");
  if ((address & (alignment - 1)) != 0) {
    auto refused =
        refuse(CheckKind::Misaligned, element,
               accessText(bytes) + " at " + placeIn(*allocation, address) +
                   ", expected an alignment of " + Twine(alignment));
    // Plain accesses can still be performed; an atomic one cannot.
    if (failed(refused) || kind == AccessKind::Atomic)
      return refused;
  } else if (kind == AccessKind::Load || !allocation->readOnly) {
    last = allocation;
    lastId = provenance;
  }
  std::byte *host = allocation->host + (address - allocation->base);
  if (allocation->written)
    return mark(*allocation, host, address, bytes, element);
  return host;
}

FailureOr<std::byte *> Access::mark(const Allocation &allocation,
                                    std::byte *host, uint64_t address,
                                    unsigned bytes, int64_t element) {
  // Atomic, because a flag that another block is just setting may be polled.
  uint8_t *marks = allocation.written + (address - allocation.base);
  bool unwritten = false;
  for (unsigned i = 0; i < bytes; ++i) {
    std::atomic_ref<uint8_t> mark(marks[i]);
    if (kind != AccessKind::Store)
      unwritten |= mark.load(std::memory_order_relaxed) == 0;
    if (kind != AccessKind::Load)
      mark.store(1, std::memory_order_relaxed);
  }
  if (unwritten && ctx.checking() &&
      failed(ctx.report(op, CheckKind::Uninitialised, element,
                        accessText(bytes) + " at " +
                            placeIn(allocation, address) +
                            ", which was never written")))
    return failure();
  return host;
}

std::byte *Access::wholeRange(uint64_t address, ProvenanceId provenance,
                              uint64_t bytes) {
  if (provenance == 0)
    provenance = ctx.memory().lookup(address);
  const Allocation *allocation = ctx.memory().find(provenance);
  if (!allocation || !allocation->live.load(std::memory_order_acquire) ||
      !allocation->contains(address, bytes) ||
      (allocation->owner != 0 && allocation->owner != ctx.ownerTag()) ||
      (kind != AccessKind::Load && allocation->readOnly))
    return nullptr;
  last = allocation;
  lastId = provenance;
  return allocation->host + (address - allocation->base);
}

static std::memory_order
loadOrder(cuda_tile::MemoryOrderingSemantics ordering) {
  return ordering == cuda_tile::MemoryOrderingSemantics::Acquire
             ? std::memory_order_acquire
             : std::memory_order_relaxed;
}

static std::memory_order
storeOrder(cuda_tile::MemoryOrderingSemantics ordering) {
  return ordering == cuda_tile::MemoryOrderingSemantics::Release
             ? std::memory_order_release
             : std::memory_order_relaxed;
}

template <typename T> static bool isAligned(const std::byte *host) {
  return reinterpret_cast<uintptr_t>(host) % sizeof(T) == 0;
}

template <typename T>
static uint64_t loadAs(const std::byte *host,
                       cuda_tile::MemoryOrderingSemantics ordering) {
  T value;
  if (ordering != cuda_tile::MemoryOrderingSemantics::Weak &&
      isAligned<T>(host)) {
    auto *place = reinterpret_cast<T *>(const_cast<std::byte *>(host));
    return std::atomic_ref<T>(*place).load(loadOrder(ordering));
  }
  std::memcpy(&value, host, sizeof(T));
  return value;
}

uint64_t loadElement(const std::byte *host, unsigned bytes,
                     cuda_tile::MemoryOrderingSemantics ordering) {
  switch (bytes) {
  case 1:
    return loadAs<uint8_t>(host, ordering);
  case 2:
    return loadAs<uint16_t>(host, ordering);
  case 4:
    return loadAs<uint32_t>(host, ordering);
  default:
    return loadAs<uint64_t>(host, ordering);
  }
}

template <typename T>
static void storeAs(std::byte *host, uint64_t bits,
                    cuda_tile::MemoryOrderingSemantics ordering) {
  T value = static_cast<T>(bits);
  if (ordering != cuda_tile::MemoryOrderingSemantics::Weak &&
      isAligned<T>(host)) {
    std::atomic_ref<T>(*reinterpret_cast<T *>(host))
        .store(value, storeOrder(ordering));
    return;
  }
  std::memcpy(host, &value, sizeof(T));
}

void storeElement(std::byte *host, unsigned bytes, uint64_t bits,
                  cuda_tile::MemoryOrderingSemantics ordering) {
  switch (bytes) {
  case 1:
    return storeAs<uint8_t>(host, bits, ordering);
  case 2:
    return storeAs<uint16_t>(host, bits, ordering);
  case 4:
    return storeAs<uint32_t>(host, bits, ordering);
  default:
    return storeAs<uint64_t>(host, bits, ordering);
  }
}

void storeNibbleAtomically(std::byte *host, bool high, uint8_t value) {
  numerics::storeNibbleAtomically(reinterpret_cast<uint8_t *>(host), high,
                                  value);
}

} // namespace tessera::interp
