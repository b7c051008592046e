//===- CudaTile/IR/AssumePredicates.cpp - assume predicates -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Syntax and rules of div_by, same_elements and bounded (core.md 3.4). `verify`
// checks what the attribute alone can violate, `verifyPredicateOn` what depends
// on the assumed value's type.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/CudaTileAttrs.h"
#include "tessera/Dialect/CudaTile/IR/CudaTileTypes.h"

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera::cuda_tile;

/// `type` as a tile of integers or pointers, else null.
static TileType getIntOrPointerTile(Type type) {
  auto tile = dyn_cast_or_null<TileType>(type);
  if (tile && (isIntElement(tile.getElementType()) ||
               isPointerElement(tile.getElementType())))
    return tile;
  return {};
}

//===----------------------------------------------------------------------===//
// DivByAttr
//===----------------------------------------------------------------------===//

Attribute DivByAttr::parse(AsmParser &parser, Type) {
  // Parsed wide, so that a negative divisor is not taken for a huge one.
  APInt divisor;
  std::optional<int64_t> every, along;
  if (parser.parseLess())
    return {};
  SMLoc loc = parser.getCurrentLocation();
  OptionalParseResult hasDivisor = parser.parseOptionalInteger(divisor);
  if (!hasDivisor.has_value()) {
    parser.emitError(loc, "expected a divisor");
    return {};
  }
  if (failed(*hasDivisor))
    return {};
  if (divisor.isNegative() || divisor.getActiveBits() > 64) {
    parser.emitError(loc, "expected a divisor that is a power of two of at "
                          "most 2^62, got ")
        << llvm::toString(divisor, 10, /*Signed=*/true);
    return {};
  }
  if (succeeded(parser.parseOptionalComma()) &&
      (parser.parseKeyword("every") || parser.parseInteger(every.emplace()) ||
       parser.parseKeyword("along") || parser.parseInteger(along.emplace())))
    return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<DivByAttr>(parser.getContext(),
                                      divisor.getZExtValue(), every, along);
}

void DivByAttr::print(AsmPrinter &printer) const {
  printer << '<' << getDivisor();
  if (getEvery() && getAlong())
    printer << ", every " << *getEvery() << " along " << *getAlong();
  printer << '>';
}

LogicalResult DivByAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                uint64_t divisor, std::optional<int64_t> every,
                                std::optional<int64_t> along) {
  if (!llvm::isPowerOf2_64(divisor) || divisor > (uint64_t(1) << 62))
    return emitError() << "expected a divisor that is a power of two of at "
                          "most 2^62, got "
                       << divisor;
  if (every.has_value() != along.has_value())
    return emitError() << "expected both every and along or neither, got only "
                       << (every ? "every" : "along");
  return success();
}

LogicalResult DivByAttr::verifyPredicateOn(
    Type type, function_ref<InFlightDiagnostic()> emitError) const {
  TileType tile = getIntOrPointerTile(type);
  if (!tile && !isa_and_nonnull<TensorViewType>(type))
    return emitError() << "expected a tile of integers or pointers or a "
                          "tensor_view for div_by, got "
                       << type;
  if (!getEvery() || !getAlong())
    return success();
  if (!tile || tile.isScalar())
    return emitError() << "expected div_by without every and along for a 0-d "
                          "tile or tensor_view, got every "
                       << *getEvery() << " along " << *getAlong();
  const int64_t rank = tile.getShape().size();
  if (*getAlong() < 0 || *getAlong() >= rank)
    return emitError() << "expected div_by along a dimension in 0.." << rank - 1
                       << ", got " << *getAlong();
  const int64_t extent = tile.getShape()[*getAlong()];
  if (*getEvery() < 0 || *getEvery() > extent)
    return emitError() << "expected div_by every 0.." << extent
                       << " elements along dimension " << *getAlong()
                       << ", got " << *getEvery();
  return success();
}

//===----------------------------------------------------------------------===//
// SameElementsAttr
//===----------------------------------------------------------------------===//

Attribute SameElementsAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> values;
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(
          AsmParser::Delimiter::Square,
          [&] { return parser.parseInteger(values.emplace_back()); }) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<SameElementsAttr>(parser.getContext(),
                                             ArrayRef<int64_t>(values));
}

void SameElementsAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(getValues(), printer.getStream());
  printer << "]>";
}

LogicalResult
SameElementsAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                         ArrayRef<int64_t> values) {
  for (int64_t value : values)
    if (value < 0)
      return emitError() << "expected same_elements group sizes of at least 0, "
                            "got "
                         << value;
  return success();
}

LogicalResult SameElementsAttr::verifyPredicateOn(
    Type type, function_ref<InFlightDiagnostic()> emitError) const {
  TileType tile = getIntOrPointerTile(type);
  if (!tile)
    return emitError() << "expected a tile of integers or pointers for "
                          "same_elements, got "
                       << type;
  ArrayRef<int64_t> shape = tile.getShape();
  if (getValues().size() != shape.size())
    return emitError() << "expected one same_elements group size per "
                          "dimension, "
                       << shape.size() << " in all, got " << getValues().size();
  for (auto [dim, size] : llvm::enumerate(getValues()))
    if (size > shape[dim])
      return emitError() << "expected same_elements group size of at most "
                         << shape[dim] << " for dimension " << dim << ", got "
                         << size;
  return success();
}

//===----------------------------------------------------------------------===//
// BoundedAttr
//===----------------------------------------------------------------------===//

static ParseResult parseBound(AsmParser &parser,
                              std::optional<int64_t> &bound) {
  if (succeeded(parser.parseOptionalQuestion()))
    return success();
  return parser.parseInteger(bound.emplace());
}

static void printBound(AsmPrinter &printer, std::optional<int64_t> bound) {
  if (bound)
    printer << *bound;
  else
    printer << '?';
}

Attribute BoundedAttr::parse(AsmParser &parser, Type) {
  std::optional<int64_t> lb, ub;
  if (parser.parseLess() || parseBound(parser, lb) || parser.parseComma() ||
      parseBound(parser, ub) || parser.parseGreater())
    return {};
  return parser.getChecked<BoundedAttr>(parser.getContext(), lb, ub);
}

void BoundedAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printBound(printer, getLb());
  printer << ", ";
  printBound(printer, getUb());
  printer << '>';
}

LogicalResult BoundedAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                  std::optional<int64_t> lb,
                                  std::optional<int64_t> ub) {
  if (lb && ub && *lb > *ub)
    return emitError() << "expected a lower bound of at most the upper bound "
                       << *ub << ", got " << *lb;
  return success();
}

LogicalResult BoundedAttr::verifyPredicateOn(
    Type type, function_ref<InFlightDiagnostic()> emitError) const {
  auto tile = dyn_cast_or_null<TileType>(type);
  if (!tile || !isIntElement(tile.getElementType()))
    return emitError() << "expected a tile of integers for bounded, got "
                       << type;
  const unsigned width = tile.getElementType().getIntOrFloatBitWidth();
  for (std::optional<int64_t> bound : {getLb(), getUb()})
    if (bound && !llvm::isIntN(width, *bound))
      return emitError() << "expected bounds in " << llvm::minIntN(width)
                         << ".." << llvm::maxIntN(width) << " for "
                         << tile.getElementType() << ", got " << *bound;
  return success();
}
