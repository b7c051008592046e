//===- TileAA/IR/ElementwiseOps.td - arithmetic upstream cannot say exactly -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_ELEMENTWISEOPS_TD
#define TESSERA_DIALECT_TILEAA_IR_ELEMENTWISEOPS_TD

include "tessera/Dialect/TileAA/IR/OpBase.td"

// Common rules of the family: pure; operands and results are scalars or tensors
// of one shape, never implicitly broadcast. The meaning of each op is that of
// its cuda_tile namesake (ops.md 2 to 5), modifiers included; `arith` and `math`
// ops stand for the forms that have no modifier and no difference.

class TileAA_ElementwiseOp<string mnemonic, list<Trait> traits = []>
    : TileAA_Op<mnemonic, !listconcat([Pure, Elementwise, Scalarizable, Tensorizable], traits)>;

/// One type throughout, printed once.
class TileAA_UniformOp<string mnemonic, list<Trait> traits = []>
    : TileAA_ElementwiseOp<mnemonic, !listconcat([SameOperandsAndResultType], traits)>;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

def TileAA_ConstantOp : TileAA_Op<"constant", [Pure, ConstantLike]> {
  let summary = "constant of an element type arith cannot carry";
  let description = [{
    `bits` holds the bit pattern of every element: an integer attribute for a
    scalar, dense integer elements for a tensor, of the element's width in
    memory (8 for f8E5M3FNU, 64 for pointers). Numbers that builtin attributes
    can hold are `arith.constant`.

    Rejected: element other than f8E5M3FNU or a pointer, shapes that differ,
    integers of another width.

    ```mlir
    %s = nv_tileaa.constant dense<56> : tensor<16xi8> as tensor<16x!cuda_tile.f8E5M3FNU>
    ```
  }];
  let arguments = (ins TypedAttrInterface:$bits);
  let results = (outs TileAA_Tile:$result);
  let assemblyFormat = "$bits `as` type($result) attr-dict";
  let hasVerifier = 1;
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Floating point
//===----------------------------------------------------------------------===//

/// `OP %lhs, %rhs [rounding<mode>] [flush_to_zero] : T`
class TileAA_RoundedBinaryOp<string mnemonic> : TileAA_UniformOp<mnemonic> {
  let arguments = (ins TileAA_BaseFloatTile:$lhs, TileAA_BaseFloatTile:$rhs,
      DefaultValuedAttr<CudaTile_RoundingModeAttr,
          "::tessera::cuda_tile::RoundingMode::NearestEven">:$rounding_mode,
      UnitAttr:$flush_to_zero);
  let results = (outs TileAA_BaseFloatTile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `` custom<RoundingAny>($rounding_mode)
    (`flush_to_zero` $flush_to_zero^)? attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}

def TileAA_AddFOp : TileAA_RoundedBinaryOp<"addf"> {
  let summary = "rounded floating-point addition";
  let description = [{
    `r = R(x + y)` with one rounding in the given mode; `flush_to_zero` replaces
    subnormal inputs and results by zeros of their sign.

    Rejected: a mode other than nearest_even, zero, negative_inf, positive_inf;
    `flush_to_zero` on an element other than f32.
  }];
}
def TileAA_SubFOp : TileAA_RoundedBinaryOp<"subf"> {
  let summary = "rounded floating-point subtraction";
  let description = [{ `r = R(x - y)`; rules as `addf`. }];
}
def TileAA_MulFOp : TileAA_RoundedBinaryOp<"mulf"> {
  let summary = "rounded floating-point multiplication";
  let description = [{ `r = R(x * y)`; rules as `addf`. }];
}
def TileAA_DivFOp : TileAA_RoundedBinaryOp<"divf"> {
  let summary = "rounded or approximate floating-point division";
  let description = [{
    `r = R(x / y)`; rules as `addf`, and on f32 also `approx` (product with an
    approximate reciprocal) and `full` (2 ulp).
  }];
}

def TileAA_FmaOp : TileAA_UniformOp<"fma"> {
  let summary = "fused multiply-add with a rounding mode";
  let description = [{ `r = R(x * y + z)`, one rounding; rules as `addf`. }];
  let arguments = (ins TileAA_BaseFloatTile:$lhs, TileAA_BaseFloatTile:$rhs,
      TileAA_BaseFloatTile:$acc,
      DefaultValuedAttr<CudaTile_RoundingModeAttr,
          "::tessera::cuda_tile::RoundingMode::NearestEven">:$rounding_mode,
      UnitAttr:$flush_to_zero);
  let results = (outs TileAA_BaseFloatTile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $acc `` custom<RoundingAny>($rounding_mode)
    (`flush_to_zero` $flush_to_zero^)? attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}

/// `OP %lhs, %rhs [flush_to_zero] [propagate_nan] : T`
class TileAA_ExtremumOp<string mnemonic> : TileAA_UniformOp<mnemonic> {
  let arguments = (ins TileAA_BaseFloatTile:$lhs, TileAA_BaseFloatTile:$rhs,
                       UnitAttr:$propagate_nan, UnitAttr:$flush_to_zero);
  let results = (outs TileAA_BaseFloatTile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs
    oilist(`flush_to_zero` $flush_to_zero | `propagate_nan` $propagate_nan)
    attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}
def TileAA_MaxFOp : TileAA_ExtremumOp<"maxf"> {
  let summary = "larger of two numbers";
  let description = [{
    `+0` ranks above `-0`. One NaN: the other operand, or the canonical NaN
    under `propagate_nan`; two NaN: the canonical NaN.

    Rejected: `flush_to_zero` on an element other than f32.
  }];
}
def TileAA_MinFOp : TileAA_ExtremumOp<"minf"> {
  let summary = "smaller of two numbers";
  let description = [{ `-0` ranks below `+0`; NaN and rules as `maxf`. }];
}

def TileAA_SqrtOp : TileAA_UniformOp<"sqrt"> {
  let summary = "square root with a rounding mode";
  let description = [{
    `r = R(sqrt(x))`. Rejected: a mode other than the four IEEE modes and, on
    f32, `approx`; `flush_to_zero` on an element other than f32.
  }];
  let arguments = (ins TileAA_BaseFloatTile:$source,
      DefaultValuedAttr<CudaTile_RoundingModeAttr,
          "::tessera::cuda_tile::RoundingMode::NearestEven">:$rounding_mode,
      UnitAttr:$flush_to_zero);
  let results = (outs TileAA_BaseFloatTile:$result);
  let assemblyFormat = [{
    $source `` custom<RoundingAny>($rounding_mode)
    (`flush_to_zero` $flush_to_zero^)? attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}

/// `OP %source [flush_to_zero] : T`
class TileAA_FlushableOp<string mnemonic> : TileAA_UniformOp<mnemonic> {
  let arguments = (ins TileAA_BaseFloatTile:$source, UnitAttr:$flush_to_zero);
  let results = (outs TileAA_BaseFloatTile:$result);
  let assemblyFormat = [{
    $source (`flush_to_zero` $flush_to_zero^)? attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}
def TileAA_RsqrtOp : TileAA_FlushableOp<"rsqrt"> {
  let summary = "reciprocal square root";
  let description = [{
    `r = 1 / sqrt(x)`. Rejected: `flush_to_zero` on an element other than f32.
  }];
}
def TileAA_Exp2Op : TileAA_FlushableOp<"exp2"> {
  let summary = "power of two";
  let description = [{
    `r = 2^x`. Rejected: `flush_to_zero` on an element other than f32.
  }];
}

/// `OP %source [rounding<full|approx>] : T`, full being the default.
class TileAA_FullOrApproxOp<string mnemonic> : TileAA_UniformOp<mnemonic> {
  let arguments = (ins TileAA_BaseFloatTile:$source,
      DefaultValuedAttr<CudaTile_RoundingModeAttr,
          "::tessera::cuda_tile::RoundingMode::Full">:$rounding_mode);
  let results = (outs TileAA_BaseFloatTile:$result);
  let assemblyFormat = [{
    $source `` custom<RoundingFull>($rounding_mode) attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}
def TileAA_ExpOp : TileAA_FullOrApproxOp<"exp"> {
  let summary = "natural exponential, full or approximate";
  let description = [{
    `r = e^x`. Rejected: a mode other than `full` and, on f32, `approx`.
  }];
}
def TileAA_TanHOp : TileAA_FullOrApproxOp<"tanh"> {
  let summary = "hyperbolic tangent, full or approximate";
  let description = [{
    `r = tanh(x)`. Rejected: a mode other than `full` and, on f32, `approx`.
  }];
}

//===----------------------------------------------------------------------===//
// Integers: defined where arith is poison or undefined
//===----------------------------------------------------------------------===//

class TileAA_IntBinaryOp<string mnemonic> : TileAA_UniformOp<mnemonic> {
  let arguments = (ins TileAA_IntTile:$lhs, TileAA_IntTile:$rhs);
  let results = (outs TileAA_IntTile:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($result)";
}
def TileAA_MulhiUIOp : TileAA_IntBinaryOp<"mulhiui"> {
  let summary = "high half of the unsigned product";
  let description = [{ `r = floor(u(x) * u(y) / 2^w)`. }];
}
def TileAA_ShLIOp : TileAA_IntBinaryOp<"shli"> {
  let summary = "left shift that saturates its amount";
  let description = [{
    `r = u(x) << u(y)` modulo 2^w; 0 for amounts of w and more, where
    `arith.shli` is poison.
  }];
}
def TileAA_ShRUIOp : TileAA_IntBinaryOp<"shrui"> {
  let summary = "logical right shift that saturates its amount";
  let description = [{ `r = u(x) >> u(y)`; 0 for amounts of w and more. }];
}
def TileAA_ShRSIOp : TileAA_IntBinaryOp<"shrsi"> {
  let summary = "arithmetic right shift that saturates its amount";
  let description = [{
    `r = s(x) >> u(y)`; all sign bits for amounts of w and more.
  }];
}
def TileAA_RemSIOp : TileAA_Op<"remsi", [
    NoMemoryEffect, Elementwise, Scalarizable, Tensorizable,
    SameOperandsAndResultType]> {
  let summary = "signed remainder, 0 for MIN rem -1";
  let description = [{
    `r = x - trunc(x / y) * y`, sign of the dividend. A zero divisor is undefined
    behaviour, so the op is not speculated; MIN rem -1 is 0, where `arith.remsi`
    is undefined.
  }];
  let arguments = (ins TileAA_IntTile:$lhs, TileAA_IntTile:$rhs);
  let results = (outs TileAA_IntTile:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($result)";
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

def TileAA_FpToFpOp : TileAA_ElementwiseOp<"fp_to_fp", [SameOperandsAndResultShape]> {
  let summary = "conversion between floating-point formats";
  let description = [{
    `r = R(x)`: the only op that changes a float's format, in either direction.

    Rejected: equal element types; a mode the target format does not take (f8E8M0FNU:
    `zero` or `positive_inf`; f8 and f4: nearest_even; others: also `zero`, the
    directed modes and `nearest_away`); shapes that differ.

    ```mlir
    %r = nv_tileaa.fp_to_fp %x rounding<positive_inf> : tensor<8xf32> -> tensor<8xf8E8M0FNU>
    ```
  }];
  let arguments = (ins TileAA_FloatTile:$source,
      DefaultValuedAttr<CudaTile_RoundingModeAttr,
          "::tessera::cuda_tile::RoundingMode::NearestEven">:$rounding_mode);
  let results = (outs TileAA_FloatTile:$result);
  let assemblyFormat = [{
    $source `` custom<RoundingAny>($rounding_mode) attr-dict
    `:` type($source) `->` type($result)
  }];
  let hasVerifier = 1;
}

def TileAA_FpToIntOp : TileAA_ElementwiseOp<"fp_to_int", [SameOperandsAndResultShape]> {
  let summary = "floating point to integer, toward zero";
  let description = [{
    `r = trunc(x)` in the stated reading. Out of range or NaN: undefined when
    used, unless `saturating`, which clamps and turns NaN into 0.

    ```mlir
    %r = nv_tileaa.fp_to_int %x signed saturating : tensor<8xf32> -> tensor<8xi8>
    ```
  }];
  let arguments = (ins TileAA_FloatTile:$source, CudaTile_SignednessAttr:$signedness,
                       UnitAttr:$saturating);
  let results = (outs TileAA_IntTile:$result);
  let assemblyFormat = [{
    $source custom<BareEnum>($signedness) (`saturating` $saturating^)? attr-dict
    `:` type($source) `->` type($result)
  }];
}

def TileAA_IntToFpOp : TileAA_ElementwiseOp<"int_to_fp", [SameOperandsAndResultShape]> {
  let summary = "integer to floating point, to nearest even";
  let description = [{
    `r = R(x)` of the stated reading. Beyond the format: an infinity, or NaN in a
    format without one.

    Rejected: result element f8E8M0FNU or f8E5M3FNU, shapes that differ.
  }];
  let arguments = (ins TileAA_IntTile:$source, CudaTile_SignednessAttr:$signedness);
  let results = (outs TileAA_FloatTile:$result);
  let assemblyFormat = [{
    $source custom<BareEnum>($signedness) attr-dict
    `:` type($source) `->` type($result)
  }];
  let hasVerifier = 1;
}

def TileAA_BitcastOp : TileAA_ElementwiseOp<"bitcast", [SameOperandsAndResultShape]> {
  let summary = "same bits, other element type";
  let description = [{
    Between number types of one width, and between pointer types (new pointee,
    same address, space and provenance). Folds: identity, chain of two.

    Rejected: widths differ (tf32 counts as 19), a pointer on one side only,
    shapes differ.
  }];
  let arguments = (ins TileAA_Tile:$source);
  let results = (outs TileAA_Tile:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

#endif // TESSERA_DIALECT_TILEAA_IR_ELEMENTWISEOPS_TD
