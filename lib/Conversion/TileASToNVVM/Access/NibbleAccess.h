//===- TileASToNVVM/Access/NibbleAccess.h - 4-bit elements in memory -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accesses to elements of 4 bits. Two elements share a byte, and threads of any
// tile block may write both at the same time. A pair that one thread holds is
// written as a byte; a single element is written by a compare-and-swap.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_ACCESS_NIBBLEACCESS_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_ACCESS_NIBBLEACCESS_H

#include "Access.h"
#include "Atomics.h"

namespace tessera::gpu {

/// Whether elements of this type share bytes of memory.
bool isNibble(mlir::Type element);

/// The place of an element.
struct NibblePlace {
  /// Its byte.
  mlir::Value pointer;
  /// 0 or 4, an i8; null: the low half.
  mlir::Value shift;
  /// Null: always accessed.
  mlir::Value mask;
};

/// The place of element number `offset` (an i64) from `base`.
NibblePlace nibbleAt(Emitter &e, mlir::Value base, mlir::Value offset,
                     mlir::Value mask);

/// The element, `other` where it is masked. Ordered reads may end the block.
mlir::Value readNibble(Emitter &e, const NibblePlace &place, mlir::Value other,
                       const Ordering &ordering);
/// Keeps the other half of the byte. Ends the current block.
void writeNibble(Emitter &e, const NibblePlace &place, mlir::Value value,
                 const PtxOrder &order);

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_ACCESS_NIBBLEACCESS_H
