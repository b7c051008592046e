//===- fuzz/Generator/Roads/CanonicalRoad.cpp - optimised, then interpreted -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that changes Tile IR without changing meaning, in the order of the
// optimiser. Loop splitting computes its bounds exactly, as loops that end at
// the limits of their type are generated.
//
//===----------------------------------------------------------------------===//

#include "../Road.h"
#include "tessera/Dialect/CudaTile/Transforms/Passes.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::fuzz;

namespace {
class CanonicalRoad : public Road {
public:
  llvm::StringRef name() const override { return "canonical"; }
  Outcome run(const Program &program) override {
    Program copy = program.clone();
    MLIRContext *context = copy.module->getContext();
    bool good = false;
    std::string errors = collectErrors(context, [&] {
      PassManager manager(context, cuda_tile::ModuleOp::getOperationName());
      OpPassManager &entry = manager.nest<cuda_tile::EntryOp>();
      entry.addPass(createCanonicalizerPass());
      entry.addPass(createCSEPass());
      entry.addPass(createLoopInvariantCodeMotionPass());
      cuda_tile::LoopSplitPassOptions options;
      options.exactBounds = true;
      entry.addPass(cuda_tile::createLoopSplitPass(options));
      entry.addPass(createCanonicalizerPass());
      entry.addPass(createCSEPass());
      good = succeeded(manager.run(*copy.module));
    });
    if (!good)
      return Outcome::failed("passes failed: " + errors);
    return interpret(*copy.module, program);
  }
};
} // namespace

std::unique_ptr<Road> fuzz::makeCanonicalRoad() {
  return std::make_unique<CanonicalRoad>();
}
