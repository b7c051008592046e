//===- TileAA/IR/PrintRules.h - what print ops of both levels share -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rule about format strings.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_PRINTRULES_H
#define TESSERA_DIALECT_TILEAA_IR_PRINTRULES_H

#include "mlir/IR/Operation.h"

namespace tessera::tileaa {

/// As many conversions in `format` as there are arguments, each with its
/// character.
mlir::LogicalResult verifyPrintFormat(mlir::Operation *op,
                                      llvm::StringRef format,
                                      size_t numArguments);

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_IR_PRINTRULES_H
