//===- TileAAToVector/IndexMap.cpp - coordinates of the lanes of a vector -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic on Coord. Moving the bits of a coordinate moves those of base and
// lanes separately, since they are disjoint; most operations end in no code at
// all because the bits asked for are known to be zero.
//
//===----------------------------------------------------------------------===//

#include "IndexMap.h"

#include "Nest.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tessera::cpu {

bool isUniform(ArrayRef<Coord> index) {
  return llvm::all_of(index, [](const Coord &c) { return c.isUniform(); });
}

int depthOf(ArrayRef<Coord> index) {
  int depth = -1;
  for (const Coord &c : index)
    depth = std::max(depth, c.depth);
  return depth;
}

unsigned log2Of(int64_t extent) {
  return llvm::Log2_64(static_cast<uint64_t>(extent));
}

Value Nest::indexOp(IndexOp op, Value lhs, Value rhs, int64_t amount,
                    int depth) {
  AtDepth at(*this, depth);
  for (MadeIndexOp &made : indexOps)
    if (made.op == op && made.lhs == lhs && made.rhs == rhs &&
        made.amount == amount && isVisible(made.result.getParentBlock()))
      return made.result;
  Location loc = e.loc();
  Value result;
  switch (op) {
  case IndexOp::ShiftLeft:
    result = b.createOrFold<arith::ShLIOp>(
        loc, lhs, e.i64(amount),
        arith::IntegerOverflowFlags::nsw | arith::IntegerOverflowFlags::nuw);
    break;
  case IndexOp::ShiftRight:
    result = b.createOrFold<arith::ShRUIOp>(loc, lhs, e.i64(amount));
    break;
  case IndexOp::Mask:
    result = b.createOrFold<arith::AndIOp>(loc, lhs, e.i64(amount));
    break;
  case IndexOp::Merge:
    result = b.createOrFold<arith::AddIOp>(
        loc, lhs, rhs,
        arith::IntegerOverflowFlags::nsw | arith::IntegerOverflowFlags::nuw);
    break;
  }
  indexOps.push_back({op, lhs, rhs, amount, result});
  return result;
}

/// Drops lanes that are all zero and a base without bits.
static Coord normalised(Coord c) {
  if (llvm::all_of(c.lanes, [](int64_t lane) { return lane == 0; }))
    c.lanes.clear();
  if (c.baseBits == 0) {
    c.base = nullptr;
    c.depth = -1;
  }
  return c;
}

Coord Nest::shiftLeft(const Coord &c, unsigned k) {
  if (k == 0)
    return c;
  Coord result = c;
  result.baseBits <<= k;
  if (c.base)
    result.base = indexOp(IndexOp::ShiftLeft, c.base, {}, k, c.depth);
  for (int64_t &lane : result.lanes)
    lane <<= k;
  return result;
}

Coord Nest::shiftRight(const Coord &c, unsigned k) {
  if (k == 0)
    return c;
  Coord result = c;
  result.baseBits >>= k;
  if (c.base && result.baseBits)
    result.base = indexOp(IndexOp::ShiftRight, c.base, {}, k, c.depth);
  for (int64_t &lane : result.lanes)
    lane >>= k;
  return normalised(std::move(result));
}

Coord Nest::lowBits(const Coord &c, unsigned bits) {
  uint64_t mask = (uint64_t(1) << bits) - 1;
  Coord result = c;
  result.baseBits &= mask;
  if (c.base && result.baseBits && (c.baseBits & ~mask))
    result.base =
        indexOp(IndexOp::Mask, c.base, {}, static_cast<int64_t>(mask), c.depth);
  for (int64_t &lane : result.lanes)
    lane &= static_cast<int64_t>(mask);
  return normalised(std::move(result));
}

Coord Nest::merge(const Coord &x, const Coord &y) {
  Coord result = x;
  result.baseBits |= y.baseBits;
  result.depth = std::max(x.depth, y.depth);
  if (x.base && y.base)
    result.base = indexOp(IndexOp::Merge, x.base, y.base, 0, result.depth);
  else if (y.base)
    result.base = y.base;
  if (result.lanes.empty())
    result.lanes = y.lanes;
  else
    for (auto [lane, other] : llvm::zip(result.lanes, y.lanes))
      lane |= other;
  return result;
}

Coord Nest::linearise(ArrayRef<Coord> index, ArrayRef<int64_t> shape) {
  Coord result;
  unsigned bits = 0;
  for (size_t d = shape.size(); d-- > 0;) {
    result = merge(shiftLeft(index[d], bits), result);
    bits += log2Of(shape[d]);
  }
  return result;
}

Index Nest::delinearise(const Coord &c, ArrayRef<int64_t> shape) {
  Index index(shape.size());
  unsigned bits = 0;
  for (size_t d = shape.size(); d-- > 0;) {
    unsigned own = log2Of(shape[d]);
    index[d] = lowBits(shiftRight(c, bits), own);
    bits += own;
  }
  return index;
}

Coord Nest::uniform(Value value, unsigned bits) {
  Coord coord;
  coord.base = value;
  coord.baseBits = (uint64_t(1) << bits) - 1;
  return normalised(std::move(coord));
}

Lanes Nest::values(const Coord &c, Type type) {
  AtDepth at(*this, c.depth);
  Location loc = e.loc();
  Value base;
  if (c.base) {
    base = c.base;
    if (!type.isInteger(64))
      base = arith::TruncIOp::create(b, loc, type, base);
  }
  if (c.isUniform())
    return {base ? base : e.constant(b.getIntegerAttr(type, 0)), true};
  auto lanesTy = VectorType::get({static_cast<int64_t>(width)}, type);
  unsigned bits = type.getIntOrFloatBitWidth();
  SmallVector<APInt> numbers;
  for (int64_t lane : c.lanes)
    numbers.push_back(APInt(64, static_cast<uint64_t>(lane)).trunc(bits));
  Value lanes = e.constant(DenseElementsAttr::get(lanesTy, numbers));
  if (!base)
    return {lanes};
  Value splat = vector::BroadcastOp::create(b, loc, lanesTy, base);
  return {arith::AddIOp::create(b, loc, splat, lanes)};
}

} // namespace tessera::cpu
