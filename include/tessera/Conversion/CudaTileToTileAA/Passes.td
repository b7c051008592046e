//===- Conversion/CudaTileToTileAA/Passes.td - the pass -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CONVERSION_CUDATILETOTILEAA_PASSES_TD
#define TESSERA_CONVERSION_CUDATILETOTILEAA_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertCudaTileToTileAAPass
    : Pass<"convert-cuda-tile-to-tileaa", "::mlir::ModuleOp"> {
  let summary = "Lower Tile IR to nv_tileaa, arith, math and scf";
  let description = [{
    Converts every op of `cuda_tile`; docs/conversions.md has the table. In short:

    * a tile becomes a tensor of static shape, a 0-d tile the scalar itself,
      pointers, tokens and views their nv_tileaa types;
    * element-wise ops become `arith` and `math` ops where these mean exactly the
      same, and keep rounding, flushing and NaN attributes on nv_tileaa ops where
      they do not;
    * `if`, `for`, `loop` and every early `continue`, `break` and `return` become
      `scf.if`, `scf.for` and `scf.while` with flags; values that nothing reads on
      the path taken are `ub.poison`;
    * `entry` becomes `nv_tileaa.func` with `kernel` and its hints; the ops of a
      file's only `cuda_tile.module` move into the builtin module, which takes its
      name; several modules become nested builtin modules.

    Locations and discardable attributes stay. Fails, with a diagnostic, only on
    control flow that nests more than 512 levels deep once exits are explicit.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::ub::UBDialect",
    "::tessera::cuda_tile::CudaTileDialect", "::tessera::tileaa::TileAADialect"];
}

#endif // TESSERA_CONVERSION_CUDATILETOTILEAA_PASSES_TD
