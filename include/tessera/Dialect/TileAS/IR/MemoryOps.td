//===- TileAS/IR/MemoryOps.td - accesses to memory -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_MEMORYOPS_TD
#define TESSERA_DIALECT_TILEAS_IR_MEMORYOPS_TD

include "tessera/Dialect/TileAS/IR/OpBase.td"

// Common rules of the family. The semantic is weak unless written; a scope is
// present if and only if it is not weak. Coordinates and offsets are `index`,
// read as unsigned; position p of the tile along dimension d is at
// coordinate[d] * step[d] + offset[d] + p, step as the view's type says. The
// result token is present if and only if the operand token is, with its type;
// without one the access is ordered after nothing. `in_bounds`, one flag per
// dimension, promises that the whole tile is inside along it. Positions outside
// read `padding_value`, else the view's padding, else anything; they are never
// written. Tile layouts are free.

class TileAS_AccessOp<string mnemonic, list<Trait> traits = []>
    : TileAS_Op<mnemonic, [AttrSizedOperandSegments,
                           DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]
                          # traits> {
  let hasVerifier = 1;
}

defvar orderingArguments = (ins
    OptionalAttr<TileAS_MemSemanticAttr>:$mem_semantic,
    OptionalAttr<TileAS_MemScopeAttr>:$mem_scope);

//===----------------------------------------------------------------------===//
// Through tiled views
//===----------------------------------------------------------------------===//

def TileAS_TiledLoadOp : TileAS_AccessOp<"tiled_load"> {
  let summary = "load one tile of a view";
  let description = [{
    Rejected: semantic not weak, relaxed or acquire; scope missing or superfluous;
    a gather/scatter view; not one coordinate, offset (if any) and flag per
    dimension; a tile other than the view's or than the atom's box; extents that
    are not powers of two; an atom that is no load; padding together with
    `in_bounds` on every dimension or not of the element type; a token without
    its result or the other way round.

    ```mlir
    %a, %u = nv_tileas.tiled_load relaxed gpu %v[%i, %j] token = %t : !nv_tileaa.mem_token
        {atom = #nv_tileas<atom copy>} : !nv_tileaa.tiled_view<…> -> tile<16x8xf32, #l>
    ```
  }];
  let arguments = !con(orderingArguments, (ins
    TileAS_AnyView:$view, Variadic<Index>:$coords, Variadic<Index>:$offsets,
    Optional<TileAS_Token>:$token, Optional<TileAA_BoolTile>:$mask,
    TileAS_AtomAttr:$atom, OptionalAttr<DenseBoolArrayAttr>:$in_bounds,
    OptionalAttr<TypedAttrInterface>:$padding_value,
    OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints));
  let results = (outs TileAA_Tensor:$result, Optional<TileAS_Token>:$result_token);
  let assemblyFormat = [{
    `` custom<Ordering>($mem_semantic, $mem_scope) $view `[` $coords `]`
    (`offsets` `[` $offsets^ `]`)? (`mask` `=` $mask^)?
    (`in_bounds` $in_bounds^)? (`token` `=` $token^ `:` qualified(type($token)))?
    `` custom<OptionalHints>($optimization_hints) attr-dict
    `:` custom<TileType>(type($view)) `->` custom<TileType>(type($result))
    `` custom<MaskType>(ref(type($result)), ref($mask), type($mask))
    `` custom<TokenResult>(ref(type($token)), type($result_token))
  }];
}

def TileAS_TiledStoreOp : TileAS_AccessOp<"tiled_store"> {
  let summary = "store one tile of a view";
  let description = [{
    Rules as `tiled_load`, with the semantics weak, relaxed and release.

    ```mlir
    nv_tileas.tiled_store weak %a, %v[%i, %j] {atom = #nv_tileas<atom copy>}
        : tile<16x8xf32, #l>, !nv_tileaa.tiled_view<…>
    ```
  }];
  let arguments = !con(orderingArguments, (ins
    TileAS_AnyView:$view, TileAA_Tensor:$value, Variadic<Index>:$coords,
    Variadic<Index>:$offsets, Optional<TileAS_Token>:$token,
    Optional<TileAA_BoolTile>:$mask,
    TileAS_AtomAttr:$atom, OptionalAttr<DenseBoolArrayAttr>:$in_bounds,
    OptionalAttr<TypedAttrInterface>:$padding_value,
    OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints));
  let results = (outs Optional<TileAS_Token>:$result_token);
  let assemblyFormat = [{
    `` custom<Ordering>($mem_semantic, $mem_scope) $value `,` $view `[` $coords `]`
    (`offsets` `[` $offsets^ `]`)? (`mask` `=` $mask^)?
    (`in_bounds` $in_bounds^)? (`token` `=` $token^ `:` qualified(type($token)))?
    `` custom<OptionalHints>($optimization_hints) attr-dict
    `:` custom<TileType>(type($value)) `,` custom<TileType>(type($view))
    `` custom<MaskType>(ref(type($value)), ref($mask), type($mask))
    `` custom<TokenResult>(ref(type($token)), type($result_token))
  }];
}

def TileAS_TiledAtomicRMWOp : TileAS_AccessOp<"tiled_atomic_rmw", [
    AttrSizedResultSegments]> {
  let summary = "atomic read-modify-write of one tile of a view";
  let description = [{
    Per element inside the memory object: `result = memory; memory = mode(memory,
    value)`; other elements of the result are unspecified. The result may be
    absent: a reduction. An update is atomic whatever its semantic: one that is
    weak, or has no semantic, is as strong as `relaxed sys`.

    Rejected: a scope with weak, or none with another semantic; 8-bit elements;
    16-bit integers; 16-bit floats other than add, addf, max and min; addf on
    integers and the bit and unsigned modes on floats; a token that is not a
    memory token; a result of another type than the value; a view with
    `sparse_dim`; coordinates and flags as for `tiled_store`. There is no mode
    for compare-and-swap, which needs a second value: `nv_tileaa.atomic_cas`.
  }];
  let arguments = !con(orderingArguments, (ins
    CudaTile_AtomicRMWModeAttr:$rmw_mode, TileAS_AnyView:$view,
    TileAA_NumberTensor:$value, Variadic<Index>:$coords,
    Optional<TileAA_MemToken>:$token, TileAS_AtomAttr:$atom,
    OptionalAttr<DenseBoolArrayAttr>:$in_bounds,
    OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints));
  let results = (outs Optional<TileAA_NumberTensor>:$result,
                      Optional<TileAA_MemToken>:$result_token);
  let assemblyFormat = [{
    `` custom<Ordering>($mem_semantic, $mem_scope) custom<BareEnum>($rmw_mode)
    $value `,` $view `[` $coords `]`
    (`in_bounds` $in_bounds^)? (`token` `=` $token^ `:` qualified(type($token)))?
    `` custom<OptionalHints>($optimization_hints) attr-dict
    `:` custom<TileType>(type($value)) `,` custom<TileType>(type($view))
    `` custom<OptionalTileResult>(type($result))
    `` custom<TokenResult>(ref(type($token)), type($result_token))
  }];
}

def TileAS_GatherLoadOp : TileAS_AccessOp<"gather_load"> {
  let summary = "load the listed slices of a gather/scatter view";
  let description = [{
    The coordinate at the view's `sparse_dim` is a 1-d tile of integers, one per
    slice, the others are element offsets of type index.

    Rejected: a view without `sparse_dim`; a coordinate of the wrong kind or
    length; else as `tiled_load`.
  }];
  let arguments = !con(orderingArguments, (ins
    TileAS_AnyView:$view, Variadic<AnyType>:$coords,
    Optional<TileAS_Token>:$token,
    OptionalAttr<TileAS_AtomAttr>:$atom, OptionalAttr<DenseBoolArrayAttr>:$in_bounds,
    OptionalAttr<TypedAttrInterface>:$padding_value,
    OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints));
  let results = (outs TileAA_NumberTensor:$result, Optional<TileAS_Token>:$result_token);
  let assemblyFormat = [{
    `` custom<Ordering>($mem_semantic, $mem_scope) $view `[` $coords `]`
    (`in_bounds` $in_bounds^)? (`token` `=` $token^ `:` qualified(type($token)))?
    `` custom<OptionalHints>($optimization_hints) attr-dict
    `:` custom<TileType>(type($view)) `[` custom<TileTypes>(type($coords)) `]`
    `->` custom<TileType>(type($result))
    `` custom<TokenResult>(ref(type($token)), type($result_token))
  }];
}

def TileAS_ScatterStoreOp : TileAS_AccessOp<"scatter_store"> {
  let summary = "store the listed slices of a gather/scatter view";
  let description = [{
    Coordinates as `gather_load`, the rest as `tiled_store`. Slices listed twice
    leave either value. Rejected: as these two; `padding_value`.
  }];
  let arguments = !con(orderingArguments, (ins
    TileAS_AnyView:$view, TileAA_NumberTensor:$value, Variadic<AnyType>:$coords,
    Optional<TileAS_Token>:$token,
    OptionalAttr<TileAS_AtomAttr>:$atom, OptionalAttr<DenseBoolArrayAttr>:$in_bounds,
    OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints));
  let results = (outs Optional<TileAS_Token>:$result_token);
  let assemblyFormat = [{
    `` custom<Ordering>($mem_semantic, $mem_scope) $value `,` $view `[` $coords `]`
    (`in_bounds` $in_bounds^)? (`token` `=` $token^ `:` qualified(type($token)))?
    `` custom<OptionalHints>($optimization_hints) attr-dict
    `:` custom<TileType>(type($value)) `,` custom<TileType>(type($view))
    `[` custom<TileTypes>(type($coords)) `]`
    `` custom<TokenResult>(ref(type($token)), type($result_token))
  }];
}

//===----------------------------------------------------------------------===//
// Through pointers, and within a block
//===----------------------------------------------------------------------===//

def TileAS_LoadOp : TileAS_AccessOp<"load"> {
  let summary = "load through pointers";
  let description = [{
    `result = mask ? *source : other`; masked positions are not accessed and are
    unspecified without `other`.

    Rejected: semantic not weak, relaxed or acquire; scope missing or superfluous;
    element other than the pointee; shapes or layouts that differ; `other` without
    mask or not of the result's type; tokens as `tiled_load`.
  }];
  let arguments = !con(orderingArguments, (ins
    TileAA_PointerTile:$source, Optional<TileAA_BoolTile>:$mask,
    Optional<TileAA_NumberTile>:$other, Optional<TileAS_Token>:$token,
    OptionalAttr<TileAS_AtomAttr>:$atom,
    OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints));
  let results = (outs TileAA_NumberTile:$result, Optional<TileAS_Token>:$result_token);
  let assemblyFormat = [{
    `` custom<Ordering>($mem_semantic, $mem_scope) $source
    (`,` `mask` `=` $mask^)? (`,` `other` `=` $other^)?
    (`token` `=` $token^ `:` qualified(type($token)))?
    `` custom<OptionalHints>($optimization_hints) attr-dict
    `:` custom<TileType>(type($source)) `->` custom<TileType>(type($result))
    `` custom<MaskType>(ref(type($source)), ref($mask), type($mask))
    `` custom<SameType>(ref(type($result)), ref($other), type($other))
    `` custom<TokenResult>(ref(type($token)), type($result_token))
  }];
}

def TileAS_StoreOp : TileAS_AccessOp<"store"> {
  let summary = "store through pointers";
  let description = [{
    `if (mask) *destination = value`, by the owners of the elements.

    Rejected: semantic not weak, relaxed or release; else as `load`.
  }];
  let arguments = !con(orderingArguments, (ins
    TileAA_PointerTile:$destination, TileAA_NumberTile:$value,
    Optional<TileAA_BoolTile>:$mask, Optional<TileAS_Token>:$token,
    OptionalAttr<TileAS_AtomAttr>:$atom,
    OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints));
  let results = (outs Optional<TileAS_Token>:$result_token);
  let assemblyFormat = [{
    `` custom<Ordering>($mem_semantic, $mem_scope) $destination `,` $value
    (`,` `mask` `=` $mask^)? (`token` `=` $token^ `:` qualified(type($token)))?
    `` custom<OptionalHints>($optimization_hints) attr-dict
    `:` custom<TileType>(type($destination)) `,` custom<TileType>(type($value))
    `` custom<MaskType>(ref(type($destination)), ref($mask), type($mask))
    `` custom<TokenResult>(ref(type($token)), type($result_token))
  }];
}

def TileAS_CopyOp : TileAS_Op<"copy", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "copy one view into another";
  let description = [{
    The elements of the source view to the same positions of the destination.

    Rejected: shapes or elements that differ, an atom that is no copy, a pair of
    residencies that no copy joins (rmem is not addressable; tmem only with smem),
    tokens as `tiled_load`.
  }];
  let arguments = (ins TileAS_AnyView:$source, TileAS_AnyView:$destination,
                       Optional<TileAS_Token>:$token, TileAS_AtomAttr:$atom);
  let results = (outs Optional<TileAS_Token>:$result_token);
  let assemblyFormat = [{
    $source `,` $destination (`token` `=` $token^ `:` qualified(type($token)))? attr-dict
    `:` custom<TileType>(type($source)) `,` custom<TileType>(type($destination))
    `` custom<TokenResult>(ref(type($token)), type($result_token))
  }];
  let hasVerifier = 1;
}

def TileAS_BarrierOp : TileAS_Op<"barrier", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "all threads of a scope arrive before any goes on";
  let description = [{
    What they wrote before is visible to all of them after. Placed by
    `tileas-insert-barriers`.

    ```mlir
    nv_tileas.barrier block
    ```
  }];
  let arguments = (ins TileAS_BarrierScopeAttr:$scope);
  let assemblyFormat = "custom<Keyword>($scope) attr-dict";
}

def TileAS_ProxyFenceOp : TileAS_Op<"proxy_fence", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "order generic accesses and those of asynchronous engines";
  let description = [{
    `fence.proxy.async`: needed on both sides of a barrier where one side wrote
    through the generic proxy and TMA reads, or the other way round; and between
    an ordinary write of shared memory and a product that reads it there. Of
    shared memory only, with `shared`.

    ```mlir
    nv_tileas.proxy_fence shared
    ```
  }];
  let arguments = (ins UnitAttr:$shared_only);
  let assemblyFormat = "(`shared` $shared_only^)? attr-dict";
}

//===----------------------------------------------------------------------===//
// Scalars of one thread
//===----------------------------------------------------------------------===//

def TileAS_StoreScalarOp : TileAS_Op<"store_scalar", [MemoryEffects<[MemWrite]>]> {
  let summary = "the first thread writes a scalar to storage";
  let description = [{
    The value is that of the first thread of the role; others may have any. Read by
    `load_scalar`, behind a barrier that `tileas-insert-barriers` places.

    Rejected: storage outside shared memory, of more than one element or of another
    element than the scalar.

    ```mlir
    nv_tileas.store_scalar %v, %word : i32, !nv_tileas.tiled_view<1xi32, smem>
    ```
  }];
  let arguments = (ins AnyType:$value, TileAS_AnyView:$storage);
  let assemblyFormat = "$value `,` $storage attr-dict `:` type($value) `,` qualified(type($storage))";
  let hasVerifier = 1;
}

def TileAS_LoadPeerScalarOp : TileAS_Op<"load_peer_scalar", [MemoryEffects<[MemRead]>]> {
  let summary = "every thread reads a scalar from storage of the other block";
  let description = [{
    Of the other block of a cluster of two, from its storage of this name. A barrier
    of the cluster stands between its `store_scalar` and the read, and another one
    between the read and what uses the bytes next.

    Rejected: as `store_scalar`.

    ```mlir
    %v = nv_tileas.load_peer_scalar %word : !nv_tileas.tiled_view<1xi32, smem> -> i32
    ```
  }];
  let arguments = (ins TileAS_AnyView:$storage);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$storage attr-dict `:` qualified(type($storage)) `->` type($result)";
  let hasVerifier = 1;
}

def TileAS_LoadScalarOp : TileAS_Op<"load_scalar", [MemoryEffects<[MemRead]>]> {
  let summary = "every thread reads a scalar from storage";
  let description = [{
    Rejected: as `store_scalar`.

    ```mlir
    %v = nv_tileas.load_scalar %word : !nv_tileas.tiled_view<1xi32, smem> -> i32
    ```
  }];
  let arguments = (ins TileAS_AnyView:$storage);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$storage attr-dict `:` qualified(type($storage)) `->` type($result)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// The heap
//===----------------------------------------------------------------------===//

def TileAS_ClaimHeapOp : TileAS_Op<"claim_heap", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "a piece of the device's heap for this block";
  let description = [{
    The first thread asks for `bytes` bytes, aligned to 16, and traps if the heap
    does not hold them; `address` is right in that thread only. With `zeroed` the
    bytes are zero. The piece is the block's until `release_heap`.

    Rejected: no bytes.

    ```mlir
    %address = nv_tileas.claim_heap {bytes = 64 : i64}
    ```
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntPositive]>:$bytes, UnitAttr:$zeroed);
  let results = (outs I64:$address);
  let assemblyFormat = "attr-dict";
}

def TileAS_ReleaseHeapOp : TileAS_Op<"release_heap", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "give a piece of the heap back";
  let description = [{
    By the first thread, when no thread uses the piece any more: the barrier in front
    is placed by `tileas-insert-barriers`.

    ```mlir
    nv_tileas.release_heap %address
    ```
  }];
  let arguments = (ins I64:$address);
  let assemblyFormat = "$address attr-dict";
}

#endif // TESSERA_DIALECT_TILEAS_IR_MEMORYOPS_TD
