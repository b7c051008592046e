//===- tessera/Codegen/NVPTX/Ptxas.h - the external assembler ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas of a CUDA toolkit turns PTX into a cubin. It is never needed: who asks
// for a cubin where there is none gets an error that says so.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CODEGEN_NVPTX_PTXAS_H
#define TESSERA_CODEGEN_NVPTX_PTXAS_H

#include "tessera/Target/GpuKernel.h"
#include "tessera/Target/GpuTarget.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace tessera::gpu {

/// ptxas beside `executable` (if that is not empty), else of the bin folder of
/// $CUDA_HOME, $CUDA_PATH, $CUDA_ROOT or $CUDA_TOOLKIT_PATH, else of PATH;
/// nothing when there is none.
std::optional<std::string> findPtxas(llvm::StringRef executable = {});

struct AssemblerOptions {
  /// 0 to 3.
  unsigned optLevel = 3;
  bool lineInfo = false;
  /// Without optimisation, for a debugger.
  bool deviceDebug = false;
};

/// Fills in `module.cubin` and the kernels' figures with the assembler at
/// `ptxas`. Temporary files are gone afterwards. Fails with the assembler's
/// first error, and for targets it does not know.
llvm::Error assemble(CompiledModule &module, llvm::StringRef ptxas,
                     const AssemblerOptions &options);

/// Reads what `ptxas -v` says about the kernels of `module`. Lines that say
/// something else are passed over.
void readFigures(llvm::StringRef report, CompiledModule &module);

} // namespace tessera::gpu

#endif // TESSERA_CODEGEN_NVPTX_PTXAS_H
