//===- CudaTile/IR/Ops/FloatOps.cpp - floating-point arithmetic -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modifier rules and the one canonicalisation of ops.md 2.4. The element types
// are checked by ODS; nothing here folds, because a host folder would have to
// honour every rounding mode of the target.
//
//===----------------------------------------------------------------------===//

#include "ArithVerify.h"

#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tessera::cuda_tile;

//===----------------------------------------------------------------------===//
// Shared checks
//===----------------------------------------------------------------------===//

llvm::ArrayRef<RoundingMode> tessera::cuda_tile::getIeeeRoundingModes() {
  static constexpr RoundingMode kModes[] = {
      RoundingMode::NearestEven, RoundingMode::Zero, RoundingMode::NegativeInf,
      RoundingMode::PositiveInf};
  return kModes;
}

LogicalResult tessera::cuda_tile::verifyRounding(Operation *op,
                                                 RoundingMode mode,
                                                 Type elementType,
                                                 RoundingRule rule) {
  if (llvm::is_contained(rule.always, mode))
    return success();
  if (llvm::is_contained(rule.onlyF32, mode)) {
    if (elementType.isF32())
      return success();
    return op->emitOpError()
           << "expected element type f32 for rounding<"
           << stringifyRoundingMode(mode) << ">, got " << elementType;
  }
  llvm::SmallVector<RoundingMode> legal(rule.always);
  if (elementType.isF32())
    llvm::append_range(legal, rule.onlyF32);
  InFlightDiagnostic diagnostic = op->emitOpError()
                                  << "expected rounding mode ";
  llvm::interleave(
      legal,
      [&](RoundingMode each) { diagnostic << stringifyRoundingMode(each); },
      [&] { diagnostic << " or "; });
  return diagnostic << ", got " << stringifyRoundingMode(mode);
}

LogicalResult tessera::cuda_tile::verifyFlushToZero(Operation *op, bool flush,
                                                    Type elementType) {
  if (!flush || elementType.isF32())
    return success();
  return op->emitOpError()
         << "expected element type f32 for flush_to_zero, got " << elementType;
}

LogicalResult tessera::cuda_tile::verifySameShape(Operation *op,
                                                  llvm::StringRef sourceName,
                                                  TypedValue<TileType> source,
                                                  llvm::StringRef otherName,
                                                  TileType type) {
  if (source.getType().getShape() == type.getShape())
    return success();
  InFlightDiagnostic diagnostic =
      op->emitOpError() << "expected " << otherName << " of the shape of "
                        << sourceName << ", [" << source.getType().getShape()
                        << "], got [" << type.getShape() << "]";
  diagnostic.attachNote(source.getLoc())
      << sourceName << " has type " << source.getType();
  return diagnostic;
}

LogicalResult
tessera::cuda_tile::inferComparisonType(ValueRange operands,
                                        llvm::SmallVectorImpl<Type> &types) {
  if (operands.empty())
    return failure();
  auto operand = llvm::dyn_cast<TileType>(operands.front().getType());
  if (!operand)
    return failure();
  types.push_back(TileType::get(operand.getShape(),
                                IntegerType::get(operand.getContext(), 1)));
  return success();
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

template <typename OpTy>
static LogicalResult verifyRoundedOp(OpTy op,
                                     llvm::ArrayRef<RoundingMode> onlyF32) {
  Type element = op.getType().getElementType();
  if (failed(verifyRounding(op, op.getRoundingMode(), element,
                            {getIeeeRoundingModes(), onlyF32})))
    return failure();
  return verifyFlushToZero(op, op.getFlushToZero(), element);
}

LogicalResult AddFOp::verify() { return verifyRoundedOp(*this, {}); }
LogicalResult SubFOp::verify() { return verifyRoundedOp(*this, {}); }
LogicalResult MulFOp::verify() { return verifyRoundedOp(*this, {}); }
LogicalResult FmaOp::verify() { return verifyRoundedOp(*this, {}); }

LogicalResult DivFOp::verify() {
  return verifyRoundedOp(*this, {RoundingMode::Approx, RoundingMode::Full});
}

LogicalResult MaxFOp::verify() {
  return verifyFlushToZero(*this, getFlushToZero(), getType().getElementType());
}

LogicalResult MinFOp::verify() {
  return verifyFlushToZero(*this, getFlushToZero(), getType().getElementType());
}

LogicalResult CmpFOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                       ValueRange operands, DictionaryAttr,
                                       OpaqueProperties, RegionRange,
                                       llvm::SmallVectorImpl<Type> &types) {
  return inferComparisonType(operands, types);
}

//===----------------------------------------------------------------------===//
// Canonicalisation
//===----------------------------------------------------------------------===//

/// `addf c, (mulf a, b)` becomes `addf (mulf a, b), c`, so that fuse-fma has
/// one form to look for. Two products stay as they are.
LogicalResult AddFOp::canonicalize(AddFOp op, PatternRewriter &rewriter) {
  if (!op.getRhs().getDefiningOp<MulFOp>() ||
      op.getLhs().getDefiningOp<MulFOp>())
    return failure();
  rewriter.modifyOpInPlace(op, [&] {
    Value product = op.getRhs();
    op.getRhsMutable().assign(op.getLhs());
    op.getLhsMutable().assign(product);
  });
  return success();
}
