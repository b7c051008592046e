//===- TileAS/IR/ComputeOps.td - products and region ops -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_COMPUTEOPS_TD
#define TESSERA_DIALECT_TILEAS_IR_COMPUTEOPS_TD

include "tessera/Dialect/TileAS/IR/OpBase.td"

defvar dotArguments = (ins TileAS_Factor:$lhs, TileAS_Factor:$rhs,
    TileAA_NumberTensor:$acc,
    Optional<TileAS_Factor>:$lhs_scale,
    Optional<TileAS_Factor>:$rhs_scale,
    TileAS_AtomAttr:$atom,
    OptionalAttr<CudaTile_SignednessAttr>:$signedness_lhs,
    OptionalAttr<CudaTile_SignednessAttr>:$signedness_rhs,
    UnitAttr:$fast_acc);

def TileAS_FactorTileAttr
    : TypeAttrBase<"::mlir::RankedTensorType", "type of a tile">;

class TileAS_DotOpBase<string mnemonic, list<Trait> traits>
    : TileAS_Op<mnemonic, [AttrSizedOperandSegments] # traits> {
  let hasVerifier = 1;
}

def TileAS_DotOp : TileAS_DotOpBase<"dot", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ConditionallySpeculatable>]> {
  let summary = "matrix multiply-accumulate";
  let description = [{
    Meaning and table of element types as `nv_tileaa.dot`. The atom is the only
    place that says which instruction the product becomes: its class, elements
    and, as the box, its shape m, n, k. A warp's mma takes its operands in
    fragments; with `fma` each thread holds the rows and columns of its results.
    `wgmma` reads its right factor in shared memory, and its left one there or in
    fragments: such a factor is a view of storage whose image a matrix descriptor
    can name (rows of 32, 64 or 128 bytes, swizzled).

    An atom of tcgen05 with 256 rows is made by a pair of blocks, each of which has
    128 rows or more, all columns of these, and half of the right factor's columns.

    With `mma` and `fma` too a factor may be a view in shared memory, in any image.
    `lhs_tile` or `rhs_tile` then says which tile threads read there, with its
    layout: as many elements as the view has, in the same order. Floats may be of
    another format than in memory; they are rounded to nearest as they are read. A
    product of views reads memory; any other has no effect.

    Factors of e2m1 may be tiles of i8 with half the depth, both of them: two in a
    byte, the first in its low half. The atom counts factors, not bytes.

    With scales the atom is one whose instruction takes them: of mma, which has
    them in registers beside the fragments, or of tcgen05, which has them in
    shared memory.

    Rejected: as there; an atom that is no product or of other elements; a shape
    that mma.sync or wgmma does not have for these elements, or larger than the
    tile; an operand whose layout is not the atom's fragment; with `fma`, an
    operand whose threads lack factors of their results; a view as a factor of
    mma.sync or multiply-add without its tile; a tile beside a factor that is no
    such view, of another number of elements, or of other integers; a view as a
    factor of wgmma whose image no descriptor names; a right factor of wgmma in
    registers; scales that the atom's instruction does not take, or
    takes in another place; i8 as two factors of another atom than e2m1 of mma or
    tcgen05 with scales, or on one side only. Tiles without layouts and atoms without a shape are
    not looked at further.

    ```mlir
    %d = nv_tileas.dot %a, %b, %c {atom = #nv_tileas<atom mma_f16_f16_f32>}
        : tile<16x32xf16, #a>, tile<32x8xf16, #b>, tile<16x8xf32, #c> -> tile<16x8xf32, #c>
    %e = nv_tileas.dot %va, %vb, %c {atom = #nv_tileas<atom wgmma_f16_f16_f32 box [64, 8, 16]>}
        : !nv_tileas.tiled_view<64x64xf16, smem, #s>, !nv_tileas.tiled_view<64x8xf16, smem, #t>,
          tile<64x8xf32, #d> -> tile<64x8xf32, #d>
    %f = nv_tileas.dot %a, %vg, %c {atom = #nv_tileas<atom mma_f16_f16_f32>, rhs_tile = tensor<32x8xf16, #b>}
        : tile<16x32xf16, #a>, !nv_tileas.tiled_view<32x8xf16, smem, #s>, tile<16x8xf32, #c> -> tile<16x8xf32, #c>
    ```
  }];
  let arguments = !con(dotArguments, (ins
      OptionalAttr<TileAS_FactorTileAttr>:$lhs_tile,
      OptionalAttr<TileAS_FactorTileAttr>:$rhs_tile));
  let extraClassDeclaration = [{
    /// The tile that the left (right) factor is: of a view in shared memory, what
    /// threads read there, or without a layout what the view holds.
    ::mlir::RankedTensorType getFactor(bool isLhs);
  }];
  let results = (outs TileAA_NumberTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $acc (`scaled` $lhs_scale^ `,` $rhs_scale)?
    `` custom<Signednesses>($signedness_lhs, $signedness_rhs)
    (`fast_acc` $fast_acc^)? attr-dict
    `:` custom<TileType>(type($lhs)) `,` custom<TileType>(type($rhs)) `,`
    custom<TileType>(type($acc))
    (`scaled` custom<TileType>(type($lhs_scale))^ `,` custom<TileType>(type($rhs_scale)))?
    `->` custom<TileType>(type($result))
  }];
}

class TileAS_CollectiveOp<string mnemonic> : TileAS_Op<mnemonic, [
    SingleBlockImplicitTerminator<"::tessera::tileas::YieldOp">,
    RecursiveMemoryEffects, RecursivelySpeculatable]> {
  let results = (outs Variadic<TileAA_Tile>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  code collectiveMembers = [{
    /// Scalar type of operand `i`, of its two block arguments and its yield.
    ::mlir::Type getElementType(unsigned i) {
      return ::mlir::getElementTypeOrSelf(getSources()[i].getType());
    }
    ::mlir::BlockArgument getElementArgument(unsigned i) {
      return getBody().getArgument(2 * i);
    }
    ::mlir::BlockArgument getAccumulatorArgument(unsigned i) {
      return getBody().getArgument(2 * i + 1);
    }
  }];
}

def TileAS_ReduceOp : TileAS_CollectiveOp<"reduce"> {
  let summary = "combine all elements along one dimension";
  let description = [{
    As `nv_tileaa.reduce`, on tiles with layouts; scratch where the warps of the
    sources share the dimension.

    Rejected: as there; results of another shape; sources of different layouts.

    ```mlir
    %s = nv_tileas.reduce %v dim = 1 identities = [0.0 : f32] : tile<16x32xf32, #l> -> tile<16xf32, #m> {
    ^bb0(%e: f32, %acc: f32):
      %t = arith.addf %e, %acc : f32
      nv_tileas.yield %t : f32
    }
    ```
  }];
  let arguments = (ins Variadic<TileAA_Tensor>:$sources, I32Attr:$dim,
                       ArrayAttr:$identities, OptionalAttr<TileAS_AtomAttr>:$atom);
  let extraClassDeclaration = collectiveMembers;
}

def TileAS_ScanOp : TileAS_CollectiveOp<"scan"> {
  let summary = "inclusive prefix along one dimension";
  let description = [{
    As `nv_tileaa.scan`, on tiles with layouts.

    Rejected: as there; sources of different layouts.
  }];
  let arguments = (ins Variadic<TileAA_Tensor>:$sources, I32Attr:$dim,
                       UnitAttr:$reverse, ArrayAttr:$identities);
  let extraClassDeclaration = collectiveMembers;
}

def TileAS_GenerateOp : TileAS_Op<"generate", [
    RecursiveMemoryEffects,
    SingleBlockImplicitTerminator<"::tessera::tileas::YieldOp">]> {
  let summary = "a tile computed from its indices";
  let description = [{
    The body gets one `index` per dimension and yields the element.

    Rejected: block arguments other than one index per dimension, a yield of
    another type than the element.

    ```mlir
    %t = nv_tileas.generate : tile<8xi64> {
    ^bb0(%i: index):
      %e = arith.index_cast %i : index to i64
      nv_tileas.yield %e : i64
    }
    ```
  }];
  let results = (outs TileAA_Tensor:$result);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "attr-dict `:` custom<TileType>(type($result)) $body";
  let hasRegionVerifier = 1;
}

def TileAS_YieldOp : TileAS_Op<"yield", [
    Pure, Terminator, ReturnLike,
    ParentOneOf<["::tessera::tileas::ReduceOp", "::tessera::tileas::ScanOp",
                 "::tessera::tileas::GenerateOp"]>]> {
  let summary = "values of a reduce, scan or generate body";
  let description = [{ Rejected: outside `reduce`, `scan` and `generate`. }];
  let arguments = (ins Variadic<AnyType>:$values);
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
  let assemblyFormat = "($values^ `:` custom<TileTypes>(type($values)))? attr-dict";
}

#endif // TESSERA_DIALECT_TILEAS_IR_COMPUTEOPS_TD
