//===- tools/tileiras/Remarks.h - what the assembler found out --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Remarks about compiled kernels, as text or as YAML documents in LLVM's form.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TILEIRAS_REMARKS_H
#define TESSERA_TOOLS_TILEIRAS_REMARKS_H

#include "tessera/Target/GpuKernel.h"

#include <string>

namespace tessera::tileiras {

/// One YAML document per kernel: block, shared memory and, where a cubin was
/// made, registers and spills (`!Missed` when there are spills).
std::string yamlRemarks(const gpu::CompiledModule &module);

} // namespace tessera::tileiras

#endif // TESSERA_TOOLS_TILEIRAS_REMARKS_H
