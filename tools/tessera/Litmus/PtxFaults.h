//===- tools/tessera/Litmus/PtxFaults.h - mistakes planted in PTX ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a wrong lowering of memory operations would have written: the checks
// that watch it run must tell.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_LITMUS_PTXFAULTS_H
#define TESSERA_TOOLS_TESSERA_LITMUS_PTXFAULTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace tessera::tool {

struct PtxFault {
  const char *name;
  const char *what;
  /// Changes a line; what it returns stands in its place.
  std::string (*apply)(llvm::StringRef line);
};

llvm::ArrayRef<PtxFault> ptxFaults();
/// Null for unknown names.
const PtxFault *findPtxFault(llvm::StringRef name);
/// The text with the fault wherever it can be.
std::string plantFault(llvm::StringRef ptx, const PtxFault &fault);

} // namespace tessera::tool

#endif // TESSERA_TOOLS_TESSERA_LITMUS_PTXFAULTS_H
