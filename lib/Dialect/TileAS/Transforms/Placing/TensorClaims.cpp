//===- TileAS/Transforms/Placing/TensorClaims.cpp - where columns are claimed -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All threads meet where they learn which columns they have, while a warp
// claims for some 250 cycles. What else they need to know then is made in front
// of that: pipelines, and in a kernel of several bodies those of the body that
// runs, which claims by itself.
//
//===----------------------------------------------------------------------===//

#include "TensorClaims.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// Where the claim is given back, in its own block.
static ReleaseTensorMemoryOp releaseOf(ClaimTensorMemoryOp claim) {
  for (Operation *user : claim->getUsers())
    if (auto release = dyn_cast<ReleaseTensorMemoryOp>(user);
        release && release->getBlock() == claim->getBlock())
      return release;
  return nullptr;
}

/// The branch in the block of the claim that holds everything that uses it, if
/// that is a choice between bodies; or null.
static scf::IfOp bodiesUsing(ClaimTensorMemoryOp claim,
                             ReleaseTensorMemoryOp release) {
  scf::IfOp bodies;
  for (Operation *user : claim->getUsers()) {
    if (user == release)
      continue;
    auto branch =
        dyn_cast<scf::IfOp>(claim->getBlock()->findAncestorOpInBlock(*user));
    if (!branch || branch->getNumResults() != 0 || (bodies && bodies != branch))
      return nullptr;
    bodies = branch;
  }
  // The number of a place for maps is read where threads meet.
  for (auto place : claim->getBlock()->getOps<ClaimTmaPlaceOp>())
    if (!place.getOfRole())
      return nullptr;
  return bodies;
}

static void claimIn(Block *body, ClaimTensorMemoryOp claim,
                    ReleaseTensorMemoryOp release,
                    SmallVectorImpl<ClaimTensorMemoryOp> &claims) {
  auto isInside = [&](OpOperand &use) {
    return body->findAncestorOpInBlock(*use.getOwner()) != nullptr;
  };
  if (llvm::none_of(claim.getMemory().getUses(), isInside))
    return;
  auto b = OpBuilder::atBlockBegin(body);
  while (isa<BeginTmaPlaceOp>(*b.getInsertionPoint()))
    b.setInsertionPointAfter(&*b.getInsertionPoint());
  IRMapping map;
  b.clone(*claim.getBoard().getDefiningOp(), map);
  auto own = cast<ClaimTensorMemoryOp>(b.clone(*claim, map));
  claim.getMemory().replaceUsesWithIf(own.getMemory(), isInside);
  b.setInsertionPoint(body->getTerminator());
  b.clone(*release, map);
  claims.push_back(own);
}

/// Whether threads only make something known to each other there, for which
/// they need bytes of their own.
static bool isOfBegin(Operation *op) {
  return isMemoryEffectFree(op) ||
         isa<AllocTensorOp, TensorPlaceOp, CreatePipelineOp, ProxyFenceOp,
             BarrierOp, ClaimTmaPlaceOp, BeginTmaPlaceOp, StoreScalarOp,
             LoadScalarOp>(op);
}

/// Pipelines of later loops stay behind what threads do before, so that their
/// stages may have bytes that are free by then.
static void gatherPipelines(ClaimTensorMemoryOp claim) {
  for (Operation *op = claim->getNextNode(), *next; op && isOfBegin(op);
       op = next) {
    next = op->getNextNode();
    auto create = dyn_cast<CreatePipelineOp>(op);
    auto storage = create
                       ? create.getBufferView().getDefiningOp<AllocTensorOp>()
                       : AllocTensorOp();
    if (!storage)
      continue;
    storage->moveBefore(claim);
    create->moveBefore(claim);
  }
  // The barrier that pipelines had, if threads have done nothing since.
  Operation *fence = nullptr;
  for (Operation *op = claim->getNextNode(); op; op = op->getNextNode()) {
    if (isa<ProxyFenceOp>(op)) {
      fence = op;
    } else if (auto barrier = dyn_cast<BarrierOp>(op)) {
      if (fence && barrier.getScope() == BarrierScope::Block) {
        fence->erase();
        barrier.erase();
      }
      return;
    } else if (!isMemoryEffectFree(op) &&
               !isa<AllocTensorOp, TensorPlaceOp>(op)) {
      return;
    }
  }
}

void tileas::settleClaim(ClaimTensorMemoryOp claim) {
  ReleaseTensorMemoryOp release = releaseOf(claim);
  scf::IfOp bodies = release ? bodiesUsing(claim, release) : scf::IfOp();
  if (!bodies)
    return gatherPipelines(claim);
  SmallVector<ClaimTensorMemoryOp, 2> claims;
  for (Region &region : bodies->getRegions())
    if (!region.empty())
      claimIn(&region.front(), claim, release, claims);
  Operation *board = claim.getBoard().getDefiningOp();
  release.erase();
  claim.erase();
  board->erase();
  for (ClaimTensorMemoryOp each : claims)
    settleClaim(each);
}
