//===- TileASToNVVM/Collective/Scan.cpp - prefixes along a dimension -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layout assignment brings the dimension into one warp: low position bits in
// registers, then lanes, then registers again. Each thread scans its low
// registers, lanes combine their totals step by step, and the higher registers
// carry on.
//
//===----------------------------------------------------------------------===//

#include "Collective.h"
#include "Conversion/TileASToNVVM/Handlers.h"

#include "tessera/Dialect/TileAS/IR/TileAS.h"

using namespace mlir;
using tessera::layout::Dim;
using tessera::layout::LinearLayout;

namespace tessera::gpu {

namespace {
/// Where the bits of the scanned dimension are.
struct ScanShape {
  /// Positions in low registers, lanes and high registers, as powers of two.
  unsigned low = 0, lanes = 0, high = 0;
  /// The lowest lane bit.
  unsigned firstLane = 0;

  static std::optional<ScanShape> of(const LinearLayout &layout, unsigned dim);
};

/// All operands of one position.
using Item = Registers;

class Scan {
public:
  Scan(Emitter &e, tileas::ScanOp op, ScanShape shape)
      : e(e), op(op), shape(shape) {}
  LogicalResult run();

private:
  FailureOr<Item> combine(const Item &before, const Item &item) {
    return applyBody(e, op.getBody(), item, before);
  }
  FailureOr<Item> combineWhere(Value condition, const Item &before,
                               const Item &item);
  LogicalResult scanLine(MutableArrayRef<Item> line);
  FailureOr<Item> lanePrefix(Item total);
  Item fromLane(const Item &item, Value lane) {
    Item moved;
    for (Value value : item)
      moved.push_back(e.shuffle(value, lane));
    return moved;
  }

  Emitter &e;
  tileas::ScanOp op;
  ScanShape shape;
  /// The thread's place among the lanes of its line, in scan order.
  Value place;
};
} // namespace

std::optional<ScanShape> ScanShape::of(const LinearLayout &layout,
                                       unsigned dim) {
  const layout::Space &out = layout.out();
  Dim axis = layout::tileDim(dim);
  uint64_t mask = out.mask(axis);
  // Which place bit decides each position bit.
  SmallVector<std::pair<Dim, unsigned>> owners(out.bits(axis), {Dim::Block, 0});
  for (Dim place : {Dim::Register, Dim::Lane, Dim::Warp})
    for (unsigned bit = 0; bit < layout.in().bits(place); ++bit) {
      uint64_t column = layout.column(place, bit);
      if ((column & mask) == 0)
        continue;
      uint64_t position = out.get(column, axis);
      if (place == Dim::Warp || (column & ~mask) ||
          !llvm::isPowerOf2_64(position))
        return std::nullopt;
      owners[llvm::Log2_64(position)] = {place, bit};
    }
  ScanShape shape;
  unsigned k = 0;
  while (k < owners.size() && owners[k].first == Dim::Register)
    ++k, ++shape.low;
  if (k < owners.size() && owners[k].first == Dim::Lane)
    shape.firstLane = owners[k].second;
  while (k < owners.size() && owners[k].first == Dim::Lane &&
         owners[k].second == shape.firstLane + shape.lanes)
    ++k, ++shape.lanes;
  while (k < owners.size() && owners[k].first == Dim::Register)
    ++k, ++shape.high;
  if (k != owners.size())
    return std::nullopt;
  return shape;
}

FailureOr<Item> Scan::combineWhere(Value condition, const Item &before,
                                   const Item &item) {
  FailureOr<Item> combined = combine(before, item);
  if (failed(combined))
    return failure();
  Item result;
  for (auto [value, old] : llvm::zip(*combined, item))
    result.push_back(e.select(condition, value, old));
  return result;
}

/// Inclusive prefixes of the totals of the lanes of a line.
FailureOr<Item> Scan::lanePrefix(Item total) {
  for (unsigned step = 0; step < shape.lanes; ++step) {
    int64_t distance = int64_t(1) << (step + shape.firstLane);
    Value other = op.getReverse()
                      ? e.add(e.lane(), e.i32(distance))
                      : Value(LLVM::SubOp::create(e.b, e.loc(), e.lane(),
                                                  e.i32(distance)));
    other = LLVM::AndOp::create(e.b, e.loc(), other, e.i32(31));
    Item before = fromLane(total, other);
    Value exists =
        e.compare(LLVM::ICmpPredicate::uge, place, e.i32(int64_t(1) << step));
    FailureOr<Item> next = combineWhere(exists, before, total);
    if (failed(next))
      return failure();
    total = *next;
  }
  return total;
}

/// `line` in scan order: the items of this thread, high registers outermost.
LogicalResult Scan::scanLine(MutableArrayRef<Item> line) {
  unsigned chunk = 1u << shape.low;
  Item carry;
  for (unsigned first = 0; first < line.size(); first += chunk) {
    MutableArrayRef<Item> items = line.slice(first, chunk);
    for (unsigned i = 1; i < chunk; ++i) {
      FailureOr<Item> next = combine(items[i - 1], items[i]);
      if (failed(next))
        return failure();
      items[i] = *next;
    }
    if (shape.lanes != 0) {
      FailureOr<Item> prefix = lanePrefix(items.back());
      if (failed(prefix))
        return failure();
      // What is before this thread's chunk.
      int64_t distance = int64_t(1) << shape.firstLane;
      Value other = op.getReverse()
                        ? e.add(e.lane(), e.i32(distance))
                        : Value(LLVM::SubOp::create(e.b, e.loc(), e.lane(),
                                                    e.i32(distance)));
      other = LLVM::AndOp::create(e.b, e.loc(), other, e.i32(31));
      Item before = fromLane(*prefix, other);
      Value exists = e.compare(LLVM::ICmpPredicate::ne, place, e.i32(0));
      for (Item &item : items) {
        FailureOr<Item> next = combineWhere(exists, before, item);
        if (failed(next))
          return failure();
        item = *next;
      }
    }
    if (!carry.empty())
      for (Item &item : items) {
        FailureOr<Item> next = combine(carry, item);
        if (failed(next))
          return failure();
        item = *next;
      }
    if (first + chunk < line.size()) {
      carry = items.back();
      if (shape.lanes != 0) {
        int64_t mask = ((int64_t(1) << shape.lanes) - 1) << shape.firstLane;
        Value last = op.getReverse()
                         ? Value(LLVM::AndOp::create(e.b, e.loc(), e.lane(),
                                                     e.i32(~mask & 31)))
                         : Value(LLVM::OrOp::create(e.b, e.loc(), e.lane(),
                                                    e.i32(mask)));
        carry = fromLane(carry, last);
      }
    }
  }
  return success();
}

LogicalResult Scan::run() {
  LinearLayout layout = Emitter::layoutOf(op.getSources()[0]);
  Dim axis = layout::tileDim(op.getDim());
  const layout::Space &out = layout.out();
  int64_t lanesMask = (int64_t(1) << shape.lanes) - 1;
  if (shape.lanes != 0) {
    place =
        LLVM::LShrOp::create(e.b, e.loc(), e.lane(), e.i32(shape.firstLane));
    place = LLVM::AndOp::create(e.b, e.loc(), place, e.i32(lanesMask));
    if (op.getReverse())
      place = LLVM::XOrOp::create(e.b, e.loc(), place, e.i32(lanesMask));
  }
  // Lines by the rest of the point; items by position.
  std::map<uint64_t, SmallVector<std::pair<uint64_t, unsigned>>> lines;
  for (unsigned r = 0; r < Emitter::numRegisters(layout); ++r) {
    uint64_t point = Emitter::registerPoint(layout, r);
    lines[point & ~out.mask(axis)].push_back({out.get(point, axis), r});
  }
  SmallVector<Registers> results(op.getNumResults(),
                                 Registers(Emitter::numRegisters(layout)));
  for (auto &[rest, members] : lines) {
    llvm::sort(members);
    if (op.getReverse())
      std::reverse(members.begin(), members.end());
    SmallVector<Item> items;
    for (auto [position, r] : members) {
      Item item;
      for (Value source : op.getSources())
        item.push_back(e.get(source)[r]);
      items.push_back(item);
    }
    if (failed(scanLine(items)))
      return failure();
    for (auto [member, item] : llvm::zip(members, items))
      for (auto [k, value] : llvm::enumerate(item))
        results[k][member.second] = value;
  }
  for (auto [result, registers] : llvm::zip(op.getResults(), results))
    e.set(result, registers);
  return success();
}

static LogicalResult emitScan(Emitter &e, Operation *op) {
  auto scan = llvm::cast<tileas::ScanOp>(op);
  LinearLayout layout = Emitter::layoutOf(scan.getSources()[0]);
  std::optional<ScanShape> shape = ScanShape::of(layout, scan.getDim());
  if (!shape)
    return e.refuse(op, "the scanned dimension is not within a warp in order");
  return Scan(e, scan, *shape).run();
}

void registerScanHandlers(Handlers &h) { h.addOp<tileas::ScanOp>(emitScan); }

} // namespace tessera::gpu
