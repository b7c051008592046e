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

def TileAS_PrintOp : TileAS_Op<"print", [
    AttrSizedOperandSegments, MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "formatted output of scalars and storage";
  let description = [{
    As `nv_tileaa.print`. A tile is given as the storage that it is in, row by row:
    one thread reads and prints it.

    Rejected: as there; a tile in registers, storage outside shared memory or with
    an image of its own.

    ```mlir
    %t1 = nv_tileas.print "block %d: %f\n", %i, %v token = %t0
        : i32, !nv_tileas.tiled_view<8xf32, smem>
    ```
  }];
  let arguments = (ins StrAttr:$str, Variadic<TileAS_TileOrView>:$args,
                       Optional<TileAA_MemToken>:$token);
  let results = (outs TileAA_MemToken:$result_token);
  let assemblyFormat = [{
    $str (`,` $args^)? (`token` `=` $token^)? attr-dict (`:` type($args)^)?
  }];
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
