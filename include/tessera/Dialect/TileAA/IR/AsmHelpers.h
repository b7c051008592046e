//===- TileAA/IR/AsmHelpers.h - custom assembly directives ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Directives of the assembly formats that cuda_tile does not have already.
// Types that follow from others are not printed.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_ASMHELPERS_H
#define TESSERA_DIALECT_TILEAA_IR_ASMHELPERS_H

#include "tessera/Dialect/CudaTile/IR/AsmHelpers.h"
#include "tessera/Dialect/TileAA/IR/TileTypes.h"

namespace tessera::tileaa {

using OptionalOperandRef = std::optional<mlir::OpAsmParser::UnresolvedOperand>;

/// custom<MaskType>(ref(type($pointers)), ref($mask), type($mask)): the i1 tile
/// of the pointers' shape; no text.
mlir::ParseResult parseMaskType(mlir::OpAsmParser &parser, mlir::Type pointers,
                                const OptionalOperandRef &mask,
                                mlir::Type &type);
void printMaskType(mlir::OpAsmPrinter &, mlir::Operation *, mlir::Type,
                   mlir::Value, mlir::Type);

/// custom<SameType>(ref(type($a)), ref($b), type($b)): the type of a; no text.
mlir::ParseResult parseSameType(mlir::OpAsmParser &parser, mlir::Type model,
                                const OptionalOperandRef &operand,
                                mlir::Type &type);
void printSameType(mlir::OpAsmPrinter &, mlir::Operation *, mlir::Type,
                   mlir::Value, mlir::Type);

/// custom<ResultType>(ref(type($a)), type($b)): the type of a; no text.
mlir::ParseResult parseResultType(mlir::OpAsmParser &parser, mlir::Type model,
                                  mlir::Type &type);
void printResultType(mlir::OpAsmPrinter &, mlir::Operation *, mlir::Type,
                     mlir::Type);

/// custom<TileOfView>(ref(type($view)), type($tile)): the view's tile; no text.
mlir::ParseResult parseTileOfView(mlir::OpAsmParser &parser, mlir::Type view,
                                  mlir::Type &type);
void printTileOfView(mlir::OpAsmPrinter &, mlir::Operation *, mlir::Type,
                     mlir::Type);

/// custom<TiledViewType>(type($source), type($result)): the result type, which
/// names the source's.
mlir::ParseResult parseTiledViewType(mlir::OpAsmParser &parser,
                                     mlir::Type &source, mlir::Type &result);
void printTiledViewType(mlir::OpAsmPrinter &printer, mlir::Operation *,
                        mlir::Type source, mlir::Type result);

/// custom<Signednesses>($lhs, $rhs): ` signed unsigned`, or nothing; with its
/// own leading blank.
mlir::ParseResult parseSignednesses(mlir::OpAsmParser &parser,
                                    cuda_tile::SignednessAttr &lhs,
                                    cuda_tile::SignednessAttr &rhs);
void printSignednesses(mlir::OpAsmPrinter &printer, mlir::Operation *,
                       cuda_tile::SignednessAttr lhs,
                       cuda_tile::SignednessAttr rhs);

/// custom<SymbolVisibility>($sym_visibility): `private` or nothing.
mlir::ParseResult parseSymbolVisibility(mlir::OpAsmParser &parser,
                                        mlir::StringAttr &visibility);
void printSymbolVisibility(mlir::OpAsmPrinter &printer, mlir::Operation *,
                           mlir::StringAttr visibility);

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_IR_ASMHELPERS_H
