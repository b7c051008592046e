//===- TileAA/IR/MemoryOps.td - accesses to memory -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_MEMORYOPS_TD
#define TESSERA_DIALECT_TILEAA_IR_MEMORYOPS_TD

include "tessera/Dialect/TileAA/IR/OpBase.td"

// Common rules of the family. Every op takes an optional token and yields one;
// without an input token it is ordered after nothing. `mem_scope` is present if
// and only if `mem_semantic` is not weak. The element accesses of one op have no
// order among themselves.
//
// Effects: a weak load reads and a weak store writes; every other access
// synchronises and so counts as both. An unused weak load is removed, and one
// whose value is unused hands its input token on.

class TileAA_AccessOp<string mnemonic>
    : TileAA_Op<mnemonic, [AttrSizedOperandSegments,
                           DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

//===----------------------------------------------------------------------===//
// Through pointers
//===----------------------------------------------------------------------===//

def TileAA_LoadOp : TileAA_AccessOp<"load"> {
  let summary = "load through pointers";
  let description = [{
    `result = mask ? *source : other`; masked positions are not accessed and are
    unspecified without `other`.

    Rejected: semantic not weak, relaxed or acquire; scope missing or superfluous;
    element other than the pointee; shapes differ; `other` without mask or not of
    the result's type.

    ```mlir
    %v, %t = nv_tileaa.load weak %p, mask = %m, other = %z token = %t0
        : tensor<8x!nv_tileaa.ptr<f32>> -> tensor<8xf32>
    ```
  }];
  let arguments = (ins
    CudaTile_MemoryOrderingSemanticsAttr:$mem_semantic,
    OptionalAttr<CudaTile_MemoryScopeAttr>:$mem_scope,
    TileAA_PointerTile:$source,
    Optional<TileAA_BoolTile>:$mask,
    Optional<TileAA_NumberTile>:$other,
    Optional<TileAA_MemToken>:$token,
    OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints);
  let results = (outs TileAA_NumberTile:$result, TileAA_MemToken:$result_token);
  let assemblyFormat = [{
    custom<MemoryOrdering>($mem_semantic, $mem_scope) $source
    (`,` `mask` `=` $mask^)? (`,` `other` `=` $other^)? (`token` `=` $token^)?
    `` custom<OptionalHints>($optimization_hints) attr-dict
    `:` type($source) `->` type($result)
    `` custom<MaskType>(ref(type($source)), ref($mask), type($mask))
    `` custom<SameType>(ref(type($result)), ref($other), type($other))
  }];
}

def TileAA_StoreOp : TileAA_AccessOp<"store"> {
  let summary = "store through pointers";
  let description = [{
    `if (mask) *destination = value`.

    Rejected: semantic not weak, relaxed or release; scope missing or superfluous;
    element other than the pointee; shapes differ.

    ```mlir
    %t = nv_tileaa.store release device %p, %v, mask = %m token = %t0
        : tensor<8x!nv_tileaa.ptr<f32>>, tensor<8xf32>
    ```
  }];
  let arguments = (ins
    CudaTile_MemoryOrderingSemanticsAttr:$mem_semantic,
    OptionalAttr<CudaTile_MemoryScopeAttr>:$mem_scope,
    TileAA_PointerTile:$destination,
    TileAA_NumberTile:$value,
    Optional<TileAA_BoolTile>:$mask,
    Optional<TileAA_MemToken>:$token,
    OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints);
  let results = (outs TileAA_MemToken:$result_token);
  let assemblyFormat = [{
    custom<MemoryOrdering>($mem_semantic, $mem_scope) $destination `,` $value
    (`,` `mask` `=` $mask^)? (`token` `=` $token^)?
    `` custom<OptionalHints>($optimization_hints) attr-dict
    `:` type($destination) `,` type($value)
    `` custom<MaskType>(ref(type($destination)), ref($mask), type($mask))
  }];
}

def TileAA_AtomicRMWOp : TileAA_AccessOp<"atomic_rmw"> {
  let summary = "atomic read-modify-write through pointers";
  let description = [{
    Per element: `result = *p; *p = mode(*p, value)`. A masked element is not
    accessed, its result is unspecified. Element types: and or xor add max min
    umax umin i32 i64; addf f16 bf16 f32 f64; xchg i32 i64 f32 f64.

    Rejected: weak; scope missing; mode and element that do not go together;
    element other than the pointee; shapes differ.

    ```mlir
    %o, %t = nv_tileaa.atomic_rmw relaxed device add %p, %v token = %t0
        : tensor<8x!nv_tileaa.ptr<i32>>, tensor<8xi32>
    ```
  }];
  let arguments = (ins
    CudaTile_MemoryOrderingSemanticsAttr:$mem_semantic,
    OptionalAttr<CudaTile_MemoryScopeAttr>:$mem_scope,
    CudaTile_AtomicRMWModeAttr:$mode,
    TileAA_PointerTile:$pointers,
    TileAA_NumberTile:$value,
    Optional<TileAA_BoolTile>:$mask,
    Optional<TileAA_MemToken>:$token,
    OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints);
  let results = (outs TileAA_NumberTile:$result, TileAA_MemToken:$result_token);
  let assemblyFormat = [{
    custom<MemoryOrdering>($mem_semantic, $mem_scope) custom<BareEnum>($mode)
    $pointers `,` $value (`,` `mask` `=` $mask^)? (`token` `=` $token^)?
    `` custom<OptionalHints>($optimization_hints) attr-dict
    `:` type($pointers) `,` type($value)
    `` custom<MaskType>(ref(type($pointers)), ref($mask), type($mask))
    `` custom<ResultType>(ref(type($value)), type($result))
  }];
}

def TileAA_AtomicCASOp : TileAA_AccessOp<"atomic_cas"> {
  let summary = "atomic compare-and-swap through pointers";
  let description = [{
    Per element: `result = *p; if (bits(*p) == bits(cmp)) *p = value`. A masked
    element is not accessed and yields `cmp`. Element types: i32 i64 f32 f64.

    Rejected: weak; scope missing; other element types; element other than the
    pointee; shapes differ; `cmp` not of the value's type.
  }];
  let arguments = (ins
    CudaTile_MemoryOrderingSemanticsAttr:$mem_semantic,
    OptionalAttr<CudaTile_MemoryScopeAttr>:$mem_scope,
    TileAA_PointerTile:$pointers,
    TileAA_NumberTile:$cmp,
    TileAA_NumberTile:$value,
    Optional<TileAA_BoolTile>:$mask,
    Optional<TileAA_MemToken>:$token,
    OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints);
  let results = (outs TileAA_NumberTile:$result, TileAA_MemToken:$result_token);
  let assemblyFormat = [{
    custom<MemoryOrdering>($mem_semantic, $mem_scope)
    $pointers `,` $cmp `,` $value (`,` `mask` `=` $mask^)? (`token` `=` $token^)?
    `` custom<OptionalHints>($optimization_hints) attr-dict
    `:` type($pointers) `,` type($value)
    `` custom<MaskType>(ref(type($pointers)), ref($mask), type($mask))
    `` custom<ResultType>(ref(type($value)), type($cmp))
    `` custom<ResultType>(ref(type($value)), type($result))
  }];
}

//===----------------------------------------------------------------------===//
// Through tiled views
//===----------------------------------------------------------------------===//

// `in_bounds`, one flag per index, promises that every position of the tile is
// inside the memory object along that axis: no check, no padding.

def TileAA_TiledLoadOp : TileAA_AccessOp<"tiled_load"> {
  let summary = "load one tile of a partition or strided view";
  let description = [{
    Indices are scalars read as unsigned. Positions outside the memory object read
    the view's padding, unspecified without one.

    Rejected: semantic not weak, relaxed or acquire; scope missing or superfluous;
    a gather/scatter view; not one index per dimension; result not the view's
    tile; `in_bounds` without one flag per index.

    ```mlir
    %a, %t = nv_tileaa.tiled_load weak %v[%i, %j] in_bounds [true, false] token = %t0
        : !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>[i32, i32]
    ```
  }];
  let arguments = (ins
    CudaTile_MemoryOrderingSemanticsAttr:$mem_semantic,
    OptionalAttr<CudaTile_MemoryScopeAttr>:$mem_scope,
    TileAA_TiledView:$view,
    Variadic<TileAA_ScalarInt>:$indices,
    Optional<TileAA_MemToken>:$token,
    OptionalAttr<DenseBoolArrayAttr>:$in_bounds,
    OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints);
  let results = (outs TileAA_NumberTensor:$result, TileAA_MemToken:$result_token);
  let assemblyFormat = [{
    custom<MemoryOrdering>($mem_semantic, $mem_scope) $view `[` $indices `]`
    (`in_bounds` $in_bounds^)? (`token` `=` $token^)?
    `` custom<OptionalHints>($optimization_hints) attr-dict
    `:` qualified(type($view)) `[` type($indices) `]`
    `` custom<TileOfView>(ref(type($view)), type($result))
  }];
}

def TileAA_TiledStoreOp : TileAA_AccessOp<"tiled_store"> {
  let summary = "store one tile of a partition or strided view";
  let description = [{
    Positions outside the memory object are not written. Rules as `tiled_load`,
    with the semantics weak, relaxed and release.

    ```mlir
    %t = nv_tileaa.tiled_store weak %a, %v[%i, %j] token = %t0
        : !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>[i32, i32]
    ```
  }];
  let arguments = (ins
    CudaTile_MemoryOrderingSemanticsAttr:$mem_semantic,
    OptionalAttr<CudaTile_MemoryScopeAttr>:$mem_scope,
    TileAA_NumberTensor:$value,
    TileAA_TiledView:$view,
    Variadic<TileAA_ScalarInt>:$indices,
    Optional<TileAA_MemToken>:$token,
    OptionalAttr<DenseBoolArrayAttr>:$in_bounds,
    OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints);
  let results = (outs TileAA_MemToken:$result_token);
  let assemblyFormat = [{
    custom<MemoryOrdering>($mem_semantic, $mem_scope) $value `,` $view `[` $indices `]`
    (`in_bounds` $in_bounds^)? (`token` `=` $token^)?
    `` custom<OptionalHints>($optimization_hints) attr-dict
    `:` qualified(type($view)) `[` type($indices) `]`
    `` custom<TileOfView>(ref(type($view)), type($value))
  }];
}

def TileAA_TiledAtomicRMWOp : TileAA_AccessOp<"tiled_atomic_rmw"> {
  let summary = "atomic reduction into one tile of a view";
  let description = [{
    Per element: `memory = mode(memory, value)`; positions outside the memory
    object are skipped. Modes and elements as `atomic_rmw`, without xchg. The old
    value is not returned.

    Rejected: semantic not relaxed; scope missing or sys; mode and element that do
    not go together; a gather/scatter view; a view with padding; not one index per
    dimension; value not the view's tile.

    ```mlir
    %t = nv_tileaa.tiled_atomic_rmw relaxed device addf %a, %v[%i, %j]
        : !nv_tileaa.tiled_view<16x8xf32, memref<64x48xf32, strides = [48, 1]>>[i32, i32]
    ```
  }];
  let arguments = (ins
    CudaTile_MemoryOrderingSemanticsAttr:$mem_semantic,
    OptionalAttr<CudaTile_MemoryScopeAttr>:$mem_scope,
    CudaTile_AtomicRMWModeAttr:$mode,
    TileAA_NumberTensor:$value,
    TileAA_TiledView:$view,
    Variadic<TileAA_ScalarInt>:$indices,
    Optional<TileAA_MemToken>:$token,
    OptionalAttr<DenseBoolArrayAttr>:$in_bounds,
    OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints);
  let results = (outs TileAA_MemToken:$result_token);
  let assemblyFormat = [{
    custom<MemoryOrdering>($mem_semantic, $mem_scope) custom<BareEnum>($mode)
    $value `,` $view `[` $indices `]`
    (`in_bounds` $in_bounds^)? (`token` `=` $token^)?
    `` custom<OptionalHints>($optimization_hints) attr-dict
    `:` qualified(type($view)) `[` type($indices) `]`
    `` custom<TileOfView>(ref(type($view)), type($value))
  }];
}

//===----------------------------------------------------------------------===//
// Through gather/scatter views
//===----------------------------------------------------------------------===//

def TileAA_GatherLoadOp : TileAA_AccessOp<"gather_load"> {
  let summary = "load the listed slices of a gather/scatter view";
  let description = [{
    The index at `sparse_dim` is a 1-d tensor of coordinates, one per slice; the
    others are scalar element offsets. All are read as unsigned. Padding, ordering
    and `in_bounds` as `tiled_load`.

    Rejected: as `tiled_load`; a view without `sparse_dim`; an index of the wrong
    kind or length.

    ```mlir
    %a, %t = nv_tileaa.gather_load weak %v[%rows, %j]
        : !nv_tileaa.tiled_view<8x16xf32, memref<64x48xf32, strides = [48, 1]>, sparse_dim = 0>[tensor<8xi64>, i32]
    ```
  }];
  let arguments = (ins
    CudaTile_MemoryOrderingSemanticsAttr:$mem_semantic,
    OptionalAttr<CudaTile_MemoryScopeAttr>:$mem_scope,
    TileAA_TiledView:$view,
    Variadic<TileAA_IntTile>:$indices,
    Optional<TileAA_MemToken>:$token,
    OptionalAttr<DenseBoolArrayAttr>:$in_bounds,
    OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints);
  let results = (outs TileAA_NumberTensor:$result, TileAA_MemToken:$result_token);
  let assemblyFormat = [{
    custom<MemoryOrdering>($mem_semantic, $mem_scope) $view `[` $indices `]`
    (`in_bounds` $in_bounds^)? (`token` `=` $token^)?
    `` custom<OptionalHints>($optimization_hints) attr-dict
    `:` qualified(type($view)) `[` type($indices) `]`
    `` custom<TileOfView>(ref(type($view)), type($result))
  }];
}

def TileAA_ScatterStoreOp : TileAA_AccessOp<"scatter_store"> {
  let summary = "store the listed slices of a gather/scatter view";
  let description = [{
    Indices as `gather_load`, ordering and dropped positions as `tiled_store`.
    Slices listed twice leave either value.
  }];
  let arguments = (ins
    CudaTile_MemoryOrderingSemanticsAttr:$mem_semantic,
    OptionalAttr<CudaTile_MemoryScopeAttr>:$mem_scope,
    TileAA_NumberTensor:$value,
    TileAA_TiledView:$view,
    Variadic<TileAA_IntTile>:$indices,
    Optional<TileAA_MemToken>:$token,
    OptionalAttr<DenseBoolArrayAttr>:$in_bounds,
    OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints);
  let results = (outs TileAA_MemToken:$result_token);
  let assemblyFormat = [{
    custom<MemoryOrdering>($mem_semantic, $mem_scope) $value `,` $view `[` $indices `]`
    (`in_bounds` $in_bounds^)? (`token` `=` $token^)?
    `` custom<OptionalHints>($optimization_hints) attr-dict
    `:` qualified(type($view)) `[` type($indices) `]`
    `` custom<TileOfView>(ref(type($view)), type($value))
  }];
}

#endif // TESSERA_DIALECT_TILEAA_IR_MEMORYOPS_TD
