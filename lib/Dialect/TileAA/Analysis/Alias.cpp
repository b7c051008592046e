//===- TileAA/Analysis/Alias.cpp - which objects and accesses may meet -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tells memory objects apart by the origin of their addresses. An unknown base
// may be any object, and also an allocation, because it may stem from a choice
// between two.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/Analysis/AccessFacts.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

static bool hasNoAlias(FuncOp function, const MemoryBase &base) {
  return base.kind == BaseKind::Argument &&
         function.getArgAttr(base.index, kNoAliasAttrName);
}

/// True if `op` turns an address into a number that the launch did not have
/// already, as that of an argument.
static bool revealsAddress(PtrToIntOp op) {
  auto argument = dyn_cast<BlockArgument>(op.getSource());
  return !argument || !isa<FuncOp>(argument.getOwner()->getParentOp());
}

/// Can the host, or a number that a kernel stored, have handed the address of
/// `global` to a launch? Private globals only leave a module as numbers.
static bool mayBeArgument(FuncOp function, StringAttr global) {
  auto op = SymbolTable::lookupNearestSymbolFrom<GlobalOp>(function, global);
  if (!op ||
      SymbolTable::getSymbolVisibility(op) != SymbolTable::Visibility::Private)
    return true;
  auto module = function->getParentOfType<ModuleOp>();
  return !module || module
                        ->walk([](PtrToIntOp op) {
                          return revealsAddress(op) ? WalkResult::interrupt()
                                                    : WalkResult::advance();
                        })
                        .wasInterrupted();
}

bool tileaa::mayAlias(FuncOp function, const MemoryBase &lhs,
                      const MemoryBase &rhs) {
  if (lhs == rhs || lhs.kind == BaseKind::Unknown ||
      rhs.kind == BaseKind::Unknown)
    return true;
  // Distinct objects of one kind only meet if they are arguments.
  if (lhs.kind == rhs.kind)
    return lhs.kind == BaseKind::Argument && !hasNoAlias(function, lhs) &&
           !hasNoAlias(function, rhs);
  if (lhs.kind == BaseKind::Alloca || rhs.kind == BaseKind::Alloca)
    return false;
  const MemoryBase &argument = lhs.kind == BaseKind::Argument ? lhs : rhs;
  const MemoryBase &global = lhs.kind == BaseKind::Global ? lhs : rhs;
  return !hasNoAlias(function, argument) &&
         mayBeArgument(function, global.symbol);
}

bool tileaa::mayBeTokenOrdered(Operation *first, Operation *second) {
  SmallVector<Operation *> worklist{second};
  llvm::SmallPtrSet<Operation *, 16> seen;
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    if (!seen.insert(op).second)
      continue;
    for (Value operand : op->getOperands()) {
      if (!isa<MemTokenType>(operand.getType()))
        continue;
      // What flows through regions is not followed.
      Operation *producer = operand.getDefiningOp();
      if (!producer || producer->getNumRegions() != 0 || producer == first)
        return true;
      worklist.push_back(producer);
    }
  }
  return false;
}
