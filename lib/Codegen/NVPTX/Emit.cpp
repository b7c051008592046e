//===- Codegen/NVPTX/Emit.cpp - LLVM and NVVM dialect to PTX ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translation, IR passes and instruction selection, on a copy of the module.
// The pass list is short: the module is scalar code whose loops the lowering
// has unrolled as far as it wants (gpu-facts.md 13.14).
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/NVPTX/Emit.h"

#include "../DiagnosticCollector.h"
#include "../IrPasses.h"
#include "EmitImpl.h"
#include "tessera/Codegen/Locations.h"

#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace mlir;

namespace tessera::gpu {

void registerGpuCodegen(DialectRegistry &registry) {
  registry.insert<LLVM::LLVMDialect, NVVM::NVVMDialect>();
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
}

std::string CodegenOptions::identity() const {
  return target.identity() + " O" + std::to_string(optLevel) +
         (lineInfo ? " lines" : "") + (deviceDebug ? " debug" : "") +
         (gridLaunch ? " grid-launch" : "") +
         (dependentLaunch ? " dependent-launch" : "");
}

//===----------------------------------------------------------------------===//
// The module before translation
//===----------------------------------------------------------------------===//

/// The target as the way of launching leaves it.
static GpuTarget launchTarget(const CodegenOptions &options) {
  GpuTarget target = options.target;
  if (options.gridLaunch)
    target.staticSharedBytes = target.mostStaticSharedBytes;
  return target;
}

/// The pool becomes an array of its size where that may be static.
static void declarePool(ModuleOp module, const GpuTarget &target) {
  std::optional<uint64_t> bytes = staticPoolBytes(module, target);
  if (!bytes)
    return;
  OpBuilder builder(module.getContext());
  for (auto global : module.getOps<LLVM::GlobalOp>()) {
    if (!isSharedPool(global))
      continue;
    auto array = cast<LLVM::LLVMArrayType>(global.getGlobalType());
    global.setGlobalType(LLVM::LLVMArrayType::get(
        array.getElementType(), std::max<uint64_t>(*bytes, 1)));
    global.setLinkage(LLVM::Linkage::Internal);
    Region &body = global.getInitializerRegion();
    builder.createBlock(&body);
    Value none =
        LLVM::UndefOp::create(builder, global.getLoc(), global.getGlobalType());
    LLVM::ReturnOp::create(builder, global.getLoc(), none);
  }
}

/// Whether a kernel says itself where it depends on the kernel before it.
static bool saysDependency(LLVM::LLVMFuncOp function) {
  return function
      .walk([](LLVM::InlineAsmOp assembly) {
        return assembly.getAsmString().contains("griddepcontrol.wait")
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// How the driver is to launch the kernels.
static void adaptLaunches(ModuleOp module, const CodegenOptions &options) {
  StringRef kernel = NVVM::NVVMDialect::getKernelFuncAttrName();
  bool waits = options.dependentLaunch &&
               options.target.has(GpuCapability::DependentLaunch);
  OpBuilder b(module.getContext());
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    if (!function->hasAttr(kernel) || function.isExternal())
      continue;
    // The grid of such a launch counts clusters. Without clusters the driver
    // takes the block from .reqntid, and starts blocks faster (ADR 0018).
    if (options.gridLaunch &&
        function->hasAttr(NVVM::NVVMDialect::getClusterDimAttrName()))
      function->setAttr(NVVM::NVVMDialect::getBlocksAreClustersAttrName(),
                        b.getUnitAttr());
    if (waits && !saysDependency(function)) {
      b.setInsertionPointToStart(&function.getBody().front());
      LLVM::InlineAsmOp::create(b, function.getLoc(), TypeRange(), ValueRange(),
                                "griddepcontrol.wait;", "~{memory}",
                                /*has_side_effects=*/true,
                                /*is_align_stack=*/false,
                                LLVM::TailCallKind::None,
                                LLVM::AsmDialectAttr(), ArrayAttr());
    }
  }
}

/// Everything that is still to be done in MLIR.
static LogicalResult prepare(ModuleOp module, const CodegenOptions &options) {
  declarePool(module, launchTarget(options));
  adaptLaunches(module, options);
  makeLocationsPlain(module);
  PassManager passes(module.getContext(), ModuleOp::getOperationName());
  // NVVM ops that are inline PTX.
  passes.addPass(createConvertNVVMToLLVMPass());
  if (options.lineInfo || options.deviceDebug) {
    // Full information makes the target `sm_X, debug`, and ptxas wants -g.
    LLVM::DIScopeForLLVMFuncOpPassOptions scopes;
    scopes.emissionKind = options.deviceDebug
                              ? LLVM::DIEmissionKind::Full
                              : LLVM::DIEmissionKind::DebugDirectivesOnly;
    passes.addPass(LLVM::createDIScopeForLLVMFuncOpPass(scopes));
  }
  return passes.run(module);
}

//===----------------------------------------------------------------------===//
// LLVM IR
//===----------------------------------------------------------------------===//

/// MLIR cannot say that inline PTX is convergent, and without it LLVM may
/// duplicate a barrier into the two arms of a branch.
static void markInlinePtx(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::Instruction &inst : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&inst);
          call && call->isInlineAsm()) {
        call->setDoesNotThrow();
        auto *text = llvm::cast<llvm::InlineAsm>(call->getCalledOperand());
        if (text->hasSideEffects())
          call->addFnAttr(llvm::Attribute::Convergent);
      }
}

/// LLVM's instruction selection fails on ordered loads of constants, which it
/// takes for invariant ones.
static void protectOrderedLoads(llvm::Module &module) {
  auto isOrderedLoad = [](const llvm::Instruction &inst) {
    auto *load = llvm::dyn_cast<llvm::LoadInst>(&inst);
    return load && load->isAtomic();
  };
  if (llvm::none_of(module, [&](const llvm::Function &function) {
        return llvm::any_of(llvm::instructions(function), isOrderedLoad);
      }))
    return;
  for (llvm::GlobalVariable &global : module.globals())
    global.setConstant(false);
}

/// The checked and translated module, before any IR pass.
static std::unique_ptr<llvm::Module> translate(ModuleOp module,
                                               const CodegenOptions &options,
                                               llvm::TargetMachine &machine,
                                               llvm::LLVMContext &context) {
  OwningOpRef<ModuleOp> copy(module.clone());
  if (failed(prepare(*copy, options)))
    return nullptr;
  std::unique_ptr<llvm::Module> result =
      translateModuleToLLVMIR(*copy, context, "tessera");
  if (!result) {
    module.emitError("module cannot be translated to LLVM IR");
    return nullptr;
  }
  result->setTargetTriple(machine.getTargetTriple());
  result->setDataLayout(machine.createDataLayout());
  if (failed(linkDeviceLibrary(module, *result)))
    return nullptr;
  markInlinePtx(*result);
  protectOrderedLoads(*result);
  for (llvm::Function &function : *result)
    if (!function.isDeclaration())
      function.setDoesNotThrow();
  std::string problem;
  llvm::raw_string_ostream os(problem);
  if (llvm::verifyModule(*result, &os)) {
    module.emitError("invalid LLVM IR: ") << problem;
    return nullptr;
  }
  return result;
}

static void runIrPasses(llvm::Module &module, llvm::TargetMachine &machine,
                        unsigned optLevel) {
  runPasses(module, machine, [&](llvm::PassBuilder &builder) {
    llvm::ModulePassManager passes;
    llvm::cantFail(builder.parsePassPipeline(
        passes,
        optLevel == 0
            ? "always-inline,globaldce"
            : "always-inline,globaldce,function(sroa,early-cse<memssa>,"
              "simplifycfg,loop-mssa(licm),"
              "instcombine<no-verify-fixpoint>,early-cse<memssa>,dce)"));
    return passes;
  });
}

FailureOr<std::string> emitCode(ModuleOp module, const CodegenOptions &options,
                                EmitKind kind) {
  if (failed(collectKernels(module, launchTarget(options))))
    return failure();
  std::unique_ptr<llvm::TargetMachine> machine =
      createTargetMachine(module, options);
  if (!machine)
    return failure();
  llvm::LLVMContext context;
  DiagnosticCollector collector(context);
  PhaseTimes::Scope translation(options.times, "llvm-ir");
  std::unique_ptr<llvm::Module> ir =
      translate(module, options, *machine, context);
  if (!ir)
    return failure();
  translation.stop();
  PhaseTimes::Scope irPasses(options.times, "ir passes");
  runIrPasses(*ir, *machine, options.optLevel);
  guardLoopTests(*ir);
  guardMaskedConversions(*ir);
  takeNibblesOfBytes(*ir);
  if (options.optLevel > 0) {
    testElementsByConstants(*ir);
    sharePhases(*ir);
    recomputeInvariants(*ir, options.target);
  }
  // Where exponentials bind: beside tensor memory.
  if (options.optLevel > 0 && options.target.has(GpuCapability::Tcgen05))
    spreadSpecials(*ir);
  irPasses.stop();
  if (kind == EmitKind::LlvmIr) {
    std::string text;
    llvm::raw_string_ostream(text) << *ir;
    return text;
  }
  if (failed(checkSelectable(module, *ir, options.target)))
    return failure();
  PhaseTimes::Scope backEnd(options.times, "back end");
  FailureOr<std::string> text = runBackEnd(module, *ir, *machine);
  backEnd.stop();
  if (!collector.errors.empty())
    return module.emitError("code generation failed: ") << collector.errors;
  if (failed(text))
    return failure();
  PhaseTimes::Scope check(options.times, "verify ptx");
  return finishPtx(module, std::move(*text), options);
}

FailureOr<CompiledModule> compileToPtx(ModuleOp module,
                                       const CodegenOptions &options) {
  FailureOr<std::vector<KernelInfo>> kernels =
      collectKernels(module, launchTarget(options));
  if (failed(kernels))
    return failure();
  FailureOr<std::string> text = emitCode(module, options, EmitKind::Ptx);
  if (failed(text))
    return failure();
  CompiledModule result;
  result.target = options.target.name;
  result.kernels = std::move(*kernels);
  result.ptx = std::move(*text);
  return result;
}

} // namespace tessera::gpu
