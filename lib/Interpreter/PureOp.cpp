//===- Interpreter/PureOp.cpp - one op without memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An engine without a program. Each op becomes one instruction, whose values
// have the slots 0, 1, ... in their own order. Instructions are kept, because
// the same ops are evaluated again and again.
//
//===----------------------------------------------------------------------===//

#include "tessera/Interpreter/PureOp.h"
#include "Engine.h"

#include "tessera/Interpreter/TypeKinds.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace tessera::interp {

namespace {
/// An instruction with the storage it refers to.
struct Prepared {
  Instruction instruction;
  llvm::SmallVector<Value> values;
  llvm::SmallVector<uint32_t> slots;
  llvm::SmallVector<ResultInfo> results;
};
} // namespace

struct PureEvaluator::State {
  ProgramCode code;
  RunOptions options;
  Memory memory;
  RunState run;
  Engine engine;
  llvm::DenseMap<Operation *, std::unique_ptr<Prepared>> prepared;

  State(Dim3 block, Dim3 grid)
      : options(optionsFor(grid)), run{options, memory, {}, {}},
        engine(code, run) {
    code.table = OpTable::withAllOps();
    engine.context.block = block;
  }
  static RunOptions optionsFor(Dim3 grid) {
    RunOptions options;
    options.grid = grid;
    options.checkMode = CheckMode::Ignore;
    return options;
  }
  Instruction &prepare(Operation *op);
};

PureEvaluator::PureEvaluator(Dim3 block, Dim3 grid)
    : state(std::make_unique<State>(block, grid)) {}
PureEvaluator::~PureEvaluator() = default;
TilePool &PureEvaluator::pool() { return state->engine.context.pool(); }

bool PureEvaluator::canEvaluate(Operation *op) {
  static const OpTable table = OpTable::withAllOps();
  auto isTile = [](Type type) { return isa<cuda_tile::TileType>(type); };
  const OpTable::Entry *entry = table.lookup(op);
  return entry && entry->handler && op->getNumRegions() == 0 &&
         isMemoryEffectFree(op) && !isa<cuda_tile::GetGlobalOp>(op) &&
         llvm::all_of(op->getOperandTypes(), isTile) &&
         llvm::all_of(op->getResultTypes(), isTile);
}

Instruction &PureEvaluator::State::prepare(Operation *op) {
  std::unique_ptr<Prepared> &entry = prepared[op];
  if (entry)
    return entry->instruction;
  entry = std::make_unique<Prepared>();
  entry->values.append(op->operand_begin(), op->operand_end());
  entry->values.append(op->result_begin(), op->result_end());
  for (uint32_t i = 0; i < entry->values.size(); ++i)
    entry->slots.push_back(i);
  for (Type type : op->getResultTypes()) {
    auto tile = cast<cuda_tile::TileType>(type);
    entry->results.push_back(
        {elementKindOf(tile.getElementType()), true, tile.getShape()});
  }
  Instruction &instruction = entry->instruction;
  instruction.op = op;
  instruction.handler = code.table.lookup(op)->handler;
  instruction.values = entry->values;
  instruction.slots = entry->slots.data();
  instruction.results = entry->results;
  instruction.numOperands = op->getNumOperands();
  return instruction;
}

FailureOr<llvm::SmallVector<Tile, 2>>
PureEvaluator::evaluate(Operation *op, llvm::ArrayRef<Tile> operands) {
  Instruction &instruction = state->prepare(op);
  BlockContext &context = state->engine.context;
  if (context.slots.size() < instruction.values.size())
    context.slots.resize(instruction.values.size());
  for (auto [slot, tile] : llvm::enumerate(operands))
    context.slots[slot] = tile;
  context.current = &instruction;
  if (failed(instruction.handler(op, context)))
    return failure();
  llvm::SmallVector<Tile, 2> results;
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    results.push_back(context.slots[instruction.numOperands + i]);
  return results;
}

} // namespace tessera::interp
