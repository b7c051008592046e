//===- TileASToNVVM/Bounds/HeldRegisters.cpp - what tiles take --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Goes through each block from its end to its begin with the set of tiles that
// are used later. A tile that has the registers of another one (a view, a
// permutation, a broadcast) stands for that one.
//
//===----------------------------------------------------------------------===//

#include "HeldRegisters.h"

#include "Conversion/TileASToNVVM/Emitter.h"

#include "tessera/Dialect/TileAS/IR/PipelineAttrs.h"

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tessera::gpu {

/// Whether the result has registers of the operand and no others.
static bool isOtherName(Operation *op) {
  return isa<tileaa::ViewOp, tileaa::BroadcastOp, tileaa::PermuteOp,
             tileas::ViewOp, tileas::ExtractSliceOp, tileaa::AssumeOp>(op);
}

/// The value whose registers `value` has.
static Value owner(Value value) {
  Operation *maker = value.getDefiningOp();
  while (maker && isOtherName(maker)) {
    value = maker->getOperand(0);
    maker = value.getDefiningOp();
  }
  return value;
}

/// Whether registers of a thread hold `value`, which is an owner.
static bool isHeld(Value value) {
  // The stage that a producer fills.
  if (auto argument = dyn_cast<BlockArgument>(value))
    return !isa<tileas::ProduceOneAsyncOp>(argument.getOwner()->getParentOp());
  Operation *maker = value.getDefiningOp();
  return !maker->hasTrait<OpTrait::ConstantLike>() &&
         !isa<tileaa::SplatOp>(maker) &&
         !maker->hasAttr(tileas::kCopyToStageAttrName);
}

/// Whether elements may come from memory one by one, each to a register.
static bool isLoaded(Value value) {
  auto load = value.getDefiningOp<tileas::TiledLoadOp>();
  return (load && !tileas::isSharedView(load.getView().getType()) &&
          !tileas::isTensorView(load.getView().getType())) ||
         value.getDefiningOp<tileas::LoadOp>();
}

/// Of the tile that an owner is; 0 for what is no tile.
static int64_t registersOf(Value value) {
  Type type = value.getType();
  if (auto later = dyn_cast<tileas::AsyncValueType>(type))
    type = later.getValueType();
  auto tile = dyn_cast<RankedTensorType>(type);
  if (!tile || !tileas::getLayoutAttr(tile) || !isHeld(value))
    return 0;
  int64_t bits = tileaa::getStorageBits(tile.getElementType());
  if (isLoaded(value))
    bits = std::max<int64_t>(bits, 32);
  return llvm::divideCeil(
      int64_t(Emitter::numRegisters(Emitter::layoutOf(tile))) * bits, 32);
}

namespace {
/// Tiles that are needed at the same time, and their registers.
class TileSet {
public:
  void use(Value value) {
    Value tile = owner(value);
    const int64_t registers = registersOf(tile);
    if (registers != 0 && tiles.insert(tile).second)
      sum += registers;
  }
  void make(Value value) {
    if (tiles.erase(value))
      sum -= registersOf(value);
  }
  int64_t registers() const { return sum; }

private:
  DenseSet<Value> tiles;
  int64_t sum = 0;
};
} // namespace

/// The most registers that tiles take in `block`, if those of `later` are used
/// behind it or in its next turn.
static int64_t mostHeld(Block &block, TileSet later) {
  int64_t most = 0;
  for (Operation &op : llvm::reverse(block)) {
    // A result that nothing uses is made all the same.
    for (Value result : op.getResults())
      later.use(result);
    most = std::max(most, later.registers());
    for (Value result : op.getResults())
      later.make(result);
    if (!isOtherName(&op))
      for (Value operand : op.getOperands())
        later.use(operand);
    if (op.getNumRegions() == 0)
      continue;
    SetVector<Value> inside;
    getUsedValuesDefinedAbove(op.getRegions(), inside);
    TileSet before = later;
    for (Value value : inside)
      before.use(value);
    // What a loop reads is there until its last turn ends.
    const bool isLoop = isa<LoopLikeOpInterface>(op);
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        most = std::max(most, mostHeld(inner, isLoop ? before : later));
    later = std::move(before);
  }
  return std::max(most, later.registers());
}

int64_t registersHeld(tileaa::FuncOp kernel) {
  return mostHeld(kernel.getBody().front(), {});
}

} // namespace tessera::gpu
