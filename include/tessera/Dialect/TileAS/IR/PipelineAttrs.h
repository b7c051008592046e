//===- Dialect/TileAS/IR/PipelineAttrs.h - attributes of stages -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What tileas-pipeline-loops tells the lowering about pipelines of one block,
// whose threads are producers and consumers in turn or have one of these roles.
// Without an attribute the lowering does what is always right.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_PIPELINEATTRS_H
#define TESSERA_DIALECT_TILEAS_IR_PIPELINEATTRS_H

#include "llvm/ADT/StringRef.h"

namespace tessera::tileas {

/// On create_pipeline: where each payload value is in a stage, in bytes
/// (array<i64>), and its image there (layouts of offsets).
constexpr llvm::StringLiteral kPayloadOffsetsAttrName =
    "nv_tileas.payload_offsets";
constexpr llvm::StringLiteral kPayloadImagesAttrName =
    "nv_tileas.payload_images";
/// On a load whose result a producer yields: copied by cp.async.
constexpr llvm::StringLiteral kCopyToStageAttrName = "nv_tileas.copy_to_stage";
/// On produce_one_async: a barrier since the stage was read last.
constexpr llvm::StringLiteral kStageIsFreeAttrName = "nv_tileas.stage_is_free";
/// On consumer_wait: how many stages were committed after the awaited one.
constexpr llvm::StringLiteral kPendingStagesAttrName =
    "nv_tileas.pending_stages";
/// On create_pipeline: where in the buffer, behind all stages, the barriers are
/// that copies by TMA complete on, one of 8 bytes for each stage (i64: bytes).
/// Every time that a stage is filled is one phase of its barrier, whichever way
/// it is filled.
constexpr llvm::StringLiteral kFullBarrierAttrName = "nv_tileas.full_barrier";
/// On produce_one_async: the bytes that TMA brings into the stage (i64).
constexpr llvm::StringLiteral kTransactionBytesAttrName =
    "nv_tileas.transaction_bytes";

/// On async.tiled_tma_load in a producer's body: each of the two blocks of a
/// cluster copies half of the tile, to the stages of both.
constexpr llvm::StringLiteral kMulticastAttrName = "nv_tileas.multicast";
/// On create_pipeline: consumers release a stage in both blocks of the cluster.
constexpr llvm::StringLiteral kClusterStagesAttrName =
    "nv_tileas.cluster_stages";
/// On create_pipeline: one issuer multiplies for both blocks of a pair, in the
/// first of them. What it waits for are barriers of that block, at which both
/// blocks arrive; its products arrive in both.
constexpr llvm::StringLiteral kPairStagesAttrName = "nv_tileas.pair_stages";

/// On create_pipeline: how many arrivals a phase of the full barriers takes
/// besides the bytes (i64); 1 without it.
constexpr llvm::StringLiteral kFullArrivalsAttrName = "nv_tileas.full_arrivals";
/// On create_pipeline, between two roles: where in the buffer, behind those,
/// the barriers are that consumers complete when they have read a stage (i64:
/// bytes), and how many arrivals that takes (i64): one of each warpgroup if a
/// release says nothing else.
constexpr llvm::StringLiteral kEmptyBarrierAttrName = "nv_tileas.empty_barrier";
constexpr llvm::StringLiteral kEmptyArrivalsAttrName =
    "nv_tileas.empty_arrivals";
/// On consumer_release: one thread issues all products that read the stage, and
/// the stage is released when these are done.
constexpr llvm::StringLiteral kReleasedByProductsAttrName =
    "nv_tileas.released_by_products";
/// On consumer_release: each warp makes an arrival, because its threads have
/// read the stage for themselves.
constexpr llvm::StringLiteral kEachWarpReleasesAttrName =
    "nv_tileas.each_warp_releases";
/// On consumer_wait: each thread waits for the stage's barrier by itself; the
/// threads do not meet.
constexpr llvm::StringLiteral kWaitsAloneAttrName = "nv_tileas.waits_alone";

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_IR_PIPELINEATTRS_H
