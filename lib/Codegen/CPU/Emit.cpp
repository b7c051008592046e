//===- Codegen/CPU/Emit.cpp - LLVM dialect to machine code --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translation, IR passes and instruction selection. Code is position
// independent everywhere, so that the JIT, the cache and ahead-of-time
// objects are the same bytes.
//
// LLVM's backend ends the process on some inputs instead of reporting them. The
// ones a lowering could produce by mistake are refused before: vectors beyond
// maxVectorLanes, and anything LLVM's verifier objects to.
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/CPU/Emit.h"
#include "tessera/Codegen/Locations.h"
#include "tessera/Target/CpuRuntimeABI.h"

#include "../DiagnosticCollector.h"
#include "../IrPasses.h"
#include "../SelectivePassManager.h"
#include "Backends.h"
#include "DebugInfo.h"
#include "SpillRemarks.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"

using namespace mlir;

namespace tessera::cpu {

void registerCpuCodegen(DialectRegistry &registry) {
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
}

std::string CodegenOptions::identity() const {
  return target.identity() + " O" + std::to_string(optLevel) + " passes " +
         std::to_string(static_cast<unsigned>(passes())) +
         (debugInfo ? " debug" : "");
}

static std::unique_ptr<llvm::TargetMachine>
createTargetMachine(ModuleOp module, const CodegenOptions &options) {
  registerBackends();
  const CpuTarget &target = options.target;
  llvm::Triple triple(target.triple);
  std::string error;
  const llvm::Target *backend =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!backend) {
    module.emitError("no code generator for target '")
        << target.name << "': " << error;
    return nullptr;
  }
  static constexpr llvm::CodeGenOptLevel levels[] = {
      llvm::CodeGenOptLevel::None, llvm::CodeGenOptLevel::Less,
      llvm::CodeGenOptLevel::Default, llvm::CodeGenOptLevel::Aggressive};
  // LLVM moves and converts bf16 with instructions of these features, and they
  // flush subnormals. Functions that ask for the dot products get them alone.
  std::string features = target.features;
  if (triple.isX86())
    features += (features.empty() ? "" : ",") +
                std::string("-avx512bf16,-avxneconvert");
  llvm::TargetOptions targetOptions;
  std::unique_ptr<llvm::TargetMachine> machine(backend->createTargetMachine(
      triple, target.cpu, features, targetOptions, llvm::Reloc::PIC_,
      std::nullopt, levels[std::min(options.optLevel, 3u)]));
  if (!machine)
    module.emitError("no code generator for target '") << target.name << "'";
  return machine;
}

/// Values that LLVM's backend could only abort on, or take minutes for.
static LogicalResult checkVectors(ModuleOp module, unsigned maxLanes) {
  auto tooWide = [&](Type type) {
    auto vector = dyn_cast<VectorType>(type);
    return vector && vector.getNumElements() > static_cast<int64_t>(maxLanes);
  };
  WalkResult result = module.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (tooWide(type)) {
        op->emitError("expected vectors of at most ")
            << maxLanes << " elements, got " << type;
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// Masked stores of one known lane become scalar stores. LLVM 22 does that in
/// the x86 backend, but there a store that also truncates writes its source's
/// whole width.
static void storeSingleLanes(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::BasicBlock &block : function)
      for (llvm::Instruction &inst : llvm::make_early_inc_range(block)) {
        auto *store = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
        if (!store || store->getIntrinsicID() != llvm::Intrinsic::masked_store)
          continue;
        llvm::Value *value = store->getArgOperand(0);
        auto *mask = llvm::dyn_cast<llvm::Constant>(store->getArgOperand(2));
        auto *type = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
        if (!mask || !type)
          continue;
        std::optional<unsigned> only;
        bool isSingle = true;
        for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
          llvm::Constant *bit = mask->getAggregateElement(lane);
          if (bit && bit->isNullValue())
            continue;
          isSingle &= bit && bit->isOneValue() && !only;
          only = lane;
        }
        if (!isSingle || !only)
          continue;
        llvm::IRBuilder<> builder(store);
        llvm::Value *address = builder.CreateConstGEP1_64(
            type->getElementType(), store->getArgOperand(1), *only);
        // The vector's alignment need not be the lane's.
        builder.CreateAlignedStore(builder.CreateExtractElement(value, *only),
                                   address, llvm::Align(1));
        store->eraseFromParent();
      }
}

static void runIrPasses(llvm::Module &module, llvm::TargetMachine &machine,
                        const CodegenOptions &options) {
  runPasses(module, machine, [&](llvm::PassBuilder &builder) {
    llvm::ModulePassManager passes;
    switch (options.passes()) {
    case IrPasses::None:
      llvm::cantFail(builder.parsePassPipeline(passes, "always-inline"));
      break;
    case IrPasses::Short:
      llvm::cantFail(builder.parsePassPipeline(
          passes, "always-inline,function(sroa,early-cse<memssa>,simplifycfg,"
                  "loop-mssa(loop-rotate,licm),"
                  "instcombine<no-verify-fixpoint>,"
                  // Offsets that a mask has found not to be negative extend
                  // with zeros, which a load does for nothing.
                  "correlated-propagation)"));
      break;
    case IrPasses::Full:
      passes = builder.buildPerModuleDefaultPipeline(
          options.optLevel <= 1   ? llvm::OptimizationLevel::O1
          : options.optLevel == 2 ? llvm::OptimizationLevel::O2
                                  : llvm::OptimizationLevel::O3);
      break;
    }
    return passes;
  });
  storeSingleLanes(module);
}

/// The checked and translated module, before any IR pass.
static std::unique_ptr<llvm::Module> translate(ModuleOp module,
                                               const CodegenOptions &options,
                                               llvm::TargetMachine &machine,
                                               llvm::LLVMContext &context) {
  FailureOr<std::vector<KernelInfo>> kernels = collectKernels(module);
  if (failed(kernels) || failed(checkVectors(module, options.maxVectorLanes)))
    return nullptr;
  makeLocationsBuiltin(module);
  if (options.debugInfo && failed(addLineScopes(module)))
    return nullptr;
  std::unique_ptr<llvm::Module> result =
      translateModuleToLLVMIR(module, context, "tessera");
  if (!result) {
    module.emitError("module cannot be translated to LLVM IR");
    return nullptr;
  }
  result->setTargetTriple(machine.getTargetTriple());
  result->setDataLayout(machine.createDataLayout());
  std::string width = std::to_string(options.target.vectorBytes * 8);
  for (llvm::Function &function : *result) {
    if (function.isDeclaration())
      continue;
    StringRef dot(needsBf16DotAttr.data(), needsBf16DotAttr.size());
    if (function.hasFnAttribute(dot))
      function.addFnAttr(
          "target-features",
          (machine.getTargetFeatureString() + ",+avx512bf16").str());
    // No exception passes through a kernel: no unwind tables.
    function.setDoesNotThrow();
    // Profilers walk the stack by frame pointers.
    if (options.debugInfo)
      function.addFnAttr("frame-pointer", "all");
    function.addFnAttr("prefer-vector-width", width);
  }
  if (options.debugInfo)
    addVariables(*result, *kernels);
  std::string problem;
  llvm::raw_string_ostream os(problem);
  if (llvm::verifyModule(*result, &os)) {
    module.emitError("invalid LLVM IR: ") << problem;
    return nullptr;
  }
  return result;
}

/// Passes of the code generator that no module gets: processors with
/// out-of-order execution do themselves what scheduling after register
/// allocation would, which takes 4 % of a compile.
static constexpr llvm::StringLiteral leftOutAlways[] = {"post-RA-sched"};
/// Modules of so many LLVM instructions are kernels with many loops. Loop
/// strength reduction takes a quarter of their code generation, its analyses
/// alone 3 %, and their run time does not show it; loops that only move memory
/// are up to a tenth faster with it, and short.
static constexpr unsigned manyInstructions = 1000;
static constexpr llvm::StringLiteral leftOutOfMany[] = {"loop-reduce"};

static FailureOr<std::string> generate(ModuleOp source, llvm::Module &module,
                                       llvm::TargetMachine &machine,
                                       llvm::CodeGenFileType type) {
  llvm::SmallVector<char, 0> buffer;
  llvm::raw_svector_ostream os(buffer);
  llvm::SmallVector<llvm::StringLiteral, 2> leftOut(std::begin(leftOutAlways),
                                                    std::end(leftOutAlways));
  if (module.getInstructionCount() >= manyInstructions)
    llvm::append_range(leftOut, leftOutOfMany);
  SelectivePassManager passes(leftOut);
  if (machine.addPassesToEmitFile(passes, os, nullptr, type))
    return source.emitError("target cannot emit this kind of file");
  passes.run(module);
  return std::string(buffer.data(), buffer.size());
}

FailureOr<std::string> emitCode(ModuleOp module, const CodegenOptions &options,
                                EmitKind kind) {
  std::unique_ptr<llvm::TargetMachine> machine =
      createTargetMachine(module, options);
  if (!machine)
    return failure();
  llvm::LLVMContext context;
  DiagnosticCollector collector(context);
  SpillRemarks spills(module, context, collector);
  std::unique_ptr<llvm::Module> ir =
      translate(module, options, *machine, context);
  if (!ir)
    return failure();
  runIrPasses(*ir, *machine, options);

  FailureOr<std::string> result = failure();
  if (kind == EmitKind::LlvmIr) {
    std::string text;
    llvm::raw_string_ostream(text) << *ir;
    result = std::move(text);
  } else {
    result = generate(module, *ir, *machine,
                      kind == EmitKind::Assembly
                          ? llvm::CodeGenFileType::AssemblyFile
                          : llvm::CodeGenFileType::ObjectFile);
  }
  if (!collector.errors.empty())
    return module.emitError("code generation failed: ") << collector.errors;
  spills.report();
  return result;
}

FailureOr<CompiledObject> compileToObject(ModuleOp module,
                                          const CodegenOptions &options) {
  FailureOr<std::vector<KernelInfo>> kernels = collectKernels(module);
  if (failed(kernels))
    return failure();
  FailureOr<std::string> object = emitCode(module, options, EmitKind::Object);
  if (failed(object))
    return failure();
  return CompiledObject{std::move(*kernels), std::move(*object)};
}

} // namespace tessera::cpu
