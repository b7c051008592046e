//===- PTX/Emulator/Async/BarrierImpl.h - what exits have to do with barriers -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts threads that exit at the barriers of their block. It is shared by the
// warp, which sees the exits, and the family of barrier instructions.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_PTX_EMULATOR_ASYNC_BARRIERIMPL_H
#define TESSERA_LIB_PTX_EMULATOR_ASYNC_BARRIERIMPL_H

#include "tessera/PTX/Emulator/Machine.h"

namespace tessera::ptx::emu {

/// Threads of `cta` have exited: barriers that wait for all the rest complete.
void recheckBarriers(Cta &cta);

} // namespace tessera::ptx::emu

#endif // TESSERA_LIB_PTX_EMULATOR_ASYNC_BARRIERIMPL_H
