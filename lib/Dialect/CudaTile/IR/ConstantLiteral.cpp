//===- CudaTile/IR/ConstantLiteral.cpp - literals of constant and global -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The literal syntax of core.md 1.6. Values are read straight into APInt and
// APFloat; decimals are rounded once, from their spelling, into the element
// format. A list of equal elements is stored as a splat, and lists are always
// printed in full so that every printed literal reads back.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/AsmHelpers.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"

using namespace mlir;
using namespace tessera::cuda_tile;

namespace {
/// Reads the values of one literal and checks their nesting against the shape.
class LiteralParser {
public:
  LiteralParser(OpAsmParser &parser, Type element)
      : parser(parser), element(element) {}

  ParseResult parse() { return parseValue(0); }
  FailureOr<DenseElementsAttr> finish(TileType type, SMLoc loc);

private:
  ParseResult parseValue(size_t depth);
  ParseResult parseScalar();
  ParseResult parseInteger();
  ParseResult parseFloat();

  OpAsmParser &parser;
  Type element;
  /// Extents of the bracket nesting; empty for a bare scalar.
  SmallVector<int64_t> shape;
  bool shapeIsKnown = false;
  SmallVector<APInt> values;
};
} // namespace

/// Nesting deeper than any tile rank that could hold more than unit extents is
/// refused so that hostile text cannot exhaust the stack.
static constexpr size_t kMaxLiteralDepth = 64;

ParseResult LiteralParser::parseValue(size_t depth) {
  SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalLSquare())) {
    if (shapeIsKnown && depth != shape.size())
      return parser.emitError(loc, "expected ")
             << shape.size() << " levels of brackets, got " << depth;
    shapeIsKnown = true;
    return parseScalar();
  }
  if (depth >= kMaxLiteralDepth)
    return parser.emitError(loc, "expected at most ")
           << kMaxLiteralDepth << " levels of brackets";
  if (shapeIsKnown && depth >= shape.size())
    return parser.emitError(loc, "expected ")
           << shape.size() << " levels of brackets, got more";
  // The first list met at a depth fixes the extent there.
  bool first = depth == shape.size();
  if (first)
    shape.push_back(0);
  int64_t count = 0;
  do {
    if (parseValue(depth + 1))
      return failure();
    ++count;
  } while (succeeded(parser.parseOptionalComma()));
  if (parser.parseRSquare())
    return failure();
  if (first)
    shape[depth] = count;
  else if (shape[depth] != count)
    return parser.emitError(loc, "expected ")
           << shape[depth] << " values in this list, got " << count;
  return success();
}

ParseResult LiteralParser::parseScalar() {
  return isa<IntegerType>(element) ? parseInteger() : parseFloat();
}

ParseResult LiteralParser::parseInteger() {
  unsigned width = element.getIntOrFloatBitWidth();
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (succeeded(parser.parseOptionalKeyword(&keyword, {"true", "false"}))) {
    // MLIR would read these as integers of any width.
    if (width != 1)
      return parser.emitError(loc, "expected an integer literal of type ")
             << element << ", got '" << keyword << "'";
    values.push_back(APInt(1, keyword == "true"));
    return success();
  }
  APInt value;
  OptionalParseResult parsed = parser.parseOptionalInteger(value);
  if (!parsed.has_value())
    return parser.emitError(loc, "expected an integer literal of type ")
           << element;
  if (failed(*parsed))
    return failure();
  // parseOptionalInteger keeps a sign bit, so the value is signed here. i64
  // must fit the signed range; the others also take the unsigned one.
  bool fits = value.isSignedIntN(width) ||
              (width < 64 && !value.isNegative() && value.isIntN(width));
  if (!fits)
    return parser.emitError(loc, "integer literal out of range for type ")
           << element;
  values.push_back(value.sextOrTrunc(width));
  return success();
}

ParseResult LiteralParser::parseFloat() {
  const llvm::fltSemantics &semantics =
      cast<FloatType>(element).getFloatSemantics();
  SMLoc loc = parser.getCurrentLocation();
  APFloat value(0.0);
  // Validates the token: a decimal with a point, or a hex pattern.
  if (parser.parseFloat(semantics, value))
    return failure();
  // The MLIR parser rounds decimals through double; round once, from the text.
  const char *begin = loc.getPointer();
  const char *end = begin;
  while (*end == '-' || *end == '+' || *end == '.' || llvm::isAlnum(*end)) {
    // A sign belongs to the literal only at its start or after an exponent.
    if ((*end == '-' || *end == '+') && end != begin && end[-1] != 'e' &&
        end[-1] != 'E')
      break;
    ++end;
  }
  StringRef text(begin, end - begin);
  if (!text.contains('x') && !text.contains('X')) {
    APFloat exact(semantics);
    llvm::Expected<APFloat::opStatus> status =
        exact.convertFromString(text, APFloat::rmNearestTiesToEven);
    if (status)
      value = exact;
    else
      llvm::consumeError(status.takeError());
  }
  values.push_back(value.bitcastToAPInt());
  return success();
}

FailureOr<DenseElementsAttr> LiteralParser::finish(TileType type, SMLoc loc) {
  if (type.getElementType() != element) {
    parser.emitError(loc, "expected a tile of ")
        << element << ", got " << type.getElementType();
    return failure();
  }
  if (!shape.empty() && ArrayRef<int64_t>(shape) != type.getShape()) {
    InFlightDiagnostic diag = parser.emitError(loc, "expected a literal of "
                                                    "shape [");
    llvm::interleaveComma(type.getShape(), diag);
    diag << "], got [";
    llvm::interleaveComma(shape, diag);
    diag << "]";
    return failure();
  }
  if (llvm::all_equal(values))
    values.truncate(1);
  if (isa<IntegerType>(element))
    return DenseElementsAttr::get(type, values);
  const llvm::fltSemantics &semantics =
      cast<FloatType>(element).getFloatSemantics();
  SmallVector<APFloat> floats;
  floats.reserve(values.size());
  for (const APInt &bits : values)
    floats.emplace_back(semantics, bits);
  return DenseElementsAttr::get(type, floats);
}

/// i1, i8 ... i64 and the builtin floats: what DenseElementsAttr can hold.
static bool isLiteralElement(Type type) {
  return isNumberElement(type) && type.isIntOrFloat();
}

ParseResult tessera::cuda_tile::parseConstantLiteral(OpAsmParser &parser,
                                                     DenseElementsAttr &value) {
  SMLoc elementLoc;
  Type element;
  if (parser.parseLess() || parser.getCurrentLocation(&elementLoc) ||
      parseBareType(parser, element))
    return failure();
  if (!isLiteralElement(element))
    return parser.emitError(elementLoc, "expected a number type that literals "
                                        "can have, got ")
           << element;
  LiteralParser literal(parser, element);
  SMLoc typeLoc;
  Type type;
  if (parser.parseColon() || literal.parse() || parser.parseGreater() ||
      parser.parseColon() || parser.getCurrentLocation(&typeLoc) ||
      parseBareType(parser, type))
    return failure();
  auto tile = dyn_cast<TileType>(type);
  if (!tile)
    return parser.emitError(typeLoc, "expected a tile type, got ") << type;
  FailureOr<DenseElementsAttr> attr = literal.finish(tile, typeLoc);
  if (failed(attr))
    return failure();
  value = *attr;
  return success();
}

/// Prints elements [begin, begin + extent of dim...) as nested lists.
template <typename Range>
static void printList(OpAsmPrinter &printer, ArrayRef<int64_t> shape,
                      Range &iterator,
                      function_ref<void(decltype(*iterator))> printOne) {
  if (shape.empty()) {
    printOne(*iterator);
    ++iterator;
    return;
  }
  printer << '[';
  for (int64_t i = 0; i < shape.front(); ++i) {
    if (i)
      printer << ", ";
    printList(printer, shape.drop_front(), iterator, printOne);
  }
  printer << ']';
}

void tessera::cuda_tile::printConstantLiteral(OpAsmPrinter &printer,
                                              Operation *,
                                              DenseElementsAttr value) {
  auto type = cast<TileType>(value.getType());
  Type element = type.getElementType();
  ArrayRef<int64_t> shape =
      value.isSplat() ? ArrayRef<int64_t>() : type.getShape();
  printer << '<' << element << ": ";
  if (isa<IntegerType>(element)) {
    auto iterator = value.value_begin<APInt>();
    printList(printer, shape, iterator, [&](const APInt &integer) {
      if (integer.getBitWidth() == 1)
        printer << (integer.isZero() ? "false" : "true");
      else
        integer.print(printer.getStream(), /*isSigned=*/true);
    });
  } else {
    auto iterator = value.value_begin<APFloat>();
    printList(printer, shape, iterator,
              [&](const APFloat &number) { printer.printFloat(number); });
  }
  printer << "> : ";
  printBareType(printer, type);
}
