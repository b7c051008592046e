//===- Layout/LinearLayout.h - layouts as maps over GF(2) -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a layout is, from the beginning.
//
// A tile of 4x4 elements is held by four lanes, four registers each. Somebody
// must say which register of which lane holds which element. Say, each lane
// holds a row pair of two columns, as a matrix instruction likes it:
//
//                 column 0   column 1   column 2   column 3
//      row 0       l0 r0      l0 r1      l1 r0      l1 r1
//      row 1       l2 r0      l2 r1      l3 r0      l3 r1
//      row 2       l0 r2      l0 r3      l1 r2      l1 r3
//      row 3       l2 r2      l2 r3      l3 r2      l3 r3
//
// Sixteen facts. But write every number in binary and look at powers of two
// only. Register 1 of lane 0 is at (row 0, column 1); register 2 at (2, 0);
// lane 1 at (0, 2); lane 2 at (1, 0):
//
//      register bit 0 -> (0, 1)        lane bit 0 -> (0, 2)
//      register bit 1 -> (2, 0)        lane bit 1 -> (1, 0)
//
// These four say everything: the element of any (lane, register) is the XOR of
// what its set bits say. Lane 3, register 2 is (0,2) ^ (1,0) ^ (2,0) = (3,2).
// A map with that property is *linear over GF(2)*, the field in which 1 + 1 = 0
// and addition is XOR. The four pairs are the columns of its matrix, and the
// text form of this layout lists just them:
//
//      {register: [(0,1), (2,0)], lane: [(0,2), (1,0)]} -> (dim0:4, dim1:4)
//
// `tessera explain --layout '{register: ...'` prints the table above from it.
//
// Why this is enough. Tile sizes are powers of two by the language, registers,
// lanes and warps by the machine; and what hardware designers do to an index,
// they do to its bits: they split, move and XOR them. So a fragment of
// mma.sync, a wgmma accumulator, a tcgen05.ld shape, the 128-byte swizzle of
// shared memory and the plain blocked layout that makes global access coalesced
// are all of this one type. They are *functions that return a LinearLayout*
// (see Fragments.h and MemoryLayouts.h), not classes of their own.
//
// What is not linear: a row padded to 33 elements (addition carries), an
// accumulator 24 columns wide (no power of two), and global memory, whose
// strides are run-time values. These keep shape and stride elsewhere.
//
// Direction. A layout goes from *where* to *what*: from a place in hardware to
// the tile index it holds. That direction is always a function. The other one
// need not be: if a column is zero, flipping that input bit changes nothing, so
// two places hold the same element. That is how broadcast is written. It shows
// in the algebra as the kernel (all place differences that do not matter).
//
// The algebra, on the example A above:
//
//   apply        A(lane 3, register 2) = (3, 2): XOR of columns.
//   compose      (outer o inner)(x) = outer(inner(x)). Columns of the result:
//                outer applied to the columns of inner.
//   invert       A is a bijection, so inv(A) says which place holds an element:
//                inv(A)(3, 2) = lane 3, register 2. It is Gaussian elimination.
//   pseudoInverse  for every layout: one of the places that hold an element,
//                the one with all free bits zero. A o P o A = A.
//   convert      From layout A to layout B of the same tile: the value at place
//                x of B comes from place pinv(A)(B(x)) of A. If that map leaves
//                block, warp and lane as they are, a conversion renames
//                registers and costs nothing; if it leaves block and warp, it
//                is shuffles; if it leaves the block, it is shared memory; else
//                it needs the cluster. Conversion.h is this paragraph.
//   product      a x b: b repeats what a says, one level higher. Bits of b go
//                above the bits of a on every axis of both sides. An mma
//                fragment times {register: [(1,0)]} is two fragments stacked.
//   quotient     the inverse of product: l = a x q gives q, if l begins with a.
//                "Can this layout be made of whole ldmatrix fragments?" is a
//                quotient that exists or not.
//   sublayout    only some of the input and output axes: the matrix without the
//                other columns and rows. "Does a column depend on the warp?"
//
// And memory: a layout of shared memory goes from Offset to the tile index. So
// pinv(S) o A goes from registers and lanes to the address each one touches,
// and bank conflicts are a rank: see BankConflicts.h.
//
// Representation. Each side is a Space (Space.h): named axes packed in one
// word. A layout is the two spaces and one word per input bit. So `apply` is a
// few XORs, equality is memcmp, and nothing needs an arithmetic prover.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LAYOUT_LINEARLAYOUT_H
#define TESSERA_LAYOUT_LINEARLAYOUT_H

#include "tessera/Layout/Space.h"

namespace tessera::layout {

/// A linear map over GF(2) from one space to another. Immutable.
class LinearLayout {
public:
  /// The map whose value at packed input bit i is `columns[i]`, a packed point
  /// of `out`. Fails when there is not one column per input bit or a column has
  /// bits outside `out`.
  static llvm::Expected<LinearLayout> create(Space in, Space out,
                                             llvm::ArrayRef<uint64_t> columns);

  /// The map of a space to itself that changes nothing.
  static LinearLayout identity(const Space &space);

  const Space &in() const { return input; }
  const Space &out() const { return output; }
  llvm::ArrayRef<uint64_t> columns() const { return matrix; }
  /// The image of bit `bit` of input axis `dim`, which must exist.
  uint64_t column(Dim dim, unsigned bit) const {
    return matrix[input.offset(dim) + bit];
  }

  /// The value at a packed input point. Bits above the input space are ignored.
  uint64_t apply(uint64_t point) const;

  /// The number of independent columns; the image has 2^rank points.
  unsigned rank() const;
  bool isInjective() const { return rank() == input.bits(); }
  bool isSurjective() const { return rank() == output.bits(); }
  bool isBijective() const { return isInjective() && isSurjective(); }

  /// A basis of the inputs that map to 0. Empty if the layout is injective.
  llvm::SmallVector<uint64_t> kernel() const;

  /// The packed input bits whose column depends on lower ones. All points can
  /// be reached with these bits zero: they only make copies (broadcast).
  uint64_t freeBits() const;

  /// The inverse. Fails when the layout is not a bijection.
  llvm::Expected<LinearLayout> invert() const;

  /// A map P from `out` to `in` with L o P o L = L; for points of the image P
  /// gives the source whose free bits are zero. A right inverse if the layout
  /// is surjective, the inverse if it is a bijection.
  LinearLayout pseudoInverse() const;

  /// Only the given input and output axes. Fails if one does not exist.
  llvm::Expected<LinearLayout> sublayout(llvm::ArrayRef<Dim> inputs,
                                         llvm::ArrayRef<Dim> outputs) const;

  /// The same map with output axis `order[i]` renamed to tile index i. Fails
  /// unless `order` is a permutation of the tile indices and `out` a tile.
  llvm::Expected<LinearLayout>
  permuteTile(llvm::ArrayRef<unsigned> order) const;

  /// "{lane: [(0,2), (1,0)]} -> (dim0:4, dim1:4)"; parse() reads it back.
  void print(llvm::raw_ostream &os) const;
  std::string str() const;
  /// Reads the text form. Fails with what was expected and the column.
  static llvm::Expected<LinearLayout> parse(llvm::StringRef text);

  bool operator==(const LinearLayout &) const = default;

private:
  LinearLayout(Space in, Space out, llvm::ArrayRef<uint64_t> columns)
      : input(std::move(in)), output(std::move(out)), matrix(columns) {}

  Space input, output;
  llvm::SmallVector<uint64_t, 12> matrix;
};

/// outer(inner(x)). Fails unless the output space of `inner` is the input space
/// of `outer`.
llvm::Expected<LinearLayout> compose(const LinearLayout &outer,
                                     const LinearLayout &inner);

/// `low` repeated as `high` says: on every axis of either side the bits of
/// `high` go above those of `low`. Fails on more than maxSpaceBits bits.
llvm::Expected<LinearLayout> product(const LinearLayout &low,
                                     const LinearLayout &high);

/// The layout q with product(low, q) = whole. Fails if there is none.
llvm::Expected<LinearLayout> quotient(const LinearLayout &whole,
                                      const LinearLayout &low);

/// Writes a layout down bit by bit: each call adds the next bit of an input
/// axis.
class LayoutBuilder {
public:
  explicit LayoutBuilder(Space out) : output(std::move(out)) {}

  /// The next bit of `in` flips bit `bit` of `out`, which must exist.
  LayoutBuilder &bit(Dim in, Dim out, unsigned bit) {
    return column(in, output.pack(out, uint64_t(1) << bit));
  }
  /// The next `count` bits of `in` flip bits first, first + 1, ... of `out`.
  LayoutBuilder &run(Dim in, Dim out, unsigned first, unsigned count) {
    for (unsigned i = 0; i != count; ++i)
      bit(in, out, first + i);
    return *this;
  }
  /// The next bit of `in` changes nothing: a copy.
  LayoutBuilder &copy(Dim in) { return column(in, 0); }
  /// The next bit of `in` has the packed image `image`.
  LayoutBuilder &column(Dim in, uint64_t image) {
    bits.push_back({in, image});
    return *this;
  }
  /// Fails as LinearLayout::create does.
  llvm::Expected<LinearLayout> finish() const;

private:
  Space output;
  llvm::SmallVector<std::pair<Dim, uint64_t>, 16> bits;
};

} // namespace tessera::layout

#endif // TESSERA_LAYOUT_LINEARLAYOUT_H
