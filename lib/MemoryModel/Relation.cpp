//===- MemoryModel/Relation.cpp - binary relations over events --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Closure is Warshall's algorithm on rows of bits, n^3/64 steps; paths and
// cycles are found breadth first, so the shortest explanation is the one
// reported.
//
//===----------------------------------------------------------------------===//

#include "tessera/MemoryModel/Relation.h"

#include <algorithm>
#include <cassert>

using namespace tessera;
using namespace tessera::memmodel;

Relation &Relation::operator|=(const Relation &other) {
  assert(count == other.count && "expected relations over the same events");
  for (size_t i = 0; i < bits.size(); ++i)
    bits[i] |= other.bits[i];
  return *this;
}

Relation &Relation::operator&=(const Relation &other) {
  assert(count == other.count && "expected relations over the same events");
  for (size_t i = 0; i < bits.size(); ++i)
    bits[i] &= other.bits[i];
  return *this;
}

Relation Relation::compose(const Relation &a, const Relation &b) {
  assert(a.count == b.count && "expected relations over the same events");
  Relation result(a.count);
  for (unsigned x = 0; x < a.count; ++x)
    a.forEach(x, [&](unsigned y) {
      for (unsigned word = 0; word < a.words; ++word)
        result.bits[x * a.words + word] |= b.bits[y * a.words + word];
    });
  return result;
}

Relation Relation::transitiveClosure() const {
  Relation result = *this;
  for (unsigned k = 0; k < count; ++k)
    for (unsigned i = 0; i < count; ++i)
      if (result.test(i, k))
        for (unsigned word = 0; word < words; ++word)
          result.bits[i * words + word] |= result.bits[k * words + word];
  return result;
}

bool Relation::irreflexive() const {
  for (unsigned i = 0; i < count; ++i)
    if (test(i, i))
      return false;
  return true;
}

std::vector<unsigned> Relation::shortestPath(unsigned from, unsigned to) const {
  constexpr unsigned none = ~0u;
  std::vector<unsigned> parent(count, none), queue;
  bool found = false;
  auto visitFrom = [&](unsigned node) {
    forEach(node, [&](unsigned next) {
      if (found || parent[next] != none)
        return;
      parent[next] = node;
      queue.push_back(next);
      found = next == to;
    });
  };
  visitFrom(from);
  for (size_t head = 0; head < queue.size() && !found; ++head)
    visitFrom(queue[head]);
  if (!found)
    return {};
  std::vector<unsigned> path{to};
  for (unsigned node = parent[to]; node != from; node = parent[node])
    path.push_back(node);
  path.push_back(from);
  std::reverse(path.begin(), path.end());
  return path;
}

std::vector<unsigned> Relation::shortestCycle() const {
  std::vector<unsigned> best;
  for (unsigned i = 0; i < count; ++i) {
    std::vector<unsigned> path = shortestPath(i, i);
    if (!path.empty() && (best.empty() || path.size() - 1 < best.size())) {
      path.pop_back();
      best = std::move(path);
    }
  }
  return best;
}
