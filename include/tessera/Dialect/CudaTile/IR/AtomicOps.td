//===- CudaTile/IR/AtomicOps.td - atomics through pointers (ops.md 7) -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_ATOMICOPS_TD
#define TESSERA_DIALECT_CUDATILE_IR_ATOMICOPS_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"

/// Their result has the value operand's type, then comes a token.
class CudaTile_AtomicOp<string mnemonic> : CudaTile_Op<mnemonic, [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<InferTypeOpInterface>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let extraClassDeclaration = [{
    /// Accepts everything: the verifier compares the types and says which
    /// operand the result should match.
    static bool isCompatibleReturnTypes(::mlir::TypeRange, ::mlir::TypeRange) {
      return true;
    }
  }];
}

def CudaTile_AtomicRMWTkoOp : CudaTile_AtomicOp<"atomic_rmw_tko"> {
  let summary = "atomic read-modify-write through a tile of pointers";
  let description = [{
    Per element, atomically: `result = *p; *p = mode(*p, arg)`. Elements of one
    op are mutually unordered. A masked element is not accessed and its result
    is unspecified.

    Element types: and or xor add max min umax umin i32 and i64 (`add` wraps,
    `max`/`min` read signed, `umax`/`umin` unsigned); addf f16 bf16 f32 f64;
    xchg i32 i64 f32 f64.

    Rejected when weak; when the scope is missing; when mode and element type
    do not go together; when the pointee is not the argument's element; when
    shapes differ; when the mask is not i1; when the result's type is not the
    argument's.
  }];
  let arguments = (ins
    CudaTile_MemoryOrderingSemanticsAttr:$memory_ordering_semantics,
    CudaTile_MemoryScopeAttr:$memory_scope,
    CudaTile_PointerTile:$pointers,
    CudaTile_AtomicRMWModeAttr:$mode,
    CudaTile_NumberTile:$arg,
    Optional<CudaTile_BoolTile>:$mask,
    Optional<CudaTile_Token>:$token);
  let results = (outs CudaTile_NumberTile:$result, CudaTile_Token:$result_token);
  let assemblyFormat = [{
    custom<BareEnum>($memory_ordering_semantics) custom<BareEnum>($memory_scope)
    $pointers `,` custom<BareEnum>($mode) `,` $arg `` custom<OptionalMask>($mask)
    `` custom<OptionalToken>($token, type($token)) attr-dict
    `:` custom<CudaTileType>(type($pointers))
    `,` custom<CudaTileType>(type($arg)) `` custom<OptionalMaskType>(type($mask))
    `->` custom<CudaTileType>(type($result))
    `,` custom<CudaTileType>(type($result_token))
  }];
  let hasVerifier = 1;
}

def CudaTile_AtomicCASTkoOp : CudaTile_AtomicOp<"atomic_cas_tko"> {
  let summary = "atomic compare-and-swap through a tile of pointers";
  let description = [{
    Per element, atomically: `result = *p; if (bits(*p) == bits(cmp)) *p = val`.
    The comparison is bitwise, also for floats. A masked element is not
    accessed and yields `cmp`. Element types: i32 i64 f32 f64.

    Rejected when weak; when the scope is missing; on other element types; when
    the pointee is not the value's element; when shapes differ; when `cmp` or
    the result has another type than `val`; when the mask is not i1.
  }];
  let arguments = (ins
    CudaTile_MemoryOrderingSemanticsAttr:$memory_ordering_semantics,
    CudaTile_MemoryScopeAttr:$memory_scope,
    CudaTile_PointerTile:$pointers,
    CudaTile_NumberTile:$cmp,
    CudaTile_NumberTile:$val,
    Optional<CudaTile_BoolTile>:$mask,
    Optional<CudaTile_Token>:$token);
  let results = (outs CudaTile_NumberTile:$result, CudaTile_Token:$result_token);
  let assemblyFormat = [{
    custom<BareEnum>($memory_ordering_semantics) custom<BareEnum>($memory_scope)
    $pointers `,` $cmp `,` $val `` custom<OptionalMask>($mask)
    `` custom<OptionalToken>($token, type($token)) attr-dict
    `:` custom<CudaTileType>(type($pointers))
    `,` custom<SharedType>(type($cmp), type($val))
    `` custom<OptionalMaskType>(type($mask))
    `->` custom<CudaTileType>(type($result))
    `,` custom<CudaTileType>(type($result_token))
  }];
  let hasVerifier = 1;
}

#endif // TESSERA_DIALECT_CUDATILE_IR_ATOMICOPS_TD
