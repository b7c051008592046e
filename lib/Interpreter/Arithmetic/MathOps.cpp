//===- Interpreter/Arithmetic/MathOps.cpp - mathematical functions -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// sqrt rsqrt exp exp2 log log2 sin cos tan sinh cosh tanh pow atan2 fpowi
// (ops.md 2.5). sqrt is correctly rounded in every mode. The others compute an
// f32 result in f64 and round it once, which is within 0.501 ulp; f64 is the
// host's libm, rsqrt and the hyperbolic functions in long double rounded once;
// f16 and bf16 are the f32 result rounded once more ("via f32").
//
// The approx and full modes give the same results: their bounds allow it, and
// tanh approx keeps subnormal results as it must. Special values are C99's.
//
//===----------------------------------------------------------------------===//

#include "tessera/Interpreter/ArithGroups.h"

#include "Elementwise.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;

namespace {

// One struct per function, so that each gets a loop with a direct call.
#define TESSERA_MATH_FUNCTION(NAME, CALL)                                      \
  struct NAME {                                                                \
    static double apply(double x) { return CALL; }                             \
  };
TESSERA_MATH_FUNCTION(Exp, std::exp(x))
TESSERA_MATH_FUNCTION(Exp2, std::exp2(x))
TESSERA_MATH_FUNCTION(Log, std::log(x))
TESSERA_MATH_FUNCTION(Log2, std::log2(x))
TESSERA_MATH_FUNCTION(Sin, std::sin(x))
TESSERA_MATH_FUNCTION(Cos, std::cos(x))
TESSERA_MATH_FUNCTION(Tan, std::tan(x))
#undef TESSERA_MATH_FUNCTION

// `tanh full` promises 1 ulp in f64 (ops.md 11.1). glibc's hyperbolic functions
// on double are off by up to 2.2; those on long double round to within 0.501.
// Two roundings would put 1 / sqrt(x) off by up to 1.4.
#define TESSERA_WIDE_FUNCTION(NAME, CALL)                                      \
  struct NAME {                                                                \
    static double apply(double x) { return CALL(x); }                          \
    static double applyF64(double x) {                                         \
      return static_cast<double>(CALL(static_cast<long double>(x)));           \
    }                                                                          \
  };
TESSERA_WIDE_FUNCTION(Rsqrt, 1 / std::sqrt)
TESSERA_WIDE_FUNCTION(Sinh, std::sinh)
TESSERA_WIDE_FUNCTION(Cosh, std::cosh)
TESSERA_WIDE_FUNCTION(Tanh, std::tanh)
#undef TESSERA_WIDE_FUNCTION

struct Pow {
  static double apply(double x, double y) { return std::pow(x, y); }
};
/// The first operand is the ordinate.
struct Atan2 {
  static double apply(double x, double y) { return std::atan2(x, y); }
};

/// A function of doubles in the shape that mapNearest wants.
template <typename Function> struct ViaDouble {
  template <typename... T> static float nearest(float first, T... rest) {
    return kernels::quiet(static_cast<float>(Function::apply(
        static_cast<double>(first), static_cast<double>(rest)...)));
  }
  template <typename... T> static double nearest(double first, T... rest) {
    if constexpr (requires { Function::applyF64(first, rest...); })
      return kernels::quiet(Function::applyF64(first, rest...));
    else
      return kernels::quiet(Function::apply(first, rest...));
  }
  template <typename... T> static float forHalf(T... x) {
    return nearest(x...);
  }
};

} // namespace

template <typename Function, unsigned Arity>
static LogicalResult runFunction(Operation *op, BlockContext &context) {
  ElementwiseFrame<Arity> frame(op, context);
  mapNearest<ViaDouble<Function>>(frame, /*flushToZero=*/false);
  return frame.finish();
}

/// rsqrt and exp2: the functions that may flush.
template <typename OpTy, typename Function>
static LogicalResult runFlushingFunction(Operation *op, BlockContext &context) {
  ElementwiseFrame<1> frame(op, context);
  mapNearest<ViaDouble<Function>>(frame, cast<OpTy>(op).getFlushToZero());
  return frame.finish();
}

static LogicalResult runSqrt(Operation *op, BlockContext &context) {
  auto sqrt = cast<cuda_tile::SqrtOp>(op);
  return runRounded<kernels::Sqrt>(op, context, sqrt.getRoundingMode(),
                                   sqrt.getFlushToZero());
}

static LogicalResult runFPowI(Operation *op, BlockContext &context) {
  Tile base = context.take(op->getOperand(0));
  const Tile &exponent = context.get(op->getOperand(1));
  Tile result = base.isUnique() ? std::move(base) : context.makeResult(op);
  const Tile &source = base.empty() ? result : base;
  numerics::ElementKind kind = source.kind();
  bool isF64 = kind == numerics::ElementKind::F64;
  for (int64_t i = 0, e = source.numElements(); i < e; ++i) {
    // Exponents have at most 32 bits: exact as doubles, parity included.
    double value = std::pow(numerics::toDouble(kind, source.bits(i)),
                            static_cast<double>(exponent.signedAt(i)));
    // Below f64 the result is an f32, rounded once more for f16 and bf16.
    value = isF64 ? kernels::quiet(value)
                  : kernels::quiet(static_cast<float>(value));
    result.setBits(i, numerics::fromDouble(kind, value));
  }
  context.set(op->getResult(0), std::move(result));
  return success();
}

void interp::registerMathOps(OpTable &table) {
  using namespace cuda_tile;
  table.addElementwise<SqrtOp>(runSqrt);
  table.addElementwise<RsqrtOp>(runFlushingFunction<RsqrtOp, Rsqrt>);
  table.addElementwise<ExpOp>(runFunction<Exp, 1>);
  table.addElementwise<Exp2Op>(runFlushingFunction<Exp2Op, Exp2>);
  table.addElementwise<LogOp>(runFunction<Log, 1>);
  table.addElementwise<Log2Op>(runFunction<Log2, 1>);
  table.addElementwise<SinOp>(runFunction<Sin, 1>);
  table.addElementwise<CosOp>(runFunction<Cos, 1>);
  table.addElementwise<TanOp>(runFunction<Tan, 1>);
  table.addElementwise<SinHOp>(runFunction<Sinh, 1>);
  table.addElementwise<CosHOp>(runFunction<Cosh, 1>);
  table.addElementwise<TanHOp>(runFunction<Tanh, 1>);
  table.addElementwise<PowOp>(runFunction<Pow, 2>);
  table.addElementwise<Atan2Op>(runFunction<struct Atan2, 2>);
  table.addElementwise<FPowIOp>(runFPowI);
}
