//===- tessera/Codegen/CPU/Emit.h - LLVM dialect to machine code *- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a builtin.module in the LLVM dialect, whose kernels follow
// Target/CpuRuntimeABI.h, to LLVM IR text, assembly text or an object file. All
// of it is a function of (module, options): no file, environment variable or
// global is read, and equal inputs give equal bytes. Whatever is wrong with the
// module becomes an MLIR diagnostic.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CODEGEN_CPU_EMIT_H
#define TESSERA_CODEGEN_CPU_EMIT_H

#include "tessera/Target/CpuKernel.h"
#include "tessera/Target/CpuTarget.h"

#include "mlir/IR/BuiltinOps.h"

#include <optional>
#include <string>
#include <vector>

namespace tessera::cpu {

/// Passes over LLVM IR before instruction selection.
enum class IrPasses : uint8_t {
  /// Only what correctness asks for (always-inline).
  None,
  /// SROA, EarlyCSE, LICM, InstCombine, CFG simplification: the module is
  /// vector code already (cpu-baselines.md section 4).
  Short,
  /// LLVM's whole pipeline of the level.
  Full
};

struct CodegenOptions {
  CpuTarget target = hostCpuTarget();
  /// 0 to 3. 0: no IR passes, fast instruction selection; 1 and 2: short list;
  /// 3: whole pipeline.
  unsigned optLevel = 2;
  /// Replaces the level's choice.
  std::optional<IrPasses> irPasses;
  /// Wider vector values are refused: they cost seconds to compile, and
  /// beyond 32768 lanes LLVM aborts.
  unsigned maxVectorLanes = 1024;
  /// DWARF: lines of the source, parameters of entries; frame pointers.
  bool debugInfo = false;

  IrPasses passes() const {
    return irPasses        ? *irPasses
           : optLevel == 0 ? IrPasses::None
           : optLevel >= 3 ? IrPasses::Full
                           : IrPasses::Short;
  }
  /// Everything that changes the result, as text, for a cache key.
  std::string identity() const;
};

enum class EmitKind : uint8_t { LlvmIr, Assembly, Object };

/// Lets modules of a context made from `registry` be given to this header's
/// functions. Call it before the context is shared between threads.
void registerCpuCodegen(mlir::DialectRegistry &registry);

/// The kernels of `module` in its order. Fails, with diagnostics, when one does
/// not follow the ABI.
mlir::FailureOr<std::vector<KernelInfo>> collectKernels(mlir::ModuleOp module);

/// The module's code in the form asked for. Locations of other dialects in
/// `module` are replaced by the file positions they name.
mlir::FailureOr<std::string>
emitCode(mlir::ModuleOp module, const CodegenOptions &options, EmitKind kind);

/// emitCode(Object) with the metadata of the kernels.
mlir::FailureOr<CompiledObject> compileToObject(mlir::ModuleOp module,
                                                const CodegenOptions &options);

/// C header for an object file: per kernel its prototype and an inline function
/// `<symbol>_launch` with typed parameters (tessera/Runtime/CPU/tessera_rt.h).
/// `guard` becomes part of the include guard.
std::string emitCHeader(llvm::ArrayRef<KernelInfo> kernels,
                        llvm::StringRef guard);

} // namespace tessera::cpu

#endif // TESSERA_CODEGEN_CPU_EMIT_H
