//===- tools/tessera/Litmus/LitmusScript.h - PTX threads as scripts ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A PTX or host thread of a litmus test, as the interpreter runs it beside tile
// blocks.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_LITMUS_LITMUSSCRIPT_H
#define TESSERA_TOOLS_LITMUS_LITMUSSCRIPT_H

#include "tessera/Interpreter/ScriptedThread.h"
#include "tessera/MemoryModel/Program.h"

namespace tessera::tool {

/// An allocation and an offset in it.
using ScriptPlace = std::pair<interp::ProvenanceId, uint64_t>;

/// Why the thread cannot be a script, if it cannot.
llvm::Error checkScript(const memmodel::Thread &thread);

/// The script of a thread that checkScript() accepts; `place` says where an
/// address of the test is.
interp::ScriptedThread
makeScript(const memmodel::Thread &thread, uint32_t cta,
           llvm::function_ref<ScriptPlace(uint64_t)> place);

} // namespace tessera::tool

#endif // TESSERA_TOOLS_LITMUS_LITMUSSCRIPT_H
