//===- CudaTile/IR/IntegerOps.td - integer and bitwise arithmetic (ops.md 3, 4) -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_INTEGEROPS_TD
#define TESSERA_DIALECT_CUDATILE_IR_INTEGEROPS_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"

// Common rules of the group: operands and result are tiles of one type whose
// element is i1, i8, i16, i32 or i64 of width w; arithmetic is modulo 2^w;
// nothing is constant folded. s(x) and u(x) are the signed and unsigned
// readings of x.

/// `OP %lhs, %rhs [overflow<promise>]`.
class CudaTile_OverflowOp<string mnemonic>
    : CudaTile_BinaryOp<mnemonic, CudaTile_IntTile> {
  let arguments = (ins CudaTile_IntTile:$lhs, CudaTile_IntTile:$rhs,
      DefaultValuedAttr<CudaTile_IntegerOverflowAttr,
                        "::tessera::cuda_tile::IntegerOverflow::None">:$overflow);
  let assemblyFormat = [{
    $lhs `,` $rhs `` custom<Overflow>($overflow) attr-dict
    `:` custom<CudaTileType>(type($result))
  }];
}

/// `OP %lhs, %rhs signed|unsigned`, element-wise and pure.
class CudaTile_SignedOp<string mnemonic, list<Trait> effects = [Pure]>
    : CudaTile_Op<mnemonic, !listconcat(effects, [Elementwise, SameOperandsAndResultType])> {
  let arguments = (ins CudaTile_IntTile:$lhs, CudaTile_IntTile:$rhs,
                       CudaTile_SignednessAttr:$signedness);
  let results = (outs CudaTile_IntTile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs custom<BareEnum>($signedness) attr-dict
    `:` custom<CudaTileType>(type($result))
  }];
}

def CudaTile_AbsIOp : CudaTile_UnaryOp<"absi", CudaTile_IntTile> {
  let summary = "integer absolute value";
  let description = [{
    `r[i] = |s(x[i])|`, to be read as unsigned: the most negative value keeps
    its bit pattern. The identity on i1.

    ```mlir
    %r = absi %x : tile<8xi32>
    ```
  }];
}

def CudaTile_NegIOp : CudaTile_UnaryOp<"negi", CudaTile_IntTile> {
  let summary = "integer negation";
  let description = [{
    `r[i] = -x[i] mod 2^w`. `overflow<no_signed_wrap>` (and `no_wrap`) promises
    that no element is the most negative value; the clause exists since 13.2.

    Rejected: `overflow<no_unsigned_wrap>`.

    ```mlir
    %r = negi %x overflow<no_signed_wrap> : tile<8xi32>
    ```
  }];
  let arguments = (ins CudaTile_IntTile:$source,
      DefaultValuedAttr<CudaTile_IntegerOverflowAttr,
                        "::tessera::cuda_tile::IntegerOverflow::None">:$overflow);
  let assemblyFormat = [{
    $source `` custom<Overflow>($overflow) attr-dict
    `:` custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
}

def CudaTile_AddIOp : CudaTile_OverflowOp<"addi"> {
  let summary = "integer addition";
  let description = [{
    `r[i] = (x[i] + y[i]) mod 2^w`. `overflow` promises that the exact signed
    (`no_signed_wrap`), unsigned (`no_unsigned_wrap`) or either (`no_wrap`)
    result fits; a broken promise is undefined behaviour.

    ```mlir
    %r = addi %x, %y overflow<no_wrap> : tile<8xi32>
    ```
  }];
}

def CudaTile_SubIOp : CudaTile_OverflowOp<"subi"> {
  let summary = "integer subtraction";
  let description = [{
    `r[i] = (x[i] - y[i]) mod 2^w`; `overflow` as for `addi`.

    ```mlir
    %r = subi %x, %y : tile<8xi8>
    ```
  }];
}

def CudaTile_MulIOp : CudaTile_OverflowOp<"muli"> {
  let summary = "integer multiplication, low half";
  let description = [{
    `r[i] = (x[i] * y[i]) mod 2^w`; `overflow` as for `addi`.

    ```mlir
    %r = muli %x, %y : tile<8xi64>
    ```
  }];
}

def CudaTile_MulhiIOp : CudaTile_Op<"mulhii", [Pure, Elementwise, SameOperandsAndResultType]> {
  let summary = "unsigned integer multiplication, high half";
  let description = [{
    `r[i] = floor(u(x[i]) * u(y[i]) / 2^w)`. Always 0 on i1. No modifiers.

    ```mlir
    %r = mulhii %x, %y : tile<8xi64>
    ```
  }];
  let arguments = (ins CudaTile_IntTile:$x, CudaTile_IntTile:$y);
  let results = (outs CudaTile_IntTile:$result);
  let assemblyFormat =
      "$x `,` $y attr-dict `:` custom<CudaTileType>(type($result))";
}

// A zero divisor is undefined behaviour, so neither division may be hoisted
// above the test that guards it.
def CudaTile_DivIOp : CudaTile_SignedOp<"divi", [NoMemoryEffect]> {
  let summary = "integer division";
  let description = [{
    The exact quotient of the stated readings rounded toward zero (default),
    up (`positive_inf`) or, signed only, down (`negative_inf`). A zero divisor
    and the signed quotient MIN / -1 are undefined behaviour.

    Rejected: signedness missing, `negative_inf` with `unsigned`, any other
    mode.

    ```mlir
    %r = divi %x, %y signed rounding<negative_inf> : tile<8xi32>
    ```
  }];
  let arguments = (ins CudaTile_IntTile:$lhs, CudaTile_IntTile:$rhs,
      CudaTile_SignednessAttr:$signedness,
      DefaultValuedAttr<CudaTile_RoundingModeAttr,
                        "::tessera::cuda_tile::RoundingMode::Zero">:$rounding);
  let assemblyFormat = [{
    $lhs `,` $rhs custom<BareEnum>($signedness) `` custom<RoundingZero>($rounding)
    attr-dict `:` custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
}

def CudaTile_RemIOp : CudaTile_SignedOp<"remi", [NoMemoryEffect]> {
  let summary = "integer remainder of the truncated quotient";
  let description = [{
    `r[i] = x[i] - trunc(x[i] / y[i]) * y[i]` in the stated reading; signed
    results take the sign of the dividend. A zero divisor is undefined
    behaviour; MIN rem -1 is 0 here. No rounding clause.

    Rejected: signedness missing.

    ```mlir
    %r = remi %x, %y unsigned : tile<8xi8>
    ```
  }];
}

def CudaTile_MaxIOp : CudaTile_SignedOp<"maxi"> {
  let summary = "larger of two integers";
  let description = [{
    `r[i] = max(x[i], y[i])` in the stated reading.

    Rejected: signedness missing.

    ```mlir
    %r = maxi %x, %y signed : tile<8xi32>
    ```
  }];
}

def CudaTile_MinIOp : CudaTile_SignedOp<"mini"> {
  let summary = "smaller of two integers";
  let description = [{
    `r[i] = min(x[i], y[i])` in the stated reading.

    Rejected: signedness missing.

    ```mlir
    %r = mini %x, %y unsigned : tile<8xi64>
    ```
  }];
}

def CudaTile_CmpIOp : CudaTile_Op<"cmpi", [
    Pure, Elementwise, SameTypeOperands,
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "integer comparison";
  let description = [{
    `r[i] = x[i] pred y[i]` in the stated reading; on signed i1 true is -1. The
    signedness is mandatory, also for `equal` and `not_equal` where it has no
    effect, and a comma precedes it.

    Rejected: predicate or signedness missing, operand types differ, result
    not the i1 tile of the operand shape.

    ```mlir
    %r = cmpi less_than %x, %y, signed : tile<8xi32> -> tile<8xi1>
    ```
  }];
  let arguments = (ins CudaTile_ComparisonPredicateAttr:$comparison_predicate,
                       CudaTile_IntTile:$lhs, CudaTile_IntTile:$rhs,
                       CudaTile_SignednessAttr:$signedness);
  let results = (outs CudaTile_BoolTile:$result);
  let assemblyFormat = [{
    custom<BareEnum>($comparison_predicate) $lhs `,` $rhs `,`
    custom<BareEnum>($signedness) attr-dict
    `:` custom<CudaTileType>(type($lhs)) `->` custom<CudaTileType>(type($result))
  }];
}

def CudaTile_ShLIOp : CudaTile_OverflowOp<"shli"> {
  let summary = "shift left";
  let description = [{
    `r[i] = (u(x[i]) * 2^u(y[i])) mod 2^w`; an amount of w or more gives 0.
    `overflow` promises that no significant bit is lost.

    ```mlir
    %r = shli %x, %y : tile<8xi32>
    ```
  }];
}

def CudaTile_ShRIOp : CudaTile_SignedOp<"shri"> {
  let summary = "shift right";
  let description = [{
    `r[i] = floor(x[i] / 2^u(y[i]))` in the stated reading of `x`; the amount
    is always unsigned, and w or more gives 0 or the sign fill.

    Rejected: signedness missing.

    ```mlir
    %r = shri %x, %y signed : tile<8xi32>
    ```
  }];
}

def CudaTile_AndIOp : CudaTile_BinaryOp<"andi", CudaTile_IntTile> {
  let summary = "bitwise and";
  let description = [{
    Each result bit is the conjunction of the operand bits.

    ```mlir
    %r = andi %x, %y : tile<8xi32>
    ```
  }];
}

def CudaTile_OrIOp : CudaTile_BinaryOp<"ori", CudaTile_IntTile> {
  let summary = "bitwise or";
  let description = [{
    Each result bit is the disjunction of the operand bits.

    ```mlir
    %r = ori %x, %y : tile<8xi8>
    ```
  }];
}

def CudaTile_XOrIOp : CudaTile_BinaryOp<"xori", CudaTile_IntTile> {
  let summary = "bitwise exclusive or";
  let description = [{
    Each result bit is the exclusive disjunction of the operand bits. With the
    constant `true` as right operand it is the negation of an i1.

    ```mlir
    %r = xori %x, %true : tile<8xi1>
    ```
  }];
}

#endif // TESSERA_DIALECT_CUDATILE_IR_INTEGEROPS_TD
