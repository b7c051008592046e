//===- tools/tessera/Litmus/RunLitmus.h - run a litmus test ------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `tessera run --check=race TEST.tlit`: the threads of the test are the tile
// blocks, its variables the memory.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_LITMUS_RUNLITMUS_H
#define TESSERA_TOOLS_TESSERA_LITMUS_RUNLITMUS_H

#include "tessera/Interpreter/Interpreter.h"

namespace tessera::tool {

/// Runs the test with `seeds` schedules from options.orderSeed on; the exit
/// status is 1 when one shows a race.
int runLitmusTest(llvm::StringRef path, interp::RunOptions options,
                  unsigned seeds);

} // namespace tessera::tool

#endif // TESSERA_TOOLS_TESSERA_LITMUS_RUNLITMUS_H
