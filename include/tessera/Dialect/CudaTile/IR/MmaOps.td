//===- CudaTile/IR/MmaOps.td - matrix multiply-accumulate (ops.md 2.6, 2.7, 3.3) -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_MMAOPS_TD
#define TESSERA_DIALECT_CUDATILE_IR_MMAOPS_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"

// Common rules of the group: all operands have one rank, 2 (M x K, K x N,
// M x N) or 3 (a leading batch B on each); the result has acc's type.

def CudaTile_MmaFOp : CudaTile_Op<"mmaf", [Pure, AllTypesMatch<["acc", "result"]>]> {
  let summary = "floating-point matrix multiply-accumulate";
  let description = [{
    `D[b,i,j] = C[b,i,j] + sum_k A[b,i,k] * B[b,k,j]`. Products are exact; the
    order and intermediate rounding of the sum are the implementation's.
    `fast_acc` (13.3) permits reduced-precision accumulation of f8 products.

    Element pairs (lhs = rhs -> acc): f8E4M3FN, f8E5M2 and f16 -> f16 or f32;
    bf16, tf32 and f32 -> f32; f64 -> f64.

    Rejected: lhs and rhs elements differ, a pair outside the table, rank not
    2 or 3, ranks or any of B, M, N, K disagree, result type not acc's.

    ```mlir
    %d = mmaf %a, %b, %c : tile<16x8xf16>, tile<8x32xf16>, tile<16x32xf32>
    ```
  }];
  let arguments = (ins CudaTile_FloatTile:$lhs, CudaTile_FloatTile:$rhs,
                       CudaTile_FloatTile:$acc, UnitAttr:$fast_acc);
  let results = (outs CudaTile_FloatTile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $acc (`fast_acc` $fast_acc^)? attr-dict
    `:` custom<CudaTileType>(type($lhs)) `,` custom<CudaTileType>(type($rhs)) `,`
    custom<CudaTileType>(type($acc))
  }];
  let hasVerifier = 1;
}

def CudaTile_MmaIOp : CudaTile_Op<"mmai", [Pure, AllTypesMatch<["acc", "result"]>]> {
  let summary = "integer matrix multiply-accumulate";
  let description = [{
    `D[b,i,j] = (C[b,i,j] + sum_k A[b,i,k] * B[b,k,j]) mod 2^32`, A read with
    the first signedness and B with the second. lhs and rhs are i8, acc and
    result i32.

    Rejected: any other element type, a signedness missing, rank not 2 or 3,
    ranks or any of B, M, N, K disagree, result type not acc's.

    ```mlir
    %d = mmai %a, %b, %c unsigned signed : tile<16x32xi8>, tile<32x8xi8>, tile<16x8xi32>
    ```
  }];
  let arguments = (ins CudaTile_I8Tile:$lhs, CudaTile_I8Tile:$rhs,
                       CudaTile_I32Tile:$acc,
                       CudaTile_SignednessAttr:$signedness_lhs,
                       CudaTile_SignednessAttr:$signedness_rhs);
  let results = (outs CudaTile_I32Tile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $acc custom<BareEnum>($signedness_lhs)
    custom<BareEnum>($signedness_rhs) attr-dict
    `:` custom<CudaTileType>(type($lhs)) `,` custom<CudaTileType>(type($rhs)) `,`
    custom<CudaTileType>(type($acc))
  }];
  let hasVerifier = 1;
}

def CudaTile_MmaFScaledOp : CudaTile_Op<"mmaf_scaled", [
    Pure, AllTypesMatch<["acc", "result"]>]> {
  let since = "13.3";
  let summary = "block-scaled floating-point matrix multiply-accumulate";
  let description = [{
    `D[i,j] = C[i,j] + sum_k (A[i,k] * SA[i,k/V]) * (B[k,j] * SB[k/V,j])` with
    the block length `V = K / Ks`. lhs_scale is M x Ks and rhs_scale Ks x N
    (batched alike); acc and result are f32.

    Accepted (lhs = rhs, scale, V): f8E4M3FN or f8E5M2 with f8E8M0FNU and 32;
    f4E2M1FN with f8E8M0FNU and 16 or 32, with f8E4M3FN and 16, and (13.4) with
    f8E5M3FNU and 16 or 32.

    Rejected: anything else, elements or ranks that differ, rank not 2 or 3,
    any of B, M, N, K, Ks disagree, K not a multiple of Ks.

    ```mlir
    %d = mmaf_scaled %a, %b, %c, %sa, %sb
        : tile<16x64xf8E5M2>, tile<64x32xf8E5M2>, tile<16x32xf32>,
          tile<16x2xf8E8M0FNU>, tile<2x32xf8E8M0FNU>
    ```
  }];
  let arguments = (ins CudaTile_FloatTile:$lhs, CudaTile_FloatTile:$rhs,
                       CudaTile_FloatTile:$acc, CudaTile_FloatTile:$lhs_scale,
                       CudaTile_FloatTile:$rhs_scale);
  let results = (outs CudaTile_FloatTile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $acc `,` $lhs_scale `,` $rhs_scale attr-dict
    `:` custom<CudaTileType>(type($lhs)) `,` custom<CudaTileType>(type($rhs)) `,`
    custom<CudaTileType>(type($acc)) `,` custom<CudaTileType>(type($lhs_scale)) `,`
    custom<CudaTileType>(type($rhs_scale))
  }];
  let hasVerifier = 1;
}

#endif // TESSERA_DIALECT_CUDATILE_IR_MMAOPS_TD
