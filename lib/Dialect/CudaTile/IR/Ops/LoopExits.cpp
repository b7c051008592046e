//===- CudaTile/IR/Ops/LoopExits.cpp - how regions are left ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules and interfaces of `break`, `continue` and `return`.
//
//===----------------------------------------------------------------------===//

#include "LoopExits.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Dialect/CudaTile/IR/ExtensionTrait.h"

using namespace mlir;
using namespace tessera::cuda_tile;

LogicalResult tessera::cuda_tile::verifyTypesMatch(Operation *op, TypeRange got,
                                                   TypeRange want,
                                                   StringRef what,
                                                   Operation *owner) {
  if (llvm::equal(got, want))
    return success();
  InFlightDiagnostic diag = op->emitOpError("expected ") << what << " (";
  llvm::interleaveComma(want, diag);
  diag << "), got (";
  llvm::interleaveComma(got, diag);
  diag << ")";
  if (owner)
    diag.attachNote(owner->getLoc()) << "for this op";
  return diag;
}

bool tessera::cuda_tile::hasNestedExit(Region &body) {
  WalkResult result = body.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<ForOp, LoopOp>(op))
      return WalkResult::skip();
    if (isa<BreakOp, ContinueOp>(op) && op->getParentRegion() != &body)
      return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// Walks outwards through `if`s to the op that decides about an early exit.
static Operation *getExitTarget(Operation *terminator) {
  Operation *parent = terminator->getParentOp();
  while (isa_and_nonnull<IfOp>(parent))
    parent = parent->getParentOp();
  return parent;
}

/// The operands a loop terminator forwards: all, or none when its loop hides.
static MutableOperandRange getForwarded(Operation *terminator) {
  MutableOperandRange all(terminator);
  Operation *loop = terminator->getParentOp();
  if (isa<ForOp, LoopOp>(loop) && !hasNestedExit(loop->getRegion(0)))
    return all;
  return all.slice(0, 0);
}

static LogicalResult emitBadTarget(Operation *op, StringRef expected,
                                   Operation *target) {
  InFlightDiagnostic diag = op->emitOpError("expected ")
                            << expected
                            << " around it, looking outwards through if, got ";
  if (!target)
    return diag << "nothing";
  diag << "'" << target->getName() << "'";
  diag.attachNote(target->getLoc()) << "this op cannot be left this way";
  return diag;
}

LogicalResult BreakOp::verify() {
  Operation *target = getExitTarget(*this);
  if (!isa_and_nonnull<LoopOp>(target))
    return emitBadTarget(*this, "a loop", target);
  return verifyTypesMatch(*this, (*this)->getOperandTypes(),
                          target->getResultTypes(),
                          "operands of the loop's result types", target);
}

MutableOperandRange BreakOp::getMutableSuccessorOperands(RegionSuccessor) {
  return getForwarded(*this);
}

LogicalResult ContinueOp::verify() {
  Operation *target = getExitTarget(*this);
  if (auto loop = dyn_cast_or_null<LoopOp>(target))
    return verifyTypesMatch(*this, (*this)->getOperandTypes(),
                            loop.getInitValues().getTypes(),
                            "operands of the loop's carried types", target);
  if (isa_and_nonnull<ForOp>(target))
    return verifyTypesMatch(*this, (*this)->getOperandTypes(),
                            target->getResultTypes(),
                            "operands of the loop's carried types", target);
  return emitBadTarget(*this, "a for or loop", target);
}

MutableOperandRange ContinueOp::getMutableSuccessorOperands(RegionSuccessor) {
  return getForwarded(*this);
}

LogicalResult ReturnOp::verify() {
  Operation *target = getExitTarget(*this);
  // 13.4 lets `return` leave any number of loops, but never a `for`.
  auto *dialect = cast<CudaTileDialect>((*this)->getDialect());
  while (dialect->hasRelaxationsOf13_4() && isa_and_nonnull<LoopOp>(target))
    target = getExitTarget(target);
  target = skipUnstructured(target);
  auto function = dyn_cast_or_null<FunctionOpInterface>(target);
  if (!isa_and_nonnull<EntryOp, TestingFuncOp>(target))
    return emitBadTarget(*this, "an entry", target);
  return verifyTypesMatch(*this, (*this)->getOperandTypes(),
                          function.getResultTypes(),
                          "operands of the function's result types", target);
}
