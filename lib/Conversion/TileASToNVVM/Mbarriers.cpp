//===- TileASToNVVM/Mbarriers.cpp - barriers in shared memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The wait is a loop: try_wait gives up after a while.
//
//===----------------------------------------------------------------------===//

#include "Mbarriers.h"

#include "tessera/Dialect/TileAS/IR/TileAS.h"

using namespace mlir;

namespace tessera::gpu {

Value sharedAddress(Emitter &e, Value pointer) {
  return LLVM::PtrToIntOp::create(e.b, e.loc(), e.b.getI32Type(), pointer);
}

Value addressInBlock(Emitter &e, Value address, Value rank) {
  return e.inlineAsm("mapa.shared::cluster.u32 $0, $1, $2;", "=r,r,r",
                     e.b.getI32Type(), {address, rank},
                     /*sideEffects=*/false);
}

void waitForPhase(Emitter &e, Value barrier, Value parity, bool inCluster) {
  Block *again = e.newBlock(), *rest = e.newBlock();
  e.branch(again);
  e.b.setInsertionPointToEnd(again);
  const std::string text =
      (Twine("{ .reg .pred p; mbarrier.try_wait.parity.") +
       (inCluster ? "acquire.cluster." : "") +
       "shared::cta.b64 p, [$1], $2; selp.b32 $0, 1, 0, p; }")
          .str();
  Value done =
      e.inlineAsm(text, "=r,r,r,~{memory}", e.b.getI32Type(), {barrier, parity},
                  /*sideEffects=*/true);
  LLVM::CondBrOp::create(e.b, e.loc(),
                         e.compare(LLVM::ICmpPredicate::ne, done, e.i32(0)),
                         rest, again);
  e.b.setInsertionPointToEnd(rest);
}

bool isOfPairs(Operation *op) {
  tileas::PlanAttr plan =
      tileas::getPlan(op->getParentOfType<tileaa::FuncOp>());
  return plan && plan.isOfPair();
}

std::string groupName(Operation *op) {
  return isOfPairs(op) ? ".cta_group::2" : ".cta_group::1";
}

void arriveAfterProducts(Emitter &e, Operation *op, Value barrier) {
  const std::string name = "tcgen05.commit" + groupName(op) +
                           ".mbarrier::arrive::one.shared::cluster";
  if (!isOfPairs(op)) {
    e.inlineAsm(name + ".b64 [$0];", "r,~{memory}", Type(), {barrier},
                /*sideEffects=*/true);
    return;
  }
  Value both = LLVM::ConstantOp::create(e.b, e.loc(), e.b.getI16IntegerAttr(3));
  e.inlineAsm(name + ".multicast::cluster.b64 [$0], $1;", "r,h,~{memory}",
              Type(), {barrier, both}, /*sideEffects=*/true);
}

} // namespace tessera::gpu
