//===- MemoryModel/Grounding.h - no values out of thin air ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory-model.md 1.3 "no thin air" (choice G13 of 1.5) and its rejected,
// syntactic variant.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_MEMORYMODEL_GROUNDING_H
#define TESSERA_LIB_MEMORYMODEL_GROUNDING_H

#include "tessera/MemoryModel/Execution.h"

namespace tessera::memmodel {

/// Whether every write read from follows from the initial values: the agent
/// performs it for every value of its reads that are not yet justified.
bool isGrounded(const Execution &execution, const TraceSet &traces);

/// Whether reads-from and syntactic dependencies (and what tokens order) have
/// no cycle.
bool hasNoDependencyCycle(const Execution &execution, bool withTokens);

} // namespace tessera::memmodel

#endif // TESSERA_LIB_MEMORYMODEL_GROUNDING_H
