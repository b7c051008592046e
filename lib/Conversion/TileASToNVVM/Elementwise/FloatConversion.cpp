//===- TileASToNVVM/Elementwise/FloatConversion.cpp - formats of numbers -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers conversions between formats, which round once (ops.md 5). LLVM
// converts between f16, bf16, f32 and f64 to nearest. ShortFloats.cpp widens
// short formats and rounds f32 to tf32; NarrowFloats.cpp rounds to short
// formats where the target has instructions for that, two elements at a time.
//
// Every other conversion is an exact step to f32 or f64 and one call of the
// device library.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileASToNVVM/DeviceCall.h"
#include "Conversion/TileASToNVVM/Handlers.h"
#include "ShortFloats.h"

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Numerics/Convert.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using tessera::cuda_tile::RoundingMode;
using tessera::cuda_tile::Signedness;

namespace tessera::gpu {

/// Tile IR's name of an element, which the device library uses too.
static std::string nameOf(Type element) {
  std::string text;
  llvm::raw_string_ostream(text) << element;
  StringRef name = text;
  name.consume_front("!cuda_tile.");
  return name.str();
}

static std::optional<numerics::Rounding> roundingOf(RoundingMode mode) {
  using R = numerics::Rounding;
  switch (mode) {
  case RoundingMode::NearestEven:
    return R::NearestEven;
  case RoundingMode::Zero:
    return R::Zero;
  case RoundingMode::NegativeInf:
    return R::NegativeInf;
  case RoundingMode::PositiveInf:
    return R::PositiveInf;
  case RoundingMode::NearestAway:
    return R::NearestAway;
  default:
    return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// Exact widening
//===----------------------------------------------------------------------===//

Value toF32(Emitter &e, Value value, Type element) {
  Type f32 = e.b.getF32Type();
  if (element.isF32() || isa<FloatTF32Type>(element))
    return value;
  if (element.isF16() || element.isBF16())
    return LLVM::FPExtOp::create(e.b, e.loc(), f32, value);
  if (widensInPairs(element))
    return LLVM::FPExtOp::create(e.b, e.loc(), f32,
                                 widenToF16(e, value, element));
  if (widensScales(e, element))
    return widenScales(e, value, f32).front();
  return callDevice(e, nameOf(element) + "_to_f32", f32,
                    {e.extend(value, e.b.getI32Type(), /*isSigned=*/false)});
}

Value toF64(Emitter &e, Value value, Type element) {
  if (element.isF64())
    return value;
  return LLVM::FPExtOp::create(e.b, e.loc(), e.b.getF64Type(),
                               toF32(e, value, element));
}

//===----------------------------------------------------------------------===//
// Float to float
//===----------------------------------------------------------------------===//

/// The low bits of what the device library returned, as a value of `element`.
static Value fromBits(Emitter &e, Value bits, Type element) {
  Type type = e.registerType(element);
  unsigned width = type.getIntOrFloatBitWidth();
  return e.bitcast(e.extend(bits, e.b.getIntegerType(width), false), type);
}

/// Whether LLVM's conversion to nearest is one rounding.
static bool truncatesNatively(Type from, Type to) {
  if (from.isF32() || isa<FloatTF32Type>(from))
    return to.isF16() || to.isBF16();
  return from.isF64() && (to.isF32() || to.isF16());
}

/// `value` of format `from`, rounded to `to`.
static Value roundTo(Emitter &e, Value value, Type from, Type to,
                     numerics::Rounding mode) {
  bool toNearest = mode == numerics::Rounding::NearestEven;
  if (toNearest && truncatesNatively(from, to))
    return LLVM::FPTruncOp::create(e.b, e.loc(), to, value);
  if (to.isF16() && widensInPairs(from))
    return widenToF16(e, value, from);
  bool isWide = from.isF64();
  Value source = isWide ? value : toF32(e, value, from);
  // f32 holds everything but f64.
  if (!isWide && (to.isF32() || to.isF64()))
    return to.isF32() ? source : toF64(e, source, e.b.getF32Type());
  if (!isWide && toNearest && (to.isF16() || to.isBF16()))
    return LLVM::FPTruncOp::create(e.b, e.loc(), to, source);
  if (narrowsInPairs(e, from, to, mode))
    return narrowTile(e, source, to, mode).front();
  if (!isWide && isa<FloatTF32Type>(to) && toNearest)
    return roundToTf32(e, source);
  if (!isWide && isa<FloatTF32Type>(to) &&
      mode == numerics::Rounding::NearestAway) {
    Value bits = e.inlineAsm("cvt.rna.tf32.f32 $0, $1;", "=r,f",
                             e.b.getI32Type(), {source},
                             /*sideEffects=*/false);
    return e.bitcast(bits, e.b.getF32Type());
  }
  Value bits =
      callDevice(e, llvm::Twine(isWide ? "f64_to_" : "f32_to_") + nameOf(to),
                 e.b.getI32Type(), {source, e.i32(static_cast<int64_t>(mode))});
  return fromBits(e, bits, to);
}

static FailureOr<Value> emitFpToFp(Emitter &e, Operation *op, ValueRange x) {
  auto convert = llvm::cast<tileaa::FpToFpOp>(op);
  std::optional<numerics::Rounding> mode =
      roundingOf(convert.getRoundingMode());
  if (!mode)
    return e.refuse(op, "rounding mode of a conversion");
  return roundTo(e, x[0], getElementTypeOrSelf(convert.getSource()),
                 getElementTypeOrSelf(convert.getResult()), *mode);
}

/// All values as f32, which holds every format but f64 exactly.
static Registers toF32Tile(Emitter &e, ArrayRef<Value> values, Type from) {
  Type f32 = e.b.getF32Type();
  if (widensInPairs(from) && !isa<Float8E5M2Type>(from))
    return widenTile(e, values, from, f32);
  if (widensScales(e, from))
    return widenScales(e, values, f32);
  // e5m2 has nothing to gain from pairs.
  return llvm::map_to_vector<4>(
      values, [&](Value value) { return toF32(e, value, from); });
}

static Registers convertRegisters(Emitter &e, ArrayRef<Value> values, Type from,
                                  Type to, numerics::Rounding mode) {
  if (widensInPairs(from) && to.isF16())
    return widenTile(e, values, from, to);
  if (widensScales(e, from) && to.isBF16())
    return widenScales(e, values, to);
  if (narrowsInPairs(e, from, to, mode)) {
    // e4m3 and e5m2 are made of f16 as well.
    const bool fromHalves =
        from.isF16() && isa<Float8E4M3FNType, Float8E5M2Type>(to);
    return narrowTile(
        e, fromHalves ? Registers(values) : toF32Tile(e, values, from), to,
        mode);
  }
  Registers sources(values);
  if (widensInPairs(from) || widensScales(e, from)) {
    sources = toF32Tile(e, values, from);
    from = e.b.getF32Type();
  }
  return llvm::map_to_vector<4>(
      sources, [&](Value value) { return roundTo(e, value, from, to, mode); });
}

Registers roundTile(Emitter &e, ArrayRef<Value> values, Type from, Type to) {
  return convertRegisters(e, values, from, to, numerics::Rounding::NearestEven);
}

static LogicalResult emitConversionOfTile(Emitter &e, Operation *op) {
  auto convert = llvm::cast<tileaa::FpToFpOp>(op);
  std::optional<numerics::Rounding> mode =
      roundingOf(convert.getRoundingMode());
  if (!mode)
    return e.refuse(op, "rounding mode of a conversion");
  e.set(convert.getResult(),
        convertRegisters(e, e.get(convert.getSource()),
                         getElementTypeOrSelf(convert.getSource()),
                         getElementTypeOrSelf(convert.getResult()), *mode));
  return success();
}

static FailureOr<Value> emitArithExtF(Emitter &e, Operation *op, ValueRange x) {
  return roundTo(e, x[0], getElementTypeOrSelf(op->getOperand(0)),
                 getElementTypeOrSelf(op->getResult(0)),
                 numerics::Rounding::NearestEven);
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

template <typename NewOp>
static FailureOr<Value> castTo(Emitter &e, Operation *op, ValueRange x) {
  Type to = e.registerType(getElementTypeOrSelf(op->getResult(0)));
  return Value(NewOp::create(e.b, e.loc(), to, x[0]));
}

static FailureOr<Value> emitFpToInt(Emitter &e, Operation *op, ValueRange x) {
  auto convert = llvm::cast<tileaa::FpToIntOp>(op);
  Type from = getElementTypeOrSelf(convert.getSource());
  Type to = getElementTypeOrSelf(convert.getResult());
  Value source = from.isF64() ? x[0] : toF32(e, x[0], from);
  bool isSigned = convert.getSignedness() == Signedness::Signed;
  // LLVM's own conversions to i1 ask for 1.0, also where true is -1.
  Type wide = to.isInteger(1) ? e.b.getI32Type() : to;
  std::string name =
      (llvm::Twine(isSigned ? "llvm.fptosi.sat.i" : "llvm.fptoui.sat.i") +
       llvm::Twine(wide.getIntOrFloatBitWidth()) +
       (from.isF64() ? ".f64" : ".f32"))
          .str();
  Value result = e.intrinsic(name, wide, {source});
  if (!to.isInteger(1))
    return result;
  // {0, -1} or {0, 1}.
  using P = LLVM::ICmpPredicate;
  return isSigned ? e.compare(P::slt, result, e.i32(0))
                  : e.compare(P::ne, result, e.i32(0));
}

/// Sign and magnitude of an integer in 64 bits, for the device library.
static FailureOr<Value> emitIntToFp(Emitter &e, Operation *op, ValueRange x) {
  auto convert = llvm::cast<tileaa::IntToFpOp>(op);
  Type to = getElementTypeOrSelf(convert.getResult());
  bool isSigned = convert.getSignedness() == Signedness::Signed;
  Value wide = e.extend(x[0], e.b.getI64Type(), isSigned);
  Value negative = e.i1(false);
  if (isSigned) {
    negative = e.compare(LLVM::ICmpPredicate::slt, wide, e.i64(0));
    Value minus = LLVM::SubOp::create(e.b, e.loc(), e.i64(0), wide);
    wide = e.select(negative, minus, wide);
  }
  Value bits = callDevice(
      e, "int_to_" + nameOf(to), e.b.getI32Type(),
      {wide, e.extend(negative, e.b.getI32Type(), /*isSigned=*/false)});
  return fromBits(e, bits, to);
}

void registerFloatConversionHandlers(Handlers &h) {
  h.addScalar<tileaa::FpToFpOp>(emitFpToFp);
  h.addOp<tileaa::FpToFpOp>(emitConversionOfTile);
  h.addScalar<tileaa::FpToIntOp>(emitFpToInt);
  h.addScalar<tileaa::IntToFpOp>(emitIntToFp);
  h.addScalar<arith::ExtFOp, arith::TruncFOp>(emitArithExtF);
  h.addScalar<arith::SIToFPOp>(castTo<LLVM::SIToFPOp>);
  h.addScalar<arith::UIToFPOp>(castTo<LLVM::UIToFPOp>);
}

} // namespace tessera::gpu
