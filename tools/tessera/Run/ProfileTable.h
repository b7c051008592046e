//===- tools/tessera/Run/ProfileTable.h - --profile as text ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table of the lines that a kernel spent its time in.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_RUN_PROFILETABLE_H
#define TESSERA_TOOLS_TESSERA_RUN_PROFILETABLE_H

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Runtime/CPU/Profile.h"

#include "llvm/Support/raw_ostream.h"

namespace tessera::tool {

/// The shares of lines with the operations in them, then those of the loops.
void printProfile(llvm::raw_ostream &os, const cpu::KernelProfile &profile,
                  cuda_tile::EntryOp entry);

} // namespace tessera::tool

#endif // TESSERA_TOOLS_TESSERA_RUN_PROFILETABLE_H
