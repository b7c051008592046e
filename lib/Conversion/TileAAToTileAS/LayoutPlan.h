//===- TileAAToTileAS/LayoutPlan.h - a layout for every tile of a kernel -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles that element-wise ops, loops and branches tie together get one layout,
// that of the strongest op among them: a product, then an access to memory,
// then what another tile's layout implies. What can be made in any layout at no
// cost (constants, ranges, splats, and views, broadcasts and permutes of
// others) is made in each layout that is asked for. docs/gpu-road.md has the
// rules.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOTILEAS_LAYOUTPLAN_H
#define TESSERA_LIB_CONVERSION_TILEAATOTILEAS_LAYOUTPLAN_H

#include "Tiles.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Dialect/TileAS/Utils/AccessRuns.h"
#include "tessera/Layout/TileLayouts.h"

#include "llvm/ADT/DenseMap.h"

#include <functional>
#include <vector>

namespace tessera::gpu {

/// Whether `value` is a tile in the layout of its group.
bool isFixed(mlir::Value value);

/// The tile that a load, store or atomic moves; null for other ops.
mlir::Value movedTile(mlir::Operation *op);

/// The most neighbours that a load is wanted to give a thread: of scales of
/// tcgen05, which lie by fours in shared memory, as many as one copy moves.
/// Neighbouring lanes then have the rest of a row.
int64_t mostNeighbours(mlir::Operation *access);

/// The shape of an instruction that reads its factors in shared memory; nothing
/// for others.
std::optional<layout::MmaShape> engineShapeOf(tileas::AtomAttr atom);

enum class TileRole {
  /// Made from nothing or from a scalar in any layout.
  Leaf,
  /// The elements of its operand, named differently.
  Renaming,
  /// In the layout of its group.
  Fixed,
};
TileRole roleOf(mlir::Value tile);

/// Whether `tile` is fixed, but integers that a few instructions compute from
/// numbers of elements and scalars: where it is needed in another layout, each
/// thread computes its own elements, and none go through shared memory.
bool isComputedAnywhere(mlir::Value tile);

/// The layout in which the operand of a renaming op must be for its result to
/// be in `layout`.
layout::LinearLayout renamedOperand(mlir::Operation *op,
                                    const layout::LinearLayout &layout);

class LayoutPlan {
public:
  LayoutPlan(tileaa::FuncOp function, unsigned numWarps);

  /// The layout of a fixed tile's group.
  layout::LinearLayout layoutOf(mlir::Value tile);
  /// The layout in which an op likes an operand whose own layout does not
  /// matter: that of a fixed tile's group, else the one for its shape.
  layout::LinearLayout ownLayout(mlir::Value tile);
  /// The layout that coalesces the access `op` best.
  layout::LinearLayout accessLayout(mlir::Operation *op);
  /// The layouts that the atom of the product `op`, mma.sync or multiply-add,
  /// asks for.
  layout::DotLayouts dotLayouts(tileas::DotOp op);
  /// The layout that the op's lowering gives its result; it may differ from
  /// that of the result's group.
  layout::LinearLayout resultLayout(mlir::OpResult tile);
  /// The layouts that the op needs its operands in; null for operands that are
  /// no tiles. A layout of offsets is an image in shared memory, which the
  /// operand is put into as it comes (ownLayout).
  llvm::SmallVector<std::optional<layout::LinearLayout>>
  operandLayouts(mlir::Operation *op);

  unsigned getNumWarps() const { return numWarps; }

private:
  /// How much the op that asks for a group's layout needs it.
  /// Sums are those of multiply-add, products those of an instruction.
  enum Strength : unsigned { Nothing, Implied, Access, Sums, Product };
  struct Group {
    unsigned strength = 0;
    std::function<layout::LinearLayout()> anchor;
    std::optional<layout::LinearLayout> layout;
    bool active = false;
  };
  unsigned groupOf(mlir::Value tile);
  void unite(mlir::Value a, mlir::Value b);
  void uniteAll(mlir::ValueRange values);
  void anchor(mlir::Value tile, unsigned strength,
              std::function<layout::LinearLayout()> make);
  void collect(mlir::Operation *op);
  void collectControlFlow(mlir::Operation *op);
  /// The layout of a renaming of a fixed tile, or nothing.
  std::optional<layout::LinearLayout> renamedFixed(mlir::Value tile);
  /// The layout in which results of products are stored as they are: sums, and
  /// fragments under any name. (Other names of sums cost ptxas registers.)
  std::optional<layout::LinearLayout> fragmentsNamed(mlir::Value tile);
  bool isReducedAlongRows(mlir::Value tile);
  bool takesColumnsInPairs(tileas::DotOp op);
  bool takesWholeRows(tileas::DotOp op);
  /// The fragments of a product's accumulator; nothing for multiply-add.
  std::optional<layout::LinearLayout> fragmentsOf(tileas::DotOp op);
  /// Where a product of wgmma or tcgen05 wants a factor: in fragments or as an
  /// image.
  layout::LinearLayout factorPlace(tileas::DotOp op, bool isLhs);

  tileaa::FuncOp function;
  unsigned numWarps;
  /// Of one access to global memory by a thread.
  int64_t mostAccessBytes = tileas::kCopyBytes;
  llvm::DenseMap<mlir::Value, unsigned> numbers;
  llvm::SmallVector<unsigned> parents;
  std::vector<Group> groups;
};

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOTILEAS_LAYOUTPLAN_H
