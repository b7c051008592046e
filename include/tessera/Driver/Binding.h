//===- Driver/Binding.h - arguments to parameters ---------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives the parameters of an entry their values: opens and generates the
// arrays, registers them with the interpreter's memory, expands them as the
// calling convention says and checks every type against the parameter it meets.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DRIVER_BINDING_H
#define TESSERA_DRIVER_BINDING_H

#include "tessera/Driver/ArgumentSpec.h"
#include "tessera/Driver/HostArray.h"
#include "tessera/Interpreter/Interpreter.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <vector>

namespace tessera::driver {

/// How an array argument meets the parameters of an entry.
enum class Abi {
  /// One pointer.
  Flat,
  /// A pointer, one size per dimension, one stride per dimension (in elements),
  /// the integers i32 or i64: what cuTile clients pass.
  Array
};

struct BoundArguments {
  /// One slot per argument as typed; empty for scalars.
  std::vector<std::optional<HostArray>> arrays;
  /// One value per parameter.
  llvm::SmallVector<interp::Argument> values;
};

/// Binds `specs` to `parameters` of the entry called `entry`. Array storage is
/// registered with `memory` and stays where it is when the result is moved.
llvm::Expected<BoundArguments> bindArguments(
    llvm::ArrayRef<ArgumentSpec> specs, Abi abi, llvm::StringRef entry,
    llvm::ArrayRef<interp::Parameter> parameters, interp::Memory &memory);

} // namespace tessera::driver

#endif // TESSERA_DRIVER_BINDING_H
