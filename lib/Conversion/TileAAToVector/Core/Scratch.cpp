//===- TileAAToVector/Core/Scratch.cpp - the block's private memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Offsets are given greedily in order of falling size: each buffer goes to the
// lowest place that is free during its whole lifetime. Lifetimes are intervals
// of the emission clock; a buffer used inside a loop that it was allocated
// outside of lives to the end of that loop, because the next iteration may read
// it.
//
//===----------------------------------------------------------------------===//

#include "Scratch.h"

#include "tessera/Target/CpuRuntimeABI.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tessera::cpu {

void ScratchPlan::begin(Value arenaValue, Operation *beforeOp) {
  arena = arenaValue;
  before = beforeOp;
}

BufferId ScratchPlan::allocate(OpBuilder &builder, Location loc,
                               int64_t bytes) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(before);
  Type pointer = arena.getType();
  // The offset is patched by finish().
  Value address =
      LLVM::GEPOp::create(builder, loc, pointer, builder.getI8Type(), arena,
                          ArrayRef<LLVM::GEPArg>{0});
  buffers.push_back({std::max<int64_t>(bytes, 1), now, now, address});
  return buffers.size() - 1;
}

Value ScratchPlan::address(BufferId id) {
  Buffer &buffer = buffers[id];
  buffer.last = std::max(buffer.last, now);
  for (auto [level, start] : llvm::enumerate(loopStarts))
    if (buffer.first < start) {
      // The outermost loop entered after the allocation keeps it alive.
      extended[level].push_back(id);
      break;
    }
  return buffer.address;
}

void ScratchPlan::keepAcrossIterations(BufferId id) {
  buffers[id].first = loopStarts.back() - 1;
}

void ScratchPlan::enterLoop() {
  loopStarts.push_back(++now);
  extended.emplace_back();
}

void ScratchPlan::leaveLoop() {
  ++now;
  for (BufferId id : extended.back())
    buffers[id].last = std::max(buffers[id].last, now);
  extended.pop_back();
  loopStarts.pop_back();
  ++now;
}

int64_t ScratchPlan::totalBytes() const {
  int64_t total = 0;
  for (const Buffer &buffer : buffers)
    total += llvm::alignTo(buffer.bytes, scratchAlignment);
  return total;
}

int64_t ScratchPlan::finish() {
  SmallVector<Buffer *> order;
  for (Buffer &buffer : buffers)
    order.push_back(&buffer);
  llvm::sort(order, [](const Buffer *a, const Buffer *b) {
    return a->bytes != b->bytes ? a->bytes > b->bytes : a < b;
  });
  int64_t size = 0;
  SmallVector<Buffer *> placed;
  for (Buffer *buffer : order) {
    SmallVector<std::pair<int64_t, int64_t>> taken;
    for (Buffer *other : placed)
      if (buffer->first <= other->last && other->first <= buffer->last)
        taken.push_back({other->offset, other->offset + other->bytes});
    llvm::sort(taken);
    int64_t offset = 0;
    for (auto [from, to] : taken) {
      if (offset + buffer->bytes <= from)
        break;
      offset = std::max<int64_t>(offset, llvm::alignTo(to, scratchAlignment));
    }
    buffer->offset = offset;
    placed.push_back(buffer);
    size = std::max(size, offset + buffer->bytes);
    auto address = buffer->address.getDefiningOp<LLVM::GEPOp>();
    address.setRawConstantIndices({static_cast<int32_t>(offset)});
  }
  return llvm::alignTo(size, scratchAlignment);
}

} // namespace tessera::cpu
