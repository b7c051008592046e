//===- PTX/Emulator/ParallelLaunch.h - clusters on several threads -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Machine is single-threaded. Clusters that have nothing to do with one
// another may still run on several threads of the host, each in a machine and
// on a copy of global memory of its own.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_PTX_EMULATOR_PARALLELLAUNCH_H
#define TESSERA_PTX_EMULATOR_PARALLELLAUNCH_H

#include "tessera/PTX/Emulator/Machine.h"

namespace tessera::ptx::emu {

/// Runs the entry on up to `threads` threads. What they did is kept when
/// nothing was found and no cluster touched a byte that a cluster on another
/// thread wrote; else it is thrown away and the grid runs as Machine::launch
/// runs it. Findings are therefore those of one thread, and so are the results
/// of programs whose results do not depend on the order of their blocks.
///
/// Grids of one cluster, cooperative launches, launches with an observer, a
/// schedule, stale reads or without the check for races, and programs that
/// print, allocate or cancel clusters run on this thread.
LaunchResult launchOnThreads(const Program &program, GlobalMemory &memory,
                             const LaunchOptions &options,
                             const DecodedFunction &entry,
                             llvm::ArrayRef<uint8_t> parameters,
                             unsigned threads);

} // namespace tessera::ptx::emu

#endif // TESSERA_PTX_EMULATOR_PARALLELLAUNCH_H
