//===- TileAS/IR/PipelineOps.td - producer/consumer pipelines -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_PIPELINEOPS_TD
#define TESSERA_DIALECT_TILEAS_IR_PIPELINEOPS_TD

include "tessera/Dialect/TileAS/IR/OpBase.td"

// A pipeline is a ring of `numStages` stages, each holding one value of every
// payload type. The producer fills the stage that its iterator names, the
// consumer reads it. Tokens are the right to do so and order the uses of one
// side. One after the other in the order of the tokens, the ops mean: produce
// writes stage (iterator mod numStages), consume reads it; a stage is not
// written again before every consumer released it.
//
// Each op has its number in the enumeration PipelineOp.

class TileAS_PipelineOpBase<string mnemonic, list<Trait> traits = []>
    : TileAS_Op<"async.pipeline." # mnemonic, traits>;

defvar pipelineEffects = MemoryEffects<[MemRead, MemWrite]>;

def TileAS_CreatePipelineOp : TileAS_PipelineOpBase<"create_pipeline", [pipelineEffects]> {
  let summary = "a pipeline over stage-local storage";
  let description = [{
    The first extent of the buffer is the number of stages. Group ids name the
    agents of both sides, read as unsigned; `sharedMem` pins the storage to shared
    memory, `dynamic` allows stage numbers known at run time only.

    Rejected: fewer than one stage, a buffer of another first extent or of rank
    1, `sharedMem` on a buffer that is not in smem.

    ```mlir
    %p, %c = nv_tileas.async.pipeline.create_pipeline %buf
        {numStages = 2 : i32, producerGroupId = 0 : i8, consumerGroupId = 1 : i8, sharedMem = true}
        : !nv_tileas.tiled_view<2x128x128xf16, smem>
        -> !nv_tileas.async.pipeline.producer_token, !nv_tileas.async.pipeline.consumer_token
    ```
  }];
  let arguments = (ins TileAS_AnyView:$bufferView, I32Attr:$numStages,
                       I8Attr:$producerGroupId, I8Attr:$consumerGroupId,
                       OptionalAttr<BoolAttr>:$sharedMem,
                       OptionalAttr<BoolAttr>:$dynamic);
  let results = (outs TileAS_ProducerToken:$producer, TileAS_ConsumerToken:$consumer);
  let assemblyFormat = [{
    $bufferView attr-dict `:` custom<TileType>(type($bufferView)) `->`
    qualified(type($producer)) `,` qualified(type($consumer))
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Region ops
//===----------------------------------------------------------------------===//

class TileAS_PipelineRegionOp<string mnemonic>
    : TileAS_PipelineOpBase<mnemonic, [
        SingleBlock, RecursiveMemoryEffects, pipelineEffects]> {
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

class TileAS_ProduceOp<string mnemonic> : TileAS_PipelineRegionOp<mnemonic> {
  let arguments = (ins TileAS_ProducerToken:$token, TileAS_Iterator:$iterator,
                       TypeArrayAttr:$producer_types);
  code members = [{
    ::mlir::ArrayAttr getPayloadTypes() { return getProducerTypes(); }
    static ::llvm::StringRef getPayloadAttrName() { return "producer_types"; }
  }];
}

class TileAS_ConsumeOp<string mnemonic> : TileAS_PipelineRegionOp<mnemonic> {
  let arguments = (ins TileAS_ConsumerToken:$token, TileAS_Iterator:$iterator,
                       I32Attr:$consumer_idx, TypeArrayAttr:$consumer_types);
  code members = [{
    ::mlir::ArrayAttr getPayloadTypes() { return getConsumerTypes(); }
    static ::llvm::StringRef getPayloadAttrName() { return "consumer_types"; }
  }];
}

def TileAS_ProduceOneOp : TileAS_ProduceOp<"produce_one"> {
  let summary = "fill one stage";
  let description = [{
    Acquires the iterator's stage, runs the body on the stage's values, writes
    what it yields into the stage and commits it.

    Rejected: `producer_types` other than the iterator's payload, body arguments
    other than it, a body that does not end in `async.pipeline.yield`, yielded
    types other than `producer_types` followed by the types of the values.

    ```mlir
    %p1 = nv_tileas.async.pipeline.produce_one %p, %i {producer_types = [tile<64xf16>]}
        : (!nv_tileas.async.pipeline.producer_token, !nv_tileas.async.pipeline.iterator<tile<64xf16>>)
        -> !nv_tileas.async.pipeline.producer_token (%stage : tile<64xf16>) {
      nv_tileas.async.pipeline.yield %stage : tile<64xf16>
    }
    ```
    MLIR's block headers take no bare types, so the arguments of the body stand
    in front of it.
  }];
  let results = (outs TileAS_ProducerToken:$result, Variadic<AnyType>:$values);
  let extraClassDeclaration = members;
}

def TileAS_ProduceOneAsyncOp : TileAS_ProduceOp<"produce_one_async"> {
  let summary = "fill one stage, completing later";
  let description = [{
    As `produce_one`; the async token completes when the stage is committed.
  }];
  let results = (outs TileAS_ProducerToken:$result, TileAS_AsyncToken:$done,
                      Variadic<AnyType>:$values);
  let extraClassDeclaration = members;
}

def TileAS_ConsumeOneOp : TileAS_ConsumeOp<"consume_one"> {
  let summary = "read one stage";
  let description = [{
    Waits for the iterator's stage, runs the body on its values and releases it.
    What the body yields after the payload are the values of the op.

    Rejected: as `produce_one`, with `consumer_types`; a negative `consumer_idx`.
  }];
  let results = (outs TileAS_ConsumerToken:$result, Variadic<AnyType>:$values);
  let extraClassDeclaration = members;
}

def TileAS_ConsumeOneAsyncOp : TileAS_ConsumeOp<"consume_one_async"> {
  let summary = "read one stage, completing later";
  let description = [{
    As `consume_one`; the async token completes when the stage is released.
  }];
  let results = (outs TileAS_ConsumerToken:$result, TileAS_AsyncToken:$done,
                      Variadic<AnyType>:$values);
  let extraClassDeclaration = members;
}

def TileAS_AgentSwitchOp : TileAS_PipelineOpBase<"agent_switch", [
    pipelineEffects, RecursiveMemoryEffects]> {
  let summary = "one body per agent";
  let description = [{
    The warps of the block are divided into groups of `num_agents_per_group`
    agents; agent i runs region i with at most `max_regs[i]` registers per
    thread, or with those that all threads have if that is 0. An `isolated` agent sees nothing of the surrounding scope.

    Rejected: no region, not one budget per region, budgets that are neither
    0 nor a multiple of 8 from 24 to 256, fewer than one agent per group, `isolated` regions that
    use a value from above, a region that does not end in an empty
    `async.pipeline.yield`.
  }];
  let arguments = (ins I32Attr:$num_agents_per_group, DenseI32ArrayAttr:$max_regs,
                       BoolAttr:$isolated);
  let regions = (region VariadicRegion<SizedRegion<1>>:$agents);
  let assemblyFormat = [{
    `num_agents_per_group` `=` $num_agents_per_group `max_regs` `=` $max_regs
    `isolated` `=` $isolated attr-dict-with-keyword $agents
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def TileAS_PipelineYieldOp : TileAS_PipelineOpBase<"yield", [
    Pure, Terminator, ReturnLike,
    ParentOneOf<["::tessera::tileas::ProduceOneOp", "::tessera::tileas::ProduceOneAsyncOp",
                 "::tessera::tileas::ConsumeOneOp", "::tessera::tileas::ConsumeOneAsyncOp",
                 "::tessera::tileas::AgentSwitchOp"]>]> {
  let summary = "end of a producer, consumer or agent body";
  let description = [{ Rejected: outside these. }];
  let arguments = (ins Variadic<AnyType>:$values);
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
  let assemblyFormat = "($values^ `:` custom<TileTypes>(type($values)))? attr-dict";
}

//===----------------------------------------------------------------------===//
// Single steps
//===----------------------------------------------------------------------===//

def TileAS_CreateIteratorOp : TileAS_PipelineOpBase<"create_iterator", [Pure]> {
  let summary = "an iterator at the first stage of one side";
  let description = [{
    Counts the stages of the token's pipeline for one side. Rotates: after the last
    stage comes stage 0 again. It stands at `stage`, or with `of_team` at the stage
    that has the number of the thread's team.

    Rejected: a negative `stage`; a `stage` and `of_team`.

    ```mlir
    %i = nv_tileas.async.pipeline.create_iterator %p {of_team}
        : !nv_tileas.async.pipeline.producer_token -> !nv_tileas.async.pipeline.iterator<tile<1xi32>>
    ```
  }];
  let arguments = (ins AnyTypeOf<[TileAS_ProducerToken, TileAS_ConsumerToken]>:$pipeline,
                       DefaultValuedAttr<I32Attr, "0">:$stage, UnitAttr:$of_team);
  let builders = [OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$pipeline), [{
    build($_builder, $_state, result, pipeline, /*stage=*/0u, /*of_team=*/false);
  }]>];
  let results = (outs TileAS_Iterator:$result);
  let assemblyFormat = "$pipeline attr-dict `:` qualified(type($pipeline)) `->` qualified(type($result))";
  let hasVerifier = 1;
}

def TileAS_IncIterOp : TileAS_PipelineOpBase<"inc_iter", [
    Pure, SameOperandsAndResultType]> {
  let summary = "the iterator of the next stage";
  let description = [{
    To be carried by `scf` loops, once per iteration. With `round` it is that of the
    same stage a round later: a side that uses one stage only, as a team does,
    leaves the others out.

    ```mlir
    %j = nv_tileas.async.pipeline.inc_iter %i {round}
        : !nv_tileas.async.pipeline.iterator<tile<1xi32>>
    ```
  }];
  let arguments = (ins TileAS_Iterator:$iterator, UnitAttr:$round);
  let builders = [OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$iterator), [{
    build($_builder, $_state, result, iterator, /*round=*/false);
  }]>];
  let results = (outs TileAS_Iterator:$result);
  let assemblyFormat = "$iterator attr-dict `:` qualified(type($iterator))";
}

def TileAS_ProducerAcquireOp : TileAS_PipelineOpBase<"producer_acquire", [pipelineEffects]> {
  let summary = "wait until the stage is free";
  let description = [{
    Until every consumer released what the stage held before. Grants the stage.
  }];
  let arguments = (ins TileAS_ProducerToken:$token, TileAS_Iterator:$iterator);
  let results = (outs TileAS_ProducerToken:$result);
  let assemblyFormat = [{
    $token `,` $iterator attr-dict `:` qualified(type($token)) `,` qualified(type($iterator)) `->`
    qualified(type($result))
  }];
}

def TileAS_ProducerWriteOp : TileAS_PipelineOpBase<"producer_write", [pipelineEffects]> {
  let summary = "put values into the acquired stage";
  let description = [{
    Rejected: values other than the iterator's payload.
  }];
  let arguments = (ins TileAS_ProducerToken:$token, TileAS_Iterator:$iterator,
                       Variadic<TileAS_TileOrView>:$values);
  let results = (outs TileAS_ProducerToken:$result);
  let assemblyFormat = [{
    $token `,` $iterator `,` $values attr-dict `:` qualified(type($token)) `,`
    qualified(type($iterator)) `,` custom<TileTypes>(type($values)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def TileAS_ProducerCommitOp : TileAS_PipelineOpBase<"producer_commit", [pipelineEffects]> {
  let summary = "publish the stage";
  let description = [{
    What `producer_write` put there is visible to whoever waits for it.

    With an iterator, what the threads of the role or team have written for that
    stage is: each of their warps arrives at its barrier.

    ```mlir
    %q = nv_tileas.async.pipeline.producer_commit %p, %i
        : !nv_tileas.async.pipeline.producer_token, !nv_tileas.async.pipeline.iterator<tile<1xi32>>
        -> !nv_tileas.async.pipeline.producer_token
    ```
  }];
  let arguments = (ins TileAS_ProducerToken:$token, Optional<TileAS_Iterator>:$iterator);
  let results = (outs TileAS_ProducerToken:$result);
  let builders = [OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$token), [{
    build($_builder, $_state, result, token, ::mlir::Value());
  }]>];
  let assemblyFormat = [{
    $token (`,` $iterator^)? attr-dict `:` qualified(type($token))
    (`,` qualified(type($iterator))^)? `->` qualified(type($result))
  }];
}

def TileAS_ConsumerWaitOp : TileAS_PipelineOpBase<"consumer_wait", [pipelineEffects]> {
  let summary = "wait until the stage is published";
  let description = [{ Rejected: a negative `consumer_idx`. }];
  let arguments = (ins TileAS_ConsumerToken:$token, TileAS_Iterator:$iterator,
                       I32Attr:$consumer_idx);
  let results = (outs TileAS_ConsumerToken:$result);
  let assemblyFormat = [{
    $token `,` $iterator attr-dict `:` qualified(type($token)) `,` qualified(type($iterator)) `->`
    qualified(type($result))
  }];
  let hasVerifier = 1;
}

def TileAS_ConsumerReadOp : TileAS_PipelineOpBase<"consumer_read", [pipelineEffects]> {
  let summary = "the values of the awaited stage";
  let description = [{
    Rejected: results other than the iterator's payload, a negative
    `consumer_idx`.
  }];
  let arguments = (ins TileAS_ConsumerToken:$token, TileAS_Iterator:$iterator,
                       I32Attr:$consumer_idx);
  let results = (outs Variadic<TileAS_TileOrView>:$values);
  let assemblyFormat = [{
    $token `,` $iterator attr-dict `:` qualified(type($token)) `,` qualified(type($iterator)) `->`
    custom<TileTypes>(type($values))
  }];
  let hasVerifier = 1;
}

def TileAS_ConsumerReleaseOp : TileAS_PipelineOpBase<"consumer_release", [pipelineEffects]> {
  let summary = "give the stage back to the producer";
  let description = [{
    The consumer's reads are done: those of the stage that was waited for last, or of
    the one at the iterator, if the products that read it went on after that wait.
  }];
  let arguments = (ins TileAS_ConsumerToken:$token, Optional<TileAS_Iterator>:$iterator);
  let results = (outs TileAS_ConsumerToken:$result);
  let builders = [OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$token), [{
    build($_builder, $_state, result, token, ::mlir::Value());
  }]>];
  let assemblyFormat = [{
    $token (`,` $iterator^)? attr-dict `:` qualified(type($token))
    (`,` qualified(type($iterator))^)? `->` qualified(type($result))
  }];
}

def TileAS_ClosePipelineOp : TileAS_Op<"close_pipeline", [pipelineEffects]> {
  let summary = "the barriers of a pipeline's stages are no longer barriers";
  let description = [{
    After the last use of a pipeline with barriers of its own in shared memory: all
    copies into its stages have been waited for by all threads, and their bytes may
    become something else.

    ```mlir
    nv_tileas.close_pipeline %c
    ```
  }];
  let arguments = (ins TileAS_ConsumerToken:$token);
  let assemblyFormat = "$token attr-dict";
}

def TileAS_RetireStagesOp : TileAS_Op<"retire_stages", [pipelineEffects]> {
  let summary = "the stages of a pipeline are free for other things";
  let description = [{
    For the role that reads them, from here to the end of the block: all that was
    copied into them has been waited for by this thread, and nothing more will be.
    The bytes of the stages may become something else behind a barrier of the role;
    those of their barriers stay.

    ```mlir
    nv_tileas.retire_stages %c
    ```
  }];
  let arguments = (ins TileAS_ConsumerToken:$token);
  let assemblyFormat = "$token attr-dict";
}

def TileAS_AwaitFillsOp : TileAS_Op<"await_fills", [pipelineEffects]> {
  let summary = "wait until the stages that were given to copies are filled";
  let description = [{
    The first thread of the producer waits for the copies into all stages in front
    of `iterator`: those of the last round. What they read, such as tensor maps, may
    become something else then.

    ```mlir
    nv_tileas.await_fills %p, %it
        : !nv_tileas.async.pipeline.producer_token, !nv_tileas.async.pipeline.iterator<tile<8xf32>>
    ```
  }];
  let arguments = (ins TileAS_ProducerToken:$token, TileAS_Iterator:$iterator);
  let assemblyFormat = [{
    $token `,` $iterator attr-dict `:` qualified(type($token)) `,` qualified(type($iterator))
  }];
}

def TileAS_ClusterRankOp : TileAS_Op<"cluster_rank", [Pure]> {
  let summary = "the number of the block in its cluster";
  let description = [{
    From 0 on; 0 without clusters. Blocks of a cluster have the same program ids.

    ```mlir
    %rank = nv_tileas.cluster_rank
    ```
  }];
  let results = (outs I32:$result);
  let assemblyFormat = "attr-dict";
}

def TileAS_TeamRankOp : TileAS_Op<"team_rank", [Pure]> {
  let summary = "the number of the thread's team in its role";
  let description = [{
    From 0 on; 0 in roles of one team, and outside of roles. Teams of a role work
    on parts of one tile block, with the same program ids.

    ```mlir
    %rank = nv_tileas.team_rank
    ```
  }];
  let results = (outs I32:$result);
  let assemblyFormat = "attr-dict";
}

def TileAS_OfTeamOp : TileAS_Op<"of_team", [
    Pure, AllTypesMatch<["view", "result"]>]> {
  let summary = "what a team has where another role names it";
  let description = [{
    Storage that each team has (`alloc_tensor` with `each_team`), or a place in its
    columns (`tensor_place` in front of the roles), of the team whose number is
    `team`. Roles name what teams have in this way, and so do these themselves.

    Rejected: a view that is neither.

    ```mlir
    %own = nv_tileas.of_team %q, %rank : !nv_tileas.tiled_view<128x64xbf16, smem, #image>
    ```
  }];
  let arguments = (ins TileAS_AnyView:$view, I32:$team);
  let results = (outs TileAS_AnyView:$result);
  let assemblyFormat = "$view `,` $team attr-dict `:` custom<TileType>(type($view))";
  let hasVerifier = 1;
}

def TileAS_RetireStorageOp : TileAS_Op<"retire_storage", [pipelineEffects]> {
  let summary = "the storage that each team has is free for other things";
  let description = [{
    For the teams, from here to the end of the block: no role reads or writes the
    storage of this team any more, and its bytes may become something else that the
    team allocates.

    Rejected: other than storage that each team has.

    ```mlir
    nv_tileas.retire_storage %q : !nv_tileas.tiled_view<128x64xbf16, smem, #image>
    ```
  }];
  let arguments = (ins TileAS_AnyView:$storage);
  let assemblyFormat = "$storage attr-dict `:` custom<TileType>(type($storage))";
  let hasVerifier = 1;
}

def TileAS_IsFirstThreadOp : TileAS_Op<"is_first_thread", [Pure]> {
  let summary = "whether this is the first thread of its role, or of its team";
  let description = [{
    For work that one thread does from begin to end, like a producer whose copies are
    all made by TMA. What depends on it must not contain a barrier.

    ```mlir
    %first = nv_tileas.is_first_thread
    ```
  }];
  let results = (outs I1:$result);
  let assemblyFormat = "attr-dict";
}

#endif // TESSERA_DIALECT_TILEAS_IR_PIPELINEOPS_TD
