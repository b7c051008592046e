//===- fuzz/Generator/MatrixGenerator.cpp - reductions, scans and products of matrices -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of these sums is open. Sums of small integers are exact in every
// order; they get `+ 0`, which removes the one thing left open, the sign of
// zero, and are exact values again. Other sums carry an absolute bound.
//
//===----------------------------------------------------------------------===//

#include "Builder.h"
#include "tessera/Numerics/Convert.h"

#include <cmath>

using namespace mlir;
using namespace tessera;
using namespace tessera::fuzz;
using cuda_tile::RoundingMode;

/// Relative rounding error of the kind.
static double epsilonOf(ElementKind kind) {
  return std::ldexp(1.0, -int(numerics::floatFormat(kind).mantissaBits));
}

/// A sum of integers whose partial sums are all exact; `bound` is the largest
/// magnitude of a partial sum.
static Val exactSum(ProgramBuilder &b, Val v, double bound) {
  SmallVector<NamedAttribute> attributes = {
      b.rounding(RoundingMode::NearestEven)};
  Val result = b.binary("addf", v, b.number(v.kind, v.shape, 0), attributes);
  result.mayBeNaN = result.openNaN = false;
  result.integral = true;
  result.bound = bound;
  return result;
}

/// Finite floats for a sum: small integers or magnitudes up to 1.
static Val summand(ProgramBuilder &b, ElementKind kind, ArrayRef<int64_t> shape,
                   bool integral) {
  if (b.rng.chance(60))
    if (std::optional<Val> v = b.find([&](const Val &v) {
          return v.kind == kind && ArrayRef<int64_t>(v.shape) == shape &&
                 v.exact() && !v.mayBeNaN && v.bound <= 16 &&
                 (v.integral || !integral);
        }))
      return *v;
  return b.add(
      b.source(kind, shape, integral ? Profile::Small : Profile::Unit));
}

//===----------------------------------------------------------------------===//
// reduce and scan
//===----------------------------------------------------------------------===//

namespace {
/// One combination of a reduction.
struct Combiner {
  std::string name;
  bool isSigned = false, propagateNaN = false;
  uint64_t identity = 0;
};
} // namespace

static Combiner integerCombiner(ProgramBuilder &b, ElementKind kind) {
  unsigned width = numerics::bitWidth(kind);
  uint64_t ones = width == 64 ? ~0ull : (1ull << width) - 1;
  uint64_t top = 1ull << (width - 1);
  Combiner c;
  c.name = b.rng.pick({"addi", "muli", "andi", "ori", "xori", "maxi", "mini"});
  c.isSigned = b.rng.chance(50);
  c.identity = c.name == "muli"   ? 1
               : c.name == "andi" ? ones
               : c.name == "maxi" ? (c.isSigned ? top : 0)
               : c.name == "mini" ? (c.isSigned ? top - 1 : ones)
                                  : 0;
  return c;
}

static Combiner floatCombiner(ProgramBuilder &b, const Val &v) {
  const numerics::FloatFormat &format = numerics::floatFormat(v.kind);
  Combiner c;
  bool summable = !v.mayBeNaN && v.bound <= 16;
  c.name = summable && b.rng.chance(60) ? "addf" : b.rng.pick({"maxf", "minf"});
  c.propagateNaN = c.name != "addf" && v.mayBeNaN && b.rng.chance(50);
  if (c.name == "maxf")
    c.identity = format.infinity() | format.signMask();
  else if (c.name == "minf")
    c.identity = format.infinity();
  else // -0 is neutral for addf, +0 changes the sign of a zero: both occur.
    c.identity = b.rng.chance(50) ? format.signMask() : 0;
  return c;
}

static Value combine(ProgramBuilder &b, const Combiner &c, Value element,
                     Value accumulator) {
  SmallVector<NamedAttribute> attributes;
  if (c.name == "maxi" || c.name == "mini")
    attributes.push_back(b.signedness(c.isSigned));
  if (c.name == "addf")
    attributes.push_back(b.rounding(RoundingMode::NearestEven));
  if (c.propagateNaN)
    attributes.push_back(b.unit("propagate_nan"));
  if (b.rng.chance(50))
    std::swap(element, accumulator);
  return b.value(c.name, element.getType(), {element, accumulator}, attributes);
}

/// Facts of a combination of `n` elements of `x`.
static Val combined(ProgramBuilder &b, const Combiner &c, const Val &x,
                    int64_t n) {
  Val v = x;
  if (!x.isFloat())
    return v;
  v.openNaN = x.mayBeNaN;
  if (c.name != "addf")
    return v;
  if (x.integral && x.bound * n <= 1 / epsilonOf(x.kind)) {
    v.bound = x.bound * n;
    return v; // The caller makes it exact.
  }
  v.integral = false;
  v.bound = x.bound * n * 2;
  v.tolerance.absolute = 2 * n * epsilonOf(x.kind) * x.bound * n;
  return v;
}

static Val reducible(ProgramBuilder &b) {
  std::optional<Val> v = b.find([](const Val &v) {
    return !v.shape.empty() && v.exact() &&
           (v.kind == ElementKind::F16 || v.kind == ElementKind::BF16 ||
            v.kind == ElementKind::F32 || v.kind == ElementKind::F64 ||
            (!v.isFloat() && v.kind != ElementKind::I4));
  });
  if (v && b.rng.chance(60))
    return *v;
  Shape shape = b.randomShape();
  if (shape.empty())
    shape = {16};
  if (b.rng.chance(40))
    return b.get(b.randomInt(), shape);
  return summand(b, b.randomBaseFloat(), shape, b.rng.chance(60));
}

/// (value, index) of the first largest element: order does not matter since
/// ties go to the lower index.
static bool makeArgMax(ProgramBuilder &b) {
  Shape shape = b.randomShape();
  if (shape.empty())
    return false;
  ElementKind kind = b.randomInt(false);
  Val x = b.get(kind, shape), index = b.linearIndex(shape);
  int32_t dim = b.rng.below(shape.size());
  bool isSigned = b.rng.chance(50);
  unsigned width = numerics::bitWidth(kind);
  uint64_t least = isSigned ? 1ull << (width - 1) : 0;
  Shape reduced = shape;
  reduced.erase(reduced.begin() + dim);
  Operation *op = b.make(
      "reduce", {b.tile(kind, reduced), b.tile(ElementKind::I32, reduced)},
      {x.value, index.value},
      {b.named("dim", b.ir.getI32IntegerAttr(dim)),
       b.named("identities",
               b.ir.getArrayAttr({b.literal(kind, least),
                                  b.literal(ElementKind::I32, 0x7FFFFFFF)}))},
      1);
  OpBuilder::InsertionGuard guard(b.ir);
  Block *block = b.ir.createBlock(&op->getRegion(0));
  Location loc = b.ir.getUnknownLoc();
  Val parts[4];
  for (int i = 0; i < 4; ++i) {
    parts[i].kind = i < 2 ? kind : ElementKind::I32;
    parts[i].value = block->addArgument(b.tile(parts[i].kind), loc);
  }
  auto [e, acc, eIndex, accIndex] =
      std::tie(parts[0], parts[1], parts[2], parts[3]);
  using cuda_tile::ComparisonPredicate;
  Val greater =
      b.compareInt(ComparisonPredicate::GreaterThan, e, acc, isSigned);
  Val same = b.compareInt(ComparisonPredicate::Equal, e, acc, isSigned);
  Val lower =
      b.compareInt(ComparisonPredicate::LessThan, eIndex, accIndex, true);
  Val take = b.binary("ori", greater, b.binary("andi", same, lower));
  b.make(
      "yield", {},
      {b.select(take, e, acc).value, b.select(take, eIndex, accIndex).value});
  for (unsigned i = 0; i < 2; ++i) {
    Val v;
    v.kind = i == 0 ? kind : ElementKind::I32;
    v.shape = reduced;
    v.value = op->getResult(i);
    b.add(v);
  }
  return true;
}

/// The largest element of a kind that no arithmetic knows: the body asks
/// another kind, which has the same values (i4, tf32) or bits (8-bit floats).
static bool makeAggregateOfRareKind(ProgramBuilder &b, StringRef name) {
  ElementKind kind =
      b.rng.pick({ElementKind::I4, ElementKind::TF32, ElementKind::F8E4M3FN,
                  ElementKind::F8E5M2, ElementKind::F8E8M0FNU});
  Shape shape = b.randomShape();
  if (shape.empty())
    shape = {16};
  bool isTF32 = kind == ElementKind::TF32;
  Val x = kind == ElementKind::I4
              ? b.get(kind, shape)
              : b.add(b.source(kind, shape, Profile::Edges));
  int32_t dim = b.rng.below(shape.size());
  bool isScan = name == "scan";
  if (!isScan)
    shape.erase(shape.begin() + dim);
  // Of unsigned bits nothing is below 0.
  const numerics::FloatFormat &tf32 = numerics::floatFormat(ElementKind::TF32);
  uint64_t least = isTF32 ? tf32.infinity() | tf32.signMask() : 0;
  SmallVector<NamedAttribute> attributes = {
      b.named("dim", b.ir.getI32IntegerAttr(dim)),
      b.named("identities", b.ir.getArrayAttr({b.literal(kind, least)}))};
  if (isScan)
    attributes.push_back(
        b.named("reverse", b.ir.getBoolAttr(b.rng.chance(40))));
  Operation *op = b.make(name, {b.tile(kind, shape)}, {x.value}, attributes, 1);
  {
    OpBuilder::InsertionGuard guard(b.ir);
    Block *block = b.ir.createBlock(&op->getRegion(0));
    ElementKind other = isTF32 ? ElementKind::F32 : ElementKind::I8;
    StringRef there = isTF32                    ? "ftof"
                      : kind == ElementKind::I4 ? "exti"
                                                : "bitcast";
    StringRef back = kind == ElementKind::I4 ? "trunci" : there;
    SmallVector<NamedAttribute> casting, combining;
    if (isTF32) {
      casting.push_back(b.rounding(RoundingMode::NearestEven));
      combining.push_back(b.unit("propagate_nan"));
    } else {
      combining.push_back(b.signedness(false));
    }
    SmallVector<NamedAttribute> widening = casting;
    if (kind == ElementKind::I4)
      widening.push_back(b.signedness(false));
    SmallVector<Value> parts;
    for (int i = 0; i < 2; ++i)
      parts.push_back(b.value(
          there, b.tile(other),
          {block->addArgument(b.tile(kind), b.ir.getUnknownLoc())}, widening));
    Value most =
        b.value(isTF32 ? "maxf" : "maxi", b.tile(other), parts, combining);
    b.make("yield", {}, {b.value(back, b.tile(kind), {most}, casting)});
  }
  x.value = op->getResult(0);
  x.shape = shape;
  x.openNaN = x.mayBeNaN && isTF32;
  b.add(x);
  return true;
}

bool fuzz::makeAggregate(ProgramBuilder &b, StringRef name) {
  bool isScan = name == "scan";
  if (b.rng.chance(8))
    return makeAggregateOfRareKind(b, name);
  if (!isScan && b.rng.chance(20))
    return makeArgMax(b);
  SmallVector<Val> operands = {reducible(b)};
  Shape shape = operands[0].shape;
  if (!isScan && b.rng.chance(25))
    operands.push_back(b.get(b.randomInt(), shape));
  int32_t dim = b.rng.below(shape.size());
  Shape resultShape = shape;
  if (!isScan)
    resultShape.erase(resultShape.begin() + dim);
  SmallVector<Combiner> combiners;
  SmallVector<Type> types;
  SmallVector<Value> values;
  SmallVector<Attribute> identities;
  for (const Val &v : operands) {
    Combiner c = v.isFloat() ? floatCombiner(b, v) : integerCombiner(b, v.kind);
    combiners.push_back(c);
    types.push_back(b.tile(v.kind, resultShape));
    values.push_back(v.value);
    identities.push_back(b.literal(v.kind, c.identity));
  }
  SmallVector<NamedAttribute> attributes = {
      b.named("dim", b.ir.getI32IntegerAttr(dim)),
      b.named("identities", b.ir.getArrayAttr(identities))};
  if (isScan)
    attributes.push_back(
        b.named("reverse", b.ir.getBoolAttr(b.rng.chance(40))));
  Operation *op = b.make(name, types, values, attributes, 1);
  {
    OpBuilder::InsertionGuard guard(b.ir);
    Block *block = b.ir.createBlock(&op->getRegion(0));
    SmallVector<Value> yields;
    for (auto [v, c] : llvm::zip(operands, combiners)) {
      Value e = block->addArgument(b.tile(v.kind), b.ir.getUnknownLoc());
      Value acc = block->addArgument(b.tile(v.kind), b.ir.getUnknownLoc());
      yields.push_back(combine(b, c, e, acc));
    }
    b.make("yield", {}, yields);
  }
  for (auto [i, v, c] : llvm::enumerate(operands, combiners)) {
    Val result = combined(b, c, v, shape[dim] + 1);
    result.value = op->getResult(i);
    result.shape = resultShape;
    if (c.name == "addf" && result.exact())
      result = exactSum(b, result, result.bound);
    b.add(result);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

namespace {
struct MatrixShape {
  Shape lhs, rhs, acc;
  int64_t k;
};
} // namespace

static MatrixShape matrixShape(ProgramBuilder &b, int64_t k) {
  bool isSmall = b.sizes == TileSizes::Small;
  int64_t m = isSmall ? b.rng.pick({1, 2, 4, 8, 16})
                      : b.rng.pick({1, 4, 16, 32, 64, 128});
  int64_t n =
      isSmall ? b.rng.pick({2, 4, 8, 16}) : b.rng.pick({2, 8, 16, 32, 64, 128});
  MatrixShape s = {{m, k}, {k, n}, {m, n}, k};
  if (b.rng.chance(30))
    for (Shape *shape : {&s.lhs, &s.rhs, &s.acc})
      shape->insert(shape->begin(), 2);
  return s;
}

static Val product(ProgramBuilder &b, StringRef name, const Val &acc,
                   double term, int64_t k, bool integral,
                   ArrayRef<Value> operands,
                   ArrayRef<NamedAttribute> attributes) {
  Val v = acc;
  v.value = b.value(name, acc.value.getType(), operands, attributes);
  if (!acc.isFloat())
    return v;
  v.mayBeNaN = v.openNaN = false;
  v.bound = acc.bound + k * term;
  double epsilon = epsilonOf(acc.kind);
  if (integral && v.bound <= 1 / epsilon)
    return exactSum(b, v, v.bound);
  v.integral = false;
  v.tolerance.absolute = 4 * (k + 1) * epsilon * v.bound;
  v.bound *= 2;
  return v;
}

static bool makeMmaScaled(ProgramBuilder &b) {
  struct Row {
    ElementKind element, scale;
    int64_t block;
  };
  const Row rows[] = {{ElementKind::F8E4M3FN, ElementKind::F8E8M0FNU, 32},
                      {ElementKind::F8E5M2, ElementKind::F8E8M0FNU, 32},
                      {ElementKind::F4E2M1FN, ElementKind::F8E8M0FNU, 16},
                      {ElementKind::F4E2M1FN, ElementKind::F8E8M0FNU, 32},
                      {ElementKind::F4E2M1FN, ElementKind::F8E4M3FN, 16}};
  const Row &row = rows[b.rng.below(5)];
  int64_t blocks =
      b.sizes == TileSizes::Small ? b.rng.pick({1, 2}) : b.rng.pick({1, 2, 4});
  MatrixShape s = matrixShape(b, row.block * blocks);
  MatrixShape scale = s;
  scale.lhs.back() = blocks;
  scale.rhs[scale.rhs.size() - 2] = blocks;
  Val lhs = summand(b, row.element, s.lhs, true);
  Val rhs = summand(b, row.element, s.rhs, true);
  Val acc = summand(b, ElementKind::F32, s.acc, true);
  Val lhsScale, rhsScale;
  if (row.scale == ElementKind::F8E8M0FNU) {
    lhsScale = b.source(row.scale, scale.lhs, Profile::Small);
    rhsScale = b.source(row.scale, scale.rhs, Profile::Small);
  } else { // Must not be negative.
    lhsScale = b.number(row.scale, scale.lhs, b.rng.range(0, 4));
    rhsScale = b.number(row.scale, scale.rhs, b.rng.range(0, 4));
  }
  b.add(product(
      b, "mmaf_scaled", acc,
      lhs.bound * rhs.bound * lhsScale.bound * rhsScale.bound, s.k, true,
      {lhs.value, rhs.value, acc.value, lhsScale.value, rhsScale.value}, {}));
  return true;
}

bool fuzz::makeMma(ProgramBuilder &b, StringRef name) {
  if (name == "mmaf_scaled")
    return makeMmaScaled(b);
  MatrixShape s = matrixShape(b, b.sizes == TileSizes::Small
                                     ? b.rng.pick({1, 2, 4, 8, 16, 32})
                                     : b.rng.pick({1, 2, 8, 16, 64, 128}));
  if (name == "mmai") {
    Val acc = b.get(ElementKind::I32, s.acc);
    b.add(product(b, name, acc, 0, s.k, true,
                  {b.get(ElementKind::I8, s.lhs).value,
                   b.get(ElementKind::I8, s.rhs).value, acc.value},
                  {b.signedness(b.rng.chance(50), "signedness_lhs"),
                   b.signedness(b.rng.chance(50), "signedness_rhs")}));
    return true;
  }
  static const std::pair<ElementKind, ElementKind> pairs[] = {
      {ElementKind::F8E4M3FN, ElementKind::F16},
      {ElementKind::F8E4M3FN, ElementKind::F32},
      {ElementKind::F8E5M2, ElementKind::F16},
      {ElementKind::F8E5M2, ElementKind::F32},
      {ElementKind::F16, ElementKind::F16},
      {ElementKind::F16, ElementKind::F32},
      {ElementKind::BF16, ElementKind::F32},
      {ElementKind::TF32, ElementKind::F32},
      {ElementKind::F32, ElementKind::F32},
      {ElementKind::F64, ElementKind::F64}};
  auto [element, sum] = pairs[b.rng.below(10)];
  bool integral = b.rng.chance(60);
  Val lhs = summand(b, element, s.lhs, integral);
  Val rhs = summand(b, element, s.rhs, integral);
  Val acc = summand(b, sum, s.acc, integral);
  SmallVector<NamedAttribute> attributes;
  if (b.rng.chance(15))
    attributes.push_back(b.unit("fast_acc"));
  b.add(product(b, name, acc, lhs.bound * rhs.bound, s.k,
                integral && lhs.integral && rhs.integral && acc.integral,
                {lhs.value, rhs.value, acc.value}, attributes));
  return true;
}
