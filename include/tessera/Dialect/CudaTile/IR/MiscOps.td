//===- CudaTile/IR/MiscOps.td - assert, assume, print and dependent launch (core.md 6.3 to 6.5) -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_MISCOPS_TD
#define TESSERA_DIALECT_CUDATILE_IR_MISCOPS_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"

def CudaTile_AssumePredicate : Attr<
    CPred<"::llvm::isa<::tessera::cuda_tile::AssumePredicateInterface>($_self)">,
    "assume predicate (div_by, same_elements or bounded)"> {
  let storageType = "::tessera::cuda_tile::AssumePredicateInterface";
  let returnType = "::tessera::cuda_tile::AssumePredicateInterface";
  let convertFromStorage = "$_self";
}

def CudaTile_AssertOp : CudaTile_Op<"assert"> {
  let summary = "run-time check of a tile of conditions";
  let description = [{
    Reports `message` and the index of every element that is false; if there
    is one, an error becomes visible to the host. Execution may continue. Not
    ordered by tokens and never removed.

    Rejected: operand not a tile of i1, message missing.

    ```mlir
    assert %lanes, "lane check failed" : tile<2xi1>
    ```
  }];
  let arguments = (ins CudaTile_BoolTile:$condition, StrAttr:$message);
  let assemblyFormat = [{
    $condition `,` $message attr-dict `:` custom<CudaTileType>(type($condition))
  }];
}

// Not speculatable: a promise that holds only under a guard must stay there.
def CudaTile_AssumeOp : CudaTile_Op<"assume", [
    NoMemoryEffect, AllTypesMatch<["value", "result"]>,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "promise about a value";
  let description = [{
    The operand, together with the promise that `predicate` holds for it; a
    false promise is undefined behaviour. Nothing is checked at run time.
    Effect-free: an unused promise may be deleted.

    Rejected: predicate that does not fit the operand's type, result type not
    the operand's.

    ```mlir
    %q = assume div_by<16>, %p : tile<ptr<f32>>
    ```
  }];
  let arguments = (ins CudaTile_AssumePredicate:$predicate,
                       AnyTypeOf<[CudaTile_AnyTile, CudaTile_TensorView]>:$value);
  let results = (outs AnyTypeOf<[CudaTile_AnyTile, CudaTile_TensorView]>:$result);
  let assemblyFormat = [{
    custom<AssumePredicate>($predicate) `,` $value attr-dict
    `:` custom<CudaTileType>(type($value))
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let extraClassDeclaration = [{
    /// A predicate with or without its `#cuda_tile.`; prints without.
    static ::mlir::ParseResult parseAssumePredicate(
        ::mlir::OpAsmParser &parser, AssumePredicateInterface &predicate);
    static void printAssumePredicate(::mlir::OpAsmPrinter &printer,
        ::mlir::Operation *op, AssumePredicateInterface predicate);
  }];
}

def CudaTile_PrintTkoOp : CudaTile_Op<"print_tko", [AttrSizedOperandSegments]> {
  let summary = "formatted output of tiles";
  let description = [{
    Writes the text with each conversion replaced by a whole tile. Ordered only
    by tokens; unordered against other prints. Spelled `print`, without tokens,
    in 13.1.

    `%%` is a literal percent sign. Any other `%` starts a conversion that runs
    to the first of the characters d i u o x X e E f F g G a A c s S p n %; each
    conversion takes one argument. Whether it suits the element type is not
    verified.

    Rejected: number of conversions not the number of arguments, a `%` that
    never reaches a conversion character, an argument that is not a tile.

    ```mlir
    %t1 = print_tko "block %d: %08x\n", %i, %v token = %t0 : tile<i32>, tile<8xi32> -> token
    ```
  }];
  let arguments = (ins StrAttr:$str, Variadic<CudaTile_AnyTile>:$args,
                       Optional<CudaTile_Token>:$token);
  let results = (outs CudaTile_Token:$result_token);
  let assemblyFormat = [{
    $str `` custom<PrintOperands>($args, $token, type($token)) attr-dict
    `` custom<PrintTypes>(type($args)) `->` custom<CudaTileType>(type($result_token))
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// `, %a, %b token = %t`; the printer emits its own leading blank.
    static ::mlir::ParseResult parsePrintOperands(::mlir::OpAsmParser &parser,
        ::llvm::SmallVectorImpl<::mlir::OpAsmParser::UnresolvedOperand> &args,
        std::optional<::mlir::OpAsmParser::UnresolvedOperand> &token,
        ::mlir::Type &tokenType);
    static void printPrintOperands(::mlir::OpAsmPrinter &printer,
        ::mlir::Operation *op, ::mlir::OperandRange args, ::mlir::Value token,
        ::mlir::Type tokenType);
    /// `: T, U`, absent without arguments; the printer emits its own blank.
    static ::mlir::ParseResult parsePrintTypes(::mlir::OpAsmParser &parser,
        ::llvm::SmallVectorImpl<::mlir::Type> &types);
    static void printPrintTypes(::mlir::OpAsmPrinter &printer,
        ::mlir::Operation *op, ::mlir::TypeRange types);
  }];
}

/// `OP [token = %t] -> token`.
class CudaTile_GdcOp<string mnemonic> : CudaTile_Op<mnemonic> {
  let since = "13.4";
  let arguments = (ins Optional<CudaTile_Token>:$token);
  let results = (outs CudaTile_Token:$result_token);
  let assemblyFormat = [{
    `` custom<OptionalToken>($token, type($token)) attr-dict
    `->` custom<CudaTileType>(type($result_token))
  }];
}

def CudaTile_GdcLaunchDependentsTkoOp : CudaTile_GdcOp<"gdc_launch_dependents_tko"> {
  let summary = "permission to start the dependent kernel";
  let description = [{
    Once every tile block has issued it or ended, kernels launched as
    programmatically dependent may be scheduled. Orders no memory accesses; has
    no effect below sm_90 or without the launch attribute.

    ```mlir
    %t = gdc_launch_dependents_tko token = %w -> token
    ```
  }];
}

def CudaTile_GdcWaitTkoOp : CudaTile_GdcOp<"gdc_wait_tko"> {
  let summary = "wait for the predecessor kernel";
  let description = [{
    Completes when the predecessor kernel has ended; its stores are visible to
    accesses ordered after the result token.

    ```mlir
    %w = gdc_wait_tko -> token
    ```
  }];
}

def CudaTile_MemoryFenceAliasTkoOp : CudaTile_Op<"memory_fence_alias_tko"> {
  let since = "13.4";
  let summary = "fence between aliases of one memory";
  let description = [{
    Orders accesses before the operand token with accesses after the result
    token when they reach the same memory through different virtual addresses.

    ```mlir
    %t1 = memory_fence_alias_tko token = %t0 -> token
    ```
  }];
  let arguments = (ins CudaTile_Token:$token);
  let results = (outs CudaTile_Token:$result_token);
  let assemblyFormat = [{
    `token` `=` $token attr-dict `->` custom<CudaTileType>(type($result_token))
  }];
}

#endif // TESSERA_DIALECT_CUDATILE_IR_MISCOPS_TD
