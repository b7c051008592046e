//===- Interpreter/Arithmetic/IntegerDivisionOps.cpp - divi and remi -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integer division (ops.md 3.2). A zero divisor and a signed MIN / -1 are
// findings; the run then goes on with 0 and MIN. MIN rem -1 is 0 and no
// finding, since the language does not call it undefined.
//
//===----------------------------------------------------------------------===//

#include "tessera/Interpreter/ArithGroups.h"

#include "IntegerKernels.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;
using cuda_tile::RoundingMode;
using cuda_tile::Signedness;
using numerics::DivResult;
using numerics::DivRounding;
using numerics::DivStatus;

static LogicalResult reportDivision(Operation *op, BlockContext &context,
                                    int64_t element, DivStatus status,
                                    const Tile &lhs, bool isSigned) {
  std::string dividend = isSigned ? std::to_string(lhs.signedAt(element))
                                  : std::to_string(lhs.unsignedAt(element));
  if (status == DivStatus::DivideByZero)
    return context.report(op, CheckKind::DivisionByZero, element,
                          "division of " + dividend + " by zero");
  return context.report(op, CheckKind::IntegerOverflow, element,
                        "quotient of " + dividend + " by -1 does not fit i" +
                            Twine(numerics::bitWidth(lhs.kind())));
}

/// result[i] = divide(width, lhs[i], rhs[i]), reporting what has no result.
template <typename Divide>
static LogicalResult runDivision(Operation *op, BlockContext &context,
                                 bool isSigned, Divide divide) {
  const Tile &lhs = context.get(op->getOperand(0));
  const Tile &rhs = context.get(op->getOperand(1));
  Tile result = context.makeResult(op);
  bool checking = context.checking();
  LogicalResult outcome = visitInt(lhs.kind(), [&](auto width) {
    constexpr unsigned w = decltype(width)::value;
    using Container = typename decltype(width)::Container;
    const auto *a = lhs.data<Container>();
    const auto *b = rhs.data<Container>();
    auto *out = result.mutableData<Container>();
    for (int64_t i = 0, e = lhs.numElements(); i < e; ++i) {
      DivResult quotient = divide(w, a[i], b[i]);
      out[i] = static_cast<Container>(quotient.value);
      if (quotient.status != DivStatus::Ok && checking &&
          failed(
              reportDivision(op, context, i, quotient.status, lhs, isSigned)))
        return failure();
    }
    return success();
  });
  if (failed(outcome))
    return failure();
  context.set(op->getResult(0), std::move(result));
  return success();
}

static DivRounding divRounding(RoundingMode mode) {
  switch (mode) {
  case RoundingMode::NegativeInf:
    return DivRounding::NegativeInf;
  case RoundingMode::PositiveInf:
    return DivRounding::PositiveInf;
  default:
    return DivRounding::Zero;
  }
}

static LogicalResult runDivI(Operation *op, BlockContext &context) {
  auto div = cast<cuda_tile::DivIOp>(op);
  DivRounding rounding = divRounding(div.getRounding());
  bool isSigned = div.getSignedness() == Signedness::Signed;
  return runDivision(op, context, isSigned,
                     [=](unsigned width, uint64_t a, uint64_t b) {
                       return numerics::divI(width, a, b, isSigned, rounding);
                     });
}

static LogicalResult runRemI(Operation *op, BlockContext &context) {
  bool isSigned =
      cast<cuda_tile::RemIOp>(op).getSignedness() == Signedness::Signed;
  return runDivision(op, context, isSigned,
                     [=](unsigned width, uint64_t a, uint64_t b) {
                       return numerics::remI(width, a, b, isSigned);
                     });
}

void interp::registerIntegerDivisionOps(OpTable &table) {
  table.addElementwise<cuda_tile::DivIOp>(runDivI);
  table.addElementwise<cuda_tile::RemIOp>(runRemI);
}
