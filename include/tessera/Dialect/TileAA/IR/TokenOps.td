//===- TileAA/IR/TokenOps.td - making, joining and fencing tokens -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_TOKENOPS_TD
#define TESSERA_DIALECT_TILEAA_IR_TOKENOPS_TD

include "tessera/Dialect/TileAA/IR/OpBase.td"

def TileAA_CreateMemTokenOp : TileAA_Op<"create_mem_token", [Pure]> {
  let summary = "a token that depends on nothing";
  let description = [{
    An operation that takes it is ordered after nothing, as if it took none:
    memory operations drop it when they are canonicalised.
  }];
  let results = (outs TileAA_MemToken:$result);
  let assemblyFormat = "attr-dict";
}

def TileAA_JoinMemTokenOp : TileAA_Op<"join_mem_token", [Pure]> {
  let summary = "a token ordered after several tokens";
  let description = [{
    Folds: duplicates and tokens that depend on nothing are dropped, nested joins
    are flattened, a join of one is that token, a join of none is a
    `create_mem_token`.

    ```mlir
    %t = nv_tileaa.join_mem_token(%a, %b)
    ```
  }];
  let arguments = (ins Variadic<TileAA_MemToken>:$tokens);
  let results = (outs TileAA_MemToken:$result);
  let assemblyFormat = "`(` $tokens `)` attr-dict";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def TileAA_MemoryFenceOp : TileAA_Op<"memory_fence", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "fence between aliases of one memory";
  let description = [{
    Orders accesses before the operand token with accesses after the result
    token that reach the same memory through different virtual addresses.
  }];
  let arguments = (ins Optional<TileAA_MemToken>:$token);
  let results = (outs TileAA_MemToken:$result_token);
  let assemblyFormat = "(`token` `=` $token^)? attr-dict";
  let hasCanonicalizer = 1;
}

#endif // TESSERA_DIALECT_TILEAA_IR_TOKENOPS_TD
