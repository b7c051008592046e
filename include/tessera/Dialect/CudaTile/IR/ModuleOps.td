//===- CudaTile/IR/ModuleOps.td - module, entry, global (core.md 5) -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_MODULEOPS_TD
#define TESSERA_DIALECT_CUDATILE_IR_MODULEOPS_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"

def CudaTile_ModuleOp : CudaTile_Op<"module", [
    IsolatedFromAbove, NoRegionArguments, NoTerminator, RegionKindInterface,
    SingleBlock, Symbol, SymbolTable, OpAsmOpInterface]> {
  let summary = "a Tile IR translation unit";
  let description = [{
    Holds the `entry` kernels and `global` arrays that are compiled and loaded
    together. `producer` names the tool that wrote the module (13.3).

    Rejected when: an op other than `entry` or `global` (or the test-only
    function) is a direct child; a child that is not a function carries a
    `di_loc`; two symbols share a name.

    ```mlir
    cuda_tile.module @m attributes {producer = "mytool 1.2"} { ... }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, OptionalAttr<StrAttr>:$producer);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$sym_name attr-dict-with-keyword $body";
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    static ::llvm::StringRef getDefaultDialect() { return "cuda_tile"; }
    static ::mlir::RegionKind getRegionKind(unsigned) {
      return ::mlir::RegionKind::Graph;
    }
  }];
}

class CudaTile_FunctionOp<string mnemonic, list<Trait> traits = []>
    : CudaTile_Op<mnemonic, !listconcat([
        AutomaticAllocationScope, FunctionOpInterface, IsolatedFromAbove,
        OpAsmOpInterface, SingleBlock], traits)> {
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  code functionMembers = [{
    static ::llvm::StringRef getDefaultDialect() { return "cuda_tile"; }
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() {
      return getFunctionType().getInputs();
    }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() {
      return getFunctionType().getResults();
    }
    ::mlir::Region *getCallableRegion() { return &getBody(); }
  }];
}

def CudaTile_EntryOp : CudaTile_FunctionOp<"entry"> {
  let summary = "a kernel";
  let description = [{
    Launched over a grid of up to three dimensions; every grid point runs the
    body once. Parameters are 0-d tiles of integers, floats or pointers, passed
    by value; there are no results.

    Rejected when: a result is declared; a parameter is not a 0-d tile of a
    number or pointer; the block arguments differ from the function type; the
    debug-info rules of core.md 4.3 are broken.

    ```mlir
    entry @k(%p: tile<ptr<f32>>, %n: tile<i32>) { return }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       TypeAttrOf<FunctionType>:$function_type,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs,
                       OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = functionMembers;
}

def CudaTile_TestingFuncOp : CudaTile_FunctionOp<"testing$func"> {
  let summary = "a function with arbitrary arguments, for tests";
  let description = [{
    Not part of the language: lets tests talk about values of any type. Cannot
    be called, launched or serialised.

    ```mlir
    testing$func @f(%v: token) -> token { return %v : token }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       TypeAttrOf<FunctionType>:$function_type,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
  let hasRegionVerifier = 1;
  let extraClassDeclaration = functionMembers;
}

def CudaTile_GlobalOp : CudaTile_Op<"global", [Symbol]> {
  let summary = "a 1-d array in global device memory";
  let description = [{
    Initialised when the module is loaded and shared by all kernels of the
    module. `constant` (13.3) promises that nothing writes it; visibility (13.3)
    says whether the host may address it.

    Rejected when: the literal is not of rank 1; the parent is not a symbol
    table; the alignment is neither 0 (unspecified) nor a power of two.

    ```mlir
    global private constant @w alignment = 64 <f32: [0.5, 0.25]> : tile<2xf32>
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       CudaTile_DenseElementsAttr:$value,
                       DefaultValuedAttr<I64Attr, "0">:$alignment,
                       UnitAttr:$constant,
                       DefaultValuedAttr<CudaTile_SymbolVisibilityAttr,
                           "SymbolVisibility::Public">:$symbol_visibility);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::tessera::cuda_tile::TileType getTileType() {
      return ::llvm::cast<::tessera::cuda_tile::TileType>(getValue().getType());
    }
  }];
}

def CudaTile_GetGlobalOp : CudaTile_Op<"get_global", [
    Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "pointer to the first element of a global";
  let description = [{
    Rejected when: the symbol is not a `global` of the enclosing module; the
    pointee differs from the global's element type.

    ```mlir
    %w = get_global @weights : tile<ptr<f32>>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$name);
  let results = (outs CudaTile_ScalarPointer:$result);
  let assemblyFormat = "$name attr-dict `:` custom<CudaTileType>(type($result))";
}

#endif // TESSERA_DIALECT_CUDATILE_IR_MODULEOPS_TD
