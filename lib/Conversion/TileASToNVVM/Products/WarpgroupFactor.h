//===- TileASToNVVM/Products/WarpgroupFactor.h - a factor of wgmma -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Factors in shared memory are named by descriptors, whose address is that of
// the part's first element in the image. A left factor may be in registers.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_PRODUCTS_WARPGROUPFACTOR_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_PRODUCTS_WARPGROUPFACTOR_H

#include "Conversion/TileASToNVVM/Emitter.h"
#include "DotPlaces.h"

#include "tessera/Dialect/TileAS/IR/MmaAtoms.h"
#include "tessera/Dialect/TileAS/Utils/DotBuilders.h"
#include "tessera/Layout/MatrixImages.h"

namespace tessera::gpu {

/// What dot and async.dot have in common.
struct ProductParts {
  mlir::Operation *op;
  tileas::AtomAttr atom;
  mlir::Value lhs, rhs, acc;
  bool signedLhs, signedRhs, fastAcc;

  template <typename OpTy> static ProductParts of(OpTy op) {
    return {op,
            op.getAtom(),
            op.getLhs(),
            op.getRhs(),
            op.getAcc(),
            isSigned(op.getSignednessLhs()),
            isSigned(op.getSignednessRhs()),
            op.getFastAcc()};
  }
  layout::LinearLayout accLayout() const {
    return Emitter::layoutOf(tileas::getFactorTile(acc.getType()));
  }
};

/// A factor of the instruction: descriptors of its parts, or their fragments.
class WarpgroupFactor {
public:
  /// `isLhs`: whether it is the left one of the product's tiles.
  WarpgroupFactor(Emitter &e, const ProductParts &parts, bool isLhs)
      : e(e), value(isLhs ? parts.lhs : parts.rhs), acc(parts.accLayout()),
        isLhs(isLhs), takenAsSigned(isLhs ? parts.signedLhs : parts.signedRhs),
        bits(mmaBits(*tileas::mmaFactorOf(parts.atom.getElements()[0]))) {}

  bool isShared() const { return tileas::isSharedView(value.getType()); }
  bool isSigned() const { return takenAsSigned; }
  /// Whether its neighbours in memory are neighbours in depth.
  bool isDepthFast() const { return image->fastDim == depthDim(); }
  /// Before the first part.
  void open();
  /// The operands of the instruction on the part at `point` and `depth`.
  void append(const DotPoint &point, int64_t depth,
              llvm::SmallVectorImpl<mlir::Value> &operands);
  /// How many operands that are.
  unsigned count() const { return isShared() ? 1 : 4; }
  llvm::StringRef constraint() const { return isShared() ? "l" : "r"; }

private:
  unsigned rank() const { return acc.out().axes().size(); }
  unsigned depthDim() const { return isLhs ? rank() - 1 : rank() - 2; }
  unsigned otherDim() const { return isLhs ? rank() - 2 : rank() - 1; }
  /// The point of the factor that goes with `point` of the accumulator.
  uint64_t factorPoint(uint64_t point) const;

  Emitter &e;
  mlir::Value value;
  layout::LinearLayout acc;
  bool isLhs, takenAsSigned;
  unsigned bits;
  /// In shared memory: what its image is, where each element is in it, and the
  /// descriptor of the warpgroup's first part.
  std::optional<layout::MatrixImage> image;
  std::optional<layout::LinearLayout> offsets;
  mlir::Value descriptor;
  /// In registers: which element is where, and all as words.
  std::optional<DotPlaces> places;
  llvm::SmallVector<mlir::Value> words;
};

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_PRODUCTS_WARPGROUPFACTOR_H
