//===- TileAA/IR/AsmHelpers.cpp - custom assembly directives --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Directives that compute types instead of reading them, and short keyword
// clauses.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/IR/AsmHelpers.h"
#include "tessera/Dialect/TileAA/IR/TileAA.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

ParseResult tileaa::parseMaskType(OpAsmParser &parser, Type pointers,
                                  const OptionalOperandRef &mask, Type &type) {
  if (mask)
    type = withElement(pointers, parser.getBuilder().getI1Type());
  return success();
}

void tileaa::printMaskType(OpAsmPrinter &, Operation *, Type, Value, Type) {}

ParseResult tileaa::parseSameType(OpAsmParser &, Type model,
                                  const OptionalOperandRef &operand,
                                  Type &type) {
  if (operand)
    type = model;
  return success();
}

void tileaa::printSameType(OpAsmPrinter &, Operation *, Type, Value, Type) {}

ParseResult tileaa::parseResultType(OpAsmParser &, Type model, Type &type) {
  type = model;
  return success();
}

void tileaa::printResultType(OpAsmPrinter &, Operation *, Type, Type) {}

ParseResult tileaa::parseTileOfView(OpAsmParser &parser, Type view,
                                    Type &type) {
  auto tiled = dyn_cast<TiledViewType>(view);
  if (!tiled)
    return parser.emitError(parser.getNameLoc())
           << "expected a tiled_view, got " << view;
  type = tiled.getTileType();
  return success();
}

void tileaa::printTileOfView(OpAsmPrinter &, Operation *, Type, Type) {}

ParseResult tileaa::parseTiledViewType(OpAsmParser &parser, Type &source,
                                       Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(result))
    return failure();
  auto tiled = dyn_cast<TiledViewType>(result);
  if (!tiled)
    return parser.emitError(loc) << "expected a tiled_view, got " << result;
  source = tiled.getMemoryView();
  return success();
}

void tileaa::printTiledViewType(OpAsmPrinter &printer, Operation *, Type,
                                Type result) {
  printer << result;
}

static OptionalParseResult parseSignedness(OpAsmParser &parser,
                                           cuda_tile::SignednessAttr &attr) {
  StringRef keyword;
  if (failed(parser.parseOptionalKeyword(&keyword, {"signed", "unsigned"})))
    return std::nullopt;
  attr = cuda_tile::SignednessAttr::get(
      parser.getContext(), *cuda_tile::symbolizeSignedness(keyword));
  return ParseResult(success());
}

ParseResult tileaa::parseSignednesses(OpAsmParser &parser,
                                      cuda_tile::SignednessAttr &lhs,
                                      cuda_tile::SignednessAttr &rhs) {
  if (!parseSignedness(parser, lhs).has_value())
    return success();
  if (!parseSignedness(parser, rhs).has_value())
    return parser.emitError(parser.getCurrentLocation())
           << "expected signed or unsigned for the right operand";
  return success();
}

void tileaa::printSignednesses(OpAsmPrinter &printer, Operation *,
                               cuda_tile::SignednessAttr lhs,
                               cuda_tile::SignednessAttr rhs) {
  if (lhs)
    printer << ' ' << cuda_tile::stringifySignedness(lhs.getValue());
  if (rhs)
    printer << ' ' << cuda_tile::stringifySignedness(rhs.getValue());
}

ParseResult tileaa::parseSymbolVisibility(OpAsmParser &parser,
                                          StringAttr &visibility) {
  StringRef keyword;
  if (succeeded(parser.parseOptionalKeyword(&keyword, {"private", "public"})))
    visibility = parser.getBuilder().getStringAttr(keyword);
  return success();
}

void tileaa::printSymbolVisibility(OpAsmPrinter &printer, Operation *,
                                   StringAttr visibility) {
  if (visibility)
    printer << visibility.getValue();
}
