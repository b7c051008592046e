//===- tools/tessera/Litmus/LitmusPtxKernels.h - PTX threads as kernels -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The PTX and host threads of a litmus test as PTX text.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_LITMUS_LITMUSPTXKERNELS_H
#define TESSERA_TOOLS_TESSERA_LITMUS_LITMUSPTXKERNELS_H

#include "LitmusKernels.h"

namespace tessera::tool {

/// Where the test's memory is, and what the kernels are added to.
struct PtxPlaces {
  struct Base {
    uint64_t address = 0, size = 0;
    unsigned buffer = 0;
  };
  llvm::ArrayRef<Base> bases;
  LitmusKernels &kernels;
};

/// Adds a kernel per CTA, in which each thread of the test is a warp of its own
/// with one active lane. A host thread is a CTA, too. Fails for what is not a
/// load, store, atomic or fence.
llvm::Error addPtxThreads(const litmus::LitmusTest &test, PtxPlaces &places);

} // namespace tessera::tool

#endif // TESSERA_TOOLS_TESSERA_LITMUS_LITMUSPTXKERNELS_H
