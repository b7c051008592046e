//===- CudaTile/IR/Types.cpp - type syntax and rules -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the types of core.md section 2, parses and prints the names of
// types, and holds the syntax and rules of pointers and tiles. Shapes are
// parsed before the element, so most rules live in `verify` and hold for every
// way a type can be made.
//
//===----------------------------------------------------------------------===//

#include "TypePieces.h"
#include "tessera/Dialect/CudaTile/IR/CudaTileDialect.h"
#include "tessera/Dialect/CudaTile/IR/CudaTileTypes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera::cuda_tile;

#include "tessera/Dialect/CudaTile/IR/CudaTileTypeInterfaces.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "tessera/Dialect/CudaTile/IR/CudaTileTypes.cpp.inc"

void CudaTileDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "tessera/Dialect/CudaTile/IR/CudaTileTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Bare type names
//===----------------------------------------------------------------------===//

ParseResult tessera::cuda_tile::parseBareType(AsmParser &parser, Type &type) {
  // MLIR has a builtin of this name, so it must be looked at first.
  if (succeeded(parser.parseOptionalKeyword("token"))) {
    type = TokenType::get(parser.getContext());
    return success();
  }
  OptionalParseResult upstream = parser.parseOptionalType(type);
  if (upstream.has_value())
    return *upstream;

  SMLoc loc = parser.getCurrentLocation();
  StringRef mnemonic;
  OptionalParseResult own = generatedTypeParser(parser, &mnemonic, type);
  if (own.has_value())
    return *own;
  return parser.emitError(loc, "unknown type '") << mnemonic << "'";
}

void tessera::cuda_tile::printBareType(AsmPrinter &printer, Type type) {
  if (failed(generatedTypePrinter(type, printer)))
    printer.printType(type);
}

//===----------------------------------------------------------------------===//
// PointerType
//===----------------------------------------------------------------------===//

Type PointerType::parse(AsmParser &parser) {
  Type pointee;
  if (parser.parseLess() || parseBareType(parser, pointee) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<PointerType>(parser.getContext(), pointee);
}

void PointerType::print(AsmPrinter &printer) const {
  printer << '<';
  printBareType(printer, getPointeeType());
  printer << '>';
}

LogicalResult PointerType::verify(function_ref<InFlightDiagnostic()> emitError,
                                  Type pointeeType) {
  if (!isNumberElement(pointeeType))
    return emitError() << "expected a number as pointee, got " << pointeeType;
  return success();
}

//===----------------------------------------------------------------------===//
// TileType
//===----------------------------------------------------------------------===//

Type TileType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape;
  Type element;
  if (parser.parseLess() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parseBareType(parser, element) || parser.parseGreater())
    return {};
  return parser.getChecked<TileType>(parser.getContext(), shape, element);
}

void TileType::print(AsmPrinter &printer) const {
  printer << '<';
  for (int64_t dim : getShape())
    printer << dim << 'x';
  printBareType(printer, getElementType());
  printer << '>';
}

ArrayRef<int64_t> TileType::getShape() const { return getImpl()->shape; }
Type TileType::getElementType() const { return getImpl()->elementType; }
bool TileType::hasRank() const { return true; }

ShapedType TileType::cloneWith(std::optional<ArrayRef<int64_t>> shape,
                               Type elementType) const {
  return TileType::get(shape.value_or(getShape()), elementType);
}

LogicalResult tessera::cuda_tile::verifyTileShape(
    function_ref<InFlightDiagnostic()> emitError, ArrayRef<int64_t> shape,
    Type element) {
  int64_t elements = 1;
  bool hasEvenDim = false;
  for (int64_t dim : shape) {
    if (dim <= 0 || !llvm::isPowerOf2_64(static_cast<uint64_t>(dim)))
      return emitError() << "expected tile dimensions that are positive powers "
                            "of two, got "
                         << dim;
    if (dim > TileType::kMaxNumElements ||
        elements > TileType::kMaxNumElements / dim)
      return emitError() << "expected at most " << TileType::kMaxNumElements
                         << " tile elements, got more";
    elements *= dim;
    hasEvenDim |= dim % 2 == 0;
  }
  if (isF4Element(element) && !hasEvenDim)
    return emitError() << "expected an even number of f4E2M1FN elements, got "
                       << elements;
  return success();
}

LogicalResult TileType::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<int64_t> shape, Type elementType) {
  if (!isTileElement(elementType))
    return emitError() << "expected a number, i4 or pointer as tile element, "
                          "got "
                       << elementType;
  return verifyTileShape(emitError, shape, elementType);
}
