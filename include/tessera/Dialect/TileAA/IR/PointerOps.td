//===- TileAA/IR/PointerOps.td - addresses and views of memory -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_POINTEROPS_TD
#define TESSERA_DIALECT_TILEAA_IR_POINTEROPS_TD

include "tessera/Dialect/TileAA/IR/OpBase.td"

def TileAA_AddPtrOp : TileAA_Op<"addptr", [
    Pure, Elementwise, Scalarizable, Tensorizable,
    AllTypesMatch<["ptr", "result"]>]> {
  let summary = "advance pointers by element offsets";
  let description = [{
    `result = ptr + s(offset) * sizeof(pointee)`, the offset sign-extended to 64
    bits; overflow is undefined behaviour. A pointee of 4 bits counts as a byte,
    whose low half it is. Keeps pointee, address space and
    provenance. Folds: zero offset; chains add their offsets where the sum is
    known not to wrap in the offset's type (i64, or constants that fit).

    Rejected: shapes differ.

    ```mlir
    %q = nv_tileaa.addptr %p, %o : tensor<8x!nv_tileaa.ptr<f32>>, tensor<8xi32>
    ```
  }];
  let arguments = (ins TileAA_PointerTile:$ptr, TileAA_IntTile:$offset);
  let results = (outs TileAA_PointerTile:$result);
  let assemblyFormat = [{
    $ptr `,` $offset attr-dict `:` type($ptr) `,` type($offset)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def TileAA_IntToPtrOp : TileAA_Op<"int_to_ptr", [
    Pure, Elementwise, Scalarizable, Tensorizable, SameOperandsAndResultShape]> {
  let summary = "pointer from a 64-bit address";
  let description = [{
    The provenance is unknown: the result may point into any memory object.
  }];
  let arguments = (ins TileAA_I64Tile:$source);
  let results = (outs TileAA_PointerTile:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
}

def TileAA_PtrToIntOp : TileAA_Op<"ptr_to_int", [
    Pure, Elementwise, Scalarizable, Tensorizable, SameOperandsAndResultShape]> {
  let summary = "64-bit address of a pointer";
  let description = [{
    The address as an unsigned number. `ptr_to_int(int_to_ptr(x))` folds to x;
    the opposite would invent a provenance and does not fold.
  }];
  let arguments = (ins TileAA_PointerTile:$source);
  let results = (outs TileAA_I64Tile:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasFolder = 1;
}

def TileAA_GetGlobalOp : TileAA_Op<"get_global", [
    Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "address of the first element of a global";
  let description = [{
    Rejected: the symbol is not an `nv_tileaa.global`, the pointee is not its
    element type.

    ```mlir
    %w = nv_tileaa.get_global @weights : !nv_tileaa.ptr<f32>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$name);
  let results = (outs TileAA_ScalarPointer:$result);
  let assemblyFormat = "$name attr-dict `:` qualified(type($result))";
}

def TileAA_AllocaOp : TileAA_Op<"alloca", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "temporary memory of the enclosing block";
  let description = [{
    Address of `num_elem` uninitialised elements, aligned to `alignment` bytes,
    alive as long as one execution of the enclosing block. Only the creating
    tile block may use it unless `global` is given.

    Rejected: `num_elem` negative, `alignment` not a positive power of two or
    below the element's size in memory.

    Effect: allocates its result (an unused one is removed).

    ```mlir
    %p = nv_tileaa.alloca num_elem = 48, alignment = 256 global : !nv_tileaa.ptr<f32>
    ```
  }];
  let arguments = (ins I64Attr:$num_elem, I64Attr:$alignment, UnitAttr:$global);
  let results = (outs TileAA_ScalarPointer:$result);
  let assemblyFormat = [{
    `num_elem` `=` $num_elem `,` `alignment` `=` $alignment (`global` $global^)?
    attr-dict `:` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def TileAA_MakeMemrefOp : TileAA_Op<"make_memref", [
    Pure, AttrSizedOperandSegments]> {
  let summary = "a memory object from base, extents and strides";
  let description = [{
    One operand per `?` of the type, extents then strides, in elements, read as
    unsigned; any integer types. Makes no access.

    Rejected: pointee other than the element type, wrong number of operands.

    ```mlir
    %m = nv_tileaa.make_memref %p sizes[%n] strides[%s]
        : !nv_tileaa.ptr<f32> sizes[i32] strides[i64] -> !nv_tileaa.memref<?x64xf32, strides = [?, 1]>
    ```
  }];
  let arguments = (ins TileAA_ScalarPointer:$base,
                       Variadic<TileAA_ScalarInt>:$dynamic_sizes,
                       Variadic<TileAA_ScalarInt>:$dynamic_strides);
  let results = (outs TileAA_MemoryView:$result);
  let assemblyFormat = [{
    $base (`sizes` `[` $dynamic_sizes^ `]`)?
    (`strides` `[` $dynamic_strides^ `]`)? attr-dict
    `:` qualified(type($base)) (`sizes` `[` type($dynamic_sizes)^ `]`)?
    (`strides` `[` type($dynamic_strides)^ `]`)? `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def TileAA_MakeTiledViewOp : TileAA_Op<"make_tiled_view", [Pure]> {
  let summary = "a memory object as an index space of tiles";
  let description = [{
    Everything is in the result type but one thing. The tiles of a program
    begin inside the memory object, because an index outside the index space is
    undefined behaviour. With `halved_dim` the tiles are halves, along that
    dimension, of such tiles, and the second half of one may begin outside.

    Rejected: operand type other than the memory object named in the result
    type; `halved_dim` not a dimension of the tiles.

    ```mlir
    %v = nv_tileaa.make_tiled_view %m : !nv_tileaa.tiled_view<8x8xf32, memref<?x64xf32, strides = [64, 1]>>
    %h = nv_tileaa.make_tiled_view %m {halved_dim = 0 : i64} : !nv_tileaa.tiled_view<4x8xf32, memref<?x64xf32, strides = [64, 1]>>
    ```
  }];
  let arguments = (ins TileAA_MemoryView:$source,
                       OptionalAttr<I64Attr>:$halved_dim);
  let results = (outs TileAA_TiledView:$result);
  let assemblyFormat = [{
    $source attr-dict `:` custom<TiledViewType>(type($source), type($result))
  }];
  let hasVerifier = 1;
}

def TileAA_GetDimSizeOp : TileAA_Op<"get_dim_size", [Pure]> {
  let summary = "extent of a memory object";
  let description = [{
    Extent of dimension `dim` of the memory object (of the one under a tiled
    view), read as unsigned; undefined behaviour if it does not fit the result.
    Folds to a constant for static extents and to the size operand of
    `make_memref` of the result's type; looks through `make_tiled_view`.

    Rejected: `dim` not a dimension.

    ```mlir
    %n = nv_tileaa.get_dim_size %m, 0 : !nv_tileaa.memref<?x64xf32, strides = [64, 1]> -> i32
    ```
  }];
  let arguments = (ins AnyTypeOf<[TileAA_MemoryView, TileAA_TiledView]>:$source,
                       I64Attr:$dim);
  let results = (outs TileAA_ScalarInt:$result);
  let assemblyFormat = [{
    $source `,` $dim attr-dict `:` type($source) `->` type($result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

#endif // TESSERA_DIALECT_TILEAA_IR_POINTEROPS_TD
