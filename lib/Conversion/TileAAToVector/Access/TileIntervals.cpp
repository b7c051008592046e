//===- TileAAToVector/Access/TileIntervals.cpp - facts about a whole tile -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interval analysis over all elements of a tile. It gives conditions, which are
// checked once per tile at run time, for what an access wants to know: that the
// arithmetic of the offsets of its pointers does not wrap, and that a mask such
// as `range < n` is true everywhere.
//
//===----------------------------------------------------------------------===//

#include "Access.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tessera::cpu {

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
