//===- TileAS/Transforms/Pool/AllocateSharedMemory.cpp - the pool ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers that live together get different bytes. An exchange is a buffer that
// threads write and read once, like the one of a conversion. It lives on until
// the next exchange is done, where that fits: then the barrier of that one is
// also the one between the first one's reads and the writes of a third, and
// none is needed in front of them. Factors that products read in shared memory
// live until the last of these; if that is too much, they move into the loops
// of their products, then products are made block by block, and then the
// largest factors go back to registers. Last, the largest conversions are made
// in parts that take turns.
//
//===----------------------------------------------------------------------===//

#include "SharedPool.h"
#include "SplitProduct.h"

#include "Dialect/TileAS/Transforms/FactorStorage.h"

#include "tessera/Dialect/TileAS/IR/PipelineAttrs.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Dialect/TileAS/Utils/Exchanges.h"
#include "tessera/Dialect/TileAS/Utils/SplitConversion.h"
#include "tessera/Target/GpuTarget.h"

#include "llvm/Support/MathExtras.h"

namespace tessera::tileas {
#define GEN_PASS_DEF_ALLOCATESHAREDMEMORYPASS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera::tileas

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// The buffers in their places and the bytes of the pool, with neighbouring
/// exchanges apart where that costs nothing.
static std::pair<std::unique_ptr<Pool>, int64_t>
makePool(tileaa::FuncOp function) {
  auto pool = std::make_unique<Pool>(function);
  const int64_t bytes = pool->place();
  const int64_t limit = std::max(bytes, kComfortableBytes);
  auto inTurns = std::make_unique<Pool>(function);
  inTurns->alternateExchanges(limit);
  if (int64_t more = inTurns->place(); more <= limit)
    return {std::move(inTurns), more};
  return {std::move(pool), bytes};
}

/// Bytes of a conversion.
static int64_t bytesOf(Operation *op) {
  return op->getAttrOfType<IntegerAttr>(kScratchBytesAttrName).getInt();
}

/// Writes on conversions how many bytes they need. One that is to be made in
/// parts already stays so.
static void describeConversions(tileaa::FuncOp function) {
  Builder b(function.getContext());
  function.walk([&](ConvertLayoutOp op) {
    int64_t bytes = exchangeBytes(op);
    if (bytes == 0) {
      op->removeAttr(kScratchBytesAttrName);
      return;
    }
    if (op->hasAttr(kScratchBytesAttrName))
      bytes = std::min(bytes, bytesOf(op));
    op->setAttr(kScratchBytesAttrName, b.getI64IntegerAttr(bytes));
  });
}

/// The largest factor that products read in shared memory comes in registers.
/// False: there is none.
static bool giveUpLargest(tileaa::FuncOp function) {
  std::optional<StoredFactor> largest;
  function.walk([&](AllocTensorOp op) {
    std::optional<StoredFactor> factor = findStoredFactor(op.getResult());
    if (factor && (!largest || factor->bytes() > largest->bytes()))
      largest = factor;
  });
  if (!largest)
    return false;
  bringToRegisters(*largest);
  describeConversions(function);
  return true;
}

/// Halves the bytes of the largest conversion that can be halved once more.
/// False: there is none.
static bool splitLargest(tileaa::FuncOp function) {
  Operation *largest = nullptr;
  function.walk([&](ConvertLayoutOp op) {
    auto type = cast<RankedTensorType>(op.getResult().getType());
    if (!op->hasAttr(kScratchBytesAttrName) ||
        isa<tileaa::PointerType>(type.getElementType()))
      return;
    unsigned elementBits = tileaa::getStorageBits(type.getElementType());
    const int64_t whole = type.getNumElements() *
                          llvm::PowerOf2Ceil(std::max(elementBits, 8u)) / 8;
    size_t bits =
        splittableBits(getLayoutAttr(op.getSource().getType()).getLayout(),
                       getLayoutAttr(type).getLayout())
            .size();
    if ((whole >> bits) < bytesOf(op) &&
        (!largest || bytesOf(op) > bytesOf(largest)))
      largest = op;
  });
  if (!largest)
    return false;
  Builder b(function.getContext());
  largest->setAttr(kScratchBytesAttrName,
                   b.getI64IntegerAttr(bytesOf(largest) / 2));
  return true;
}

namespace {
struct AllocateSharedMemory
    : tileas::impl::AllocateSharedMemoryPassBase<AllocateSharedMemory> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    // No limit without a target.
    TargetAttr target = getTarget(module);
    Builder builder(module);
    for (auto function : module.getOps<tileaa::FuncOp>()) {
      function.walk([](Operation *op) {
        op->removeDiscardableAttr(kSharedOffsetAttrName);
      });
      describeConversions(function);
      auto [pool, bytes] = makePool(function);
      if (target) {
        const int64_t limit = target.getTarget().sharedBytes;
        if (bytes > limit && moveFactorsIntoLoops(function))
          std::tie(pool, bytes) = makePool(function);
        while (bytes > limit && splitProduct(function, bytes, limit))
          std::tie(pool, bytes) = makePool(function);
        while (bytes > limit && giveUpLargest(function))
          std::tie(pool, bytes) = makePool(function);
        while (bytes > limit && splitLargest(function))
          std::tie(pool, bytes) = makePool(function);
      }
      if (target && bytes > target.getTarget().sharedBytes) {
        addMisfit(function, Resource::SharedBytes, bytes,
                  target.getTarget().sharedBytes);
        function.emitError("expected at most ")
            << target.getTarget().sharedBytes << " bytes of shared memory on "
            << target.getTarget().name << ", got " << bytes;
        return signalPassFailure();
      }
      function.walk([&](AgentSwitchOp agents) {
        agents->removeDiscardableAttr(kTeamBytesAttrName);
        if (int64_t each = pool->teamBytes(agents))
          agents->setDiscardableAttr(kTeamBytesAttrName,
                                     builder.getI64IntegerAttr(each));
      });
      for (const Buffer &buffer : pool->all())
        buffer.op->setDiscardableAttr(kSharedOffsetAttrName,
                                      builder.getI64IntegerAttr(buffer.offset));
      function->setDiscardableAttr(kSharedBytesAttrName,
                                   builder.getI64IntegerAttr(bytes));
    }
  }
};
} // namespace
