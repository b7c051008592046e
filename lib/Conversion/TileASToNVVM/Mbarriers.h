//===- TileASToNVVM/Mbarriers.h - barriers in shared memory ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What all users of mbarriers need: their addresses and the wait for a phase.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_MBARRIERS_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_MBARRIERS_H

#include "Emitter.h"

namespace tessera::gpu {

/// A pointer to shared memory as instructions take it.
mlir::Value sharedAddress(Emitter &e, mlir::Value pointer);

/// The same address in the shared memory of block `rank` of the cluster.
mlir::Value addressInBlock(Emitter &e, mlir::Value address, mlir::Value rank);

/// Every thread waits until the phase of `parity` of `barrier`, an address in
/// shared memory, is over; with `inCluster`, what other blocks did before they
/// arrived is over as well.
void waitForPhase(Emitter &e, mlir::Value barrier, mlir::Value parity,
                  bool inCluster = false);

/// Whether the instructions of tcgen05 in the kernel around `op` are those of a
/// pair of blocks: `.cta_group::2`.
bool isOfPairs(mlir::Operation *op);

/// ".cta_group::1" or ".cta_group::2".
std::string groupName(mlir::Operation *op);

/// An arrival at `barrier`, an address in shared memory, when the products of
/// tcgen05 that this thread has issued are done; in both blocks of a pair, if
/// `op` is in a kernel of pairs.
void arriveAfterProducts(Emitter &e, mlir::Operation *op, mlir::Value barrier);

/// The full barrier of the stage of a pipeline that `iterator` stands at, an
/// address in shared memory; null if it cannot be told or there is none.
mlir::Value fullBarrierOf(Emitter &e, mlir::Value iterator);

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_MBARRIERS_H
