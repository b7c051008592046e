//===- PTX/Emulator/Checks/UndefinedElements.cpp - Half-defined values -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compilers pack a value with one that was never written and take the first
// out again, by a mov or by a prmt that selects its bytes, overwrite it by a
// bfi, or clear it by an and. Definedness is kept per register; of a register
// that one of these wrote it is remembered here per element, until it is
// written again. Only instructions with an undefined source come here.
//
//===----------------------------------------------------------------------===//

#include "tessera/PTX/Emulator/Warp.h"

using namespace llvm;

namespace tessera::ptx::emu {

UndefinedElements Warp::undefinedElements(const DecodedInstruction &in,
                                          LaneMask active) const {
  UndefinedElements result;
  if (in.numArgs != 2)
    return result;
  const Arg &target = in.args[0], &source = in.args[1];
  if (source.kind == ArgKind::Vector) {
    result.known = active;
    for (unsigned i = 0; i < source.count; ++i) {
      const Slot32 &element = source.elements[i];
      result.elements.push_back(
          element.bank == Bank::Constant ? 0 : active & ~defined[element.slot]);
    }
  } else if (target.kind == ArgKind::Vector &&
             source.value.bank == Bank::Register) {
    const auto &packed = paths[current].frame->packed;
    auto found = packed.find(source.value.slot);
    if (found != packed.end() &&
        found->second.elements.size() == target.count) {
      result = found->second;
      result.known &= active;
    }
  }
  return result;
}

LaneMask Warp::undefinedByte(const Slot32 &value, unsigned byte,
                             LaneMask active) const {
  if (value.bank == Bank::Constant)
    return 0;
  LaneMask undefined = active & ~defined[value.slot];
  const auto &packed = paths[current].frame->packed;
  if (auto found = packed.find(value.slot); found != packed.end()) {
    const UndefinedElements &parts = found->second;
    undefined &=
        ~parts.known | parts.elements[byte * parts.elements.size() / 4];
  }
  return undefined;
}

UndefinedElements Warp::permutedUndefined(const DecodedInstruction &in,
                                          LaneMask active) const {
  UndefinedElements result;
  // Modes of prmt other than the plain one are flags.
  if (in.flags != 0 || in.args[3].value.bank != Bank::Constant)
    return result;
  const uint64_t selector = source(in.args[3])[0];
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned byte = selector >> (4 * i) & 7;
    result.elements.push_back(
        undefinedByte(in.args[1 + byte / 4].value, byte % 4, active));
  }
  result.known = active;
  return result;
}

UndefinedElements Warp::insertedUndefined(const DecodedInstruction &in,
                                          LaneMask active) const {
  UndefinedElements result;
  const Slot32 &inserted = in.args[1].value, &base = in.args[2].value;
  const Slot32 &first = in.args[3].value, &length = in.args[4].value;
  if (in.args[0].value.bits != 32 || first.bank != Bank::Constant ||
      length.bank != Bank::Constant)
    return result;
  const uint64_t begin = source(first)[0], size = source(length)[0];
  if (begin % 8 != 0 || size % 8 != 0)
    return result;
  const LaneMask put =
      inserted.bank == Bank::Constant ? 0 : active & ~defined[inserted.slot];
  for (unsigned byte = 0; byte < 4; ++byte)
    result.elements.push_back(
        8 * byte - begin < size ? put : undefinedByte(base, byte, active));
  result.known = active;
  return result;
}

UndefinedElements Warp::resultUndefined(const DecodedInstruction &in,
                                        LaneMask active) const {
  if (!in.source)
    return {};
  const StringRef opcode = in.source->opcode;
  if (opcode == "prmt")
    return permutedUndefined(in, active);
  if (opcode == "bfi")
    return insertedUndefined(in, active);
  if (opcode == "and")
    return maskedUndefined(in, active);
  return {};
}

UndefinedElements Warp::maskedUndefined(const DecodedInstruction &in,
                                        LaneMask active) const {
  const Slot32 *value = &in.args[1].value, *mask = &in.args[2].value;
  if (value->bank == Bank::Constant)
    std::swap(value, mask);
  if (value->bank == Bank::Constant || mask->bank != Bank::Constant ||
      value->isPredicate)
    return {};
  const auto &packed = paths[current].frame->packed;
  auto found = packed.find(value->slot);
  if (found == packed.end())
    return {};
  UndefinedElements result = found->second;
  result.known &= active;
  const uint64_t bits = source(*mask)[0];
  const unsigned width = in.args[0].value.bits / result.elements.size();
  for (auto [i, lanes] : enumerate(result.elements))
    if ((bits >> (i * width) & maskTrailingOnes<uint64_t>(width)) == 0)
      lanes = 0;
  return result;
}

void Warp::noteElements(const DecodedInstruction &in,
                        UndefinedElements undefined, LaneMask soft) {
  const Arg &target = in.args[0];
  if (target.kind == ArgKind::Vector) {
    for (auto [i, lanes] : enumerate(undefined.elements))
      defined[target.elements[i].slot] |= soft & undefined.known & ~lanes;
    return;
  }
  UndefinedElements &packed = paths[current].frame->packed[target.value.slot];
  LaneMask old = packed.known & ~undefined.known;
  if (packed.elements.size() != undefined.elements.size())
    old = 0;
  packed.elements.resize(undefined.elements.size());
  for (auto [mine, theirs] : zip(packed.elements, undefined.elements))
    mine = (mine & old) | theirs;
  packed.known = old | undefined.known;
}

} // namespace tessera::ptx::emu
