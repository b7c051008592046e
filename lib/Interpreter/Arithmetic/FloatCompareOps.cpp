//===- Interpreter/Arithmetic/FloatCompareOps.cpp - cmpf, maxf, minf -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The float operations that select or compare (ops.md 2.4). All are exact, so
// f16 and bf16 go through f32 without a thought about rounding.
//
// The twelve comparisons are four loops: swapping the operands turns > into <,
// and an unordered comparison is the negation of the ordered opposite one.
//
//===----------------------------------------------------------------------===//

#include "tessera/Interpreter/ArithGroups.h"

#include "Elementwise.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;
using cuda_tile::ComparisonPredicate;
using numerics::ElementKind;

namespace {

/// The ordered comparisons that are computed; false for NaN.
enum class Relation : uint8_t { Equal, LessOrGreater, Less, LessOrEqual };

/// How a predicate is answered: `negate ^ relation(swapped operands)`.
struct ComparePlan {
  Relation relation;
  bool swap;
  bool negate;
};

} // namespace

static ComparePlan planCompare(ComparisonPredicate predicate, bool unordered) {
  switch (predicate) {
  case ComparisonPredicate::Equal:
    return unordered ? ComparePlan{Relation::LessOrGreater, false, true}
                     : ComparePlan{Relation::Equal, false, false};
  case ComparisonPredicate::NotEqual:
    return unordered ? ComparePlan{Relation::Equal, false, true}
                     : ComparePlan{Relation::LessOrGreater, false, false};
  case ComparisonPredicate::LessThan:
    return unordered ? ComparePlan{Relation::LessOrEqual, true, true}
                     : ComparePlan{Relation::Less, false, false};
  case ComparisonPredicate::LessThanOrEqual:
    return unordered ? ComparePlan{Relation::Less, true, true}
                     : ComparePlan{Relation::LessOrEqual, false, false};
  case ComparisonPredicate::GreaterThan:
    return unordered ? ComparePlan{Relation::LessOrEqual, false, true}
                     : ComparePlan{Relation::Less, true, false};
  case ComparisonPredicate::GreaterThanOrEqual:
    return unordered ? ComparePlan{Relation::Less, false, true}
                     : ComparePlan{Relation::LessOrEqual, true, false};
  }
  llvm_unreachable("unknown comparison predicate");
}

namespace {

/// One relation on containers of `Kind`, xor-ed with `negate` (0 or 1).
template <ElementKind Kind, Relation R> struct Compare {
  uint8_t negate;

  template <typename Bits> static TESSERA_ALWAYS_INLINE auto value(Bits bits) {
    if constexpr (sizeof(Bits) == 2)
      return std::bit_cast<float>(numerics::toF32Bits<Kind>(bits));
    else
      return bits; // f32 and f64 containers are read as such
  }

  template <typename Bits>
  TESSERA_ALWAYS_INLINE uint8_t operator()(Bits lhs, Bits rhs) const {
    auto a = value(lhs);
    auto b = value(rhs);
    bool holds = false;
    if constexpr (R == Relation::Equal)
      holds = a == b;
    else if constexpr (R == Relation::LessOrGreater)
      holds = (a < b) | (a > b);
    else if constexpr (R == Relation::Less)
      holds = a < b;
    else
      holds = a <= b;
    return static_cast<uint8_t>(holds) ^ negate;
  }
};

} // namespace

template <ElementKind Kind, typename Container>
static void compareTiles(const Tile &lhs, const Tile &rhs, Tile &result,
                         ComparePlan plan) {
  const Container *a = (plan.swap ? rhs : lhs).data<Container>();
  const Container *b = (plan.swap ? lhs : rhs).data<Container>();
  auto *out = result.mutableData<uint8_t>();
  auto count = static_cast<size_t>(lhs.numElements());
  uint8_t negate = plan.negate;
  switch (plan.relation) {
  case Relation::Equal:
    return loops::map(out, count, Compare<Kind, Relation::Equal>{negate}, a, b);
  case Relation::LessOrGreater:
    return loops::map(out, count,
                      Compare<Kind, Relation::LessOrGreater>{negate}, a, b);
  case Relation::Less:
    return loops::map(out, count, Compare<Kind, Relation::Less>{negate}, a, b);
  case Relation::LessOrEqual:
    return loops::map(out, count, Compare<Kind, Relation::LessOrEqual>{negate},
                      a, b);
  }
}

static LogicalResult runCmpF(Operation *op, BlockContext &context) {
  auto cmp = cast<cuda_tile::CmpFOp>(op);
  ComparePlan plan = planCompare(cmp.getComparisonPredicate(),
                                 cmp.getComparisonOrdering() ==
                                     cuda_tile::ComparisonOrdering::Unordered);
  const Tile &lhs = context.get(op->getOperand(0));
  const Tile &rhs = context.get(op->getOperand(1));
  Tile result = context.makeResult(op);
  visitBaseFloat(lhs.kind(), [&](auto constant) {
    constexpr ElementKind kind = decltype(constant)::value;
    using Container = std::conditional_t<
        kind == ElementKind::F32, float,
        std::conditional_t<kind == ElementKind::F64, double, uint16_t>>;
    compareTiles<kind, Container>(lhs, rhs, result, plan);
  });
  context.set(op->getResult(0), std::move(result));
  return success();
}

namespace {

/// MinMax is exact: on halves it is the float operation.
template <bool IsMax, bool PropagateNaN>
struct ExactMinMax : kernels::MinMax<IsMax, PropagateNaN> {
  static TESSERA_ALWAYS_INLINE float forHalf(float a, float b) {
    return kernels::MinMax<IsMax, PropagateNaN>::nearest(a, b);
  }
};

} // namespace

template <typename OpTy, bool IsMax>
static LogicalResult runMinMax(Operation *op, BlockContext &context) {
  auto typed = cast<OpTy>(op);
  ElementwiseFrame<2> frame(op, context);
  if (typed.getPropagateNan())
    mapNearest<ExactMinMax<IsMax, true>>(frame, typed.getFlushToZero());
  else
    mapNearest<ExactMinMax<IsMax, false>>(frame, typed.getFlushToZero());
  return frame.finish();
}

void interp::registerFloatCompareOps(OpTable &table) {
  using namespace cuda_tile;
  table.addElementwise<CmpFOp>(runCmpF);
  table.addElementwise<MaxFOp>(runMinMax<MaxFOp, /*IsMax=*/true>);
  table.addElementwise<MinFOp>(runMinMax<MinFOp, /*IsMax=*/false>);
}
