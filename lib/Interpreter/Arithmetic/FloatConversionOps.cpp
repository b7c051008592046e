//===- Interpreter/Arithmetic/FloatConversionOps.cpp - ftof, ftoi, itof -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions that round (ops.md 5.3 to 5.5). What the language leaves open is
// decided in numerics/Convert.h: formats without infinity saturate in ftof and
// give NaN in itof.
//
// ftoi of NaN, an infinity or a value outside the integer's range is a finding
// unless the op is saturating; the result is the clamped value, 0 for NaN. An
// unsigned i1 says whether the number is not zero (language-choices.md).
//
//===----------------------------------------------------------------------===//

#include "tessera/Interpreter/ArithGroups.h"

#include "IntegerKernels.h"

#include "llvm/Support/Format.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;
using cuda_tile::Signedness;
using numerics::ElementKind;

static LogicalResult runFToF(Operation *op, BlockContext &context) {
  auto convert = cast<cuda_tile::FToFOp>(op);
  const Tile &source = context.get(op->getOperand(0));
  Tile result = context.makeResult(op);
  numerics::convertBuffer(source.kind(), result.kind(), source.bytes(),
                          result.mutableBytes(),
                          static_cast<size_t>(source.numElements()),
                          toRounding(convert.getRoundingMode()));
  context.set(op->getResult(0), std::move(result));
  return success();
}

//===----------------------------------------------------------------------===//
// ftoi
//===----------------------------------------------------------------------===//

namespace {

/// The integers of one type as an open interval of doubles: a value truncates
/// into the type exactly when it lies inside. Both ends are exact.
struct IntegerRange {
  double below, above;

  static IntegerRange of(unsigned width, bool isSigned) {
    double half = std::ldexp(1.0, static_cast<int>(width) - 1);
    if (!isSigned)
      return {-1.0, 2 * half};
    // -2^63 - 1 is not a double; the next one below -2^63 serves as well,
    // since no double lies between.
    double below = width < 64 ? -half - 1 : std::nextafter(-half, -HUGE_VAL);
    return {below, half};
  }
  bool contains(double x) const { return x > below && x < above; }
};

} // namespace

/// Converts what fits and returns whether everything did.
template <typename Container, typename ReadDouble>
static bool truncateElements(Container *out, int64_t count, unsigned width,
                             bool isSigned, ReadDouble read) {
  IntegerRange range = IntegerRange::of(width, isSigned);
  uint64_t mask = numerics::intMask(width);
  bool allFit = true;
  for (int64_t i = 0; i < count; ++i) {
    double value = read(i);
    bool fits = range.contains(value);
    double safe = fits ? value : 0.0;
    // Unsigned 64-bit values do not fit int64_t, everything else does.
    uint64_t bits = isSigned || width < 64
                        ? static_cast<uint64_t>(static_cast<int64_t>(safe))
                        : static_cast<uint64_t>(safe);
    out[i] = static_cast<Container>(bits & mask);
    allFit &= fits;
  }
  return allFit;
}

template <typename Container>
static bool truncateTile(const Tile &source, Container *out, unsigned width,
                         bool isSigned) {
  int64_t count = source.numElements();
  ElementKind kind = source.kind();
  if (kind == ElementKind::F32) {
    const float *values = source.data<float>();
    return truncateElements(out, count, width, isSigned,
                            [=](int64_t i) { return double(values[i]); });
  }
  if (kind == ElementKind::F16) {
    const uint16_t *values = source.data<uint16_t>();
    return truncateElements(out, count, width, isSigned, [=](int64_t i) {
      return double(numerics::f16ToF32(values[i]));
    });
  }
  return truncateElements(out, count, width, isSigned, [&](int64_t i) {
    return numerics::toDouble(kind, source.bits(i));
  });
}

/// Replaces what did not fit by the clamped value and reports it.
static LogicalResult clampElements(Operation *op, BlockContext &context,
                                   const Tile &source, Tile &result,
                                   bool isSigned, bool saturating) {
  ElementKind from = source.kind(), to = result.kind();
  for (int64_t i = 0, e = source.numElements(); i < e; ++i) {
    auto converted = numerics::floatToInt(from, source.bits(i), to, isSigned);
    if (converted.representable)
      continue;
    result.setBits(i, converted.bits);
    if (saturating || !context.checking())
      continue;
    std::string message;
    llvm::raw_string_ostream(message)
        << llvm::format("%.9g", numerics::toDouble(from, source.bits(i)))
        << " is not representable as " << (isSigned ? "signed" : "unsigned")
        << " i" << numerics::bitWidth(to);
    if (failed(context.report(op, CheckKind::UnrepresentableConversion, i,
                              message)))
      return failure();
  }
  return success();
}

static void testElements(const Tile &source, Tile &result) {
  for (int64_t i = 0, e = source.numElements(); i < e; ++i)
    result.setBits(i, numerics::toDouble(source.kind(), source.bits(i)) != 0);
}

static LogicalResult runFToI(Operation *op, BlockContext &context) {
  auto convert = cast<cuda_tile::FToIOp>(op);
  bool isSigned = convert.getSignedness() == Signedness::Signed;
  const Tile &source = context.get(op->getOperand(0));
  Tile result = context.makeResult(op);
  if (result.kind() == ElementKind::I1 && !isSigned &&
      !convert.getSaturating()) {
    testElements(source, result);
    context.set(op->getResult(0), std::move(result));
    return success();
  }
  bool allFit = visitInt(result.kind(), [&](auto width) {
    using Width = decltype(width);
    return truncateTile(source, result.mutableData<typename Width::Container>(),
                        Width::value, isSigned);
  });
  if (!allFit && failed(clampElements(op, context, source, result, isSigned,
                                      convert.getSaturating())))
    return failure();
  context.set(op->getResult(0), std::move(result));
  return success();
}

//===----------------------------------------------------------------------===//
// itof
//===----------------------------------------------------------------------===//

namespace {

/// The processor's own conversion, correctly rounded to nearest even.
template <unsigned Width, bool IsSigned, typename Float> struct IntToNative {
  template <typename Bits>
  TESSERA_ALWAYS_INLINE Float operator()(Bits bits) const {
    if constexpr (IsSigned)
      return static_cast<Float>(numerics::signedValue(Width, bits));
    else
      return static_cast<Float>(static_cast<uint64_t>(bits));
  }
};

} // namespace

template <typename Float>
static void intToNative(const Tile &source, Tile &result, bool isSigned) {
  visitInt(source.kind(), [&](auto width) {
    constexpr unsigned w = decltype(width)::value;
    using Container = typename decltype(width)::Container;
    auto *out = result.mutableData<Float>();
    auto count = static_cast<size_t>(source.numElements());
    const auto *in = source.data<Container>();
    if (isSigned)
      loops::map(out, count, IntToNative<w, true, Float>(), in);
    else
      loops::map(out, count, IntToNative<w, false, Float>(), in);
  });
}

static LogicalResult runIToF(Operation *op, BlockContext &context) {
  auto convert = cast<cuda_tile::IToFOp>(op);
  bool isSigned = convert.getSignedness() == Signedness::Signed;
  const Tile &source = context.get(op->getOperand(0));
  Tile result = context.makeResult(op);
  ElementKind from = source.kind(), to = result.kind();
  if (to == ElementKind::F32)
    intToNative<float>(source, result, isSigned);
  else if (to == ElementKind::F64)
    intToNative<double>(source, result, isSigned);
  else
    for (int64_t i = 0, e = source.numElements(); i < e; ++i)
      result.setBits(i,
                     numerics::intToFloat(from, source.bits(i), isSigned, to));
  context.set(op->getResult(0), std::move(result));
  return success();
}

void interp::registerFloatConversionOps(OpTable &table) {
  using namespace cuda_tile;
  table.addElementwise<FToFOp>(runFToF);
  table.addElementwise<FToIOp>(runFToI);
  table.addElementwise<IToFOp>(runIToF);
}
