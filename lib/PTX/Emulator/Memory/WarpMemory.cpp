//===- PTX/Emulator/Memory/WarpMemory.cpp - one lane's access to memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every load and store goes through Warp::access, which finds the bytes and
// makes all checks: alignment, bounds, read-only, initialised, pending.
//
//===----------------------------------------------------------------------===//

#include "PTX/Emulator/Checks/RaceCheck.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tessera::ptx::emu;

AddressSpace Warp::resolveGeneric(uint64_t &address) const {
  auto inside = [&](uint64_t window) {
    if (address - window >= windowSize)
      return false;
    address -= window;
    return true;
  };
  if (inside(sharedWindow))
    return AddressSpace::SharedCluster;
  if (inside(localWindow))
    return AddressSpace::Local;
  if (inside(paramWindow))
    return AddressSpace::Param;
  return AddressSpace::Global;
}

uint8_t *Warp::local(unsigned lane, uint64_t address, uint64_t size,
                     uint8_t **state) {
  uint64_t end = address + size;
  if (end > machine.options.localLimit || end < address)
    return nullptr;
  std::vector<uint8_t> &bytes = localBytes[lane];
  if (bytes.size() < end) {
    bytes.resize(end);
    localState[lane].resize(end);
  }
  if (state)
    *state = localState[lane].data() + address;
  return bytes.data() + address;
}

Span Machine::sharedAt(Cluster &cluster, uint64_t address, uint64_t size) {
  uint64_t rank = address >> sharedRankShift;
  uint64_t offset = address & ((uint64_t(1) << sharedRankShift) - 1);
  if (rank >= cluster.ctas.size() || offset < sharedBase)
    return {};
  offset -= sharedBase;
  Cta &cta = *cluster.ctas[rank];
  if (size > cta.shared.size() || offset > cta.shared.size() - size)
    return {};
  return {cta.shared.data() + offset, cta.sharedState.data() + offset};
}

/// Elements of a load that are doubtful: values that depend on one that was
/// never written, and what a vector load loads beside elements that were
/// written whole, as compilers load more than they use. False if the load is
/// wrong.
bool Warp::findUnsetElements(const uint8_t *state, uint64_t size,
                             unsigned count) {
  uint64_t each = size / count;
  uint32_t never = 0;
  unsetElements = 0;
  for (unsigned i = 0; i < count; ++i)
    for (uint64_t byte = i * each; byte < (i + 1) * each; ++byte) {
      if (state[byte] & ByteInitialised)
        continue;
      unsetElements |= 1u << i;
      if (!(state[byte] & ByteDoubtful))
        never |= 1u << i;
    }
  if (never == 0 || (count > 1 && never != (1u << count) - 1))
    return true;
  unsetElements = 0;
  return false;
}

/// A register of 32 bits holds the address of a constant as well: the upper
/// half is that of all variables of the module.
static uint64_t wholeConstAddress(const Program &program, uint64_t address) {
  constexpr uint64_t low = 0xFFFF'FFFF;
  if (address > low || program.variables.empty())
    return address;
  return address | (program.variables.front().address & ~low);
}

Span Warp::access(const DecodedInstruction &instruction, unsigned lane,
                  AddressSpace space, uint64_t address, uint64_t size,
                  Access kind, uint64_t alignment) {
  if (alignment == 0)
    alignment = size;
  uint64_t original = address;
  if (space == AddressSpace::Generic)
    space = resolveGeneric(address);
  else if (space == AddressSpace::Const)
    address = wholeConstAddress(machine.program, address);
  if (machine.observer) [[unlikely]]
    machine.observer->access(*this, instruction, lane, space, address, size,
                             kind);
  if ((address & (alignment - 1)) != 0) [[unlikely]] {
    report(CheckKind::Misaligned, instruction, lane,
           "expected an address that is a multiple of " + Twine(alignment),
           original);
    return {};
  }
  bool mayBeUnset = kind == Access::Write || kind == Access::ObjectInit ||
                    kind == Access::EngineWrite;
  bool writes =
      mayBeUnset || kind == Access::ReadWrite || kind == Access::Object;
  Shadow *shadow = nullptr;
  uint64_t shadowOffset = 0;
  bool isOwn = order && kind != Access::Probe && kind != Access::EngineRead &&
               kind != Access::EngineWrite;
  auto outside = [&](const Twine &where) {
    report(CheckKind::OutOfBounds, instruction, lane,
           Twine(writes ? "store of " : "load of ") + Twine(size) + " bytes " +
               where,
           original);
    return Span();
  };
  Span span;
  switch (space) {
  case AddressSpace::Generic:
  case AddressSpace::Global:
  case AddressSpace::Const: {
    Allocation *found = machine.memory.find(address, size);
    if (!found) [[unlikely]] {
      const Allocation *nearest = machine.memory.nearest(address);
      if (!nearest)
        return outside("where nothing is allocated");
      return outside("at byte " + Twine(address - nearest->base) + " of '" +
                     nearest->name + "', which has " + Twine(nearest->size));
    }
    if (writes && found->isReadOnly) [[unlikely]] {
      report(CheckKind::ReadOnly, instruction, lane,
             "store to '" + Twine(found->name) + "', which is constant",
             original);
      return {};
    }
    uint64_t offset = address - found->base;
    if (isOwn && !found->isReadOnly) {
      shadow = &machine.races->shadowOf(*found);
      shadowOffset = offset;
    }
    span.data = found->data + offset;
    if (!found->state.empty())
      span.state = found->state.data() + offset;
    break;
  }
  case AddressSpace::SharedCta:
  case AddressSpace::SharedCluster: {
    span = machine.sharedAt(cta.cluster, address, size);
    if (!span) [[unlikely]]
      return outside("outside the " + Twine(machine.sharedSize) +
                     " bytes of shared memory");
    if (space == AddressSpace::SharedCta &&
        address >> sharedRankShift != cta.rank) [[unlikely]] {
      report(CheckKind::OutOfBounds, instruction, lane,
             "access to the shared memory of block " +
                 Twine(address >> sharedRankShift) +
                 " of the cluster by .shared::cta",
             original);
      return {};
    }
    if ((address >> sharedRankShift) != cta.rank &&
        cta.cluster.ctas[address >> sharedRankShift]->isDone()) [[unlikely]] {
      report(CheckKind::OutOfBounds, instruction, lane,
             "access to the shared memory of block " +
                 Twine(address >> sharedRankShift) +
                 " of the cluster, which has exited",
             original);
      return {};
    }
    if (isOwn) {
      shadow =
          &RaceChecker::shadowOf(*cta.cluster.ctas[address >> sharedRankShift]);
      shadowOffset =
          (address & ((uint64_t(1) << sharedRankShift) - 1)) - sharedBase;
    }
    break;
  }
  case AddressSpace::Local:
    span.data = local(lane, address, size, &span.state);
    if (!span) [[unlikely]]
      return outside("outside local memory");
    break;
  case AddressSpace::Param:
    if (address > cta.launch.parameters.size() ||
        size > cta.launch.parameters.size() - address) [[unlikely]]
      return outside("outside the " + Twine(cta.launch.parameters.size()) +
                     " bytes of the parameters");
    if (writes) [[unlikely]] {
      report(CheckKind::ReadOnly, instruction, lane,
             "store to a kernel parameter", original);
      return {};
    }
    span.data = cta.launch.parameters.data() + address;
    break;
  }
  if (shadow)
    machine.races->access(*this, instruction, lane, *shadow,
                          space >= AddressSpace::SharedCta, shadowOffset, size,
                          kind, span.data, storedBytes, original);
  if (!span.state || kind == Access::Probe)
    return span;
  uint8_t all = ByteInitialised, any = 0;
  for (uint64_t i = 0; i < size; ++i) {
    all &= span.state[i];
    any |= span.state[i];
  }
  // Who is not ordered with an engine's store has been told so above.
  if ((any & ByteState::BytePending) && !shadow) [[unlikely]]
    report(CheckKind::AsyncBeforeWait, instruction, lane,
           Twine(writes ? "store to" : "load of") +
               " bytes that an asynchronous operation is still writing",
           original);
  else if (!all && !mayBeUnset && !(any & BytePending) &&
           !(machine.followsUngivenData && space == AddressSpace::Global &&
             instruction.carriesDoubt &&
             noteUngivenElements(instruction, span.state, size)) &&
           !(any != 0 && kind == Access::Read &&
             (instruction.vector > 1 || instruction.carriesDoubt) &&
             findUnsetElements(span.state, size, instruction.vector)))
      [[unlikely]]
    report(CheckKind::UninitialisedMemory, instruction, lane,
           "load of " + Twine(size) + " bytes of " + addressSpaceName(space) +
               " memory that were never written",
           original);
  if (writes && !all)
    for (uint64_t i = 0; i < size; ++i)
      span.state[i] = (span.state[i] & ~ByteDoubtful) | ByteInitialised;
  return span;
}

void Warp::store(const Span &span, uint64_t value, unsigned size) {
  if (std::memcmp(span.data, &value, size) == 0)
    return;
  std::memcpy(span.data, &value, size);
  machine.noteProgress();
}
