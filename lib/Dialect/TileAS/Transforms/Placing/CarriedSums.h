//===- TileAS/Transforms/Placing/CarriedSums.h - sums that loops scale -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums that a loop carries and changes, element by element, before a product
// adds to them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_CARRIEDSUMS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_CARRIEDSUMS_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tessera::tileas {

/// What a loop carries from one `dot` to the next.
struct CarriedSums {
  mlir::scf::ForOp loop;
  /// Its number among what the loop carries.
  unsigned number;
  /// Element-wise ops in front of the product.
  llvm::SmallVector<mlir::Operation *> changes;
};

/// The sums of `dot`, if its loop carries them to nobody else; else nothing.
std::optional<CarriedSums> findCarriedSums(DotOp dot);

/// Leaves the sums of `dot` in `place`, which is made in front of the loop:
/// they are loaded in front of their changes, which are moved to the product,
/// and behind the loop. The loop carries a flag that nobody reads.
void carryInPlace(const CarriedSums &sums, DotOp dot, mlir::Value place);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_CARRIEDSUMS_H
