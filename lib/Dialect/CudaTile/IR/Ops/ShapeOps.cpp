//===- CudaTile/IR/Ops/ShapeOps.cpp - tiles of other shapes ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Syntax, rules and folds of the ops of core.md 6.2 that move elements without
// changing them: broadcast, reshape, permute, cat, extract and insert.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/AsmHelpers.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Dialect/CudaTile/IR/ExtensionTrait.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tessera::cuda_tile;

/// Ranks and element types of source and result must agree.
static LogicalResult verifySameRankAndElement(Operation *op, TileType from,
                                              TileType to) {
  if (from.getElementType() != to.getElementType())
    return op->emitOpError("expected element type ")
           << from.getElementType() << ", got " << to.getElementType();
  if (from.getRank() != to.getRank())
    return op->emitOpError("expected rank ")
           << from.getRank() << ", got " << to.getRank();
  return success();
}

//===----------------------------------------------------------------------===//
// BroadcastOp
//===----------------------------------------------------------------------===//

LogicalResult BroadcastOp::verify() {
  auto from = cast<TileType>(getSource().getType());
  auto to = cast<TileType>(getResult().getType());
  if (failed(verifySameRankAndElement(*this, from, to)))
    return failure();
  for (auto [dim, extents] :
       llvm::enumerate(llvm::zip(from.getShape(), to.getShape()))) {
    auto [source, result] = extents;
    if (source != result && source != 1)
      return emitOpError("expected extent ")
             << source << " or a source extent of 1 in dimension " << dim
             << ", got " << result;
  }
  return verifyOlderShape(*this);
}

OpFoldResult BroadcastOp::fold(FoldAdaptor adaptor) {
  if (getSource().getType() == getType())
    return getSource();
  if (auto inner = getSource().getDefiningOp<BroadcastOp>()) {
    getSourceMutable().assign(inner.getSource());
    return getResult();
  }
  auto value = dyn_cast_or_null<DenseElementsAttr>(adaptor.getSource());
  if (value && value.isSplat())
    return value.resizeSplat(cast<ShapedType>(getType()));
  return {};
}

void BroadcastOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "bcast");
}

//===----------------------------------------------------------------------===//
// ReshapeOp
//===----------------------------------------------------------------------===//

LogicalResult ReshapeOp::verify() {
  auto from = cast<TileType>(getSource().getType());
  auto to = cast<TileType>(getResult().getType());
  if (from.getElementType() != to.getElementType())
    return emitOpError("expected element type ")
           << from.getElementType() << ", got " << to.getElementType();
  if (from.getNumElements() != to.getNumElements())
    return emitOpError("expected ")
           << from.getNumElements() << " elements, got " << to.getNumElements();
  return verifyOlderShape(*this);
}

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  if (getSource().getType() == getType())
    return getSource();
  if (auto inner = getSource().getDefiningOp<ReshapeOp>()) {
    getSourceMutable().assign(inner.getSource());
    return getResult();
  }
  if (auto value = dyn_cast_or_null<DenseElementsAttr>(adaptor.getSource()))
    return value.reshape(cast<ShapedType>(getType()));
  return {};
}

void ReshapeOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "reshape");
}

//===----------------------------------------------------------------------===//
// PermuteOp
//===----------------------------------------------------------------------===//

LogicalResult PermuteOp::verify() {
  auto from = cast<TileType>(getSource().getType());
  auto to = cast<TileType>(getResult().getType());
  if (failed(verifySameRankAndElement(*this, from, to)))
    return failure();
  int64_t rank = from.getRank();
  if (rank < 2)
    return emitOpError("expected a source of rank 2 or more, got rank ")
           << rank;
  ArrayRef<int32_t> permutation = getPermutation();
  if (int64_t(permutation.size()) != rank)
    return emitOpError("expected ")
           << rank << " permutation entries, got " << permutation.size();
  SmallVector<bool> seen(rank, false);
  for (auto [dim, source] : llvm::enumerate(permutation)) {
    if (source < 0 || source >= rank)
      return emitOpError("expected permutation entries below ")
             << rank << ", got " << source;
    if (seen[source])
      return emitOpError("expected distinct permutation entries, got ")
             << source << " twice";
    seen[source] = true;
    if (to.getShape()[dim] != from.getShape()[source])
      return emitOpError("expected extent ")
             << from.getShape()[source] << " in result dimension " << dim
             << ", got " << to.getShape()[dim];
  }
  return success();
}

OpFoldResult PermuteOp::fold(FoldAdaptor adaptor) {
  bool isIdentity = true;
  for (auto [dim, source] : llvm::enumerate(getPermutation()))
    isIdentity &= int32_t(dim) == source;
  if (isIdentity)
    return getSource();
  if (auto inner = getSource().getDefiningOp<PermuteOp>()) {
    SmallVector<int32_t> composed;
    for (int32_t dim : getPermutation())
      composed.push_back(inner.getPermutation()[dim]);
    setPermutation(composed);
    getSourceMutable().assign(inner.getSource());
    return getResult();
  }
  auto value = dyn_cast_or_null<DenseElementsAttr>(adaptor.getSource());
  if (value && value.isSplat())
    return value.resizeSplat(cast<ShapedType>(getType()));
  return {};
}

//===----------------------------------------------------------------------===//
// CatOp
//===----------------------------------------------------------------------===//

ParseResult CatOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand lhs, rhs;
  int64_t dim;
  Type lhsType, rhsType, resultType;
  if (parser.parseOperand(lhs) || parser.parseComma() ||
      parser.parseOperand(rhs) || parser.parseKeyword("dim") ||
      parser.parseEqual() || parser.parseInteger(dim) ||
      parser.parseOptionalAttrDict(result.attributes) || parser.parseColon() ||
      parseBareType(parser, lhsType) || parser.parseComma() ||
      parseBareType(parser, rhsType) || parser.parseArrow() ||
      parseBareType(parser, resultType) ||
      parser.resolveOperand(lhs, lhsType, result.operands) ||
      parser.resolveOperand(rhs, rhsType, result.operands))
    return failure();
  result.addAttribute("dim", parser.getBuilder().getI64IntegerAttr(dim));
  result.addTypes(resultType);
  return success();
}

void CatOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getLhs() << ", " << getRhs()
          << " dim = " << static_cast<int64_t>(getDim());
  printer.printOptionalAttrDict((*this)->getAttrs(), {"dim"});
  printer << " : ";
  printBareType(printer, getLhs().getType());
  printer << ", ";
  printBareType(printer, getRhs().getType());
  printer << " -> ";
  printBareType(printer, getType());
}

LogicalResult CatOp::verify() {
  auto lhs = cast<TileType>(getLhs().getType());
  auto rhs = cast<TileType>(getRhs().getType());
  auto result = cast<TileType>(getType());
  if (failed(verifySameRankAndElement(*this, lhs, rhs)) ||
      failed(verifySameRankAndElement(*this, lhs, result)))
    return failure();
  int64_t dim = static_cast<int64_t>(getDim());
  if (dim < 0 || dim >= lhs.getRank())
    return emitOpError("expected dim below the rank ")
           << lhs.getRank() << ", got " << dim;
  for (int64_t i = 0; i < lhs.getRank(); ++i) {
    int64_t left = lhs.getShape()[i], right = rhs.getShape()[i];
    int64_t expected = i == dim ? left + right : left;
    if (i != dim && left != right)
      return emitOpError("expected equal operand extents in dimension ")
             << i << ", got " << left << " and " << right;
    if (result.getShape()[i] != expected)
      return emitOpError("expected extent ")
             << expected << " in result dimension " << i << ", got "
             << result.getShape()[i];
  }
  return success();
}

//===----------------------------------------------------------------------===//
// ExtractOp, InsertOp
//===----------------------------------------------------------------------===//

/// `[ %i, %j ]`, each a 0-d i32 tile.
static ParseResult
parseSliceIndices(OpAsmParser &parser,
                  SmallVectorImpl<OpAsmParser::UnresolvedOperand> &indices) {
  return parser.parseOperandList(indices, OpAsmParser::Delimiter::Square);
}

static ParseResult
resolveSliceIndices(OpAsmParser &parser,
                    ArrayRef<OpAsmParser::UnresolvedOperand> indices,
                    OperationState &result) {
  Type scalar = TileType::get({}, parser.getBuilder().getI32Type());
  return parser.resolveOperands(indices, scalar, result.operands);
}

/// Slices of shape `slice` must tile `whole`, one index a dimension.
static LogicalResult verifySlice(Operation *op, TileType whole, TileType slice,
                                 OperandRange indices) {
  if (failed(verifySameRankAndElement(op, whole, slice)))
    return failure();
  if (int64_t(indices.size()) != whole.getRank())
    return op->emitOpError("expected ")
           << whole.getRank() << " indices, got " << indices.size();
  for (auto [dim, index] : llvm::enumerate(indices)) {
    int64_t extent = whole.getShape()[dim], part = slice.getShape()[dim];
    if (extent % part != 0)
      return op->emitOpError("expected a slice extent that divides ")
             << extent << " in dimension " << dim << ", got " << part;
    APInt value;
    DenseElementsAttr constant;
    if (!matchPattern(index, m_Constant(&constant)) || !constant.isSplat())
      continue;
    value = constant.getSplatValue<APInt>();
    if (value.getZExtValue() >= uint64_t(extent / part))
      // Not op->emitWarning: it prints the op, which verifies it, which warns.
      emitWarning(op->getLoc(), "expected a slice number below ")
          << extent / part << " in dimension " << dim << ", got "
          << value.getSExtValue();
  }
  return success();
}

ParseResult ExtractOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand source;
  SmallVector<OpAsmParser::UnresolvedOperand> indices;
  Type sourceType, resultType;
  if (parser.parseOperand(source) || parseSliceIndices(parser, indices) ||
      parser.parseOptionalAttrDict(result.attributes) || parser.parseColon() ||
      parseBareType(parser, sourceType) || parser.parseArrow() ||
      parseBareType(parser, resultType) ||
      parser.resolveOperand(source, sourceType, result.operands) ||
      resolveSliceIndices(parser, indices, result))
    return failure();
  result.addTypes(resultType);
  return success();
}

void ExtractOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getSource() << '[' << getIndices() << ']';
  printer.printOptionalAttrDict((*this)->getAttrs());
  printer << " : ";
  printBareType(printer, getSource().getType());
  printer << " -> ";
  printBareType(printer, getType());
}

LogicalResult ExtractOp::verify() {
  return verifySlice(*this, cast<TileType>(getSource().getType()),
                     cast<TileType>(getType()), getIndices());
}

ParseResult InsertOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand source, destination;
  SmallVector<OpAsmParser::UnresolvedOperand> indices;
  Type sourceType, destinationType, resultType;
  if (parser.parseOperand(source) || parser.parseComma() ||
      parser.parseOperand(destination) || parseSliceIndices(parser, indices) ||
      parser.parseOptionalAttrDict(result.attributes) || parser.parseColon() ||
      parseBareType(parser, sourceType) || parser.parseComma() ||
      parseBareType(parser, destinationType) || parser.parseArrow() ||
      parseBareType(parser, resultType) ||
      parser.resolveOperand(source, sourceType, result.operands) ||
      parser.resolveOperand(destination, destinationType, result.operands) ||
      resolveSliceIndices(parser, indices, result))
    return failure();
  result.addTypes(resultType);
  return success();
}

void InsertOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getSource() << ", " << getDestination() << '['
          << getIndices() << ']';
  printer.printOptionalAttrDict((*this)->getAttrs());
  printer << " : ";
  printBareType(printer, getSource().getType());
  printer << ", ";
  printBareType(printer, getDestination().getType());
  printer << " -> ";
  printBareType(printer, getType());
}

LogicalResult InsertOp::verify() {
  return verifySlice(*this, cast<TileType>(getDestination().getType()),
                     cast<TileType>(getSource().getType()), getIndices());
}
