//===- Pipelines/FitPlans.h - another plan where one does not fit -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether a kernel fits its plan shows only when its storage is placed. A plan
// that was chosen, and not asked for, then gives way to that of the next
// strategy.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_PIPELINES_FITPLANS_H
#define TESSERA_LIB_PIPELINES_FITPLANS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tessera::gpu {

/// `run` on `module`, which plans its kernels, again and again from the start
/// as long as it finds kernels that do not fit. A remark says why, and
/// diagnostics of such a run are dropped. Plans that kernels have already stay,
/// and so does a strategy that is asked for, which may do without its
/// correction role.
mlir::LogicalResult
runUntilPlansFit(mlir::ModuleOp module, bool isAskedFor,
                 llvm::function_ref<mlir::LogicalResult(mlir::ModuleOp)> run);

} // namespace tessera::gpu

#endif // TESSERA_LIB_PIPELINES_FITPLANS_H
