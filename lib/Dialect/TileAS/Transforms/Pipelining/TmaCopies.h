//===- TileAS/Transforms/Pipelining/TmaCopies.h - accesses as copies by TMA ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which loads and stores TMA can make, and the tensor maps that it needs for
// them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_TMACOPIES_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_TMACOPIES_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Layout/LinearLayout.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/MapVector.h"

namespace tessera::tileas {

/// How TMA brings a tile into its image: as boxes of one shape, side by side.
struct TmaCopy {
  llvm::SmallVector<int64_t, 5> box;
  SwizzleMode swizzle;
  bool operator==(const TmaCopy &) const = default;
};

/// What the hint allow_tma of an access says for `target`; nothing without one.
std::optional<bool> allowsTma(mlir::Operation *access, llvm::StringRef target);

/// How TMA makes a load into `image` or a store from there; else nothing, and
/// `reason` says why.
std::optional<TmaCopy> describeTmaCopy(mlir::Operation *access,
                                       const layout::LinearLayout &image,
                                       llvm::StringRef target,
                                       std::string &reason);

/// Who copies by a map: the threads of the block, a producer, or a producer
/// that claims the place of its maps itself.
enum class MapOwner { Block, Producer, ProducerAlone };

/// The tensor maps of a kernel. They are made where their views are, so once in
/// each block; in a place that the block claims at its start, or that of a body
/// for waves, and gives back at its end. A producer may claim one of its own
/// for what it loads, and gives it back when it has loaded all.
class TensorMaps {
public:
  explicit TensorMaps(tileaa::FuncOp function) : function(function) {}

  /// How many further maps there may be.
  unsigned room() const;
  /// The map of the view of `access`, which describeTmaCopy() has described.
  /// Loads, stores and what another role loads have maps of their own, which
  /// different threads make.
  mlir::Value mapOf(mlir::Operation *access, const TmaCopy &copy,
                    MapOwner owner = MapOwner::Block);
  /// After the last map. `give` is called for what is the producer's.
  void finish(llvm::function_ref<void(mlir::Operation *)> give);

private:
  ClaimTmaPlaceOp placeOf(mlir::Operation *access, MapOwner owner);

  tileaa::FuncOp function;
  /// The block's, and those of producers, by the body that they are in.
  llvm::MapVector<mlir::Block *, ClaimTmaPlaceOp> claims, claimsOfProducers;
  struct Made {
    mlir::Value view;
    AtomKind kind;
    TmaCopy copy;
    MapOwner owner;
    mlir::Value map;
  };
  llvm::SmallVector<Made> made;
};

/// The copy of `load`, all operands looked up in `map`, from `desc` into
/// `stage`, a view with the image.
mlir::Operation *buildTmaLoad(mlir::OpBuilder &b, TiledLoadOp load,
                              mlir::IRMapping &map, mlir::Value desc,
                              mlir::Value stage, mlir::Value after);

/// The store of a part of the tile of `store` that begins at element `first`
/// and is in `storage`; its token.
mlir::Value buildTmaStore(mlir::OpBuilder &b, TiledStoreOp store,
                          llvm::ArrayRef<int64_t> first, mlir::Value desc,
                          mlir::Value storage);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_TMACOPIES_H
