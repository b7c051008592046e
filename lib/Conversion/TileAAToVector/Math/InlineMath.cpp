//===- TileAAToVector/Math/InlineMath.cpp - functions of f32 without calls -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic that the functions of this folder share, as InlineMath.h
// describes.
//
//===----------------------------------------------------------------------===//

#include "InlineMath.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace tessera::cpu {

Value F32Lanes::f32(uint32_t bits) const {
  return lane.number(APInt(32, bits), floats);
}

Value F32Lanes::i32(uint32_t bits) const {
  return lane.number(APInt(32, bits), words);
}

Value F32Lanes::fma(Value x, Value y, Value z) const {
  return math::FmaOp::create(b, loc, x, y, z);
}

Value F32Lanes::add(Value x, Value y) const {
  return arith::AddFOp::create(b, loc, x, y);
}

Value F32Lanes::sub(Value x, Value y) const {
  return arith::SubFOp::create(b, loc, x, y);
}

Value F32Lanes::mul(Value x, Value y) const {
  return arith::MulFOp::create(b, loc, x, y);
}

Value F32Lanes::div(Value x, Value y) const {
  return arith::DivFOp::create(b, loc, x, y);
}

Value F32Lanes::bitsOf(Value x) const {
  return arith::BitcastOp::create(b, loc, words, x);
}

Value F32Lanes::fromBits(Value x) const {
  return arith::BitcastOp::create(b, loc, floats, x);
}

Value F32Lanes::compare(arith::CmpFPredicate predicate, Value x,
                        Value y) const {
  return arith::CmpFOp::create(b, loc, predicate, x, y);
}

Value F32Lanes::select(Value condition, Value x, Value y) const {
  return arith::SelectOp::create(b, loc, condition, x, y);
}

Value F32Lanes::clamp(Value x, uint32_t bound,
                      arith::CmpFPredicate predicate) const {
  Value limit = f32(bound);
  return select(compare(predicate, x, limit), limit, x);
}

Value F32Lanes::powerOf2(Value biased) const {
  return fromBits(arith::ShLIOp::create(b, loc, biased, i32(23)));
}

Value F32Lanes::polynomial(Value r, ArrayRef<uint32_t> coefficients) const {
  Value sum = f32(coefficients.front());
  for (uint32_t next : coefficients.drop_front())
    sum = fma(sum, r, f32(next));
  return sum;
}

Value F32Lanes::polynomialByPairs(Value r, Value r2,
                                  ArrayRef<uint32_t> coefficients) const {
  Value sum;
  if (coefficients.size() % 2 == 1) {
    sum = f32(coefficients.front());
    coefficients = coefficients.drop_front();
  }
  for (; !coefficients.empty(); coefficients = coefficients.drop_front(2)) {
    Value pair = fma(f32(coefficients[0]), r, f32(coefficients[1]));
    sum = sum ? fma(sum, r2, pair) : pair;
  }
  return sum;
}

Value emitInlineMath(const LaneOp &lane, StringRef name, Value x) {
  if (!getElementTypeOrSelf(x.getType()).isF32() ||
      lane.e.target.vectorBits < 256)
    return {};
  if (name == "exp" || name == "exp2")
    return emitExponential(lane, x, /*isBase2=*/name == "exp2");
  if (name == "log" || name == "log2")
    return emitLogarithm(lane, x, /*isBase2=*/name == "log2");
  if (name == "tanh")
    return emitTanh(lane, x);
  return {};
}

} // namespace tessera::cpu
