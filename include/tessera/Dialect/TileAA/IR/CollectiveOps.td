//===- TileAA/IR/CollectiveOps.td - reductions and scans -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_COLLECTIVEOPS_TD
#define TESSERA_DIALECT_TILEAA_IR_COLLECTIVEOPS_TD

include "tessera/Dialect/TileAA/IR/OpBase.td"

class TileAA_CollectiveOp<string mnemonic> : TileAA_Op<mnemonic, [
    SingleBlockImplicitTerminator<"::tessera::tileaa::YieldOp">,
    RecursiveMemoryEffects, RecursivelySpeculatable]> {
  let results = (outs Variadic<TileAA_Tile>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  code collectiveMembers = [{
    /// Scalar type of operand `i`, of its two block arguments and its yield.
    ::mlir::Type getElementType(unsigned i) {
      return ::mlir::getElementTypeOrSelf(getSources()[i].getType());
    }
    ::mlir::BlockArgument getElementArgument(unsigned i) {
      return getBody().getArgument(2 * i);
    }
    ::mlir::BlockArgument getAccumulatorArgument(unsigned i) {
      return getBody().getArgument(2 * i + 1);
    }
  }];
}

def TileAA_ReduceOp : TileAA_CollectiveOp<"reduce"> {
  let summary = "combine all elements along one dimension";
  let description = [{
    N tensors of one shape; the body takes 2N scalars (element_0, accumulator_0,
    ...) and yields N. Order and grouping are free: the body is associative and
    commutative, the identities (scalars) neutral. The result loses dimension
    `dim`; a 1-d tensor reduces to a scalar.

    Rejected: no operand; counts or shapes differ; `dim` not a dimension; result,
    identity, block argument or yielded type wrong; an op in the body with a
    memory effect.

    ```mlir
    %s = nv_tileaa.reduce %v dim = 1 identities = [0.0 : f32] : tensor<16x32xf32> -> tensor<16xf32> {
    ^bb0(%e: f32, %acc: f32):
      %t = arith.addf %e, %acc : f32
      nv_tileaa.yield %t : f32
    }
    ```
  }];
  let arguments = (ins Variadic<TileAA_Tensor>:$sources, I32Attr:$dim,
                       ArrayAttr:$identities);
  let extraClassDeclaration = collectiveMembers;
}

def TileAA_ScanOp : TileAA_CollectiveOp<"scan"> {
  let summary = "inclusive prefix along one dimension";
  let description = [{
    `result[0] = f(identity, x[0])`, `result[j] = f(result[j-1], x[j])` along `dim`;
    `reverse` walks from the last index down. Body rules as `reduce`; the results
    have the operands' types.

    ```mlir
    %r = nv_tileaa.scan %v dim = 0 reverse identities = [0 : i64] : tensor<32xi64> -> tensor<32xi64> {
    ^bb0(%e: i64, %acc: i64):
      %m = arith.maxui %e, %acc : i64
      nv_tileaa.yield %m : i64
    }
    ```
  }];
  let arguments = (ins Variadic<TileAA_Tensor>:$sources, I32Attr:$dim,
                       UnitAttr:$reverse, ArrayAttr:$identities);
  let extraClassDeclaration = collectiveMembers;
}

def TileAA_YieldOp : TileAA_Op<"yield", [
    Pure, Terminator, ReturnLike,
    ParentOneOf<["::tessera::tileaa::ReduceOp", "::tessera::tileaa::ScanOp"]>]> {
  let summary = "the new accumulators of a reduce or scan body";
  let description = [{ Rejected: outside `reduce` and `scan`. }];
  let arguments = (ins Variadic<TileAA_Scalar>:$values);
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
}

#endif // TESSERA_DIALECT_TILEAA_IR_COLLECTIVEOPS_TD
