//===- TileAS/Utils/Turns.cpp - loops over the blocks of a block ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which products a block that takes over others makes in its turns.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Utils/Turns.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// Whether the left factor of `dot` comes from another product of `body`.
static bool isOfProduct(DotOp dot, Block *body) {
  llvm::SetVector<Value> values;
  values.insert(dot.getLhs());
  for (size_t i = 0; i != values.size(); ++i) {
    Operation *maker = values[i].getDefiningOp();
    if (!maker || maker->getBlock() != body)
      continue;
    if (isa<DotOp>(maker))
      return true;
    values.insert_range(maker->getOperands());
    // What is put into storage is a factor there.
    if (isa<AllocTensorOp>(maker))
      for (Operation *user : maker->getUsers())
        values.insert_range(user->getOperands());
  }
  return false;
}

bool tileas::hasChainedTurns(tileaa::FuncOp function) {
  bool found = false;
  function.walk([&](DotOp dot) {
    auto loop = dyn_cast<scf::ForOp>(dot->getParentOp());
    if (found || !loop)
      return;
    auto around = loop->getParentOfType<scf::ForOp>();
    while (around && !isOverTurns(around))
      around = around->getParentOfType<scf::ForOp>();
    found = around && isOfProduct(dot, loop.getBody());
  });
  return found;
}
