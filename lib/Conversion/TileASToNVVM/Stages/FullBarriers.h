//===- TileASToNVVM/Stages/FullBarriers.h - barriers that copies complete --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stages that TMA fills: each has an mbarrier, and every time that it is filled
// is one phase of that. Thread 0 is the only one that arrives and copies.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_STAGES_FULLBARRIERS_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_STAGES_FULLBARRIERS_H

#include "Conversion/TileASToNVVM/Access/SharedImage.h"

#include "tessera/Dialect/TileAS/IR/TileAS.h"

namespace tessera::gpu {

/// The barriers of one pipeline.
class FullBarriers {
public:
  /// Of `create`, whose stages have `stageBytes` bytes.
  FullBarriers(Emitter &e, tileas::CreatePipelineOp create, int64_t stageBytes);

  /// Whether the pipeline has any.
  explicit operator bool() const { return offset.has_value(); }

  /// All become barriers of one arrival; other threads must be told.
  void init();
  /// All are memory again.
  void invalidate();
  /// Every thread waits until the phase of `parity` of the barrier of `stage`
  /// is over.
  void wait(mlir::Value stage, mlir::Value parity);
  /// By thread 0: the phase is over when `bytes` have come, besides.
  void arrive(mlir::Value stage, int64_t bytes);
  /// The barrier of `stage`, a pointer to shared memory.
  mlir::Value at(mlir::Value stage);

private:
  Emitter &e;
  tileas::CreatePipelineOp create;
  int64_t stageBytes;
  std::optional<int64_t> offset;
};

/// By thread 0: the boxes of `load` into `stage`; `barrier` counts their bytes.
mlir::LogicalResult copyBoxes(Emitter &e, tileas::AsyncTiledTmaLoadOp load,
                              const SharedImage &stage, mlir::Value barrier);

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_STAGES_FULLBARRIERS_H
