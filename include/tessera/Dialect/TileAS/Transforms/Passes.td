//===- TileAS/Transforms/Passes.td - passes on nv_tileas -*- tablegen -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_TRANSFORMS_PASSES_TD
#define TESSERA_DIALECT_TILEAS_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def VerifyTileASStagePass
    : Pass<"verify-tileas-stage", "::mlir::ModuleOp"> {
  let summary = "Check that a module is at the nv_tileas level";
  let description = [{
    Changes nothing; reports each violation at the op that breaks a rule, and
    fails.

    | rule | reported |
    |---|---|
    | the module names its target | no `nv_tileas.target` |
    | functions have a plan | a `nv_tileaa.func` without `nv_tileas.plan` |
    | plans keep the target's limits | a cluster of more blocks, or more warps on a multiprocessor, than the target has |
    | every tile has a layout | a tensor in a result or block argument without one |
    | layouts agree with the plan | a layout of another number of warps |
    | element-wise ops do not move data | operands and results of one shape in different layouts (arith, math, element-wise nv_tileaa) |
    | only this level's dialects | ops outside nv_tileas, nv_tileaa, arith, math, scf and ub |
    | nothing of nv_tileaa that nv_tileas replaces | `load store tiled_load tiled_store tiled_atomic_rmw gather_load scatter_store dot reduce scan view` of nv_tileaa |
    | no cuda_tile op | one of its ops |
  }];
  let dependentDialects = ["::tessera::tileas::TileASDialect"];
}

def PipelineLoopsPass : Pass<"tileas-pipeline-loops", "::mlir::ModuleOp"> {
  let summary = "Copy the operands of products some iterations ahead";
  let description = [{
    In each `scf.for` with a `dot`: weak loads that are only converted to another
    layout, whose positions outside read zero or anything, and of which a thread
    has four bytes or more in a row (access facts) become one pipeline. Stages -
    1 iterations ahead `produce_one_async` fills a stage by cp.async; `consumer_read`
    reads it in the layout of the conversion. Addresses are computed once more,
    ahead; a load whose address depends on memory or on a product stays.

    Stages: the `latency` hint of a load (2 to 6), else 3, or what the price of an
    iteration asks for where TMA fills them (4 to 8); no more than three quarters of
    the target's shared memory holds, and none below 2. Kernels with an `alloca`
    stay as they are. For the lowering: `nv_tileas.payload_offsets` and
    `nv_tileas.payload_images` on the pipeline, `nv_tileas.stage_is_free`,
    `nv_tileas.copy_to_stage` and `nv_tileas.pending_stages` on its ops.

    With strategies by TMA, tiles are copied by `async.tiled_tma_load` where tensor
    maps can describe them, into the image that a product has chosen, or for threads
    into panels as wide as the swizzle. The maps are made at their views; where `is_tma_desc_made` is false, the stage is filled by cp.async.
    If the plan has a consumer and a producer, loops whose stages the producer can
    fill become one of each role, and the roles regions of an `agent_switch`.
    For the lowering: `nv_tileas.full_barrier` on the pipeline and
    `nv_tileas.transaction_bytes` on its producer.
  }];
  let dependentDialects = ["::tessera::tileas::TileASDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def LoopOverBlocksPass : Pass<"tileas-loop-over-blocks", "::mlir::ModuleOp"> {
  let summary = "Let a block make the tiles of blocks that have not started";
  let description = [{
    The program of a kernel with the plan `tcgen05_persistent`, or of pairs of blocks
    `tcgen05_pair_persistent`, becomes the body of a loop over `count_turns`, and its program ids those of `turn_block`. Scalars and
    views that follow from the arguments alone stay in front. Of two bodies the
    first has the loop. In grids of one wave (`has_waves` is false) a copy of
    the program runs that has none.

    Rejected: program ids in front of two bodies.
  }];
  let dependentDialects = ["::tessera::tileas::TileASDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def TakeBlocksPass : Pass<"tileas-take-blocks", "::mlir::ModuleOp"> {
  let summary = "Ask for blocks that have not started";
  let description = [{
    The loops over `count_turns` of the roles of a kernel become loops that go on
    while there is another tile block. The first thread of the producer asks at the
    begin of a turn (`async.cancel_next_program_id`), and all threads of all roles
    read the answer at its end (`read_next_program_id`). Of a pair of blocks that of
    the first block asks, and both expect the answer (`async.expect_program_id`).

    Needs `tileas-pipeline-loops`. Rejected: a loop over turns that is not in a role,
    or whose roles have no producer.
  }];
  let dependentDialects = ["::tessera::tileas::TileASDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def PlaceAccumulatorsPass : Pass<"tileas-place-accumulators", "::mlir::ModuleOp"> {
  let summary = "Put accumulators of tcgen05 into tensor memory";
  let description = [{
    Every `dot` and `async.dot` with an atom of tcgen05 becomes a `tensor_dot` into
    a `tensor_place`, a commit and a wait. The tile that it adds to is stored there
    first, unless it is zero, and the result is loaded from there. A value that a
    loop carries and that only such products of the loop add to stays in its place
    through the loop; whether the place has been written is carried instead.

    Places get columns: those that never live together share them. The block claims
    as many as the function needs, rounded up to a power of two, at its start, and
    releases them at its end.

    Rejected: more columns than there are.
  }];
  let dependentDialects = ["::tessera::tileas::TileASDialect",
                           "::mlir::arith::ArithDialect"];
}

def FillFactorsEarlyPass : Pass<"tileas-fill-factors-early", "::mlir::ModuleOp"> {
  let summary = "Fill factors of products in front of the product before";
  let description = [{
    Storage of a factor that the threads fill from memory of the GPU, behind the
    wait for one product and for another one in the same block, is filled in front
    of the first one. So a thread never has elements of the factor beside the sums
    of that. Only loads that no token orders are moved, and only where the block
    ends behind a wait for all products, so that nothing reads the storage any more.

    In kernels of teams, storage of a factor that the threads fill with what they
    have computed is filled in front of loads of tensor memory behind the same wait,
    which would else be beside that in registers.
  }];
  let dependentDialects = ["::tessera::tileas::TileASDialect"];
}

def SplitFactorsPass : Pass<"tileas-split-factors", "::mlir::ModuleOp"> {
  let summary = "Compute left factors in tensor memory part by part";
  let description = [{
    A tile that is stored to a place of a left factor in tensor memory, and that
    element-wise ops compute, is computed and stored in parts of 32 columns, if a
    thread has whole rows. So are reductions of its rows whose results no part
    needs. Parts of what is not only the factor's are taken by `extract_slice`.
    The parts stand behind the last `wait_products` in front of the store.
    The last one waits for the stores of all (`nv_tileas.next_store_waits`). A load
    from tensor memory behind the parts begins in front of the last one, if they
    stand behind a wait (`async.tiled_load`, `async.future_wait`).
  }];
  let dependentDialects = ["::tessera::tileas::TileASDialect",
                           "::mlir::arith::ArithDialect"];
}

def LoadBesideWaitsPass : Pass<"tileas-load-beside-waits", "::mlir::ModuleOp"> {
  let summary = "Begin loads from tensor memory in front of the wait for a stage";
  let description = [{
    A load of sums from tensor memory, behind which a branch waits for a stage on
    one of its ways, begins in front of the branch (`async.tiled_load`). Both ways
    wait for it (`async.future_wait`), one behind the wait for the stage, and hand
    the sums on as a result of the branch. Left alone: sums that the branch needs,
    and targets that reduce rows as they load them, where loads stay in one piece
    with a reduction.
  }];
  let dependentDialects = ["::tessera::tileas::TileASDialect",
                           "::mlir::scf::SCFDialect"];
}

def ShareExponentialsPass : Pass<"tileas-share-exponentials", "::mlir::ModuleOp"> {
  let summary = "Compute some exponentials of a loop by multiply-add";
  let description = [{
    Marks each `exp2` of f32 that flushes to zero, in a loop whose products the
    tensor unit makes, with how many of a thread's elements multiply-add computes
    (`nv_tileas.by_fma`), so that the unit of special functions and the issue of
    instructions take equally long. Left alone: tiles of which a thread has fewer
    than 16 elements, targets without packed arithmetic of f32, and targets whose
    constants of timed emulation are not known or have that unit twice as fast.
  }];
  let dependentDialects = ["::tessera::tileas::TileASDialect"];
}

def CoalesceStoresPass : Pass<"tileas-coalesce-stores", "::mlir::ModuleOp"> {
  let summary = "Bring fragments into rows in front of their store";
  let description = [{
    A weak `tiled_store` to global memory whose tile has another layout than that
    of coalesced accesses gets a `convert_layout` to it, where this is cheaper: the
    lines and sectors that the store touches as it is, against those of rows and
    the passes over shared memory between (`Utils/StorePrice.h`, with the constants
    of timed emulation). A tile that is larger than the storage that is dead by then,
    and than 32 KiB, is converted in parts (`nv_tileas.scratch_bytes`).

    Not changed: stores with masks or offsets, of pointers, of elements below a
    byte, and those made only where a tensor map could not be made.
  }];
  let dependentDialects = ["::tessera::tileas::TileASDialect"];
}

def ExplicitStoragePass : Pass<"tileas-explicit-storage", "::mlir::ModuleOp"> {
  let summary = "Write what passes between warps as storage";
  let description = [{
    Ops that hand values from warp to warp become an `alloc_tensor` in smem, a
    `tiled_store` to it and a `tiled_load` from it:

    | op | what is in storage |
    |---|---|
    | `reduce` along a dimension that warps share | one part of each result for each warp; every thread reduces the parts that it reads |
    | an ordered load or atomic update whose value threads beside the owner use | the value; the op gets `nv_tileas.owners_only` |
    | `extract`, `cat` | the tile, as slices |
    | `insert` | the slice |
    | `pack`, `unpack` | the tile, seen as other elements (`reinterpret`) |
    | `claim_tma_place`, `claim_heap` | the scalar of the thread that claims (`store_scalar`, `load_scalar`), with `nv_tileas.owners_only` |
    | `print` of tiles | the tiles; the op becomes `nv_tileas.print` of storage |

    An `alloca` that other blocks may use becomes a piece of the heap, claimed at
    the start of the kernel and released at its end. In a loop, a barrier stands
    where the alloca stood, so that iterations take turns.

    A factor of multiply-add or mma.sync that a conversion or a stage brings through
    shared memory stays there where that is worth it (docs/gpu-products.md): the
    product takes a view of storage, or of the stage, and `lhs_tile` or `rhs_tile`
    says what it reads.

    Other layout conversions stay for `tileas-expand-exchanges`. What is there already is
    not done again.

    Rejected: a reduction where one bit of the warp decides several bits of the
    index; a cat of operands of different shapes.
  }];
  let dependentDialects = ["::tessera::tileas::TileASDialect",
                           "::mlir::arith::ArithDialect"];
}

def AllocateSharedMemoryPass
    : Pass<"tileas-allocate-shared-memory", "::mlir::ModuleOp"> {
  let summary = "Give exchanges and storage their place in shared memory";
  let description = [{
    One pool per function. Storage (`alloc_tensor` in smem) lives from its op to
    the last use of it or of a view of it, over whole loops where a loop carries
    or re-enters it; the bytes of a `convert_layout` that does not stay in a warp
    (written on it as `nv_tileas.scratch_bytes`, unless it says already that it is
    made in parts of fewer) while it is made. What never lives together shares
    bytes. Writes `nv_tileas.shared_offset` on the op and `nv_tileas.shared_bytes`
    on the function; run again, it gives places afresh.

    Storage is aligned to 128 bytes and, with a layout of its own, to 1024, as TMA
    and matrix descriptors need; what only stores and loads of threads use, to 16.

    Where a pool is larger than the target (`nv_tileas.target`) has, in this order:
    the stores of factors that products read in shared memory move into the
    product's loop; such products are made in blocks of their result, by
    `extract_slice` and `insert_slice`,
    whose parts of the factors take turns, and are loaded where they are used if
    threads have no registers for both factors and the sums; the
    largest of these factors come in registers; conversions are halved.

    Rejected: a pool that is still larger.
  }];
  let dependentDialects = ["::tessera::tileas::TileASDialect",
                           "::mlir::arith::ArithDialect"];
}

def ExpandExchangesPass : Pass<"tileas-expand-exchanges", "::mlir::ModuleOp"> {
  let summary = "Write exchanges through shared memory as accesses to it";
  let description = [{
    A `convert_layout` with `nv_tileas.scratch_bytes` becomes an `alloc_tensor` in
    smem at its `nv_tileas.shared_offset`, a `tiled_store` of the tile and a
    `tiled_load` in the other layout. The storage's image is the one with the
    fewest bank conflicts for both. Fewer bytes than the tile takes: parts of it
    (`extract_slice`, `insert_slice`) take turns. Pointers travel as numbers.

    `tileas-insert-barriers` then places the barriers, as for all storage.

    Rejected: scratch without a place; bytes that are fewer than the smallest part
    of the tile takes.
  }];
  let dependentDialects = ["::tessera::tileas::TileASDialect",
                           "::mlir::arith::ArithDialect"];
}

def InsertBarriersPass : Pass<"tileas-insert-barriers", "::mlir::ModuleOp"> {
  let summary = "Place the barriers that shared memory and tokens need";
  let description = [{
    Follows every path and remembers what happened since the last barrier. One
    `nv_tileas.barrier` goes in front of an op

    - that reads bytes of shared memory which another op wrote, or writes bytes
      which another op read or wrote (scratch and storage);
    - that a token orders after an access A (rows of docs/nv_tileas.md, memory
      order): possibly to the same memory, by other threads, not both weak reads;
      or A is an acquire; or the op is a release.

    - that gives memory to others while some may still use it: `release_heap`, an
      `alloca` in a loop, a producer whose stage nobody says to be free,
      `release_tma_place` behind roles that make maps there.

    One goes behind an op that each thread carries out alone and that others rely
    on: `consumer_wait` without a barrier of the stage, `memory_fence`, and the
    `alloca` of 4-bit elements, which zeroes them.

    Nothing follows from the order of the text. Accesses whose elements the same
    threads make (one view, one position, one layout; all scalar stores and
    atomics) need no barrier, nor do different alias classes of
    `annotate-access-facts`. Asynchronous copies count as pending until
    `async.wait`; an asynchronous engine on one side of an edge gets
    `nv_tileas.proxy_fence` on both sides of the barrier. Blocks of one warp get
    `barrier warp`. Barriers that are there already count; run again, the pass
    changes nothing.

    Needs `tileas-allocate-shared-memory`.
  }];
  let dependentDialects = ["::tessera::tileas::TileASDialect"];
}

def ReduceAtLoadPass : Pass<"tileas-reduce-at-load", "::mlir::ModuleOp"> {
  let summary = "Take extrema of rows while they are loaded from tensor memory";
  let description = [{
    A `reduce` by one `maxf`, `minf` or extremum of integers along the columns of a
    tile that a `tiled_load` brings from tensor memory becomes part of the load
    (`load_extrema`), where the target has an instruction for that and each thread
    holds whole rows, or whole parts of them that warps share. The reduction may be
    of absolute values.

    Stays: further reductions of the same load; a reduction whose lanes share rows.

    Needs `tileas-explicit-storage`.
  }];
  let dependentDialects = ["::tessera::tileas::TileASDialect"];
}

def SkipMasksPass : Pass<"tileas-skip-masks", "::mlir::ModuleOp"> {
  let summary = "Branch around masks of which all bits are set";
  let description = [{
    A `select` in a loop, of 16 elements of each thread or more, by a mask of
    signed comparisons (and `andi` of such) of numbers of elements, scalars and their
    sums, becomes an `scf.if`: where the scalars say that the mask is true
    everywhere, its bits are not computed. Causal attention has such a mask in every
    tile of keys, and needs it at the diagonal only. An element-wise op that makes
    one tile of the selected one and another one, which nothing else needs, goes into
    both ways, so that a thread never has two tiles behind the branch.

    Runs last: no pass looks for what is in the branch. Needs
    `tileas-expand-exchanges`: nothing of the mask goes through shared memory.

    Stays: a mask of other numbers, or of numbers that have not 32 bits.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def CheckPipelinesPass : Pass<"tileas-check-pipelines", "::mlir::ModuleOp"> {
  let summary = "Check that stages are filled, awaited and read in turn";
  let description = [{
    Changes nothing. Walks through each function as a thread would, with loops of 0
    to 2 s + 1 turns (s: the most stages of a pipeline) and both ways at conditions
    that depend on data, and keeps count of the groups of copies.

    Rejected: a stage that is filled while threads or a product may read it, or
    before anybody has read it; that is awaited and not filled, or filled by a group
    of copies that the wait leaves pending; that is read without a barrier behind
    the wait. Functions with several roles are not looked at.
  }];
}

def InlineAsyncPass : Pass<"tileas-inline-async", "::mlir::ModuleOp"> {
  let summary = "Do asynchronous work where it begins";
  let description = [{
    `async.tiled_load`, `async.load`, `async.store`, `async.copy`, the slices and
    products of the threads themselves (`async.dot` of mma and fma) become the op
    without `async`. What they deliver is a `to_async` of a value that is there, and
    their async tokens are memory tokens (`token_to_async`), which waits then wait
    for. A `copy` is a load and a store of storage. `async.load` is a load, and a
    store to its storage.

    Stays: what TMA and the tensor cores' own engines do, loads from tensor memory,
    and waits for tokens that come from elsewhere, as through a loop.

    Rejected: a copy that is not between storage in smem; an `async.load` of one
    pointer.
  }];
  let dependentDialects = ["::tessera::tileas::TileASDialect",
                           "::mlir::arith::ArithDialect"];
}

def InlinePipelinesPass : Pass<"tileas-inline-pipelines", "::mlir::ModuleOp"> {
  let summary = "Turn pipelines into straight-line code";
  let description = [{
    The sequential meaning of the pipeline ops: a stage is a slot of the buffer
    (or, for payload values that do not fit it, of storage of its own), an
    iterator a counter, a token nothing. Bodies run where they stand; what a
    producer yields is stored, what a consumer's body takes is loaded. The
    buffer's accesses get their barriers from `tileas-insert-barriers`.

    Rejected: agents (their order is the run's), an op whose token and iterator
    are of different pipelines or of no one pipeline, payload that is no tile, a
    pipeline from outside the function.
  }];
  let dependentDialects = ["::tessera::tileas::TileASDialect",
                           "::mlir::arith::ArithDialect"];
}

#endif // TESSERA_DIALECT_TILEAS_TRANSFORMS_PASSES_TD
