//===- Codegen/CPU/DebugInfo.h - what debuggers read of kernels ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Debug information of native code: lines of Tile IR, the parameters of an
// entry and the tile block it runs as.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CODEGEN_CPU_DEBUGINFO_H
#define TESSERA_LIB_CODEGEN_CPU_DEBUGINFO_H

#include "tessera/Target/CpuKernel.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Module.h"

namespace tessera::cpu {

/// Gives each function of `module` (LLVM dialect) a subprogram, whose lines are
/// those of the operations.
mlir::LogicalResult addLineScopes(mlir::ModuleOp module);

/// Keeps the parameters of each kernel, and the coordinates of its tile block,
/// in variables that a debugger can show anywhere in the kernel.
void addVariables(llvm::Module &module, llvm::ArrayRef<KernelInfo> kernels);

} // namespace tessera::cpu

#endif // TESSERA_LIB_CODEGEN_CPU_DEBUGINFO_H
