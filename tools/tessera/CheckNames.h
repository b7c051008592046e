//===- tools/tessera/CheckNames.h - the option --check ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lists of the emulator's checks, as `tessera emulate` and `tessera time` take
// them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_CHECKNAMES_H
#define TESSERA_TOOLS_TESSERA_CHECKNAMES_H

#include "tessera/PTX/Emulator/Finding.h"

#include "llvm/Support/Error.h"

namespace tessera::tool {

constexpr uint32_t everyCheck = (1u << ptx::emu::numCheckKinds) - 1;

/// "all,-race" to the checks that are not made.
llvm::Error parseChecks(llvm::StringRef text, uint32_t &disabled);

} // namespace tessera::tool

#endif // TESSERA_TOOLS_TESSERA_CHECKNAMES_H
