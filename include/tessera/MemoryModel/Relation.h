//===- MemoryModel/Relation.h - binary relations over events ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Relations over the events 0..n-1 of one execution as rows of bits, with the
// operations that the axioms are written in.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_MEMORYMODEL_RELATION_H
#define TESSERA_MEMORYMODEL_RELATION_H

#include <bit>
#include <cstdint>
#include <vector>

namespace tessera::memmodel {

class Relation {
public:
  Relation() = default;
  explicit Relation(unsigned size)
      : count(size), words((size + 63) / 64), bits(size * words) {}

  unsigned size() const { return count; }
  bool test(unsigned a, unsigned b) const {
    return bits[a * words + b / 64] >> (b % 64) & 1;
  }
  void set(unsigned a, unsigned b) {
    bits[a * words + b / 64] |= uint64_t(1) << (b % 64);
  }

  Relation &operator|=(const Relation &other);
  Relation &operator&=(const Relation &other);
  friend Relation operator|(Relation a, const Relation &b) { return a |= b; }
  friend Relation operator&(Relation a, const Relation &b) { return a &= b; }
  bool operator==(const Relation &) const = default;

  /// a ; b: pairs (x, z) with some y, x a y and y b z.
  static Relation compose(const Relation &a, const Relation &b);
  /// The smallest transitive relation that contains this one.
  Relation transitiveClosure() const;
  bool irreflexive() const;
  bool acyclic() const { return transitiveClosure().irreflexive(); }

  /// Calls visit(b) for every b related to from a, in order.
  template <typename Fn> void forEach(unsigned a, Fn visit) const {
    for (unsigned word = 0; word < words; ++word)
      for (uint64_t left = bits[a * words + word]; left; left &= left - 1)
        visit(word * 64 + std::countr_zero(left));
  }

  /// The events of a shortest cycle (first one not repeated), empty if none.
  std::vector<unsigned> shortestCycle() const;
  /// The events of a shortest path of at least one step, both ends included.
  std::vector<unsigned> shortestPath(unsigned from, unsigned to) const;

private:
  unsigned count = 0, words = 0;
  std::vector<uint64_t> bits;
};

} // namespace tessera::memmodel

#endif // TESSERA_MEMORYMODEL_RELATION_H
