//===- Interpreter/Access/ViewAccess.h - the elements a view access touches -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One access through a tile view (ops.md 8.2): per tile dimension the element
// offset of every position and whether it is inside the tensor. Partition,
// strided and gather/scatter views differ only in how these tables are filled;
// loads, stores and atomics walk them in the same way.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_ACCESS_VIEWACCESS_H
#define TESSERA_LIB_INTERPRETER_ACCESS_VIEWACCESS_H

#include "Access.h"

namespace tessera::interp {

class ViewAccess {
public:
  /// Positions along one tile dimension.
  struct Dim {
    llvm::SmallVector<uint64_t, 0> offsets;
    llvm::SmallVector<uint8_t, 0> inside;
    /// Positions [0, prefix) are inside and nothing else is; offsets grow by
    /// `stride`. Not for gathered dimensions.
    bool dense = true;
    int64_t prefix = 0;
    uint64_t stride = 0;
  };

  /// Evaluates the indices of `op`; failure when the run must stop. `inbounds`
  /// holds the op's promises, one per index, or is empty.
  static mlir::FailureOr<ViewAccess> create(mlir::Operation *op,
                                            BlockContext &ctx, mlir::Value view,
                                            mlir::OperandRange indices,
                                            llvm::ArrayRef<bool> inbounds);

  /// No element may be touched: the tile lies outside the index space or its
  /// addresses overflow.
  bool isNothing() const { return nothing; }
  ElementKind kind() const { return elementKind; }
  /// Every position of the tile is inside the tensor.
  bool isComplete() const;

  /// Calls row(first, base) for every row along the last tile dimension whose
  /// other positions are all inside: `first` is the row's first element in the
  /// tile, `base` the element offset of the other dimensions. Stops on failure.
  template <typename Fn> mlir::LogicalResult forEachRow(Fn row) const {
    return walk(0, 0, 0, row);
  }
  const Dim &lastDim() const { return dims.back(); }
  int64_t rowLength() const {
    return static_cast<int64_t>(dims.back().offsets.size());
  }

  uint64_t base = 0;
  ProvenanceId provenance = 0;

  /// All positions of the tile, inside the tensor or not.
  int64_t numElements() const {
    return pitches[0] * static_cast<int64_t>(dims[0].offsets.size());
  }
  /// Element offset of the tile's first element, and per dimension the tile's
  /// extent, how many positions are inside, and the element stride. False where
  /// positions are gathered.
  bool describeLayout(uint64_t &first, llvm::SmallVectorImpl<int64_t> &lengths,
                      llvm::SmallVectorImpl<int64_t> &inside,
                      llvm::SmallVectorImpl<int64_t> &strides) const;

  /// Smallest and largest element offset touched; nothing when none is.
  struct Extent {
    uint64_t first, last;
  };
  std::optional<Extent> extent() const;

private:
  template <typename Fn>
  mlir::LogicalResult walk(size_t d, int64_t first, uint64_t offset,
                           Fn &row) const {
    if (d + 1 == dims.size())
      return row(first, offset);
    int64_t pitch = pitches[d];
    const Dim &dim = dims[d];
    for (size_t p = 0; p < dim.offsets.size(); ++p)
      if (dim.inside[p] &&
          failed(walk(d + 1, first + static_cast<int64_t>(p) * pitch,
                      offset + dim.offsets[p], row)))
        return mlir::failure();
    return mlir::success();
  }

  llvm::SmallVector<Dim, 3> dims;
  /// Elements of the tile per step of each dimension.
  llvm::SmallVector<int64_t, 4> pitches;
  ElementKind elementKind{};
  bool nothing = false;
};

/// Calls element(tile element, host address, high nibble) for every element of
/// the access that may be touched.
template <typename Fn>
mlir::LogicalResult forEachElement(const ViewAccess &view, Access &access,
                                   Fn element) {
  unsigned bytes = numerics::containerBytes(view.kind());
  bool nibble = numerics::memoryBits(view.kind()) == 4;
  const ViewAccess::Dim &last = view.lastDim();
  return view.forEachRow([&](int64_t first,
                             uint64_t offset) -> mlir::LogicalResult {
    for (int64_t p = 0, n = view.rowLength(); p < n; ++p) {
      if (!last.inside[p])
        continue;
      uint64_t number = offset + last.offsets[p];
      // Modulo 2^64: a base and an offset that wrap are refused by bounds.
      uint64_t address = view.base + (nibble ? number / 2 : number * bytes);
      auto host = access.at(address, view.provenance, bytes, bytes, first + p);
      if (mlir::failed(host))
        return mlir::failure();
      if (*host)
        element(first + p, *host, nibble && number % 2);
    }
    return mlir::success();
  });
}

/// Index space size along `dim` (ops.md 8.2); for gather_scatter views the
/// number of whole or partial tiles, and the tensor's extent along the sparse
/// dimension divided likewise.
uint64_t indexSpaceSize(mlir::Type viewType, const ViewValue &view,
                        unsigned dim);

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_ACCESS_VIEWACCESS_H
