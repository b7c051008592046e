//===- TileAS/IR/TileASAttrs.td - layouts and atoms -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_TILEASATTRS_TD
#define TESSERA_DIALECT_TILEAS_IR_TILEASATTRS_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/TensorEncoding.td"
include "tessera/Dialect/TileAS/IR/TileASDialect.td"
include "tessera/Dialect/TileAS/IR/TileASEnums.td"

def TileAS_LayoutAttr : AttrDef<TileAS_Dialect, "Layout", [
    DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let mnemonic = "layout";
  let summary = "where the elements of a tile are";
  let description = [{
    `#nv_tileas.layout<{register: [(0,1)], lane: [(0,2), …], warp: […]} ->
    (dim0:16, dim1:8)>`: a linear layout (docs/layout.md) in its own text form.
    As the encoding of a tensor: from places to elements. A column of zeros is a
    copy; the place whose free bits are zero owns the element, and only owners
    store, add and print. Over `offset`: an image of the tile in shared memory.

    Rejected: text that is no layout; as an encoding: out dims other than the
    tensor's extents, an element that no place holds, in dims other than
    register, lane, warp and block, or offset alone, more or less than 32 lanes.
  }];
  let parameters = (ins
    AttrParameter<"::tessera::layout::LinearLayout", "the layout",
                  "const ::tessera::layout::LinearLayout &">:$layout);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    /// True for an image in memory: a map of `offset`.
    bool isShared() const;
    unsigned getBits(::tessera::layout::Dim dim) const {
      return getLayout().in().bits(dim);
    }
    int64_t getNumRegisters() const {
      return int64_t(1) << getBits(::tessera::layout::Dim::Register);
    }
    int64_t getNumWarps() const {
      return int64_t(1) << getBits(::tessera::layout::Dim::Warp);
    }
  }];
}

def TileAS_AtomAttr : AttrDef<TileAS_Dialect, "Atom"> {
  let mnemonic = "atom";
  let summary = "the instruction class that an operation is made of";
  let description = [{
    `#nv_tileas<atom NAME>` or `#nv_tileas<atom NAME box [64, 32]>`.

    | name | kind |
    |---|---|
    | `copy` `cp_async` `ldmatrix` `stmatrix` `reduce` | one thread's or warp's moves |
    | `tma_load_2d`, also `store` `reduce` `gather` `scatter`, 1d to 5d | bulk tensor copies of that rank |
    | `mma_f16_f16_f32`, also `fma` `wgmma` `tcgen05` | products: elements of lhs, rhs, accumulator |

    `box` is the extent per axis that the atom moves (copies), or m, n, k
    (products). Elements: f16 bf16 tf32 f32 f64 i8 i32 e4m3 e5m2 e2m1.

    Rejected: other names, a rank outside 1..5, a box with extents below 1 or,
    for TMA, of another rank; for products, of another length than 3.
  }];
  let parameters = (ins
    "::tessera::tileas::AtomKind":$kind,
    "unsigned":$tmaRank,
    ArrayRefParameter<"::mlir::Type">:$elements,
    ArrayRefParameter<"int64_t">:$box);
  let builders = [
    /// A copy or reduce atom.
    AttrBuilder<(ins "::tessera::tileas::AtomKind":$kind,
                     CArg<"::llvm::ArrayRef<int64_t>", "{}">:$box), [{
      return $_get($_ctxt, kind, 0u, ::llvm::ArrayRef<::mlir::Type>(), box);
    }]>,
    /// A TMA atom of rank `rank`.
    AttrBuilder<(ins "::tessera::tileas::AtomKind":$kind, "unsigned":$rank,
                     "::llvm::ArrayRef<int64_t>":$box), [{
      return $_get($_ctxt, kind, rank, ::llvm::ArrayRef<::mlir::Type>(), box);
    }]>,
    /// A product of `lhs` and `rhs` elements accumulated in `acc`.
    AttrBuilder<(ins "::tessera::tileas::AtomKind":$kind, "::mlir::Type":$lhs,
                     "::mlir::Type":$rhs, "::mlir::Type":$acc,
                     CArg<"::llvm::ArrayRef<int64_t>", "{}">:$shape), [{
      return $_get($_ctxt, kind, 0u, ::llvm::ArrayRef<::mlir::Type>{lhs, rhs, acc},
                   shape);
    }]>];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    bool isTma() const;
    bool isProduct() const;
    /// The text after `atom`, without the box.
    std::string getName() const;
    /// Rank of the box: of the TMA coordinates, else the length of `box`.
    unsigned getBoxRank() const {
      return isTma() ? getTmaRank() : getBox().size();
    }
  }];
}

class TileAS_EnumAttr<EnumInfo enum, string mnemonic>
    : EnumAttr<TileAS_Dialect, enum, mnemonic>;
def TileAS_MemSemanticAttr : TileAS_EnumAttr<TileAS_MemSemantic, "mem_semantic">;
def TileAS_MemScopeAttr : TileAS_EnumAttr<TileAS_MemScope, "mem_scope">;
def TileAS_RmwModeAttr : TileAS_EnumAttr<TileAS_RmwMode, "rmw_mode">;
def TileAS_ShuffleModeAttr : TileAS_EnumAttr<TileAS_ShuffleMode, "shuffle_mode">;
/// `#nv_tileas<swizzle_mode 128B>`: a number and a unit, no keyword.
def TileAS_SwizzleModeAttr : TileAS_EnumAttr<TileAS_SwizzleMode, "swizzle_mode"> {
  let assemblyFormat = ?;
  let hasCustomAssemblyFormat = 1;
}
def TileAS_OobModeAttr : TileAS_EnumAttr<TileAS_OobMode, "oob_mode">;
def TileAS_BarrierScopeAttr : TileAS_EnumAttr<TileAS_BarrierScope, "barrier_scope">;
def TileAS_CacheHintAttr : TileAS_EnumAttr<TileAS_CacheHint, "cache_hint">;

#endif // TESSERA_DIALECT_TILEAS_IR_TILEASATTRS_TD
