//===- TileAS/Utils/Bodies.cpp - the bodies of a kernel -------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel with two bodies is a branch between them, which
// tileaa-version-kernel marks: a program may have branches of its own that look
// the same.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Utils/Bodies.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

bool tileas::isForAllRoles(Operation *op) {
  if (auto storage = dyn_cast<AllocTensorOp>(op))
    return llvm::any_of(storage->getUsers(), [](Operation *user) {
      return isa<ClaimTensorMemoryOp>(user);
    });
  if (auto release = dyn_cast<ReleaseTmaPlaceOp>(op))
    op = release.getPlace().getDefiningOp();
  if (auto claim = dyn_cast_or_null<ClaimTmaPlaceOp>(op))
    return !claim.getOfRole();
  return isa_and_nonnull<ClaimTensorMemoryOp>(op);
}

Operation *tileas::bodiesOf(tileaa::FuncOp function) {
  for (Operation &op : function.getBody().front())
    if (op.hasAttr(kBodiesAttrName))
      return &op;
  return nullptr;
}

bool tileas::isOfWaves(Block *body) {
  auto branch = dyn_cast<scf::IfOp>(body->getParentOp());
  return branch && branch.getCondition().getDefiningOp<HasWavesOp>();
}

SmallVector<Block *> tileas::allBodies(tileaa::FuncOp function) {
  SmallVector<Block *> blocks{&function.getBody().front()}, bodies;
  if (Operation *branch = bodiesOf(function)) {
    blocks.clear();
    for (Region &region : branch->getRegions())
      blocks.push_back(&region.front());
  }
  for (Block *block : blocks) {
    const size_t before = bodies.size();
    for (auto branch : block->getOps<scf::IfOp>())
      if (isOfWaves(branch.thenBlock()))
        bodies.append({branch.thenBlock(), branch.elseBlock()});
    if (bodies.size() == before)
      bodies.push_back(block);
  }
  return bodies;
}

Block *tileas::bodyAround(tileaa::FuncOp function, Operation *op) {
  for (Block *body : allBodies(function))
    if (body->findAncestorOpInBlock(*op))
      return body;
  return &function.getBody().front();
}
