//===- TileAS/IR/LayoutOps.td - the same values elsewhere -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_LAYOUTOPS_TD
#define TESSERA_DIALECT_TILEAS_IR_LAYOUTOPS_TD

include "tessera/Dialect/TileAS/IR/OpBase.td"

def TileAS_ConvertLayoutOp : TileAS_Op<"convert_layout", [Pure]> {
  let summary = "the same tile in another layout";
  let description = [{
    Register renaming, warp shuffles or shared memory, as
    `layout::classifyConversion` says; only the last uses scratch. Folds:
    identity, chain.

    Rejected: another shape or element, a side without a layout.

    ```mlir
    %b = nv_tileas.convert_layout %a : tile<16x8xf16, #blocked> -> tile<16x8xf16, #mma>
    ```
  }];
  let arguments = (ins TileAA_Tensor:$source);
  let results = (outs TileAA_Tensor:$result);
  let assemblyFormat = [{
    $source attr-dict `:` custom<TileType>(type($source)) `->`
    custom<TileType>(type($result))
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TileAS_ViewOp : TileAS_Op<"view", [Pure]> {
  let summary = "other shape of a tile, or a part of storage";
  let description = [{
    Of a tile to a tile: the same elements in row-major order, no indices; either
    side may be a scalar. Otherwise the result is a tiled view: the last
    dimensions of the source at `indices`, one index per dropped dimension.

    Rejected: elements differ; element counts differ (tiles); indices that are
    not one per dropped dimension, other extents that differ, another residency
    (views).

    ```mlir
    %r = nv_tileas.view %t : tile<16x8xf32> -> tile<128xf32>
    %s = nv_tileas.view %buf[%i] : !nv_tileas.tiled_view<2x64x64xf16, smem> -> !nv_tileas.tiled_view<64x64xf16, smem>
    ```
  }];
  let arguments = (ins TileAS_TileOrView:$source, Variadic<Index>:$indices);
  let results = (outs TileAS_TileOrView:$result);
  let builders = [OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$source), [{
    build($_builder, $_state, result, source, ::mlir::ValueRange());
  }]>];
  let assemblyFormat = [{
    $source (`[` $indices^ `]`)? attr-dict `:` custom<TileType>(type($source)) `->`
    custom<TileType>(type($result))
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TileAS_ExpandDimsOp : TileAS_Op<"expand_dims", [Pure]> {
  let summary = "insert a dimension of extent 1";
  let description = [{
    Rejected: an axis outside 0..rank, a result shape that is not the source's
    with a 1 at `axis`, elements that differ.

    ```mlir
    %c = nv_tileas.expand_dims %v axis = 1 : tile<16xf32> -> tile<16x1xf32>
    ```
  }];
  let arguments = (ins TileAA_Tensor:$source, I32Attr:$axis);
  let results = (outs TileAA_Tensor:$result);
  let assemblyFormat = [{
    $source `axis` `=` $axis attr-dict `:` custom<TileType>(type($source)) `->`
    custom<TileType>(type($result))
  }];
  let hasVerifier = 1;
}

def TileAS_ReinterpretOp : TileAS_Op<"reinterpret", [Pure]> {
  let summary = "the same bits as another element type";
  let description = [{
    Of a tile: element for element. Of on-chip storage: the same bytes, so the
    extents may change with the width.

    Rejected: a tile and a view; element widths (tiles), layouts (tiles), shapes
    (tiles), byte counts or residencies (views) that differ.

    ```mlir
    %i = nv_tileas.reinterpret %f : tile<8xf32> -> tile<8xi32>
    ```
  }];
  let arguments = (ins TileAS_TileOrView:$source);
  let results = (outs TileAS_TileOrView:$result);
  let assemblyFormat = [{
    $source attr-dict `:` custom<TileType>(type($source)) `->`
    custom<TileType>(type($result))
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TileAS_ShuffleOp : TileAS_Op<"shuffle", [Pure, AllTypesMatch<["source", "result"]>]> {
  let summary = "values of another lane";
  let description = [{
    Every register of lane l gets that register of lane l ^ `amount` (xor), l -
    `amount` (up; lanes without such a lane keep theirs), l + `amount` (down) or
    `amount` (idx), within each warp.

    Rejected: an amount outside 0..31, a tile without a layout.

    ```mlir
    %y = nv_tileas.shuffle xor %x, 16 : tile<32xf32, #l>
    ```
  }];
  let arguments = (ins TileAS_ShuffleModeAttr:$mode, TileAA_Tensor:$source,
                       I32Attr:$amount);
  let results = (outs TileAA_Tensor:$result);
  let assemblyFormat = [{
    custom<Keyword>($mode) $source `,` $amount attr-dict `:`
    custom<TileType>(type($source))
  }];
  let hasVerifier = 1;
}

#endif // TESSERA_DIALECT_TILEAS_IR_LAYOUTOPS_TD
