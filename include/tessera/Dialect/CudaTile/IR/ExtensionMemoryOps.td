//===- CudaTile/IR/ExtensionMemoryOps.td - older memory accesses and atomics -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_EXTENSIONMEMORYOPS_TD
#define TESSERA_DIALECT_CUDATILE_IR_EXTENSIONMEMORYOPS_TD

include "tessera/Dialect/CudaTile/IR/ExtensionBase.td"

// None of them has tokens: the memory operations of an entry that holds one are
// executed in program order. A 0-d pointer with a larger tile addresses the
// tile's elements in row-major order; otherwise pointers and tile have one shape.

//===----------------------------------------------------------------------===//
// Plain accesses
//===----------------------------------------------------------------------===//

def CudaTile_LoadOp : CudaTile_ExtensionOp<"load", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "load in program order";
  let description = [{
    Rejected: a result whose element is not the pointee; another shape than the
    pointers', unless they are 0-d; an alignment that is not a power of two or
    is below the element's size.

    Effects: a load reads, so an unused one can be removed. A volatile load
    also writes, because it has to happen even if nothing uses its value.

    ```mlir
    %v = load %p alignment = 16 volatile cache = never : tile<ptr<f32>> -> tile<4xf32>
    ```
  }];
  let arguments = (ins CudaTile_PointerTile:$pointer, OptionalAttr<I64Attr>:$alignment,
                       UnitAttr:$is_volatile, OptionalAttr<CudaTile_CacheModeAttr>:$cache_mode);
  let results = (outs CudaTile_NumberTile:$result);
  let assemblyFormat = [{
    $pointer (`alignment` `=` $alignment^)? (`volatile` $is_volatile^)?
    (`cache` `=` $cache_mode^)? attr-dict
    `:` custom<CudaTileType>(type($pointer)) `->` custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
}

def CudaTile_StoreOp : CudaTile_ExtensionOp<"store", [MemoryEffects<[MemWrite]>]> {
  let summary = "store in program order";
  let description = [{
    Rejection rules of `load`.

    ```mlir
    store %p, %v : tile<ptr<f32>>, tile<4xf32>
    ```
  }];
  let arguments = (ins CudaTile_PointerTile:$pointer, CudaTile_NumberTile:$value,
                       OptionalAttr<I64Attr>:$alignment, UnitAttr:$is_volatile,
                       OptionalAttr<CudaTile_CacheModeAttr>:$cache_mode);
  let assemblyFormat = [{
    $pointer `,` $value (`alignment` `=` $alignment^)? (`volatile` $is_volatile^)?
    (`cache` `=` $cache_mode^)? attr-dict
    `:` custom<CudaTileType>(type($pointer)) `,` custom<CudaTileType>(type($value))
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

def CudaTile_AtomicLoadOp : CudaTile_ExtensionOp<"atomic_load", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "atomic load";
  let description = [{
    The scope is `device` unless written. Rejected: an ordering other than
    relaxed, acquire and seq_cst; seq_cst with scope sys; element and shape
    rules of `load`.

    ```mlir
    %v = atomic_load %p acquire device : tile<ptr<i32>> -> tile<i32>
    ```
  }];
  let arguments = (ins CudaTile_PointerTile:$pointer,
                       CudaTile_OlderOrderingAttr:$ordering,
                       OptionalAttr<CudaTile_MemoryScopeAttr>:$scope);
  let results = (outs CudaTile_NumberTile:$result);
  let assemblyFormat = [{
    $pointer $ordering `` custom<OptionalScope>($scope) attr-dict
    `:` custom<CudaTileType>(type($pointer)) `->` custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
}

def CudaTile_AtomicStoreOp : CudaTile_ExtensionOp<"atomic_store", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "atomic store";
  let description = [{
    Rejected: an ordering other than relaxed, release and seq_cst; else as
    `atomic_load`.

    ```mlir
    atomic_store %p, %v release : tile<ptr<i32>>, tile<i32>
    ```
  }];
  let arguments = (ins CudaTile_PointerTile:$pointer, CudaTile_NumberTile:$value,
                       CudaTile_OlderOrderingAttr:$ordering,
                       OptionalAttr<CudaTile_MemoryScopeAttr>:$scope);
  let assemblyFormat = [{
    $pointer `,` $value $ordering `` custom<OptionalScope>($scope) attr-dict
    `:` custom<CudaTileType>(type($pointer)) `,` custom<CudaTileType>(type($value))
  }];
  let hasVerifier = 1;
}

class CudaTile_OlderAtomicOp<string mnemonic, string what, string elements>
    : CudaTile_ExtensionOp<mnemonic, [AllTypesMatch<["value", "result"]>,
                                      MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "atomic " # what # ", yields the old value";
  let description = [{
    Any ordering; the scope is `device` unless written. Rejected: element types
    other than }] # elements # [{; seq_cst with scope sys; element and shape
    rules of `load`.

    ```mlir
    %old = }] # mnemonic # [{ %p, %v acq_rel device : tile<ptr<i32>>, tile<i32>
    ```
  }];
  let arguments = (ins CudaTile_PointerTile:$pointer, CudaTile_NumberTile:$value,
                       CudaTile_OlderOrderingAttr:$ordering,
                       OptionalAttr<CudaTile_MemoryScopeAttr>:$scope);
  let results = (outs CudaTile_NumberTile:$result);
  let assemblyFormat = [{
    $pointer `,` $value $ordering `` custom<OptionalScope>($scope) attr-dict
    `:` custom<CudaTileType>(type($pointer)) `,` custom<CudaTileType>(type($value))
  }];
  let hasVerifier = 1;
}

def CudaTile_AtomicAddOp
    : CudaTile_OlderAtomicOp<"atomic_add", "addition", "i32, i64, f16, bf16, f32 and f64">;
def CudaTile_AtomicSubOp
    : CudaTile_OlderAtomicOp<"atomic_sub", "subtraction", "i32, i64, f16, bf16, f32 and f64">;
def CudaTile_AtomicAndOp : CudaTile_OlderAtomicOp<"atomic_and", "and", "i32 and i64">;
def CudaTile_AtomicOrOp : CudaTile_OlderAtomicOp<"atomic_or", "or", "i32 and i64">;
def CudaTile_AtomicXOrOp : CudaTile_OlderAtomicOp<"atomic_xor", "exclusive or", "i32 and i64">;
def CudaTile_AtomicExchangeOp
    : CudaTile_OlderAtomicOp<"atomic_exchange", "exchange", "i32, i64, f32 and f64">;

class CudaTile_OlderAtomicExtremumOp<string mnemonic, string what>
    : CudaTile_ExtensionOp<mnemonic, [AllTypesMatch<["value", "result"]>,
                                      MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "atomic " # what # ", yields the old value";
  let description = [{
    As the other atomics. Rejected: element types other than i32 and i64
    (floats would need a loop around a compare-and-exchange); signedness
    missing.

    ```mlir
    %old = }] # mnemonic # [{ %p, %v relaxed device unsigned : tile<ptr<i32>>, tile<i32>
    ```
  }];
  let arguments = (ins CudaTile_PointerTile:$pointer, CudaTile_NumberTile:$value,
                       CudaTile_OlderOrderingAttr:$ordering,
                       OptionalAttr<CudaTile_MemoryScopeAttr>:$scope,
                       CudaTile_SignednessAttr:$signedness);
  let results = (outs CudaTile_NumberTile:$result);
  let assemblyFormat = [{
    $pointer `,` $value $ordering `` custom<OptionalScope>($scope)
    custom<BareEnum>($signedness) attr-dict
    `:` custom<CudaTileType>(type($pointer)) `,` custom<CudaTileType>(type($value))
  }];
  let hasVerifier = 1;
}

def CudaTile_AtomicMaxOp : CudaTile_OlderAtomicExtremumOp<"atomic_max", "maximum">;
def CudaTile_AtomicMinOp : CudaTile_OlderAtomicExtremumOp<"atomic_min", "minimum">;

def CudaTile_AtomicCompareExchangeOp : CudaTile_ExtensionOp<"atomic_compare_exchange", [
    AllTypesMatch<["expected", "desired", "result"]>,
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "atomic compare and exchange with a success flag";
  let description = [{
    `result` is the old value, `success` whether its bits were those of
    `expected`. The first ordering holds on success, the second on failure.

    Rejected: elements other than i32, i64, f32 and f64; an ordering on failure
    that releases; a flag that is not an i1 tile of the value's shape; seq_cst
    with scope sys; element and shape rules of `load`.

    ```mlir
    %old, %ok = atomic_compare_exchange %p, %e, %d acq_rel acquire device
      : tile<ptr<i32>>, tile<i32> -> tile<i32>, tile<i1>
    ```
  }];
  let arguments = (ins CudaTile_PointerTile:$pointer, CudaTile_NumberTile:$expected,
                       CudaTile_NumberTile:$desired,
                       CudaTile_OlderOrderingAttr:$success_ordering,
                       CudaTile_OlderOrderingAttr:$failure_ordering,
                       OptionalAttr<CudaTile_MemoryScopeAttr>:$scope);
  let results = (outs CudaTile_NumberTile:$result, CudaTile_BoolTile:$success);
  let assemblyFormat = [{
    $pointer `,` $expected `,` $desired $success_ordering $failure_ordering
    `` custom<OptionalScope>($scope) attr-dict
    `:` custom<CudaTileType>(type($pointer)) `,` custom<CudaTileType>(type($desired))
    `->` custom<CudaTileType>(type($result)) `,` custom<CudaTileType>(type($success))
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// barrier
//===----------------------------------------------------------------------===//

def CudaTile_BarrierOp : CudaTile_ExtensionOp<"barrier", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "memory operations before it come before those after it";
  let description = [{
    A tile block is one logical thread: nobody has to be waited for, only the
    order of its memory operations remains.

    ```mlir
    barrier
    ```
  }];
  let assemblyFormat = "attr-dict";
}

#endif // TESSERA_DIALECT_CUDATILE_IR_EXTENSIONMEMORYOPS_TD
