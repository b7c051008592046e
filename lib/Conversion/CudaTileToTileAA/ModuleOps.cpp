//===- CudaTileToTileAA/ModuleOps.cpp - module, functions, globals (core.md 5) -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts modules, functions and globals. Functions keep their attributes,
// hints and locations, debug scopes included. Entries and globals get the
// symbols of compiled code, which cannot meet the names that later lowerings
// declare.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "tessera/Dialect/TileAA/IR/TileAAAttrs.h"
#include "tessera/Target/SymbolName.h"

using namespace mlir;

namespace tessera::detail {
namespace {

struct ModuleLowering : Lowering<cuda_tile::ModuleOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(cuda_tile::ModuleOp op, Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto module =
        mlir::ModuleOp::create(rewriter, op.getLoc(), op.getSymName());
    // Attributes of a builtin module carry a dialect's name.
    for (NamedAttribute attr : op->getDiscardableAttrs()) {
      llvm::StringRef name = attr.getName();
      module->setDiscardableAttr(
          name.contains('.') ? name.str() : ("nv_tileaa." + name).str(),
          attr.getValue());
    }
    if (StringAttr producer = op.getProducerAttr())
      module->setDiscardableAttr(tileaa::kProducerAttrName, producer);
    rewriter.eraseBlock(module.getBody());
    rewriter.inlineRegionBefore(op.getBody(), module.getRegion(),
                                module.getRegion().end());
    rewriter.eraseOp(op);
    return success();
  }
};

/// entry and testing$func.
template <typename Op> struct FunctionLowering : Lowering<Op> {
  using Lowering<Op>::Lowering;
  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    constexpr bool isKernel = std::is_same_v<Op, cuda_tile::EntryOp>;
    const TypeConverter &converter = *this->getTypeConverter();
    llvm::SmallVector<Type> arguments, results;
    if (failed(converter.convertTypes(op.getArgumentTypes(), arguments)) ||
        failed(converter.convertTypes(op.getResultTypes(), results)))
      return failure();
    auto function = tileaa::FuncOp::create(
        rewriter, op.getLoc(), objectSymbol(op.getSymName()),
        rewriter.getFunctionType(arguments, results), isKernel);
    function->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    if (ArrayAttr attrs = op.getArgAttrsAttr())
      function.setArgAttrsAttr(attrs);
    if (ArrayAttr attrs = op.getResAttrsAttr())
      function.setResAttrsAttr(attrs);
    if constexpr (isKernel)
      if (auto hints = op.getOptimizationHintsAttr())
        function.setOptimizationHintsAttr(hints);
    Region &body = function.getFunctionBody();
    while (!body.empty())
      rewriter.eraseBlock(&body.front());
    rewriter.inlineRegionBefore(op.getFunctionBody(), body, body.end());
    if (failed(rewriter.convertRegionTypes(&body, converter)))
      return failure();
    rewriter.eraseOp(op);
    return success();
  }
};

struct ReturnLowering : Lowering<cuda_tile::ReturnOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(cuda_tile::ReturnOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replace<tileaa::ReturnOp>(op, rewriter, adaptor.getOperands());
  }
};

struct GlobalLowering : Lowering<cuda_tile::GlobalOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(cuda_tile::GlobalOp op, Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    bool isPrivate =
        op.getSymbolVisibility() == cuda_tile::SymbolVisibility::Private;
    auto value = cast<ElementsAttr>(convertElements(op.getValue()));
    return replace<tileaa::GlobalOp>(
        op, rewriter, rewriter.getStringAttr(objectSymbol(op.getSymName())),
        isPrivate ? rewriter.getStringAttr("private") : StringAttr(),
        TypeAttr::get(value.getType()), value, op.getAlignmentAttr(),
        op.getConstantAttr());
  }
};

struct GetGlobalLowering : Lowering<cuda_tile::GetGlobalOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(cuda_tile::GetGlobalOp op, Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto symbol =
        FlatSymbolRefAttr::get(op.getContext(), objectSymbol(op.getName()));
    return replace<tileaa::GetGlobalOp>(op, rewriter, resultType(op), symbol);
  }
};

} // namespace

void populateModulePatterns(Converter &converter, Patterns &patterns) {
  patterns.add<ModuleLowering, FunctionLowering<cuda_tile::EntryOp>,
               FunctionLowering<cuda_tile::TestingFuncOp>, ReturnLowering,
               GlobalLowering, GetGlobalLowering>(converter,
                                                  patterns.getContext());
}

} // namespace tessera::detail
