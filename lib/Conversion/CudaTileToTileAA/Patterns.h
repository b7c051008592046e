//===- CudaTileToTileAA/Patterns.h - what the pattern files share -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One `populate...` function per op family, and the base classes of patterns.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_PATTERNS_H
#define TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_PATTERNS_H

#include "tessera/Conversion/CudaTileToTileAA/CudaTileToTileAA.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace tessera::detail {

/// A pattern for `Op`: what all of them need.
template <typename Op> class Lowering : public mlir::OpConversionPattern<Op> {
public:
  using mlir::OpConversionPattern<Op>::OpConversionPattern;
  using Adaptor = typename Op::Adaptor;

protected:
  mlir::Type convert(mlir::Type type) const {
    return this->getTypeConverter()->convertType(type);
  }
  /// The converted type of result `index`.
  mlir::Type resultType(Op op, unsigned index = 0) const {
    return convert(op->getResult(index).getType());
  }
  /// Replaces `op` by a new op built from `args` at its location; what other
  /// tools noted on it stays.
  template <typename NewOp, typename... Args>
  mlir::LogicalResult replace(Op op, mlir::ConversionPatternRewriter &rewriter,
                              Args &&...args) const {
    auto created =
        NewOp::create(rewriter, op.getLoc(), std::forward<Args>(args)...);
    created->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.replaceOp(op, created);
    return mlir::success();
  }
};

/// `Op` as `NewOp` with the same operands and no attributes.
template <typename Op, typename NewOp>
class RenameLowering : public Lowering<Op> {
public:
  using Lowering<Op>::Lowering;
  mlir::LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  mlir::ConversionPatternRewriter &rewriter) const override {
    llvm::SmallVector<mlir::Type> types;
    if (failed(this->getTypeConverter()->convertTypes(op->getResultTypes(),
                                                      types)))
      return mlir::failure();
    return this->template replace<NewOp>(op, rewriter, types,
                                         adaptor.getOperands());
  }
};

/// A constant of `type` (an integer or a tensor of integers), all elements
/// `value`.
inline mlir::Value makeIntegerConstant(mlir::OpBuilder &builder,
                                       mlir::Location loc, mlir::Type type,
                                       int64_t value) {
  auto element =
      llvm::cast<mlir::IntegerType>(mlir::getElementTypeOrSelf(type));
  mlir::TypedAttr attr = builder.getIntegerAttr(
      element, llvm::APInt(element.getWidth(), value, /*isSigned=*/true,
                           /*implicitTrunc=*/true));
  if (auto shaped = llvm::dyn_cast<mlir::ShapedType>(type))
    attr = mlir::DenseElementsAttr::get(shaped, attr);
  return mlir::arith::ConstantOp::create(builder, loc, attr);
}

using Converter = const mlir::TypeConverter;
using Patterns = mlir::RewritePatternSet;

void populateModulePatterns(Converter &converter, Patterns &patterns);
void populateControlFlowPatterns(Converter &converter, Patterns &patterns);
void populateCorePatterns(Converter &converter, Patterns &patterns);
void populateIntegerPatterns(Converter &converter, Patterns &patterns);
void populateFloatPatterns(Converter &converter, Patterns &patterns);
void populateMathPatterns(Converter &converter, Patterns &patterns);
void populateCastPatterns(Converter &converter, Patterns &patterns);
void populateMmaPatterns(Converter &converter, Patterns &patterns);
void populateReducePatterns(Converter &converter, Patterns &patterns);
void populateMemoryPatterns(Converter &converter, Patterns &patterns);
void populateViewPatterns(Converter &converter, Patterns &patterns);
void populateMiscPatterns(Converter &converter, Patterns &patterns);

} // namespace tessera::detail

#endif // TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_PATTERNS_H
