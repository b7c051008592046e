//===- CudaTileToTileAA/StructureControlFlow.h - no early exits ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First half of the conversion: cuda_tile `if`, `for`, `loop` with `continue`,
// `break` and `return` anywhere become scf ops whose regions have one end.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_STRUCTURECONTROLFLOW_H
#define TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_STRUCTURECONTROLFLOW_H

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"

namespace tessera {

/// Rewrites the body of `function` (an `entry` or `testing$func`) so that it
/// holds no cuda_tile control flow but one `return` at its end. Values keep
/// their cuda_tile types; conditions, bounds and induction variables pass
/// between them and the builtin integers of scf through
/// `builtin.unrealized_conversion_cast`.
///
/// Ops are moved, not copied (but for constants, which may be repeated); ops
/// behind an exit on every path are erased. A value that a region must yield on
/// a path where nothing reads it is `ub.poison`.
///
/// Fails, after a diagnostic, when the result would nest too deeply.
mlir::LogicalResult structureControlFlow(mlir::FunctionOpInterface function);

/// A `for` of cuda_tile as `scf.for`, without its body.
struct CountedLoop {
  mlir::scf::ForOp loop;
  /// The induction variable with its cuda_tile type.
  mlir::Value inductionVar;
};

/// Creates the counted loop of `op` with an empty body and `inits` as carried
/// values; `builder` ends up at the end of the body.
///
/// `scf.for` leaves open what happens when `iv + step` exceeds the type, and
/// its lowering wraps; the language runs ceil((ub - lb) / step) iterations
/// (core.md 6.3). Where the sum may exceed the type, the loop counts in i64,
/// and where that is the type itself, it counts iterations.
CountedLoop createCountedLoop(mlir::OpBuilder &builder, cuda_tile::ForOp op,
                              mlir::ValueRange inits);

} // namespace tessera

#endif // TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_STRUCTURECONTROLFLOW_H
