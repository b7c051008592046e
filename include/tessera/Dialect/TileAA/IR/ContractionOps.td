//===- TileAA/IR/ContractionOps.td - matrix products -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_CONTRACTIONOPS_TD
#define TESSERA_DIALECT_TILEAA_IR_CONTRACTIONOPS_TD

include "tessera/Dialect/TileAA/IR/OpBase.td"

def TileAA_DotOp : TileAA_Op<"dot", [Pure, AttrSizedOperandSegments]> {
  let summary = "matrix multiply-accumulate";
  let description = [{
    `D[b,i,j] = C[b,i,j] + sum_k A[b,i,k] * B[b,k,j]` on A: MxK, B: KxN, C: MxN, or
    with a leading batch dimension on each. Floats: exact products, order and
    intermediate rounding of the sum are the implementation's, `fast_acc` permits
    reduced-precision accumulation of f8 products. i8: each operand in its stated
    reading, accumulated modulo 2^32 in i32. With scales of MxKs and KsxN, element
    k of A and B is multiplied by its scale at k / (K / Ks) first.

    | lhs = rhs                | scales              | K / Ks | acc      |
    |--------------------------|---------------------|--------|----------|
    | f8E4M3FN f8E5M2 f16      | -                   |        | f16 f32  |
    | bf16 tf32 f32            | -                   |        | f32      |
    | f64                      | -                   |        | f64      |
    | i8                       | -                   |        | i32      |
    | f8E4M3FN f8E5M2          | f8E8M0FNU           | 32     | f32      |
    | f4E2M1FN                 | f8E8M0FNU f8E5M3FNU | 16 32  | f32      |
    | f4E2M1FN                 | f8E4M3FN            | 16     | f32      |

    Rejected: anything outside the table, one scale without the other, signedness
    on floats or its absence on integers, `fast_acc` on integers or with scales,
    rank not 2 or 3, ranks or extents that disagree, a result not of acc's type.

    ```mlir
    %d = nv_tileaa.dot %a, %b, %c signed unsigned : tensor<16x32xi8>, tensor<32x8xi8>, tensor<16x8xi32>
    %e = nv_tileaa.dot %x, %y, %z scaled %s, %t : tensor<16x64xf8E5M2>, tensor<64x32xf8E5M2>, tensor<16x32xf32>
        scaled tensor<16x2xf8E8M0FNU>, tensor<2x32xf8E8M0FNU>
    ```
  }];
  let arguments = (ins TileAA_NumberTensor:$lhs, TileAA_NumberTensor:$rhs,
      TileAA_NumberTensor:$acc,
      Optional<TileAA_NumberTensor>:$lhs_scale,
      Optional<TileAA_NumberTensor>:$rhs_scale,
      OptionalAttr<CudaTile_SignednessAttr>:$signedness_lhs,
      OptionalAttr<CudaTile_SignednessAttr>:$signedness_rhs,
      UnitAttr:$fast_acc);
  let results = (outs TileAA_NumberTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $acc (`scaled` $lhs_scale^ `,` $rhs_scale)?
    `` custom<Signednesses>($signedness_lhs, $signedness_rhs)
    (`fast_acc` $fast_acc^)? attr-dict
    `:` type($lhs) `,` type($rhs) `,` type($acc)
    (`scaled` type($lhs_scale)^ `,` type($rhs_scale))?
    `` custom<ResultType>(ref(type($acc)), type($result))
  }];
  let hasVerifier = 1;
}

#endif // TESSERA_DIALECT_TILEAA_IR_CONTRACTIONOPS_TD
