//===- MemoryModel/Condition.cpp - final conditions -------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates conditions; values are compared modulo the width of what is
// compared.
//
//===----------------------------------------------------------------------===//

#include "tessera/MemoryModel/Execution.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::memmodel;

uint64_t Condition::bits(unsigned width) const {
  if (!isFloat)
    return static_cast<uint64_t>(value);
  APFloat number(floatValue);
  bool losesInfo = false;
  if (width == 16)
    number.convert(APFloat::IEEEhalf(), APFloat::rmNearestTiesToEven,
                   &losesInfo);
  else if (width == 32)
    number.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                   &losesInfo);
  return number.bitcastToAPInt().getZExtValue();
}

uint64_t memmodel::kernelKey(StringRef kernel) { return xxh3_64bits(kernel); }

bool Condition::holds(const Execution &execution) const {
  auto compare = [&](uint64_t got, unsigned width) {
    uint64_t mask = maskTrailingOnes<uint64_t>(width);
    return ((got & mask) == (bits(width) & mask)) == isEqual;
  };
  auto childHolds = [&](const Condition &c) { return c.holds(execution); };
  switch (kind) {
  case Kind::True:
    return true;
  case Kind::Register: {
    const auto &registers = execution.graph.traces[agent]->registers;
    auto it = registers.find(name);
    if (it == registers.end())
      return !isEqual;
    return compare(it->second.bits, it->second.width);
  }
  case Kind::Memory:
    return compare(execution.finalValue(location), 8 * location.size);
  case Kind::Not:
    return !children.front().holds(execution);
  case Kind::And:
    return all_of(children, childHolds);
  case Kind::Or:
    return any_of(children, childHolds);
  }
  llvm_unreachable("expected a known kind");
}

void Condition::collectConstants(std::vector<uint64_t> &constants) const {
  if (kind == Kind::Register || kind == Kind::Memory)
    for (unsigned width : {16u, 32u, 64u})
      if (isFloat || width == 64)
        constants.push_back(bits(width));
  for (const Condition &child : children)
    child.collectConstants(constants);
}
