//===- TileAS/IR/TileASDialect.td - the dialect record -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_TILEASDIALECT_TD
#define TESSERA_DIALECT_TILEAS_IR_TILEASDIALECT_TD

include "mlir/IR/DialectBase.td"
include "mlir/IR/OpBase.td"

def TileAS_Dialect : Dialect {
  let name = "nv_tileas";
  let cppNamespace = "::tessera::tileas";
  let summary = "scheduled tiles: layouts, asynchrony and shared storage";
  let description = [{
    The GPU level. A tile is a builtin tensor whose encoding, `#nv_tileas.layout`,
    says which register of which lane of which warp holds which element; a 0-d
    tile is the scalar, the same in every thread. Element-wise work stays in
    `arith`, `math` and `nv_tileaa`, on tensors of one layout; this dialect holds
    what moves data: layout conversions, accesses to memory, contractions and
    reductions, asynchronous copies, pipelines and barriers.

    In the text of its ops a tile is `tile<16x8xf32>`, with its layout
    `tile<16x8xf32, #nv_tileas.layout<…>>`: another spelling of the tensor.
  }];
  let dependentDialects = ["::tessera::tileaa::TileAADialect"];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
  private:
    void registerTypes();
    void registerAttributes();
    void registerOps();

  public:
  }];
}

#endif // TESSERA_DIALECT_TILEAS_IR_TILEASDIALECT_TD
