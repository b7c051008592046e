//===- Driver/Unspecified.h - results that nothing specifies ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether what a kernel stores depends on elements of loads that the language
// leaves unspecified. Two runs answer that without following values: one where
// these elements are zero, and one where all their bits are set.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DRIVER_UNSPECIFIED_H
#define TESSERA_LIB_DRIVER_UNSPECIFIED_H

#include "tessera/Interpreter/Interpreter.h"

#include "llvm/Support/Error.h"

namespace tessera::driver {

/// Whether `entry` has a load that can give unspecified elements: with a mask
/// and no padding, or through a view without a padding value.
bool mayGiveUnspecified(cuda_tile::EntryOp entry);

/// Runs the grid, and once more where the first run met such elements and found
/// nothing. Memory is left as by the first run, whose summary is returned; with
/// a finding of kind UnspecifiedValue, reported at those loads, if the second
/// left memory in another state or did not end well.
llvm::Expected<interp::RunSummary>
checkUnspecified(const interp::Program &program, interp::Memory &memory,
                 llvm::ArrayRef<interp::Argument> values,
                 const interp::RunOptions &options);

} // namespace tessera::driver

#endif // TESSERA_LIB_DRIVER_UNSPECIFIED_H
