//===- Interpreter/Arithmetic/ConversionOps.cpp - bit and pointer conversions -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// bitcast exti trunci int_to_ptr ptr_to_int ptr_to_ptr (ops.md 5.1, 5.2, 5.6).
// ftof, ftoi and itof are in FloatConversionOps.cpp.
//
// Pointers keep the allocation they come from through ptr_to_ptr. An integer
// carries none: after int_to_ptr the provenance is unknown and the access
// resolves the address.
//
//===----------------------------------------------------------------------===//

#include "tessera/Interpreter/ArithGroups.h"
#include "tessera/Interpreter/TypeKinds.h"

#include "mlir/IR/TypeUtilities.h"

#include "IntegerKernels.h"

#include <algorithm>

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;
using cuda_tile::IntegerOverflow;
using cuda_tile::Signedness;
using numerics::ElementKind;

/// Calls visit with a value of the unsigned type that holds one container.
template <typename Visit>
static void visitContainer(unsigned bytes, Visit visit) {
  switch (bytes) {
  case 1:
    return visit(uint8_t());
  case 2:
    return visit(uint16_t());
  case 4:
    return visit(uint32_t());
  default:
    return visit(uint64_t());
  }
}

namespace {

/// exti and trunci in one: read `from` bits with the stated sign, keep `to`.
template <typename To> struct Resize {
  unsigned from, to;
  bool isSigned;

  template <typename From>
  TESSERA_ALWAYS_INLINE To operator()(From bits) const {
    uint64_t wide = static_cast<uint64_t>(bits);
    if (isSigned)
      wide = static_cast<uint64_t>(numerics::signedValue(from, wide));
    return static_cast<To>(numerics::truncI(to, wide));
  }
};

} // namespace

static void resizeElements(Operation *op, BlockContext &context,
                           bool isSigned) {
  const Tile &source = context.get(op->getOperand(0));
  Tile result = context.makeResult(op);
  unsigned from = numerics::bitWidth(source.kind());
  unsigned to = numerics::bitWidth(result.kind());
  visitContainer(source.bytesPerElement(), [&](auto fromContainer) {
    visitContainer(result.bytesPerElement(), [&](auto toContainer) {
      using From = decltype(fromContainer);
      using To = decltype(toContainer);
      loops::map(result.mutableData<To>(),
                 static_cast<size_t>(source.numElements()),
                 Resize<To>{from, to, isSigned}, source.data<From>());
    });
  });
  context.set(op->getResult(0), std::move(result));
}

static LogicalResult runExtI(Operation *op, BlockContext &context) {
  auto ext = cast<cuda_tile::ExtIOp>(op);
  resizeElements(op, context, ext.getSignedness() == Signedness::Signed);
  return success();
}

/// Reports every element whose dropped bits are not what was promised.
static LogicalResult checkTruncation(Operation *op, BlockContext &context,
                                     IntegerOverflow overflow, unsigned to) {
  const Tile &source = context.get(op->getOperand(0));
  unsigned from = numerics::bitWidth(source.kind());
  bool noSigned = overflow != IntegerOverflow::NoUnsignedWrap;
  bool noUnsigned = overflow != IntegerOverflow::NoSignedWrap;
  for (int64_t i = 0, e = source.numElements(); i < e; ++i) {
    numerics::Wraps wraps = numerics::truncWraps(from, to, source.bits(i));
    if (noSigned && wraps.isSigned) {
      if (failed(context.report(op, CheckKind::IntegerOverflow, i,
                                Twine(source.signedAt(i)) +
                                    " does not fit signed i" + Twine(to))))
        return failure();
    } else if (noUnsigned && wraps.isUnsigned) {
      if (failed(context.report(op, CheckKind::IntegerOverflow, i,
                                Twine(source.unsignedAt(i)) +
                                    " does not fit unsigned i" + Twine(to))))
        return failure();
    }
  }
  return success();
}

static LogicalResult runTruncI(Operation *op, BlockContext &context) {
  auto trunc = cast<cuda_tile::TruncIOp>(op);
  if (trunc.getOverflow() != IntegerOverflow::None && context.checking()) {
    ElementKind to = elementKindOf(getElementTypeOrSelf(op->getResult(0)));
    if (failed(checkTruncation(op, context, trunc.getOverflow(),
                               numerics::bitWidth(to))))
      return failure();
  }
  resizeElements(op, context, /*isSigned=*/false);
  return success();
}

/// The containers stay, the reading changes. Every legal pair has equal
/// containers, because each group of ops.md 5.1 has one width.
static LogicalResult runBitcast(Operation *op, BlockContext &context) {
  Tile source = context.take(op->getOperand(0));
  ElementKind to = elementKindOf(getElementTypeOrSelf(op->getResult(0)));
  context.set(op->getResult(0), std::move(source).withKind(to));
  return success();
}

static LogicalResult runPtrToInt(Operation *op, BlockContext &context) {
  const Tile &source = context.get(op->getOperand(0));
  Tile result = context.makeResult(op);
  std::copy_n(source.data<uint64_t>(), source.numElements(),
              result.mutableData<uint64_t>());
  context.set(op->getResult(0), std::move(result));
  return success();
}

static LogicalResult runIntToPtr(Operation *op, BlockContext &context) {
  const Tile &source = context.get(op->getOperand(0));
  Tile result = context.makeResult(op);
  std::copy_n(source.data<uint64_t>(), source.numElements(),
              result.mutableData<uint64_t>());
  std::fill_n(result.mutableProvenance(), source.numElements(),
              ProvenanceId(0));
  context.set(op->getResult(0), std::move(result));
  return success();
}

/// Address and provenance stay; the pointee is in the type only.
static LogicalResult runPtrToPtr(Operation *op, BlockContext &context) {
  context.set(op->getResult(0), context.take(op->getOperand(0)));
  return success();
}

void interp::registerConversionOps(OpTable &table) {
  using namespace cuda_tile;
  table.addElementwise<ExtIOp>(runExtI);
  table.addElementwise<TruncIOp>(runTruncI);
  table.addElementwise<BitcastOp>(runBitcast);
  table.addElementwise<PtrToIntOp>(runPtrToInt);
  table.addElementwise<IntToPtrOp>(runIntToPtr);
  table.addElementwise<PtrToPtrOp>(runPtrToPtr);
  registerFloatConversionOps(table);
}
