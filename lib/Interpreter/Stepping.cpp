//===- Interpreter/Stepping.cpp - watch a run operation by operation ------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the slots of the block that runs. Code that is stepped through keeps
// every value in a slot of its own (BuildOptions::keepValues).
//
//===----------------------------------------------------------------------===//

#include "tessera/Interpreter/Stepping.h"

#include "ElementAt.h"
#include "Engine.h"

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

using namespace mlir;

namespace tessera::interp {

Dim3 StepPlace::block() const { return engine.context.blockId(); }
Dim3 StepPlace::grid() const { return engine.context.gridSize(); }
const Memory &StepPlace::memory() const { return engine.state.memory; }

const Tile *StepPlace::tile(Value value) const {
  if (!isa<cuda_tile::TileType>(value.getType()))
    return nullptr;
  auto found = engine.code.valueSlots.find(value);
  if (found == engine.code.valueSlots.end())
    return nullptr;
  const Tile &tile = engine.context.slots[found->second];
  return tile.empty() ? nullptr : &tile;
}

const ViewValue *StepPlace::view(Value value) const {
  if (!cuda_tile::isViewType(value.getType()))
    return nullptr;
  auto found = engine.code.valueSlots.find(value);
  return found == engine.code.valueSlots.end()
             ? nullptr
             : &engine.context.views[found->second];
}

int64_t StepPlace::elementAt(uint64_t address) const {
  return interp::elementAt(next, engine.context, address);
}

LogicalResult Engine::step(const Instruction &inst) {
  if (!inst.isStep)
    return success();
  stepping = inst.op;
  context.current = &inst;
  return state.options.observer->beforeOp(StepPlace(*this, inst.op));
}

void Engine::tellOfFinding(const Finding &finding) {
  if (state.options.observer && stepping)
    state.options.observer->onFinding(StepPlace(*this, stepping), finding);
}

} // namespace tessera::interp
