//===- Codegen/SelectivePassManager.h - passes left out -----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass manager of LLVM that leaves out passes by name. LLVM's code
// generators add their passes themselves and offer no way to omit some.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CODEGEN_SELECTIVEPASSMANAGER_H
#define TESSERA_LIB_CODEGEN_SELECTIVEPASSMANAGER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Pass.h"
#include "llvm/PassInfo.h"

namespace tessera {

/// LLVM's code generator asks to add passes: those named in `leftOut` (as on
/// llc's command line, `loop-reduce`) are not, nor analyses only they need.
class SelectivePassManager final : public llvm::legacy::PassManager {
public:
  explicit SelectivePassManager(llvm::ArrayRef<llvm::StringLiteral> leftOut)
      : leftOut(leftOut) {}

  void add(llvm::Pass *pass) override {
    const llvm::PassInfo *info = llvm::Pass::lookupPassInfo(pass->getPassID());
    if (info && llvm::is_contained(leftOut, info->getPassArgument())) {
      delete pass;
      return;
    }
    llvm::legacy::PassManager::add(pass);
  }

private:
  llvm::ArrayRef<llvm::StringLiteral> leftOut;
};

} // namespace tessera

#endif // TESSERA_LIB_CODEGEN_SELECTIVEPASSMANAGER_H
