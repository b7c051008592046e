//===- tessera-opt.cpp - MLIR-style driver ------------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a module, runs the passes named on the command line, prints the result.
// Only the dialect and the passes that make sense for it are registered.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Dialect/CudaTile/Transforms/Passes.h"

#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

#include "llvm/Support/CommandLine.h"

using namespace mlir;
using tessera::cuda_tile::CudaTileDialect;

namespace {
/// Options that belong to the dialect of a context. They live in `main`'s frame
/// and reach the dialect when it is loaded.
struct DialectOptions {
  llvm::cl::opt<bool> warnHints{
      "Wunsupported-hints", llvm::cl::desc("Warn about unknown or invalid "
                                           "optimization hints")};
  llvm::cl::opt<bool> errorHints{
      "Werr-hints", llvm::cl::desc("Treat unknown or invalid optimization "
                                   "hints as errors")};
  llvm::cl::opt<bool> relaxations{
      "tile-ir-13.4", llvm::cl::desc("Apply the rule relaxations of 13.4 (more "
                                     "ftof roundings, return inside loop)")};

  void applyTo(CudaTileDialect &dialect) const {
    using Mode = CudaTileDialect::HintDiagnostics;
    dialect.setHintDiagnostics(errorHints  ? Mode::Error
                               : warnHints ? Mode::Warn
                                           : Mode::Off);
    dialect.setRelaxationsOf13_4(relaxations);
  }
};
} // namespace

int main(int argc, char **argv) {
  DialectOptions options;
  DialectRegistry registry;
  registry.insert<CudaTileDialect>();

  registerTransformsPasses();
  tessera::cuda_tile::registerCudaTilePasses();

  auto [input, output] = registerAndParseCLIOptions(
      argc, argv, "Tessera optimizer driver\n", registry);

  // The context is made inside MlirOptMain: hook the dialect's loading.
  struct ApplyOptions : DialectExtension<ApplyOptions, CudaTileDialect> {
    explicit ApplyOptions(const DialectOptions &options) : options(options) {}
    void apply(MLIRContext *, CudaTileDialect *dialect) const final {
      options.applyTo(*dialect);
    }
    const DialectOptions &options;
  };
  registry.addExtension(TypeID::get<ApplyOptions>(),
                        std::make_unique<ApplyOptions>(options));
  return asMainReturnCode(MlirOptMain(argc, argv, input, output, registry));
}
