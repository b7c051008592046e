//===- CudaTile/IR/MemoryOps.td - tokens, pointer accesses, alloca (ops.md 6) -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_MEMORYOPS_TD
#define TESSERA_DIALECT_CUDATILE_IR_MEMORYOPS_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

def CudaTile_MakeTokenOp : CudaTile_Op<"make_token", [Pure]> {
  let summary = "a token that depends on nothing";
  let description = [{
    An operation that takes this token is not ordered after anything.
  }];
  let results = (outs CudaTile_Token:$result);
  let assemblyFormat = "attr-dict `:` custom<CudaTileType>(type($result))";
}

def CudaTile_JoinTokensOp : CudaTile_Op<"join_tokens", [Pure]> {
  let summary = "a token ordered after several tokens";
  let description = [{
    Whoever takes the result is ordered after every operation that produced an
    operand. Rejected with fewer than two operands.
  }];
  let arguments = (ins Variadic<CudaTile_Token>:$tokens);
  let results = (outs CudaTile_Token:$result);
  let assemblyFormat =
      "$tokens attr-dict `:` custom<CudaTileType>(type($result))";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// alloca
//===----------------------------------------------------------------------===//

def CudaTile_AllocaOp : CudaTile_Op<"alloca", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "temporary memory of the enclosing block";
  let description = [{
    Yields the address of `num_elem` uninitialised elements of the pointee
    type, aligned to `alignment` bytes. The memory lives as long as the block
    the op sits in, so one allocation per loop iteration. Only the creating
    tile block may use the address unless `global` is given.

    Rejected when `num_elem` is negative; when `alignment` is not a positive
    power of two or is smaller than the element's size in memory (tf32 counts
    as 4 bytes, i1 and f4E2M1FN as 1); when the result is not a 0-d tile.

    Effect: allocates its result, so an unused one can be removed, but it is
    never hoisted or merged.
  }];
  let since = "13.3";
  let arguments = (ins I64Attr:$num_elem, I64Attr:$alignment, UnitAttr:$global);
  let results = (outs CudaTile_ScalarPointer:$result);
  // The older spelling gives the size in bytes.
  let assemblyFormat =
      "custom<Alloca>($num_elem, $alignment, $global, attr-dict, type($result))";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Accesses through tiles of pointers
//===----------------------------------------------------------------------===//

def CudaTile_LoadPtrTkoOp : CudaTile_Op<"load_ptr_tko", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "gather through a tile of pointers";
  let description = [{
    `result[i] = mask[i] ? *source[i] : paddingValue[i]`; masked positions are
    not accessed, and without padding their value is unspecified. Only the
    tokens order the access with others.

    Rejected when the ordering is not weak, relaxed or acquire; when weak has a
    scope or another ordering has none; when the result's element is not the
    pointee; when shapes differ; when the mask is not i1; when the padding's
    type is not the result's. Padding without a mask is accepted and never used.

    Effects: weak loads read, so an unused one can be removed; others also
    write, because they synchronise.
  }];
  let arguments = (ins
    CudaTile_MemoryOrderingSemanticsAttr:$memory_ordering_semantics,
    OptionalAttr<CudaTile_MemoryScopeAttr>:$memory_scope,
    CudaTile_PointerTile:$source,
    Optional<CudaTile_BoolTile>:$mask,
    Optional<CudaTile_NumberTile>:$paddingValue,
    Optional<CudaTile_Token>:$token,
    OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints);
  let results = (outs CudaTile_NumberTile:$result, CudaTile_Token:$result_token);
  let assemblyFormat = [{
    custom<MemoryOrdering>($memory_ordering_semantics, $memory_scope)
    $source `` custom<MaskAndPadding>($mask, $paddingValue)
    `` custom<OptionalToken>($token, type($token))
    `` custom<OptionalHints>($optimization_hints) attr-dict
    `:` custom<CudaTileType>(type($source))
    `` custom<MaskAndPaddingTypes>(type($mask), type($paddingValue),
                                   ref($mask))
    `->` custom<CudaTileType>(type($result))
    `,` custom<CudaTileType>(type($result_token))
  }];
  let hasVerifier = 1;
}

def CudaTile_StorePtrTkoOp : CudaTile_Op<"store_ptr_tko", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "scatter through a tile of pointers";
  let description = [{
    `if (mask[i]) *destination[i] = value[i]`. The element stores have no order
    among themselves; i1 writes bytes 0 or 1.

    Rejected when the ordering is not weak, relaxed or release; when weak has a
    scope or another ordering has none; when the value's element is not the
    pointee; when shapes differ; when the mask is not i1.
  }];
  let arguments = (ins
    CudaTile_MemoryOrderingSemanticsAttr:$memory_ordering_semantics,
    OptionalAttr<CudaTile_MemoryScopeAttr>:$memory_scope,
    CudaTile_PointerTile:$destination,
    CudaTile_NumberTile:$value,
    Optional<CudaTile_BoolTile>:$mask,
    Optional<CudaTile_Token>:$token,
    OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints);
  let results = (outs CudaTile_Token:$result_token);
  let assemblyFormat = [{
    custom<MemoryOrdering>($memory_ordering_semantics, $memory_scope)
    $destination `,` $value `` custom<OptionalMask>($mask)
    `` custom<OptionalToken>($token, type($token))
    `` custom<OptionalHints>($optimization_hints) attr-dict
    `:` custom<CudaTileType>(type($destination))
    `,` custom<CudaTileType>(type($value))
    `` custom<OptionalMaskType>(type($mask))
    `->` custom<CudaTileType>(type($result_token))
  }];
  let hasVerifier = 1;
}

#endif // TESSERA_DIALECT_CUDATILE_IR_MEMORYOPS_TD
