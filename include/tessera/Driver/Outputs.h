//===- tessera/Driver/Outputs.h - files that a run writes -----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arguments that say "=>FILE.npy" are written after a successful run. Either
// every such file gets its new contents, or none does.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DRIVER_OUTPUTS_H
#define TESSERA_DRIVER_OUTPUTS_H

#include "tessera/Driver/ArgumentSpec.h"
#include "tessera/Driver/HostArray.h"

#include <optional>

namespace tessera::driver {

/// Checks before a run that each output can be written and that no two are the
/// same file. A long run must not end with an error that was foreseeable.
llvm::Error checkOutputs(llvm::ArrayRef<ArgumentSpec> arguments);

/// Writes the outputs. `arrays` has one slot per argument, empty for scalars.
/// All contents are on disk before the first file gets its name.
llvm::Error writeOutputs(llvm::ArrayRef<ArgumentSpec> arguments,
                         llvm::ArrayRef<std::optional<HostArray>> arrays);

} // namespace tessera::driver

#endif // TESSERA_DRIVER_OUTPUTS_H
