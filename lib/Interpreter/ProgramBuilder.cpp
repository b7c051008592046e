//===- Interpreter/ProgramBuilder.cpp - from an entry to its code -*- C++
//-*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers SSA values into slots, resolves handlers, finds the last use of every
// value (uses inside nested regions count for the op that holds the region, so
// a value used in a loop outlives the loop), and decides which reduce and scan
// bodies can run on whole slices. All tokens share slot 0, which is never read,
// unless races are looked for: then each has its own.
//
//===----------------------------------------------------------------------===//

#include "Code.h"
#include "Interpreter/Race/RaceRun.h"

#include "tessera/Interpreter/TypeKinds.h"
#include "tessera/Numerics/FloatFormat.h"
#include "tessera/Numerics/Packed.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tessera::interp {

namespace {

/// Execution recurses once per region level; deeper nests are refused.
constexpr unsigned maxRegionDepth = 512;

class Builder {
public:
  Builder(ProgramCode &code, BuildOptions options)
      : code(code), race(options.race), keepValues(options.keepValues) {}

  bool buildBlock(Block &block, CodeBlock &out, unsigned depth);
  /// Where each value lies, once all is built.
  llvm::DenseMap<Value, uint32_t> takeSlots() { return std::move(slots); }

private:
  /// Slots of the results of what a terminator leaves.
  struct LoopTargets {
    llvm::SmallVector<uint32_t> onContinue, onBreak;
  };

  uint32_t slotOf(Value value) {
    bool isToken = isa<cuda_tile::TokenType>(value.getType());
    if (isToken && !race)
      return 0;
    auto mapped = renamed.find(value);
    if (mapped != renamed.end())
      return mapped->second;
    auto [it, isNew] = slots.try_emplace(value, 0);
    if (isNew)
      it->second = cuda_tile::isViewType(value.getType()) ? code.numViewSlots++
                                                          : code.numSlots++;
    if (isNew && isToken)
      code.tokenSlots.push_back(it->second);
    return it->second;
  }
  template <typename T> llvm::ArrayRef<T> save(llvm::ArrayRef<T> values) {
    T *data = code.storage.Allocate<T>(values.size());
    std::uninitialized_copy(values.begin(), values.end(), data);
    return {data, values.size()};
  }
  llvm::SmallVector<uint32_t> slotsOf(ValueRange values) {
    llvm::SmallVector<uint32_t> out;
    for (Value value : values)
      out.push_back(slotOf(value));
    return out;
  }

  bool buildOp(Operation &op, Instruction &inst, unsigned depth);
  bool buildRegion(Region &region, Instruction &inst, unsigned index,
                   unsigned depth);
  bool buildAggregate(Operation &op, Instruction &inst, unsigned depth);
  bool canVectorise(Block &body);
  void findLastUses(Block &block, CodeBlock &out);

  ProgramCode &code;
  std::optional<RaceBuild> race;
  bool keepValues;
  /// How many reduces and scans hold what is being built.
  unsigned aggregateDepth = 0;
  uint64_t blocksBuilt = 0;
  llvm::DenseMap<Value, uint32_t> slots;
  /// Captured values inside a vectorised body.
  llvm::DenseMap<Value, uint32_t> renamed;
  std::vector<LoopTargets> loops;
  std::vector<llvm::SmallVector<uint32_t>> yields;
};

} // namespace

Tile decodeElements(DenseElementsAttr attr, ElementKind kind,
                    llvm::ArrayRef<int64_t> shape, TilePool &pool) {
  Tile tile(pool, kind, shape);
  auto bitsOf = [&](const auto &value) -> uint64_t {
    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, APFloat>)
      return numerics::containerFromPattern(
          kind, value.bitcastToAPInt().getZExtValue());
    else
      return value.getZExtValue();
  };
  bool isFloat = numerics::isFloat(kind);
  if (attr.isSplat()) {
    tile.fill(isFloat ? bitsOf(attr.getSplatValue<APFloat>())
                      : bitsOf(attr.getSplatValue<APInt>()));
    return tile;
  }
  int64_t index = 0;
  if (isFloat)
    for (const APFloat &value : attr.getValues<APFloat>())
      tile.setBits(index++, bitsOf(value));
  else
    for (const APInt &value : attr.getValues<APInt>())
      tile.setBits(index++, bitsOf(value));
  return tile;
}

bool Builder::canVectorise(Block &body) {
  auto isScalar = [](Type type) {
    auto tile = dyn_cast<cuda_tile::TileType>(type);
    return tile && tile.getShape().empty();
  };
  for (Operation &op : body) {
    if (isa<cuda_tile::YieldOp>(op))
      continue;
    if (!llvm::all_of(op.getOperandTypes(), isScalar) ||
        !llvm::all_of(op.getResultTypes(), isScalar))
      return false;
    if (isa<cuda_tile::ConstantOp>(op))
      continue;
    const OpTable::Entry *entry = code.table.lookup(&op);
    if (!entry || entry->bodyUse != BodyUse::Elementwise || op.getNumRegions())
      return false;
  }
  return true;
}

bool Builder::buildAggregate(Operation &op, Instruction &inst, unsigned depth) {
  Aggregate &aggregate = code.aggregates.emplace_back();
  inst.aggregate = &aggregate;
  if (auto reduce = dyn_cast<cuda_tile::ReduceOp>(op)) {
    inst.opcode = Opcode::Reduce;
    aggregate.dim = reduce.getDim();
  } else {
    auto scan = cast<cuda_tile::ScanOp>(op);
    inst.opcode = Opcode::Scan;
    aggregate.dim = scan.getDim();
    aggregate.reverse = scan.getReverse();
  }
  Block &body = op.getRegion(0).front();
  aggregate.vectorised = canVectorise(body);
  // Values from outside get a second slot for their widened copy.
  llvm::DenseMap<Value, uint32_t> outerNames = renamed;
  if (aggregate.vectorised) {
    auto widen = [&](Value value) {
      if (renamed.count(value))
        return;
      uint32_t outer = slotOf(value), inner = code.numSlots++;
      aggregate.captured.push_back({outer, inner});
      renamed[value] = inner;
    };
    for (Operation &inner : body) {
      for (Value operand : inner.getOperands())
        if (operand.getParentBlock() != &body)
          widen(operand);
      if (isa<cuda_tile::ConstantOp>(inner))
        widen(inner.getResult(0));
    }
  }
  for (unsigned i = 0; i < op.getNumOperands(); ++i)
    aggregate.yielded.push_back(code.numSlots++);
  yields.push_back({aggregate.yielded.begin(), aggregate.yielded.end()});
  ++aggregateDepth;
  bool ok = buildBlock(body, aggregate.body, depth + 1);
  --aggregateDepth;
  yields.pop_back();
  renamed = std::move(outerNames);
  return ok;
}

bool Builder::buildRegion(Region &region, Instruction &inst, unsigned index,
                          unsigned depth) {
  if (region.empty())
    return true;
  CodeBlock &block = code.regions.emplace_back();
  inst.regions[index] = &block;
  return buildBlock(region.front(), block, depth + 1);
}

bool Builder::buildOp(Operation &op, Instruction &inst, unsigned depth) {
  inst.op = &op;
  inst.isStep = aggregateDepth == 0;
  inst.numOperands = op.getNumOperands();
  llvm::SmallVector<Value> values(op.getOperands());
  llvm::append_range(values, op.getResults());
  llvm::SmallVector<uint32_t> numbers = slotsOf(values);
  inst.values = save<Value>(values);
  inst.slots = save<uint32_t>(numbers).data();
  llvm::SmallVector<ResultInfo> results;
  for (Type type : op.getResultTypes()) {
    ResultInfo &info = results.emplace_back();
    if (auto tile = dyn_cast<cuda_tile::TileType>(type)) {
      info.isTile = true;
      info.kind = elementKindOf(tile.getElementType());
      info.shape = tile.getShape();
    }
  }
  inst.results = save<ResultInfo>(results);

  auto leaveTo = [&](Opcode opcode, llvm::ArrayRef<uint32_t> targets) {
    inst.opcode = opcode;
    inst.destinations = save<uint32_t>(targets);
    return true;
  };
  if (isa<cuda_tile::ReturnOp>(op))
    return leaveTo(Opcode::Return, {});
  if (isa<cuda_tile::YieldOp>(op))
    return leaveTo(Opcode::Yield, yields.back());
  if (isa<cuda_tile::BreakOp>(op))
    return leaveTo(Opcode::Break, loops.back().onBreak);
  if (isa<cuda_tile::ContinueOp>(op))
    return leaveTo(Opcode::Continue, loops.back().onContinue);
  if (isa<cuda_tile::IfOp>(op)) {
    inst.opcode = Opcode::If;
    yields.push_back(slotsOf(op.getResults()));
    bool ok = buildRegion(op.getRegion(0), inst, 0, depth) &&
              buildRegion(op.getRegion(1), inst, 1, depth);
    yields.pop_back();
    return ok;
  }
  if (isa<cuda_tile::ForOp, cuda_tile::LoopOp>(op)) {
    auto forOp = dyn_cast<cuda_tile::ForOp>(op);
    inst.opcode = forOp ? Opcode::For : Opcode::Loop;
    inst.isUnsigned = forOp && forOp.getUnsignedCmp();
    auto args = op.getRegion(0).front().getArguments();
    loops.push_back(
        {slotsOf(forOp ? args.drop_front() : args), slotsOf(op.getResults())});
    bool ok = buildRegion(op.getRegion(0), inst, 0, depth);
    loops.pop_back();
    return ok;
  }
  if (isa<cuda_tile::ReduceOp, cuda_tile::ScanOp>(op))
    return buildAggregate(op, inst, depth);

  const OpTable::Entry *entry = code.table.lookup(&op);
  if (!entry || !entry->handler) {
    op.emitError() << "the interpreter does not execute '" << op.getName()
                   << "'";
    return false;
  }
  inst.handler = entry->handler;
  inst.changesMemory = mayChangeMemory(inst.op);
  return true;
}

bool Builder::buildBlock(Block &block, CodeBlock &out, unsigned depth) {
  if (depth > maxRegionDepth) {
    block.getParentOp()->emitError()
        << "expected at most " << maxRegionDepth << " nested regions";
    return false;
  }
  for (BlockArgument argument : block.getArguments())
    out.arguments.push_back(slotOf(argument));
  for (Operation &op : block) {
    // Constants are values of the program, not work.
    if (auto constant = dyn_cast<cuda_tile::ConstantOp>(op)) {
      auto type = cast<cuda_tile::TileType>(constant.getType());
      // Inside a vectorised body the result names the widened copy; the decoded
      // value has the slot that copy is made from.
      uint32_t slot = slotOf(constant.getResult());
      auto original = slots.find(constant.getResult());
      if (original != slots.end())
        slot = original->second;
      code.constants.emplace_back(
          slot, decodeElements(constant.getValue(),
                               elementKindOf(type.getElementType()),
                               type.getShape(), code.pool));
      continue;
    }
    Instruction &inst = out.instructions.emplace_back();
    if (!buildOp(op, inst, depth))
      return false;
  }
  if (race && race->orderSeed)
    shuffleMemoryOps(out.instructions, race->orderSeed + (++blocksBuilt << 32));
  if (!keepValues)
    findLastUses(block, out);
  return true;
}

void Builder::findLastUses(Block &block, CodeBlock &out) {
  // Values of this block that a later instruction still needs.
  llvm::DenseSet<Value> needed;
  auto isLocal = [&](Value value) {
    return value.getParentBlock() == &block &&
           !isa<cuda_tile::TokenType>(value.getType()) &&
           !cuda_tile::isViewType(value.getType()) &&
           !value.getDefiningOp<cuda_tile::ConstantOp>();
  };
  for (Instruction &inst : llvm::reverse(out.instructions)) {
    llvm::SmallSetVector<Value, 8> dying;
    llvm::DenseSet<Value> usedInside;
    for (Region &region : inst.op->getRegions())
      region.walk([&](Operation *inner) {
        for (Value operand : inner->getOperands())
          if (isLocal(operand)) {
            usedInside.insert(operand);
            if (!needed.count(operand))
              dying.insert(operand);
          }
      });
    auto operands = inst.op->getOperands();
    for (unsigned i = 0; i < operands.size(); ++i) {
      Value operand = operands[i];
      if (!isLocal(operand) || needed.count(operand))
        continue;
      dying.insert(operand);
      if (i < 64 && llvm::count(operands, operand) == 1 &&
          !usedInside.count(operand))
        inst.movable |= uint64_t(1) << i;
    }
    llvm::SmallVector<uint32_t> kills;
    for (Value value : dying) {
      needed.insert(value);
      kills.push_back(slotOf(value));
    }
    for (Value result : inst.op->getResults())
      if (isLocal(result) && !needed.count(result))
        kills.push_back(slotOf(result));
    // A terminator's destination may be the slot of one of its operands.
    if (inst.destinations.empty())
      inst.kills = save<uint32_t>(kills);
  }
}

/// Globals are held as they lie in memory: packed f4, tf32 in four bytes.
static ProgramCode::Global decodeGlobal(cuda_tile::GlobalOp global) {
  cuda_tile::TileType type = global.getTileType();
  ElementKind kind = elementKindOf(type.getElementType());
  TilePool pool;
  Tile tile = decodeElements(global.getValue(), kind, type.getShape(), pool);
  auto count = static_cast<uint64_t>(tile.numElements());
  ProgramCode::Global out;
  out.name = global.getSymName().str();
  out.alignment = static_cast<uint64_t>(global.getAlignment());
  out.isConstant = global.getConstant();
  out.bytes.resize(numerics::memoryBytes(kind, count));
  if (numerics::memoryBits(kind) == 4)
    numerics::packNibbles(tile.data<uint8_t>(), count,
                          reinterpret_cast<uint8_t *>(out.bytes.data()));
  else
    std::memcpy(out.bytes.data(), tile.bytes(), out.bytes.size());
  return out;
}

bool buildCode(cuda_tile::ModuleOp module, cuda_tile::EntryOp entry,
               ProgramCode &code, BuildOptions options) {
  code.table = OpTable::withAllOps();
  if (options.race)
    registerRaceOps(code.table);
  for (auto global : module.getBody().getOps<cuda_tile::GlobalOp>())
    code.globals.push_back(decodeGlobal(global));
  Builder builder(code, options);
  if (!builder.buildBlock(entry.getBody().front(), code.body, 0))
    return false;
  if (options.keepValues)
    code.valueSlots = builder.takeSlots();
  return true;
}

} // namespace tessera::interp
