//===- Codegen/NVPTX/Check.cpp - before and after LLVM's back end -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's NVPTX back end ends the process on operations it has no instruction
// for. Those that a lowering could produce by mistake are refused before, with
// the name of the function they stand in. After, the text gets our header and
// has to pass our verifier: a rejection is a defect of this compiler, and is
// reported as one.
//
//===----------------------------------------------------------------------===//

#include "EmitImpl.h"
#include "tessera/PTX/Parser.h"
#include "tessera/PTX/Verifier.h"
#include "tessera/Support/BuildIdentity.h"

#include "llvm/IR/InstIterator.h"
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

LogicalResult checkSelectable(ModuleOp source, const llvm::Module &module) {
  for (const llvm::Function &function : module)
    for (const llvm::Instruction &inst : llvm::instructions(function)) {
      if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
          call && isUnselectable(*call))
        return source.emitError("no PTX for '")
               << call->getCalledFunction()->getName() << "' in '"
               << function.getName() << "'";
      // Expanded inexactly.
      if (inst.getOpcode() == llvm::Instruction::FRem)
        return source.emitError("no PTX for 'frem' in '")
               << function.getName() << "'";
      if (llvm::isa<llvm::ResumeInst, llvm::InvokeInst>(inst))
        return source.emitError("no PTX for exceptions in '")
               << function.getName() << "'";
    }
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
  llvm::Expected<ptx::InstructionSet> instructions =
      ptx::InstructionSet::create();
  if (!instructions)
    return source.emitError(llvm::toString(instructions.takeError()));
  ptx::Diagnostics diagnostics;
  std::optional<ptx::Module> module = ptx::parse(text, diagnostics);
  if (module && ptx::verify(*module, *instructions, diagnostics))
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
