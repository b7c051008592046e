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
    store, add and print. Over `offset`: an image of the tile in shared memory;
    over `tmemlane` and `tmemcolumn`: its place in tensor memory, with `offset`
    where a column holds several elements.

    Rejected: text that is no layout; as an encoding: out dims other than the
    tensor's extents, an element that no place holds, in dims other than
    register, lane, warp and block, offset alone, or lanes and columns of tensor
    memory, more or less than 32 lanes.
  }];
  let parameters = (ins
    AttrParameter<"::tessera::layout::LinearLayout", "the layout",
                  "const ::tessera::layout::LinearLayout &">:$layout);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    /// True for an image in memory: a map of `offset`.
    bool isShared() const;
    /// True for a place in tensor memory: a map of its lanes and columns, and of
    /// what is in a column.
    bool isTensor() const;
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
    `#nv_tileas<atom NAME>` or `#nv_tileas<atom NAME box [64, 32]>`; of products
    also `#nv_tileas<atom NAME transposed box [64, 16, 16]>`.

    | name | kind |
    |---|---|
    | `copy` `cp_async` `ldmatrix` `stmatrix` `reduce` | one thread's or warp's moves |
    | `tma_load_2d`, also `store` `reduce` `gather` `scatter`, 1d to 5d | bulk tensor copies of that rank |
    | `mma_f16_f16_f32`, also `fma` `wgmma` `tcgen05` | products: elements of lhs, rhs, accumulator |

    `box` is the extent per axis that the atom moves (copies), or m, n, k
    (products). Elements: f16 bf16 tf32 f32 f64 i8 i32 e4m3 e5m2 e2m1.

    A `transposed` instruction makes the transpose of the product: its rows are
    the columns of the tile, its left factor is the transposed right one of the
    op, and its right factor the transposed left one. The box is that of the
    instruction.

    Rejected: other names, a rank outside 1..5, a box with extents below 1 or,
    for TMA, of another rank; for products, of another length than 3;
    `transposed` on atoms other than `wgmma` and `tcgen05`.
  }];
  let parameters = (ins
    "::tessera::tileas::AtomKind":$kind,
    "unsigned":$tmaRank,
    ArrayRefParameter<"::mlir::Type">:$elements,
    ArrayRefParameter<"int64_t">:$box,
    "bool":$transposed);
  let builders = [
    /// A copy or reduce atom.
    AttrBuilder<(ins "::tessera::tileas::AtomKind":$kind,
                     CArg<"::llvm::ArrayRef<int64_t>", "{}">:$box), [{
      return $_get($_ctxt, kind, 0u, ::llvm::ArrayRef<::mlir::Type>(), box, false);
    }]>,
    /// A TMA atom of rank `rank`.
    AttrBuilder<(ins "::tessera::tileas::AtomKind":$kind, "unsigned":$rank,
                     "::llvm::ArrayRef<int64_t>":$box), [{
      return $_get($_ctxt, kind, rank, ::llvm::ArrayRef<::mlir::Type>(), box, false);
    }]>,
    /// A product of `lhs` and `rhs` elements accumulated in `acc`.
    AttrBuilder<(ins "::tessera::tileas::AtomKind":$kind, "::mlir::Type":$lhs,
                     "::mlir::Type":$rhs, "::mlir::Type":$acc,
                     CArg<"::llvm::ArrayRef<int64_t>", "{}">:$shape,
                     CArg<"bool", "false">:$transposed), [{
      return $_get($_ctxt, kind, 0u, ::llvm::ArrayRef<::mlir::Type>{lhs, rhs, acc},
                   shape, transposed);
    }]>];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    bool isTma() const;
    bool isProduct() const;
    /// A product whose factors threads bring to their registers (fma, mma).
    bool isOfThreads() const;
    /// The text after `atom`, without the box.
    std::string getName() const;
    /// Rank of the box: of the TMA coordinates, else the length of `box`.
    unsigned getBoxRank() const {
      return isTma() ? getTmaRank() : getBox().size();
    }
  }];
}

def TileAS_TargetAttr : AttrDef<TileAS_Dialect, "Target"> {
  let mnemonic = "target";
  let summary = "the GPU that a module is compiled for";
  let description = [{
    `#nv_tileas.target<sm_90a>`, on the module as `nv_tileas.target`. Its name is
    looked up once, when the attribute is made; passes read limits and
    capabilities from it.

    Rejected: a name that is no GPU target.
  }];
  let parameters = (ins
    AttrParameter<"::tessera::gpu::GpuTarget", "the GPU",
                  "const ::tessera::gpu::GpuTarget &">:$target);
  let hasCustomAssemblyFormat = 1;
}

def TileAS_RoleAttr : AttrDef<TileAS_Dialect, "Role"> {
  let mnemonic = "role";
  let summary = "warps of a kernel that do the same work";
  let description = [{
    `<all, warps = 4>` or `<consumer, warps = 8, registers = 232>`. `registers` is
    the budget of each of its threads; without one the assembler chooses.

    The warps of `<consumer, warps = 8 teams = 2>` are two teams, which run the
    same program by themselves, each on its own part of the tile block
    (`nv_tileas.team_rank` says which). What the program says of all threads, it
    says of those of a team: barriers, tiles, shared memory that the role allocates,
    places in tensor memory and commits of products. Teams read the same stages.

    Rejected: no warps; teams that are not whole warpgroups of 4 warps, as many in
    each; a budget that is no multiple of 8 from 24 to 256.
  }];
  let parameters = (ins EnumParameter<TileAS_RoleKind>:$kind, "unsigned":$warps,
                        DefaultValuedParameter<"unsigned", "1">:$teams,
                        DefaultValuedParameter<"unsigned", "0">:$registers);
  let builders = [
    /// Of one team.
    AttrBuilder<(ins "::tessera::tileas::RoleKind":$kind, "unsigned":$warps,
                     "unsigned":$registers), [{
      return $_get($_ctxt, kind, warps, 1u, registers);
    }]>];
  let assemblyFormat = [{
    `<` $kind `,` `warps` `=` $warps (`teams` `=` $teams^)?
    (`,` `registers` `=` $registers^)? `>`
  }];
  let extraClassDeclaration = [{
    /// Of one team, whose threads hold the tiles.
    unsigned getTileWarps() const { return getWarps() / getTeams(); }
  }];
  let genVerifyDecl = 1;
}

def TileAS_PlanAttr : AttrDef<TileAS_Dialect, "Plan"> {
  let mnemonic = "plan";
  let summary = "how a kernel uses its target";
  let description = [{
    `#nv_tileas.plan<mma_sync, roles = [<all, warps = 4>], cluster = 2, blocks =
    1>`, on a function as `nv_tileas.plan`. Made once, by `tileaa-plan-kernel`,
    before any tile has a layout; everything after it obeys it. What single
    products need stands on them, as their atoms.

    | part | meaning |
    |---|---|
    | the strategy | which engines multiply and copy |
    | `roles` | the warps of a block, in their order, by the work they do |
    | `cluster` | blocks that work on one tile block; 1 if not written |
    | `blocks` | blocks that a multiprocessor must hold at once, which bounds registers; not written: no bound |

    Rejected: no role or one kind twice; more than 32 warps; a single role whose
    warps are no power of two; several roles of which some have a budget of
    registers and others none, or that have budgets and are no whole warpgroups of
    4 warps, by themselves or with neighbours of the same budget; budgets that take more than the 65536
    registers of a multiprocessor; teams of another role than the consumer, which
    is the first of several; a cluster that is no power of two up to 16;
    more than 32 blocks, or more threads than the 2048 of a multiprocessor.
  }];
  let parameters = (ins
    "::tessera::tileas::Strategy":$strategy,
    ArrayRefParameter<"::tessera::tileas::RoleAttr">:$roles,
    "unsigned":$cluster,
    "unsigned":$blocks);
  let builders = [
    /// One role of all warps.
    AttrBuilder<(ins "::tessera::tileas::Strategy":$strategy, "unsigned":$warps,
                     CArg<"unsigned", "0">:$blocks), [{
      return $_get($_ctxt, strategy, RoleAttr::get($_ctxt, RoleKind::All, warps, 0u),
                   1u, blocks);
    }]>];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Of all roles.
    unsigned getNumWarps() const;
    /// Of the role whose threads hold the tiles: the first.
    unsigned getTileWarps() const { return getRoles().front().getTileWarps(); }
    /// Of that role.
    unsigned getTeams() const { return getRoles().front().getTeams(); }
    bool hasSeveralRoles() const { return getRoles().size() > 1; }
    bool hasRole(RoleKind kind) const {
      return ::llvm::any_of(getRoles(), [&](RoleAttr role) {
        return role.getKind() == kind;
      });
    }
    /// Whether TMA copies what it can.
    bool copiesByTma() const;
    /// Whether pairs of blocks multiply together.
    bool isOfPair() const {
      return getStrategy() == Strategy::Tcgen05Pair ||
             getStrategy() == Strategy::Tcgen05PairPersistent;
    }
    /// Whether blocks, or pairs of them, make the tiles of others that have not
    /// started.
    bool takesBlocks() const {
      return getStrategy() == Strategy::Tcgen05Persistent ||
             getStrategy() == Strategy::Tcgen05PairPersistent;
    }
  }];
}

def TileAS_MisfitAttr : AttrDef<TileAS_Dialect, "Misfit"> {
  let mnemonic = "misfit";
  let summary = "a strategy that a kernel cannot have, and why";
  let description = [{
    `#nv_tileas.misfit<tcgen05, shared_bytes, 262176 of 232448>`, in the array
    `nv_tileas.misfits` of a function. The pass that finds that something does not
    fit appends it; by itself `tileaa-plan-kernel` then takes only strategies that
    its table has behind all of these.

    Rejected: no more than there is.
  }];
  let parameters = (ins EnumParameter<TileAS_Strategy>:$strategy,
                        EnumParameter<TileAS_Resource>:$resource,
                        "int64_t":$needed, "int64_t":$available);
  let assemblyFormat = [{
    `<` $strategy `,` $resource `,` $needed `of` $available `>`
  }];
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// "262176 bytes of shared memory, more than 232448".
    std::string describe() const;
  }];
}

class TileAS_EnumAttr<EnumInfo enum, string mnemonic>
    : EnumAttr<TileAS_Dialect, enum, mnemonic>;
def TileAS_MemSemanticAttr : TileAS_EnumAttr<TileAS_MemSemantic, "mem_semantic">;
def TileAS_MemScopeAttr : TileAS_EnumAttr<TileAS_MemScope, "mem_scope">;
def TileAS_ShuffleModeAttr : TileAS_EnumAttr<TileAS_ShuffleMode, "shuffle_mode">;
/// `#nv_tileas<swizzle_mode 128B>`: a number and a unit, no keyword.
def TileAS_SwizzleModeAttr : TileAS_EnumAttr<TileAS_SwizzleMode, "swizzle_mode"> {
  let assemblyFormat = ?;
  let hasCustomAssemblyFormat = 1;
}
def TileAS_ExtremumAttr : TileAS_EnumAttr<TileAS_Extremum, "extremum">;
def TileAS_OobModeAttr : TileAS_EnumAttr<TileAS_OobMode, "oob_mode">;
def TileAS_BarrierScopeAttr : TileAS_EnumAttr<TileAS_BarrierScope, "barrier_scope">;
def TileAS_CacheHintAttr : TileAS_EnumAttr<TileAS_CacheHint, "cache_hint">;

#endif // TESSERA_DIALECT_TILEAS_IR_TILEASATTRS_TD
