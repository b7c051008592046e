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

void arriveAfterProducts(Emitter &e, Value barrier) {
  e.inlineAsm("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::"
              "cluster.b64 [$0];",
              "r,~{memory}", Type(), {barrier}, /*sideEffects=*/true);
}

} // namespace tessera::gpu
