//===- TileAA/IR/TileAAAttrs.td - what analyses tell of accesses -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_TILEAAATTRS_TD
#define TESSERA_DIALECT_TILEAA_IR_TILEAAATTRS_TD

include "mlir/IR/AttrTypeBase.td"
include "tessera/Dialect/TileAA/IR/TileAADialect.td"
include "tessera/Dialect/TileAA/IR/TileAAEnums.td"

def TileAA_AccessAttr : AttrDef<TileAA_Dialect, "Access"> {
  let mnemonic = "access";
  let summary = "facts about one access to memory";
  let description = [{
    `#nv_tileaa.access<contiguity = [1, 64], divisibility = [4, 16],
    constancy = [8, 1], mask_constancy = [1, 16], in_bounds = [true, false],
    base = argument 0, offset_divisibility = 16, alias_class = 1>`: written by
    `annotate-access-facts` as the attribute `nv_tileaa.access_facts` of the
    access, read through `lookupFacts`. One entry per axis of the tile; a scalar
    counts as one axis of extent 1. All numbers but the class are powers of two.

    | entry | of the elements that the access touches |
    |---|---|
    | `contiguity` | groups of neighbours along the axis whose addresses grow by the element's size |
    | `divisibility` | divisor of the byte address of every group's first element |
    | `constancy` | groups of neighbours with one address |
    | `mask_constancy` | groups of neighbours with one mask flag; absent without a mask |
    | `in_bounds` | no position of the tile is outside the memory object along the axis; false for accesses through pointers |
    | `base` | the memory object: `argument N`, `global @NAME`, `alloca N` (in the order of the text) or `unknown` |
    | `offset_divisibility` | divisor of every byte offset from the base; 1 for `unknown` |
    | `alias_class` | accesses of one function with different classes touch different memory |

    Rejected: lists of different lengths or empty, entries that are not powers of
    two, a base without its number or name, on an op that is no access or has
    another number of axes.
  }];
  let parameters = (ins
    ArrayRefParameter<"int64_t">:$contiguity,
    ArrayRefParameter<"int64_t">:$divisibility,
    ArrayRefParameter<"int64_t">:$constancy,
    OptionalArrayRefParameter<"int64_t">:$maskConstancy,
    ArrayRefParameter<"bool">:$inBounds,
    "::tessera::tileaa::BaseKind":$baseKind,
    "int64_t":$baseIndex,
    "::mlir::StringAttr":$baseSymbol,
    "int64_t":$offsetDivisibility,
    "int64_t":$aliasClass);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The name under which accesses carry it.
    static constexpr ::llvm::StringLiteral getAccessAttrName() {
      return "nv_tileaa.access_facts";
    }
  }];
}

#endif // TESSERA_DIALECT_TILEAA_IR_TILEAAATTRS_TD
