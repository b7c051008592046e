//===- Bytecode/Reader/FailingOp.cpp - which bytes the verifier means -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Repeats the steps of mlir::verify in its order, op by op: the rules of an op,
// those of its regions' content, and last what the op says about its regions.
//
//===----------------------------------------------------------------------===//

#include "FailingOp.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::bytecode;

/// A symbol table judges its users: the op at fault is the user.
static Operation *findBadSymbolUser(Operation *table) {
  SymbolTableCollection tables;
  Operation *bad = nullptr;
  table->walk([&](SymbolUserOpInterface user) {
    if (succeeded(user.verifySymbolUses(tables)))
      return WalkResult::advance();
    bad = user;
    return WalkResult::interrupt();
  });
  return bad;
}

// Recurses as deep as regions nest, which the reader limits.
static Operation *findFailing(Operation *op) {
  if (failed(op->getName().verifyInvariants(op)))
    return op;
  for (Region &region : op->getRegions())
    for (Operation &nested : region.getOps())
      if (Operation *found = findFailing(&nested))
        return found;
  if (succeeded(op->getName().verifyRegionInvariants(op)))
    return nullptr;
  Operation *user =
      op->hasTrait<OpTrait::SymbolTable>() ? findBadSymbolUser(op) : nullptr;
  return user ? user : op;
}

/// A function judges the locations of its operations: the op at fault is the
/// first one with the location of the error.
static Operation *findOpAt(Operation *function, Location reported) {
  Operation *found = function;
  if (isa<UnknownLoc>(reported) || function->getLoc() == reported)
    return found;
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->getLoc() != reported)
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

std::optional<FailingOp> bytecode::findFailingOp(cuda_tile::ModuleOp module,
                                                 Location reported) {
  ScopedDiagnosticHandler silence(module.getContext(),
                                  [](Diagnostic &) { return success(); });
  Operation *failing = findFailing(module);
  if (!failing || failing == module.getOperation())
    return std::nullopt;
  if (isa<cuda_tile::EntryOp>(failing))
    failing = findOpAt(failing, reported);
  FailingOp found{0, isa<cuda_tile::GlobalOp>(failing)};
  module.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == failing)
      return WalkResult::interrupt();
    ++found.number;
    return WalkResult::advance();
  });
  return found;
}
