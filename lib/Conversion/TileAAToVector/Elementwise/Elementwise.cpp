//===- TileAAToVector/Elementwise/Elementwise.cpp - element-wise ops on lanes -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits each element-wise op on scalars or vectors, in one of three ways: the
// same upstream op on lanes, a short exact sequence, or, where hardware has no
// instruction, a service of the runtime on containers in scratch
// (RuntimeOps.cpp). Nothing here may change a result: there is no fast-math
// and no contraction, and each op rounds once.
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"

#include "Conversion/TileAAToVector/Core/Lanes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tessera::cpu {

Type LaneOp::type(Type element) const {
  return lanesType(registerType(element), width);
}

/// `element`, or what stands for it in `lane`.
static Type standIn(const LaneOp &lane, Type element) {
  return lane.isInF32 && isHalf(element) ? Type(lane.e.b.getF32Type())
                                         : element;
}

Type LaneOp::operandElement(unsigned i) const {
  return standIn(*this, elementOf(op->getOperand(i).getType()));
}

Type LaneOp::resultElement() const {
  return standIn(*this, elementOf(op->getResult(0).getType()));
}

Value LaneOp::number(const APInt &bits, Type like) const {
  Type element = getElementTypeOrSelf(like);
  TypedAttr attr;
  if (auto floating = dyn_cast<FloatType>(element))
    attr = FloatAttr::get(element, APFloat(floating.getFloatSemantics(), bits));
  else
    attr = IntegerAttr::get(element, bits);
  return splat(e, e.constant(attr), width);
}

Value LaneOp::rebuilt() const {
  Operation *made =
      Operation::create(op->getLoc(), op->getName(), type(resultElement()),
                        operands, op->getDiscardableAttrDictionary(),
                        op->getPropertiesStorage(), BlockRange(), 0);
  e.b.insert(made);
  return made->getResult(0);
}

/// Shifts by u(amount) >= w give zero or the sign.
static Value saturatingShift(const LaneOp &lane) {
  OpBuilder &b = lane.e.b;
  Location loc = lane.e.loc();
  Value x = lane.operands[0], amount = lane.operands[1];
  unsigned bits = lane.resultElement().getIntOrFloatBitWidth();
  Type type = x.getType();
  if (isa<tileaa::ShRSIOp>(lane.op)) {
    Value most = lane.number(APInt(bits, bits - 1), type);
    return arith::ShRSIOp::create(b, loc, x,
                                  arith::MinUIOp::create(b, loc, amount, most));
  }
  Value zero = lane.number(APInt(bits, 0), type);
  // A one-bit amount cannot hold w.
  Value fits = bits == 1 ? Value(arith::CmpIOp::create(
                               b, loc, arith::CmpIPredicate::eq, amount, zero))
                         : Value(arith::CmpIOp::create(
                               b, loc, arith::CmpIPredicate::ult, amount,
                               lane.number(APInt(bits, bits), type)));
  Value shifted = isa<tileaa::ShLIOp>(lane.op)
                      ? Value(arith::ShLIOp::create(b, loc, x, amount))
                      : Value(arith::ShRUIOp::create(b, loc, x, amount));
  return arith::SelectOp::create(b, loc, fits, shifted, zero);
}

static Value highProduct(const LaneOp &lane) {
  OpBuilder &b = lane.e.b;
  Location loc = lane.e.loc();
  Value x = lane.operands[0], y = lane.operands[1];
  unsigned bits = lane.resultElement().getIntOrFloatBitWidth();
  if (bits == 1)
    return lane.number(APInt(1, 0), x.getType());
  Type wide = lanesType(b.getIntegerType(2 * bits), lane.width);
  Value product =
      arith::MulIOp::create(b, loc, arith::ExtUIOp::create(b, loc, wide, x),
                            arith::ExtUIOp::create(b, loc, wide, y));
  Value high = arith::ShRUIOp::create(b, loc, product,
                                      lane.number(APInt(2 * bits, bits), wide));
  return arith::TruncIOp::create(b, loc, x.getType(), high);
}

static Value bitcast(const LaneOp &lane) {
  Type to = lane.type(lane.resultElement());
  Value x = lane.operands[0];
  if (x.getType() == to)
    return x;
  return arith::BitcastOp::create(lane.e.b, lane.e.loc(), to, x);
}

static Value addPointer(const LaneOp &lane, tileaa::AddPtrOp op) {
  OpBuilder &b = lane.e.b;
  Location loc = lane.e.loc();
  Type pointee =
      cast<tileaa::PointerType>(lane.operandElement(0)).getPointeeType();
  Value offset = lane.operands[1];
  Type i64 = lanesType(b.getI64Type(), lane.width);
  if (offset.getType() != i64)
    offset = arith::ExtSIOp::create(b, loc, i64, offset);
  return LLVM::GEPOp::create(b, loc, lane.operands[0].getType(),
                             containerType(pointee), lane.operands[0],
                             ValueRange{offset});
}

/// Integer and bit ops; null if `lane` is none.
static Value emitInteger(const LaneOp &lane) {
  OpBuilder &b = lane.e.b;
  Location loc = lane.e.loc();
  return llvm::TypeSwitch<Operation *, Value>(lane.op)
      .Case<arith::DivUIOp, arith::RemUIOp, arith::CeilDivUIOp, arith::DivSIOp,
            arith::RemSIOp, arith::CeilDivSIOp, arith::FloorDivSIOp,
            tileaa::RemSIOp>([&](Operation *) { return emitDivision(lane); })
      .Case<tileaa::ShLIOp, tileaa::ShRUIOp, tileaa::ShRSIOp>(
          [&](Operation *) { return saturatingShift(lane); })
      .Case<tileaa::MulhiUIOp>([&](Operation *) { return highProduct(lane); })
      .Case<tileaa::BitcastOp, arith::BitcastOp>(
          [&](Operation *) { return bitcast(lane); })
      .Case<tileaa::AddPtrOp>(
          [&](tileaa::AddPtrOp op) { return addPointer(lane, op); })
      .Case<tileaa::IntToPtrOp>([&](Operation *) -> Value {
        return LLVM::IntToPtrOp::create(b, loc, lane.type(lane.resultElement()),
                                        lane.operands[0]);
      })
      .Case<tileaa::PtrToIntOp>([&](Operation *) -> Value {
        return LLVM::PtrToIntOp::create(b, loc, lane.type(lane.resultElement()),
                                        lane.operands[0]);
      })
      .Default([](Operation *) { return Value(); });
}

FailureOr<Value> emitElementwise(Emitter &e, Operation *op,
                                 ArrayRef<Value> operands, unsigned width) {
  LaneOp lane{e, op, SmallVector<Value, 4>(operands), width};
  if (isa<tileaa::AssumeOp>(op))
    return operands[0];
  if (Value integer = emitInteger(lane))
    return integer;
  if (std::optional<FailureOr<Value>> floating = emitFloat(lane))
    return *floating;
  if (isa<arith::ArithDialect>(op->getDialect()) && op->getNumResults() == 1)
    return lane.rebuilt();
  return op->emitError("cannot be lowered to CPU code: expected an "
                       "element-wise op, got '")
         << op->getName() << "'";
}

FailureOr<Lanes> Nest::elementwise(Operation *op, ArrayRef<Lanes> operands) {
  bool scalar =
      llvm::all_of(operands, [](const Lanes &l) { return l.uniform; });
  SmallVector<Value, 4> values;
  for (const Lanes &lanes : operands)
    values.push_back(scalar ? lanes.value : vector(lanes));
  FailureOr<Value> result = emitElementwise(e, op, values, scalar ? 0 : width);
  if (failed(result))
    return failure();
  return Lanes{*result, scalar};
}

} // namespace tessera::cpu
