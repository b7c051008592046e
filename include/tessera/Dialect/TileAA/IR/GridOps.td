//===- TileAA/IR/GridOps.td - the launch grid -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_GRIDOPS_TD
#define TESSERA_DIALECT_TILEAA_IR_GRIDOPS_TD

include "tessera/Dialect/TileAA/IR/OpBase.td"

def TileAA_GetProgramIdOp : TileAA_Op<"get_program_id", [Pure]> {
  let summary = "coordinate of the running tile block";
  let description = [{
    Along one axis; at least 0, below `get_num_programs`, constant for the life
    of the tile block. Blocks start in no order that the language knows. With
    `group`, blocks that a GPU starts one after the other have ids of one group of
    so many x, if the grid is wide: along x first, then along y, then the next
    group. Both axes of a kernel have the same group, so that every id is given to
    one block.

    Rejected: a group along z, or of fewer than one.

    ```mlir
    %x = nv_tileaa.get_program_id x
    %y = nv_tileaa.get_program_id y {group = 8 : i32}
    ```
  }];
  let arguments = (ins TileAA_GridAxis:$axis,
                       OptionalAttr<ConfinedAttr<I32Attr, [IntPositive]>>:$group);
  let results = (outs I32:$result);
  let builders = [OpBuilder<(ins "GridAxis":$axis), [{
    build($_builder, $_state, axis, ::mlir::IntegerAttr());
  }]>];
  let assemblyFormat = "$axis attr-dict";
  let hasVerifier = 1;
}

def TileAA_GetNumProgramsOp : TileAA_Op<"get_num_programs", [Pure]> {
  let summary = "extent of the launch grid";
  let description = [{ Along one axis; 1 for axes the launch does not specify. }];
  let arguments = (ins TileAA_GridAxis:$axis);
  let results = (outs I32:$result);
  let assemblyFormat = "$axis attr-dict";
}

#endif // TESSERA_DIALECT_TILEAA_IR_GRIDOPS_TD
