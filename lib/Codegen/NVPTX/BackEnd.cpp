//===- Codegen/NVPTX/BackEnd.cpp - LLVM IR to PTX text ------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's code generator, as far as it pays. What it does to IR before selecting
// instructions is meant for the code of a front end. Our lowering has already
// made addresses and wide accesses, in blocks of thousands of instructions, for
// which some of these passes need time that grows with the square of the block.
//
//===----------------------------------------------------------------------===//

#include "../SelectivePassManager.h"
#include "EmitImpl.h"

#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetOptions.h"

#include <mutex>

using namespace mlir;

namespace tessera::gpu {

static constexpr llvm::StringLiteral tripleText = "nvptx64-nvidia-cuda";

/// LLVM's registry is global and not safe to fill from two threads: it is
/// filled once.
static void registerBackend() {
  [[maybe_unused]] static const bool done = [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    return true;
  }();
}

namespace {
/// While it lives, machines for GPUs are made whose pointers to shared and
/// local memory have 32 bits, or 64. LLVM knows this as an option of the whole
/// process only; a machine asks for it once, when it is made.
class ShortPointers {
public:
  explicit ShortPointers(bool areShort) : lock(mutex), option(find()) {
    if (option) {
      before = *option;
      *option = areShort;
    }
  }
  ~ShortPointers() {
    if (option)
      *option = before;
  }
  ShortPointers(const ShortPointers &) = delete;

private:
  static llvm::cl::opt<bool> *find() {
    auto &options = llvm::cl::getRegisteredOptions();
    auto found = options.find("nvptx-short-ptr");
    return found == options.end()
               ? nullptr
               : static_cast<llvm::cl::opt<bool> *>(found->second);
  }

  static std::mutex mutex;
  std::lock_guard<std::mutex> lock;
  llvm::cl::opt<bool> *option;
  bool before = false;
};
} // namespace

std::mutex ShortPointers::mutex;

/// Whether the module says so of its pointers to shared memory. Modules that
/// others wrote may hand addresses of 64 bits to inline PTX.
static bool hasShortPointers(ModuleOp module) {
  auto text = module->getAttrOfType<StringAttr>(
      LLVM::LLVMDialect::getDataLayoutAttrName());
  if (!text)
    return false;
  llvm::Expected<llvm::DataLayout> layout =
      llvm::DataLayout::parse(text.getValue());
  if (!layout) {
    llvm::consumeError(layout.takeError());
    return false;
  }
  return layout->getPointerSizeInBits(/*AS=*/3) == 32;
}

std::unique_ptr<llvm::TargetMachine>
createTargetMachine(ModuleOp module, const CodegenOptions &options) {
  registerBackend();
  llvm::Triple triple(tripleText);
  std::string error;
  const llvm::Target *backend =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!backend) {
    module.emitError("no code generator for GPUs: ") << error;
    return nullptr;
  }
  static constexpr llvm::CodeGenOptLevel levels[] = {
      llvm::CodeGenOptLevel::None, llvm::CodeGenOptLevel::Less,
      llvm::CodeGenOptLevel::Default, llvm::CodeGenOptLevel::Aggressive};
  llvm::TargetOptions targetOptions;
  ShortPointers shortPointers(hasShortPointers(module));
  std::unique_ptr<llvm::TargetMachine> machine(backend->createTargetMachine(
      triple, options.target.ptxTarget,
      "+ptx" + std::to_string(options.target.ptxVersion), targetOptions,
      std::nullopt, std::nullopt, levels[std::min(options.optLevel, 3u)]));
  if (!machine)
    module.emitError("no code generator for '") << options.target.name << "'";
  return machine;
}

/// The PTX of all kernels of benchmarks/ and examples/ was compared with and
/// without each (docs/gpu-codegen.md has the figures).
static constexpr llvm::StringLiteral leftOut[] = {
    // Differences of addresses: quadratic, and 2/3 of a whole compile.
    "slsr",
    "nary-reassociate",
    // Once more after our own early-cse.
    "gvn",
    // Induction variables are as the lowering made them; ptxas has its own.
    "loop-reduce",
    // Accesses are as wide as facts about them allow when they are made.
    "load-store-vectorizer",
};

llvm::ArrayRef<llvm::StringLiteral> backEndPassesLeftOut() { return leftOut; }

FailureOr<std::string> runBackEnd(ModuleOp source, llvm::Module &module,
                                  llvm::TargetMachine &machine) {
  llvm::SmallVector<char, 0> buffer;
  llvm::raw_svector_ostream os(buffer);
  SelectivePassManager passes(leftOut);
  // The module was verified after translation, and the PTX will be.
  if (machine.addPassesToEmitFile(passes, os, nullptr,
                                  llvm::CodeGenFileType::AssemblyFile,
                                  /*DisableVerify=*/true))
    return source.emitError("target cannot emit PTX");
  passes.run(module);
  return std::string(buffer.data(), buffer.size());
}

} // namespace tessera::gpu
