//===- TileAAToVector/Math/VectorMath.cpp - maths functions on vectors -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls SLEEF's 1.0-ulp functions on whole registers. Short vectors and single
// values are padded, so that a function gives the same bits wherever a value is
// computed. Without a vector library the runtime services compute the
// functions. The range of some of SLEEF's functions ends too early; what is
// computed beyond it is defined here.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileAAToVector/Core/Lanes.h"
#include "InlineMath.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tessera::cpu {

/// Lanes [from, from + count) of `value`, or the value repeated.
static Value slice(Emitter &e, Value value, int64_t from, int64_t count) {
  SmallVector<int64_t> lanes;
  int64_t width = cast<VectorType>(value.getType()).getNumElements();
  for (int64_t l = 0; l < count; ++l)
    lanes.push_back((from + l) % width);
  return shuffle(e, value, value, lanes);
}

Value onRegisters(Emitter &e, ArrayRef<Value> operands, unsigned width,
                  llvm::function_ref<Value(ArrayRef<Value>)> function) {
  Type element = getElementTypeOrSelf(operands[0].getType());
  int64_t native = e.target.vectorBits / element.getIntOrFloatBitWidth();
  SmallVector<Value, 2> arguments;
  if (width == 0) {
    for (Value operand : operands)
      arguments.push_back(splat(e, operand, native));
    return extractLane(e, function(arguments), 0);
  }
  if (width <= native) {
    for (Value operand : operands)
      arguments.push_back(width == native ? operand
                                          : slice(e, operand, 0, native));
    Value result = function(arguments);
    return width == native ? result : slice(e, result, 0, width);
  }
  Value whole;
  for (int64_t from = 0; from < width; from += native) {
    arguments.clear();
    for (Value operand : operands)
      arguments.push_back(slice(e, operand, from, native));
    Value part = function(arguments);
    if (!whole) {
      whole = part;
      continue;
    }
    // Pad the part, then concatenate.
    SmallVector<int64_t> pad, join;
    for (int64_t l = 0; l < from; ++l) {
      pad.push_back(l % native);
      join.push_back(l);
    }
    Value padded = from == native ? part : shuffle(e, part, part, pad);
    for (int64_t l = 0; l < native; ++l)
      join.push_back(from + l);
    whole = shuffle(e, whole, padded, join);
  }
  return whole;
}

FailureOr<Value> emitMathCall(Emitter &e, StringRef name,
                              ArrayRef<Value> operands, unsigned width) {
  Type element = getElementTypeOrSelf(operands[0].getType());
  int64_t native = e.target.vectorBits / element.getIntOrFloatBitWidth();
  auto nativeType = VectorType::get({native}, element);
  StringRef suffix = e.target.vectorBits == 512 ? "avx512f"
                     : e.target.vectorBits == 256
                         ? "avx2"
                         : StringRef(e.target.mathSuffix128);
  std::string symbol =
      (llvm::Twine("Sleef_") + name + (element.isF32() ? "f" : "d") +
       llvm::Twine(native) + "_u10" + suffix)
          .str();
  return onRegisters(e, operands, width, [&](ArrayRef<Value> arguments) {
    return e.callExternal(symbol, nativeType, arguments);
  });
}

/// e^x of f32 or f64.
static FailureOr<Value> exponential(const LaneOp &lane, Value x) {
  if (Value result = emitInlineMath(lane, "exp", x))
    return result;
  return emitMathCall(lane.e, "exp", x, lane.width);
}

FailureOr<Value> hyperbolicOfLarge(const LaneOp &lane, Value x, Value result,
                                   bool isOdd) {
  OpBuilder &b = lane.e.b;
  Location loc = lane.e.loc();
  bool isF32 = getElementTypeOrSelf(x.getType()).isF32();
  auto number = [&](double value) {
    APFloat exact(value);
    bool losesInfo;
    exact.convert(isF32 ? APFloat::IEEEsingle() : APFloat::IEEEdouble(),
                  APFloat::rmNearestTiesToEven, &losesInfo);
    return lane.number(exact.bitcastToAPInt(), x.getType());
  };
  Value magnitude = math::AbsFOp::create(b, loc, x), half = number(0.5);
  FailureOr<Value> root =
      exponential(lane, arith::MulFOp::create(b, loc, magnitude, half));
  if (failed(root))
    return failure();
  Value large = arith::MulFOp::create(
      b, loc, arith::MulFOp::create(b, loc, *root, half), *root);
  if (isOdd) {
    Value isNegative =
        arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OLT, x, number(0));
    large = arith::SelectOp::create(
        b, loc, isNegative, arith::NegFOp::create(b, loc, large), large);
  }
  Value isLarge = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OGE,
                                        magnitude, number(isF32 ? 88 : 708));
  return Value(arith::SelectOp::create(b, loc, isLarge, large, result));
}

} // namespace tessera::cpu
