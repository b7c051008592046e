//===- Codegen/IrPasses.h - run passes of LLVM on a module -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sets up the analyses that LLVM's passes need and runs a list of passes. Each
// code generator chooses its own list.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CODEGEN_IRPASSES_H
#define TESSERA_LIB_CODEGEN_IRPASSES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Target/TargetMachine.h"

namespace tessera {

/// LLVM's file system of the machine, which PassBuilder asks for. LLVM takes
/// its own share of it back when the process ends, at which other threads may
/// still compile; this one stays.
inline llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> realFileSystem() {
  static const auto &kept =
      *new llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>(
          llvm::vfs::getRealFileSystem());
  return kept;
}

/// Runs the passes that `choose` returns on `module`.
inline void runPasses(
    llvm::Module &module, llvm::TargetMachine &machine,
    llvm::function_ref<llvm::ModulePassManager(llvm::PassBuilder &)> choose) {
  llvm::LoopAnalysisManager loopAnalyses;
  llvm::FunctionAnalysisManager functionAnalyses;
  llvm::CGSCCAnalysisManager cgsccAnalyses;
  llvm::ModuleAnalysisManager moduleAnalyses;
  llvm::PassBuilder builder(&machine, llvm::PipelineTuningOptions(),
                            /*PGOOpt=*/std::nullopt, /*PIC=*/nullptr,
                            realFileSystem());
  builder.registerModuleAnalyses(moduleAnalyses);
  builder.registerCGSCCAnalyses(cgsccAnalyses);
  builder.registerFunctionAnalyses(functionAnalyses);
  builder.registerLoopAnalyses(loopAnalyses);
  builder.crossRegisterProxies(loopAnalyses, functionAnalyses, cgsccAnalyses,
                               moduleAnalyses);
  choose(builder).run(module, moduleAnalyses);
}

} // namespace tessera

#endif // TESSERA_LIB_CODEGEN_IRPASSES_H
