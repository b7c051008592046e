//===- CudaTile/IR/FloatOps.td - floating-point arithmetic (ops.md 2.4) -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_FLOATOPS_TD
#define TESSERA_DIALECT_CUDATILE_IR_FLOATOPS_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"

// Common rules of the group: operands and result are tiles of one type whose
// element is f16, bf16, f32 or f64; `flush_to_zero` needs f32; nothing is
// constant folded.

/// `OP %lhs, %rhs [rounding<mode>] [flush_to_zero]` with the four IEEE modes.
class CudaTile_RoundedFloatOp<string mnemonic>
    : CudaTile_BinaryOp<mnemonic, CudaTile_BaseFloatTile> {
  let arguments = (ins CudaTile_BaseFloatTile:$lhs, CudaTile_BaseFloatTile:$rhs,
                       CudaTile_RoundingModeAttr:$rounding_mode,
                       UnitAttr:$flush_to_zero);
  let assemblyFormat = [{
    $lhs `,` $rhs `` custom<RoundingNearest>($rounding_mode)
    (`flush_to_zero` $flush_to_zero^)? attr-dict
    `:` custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
}

/// `OP %lhs, %rhs [flush_to_zero] [propagate_nan]`, keywords in either order.
class CudaTile_FloatExtremumOp<string mnemonic>
    : CudaTile_BinaryOp<mnemonic, CudaTile_BaseFloatTile> {
  let arguments = (ins CudaTile_BaseFloatTile:$lhs, CudaTile_BaseFloatTile:$rhs,
                       UnitAttr:$propagate_nan, UnitAttr:$flush_to_zero);
  let assemblyFormat = [{
    $lhs `,` $rhs
    oilist(`flush_to_zero` $flush_to_zero | `propagate_nan` $propagate_nan)
    attr-dict `:` custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
}

def CudaTile_AbsFOp : CudaTile_UnaryOp<"absf", CudaTile_BaseFloatTile> {
  let summary = "floating-point absolute value";
  let description = [{
    `r[i] = |x[i]|`: clears the sign bit, also of NaN, infinities and zero.
    Exact.

    ```mlir
    %r = absf %x : tile<8xf32>
    ```
  }];
}

def CudaTile_NegFOp : CudaTile_UnaryOp<"negf", CudaTile_BaseFloatTile> {
  let summary = "floating-point negation";
  let description = [{
    `r[i] = -x[i]`: inverts the sign bit, also of NaN, infinities and zero.
    Exact.

    ```mlir
    %r = negf %x : tile<8xbf16>
    ```
  }];
}

def CudaTile_CeilOp : CudaTile_UnaryOp<"ceil", CudaTile_BaseFloatTile> {
  let summary = "least integer not below the operand";
  let description = [{
    `r[i] = min { n integer : n >= x[i] }`, in the operand's own format. Zeros,
    infinities and NaN map to themselves and `ceil(-0.5)` is `-0`.

    ```mlir
    %r = ceil %x : tile<8xf32>
    ```
  }];
}

def CudaTile_FloorOp : CudaTile_UnaryOp<"floor", CudaTile_BaseFloatTile> {
  let summary = "greatest integer not above the operand";
  let description = [{
    `r[i] = max { n integer : n <= x[i] }`, in the operand's own format. Zeros,
    infinities and NaN map to themselves.

    ```mlir
    %r = floor %x : tile<8xf16>
    ```
  }];
}

def CudaTile_AddFOp : CudaTile_RoundedFloatOp<"addf"> {
  let summary = "floating-point addition";
  let description = [{
    `r[i] = R(x[i] + y[i])`, where `R` rounds the exact sum once in the given
    mode (nearest_even unless written). `flush_to_zero` replaces subnormal
    inputs and results by zeros of their sign.

    Rejected: operand or result types differ, element not f16/bf16/f32/f64,
    mode other than nearest_even, zero, negative_inf or positive_inf,
    `flush_to_zero` on an element other than f32.

    ```mlir
    %r = addf %x, %y rounding<zero> flush_to_zero : tile<8xf32>
    ```
  }];
  let hasCanonicalizeMethod = 1;
}

def CudaTile_SubFOp : CudaTile_RoundedFloatOp<"subf"> {
  let summary = "floating-point subtraction";
  let description = [{
    `r[i] = R(x[i] - y[i])`. Rounding, flushing and rejection rules are those
    of `addf`.

    ```mlir
    %r = subf %x, %y : tile<8xf64>
    ```
  }];
}

def CudaTile_MulFOp : CudaTile_RoundedFloatOp<"mulf"> {
  let summary = "floating-point multiplication";
  let description = [{
    `r[i] = R(x[i] * y[i])`. Rounding, flushing and rejection rules are those
    of `addf`.

    ```mlir
    %r = mulf %x, %y : tile<8xf16>
    ```
  }];
}

def CudaTile_DivFOp : CudaTile_BinaryOp<"divf", CudaTile_BaseFloatTile> {
  let summary = "floating-point division";
  let description = [{
    `r[i] = R(x[i] / y[i])` in one of the four IEEE modes. Two further modes
    exist for f32: `approx` multiplies by an approximate reciprocal (2 ulp for
    divisors of magnitude 2^-126 to 2^126, 0 or NaN above) and `full` rescales
    first (2 ulp everywhere).

    Rejected: `approx` or `full` on an element other than f32,
    `flush_to_zero` on an element other than f32, any other mode.

    ```mlir
    %r = divf %x, %y rounding<approx> : tile<8xf32>
    ```
  }];
  let arguments = (ins CudaTile_BaseFloatTile:$lhs, CudaTile_BaseFloatTile:$rhs,
                       CudaTile_RoundingModeAttr:$rounding_mode,
                       UnitAttr:$flush_to_zero);
  let assemblyFormat = [{
    $lhs `,` $rhs `` custom<RoundingAny>($rounding_mode)
    (`flush_to_zero` $flush_to_zero^)? attr-dict
    `:` custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
}

def CudaTile_RemFOp : CudaTile_BinaryOp<"remf", CudaTile_BaseFloatTile> {
  let summary = "floating-point remainder of the truncated quotient";
  let description = [{
    `r[i] = x[i] - trunc(x[i] / y[i]) * y[i]`, computed exactly; the sign is
    that of `x`. A zero divisor, an infinite dividend or a NaN gives NaN; an
    infinite divisor returns a finite dividend unchanged. No modifiers.

    ```mlir
    %r = remf %x, %y : tile<8xf32>
    ```
  }];
}

def CudaTile_FmaOp : CudaTile_Op<"fma", [Pure, Elementwise, SameOperandsAndResultType]> {
  let summary = "fused multiply-add";
  let description = [{
    `r[i] = R(x[i] * y[i] + z[i])` with a single rounding of the exact value.
    Rounding, flushing and rejection rules are those of `addf`.

    ```mlir
    %r = fma %x, %y, %z : tile<8xf32>
    ```
  }];
  let arguments = (ins CudaTile_BaseFloatTile:$lhs, CudaTile_BaseFloatTile:$rhs,
                       CudaTile_BaseFloatTile:$acc,
                       CudaTile_RoundingModeAttr:$rounding_mode,
                       UnitAttr:$flush_to_zero);
  let results = (outs CudaTile_BaseFloatTile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $acc `` custom<RoundingNearest>($rounding_mode)
    (`flush_to_zero` $flush_to_zero^)? attr-dict
    `:` custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
}

def CudaTile_MaxFOp : CudaTile_FloatExtremumOp<"maxf"> {
  let summary = "larger of two floating-point numbers";
  let description = [{
    The larger value, with `+0` above `-0`. If exactly one input is NaN the
    result is the other input, or the canonical NaN under `propagate_nan`; two
    NaN give the canonical NaN. The keywords may be written in either order,
    each once.

    Rejected: `flush_to_zero` on an element other than f32, a keyword written
    twice.

    ```mlir
    %r = maxf %x, %y flush_to_zero propagate_nan : tile<8xf32>
    ```
  }];
}

def CudaTile_MinFOp : CudaTile_FloatExtremumOp<"minf"> {
  let summary = "smaller of two floating-point numbers";
  let description = [{
    The smaller value, with `-0` below `+0`. NaN handling, keywords and
    rejection rules are those of `maxf`.

    ```mlir
    %r = minf %x, %y : tile<8xf16>
    ```
  }];
}

def CudaTile_CmpFOp : CudaTile_Op<"cmpf", [
    Pure, Elementwise, SameTypeOperands,
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "floating-point comparison";
  let description = [{
    With `nan = isnan(x[i]) or isnan(y[i])`: `ordered` gives
    `not nan and (x[i] pred y[i])`, `unordered` gives
    `nan or (x[i] pred y[i])`. `-0` equals `+0`. C's `!=` is
    `not_equal unordered`; its other relations are the `ordered` forms.

    Rejected: predicate or ordering missing, operand types differ, element not
    f16/bf16/f32/f64, result not the i1 tile of the operand shape.

    ```mlir
    %r = cmpf less_than ordered %x, %y : tile<8xf32> -> tile<8xi1>
    ```
  }];
  let arguments = (ins CudaTile_ComparisonPredicateAttr:$comparison_predicate,
                       CudaTile_ComparisonOrderingAttr:$comparison_ordering,
                       CudaTile_BaseFloatTile:$lhs, CudaTile_BaseFloatTile:$rhs);
  let results = (outs CudaTile_BoolTile:$result);
  let assemblyFormat = [{
    custom<BareEnum>($comparison_predicate) custom<BareEnum>($comparison_ordering)
    $lhs `,` $rhs attr-dict
    `:` custom<CudaTileType>(type($lhs)) `->` custom<CudaTileType>(type($result))
  }];
}

#endif // TESSERA_DIALECT_CUDATILE_IR_FLOATOPS_TD
