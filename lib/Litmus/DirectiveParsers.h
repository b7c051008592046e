//===- Litmus/DirectiveParsers.h - what stands behind a keyword -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parsers of the `//!` lines that have a syntax of their own. Each begins
// behind the keyword of its line. Everything that a file could make large
// (arrays, nesting, threads) has a limit.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_LITMUS_DIRECTIVEPARSERS_H
#define TESSERA_LIB_LITMUS_DIRECTIVEPARSERS_H

#include "Directives.h"

namespace tessera::litmus {

/// `init x: i32 = 0, ...`: variables in memory.
llvm::Error parseInit(Cursor &cursor, memmodel::MemoryImage &image);

/// `thread B0 tile gpu0 entry=@f ...`: adds one thread, or one for each block
/// of a grid.
llvm::Error parseThread(Cursor &cursor, Directives &directives);

/// `x == 1 && B0:%r == 2`: what must hold at the end of an execution, about the
/// variables and threads of `directives`.
llvm::Error parseCondition(Cursor &cursor, const Directives &directives,
                           memmodel::Condition &condition);

} // namespace tessera::litmus

#endif // TESSERA_LIB_LITMUS_DIRECTIVEPARSERS_H
