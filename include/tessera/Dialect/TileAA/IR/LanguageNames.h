//===- TileAA/IR/LanguageNames.h - what the language calls an op -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Remarks are about operations of lower levels and are read by who wrote the
// kernel, in another language. Every text for a user takes its words from here.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_LANGUAGENAMES_H
#define TESSERA_DIALECT_TILEAA_IR_LANGUAGENAMES_H

#include "mlir/IR/Operation.h"

#include <string>

namespace tessera::tileaa {

/// The operation of cuda_tile that `op`, of any level, was made of, as it is
/// written there: "load_view_tko" for nv_tileaa.tiled_load. An op that the
/// lowering adds has a name in English: "change of layout".
llvm::StringRef languageName(mlir::Operation *op);

/// An element type as the language writes it: "f8E4M3FN", "i32".
std::string elementName(mlir::Type type);

/// "64x128": the extents of a tile.
std::string shapeName(llvm::ArrayRef<int64_t> shape);

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_IR_LANGUAGENAMES_H
