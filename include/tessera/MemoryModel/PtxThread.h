//===- MemoryModel/PtxThread.h - PTX and host threads of a test -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The small PTX of litmus tests: ld, st and fence with orders and scopes,
// optionally predicated on a register's value. PTX and host threads order by
// program order.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_MEMORYMODEL_PTXTHREAD_H
#define TESSERA_MEMORYMODEL_PTXTHREAD_H

#include "tessera/MemoryModel/Trace.h"

namespace tessera::memmodel {

/// Parses "st.weak.global.u32 [x], 1; @%req1 ld.relaxed.gpu.global.u32 %s,
/// [y]".
/// `@%req1` means "if %r equals 1", `@%rne1` "unless". On failure `errorOffset`
/// says where in `text`.
llvm::Expected<std::unique_ptr<ThreadBody>>
parsePtxThread(llvm::StringRef text, const MemoryImage &image,
               size_t &errorOffset);

} // namespace tessera::memmodel

#endif // TESSERA_MEMORYMODEL_PTXTHREAD_H
