//===- CudaTile/IR/ViewOps.td - views and accesses through them (ops.md 7.3, 8) -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_VIEWOPS_TD
#define TESSERA_DIALECT_CUDATILE_IR_VIEWOPS_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"

class CudaTile_ViewOf<string cppType, string summary>
    : Type<CPred<"::llvm::isa<::tessera::cuda_tile::" # cppType # ">($_self)">,
           summary, "::tessera::cuda_tile::" # cppType>;
def CudaTile_PartitionView : CudaTile_ViewOf<"PartitionViewType", "partition view">;
def CudaTile_StridedView : CudaTile_ViewOf<"StridedViewType", "strided view">;
def CudaTile_GatherScatterView
    : CudaTile_ViewOf<"GatherScatterViewType", "gather/scatter view">;

//===----------------------------------------------------------------------===//
// Making views
//===----------------------------------------------------------------------===//

def CudaTile_MakeTensorViewOp : CudaTile_Op<"make_tensor_view", [
    Pure, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "a strided region of memory";
  let description = [{
    Pairs a base address with a shape and strides (in elements); no access is
    made. Each `?` of the view type takes one operand, read as unsigned, all of
    one scalar integer type. In text the static sizes are repeated as integers.

    Rejected when a static size differs from the type or is an operand, or the
    other way round; when the number of dynamic operands is wrong; when their
    types differ; when the base is not a scalar pointer to the view's element.
  }];
  let arguments = (ins CudaTile_ScalarPointer:$base,
                       Variadic<CudaTile_ScalarInt>:$dynamicShape,
                       Variadic<CudaTile_ScalarInt>:$dynamicStrides);
  let results = (outs CudaTile_TensorView:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

class CudaTile_MakeTileViewOp<string mnemonic, Type view, list<Trait> traits = []>
    : CudaTile_Op<mnemonic, !listconcat([Pure], traits)> {
  let arguments = (ins CudaTile_TensorView:$tensor_view);
  let results = (outs view:$result);
  let assemblyFormat = [{
    $tensor_view attr-dict
    `:` custom<TileViewType>(type($tensor_view), type($result))
  }];
  let hasVerifier = 1;
}

def CudaTile_MakePartitionViewOp
    : CudaTile_MakeTileViewOp<"make_partition_view", CudaTile_PartitionView, [
        DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "a tensor view as a grid of tiles";
  let description = [{
    Reinterprets a tensor view; every parameter is in the result type.
    Rejected when the operand's type is not the tensor view named inside the
    result type.
  }];
}

def CudaTile_MakeStridedViewOp
    : CudaTile_MakeTileViewOp<"make_strided_view", CudaTile_StridedView> {
  let summary = "tiles of a tensor view at a traversal stride";
  let description = [{
    Reinterprets a tensor view; every parameter is in the result type.
    Rejected when the operand's type is not the tensor view named inside the
    result type.
  }];
  let since = "13.3";
}

def CudaTile_MakeGatherScatterViewOp
    : CudaTile_MakeTileViewOp<"make_gather_scatter_view", CudaTile_GatherScatterView> {
  let summary = "tiles of a tensor view with listed positions";
  let description = [{
    Reinterprets a tensor view; every parameter is in the result type.
    Rejected when the operand's type is not the tensor view named inside the
    result type.
  }];
  let since = "13.3";
}

//===----------------------------------------------------------------------===//
// Asking views
//===----------------------------------------------------------------------===//

class CudaTile_ShapeQueryOp<string mnemonic, Type view>
    : CudaTile_Op<mnemonic, [Pure]> {
  let arguments = (ins view:$src);
  let results = (outs Variadic<CudaTile_ScalarInt>:$result);
  let assemblyFormat = [{
    $src attr-dict `:` custom<CudaTileType>(type($src))
    `->` custom<ShapeQueryTypes>(ref(type($src)), type($result))
  }];
  let hasVerifier = 1;
}

def CudaTile_GetTensorShapeOp
    : CudaTile_ShapeQueryOp<"get_tensor_shape", CudaTile_TensorView> {
  let summary = "the extents of a tensor view";
  let description = [{
    One scalar per dimension, to be read as unsigned; undefined behaviour if
    one does not fit. Rejected when the number of results is not the rank, or
    the results have different types.
  }];
}

def CudaTile_GetIndexSpaceShapeOp
    : CudaTile_ShapeQueryOp<"get_index_space_shape", CudaTile_TileView> {
  let summary = "the number of tiles along each dimension of a view";
  let description = [{
    One scalar per tile dimension, to be read as unsigned: the extent of the
    tensor dimension divided by the tile extent (strided: traversal stride),
    rounded up. Rejected as `get_tensor_shape`.
  }];
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

def CudaTile_LoadViewTkoOp : CudaTile_Op<"load_view_tko", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "load one tile of a view";
  let description = [{
    Elements outside the tensor read as the view's padding value, or as an
    unspecified value if it has none. `inbounds` (13.4) promises, per index,
    that the tile stays inside the tensor.

    Rejected when the ordering is not weak, relaxed or acquire; when weak has a
    scope or another ordering has none; when the number or types of the indices
    do not suit the view; when the result is not the view's tile type; when
    `inbounds` has not one entry per index.

    Effects as `load_ptr_tko`.
  }];
  let arguments = (ins
    CudaTile_MemoryOrderingSemanticsAttr:$memory_ordering_semantics,
    OptionalAttr<CudaTile_MemoryScopeAttr>:$memory_scope,
    CudaTile_TileView:$view,
    Variadic<CudaTile_IntTile>:$index,
    Optional<CudaTile_Token>:$token,
    OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints,
    OptionalAttr<DenseBoolArrayAttr>:$inbounds);
  let results = (outs CudaTile_NumberTile:$tile, CudaTile_Token:$result_token);
  let assemblyFormat = [{
    custom<MemoryOrdering>($memory_ordering_semantics, $memory_scope)
    $view `[` $index `]` `` custom<TokenAndInBounds>($token, type($token), $inbounds)
    `` custom<OptionalHints>($optimization_hints) attr-dict-with-keyword
    `:` custom<CudaTileType>(type($view)) `` custom<IndexTypes>(ref($index), type($index))
    `->` custom<CudaTileType>(type($tile))
    `,` custom<CudaTileType>(type($result_token))
  }];
  let hasVerifier = 1;
}

def CudaTile_StoreViewTkoOp : CudaTile_Op<"store_view_tko", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "store one tile of a view";
  let description = [{
    Elements outside the tensor are dropped. `inbounds` as in `load_view_tko`.

    Rejected when the ordering is not weak, relaxed or release; when weak has a
    scope or another ordering has none; when the number or types of the indices
    do not suit the view; when the value is not of the view's tile type; when
    `inbounds` has not one entry per index.
  }];
  let arguments = (ins
    CudaTile_MemoryOrderingSemanticsAttr:$memory_ordering_semantics,
    OptionalAttr<CudaTile_MemoryScopeAttr>:$memory_scope,
    CudaTile_NumberTile:$tile,
    CudaTile_TileView:$view,
    Variadic<CudaTile_IntTile>:$index,
    Optional<CudaTile_Token>:$token,
    OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints,
    OptionalAttr<DenseBoolArrayAttr>:$inbounds);
  let results = (outs CudaTile_Token:$result_token);
  let assemblyFormat = [{
    custom<MemoryOrdering>($memory_ordering_semantics, $memory_scope)
    $tile `,` $view `[` $index `]` `` custom<TokenAndInBounds>($token, type($token), $inbounds)
    `` custom<OptionalHints>($optimization_hints) attr-dict-with-keyword
    `:` custom<CudaTileType>(type($tile)) `,` custom<CudaTileType>(type($view))
    `` custom<IndexTypes>(ref($index), type($index))
    `->` custom<CudaTileType>(type($result_token))
  }];
  let hasVerifier = 1;
}

def CudaTile_AtomicRedViewTkoOp : CudaTile_Op<"atomic_red_view_tko", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "atomic reduction into one tile of a view";
  let description = [{
    Per element, atomically: `memory = mode(memory, value)`. Elements outside
    the tensor are skipped. Modes and element types as `atomic_rmw_tko`, without
    `xchg`. Index operands may differ in width.

    Rejected when the ordering is not relaxed; when the scope is `sys` or
    missing; when mode and element type do not go together; when the view is a
    gather/scatter view or has a padding value; when the value is not of the
    view's tile type; when the number of indices is not the view's index rank,
    or one is not a scalar integer tile.
  }];
  let since = "13.3";
  let arguments = (ins
    CudaTile_MemoryOrderingSemanticsAttr:$memory_ordering_semantics,
    CudaTile_MemoryScopeAttr:$memory_scope,
    CudaTile_TileView:$view,
    Variadic<CudaTile_ScalarInt>:$index,
    CudaTile_AtomicRMWModeAttr:$mode,
    CudaTile_NumberTile:$value,
    Optional<CudaTile_Token>:$token);
  let results = (outs CudaTile_Token:$result_token);
  let assemblyFormat = [{
    custom<BareEnum>($memory_ordering_semantics) custom<BareEnum>($memory_scope)
    $view `[` $index `]` `,` custom<BareEnum>($mode) `,` $value
    `` custom<OptionalToken>($token, type($token)) attr-dict-with-keyword
    `:` custom<CudaTileType>(type($value)) `,` custom<CudaTileType>(type($view))
    `` custom<IndexTypes>(ref($index), type($index))
    `->` custom<CudaTileType>(type($result_token))
  }];
  let hasVerifier = 1;
}

#endif // TESSERA_DIALECT_CUDATILE_IR_VIEWOPS_TD
