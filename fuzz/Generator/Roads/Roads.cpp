//===- fuzz/Generator/Roads/Roads.cpp - the list of roads, and a wrong one -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The planted road is for tests of the driver: it executes one op as another,
// or aborts (`crash`).
//
//===----------------------------------------------------------------------===//

#include "../Road.h"

#include "mlir/IR/Builders.h"

#include <cstdlib>

using namespace mlir;
using namespace tessera;
using namespace tessera::fuzz;

namespace {
struct RoadRow {
  llvm::StringRef name;
  std::unique_ptr<Road> (*make)();
  /// Taken only when asked for: emulation is slow, and a fourth combination of
  /// processor and level finds little.
  bool isOptional = false;
};

const RoadRow roadRows[] = {{"interp", makeInterpreterRoad},
                            {"interp-order", makeOrderRoad},
                            {"interp-ones", makeOnesRoad},
                            {"canonical", makeCanonicalRoad},
                            {"text", makeTextRoad},
                            {"bytecode", makeBytecodeRoad},
                            {"cpu", makeCpuRoad},
                            {"cpu-O0", makeCpuO0Road},
                            {"cpu-avx2", makeCpuAvx2Road},
                            {"cpu-avx2-O0", makeCpuAvx2O0Road, true},
                            {"cpu-checked", makeCpuCheckedRoad, true},
                            {"cpu-ones", makeCpuOnesRoad, true},
                            {"ptx-sm_80", makePtxSm80Road, true},
                            {"ptx-sm_90a", makePtxSm90aRoad, true},
                            {"ptx-sm_100a", makePtxSm100aRoad, true},
                            {"ptx-sm_120a", makePtxSm120aRoad, true},
                            {"cuda-sm_80", makeCudaSm80Road, true},
                            {"cuda-sm_90a", makeCudaSm90aRoad, true}};

/// Ops with the same operands and attributes.
const std::pair<llvm::StringRef, llvm::StringRef> relatives[] = {
    {"maxi", "mini"}, {"addi", "subi"},  {"addf", "subf"},
    {"andi", "ori"},  {"ceil", "floor"}, {"maxf", "minf"}};

class PlantedRoad : public Road {
public:
  explicit PlantedRoad(std::string name) : victim(std::move(name)) {}
  llvm::StringRef name() const override { return "planted"; }
  Outcome run(const Program &program) override {
    if (victim == "crash")
      std::abort();
    Program copy = program.clone();
    SmallVector<Operation *> victims;
    copy.module->walk([&](Operation *op) {
      // Reductions must keep their identities.
      if (op->getName().stripDialect() == victim &&
          !isa<cuda_tile::ReduceOp, cuda_tile::ScanOp>(op->getParentOp()))
        victims.push_back(op);
    });
    for (Operation *op : victims)
      alter(op);
    return interpret(*copy.module, program);
  }

private:
  /// Executes `op` as a relative, or else changes its first result.
  static void alter(Operation *op) {
    OpBuilder builder(op);
    for (auto [from, to] : relatives)
      if (op->getName().stripDialect() == from) {
        OperationState state(op->getLoc(), ("cuda_tile." + to).str(),
                             op->getOperands(), op->getResultTypes(),
                             op->getAttrs());
        // Promises about the result no longer hold.
        state.attributes.erase("overflow");
        op->replaceAllUsesWith(builder.create(state));
        op->erase();
        return;
      }
    auto tile = op->getNumResults()
                    ? dyn_cast<cuda_tile::TileType>(op->getResult(0).getType())
                    : cuda_tile::TileType();
    if (!tile)
      return;
    Value result = op->getResult(0);
    builder.setInsertionPointAfter(op);
    OperationState state(op->getLoc(), "cuda_tile.negf");
    state.addTypes(tile);
    state.addOperands(result);
    if (cuda_tile::isIntElement(tile.getElementType())) {
      OperationState one(op->getLoc(), "cuda_tile.constant");
      one.addTypes(tile);
      one.addAttribute(
          "value", DenseElementsAttr::get(
                       cast<ShapedType>(Type(tile)),
                       Attribute(IntegerAttr::get(tile.getElementType(), 1))));
      state.name = OperationName("cuda_tile.xori", op->getContext());
      state.addOperands(builder.create(one)->getResult(0));
    } else if (!cuda_tile::isBaseFloatElement(tile.getElementType())) {
      return;
    }
    Operation *changed = builder.create(state);
    result.replaceAllUsesExcept(changed->getResult(0), changed);
  }

  std::string victim;
};
} // namespace

std::unique_ptr<Road> fuzz::makePlantedRoad(std::string name) {
  return std::make_unique<PlantedRoad>(std::move(name));
}

std::unique_ptr<Road> fuzz::makeRoad(llvm::StringRef name) {
  for (const RoadRow &row : roadRows)
    if (row.name == name)
      return row.make();
  return nullptr;
}

static std::vector<llvm::StringRef> namesOf(bool withOptional) {
  std::vector<llvm::StringRef> names;
  for (const RoadRow &row : roadRows)
    if (withOptional || !row.isOptional)
      names.push_back(row.name);
  return names;
}

llvm::ArrayRef<llvm::StringRef> fuzz::roadNames() {
  static const std::vector<llvm::StringRef> names = namesOf(true);
  return names;
}

llvm::ArrayRef<llvm::StringRef> fuzz::defaultRoadNames() {
  static const std::vector<llvm::StringRef> names = namesOf(false);
  return names;
}
