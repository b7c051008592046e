//===- TileAS/IR/TensorMemoryOps.td - products in tensor memory -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_TENSORMEMORYOPS_TD
#define TESSERA_DIALECT_TILEAS_IR_TENSORMEMORYOPS_TD

include "tessera/Dialect/TileAS/IR/OpBase.td"

// A block claims columns of tensor memory once, and gives them back at its end.
// Accumulators have places in them. One thread issues products; a commit counts
// those issued so far, and all threads wait for it.

defvar tensorEffects = MemoryEffects<[MemRead, MemWrite]>;

def TileAS_ClaimTensorMemoryOp : TileAS_Op<"claim_tensor_memory", [tensorEffects]> {
  let summary = "columns of tensor memory for this block";
  let description = [{
    Waits until the multiprocessor has so many columns free. They are the block's
    until `release_tensor_memory`; a block claims once, and the blocks of a pair
    (strategy tcgen05_pair) claim together. `board` is shared memory
    that the block needs until then: the address of the columns and the barriers
    of commits.

    With `teams`, each team of the consumer has its part of the columns, in which
    its places are, and barriers of its own.

    Rejected: columns that are no power of two from 32 to 512; teams that do not
    share them out; a board of other than 32 bytes for each team.

    ```mlir
    %m = nv_tileas.claim_tensor_memory %board {columns = 128 : i32}
        : !nv_tileas.tiled_view<32xi8, smem>
    ```
  }];
  let arguments = (ins TileAS_AnyView:$board, I32Attr:$columns,
                       DefaultValuedAttr<I32Attr, "1">:$teams);
  let results = (outs TileAS_TensorMemory:$memory);
  let assemblyFormat = "$board attr-dict `:` custom<TileType>(type($board))";
  let hasVerifier = 1;
}

def TileAS_ReleaseTensorMemoryOp
    : TileAS_Op<"release_tensor_memory", [tensorEffects]> {
  let summary = "give columns of tensor memory back";
  let description = [{
    All products have been waited for, and all threads come here.

    Rejected: as `claim_tensor_memory`.

    ```mlir
    nv_tileas.release_tensor_memory %m, %board {columns = 128 : i32}
        : !nv_tileas.tiled_view<32xi8, smem>
    ```
  }];
  let arguments = (ins TileAS_TensorMemory:$memory, TileAS_AnyView:$board,
                       I32Attr:$columns);
  let assemblyFormat = [{
    $memory `,` $board attr-dict `:` custom<TileType>(type($board))
  }];
  let hasVerifier = 1;
}

def TileAS_TensorPlaceOp : TileAS_Op<"tensor_place", [Pure]> {
  let summary = "where an accumulator lies in tensor memory";
  let description = [{
    The tile begins at column `column` of the block's. The type's layout says which
    lane and column has which element. `tiled_load` and `tiled_store` move tiles
    between a place and registers.

    Each element has a column of 32 bits, f16 its low half. With `sets`, so many
    tiles lie behind each other, which `tensor_set` names; the place is the first.

    A left factor lies in a place, too. Its layout has `offset` as well: elements
    of 16 bits have a column in pairs.

    Teams of a consumer have equal parts of the block's columns, and `column` counts
    from the begin of the team's part. With `team_columns` it counts from the first
    column of the block, where the first team has its place, and the place of each
    further team is so many columns behind that of the team before. With 0 all teams
    have one place, in turn.

    Rejected: a view outside tensor memory or without a layout; columns beyond
    the last, of the last team; elements other than f16, f32 and i32, or other than
    16 bits with `offset`; no set.

    ```mlir
    %p = nv_tileas.tensor_place %m {column = 64 : i32}
        : !nv_tileas.tiled_view<128x64xf32, tmem, #layout>
    ```
  }];
  let arguments = (ins TileAS_TensorMemory:$memory,
                       ConfinedAttr<I32Attr, [IntNonNegative]>:$column,
                       DefaultValuedAttr<I32Attr, "1">:$sets,
                       OptionalAttr<ConfinedAttr<I32Attr, [IntNonNegative]>>:$team_columns);
  let builders = [OpBuilder<(ins "::mlir::Type":$place, "::mlir::Value":$memory,
                                 "uint32_t":$column, CArg<"uint32_t", "1">:$sets), [{
    build($_builder, $_state, place, memory, column, sets,
          /*team_columns=*/::mlir::IntegerAttr());
  }]>];
  let results = (outs TileAS_AnyView:$place);
  let assemblyFormat = "$memory attr-dict `:` custom<TileType>(type($place))";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Columns from its first to its last, of all sets.
    uint64_t getNumColumns();
    /// Whether all teams have this one place, in turn.
    bool isInTurn() { return getTeamColumns() == 0u; }
  }];
}

def TileAS_TensorSetOp : TileAS_Op<"tensor_set", [
    Pure, AllTypesMatch<["place", "result"]>]> {
  let summary = "one of the sets of a place in tensor memory";
  let description = [{
    The tile of the set that the iterator stands at: sums that one role makes and
    another one reads take turns on them.

    Rejected: a place that is no result of `tensor_place`.

    ```mlir
    %q = nv_tileas.tensor_set %p, %i
        : !nv_tileas.tiled_view<128x64xf32, tmem, #layout>, !nv_tileas.async.pipeline.iterator<tile<1xi32>>
    ```
  }];
  let arguments = (ins TileAS_AnyView:$place, TileAS_Iterator:$iterator);
  let results = (outs TileAS_AnyView:$result);
  let assemblyFormat = [{
    $place `,` $iterator attr-dict `:` custom<TileType>(type($place)) `,`
    qualified(type($iterator))
  }];
  let hasVerifier = 1;
}

def TileAS_TensorSliceOp : TileAS_Op<"tensor_slice", [Pure]> {
  let summary = "columns of a place in tensor memory";
  let description = [{
    The columns of a matrix from `column` on, as many as the result has.

    Rejected: other than matrices of the same rows and elements in tensor memory,
    with all rows in lanes of their own; columns beyond the last.

    ```mlir
    %s = nv_tileas.tensor_slice %p {column = 64 : i32}
        : !nv_tileas.tiled_view<128x256xf32, tmem, #layout>
        -> !nv_tileas.tiled_view<128x64xf32, tmem, #part>
    ```
  }];
  let arguments = (ins TileAS_AnyView:$place,
                       ConfinedAttr<I32Attr, [IntNonNegative]>:$column);
  let results = (outs TileAS_AnyView:$slice);
  let assemblyFormat = [{
    $place attr-dict `:` custom<TileType>(type($place)) `->`
    custom<TileType>(type($slice))
  }];
  let hasVerifier = 1;
}

def TileAS_LoadExtremaOp : TileAS_Op<"load_extrema", [MemoryEffects<[MemRead]>]> {
  let summary = "load a matrix from tensor memory, and the extrema of its rows";
  let description = [{
    The matrix as `tiled_load` loads it, and of each row the extremum, or one for
    each of equally many neighbouring columns: the result has the shape (rows) or
    (parts, rows). `max` and `min` are those of `maxf` and `minf`, or of signed
    integers, `umax` and `umin` those of unsigned ones. With `absolute` the
    extrema are those of absolute values; with `propagate_nan`, NaN if one of
    the elements is.

    Rejected: other than a matrix of f32 or i32 in tensor memory with a lane for
    each row; a tile of another shape or element; extrema of other than one or
    some of each row, each of two columns or more; `umax` and `umin` of f32,
    `absolute` and `propagate_nan` of i32.

    ```mlir
    %t, %m = nv_tileas.load_extrema max %p propagate_nan
        : !nv_tileas.tiled_view<128x128xf32, tmem, #layout>
        -> tile<128x128xf32, #registers>, tile<2x128xf32, #parts>
    ```
  }];
  let arguments = (ins TileAS_ExtremumAttr:$kind, TileAS_AnyView:$place,
                       UnitAttr:$absolute, UnitAttr:$propagate_nan);
  let results = (outs TileAA_Tensor:$result, TileAA_Tensor:$extrema);
  let assemblyFormat = [{
    $kind $place (`absolute` $absolute^)? (`propagate_nan` $propagate_nan^)? attr-dict
    `:` custom<TileType>(type($place)) `->` custom<TileType>(type($result)) `,`
    custom<TileType>(type($extrema))
  }];
  let hasVerifier = 1;
}

def TileAS_TensorDotOp : TileAS_Op<"tensor_dot", [
    AttrSizedOperandSegments, tensorEffects]> {
  let summary = "matrix multiply-accumulate into tensor memory";
  let description = [{
    Issues the product of two factors in shared memory, of which the left one may
    be in tensor memory, and is left at once. If
    `adds`, it is added to what is in the place, else it replaces that. The place
    and the factors are the product's until `wait_products` waits for a later
    `commit_products`; another product may follow without waiting.

    Scales are in shared memory too. The product copies them to `scale_place`
    first, whose columns no other product that is under way may use.

    With an atom of a pair of blocks, the first block issues for both: what it
    names lies at the same places in the other one.

    Rejected: an atom other than tcgen05 with a shape, or one that `dot` rejects
    for these factors; a place that is not laid out for the atom's rows; a left
    factor in tensor memory beside scales, or not as instructions of 128 rows
    read it; scales without a place of i32, or one of fewer columns than they
    take.

    ```mlir
    nv_tileas.tensor_dot %a, %b, %p if %adds
        {atom = #nv_tileas<atom tcgen05_f16_f16_f32 box [128, 64, 16]>}
        : !nv_tileas.tiled_view<128x64xf16, smem, #s>,
          !nv_tileas.tiled_view<64x64xf16, smem, #t>,
          !nv_tileas.tiled_view<128x64xf32, tmem, #p>
    nv_tileas.tensor_dot %c, %d, %p scaled %sc, %sd in %sp if %adds
        {atom = #nv_tileas<atom tcgen05_f8E4M3FN_f8E4M3FN_f32 box [128, 128, 32]>}
        : !nv_tileas.tiled_view<128x128xf8E4M3FN, smem, #s>,
          !nv_tileas.tiled_view<128x128xf8E4M3FN, smem, #t>,
          !nv_tileas.tiled_view<128x128xf32, tmem, #p>
          scaled !nv_tileas.tiled_view<128x4xf8E8M0FNU, smem, #u>,
          !nv_tileas.tiled_view<4x128xf8E8M0FNU, smem, #v>
          in !nv_tileas.tiled_view<128x8xi32, tmem, #q>
    ```
  }];
  let arguments = (ins TileAS_TensorFactor:$lhs, TileAS_Factor:$rhs,
      TileAS_AnyView:$place, Optional<TileAS_Factor>:$lhs_scale,
      Optional<TileAS_Factor>:$rhs_scale, Optional<TileAS_AnyView>:$scale_place,
      I1:$adds, TileAS_AtomAttr:$atom,
      OptionalAttr<CudaTile_SignednessAttr>:$signedness_lhs,
      OptionalAttr<CudaTile_SignednessAttr>:$signedness_rhs);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $place
    (`scaled` $lhs_scale^ `,` $rhs_scale `in` $scale_place)? `if` $adds
    `` custom<Signednesses>($signedness_lhs, $signedness_rhs) attr-dict
    `:` custom<TileType>(type($lhs)) `,` custom<TileType>(type($rhs)) `,`
    custom<TileType>(type($place))
    (`scaled` custom<TileType>(type($lhs_scale))^ `,`
     custom<TileType>(type($rhs_scale)) `in` custom<TileType>(type($scale_place)))?
  }];
  let hasVerifier = 1;
}

def TileAS_CommitProductsOp : TileAS_Op<"commit_products", [tensorEffects]> {
  let summary = "count the products issued so far";
  let description = [{
    What follows can wait for them. At most two commits are not yet waited for.

    With an iterator, the stage that it stands at becomes full when they are done,
    and whoever reads it waits for that.

    ```mlir
    nv_tileas.commit_products %m
    nv_tileas.commit_products %m to %i : !nv_tileas.async.pipeline.iterator<tile<1xi32>>
    ```
  }];
  let arguments = (ins TileAS_TensorMemory:$memory,
                       Optional<TileAS_Iterator>:$iterator);
  let builders = [OpBuilder<(ins "::mlir::Value":$memory), [{
    build($_builder, $_state, memory, ::mlir::Value());
  }]>];
  let assemblyFormat = [{
    $memory (`to` $iterator^ `:` qualified(type($iterator)))? attr-dict
  }];
}

def TileAS_WaitProductsOp : TileAS_Op<"wait_products", [tensorEffects]> {
  let summary = "wait for products in tensor memory";
  let description = [{
    Every thread waits until all commits but the last `pending` are done, 0 or 1.
    Then their factors have been read and, with 0, their sums are there. Nothing
    happens if there was no commit.

    Rejected: another `pending`.

    ```mlir
    nv_tileas.wait_products %m {pending = 1 : i32}
    ```
  }];
  let arguments = (ins TileAS_TensorMemory:$memory, I32Attr:$pending);
  let assemblyFormat = "$memory attr-dict";
  let hasVerifier = 1;
}

#endif // TESSERA_DIALECT_TILEAS_IR_TENSORMEMORYOPS_TD
