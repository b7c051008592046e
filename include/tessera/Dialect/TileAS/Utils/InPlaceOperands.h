//===- TileAS/Utils/InPlaceOperands.h - factors that stay in shared memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread that multiplies and adds needs whole rows and columns of the
// factors: more registers than it has. A product of many mma.sync would be as
// much code. Factors that pass through shared memory anyway, by a conversion or
// as a stage, stay there, and the product reads them where it uses them, in a
// loop over the depth. Allocation, barriers and lowering ask here which ones
// these are.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_UTILS_INPLACEOPERANDS_H
#define TESSERA_DIALECT_TILEAS_UTILS_INPLACEOPERANDS_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"

namespace tessera::tileas {

/// A factor that is read in place.
struct InPlaceOperand {
  /// The result of a conversion marked kInPlaceAttrName, or of a consumer_read.
  mlir::Value tile;
  /// What happens to its elements on the way to the product, first op first:
  /// new shapes and conversions of single elements.
  llvm::SmallVector<mlir::Operation *, 2> steps;
};

/// Whether `tile`, if its maker left it in shared memory, would only be read by
/// products worth it: multiply-add by threads, with more than a few registers
/// of factors, and mma.sync more often than a few times, both of whose factors
/// stay. The maker of a stage is in the block of these products, and for
/// mma.sync that of a conversion too: what does not change in a loop is read
/// once.
bool canStayInPlace(mlir::Value tile);

/// What `operand`, a factor of a dot, is in shared memory; nothing if it comes
/// in registers.
std::optional<InPlaceOperand> findInPlaceOperand(mlir::Value operand);

/// Both factors, those in place only.
llvm::SmallVector<InPlaceOperand, 2> inPlaceOperandsOf(mlir::Operation *op);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_UTILS_INPLACEOPERANDS_H
