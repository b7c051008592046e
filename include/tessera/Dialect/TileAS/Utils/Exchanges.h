//===- TileAS/Utils/Exchanges.h - which ops exchange values between warps -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What threads of one warp exchange, they shuffle. Everything else has to pass
// through shared memory. The functions here say for which ops that is so, and
// how many bytes they need: stages are made to leave room for them, storage is
// made for them, and the lowering relies on both.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_UTILS_EXCHANGES_H
#define TESSERA_DIALECT_TILEAS_UTILS_EXCHANGES_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Layout/Conversion.h"

namespace tessera::tileas {

/// More shared memory than this costs occupancy, which is dearer than barriers.
inline constexpr int64_t kComfortableBytes = 32 * 1024;

/// How a conversion between layouts is made.
struct ConversionPlan {
  layout::Conversion conversion;
  /// Rename, Shuffle or SharedMemory.
  layout::ConversionKind means;
};
/// Fails as classifyConversion does, and for conversions across blocks.
llvm::Expected<ConversionPlan> planConversion(const layout::LinearLayout &from,
                                              const layout::LinearLayout &to);

/// Where the places of a reduction along one dimension are.
struct ReducePlan {
  /// Lane masks to combine over.
  llvm::SmallVector<unsigned, 5> laneMasks;
  /// Warp bits to combine over.
  llvm::SmallVector<unsigned, 5> warpBits;
  /// The layout without the dimension.
  layout::LinearLayout slice;
};
/// Nothing where one place bit spans the dimension and others.
std::optional<ReducePlan> planReduce(const layout::LinearLayout &source,
                                     unsigned dim);

/// The operation of a reduction of one tile whose body is only that of an
/// element and the accumulator; null for all others.
mlir::Operation *onlyOperationOf(ReduceOp op);

/// Whether only some of the threads that hold the result of `op` get its value
/// from memory: an element of an ordered access or atomic update is accessed
/// once, by its owner, and one thread claims for all. False where nobody uses
/// the result, and where only owners do (kOwnersOnlyAttrName).
bool isValueOfOwners(mlir::Operation *op);

/// Whether every thread has the bytes of the 4-bit elements that it unpacks.
bool isUnpackedByThreads(tileaa::UnpackOp op);

/// Bytes of shared memory through which `op` passes values; 0 for none. For a
/// conversion, as many as its whole tile takes.
int64_t exchangeBytes(mlir::Operation *op);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_UTILS_EXCHANGES_H
