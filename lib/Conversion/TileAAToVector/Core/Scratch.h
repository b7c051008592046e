//===- TileAAToVector/Core/Scratch.h - the block's private memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One arena per kernel. Buffers are asked for in emission order; when the whole
// function is emitted, buffers whose lifetimes do not meet share bytes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOVECTOR_CORE_SCRATCH_H
#define TESSERA_LIB_CONVERSION_TILEAATOVECTOR_CORE_SCRATCH_H

#include "mlir/IR/Builders.h"

namespace tessera::cpu {

/// Names a buffer of the arena.
using BufferId = unsigned;

class ScratchPlan {
public:
  /// `arena`: the kernel's scratch argument; addresses are computed in front of
  /// `before`, which must dominate every use.
  void begin(mlir::Value arena, mlir::Operation *before);

  /// A new 64-byte aligned buffer; its lifetime starts now.
  BufferId allocate(mlir::OpBuilder &builder, mlir::Location loc,
                    int64_t bytes);
  /// Address of a buffer. Keeps it alive until now (in a loop it was not
  /// allocated in: until the loop's end).
  mlir::Value address(BufferId id);

  /// Lets the new buffer `id` live in all iterations of the innermost loop, as
  /// if it had been allocated before.
  void keepAcrossIterations(BufferId id);

  /// Whether the buffer `id` was there before the innermost loop.
  bool isOlderThanLoop(BufferId id) const {
    return !loopStarts.empty() && buffers[id].first < loopStarts.back();
  }

  /// Bracket the emission of a loop body.
  void enterLoop();
  void leaveLoop();
  /// Advances time; called once per emitted root.
  void tick() { ++now; }

  /// Gives every buffer its offset and returns the size of the arena.
  int64_t finish();
  /// Bytes of all buffers, had none been reused.
  int64_t totalBytes() const;

private:
  struct Buffer {
    int64_t bytes;
    int64_t first, last;
    mlir::Value address;
    int64_t offset = 0;
  };
  mlir::Value arena;
  mlir::Operation *before = nullptr;
  llvm::SmallVector<Buffer> buffers;
  llvm::SmallVector<int64_t> loopStarts;
  /// Buffers to be kept to the end of the loop at each nesting level.
  llvm::SmallVector<llvm::SmallVector<BufferId>> extended;
  int64_t now = 0;
};

} // namespace tessera::cpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOVECTOR_CORE_SCRATCH_H
