//===- CudaTile/IR/CoreOps.td - tile values and shapes (core.md 6.2) -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_COREOPS_TD
#define TESSERA_DIALECT_CUDATILE_IR_COREOPS_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"

def CudaTile_ConstantOp : CudaTile_Op<"constant", [
    Pure, ConstantLike,
    InferTypeOpAdaptor,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "a tile known at compile time";
  let description = [{
    The literal repeats the element type; a bare scalar fills the shape
    (core.md 1.6).

    ```mlir
    %a = constant <i32: [[1, 2], [3, 4]]> : tile<2x2xi32>
    %z = constant <f32: 0.0> : tile<64xf32>
    ```
  }];
  let arguments = (ins CudaTile_DenseElementsAttr:$value);
  let results = (outs CudaTile_NumberTile:$result);
  let hasCustomAssemblyFormat = 1;
  let hasFolder = 1;
}

def CudaTile_IotaOp : CudaTile_Op<"iota", [Pure]> {
  let summary = "0, 1, 2, ... along one dimension";
  let description = [{
    result[e] = e, read as unsigned. Rejected when the rank is not 1 or the
    extent exceeds the number of values of the element type.

    ```mlir
    %v = iota : tile<256xi8>
    ```
  }];
  let results = (outs CudaTile_IntTile:$result);
  let assemblyFormat = "attr-dict `:` custom<CudaTileType>(type($result))";
  let hasVerifier = 1;
}

class CudaTile_GridQueryOp<string mnemonic, string prefix> : CudaTile_Op<mnemonic, [
    Pure, AllTypesMatch<[prefix # "_x", prefix # "_y", prefix # "_z"]>,
    InferTypeOpAdaptor]> {
  let assemblyFormat =
      "attr-dict `:` custom<CudaTileType>(type($" # prefix # "_x))";
}

def CudaTile_GetTileBlockIdOp : CudaTile_GridQueryOp<"get_tile_block_id", "blockId"> {
  let summary = "coordinates of the running tile block";
  let description = [{
    Non-negative and constant over the life of the tile block.

    ```mlir
    %x, %y, %z = get_tile_block_id : tile<i32>
    ```
  }];
  let results = (outs CudaTile_ScalarI32:$blockId_x, CudaTile_ScalarI32:$blockId_y,
                      CudaTile_ScalarI32:$blockId_z);
}

def CudaTile_GetNumTileBlocksOp : CudaTile_GridQueryOp<"get_num_tile_blocks", "gridSize"> {
  let summary = "extents of the grid";
  let description = [{
    1 for axes that the launch does not specify.

    ```mlir
    %nx, %ny, %nz = get_num_tile_blocks : tile<i32>
    ```
  }];
  let results = (outs CudaTile_ScalarI32:$gridSize_x, CudaTile_ScalarI32:$gridSize_y,
                      CudaTile_ScalarI32:$gridSize_z);
}

/// `OP %source attr-dict : S -> R`, pure.
class CudaTile_ShapeOp<string mnemonic, Type source, Type result, list<Trait> traits = []>
    : CudaTile_Op<mnemonic, !listconcat([Pure], traits)> {
  let arguments = (ins source:$source);
  let results = (outs result:$result);
  let assemblyFormat = [{
    $source attr-dict `:` custom<CudaTileType>(type($source)) `->`
    custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
}

def CudaTile_BroadcastOp : CudaTile_ShapeOp<"broadcast", CudaTile_AnyTile, CudaTile_AnyTile, [
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "repeat a tile along its unit dimensions";
  let description = [{
    result[i...] = source[j...] with j[d] = 0 where the source extent is 1 and
    i[d] elsewhere. Rejected when ranks or element types differ, or an extent
    other than 1 changes.

    ```mlir
    %m = broadcast %col : tile<8x1xi32> -> tile<8x4xi32>
    ```
  }];
  // The older spelling names the shape as well.
  let assemblyFormat = [{
    $source `` custom<OlderShape>(attr-dict) `:` custom<CudaTileType>(type($source))
    `->` custom<CudaTileType>(type($result))
  }];
  let hasFolder = 1;
}

def CudaTile_ReshapeOp : CudaTile_ShapeOp<"reshape", CudaTile_AnyTile, CudaTile_AnyTile, [
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "reinterpret a tile in row-major order";
  let description = [{
    The k-th element in row-major order stays the k-th. Rejected when element
    counts or element types differ.

    ```mlir
    %n = reshape %m : tile<16x4xi1> -> tile<4x4x4xi1>
    ```
  }];
  // The older spelling names the shape as well.
  let assemblyFormat = [{
    $source `` custom<OlderShape>(attr-dict) `:` custom<CudaTileType>(type($source))
    `->` custom<CudaTileType>(type($result))
  }];
  let hasFolder = 1;
}

def CudaTile_PermuteOp : CudaTile_Op<"permute", [Pure]> {
  let summary = "reorder dimensions";
  let description = [{
    result[i...] = source[j...] with j[permutation[d]] = i[d]. Rejected when the
    rank is below 2, the list is not a permutation of the dimensions, or the
    result shape is not the permuted source shape.

    ```mlir
    %u = permute %t [1, 2, 0] : tile<4x1x16xbf16> -> tile<1x16x4xbf16>
    ```
  }];
  let arguments = (ins CudaTile_AnyTile:$source, DenseI32ArrayAttr:$permutation);
  let results = (outs CudaTile_AnyTile:$result);
  let assemblyFormat = [{
    $source $permutation attr-dict `:` custom<CudaTileType>(type($source)) `->`
    custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def CudaTile_CatOp : CudaTile_Op<"cat", [Pure]> {
  let summary = "join two tiles along one dimension";
  let description = [{
    result[..., i, ...] is lhs[..., i, ...] while i is below lhs's extent along
    `dim`, else rhs[..., i - extent, ...]. Rejected when ranks or element types
    differ, `dim` is not a dimension, the extents along it do not add up, or
    another extent differs.

    ```mlir
    %r = cat %a, %b dim = 1 : tile<2x2xi8>, tile<2x2xi8> -> tile<2x4xi8>
    ```
  }];
  let arguments = (ins CudaTile_AnyTile:$lhs, CudaTile_AnyTile:$rhs, I64Attr:$dim);
  let results = (outs CudaTile_AnyTile:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def CudaTile_ExtractOp : CudaTile_Op<"extract", [Pure]> {
  let summary = "take one slice of a tile";
  let description = [{
    Indices are slice numbers read as unsigned: result[e...] =
    source[index[d] * resultExtent[d] + e[d], ...]. A slice outside the source is
    undefined behaviour. Rejected when ranks or element types differ, a result
    extent does not divide the source extent, or the index count is not the
    rank. A constant index that is out of range draws a warning.

    ```mlir
    %s = extract %m[%i, %j] : tile<16x4xi16> -> tile<8x1xi16>
    ```
  }];
  let arguments = (ins CudaTile_AnyTile:$source, Variadic<CudaTile_ScalarI32>:$indices);
  let results = (outs CudaTile_AnyTile:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def CudaTile_InsertOp : CudaTile_Op<"insert", [Pure, AllTypesMatch<["destination", "result"]>]> {
  let summary = "replace one slice of a tile (13.4)";
  let description = [{
    The inverse of `extract`: the destination with slice number `indices`
    replaced by the source. Rejected when ranks or element types differ, a
    source extent does not divide the destination extent, or the index count is
    not the rank.

    ```mlir
    %n = insert %sub, %dst[%i] : tile<4xf32>, tile<8xf32> -> tile<8xf32>
    ```
  }];
  let since = "13.4";
  let arguments = (ins CudaTile_AnyTile:$source, CudaTile_AnyTile:$destination,
                       Variadic<CudaTile_ScalarI32>:$indices);
  let results = (outs CudaTile_AnyTile:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def CudaTile_OffsetOp : CudaTile_Op<"offset", [
    Pure, Elementwise, AllTypesMatch<["ptr", "result"]>]> {
  let summary = "add element offsets to pointers";
  let description = [{
    result[e] = ptr[e] + offset[e] * sizeof(pointee), the offset sign-extended to
    64 bits. Overflow is undefined behaviour. Rejected when the shapes differ.

    ```mlir
    %q = offset %p, %o : tile<32xptr<f32>>, tile<32xi64> -> tile<32xptr<f32>>
    ```
  }];
  let arguments = (ins CudaTile_PointerTile:$ptr, CudaTile_IntTile:$offset);
  let results = (outs CudaTile_PointerTile:$result);
  let assemblyFormat = [{
    $ptr `,` $offset attr-dict `:` custom<CudaTileType>(type($ptr)) `,`
    custom<CudaTileType>(type($offset)) `->` custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
}

def CudaTile_PackOp : CudaTile_ShapeOp<"pack", CudaTile_NumberOrI4Tile, CudaTile_I8Tile> {
  let summary = "byte image of a tile (13.3)";
  let description = [{
    Little-endian bytes in element order; elements below 8 bits fill a byte from
    its low bits upwards. Rejected when the rank is not 1, the element has 8
    bits, or the sizes in bits differ.

    ```mlir
    %b = pack %h : tile<16xi32> -> tile<64xi8>
    ```
  }];
  let since = "13.3";
}

def CudaTile_UnpackOp : CudaTile_ShapeOp<"unpack", CudaTile_I8Tile, CudaTile_NumberOrI4Tile> {
  let summary = "tile of a byte image (13.3)";
  let description = [{
    The inverse of `pack`, with the same rules.

    ```mlir
    %n = unpack %b : tile<64xi8> -> tile<128xi4>
    ```
  }];
  let since = "13.3";
}

def CudaTile_SelectOp : CudaTile_Op<"select", [
    Pure, Elementwise, AllTypesMatch<["val_if_true", "val_if_false", "result"]>]> {
  let summary = "element-wise choice";
  let description = [{
    result[e] = cond[e] ? val_if_true[e] : val_if_false[e]; both are evaluated.
    Rejected when the condition's shape differs from the values' shape, or the
    element type is f4E2M1FN.

    ```mlir
    %r = select %lt, %z, %v : tile<8xi1>, tile<8xi32>
    ```
  }];
  let arguments = (ins CudaTile_BoolTile:$cond, CudaTile_AnyTile:$val_if_true,
                       CudaTile_AnyTile:$val_if_false);
  let results = (outs CudaTile_AnyTile:$result);
  let assemblyFormat = [{
    $cond `,` $val_if_true `,` $val_if_false attr-dict `:`
    custom<CudaTileType>(type($cond)) `,` custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

#endif // TESSERA_DIALECT_CUDATILE_IR_COREOPS_TD
