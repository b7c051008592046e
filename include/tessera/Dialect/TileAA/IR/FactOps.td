//===- TileAA/IR/FactOps.td - facts, checks, output and dependent launch -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_FACTOPS_TD
#define TESSERA_DIALECT_TILEAA_IR_FACTOPS_TD

include "tessera/Dialect/TileAA/IR/OpBase.td"

def TileAA_AssumePredicate : Attr<
    CPred<"::llvm::isa<::tessera::cuda_tile::AssumePredicateInterface>($_self)">,
    "assume predicate (div_by, same_elements or bounded)"> {
  let storageType = "::tessera::cuda_tile::AssumePredicateInterface";
  let returnType = "::tessera::cuda_tile::AssumePredicateInterface";
  let convertFromStorage = "$_self";
}

def TileAA_AssumeOp : TileAA_Op<"assume", [
    NoMemoryEffect, AllTypesMatch<["value", "result"]>]> {
  let summary = "promise about a value";
  let description = [{
    The operand, with the promise that the predicate holds for it; a false one is
    undefined behaviour. Not speculated: a promise under a guard stays there.
    Folds: repeated promise.

    Rejected: a predicate that does not fit the operand's type.

    ```mlir
    %q = nv_tileaa.assume #cuda_tile.div_by<16>, %p : !nv_tileaa.ptr<f32>
    ```
  }];
  let arguments = (ins TileAA_AssumePredicate:$predicate,
                       AnyTypeOf<[TileAA_Tile, TileAA_MemoryView]>:$value);
  let results = (outs AnyTypeOf<[TileAA_Tile, TileAA_MemoryView]>:$result);
  let assemblyFormat = "$predicate `,` $value attr-dict `:` type($value)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TileAA_AssertOp : TileAA_Op<"assert", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "run-time check";
  let description = [{
    Reports `message` and the index of every false element. Not ordered by tokens,
    never removed unless every element is known to be true.
  }];
  let arguments = (ins TileAA_BoolTile:$condition, StrAttr:$message);
  let assemblyFormat = "$condition `,` $message attr-dict `:` type($condition)";
  let hasCanonicalizeMethod = 1;
}

def TileAA_PrintOp : TileAA_Op<"print", [
    AttrSizedOperandSegments, MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "formatted output";
  let description = [{
    Writes `str` with each conversion replaced by a whole tile; ordered only by
    tokens. `%%` is a percent sign, any other `%` starts a conversion that runs to
    the first of d i u o x X e E f F g G a A c s S p n %.

    Rejected: number of conversions not the number of arguments, a conversion
    without its character.

    ```mlir
    %t1 = nv_tileaa.print "block %d: %f\n", %i, %v token = %t0 : i32, tensor<8xf32>
    ```
  }];
  let arguments = (ins StrAttr:$str, Variadic<TileAA_Tile>:$args,
                       Optional<TileAA_MemToken>:$token);
  let results = (outs TileAA_MemToken:$result_token);
  let assemblyFormat = [{
    $str (`,` $args^)? (`token` `=` $token^)? attr-dict (`:` type($args)^)?
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

class TileAA_GdcOp<string mnemonic> : TileAA_Op<mnemonic, [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let arguments = (ins Optional<TileAA_MemToken>:$token);
  let results = (outs TileAA_MemToken:$result_token);
  let assemblyFormat = "(`token` `=` $token^)? attr-dict";
  let hasCanonicalizer = 1;
}

def TileAA_GdcWaitOp : TileAA_GdcOp<"gdc_wait"> {
  let summary = "wait for the predecessor kernel";
  let description = [{
    Completes when the predecessor kernel has ended; its stores are visible to
    accesses after the result token.
  }];
}

def TileAA_GdcLaunchDependentsOp : TileAA_GdcOp<"gdc_launch_dependents"> {
  let summary = "permission to start the dependent kernel";
  let description = [{ Orders no memory access. }];
}

#endif // TESSERA_DIALECT_TILEAA_IR_FACTOPS_TD
