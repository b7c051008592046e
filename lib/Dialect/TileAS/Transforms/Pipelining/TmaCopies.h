//===- TileAS/Transforms/Pipelining/TmaCopies.h - loads as copies by TMA -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which loads TMA can make, and the tensor maps that it needs for them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_TMACOPIES_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_TMACOPIES_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Layout/LinearLayout.h"

#include "mlir/IR/Builders.h"

namespace tessera::tileas {

/// How TMA brings a tile into its image: as boxes of one shape, side by side.
struct TmaCopy {
  llvm::SmallVector<int64_t, 5> box;
  SwizzleMode swizzle;
  bool operator==(const TmaCopy &) const = default;
};

/// How TMA makes `load` into `image`; else nothing, and `reason` says why.
std::optional<TmaCopy> describeTmaCopy(mlir::Operation *load,
                                       const layout::LinearLayout &image,
                                       llvm::StringRef target,
                                       std::string &reason);

/// The tensor maps of a kernel. They are made where their views are, so once in
/// each block; all in one place that the block claims at its start and gives
/// back at its end.
class TensorMaps {
public:
  explicit TensorMaps(tileaa::FuncOp function) : function(function) {}

  /// How many further maps there may be.
  unsigned room() const;
  /// The map of the view of `load`, which describeTmaCopy() has described.
  mlir::Value mapOf(TiledLoadOp load, const TmaCopy &copy);
  /// After the last map.
  void finish();

private:
  tileaa::FuncOp function;
  ClaimTmaPlaceOp claim;
  struct Made {
    mlir::Value view;
    TmaCopy copy;
    mlir::Value map;
  };
  llvm::SmallVector<Made> made;
};

/// The copy of `load`, all operands looked up in `map`, from `desc` into
/// `stage`, a view with the image.
void buildTmaLoad(mlir::OpBuilder &b, TiledLoadOp load, mlir::IRMapping &map,
                  mlir::Value desc, mlir::Value stage, mlir::Value after);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_TMACOPIES_H
