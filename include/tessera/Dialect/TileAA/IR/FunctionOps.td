//===- TileAA/IR/FunctionOps.td - functions and globals -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_FUNCTIONOPS_TD
#define TESSERA_DIALECT_TILEAA_IR_FUNCTIONOPS_TD

include "tessera/Dialect/TileAA/IR/OpBase.td"

def TileAA_FuncOp : TileAA_Op<"func", [
    AutomaticAllocationScope, FunctionOpInterface, IsolatedFromAbove,
    OpAsmOpInterface, SingleBlock]> {
  let summary = "a kernel, or a function for tests";
  let description = [{
    With `kernel`: launched over a grid, every grid point runs the body once;
    parameters are scalars of numbers or pointers in launch order, there are no
    results. Public symbols are exported. Without `kernel`: any argument and
    result types, never called (tests only).

    `optimization_hints` carry the requested warps, cluster size and occupancy
    per architecture.

    Rejected: a kernel with results or with a parameter that is not a number or
    pointer; a body that does not end in `return`.

    ```mlir
    nv_tileaa.func @k(%p: !nv_tileaa.ptr<f32>, %n: i32) attributes {kernel} {
      nv_tileaa.return
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       TypeAttrOf<FunctionType>:$function_type,
                       OptionalAttr<StrAttr>:$sym_visibility,
                       UnitAttr:$kernel,
                       OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region SizedRegion<1>:$body);
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name,
                                 "::mlir::FunctionType":$type,
                                 CArg<"bool", "false">:$kernel)>];
  let skipDefaultBuilders = 1;
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() {
      return getFunctionType().getInputs();
    }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() {
      return getFunctionType().getResults();
    }
    ::mlir::Region *getCallableRegion() { return &getBody(); }
    bool isKernel() { return getKernel(); }
  }];
}

def TileAA_ReturnOp : TileAA_Op<"return", [
    Pure, Terminator, ReturnLike, HasParent<"::tessera::tileaa::FuncOp">]> {
  let summary = "end of a function";
  let description = [{
    Only at the end of a `func`: earlier exits are flags carried through `scf`.
    Rejected: operand types other than the function's results.
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
  let hasVerifier = 1;
}

def TileAA_GlobalOp : TileAA_Op<"global", [Symbol]> {
  let summary = "a 1-d array in global device memory";
  let description = [{
    Initialised when the module is loaded, shared by its kernels. `value` holds
    elements of the array's type or, for f8E5M3FNU, their bit patterns as i8.
    `constant` promises that nothing writes it; a private global is invisible to
    the host. Alignment 0 is unspecified.

    Rejected: type not a 1-d tensor of numbers, value of another shape or
    element, alignment neither 0 nor a power of two.

    ```mlir
    nv_tileaa.global private constant @w alignment = 64 : tensor<2xf32> = dense<[0.5, 0.25]> : tensor<2xf32>
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       OptionalAttr<StrAttr>:$sym_visibility,
                       TypeAttrOf<AnyRankedTensor>:$type,
                       ElementsAttr:$value,
                       DefaultValuedAttr<I64Attr, "0">:$alignment,
                       UnitAttr:$constant);
  let assemblyFormat = [{
    custom<SymbolVisibility>($sym_visibility) (`constant` $constant^)? $sym_name
    (`alignment` `=` $alignment^)? attr-dict `:` $type `=` $value
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::RankedTensorType getArrayType() {
      return ::llvm::cast<::mlir::RankedTensorType>(getType());
    }
  }];
}

#endif // TESSERA_DIALECT_TILEAA_IR_FUNCTIONOPS_TD
