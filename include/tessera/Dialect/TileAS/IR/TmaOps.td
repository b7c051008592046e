//===- TileAS/IR/TmaOps.td - tensor maps and bulk copies -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_TMAOPS_TD
#define TESSERA_DIALECT_TILEAS_IR_TMAOPS_TD

include "tessera/Dialect/TileAS/IR/OpBase.td"

// Residency is read off the view's type. The result of a copy is an async token
// or, for loads, an async value of the destination's tile.

defvar tmaEffects = MemoryEffects<[MemRead, MemWrite]>;

def TileAS_AnyAsync : Type<Or<[TileAS_AsyncToken.predicate, TileAS_AsyncValue.predicate]>,
                           "async token or async value">;

def TileAS_BeginTmaPlaceOp : TileAS_Op<"begin_tma_place", [tmaEffects]> {
  let summary = "ask for a place for the tensor maps of this block";
  let description = [{
    The first thread of warp `warp` asks for a place and goes on; the answer takes as
    long as an atomic operation on global memory. `claim_tma_place`, of a role whose
    first warp this is, waits for it and asks again if another block was faster. It
    has to follow, because the block may have a place from here on.

    Rejected: fewer than one map, a negative warp.

    ```mlir
    %asked = nv_tileas.begin_tma_place {num_maps = 2 : i32, warp = 8 : i32}
    ```
  }];
  let arguments = (ins ConfinedAttr<I32Attr, [IntPositive]>:$num_maps,
                       ConfinedAttr<I32Attr, [IntNonNegative]>:$warp);
  let results = (outs I32:$asked);
  let assemblyFormat = "attr-dict";
}

def TileAS_ClaimTmaPlaceOp : TileAS_Op<"claim_tma_place", [tmaEffects]> {
  let summary = "a place in global memory for the tensor maps of this block";
  let description = [{
    The module has room for the maps of a number of blocks; `place` is one that no
    other block has, of any launch, or -1 if none is free. It is right in the first
    thread, which tells the others, and the block's until `release_tma_place`. With
    `of_role` this is the first thread of the role that the op is in, and only its
    threads are told. It may have asked already (`begin_tma_place`).

    Rejected: fewer than one map.

    ```mlir
    %place = nv_tileas.claim_tma_place {num_maps = 2 : i32}
    %own = nv_tileas.claim_tma_place begun %asked {num_maps = 2 : i32, of_role}
    ```
  }];
  let arguments = (ins Optional<I32>:$begun, ConfinedAttr<I32Attr, [IntPositive]>:$num_maps,
                       UnitAttr:$of_role);
  let results = (outs I32:$place);
  let assemblyFormat = "(`begun` $begun^)? attr-dict";
}

def TileAS_ReleaseTmaPlaceOp : TileAS_Op<"release_tma_place", [tmaEffects]> {
  let summary = "give a place for tensor maps back";
  let description = [{
    No copy through a map in it is under way. Nothing happens if `place` is -1.

    ```mlir
    nv_tileas.release_tma_place %place {num_maps = 2 : i32}
    ```
  }];
  let arguments = (ins I32:$place, ConfinedAttr<I32Attr, [IntPositive]>:$num_maps);
  let assemblyFormat = "$place attr-dict";
}

def TileAS_IsTmaDescMadeOp : TileAS_Op<"is_tma_desc_made", [Pure]> {
  let summary = "whether copies may go through a tensor map";
  let description = [{
    False where there was no place for the map, or where the view's base, strides or
    extents are not what tensor maps can have: of a map for stores, rows must be whole
    multiples of 16 bytes. The same in all threads.

    ```mlir
    %ok = nv_tileas.is_tma_desc_made %d
    ```
  }];
  let arguments = (ins TileAS_TmaDesc:$desc);
  let results = (outs I1:$result);
  let assemblyFormat = "$desc attr-dict";
}

def TileAS_MakeTiledTmaDescOp : TileAS_Op<"make_tiled_tma_desc", [
    Pure, AttrSizedOperandSegments]> {
  let summary = "tensor map of a global view";
  let description = [{
    With `at`, the map is made on the device, as number `map` of those in the place
    that `claim_tma_place` gave; `is_tma_desc_made` says whether it could be. The
    extents of a box are in the order of the tile's dimensions.

    Rejected: an atom that is no TMA atom; a view outside global memory; not one
    box extent per dimension of the atom, constant ones other than the atom's box
    or above 256; an element stride other than 1; static strides that are no
    multiple of 16 bytes, an element that tensor maps do not have (i1, i4,
    pointers); `oob_mode` nan on integers; a place without a number of the map or
    the other way round, a negative number.

    ```mlir
    %d = nv_tileas.make_tiled_tma_desc %v[%b0, %b1]
        {atom = #nv_tileas<atom tma_load_2d>, swizzle_mode = #nv_tileas<swizzle_mode 128B>}
        : !nv_tileaa.tiled_view<…> -> !nv_tileas.tma_desc
    ```
  }];
  let arguments = (ins TileAS_AnyView:$view, Variadic<Index>:$box,
                       Optional<I32>:$place, TileAS_AtomAttr:$atom,
                       OptionalAttr<TileAS_SwizzleModeAttr>:$swizzle_mode,
                       OptionalAttr<TileAS_OobModeAttr>:$oob_mode,
                       OptionalAttr<I32Attr>:$map);
  let results = (outs TileAS_TmaDesc:$result);
  let assemblyFormat = [{
    $view `[` $box `]` (`at` $place^)? attr-dict `:` custom<TileType>(type($view)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

class TileAS_TmaOp<string mnemonic, list<Trait> traits = []>
    : TileAS_Op<"async." # mnemonic, [tmaEffects] # traits> {
  let hasVerifier = 1;
}

def TileAS_AsyncTiledTmaLoadOp : TileAS_TmaOp<"tiled_tma_load", [AttrSizedOperandSegments]> {
  let summary = "bulk copy of a box into shared memory";
  let description = [{
    Completes on `barrier`. In the body of a producer, where the destination is the
    stage, that is the barrier of the stage, and the operand only says what the copy
    is ordered after. Coordinates count elements, from 0.

    Rejected: an atom that is no TMA load, or of another kind or rank than the
    descriptor's; a destination outside shared memory; not one coordinate per
    dimension of the atom; no barrier; padding that is no floating-point number
    or not of the destination's element.
  }];
  let arguments = (ins TileAS_TmaDesc:$desc, TileAS_AnyView:$destination,
                       Variadic<Index>:$coords, Optional<TileAA_MemToken>:$barrier,
                       TileAS_AtomAttr:$atom,
                       OptionalAttr<TypedAttrInterface>:$padding_value);
  let results = (outs TileAS_AnyAsync:$result);
  let assemblyFormat = [{
    $desc `,` $destination `[` $coords `]` (`,` $barrier^)? attr-dict
    `:` custom<TmaTypes>(type($desc), type($destination), ref($coords), type($coords),
                         ref($barrier), type($barrier))
    `->` qualified(type($result))
  }];
}

def TileAS_AsyncTiledTmaStoreOp : TileAS_TmaOp<"tiled_tma_store"> {
  let summary = "bulk copy of a box from shared memory";
  let description = [{
    Begun once for the block, by the thread that has made the map. It reads its
    source until an `async.wait` for its token or a `wait_tma_stores`. Parts that
    are outside of the tensor are not written.

    Rejected: as `async.tiled_tma_load`, with a TMA store or reduce atom and the
    shared view as the source.
  }];
  let arguments = (ins TileAS_TmaDesc:$desc, TileAS_AnyView:$source,
                       Variadic<Index>:$coords, TileAS_AtomAttr:$atom);
  let results = (outs TileAS_AsyncToken:$done);
  let assemblyFormat = [{
    $desc `,` $source `[` $coords `]` attr-dict
    `:` custom<TmaStoreTypes>(type($desc), type($source), ref($coords), type($coords))
    `->` qualified(type($done))
  }];
}

def TileAS_WaitTmaStoresOp : TileAS_Op<"wait_tma_stores", [tmaEffects]> {
  let summary = "wait until stores by TMA are done";
  let description = [{
    Of the stores by TMA that the block has begun, all but the last `pending` are
    done. With `read` they have read their source, which may then be written again,
    while what they write may still be under way. `storage`: what they have read; it
    lives until here.

    Rejected: storage outside shared memory.

    ```mlir
    nv_tileas.wait_tma_stores read %s {pending = 1 : i32} : !nv_tileas.tiled_view<16x64xf16, smem>
    ```
  }];
  let arguments = (ins Variadic<TileAS_AnyView>:$storage,
                       ConfinedAttr<I32Attr, [IntNonNegative]>:$pending,
                       UnitAttr:$read);
  let assemblyFormat = "(`read` $read^)? $storage attr-dict (`:` qualified(type($storage))^)?";
  let hasVerifier = 1;
}

def TileAS_AsyncGatherTmaLoadOp : TileAS_TmaOp<"gather_tma_load", [AttrSizedOperandSegments]> {
  let summary = "bulk copy of listed rows into shared memory";
  let description = [{
    `rows` is a 1-d tile of row coordinates, `coords` the others.

    Rejected: an atom that is no TMA gather; rows that are no 1-d tile of i32 of
    the destination's first extent; not one coordinate per further dimension;
    else as `async.tiled_tma_load`.
  }];
  let arguments = (ins TileAS_TmaDesc:$desc, TileAS_AnyView:$destination,
                       TileAA_IntTile:$rows, Variadic<Index>:$coords,
                       Optional<TileAA_MemToken>:$barrier, TileAS_AtomAttr:$atom,
                       OptionalAttr<TypedAttrInterface>:$padding_value);
  let results = (outs TileAS_AnyAsync:$result);
  let assemblyFormat = [{
    $desc `,` $destination `rows` $rows `[` $coords `]` (`barrier` $barrier^)?
    attr-dict `:` qualified(type($desc)) `,` custom<TileType>(type($destination)) `,`
    custom<TileType>(type($rows)) `->` qualified(type($result))
  }];
}

def TileAS_AsyncScatterTmaStoreOp : TileAS_TmaOp<"scatter_tma_store"> {
  let summary = "bulk copy of listed rows from shared memory";
  let description = [{
    Rejected: an atom that is no TMA scatter; `padding_value`; else as
    `async.gather_tma_load`.
  }];
  let arguments = (ins TileAS_TmaDesc:$desc, TileAS_AnyView:$source,
                       TileAA_IntTile:$rows, Variadic<Index>:$coords,
                       TileAS_AtomAttr:$atom);
  let results = (outs TileAS_AsyncToken:$done);
  let assemblyFormat = [{
    $desc `,` $source `rows` $rows `[` $coords `]` attr-dict
    `:` qualified(type($desc)) `,` custom<TileType>(type($source)) `,`
    custom<TileType>(type($rows)) `->` qualified(type($done))
  }];
}

#endif // TESSERA_DIALECT_TILEAS_IR_TMAOPS_TD
