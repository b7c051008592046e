//===- PTX/Emulator/Checks/UngivenData.cpp - Time that depends on data -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds kernels whose course depends on the values of an array that were not
// given (`uninit`): such a run, and its time, would be an accident. Values that
// are loaded from such an array are doubtful registers, whose origin is the
// array; they may be computed with, multiplied and stored. A branch, a guard or
// an address that depends on one is a finding, and ends the run.
//
// What products, atomics and asynchronous copies make of such values is taken
// to be given: they bring data to products and are not what loops count.
//
//===----------------------------------------------------------------------===//

#include "tessera/PTX/Emulator/Machine.h"

using namespace llvm;

namespace tessera::ptx::emu {

bool Warp::noteUngivenElements(const DecodedInstruction &in,
                               const uint8_t *state, uint64_t size) {
  unsetElements = 0;
  const uint64_t each = size / in.vector;
  for (uint64_t byte = 0; byte < size; ++byte)
    if (!(state[byte] & ByteInitialised))
      unsetElements |= 1u << (byte / each);
  return unsetElements != 0;
}

void Warp::noteUngivenArray(uint32_t slot, uint64_t address) {
  if (const Allocation *array = machine.memory.find(address, 1))
    paths[current].frame->origins[slot] = {array->name, 0, /*isArray=*/true};
}

/// Whether the slot is the base of an address of the instruction.
static bool isAddress(const DecodedInstruction &in, uint32_t slot) {
  for (unsigned i = 0; i < in.numArgs; ++i)
    if (in.args[i].kind == ArgKind::Address &&
        in.args[i].value.bank == Bank::Register &&
        in.args[i].value.slot == slot)
      return true;
  return false;
}

bool Warp::checkUngiven(const DecodedInstruction &in, uint32_t read,
                        LaneMask lanes, bool isGuard) {
  if (!machine.followsUngivenData)
    return false;
  const auto &origins = paths[current].frame->origins;
  auto origin = origins.find(read);
  if (origin == origins.end() || !origin->second.isArray)
    return false;
  StringRef opcode = in.source ? StringRef(in.source->opcode) : StringRef();
  StringRef what;
  if (opcode == "bra" || opcode == "brx")
    what = "which way this branch goes";
  else if (isGuard)
    what = "whether this instruction is executed";
  else if (isAddress(in, read))
    what = "the address that this instruction accesses";
  else
    return true;
  report(CheckKind::UngivenData, in, countr_zero(lanes),
         what + " depends on the values of " + origin->second.name +
             ", which are not given");
  machine.stop();
  return true;
}

} // namespace tessera::ptx::emu
