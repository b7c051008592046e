//===- PTX/Emulator/CheckList.h - lists of checks as text -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What people write to choose among the emulator's checks: "all,-race".
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_PTX_EMULATOR_CHECKLIST_H
#define TESSERA_PTX_EMULATOR_CHECKLIST_H

#include "tessera/PTX/Emulator/Finding.h"

#include "llvm/Support/Error.h"

namespace tessera::ptx::emu {

/// A bit per CheckKind.
constexpr uint32_t everyCheck = (1u << numCheckKinds) - 1;

/// "all,-race" to the checks that are not made. A list that only leaves out
/// begins with all; all are those that are not optional (optionalChecks).
llvm::Error parseCheckList(llvm::StringRef text, uint32_t &disabled);

} // namespace tessera::ptx::emu

#endif // TESSERA_PTX_EMULATOR_CHECKLIST_H
