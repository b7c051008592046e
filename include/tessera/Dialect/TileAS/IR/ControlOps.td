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
    One thread asks for it, and writes nothing itself: the answer comes into the
    stage at the iterator, and its 16 bytes are one arrival at the stage's full
    barrier. After an answer that there was none, nobody of the block may ask again.

    With `for_cluster` the thread asks for the blocks of a cluster that has not
    started. The answer comes into that stage of each block of its own cluster, in
    each of which a thread says by `async.expect_program_id` that it is to come.

    Rejected: an iterator whose payload is not an answer, one tile of 4 i32.

    ```mlir
    nv_tileas.async.cancel_next_program_id %p, %at
        : !nv_tileas.async.pipeline.producer_token,
          !nv_tileas.async.pipeline.iterator<tile<4xi32>>
    ```
  }];
  let arguments = (ins TileAS_ProducerToken:$token, TileAS_Iterator:$iterator,
                       UnitAttr:$for_cluster);
  let assemblyFormat = [{
    $token `,` $iterator (`for_cluster` $for_cluster^)? attr-dict `:`
    qualified(type($token)) `,` qualified(type($iterator))
  }];
  let hasVerifier = 1;
}

def TileAS_AsyncExpectProgramIdOp
    : TileAS_Op<"async.expect_program_id", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "an answer that another block of the cluster asks for, too";
  let description = [{
    One thread of the block makes the arrival at the full barrier of the stage at the
    iterator, whose phase is then not over before the 16 bytes of an answer have come:
    those of `async.cancel_next_program_id … for_cluster` of any block of the cluster.
    The stage's phase before has to be over.

    Rejected: an iterator whose payload is not an answer, one tile of 4 i32.

    ```mlir
    nv_tileas.async.expect_program_id %p, %at
        : !nv_tileas.async.pipeline.producer_token,
          !nv_tileas.async.pipeline.iterator<tile<4xi32>>
    ```
  }];
  let arguments = (ins TileAS_ProducerToken:$token, TileAS_Iterator:$iterator);
  let assemblyFormat = [{
    $token `,` $iterator attr-dict `:` qualified(type($token)) `,` qualified(type($iterator))
  }];
  let hasVerifier = 1;
}

def TileAS_ReadNextProgramIdOp : TileAS_Op<"read_next_program_id", [MemoryEffects<[MemRead]>]> {
  let summary = "the answer in a stage that has been waited for";
  let description = [{
    `canceled` tells whether there was a tile block that had not started; x, y and z
    are its position in the grid, unspecified otherwise. Each thread reads for itself.
    A cluster of several blocks is one tile block.

    Rejected: an iterator whose payload is not an answer, one tile of 4 i32.

    ```mlir
    %more, %x, %y, %z = nv_tileas.read_next_program_id %c, %at
        : !nv_tileas.async.pipeline.consumer_token,
          !nv_tileas.async.pipeline.iterator<tile<4xi32>>
    ```
  }];
  let arguments = (ins TileAS_ConsumerToken:$token, TileAS_Iterator:$iterator);
  let results = (outs I1:$canceled, I32:$x, I32:$y, I32:$z);
  let assemblyFormat = [{
    $token `,` $iterator attr-dict `:` qualified(type($token)) `,` qualified(type($iterator))
  }];
  let hasVerifier = 1;
}

def TileAS_CountTurnsOp : TileAS_Op<"count_turns", [Pure]> {
  let summary = "how many tile blocks this block makes, its own included";
  let description = [{
    At least 1, and the same for all threads of the block. Which blocks are taken
    over shows while the kernel runs, so the number is only a bound of loops that
    `tileas-take-blocks` rewrites: from 0, in steps of 1.

    Rejected: a use other than as the upper bound of such a loop.

    ```mlir
    %turns = nv_tileas.count_turns
    scf.for %turn = %c0 to %turns step %c1 : i32 { … }
    ```
  }];
  let results = (outs I32:$turns);
  let assemblyFormat = "attr-dict";
  let hasVerifier = 1;
}

def TileAS_HasWavesOp : TileAS_Op<"has_waves", [Pure]> {
  let summary = "whether the grid has more blocks than the GPU runs at a time";
  let description = [{
    Each multiprocessor counts for as many blocks as the plan says (`blocks`), or
    one. The same in all threads of the grid.

    ```mlir
    %several = nv_tileas.has_waves
    ```
  }];
  let results = (outs I1:$result);
  let assemblyFormat = "attr-dict";
}

def TileAS_TurnBlockOp : TileAS_Op<"turn_block", [Pure]> {
  let summary = "the tile block that this block makes in one of its turns";
  let description = [{
    Its position in the grid. Turn 0 is the block itself. The turn is the counter of
    a loop over `count_turns`, or 0.

    ```mlir
    %x, %y, %z = nv_tileas.turn_block %turn
    ```
  }];
  let arguments = (ins I32:$turn);
  let results = (outs I32:$x, I32:$y, I32:$z);
  let assemblyFormat = "$turn attr-dict";
}

def TileAS_ProgramIdAtOp : TileAS_Op<"program_id_at", [Pure]> {
  let summary = "coordinate of the tile block at a position of the grid";
  let description = [{
    What `nv_tileaa.get_program_id` is in the block that the GPU counts as (x, y, z).
    The two are the same, but for groups.

    Rejected: a group along z, or of fewer than one.

    ```mlir
    %i = nv_tileas.program_id_at y of %x, %y, %z {group = 8 : i32}
    ```
  }];
  let arguments = (ins TileAA_GridAxis:$axis, I32:$x, I32:$y, I32:$z,
                       OptionalAttr<ConfinedAttr<I32Attr, [IntPositive]>>:$group);
  let results = (outs I32:$result);
  let assemblyFormat = "$axis `of` $x `,` $y `,` $z attr-dict";
  let hasVerifier = 1;
}

#endif // TESSERA_DIALECT_TILEAS_IR_CONTROLOPS_TD
