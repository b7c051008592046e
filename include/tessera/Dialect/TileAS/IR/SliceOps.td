//===- TileAS/IR/SliceOps.td - local storage and its parts -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_SLICEOPS_TD
#define TESSERA_DIALECT_TILEAS_IR_SLICEOPS_TD

include "tessera/Dialect/TileAS/IR/OpBase.td"

// A slice of a tile is a value. A slice of storage is a part of the same
// storage, so insert_slice into storage writes.

def TileAS_AllocTensorOp : TileAS_Op<"alloc_tensor", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "local tile storage";
  let description = [{
    A tile of unspecified elements, or storage in smem or tmem that lives until
    its last use; the allocator gives the latter `nv_tileas.shared_offset`.

    With `each_team`, in front of the roles of a kernel, each team of the consumer
    has storage of its own, which all roles can name (`of_team`).

    Rejected: a view in gmem or rmem, a scalar; `each_team` outside of smem.

    ```mlir
    %acc = nv_tileas.alloc_tensor : tile<64x64xf32, #l>
    %buf = nv_tileas.alloc_tensor : !nv_tileas.tiled_view<2x64x64xf16, smem>
    %q = nv_tileas.alloc_tensor {each_team} : !nv_tileas.tiled_view<128x64xbf16, smem, #image>
    ```
  }];
  let arguments = (ins UnitAttr:$each_team);
  let builders = [OpBuilder<(ins "::mlir::Type":$result), [{
    build($_builder, $_state, result, /*each_team=*/false);
  }]>];
  let results = (outs TileAS_TileOrView:$result);
  let assemblyFormat = "attr-dict `:` custom<TileType>(type($result))";
  let hasVerifier = 1;
}

def TileAS_ExtractSliceOp : TileAS_Op<"extract_slice", [NoMemoryEffect]> {
  let summary = "a part of a tile or of storage";
  let description = [{
    The block of the result's extents that begins at `offsets`. A part outside
    is undefined behaviour.

    Rejected: a tile of a view or the other way round, ranks, elements or
    residencies that differ, not one offset per dimension, an extent above the
    source's.
  }];
  let arguments = (ins TileAS_TileOrView:$source, Variadic<Index>:$offsets);
  let results = (outs TileAS_TileOrView:$result);
  let assemblyFormat = [{
    $source `[` $offsets `]` attr-dict `:` custom<TileType>(type($source)) `->`
    custom<TileType>(type($result))
  }];
  let hasVerifier = 1;
}

def TileAS_InsertSliceOp : TileAS_Op<"insert_slice", [
    AllTypesMatch<["destination", "result"]>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "a tile or storage with a part replaced";
  let description = [{
    The destination with the block at `offsets` replaced by the source. Into
    storage it writes, and the result is the same storage.

    Rejected: a source that is no tile; else as `extract_slice`.
  }];
  let arguments = (ins TileAA_Tensor:$source, TileAS_TileOrView:$destination,
                       Variadic<Index>:$offsets);
  let results = (outs TileAS_TileOrView:$result);
  let assemblyFormat = [{
    $source `,` $destination `[` $offsets `]` attr-dict
    `:` custom<TileType>(type($source)) `,` custom<TileType>(type($destination))
  }];
  let hasVerifier = 1;
}

#endif // TESSERA_DIALECT_TILEAS_IR_SLICEOPS_TD
