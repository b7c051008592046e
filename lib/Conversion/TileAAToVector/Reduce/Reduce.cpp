//===- TileAAToVector/Reduce/Reduce.cpp - reductions -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits reductions. Along the last dimension they keep vectors of
// accumulators, which are folded into one scalar at the end of a row. Short
// rows are folded together, as many as a vector has lanes, and give a vector
// of results; the lanes of each row are combined in the order in which it
// would be folded alone. Along any other dimension there is one vector of
// accumulators for each vector of results, and it walks down the tile.
//
// A body whose order matters (arg-max with ties) combines neighbours only,
// with the earlier part as accumulator, as in the interpreter.
//
//===----------------------------------------------------------------------===//

#include "Collective.h"
#include "Conversion/TileAAToVector/Access/RowPrefetch.h"
#include "Conversion/TileAAToVector/Nest/Nest.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace tessera::cpu {

namespace {
using Values = SmallVector<Value, 2>;

class ReduceEmitter {
public:
  ReduceEmitter(Emitter &e, tileaa::ReduceOp op)
      : e(e), op(op), body(e, op.getBody(), op.getIdentities()),
        shape(shapeOf(op.getSources()[0].getType())), dim(op.getDim()) {}

  LogicalResult emit();

private:
  LogicalResult alongRows(Nest &nest);
  LogicalResult acrossRows(Nest &nest);
  Values starts(unsigned width);
  /// All lanes of `values` combined to scalars.
  FailureOr<Values> fold(Values values, unsigned width);
  /// Pairs of neighbouring lanes (or halves, if the order is free).
  FailureOr<Values> halve(ArrayRef<Value> values, unsigned width);
  /// Whether elements are also rounded to bf16, which an instruction does for
  /// two registers of `width` at once.
  bool isRoundedInPairs(unsigned width);
  /// Lanes of the vectors of a row whose fold is left to foldRows(); 0: none.
  unsigned foldedTogether(unsigned width) const;
  /// The loops over rows, by groups of `group` if that is not 0.
  struct Rows {
    Index index;
    Coord first, member;
  };
  Rows openRows(Nest &nest, unsigned group);
  /// Keeps what is to be folded of row `member` of a group.
  void collect(Value member, ArrayRef<Value> values, unsigned width);
  /// The results of the `width` rows that were collected.
  FailureOr<Values> foldRows(unsigned width);
  void storeResults(Nest &nest, ArrayRef<Coord> index, ArrayRef<Value> values,
                    bool uniform);

  Emitter &e;
  tileaa::ReduceOp op;
  CollectiveBody body;
  ArrayRef<int64_t> shape;
  unsigned dim;
  SmallVector<Buffer, 2> results;
  /// The vectors of a group of rows, per operand.
  SmallVector<Buffer, 2> collected;
  SmallVector<FetchedTile, 2> beyond;
};

Values ReduceEmitter::starts(unsigned width) {
  Values values;
  for (size_t k = 0; k < body.size(); ++k)
    values.push_back(body.start(k, width));
  return values;
}

FailureOr<Values> ReduceEmitter::halve(ArrayRef<Value> values, unsigned width) {
  SmallVector<int64_t> earlier, later;
  bool neighbours = !body.isCommutative();
  for (int64_t l = 0; l < width / 2; ++l) {
    earlier.push_back(neighbours ? 2 * l : l);
    later.push_back(neighbours ? 2 * l + 1 : l + width / 2);
  }
  Values accumulators, elements;
  for (Value value : values) {
    accumulators.push_back(shuffle(e, value, value, earlier));
    elements.push_back(shuffle(e, value, value, later));
  }
  return body.apply(elements, accumulators, width / 2);
}

FailureOr<Values> ReduceEmitter::fold(Values values, unsigned width) {
  for (; width > 1; width /= 2) {
    FailureOr<Values> half = halve(values, width);
    if (failed(half))
      return failure();
    values = std::move(*half);
  }
  if (width == 1)
    for (Value &value : values)
      value = extractLane(e, value, 0);
  return values;
}

unsigned ReduceEmitter::foldedTogether(unsigned width) const {
  // In longer rows the fold hardly counts.
  constexpr int64_t mostVectors = 16;
  if (!body.isCommutative() || width < 4 || dim == 0 ||
      shape[dim - 1] < static_cast<int64_t>(width) ||
      shape[dim] / width > mostVectors)
    return 0;
  for (size_t k = 0; k < body.size(); ++k)
    if (laneBits(body.accumulatorType(k)) < 32)
      return 0;
  return width;
}

bool ReduceEmitter::isRoundedInPairs(unsigned width) {
  return e.target.bf16Dot && e.target.vectorBits == 512 && width == 16 &&
         body.isCommutative() &&
         llvm::any_of(op.getSources(), [](Value source) {
           return elementOf(source.getType()).isF32() &&
                  llvm::any_of(source.getUsers(), [](Operation *user) {
                    return isa<tileaa::FpToFpOp>(user) &&
                           elementOf(user->getResult(0).getType()).isBF16();
                  });
         });
}

ReduceEmitter::Rows ReduceEmitter::openRows(Nest &nest, unsigned group) {
  if (!group)
    return {nest.iterate(shape.take_front(dim)), {}, {}};
  Rows rows = {nest.iterate(shape.take_front(dim - 1)), {}, {}};
  if (shape[dim - 1] > group)
    rows.first = nest.openLoop(shape[dim - 1], group);
  rows.member = nest.openLoop(group, 1);
  rows.index.push_back(nest.merge(rows.first, rows.member));
  return rows;
}

void ReduceEmitter::collect(Value member, ArrayRef<Value> values,
                            unsigned width) {
  for (size_t k = collected.size(); k < body.size(); ++k)
    collected.push_back(e.newBuffer(body.accumulatorType(k), {width, width}));
  Value offset = e.mul(member, e.i64(width));
  for (auto [k, value] : llvm::enumerate(values)) {
    Type element = body.accumulatorType(k);
    LLVM::StoreOp::create(
        e.b, e.loc(), value,
        e.elementAddress(e.addressOf(collected[k]), element, offset),
        containerBytes(element) * width);
  }
}

FailureOr<Values> ReduceEmitter::foldRows(unsigned width) {
  SmallVector<Values, 16> rows(width);
  for (unsigned r = 0; r < width; ++r)
    for (size_t k = 0; k < body.size(); ++k) {
      Type element = body.accumulatorType(k);
      Value address = e.elementAddress(e.addressOf(collected[k]), element,
                                       e.i64(r * width));
      rows[r].push_back(LLVM::LoadOp::create(e.b, e.loc(),
                                             lanesType(element, width), address,
                                             containerBytes(element) * width));
    }
  // Two rows, or vectors of several, become one: the earlier halves of what is
  // left of each, and the later ones.
  for (unsigned d = width / 2; d > 0; d /= 2) {
    SmallVector<int64_t> earlier, later;
    for (unsigned l = 0; l < width; ++l) {
      earlier.push_back(l & d ? width + l - d : l);
      later.push_back(l & d ? width + l : l + d);
    }
    for (unsigned r = 0; r < d; ++r) {
      Values accumulators, elements;
      for (auto [first, second] : llvm::zip(rows[r], rows[r + d])) {
        accumulators.push_back(shuffle(e, first, second, earlier));
        elements.push_back(shuffle(e, first, second, later));
      }
      FailureOr<Values> combined = body.apply(elements, accumulators, width);
      if (failed(combined))
        return failure();
      rows[r] = std::move(*combined);
    }
  }
  return rows.front();
}

void ReduceEmitter::storeResults(Nest &nest, ArrayRef<Coord> index,
                                 ArrayRef<Value> values, bool uniform) {
  for (auto [buffer, value] : llvm::zip(results, body.narrowed(values)))
    nest.store(buffer, index, {value, uniform});
}

LogicalResult ReduceEmitter::alongRows(Nest &nest) {
  int64_t extent = shape[dim];
  // Rows one after the other; only the reduced dimension has lanes.
  unsigned width = std::min<int64_t>(nest.width, extent);
  unsigned group = foldedTogether(width);
  nest.width = 0;
  Rows rows = openRows(nest, group);
  Index outer = rows.index;
  nest.width = width;
  Index index(outer);
  index.resize(shape.size());

  SmallVector<int64_t, 16> lanes;
  for (int64_t l = 0; width > 1 && l < width; ++l)
    lanes.push_back(l);
  int64_t steps = extent / width;
  // Independent accumulators hide the latency of the body, and so does work
  // on the elements.
  int64_t most = e.isCostly(op.getSources()) ? 2 : 4;
  int64_t unroll = body.isCommutative() ? std::min(most, steps) : 1;
  unsigned accumulatorWidth = body.isCommutative() ? width : 0;
  Values accumulators;
  for (int64_t u = 0; u < unroll; ++u)
    llvm::append_range(accumulators, starts(accumulatorWidth));

  // Expressions of the position are emitted wherever its parts are known to be
  // available: the constants dominate everything.
  Values offsets;
  {
    OpBuilder::InsertionGuard guard(e.b);
    e.atEntry();
    for (int64_t u = 0; u < unroll; ++u)
      offsets.push_back(e.i64(u * width));
  }
  unsigned n = body.size();
  // The elements at once for how many accumulators.
  int64_t together = unroll % 2 == 0 && isRoundedInPairs(width) ? 2 : 1;
  nest.width = width * together;
  for (int64_t l = width; l < width * together; ++l)
    lanes.push_back(l);
  auto accumulate = [&](ArrayRef<Value> elements, ArrayRef<Value> current,
                        const Coord &base, Values &next) {
    // Of a row of one step there is nothing else.
    FailureOr<Values> combined =
        base.base ? body.applyFrom(base.base, body.widened(elements), current,
                                   accumulatorWidth)
                  : FailureOr<Values>(body.widened(elements));
    if (succeeded(combined))
      llvm::append_range(next, *combined);
    return LogicalResult(combined);
  };
  auto step = [&](const Coord &base, Values current) -> FailureOr<Values> {
    Values next;
    for (int64_t u = 0; u < unroll; u += together) {
      Coord position = base;
      Coord part;
      // In the base: lanes that start at 0 are a vector access.
      if (u != 0) {
        part.base = offsets[u];
        part.baseBits = static_cast<uint64_t>(u * width);
      }
      if (u != 0)
        position = nest.merge(position, part);
      Coord own;
      own.lanes = lanes;
      position = lanes.empty() ? position : nest.merge(position, own);
      index[dim] = position;
      FailureOr<Values> elements =
          evaluateOperands(e, nest, op.getSources(), index, width * together);
      if (failed(elements))
        return failure();
      ArrayRef<Value> all(current);
      if (together == 1) {
        if (!body.isCommutative())
          elements = fold(std::move(*elements), width);
        if (failed(elements) ||
            failed(accumulate(*elements, all.slice(u * n, n), base, next)))
          return failure();
        continue;
      }
      for (int64_t half = 0; half < together; ++half) {
        Values part;
        for (Value value : *elements)
          part.push_back(shuffle(e, value, value,
                                 ArrayRef(lanes).slice(half * width, width)));
        if (failed(accumulate(part, all.slice((u + half) * n, n), base, next)))
          return failure();
      }
    }
    return next;
  };

  FailureOr<Values> finalValues;
  if (steps == unroll) {
    finalValues = step(Coord(), accumulators);
    if (failed(finalValues))
      return failure();
  } else {
    Coord base = nest.openLoop(extent, unroll * width, accumulators);
    scf::ForOp loop = nest.innermost();
    if (nest.level == AccessLevel::Full) {
      index[dim] = base;
      prefetchAt(nest, beyond, index, unroll * width);
    }
    FailureOr<Values> next = step(base, Values(loop.getRegionIterArgs()));
    if (failed(next))
      return failure();
    scf::YieldOp::create(e.b, e.loc(), *next);
    nest.closeLoop();
    finalValues = Values(loop.getResults());
  }
  nest.width = width;
  if (together > 1)
    lanes.truncate(width);
  Values values(*finalValues);
  for (int64_t count = unroll; count > 1; count /= 2) {
    Values merged;
    for (int64_t u = 0; u < count / 2; ++u) {
      ArrayRef<Value> all(values);
      FailureOr<Values> combined =
          body.apply(all.slice((2 * u + 1) * n, n), all.slice(2 * u * n, n),
                     accumulatorWidth);
      if (failed(combined))
        return failure();
      llvm::append_range(merged, *combined);
    }
    values = std::move(merged);
  }
  outer.resize(shape.size() - 1);
  if (group) {
    collect(rows.member.base, values, width);
    nest.closeLoop();
    FailureOr<Values> folded = foldRows(width);
    if (failed(folded))
      return failure();
    Coord own;
    own.lanes = lanes;
    outer[dim - 1] = nest.merge(rows.first, own);
    storeResults(nest, outer, *folded, /*uniform=*/false);
    return success();
  }
  FailureOr<Values> scalars = fold(std::move(values), accumulatorWidth);
  if (failed(scalars))
    return failure();
  storeResults(nest, outer, *scalars, /*uniform=*/true);
  return success();
}

LogicalResult ReduceEmitter::acrossRows(Nest &nest) {
  SmallVector<int64_t> kept(shape);
  kept.erase(kept.begin() + dim);
  Index outer = nest.iterate(kept);
  Values accumulators = starts(nest.width);
  Coord row = nest.openLoop(shape[dim], 1, accumulators);
  scf::ForOp loop = nest.innermost();
  Index index(outer);
  index.insert(index.begin() + dim, row);
  FailureOr<Values> elements =
      evaluateOperands(e, nest, op.getSources(), index, nest.width);
  if (failed(elements))
    return failure();
  FailureOr<Values> next =
      body.applyFrom(row.base, body.widened(*elements),
                     Values(loop.getRegionIterArgs()), nest.width);
  if (failed(next))
    return failure();
  scf::YieldOp::create(e.b, e.loc(), *next);
  nest.closeLoop();
  storeResults(nest, outer, Values(loop.getResults()), false);
  return success();
}

LogicalResult ReduceEmitter::emit() {
  SmallVector<int64_t> kept(shape);
  kept.erase(kept.begin() + dim);
  for (Value source : op.getSources())
    results.push_back(e.newBuffer(elementOf(source.getType()), kept));
  // Inner dimensions of extent 1 do not separate the elements of a row.
  bool rows = llvm::all_of(shape.drop_front(dim + 1),
                           [](int64_t extent) { return extent == 1; });
  if (rows)
    beyond = tilesBeyondPass(e, op);
  if (failed(e.emitRoot(op, op.getSources(), /*covers=*/true, [&](Nest &nest) {
        return rows ? alongRows(nest) : acrossRows(nest);
      })))
    return failure();
  for (auto [result, buffer] : llvm::zip(op.getResults(), results)) {
    if (isa<RankedTensorType>(result.getType())) {
      e.setBuffer(result, buffer);
      continue;
    }
    Nest nest(e, 0);
    e.setScalar(result, nest.load(buffer, {}).value);
  }
  return success();
}
} // namespace

LogicalResult emitReduce(Emitter &e, tileaa::ReduceOp op) {
  return ReduceEmitter(e, op).emit();
}

} // namespace tessera::cpu
