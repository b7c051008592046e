//===- tessera-opt.cpp - MLIR-style driver ------------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a module (text or bytecode), runs the passes named on the command line,
// prints the result. Knows cuda_tile, nv_tileaa and the upstream dialects that
// nv_tileaa programs use.
//
//===----------------------------------------------------------------------===//

#include "tessera/Bytecode/Reader.h"
#include "tessera/Bytecode/Version.h"
#include "tessera/Conversion/CudaTileToTileAA/Passes.h"
#include "tessera/Conversion/TileAAToTileAS/TileAAToTileAS.h"
#include "tessera/Conversion/TileAAToVector/TileAAToVector.h"
#include "tessera/Conversion/TileASToNVVM/TileASToNVVM.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Dialect/CudaTile/Transforms/Passes.h"
#include "tessera/Dialect/TileAA/Analysis/Passes.h"
#include "tessera/Dialect/TileAA/IR/TileAA.h"
#include "tessera/Dialect/TileAA/Transforms/Passes.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Pipelines/Cpu.h"
#include "tessera/Pipelines/GpuPhases.h"
#include "tessera/Support/CrashReport.h"
#include "tessera/Support/TextGuard.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using tessera::cuda_tile::CudaTileDialect;

namespace {
/// Options that belong to the dialect of a context. They live in `main`'s frame
/// and reach the dialect when it is loaded.
struct DialectOptions {
  llvm::cl::opt<bool> warnHints{"Wunsupported-hints",
                                llvm::cl::desc("Warn about unknown or invalid "
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

/// The text of the Tile IR module in `bytecode`, with its locations; null,
/// after a diagnostic, if it is malformed.
static std::unique_ptr<llvm::MemoryBuffer>
disassemble(const llvm::MemoryBuffer &bytecode) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  OwningOpRef<tessera::cuda_tile::ModuleOp> module =
      tessera::bytecode::readBytecode(bytecode.getMemBufferRef(), &context);
  if (!module)
    return nullptr;
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os, OpPrintingFlags().enableDebugInfo());
  return llvm::MemoryBuffer::getMemBufferCopy(text,
                                              bytecode.getBufferIdentifier());
}

/// The file's text, or null after a diagnostic.
static std::unique_ptr<llvm::MemoryBuffer> openText(StringRef name) {
  std::string reason;
  std::unique_ptr<llvm::MemoryBuffer> buffer = openInputFile(name, &reason);
  if (!buffer) {
    llvm::errs() << reason << "\n";
    return nullptr;
  }
  if (tessera::bytecode::isBytecode(buffer->getBuffer()))
    return disassemble(*buffer);
  if (std::optional<tessera::TextProblem> problem =
          tessera::findUnparsableText(buffer->getBuffer())) {
    llvm::errs() << buffer->getBufferIdentifier() << ":" << problem->line << ":"
                 << problem->column << ": error: " << problem->reason << "\n";
    return nullptr;
  }
  return buffer;
}

int main(int argc, char **argv) {
  tessera::crash::install("tessera-opt");
  DialectOptions options;
  DialectRegistry registry;
  registry.insert<CudaTileDialect, tessera::tileaa::TileAADialect,
                  tessera::tileas::TileASDialect, arith::ArithDialect,
                  math::MathDialect, scf::SCFDialect, ub::UBDialect,
                  LLVM::LLVMDialect, NVVM::NVVMDialect>();
  registerTransformsPasses();
  tessera::cuda_tile::registerCudaTilePasses();
  tessera::tileaa::registerTileAAPasses();
  tessera::tileaa::registerTileAAAnalysisPasses();
  tessera::tileas::registerTileASPasses();
  tessera::registerCudaTileToTileAAPasses();
  tessera::cpu::registerTileAAToVectorPasses();
  tessera::gpu::registerTileAAToTileASPasses();
  tessera::gpu::registerTileASToNVVMPasses();
  tessera::registerCpuPipelines();
  tessera::registerGpuPipelines();
  auto [inputName, outputName] = registerAndParseCLIOptions(
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

  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldListPasses()) {
    printRegisteredPasses();
    return EXIT_SUCCESS;
  }
  std::unique_ptr<llvm::MemoryBuffer> input = openText(inputName);
  if (!input)
    return EXIT_FAILURE;
  std::string reason;
  std::unique_ptr<llvm::ToolOutputFile> output =
      openOutputFile(outputName, &reason);
  if (!output) {
    llvm::errs() << reason << "\n";
    return EXIT_FAILURE;
  }
  if (failed(MlirOptMain(output->os(), std::move(input), registry, config)))
    return EXIT_FAILURE;
  output->keep();
  return EXIT_SUCCESS;
}
