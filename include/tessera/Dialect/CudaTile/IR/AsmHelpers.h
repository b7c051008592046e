//===- CudaTile/IR/AsmHelpers.h - shared parse and print helpers -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The custom directives that op assembly formats name, and the pieces that
// hand-written parsers share. Inside custom assembly a dialect type drops its
// `!cuda_tile.` prefix (core.md 1.3); enums print as bare keywords or as
// `name<keyword>` (core.md 3.1).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_ASMHELPERS_H
#define TESSERA_DIALECT_CUDATILE_IR_ASMHELPERS_H

#include "tessera/Dialect/CudaTile/IR/CudaTileAttrs.h"
#include "tessera/Dialect/CudaTile/IR/CudaTileTypes.h"

#include "mlir/IR/OpImplementation.h"

namespace tessera::cuda_tile {

// --- custom<CudaTileType>, custom<CudaTileTypes> ------------------------------
inline mlir::ParseResult parseCudaTileType(mlir::OpAsmParser &parser,
                                           mlir::Type &type) {
  return parseBareType(parser, type);
}
inline void printCudaTileType(mlir::OpAsmPrinter &printer, mlir::Operation *,
                              mlir::Type type) {
  printBareType(printer, type);
}
/// A non-empty comma list of types.
mlir::ParseResult parseCudaTileTypes(mlir::OpAsmParser &parser,
                                     llvm::SmallVectorImpl<mlir::Type> &types);
void printCudaTileTypes(mlir::OpAsmPrinter &printer, mlir::Operation *,
                        mlir::TypeRange types);
inline void printCudaTileTypes(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                               mlir::OperandRange, mlir::TypeRange types) {
  printCudaTileTypes(printer, op, types);
}

// --- bare enum keywords: custom<BareEnum>($attr) ------------------------------
// One overload per enum; an unknown keyword is an error that lists the legal
// ones.
#define TESSERA_BARE_ENUM(ATTR)                                                \
  mlir::ParseResult parseBareEnum(mlir::OpAsmParser &parser, ATTR &attr);      \
  void printBareEnum(mlir::OpAsmPrinter &printer, mlir::Operation *, ATTR attr);
TESSERA_BARE_ENUM(SignednessAttr)
TESSERA_BARE_ENUM(ComparisonPredicateAttr)
TESSERA_BARE_ENUM(ComparisonOrderingAttr)
TESSERA_BARE_ENUM(MemoryOrderingSemanticsAttr)
TESSERA_BARE_ENUM(MemoryScopeAttr)
TESSERA_BARE_ENUM(AtomicRMWModeAttr)
#undef TESSERA_BARE_ENUM

/// Parses a memory scope keyword if the next token is one.
mlir::OptionalParseResult parseOptionalMemoryScope(mlir::OpAsmParser &parser,
                                                   MemoryScopeAttr &attr);

// --- custom<MemoryOrdering>($ordering, $scope): `weak` | `acquire device` ----
/// `scope` stays null when no scope keyword follows; whether one must follow is
/// the verifier's business.
mlir::ParseResult parseMemoryOrdering(mlir::OpAsmParser &parser,
                                      MemoryOrderingSemanticsAttr &ordering,
                                      MemoryScopeAttr &scope);
void printMemoryOrdering(mlir::OpAsmPrinter &printer, mlir::Operation *,
                         MemoryOrderingSemanticsAttr ordering,
                         MemoryScopeAttr scope);

// --- rounding<mode> and overflow<mode> ----------------------------------------
// These print their own leading blank, and nothing when the value is the
// default: formats write `` before the directive so that no double blank
// remains.
//   custom<RoundingNearest>(...)  default nearest_even; keyword must be one of
//                                 the four IEEE modes or nearest_away
//   custom<RoundingAny>(...)      default nearest_even, any keyword parses
//   custom<RoundingZero>(...)     default zero (divi)
//   custom<RoundingFull>(...)     default full (exp, tanh)
//   custom<RoundingIntToZero>(..) default and only nearest_int_to_zero (ftoi)
#define TESSERA_ROUNDING(NAME)                                                 \
  mlir::ParseResult parse##NAME(mlir::OpAsmParser &parser,                     \
                                RoundingModeAttr &attr);                       \
  void print##NAME(mlir::OpAsmPrinter &printer, mlir::Operation *,             \
                   RoundingModeAttr attr);
TESSERA_ROUNDING(RoundingNearest)
TESSERA_ROUNDING(RoundingAny)
TESSERA_ROUNDING(RoundingZero)
TESSERA_ROUNDING(RoundingFull)
TESSERA_ROUNDING(RoundingIntToZero)
#undef TESSERA_ROUNDING

/// custom<Overflow>($overflow): `overflow<no_wrap>`, nothing when `none`.
mlir::ParseResult parseOverflow(mlir::OpAsmParser &parser,
                                IntegerOverflowAttr &attr);
void printOverflow(mlir::OpAsmPrinter &printer, mlir::Operation *,
                   IntegerOverflowAttr attr);

// --- custom<OptionalToken>($token, type($token)): [token = %t] ----------------
mlir::ParseResult
parseOptionalToken(mlir::OpAsmParser &parser,
                   std::optional<mlir::OpAsmParser::UnresolvedOperand> &token,
                   mlir::Type &tokenType);
void printOptionalToken(mlir::OpAsmPrinter &printer, mlir::Operation *,
                        mlir::Value token, mlir::Type tokenType);

// --- custom<OptionalHints>($optimization_hints) -------------------------------
/// `optimization_hints = <sm_100 = {...}>`, with its own leading blank.
mlir::ParseResult parseOptionalHints(mlir::OpAsmParser &parser,
                                     OptimizationHintsAttr &hints);
void printOptionalHints(mlir::OpAsmPrinter &printer, mlir::Operation *,
                        OptimizationHintsAttr hints);

// --- constant literals (core.md 1.6) ------------------------------------------
/// `<elt: value> : tile-type`; the attribute's type is the tile type.
mlir::ParseResult parseConstantLiteral(mlir::OpAsmParser &parser,
                                       mlir::DenseElementsAttr &value);
void printConstantLiteral(mlir::OpAsmPrinter &printer, mlir::Operation *,
                          mlir::DenseElementsAttr value);

// --- pieces of memory, atomic and view ops (MemoryOps.cpp, ViewOps.cpp) -------
// Those that may print nothing print their own leading `, ` or blank.
using OptionalOperandRef = std::optional<mlir::OpAsmParser::UnresolvedOperand>;

/// `, %mask` and its type `, T`; nothing when absent.
mlir::ParseResult parseOptionalMask(mlir::OpAsmParser &parser,
                                    OptionalOperandRef &mask);
void printOptionalMask(mlir::OpAsmPrinter &printer, mlir::Operation *,
                       mlir::Value mask);
mlir::ParseResult parseOptionalMaskType(mlir::OpAsmParser &parser,
                                        mlir::Type &maskType);
void printOptionalMaskType(mlir::OpAsmPrinter &printer, mlir::Operation *,
                           mlir::Type maskType);
/// `, %mask, %padding`, or `, padding = %padding` without a mask, and their
/// types in the same order.
mlir::ParseResult parseMaskAndPadding(mlir::OpAsmParser &parser,
                                      OptionalOperandRef &mask,
                                      OptionalOperandRef &padding);
void printMaskAndPadding(mlir::OpAsmPrinter &printer, mlir::Operation *,
                         mlir::Value mask, mlir::Value padding);
mlir::ParseResult parseMaskAndPaddingTypes(mlir::OpAsmParser &parser,
                                           mlir::Type &maskType,
                                           mlir::Type &paddingType,
                                           const OptionalOperandRef &mask);
void printMaskAndPaddingTypes(mlir::OpAsmPrinter &printer, mlir::Operation *,
                              mlir::Type maskType, mlir::Type paddingType,
                              mlir::Value mask);
/// One printed type for two operands (`atomic_cas_tko`).
mlir::ParseResult parseSharedType(mlir::OpAsmParser &parser, mlir::Type &first,
                                  mlir::Type &second);
void printSharedType(mlir::OpAsmPrinter &printer, mlir::Operation *,
                     mlir::Type first, mlir::Type second);
/// The type of a tile view; the tensor view's type is the one it names.
mlir::ParseResult parseTileViewType(mlir::OpAsmParser &parser,
                                    mlir::Type &tensorView, mlir::Type &view);
void printTileViewType(mlir::OpAsmPrinter &printer, mlir::Operation *,
                       mlir::Type tensorView, mlir::Type view);
/// One scalar type for as many results as the view has dimensions.
mlir::ParseResult
parseShapeQueryTypes(mlir::OpAsmParser &parser, mlir::Type view,
                     llvm::SmallVectorImpl<mlir::Type> &results);
void printShapeQueryTypes(mlir::OpAsmPrinter &printer, mlir::Operation *,
                          mlir::Type view, mlir::TypeRange results);
/// ` token = %t inbounds = [true, false]`, read in either order; `inbounds` is
/// not printed when all are false.
mlir::ParseResult parseTokenAndInBounds(mlir::OpAsmParser &parser,
                                        OptionalOperandRef &token,
                                        mlir::Type &tokenType,
                                        mlir::DenseBoolArrayAttr &inBounds);
void printTokenAndInBounds(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                           mlir::Value token, mlir::Type tokenType,
                           mlir::DenseBoolArrayAttr inBounds);
/// `, T` for all index operands, or one type each.
mlir::ParseResult
parseIndexTypes(mlir::OpAsmParser &parser,
                llvm::ArrayRef<mlir::OpAsmParser::UnresolvedOperand> indices,
                llvm::SmallVectorImpl<mlir::Type> &types);
void printIndexTypes(mlir::OpAsmPrinter &printer, mlir::Operation *,
                     mlir::OperandRange indices, mlir::TypeRange types);

} // namespace tessera::cuda_tile

#endif // TESSERA_DIALECT_CUDATILE_IR_ASMHELPERS_H
