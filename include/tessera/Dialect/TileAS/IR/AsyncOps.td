//===- TileAS/IR/AsyncOps.td - work that completes later -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_ASYNCOPS_TD
#define TESSERA_DIALECT_TILEAS_IR_ASYNCOPS_TD

include "tessera/Dialect/TileAS/IR/OpBase.td"

// An async token is done when the work is; an async value is a token with the
// value that the work delivers. Both order like memory tokens once waited for.

class TileAS_AsyncOp<string mnemonic, list<Trait> traits = []>
    : TileAS_Op<"async." # mnemonic, traits>;

defvar asyncEffects = MemoryEffects<[MemRead, MemWrite]>;

//===----------------------------------------------------------------------===//
// Tokens and values
//===----------------------------------------------------------------------===//

def TileAS_AsyncWaitOp : TileAS_AsyncOp<"wait", [asyncEffects]> {
  let summary = "wait until asynchronous work is done";
  let description = [{
    Accesses after the result are ordered after the work.

    ```mlir
    %t = nv_tileas.async.wait %a, %b
    ```
  }];
  let arguments = (ins Variadic<TileAS_AsyncToken>:$tokens);
  let results = (outs TileAA_MemToken:$result);
  let assemblyFormat = "$tokens attr-dict";
}

def TileAS_FutureWaitOp : TileAS_AsyncOp<"future_wait", [asyncEffects]> {
  let summary = "wait for an asynchronous value";
  let description = [{
    With `pending`, that many products that were begun after the value's may still be
    under way behind it.

    Rejected: a result of another type than the value's, `pending` below 0.
  }];
  let arguments = (ins TileAS_AsyncValue:$source, OptionalAttr<I32Attr>:$pending);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $source attr-dict `:` qualified(type($source)) `->` custom<TileType>(type($result))
  }];
  let hasVerifier = 1;
}

def TileAS_ToAsyncOp : TileAS_AsyncOp<"to_async", [Pure]> {
  let summary = "a value that is there, as an asynchronous one";
  let description = [{ Rejected: a result of another value type. }];
  let arguments = (ins TileAS_TileOrView:$source);
  let results = (outs TileAS_AsyncValue:$result);
  let assemblyFormat = [{
    $source attr-dict `:` custom<TileType>(type($source)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def TileAS_TokenToAsyncOp : TileAS_AsyncOp<"token_to_async", [Pure]> {
  let summary = "a memory token as an async token";
  let description = [{
    Done when everything before the memory token is.
  }];
  let arguments = (ins TileAA_MemToken:$source);
  let results = (outs TileAS_AsyncToken:$result);
  let assemblyFormat = "$source attr-dict";
}

def TileAS_CreateNoneOp : TileAS_Op<"create_none", [Pure]> {
  let summary = "a placeholder of any type";
  let description = [{
    Stands where a value is needed and never used: its uses must not reach work.

    ```mlir
    %n = nv_tileas.create_none : !nv_tileas.async.token
    ```
  }];
  let results = (outs AnyType:$result);
  let assemblyFormat = "attr-dict `:` custom<TileType>(type($result))";
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

def TileAS_AsyncTiledLoadOp : TileAS_AsyncOp<"tiled_load", [
    AttrSizedOperandSegments, asyncEffects]> {
  let summary = "load one tile of a view, delivered later";
  let description = [{
    As `tiled_load`, weak. Rejected: as there, and a value of another tile.
  }];
  let arguments = (ins
    TileAS_AnyView:$view, Variadic<Index>:$coords, Variadic<Index>:$offsets,
    Optional<TileAS_Token>:$token, TileAS_AtomAttr:$atom,
    OptionalAttr<DenseBoolArrayAttr>:$in_bounds,
    OptionalAttr<TypedAttrInterface>:$padding_value);
  let results = (outs TileAS_AsyncValue:$result, Optional<TileAS_Token>:$result_token);
  let assemblyFormat = [{
    $view `[` $coords `]` (`offsets` `[` $offsets^ `]`)?
    (`in_bounds` $in_bounds^)? (`token` `=` $token^ `:` qualified(type($token)))? attr-dict
    `:` custom<TileType>(type($view)) `->` qualified(type($result))
    `` custom<TokenResult>(ref(type($token)), type($result_token))
  }];
  let hasVerifier = 1;
}

def TileAS_AsyncCopyOp : TileAS_AsyncOp<"copy", [asyncEffects]> {
  let summary = "copy one view into another, done later";
  let description = [{ Rejected: as `copy`. }];
  let arguments = (ins TileAS_AnyView:$source, TileAS_AnyView:$destination,
                       Optional<TileAS_Token>:$token, TileAS_AtomAttr:$atom);
  let results = (outs TileAS_AsyncToken:$done);
  let assemblyFormat = [{
    $source `,` $destination (`token` `=` $token^ `:` qualified(type($token)))? attr-dict
    `:` custom<TileType>(type($source)) `,` custom<TileType>(type($destination))
    `->` qualified(type($done))
  }];
  let hasVerifier = 1;
}

def TileAS_AsyncLoadOp : TileAS_AsyncOp<"load", [
    AttrSizedOperandSegments, asyncEffects]> {
  let summary = "load through pointers into shared memory, done later";
  let description = [{
    Masked-off positions of the destination get zero.

    Rejected: elements or shapes that differ, a destination outside shared
    memory, an atom other than cp_async or copy.
  }];
  let arguments = (ins TileAA_PointerTile:$source, TileAS_AnyView:$destination,
                       Optional<TileAA_BoolTile>:$mask,
                       Optional<TileAS_Token>:$token,
                       OptionalAttr<TileAS_AtomAttr>:$atom);
  let results = (outs TileAS_AsyncToken:$done);
  let assemblyFormat = [{
    $source `,` $destination (`,` `mask` `=` $mask^)?
    (`token` `=` $token^ `:` qualified(type($token)))? attr-dict
    `:` custom<TileType>(type($source)) `,` custom<TileType>(type($destination))
    `->` qualified(type($done))
    `` custom<MaskType>(ref(type($source)), ref($mask), type($mask))
  }];
  let hasVerifier = 1;
}

def TileAS_AsyncStoreOp : TileAS_AsyncOp<"store", [
    AttrSizedOperandSegments, asyncEffects]> {
  let summary = "store through pointers, done later";
  let description = [{ Rejected: as `store`. }];
  let arguments = (ins TileAA_PointerTile:$destination, TileAA_NumberTile:$value,
                       Optional<TileAA_BoolTile>:$mask,
                       Optional<TileAS_Token>:$token,
                       OptionalAttr<TileAS_AtomAttr>:$atom);
  let results = (outs TileAS_AsyncToken:$done);
  let assemblyFormat = [{
    $destination `,` $value (`,` `mask` `=` $mask^)?
    (`token` `=` $token^ `:` qualified(type($token)))? attr-dict
    `:` custom<TileType>(type($destination)) `,` custom<TileType>(type($value))
    `->` qualified(type($done))
    `` custom<MaskType>(ref(type($destination)), ref($mask), type($mask))
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Slices and products
//===----------------------------------------------------------------------===//

def TileAS_AsyncExtractSliceOp : TileAS_AsyncOp<"extract_slice", [asyncEffects]> {
  let summary = "a part of a tile or of storage, delivered later";
  let description = [{ Rejected: as `extract_slice`. }];
  let arguments = (ins TileAS_TileOrView:$source, Variadic<Index>:$offsets);
  let results = (outs TileAS_AsyncValue:$result);
  let assemblyFormat = [{
    $source `[` $offsets `]` attr-dict `:` custom<TileType>(type($source)) `->`
    qualified(type($result))
  }];
  let hasVerifier = 1;
}

def TileAS_AsyncInsertSliceOp : TileAS_AsyncOp<"insert_slice", [asyncEffects]> {
  let summary = "a tile or storage with a part replaced, delivered later";
  let description = [{
    Rejected: as `insert_slice`; a result that is not the destination's type.
  }];
  let arguments = (ins TileAA_Tensor:$source, TileAS_TileOrView:$destination,
                       Variadic<Index>:$offsets);
  let results = (outs TileAS_AsyncValue:$result);
  let assemblyFormat = [{
    $source `,` $destination `[` $offsets `]` attr-dict
    `:` custom<TileType>(type($source)) `,` custom<TileType>(type($destination))
    `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def TileAS_AsyncDotOp : TileAS_AsyncOp<"dot", [
    AttrSizedOperandSegments, asyncEffects]> {
  let summary = "matrix multiply-accumulate, delivered later";
  let description = [{
    The accumulator may be the value of another such product, which this one
    follows without waiting for it. `pending`: when the op is left, at most so
    many products of the kernel are under way, this one included; those before
    no longer read their factors.

    Rejected: as `dot`; a negative `pending`.

    ```mlir
    %d = nv_tileas.async.dot %va, %vb, %c
        {atom = #nv_tileas<atom wgmma_f16_f16_f32 box [64, 8, 16]>, pending = 1 : i32}
        : !nv_tileas.tiled_view<64x64xf16, smem, #s>, !nv_tileas.tiled_view<64x8xf16, smem, #t>,
          !nv_tileas.async.value<tile<64x8xf32, #d>>
        -> !nv_tileas.async.value<tile<64x8xf32, #d>>
    ```
  }];
  let arguments = (ins TileAS_Factor:$lhs, TileAS_Factor:$rhs,
      AnyTypeOf<[TileAA_NumberTensor, TileAS_AsyncValue]>:$acc,
      Optional<TileAS_Factor>:$lhs_scale,
      Optional<TileAS_Factor>:$rhs_scale,
      TileAS_AtomAttr:$atom,
      OptionalAttr<CudaTile_SignednessAttr>:$signedness_lhs,
      OptionalAttr<CudaTile_SignednessAttr>:$signedness_rhs,
      UnitAttr:$fast_acc,
      OptionalAttr<I32Attr>:$pending);
  let results = (outs TileAS_AsyncValue:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $acc (`scaled` $lhs_scale^ `,` $rhs_scale)?
    `` custom<Signednesses>($signedness_lhs, $signedness_rhs)
    (`fast_acc` $fast_acc^)? attr-dict
    `:` custom<TileType>(type($lhs)) `,` custom<TileType>(type($rhs)) `,`
    custom<TileType>(type($acc))
    (`scaled` custom<TileType>(type($lhs_scale))^ `,` custom<TileType>(type($rhs_scale)))?
    `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

#endif // TESSERA_DIALECT_TILEAS_IR_ASYNCOPS_TD
