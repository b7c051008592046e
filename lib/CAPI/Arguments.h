//===- CAPI/Arguments.h - arguments as parameter slots *- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arguments of a caller, checked against a kernel's parameters, which compiled
// code cannot do.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CAPI_ARGUMENTS_H
#define TESSERA_LIB_CAPI_ARGUMENTS_H

#include "Handles.h"

namespace tessera::capi {

/// Fills the parameter slots of one launch, one argument after the other.
class SlotWriter {
public:
  explicit SlotWriter(const tessera_kernel &kernel) : kernel(kernel) {}

  /// False, with a message, for an argument that does not fit.
  bool add(const tessera_argument &argument);
  /// False, with a message, when parameters are left.
  bool finish();

  std::vector<uint64_t> slots;
  std::string message;

private:
  bool fail(std::string text) {
    message = std::move(text);
    return false;
  }
  bool push(numerics::ElementKind kind, uint64_t bits);
  bool pushInteger(int64_t value);
  bool pushArray(const tessera_argument &argument);

  const tessera_kernel &kernel;
};

/// What is wrong with a grid; empty for nothing.
std::string problemOf(const uint32_t (&grid)[3]);

} // namespace tessera::capi

#endif // TESSERA_LIB_CAPI_ARGUMENTS_H
