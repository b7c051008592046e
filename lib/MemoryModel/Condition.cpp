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

#include "tessera/MemoryModel/Checker.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::memmodel;

bool Condition::holds(const Execution &execution) const {
  auto compare = [&](uint64_t got, unsigned width) {
    uint64_t mask = maskTrailingOnes<uint64_t>(width);
    return ((got & mask) == (static_cast<uint64_t>(value) & mask)) == isEqual;
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
    constants.push_back(static_cast<uint64_t>(value));
  for (const Condition &child : children)
    child.collectConstants(constants);
}
