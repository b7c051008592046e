//===- Codegen/CPU/Backends.cpp - LLVM's code generators --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's registry is global and not safe to fill from two threads: it is filled
// once. The assembly parsers are for inline assembly, on which LLVM would end
// the process without them.
//
//===----------------------------------------------------------------------===//

#include "Backends.h"

#include "llvm/Support/TargetSelect.h"

namespace tessera::cpu {

void registerBackends() {
  [[maybe_unused]] static const bool done = [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeX86AsmParser();
    LLVMInitializeAArch64TargetInfo();
    LLVMInitializeAArch64Target();
    LLVMInitializeAArch64TargetMC();
    LLVMInitializeAArch64AsmPrinter();
    LLVMInitializeAArch64AsmParser();
    return true;
  }();
}

} // namespace tessera::cpu
