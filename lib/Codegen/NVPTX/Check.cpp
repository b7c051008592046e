//===- Codegen/NVPTX/Check.cpp - before and after LLVM's back end -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's NVPTX back end ends the process on operations it has no instruction
// for. Those that a lowering could produce by mistake, or a module written by
// hand could ask for, are refused before, at their place in the source. After,
// the text gets our header and has to pass our verifier: a rejection is a
// defect of this compiler, and is reported as one.
//
//===----------------------------------------------------------------------===//

#include "EmitImpl.h"
#include "tessera/PTX/Parser.h"
#include "tessera/PTX/Verifier.h"
#include "tessera/Support/BuildIdentity.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace tessera::gpu {

/// Intrinsics without an instruction (gpu-facts.md 12); the device library has
/// functions instead.
static bool isUnselectable(const llvm::IntrinsicInst &call) {
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::exp:
  case llvm::Intrinsic::exp10:
  case llvm::Intrinsic::log:
  case llvm::Intrinsic::log2:
  case llvm::Intrinsic::log10:
  case llvm::Intrinsic::pow:
  case llvm::Intrinsic::powi:
  case llvm::Intrinsic::tan:
  case llvm::Intrinsic::asin:
  case llvm::Intrinsic::acos:
  case llvm::Intrinsic::atan:
  case llvm::Intrinsic::atan2:
  case llvm::Intrinsic::sinh:
  case llvm::Intrinsic::cosh:
    return true;
  case llvm::Intrinsic::sin:
  case llvm::Intrinsic::cos:
  case llvm::Intrinsic::tanh:
    return !call.hasApproxFunc() || call.getType()->isDoubleTy();
  case llvm::Intrinsic::exp2:
    return call.getType()->isDoubleTy();
  default:
    return false;
  }
}

/// An atomic access or fence in the scope of a cluster, or an atomic access to
/// the shared memory of another block.
static bool concernsClusters(const llvm::Instruction &inst) {
  std::optional<llvm::SyncScope::ID> scope = llvm::getAtomicSyncScopeID(&inst);
  if (!scope)
    return false;
  llvm::SmallVector<llvm::StringRef> names;
  inst.getContext().getSyncScopeNames(names);
  if (names[*scope] == "cluster")
    return true;
  const llvm::Value *pointer = llvm::getLoadStorePointerOperand(&inst);
  if (auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&inst))
    pointer = update->getPointerOperand();
  else if (auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&inst))
    pointer = exchange->getPointerOperand();
  return pointer &&
         pointer->getType()->getPointerAddressSpace() == clusterSpace;
}

/// Where the operation stands that became `inst`, as far as that is known.
static Location locationOf(ModuleOp source, const llvm::Instruction &inst) {
  const llvm::DILocation *location = inst.getDebugLoc().get();
  if (!location || location->getLine() == 0)
    return source.getLoc();
  return FileLineColLoc::get(source.getContext(), location->getFilename(),
                             location->getLine(), location->getColumn());
}

/// "needs target sm_90a or sm_100f, got sm_80".
static std::string wrongTarget(llvm::StringRef needed,
                               const GpuTarget &target) {
  llvm::SmallVector<llvm::StringRef> names;
  needed.split(names, ' ');
  return " needs target sm_" + llvm::join(names, " or sm_") + ", got " +
         target.name;
}

/// What is to be said of an instruction that `target` has no PTX for; empty if
/// it has.
static std::string refusal(const llvm::Instruction &inst,
                           const GpuTarget &target) {
  if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst)) {
    std::string name = call->getCalledFunction()->getName().str();
    if (isUnselectable(*call))
      return "no PTX for '" + name + "'";
    llvm::StringRef targets = targetsOf(*call);
    if (!targets.empty() && !target.runs(targets))
      return "'" + name + "'" + wrongTarget(targets, target);
    return "";
  }
  // Expanded inexactly.
  if (inst.getOpcode() == llvm::Instruction::FRem)
    return "no PTX for 'frem'";
  if (llvm::isa<llvm::ResumeInst, llvm::InvokeInst>(inst))
    return "no PTX for exceptions";
  if (!target.has(GpuCapability::Clusters) && concernsClusters(inst))
    return "access in the scope of a cluster" + wrongTarget("90", target);
  return "";
}

LogicalResult checkSelectable(ModuleOp source, const llvm::Module &module,
                              const GpuTarget &target) {
  for (const llvm::Function &function : module)
    for (const llvm::Instruction &inst : llvm::instructions(function))
      if (std::string reason = refusal(inst, target); !reason.empty())
        return emitError(locationOf(source, inst))
               << reason << " in '" << function.getName() << "'";
  return success();
}

FailureOr<std::string> finishPtx(ModuleOp source, std::string text,
                                 const CodegenOptions &options) {
  // LLVM's comment block ends where the directives begin.
  size_t begin = text.find(".version");
  if (begin == std::string::npos)
    return source.emitError("LLVM gave no PTX module");
  text = "// Tessera " + versionNumber() + ", " + options.identity() + "\n" +
         text.substr(begin);
  ptx::Diagnostics diagnostics;
  std::optional<ptx::Module> module = ptx::parse(text, diagnostics);
  if (module &&
      ptx::verify(*module, ptx::InstructionSet::builtin(), diagnostics))
    return text;
  InFlightDiagnostic error =
      source.emitError("generated PTX is not well-formed: ");
  error << (diagnostics.empty() ? std::string("no reason")
                                : diagnostics.front().render("ptx"));
  // The line itself, so that the report can be acted on.
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(text).split(lines, '\n');
  uint32_t line = diagnostics.empty() ? 0 : diagnostics.front().location.line;
  if (line >= 1 && line <= lines.size())
    error << ": " << lines[line - 1].trim();
  return failure();
}

} // namespace tessera::gpu
