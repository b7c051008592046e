//===- TileASToNVVM/Access/TensorColumns.cpp - columns of a block ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The second warp claims columns of tensor memory for the block, or those of
// both blocks for a pair, once, and gives up the right to claim more at once,
// so that blocks that share a multiprocessor never wait for each other in a
// circle. Places are columns among them.
//
//===----------------------------------------------------------------------===//

#include "TensorMemory.h"

#include "Conversion/TileASToNVVM/Handlers.h"
#include "Conversion/TileASToNVVM/Mbarriers.h"

using namespace mlir;
using tessera::layout::Dim;

namespace tessera::gpu {

/// Where barriers begin on the board, behind the address, and the bytes of the
/// two that a team has.
static constexpr int64_t barrierOffset = 8, barrierBytes = 16;

TensorBoard::TensorBoard(Emitter &e, Value memory) {
  const Registers &claimed = e.get(memory);
  columns = claimed[0];
  barriers = claimed[1];
  commits = claimed[2];
  if (e.numTeams() == 1)
    return;
  auto claim = memory.getDefiningOp<tileas::ClaimTensorMemoryOp>();
  columns = e.add(
      columns, e.mul(e.team(), e.i32(claim.getColumns() / claim.getTeams())));
  barriers = e.byteOffset(barriers, e.mul(e.team(), e.i32(barrierBytes)));
}

/// The second one: the first thread may have to wait for what it claims in
/// global memory meanwhile.
static Value isClaimingWarp(Emitter &e) {
  return e.compare(LLVM::ICmpPredicate::eq, e.uniformWarp(), e.i32(1));
}

static LogicalResult emitClaim(Emitter &e, Operation *op) {
  auto claim = llvm::cast<tileas::ClaimTensorMemoryOp>(op);
  Value board = e.scalar(claim.getBoard());
  Value address = sharedAddress(e, board);
  Value barriers = e.byteOffset(board, barrierOffset);
  Value commits;
  {
    Emitter::AtEntry at(e);
    commits = LLVM::AllocaOp::create(e.b, e.loc(), e.pointerType(Generic),
                                     e.b.getI32Type(), e.i32(1));
  }
  LLVM::StoreOp::create(e.b, e.loc(), e.i32(0), commits);
  // Both blocks of a pair are there before they claim together.
  if (isOfPairs(op))
    e.clusterBarrier();
  e.guarded(isClaimingWarp(e), [&] {
    e.inlineAsm("tcgen05.alloc" + groupName(op) +
                    ".sync.aligned.shared::cta.b32 [$0], $1;",
                "r,r,~{memory}", Type(), {address, e.i32(claim.getColumns())},
                /*sideEffects=*/true);
    tensorEffect(e, "tcgen05.relinquish_alloc_permit" + groupName(op) +
                        ".sync.aligned;");
  });
  e.guarded(e.isFirstThread(), [&] {
    for (int64_t i = 0; i < 2 * int64_t(claim.getTeams()); ++i)
      e.inlineAsm("mbarrier.init.shared::cta.b64 [$0], $1;", "r,r,~{memory}",
                  Type(),
                  {sharedAddress(e, e.byteOffset(barriers, 8 * i)), e.i32(1)},
                  /*sideEffects=*/true);
    tensorEffect(e, "fence.mbarrier_init.release.cluster;");
  });
  tensorFenceBefore(e);
  e.barrier();
  tensorFenceAfter(e);
  Value columns = e.inlineAsm("ld.shared.b32 $0, [$1];", "=r,r,~{memory}",
                              e.b.getI32Type(), {address},
                              /*sideEffects=*/true);
  e.set(claim.getMemory(), Registers{columns, barriers, commits});
  return success();
}

static LogicalResult emitRelease(Emitter &e, Operation *op) {
  auto release = llvm::cast<tileas::ReleaseTensorMemoryOp>(op);
  TensorBoard board(e, release.getMemory());
  tensorFenceBefore(e);
  // Products of a pair are sums of both blocks.
  if (isOfPairs(op))
    e.clusterBarrier();
  else
    e.barrier();
  e.guarded(isClaimingWarp(e), [&] {
    tensorFenceAfter(e);
    e.inlineAsm("tcgen05.dealloc" + groupName(op) + ".sync.aligned.b32 $0, $1;",
                "r,r,~{memory}", Type(),
                {board.columns, e.i32(release.getColumns())},
                /*sideEffects=*/true);
  });
  return success();
}

static LogicalResult emitPlace(Emitter &e, Operation *op) {
  auto place = llvm::cast<tileas::TensorPlaceOp>(op);
  TensorBoard board(e, place.getMemory());
  Value at = board.columns;
  if (std::optional<uint32_t> further = place.getTeamColumns()) {
    at = e.get(place.getMemory())[0];
    if (*further != 0 && e.numTeams() > 1)
      at = e.add(at, e.mul(e.team(), e.i32(*further)));
  }
  if (place.getColumn() != 0)
    at = e.add(at, e.i32(place.getColumn()));
  e.set(place.getPlace(), at);
  return success();
}

static LogicalResult emitSet(Emitter &e, Operation *op) {
  auto set = llvm::cast<tileas::TensorSetOp>(op);
  auto place = set.getPlace().getDefiningOp<tileas::TensorPlaceOp>();
  Value at = e.scalar(set.getPlace());
  const uint64_t columns = place.getNumColumns() / place.getSets();
  if (place.getSets() > 1)
    at = e.add(at, e.mul(e.scalar(set.getIterator()), e.i32(columns)));
  e.set(set.getResult(), at);
  return success();
}

static LogicalResult emitSlice(Emitter &e, Operation *op) {
  auto slice = llvm::cast<tileas::TensorSliceOp>(op);
  Value at = e.scalar(slice.getPlace());
  // A column may hold several elements.
  const unsigned bits =
      llvm::cast<tileas::TiledViewType>(slice.getPlace().getType())
          .getLayout()
          .getLayout()
          .in()
          .bits(Dim::Offset);
  if (slice.getColumn() != 0)
    at = e.add(at, e.i32(slice.getColumn() >> bits));
  e.set(slice.getSlice(), at);
  return success();
}

void registerTensorColumnHandlers(Handlers &h) {
  h.addOp<tileas::ClaimTensorMemoryOp>(emitClaim);
  h.addOp<tileas::ReleaseTensorMemoryOp>(emitRelease);
  h.addOp<tileas::TensorPlaceOp>(emitPlace);
  h.addOp<tileas::TensorSetOp>(emitSet);
  h.addOp<tileas::TensorSliceOp>(emitSlice);
}

} // namespace tessera::gpu
