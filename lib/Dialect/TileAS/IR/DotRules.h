//===- TileAS/IR/DotRules.h - atoms and the operands they want -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules that dot and async.dot share.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_IR_DOTRULES_H
#define TESSERA_LIB_DIALECT_TILEAS_IR_DOTRULES_H

#include "tessera/Dialect/TileAA/IR/ProductRules.h"
#include "tessera/Dialect/TileAS/IR/TileASAttrs.h"

#include "mlir/IR/Operation.h"

namespace tessera::tileas {

/// A product and the types of its operands: tiles, views in shared memory or,
/// of the accumulator, a value that comes later.
struct DotParts {
  mlir::Operation *op;
  AtomAttr atom;
  mlir::Type lhs, rhs, acc;
  /// Null without scales.
  mlir::Type lhsScale, rhsScale;
};

/// The parts of an op with the accessors of `dot`, which adds to `acc`.
template <typename OpTy> DotParts describeDot(OpTy op, mlir::Type acc) {
  auto typeOf = [](mlir::Value value) {
    return value ? value.getType() : mlir::Type();
  };
  return {op,
          op.getAtom(),
          op.getLhs().getType(),
          op.getRhs().getType(),
          acc,
          typeOf(op.getLhsScale()),
          typeOf(op.getRhsScale())};
}

/// Gives the product, of which the tiles may hold two factors in a byte, the
/// tiles of its factors.
void countFactors(tileaa::Product &product, AtomAttr atom);

/// The atom names an instruction for these elements and this tile, and every
/// operand is as the instruction takes it.
llvm::LogicalResult verifyDot(const DotParts &dot);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_IR_DOTRULES_H
