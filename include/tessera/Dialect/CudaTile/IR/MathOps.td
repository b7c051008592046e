//===- CudaTile/IR/MathOps.td - mathematical functions (ops.md 2.5) -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_MATHOPS_TD
#define TESSERA_DIALECT_CUDATILE_IR_MATHOPS_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"

// Common rules of the group: operands and result are tiles of one type whose
// element is f16, bf16, f32 or f64; special values follow the C library; a
// `rounding` or `flush_to_zero` clause exists only where an op below has one.

def CudaTile_SqrtOp : CudaTile_UnaryOp<"sqrt", CudaTile_BaseFloatTile> {
  let summary = "square root";
  let description = [{
    `r[i] = R(sqrt(x[i]))`; `sqrt(-0)` is `-0` and a negative operand gives
    NaN. `approx` (f32) is the hardware approximation.

    Rejected: `approx` or `flush_to_zero` on an element other than f32, any
    mode other than the four IEEE modes and `approx`.

    ```mlir
    %r = sqrt %x rounding<approx> : tile<8xf32>
    ```
  }];
  let arguments = (ins CudaTile_BaseFloatTile:$source,
                       CudaTile_RoundingModeAttr:$rounding_mode,
                       UnitAttr:$flush_to_zero);
  let assemblyFormat = [{
    $source `` custom<RoundingAny>($rounding_mode)
    (`flush_to_zero` $flush_to_zero^)? attr-dict
    `:` custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
}

/// `OP %source [flush_to_zero]`.
class CudaTile_FlushableMathOp<string mnemonic>
    : CudaTile_UnaryOp<mnemonic, CudaTile_BaseFloatTile> {
  let arguments = (ins CudaTile_BaseFloatTile:$source, UnitAttr:$flush_to_zero);
  let assemblyFormat = [{
    $source (`flush_to_zero` $flush_to_zero^)? attr-dict
    `:` custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
}

/// `OP %source [rounding<full|approx>]`, full being the default.
class CudaTile_FullOrApproxMathOp<string mnemonic>
    : CudaTile_UnaryOp<mnemonic, CudaTile_BaseFloatTile> {
  let arguments = (ins CudaTile_BaseFloatTile:$source,
      DefaultValuedAttr<CudaTile_RoundingModeAttr,
                        "::tessera::cuda_tile::RoundingMode::Full">:$rounding_mode);
  let assemblyFormat = [{
    $source `` custom<RoundingFull>($rounding_mode) attr-dict
    `:` custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
}

def CudaTile_RsqrtOp : CudaTile_FlushableMathOp<"rsqrt"> {
  let summary = "reciprocal square root";
  let description = [{
    `r[i] = 1 / sqrt(x[i])`; zeros give infinities of their sign, +infinity
    gives +0 and a negative operand gives NaN.

    Rejected: `flush_to_zero` on an element other than f32.

    ```mlir
    %r = rsqrt %x flush_to_zero : tile<8xf32>
    ```
  }];
}

def CudaTile_ExpOp : CudaTile_FullOrApproxMathOp<"exp"> {
  let summary = "natural exponential";
  let description = [{
    `r[i] = e^x[i]`. `full` is the library function; `approx` (f32) is the
    hardware `exp2(x * log2(e))`. The clause exists since 13.3.

    Rejected: `approx` on an element other than f32, any mode other than
    `full` and `approx`.

    ```mlir
    %r = exp %x rounding<approx> : tile<8xf32>
    ```
  }];
}

def CudaTile_Exp2Op : CudaTile_FlushableMathOp<"exp2"> {
  let summary = "power of two";
  let description = [{
    `r[i] = 2^x[i]`; with `flush_to_zero` subnormal results are `+0`.

    Rejected: `flush_to_zero` on an element other than f32.

    ```mlir
    %r = exp2 %x : tile<8xf32>
    ```
  }];
}

def CudaTile_LogOp : CudaTile_UnaryOp<"log", CudaTile_BaseFloatTile> {
  let summary = "natural logarithm";
  let description = [{
    `r[i] = ln(x[i])`; zeros give -infinity, a negative operand gives NaN and 1
    gives `+0`.

    ```mlir
    %r = log %x : tile<8xf32>
    ```
  }];
}

def CudaTile_Log2Op : CudaTile_UnaryOp<"log2", CudaTile_BaseFloatTile> {
  let summary = "binary logarithm";
  let description = [{
    `r[i] = log2(x[i])`; special values as for `log`.

    ```mlir
    %r = log2 %x : tile<8xbf16>
    ```
  }];
}

def CudaTile_SinOp : CudaTile_UnaryOp<"sin", CudaTile_BaseFloatTile> {
  let summary = "sine";
  let description = [{
    `r[i] = sin(x[i])`, argument in radians; infinities give NaN and zeros keep
    their sign.

    ```mlir
    %r = sin %x : tile<8xf32>
    ```
  }];
}

def CudaTile_CosOp : CudaTile_UnaryOp<"cos", CudaTile_BaseFloatTile> {
  let summary = "cosine";
  let description = [{
    `r[i] = cos(x[i])`, argument in radians; infinities give NaN.

    ```mlir
    %r = cos %x : tile<8xf32>
    ```
  }];
}

def CudaTile_TanOp : CudaTile_UnaryOp<"tan", CudaTile_BaseFloatTile> {
  let summary = "tangent";
  let description = [{
    `r[i] = tan(x[i])`, argument in radians; infinities give NaN and zeros keep
    their sign.

    ```mlir
    %r = tan %x : tile<8xf64>
    ```
  }];
}

def CudaTile_SinHOp : CudaTile_UnaryOp<"sinh", CudaTile_BaseFloatTile> {
  let summary = "hyperbolic sine";
  let description = [{
    `r[i] = (e^x[i] - e^-x[i]) / 2`; zeros keep their sign.

    ```mlir
    %r = sinh %x : tile<8xf32>
    ```
  }];
}

def CudaTile_CosHOp : CudaTile_UnaryOp<"cosh", CudaTile_BaseFloatTile> {
  let summary = "hyperbolic cosine";
  let description = [{
    `r[i] = (e^x[i] + e^-x[i]) / 2`; infinities give +infinity.

    ```mlir
    %r = cosh %x : tile<8xf16>
    ```
  }];
}


def CudaTile_TanHOp : CudaTile_FullOrApproxMathOp<"tanh"> {
  let summary = "hyperbolic tangent";
  let description = [{
    `r[i] = sinh(x[i]) / cosh(x[i])`; zeros keep their sign and infinities give
    1 of their sign. `full` is within 2 ulp in f32 and 1 ulp in f64; `approx`
    (f32) is the hardware function, which keeps subnormal results. The clause
    exists since 13.2.

    Rejected: `approx` on an element other than f32, any mode other than
    `full` and `approx`.

    ```mlir
    %r = tanh %x : tile<8xf32>
    ```
  }];
}

def CudaTile_PowOp : CudaTile_Op<"pow", [Pure, Elementwise, SameOperandsAndResultType]> {
  let summary = "floating-point power";
  let description = [{
    `r[i] = source[i] ^ exponent[i]` with the special values of C's `pow`:
    an exponent of zero and a base of one give 1 whatever the other operand
    is; a negative base with a non-integer exponent gives NaN. Tools of 13.4
    spell the op `fpowf`; that spelling is accepted on input.

    ```mlir
    %r = pow %x, %y : tile<8xf32>
    ```
  }];
  let arguments = (ins CudaTile_BaseFloatTile:$source, CudaTile_BaseFloatTile:$exponent);
  let results = (outs CudaTile_BaseFloatTile:$result);
  let assemblyFormat =
      "$source `,` $exponent attr-dict `:` custom<CudaTileType>(type($result))";
}

def CudaTile_Atan2Op : CudaTile_Op<"atan2", [Pure, Elementwise, SameOperandsAndResultType]> {
  let since = "13.2";
  let summary = "angle of a point of the plane";
  let description = [{
    The angle, in [-pi, pi], of the point whose ordinate is the first operand
    and whose abscissa is the second: C's `atan2(first, second)`. The operand
    called `x` is thus the numerator of the ratio.

    ```mlir
    %r = atan2 %x, %y : tile<8xf32>
    ```
  }];
  let arguments = (ins CudaTile_BaseFloatTile:$x, CudaTile_BaseFloatTile:$y);
  let results = (outs CudaTile_BaseFloatTile:$result);
  let assemblyFormat =
      "$x `,` $y attr-dict `:` custom<CudaTileType>(type($result))";
}

def CudaTile_FPowIOp : CudaTile_Op<"fpowi", [
    Pure, Elementwise, AllTypesMatch<["source", "result"]>]> {
  let since = "13.4";
  let summary = "floating-point base to an integer power";
  let description = [{
    `r[i] = source[i] ^ exponent[i]`, the exponent read as signed.

    Rejected: base and result types differ, exponent element not i1, i8, i16
    or i32, exponent shape not the base's shape.

    ```mlir
    %r = fpowi %x, %n : tile<8xf32>, tile<8xi32>
    ```
  }];
  let arguments = (ins CudaTile_BaseFloatTile:$source, CudaTile_IntTile:$exponent);
  let results = (outs CudaTile_BaseFloatTile:$result);
  let assemblyFormat = [{
    $source `,` $exponent attr-dict
    `:` custom<CudaTileType>(type($source)) `,` custom<CudaTileType>(type($exponent))
  }];
  let hasVerifier = 1;
}

#endif // TESSERA_DIALECT_CUDATILE_IR_MATHOPS_TD
