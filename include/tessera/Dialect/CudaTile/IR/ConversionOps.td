//===- CudaTile/IR/ConversionOps.td - element conversions (ops.md 5) -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_CONVERSIONOPS_TD
#define TESSERA_DIALECT_CUDATILE_IR_CONVERSIONOPS_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"

// Common rules of the group: source and result have equal shapes; the result
// type is never inferred; element-wise and pure.

class CudaTile_ConversionOp<string mnemonic>
    : CudaTile_Op<mnemonic, [Pure, Elementwise]> {
  let hasVerifier = 1;
}

/// `OP %source : A -> B`.
class CudaTile_PlainConversionOp<string mnemonic, Type source, Type target>
    : CudaTile_ConversionOp<mnemonic> {
  let arguments = (ins source:$source);
  let results = (outs target:$result);
  let assemblyFormat = [{
    $source attr-dict
    `:` custom<CudaTileType>(type($source)) `->` custom<CudaTileType>(type($result))
  }];
}

def CudaTile_BitcastOp : CudaTile_PlainConversionOp<
    "bitcast", CudaTile_NumberTile, CudaTile_NumberTile> {
  let summary = "reinterpretation of the bits of each element";
  let description = [{
    `r[i]` has the bit pattern of `x[i]`. tf32 counts as 19 bits wide, so only
    the identity cast exists for it.

    Rejected: element widths differ, i4 or pointer elements, shapes differ.

    ```mlir
    %r = bitcast %x : tile<8xf32> -> tile<8xi32>
    ```
  }];
}

def CudaTile_ExtIOp : CudaTile_ConversionOp<"exti"> {
  let summary = "integer extension";
  let description = [{
    Keeps the value of `x[i]` in the stated reading: `unsigned` fills with
    zeros, `signed` replicates the top bit (a signed true becomes all ones).
    i4 is accepted on both sides.

    Rejected: result not strictly wider, signedness missing, shapes differ.

    ```mlir
    %r = exti %x signed : tile<8xi8> -> tile<8xi64>
    ```
  }];
  let arguments = (ins CudaTile_IntOrI4Tile:$from, CudaTile_SignednessAttr:$signedness);
  let results = (outs CudaTile_IntOrI4Tile:$to);
  let assemblyFormat = [{
    $from custom<BareEnum>($signedness) attr-dict
    `:` custom<CudaTileType>(type($from)) `->` custom<CudaTileType>(type($to))
  }];
}

def CudaTile_TruncIOp : CudaTile_ConversionOp<"trunci"> {
  let summary = "integer truncation";
  let description = [{
    `r[i] = x[i] mod 2^w` for the result width w; to i1 it keeps bit 0.
    `no_signed_wrap` promises that the dropped bits equal the new top bit,
    `no_unsigned_wrap` that they are zero. i4 is accepted on both sides.

    Rejected: result not strictly narrower, shapes differ.

    ```mlir
    %r = trunci %x overflow<no_unsigned_wrap> : tile<8xi32> -> tile<8xi8>
    ```
  }];
  let arguments = (ins CudaTile_IntOrI4Tile:$from,
      DefaultValuedAttr<CudaTile_IntegerOverflowAttr,
                        "::tessera::cuda_tile::IntegerOverflow::None">:$overflow);
  let results = (outs CudaTile_IntOrI4Tile:$to);
  let assemblyFormat = [{
    $from `` custom<Overflow>($overflow) attr-dict
    `:` custom<CudaTileType>(type($from)) `->` custom<CudaTileType>(type($to))
  }];
}

def CudaTile_FToFOp : CudaTile_ConversionOp<"ftof"> {
  let summary = "conversion between floating-point formats";
  let description = [{
    `r[i] = R(x[i])` in the result format. f8E8M0FNU takes `zero` or
    `positive_inf`, which must be written; every other format rounds to
    nearest_even. Under the relaxations of 13.4 f64, f32, tf32, f16 and bf16
    also take `zero` and, for some source formats, the directed modes and
    `nearest_away`.

    Rejected: equal element types, a mode the result format does not take,
    shapes differ.

    ```mlir
    %r = ftof %x rounding<positive_inf> : tile<8xf32> -> tile<8xf8E8M0FNU>
    ```
  }];
  let arguments = (ins CudaTile_FloatTile:$from,
      DefaultValuedAttr<CudaTile_RoundingModeAttr,
                        "::tessera::cuda_tile::RoundingMode::NearestEven">:$rounding_mode);
  let results = (outs CudaTile_FloatTile:$to);
  let assemblyFormat = [{
    $from `` custom<RoundingNearest>($rounding_mode) attr-dict
    `:` custom<CudaTileType>(type($from)) `->` custom<CudaTileType>(type($to))
  }];
}

def CudaTile_FToIOp : CudaTile_ConversionOp<"ftoi"> {
  let summary = "floating-point to integer";
  let description = [{
    `r[i] = trunc(x[i])` in the stated reading of the result. NaN, infinities
    and values out of range give a result whose use is undefined behaviour,
    unless `saturating` (13.4) is written: it clamps, and NaN gives 0.

    Rejected: signedness missing, a mode other than nearest_int_to_zero,
    shapes differ.

    ```mlir
    %r = ftoi %x signed : tile<8xf32> -> tile<8xi32>
    ```
  }];
  let arguments = (ins CudaTile_FloatTile:$from, CudaTile_SignednessAttr:$signedness,
                       CudaTile_RoundingModeAttr:$rounding_mode,
                       UnitAttr:$saturating);
  let results = (outs CudaTile_IntTile:$to);
  let assemblyFormat = [{
    $from custom<BareEnum>($signedness) `` custom<RoundingIntToZero>($rounding_mode)
    (`saturating` $saturating^)? attr-dict
    `:` custom<CudaTileType>(type($from)) `->` custom<CudaTileType>(type($to))
  }];
}

def CudaTile_IToFOp : CudaTile_ConversionOp<"itof"> {
  let summary = "integer to floating-point";
  let description = [{
    `r[i] = R(x[i])`, to nearest even, of the stated reading. Values beyond the
    format give an infinity, or NaN in a format without infinities.

    Rejected: signedness missing, a mode other than nearest_even, result
    element f8E8M0FNU or f8E5M3FNU, shapes differ.

    ```mlir
    %r = itof %x unsigned : tile<8xi1> -> tile<8xf16>
    ```
  }];
  let arguments = (ins CudaTile_IntTile:$from, CudaTile_SignednessAttr:$signedness,
                       CudaTile_RoundingModeAttr:$rounding_mode);
  let results = (outs CudaTile_FloatTile:$to);
  let assemblyFormat = [{
    $from custom<BareEnum>($signedness) `` custom<RoundingNearest>($rounding_mode)
    attr-dict
    `:` custom<CudaTileType>(type($from)) `->` custom<CudaTileType>(type($to))
  }];
}

def CudaTile_IntToPtrOp : CudaTile_PlainConversionOp<
    "int_to_ptr", CudaTile_I64Tile, CudaTile_PointerTile> {
  let summary = "pointer from a 64-bit address";
  let description = [{
    `r[i]` is the pointer to address `u(x[i])`.

    Rejected: source element not i64, result not a tile of pointers, shapes
    differ.

    ```mlir
    %p = int_to_ptr %a : tile<i64> -> tile<ptr<f16>>
    ```
  }];
}

def CudaTile_PtrToIntOp : CudaTile_PlainConversionOp<
    "ptr_to_int", CudaTile_PointerTile, CudaTile_I64Tile> {
  let summary = "64-bit address of a pointer";
  let description = [{
    `r[i]` is the unsigned address held by the pointer `x[i]`.

    Rejected: source not a tile of pointers, result element not i64, shapes
    differ.

    ```mlir
    %a = ptr_to_int %p : tile<ptr<f32>> -> tile<i64>
    ```
  }];
}

def CudaTile_PtrToPtrOp : CudaTile_PlainConversionOp<
    "ptr_to_ptr", CudaTile_PointerTile, CudaTile_PointerTile> {
  let summary = "change of the pointee type";
  let description = [{
    Same address, new pointee. Alignment is the program's responsibility.

    Rejected: source or result not a tile of pointers, shapes differ.

    ```mlir
    %q = ptr_to_ptr %p : tile<ptr<f32>> -> tile<ptr<i8>>
    ```
  }];
}

#endif // TESSERA_DIALECT_CUDATILE_IR_CONVERSIONOPS_TD
