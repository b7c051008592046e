//===- TileASToNVVM/Access/ViewAddress.h - where the elements of a view's tile are -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Positions of a tile in a memory object (ops.md 8.2), for loads, stores and
// atomic reductions through views.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_ACCESS_VIEWADDRESS_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_ACCESS_VIEWADDRESS_H

#include "Access.h"

#include "tessera/Dialect/TileAS/Utils/AccessRuns.h"

namespace tessera::gpu {

/// The parts that all view accesses have.
struct ViewOperands {
  mlir::Operation *op;
  tileaa::TiledViewType type;
  mlir::Value view;
  mlir::OperandRange coords;
  llvm::ArrayRef<bool> inBounds;
};

/// The `index`-th of static and run-time `extents`, also as a number where it
/// is one; run-time ones start at register `first` of the memory object.
std::pair<mlir::Value, std::optional<int64_t>>
memoryExtent(Emitter &e, const Registers &object,
             llvm::ArrayRef<int64_t> extents, unsigned index, unsigned first);

/// Addresses and bounds of the registers of one access.
class ViewAddress {
public:
  /// `tile`: the type of the tile that is moved.
  ViewAddress(Emitter &e, const ViewOperands &operands, mlir::Type tile);

  /// The address of register `r`'s element, which must be bytes.
  mlir::Value pointer(unsigned r);
  /// Elements from the memory object's base to it, an i64.
  mlir::Value elementOffset(unsigned r);
  mlir::Value base() const { return object; }
  /// Whether it is inside the memory object; null where that is known.
  mlir::Value inside(unsigned r);
  /// Runs of registers that are one access: neighbours in memory, aligned, and
  /// inside or outside together.
  llvm::SmallVector<llvm::SmallVector<unsigned, 8>> runs() const {
    return findRuns(/*whole=*/true, mostBytes()).second;
  }
  /// The same where the whole tile is inside.
  llvm::SmallVector<llvm::SmallVector<unsigned, 8>> runsInside() const {
    return findRuns(/*whole=*/false, mostBytes()).second;
  }
  /// The same for copies into shared memory, which may end within a run, and
  /// the axis along which they are.
  std::pair<unsigned, llvm::SmallVector<llvm::SmallVector<unsigned, 8>>>
  copyRuns() const {
    return findRuns(/*whole=*/false, tileas::kCopyBytes);
  }
  /// How many elements of a run along `axis` are inside, an i32; null: all.
  mlir::Value numInside(llvm::ArrayRef<unsigned> run, unsigned axis);
  /// Whether the whole tile is inside, the same in all threads; null where that
  /// cannot be told beforehand or nothing is checked. What pointer() needs is
  /// computed by then.
  mlir::Value isWhole();
  /// 4-bit elements: registers in pairs whose two elements are one byte that no
  /// other element shares, inside or outside together; nothing where that is
  /// not known.
  std::optional<llvm::SmallVector<std::pair<unsigned, unsigned>>>
  bytePairs() const;
  /// The value of elements outside.
  mlir::Value padding();
  mlir::Type element() const { return view.type.getElementType(); }

private:
  struct Axis {
    unsigned memoryDim;
    bool sparse, checked;
    /// Strides in elements; `fixedStride` where static.
    mlir::Value stride;
    std::optional<int64_t> fixedStride;
    mlir::Value size;
    /// First position, and that plus what the thread adds, i64s (not when
    /// sparse).
    mlir::Value first, base;
    uint64_t threadBits = 0;
    /// How many positions a thread has, or runs of such.
    unsigned numPositions = 1;
    /// How many positions of the tile are inside, an i32.
    mlir::Value left;
    /// Tests already made, by the constant part of the position.
    llvm::DenseMap<int64_t, mlir::Value> tests;
    /// Coordinates of sparse axes by position.
    llvm::DenseMap<int64_t, mlir::Value> listed;
  };
  /// The axis of the longest runs. `whole`: inside or outside together.
  std::pair<unsigned, llvm::SmallVector<llvm::SmallVector<unsigned, 8>>>
  findRuns(bool whole, int64_t mostBytes) const;
  int64_t mostBytes() const { return tileas::widestAccess(e.target()); }
  /// Whether a coordinate is another one in the next iteration of the loop
  /// around the access.
  bool changes(mlir::Value coordinate) const;
  /// inside() of all axes but `except`.
  mlir::Value insideBut(unsigned r, std::optional<unsigned> except);
  mlir::Value coordinate(Axis &axis, unsigned d, unsigned r);
  /// Whether register `r` is inside along an axis.
  mlir::Value testOf(Axis &axis, unsigned d, unsigned r);
  /// How many positions of an axis that is no list are inside. All threads have
  /// the same number, and a thread's own position in the tile is compared with
  /// it: that takes a register where positions in memory would take two each.
  mlir::Value leftOf(Axis &axis, unsigned d);
  /// What register `r` adds: a constant and, where strides are run-time values
  /// or coordinates listed, a value (or null).
  std::pair<int64_t, mlir::Value> registerPart(unsigned r);

  Emitter &e;
  ViewOperands view;
  layout::LinearLayout layout;
  llvm::SmallVector<Axis, 4> axes;
  /// The object's base, what block and thread add in elements, of that what
  /// changes from one iteration to the next (both or null), and all together.
  /// What stays the same comes first, so that it is one address in front of the
  /// loop.
  mlir::Value object, offset, late, start;
};

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_ACCESS_VIEWADDRESS_H
