//===- TileASToNVVM/Products/MultiplyAdd.cpp - products without an instruction -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread multiplies the rows and columns of its results, in the order of
// the depth. Factors in registers are unrolled. Factors in shared memory are
// read a few steps of the depth at a time, in a loop that carries the sums:
// neither registers nor code grow with the depth. Sums of f32 in one row are
// computed two at a time where the target can.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileASToNVVM/Elementwise/PackedArithmetic.h"
#include "DotPlaces.h"
#include "Factor.h"

using namespace mlir;
using tessera::layout::LinearLayout;

namespace tessera::gpu {

/// Multiply-adds of one turn of the loop that make its overhead small.
static constexpr int64_t kTurn = 128;

namespace {
/// Adds the products of `depth` steps to `sums`.
struct Products {
  Emitter &e;
  tileas::DotOp op;
  LinearLayout acc;
  DotPlaces rows, columns;
  bool isInteger;

  LogicalResult add(Registers &sums, const Registers &lhs, const Registers &rhs,
                    int64_t depth) {
    SmallVector<DotPoint> points;
    for (unsigned r = 0; r < sums.size(); ++r)
      points.emplace_back(acc, r);
    const bool inPairs = comesInPairs(points);
    for (int64_t k = 0; k < depth; ++k)
      for (unsigned r = 0; r < sums.size(); r += inPairs ? 2 : 1) {
        const DotPoint &point = points[r];
        auto a = rows.find(point.batch, point.row, k);
        auto b = columns.find(point.batch, k, point.column);
        auto next =
            inPairs ? columns.find(point.batch, k, points[r + 1].column) : b;
        if (!a || !b || !next)
          return e.refuse(op, "operands whose layouts do not fit the result's");
        Value factor = lhs[*a];
        if (inPairs)
          std::tie(sums[r], sums[r + 1]) =
              elementsOf(e, emitPair(e, "fma.rn",
                                     {pairOf(e, factor, factor),
                                      pairOf(e, rhs[*b], rhs[*next]),
                                      pairOf(e, sums[r], sums[r + 1])}));
        else if (isInteger)
          sums[r] = e.add(sums[r], e.mul(factor, rhs[*b]));
        else
          sums[r] = LLVM::FMAOp::create(e.b, e.loc(), factor, rhs[*b], sums[r]);
      }
    return success();
  }

private:
  /// Whether registers 2r and 2r + 1 are in one row, and of a format of which
  /// the target multiplies two.
  bool comesInPairs(ArrayRef<DotPoint> points) {
    Type element = getElementTypeOrSelf(op.getAcc().getType());
    if (!element.isF32() || !hasPairs(e, element, /*isFma=*/true) ||
        points.size() % 2 != 0)
      return false;
    for (size_t r = 0; r < points.size(); r += 2)
      if (points[r].batch != points[r + 1].batch ||
          points[r].row != points[r + 1].row)
        return false;
    return true;
  }
};
} // namespace

/// Both factors in shared memory, `step` of the depth at a time.
static LogicalResult emitInParts(Emitter &e, tileas::DotOp op, Factor &lhs,
                                 Factor &rhs, Products &products, int64_t step,
                                 Registers &sums) {
  const int64_t depth = depthOf(op);
  auto turn = [&](Value first, uint64_t constant, Registers &carried) {
    Registers a = lhs.part(first, constant);
    Registers b = rhs.part(first, constant);
    return products.add(carried, a, b, step);
  };
  // Few enough turns are as well one after the other.
  if (depth * static_cast<int64_t>(sums.size()) <= 2 * kTurn)
    return emitDepthTurns(depth, step, sums, turn);
  return emitDepthLoop(e, depth, step, sums, turn);
}

LogicalResult emitMultiplyAdd(Emitter &e, tileas::DotOp op) {
  Type element = getElementTypeOrSelf(op.getAcc().getType());
  bool isInteger = element.isInteger(32);
  if (!isInteger && (op.getFactor(true).getElementType() != element ||
                     !(element.isF32() || element.isF64())))
    return e.refuse(op, "multiply-add of these element types");
  Factor lhs(e, op, /*isLhs=*/true), rhs(e, op, /*isLhs=*/false);
  for (Factor *factor : {&lhs, &rhs})
    if (factor->isInMemory())
      factor->open();
  Registers sums(e.get(op.getAcc()));
  const int64_t depth = depthOf(op);
  int64_t step = 4;
  while (step < depth && step * static_cast<int64_t>(sums.size()) < kTurn)
    step *= 2;
  step = std::min(step, depth);
  LinearLayout acc = Emitter::layoutOf(op.getAcc());
  if (lhs.isInMemory() && rhs.isInMemory() && lhs.split(llvm::Log2_64(step)) &&
      rhs.split(llvm::Log2_64(step))) {
    Products products{e,
                      op,
                      acc,
                      DotPlaces(lhs.partLayout()),
                      DotPlaces(rhs.partLayout()),
                      isInteger};
    if (failed(emitInParts(e, op, lhs, rhs, products, step, sums)))
      return failure();
  } else {
    Registers a = lhs.whole(), b = rhs.whole();
    Products products{e,
                      op,
                      acc,
                      DotPlaces(Emitter::layoutOf(op.getFactor(true))),
                      DotPlaces(Emitter::layoutOf(op.getFactor(false))),
                      isInteger};
    if (failed(products.add(sums, a, b, depth)))
      return failure();
  }
  e.set(op.getResult(), std::move(sums));
  return success();
}

} // namespace tessera::gpu
