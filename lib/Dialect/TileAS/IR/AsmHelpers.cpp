//===- TileAS/IR/AsmHelpers.cpp - custom assembly directives --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `tile<…>` and the other directives of AsmHelpers.h.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/IR/AsmHelpers.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

//===----------------------------------------------------------------------===//
// tile<…>
//===----------------------------------------------------------------------===//

ParseResult tileas::parseTileType(AsmParser &parser, Type &type) {
  SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalKeyword("tile")))
    return parser.parseType(type);
  SmallVector<int64_t> shape;
  Type element;
  Attribute encoding;
  if (parser.parseLess() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parser.parseType(element))
    return failure();
  if (succeeded(parser.parseOptionalComma()) && parser.parseAttribute(encoding))
    return failure();
  if (parser.parseGreater())
    return failure();
  if (shape.empty()) {
    type = element;
    return success();
  }
  type = parser.getChecked<RankedTensorType>(loc, shape, element, encoding);
  return success(bool(type));
}

void tileas::printTileType(AsmPrinter &printer, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor) {
    printer << type;
    return;
  }
  printer << "tile<";
  for (int64_t extent : tensor.getShape())
    printer << extent << 'x';
  printer << tensor.getElementType();
  if (Attribute encoding = tensor.getEncoding()) {
    printer << ", ";
    printer.printAttribute(encoding);
  }
  printer << '>';
}

ParseResult tileas::parseTileTypes(AsmParser &parser,
                                   SmallVectorImpl<Type> &types) {
  do {
    Type type;
    if (parseTileType(parser, type))
      return failure();
    types.push_back(type);
  } while (succeeded(parser.parseOptionalComma()));
  return success();
}

void tileas::printTileTypes(AsmPrinter &printer, TypeRange types) {
  llvm::interleaveComma(types, printer.getStream(),
                        [&](Type type) { printTileType(printer, type); });
}

ParseResult tileas::parseOptionalTileResult(AsmParser &parser, Type &type) {
  if (failed(parser.parseOptionalArrow()))
    return success();
  return parseTileType(parser, type);
}

void tileas::printOptionalTileResult(AsmPrinter &printer, Operation *,
                                     Type type) {
  if (!type)
    return;
  printer << " -> ";
  printTileType(printer, type);
}

//===----------------------------------------------------------------------===//
// Tokens, orderings, keywords
//===----------------------------------------------------------------------===//

ParseResult tileas::parseTokenResult(AsmParser &, Type token, Type &result) {
  result = token;
  return success();
}

void tileas::printTokenResult(AsmPrinter &, Operation *, Type, Type) {}

/// The keyword of an enumeration of `count` cases, if the next token is one.
template <typename EnumT>
static std::optional<EnumT>
parseOptionalCase(AsmParser &parser, StringRef (*name)(EnumT), unsigned count) {
  SmallVector<StringRef> names;
  for (unsigned i = 0; i != count; ++i)
    names.push_back(name(static_cast<EnumT>(i)));
  StringRef word;
  if (failed(parser.parseOptionalKeyword(&word, names)))
    return std::nullopt;
  return static_cast<EnumT>(llvm::find(names, word) - names.begin());
}

ParseResult tileas::parseOrdering(AsmParser &parser, MemSemanticAttr &semantic,
                                  MemScopeAttr &scope) {
  if (auto word = parseOptionalCase(parser, stringifyMemSemantic,
                                    getMaxEnumValForMemSemantic() + 1))
    semantic = MemSemanticAttr::get(parser.getContext(), *word);
  if (auto word = parseOptionalCase(parser, stringifyMemScope,
                                    getMaxEnumValForMemScope() + 1))
    scope = MemScopeAttr::get(parser.getContext(), *word);
  return success();
}

void tileas::printOrdering(AsmPrinter &printer, Operation *,
                           MemSemanticAttr semantic, MemScopeAttr scope) {
  if (semantic)
    printer << ' ' << stringifyMemSemantic(semantic.getValue());
  if (scope)
    printer << ' ' << stringifyMemScope(scope.getValue());
}

ParseResult
tileas::parseTmaStoreTypes(OpAsmParser &parser, Type &desc, Type &view,
                           ArrayRef<OpAsmParser::UnresolvedOperand> coords,
                           SmallVectorImpl<Type> &coordTypes) {
  if (parser.parseType(desc) || parser.parseComma() ||
      parseTileType(parser, view))
    return failure();
  for (size_t i = 0; i != coords.size(); ++i)
    if (parser.parseComma() || parser.parseType(coordTypes.emplace_back()))
      return failure();
  return success();
}

void tileas::printTmaStoreTypes(OpAsmPrinter &printer, Operation *, Type desc,
                                Type view, OperandRange, TypeRange coordTypes) {
  printer << desc << ", ";
  printTileType(printer, view);
  for (Type type : coordTypes)
    printer << ", " << type;
}

ParseResult
tileas::parseTmaTypes(OpAsmParser &parser, Type &desc, Type &view,
                      ArrayRef<OpAsmParser::UnresolvedOperand> coords,
                      SmallVectorImpl<Type> &coordTypes,
                      const OptionalOperandRef &barrier, Type &barrierType) {
  if (parseTmaStoreTypes(parser, desc, view, coords, coordTypes))
    return failure();
  if (!barrier)
    return success();
  return failure(parser.parseComma() || parser.parseType(barrierType));
}

void tileas::printTmaTypes(OpAsmPrinter &printer, Operation *op, Type desc,
                           Type view, OperandRange coords, TypeRange coordTypes,
                           Value barrier, Type barrierType) {
  printTmaStoreTypes(printer, op, desc, view, coords, coordTypes);
  if (barrier)
    printer << ", " << barrierType;
}

#define TESSERA_KEYWORD(ENUM)                                                  \
  ParseResult tileas::parseKeyword(AsmParser &parser, ENUM##Attr &attr) {      \
    constexpr unsigned count = getMaxEnumValFor##ENUM() + 1;                   \
    SMLoc loc = parser.getCurrentLocation();                                   \
    if (auto word = parseOptionalCase(parser, stringify##ENUM, count)) {       \
      attr = ENUM##Attr::get(parser.getContext(), *word);                      \
      return success();                                                        \
    }                                                                          \
    InFlightDiagnostic diag = parser.emitError(loc, "expected one of ");       \
    for (unsigned i = 0; i != count; ++i)                                      \
      diag << (i ? ", " : "") << stringify##ENUM(static_cast<ENUM>(i));        \
    return diag;                                                               \
  }                                                                            \
  void tileas::printKeyword(AsmPrinter &printer, Operation *,                  \
                            ENUM##Attr attr) {                                 \
    printer << stringify##ENUM(attr.getValue());                               \
  }
TESSERA_KEYWORD(BarrierScope)
TESSERA_KEYWORD(ShuffleMode)
#undef TESSERA_KEYWORD
