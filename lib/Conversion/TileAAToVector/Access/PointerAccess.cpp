//===- TileAAToVector/Access/PointerAccess.cpp - accesses through tiles of pointers -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pointer tile `splat(base) + offsets` is consecutive in memory where its
// offsets are `uniform + lane number`. Offsets are computed in the width the
// program gave them, so this holds only if that arithmetic does not wrap:
// interval analysis over the whole tile gives a condition checked once per tile
// at run time, and the same analysis tells when a mask `range < n` is true
// everywhere.
//
//===----------------------------------------------------------------------===//

#include "Access.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tessera::cpu {

//===----------------------------------------------------------------------===//
// Values at an index
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Facts about a whole tile
//===----------------------------------------------------------------------===//

namespace {
/// Smallest and largest element of an integer tile (signed), as i64.
struct Interval {
  Value low, high;
  bool isPoint() const { return low == high; }
};

struct TileAnalysis {
  Emitter &e;
  SmallVector<Value> &conditions;

  Value compare(arith::CmpIPredicate predicate, Value x, Value y) {
    return e.b.createOrFold<arith::CmpIOp>(e.loc(), predicate, x, y);
  }
  void require(Value condition) {
    if (!matchPattern(condition, m_One()))
      conditions.push_back(condition);
  }
  std::optional<Interval> ofScalar(Value value) {
    Value wide = e.extend(e.scalar(value), /*isSigned=*/true);
    return Interval{wide, wide};
  }

  /// Whether the ranges of its operands keep `op` from wrapping, in signed
  /// reading.
  bool neverWraps(Operation *op);
  std::optional<Interval> interval(Value value);
  /// Whether mask is true everywhere if further conditions hold.
  bool allTrue(Value mask);
  /// Whether evaluateAffine() is exact for `value`.
  bool exact(Value value);
  bool pointers(Value value);
};

bool TileAnalysis::neverWraps(Operation *op) {
  if (!e.facts)
    return false;
  ConstantIntRanges x = e.facts->getRange(op->getOperand(0));
  ConstantIntRanges y = e.facts->getRange(op->getOperand(1));
  bool low = false, high = false, other = false, another = false;
  if (isa<arith::AddIOp>(op)) {
    (void)x.smin().sadd_ov(y.smin(), low);
    (void)x.smax().sadd_ov(y.smax(), high);
  } else if (isa<arith::SubIOp>(op)) {
    (void)x.smin().ssub_ov(y.smax(), low);
    (void)x.smax().ssub_ov(y.smin(), high);
  } else {
    (void)x.smin().smul_ov(y.smin(), low);
    (void)x.smin().smul_ov(y.smax(), other);
    (void)x.smax().smul_ov(y.smin(), another);
    (void)x.smax().smul_ov(y.smax(), high);
  }
  return !low && !high && !other && !another;
}

std::optional<Interval> TileAnalysis::interval(Value value) {
  if (!isa<RankedTensorType>(value.getType()))
    return ofScalar(value);
  Operation *op = value.getDefiningOp();
  if (!op || e.bufferOf(value))
    return std::nullopt;
  auto binary = [&](auto combine) -> std::optional<Interval> {
    auto x = interval(op->getOperand(0));
    auto y = x ? interval(op->getOperand(1)) : std::nullopt;
    if (!y)
      return std::nullopt;
    Interval result = combine(*x, *y);
    if (neverWraps(op))
      return result;
    unsigned bits = elementOf(value.getType()).getIntOrFloatBitWidth();
    using P = arith::CmpIPredicate;
    if (bits < 64) {
      require(compare(P::sge, result.low,
                      e.i64(APInt::getSignedMinValue(bits).getSExtValue())));
      require(compare(P::sle, result.high,
                      e.i64(APInt::getSignedMaxValue(bits).getSExtValue())));
    } else {
      require(compare(P::sle, result.low, result.high));
    }
    return result;
  };
  auto fold = [&](auto tag, Value x, Value y) -> Value {
    using OpTy = typename decltype(tag)::type;
    return e.b.createOrFold<OpTy>(e.loc(), x, y);
  };
  return llvm::TypeSwitch<Operation *, std::optional<Interval>>(op)
      .Case<tileaa::SplatOp, tileaa::BroadcastOp, tileaa::ViewOp,
            tileaa::PermuteOp, tileaa::ExtractOp, tileaa::AssumeOp,
            arith::ExtSIOp>(
          [&](Operation *) { return interval(op->getOperand(0)); })
      .Case<arith::ExtUIOp>([&](Operation *) {
        auto source = interval(op->getOperand(0));
        bool isNeverNegative =
            e.facts &&
            e.facts->getRange(op->getOperand(0)).smin().isNonNegative();
        if (source && !isNeverNegative)
          require(compare(arith::CmpIPredicate::sge, source->low, e.i64(0)));
        return source;
      })
      .Case<arith::ConstantOp>(
          [&](arith::ConstantOp constant) -> std::optional<Interval> {
            auto elements = dyn_cast<SplatElementsAttr>(constant.getValue());
            if (!elements)
              return std::nullopt;
            Value v = e.i64(elements.getSplatValue<APInt>().getSExtValue());
            return Interval{v, v};
          })
      .Case<tileaa::MakeRangeOp>([&](Operation *) -> std::optional<Interval> {
        int64_t last = shapeOf(value.getType())[0] - 1;
        unsigned bits = elementOf(value.getType()).getIntOrFloatBitWidth();
        if (last > APInt::getSignedMaxValue(bits).getSExtValue())
          return std::nullopt;
        return Interval{e.i64(0), e.i64(last)};
      })
      .Case<arith::AddIOp>([&](Operation *) {
        return binary([&](Interval x, Interval y) {
          using Add = std::type_identity<arith::AddIOp>;
          Value low = fold(Add(), x.low, y.low);
          return Interval{low, x.isPoint() && y.isPoint()
                                   ? low
                                   : fold(Add(), x.high, y.high)};
        });
      })
      .Case<arith::SubIOp>([&](Operation *) {
        return binary([&](Interval x, Interval y) {
          using Sub = std::type_identity<arith::SubIOp>;
          Value low = fold(Sub(), x.low, y.high);
          return Interval{low, x.isPoint() && y.isPoint()
                                   ? low
                                   : fold(Sub(), x.high, y.low)};
        });
      })
      .Case<arith::MulIOp>([&](Operation *) -> std::optional<Interval> {
        // i64 products of 64-bit factors could wrap unnoticed.
        if (elementOf(value.getType()).getIntOrFloatBitWidth() > 32 &&
            !neverWraps(op))
          return std::nullopt;
        return binary([&](Interval x, Interval y) {
          using Mul = std::type_identity<arith::MulIOp>;
          using Min = std::type_identity<arith::MinSIOp>;
          using Max = std::type_identity<arith::MaxSIOp>;
          Value corners[4] = {
              fold(Mul(), x.low, y.low), fold(Mul(), x.low, y.high),
              fold(Mul(), x.high, y.low), fold(Mul(), x.high, y.high)};
          if (x.isPoint() && y.isPoint())
            return Interval{corners[0], corners[0]};
          Value low = corners[0], high = corners[0];
          for (Value corner : ArrayRef<Value>(corners).drop_front()) {
            low = fold(Min(), low, corner);
            high = fold(Max(), high, corner);
          }
          return Interval{low, high};
        });
      })
      .Default([](Operation *) { return std::nullopt; });
}

bool TileAnalysis::allTrue(Value mask) {
  if (!isa<RankedTensorType>(mask.getType())) {
    require(e.scalar(mask));
    return true;
  }
  Operation *op = mask.getDefiningOp();
  if (!op || e.bufferOf(mask))
    return false;
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<tileaa::SplatOp, tileaa::BroadcastOp, tileaa::ViewOp,
            tileaa::PermuteOp, tileaa::AssumeOp>(
          [&](Operation *) { return allTrue(op->getOperand(0)); })
      .Case<arith::AndIOp>([&](Operation *) {
        return allTrue(op->getOperand(0)) && allTrue(op->getOperand(1));
      })
      .Case<arith::OrIOp>([&](Operation *) {
        // What one side asks for before it turns out to tell nothing is not
        // required.
        for (Value side : op->getOperands()) {
          SmallVector<Value> own;
          if (!TileAnalysis{e, own}.allTrue(side))
            continue;
          conditions.append(own);
          return true;
        }
        return false;
      })
      .Case<arith::ConstantOp>([&](arith::ConstantOp constant) {
        auto elements = dyn_cast<SplatElementsAttr>(constant.getValue());
        return elements && elements.getSplatValue<APInt>().isOne();
      })
      .Case<arith::CmpIOp>([&](arith::CmpIOp cmp) {
        using P = arith::CmpIPredicate;
        P predicate = cmp.getPredicate();
        Value left = cmp.getLhs(), right = cmp.getRhs();
        if (predicate == P::sgt || predicate == P::sge || predicate == P::ugt ||
            predicate == P::uge)
          std::swap(left, right);
        if (predicate == P::eq || predicate == P::ne)
          return false;
        auto x = interval(left), y = interval(right);
        if (!x || !y)
          return false;
        bool isStrict = predicate == P::slt || predicate == P::sgt ||
                        predicate == P::ult || predicate == P::ugt;
        bool isUnsigned = predicate == P::ult || predicate == P::ule ||
                          predicate == P::ugt || predicate == P::uge;
        // Non-negative numbers compare alike in both readings.
        if (isUnsigned) {
          require(compare(P::sge, x->low, e.i64(0)));
          require(compare(P::sge, y->low, e.i64(0)));
        }
        require(compare(isStrict ? P::slt : P::sle, x->high, y->low));
        return true;
      })
      .Default([](Operation *) { return false; });
}

bool TileAnalysis::exact(Value value) {
  if (!isa<RankedTensorType>(value.getType()))
    return true;
  Operation *op = value.getDefiningOp();
  if (!elementOf(value.getType()).isInteger(64))
    return interval(value).has_value();
  // 64-bit arithmetic wraps as addresses do.
  if (!op || e.bufferOf(value))
    return true;
  if (isa<arith::ExtSIOp, arith::ExtUIOp>(op))
    return interval(value).has_value();
  if (isa<tileaa::SplatOp, tileaa::BroadcastOp, tileaa::ViewOp,
          tileaa::PermuteOp, tileaa::ExtractOp, tileaa::AssumeOp, arith::AddIOp,
          arith::SubIOp, arith::MulIOp>(op))
    return llvm::all_of(op->getOperands(), [&](Value v) { return exact(v); });
  return true;
}

bool TileAnalysis::pointers(Value value) {
  if (!isa<RankedTensorType>(value.getType()))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op || e.bufferOf(value))
    return false;
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<tileaa::SplatOp, tileaa::BroadcastOp, tileaa::ViewOp,
            tileaa::PermuteOp, tileaa::ExtractOp, tileaa::AssumeOp>(
          [&](Operation *) { return pointers(op->getOperand(0)); })
      .Case<tileaa::AddPtrOp>([&](tileaa::AddPtrOp add) {
        if (!pointers(add.getPtr()))
          return false;
        return exact(add.getOffset());
      })
      .Default([](Operation *) { return false; });
}
} // namespace

void AccessFacts::addMask(Emitter &e, Value mask) {
  if (auto both = mask.getDefiningOp<arith::AndIOp>();
      both && !e.bufferOf(mask)) {
    addMask(e, both.getLhs());
    addMask(e, both.getRhs());
    return;
  }
  SmallVector<Value> conditions;
  if (!isa<RankedTensorType>(mask.getType()) ||
      !TileAnalysis{e, conditions}.allTrue(mask))
    return;
  allTrue.insert(mask);
  anyFull = true;
  full.append(conditions);
}

Value emitAllTrue(Emitter &e, Value mask) {
  SmallVector<Value> conditions;
  if (!TileAnalysis{e, conditions}.allTrue(mask))
    return {};
  Value all = e.constant(e.b.getBoolAttr(true));
  for (Value condition : conditions)
    all = e.b.createOrFold<arith::AndIOp>(e.loc(), all, condition);
  return all;
}

void AccessFacts::add(Emitter &e, Operation *op) {
  Value source, mask;
  if (auto load = dyn_cast<tileaa::LoadOp>(op)) {
    source = load.getSource();
    mask = load.getMask();
  } else if (auto store = dyn_cast<tileaa::StoreOp>(op)) {
    source = store.getDestination();
    mask = store.getMask();
  } else {
    addViewFact(e, *this, op);
    return;
  }
  AccessFact fact;
  SmallVector<Value> conditions;
  if (TileAnalysis{e, conditions}.pointers(source)) {
    fact.contiguous = true;
    anyContiguous = true;
    noWrap.append(conditions);
  }
  conditions.clear();
  if (mask && TileAnalysis{e, conditions}.allTrue(mask)) {
    fact.full = true;
    anyFull = true;
    full.append(conditions);
  }
  perOp[op] = fact;
}

} // namespace tessera::cpu
