//===- TileAS/IR/TileASAttrs.h - attributes and enumerations --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts as tensor encodings, atoms, and what asks for them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_TILEASATTRS_H
#define TESSERA_DIALECT_TILEAS_IR_TILEASATTRS_H

#include "tessera/Dialect/TileAA/IR/TileAATypes.h"
#include "tessera/Layout/LinearLayout.h"
#include "tessera/Target/GpuTarget.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TensorEncoding.h"

#include "tessera/Dialect/TileAS/IR/TileASEnums.h.inc"

namespace tessera::layout {
/// Layouts are uniqued by value.
llvm::hash_code hash_value(const LinearLayout &layout);
} // namespace tessera::layout

namespace tessera::gpu {
/// Targets are uniqued by name.
inline bool operator==(const GpuTarget &a, const GpuTarget &b) {
  return a.name == b.name;
}
llvm::hash_code hash_value(const GpuTarget &target);
} // namespace tessera::gpu

#define GET_ATTRDEF_CLASSES
#include "tessera/Dialect/TileAS/IR/TileASAttrs.h.inc"

namespace tessera::tileas {

/// The layout of a tile; null for scalars and tensors without one.
LayoutAttr getLayoutAttr(mlir::Type tile);
/// `tile` with `layout` (null: without one).
mlir::RankedTensorType withLayout(mlir::RankedTensorType tile,
                                  LayoutAttr layout);
/// The tile without its layout; scalars as they are.
mlir::Type withoutLayout(mlir::Type tile);

/// The plan of a kernel; null for functions without one.
PlanAttr getPlan(mlir::Operation *function);
/// The target of the module that `op` is in or is; null without one.
TargetAttr getTarget(mlir::Operation *op);

/// The strategies that `function` was found not to have room for.
llvm::SmallVector<MisfitAttr> getMisfits(mlir::Operation *function);

/// Notes that the strategy of its plan, if it has one, needs too much.
void addMisfit(mlir::Operation *function, Resource resource, int64_t needed,
               int64_t available);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_IR_TILEASATTRS_H
