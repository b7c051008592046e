//===- TileASToNVVM/Stages/StageBarriers.h - barriers of stages ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stages that TMA fills: each has an mbarrier, and every time that it is filled
// is one phase of that. Where another role fills them, each has a second one,
// whose phases are the times that it was read. Barriers of one kind lie in a
// row behind all stages.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_STAGES_STAGEBARRIERS_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_STAGES_STAGEBARRIERS_H

#include "Conversion/TileASToNVVM/Access/SharedImage.h"

#include "tessera/Dialect/TileAS/IR/TileAS.h"

namespace tessera::gpu {

/// The barriers of one kind of one pipeline.
class StageBarriers {
public:
  enum class Kind { Full, Empty };
  /// Of one barrier.
  static constexpr int64_t bytes = 8;

  /// Of `create`.
  StageBarriers(Emitter &e, Kind kind, tileas::CreatePipelineOp create);

  /// Whether the pipeline has any.
  explicit operator bool() const { return offset.has_value(); }
  /// How many arrivals a phase takes.
  int64_t getArrivals() const { return arrivals; }

  /// All become barriers; other threads must be told.
  void init();
  /// All are memory again.
  void invalidate();
  /// Every thread waits until the phase of `parity` of the barrier of `stage`
  /// is over.
  void wait(mlir::Value stage, mlir::Value parity);
  /// `count` arrivals by this thread; with `bytes`, which are not nothing, one
  /// arrival, and the phase is not over before they have come.
  void arrive(mlir::Value stage, int64_t bytes, int64_t count = 1);
  /// An arrival in each block of the cluster.
  void arriveInCluster(mlir::Value stage);
  /// Whether threads of both blocks of a cluster arrive.
  bool isOfCluster() const;
  /// Whether they are those of a pair of blocks.
  bool isOfPair() const;
  /// An arrival at the barrier of the pair's first block, which knows then what
  /// this thread did before.
  void arriveInFirst(mlir::Value stage);
  /// The address of the barrier that copies by TMA count at.
  mlir::Value atForCopies(mlir::Value stage);
  /// An arrival when the copies by cp.async that this thread has made are done.
  void arriveAfterCopies(mlir::Value stage);
  /// The barrier of `stage`, a pointer to shared memory.
  mlir::Value at(mlir::Value stage);

private:
  Emitter &e;
  tileas::CreatePipelineOp create;
  Kind kind;
  std::optional<int64_t> offset;
  int64_t arrivals = 1;
};

/// By one thread: the boxes of `load` into `stage`; `barrier`, an address,
/// counts their bytes. It may be the one of the other block if `isOfPair`.
mlir::LogicalResult copyBoxes(Emitter &e, tileas::AsyncTiledTmaLoadOp load,
                              const SharedImage &stage, mlir::Value barrier,
                              bool isOfPair);

/// In front of the copies of threads into a stage, of which there are some if
/// `hasCopies`: the first thread begins the copies of TMA and arrives at the
/// stage's barrier, for all threads if these do not copy.
mlir::LogicalResult beginStage(
    Emitter &e, tileas::ProduceOneAsyncOp produce,
    tileas::CreatePipelineOp create,
    llvm::ArrayRef<std::pair<tileas::AsyncTiledTmaLoadOp, SharedImage>> byTma,
    bool hasCopies);

/// Behind the copies of threads, which arrive when these are done.
void finishStage(Emitter &e, tileas::ProduceOneAsyncOp produce,
                 tileas::CreatePipelineOp create);

/// The pipeline that a token or iterator is of; null if it cannot be told.
tileas::CreatePipelineOp pipelineOf(mlir::Value value);

inline StageBarriers fullOf(Emitter &e, tileas::CreatePipelineOp create) {
  return {e, StageBarriers::Kind::Full, create};
}

inline StageBarriers emptyOf(Emitter &e, tileas::CreatePipelineOp create) {
  return {e, StageBarriers::Kind::Empty, create};
}

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_STAGES_STAGEBARRIERS_H
