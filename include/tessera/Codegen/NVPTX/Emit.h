//===- tessera/Codegen/NVPTX/Emit.h - LLVM and NVVM dialect to PTX *- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a builtin.module in the LLVM and NVVM dialects to LLVM IR or PTX text.
// All of it is a function of (module, options): no file, environment variable
// or global is read, and equal inputs give equal bytes. Whatever is wrong with
// the module becomes an MLIR diagnostic. PTX that our own verifier rejects is
// never returned.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CODEGEN_NVPTX_EMIT_H
#define TESSERA_CODEGEN_NVPTX_EMIT_H

#include "tessera/Dialect/TileAS/IR/TileASDialect.h"
#include "tessera/Support/PhaseTimes.h"
#include "tessera/Target/GpuKernel.h"
#include "tessera/Target/GpuTarget.h"

#include "mlir/IR/BuiltinOps.h"

#include <string>
#include <vector>

namespace tessera::gpu {

/// On a kernel (i64): bytes it uses of the module's shared memory pool, an
/// external global of no elements in address space 3.
inline constexpr llvm::StringLiteral sharedBytesAttr =
    tileas::kSharedBytesAttrName;

struct CodegenOptions {
  GpuTarget target;
  /// 0 to 3. 0: only inlining of what must be inlined.
  unsigned optLevel = 3;
  /// `.loc` directives with the positions of the Tile IR source.
  bool lineInfo = true;
  /// Full debug information, for a debugger: ptxas does not optimise then.
  bool deviceDebug = false;
  /// Launches give the grid and nothing else: a block of (1, 1, 1) and no
  /// dynamic shared memory. Where the target has clusters they count clusters
  /// of one block, and the driver takes the number of threads from the kernel;
  /// where shared memory may be static, all of it is.
  bool gridLaunch = false;
  /// Kernels that do not say themselves where they depend on the kernel before
  /// them wait for it first, so that they may be launched while it still runs.
  /// Only where the target has dependent launches.
  bool dependentLaunch = false;
  /// Gets an entry per phase of the compile; may be null.
  PhaseTimes *times = nullptr;

  /// Everything that changes the result, as text, for a cache key.
  std::string identity() const;
};

enum class EmitKind : uint8_t { LlvmIr, Ptx };

/// Lets modules of a context made from `registry` be given to this header's
/// functions. Call it before the context is shared between threads.
void registerGpuCodegen(mlir::DialectRegistry &registry);

/// The passes of LLVM's code generator that are not run, by their names on a
/// command line.
llvm::ArrayRef<llvm::StringLiteral> backEndPassesLeftOut();

/// The kernels of `module` in its order. Fails, with diagnostics, when one
/// cannot be launched on `target`: block, parameters or shared memory beyond
/// its limits.
mlir::FailureOr<std::vector<KernelInfo>>
collectKernels(mlir::ModuleOp module, const GpuTarget &target);

/// The module's code in the form asked for. `module` is not changed.
mlir::FailureOr<std::string>
emitCode(mlir::ModuleOp module, const CodegenOptions &options, EmitKind kind);

/// emitCode(Ptx) with the metadata of the kernels.
mlir::FailureOr<CompiledModule> compileToPtx(mlir::ModuleOp module,
                                             const CodegenOptions &options);

} // namespace tessera::gpu

#endif // TESSERA_CODEGEN_NVPTX_EMIT_H
