//===- CudaTile/IR/Ops/ViewOps.cpp - views and accesses through them -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers, effects and syntax of ops.md 7.3 and section 8. What a view type
// itself must obey is checked by the type (Types.cpp).
//
//===----------------------------------------------------------------------===//

#include "MemoryVerifiers.h"

#include "tessera/Dialect/CudaTile/IR/AsmHelpers.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Dialect/CudaTile/IR/OptimizationHints.h"

using namespace mlir;
using namespace tessera::cuda_tile;
using namespace tessera::cuda_tile::detail;

//===----------------------------------------------------------------------===//
// Shared syntax
//===----------------------------------------------------------------------===//

ParseResult tessera::cuda_tile::parseTileViewType(OpAsmParser &parser,
                                                  Type &tensorView,
                                                  Type &view) {
  SMLoc loc = parser.getCurrentLocation();
  if (parseBareType(parser, view))
    return failure();
  auto tileView = dyn_cast<TileViewInterface>(view);
  if (!tileView)
    return parser.emitError(loc, "expected a tile view type (partition_view, "
                                 "strided_view or gather_scatter_view), got ")
           << view;
  tensorView = tileView.getViewTensorType();
  return success();
}

void tessera::cuda_tile::printTileViewType(OpAsmPrinter &printer, Operation *,
                                           Type, Type view) {
  printBareType(printer, view);
}

/// Number of results of a shape query; none if `view` is no view.
static std::optional<size_t> getQueryRank(Type view) {
  if (auto tensorView = dyn_cast<TensorViewType>(view))
    return static_cast<size_t>(tensorView.getRank());
  if (auto tileView = dyn_cast<TileViewInterface>(view))
    return static_cast<size_t>(tileView.getViewIndexRank());
  return std::nullopt;
}

ParseResult
tessera::cuda_tile::parseShapeQueryTypes(OpAsmParser &parser, Type view,
                                         SmallVectorImpl<Type> &results) {
  std::optional<size_t> rank = getQueryRank(view);
  if (!rank)
    return parser.emitError(parser.getNameLoc(), "expected a view type, got ")
           << view;
  Type type;
  if (parseBareType(parser, type))
    return failure();
  results.assign(*rank, type);
  return success();
}

void tessera::cuda_tile::printShapeQueryTypes(OpAsmPrinter &printer,
                                              Operation *op, Type,
                                              TypeRange results) {
  // A 0-d tensor has no extents; the grammar still wants a type.
  if (results.empty())
    printBareType(printer,
                  TileType::get({}, IntegerType::get(op->getContext(), 32)));
  else
    printBareType(printer, results.front());
}

/// ` inbounds = [true, false]` or nothing.
static ParseResult parseInBounds(OpAsmParser &parser,
                                 DenseBoolArrayAttr &inBounds) {
  if (failed(parser.parseOptionalKeyword("inbounds")))
    return success();
  // MLIR's own list of booleans would take any integer.
  SmallVector<bool> values;
  auto parseFlag = [&]() -> ParseResult {
    const bool isTrue = succeeded(parser.parseOptionalKeyword("true"));
    values.push_back(isTrue);
    return isTrue ? ParseResult(success()) : parser.parseKeyword("false");
  };
  if (parser.parseEqual() ||
      parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, parseFlag))
    return failure();
  inBounds = DenseBoolArrayAttr::get(parser.getContext(), values);
  return success();
}

ParseResult tessera::cuda_tile::parseTokenAndInBounds(
    OpAsmParser &parser, OptionalOperandRef &token, Type &tokenType,
    DenseBoolArrayAttr &inBounds) {
  if (parseInBounds(parser, inBounds) ||
      parseOptionalToken(parser, token, tokenType))
    return failure();
  return inBounds ? ParseResult(success()) : parseInBounds(parser, inBounds);
}

void tessera::cuda_tile::printTokenAndInBounds(OpAsmPrinter &printer,
                                               Operation *op, Value token,
                                               Type tokenType,
                                               DenseBoolArrayAttr inBounds) {
  printOptionalToken(printer, op, token, tokenType);
  if (!inBounds || !llvm::is_contained(inBounds.asArrayRef(), true))
    return;
  printer << " inbounds = ";
  inBounds.print(printer);
}

ParseResult tessera::cuda_tile::parseIndexTypes(
    OpAsmParser &parser, ArrayRef<OpAsmParser::UnresolvedOperand> indices,
    SmallVectorImpl<Type> &types) {
  SMLoc loc = parser.getCurrentLocation();
  while (succeeded(parser.parseOptionalComma()))
    if (parseBareType(parser, types.emplace_back()))
      return failure();
  if (types.size() == 1 && indices.size() > 1)
    types.assign(indices.size(), types.front());
  if (types.size() != indices.size())
    return parser.emitError(loc, "expected one index type, or one for each of ")
           << indices.size() << " indices, got " << types.size();
  return success();
}

void tessera::cuda_tile::printIndexTypes(OpAsmPrinter &printer, Operation *,
                                         OperandRange, TypeRange types) {
  if (types.empty())
    return;
  if (llvm::all_equal(types))
    types = types.take_front(1);
  for (Type type : types) {
    printer << ", ";
    printBareType(printer, type);
  }
}

//===----------------------------------------------------------------------===//
// MakeTensorViewOp
//===----------------------------------------------------------------------===//

namespace {
/// The text of one `[...]` list: what was written where, and the operands.
struct DimList {
  SmallVector<int64_t> values; // kDynamic where an operand stands
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SMLoc loc;
};
} // namespace

static ParseResult parseDimList(OpAsmParser &parser, DimList &list) {
  list.loc = parser.getCurrentLocation();
  auto parseDim = [&]() -> ParseResult {
    OpAsmParser::UnresolvedOperand operand;
    OptionalParseResult dynamic = parser.parseOptionalOperand(operand);
    if (dynamic.has_value()) {
      list.operands.push_back(operand);
      list.values.push_back(ShapedType::kDynamic);
      return *dynamic;
    }
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseInteger(list.values.emplace_back()))
      return failure();
    // Also keeps the dynamic sentinel from being spelt as a number.
    if (list.values.back() <= 0)
      return parser.emitError(loc, "expected a positive integer, got ")
             << list.values.back();
    return success();
  };
  return parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square,
                                        parseDim);
}

static ParseResult checkDimList(OpAsmParser &parser, const DimList &list,
                                StringRef what, ArrayRef<int64_t> typeDims) {
  auto print = [](InFlightDiagnostic &diag, ArrayRef<int64_t> dims) {
    diag << '[';
    llvm::interleaveComma(dims, diag, [&](int64_t dim) {
      if (ShapedType::isDynamic(dim))
        diag << '?';
      else
        diag << dim;
    });
    diag << ']';
  };
  if (typeDims == ArrayRef<int64_t>(list.values))
    return success();
  InFlightDiagnostic diag = parser.emitError(list.loc, "expected ")
                            << what << " to match ";
  print(diag, typeDims);
  diag << " of the view type, got ";
  print(diag, list.values);
  return diag;
}

ParseResult MakeTensorViewOp::parse(OpAsmParser &parser,
                                    OperationState &result) {
  OpAsmParser::UnresolvedOperand base;
  DimList shape, strides;
  if (parser.parseOperand(base) || parser.parseComma() ||
      parser.parseKeyword("shape") || parser.parseEqual() ||
      parseDimList(parser, shape) || parser.parseComma() ||
      parser.parseKeyword("strides") || parser.parseEqual() ||
      parseDimList(parser, strides) ||
      parser.parseOptionalAttrDict(result.attributes) || parser.parseColon())
    return failure();

  // `: view` or `: index-type -> view`.
  const bool hasOperands = !shape.operands.empty() || !strides.operands.empty();
  Type indexType, viewType;
  SMLoc typeLoc = parser.getCurrentLocation();
  if (hasOperands && (parseBareType(parser, indexType) || parser.parseArrow()))
    return failure();
  SMLoc viewLoc = parser.getCurrentLocation();
  if (parseBareType(parser, viewType))
    return failure();
  if (!hasOperands && succeeded(parser.parseOptionalArrow()))
    return parser.emitError(typeLoc, "expected only a tensor_view type when no "
                                     "size or stride is an operand, got ")
           << viewType << " ->";
  auto tensorView = dyn_cast<TensorViewType>(viewType);
  if (!tensorView)
    return parser.emitError(viewLoc, "expected a tensor_view type, got ")
           << viewType;
  if (checkDimList(parser, shape, "shape", tensorView.getShape()) ||
      checkDimList(parser, strides, "strides", tensorView.getStrides()))
    return failure();

  // Text does not name the base's type: it follows from the view.
  Type baseType = TileType::get(
      {}, PointerType::get(parser.getContext(), tensorView.getElementType()));
  if (parser.resolveOperand(base, baseType, result.operands) ||
      parser.resolveOperands(shape.operands, indexType, result.operands) ||
      parser.resolveOperands(strides.operands, indexType, result.operands))
    return failure();
  llvm::copy(
      ArrayRef<int32_t>{1, static_cast<int32_t>(shape.operands.size()),
                        static_cast<int32_t>(strides.operands.size())},
      result.getOrAddProperties<Properties>().operandSegmentSizes.begin());
  result.addTypes(viewType);
  return success();
}

void MakeTensorViewOp::print(OpAsmPrinter &printer) {
  TensorViewType view = getResult().getType();
  auto printDims = [&](ArrayRef<int64_t> dims, OperandRange operands) {
    size_t next = 0;
    printer << '[';
    llvm::interleaveComma(dims, printer, [&](int64_t dim) {
      if (ShapedType::isDynamic(dim))
        printer << operands[next++];
      else
        printer << dim;
    });
    printer << ']';
  };
  printer << ' ' << getBase() << ", shape = ";
  printDims(view.getShape(), getDynamicShape());
  printer << ", strides = ";
  printDims(view.getStrides(), getDynamicStrides());
  printer.printOptionalAttrDict((*this)->getAttrs(), {"operandSegmentSizes"});
  printer << " : ";
  if (getNumOperands() > 1) {
    printBareType(printer, getOperand(1).getType());
    printer << " -> ";
  }
  printBareType(printer, view);
}

LogicalResult MakeTensorViewOp::verify() {
  if (failed(verifySingleOperands(*this, getProperties().operandSegmentSizes,
                                  {{0, "base"}})))
    return failure();
  TensorViewType view = getResult().getType();
  Type pointee =
      cast<PointerType>(getBase().getType().getElementType()).getPointeeType();
  if (pointee != view.getElementType())
    return emitOpError("expected base to point to the view's element type ")
           << view.getElementType() << ", got " << pointee;
  if (int64_t(getDynamicShape().size()) != view.getNumDynamicDims())
    return emitOpError("expected ")
           << view.getNumDynamicDims() << " dynamic extents, got "
           << getDynamicShape().size();
  if (int64_t(getDynamicStrides().size()) != view.getNumDynamicStrides())
    return emitOpError("expected ")
           << view.getNumDynamicStrides() << " dynamic strides, got "
           << getDynamicStrides().size();
  // The text form has room for one type only.
  for (Value size : getOperands().drop_front(1))
    if (size.getType() != getOperand(1).getType())
      return emitOpError("expected dynamic extents and strides of one type ")
             << getOperand(1).getType() << ", got " << size.getType();
  return success();
}

void MakeTensorViewOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "tview");
}

//===----------------------------------------------------------------------===//
// MakePartitionViewOp, MakeStridedViewOp, MakeGatherScatterViewOp
//===----------------------------------------------------------------------===//

template <typename OpTy> static LogicalResult verifyMakeTileView(OpTy op) {
  TensorViewType named = cast<TileViewInterface>(Type(op.getResult().getType()))
                             .getViewTensorType();
  if (op.getTensorView().getType() != named)
    return op.emitOpError("expected tensor view of type ")
           << named << " as named by the result type, got "
           << op.getTensorView().getType();
  return success();
}

LogicalResult MakePartitionViewOp::verify() {
  return verifyMakeTileView(*this);
}
LogicalResult MakeStridedViewOp::verify() { return verifyMakeTileView(*this); }
LogicalResult MakeGatherScatterViewOp::verify() {
  return verifyMakeTileView(*this);
}

void MakePartitionViewOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "pview");
}

//===----------------------------------------------------------------------===//
// GetTensorShapeOp, GetIndexSpaceShapeOp
//===----------------------------------------------------------------------===//

static LogicalResult verifyShapeQuery(Operation *op, size_t rank) {
  if (op->getNumResults() != rank)
    return op->emitOpError("expected one result per dimension, ")
           << rank << " in all, got " << op->getNumResults();
  // The text form has room for one type only.
  for (Type type : op->getResultTypes())
    if (type != op->getResult(0).getType())
      return op->emitOpError("expected results of one type ")
             << op->getResult(0).getType() << ", got " << type;
  return success();
}

LogicalResult GetTensorShapeOp::verify() {
  return verifyShapeQuery(*this, *getQueryRank(getSrc().getType()));
}
LogicalResult GetIndexSpaceShapeOp::verify() {
  return verifyShapeQuery(*this, *getQueryRank(getSrc().getType()));
}

//===----------------------------------------------------------------------===//
// LoadViewTkoOp, StoreViewTkoOp
//===----------------------------------------------------------------------===//

static LogicalResult verifyTileOfView(Operation *op, StringRef what, Type tile,
                                      TileViewInterface view) {
  if (tile != view.getViewTileType())
    return op->emitOpError("expected ")
           << what << " of the view's tile type " << view.getViewTileType()
           << ", got " << tile;
  return success();
}

/// Everything loads and stores have in common.
template <typename OpTy>
static LogicalResult verifyViewAccess(OpTy op, AccessKind kind,
                                      StringRef tileName) {
  auto view = cast<TileViewInterface>(op.getView().getType());
  if (failed(verifyAccessOrdering(op, kind, op.getMemoryOrderingSemantics(),
                                  op.getMemoryScope())) ||
      failed(verifyTileOfView(op, tileName, op.getTile().getType(), view)) ||
      failed(view.verifyIndexTypes(op.getIndex().getTypes(),
                                   [&] { return op.emitOpError(); })))
    return failure();
  if (DenseBoolArrayAttr inBounds = op.getInboundsAttr();
      inBounds && inBounds.size() != view.getViewIndexRank())
    return op.emitOpError("expected one inbounds entry per index, ")
           << view.getViewIndexRank() << " in all, got " << inBounds.size();
  return verifyHints(op, op.getOptimizationHintsAttr(), HintSite::ViewAccess);
}

LogicalResult LoadViewTkoOp::verify() {
  if (failed(verifySingleOperands(*this, getProperties().operandSegmentSizes,
                                  {{0, "view"}})))
    return failure();
  return verifyViewAccess(*this, AccessKind::Load, "result");
}
LogicalResult StoreViewTkoOp::verify() {
  if (failed(verifySingleOperands(*this, getProperties().operandSegmentSizes,
                                  {{0, "tile"}, {1, "view"}})))
    return failure();
  return verifyViewAccess(*this, AccessKind::Store, "value");
}

void LoadViewTkoOp::getEffects(EffectList &effects) {
  addAccessEffects(AccessKind::Load, getMemoryOrderingSemanticsAttr(), effects);
}
void StoreViewTkoOp::getEffects(EffectList &effects) {
  addAccessEffects(AccessKind::Store, getMemoryOrderingSemanticsAttr(),
                   effects);
}

//===----------------------------------------------------------------------===//
// AtomicRedViewTkoOp
//===----------------------------------------------------------------------===//

LogicalResult AtomicRedViewTkoOp::verify() {
  if (failed(verifySingleOperands(*this, getProperties().operandSegmentSizes,
                                  {{0, "view"}, {2, "value"}})))
    return failure();
  if (getMemoryOrderingSemantics() != MemoryOrderingSemantics::Relaxed)
    return emitOpError("expected memory ordering relaxed for a reduction, got ")
           << stringifyMemoryOrderingSemantics(getMemoryOrderingSemantics());
  if (getMemoryScope() == MemoryScope::System)
    return emitOpError("expected memory scope tl_blk or device for a "
                       "reduction, got sys");
  auto view = cast<TileViewInterface>(getView().getType());
  if (isa<GatherScatterViewType>(getView().getType()))
    return emitOpError("expected a partition_view or strided_view, got ")
           << getView().getType();
  if (std::optional<PaddingValue> padding = view.getViewPadding())
    return emitOpError("expected a view without padding_value, got ")
           << stringifyPaddingValue(*padding);
  if (getIndex().size() != view.getViewIndexRank())
    return emitOpError("expected ")
           << view.getViewIndexRank() << " indices, got " << getIndex().size();
  if (failed(verifyTileOfView(*this, "value", getValue().getType(), view)))
    return failure();
  return verifyAtomicMode(*this, getMode(),
                          getValue().getType().getElementType(),
                          /*allowExchange=*/false);
}

void AtomicRedViewTkoOp::getEffects(EffectList &effects) {
  addAtomicEffects(effects);
}
