//===- TileAS/IR/AsmHelpers.h - custom assembly directives ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `tile<…>` as the spelling of tensors, orderings, keywords of enumerations and
// token results.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_ASMHELPERS_H
#define TESSERA_DIALECT_TILEAS_IR_ASMHELPERS_H

#include "tessera/Dialect/TileAA/IR/AsmHelpers.h"
#include "tessera/Dialect/TileAS/IR/TileASTypes.h"

namespace tessera::tileas {

using cuda_tile::parseBareEnum;
using cuda_tile::parseOptionalHints;
using cuda_tile::printBareEnum;
using cuda_tile::printOptionalHints;
using tileaa::OptionalOperandRef;
using tileaa::parseMaskType;
using tileaa::parseSameType;
using tileaa::parseSignednesses;
using tileaa::printMaskType;
using tileaa::printSameType;
using tileaa::printSignednesses;

/// `tile<16x8xf32, #layout>` for a tensor, any other type as it is.
mlir::ParseResult parseTileType(mlir::AsmParser &parser, mlir::Type &type);
void printTileType(mlir::AsmPrinter &printer, mlir::Type type);
inline void printTileType(mlir::AsmPrinter &printer, mlir::Operation *,
                          mlir::Type type) {
  printTileType(printer, type);
}
/// A comma list of them, at least one.
mlir::ParseResult parseTileTypes(mlir::AsmParser &parser,
                                 llvm::SmallVectorImpl<mlir::Type> &types);
void printTileTypes(mlir::AsmPrinter &printer, mlir::TypeRange types);
inline void printTileTypes(mlir::AsmPrinter &printer, mlir::Operation *,
                           mlir::TypeRange types) {
  printTileTypes(printer, types);
}
/// The same as a parameter of a type.
inline mlir::ParseResult
parseTileTypeList(mlir::AsmParser &parser,
                  llvm::SmallVectorImpl<mlir::Type> &types) {
  return parseTileTypes(parser, types);
}
inline void printTileTypeList(mlir::AsmPrinter &printer,
                              llvm::ArrayRef<mlir::Type> types) {
  printTileTypes(printer, types);
}

/// custom<OptionalTileResult>(type($result)): ` -> tile<…>` or nothing.
mlir::ParseResult parseOptionalTileResult(mlir::AsmParser &parser,
                                          mlir::Type &type);
void printOptionalTileResult(mlir::AsmPrinter &printer, mlir::Operation *,
                             mlir::Type type);

/// custom<TokenResult>(ref(type($token)), type($result_token)): the result has
/// the operand's type, or neither is there; no text.
mlir::ParseResult parseTokenResult(mlir::AsmParser &parser, mlir::Type token,
                                   mlir::Type &result);
void printTokenResult(mlir::AsmPrinter &, mlir::Operation *, mlir::Type,
                      mlir::Type);

/// custom<Ordering>($mem_semantic, $mem_scope): ` acquire gpu`, ` weak` or
/// nothing; with its own leading blank.
mlir::ParseResult parseOrdering(mlir::AsmParser &parser,
                                MemSemanticAttr &semantic, MemScopeAttr &scope);
void printOrdering(mlir::AsmPrinter &printer, mlir::Operation *,
                   MemSemanticAttr semantic, MemScopeAttr scope);

/// custom<TmaTypes>(type($desc), type($destination), $coords, type($coords),
/// $barrier, type($barrier)): all types in a row, `index` once per coordinate.
mlir::ParseResult
parseTmaTypes(mlir::OpAsmParser &parser, mlir::Type &desc, mlir::Type &view,
              llvm::ArrayRef<mlir::OpAsmParser::UnresolvedOperand> coords,
              llvm::SmallVectorImpl<mlir::Type> &coordTypes,
              const OptionalOperandRef &barrier, mlir::Type &barrierType);
void printTmaTypes(mlir::OpAsmPrinter &printer, mlir::Operation *,
                   mlir::Type desc, mlir::Type view, mlir::OperandRange coords,
                   mlir::TypeRange coordTypes, mlir::Value barrier,
                   mlir::Type barrierType);
/// The same without a barrier.
mlir::ParseResult
parseTmaStoreTypes(mlir::OpAsmParser &parser, mlir::Type &desc,
                   mlir::Type &view,
                   llvm::ArrayRef<mlir::OpAsmParser::UnresolvedOperand> coords,
                   llvm::SmallVectorImpl<mlir::Type> &coordTypes);
void printTmaStoreTypes(mlir::OpAsmPrinter &printer, mlir::Operation *,
                        mlir::Type desc, mlir::Type view,
                        mlir::OperandRange coords, mlir::TypeRange coordTypes);

/// custom<Keyword>($attr): the bare keyword; an unknown one is an error that
/// lists the legal ones.
#define TESSERA_KEYWORD(ENUM)                                                  \
  mlir::ParseResult parseKeyword(mlir::AsmParser &parser, ENUM##Attr &attr);   \
  void printKeyword(mlir::AsmPrinter &printer, mlir::Operation *,              \
                    ENUM##Attr attr);
TESSERA_KEYWORD(BarrierScope)
TESSERA_KEYWORD(ShuffleMode)
#undef TESSERA_KEYWORD

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_IR_ASMHELPERS_H
