//===- TileASToNVVM/Elementwise/MathHandlers.cpp - mathematical functions -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers mathematical functions. A full function is a call of the device
// library: the f32 version for f32 and for formats of 16 bits, whose result is
// rounded once more, and the f64 version for f64. An approximation is one or
// two instructions, as ops.md 2.5 defines it. Where an op flushes subnormals,
// the flush is an instruction of its own around the function.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileASToNVVM/DeviceCall.h"
#include "Conversion/TileASToNVVM/Handlers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace tessera::gpu {

Value callExternal(Emitter &e, StringRef name, Type type, ValueRange operands) {
  auto callee = e.module().lookupSymbol<LLVM::LLVMFuncOp>(name);
  if (!callee) {
    OpBuilder::InsertionGuard guard(e.b);
    e.b.setInsertionPointToStart(e.module().getBody());
    callee = LLVM::LLVMFuncOp::create(
        e.b, e.module().getLoc(), name,
        LLVM::LLVMFunctionType::get(
            type ? type : LLVM::LLVMVoidType::get(e.b.getContext()),
            SmallVector<Type>(operands.getTypes())));
  }
  auto call = LLVM::CallOp::create(e.b, e.loc(), callee, operands);
  return type ? call.getResult() : Value();
}

Value callDevice(Emitter &e, const llvm::Twine &name, Type type,
                 ValueRange operands) {
  return callExternal(e, ("__tessera_" + name).str(), type, operands);
}

static bool isHalf(Type type) { return type.isF16() || type.isBF16(); }

/// Applies `function` to `x` in f32 or f64, whichever holds the type of x[0].
static Value inWideType(Emitter &e, ValueRange x,
                        llvm::function_ref<Value(Type, ValueRange)> function) {
  Type type = x[0].getType();
  if (!isHalf(type))
    return function(type, x);
  SmallVector<Value, 2> wide(x);
  for (Value &value : wide)
    if (value.getType() == type)
      value = LLVM::FPExtOp::create(e.b, e.loc(), e.b.getF32Type(), value);
  return LLVM::FPTruncOp::create(e.b, e.loc(), type,
                                 function(e.b.getF32Type(), wide));
}

/// The device library's name of a full function.
static StringRef deviceName(Operation *op) {
  return llvm::StringSwitch<StringRef>(op->getName().getStringRef())
      .Case(math::ExpOp::getOperationName(), "exp")
      .Case(math::Exp2Op::getOperationName(), "exp2")
      .Case(tileaa::Exp2Op::getOperationName(), "exp2")
      .Case(math::LogOp::getOperationName(), "log")
      .Case(math::Log2Op::getOperationName(), "log2")
      .Case(math::SinOp::getOperationName(), "sin")
      .Case(math::CosOp::getOperationName(), "cos")
      .Case(math::TanOp::getOperationName(), "tan")
      .Case(math::SinhOp::getOperationName(), "sinh")
      .Case(math::CoshOp::getOperationName(), "cosh")
      .Case(math::TanhOp::getOperationName(), "tanh")
      .Case(math::RsqrtOp::getOperationName(), "rsqrt")
      .Case(tileaa::RsqrtOp::getOperationName(), "rsqrt")
      .Case(math::PowFOp::getOperationName(), "pow")
      .Case(math::FPowIOp::getOperationName(), "powi")
      .Case(math::Atan2Op::getOperationName(), "atan2")
      .Case(arith::RemFOp::getOperationName(), "rem")
      .Default("");
}

static Value fullFunction(Emitter &e, StringRef name, ValueRange x) {
  return inWideType(e, x, [&](Type type, ValueRange wide) {
    return callDevice(e, name + (type.isF64() ? "_f64" : "_f32"), type, wide);
  });
}

static FailureOr<Value> emitFull(Emitter &e, Operation *op, ValueRange x) {
  return fullFunction(e, deviceName(op), x);
}

/// An approximation in f32.
static Value approximate(Emitter &e, StringRef instruction, Value x) {
  return e.inlineAsm((instruction + ".approx.f32 $0, $1;").str(), "=f,f",
                     e.b.getF32Type(), {x}, /*sideEffects=*/false);
}

/// exp2 and rsqrt. The instructions of f32 are within 2 ulp over the whole
/// range, as the CUDA library's functions are (ops.md 11.2), and know
/// infinities, NaN and subnormal numbers.
static Value exactEnough(Emitter &e, StringRef name, ValueRange x,
                         bool flushToZero) {
  std::string intrinsic =
      ("llvm.nvvm." + llvm::Twine(name == "exp2" ? "ex2" : "rsqrt") +
       ".approx" + (flushToZero ? ".ftz" : "") +
       (name == "exp2" ? ".f32" : ".f"))
          .str();
  return inWideType(e, x, [&](Type type, ValueRange wide) {
    if (type.isF64())
      return callDevice(e, (name + "_f64").str(), type, wide);
    return e.intrinsic(intrinsic, type, wide);
  });
}

static FailureOr<Value> emitExactEnough(Emitter &e, Operation *op,
                                        ValueRange x) {
  return exactEnough(e, deviceName(op), x, false);
}

template <typename OpTy>
static FailureOr<Value> emitFlushable(Emitter &e, Operation *op, ValueRange x) {
  return exactEnough(e, deviceName(op), x,
                     llvm::cast<OpTy>(op).getFlushToZero());
}

static FailureOr<Value> emitExp(Emitter &e, Operation *op, ValueRange x) {
  auto exp = llvm::cast<tileaa::ExpOp>(op);
  if (exp.getRoundingMode() != cuda_tile::RoundingMode::Approx)
    return fullFunction(e, "exp", x);
  Value log2e = e.constant(e.b.getF32FloatAttr(0x1.715476p+0f));
  return approximate(
      e, "ex2", LLVM::FMulOp::create(e.b, e.loc(), x[0], log2e).getResult());
}

static FailureOr<Value> emitTanh(Emitter &e, Operation *op, ValueRange x) {
  auto tanh = llvm::cast<tileaa::TanHOp>(op);
  if (tanh.getRoundingMode() != cuda_tile::RoundingMode::Approx)
    return fullFunction(e, "tanh", x);
  return approximate(e, "tanh", x[0]);
}

void registerMathHandlers(Handlers &h) {
  h.addScalar<math::Exp2Op, math::RsqrtOp>(emitExactEnough);
  h.addScalar<math::ExpOp, math::LogOp, math::Log2Op, math::SinOp, math::CosOp,
              math::TanOp, math::SinhOp, math::CoshOp, math::TanhOp,
              math::PowFOp, math::FPowIOp, math::Atan2Op, arith::RemFOp>(
      emitFull);
  h.addScalar<tileaa::Exp2Op>(emitFlushable<tileaa::Exp2Op>);
  h.addScalar<tileaa::RsqrtOp>(emitFlushable<tileaa::RsqrtOp>);
  h.addScalar<tileaa::ExpOp>(emitExp);
  h.addScalar<tileaa::TanHOp>(emitTanh);
}

} // namespace tessera::gpu
