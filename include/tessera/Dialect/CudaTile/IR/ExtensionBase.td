//===- CudaTile/IR/ExtensionBase.td - what the older spellings share -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations of an earlier description of Tile IR that the core language does
// not have (core.md 9). They parse, verify and print; `legalize-extensions`
// rewrites them before anything executes or writes a module
// (docs/older-spellings.md). Where a core op has the same mnemonic (alloca,
// reshape, broadcast), its parser accepts both and an attribute remembers the
// older one; see ExtensionTrait.h. Kept out of CudaTile.h: only the pass, the dialect
// and the parsers of ops with two spellings include Extensions.h.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_EXTENSIONBASE_TD
#define TESSERA_DIALECT_CUDATILE_IR_EXTENSIONBASE_TD

include "tessera/Dialect/CudaTile/IR/ExtensionEnums.td"
include "tessera/Dialect/CudaTile/IR/OpBase.td"

def CudaTile_ExtensionTrait : NativeOpTrait<"ExtensionTrait"> {
  let cppNamespace = "::tessera::cuda_tile";
}

class CudaTile_ExtensionOp<string mnemonic, list<Trait> traits = []>
    : CudaTile_Op<mnemonic, !listconcat([CudaTile_ExtensionTrait], traits)>;

#endif // TESSERA_DIALECT_CUDATILE_IR_EXTENSIONBASE_TD
