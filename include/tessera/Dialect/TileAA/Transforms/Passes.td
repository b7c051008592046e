//===- TileAA/Transforms/Passes.td - passes on nv_tileaa -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_TRANSFORMS_PASSES_TD
#define TESSERA_DIALECT_TILEAA_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def VerifyTileAAStagePass
    : Pass<"verify-tileaa-stage", "::mlir::ModuleOp"> {
  let summary = "Check that a module is at the nv_tileaa level";
  let description = [{
    Changes nothing; reports each violation at the op that breaks a rule, and
    fails.

    | rule | reported |
    |---|---|
    | nothing of `cuda_tile` is left | its ops; its types anywhere in a type or attribute, other than f8E5M3FNU |
    | no layout yet | a tensor with an encoding, anywhere |
    | only this level's dialects | ops outside nv_tileaa, arith, math, scf and ub, `builtin.module` at the top alone |
    | kernels stand alone | ops other than `nv_tileaa.func` and `nv_tileaa.global` directly in the module |
    | every op keeps its own rules | scope if and only if not weak; loads with release or acq_rel, stores with acquire or acq_rel, weak atomics; symbols that do not resolve; a return that does not end its function (what the ops' verifiers say, asked again) |
  }];
  let dependentDialects = ["::tessera::tileaa::TileAADialect"];
}

#endif // TESSERA_DIALECT_TILEAA_TRANSFORMS_PASSES_TD
