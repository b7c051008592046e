//===- Runtime/Driver/FatBinary.h - what nvcc puts into programs *- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fat binary holds the code of one source file for several GPUs: cubins, and
// PTX, which may be compressed. Only PTX can be executed here.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_DRIVER_FATBINARY_H
#define TESSERA_LIB_RUNTIME_DRIVER_FATBINARY_H

#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace tessera::sim {

/// Whether a fat binary, or the record that points to one, begins at `data`.
bool isFatBinary(const void *data);

/// The PTX for the newest GPU that `architecture` (90 for sm_90) runs. Fails
/// for fat binaries without such PTX.
llvm::Expected<std::string> readFatBinary(const void *data,
                                          unsigned architecture);

} // namespace tessera::sim

#endif // TESSERA_LIB_RUNTIME_DRIVER_FATBINARY_H
