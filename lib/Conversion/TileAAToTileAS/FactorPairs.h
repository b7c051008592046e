//===- TileAAToTileAS/FactorPairs.h - factors of 4 bits as bytes -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements of 4 bits lie in memory by two in a byte. An instruction that wants
// them like that can have them as a tile of bytes with half the depth, which
// every later pass moves as it moves other bytes. docs/adr/0020 says why.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOTILEAS_FACTORPAIRS_H
#define TESSERA_LIB_CONVERSION_TILEAATOTILEAS_FACTORPAIRS_H

#include "tessera/Dialect/TileAA/IR/TileAA.h"

#include "llvm/ADT/DenseMap.h"

namespace tessera::gpu {

/// The products of a function whose factors of 4 bits can both come as bytes,
/// each with two neighbours along the depth: they are loaded from rows that lie
/// along the depth and begin at whole bytes, or unpacked from bytes, and
/// nothing but such products needs their elements.
class FactorPairs {
public:
  explicit FactorPairs(tileaa::FuncOp function);

  bool contains(tileaa::DotOp op) const {
    return reasons.contains(op) && whyNot(op).empty();
  }
  /// Why a product with scales and factors of 4 bits is none of these; empty
  /// for others.
  llvm::StringRef whyNot(tileaa::DotOp op) const { return reasons.lookup(op); }

private:
  llvm::DenseMap<mlir::Operation *, llvm::StringRef> reasons;
};

/// The bytes of a factor of a product that has its factors in pairs, which lie
/// along index `dim`. Loads of elements become loads of bytes, from which other
/// products that need the elements find them unpacked.
mlir::Value buildFactorPairs(mlir::Value factor, unsigned dim);
/// The elements of such a factor, which threads unpack from the bytes: loads of
/// bytes are wider than those of elements.
mlir::Value buildUnpackedFactor(mlir::Value factor, unsigned dim);
/// Erases what made the elements of a factor, if nothing uses it any more.
void eraseElements(mlir::Value factor);

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOTILEAS_FACTORPAIRS_H
