//===- TileAA/IR/ShapeOps.td - rank and indexing changes -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_SHAPEOPS_TD
#define TESSERA_DIALECT_TILEAA_IR_SHAPEOPS_TD

include "tessera/Dialect/TileAA/IR/OpBase.td"

// Common rules of the family: no effects; the element type never changes (but in
// pack and unpack). All are pure but extract and insert, which are not
// speculated: a slice outside the tensor is undefined behaviour.

def TileAA_SplatOp : TileAA_Op<"splat", [Pure]> {
  let summary = "a tensor whose elements are one scalar";
  let description = [{
    Rejected: element type other than the scalar's.

    ```mlir
    %t = nv_tileaa.splat %x : f32 -> tensor<16x8xf32>
    ```
  }];
  let arguments = (ins TileAA_Scalar:$source);
  let results = (outs TileAA_Tensor:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TileAA_BroadcastOp : TileAA_Op<"broadcast", [Pure]> {
  let summary = "repeat a tensor along its unit dimensions";
  let description = [{
    `result[i...] = source[j...]`, j[d] = 0 where the source extent is 1 and i[d]
    elsewhere. Folds: identity, chain, broadcast of splat.

    Rejected: ranks or element types differ, an extent other than 1 changes.
  }];
  let arguments = (ins TileAA_Tensor:$source);
  let results = (outs TileAA_Tensor:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def TileAA_ViewOp : TileAA_Op<"view", [Pure]> {
  let summary = "other shape, same elements in row-major order";
  let description = [{
    The k-th element stays the k-th. Either side may be a scalar: a tensor of one
    element and its scalar are views of each other. Folds: identity, chain, view
    of splat; a view of a scalar becomes a splat.

    Rejected: element types or element counts differ.
  }];
  let arguments = (ins TileAA_Tile:$source);
  let results = (outs TileAA_Tile:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def TileAA_PermuteOp : TileAA_Op<"permute", [Pure]> {
  let summary = "reorder dimensions";
  let description = [{
    `result[i...] = source[j...]` with j[permutation[d]] = i[d]. Folds: identity,
    chain, permute of splat.

    Rejected: not a permutation of the dimensions, element types differ, a
    result shape that is not the permuted source shape.

    ```mlir
    %u = nv_tileaa.permute %t [1, 0] : tensor<4x8xf16> -> tensor<8x4xf16>
    ```
  }];
  let arguments = (ins TileAA_Tensor:$source, DenseI32ArrayAttr:$permutation);
  let results = (outs TileAA_Tensor:$result);
  let assemblyFormat = [{
    $source $permutation attr-dict `:` type($source) `->` type($result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def TileAA_CatOp : TileAA_Op<"cat", [Pure]> {
  let summary = "join tensors along one dimension";
  let description = [{
    The operands one after the other along `dim`. `cat` of one operand folds to it.

    Rejected: no operand, ranks or element types differ, `dim` not a dimension,
    extents along it that do not add up, other extents that differ.

    ```mlir
    %r = nv_tileaa.cat %a, %b dim = 1 : tensor<2x2xi8>, tensor<2x2xi8> -> tensor<2x4xi8>
    ```
  }];
  let arguments = (ins Variadic<TileAA_Tensor>:$sources, I64Attr:$dim);
  let results = (outs TileAA_Tensor:$result);
  let assemblyFormat = [{
    $sources `dim` `=` $dim attr-dict `:` type($sources) `->` type($result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TileAA_ExtractOp : TileAA_Op<"extract", [NoMemoryEffect]> {
  let summary = "one slice of a tensor";
  let description = [{
    Indices are i32 slice numbers read as unsigned:
    `result[e...] = source[index[d] * resultExtent[d] + e[d], ...]`. Outside the
    source is undefined behaviour. The slice that is the whole tensor folds to
    the source.

    Rejected: ranks or element types differ, a result extent that does not
    divide the source extent, not one index per dimension.

    ```mlir
    %s = nv_tileaa.extract %m[%i, %j] : tensor<16x4xi16> -> tensor<8x1xi16>
    ```
  }];
  let arguments = (ins TileAA_Tensor:$source, Variadic<I32>:$indices);
  let results = (outs TileAA_Tensor:$result);
  let assemblyFormat = [{
    $source `[` $indices `]` attr-dict `:` type($source) `->` type($result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def TileAA_InsertOp : TileAA_Op<"insert", [
    NoMemoryEffect, AllTypesMatch<["destination", "result"]>]> {
  let summary = "a tensor with one slice replaced";
  let description = [{
    The destination with slice number `indices` replaced by the source; indices
    and rules as `extract`. Replacing the whole tensor folds to the source.

    ```mlir
    %n = nv_tileaa.insert %s, %d[%i] : tensor<4xf32>, tensor<8xf32>
    ```
  }];
  let arguments = (ins TileAA_Tensor:$source, TileAA_Tensor:$destination,
                       Variadic<I32>:$indices);
  let results = (outs TileAA_Tensor:$result);
  let assemblyFormat = [{
    $source `,` $destination `[` $indices `]` attr-dict
    `:` type($source) `,` type($destination)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TileAA_MakeRangeOp : TileAA_Op<"make_range", [Pure]> {
  let summary = "0, 1, 2, ... in one dimension";
  let description = [{
    `result[e] = e`, read as unsigned. Rejected: rank other than 1, an extent
    beyond the number of values of the element type.

    ```mlir
    %r = nv_tileaa.make_range : tensor<256xi32>
    ```
  }];
  let results = (outs TileAA_IntTensor:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def TileAA_PackOp : TileAA_Op<"pack", [Pure]> {
  let summary = "byte image of a tensor";
  let description = [{
    The elements of a 1-d tensor in memory order as i8, little-endian; i4 and f4
    fill bytes from the low nibble.

    Rejected: rank other than 1, elements of 8 bits, sizes in bits that differ.
  }];
  let arguments = (ins TileAA_NumberOrI4Tensor:$source);
  let results = (outs TileAA_I8Tensor:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

def TileAA_UnpackOp : TileAA_Op<"unpack", [Pure]> {
  let summary = "tensor of a byte image";
  let description = [{
    The inverse of `pack`, with its rules; `unpack(pack(x))` of x's type folds
    to x.
  }];
  let arguments = (ins TileAA_I8Tensor:$source);
  let results = (outs TileAA_NumberOrI4Tensor:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

#endif // TESSERA_DIALECT_TILEAA_IR_SHAPEOPS_TD
