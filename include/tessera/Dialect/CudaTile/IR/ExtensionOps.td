//===- CudaTile/IR/ExtensionOps.td - older arithmetic, shapes and notes -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_EXTENSIONOPS_TD
#define TESSERA_DIALECT_CUDATILE_IR_EXTENSIONOPS_TD

include "tessera/Dialect/CudaTile/IR/ExtensionBase.td"

//===----------------------------------------------------------------------===//
// Arithmetic under another name
//===----------------------------------------------------------------------===//

class CudaTile_OlderUnaryOp<string mnemonic, Type operand>
    : CudaTile_ExtensionOp<mnemonic, [Pure, Elementwise, SameOperandsAndResultType]> {
  let arguments = (ins operand:$source);
  let results = (outs operand:$result);
  let assemblyFormat =
      "$source attr-dict `:` custom<CudaTileType>(type($result))";
}

class CudaTile_OlderBinaryOp<string mnemonic>
    : CudaTile_ExtensionOp<mnemonic, [Pure, Elementwise, SameOperandsAndResultType]> {
  let arguments = (ins CudaTile_IntTile:$lhs, CudaTile_IntTile:$rhs);
  let results = (outs CudaTile_IntTile:$result);
  let assemblyFormat =
      "$lhs `,` $rhs attr-dict `:` custom<CudaTileType>(type($result))";
}

def CudaTile_FmaFOp : CudaTile_ExtensionOp<"fmaf", [Pure, Elementwise, SameOperandsAndResultType]> {
  let summary = "older spelling of fma";
  let description = [{
    `a * b + c` with one rounding to nearest even. Rejected: elements other than
    f16, bf16, f32 and f64 (convert with `ftof` first).

    ```mlir
    %r = fmaf %a, %b, %c : tile<8xf32>
    ```
  }];
  let arguments = (ins CudaTile_BaseFloatTile:$a, CudaTile_BaseFloatTile:$b,
                       CudaTile_BaseFloatTile:$c);
  let results = (outs CudaTile_BaseFloatTile:$result);
  let assemblyFormat =
      "$a `,` $b `,` $c attr-dict `:` custom<CudaTileType>(type($result))";
}

def CudaTile_SqrtFOp : CudaTile_OlderUnaryOp<"sqrtf", CudaTile_BaseFloatTile> {
  let summary = "older spelling of sqrt";
  let description = [{
    ```mlir
    %r = sqrtf %x : tile<8xf32>
    ```
  }];
}

def CudaTile_ExpFOp : CudaTile_OlderUnaryOp<"expf", CudaTile_BaseFloatTile> {
  let summary = "older spelling of exp";
  let description = [{
    ```mlir
    %r = expf %x : tile<8xf32>
    ```
  }];
}

def CudaTile_LogFOp : CudaTile_OlderUnaryOp<"logf", CudaTile_BaseFloatTile> {
  let summary = "older spelling of log";
  let description = [{
    ```mlir
    %r = logf %x : tile<8xf32>
    ```
  }];
}

def CudaTile_AndOp : CudaTile_OlderBinaryOp<"and"> {
  let summary = "older spelling of andi";
  let description = [{
    ```mlir
    %r = and %x, %y : tile<8xi32>
    ```
  }];
}

def CudaTile_OrOp : CudaTile_OlderBinaryOp<"or"> {
  let summary = "older spelling of ori";
  let description = [{
    ```mlir
    %r = or %x, %y : tile<8xi32>
    ```
  }];
}

def CudaTile_XOrOp : CudaTile_OlderBinaryOp<"xor"> {
  let summary = "older spelling of xori";
  let description = [{
    ```mlir
    %r = xor %x, %y : tile<8xi32>
    ```
  }];
}

def CudaTile_NotOp : CudaTile_OlderUnaryOp<"not", CudaTile_IntTile> {
  let summary = "all bits inverted";
  let description = [{
    `xori` with all bits set.

    ```mlir
    %r = not %x : tile<8xi32>
    ```
  }];
}

def CudaTile_ShLOp : CudaTile_OlderBinaryOp<"shl"> {
  let summary = "older spelling of shli";
  let description = [{
    ```mlir
    %r = shl %value, %amount : tile<8xi32>
    ```
  }];
}

def CudaTile_ShROp : CudaTile_ExtensionOp<"shr", [Pure, Elementwise, SameOperandsAndResultType]> {
  let summary = "older spelling of shri";
  let description = [{
    `signed` shifts in the sign bit, `unsigned` zeros. Rejected: signedness
    missing.

    ```mlir
    %r = shr %value, %amount unsigned : tile<8xi32>
    ```
  }];
  let arguments = (ins CudaTile_IntTile:$value, CudaTile_IntTile:$amount,
                       CudaTile_SignednessAttr:$signedness);
  let results = (outs CudaTile_IntTile:$result);
  let assemblyFormat = [{
    $value `,` $amount custom<BareEnum>($signedness) attr-dict
    `:` custom<CudaTileType>(type($result))
  }];
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

def CudaTile_ViewOp : CudaTile_ExtensionOp<"view", [Pure]> {
  let summary = "a strided part of a tile, or a view of memory";
  let description = [{
    Of a tile: result[i...] = source[offsets[d] + i[d] * strides[d], ...]; tiles
    are values, so a copy and a view are the same. Of a 0-d pointer: the tensor
    view of extents `sizes` and strides `strides` (in elements) that starts
    `sum(offsets[d] * strides[d])` elements behind the pointer.

    Rejected: lists of different lengths; negative offsets; strides or sizes
    below 1; of a tile, a part outside it, a rank other than the source's, a
    result of another shape or element; of a pointer, a tensor view of other
    extents, strides or element.

    ```mlir
    %r = view %x offsets = [1, 0] strides = [2, 1] sizes = [2, 8]
      : tile<4x8xf32> -> tile<2x8xf32>
    ```
  }];
  let arguments = (ins CudaTile_AnyTile:$source, DenseI64ArrayAttr:$offsets,
                       DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$sizes);
  let results = (outs AnyTypeOf<[CudaTile_AnyTile, CudaTile_TensorView]>:$result);
  let assemblyFormat = [{
    $source `offsets` `=` $offsets `strides` `=` $strides `sizes` `=` $sizes
    attr-dict `:` custom<CudaTileType>(type($source)) `->`
    custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
}

def CudaTile_SliceOp : CudaTile_ExtensionOp<"slice", [Pure]> {
  let summary = "every step-th element between two bounds";
  let description = [{
    As Python's `source[starts:ends:steps]` in each dimension, with positive
    steps and bounds inside the source.

    Rejected: lists whose length is not the rank; bounds outside the source or
    in the wrong order; steps below 1; a result of another shape or element.

    ```mlir
    %r = slice %x starts = [1] ends = [5] steps = [1] : tile<8xf32> -> tile<4xf32>
    ```
  }];
  let arguments = (ins CudaTile_AnyTile:$source, DenseI64ArrayAttr:$starts,
                       DenseI64ArrayAttr:$ends, DenseI64ArrayAttr:$steps);
  let results = (outs CudaTile_AnyTile:$result);
  let assemblyFormat = [{
    $source `starts` `=` $starts `ends` `=` $ends `steps` `=` $steps attr-dict
    `:` custom<CudaTileType>(type($source)) `->`
    custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
}

class CudaTile_AxesOp<string mnemonic> : CudaTile_ExtensionOp<mnemonic, [Pure]> {
  let arguments = (ins CudaTile_AnyTile:$source, DenseI64ArrayAttr:$axes);
  let results = (outs CudaTile_AnyTile:$result);
  let assemblyFormat = [{
    $source `axes` `=` $axes attr-dict
    `:` custom<CudaTileType>(type($source)) `->`
    custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
}

def CudaTile_ExpandDimsOp : CudaTile_AxesOp<"expand_dims"> {
  let summary = "insert unit dimensions";
  let description = [{
    `axes` are positions in the result, as in NumPy. Rejected: an axis outside
    the result or named twice; a result that is not the source with unit
    dimensions there.

    ```mlir
    %r = expand_dims %x axes = [0, 2] : tile<8xf32> -> tile<1x8x1xf32>
    ```
  }];
}

def CudaTile_SqueezeOp : CudaTile_AxesOp<"squeeze"> {
  let summary = "remove unit dimensions";
  let description = [{
    `axes` are positions in the source. Rejected: an axis outside the source or
    named twice, or of an extent other than 1; a result that is not the source
    without them.

    ```mlir
    %r = squeeze %x axes = [0, 2] : tile<1x8x1xf32> -> tile<8xf32>
    ```
  }];
}

def CudaTile_TransposeOp : CudaTile_ExtensionOp<"transpose", [Pure]> {
  let summary = "older spelling of permute";
  let description = [{
    Any rank, also 0 and 1. Rejected: a list that is not a permutation of the
    dimensions; a result that is not the permuted source.

    ```mlir
    %r = transpose %x [1, 0] : tile<4x8xf32> -> tile<8x4xf32>
    ```
  }];
  let arguments = (ins CudaTile_AnyTile:$source, DenseI64ArrayAttr:$permutation);
  let results = (outs CudaTile_AnyTile:$result);
  let assemblyFormat = [{
    $source $permutation attr-dict `:` custom<CudaTileType>(type($source)) `->`
    custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
}

def CudaTile_ConcatenateOp : CudaTile_ExtensionOp<"concatenate", [Pure]> {
  let summary = "join any number of tiles along one dimension";
  let description = [{
    Rejected: no tiles; an axis outside them; other ranks, elements or extents
    than the result's; extents along the axis that do not add up.

    ```mlir
    %r = concatenate %a, %b, %c axis = 0
      : tile<2xf32>, tile<4xf32>, tile<2xf32> -> tile<8xf32>
    ```
  }];
  let arguments = (ins Variadic<CudaTile_AnyTile>:$tiles, I64Attr:$axis);
  let results = (outs CudaTile_AnyTile:$result);
  let assemblyFormat = [{
    $tiles `axis` `=` $axis attr-dict
    `:` custom<CudaTileTypes>(type($tiles)) `->`
    custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
}

def CudaTile_SplitOp : CudaTile_ExtensionOp<"split", [Pure]> {
  let summary = "equal parts along one dimension";
  let description = [{
    Rejected: an axis outside the source; a number of parts below 1, or that
    does not divide the extent, or is not that of the results; results that are
    not such parts.

    ```mlir
    %lo, %hi = split %x axis = 0 num_splits = 2 : tile<8xf32> -> tile<4xf32>, tile<4xf32>
    ```
  }];
  let arguments = (ins CudaTile_AnyTile:$source, I64Attr:$axis, I64Attr:$num_splits);
  let results = (outs Variadic<CudaTile_AnyTile>:$results);
  let assemblyFormat = [{
    $source `axis` `=` $axis `num_splits` `=` $num_splits attr-dict
    `:` custom<CudaTileType>(type($source)) `->`
    custom<CudaTileTypes>(type($results))
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Notes
//===----------------------------------------------------------------------===//

def CudaTile_PrintOp : CudaTile_ExtensionOp<"print"> {
  let summary = "print without tokens";
  let description = [{
    With a format, as `print_tko`; a `%` that starts no conversion (a blank is
    no flag here) takes the one of its value's type. Without, the values separated by blanks and ended
    by a newline. Prints of one entry come in program order.

    Rejected: another number of conversions than values; no format and no
    values.

    ```mlir
    print %x, %y : tile<i32>, tile<8xf32>
    print "x: %, y: %\n", %x, %y : tile<i32>, tile<8xf32>
    ```
  }];
  let arguments = (ins OptionalAttr<StrAttr>:$str, Variadic<CudaTile_AnyTile>:$args);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def CudaTile_CommentOp : CudaTile_ExtensionOp<"comment", [Pure]> {
  let summary = "a remark about the program";
  let description = [{
    No effect. The text becomes the name of the next operation's location.

    ```mlir
    comment "first half"
    ```
  }];
  let arguments = (ins StrAttr:$text);
  let assemblyFormat = "$text attr-dict";
}

#endif // TESSERA_DIALECT_CUDATILE_IR_EXTENSIONOPS_TD
