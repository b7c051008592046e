//===- Layout/Space.h - named bit vectors -----------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The two sides of a layout are spaces: ordered sets of named axes, each a
// number of bits. A point of a space is one packed uint64_t. Which axis lies
// where in the packed word is fixed here once, so that two spaces with the same
// axes are equal and layouts can be composed without renaming anything.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LAYOUT_SPACE_H
#define TESSERA_LAYOUT_SPACE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>

namespace tessera::layout {

/// What an axis counts. Register counts *elements* of a thread, so that a
/// 32-bit register with two f16 values is two of them, low half first. Offset
/// counts elements in shared memory. Tile0 + i is index i of the tile.
enum class Dim : uint8_t {
  Register,
  Lane,
  Warp,
  Block,
  Offset,
  TmemLane,
  TmemColumn,
  Tile0 = 16,
};

/// Tiles of a higher rank are refused.
inline constexpr unsigned maxTileRank = 32;
/// The most bits a space may have in all.
inline constexpr unsigned maxSpaceBits = 48;

/// The axis of tile index `index`, which must be below maxTileRank.
constexpr Dim tileDim(unsigned index) {
  return static_cast<Dim>(static_cast<unsigned>(Dim::Tile0) + index);
}
constexpr bool isTileDim(Dim dim) { return dim >= Dim::Tile0; }

/// "register", "lane", ..., "dim0", "dim1", ...
std::string dimName(Dim dim);
/// The inverse of dimName.
std::optional<Dim> dimNamed(llvm::StringRef name);

/// One axis: 2^bits values.
struct Axis {
  Dim dim;
  unsigned bits;
  bool operator==(const Axis &) const = default;
};

/// An ordered set of axes. Axes are listed in enum order. Packing: hardware
/// axes first, Register lowest; above them the tile axes, the *last* tile index
/// lowest, so that a packed tile point is the row-major element index.
class Space {
public:
  /// The space with no axis: one point.
  Space() = default;

  /// Fails on an axis given twice, an unknown tile index and on more than
  /// maxSpaceBits bits. Hardware axes of zero bits are dropped, tile axes of
  /// zero bits (size 1) are kept, since they belong to the shape.
  static llvm::Expected<Space> create(llvm::ArrayRef<Axis> axes);

  /// The index space of a tile. Fails when a size is not a power of two.
  static llvm::Expected<Space> tile(llvm::ArrayRef<int64_t> shape);

  llvm::ArrayRef<Axis> axes() const { return list; }
  /// All bits together.
  unsigned bits() const { return total; }
  /// The number of points.
  uint64_t size() const { return uint64_t(1) << total; }
  bool has(Dim dim) const;
  /// Bits of one axis; 0 if the space has no such axis.
  unsigned bits(Dim dim) const;
  /// Where the axis starts in the packed word; 0 if there is no such axis.
  unsigned offset(Dim dim) const;
  /// The bits of the packed word that belong to the axis.
  uint64_t mask(Dim dim) const;

  /// The coordinate on one axis of a packed point; 0 if there is no such axis.
  uint64_t get(uint64_t point, Dim dim) const {
    return (point & mask(dim)) >> offset(dim);
  }
  /// The packed point that is `value` on the axis and 0 elsewhere. `value` must
  /// fit the axis.
  uint64_t pack(Dim dim, uint64_t value) const {
    assert((value == 0 || has(dim)) && value >> bits(dim) == 0);
    return value << offset(dim);
  }
  /// The axis and the bit in it that packed bit `bit` belongs to.
  std::pair<Dim, unsigned> locate(unsigned bit) const;

  /// "(dim0:16, dim1:8)".
  void print(llvm::raw_ostream &os) const;
  std::string str() const;

  bool operator==(const Space &) const = default;

private:
  llvm::SmallVector<Axis, 4> list;
  unsigned total = 0;
};

} // namespace tessera::layout

#endif // TESSERA_LAYOUT_SPACE_H
