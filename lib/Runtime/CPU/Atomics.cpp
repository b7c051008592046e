//===- Runtime/CPU/Atomics.cpp - atomics without an instruction ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Read-modify-write by compare-exchange for every mode and element kind
// (ops.md 7). The order is that of the operation; host atomics are at least as
// strong as every scope.
//
//===----------------------------------------------------------------------===//

#include "Prototypes.h"

#include "tessera/Numerics/AtomicUpdate.h"

#include <atomic>
#include <cstring>

namespace tessera::cpu::services {

namespace {

using numerics::AtomicUpdate;
using numerics::ElementKind;

std::memory_order hostOrder(uint32_t order) {
  switch (static_cast<RtOrder>(order)) {
  case RtOrder::Weak:
  case RtOrder::Relaxed:
    return std::memory_order_relaxed;
  case RtOrder::Acquire:
    return std::memory_order_acquire;
  case RtOrder::Release:
    return std::memory_order_release;
  case RtOrder::AcqRel:
    return std::memory_order_acq_rel;
  }
  return std::memory_order_relaxed;
}

/// The order of a compare-exchange that did not exchange.
std::memory_order failureOrder(std::memory_order order) {
  return order == std::memory_order_acq_rel ||
                 order == std::memory_order_acquire
             ? std::memory_order_acquire
             : std::memory_order_relaxed;
}

/// Calls `function` with a zero of the unsigned type of the kind's container.
template <typename Function>
uint64_t withContainer(ElementKind kind, Function function) {
  switch (numerics::containerBytes(kind)) {
  case 1:
    return function(uint8_t());
  case 2:
    return function(uint16_t());
  case 4:
    return function(uint32_t());
  default:
    return function(uint64_t());
  }
}

uint64_t update(AtomicUpdate update, ElementKind kind, std::memory_order order,
                void *address, uint64_t operand) {
  return withContainer(kind, [&](auto zero) -> uint64_t {
    using T = decltype(zero);
    std::atomic_ref<T> place(*static_cast<T *>(address));
    T old = place.load(std::memory_order_relaxed);
    while (!place.compare_exchange_weak(
        old, static_cast<T>(numerics::applyUpdate(update, kind, old, operand)),
        order, std::memory_order_relaxed)) {
    }
    return old;
  });
}

uint64_t exchange(ElementKind kind, std::memory_order order, void *address,
                  uint64_t expected, uint64_t replacement) {
  return withContainer(kind, [&](auto zero) -> uint64_t {
    using T = decltype(zero);
    std::atomic_ref<T> place(*static_cast<T *>(address));
    T old = static_cast<T>(expected);
    place.compare_exchange_strong(old, static_cast<T>(replacement), order,
                                  failureOrder(order));
    return old;
  });
}

uint64_t loadElement(const void *data, unsigned bytes, uint64_t i) {
  uint64_t bits = 0;
  std::memcpy(&bits, static_cast<const char *>(data) + i * bytes, bytes);
  return bits;
}

void storeElement(void *data, unsigned bytes, uint64_t i, uint64_t bits) {
  if (data)
    std::memcpy(static_cast<char *>(data) + i * bytes, &bits, bytes);
}

} // namespace

extern "C" {

uint64_t tessera_rt_atomic_rmw(void *, uint32_t mode, uint32_t kind,
                               uint32_t order, void *address,
                               uint64_t operand) {
  return update(static_cast<AtomicUpdate>(mode), static_cast<ElementKind>(kind),
                hostOrder(order), address, operand);
}

void tessera_rt_atomic_rmw_tile(void *, uint32_t mode, uint32_t kindCode,
                                uint32_t order, void *addresses, void *operands,
                                void *mask, void *out, uint64_t n) {
  auto kind = static_cast<ElementKind>(kindCode);
  unsigned bytes = numerics::containerBytes(kind);
  const auto *active = static_cast<const uint8_t *>(mask);
  auto *places = static_cast<void *const *>(addresses);
  for (uint64_t i = 0; i < n; ++i) {
    uint64_t old = 0;
    if (!active || (active[i] & 1))
      old = update(static_cast<AtomicUpdate>(mode), kind, hostOrder(order),
                   places[i], loadElement(operands, bytes, i));
    storeElement(out, bytes, i, old);
  }
}

uint64_t tessera_rt_atomic_cas(void *, uint32_t kind, uint32_t order,
                               void *address, uint64_t expected,
                               uint64_t replacement) {
  return exchange(static_cast<ElementKind>(kind), hostOrder(order), address,
                  expected, replacement);
}

void tessera_rt_atomic_cas_tile(void *, uint32_t kindCode, uint32_t order,
                                void *addresses, void *expected,
                                void *replacement, void *mask, void *out,
                                uint64_t n) {
  auto kind = static_cast<ElementKind>(kindCode);
  unsigned bytes = numerics::containerBytes(kind);
  const auto *active = static_cast<const uint8_t *>(mask);
  auto *places = static_cast<void *const *>(addresses);
  for (uint64_t i = 0; i < n; ++i) {
    uint64_t old = loadElement(expected, bytes, i);
    if (!active || (active[i] & 1))
      old = exchange(kind, hostOrder(order), places[i], old,
                     loadElement(replacement, bytes, i));
    storeElement(out, bytes, i, old);
  }
}

} // extern "C"

} // namespace tessera::cpu::services
