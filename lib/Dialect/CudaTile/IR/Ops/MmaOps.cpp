//===- CudaTile/IR/Ops/MmaOps.cpp - matrix multiply-accumulate -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Element-type tables and shape agreement of ops.md 2.6, 2.7 and 3.3. All
// operands have one rank, 2 or 3; the last two dimensions are rows and columns
// and a third, leading one is the batch.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

using namespace mlir;
using namespace tessera::cuda_tile;

namespace {
/// An operand and its role in diagnostics.
struct Matrix {
  Matrix(llvm::StringRef name, TypedValue<TileType> value)
      : name(name), value(value), type(value.getType()) {}

  int64_t rows() const { return type.getShape().drop_back().back(); }
  int64_t columns() const { return type.getShape().back(); }

  llvm::StringRef name;
  Value value;
  TileType type;
};
} // namespace

/// Ends a diagnostic about two operands with a note at the one that is taken as
/// given.
static InFlightDiagnostic noteOther(InFlightDiagnostic diagnostic,
                                    const Matrix &other) {
  diagnostic.attachNote(other.value.getLoc())
      << other.name << " has type " << other.type;
  return diagnostic;
}

/// One rank, 2 or 3, and one batch extent for all operands.
static LogicalResult verifyRanks(Operation *op,
                                 llvm::ArrayRef<Matrix> matrices) {
  const Matrix &first = matrices.front();
  int64_t rank = first.type.getRank();
  if (rank != 2 && rank != 3)
    return op->emitOpError()
           << "expected " << first.name << " of rank 2 or 3, got rank " << rank;
  for (const Matrix &matrix : matrices.drop_front()) {
    if (matrix.type.getRank() != rank)
      return noteOther(op->emitOpError()
                           << "expected " << matrix.name << " of rank " << rank
                           << " as " << first.name << ", got rank "
                           << matrix.type.getRank(),
                       first);
    if (rank == 3 &&
        matrix.type.getShape().front() != first.type.getShape().front())
      return noteOther(op->emitOpError() << "expected " << matrix.name
                                         << " with batch extent "
                                         << first.type.getShape().front()
                                         << " as " << first.name << ", got "
                                         << matrix.type.getShape().front(),
                       first);
  }
  return success();
}

enum class Dimension { Rows, Columns };

static llvm::StringRef getName(Dimension dimension) {
  return dimension == Dimension::Rows ? "rows" : "columns";
}

static int64_t getExtent(const Matrix &matrix, Dimension dimension) {
  return dimension == Dimension::Rows ? matrix.rows() : matrix.columns();
}

/// Dimension `own` of `matrix` is dimension `theirs` of `other`.
static LogicalResult verifyExtent(Operation *op, const Matrix &matrix,
                                  Dimension own, const Matrix &other,
                                  Dimension theirs) {
  if (getExtent(matrix, own) == getExtent(other, theirs))
    return success();
  return noteOther(op->emitOpError()
                       << "expected " << matrix.name << " with "
                       << getExtent(other, theirs) << ' ' << getName(own)
                       << " (" << getName(theirs) << " of " << other.name
                       << "), got " << getExtent(matrix, own),
                   other);
}

/// lhs M x K, rhs K x N, acc M x N.
static LogicalResult verifyProduct(Operation *op, const Matrix &lhs,
                                   const Matrix &rhs, const Matrix &acc) {
  if (failed(verifyExtent(op, rhs, Dimension::Rows, lhs, Dimension::Columns)) ||
      failed(verifyExtent(op, acc, Dimension::Rows, lhs, Dimension::Rows)))
    return failure();
  return verifyExtent(op, acc, Dimension::Columns, rhs, Dimension::Columns);
}

static LogicalResult verifyEqualElements(Operation *op, const Matrix &first,
                                         const Matrix &second) {
  if (first.type.getElementType() == second.type.getElementType())
    return success();
  return noteOther(op->emitOpError()
                       << "expected " << second.name << " element "
                       << first.type.getElementType() << " as " << first.name
                       << ", got " << second.type.getElementType(),
                   first);
}

//===----------------------------------------------------------------------===//
// mmaf, mmai
//===----------------------------------------------------------------------===//

/// Text of the legal accumulator elements for operands of type `element`; empty
/// when `element` is no mmaf operand.
static llvm::StringRef getLegalAccumulators(Type element, Type acc,
                                            bool &accepted) {
  if (llvm::isa<Float8E4M3FNType, Float8E5M2Type, Float16Type>(element)) {
    accepted = acc.isF16() || acc.isF32();
    return "f16 or f32";
  }
  if (llvm::isa<BFloat16Type, FloatTF32Type, Float32Type>(element)) {
    accepted = acc.isF32();
    return "f32";
  }
  if (element.isF64()) {
    accepted = acc.isF64();
    return "f64";
  }
  accepted = false;
  return "";
}

LogicalResult MmaFOp::verify() {
  Matrix lhs("lhs", getLhs()), rhs("rhs", getRhs()), acc("acc", getAcc());
  if (failed(verifyEqualElements(*this, lhs, rhs)))
    return failure();
  Type element = lhs.type.getElementType();
  Type accElement = acc.type.getElementType();
  bool accepted = false;
  llvm::StringRef legal = getLegalAccumulators(element, accElement, accepted);
  if (legal.empty())
    return emitOpError() << "expected lhs element f8E4M3FN, f8E5M2, f16, bf16, "
                            "tf32, f32 or f64, got "
                         << element;
  if (!accepted)
    return emitOpError() << "expected acc element " << legal
                         << " for operands of " << element << ", got "
                         << accElement;
  if (failed(verifyRanks(*this, {lhs, rhs, acc})))
    return failure();
  return verifyProduct(*this, lhs, rhs, acc);
}

LogicalResult MmaIOp::verify() {
  Matrix lhs("lhs", getLhs()), rhs("rhs", getRhs()), acc("acc", getAcc());
  if (failed(verifyRanks(*this, {lhs, rhs, acc})))
    return failure();
  return verifyProduct(*this, lhs, rhs, acc);
}

//===----------------------------------------------------------------------===//
// mmaf_scaled
//===----------------------------------------------------------------------===//

/// Block lengths that go with an operand and a scale element, as text and as a
/// test of `length`; empty text when the pair itself is illegal.
static llvm::StringRef getLegalBlockLengths(Type element, Type scale,
                                            int64_t length, bool &accepted) {
  bool is16 = length == 16, is32 = length == 32;
  if (llvm::isa<Float8E4M3FNType, Float8E5M2Type>(element) &&
      llvm::isa<Float8E8M0FNUType>(scale)) {
    accepted = is32;
    return "32";
  }
  if (isF4Element(element)) {
    if (llvm::isa<Float8E8M0FNUType, F8E5M3FNUType>(scale)) {
      accepted = is16 || is32;
      return "16 or 32";
    }
    if (llvm::isa<Float8E4M3FNType>(scale)) {
      accepted = is16;
      return "16";
    }
  }
  accepted = false;
  return "";
}

LogicalResult MmaFScaledOp::verify() {
  Matrix lhs("lhs", getLhs()), rhs("rhs", getRhs()), acc("acc", getAcc()),
      lhsScale("lhs_scale", getLhsScale()),
      rhsScale("rhs_scale", getRhsScale());
  if (failed(verifyEqualElements(*this, lhs, rhs)) ||
      failed(verifyEqualElements(*this, lhsScale, rhsScale)))
    return failure();
  if (!acc.type.getElementType().isF32())
    return emitOpError() << "expected acc element f32, got "
                         << acc.type.getElementType();
  if (failed(verifyRanks(*this, {lhs, rhs, acc, lhsScale, rhsScale})) ||
      failed(verifyProduct(*this, lhs, rhs, acc)) ||
      failed(verifyExtent(*this, lhsScale, Dimension::Rows, lhs,
                          Dimension::Rows)) ||
      failed(verifyExtent(*this, rhsScale, Dimension::Columns, rhs,
                          Dimension::Columns)) ||
      failed(verifyExtent(*this, rhsScale, Dimension::Rows, lhsScale,
                          Dimension::Columns)))
    return failure();

  int64_t depth = lhs.columns(), blocks = lhsScale.columns();
  if (depth % blocks != 0)
    return emitOpError() << "expected a number of scales that divides " << depth
                         << " (columns of lhs), got " << blocks;
  Type element = lhs.type.getElementType();
  Type scale = lhsScale.type.getElementType();
  bool accepted = false;
  llvm::StringRef legal =
      getLegalBlockLengths(element, scale, depth / blocks, accepted);
  if (legal.empty())
    return emitOpError() << "expected operands of f8E4M3FN, f8E5M2 or f4E2M1FN "
                            "with a scale format of theirs, got operands of "
                         << element << " with scales of " << scale;
  if (!accepted)
    return emitOpError() << "expected block length " << legal
                         << " for operands of " << element << " with scales of "
                         << scale << ", got " << depth / blocks;
  return success();
}
