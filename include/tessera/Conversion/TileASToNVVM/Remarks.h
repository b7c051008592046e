//===- TileASToNVVM/Remarks.h - which instructions ops became ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Optimisation remarks of the GPU road, through MLIR's remark engine: for each
// access, product, reduction and layout conversion the classes of instructions
// it became, counted in the lowered code itself; and what it could not become,
// with the fact that was missing. Nothing is computed without an engine.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CONVERSION_TILEASTONVVM_REMARKS_H
#define TESSERA_CONVERSION_TILEASTONVVM_REMARKS_H

#include "tessera/Target/GpuTarget.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace tessera::gpu {

/// Categories of the remarks, which filters name: "memory", "product",
/// "reduction", "layout", "kernel".
llvm::ArrayRef<llvm::StringLiteral> remarkCategories();

/// "ld.global.v2.b64", "mma.sync.m16n8k16.row.col.f32.f32", "bar.sync"; empty
/// for what is neither memory, product, shuffle nor barrier. Fused operations
/// have a class too.
std::string instructionClass(mlir::Operation *op);

class LoweringRemarks {
public:
  /// Looks at the nv_tileas functions of `module`, which are about to be
  /// lowered.
  LoweringRemarks(mlir::ModuleOp module, const GpuTarget &target);
  ~LoweringRemarks();

  /// Emits the remarks; the llvm functions stand in `module` now.
  void report(mlir::ModuleOp module);

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace tessera::gpu

#endif // TESSERA_CONVERSION_TILEASTONVVM_REMARKS_H
