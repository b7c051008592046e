//===- CudaTile/IR/ReduceOps.td - reduce and scan (core.md 6.2) -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_REDUCEOPS_TD
#define TESSERA_DIALECT_CUDATILE_IR_REDUCEOPS_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"

class CudaTile_AggregateOp<string mnemonic> : CudaTile_Op<mnemonic, [
    SingleBlock, RecursiveMemoryEffects,
    InferTypeOpAdaptor,
    DeclareOpInterfaceMethods<OpAsmOpInterface,
        ["getAsmResultNames", "getAsmBlockArgumentNames"]>]> {
  let results = (outs Variadic<CudaTile_AnyTile>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
  code aggregateMembers = [{
    static ::llvm::StringRef getDefaultDialect() { return "cuda_tile"; }
  }];
}

def CudaTile_ReduceOp : CudaTile_AggregateOp<"reduce"> {
  let summary = "combine all elements along one dimension";
  let description = [{
    For N operands of one shape the body takes 2N scalars
    (element_0, accumulator_0, ...) and yields N. Order and grouping are the
    implementation's choice: the body must be associative (13.4: and
    commutative) and the identities neutral.

    Rejected when: there is no operand; counts or shapes differ; `dim` is not a
    dimension; a result type, identity type, block argument or yielded type is
    wrong; the body holds an op that is not pure.

    ```mlir
    %s = reduce %v dim=1 identities=[0.0 : f32] : tile<16x32xf32> -> tile<16xf32>
      (%e: tile<f32>, %acc: tile<f32>) { %t = addf %e, %acc : tile<f32> yield %t : tile<f32> }
    ```
  }];
  let arguments = (ins Variadic<CudaTile_AnyTile>:$operands, I32Attr:$dim,
                       ArrayAttr:$identities);
  let extraClassDeclaration = aggregateMembers;
}

def CudaTile_ScanOp : CudaTile_AggregateOp<"scan"> {
  let summary = "inclusive prefix along one dimension";
  let description = [{
    result[..., 0, ...] = f(identity, x[..., 0, ...]) and
    result[..., j, ...] = f(result[..., j-1, ...], x[..., j, ...]); `reverse`
    walks from the last index down. Same body rules as `reduce`; each result has
    its operand's type.

    ```mlir
    %r = scan %v dim=0 reverse=true identities=[0 : i64] : tile<32xi64> -> tile<32xi64>
      (%e: tile<i64>, %acc: tile<i64>) { %m = maxi %e, %acc unsigned : tile<i64> yield %m : tile<i64> }
    ```
  }];
  let arguments = (ins Variadic<CudaTile_AnyTile>:$operands, I32Attr:$dim,
                       BoolAttr:$reverse, ArrayAttr:$identities);
  let extraClassDeclaration = aggregateMembers;
}

#endif // TESSERA_DIALECT_CUDATILE_IR_REDUCEOPS_TD
