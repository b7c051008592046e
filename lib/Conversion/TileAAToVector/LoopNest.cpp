//===- TileAAToVector/LoopNest.cpp - the loops of a nest -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops run over i64 counters with constant bounds. Extents and widths are
// powers of two, so there are no remainder loops; a tile smaller than a vector
// has no loops at all and shorter vectors.
//
//===----------------------------------------------------------------------===//

#include "Nest.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace tessera::cpu {

Nest::AtDepth::AtDepth(Nest &nest, int depth) : nest(nest), guard(nest.b) {
  if (nest.hoisted++ == 0)
    nest.home = nest.b.saveInsertionPoint();
  size_t inner = static_cast<size_t>(depth + 1);
  if (inner < nest.loops.size())
    nest.b.setInsertionPoint(nest.loops[inner]);
  else
    nest.b.restoreInsertionPoint(nest.home);
}

Nest::AtDepth::~AtDepth() { --nest.hoisted; }

Coord Nest::openLoop(int64_t extent, int64_t step, ValueRange inits) {
  Value lower = e.i64(0), upper = e.i64(extent), stride = e.i64(step);
  auto loop = scf::ForOp::create(b, e.loc(), lower, upper, stride, inits);
  loops.push_back(loop);
  if (inits.empty())
    b.setInsertionPoint(loop.getBody()->getTerminator());
  else
    b.setInsertionPointToEnd(loop.getBody());
  Coord coord;
  coord.base = loop.getInductionVar();
  coord.baseBits = static_cast<uint64_t>(extent - 1) & ~uint64_t(step - 1);
  coord.depth = depth();
  return coord;
}

void Nest::closeLoop() { b.setInsertionPointAfter(loops.pop_back_val()); }

Index Nest::iterate(ArrayRef<int64_t> shape) {
  // Lanes fill the dimensions from the last one outwards.
  SmallVector<int64_t> lanes(shape.size(), 1);
  int64_t left = width, inner = 1;
  for (size_t d = shape.size(); d-- > 0 && left > 1;) {
    lanes[d] = std::min(left, shape[d]);
    left /= lanes[d];
  }
  int64_t total = 1;
  for (int64_t count : lanes)
    total *= count;
  if (width)
    width = static_cast<unsigned>(total);

  Index index(shape.size());
  for (size_t d = 0; d < shape.size(); ++d)
    if (shape[d] > lanes[d])
      index[d] = openLoop(shape[d], lanes[d]);
  for (size_t d = shape.size(); d-- > 0;) {
    if (lanes[d] == 1)
      continue;
    for (int64_t l = 0; l < total; ++l)
      index[d].lanes.push_back(l / inner % lanes[d]);
    inner *= lanes[d];
  }
  return index;
}

bool Nest::isVisible(Block *block) const {
  Block *here = b.getInsertionBlock();
  if (here == block)
    return true;
  Operation *parent = here->getParentOp();
  return parent && block->findAncestorOpInBlock(*parent);
}

} // namespace tessera::cpu
