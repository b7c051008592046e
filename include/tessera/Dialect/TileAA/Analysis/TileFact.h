//===- TileAA/Analysis/TileFact.h - what is known of a value --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lattice value of the axis analysis: contiguity, divisibility and
// constancy along each axis of a tile of integers or pointers, the memory
// object behind pointers, and extents and strides of memory views.
// docs/access-facts.md has the definitions; all numbers are powers of two, all
// claims modulo 2^width.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_ANALYSIS_TILEFACT_H
#define TESSERA_DIALECT_TILEAA_ANALYSIS_TILEFACT_H

#include "tessera/Dialect/TileAA/IR/TileAA.h"

#include "llvm/ADT/APInt.h"
#include "llvm/Support/raw_ostream.h"

namespace tessera::tileaa {

/// Largest divisor that is told: what is known of zero.
constexpr int64_t kMaxDivisor = int64_t(1) << 62;

/// Largest power of two up to kMaxDivisor that divides `value`.
int64_t getPowerOf2Divisor(const llvm::APInt &value);
int64_t getPowerOf2Divisor(uint64_t value);
/// Product of two divisors, at most kMaxDivisor.
int64_t multiplyDivisors(int64_t a, int64_t b);

/// Claims along one axis. Cut the axis into groups of `contiguity` elements:
/// within a group each element is its predecessor plus the unit, and the first
/// is a multiple of `divisibility`. Cut it into groups of `constancy` elements:
/// all elements of a group are equal.
struct AxisFact {
  int64_t contiguity = 1;
  int64_t divisibility = 1;
  int64_t constancy = 1;

  bool operator==(const AxisFact &) const = default;
};

/// The memory object that a pointer was derived from.
struct MemoryBase {
  BaseKind kind = BaseKind::Unknown;
  /// Argument number, or position of the `alloca` in its function.
  int64_t index = 0;
  /// Name of a global.
  mlir::StringAttr symbol;

  bool operator==(const MemoryBase &) const = default;
};

/// One dimension of a memory view.
struct DimFact {
  uint64_t minExtent = 0;
  uint64_t maxExtent = ~uint64_t(0);
  int64_t extentDivisibility = 1;
  int64_t strideDivisibility = 1;
  /// The stride where it is one known number.
  std::optional<uint64_t> stride;
  /// Of so many neighbouring tiles of a view the first begins inside.
  int64_t tilesFromInside = 1;

  bool operator==(const DimFact &) const = default;
};

/// Facts about one SSA value. A scalar has one axis of extent 1.
struct TileFact {
  enum class State {
    /// Not computed yet, or never executed.
    Uninitialized,
    /// A tile of integers or pointers.
    Tile,
    /// A memory view or tiled view: `axes` are its base pointer's.
    View,
    /// Another type, about which nothing is told.
    Other,
  };

  State state = State::Uninitialized;
  llvm::SmallVector<AxisFact, 2> axes;
  /// What neighbours in a contiguous group differ by: 1, or bytes of a pointee.
  int64_t unit = 1;
  /// Pointers and views: their object, and a divisor of every byte offset from
  /// its start.
  MemoryBase base;
  int64_t offsetDivisibility = 1;
  llvm::SmallVector<DimFact, 2> dims;

  /// Nothing known of a value of `type`.
  static TileFact getUnknown(mlir::Type type);
  /// Least upper bound.
  static TileFact join(const TileFact &lhs, const TileFact &rhs);

  bool operator==(const TileFact &) const = default;
  bool isTile() const { return state == State::Tile; }
  bool isView() const { return state == State::View; }

  /// A divisor of every element.
  int64_t getElementDivisor() const;
  /// A divisor of the elements at the multiples of `group` along `axis`.
  int64_t getDivisorAt(unsigned axis, int64_t group) const;
  /// Same claims with `axis` cut into groups of at most `group` elements.
  void limitContiguity(unsigned axis, int64_t group);

  void print(llvm::raw_ostream &os) const;
};

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_ANALYSIS_TILEFACT_H
