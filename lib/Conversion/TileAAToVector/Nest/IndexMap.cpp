//===- TileAAToVector/Nest/IndexMap.cpp - coordinates of the lanes of a vector -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic on coordinates. The bits of base and lanes are disjoint, so
// moving bits of a coordinate moves those of both separately. Most operations
// emit no code at all, because the bits that they ask for are known to be
// zero.
//
//===----------------------------------------------------------------------===//

#include "IndexMap.h"

#include "Nest.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
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

void Nest::setBase(Coord &c, const Base &base) {
  c.base = base.value;
  c.baseBits = base.bits;
  c.depth = base.depth;
}

Value Nest::indexOp(IndexOp op, const Base &lhs, const Base &rhs,
                    int64_t amount, int depth) {
  AtDepth at(*this, depth);
  for (MadeIndexOp &made : indexOps)
    if (made.op == op && made.lhs.value == lhs.value &&
        made.rhs.value == rhs.value && made.amount == amount &&
        isVisible(made.result.getParentBlock()))
      return made.result;
  Location loc = e.loc();
  Value result;
  switch (op) {
  case IndexOp::ShiftLeft:
    result = b.createOrFold<arith::ShLIOp>(
        loc, lhs.value, e.i64(amount),
        arith::IntegerOverflowFlags::nsw | arith::IntegerOverflowFlags::nuw);
    break;
  case IndexOp::ShiftRight:
    result = b.createOrFold<arith::ShRUIOp>(loc, lhs.value, e.i64(amount));
    break;
  case IndexOp::Mask:
    result = b.createOrFold<arith::AndIOp>(loc, lhs.value, e.i64(amount));
    break;
  case IndexOp::Merge:
    result = b.createOrFold<arith::AddIOp>(
        loc, lhs.value, rhs.value,
        arith::IntegerOverflowFlags::nsw | arith::IntegerOverflowFlags::nuw);
    break;
  }
  indexOps.push_back({op, lhs, rhs, amount, result});
  return result;
}

const Nest::MadeIndexOp *Nest::madeOf(Value base) const {
  for (const MadeIndexOp &made : indexOps)
    // A result that was folded to an operand or a constant says nothing.
    if (base && made.result == base && base != made.lhs.value &&
        base != made.rhs.value && !getConstantIntValue(base))
      return &made;
  return nullptr;
}

void Nest::narrow(Coord &c, uint64_t mask) const {
  while (const MadeIndexOp *made = madeOf(c.base)) {
    if (made->op != IndexOp::Merge)
      return;
    if ((made->lhs.bits & mask) == 0)
      setBase(c, made->rhs);
    else if ((made->rhs.bits & mask) == 0)
      setBase(c, made->lhs);
    else
      return;
  }
}

std::pair<Coord, int64_t> Nest::splitConstant(const Coord &c) {
  Coord rest = c;
  if (!c.base)
    return {rest, 0};
  if (std::optional<int64_t> number = getConstantIntValue(c.base)) {
    setBase(rest, {});
    return {rest, *number};
  }
  const MadeIndexOp *made = madeOf(c.base);
  if (!made || (made->op != IndexOp::Merge && made->op != IndexOp::ShiftLeft))
    return {rest, 0};
  // Making index ops moves the table.
  MadeIndexOp found = *made;
  auto split = [&](const Base &base) {
    Coord part;
    setBase(part, base);
    return splitConstant(part);
  };
  auto [left, number] = split(found.lhs);
  if (found.op == IndexOp::ShiftLeft) {
    if (number == 0)
      return {rest, 0};
    left = shiftLeft(left, static_cast<unsigned>(found.amount));
    setBase(rest, baseOf(left));
    return {rest, number << found.amount};
  }
  auto [right, more] = split(found.rhs);
  if (number == 0 && more == 0)
    return {rest, 0};
  setBase(rest, baseOf(merge(left, right)));
  return {rest, number + more};
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
    result.base = indexOp(IndexOp::ShiftLeft, baseOf(c), {}, k, c.depth);
  for (int64_t &lane : result.lanes)
    lane <<= k;
  return result;
}

Coord Nest::shiftRight(const Coord &c, unsigned k) {
  if (k == 0)
    return c;
  Coord result = c;
  narrow(result, ~((uint64_t(1) << k) - 1));
  const MadeIndexOp *made = madeOf(result.base);
  if (made && made->op == IndexOp::ShiftLeft && made->amount >= k) {
    unsigned less = static_cast<unsigned>(made->amount) - k;
    setBase(result, made->lhs);
    if (less)
      result.base =
          indexOp(IndexOp::ShiftLeft, baseOf(result), {}, less, result.depth);
    result.baseBits <<= less;
  } else if (result.baseBits >> k) {
    if (result.base)
      result.base =
          indexOp(IndexOp::ShiftRight, baseOf(result), {}, k, result.depth);
    result.baseBits >>= k;
  } else {
    result.baseBits = 0;
  }
  for (int64_t &lane : result.lanes)
    lane >>= k;
  return normalised(std::move(result));
}

Coord Nest::lowBits(const Coord &c, unsigned bits) {
  uint64_t mask = (uint64_t(1) << bits) - 1;
  Coord result = c;
  narrow(result, mask);
  if (result.base && (result.baseBits & mask) && (result.baseBits & ~mask))
    result.base = indexOp(IndexOp::Mask, baseOf(result), {},
                          static_cast<int64_t>(mask), result.depth);
  result.baseBits &= mask;
  for (int64_t &lane : result.lanes)
    lane &= static_cast<int64_t>(mask);
  return normalised(std::move(result));
}

Coord Nest::merge(const Coord &x, const Coord &y) {
  Coord result = x;
  result.baseBits |= y.baseBits;
  result.depth = std::max(x.depth, y.depth);
  if (x.base && y.base)
    result.base =
        indexOp(IndexOp::Merge, baseOf(x), baseOf(y), 0, result.depth);
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
