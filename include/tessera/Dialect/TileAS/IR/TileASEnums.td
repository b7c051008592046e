//===- TileAS/IR/TileASEnums.td - enumerations of this level -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_TILEASENUMS_TD
#define TESSERA_DIALECT_TILEAS_IR_TILEASENUMS_TD

include "mlir/IR/EnumAttr.td"
include "tessera/Dialect/TileAS/IR/TileASDialect.td"

class TileAS_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::tessera::tileas";
  let genSpecializedAttr = 0;
}

def TileAS_MemSemantic : TileAS_Enum<"MemSemantic", "memory ordering", [
  I32EnumAttrCase<"Weak", 0, "weak">,
  I32EnumAttrCase<"Relaxed", 1, "relaxed">,
  I32EnumAttrCase<"Acquire", 2, "acquire">,
  I32EnumAttrCase<"Release", 3, "release">,
  I32EnumAttrCase<"AcquireRelease", 4, "acquire_release">]>;

def TileAS_MemScope : TileAS_Enum<"MemScope", "threads a synchronising access is ordered with", [
  I32EnumAttrCase<"TileBlock", 0, "tl_blk">,
  I32EnumAttrCase<"Cluster", 1, "cluster">,
  I32EnumAttrCase<"Gpu", 2, "gpu">,
  I32EnumAttrCase<"Sys", 3, "sys">]>;

def TileAS_RmwMode : TileAS_Enum<"RmwMode", "read-modify-write function", [
  I32EnumAttrCase<"Add", 0, "add">,
  I32EnumAttrCase<"And", 1, "and">,
  I32EnumAttrCase<"Or", 2, "or">,
  I32EnumAttrCase<"Xor", 3, "xor">,
  I32EnumAttrCase<"Xchg", 4, "xchg">,
  I32EnumAttrCase<"Min", 5, "min">,
  I32EnumAttrCase<"Max", 6, "max">,
  I32EnumAttrCase<"UMin", 7, "umin">,
  I32EnumAttrCase<"UMax", 8, "umax">,
  I32EnumAttrCase<"CmpXchg", 9, "cmpxchg">,
  I32EnumAttrCase<"AddF", 10, "addf">]>;

def TileAS_BarrierScope : TileAS_Enum<"BarrierScope", "threads that a barrier joins", [
  I32EnumAttrCase<"Warp", 0, "warp">,
  I32EnumAttrCase<"Block", 1, "block">,
  I32EnumAttrCase<"Cluster", 2, "cluster">]>;

def TileAS_ShuffleMode : TileAS_Enum<"ShuffleMode", "lane that a shuffle reads", [
  I32EnumAttrCase<"Xor", 0, "xor">,
  I32EnumAttrCase<"Up", 1, "up">,
  I32EnumAttrCase<"Down", 2, "down">,
  I32EnumAttrCase<"Idx", 3, "idx">]>;

def TileAS_AtomKind : TileAS_Enum<"AtomKind", "instruction class of an operation", [
  I32EnumAttrCase<"Copy", 0, "copy">,
  I32EnumAttrCase<"CpAsync", 1, "cp_async">,
  I32EnumAttrCase<"LdMatrix", 2, "ldmatrix">,
  I32EnumAttrCase<"StMatrix", 3, "stmatrix">,
  I32EnumAttrCase<"Reduce", 4, "reduce">,
  I32EnumAttrCase<"TmaLoad", 5, "tma_load">,
  I32EnumAttrCase<"TmaStore", 6, "tma_store">,
  I32EnumAttrCase<"TmaReduce", 7, "tma_reduce">,
  I32EnumAttrCase<"TmaGather", 8, "tma_gather">,
  I32EnumAttrCase<"TmaScatter", 9, "tma_scatter">,
  I32EnumAttrCase<"Fma", 10, "fma">,
  I32EnumAttrCase<"Mma", 11, "mma">,
  I32EnumAttrCase<"Wgmma", 12, "wgmma">,
  I32EnumAttrCase<"Tcgen05", 13, "tcgen05">]>;

#endif // TESSERA_DIALECT_TILEAS_IR_TILEASENUMS_TD
