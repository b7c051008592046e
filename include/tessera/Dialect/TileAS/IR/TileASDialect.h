//===- TileAS/IR/TileASDialect.h - the dialect class ----------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect object of nv_tileas and the names of its discardable attributes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_TILEASDIALECT_H
#define TESSERA_DIALECT_TILEAS_IR_TILEASDIALECT_H

#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"

namespace tessera::tileas {

/// `#nv_tileas.plan` on functions: how the kernel uses its target.
constexpr llvm::StringLiteral kPlanAttrName = "nv_tileas.plan";
/// i64 on functions: bytes of the shared-memory pool.
constexpr llvm::StringLiteral kMisfitsAttrName = "nv_tileas.misfits";
constexpr llvm::StringLiteral kSharedBytesAttrName = "nv_tileas.shared_bytes";
/// i64 on convert_layout: the bytes of shared memory that allocation gives the
/// conversion, all of its tile's or, where parts take turns, fewer. On
/// claim_tma_place: the word that tells the place to all threads.
constexpr llvm::StringLiteral kScratchBytesAttrName = "nv_tileas.scratch_bytes";
/// i64 on those ops and on alloc_tensor: where in the pool the bytes begin.
constexpr llvm::StringLiteral kSharedOffsetAttrName = "nv_tileas.shared_offset";
/// i64 on agent_switch: the bytes of the pool that each team of the first role
/// has for what that role allocates. Offsets there are those of the first team.
constexpr llvm::StringLiteral kTeamBytesAttrName = "nv_tileas.team_bytes";
/// Unit on ordered accesses and atomic updates: their value is right only in
/// the threads that own its elements, and only these use it.
constexpr llvm::StringLiteral kOwnersOnlyAttrName = "nv_tileas.owners_only";
/// On `dot`: there are columns of tensor memory for its left factor.
constexpr llvm::StringLiteral kTensorFactorAttrName = "nv_tileas.tensor_factor";
/// On `dot`: of the teams of a consumer, all have one place for its sums in
/// tensor memory, in turn, if a role of its own issues their products.
constexpr llvm::StringLiteral kSumsInTurnAttrName = "nv_tileas.sums_in_turn";
/// i64 on `exp2` that flushes to zero: so many of each thread's elements, in
/// pairs, are computed by multiply-add.
constexpr llvm::StringLiteral kByFmaAttrName = "nv_tileas.by_fma";
/// Unit on a `tiled_store` to tensor memory: a store behind it, with nothing
/// but arithmetic between them, waits for both.
constexpr llvm::StringLiteral kNextStoreWaitsAttrName =
    "nv_tileas.next_store_waits";
/// Integer on functions: layout conversions that layout assignment left.
constexpr llvm::StringLiteral kNumConversionsAttrName =
    "nv_tileas.num_conversions";
/// `#nv_tileaa.access` on accesses: what annotate-access-facts found out.
constexpr llvm::StringLiteral kAccessFactsAttrName = "nv_tileas.access_facts";
/// `#nv_tileas<cache_hint no_allocate>` on loads and stores: what the
/// first-level cache is told.
constexpr llvm::StringLiteral kCacheHintAttrName = "nv_tileas.cache_hint";
/// Unit on the `scf.if` between two bodies of a kernel, of which the first is
/// for arguments of which more is known.
constexpr llvm::StringLiteral kBodiesAttrName = "nv_tileas.bodies";
/// `#nv_tileas.target` on the module.
constexpr llvm::StringLiteral kTargetAttrName = "nv_tileas.target";

} // namespace tessera::tileas

#include "tessera/Dialect/TileAS/IR/TileASDialect.h.inc"

#endif // TESSERA_DIALECT_TILEAS_IR_TILEASDIALECT_H
