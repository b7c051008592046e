//===- fuzz/Generator/Roads/GpuCompile.h - programs to PTX ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a program for a GPU in this process: what the roads that emulate the
// PTX and those that launch it on a device share.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_FUZZ_GENERATOR_ROADS_GPUCOMPILE_H
#define TESSERA_FUZZ_GENERATOR_ROADS_GPUCOMPILE_H

#include "../Road.h"
#include "tessera/Codegen/NVPTX/Emit.h"

namespace tessera::fuzz {

/// Options for a target by name, which must be known.
gpu::CodegenOptions gpuOptions(llvm::StringRef target);

/// The compiled program. On failure `why` says what the compiler reported: a
/// refusal, or a failure where it says that it made bad PTX.
mlir::FailureOr<gpu::CompiledModule>
compileForGpu(const Program &program, const gpu::CodegenOptions &options,
              Outcome &why);

} // namespace tessera::fuzz

#endif // TESSERA_FUZZ_GENERATOR_ROADS_GPUCOMPILE_H
