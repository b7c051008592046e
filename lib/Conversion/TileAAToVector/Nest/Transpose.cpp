//===- TileAAToVector/Nest/Transpose.cpp - tiles read along another dimension -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value whose neighbours in memory lie along another dimension than the last
// would be gathered. Where whole vectors fit both dimensions it is evaluated in
// square blocks instead: one vector along the dimension of memory for each
// position of the last one, then log2(n) rounds of shuffles of two registers,
// each of which x86 has as one instruction.
//
//===----------------------------------------------------------------------===//

#include "Transpose.h"

#include "Conversion/TileAAToVector/Access/Access.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tessera::cpu {

namespace {
/// Which dimension of a value is contiguous in memory.
struct Contiguity {
  enum Kind { Anything, Dimension, Unknown } kind = Unknown;
  unsigned dim = 0;

  static Contiguity along(size_t dim) {
    return {Dimension, static_cast<unsigned>(dim)};
  }
  /// For a value that is made of two.
  Contiguity operator&(const Contiguity &other) const {
    if (kind == Anything)
      return other;
    if (other.kind == Anything || (other.kind == kind && other.dim == dim))
      return *this;
    return {};
  }
};

/// Finds it; every value once.
struct ContiguityAnalysis {
  explicit ContiguityAnalysis(Emitter &e) : e(e) {}
  Emitter &e;
  llvm::DenseMap<Value, Contiguity> known;

  Contiguity of(Value value) {
    if (auto found = known.find(value); found != known.end())
      return found->second;
    Contiguity result = compute(value);
    known[value] = result;
    return result;
  }
  Contiguity compute(Value value);
  Contiguity ofLoad(tileaa::TiledLoadOp load);
  Contiguity ofView(tileaa::ViewOp view);
};
} // namespace

/// The dimension of the view's tiles along which memory has stride 1.
Contiguity ContiguityAnalysis::ofLoad(tileaa::TiledLoadOp load) {
  ViewOperands view = viewOperands(load);
  const MemoryObject &object = e.memoryObject(e.memrefOf(view.view));
  for (auto [d, memoryDim] : llvm::enumerate(view.type.getDimMap()))
    if (object.strides[memoryDim].constant == 1)
      return Contiguity::along(d);
  return {};
}

/// The same elements with unit dimensions added or removed.
Contiguity ContiguityAnalysis::ofView(tileaa::ViewOp view) {
  auto to = shapeOf(view.getResult().getType());
  auto from = shapeOf(view.getSource().getType());
  if (!isa<RankedTensorType>(view.getSource().getType()))
    return {Contiguity::Anything};
  Contiguity source = of(view.getSource());
  if (source.kind != Contiguity::Dimension)
    return source;
  // The position among the dimensions that are no units.
  size_t position = 0;
  SmallVector<int64_t> reals;
  for (auto [d, extent] : llvm::enumerate(from)) {
    position += d < source.dim && extent != 1;
    if (extent != 1)
      reals.push_back(extent);
  }
  SmallVector<size_t> places;
  SmallVector<int64_t> own;
  for (auto [d, extent] : llvm::enumerate(to))
    if (extent != 1) {
      places.push_back(d);
      own.push_back(extent);
    }
  if (own != reals || position >= places.size() || from[source.dim] == 1)
    return {};
  return Contiguity::along(places[position]);
}

Contiguity ContiguityAnalysis::compute(Value value) {
  if (!isa<RankedTensorType>(value.getType()))
    return {Contiguity::Anything};
  if (e.bufferOf(value))
    return Contiguity::along(shapeOf(value.getType()).size() - 1);
  Operation *op = value.getDefiningOp();
  if (!op)
    return {};
  return llvm::TypeSwitch<Operation *, Contiguity>(op)
      .Case<tileaa::TiledLoadOp>(
          [&](tileaa::TiledLoadOp load) { return ofLoad(load); })
      .Case<tileaa::ViewOp>([&](tileaa::ViewOp view) { return ofView(view); })
      .Case<tileaa::SplatOp>(
          [](Operation *) { return Contiguity{Contiguity::Anything}; })
      .Case<tileaa::AssumeOp>(
          [&](tileaa::AssumeOp assume) { return of(assume.getValue()); })
      .Case<tileaa::PermuteOp>([&](tileaa::PermuteOp permute) {
        Contiguity source = of(permute.getSource());
        if (source.kind == Contiguity::Dimension)
          for (auto [d, from] : llvm::enumerate(permute.getPermutation()))
            if (static_cast<unsigned>(from) == source.dim)
              return Contiguity::along(d);
        return source;
      })
      .Default([&](Operation *) -> Contiguity {
        if (op->hasTrait<OpTrait::ConstantLike>())
          return {Contiguity::Anything};
        if (!op->hasTrait<OpTrait::Elementwise>() || !isExpression(op))
          return {};
        Contiguity all{Contiguity::Anything};
        for (Value operand : op->getOperands())
          all = all & of(operand);
        return all;
      });
}

std::optional<unsigned> contiguousDim(Emitter &e, Value value) {
  Contiguity found = ContiguityAnalysis(e).of(value);
  if (found.kind != Contiguity::Dimension)
    return std::nullopt;
  return found.dim;
}

/// `x`, a whole register at least, as a value of which LLVM's code generator
/// knows nothing: no instruction.
static Value opaque(Emitter &e, Value x) {
  auto type = cast<VectorType>(x.getType());
  int64_t bits = type.getNumElements() * type.getElementTypeBitWidth();
  if (bits < 128)
    return x;
  auto floats = VectorType::get({bits / 32}, e.b.getF32Type());
  auto fence = LLVM::CallIntrinsicOp::create(
      e.b, e.loc(), floats, e.b.getStringAttr("llvm.arithmetic.fence"),
      ValueRange(LLVM::BitcastOp::create(e.b, e.loc(), floats, x)));
  return LLVM::BitcastOp::create(e.b, e.loc(), type, fence.getResult(0));
}

SmallVector<Value, 16> transposed(Emitter &e, SmallVector<Value, 16> rows) {
  int64_t n = static_cast<int64_t>(rows.size());
  // Round with distance d: blocks of d x d change places across the diagonal
  // of blocks of 2d x 2d.
  for (int64_t d = 1; d < n; d *= 2) {
    SmallVector<int64_t> low, high;
    for (int64_t l = 0; l < n; ++l) {
      low.push_back(l & d ? n + l - d : l);
      high.push_back(l & d ? n + l : l + d);
    }
    for (int64_t r = 0; r < n; ++r) {
      if (r & d)
        continue;
      Value upper = rows[r], lower = rows[r + d];
      rows[r] = shuffle(e, upper, lower, low);
      rows[r + d] = shuffle(e, upper, lower, high);
    }
    // LLVM looks at every shuffle's whole tree, in vain: with four rounds that
    // is a fifth of the time in which it compiles attention in bf16.
    if (n == 16 && 2 * d < n)
      for (Value &row : rows)
        row = opaque(e, row);
  }
  return rows;
}

std::optional<unsigned> Nest::transposedDim(Value value) const {
  auto shape = shapeOf(value.getType());
  int64_t n = std::min<int64_t>(width, 16);
  if (level != AccessLevel::Full || !carried.empty() || shape.size() < 2 ||
      n < 4 || shape.back() < n)
    return std::nullopt;
  std::optional<unsigned> found = contiguousDim(e, value);
  if (!found || *found + 1 == shape.size() || shape[*found] < n)
    return std::nullopt;
  return found;
}

LogicalResult Nest::evaluateTransposed(Value value, unsigned dim,
                                       LanesConsumer consume) {
  auto shape = shapeOf(value.getType());
  int64_t n = width = std::min(width, 16u);
  size_t last = shape.size() - 1;
  SmallVector<Value, 16> numbers;
  {
    OpBuilder::InsertionGuard guard(b);
    e.atEntry();
    for (int64_t i = 0; i < n; ++i)
      numbers.push_back(e.i64(i));
  }
  Index index(shape.size());
  for (size_t d = 0; d < shape.size(); ++d)
    if (d != dim && shape[d] > (d == last ? n : 1))
      index[d] = openLoop(shape[d], d == last ? n : 1);
  if (shape[dim] > n)
    index[dim] = openLoop(shape[dim], n);
  Coord lanes;
  for (int64_t l = 0; l < n; ++l)
    lanes.lanes.push_back(l);
  auto plus = [&](const Coord &coord, int64_t i) {
    Coord part;
    part.base = numbers[i];
    part.baseBits = static_cast<uint64_t>(i);
    return i == 0 ? coord : merge(coord, part);
  };
  SmallVector<Value, 16> rows;
  for (int64_t i = 0; i < n; ++i) {
    Index at = index;
    at[dim] = merge(index[dim], lanes);
    at[last] = plus(index[last], i);
    FailureOr<Lanes> row = evaluate(value, at);
    if (failed(row))
      return failure();
    rows.push_back(vector(*row));
  }
  rows = transposed(e, std::move(rows));
  for (int64_t i = 0; i < n; ++i) {
    Index at = index;
    at[dim] = plus(index[dim], i);
    at[last] = merge(index[last], lanes);
    if (failed(consume(at, {rows[i], false})))
      return failure();
  }
  return success();
}

} // namespace tessera::cpu
