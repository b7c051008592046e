//===- Pipelines/GpuPhases.cpp - the GPU road as a table ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first two phases are the CPU road's.
//
//===----------------------------------------------------------------------===//

#include "tessera/Pipelines/GpuPhases.h"

#include "FitPlans.h"

#include "tessera/Conversion/TileAAToTileAS/Strategies.h"
#include "tessera/Conversion/TileAAToTileAS/TileAAToTileAS.h"
#include "tessera/Conversion/TileASToNVVM/TileASToNVVM.h"
#include "tessera/Dialect/TileAA/Analysis/Passes.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Pipelines/CpuPhases.h"

#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tessera;

template <unsigned index>
static void buildShared(OpPassManager &pm, const GpuPipelineOptions &) {
  cpuPhases()[index].build(pm, {});
}

static void buildTileAS(OpPassManager &pm, const GpuPipelineOptions &options) {
  gpu::PlanKernelPassOptions plan;
  plan.targetName = options.target;
  plan.strategy = options.strategy;
  pm.addPass(gpu::createPlanKernelPass(plan));
  pm.addPass(gpu::createOrderBlocksPass());
  pm.addPass(gpu::createVersionKernelPass());
  pm.addPass(tileaa::createAnnotateAccessFactsPass());
  pm.addPass(gpu::createConvertTileAAToTileASPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(tileas::createLoopOverBlocksPass());
  pm.addPass(tileas::createPipelineLoopsPass());
  pm.addPass(tileas::createTakeBlocksPass());
  pm.addPass(tileas::createPlaceAccumulatorsPass());
  pm.addPass(tileas::createFillFactorsEarlyPass());
  pm.addPass(tileas::createSplitFactorsPass());
  pm.addPass(tileas::createLoadBesideWaitsPass());
  pm.addPass(createCSEPass());
  pm.addPass(tileas::createShareExponentialsPass());
  pm.addPass(tileas::createCoalesceStoresPass());
  pm.addPass(gpu::createAnnotateCacheHintsPass());
  pm.addPass(tileas::createInlineAsyncPass());
  pm.addPass(tileas::createExplicitStoragePass());
  pm.addPass(tileas::createAllocateSharedMemoryPass());
  pm.addPass(tileas::createExpandExchangesPass());
  pm.addPass(tileas::createInsertBarriersPass());
  pm.addPass(tileas::createCheckPipelinesPass());
  pm.addPass(tileas::createReduceAtLoadPass());
  pm.addPass(tileas::createSkipMasksPass());
  pm.addPass(tileas::createVerifyTileASStagePass());
}

static void buildNVVM(OpPassManager &pm, const GpuPipelineOptions &) {
  pm.addPass(gpu::createConvertTileASToNVVMPass());
  pm.addPass(gpu::createVerifyNVVMStagePass());
}

static constexpr GpuPhase phases[] = {
    {"cuda-tile", "the input, folded", buildShared<0>},
    {"tileaa", "tensors, explicit pointers and memory order", buildShared<1>},
    {"tileas", "layouts, shared memory and barriers", buildTileAS},
    {"nvvm", "the llvm and nvvm dialects, one function per kernel", buildNVVM},
};

llvm::ArrayRef<GpuPhase> tessera::gpuPhases() { return phases; }

const GpuPhase *tessera::findGpuPhase(llvm::StringRef name) {
  const GpuPhase *found = llvm::find_if(
      phases, [&](const GpuPhase &phase) { return phase.name == name; });
  return found == std::end(phases) ? nullptr : found;
}

/// The phases after `from` (all if it is null), up to and including `last`.
static llvm::ArrayRef<GpuPhase> phasesBetween(const GpuPhase *from,
                                              const GpuPhase &last) {
  const GpuPhase *first = from ? from + 1 : std::begin(phases);
  return first > &last ? llvm::ArrayRef<GpuPhase>()
                       : llvm::ArrayRef<GpuPhase>(first, &last + 1);
}

void tessera::registerGpuPhaseDialects(DialectRegistry &registry,
                                       const GpuPhase &last) {
  OpPassManager passes(ModuleOp::getOperationName());
  buildGpuPipeline(passes, last);
  passes.getDependentDialects(registry);
}

void tessera::buildGpuPipeline(OpPassManager &pm, const GpuPhase &last,
                               const GpuPipelineOptions &options) {
  for (const GpuPhase &phase : phasesBetween(options.from, last))
    phase.build(pm, options);
}

namespace {
/// An entry per pass that is run on the whole module or on one function of it.
class PassTimer : public PassInstrumentation {
public:
  explicit PassTimer(PhaseTimes &times) : times(times) {}

  void runBeforePass(Pass *pass, Operation *) override {
    if (isPipeline(pass))
      return;
    running.push_back(
        std::make_unique<PhaseTimes::Scope>(&times, pass->getArgument()));
  }
  void runAfterPass(Pass *pass, Operation *) override {
    if (!isPipeline(pass))
      running.pop_back();
  }
  void runAfterPassFailed(Pass *pass, Operation *op) override {
    runAfterPass(pass, op);
  }

private:
  /// The adaptor that runs passes on nested ops is no pass of the table, and
  /// has no name on a command line.
  static bool isPipeline(Pass *pass) { return pass->getArgument().empty(); }

  PhaseTimes &times;
  std::vector<std::unique_ptr<PhaseTimes::Scope>> running;
};
} // namespace

LogicalResult tessera::runGpuPipeline(ModuleOp module, const GpuPhase &last,
                                      const GpuPipelineOptions &options,
                                      PhaseTimes *times) {
  for (const GpuPhase &phase : phasesBetween(options.from, last)) {
    PhaseTimes::Scope timer(times, phase.name);
    auto run = [&](ModuleOp module) {
      PassManager passes(module.getContext(), ModuleOp::getOperationName());
      phase.build(passes, options);
      if (times)
        passes.addInstrumentation(std::make_unique<PassTimer>(*times));
      return passes.run(module);
    };
    if (failed(phase.build == buildTileAS
                   ? gpu::runUntilPlansFit(
                         module, /*isAskedFor=*/!options.strategy.empty(), run)
                   : run(module)))
      return failure();
  }
  return success();
}

std::vector<std::string> tessera::gpuStrategyNames() {
  std::vector<std::string> names;
  for (const gpu::StrategyRow &row : gpu::strategyTable())
    names.push_back(row.name.str());
  return names;
}

//===----------------------------------------------------------------------===//
// Textual pipelines
//===----------------------------------------------------------------------===//

namespace {
struct TextualOptions : PassPipelineOptions<TextualOptions> {
  Option<std::string> target{*this, "target",
                             llvm::cl::desc("GPU to generate code for"),
                             llvm::cl::init("sm_80")};
  Option<std::string> strategy{
      *this, "strategy", llvm::cl::desc("Strategy that every kernel must take"),
      llvm::cl::init("")};

  GpuPipelineOptions get() const {
    GpuPipelineOptions options;
    options.target = target;
    options.strategy = strategy;
    return options;
  }
};
} // namespace

void tessera::registerGpuPipelines() {
  PassPipelineRegistration<TextualOptions>(
      "tileaa-to-tileas",
      "Lower nv_tileaa kernels to nv_tileas with layouts and barriers",
      [](OpPassManager &pm, const TextualOptions &options) {
        buildTileAS(pm, options.get());
      });
  PassPipelineRegistration<TextualOptions>(
      "tileaa-to-nvvm", "Lower nv_tileaa kernels to the nvvm dialect",
      [](OpPassManager &pm, const TextualOptions &options) {
        buildTileAS(pm, options.get());
        buildNVVM(pm, options.get());
      });
}
