//===- TileAA/IR/TileAADialect.td - the dialect record -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_TILEAADIALECT_TD
#define TESSERA_DIALECT_TILEAA_IR_TILEAADIALECT_TD

include "mlir/IR/DialectBase.td"
include "mlir/IR/OpBase.td"

def TileAA_Dialect : Dialect {
  let name = "nv_tileaa";
  let cppNamespace = "::tessera::tileaa";
  let summary = "alias-aware tiles: the level between cuda_tile and a target";
  let description = [{
    The mathematics of a Tile IR program with its pointers, address arithmetic,
    memory objects, ordering and lifetime as explicit SSA facts; no layout, no
    thread, no target. A tile of rank 1 or more is a builtin tensor of static
    power-of-two shape, a 0-d tile is the scalar itself. What `arith`, `math`
    and `scf` say exactly is said with them; this dialect holds the rest.

    Tokens are the only order between the memory operations of a tile block.
    An operation whose optional token is absent is ordered after nothing.

    Enumerations, assume predicates and optimisation hints are those of
    `cuda_tile`.
  }];
  let dependentDialects = ["::tessera::cuda_tile::CudaTileDialect",
                           "::mlir::arith::ArithDialect"];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasConstantMaterializer = 1;
  let extraClassDeclaration = [{
  private:
    void registerTypes();
    void registerAttributes();
    void registerOps();

  public:
  }];
}

#endif // TESSERA_DIALECT_TILEAA_IR_TILEAADIALECT_TD
