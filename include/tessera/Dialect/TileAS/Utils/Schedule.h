//===- TileAS/Utils/Schedule.h - from a schedule to stages ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three steps between a schedule (an op's stage number) and IR: which accesses
// stay within a stage and which cross stages, the stages as ordered groups of
// producers and consumers, and one op of a stage cloned for each of several.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_UTILS_SCHEDULE_H
#define TESSERA_DIALECT_TILEAS_UTILS_SCHEDULE_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/MapVector.h"

namespace tessera::tileas {

//===----------------------------------------------------------------------===//
// Materialisation
//===----------------------------------------------------------------------===//

/// The stage of every scheduled op of one loop body, in the order of the text.
struct ScheduleAnalysis {
  llvm::MapVector<mlir::Operation *, unsigned> stages;
};

struct MaterializeOptions {
  /// Copies of fewer bytes are not worth being asynchronous.
  int64_t minAsyncBytes = 4;
};

/// Accesses by what a schedule does to them. Resident: used in (loads), or
/// computed in (stores), their own stage. Pending: across stages, so that the
/// value travels through iteration arguments. Async: loads whose atom can copy
/// asynchronously and that are large enough.
struct ScheduleMaterialization {
  llvm::SmallVector<mlir::Operation *> residentLoads, residentStores,
      pendingLoads, pendingStores, residentAsync, pendingAsync;
};

ScheduleMaterialization materializeSchedule(const ScheduleAnalysis &analysis,
                                            MaterializeOptions options = {});

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

/// `consumer` runs `distance` stages after `producer`; 0 unites them in one.
struct StageConstraint {
  mlir::Operation *producer, *consumer;
  unsigned distance;
};

/// One stage: what runs in it, and which of it other stages wait for or wait
/// for others.
struct Stage {
  llvm::SmallVector<mlir::Operation *> ops, producers, consumers;
};

/// Stages in order: ops are united as the constraints say and each stands as
/// early as they allow. Fails if an op would have to precede itself.
mlir::FailureOr<llvm::SmallVector<Stage>>
buildStages(llvm::ArrayRef<StageConstraint> constraints);

//===----------------------------------------------------------------------===//
// Expansion
//===----------------------------------------------------------------------===//

/// The clones of an op, one per stage.
using ReplicaMap =
    llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Operation *>>;

/// Clones `op` behind itself, once per stage. Clone s uses the results of
/// replica s of every op that `replicas` has, so that no two stages mix. Adds
/// the clones to `replicas`; the op itself stays.
void expandSingleTiledOp(mlir::RewriterBase &rewriter, mlir::Operation *op,
                         unsigned numStages, ReplicaMap &replicas);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_UTILS_SCHEDULE_H
