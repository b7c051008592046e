//===- TileASToNVVM/Elementwise/Arithmetic.cpp - integers, comparisons and pointers -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers arithmetic on integers and addresses. Most ops of `arith` have a
// namesake in LLVM, and a table names it. The other handlers give results that
// Tile IR defines and LLVM leaves open: shifts by the width or more, MIN / -1,
// and divisions by zero, from which LLVM must not conclude anything.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileASToNVVM/Handlers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;

namespace tessera::gpu {

template <typename NewOp>
static FailureOr<Value> binary(Emitter &e, Operation *, ValueRange x) {
  return Value(NewOp::create(e.b, e.loc(), x[0], x[1]));
}

/// Products of known numbers are known to the handlers of their users.
static FailureOr<Value> multiply(Emitter &e, Operation *, ValueRange x) {
  APInt a, b;
  if (matchPattern(x[0], m_ConstantInt(&a)) &&
      matchPattern(x[1], m_ConstantInt(&b)))
    return e.integer(x[0].getType(), a * b);
  return e.mul(x[0], x[1]);
}

static Type resultType(Emitter &e, Operation *op) {
  return e.registerType(getElementTypeOrSelf(op->getResult(0).getType()));
}

template <typename NewOp>
static FailureOr<Value> cast(Emitter &e, Operation *op, ValueRange x) {
  return Value(NewOp::create(e.b, e.loc(), resultType(e, op), x[0]));
}

static FailureOr<Value> compareIntegers(Emitter &e, Operation *op,
                                        ValueRange x) {
  auto predicate = llvm::cast<arith::CmpIOp>(op).getPredicate();
  // Both enumerations number the predicates alike.
  static_assert(unsigned(arith::CmpIPredicate::uge) ==
                unsigned(LLVM::ICmpPredicate::uge));
  return e.compare(static_cast<LLVM::ICmpPredicate>(predicate), x[0], x[1]);
}

static FailureOr<Value> compareFloats(Emitter &e, Operation *op, ValueRange x) {
  auto predicate = llvm::cast<arith::CmpFOp>(op).getPredicate();
  static_assert(unsigned(arith::CmpFPredicate::UNO) ==
                unsigned(LLVM::FCmpPredicate::uno));
  return Value(LLVM::FCmpOp::create(
      e.b, e.loc(), static_cast<LLVM::FCmpPredicate>(predicate), x[0], x[1]));
}

static FailureOr<Value> choose(Emitter &e, Operation *op, ValueRange x) {
  if (isa<tileaa::MemTokenType>(op->getResult(0).getType()))
    return Value();
  return e.select(x[0], x[1], x[2]);
}

/// The divisor, or 1 where the quotient is not defined.
static Value safeDivisor(Emitter &e, ValueRange x, bool isSigned) {
  Type type = x[1].getType();
  unsigned bits = type.getIntOrFloatBitWidth();
  using P = LLVM::ICmpPredicate;
  APInt known;
  if (matchPattern(x[1], m_ConstantInt(&known)) && !known.isZero() &&
      !(isSigned && known.isAllOnes()))
    return x[1];
  Value bad = e.compare(P::eq, x[1], e.integer(type, 0));
  if (isSigned) {
    Value least =
        e.compare(P::eq, x[0], e.integer(type, APInt::getSignedMinValue(bits)));
    Value minus =
        e.compare(P::eq, x[1], e.integer(type, APInt::getAllOnes(bits)));
    bad = LLVM::OrOp::create(e.b, e.loc(), bad, e.conjunction(least, minus));
  }
  return e.select(bad, e.integer(type, 1), x[1]);
}

template <typename NewOp, bool isSigned>
static FailureOr<Value> divide(Emitter &e, Operation *, ValueRange x) {
  return Value(NewOp::create(e.b, e.loc(), x[0], safeDivisor(e, x, isSigned)));
}

/// The quotient rounded up, unsigned.
static FailureOr<Value> ceilDivU(Emitter &e, Operation *, ValueRange x) {
  Value y = safeDivisor(e, x, false);
  Value quotient = LLVM::UDivOp::create(e.b, e.loc(), x[0], y);
  Value rest = LLVM::URemOp::create(e.b, e.loc(), x[0], y);
  Value inexact =
      e.compare(LLVM::ICmpPredicate::ne, rest, e.integer(rest.getType(), 0));
  return e.add(quotient, e.extend(inexact, rest.getType(), false));
}

/// The quotient rounded up or down, signed: truncated, then corrected when the
/// rest is not zero and the exact quotient has the sign to correct for.
template <bool isCeil>
static FailureOr<Value> roundedDivS(Emitter &e, Operation *, ValueRange x) {
  using P = LLVM::ICmpPredicate;
  Value y = safeDivisor(e, x, true);
  Type type = y.getType();
  Value zero = e.integer(type, 0);
  Value quotient = LLVM::SDivOp::create(e.b, e.loc(), x[0], y);
  Value rest = LLVM::SRemOp::create(e.b, e.loc(), x[0], y);
  Value inexact = e.compare(P::ne, rest, zero);
  Value signs = LLVM::XOrOp::create(e.b, e.loc(), x[0], y);
  Value side = e.compare(isCeil ? P::sge : P::slt, signs, zero);
  Value step = e.extend(e.conjunction(inexact, side), type, false);
  if (isCeil)
    return e.add(quotient, step);
  return Value(LLVM::SubOp::create(e.b, e.loc(), quotient, step));
}

/// A PTX shift of `x` by `amount`, both i32, or x i64. Shifts of PTX saturate.
static Value clampingShift(Emitter &e, StringRef instruction, Value x,
                           Value amount) {
  return e.inlineAsm((instruction + " $0, $1, $2;").str(),
                     x.getType().isInteger(64) ? "=l,l,r" : "=r,r,r",
                     x.getType(), {x, amount}, /*sideEffects=*/false);
}

/// Shifts by u(amount) >= w give zero or the sign. PTX's shifts do so for
/// amounts of 32 bits. They are written out where the amount is not known: as
/// LLVM IR that compares the amount, the back end would make them from
/// truncated amounts (docs/gpu-codegen.md).
template <typename NewOp, bool isArithmetic>
static FailureOr<Value> saturatingShift(Emitter &e, Operation *, ValueRange x) {
  constexpr bool isLeft = std::is_same_v<NewOp, LLVM::ShlOp>;
  Type type = x[0].getType(), i32 = e.b.getI32Type();
  unsigned bits = type.getIntOrFloatBitWidth();
  APInt known;
  if (matchPattern(x[1], m_ConstantInt(&known)) && known.ult(bits))
    return Value(NewOp::create(e.b, e.loc(), x[0], x[1]));
  StringRef name = isLeft ? "shl.b" : isArithmetic ? "shr.s" : "shr.u";
  if (bits <= 32) {
    // Amounts from w to 31 shift all of a narrow value out as well.
    Value wide = e.extend(x[0], i32, isArithmetic);
    Value amount = e.extend(x[1], i32, /*isSigned=*/false);
    return e.extend(clampingShift(e, (name + "32").str(), wide, amount), type,
                    /*isSigned=*/false);
  }
  Value most = e.integer(type, bits);
  Value least =
      e.select(e.compare(LLVM::ICmpPredicate::ult, x[1], most), x[1], most);
  return clampingShift(e, (name + "64").str(), x[0],
                       e.extend(least, i32, false));
}

static FailureOr<Value> highProduct(Emitter &e, Operation *, ValueRange x) {
  Type type = x[0].getType();
  unsigned bits = type.getIntOrFloatBitWidth();
  if (bits == 1)
    return e.integer(type, 0);
  Type wide = e.b.getIntegerType(2 * bits);
  Value product =
      e.mul(e.extend(x[0], wide, false), e.extend(x[1], wide, false));
  Value high =
      LLVM::LShrOp::create(e.b, e.loc(), product, e.integer(wide, bits));
  return e.extend(high, type, false);
}

static FailureOr<Value> absolute(Emitter &e, Operation *, ValueRange x) {
  Type type = x[0].getType();
  Value zero = e.integer(type, 0);
  Value negative = LLVM::SubOp::create(e.b, e.loc(), zero, x[0]);
  return e.select(e.compare(LLVM::ICmpPredicate::slt, x[0], zero), negative,
                  x[0]);
}

template <LLVM::ICmpPredicate predicate>
static FailureOr<Value> integerExtremum(Emitter &e, Operation *, ValueRange x) {
  return e.select(e.compare(predicate, x[0], x[1]), x[0], x[1]);
}

/// Same bits: formats that share a register type, or by way of integers.
static FailureOr<Value> sameBits(Emitter &e, Operation *op, ValueRange x) {
  Type type = resultType(e, op);
  if (x[0].getType().isF32() && !type.isF32() &&
      type.getIntOrFloatBitWidth() != 32)
    return op->emitOpError("cannot be lowered to NVVM: bitcast of tf32");
  // Four bits are a number of 4 or, as a float, of 8 bits in registers.
  if (isa<IntegerType>(x[0].getType()) && isa<IntegerType>(type))
    return e.extend(x[0], type, false);
  return e.bitcast(x[0], type);
}

static FailureOr<Value> extendSigned(Emitter &e, Operation *op, ValueRange x) {
  return e.extend(x[0], resultType(e, op), true);
}
static FailureOr<Value> resizeUnsigned(Emitter &e, Operation *op,
                                       ValueRange x) {
  return e.extend(x[0], resultType(e, op), false);
}

static FailureOr<Value> addPointer(Emitter &e, Operation *op, ValueRange x) {
  auto pointers = llvm::cast<tileaa::AddPtrOp>(op).getPtr().getType();
  Type pointee = llvm::cast<tileaa::PointerType>(getElementTypeOrSelf(pointers))
                     .getPointeeType();
  Value offset = e.extend(x[1], e.b.getI64Type(), /*isSigned=*/true);
  return Value(LLVM::GEPOp::create(e.b, e.loc(), x[0].getType(),
                                   e.containerType(pointee), x[0],
                                   ValueRange{offset}));
}

static FailureOr<Value> pointerCast(Emitter &e, Operation *op, ValueRange x) {
  return e.bitcast(x[0], resultType(e, op));
}

/// A promise is worth something only above: the registers pass through.
static LogicalResult passThrough(Emitter &e, Operation *op) {
  e.set(op->getResult(0), Registers(e.get(op->getOperand(0))));
  return success();
}

void registerArithmeticHandlers(Handlers &h) {
  using P = LLVM::ICmpPredicate;
  h.addScalar<arith::AddIOp>(binary<LLVM::AddOp>);
  h.addScalar<arith::SubIOp>(binary<LLVM::SubOp>);
  h.addScalar<arith::MulIOp>(multiply);
  h.addScalar<arith::AndIOp>(binary<LLVM::AndOp>);
  h.addScalar<arith::OrIOp>(binary<LLVM::OrOp>);
  h.addScalar<arith::XOrIOp>(binary<LLVM::XOrOp>);
  h.addScalar<arith::ShLIOp, tileaa::ShLIOp>(
      saturatingShift<LLVM::ShlOp, false>);
  h.addScalar<arith::ShRUIOp, tileaa::ShRUIOp>(
      saturatingShift<LLVM::LShrOp, false>);
  h.addScalar<arith::ShRSIOp, tileaa::ShRSIOp>(
      saturatingShift<LLVM::AShrOp, true>);
  h.addScalar<arith::DivUIOp>(divide<LLVM::UDivOp, false>);
  h.addScalar<arith::RemUIOp>(divide<LLVM::URemOp, false>);
  h.addScalar<arith::DivSIOp>(divide<LLVM::SDivOp, true>);
  h.addScalar<arith::RemSIOp, tileaa::RemSIOp>(divide<LLVM::SRemOp, true>);
  h.addScalar<arith::CeilDivUIOp>(ceilDivU);
  h.addScalar<arith::CeilDivSIOp>(roundedDivS<true>);
  h.addScalar<arith::FloorDivSIOp>(roundedDivS<false>);
  h.addScalar<tileaa::MulhiUIOp>(highProduct);
  h.addScalar<math::AbsIOp>(absolute);
  h.addScalar<arith::MaxSIOp>(integerExtremum<P::sgt>);
  h.addScalar<arith::MaxUIOp>(integerExtremum<P::ugt>);
  h.addScalar<arith::MinSIOp>(integerExtremum<P::slt>);
  h.addScalar<arith::MinUIOp>(integerExtremum<P::ult>);
  h.addScalar<arith::CmpIOp>(compareIntegers);
  h.addScalar<arith::CmpFOp>(compareFloats);
  h.addScalar<arith::SelectOp>(choose);
  h.addScalar<arith::ExtSIOp>(extendSigned);
  h.addScalar<arith::ExtUIOp, arith::TruncIOp, arith::IndexCastUIOp>(
      resizeUnsigned);
  h.addScalar<arith::IndexCastOp>(extendSigned);
  h.addScalar<tileaa::BitcastOp, arith::BitcastOp>(sameBits);
  h.addScalar<tileaa::AddPtrOp>(addPointer);
  h.addScalar<tileaa::IntToPtrOp, tileaa::PtrToIntOp>(pointerCast);
  h.addOp<tileaa::AssumeOp>(passThrough);
}

} // namespace tessera::gpu
