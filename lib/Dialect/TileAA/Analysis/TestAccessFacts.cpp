//===- TileAA/Analysis/TestAccessFacts.cpp - print facts -----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the facts of values and accesses as remarks, for the tests of the
// analysis. test/Dialect/TileAA/Analysis/check_facts.py reads this text, too.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/Analysis/AccessFacts.h"
#include "tessera/Dialect/TileAA/Analysis/Passes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/TypeUtilities.h"

namespace tessera::tileaa {
#define GEN_PASS_DEF_TESTACCESSFACTSPASS
#include "tessera/Dialect/TileAA/Analysis/Passes.h.inc"
} // namespace tessera::tileaa

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

/// Facts and, for integers, both ranges.
static std::string describe(const AccessFactAnalysis &analysis, Value value) {
  std::string text;
  llvm::raw_string_ostream os(text);
  analysis.getFact(value).print(os);
  if (!isa<IntegerType>(getElementTypeOrSelf(value.getType())))
    return text;
  ConstantIntRanges range = analysis.getRange(value);
  os << ", signed [" << range.smin() << ", " << range.smax() << "], unsigned [";
  range.umin().print(os, /*isSigned=*/false);
  os << ", ";
  range.umax().print(os, /*isSigned=*/false);
  os << "]";
  return text;
}

/// Which of `earlier` may be ordered before `access`, by their numbers.
static void printOrder(Operation *access, ArrayRef<Operation *> earlier) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::ListSeparator separator;
  for (auto [number, other] : llvm::enumerate(earlier))
    if (mayBeTokenOrdered(other, access))
      os << separator << number;
  emitRemark(access->getLoc()) << "access " << earlier.size()
                               << " may be ordered after [" << text << "]";
}

namespace {
struct TestAccessFacts
    : tileaa::impl::TestAccessFactsPassBase<TestAccessFacts> {
  using TestAccessFactsPassBase::TestAccessFactsPassBase;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    getOperation()->walk([&](FuncOp function) { print(function); });
  }

  void print(FuncOp function) {
    AccessFactAnalysis analysis(function, {readAssumes, useIndexSpaceRule});
    if (!analysis.isValid()) {
      function.emitOpError("expected the access facts to reach a fixpoint");
      return signalPassFailure();
    }
    SmallVector<Operation *> accesses;
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (auto output = dyn_cast<PrintOp>(op))
        for (Value argument : output.getArgs())
          emitRemark(op->getLoc()) << "printed " << output.getStr() << ": "
                                   << describe(analysis, argument);
      if (printsOnly)
        return;
      for (Value result : op->getResults()) {
        TileFact fact = analysis.getFact(result);
        if (fact.state != TileFact::State::Other)
          emitRemark(op->getLoc()) << describe(analysis, result);
      }
      if (auto loop = dyn_cast<scf::ForOp>(op))
        emitRemark(op->getLoc()) << "induction variable: "
                                 << describe(analysis, loop.getInductionVar());
      if (getNumAccessAxes(op) == 0)
        return;
      emitRemark(op->getLoc())
          << "access: " << analysis.getAccessFacts(op).toAttr(&getContext());
      if (tokenOrder)
        printOrder(op, accesses);
      accesses.push_back(op);
    });
  }
};
} // namespace
