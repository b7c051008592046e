//===- TileAS/IR/ControlOps.td - directives and the grid -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_CONTROLOPS_TD
#define TESSERA_DIALECT_TILEAS_IR_CONTROLOPS_TD

include "tessera/Dialect/TileAS/IR/OpBase.td"

def TileAS_PragmaOp : TileAS_Op<"pragma", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "optimiser directives";
  let description = [{
    A mark in the program: from here on, the entered directives are active and
    the left ones no longer.

    Rejected: neither list, or an empty directive.

    ```mlir
    nv_tileas.pragma {ocgEnterDirectives = ["no_spill"]}
    ```
  }];
  let arguments = (ins OptionalAttr<StrArrayAttr>:$ocgEnterDirectives,
                       OptionalAttr<StrArrayAttr>:$ocgLeaveDirectives);
  let assemblyFormat = "attr-dict";
  let hasVerifier = 1;
}

def TileAS_CancelNextProgramIdOp : TileAS_Op<"cancel_next_program_id", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "take over a tile block that has not started";
  let description = [{
    `canceled` tells whether there was one; x, y and z are its grid position,
    unspecified otherwise.

    ```mlir
    %ok, %x, %y, %z = nv_tileas.cancel_next_program_id
    ```
  }];
  let results = (outs I1:$canceled, I32:$x, I32:$y, I32:$z);
  let assemblyFormat = "attr-dict";
}

def TileAS_AsyncCancelNextProgramIdOp
    : TileAS_Op<"async.cancel_next_program_id", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "take over a tile block that has not started, answered later";
  let description = [{
    Delivers (canceled, x, y, z) as one tile. Rejected: a value other than a tile
    of 4 i32.
  }];
  let results = (outs TileAS_AsyncValue:$result);
  let assemblyFormat = "attr-dict `:` qualified(type($result))";
  let hasVerifier = 1;
}

#endif // TESSERA_DIALECT_TILEAS_IR_CONTROLOPS_TD
