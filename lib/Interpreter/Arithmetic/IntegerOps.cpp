//===- Interpreter/Arithmetic/IntegerOps.cpp - integer and bitwise ops -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// absi addi subi muli mulhii negi maxi mini cmpi shli shri andi ori xori
// (ops.md 3, 4): arithmetic modulo 2^w, i1 included. Division is in
// IntegerDivisionOps.cpp.
//
// A broken overflow promise is a finding per element; the result is the wrapped
// value all the same. Shift amounts of w or more saturate: 0, or the sign fill.
//
//===----------------------------------------------------------------------===//

#include "tessera/Interpreter/ArithGroups.h"

#include "IntegerKernels.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;
using cuda_tile::ComparisonPredicate;
using cuda_tile::IntegerOverflow;
using cuda_tile::Signedness;

namespace {

// Kernels: the operation, and for those with an overflow promise whether the
// mathematical result leaves the range.
#define TESSERA_BINARY_INT(NAME, VALUE)                                        \
  struct NAME {                                                                \
    template <unsigned W>                                                      \
    static TESSERA_ALWAYS_INLINE uint64_t apply(uint64_t a, uint64_t b) {      \
      return VALUE;                                                            \
    }                                                                          \
  };
TESSERA_BINARY_INT(MulHi, numerics::mulhiI(W, a, b))
TESSERA_BINARY_INT(And, (a & b))
TESSERA_BINARY_INT(Or, (a | b))
TESSERA_BINARY_INT(XOr, (a ^ b))
TESSERA_BINARY_INT(MaxSigned, numerics::maxI(W, a, b, true))
TESSERA_BINARY_INT(MaxUnsigned, numerics::maxI(W, a, b, false))
TESSERA_BINARY_INT(MinSigned, numerics::minI(W, a, b, true))
TESSERA_BINARY_INT(MinUnsigned, numerics::minI(W, a, b, false))
TESSERA_BINARY_INT(ShiftRightSigned, numerics::shrI(W, a, b, true))
TESSERA_BINARY_INT(ShiftRightUnsigned, numerics::shrI(W, a, b, false))
#undef TESSERA_BINARY_INT

#define TESSERA_PROMISING_INT(NAME, SYMBOL, VALUE, WRAPS)                      \
  struct NAME {                                                                \
    static constexpr const char *symbol = SYMBOL;                              \
    template <unsigned W>                                                      \
    static TESSERA_ALWAYS_INLINE uint64_t apply(uint64_t a, uint64_t b) {      \
      return VALUE;                                                            \
    }                                                                          \
    template <unsigned W>                                                      \
    static numerics::Wraps wraps(uint64_t a, uint64_t b) {                     \
      return WRAPS;                                                            \
    }                                                                          \
  };
TESSERA_PROMISING_INT(Add, " + ", numerics::addI(W, a, b),
                      numerics::addWraps(W, a, b))
TESSERA_PROMISING_INT(Sub, " - ", numerics::subI(W, a, b),
                      numerics::subWraps(W, a, b))
TESSERA_PROMISING_INT(Mul, " * ", numerics::mulI(W, a, b),
                      numerics::mulWraps(W, a, b))
TESSERA_PROMISING_INT(ShiftLeft, " << ", numerics::shlI(W, a, b),
                      numerics::shlWraps(W, a, b))
#undef TESSERA_PROMISING_INT

struct Abs {
  template <unsigned W>
  static TESSERA_ALWAYS_INLINE uint64_t apply(uint64_t a) {
    return numerics::absI(W, a);
  }
};
struct Neg {
  template <unsigned W>
  static TESSERA_ALWAYS_INLINE uint64_t apply(uint64_t a) {
    return numerics::negI(W, a);
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Overflow promises
//===----------------------------------------------------------------------===//

static bool promisesSigned(IntegerOverflow overflow) {
  return overflow == IntegerOverflow::NoSignedWrap ||
         overflow == IntegerOverflow::NoWrap;
}
static bool promisesUnsigned(IntegerOverflow overflow) {
  return overflow == IntegerOverflow::NoUnsignedWrap ||
         overflow == IntegerOverflow::NoWrap;
}

/// Reports every element of lhs (op) rhs that breaks the promise.
template <typename Kernel>
static LogicalResult checkPromise(Operation *op, BlockContext &context,
                                  IntegerOverflow overflow, const Tile &lhs,
                                  const Tile &rhs) {
  bool noSigned = promisesSigned(overflow);
  bool noUnsigned = promisesUnsigned(overflow);
  return visitInt(lhs.kind(), [&](auto width) -> LogicalResult {
    constexpr unsigned w = decltype(width)::value;
    using Container = typename decltype(width)::Container;
    const Container *a = lhs.data<Container>(), *b = rhs.data<Container>();
    // A shift amount has no sign.
    constexpr bool isShift = std::is_same_v<Kernel, ShiftLeft>;
    for (int64_t i = 0, e = lhs.numElements(); i < e; ++i) {
      numerics::Wraps wraps = Kernel::template wraps<w>(a[i], b[i]);
      bool brokeSigned = noSigned && wraps.isSigned;
      if (!brokeSigned && !(noUnsigned && wraps.isUnsigned))
        continue;
      auto text = [&](uint64_t bits, bool isSigned) {
        return isSigned ? std::to_string(numerics::signedValue(w, bits))
                        : std::to_string(bits);
      };
      if (failed(context.report(op, CheckKind::IntegerOverflow, i,
                                text(a[i], brokeSigned) + Kernel::symbol +
                                    text(b[i], brokeSigned && !isShift) +
                                    " does not fit " +
                                    (brokeSigned ? "signed" : "unsigned") +
                                    " i" + std::to_string(w))))
        return failure();
    }
    return success();
  });
}

template <typename OpTy, typename Kernel>
static LogicalResult runPromising(Operation *op, BlockContext &context) {
  IntegerOverflow overflow = cast<OpTy>(op).getOverflow();
  if (overflow != IntegerOverflow::None && context.checking() &&
      failed(checkPromise<Kernel>(op, context, overflow,
                                  context.get(op->getOperand(0)),
                                  context.get(op->getOperand(1)))))
    return failure();
  return runInteger<Kernel, 2>(op, context);
}

static LogicalResult runNegI(Operation *op, BlockContext &context) {
  IntegerOverflow overflow = cast<cuda_tile::NegIOp>(op).getOverflow();
  // Unsigned negation wraps for everything but 0, so the verifier rejects that
  // promise alone and no_wrap means the signed one.
  if (promisesSigned(overflow) && context.checking()) {
    const Tile &source = context.get(op->getOperand(0));
    unsigned width = numerics::bitWidth(source.kind());
    for (int64_t i = 0, e = source.numElements(); i < e; ++i)
      if (numerics::negWraps(width, source.bits(i)).isSigned &&
          failed(context.report(op, CheckKind::IntegerOverflow, i,
                                "-(" + Twine(source.signedAt(i)) +
                                    ") does not fit signed i" + Twine(width))))
        return failure();
  }
  return runInteger<Neg, 1>(op, context);
}

//===----------------------------------------------------------------------===//
// Operations with a signedness
//===----------------------------------------------------------------------===//

template <typename OpTy, typename SignedKernel, typename UnsignedKernel>
static LogicalResult runSigned(Operation *op, BlockContext &context) {
  if (cast<OpTy>(op).getSignedness() == Signedness::Signed)
    return runInteger<SignedKernel, 2>(op, context);
  return runInteger<UnsignedKernel, 2>(op, context);
}

namespace {

enum class Relation : uint8_t { Equal, LessSigned, LessUnsigned };

/// One relation xor-ed with `negate` (0 or 1).
template <unsigned Width, Relation R> struct Compare {
  uint8_t negate;

  template <typename Bits>
  TESSERA_ALWAYS_INLINE uint8_t operator()(Bits a, Bits b) const {
    bool holds = false;
    if constexpr (R == Relation::Equal)
      holds = a == b;
    else if constexpr (R == Relation::LessSigned)
      holds = numerics::signedValue(Width, a) < numerics::signedValue(Width, b);
    else
      holds = a < b;
    return static_cast<uint8_t>(holds) ^ negate;
  }
};

} // namespace

/// The six predicates are two relations: swap turns > into <, negation turns
/// < into >=.
static LogicalResult runCmpI(Operation *op, BlockContext &context) {
  auto cmp = cast<cuda_tile::CmpIOp>(op);
  ComparisonPredicate predicate = cmp.getComparisonPredicate();
  bool isEquality = predicate == ComparisonPredicate::Equal ||
                    predicate == ComparisonPredicate::NotEqual;
  bool swap = predicate == ComparisonPredicate::GreaterThan ||
              predicate == ComparisonPredicate::LessThanOrEqual;
  uint8_t negate = predicate == ComparisonPredicate::NotEqual ||
                   predicate == ComparisonPredicate::LessThanOrEqual ||
                   predicate == ComparisonPredicate::GreaterThanOrEqual;
  bool isSigned = cmp.getSignedness() == Signedness::Signed;

  const Tile &lhs = context.get(cmp.getLhs());
  const Tile &rhs = context.get(cmp.getRhs());
  Tile result = context.makeResult(op);
  visitInt(lhs.kind(), [&](auto width) {
    constexpr unsigned w = decltype(width)::value;
    using Container = typename decltype(width)::Container;
    const Container *a = (swap ? rhs : lhs).template data<Container>();
    const Container *b = (swap ? lhs : rhs).template data<Container>();
    auto *out = result.mutableData<uint8_t>();
    auto count = static_cast<size_t>(lhs.numElements());
    if (isEquality)
      loops::map(out, count, Compare<w, Relation::Equal>{negate}, a, b);
    else if (isSigned)
      loops::map(out, count, Compare<w, Relation::LessSigned>{negate}, a, b);
    else
      loops::map(out, count, Compare<w, Relation::LessUnsigned>{negate}, a, b);
  });
  context.set(op->getResult(0), std::move(result));
  return success();
}

void interp::registerIntegerOps(OpTable &table) {
  using namespace cuda_tile;
  table.addElementwise<AddIOp>(runPromising<AddIOp, Add>);
  table.addElementwise<SubIOp>(runPromising<SubIOp, Sub>);
  table.addElementwise<MulIOp>(runPromising<MulIOp, Mul>);
  table.addElementwise<ShLIOp>(runPromising<ShLIOp, ShiftLeft>);
  table.addElementwise<NegIOp>(runNegI);
  table.addElementwise<AbsIOp>(runInteger<Abs, 1>);
  table.addElementwise<MulhiIOp>(runInteger<MulHi, 2>);
  table.addElementwise<AndIOp>(runInteger<And, 2>);
  table.addElementwise<OrIOp>(runInteger<Or, 2>);
  table.addElementwise<XOrIOp>(runInteger<XOr, 2>);
  table.addElementwise<ShRIOp>(
      runSigned<ShRIOp, ShiftRightSigned, ShiftRightUnsigned>);
  table.addElementwise<MaxIOp>(runSigned<MaxIOp, MaxSigned, MaxUnsigned>);
  table.addElementwise<MinIOp>(runSigned<MinIOp, MinSigned, MinUnsigned>);
  table.addElementwise<CmpIOp>(runCmpI);
  registerIntegerDivisionOps(table);
}
