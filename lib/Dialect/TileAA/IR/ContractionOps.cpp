//===- TileAA/IR/ContractionOps.cpp - verifiers of the family -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The element-type tables of ops.md 2.6, 2.7 and 3.3 and the extents that the
// operands of a product share.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/IR/ProductRules.h"
#include "tessera/Dialect/TileAA/IR/TileAA.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

static bool isF8(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(type);
}

/// Accumulators of an unscaled float product.
static bool isLegalAccumulator(Type operand, Type acc) {
  if (isF8(operand) || operand.isF16())
    return acc.isF16() || acc.isF32();
  if (operand.isBF16() || operand.isTF32() || operand.isF32())
    return acc.isF32();
  return operand.isF64() && acc.isF64();
}

/// Scale formats and block lengths of a scaled product.
static bool isLegalScale(Type operand, Type scale, int64_t block) {
  if (isF8(operand))
    return isa<Float8E8M0FNUType>(scale) && block == 32;
  if (!isF4Element(operand))
    return false;
  if (isa<Float8E4M3FNType>(scale))
    return block == 16;
  return isa<Float8E8M0FNUType, cuda_tile::F8E5M3FNUType>(scale) &&
         (block == 16 || block == 32);
}

static LogicalResult verifyIntegerProduct(const Product &op, Type lhs,
                                          Type acc) {
  if (!isI8Element(lhs) || !isI32Element(acc))
    return op.emitOpError("expected i8 operands and an i32 accumulator, got ")
           << lhs << " and " << acc;
  if (!op.signedLhs || !op.signedRhs)
    return op.emitOpError("expected a signedness for each integer operand");
  if (op.lhsScale)
    return op.emitOpError("expected no scales on integers");
  if (op.fastAcc)
    return op.emitOpError("expected no fast_acc on integers");
  return success();
}

static LogicalResult verifyFloatProduct(const Product &op, Type lhs, Type acc) {
  if (op.signedLhs || op.signedRhs)
    return op.emitOpError("expected no signedness on floating-point operands");
  if (!op.lhsScale) {
    if (!isLegalAccumulator(lhs, acc))
      return op.emitOpError("expected operands and accumulator that go "
                            "together, got ")
             << lhs << " and " << acc;
    return success();
  }
  if (op.fastAcc)
    return op.emitOpError("expected no fast_acc with scales");
  if (!acc.isF32())
    return op.emitOpError("expected an f32 accumulator with scales, got ")
           << acc;
  return success();
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

namespace {
/// An operand and its name in diagnostics.
struct Matrix {
  StringRef name;
  RankedTensorType type;

  int64_t rows() const { return type.getShape().drop_back().back(); }
  int64_t columns() const { return type.getShape().back(); }
};
} // namespace

static LogicalResult verifyRanks(const Product &op, ArrayRef<Matrix> matrices) {
  const Matrix &first = matrices.front();
  const int64_t rank = first.type.getRank();
  if (rank != 2 && rank != 3)
    return op.emitOpError("expected lhs of rank 2 or 3, got rank ") << rank;
  for (const Matrix &matrix : matrices.drop_front()) {
    if (matrix.type.getRank() != rank)
      return op.emitOpError("expected ")
             << matrix.name << " of rank " << rank << " as lhs, got rank "
             << matrix.type.getRank();
    if (rank == 3 && matrix.type.getDimSize(0) != first.type.getDimSize(0))
      return op.emitOpError("expected ")
             << matrix.name << " with batch extent " << first.type.getDimSize(0)
             << " as lhs, got " << matrix.type.getDimSize(0);
  }
  return success();
}

static LogicalResult verifyExtent(const Product &op, const Matrix &matrix,
                                  StringRef what, int64_t got,
                                  int64_t expected) {
  if (got == expected)
    return success();
  return op.emitOpError("expected ") << matrix.name << " with " << expected
                                     << ' ' << what << ", got " << got;
}

/// Shapes, formats and block length of the scales.
static LogicalResult verifyScales(const Product &op, const Matrix &lhs,
                                  const Matrix &rhs) {
  Matrix left{"lhs_scale", op.lhsScale};
  Matrix right{"rhs_scale", op.rhsScale};
  Type scale = left.type.getElementType();
  if (right.type.getElementType() != scale)
    return op.emitOpError("expected scales of one element type, got ")
           << scale << " and " << right.type.getElementType();
  if (failed(verifyRanks(op, {lhs, left, right})) ||
      failed(verifyExtent(op, left, "rows", left.rows(), lhs.rows())) ||
      failed(
          verifyExtent(op, right, "columns", right.columns(), rhs.columns())) ||
      failed(verifyExtent(op, right, "rows", right.rows(), left.columns())))
    return failure();
  if (lhs.columns() % left.columns() != 0 ||
      !isLegalScale(lhs.type.getElementType(), scale,
                    lhs.columns() / left.columns()))
    return op.emitOpError("expected a scale format and block length that go "
                          "with ")
           << lhs.type.getElementType() << ", got " << scale << " and "
           << lhs.columns() << " / " << left.columns();
  return success();
}

LogicalResult tileaa::verifyProductSegments(Operation *op,
                                            ArrayRef<int32_t> segments) {
  // The generic form can give an operand another number of values.
  static constexpr StringLiteral kNames[] = {"lhs", "rhs", "acc"};
  for (auto [name, segment] : llvm::zip(kNames, segments))
    if (segment != 1)
      return op->emitOpError("expected one operand '")
             << name << "', got " << segment;
  if (segments[3] != segments[4])
    return op->emitOpError("expected both scales or neither");
  return success();
}

LogicalResult DotOp::verify() {
  if (failed(verifyProductSegments(*this, getProperties().operandSegmentSizes)))
    return failure();
  return verifyProduct(describeProduct(*this));
}

LogicalResult tileaa::verifyProduct(const Product &op) {
  if (op.result != op.acc)
    return op.emitOpError("expected a result of acc's type ")
           << op.acc << ", got " << op.result;
  Matrix lhs{"lhs", op.lhs}, rhs{"rhs", op.rhs}, acc{"acc", op.acc};
  Type element = op.lhs.getElementType();
  if (op.rhs.getElementType() != element)
    return op.emitOpError("expected rhs elements of lhs's type ")
           << element << ", got " << op.rhs.getElementType();
  Type accElement = op.acc.getElementType();
  if (failed(isa<IntegerType>(element)
                 ? verifyIntegerProduct(op, element, accElement)
                 : verifyFloatProduct(op, element, accElement)))
    return failure();
  if (failed(verifyRanks(op, {lhs, rhs, acc})) ||
      failed(verifyExtent(op, rhs, "rows", rhs.rows(), lhs.columns())) ||
      failed(verifyExtent(op, acc, "rows", acc.rows(), lhs.rows())) ||
      failed(verifyExtent(op, acc, "columns", acc.columns(), rhs.columns())))
    return failure();
  return op.lhsScale ? verifyScales(op, lhs, rhs) : success();
}
