//===- TileAAToVector/Core/Lanes.h - pieces of vector code -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions on lanes that several op families share.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOVECTOR_CORE_LANES_H
#define TESSERA_LIB_CONVERSION_TILEAATOVECTOR_CORE_LANES_H

#include "Emitter.h"

namespace tessera::cpu {

/// 0, 1, 2, ...
bool isConsecutive(llvm::ArrayRef<int64_t> lanes);

/// `value` in all `width` lanes (0: the scalar itself).
mlir::Value splat(Emitter &e, mlir::Value value, unsigned width);

/// Between register and container form (i1 and i4 widen to i8; a container of
/// i1 is true when not zero).
mlir::Value fromContainer(Emitter &e, mlir::Value value, mlir::Type element);
mlir::Value toContainer(Emitter &e, mlir::Value value, mlir::Type element);

/// A vector of `base` + lanes[l] containers.
mlir::Value laneAddresses(Emitter &e, mlir::Value base, mlir::Type container,
                          llvm::ArrayRef<int64_t> lanes);

/// Masked accesses at a vector of addresses; a null mask means all lanes, a
/// null `other` leaves masked lanes unspecified.
mlir::Value gather(Emitter &e, mlir::Type type, mlir::Value addresses,
                   mlir::Value mask, mlir::Value other, unsigned alignment);
void scatter(Emitter &e, mlir::Value value, mlir::Value addresses,
             mlir::Value mask, unsigned alignment);

/// Lane `lane` of a vector, and a vector of some lanes of one or two vectors.
mlir::Value extractLane(Emitter &e, mlir::Value vector, int64_t lane);
mlir::Value shuffle(Emitter &e, mlir::Value a, mlir::Value b,
                    llvm::ArrayRef<int64_t> lanes);

} // namespace tessera::cpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOVECTOR_CORE_LANES_H
