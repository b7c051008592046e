//===- Codegen/CPU/SpillRemarks.h - values without a register -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels for which the processor has too few registers, as remarks.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CODEGEN_CPU_SPILLREMARKS_H
#define TESSERA_LIB_CODEGEN_CPU_SPILLREMARKS_H

#include "../DiagnosticCollector.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/StringMap.h"

namespace tessera::cpu {

/// Tells of every kernel how many values the register allocation sends to the
/// stack, as remarks at the kernel. Does nothing where nobody wants these
/// remarks.
class SpillRemarks {
public:
  /// From now on `context` reports spills to this object, and errors to
  /// `collector`; both must outlive the code generation.
  SpillRemarks(mlir::ModuleOp module, llvm::LLVMContext &context,
               DiagnosticCollector &collector);

  void report() const;

private:
  struct Handler;
  struct Spills {
    unsigned stores = 0, loads = 0;
  };

  mlir::ModuleOp module;
  /// By the symbol of the kernel.
  llvm::StringMap<Spills> spills;
};

} // namespace tessera::cpu

#endif // TESSERA_LIB_CODEGEN_CPU_SPILLREMARKS_H
