//===- TileAAToVector/Access/Access.h - memory accesses of a nest -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a weak access through pointers or a view reaches memory: the analysis
// that decides, before a nest is emitted, what may be assumed (AccessFacts),
// and the instructions that follow from it.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOVECTOR_ACCESS_ACCESS_H
#define TESSERA_LIB_CONVERSION_TILEAATOVECTOR_ACCESS_ACCESS_H

#include "Conversion/TileAAToVector/Core/Lanes.h"
#include "Conversion/TileAAToVector/Nest/Nest.h"

namespace tessera::cpu {

/// The assumptions about one access that hold if the conditions of its nest do.
struct AccessFact {
  /// The address arithmetic is affine and known not to wrap.
  bool contiguous = false;
  /// No lane is masked or out of bounds.
  bool full = false;
  /// For 4-bit elements: every row begins with a byte.
  bool wholeBytes = false;
};

/// Conditions (i1 scalars) that make assumptions true for a whole tile.
struct AccessFacts {
  llvm::SmallVector<mlir::Value> noWrap, full;
  llvm::DenseMap<mlir::Operation *, AccessFact> perOp;
  /// Tiles of i1 that are true everywhere if all conditions hold.
  llvm::DenseSet<mlir::Value> allTrue;
  /// Whether any access gains from the level Full or Contiguous.
  bool anyFull = false, anyContiguous = false;

  /// Analyses the access `op`; emits its conditions at the current point.
  void add(Emitter &e, mlir::Operation *op);
  /// Analyses the terms of the conjunction `mask`.
  void addMask(Emitter &e, mlir::Value mask);
};

/// An integer tensor's value at an index: base + lanes[l], exactly.
struct Affine {
  mlir::Value base; // i64; null for zero
  llvm::SmallVector<int64_t, 16> lanes;
  int depth = -1;
};

/// `value` in that form (assuming its arithmetic does not wrap), or nothing.
std::optional<Affine> evaluateAffine(Nest &nest, mlir::Value value,
                                     llvm::ArrayRef<Coord> index);

/// The addresses of the lanes of an access: `base` + lanes[l] elements, or one
/// address per lane.
struct LaneAddress {
  mlir::Value base;
  llvm::SmallVector<int64_t, 16> lanes;
  mlir::Value addresses;
  bool isUniform() const { return !addresses && lanes.empty(); }
};

/// The address of a pointer tile's lanes.
mlir::FailureOr<LaneAddress> pointerAddress(Nest &nest, mlir::Operation *op,
                                            mlir::Value pointers,
                                            llvm::ArrayRef<Coord> index);

/// Lanes, or a scalar, as global memory has them into register form.
mlir::Value fromMemory(Emitter &e, mlir::Value value, mlir::Type element);

/// Reads one element per lane; `mask` and `other` may be missing (masked lanes
/// are zero then).
Lanes readMemory(Nest &nest, mlir::Type element, const LaneAddress &address,
                 std::optional<Lanes> mask, std::optional<Lanes> other);
void writeMemory(Nest &nest, mlir::Type element, const LaneAddress &address,
                 const Lanes &value, std::optional<Lanes> mask);
/// Writes a vector of containers of `bytes` bytes to consecutive memory, where
/// `mask` (a vector, a scalar or null) holds.
void writeRun(Nest &nest, mlir::Value containers, mlir::Value address,
              mlir::Value mask, unsigned bytes);

/// A tile access through a view.
struct ViewLanes {
  LaneAddress address;
  /// The memory object's base, and the element number: its uniform part, and
  /// what lanes have beyond it where that is not constant (null: it is, see
  /// address.lanes).
  mlir::Value object, offset, varying;
  std::optional<Lanes> mask;
};
mlir::FailureOr<ViewLanes> viewAccess(Nest &nest, mlir::Operation *op,
                                      llvm::ArrayRef<Coord> index);

/// The parts of a view access op.
struct ViewOperands {
  mlir::Value view;
  mlir::OperandRange indices;
  llvm::ArrayRef<bool> inBounds;
  tileaa::TiledViewType type;
};
ViewOperands viewOperands(mlir::Operation *op);

/// Whether no index of the index space gives a partial tile in dimension `d`.
bool neverPartial(const ViewOperands &view, const MemoryObject &object,
                  unsigned d);

/// How much of dimension `d` of an access's tile (not a sparse one) lies in its
/// memory object; beyond the tile's extent where more follows, never negative.
mlir::Value extentInside(Emitter &e, const ViewOperands &view, unsigned d);

/// Lanes of 4-bit elements at `access` (NibbleAccess.cpp); `wholeBytes` as in
/// AccessFact. Masked lanes are those of `other`.
Lanes readNibbles(Nest &nest, const ViewLanes &access, bool wholeBytes,
                  std::optional<Lanes> other);

/// What LLVM calls the order of an access; a weak one is not atomic.
mlir::LLVM::AtomicOrdering
atomicOrderingOf(cuda_tile::MemoryOrderingSemantics semantic);

/// For AccessFacts::add.
void addViewFact(Emitter &e, AccessFacts &facts, mlir::Operation *op);

} // namespace tessera::cpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOVECTOR_ACCESS_ACCESS_H
