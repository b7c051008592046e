//===- TileASToNVVM/Elementwise/FloatOps.cpp - floating-point arithmetic with its modes -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers floating-point arithmetic. Each op rounds once, in the mode that it
// names (ops.md 2). f32 and f64 have an instruction for every mode.
//
// Formats of 16 bits round in a directed mode by rounding the f32 result a
// second time in the same direction, which gives what a single rounding gives.
// To nearest they use their own instructions, or f32 where that is known to be
// safe (+ - * / and square root), which LLVM does by itself.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileASToNVVM/Handlers.h"

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using tessera::cuda_tile::RoundingMode;

namespace tessera::gpu {

template <typename NewOp>
static FailureOr<Value> plain(Emitter &e, Operation *, ValueRange x) {
  return Value(NewOp::create(e.b, e.loc(), x[0].getType(), x));
}

static bool isHalf(Type type) { return type.isF16() || type.isBF16(); }

/// "rn", "rz", "rm" or "rp"; nothing for other modes.
static std::optional<StringRef> modeName(RoundingMode mode) {
  switch (mode) {
  case RoundingMode::NearestEven:
    return "rn";
  case RoundingMode::Zero:
    return "rz";
  case RoundingMode::NegativeInf:
    return "rm";
  case RoundingMode::PositiveInf:
    return "rp";
  default:
    return std::nullopt;
  }
}

static Value widen(Emitter &e, Value x) {
  return LLVM::FPExtOp::create(e.b, e.loc(), e.b.getF32Type(), x);
}

/// f32 as bf16, toward one infinity: the magnitude grows by one where bits are
/// lost on that side of zero.
static Value narrowToBF16(Emitter &e, Value x, bool up) {
  using P = LLVM::ICmpPredicate;
  OpBuilder &b = e.b;
  Type i32 = b.getI32Type();
  Value bits = e.bitcast(x, i32);
  Value high = LLVM::LShrOp::create(b, e.loc(), bits, e.i32(16));
  Value lost = e.compare(
      P::ne, LLVM::AndOp::create(b, e.loc(), bits, e.i32(0xFFFF)), e.i32(0));
  Value side = e.compare(up ? P::sge : P::slt, bits, e.i32(0));
  Value step = e.extend(e.conjunction(lost, side), i32, false);
  Value isNaN =
      LLVM::FCmpOp::create(b, e.loc(), LLVM::FCmpPredicate::uno, x, x);
  Value quiet = LLVM::OrOp::create(b, e.loc(), high, e.i32(0x40));
  Value chosen = e.select(isNaN, quiet, e.add(high, step));
  return e.bitcast(e.extend(chosen, b.getI16Type(), false), b.getBF16Type());
}

/// f32 as f16 or bf16 in a directed mode.
static Value narrow(Emitter &e, Value x, Type type, RoundingMode mode) {
  if (type.isBF16() && mode != RoundingMode::Zero)
    return narrowToBF16(e, x, mode == RoundingMode::PositiveInf);
  std::string text = ("cvt." + *modeName(mode) +
                      (type.isF16() ? ".f16.f32" : ".bf16.f32") + " $0, $1;")
                         .str();
  Value bits =
      e.inlineAsm(text, "=h,f", e.b.getI16Type(), {x}, /*sideEffects=*/false);
  return e.bitcast(bits, type);
}

/// llvm.nvvm.NAME.MODE[.ftz].{f,d} on f32 and f64.
static Value modeIntrinsic(Emitter &e, StringRef name, RoundingMode mode,
                           bool ftz, ValueRange x) {
  Type type = x[0].getType();
  std::string full = ("llvm.nvvm." + name + "." + *modeName(mode) +
                      (ftz ? ".ftz" : "") + (type.isF64() ? ".d" : ".f"))
                         .str();
  return e.intrinsic(full, type, x);
}

/// An op with mode and flush flag by `name`; `negate`: of the second operand.
template <typename OpTy, typename PlainOp>
static FailureOr<Value> rounded(Emitter &e, Operation *op, ValueRange x,
                                StringRef name, bool negate = false) {
  auto roundedOp = llvm::cast<OpTy>(op);
  RoundingMode mode = roundedOp.getRoundingMode();
  bool ftz = roundedOp.getFlushToZero();
  Type type = x[0].getType();
  if (mode == RoundingMode::NearestEven && !ftz)
    return plain<PlainOp>(e, op, x);
  if (!modeName(mode))
    return e.refuse(op, "rounding mode without an instruction");
  SmallVector<Value, 3> operands(x);
  if (isHalf(type))
    for (Value &operand : operands)
      operand = widen(e, operand);
  if (negate)
    operands[1] = LLVM::FNegOp::create(e.b, e.loc(), operands[1]);
  Value result = modeIntrinsic(e, name, mode, ftz, operands);
  return isHalf(type) ? narrow(e, result, type, mode) : result;
}

static FailureOr<Value> addF(Emitter &e, Operation *op, ValueRange x) {
  return rounded<tileaa::AddFOp, LLVM::FAddOp>(e, op, x, "add");
}
static FailureOr<Value> subF(Emitter &e, Operation *op, ValueRange x) {
  return rounded<tileaa::SubFOp, LLVM::FSubOp>(e, op, x, "add", true);
}
static FailureOr<Value> mulF(Emitter &e, Operation *op, ValueRange x) {
  return rounded<tileaa::MulFOp, LLVM::FMulOp>(e, op, x, "mul");
}
static FailureOr<Value> fma(Emitter &e, Operation *op, ValueRange x) {
  return rounded<tileaa::FmaOp, LLVM::FMAOp>(e, op, x, "fma");
}

static FailureOr<Value> divF(Emitter &e, Operation *op, ValueRange x) {
  auto div = llvm::cast<tileaa::DivFOp>(op);
  StringRef ftz = div.getFlushToZero() ? ".ftz" : "";
  if (div.getRoundingMode() == RoundingMode::Approx)
    return e.intrinsic(("llvm.nvvm.div.approx" + ftz + ".f").str(),
                       x[0].getType(), x);
  if (div.getRoundingMode() == RoundingMode::Full)
    return e.intrinsic(("llvm.nvvm.div.full" + ftz).str(), x[0].getType(), x);
  return rounded<tileaa::DivFOp, LLVM::FDivOp>(e, op, x, "div");
}

static FailureOr<Value> sqrt(Emitter &e, Operation *op, ValueRange x) {
  auto root = llvm::cast<tileaa::SqrtOp>(op);
  if (root.getRoundingMode() == RoundingMode::Approx)
    return e.intrinsic(root.getFlushToZero() ? "llvm.nvvm.sqrt.approx.ftz.f"
                                             : "llvm.nvvm.sqrt.approx.f",
                       x[0].getType(), x);
  return rounded<tileaa::SqrtOp, LLVM::SqrtOp>(e, op, x, "sqrt");
}

/// `result`, or the canonical NaN where `x` or `y` is NaN.
static Value canonicalNaN(Emitter &e, Value x, Value y, Value result) {
  auto type = cast<FloatType>(result.getType());
  APInt bits = type.isF64() ? APInt(64, uint64_t(0x7FF8) << 48)
                            : APInt::getSignedMaxValue(type.getWidth());
  Value nan =
      e.constant(FloatAttr::get(type, APFloat(type.getFloatSemantics(), bits)));
  Value isNaN =
      LLVM::FCmpOp::create(e.b, e.loc(), LLVM::FCmpPredicate::uno, x, y);
  return e.select(isNaN, nan, result);
}

/// max and min: +0 above -0, canonical NaN. PTX's have it but for f64.
static Value extremum(Emitter &e, bool isMax, bool propagate, bool ftz,
                      ValueRange x) {
  Type type = x[0].getType();
  StringRef name = isMax ? "max" : "min";
  if (type.isF64()) {
    Value result = e.intrinsic(("llvm.nvvm.f" + name + ".d").str(), type, x);
    return propagate ? canonicalNaN(e, x[0], x[1], result)
                     : canonicalNaN(e, result, result, result);
  }
  // LLVM would take the operand itself, with its bits.
  if (x[0] == x[1] && !ftz)
    return canonicalNaN(e, x[0], x[1], x[0]);
  std::string full =
      ("llvm.nvvm.f" + name + (ftz ? ".ftz" : "") + (propagate ? ".nan" : "") +
       (type.isF32()    ? ".f"
        : type.isBF16() ? ".bf16"
                        : ".f16"))
          .str();
  return e.intrinsic(full, type, x);
}

static FailureOr<Value> maxF(Emitter &e, Operation *op, ValueRange x) {
  auto max = llvm::cast<tileaa::MaxFOp>(op);
  return extremum(e, true, max.getPropagateNan(), max.getFlushToZero(), x);
}
static FailureOr<Value> minF(Emitter &e, Operation *op, ValueRange x) {
  auto min = llvm::cast<tileaa::MinFOp>(op);
  return extremum(e, false, min.getPropagateNan(), min.getFlushToZero(), x);
}

void registerFloatHandlers(Handlers &h) {
  h.addScalar<arith::AddFOp>(plain<LLVM::FAddOp>);
  h.addScalar<arith::SubFOp>(plain<LLVM::FSubOp>);
  h.addScalar<arith::MulFOp>(plain<LLVM::FMulOp>);
  h.addScalar<arith::DivFOp>(plain<LLVM::FDivOp>);
  h.addScalar<arith::NegFOp>(plain<LLVM::FNegOp>);
  h.addScalar<math::FmaOp>(plain<LLVM::FMAOp>);
  h.addScalar<math::SqrtOp>(plain<LLVM::SqrtOp>);
  h.addScalar<math::AbsFOp>(plain<LLVM::FAbsOp>);
  h.addScalar<math::FloorOp>(plain<LLVM::FFloorOp>);
  h.addScalar<math::CeilOp>(plain<LLVM::FCeilOp>);
  h.addScalar<tileaa::AddFOp>(addF);
  h.addScalar<tileaa::SubFOp>(subF);
  h.addScalar<tileaa::MulFOp>(mulF);
  h.addScalar<tileaa::DivFOp>(divF);
  h.addScalar<tileaa::FmaOp>(fma);
  h.addScalar<tileaa::SqrtOp>(sqrt);
  h.addScalar<tileaa::MaxFOp>(maxF);
  h.addScalar<tileaa::MinFOp>(minF);
}

} // namespace tessera::gpu
