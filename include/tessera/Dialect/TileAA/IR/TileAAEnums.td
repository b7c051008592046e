//===- TileAA/IR/TileAAEnums.td - enumerations of this level -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only what cuda_tile does not have; everything else is reused from
// CudaTileEnums.td.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_TILEAAENUMS_TD
#define TESSERA_DIALECT_TILEAA_IR_TILEAAENUMS_TD

include "mlir/IR/EnumAttr.td"
include "tessera/Dialect/TileAA/IR/TileAADialect.td"

class TileAA_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::tessera::tileaa";
}

def TileAA_GridAxis : TileAA_Enum<"GridAxis", "axis of the launch grid", [
  I32EnumAttrCase<"X", 0, "x">,
  I32EnumAttrCase<"Y", 1, "y">,
  I32EnumAttrCase<"Z", 2, "z">]>;

def TileAA_Residency : TileAA_Enum<"Residency", "where the memory of a view lives", [
  I32EnumAttrCase<"Gmem", 0, "gmem">,
  I32EnumAttrCase<"Smem", 1, "smem">,
  I32EnumAttrCase<"Tmem", 2, "tmem">,
  I32EnumAttrCase<"Rmem", 3, "rmem">]>;

def TileAA_BaseKind : TileAA_Enum<"BaseKind", "memory object behind a pointer", [
  I32EnumAttrCase<"Unknown", 0, "unknown">,
  I32EnumAttrCase<"Argument", 1, "argument">,
  I32EnumAttrCase<"Global", 2, "global">,
  I32EnumAttrCase<"Alloca", 3, "alloca">]>;

#endif // TESSERA_DIALECT_TILEAA_IR_TILEAAENUMS_TD
