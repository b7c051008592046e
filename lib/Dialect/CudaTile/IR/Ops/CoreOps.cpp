//===- CudaTile/IR/Ops/CoreOps.cpp - tile values -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Syntax, rules and folds of core.md 6.2: constants, positions, pointers, bytes
// and choices. The ops that change shapes are in ShapeOps.cpp, reduce and scan
// and the folds of select have their own files, too.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/AsmHelpers.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include "llvm/ADT/APSInt.h"

using namespace mlir;
using namespace tessera::cuda_tile;

//===----------------------------------------------------------------------===//
// ConstantOp
//===----------------------------------------------------------------------===//

ParseResult ConstantOp::parse(OpAsmParser &parser, OperationState &result) {
  DenseElementsAttr value;
  if (parseConstantLiteral(parser, value) ||
      parser.parseOptionalAttrDict(result.attributes))
    return failure();
  result.addAttribute("value", value);
  result.addTypes(value.getType());
  return success();
}

void ConstantOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printConstantLiteral(printer, *this, getValue());
  printer.printOptionalAttrDict((*this)->getAttrs(), {"value"});
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

LogicalResult ConstantOp::inferReturnTypes(MLIRContext *,
                                           std::optional<Location>,
                                           Adaptor adaptor,
                                           SmallVectorImpl<Type> &types) {
  DenseElementsAttr value = adaptor.getValue();
  if (!value)
    return failure();
  types.push_back(value.getType());
  return success();
}

/// `cst_<value>_<element>` when all elements are equal and simple to spell.
static std::string getConstantName(DenseElementsAttr value) {
  Type element = value.getElementType();
  std::string name = "cst";
  llvm::raw_string_ostream os(name);
  if (element.isInteger(1)) {
    if (!value.isSplat())
      return "cst_i1";
    return value.getSplatValue<APInt>().isZero() ? "false" : "true";
  }
  if (value.isSplat() && isa<IntegerType>(element)) {
    os << '_';
    value.getSplatValue<APInt>().print(os, /*isSigned=*/true);
  } else if (value.isSplat()) {
    APFloat number = value.getSplatValue<APFloat>();
    bool isExact = false;
    llvm::APSInt integer(64, /*isUnsigned=*/true);
    if (number.isNaN())
      os << "_NaN";
    else if (number.convertToInteger(integer, APFloat::rmTowardZero,
                                     &isExact) == APFloat::opOK &&
             isExact)
      os << '_' << integer;
  }
  os << '_' << element;
  return name;
}

void ConstantOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), getConstantName(getValue()));
}

//===----------------------------------------------------------------------===//
// IotaOp and the grid queries
//===----------------------------------------------------------------------===//

LogicalResult IotaOp::verify() {
  auto type = cast<TileType>(getResult().getType());
  if (type.getRank() != 1)
    return emitOpError("expected a result of rank 1, got rank ")
           << type.getRank();
  unsigned width = getElementBitWidth(type.getElementType());
  // 2^24 elements at most, so only the narrow types can be too small.
  if (width < 32 && type.getShape()[0] > (int64_t(1) << width))
    return emitOpError("expected at most ")
           << (int64_t(1) << width) << " elements of " << type.getElementType()
           << ", got " << type.getShape()[0];
  return success();
}

static LogicalResult inferGridQuery(MLIRContext *context,
                                    SmallVectorImpl<Type> &types) {
  Type scalar = TileType::get({}, IntegerType::get(context, 32));
  types.assign(3, scalar);
  return success();
}

LogicalResult GetTileBlockIdOp::inferReturnTypes(MLIRContext *context,
                                                 std::optional<Location>,
                                                 Adaptor,
                                                 SmallVectorImpl<Type> &types) {
  return inferGridQuery(context, types);
}

LogicalResult
GetNumTileBlocksOp::inferReturnTypes(MLIRContext *context,
                                     std::optional<Location>, Adaptor,
                                     SmallVectorImpl<Type> &types) {
  return inferGridQuery(context, types);
}

//===----------------------------------------------------------------------===//
// OffsetOp
//===----------------------------------------------------------------------===//

LogicalResult OffsetOp::verify() {
  auto pointers = cast<TileType>(getPtr().getType());
  auto offsets = cast<TileType>(getOffset().getType());
  if (pointers.getShape() != offsets.getShape())
    return emitOpError("expected offsets of the pointers' shape, got ")
           << offsets << " for " << pointers;
  return success();
}

//===----------------------------------------------------------------------===//
// PackOp, UnpackOp
//===----------------------------------------------------------------------===//

/// `values` holds numbers, `bytes` their i8 image.
static LogicalResult verifyByteImage(Operation *op, TileType values,
                                     TileType bytes) {
  for (TileType type : {values, bytes})
    if (type.getRank() != 1)
      return op->emitOpError("expected tiles of rank 1, got ") << type;
  unsigned bits = getElementStorageBits(values.getElementType());
  if (bits == 8)
    return op->emitOpError("expected an element that does not have 8 bits "
                           "(bitcast converts those), got ")
           << values.getElementType();
  int64_t valueBits = values.getNumElements() * bits;
  int64_t byteBits = bytes.getNumElements() * 8;
  if (valueBits != byteBits)
    return op->emitOpError("expected equal sizes, got ")
           << valueBits << " bits of " << values.getElementType() << " and "
           << byteBits << " bits of i8";
  return success();
}

LogicalResult PackOp::verify() {
  return verifyByteImage(*this, cast<TileType>(getSource().getType()),
                         cast<TileType>(getType()));
}

LogicalResult UnpackOp::verify() {
  return verifyByteImage(*this, cast<TileType>(getType()),
                         cast<TileType>(getSource().getType()));
}

//===----------------------------------------------------------------------===//
// SelectOp
//===----------------------------------------------------------------------===//

LogicalResult SelectOp::verify() {
  auto condition = cast<TileType>(getCond().getType());
  auto result = cast<TileType>(getType());
  if (condition.getShape() != result.getShape())
    return emitOpError("expected a condition of the values' shape, got ")
           << condition << " for " << result;
  if (isF4Element(result.getElementType()))
    return emitOpError("expected an element type other than f4E2M1FN, got ")
           << result;
  return success();
}
