//===- CudaTile/IR/Limits.cpp - what can be provided ------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reports the first op that exceeds a limit.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/Limits.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tessera::cuda_tile {

LogicalResult verifyLimits(Operation *root) {
  WalkResult result = root->walk([](Operation *op) {
    auto alignment = llvm::TypeSwitch<Operation *, uint64_t>(op)
                         .Case<GlobalOp, AllocaOp>([](auto holder) {
                           return static_cast<uint64_t>(holder.getAlignment());
                         })
                         .Default([](Operation *) { return uint64_t(0); });
    if (alignment <= static_cast<uint64_t>(kMaxAlignment))
      return WalkResult::advance();
    op->emitOpError("expected an alignment of at most ")
        << kMaxAlignment << " bytes to be executed, got " << alignment;
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

} // namespace tessera::cuda_tile
