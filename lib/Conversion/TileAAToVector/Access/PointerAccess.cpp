//===- TileAAToVector/Access/PointerAccess.cpp - accesses through tiles of pointers -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pointer tile `splat(base) + offsets` is consecutive in memory where its
// offsets are `uniform + lane number`. Offsets are computed in the width the
// program gave them, so this holds only if that arithmetic does not wrap, which
// TileIntervals.cpp finds out.
//
//===----------------------------------------------------------------------===//

#include "Access.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tessera::cpu {

/// x + y or x - y.
static Affine sum(Nest &nest, const Affine &x, const Affine &y, bool minus) {
  Affine result;
  result.depth = std::max(x.depth, y.depth);
  Nest::AtDepth at(nest, result.depth);
  OpBuilder &b = nest.b;
  Location loc = nest.e.loc();
  if (!y.base)
    result.base = x.base;
  else if (!x.base && !minus)
    result.base = y.base;
  else {
    Value left = x.base ? x.base : nest.e.i64(0);
    result.base = minus ? b.createOrFold<arith::SubIOp>(loc, left, y.base)
                        : b.createOrFold<arith::AddIOp>(loc, left, y.base);
  }
  size_t lanes = std::max(x.lanes.size(), y.lanes.size());
  for (size_t l = 0; l < lanes; ++l) {
    int64_t a = x.lanes.empty() ? 0 : x.lanes[l];
    int64_t c = y.lanes.empty() ? 0 : y.lanes[l];
    result.lanes.push_back(minus ? a - c : a + c);
  }
  return result;
}

/// x * y, where one of the two is uniform.
static std::optional<Affine> product(Nest &nest, Affine x, Affine y) {
  if (!y.lanes.empty())
    std::swap(x, y);
  if (!y.lanes.empty())
    return std::nullopt;
  Affine result;
  result.depth = std::max(x.depth, y.depth);
  APInt factor(64, 0);
  bool known = !y.base || matchPattern(y.base, m_ConstantInt(&factor));
  if (!x.lanes.empty() && !known)
    return std::nullopt;
  for (int64_t lane : x.lanes)
    result.lanes.push_back(lane * factor.getSExtValue());
  if (x.base && y.base) {
    Nest::AtDepth at(nest, result.depth);
    result.base =
        nest.b.createOrFold<arith::MulIOp>(nest.e.loc(), x.base, y.base);
  }
  return result;
}

static std::optional<Affine> fromUniform(Nest &nest, Value value,
                                         ArrayRef<Coord> index) {
  FailureOr<Lanes> lanes = nest.evaluate(value, index);
  if (failed(lanes) || !lanes->uniform)
    return std::nullopt;
  Affine result;
  result.depth = depthOf(index);
  Nest::AtDepth at(nest, result.depth);
  result.base = nest.e.extend(lanes->value, /*isSigned=*/true);
  return result;
}

std::optional<Affine> evaluateAffine(Nest &nest, Value value,
                                     ArrayRef<Coord> index) {
  if (isUniform(index))
    return fromUniform(nest, value, index);
  Operation *op = value.getDefiningOp();
  if (!op || nest.e.bufferOf(value))
    return std::nullopt;
  if (std::optional<Nest::Source> source = nest.sourceOf(op, index))
    return evaluateAffine(nest, source->value, source->index);
  auto operand = [&](unsigned i) {
    return evaluateAffine(nest, op->getOperand(i), index);
  };
  return llvm::TypeSwitch<Operation *, std::optional<Affine>>(op)
      .Case<arith::ConstantOp>(
          [&](Operation *) { return fromUniform(nest, value, index); })
      .Case<tileaa::MakeRangeOp>([&](Operation *) {
        return Affine{index[0].base, index[0].lanes, index[0].depth};
      })
      .Case<arith::AddIOp, arith::SubIOp>(
          [&](Operation *) -> std::optional<Affine> {
            auto x = operand(0), y = operand(1);
            if (!x || !y)
              return std::nullopt;
            return sum(nest, *x, *y, isa<arith::SubIOp>(op));
          })
      .Case<arith::MulIOp>([&](Operation *) -> std::optional<Affine> {
        auto x = operand(0), y = operand(1);
        if (!x || !y)
          return std::nullopt;
        return product(nest, *x, *y);
      })
      .Case<arith::ExtSIOp, arith::ExtUIOp>(
          [&](Operation *) { return operand(0); })
      .Default([](Operation *) { return std::nullopt; });
}

/// base + offset of a pointer tile, or nothing.
static std::optional<LaneAddress>
affineAddress(Nest &nest, Value pointers, ArrayRef<Coord> index, int &depth) {
  if (isUniform(index)) {
    FailureOr<Lanes> lanes = nest.evaluate(pointers, index);
    if (failed(lanes) || !lanes->uniform)
      return std::nullopt;
    depth = std::max(depth, depthOf(index));
    return LaneAddress{lanes->value, {}, {}};
  }
  Operation *op = pointers.getDefiningOp();
  if (!op || nest.e.bufferOf(pointers))
    return std::nullopt;
  if (std::optional<Nest::Source> source = nest.sourceOf(op, index))
    return affineAddress(nest, source->value, source->index, depth);
  auto add = dyn_cast<tileaa::AddPtrOp>(op);
  if (!add)
    return std::nullopt;
  std::optional<LaneAddress> base =
      affineAddress(nest, add.getPtr(), index, depth);
  std::optional<Affine> offset = evaluateAffine(nest, add.getOffset(), index);
  if (!base || !offset)
    return std::nullopt;
  depth = std::max(depth, offset->depth);
  Type pointee =
      cast<tileaa::PointerType>(elementOf(pointers.getType())).getPointeeType();
  Nest::AtDepth at(nest, depth);
  LaneAddress result;
  result.base =
      nest.e.elementAddress(base->base, containerType(pointee), offset->base);
  Affine lanes = sum(nest, Affine{{}, base->lanes, -1},
                     Affine{{}, offset->lanes, -1}, false);
  result.lanes = lanes.lanes;
  return result;
}

FailureOr<LaneAddress> pointerAddress(Nest &nest, Operation *op, Value pointers,
                                      ArrayRef<Coord> index) {
  if (nest.level != AccessLevel::General && nest.factOf(op).contiguous) {
    int depth = -1;
    if (auto address = affineAddress(nest, pointers, index, depth)) {
      if (llvm::all_of(address->lanes, [](int64_t l) { return l == 0; }))
        address->lanes.clear();
      return *address;
    }
  }
  FailureOr<Lanes> lanes = nest.evaluate(pointers, index);
  if (failed(lanes))
    return failure();
  if (lanes->uniform)
    return LaneAddress{lanes->value, {}, {}};
  return LaneAddress{{}, {}, lanes->value};
}

} // namespace tessera::cpu
