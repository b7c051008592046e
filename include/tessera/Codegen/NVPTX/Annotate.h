//===- Codegen/NVPTX/Annotate.h - PTX with its source beside it -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For readers of generated code.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CODEGEN_NVPTX_ANNOTATE_H
#define TESSERA_CODEGEN_NVPTX_ANNOTATE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace tessera::gpu {

/// The text of `line` (from 1) of `file`, or nothing.
using SourceLines = llvm::function_ref<std::optional<llvm::StringRef>(
    llvm::StringRef file, unsigned line)>;

/// `ptx` with a comment behind each `.loc` that begins another line of the
/// source: "// kernel.mlir:12: %sum = addf ...". Nothing else changes.
std::string annotatePtx(llvm::StringRef ptx, SourceLines lines);

} // namespace tessera::gpu

#endif // TESSERA_CODEGEN_NVPTX_ANNOTATE_H
