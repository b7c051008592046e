//===- fuzz/Generator/ControlGenerator.cpp - if, for and loop with all their exits -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops run a few iterations at most, and every iteration has a slot of its own
// for what it stores. Branches may end in continue, break or return where the
// language allows it.
//
//===----------------------------------------------------------------------===//

#include "Builder.h"

#include "llvm/ADT/SmallVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::fuzz;
using cuda_tile::ComparisonPredicate;

namespace {
/// Restores what belongs to the enclosing region.
class RegionScope {
public:
  explicit RegionScope(ProgramBuilder &b)
      : b(b), guard(b.ir), poolSize(b.pool.size()), slot(b.slot),
        slotCount(b.slotCount), innermost(b.innermost) {
    ++b.regionDepth;
  }
  ~RegionScope() {
    b.pool.resize(poolSize);
    b.slot = slot;
    b.slotCount = slotCount;
    b.innermost = innermost;
    --b.regionDepth;
  }

private:
  ProgramBuilder &b;
  OpBuilder::InsertionGuard guard;
  size_t poolSize;
  Val slot;
  uint64_t slotCount;
  ProgramBuilder::LoopInfo *innermost;
};

struct CarriedType {
  ElementKind kind;
  Shape shape;
  /// Set: pointers into this array of 64 elements, which only are read through.
  Value base;
};
} // namespace

static SmallVector<CarriedType> randomTypes(ProgramBuilder &b, unsigned most) {
  SmallVector<CarriedType> types;
  for (unsigned n = b.rng.below(most + 1); n > 0; --n)
    types.push_back({b.rng.chance(60) ? b.randomInt() : b.randomBaseFloat(),
                     b.randomShape(), Value()});
  // Now and then a kind that arithmetic does not know.
  if (!types.empty() && b.rng.chance(20)) {
    CarriedType &type = types.back();
    type.kind = b.rng.pick({ElementKind::I4, ElementKind::TF32,
                            ElementKind::F8E4M3FN, ElementKind::F8E5M2,
                            ElementKind::F8E8M0FNU, ElementKind::F4E2M1FN});
    if (type.kind == ElementKind::F4E2M1FN)
      type.shape = {8};
  }
  if (b.rng.chance(8)) {
    CarriedType pointers = {b.randomInt(), b.randomShape(), Value()};
    pointers.base = b.bufferParameter(pointers.kind, 64, false, Profile::Edges);
    types.push_back(pointers);
  }
  return types;
}

static Type typeOf(ProgramBuilder &b, const CarriedType &type) {
  return type.base ? b.pointerTile(type.kind, type.shape)
                   : b.tile(type.kind, type.shape);
}

/// A value about which nothing but its type is known; what is read through
/// pointers.
static Val unknown(ProgramBuilder &b, Value value, const CarriedType &type) {
  Val v;
  v.value =
      type.base ? b.loadPointers(value, type.kind, type.shape).value : value;
  v.kind = type.kind;
  v.shape = type.shape;
  v.mayBeNaN = v.openNaN = v.isFloat();
  return v;
}

static SmallVector<Value> valuesOf(ProgramBuilder &b,
                                   ArrayRef<CarriedType> types) {
  SmallVector<Value> values;
  for (const CarriedType &type : types) {
    if (!type.base) {
      values.push_back(b.get(type.kind, type.shape).value);
      continue;
    }
    Val position = b.binary("andi", b.get(ElementKind::I32, type.shape),
                            b.integer(ElementKind::I32, type.shape, 63));
    values.push_back(b.pointers(type.base, type.kind, position));
  }
  return values;
}

static SmallVector<Type> typesOf(ProgramBuilder &b,
                                 ArrayRef<CarriedType> types) {
  SmallVector<Type> result;
  for (const CarriedType &type : types)
    result.push_back(typeOf(b, type));
  return result;
}

static unsigned bodySize(ProgramBuilder &b) { return b.rng.range(1, 6); }

/// Stores some of what the region computed: it is seen nowhere else.
static void outputSome(ProgramBuilder &b, size_t first) {
  for (size_t i = first; i < b.pool.size(); ++i)
    if (b.rng.chance(25)) {
      Val v = b.pool[i];
      b.output(v);
    }
}

//===----------------------------------------------------------------------===//
// if
//===----------------------------------------------------------------------===//

/// Ends a branch by leaving more than the `if`; false: not possible here.
static bool makeEscape(ProgramBuilder &b) {
  if (!b.innermost) {
    b.make("return", {}, {});
    return true;
  }
  if (b.innermost->isFor || b.rng.chance(40)) {
    b.make("continue", {}, b.innermost->continued());
    return true;
  }
  if (b.rng.chance(70) || b.innermost->insideFor) {
    b.make("break", {}, b.innermost->broken());
    return true;
  }
  b.make("return", {}, {}); // 13.4: also inside a loop.
  b.program.needs13_4 = true;
  return true;
}

static bool makeIf(ProgramBuilder &b) {
  std::optional<Val> known = b.find([](const Val &v) {
    return v.kind == ElementKind::I1 && v.shape.empty();
  });
  Val condition = known ? *known : b.get(ElementKind::I1, {});
  SmallVector<CarriedType> types = randomTypes(b, 2);
  bool hasElse = !types.empty() || b.rng.chance(50);
  unsigned escape = b.rng.chance(30) ? b.rng.below(hasElse ? 2 : 1) : 2;
  Operation *op = b.make("if", typesOf(b, types), {condition.value}, {}, 2);
  for (unsigned i = 0; i < (hasElse ? 2 : 1); ++i) {
    RegionScope scope(b);
    b.ir.createBlock(&op->getRegion(i));
    size_t first = b.pool.size();
    makeOps(b, bodySize(b));
    outputSome(b, first);
    if (escape == i)
      makeEscape(b);
    else
      b.make("yield", {}, valuesOf(b, types));
  }
  for (auto [type, result] : llvm::zip(types, op->getResults()))
    b.add(unknown(b, result, type));
  return true;
}

//===----------------------------------------------------------------------===//
// for
//===----------------------------------------------------------------------===//

namespace {
struct Range {
  Val lower, upper, step;
  /// The most iterations there can be.
  uint64_t most;
};
} // namespace

static Range randomRange(ProgramBuilder &b, ElementKind kind, bool isUnsigned) {
  Range range;
  int64_t step = b.rng.range(1, 3), trips = b.rng.range(0, 4);
  int64_t lower = isUnsigned ? b.rng.range(0, 6) : b.rng.range(-6, 6);
  range.most = std::max<int64_t>(trips, 1);
  range.lower = b.integer(kind, {}, lower);
  range.step = b.integer(kind, {}, step);
  unsigned width = numerics::bitWidth(kind);
  switch (b.rng.below(4)) {
  case 0: { // At the end of the type: the last increment overflows.
    int64_t top = width == 64 ? std::numeric_limits<int64_t>::max()
                              : (int64_t(1) << (width - 1)) - 1;
    range.lower = b.integer(kind, {}, top - trips * step);
    range.upper = b.integer(kind, {}, top);
    break;
  }
  case 1: { // Known at run time only.
    Val some = b.binary("andi", b.get(kind, {}), b.integer(kind, {}, 3));
    range.upper =
        b.binary("addi", range.lower, b.binary("muli", some, range.step));
    range.most = 3;
    break;
  }
  default: // Not always a whole number of steps.
    range.upper = b.integer(
        kind, {}, lower + trips * step - (trips ? b.rng.below(step) : 0));
    break;
  }
  return range;
}

static bool makeFor(ProgramBuilder &b) {
  ElementKind kind = b.randomInt(false);
  bool isUnsigned = b.rng.chance(30);
  Range range = randomRange(b, kind, isUnsigned);
  SmallVector<CarriedType> types = randomTypes(b, 3);
  SmallVector<Value> operands = {range.lower.value, range.upper.value,
                                 range.step.value};
  operands.append(valuesOf(b, types));
  // An invariant for comparisons with the counter (loop splitting).
  Val bound = b.rng.chance(50) ? b.get(kind, {})
                               : b.integer(kind, {}, b.rng.range(0, 8));
  SmallVector<NamedAttribute> attributes;
  if (isUnsigned)
    attributes.push_back(b.unit("unsignedCmp"));
  Operation *op = b.make("for", typesOf(b, types), operands, attributes, 1);
  {
    RegionScope scope(b);
    Block *block = b.ir.createBlock(&op->getRegion(0));
    Location loc = b.ir.getUnknownLoc();
    Val counter;
    counter.kind = kind;
    counter.value = block->addArgument(b.tile(kind), loc);
    size_t first = b.pool.size();
    b.add(counter);
    for (const CarriedType &type : types)
      b.add(unknown(b, block->addArgument(typeOf(b, type), loc), type));
    if (range.most > 1) {
      Val trip = b.binary("divi", b.binary("subi", counter, range.lower),
                          range.step, {b.signedness(false)});
      b.slot = b.binary(
          "addi",
          b.binary("muli", b.slot, b.integer(ElementKind::I32, {}, range.most)),
          b.resized(trip, ElementKind::I32));
      b.slotCount *= range.most;
    }
    if (b.rng.chance(60)) {
      bool swap = b.rng.chance(30);
      b.add(b.compareInt(static_cast<ComparisonPredicate>(b.rng.range(2, 5)),
                         swap ? bound : counter, swap ? counter : bound,
                         !isUnsigned));
    }
    ProgramBuilder::LoopInfo info;
    info.isFor = info.insideFor = true;
    info.continued = [&] { return valuesOf(b, types); };
    b.innermost = &info;
    // On the comparison, more often than not: what loop splitting looks for.
    if (b.regionDepth < 3 && b.rng.chance(50))
      makeIf(b);
    makeOps(b, bodySize(b));
    outputSome(b, first);
    b.make("continue", {}, info.continued());
  }
  for (auto [type, result] : llvm::zip(types, op->getResults()))
    b.add(unknown(b, result, type));
  return true;
}

//===----------------------------------------------------------------------===//
// loop
//===----------------------------------------------------------------------===//

static bool makeLoop(ProgramBuilder &b) {
  SmallVector<CarriedType> types = randomTypes(b, 2);
  SmallVector<CarriedType> results = randomTypes(b, 2);
  uint64_t most = b.rng.range(1, 4);
  SmallVector<Value> operands = {b.integer(ElementKind::I32, {}, 0).value};
  operands.append(valuesOf(b, types));
  Operation *op = b.make("loop", typesOf(b, results), operands, {}, 1);
  {
    RegionScope scope(b);
    Block *block = b.ir.createBlock(&op->getRegion(0));
    Location loc = b.ir.getUnknownLoc();
    Val counter;
    counter.value = block->addArgument(b.tile(ElementKind::I32), loc);
    size_t first = b.pool.size();
    b.add(counter);
    for (const CarriedType &type : types)
      b.add(unknown(b, block->addArgument(typeOf(b, type), loc), type));
    Val end = b.integer(ElementKind::I32, {}, most);
    Val over = b.compareInt(ComparisonPredicate::GreaterThanOrEqual, counter,
                            end, true);
    Operation *exit = b.make("if", {}, {over.value}, {}, 2);
    {
      RegionScope exitScope(b);
      b.ir.createBlock(&exit->getRegion(0));
      b.make("break", {}, valuesOf(b, results));
    }
    if (most > 1) {
      b.slot = b.binary("addi", b.binary("muli", b.slot, end), counter);
      b.slotCount *= most;
    }
    ProgramBuilder::LoopInfo info;
    info.insideFor = b.innermost && b.innermost->insideFor;
    info.continued = [&] {
      Val next = b.binary("addi", counter, b.integer(ElementKind::I32, {}, 1));
      SmallVector<Value> values = {next.value};
      values.append(valuesOf(b, types));
      return values;
    };
    info.broken = [&] { return valuesOf(b, results); };
    b.innermost = &info;
    makeOps(b, bodySize(b));
    outputSome(b, first);
    b.make("continue", {}, info.continued());
  }
  for (auto [type, result] : llvm::zip(results, op->getResults()))
    b.add(unknown(b, result, type));
  return true;
}

bool fuzz::makeControlFlow(ProgramBuilder &b, StringRef name) {
  if (b.regionDepth >= 3 || b.budget < 2 || b.slotCount > 64)
    return false;
  if (name == "if")
    return makeIf(b);
  return name == "for" ? makeFor(b) : makeLoop(b);
}
