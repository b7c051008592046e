//===- Interpreter/Containers.h - dispatch on the size of a container -*- C++
//-*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops that only move elements need the container's size, not the element's
// kind.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_CONTAINERS_H
#define TESSERA_LIB_INTERPRETER_CONTAINERS_H

#include <cstdint>

namespace tessera::interp {

/// Calls fn with a zero of the unsigned type of `bytes` bytes (1, 2, 4 or 8).
template <typename Fn> auto withContainer(unsigned bytes, Fn fn) {
  switch (bytes) {
  case 1:
    return fn(uint8_t());
  case 2:
    return fn(uint16_t());
  case 4:
    return fn(uint32_t());
  default:
    return fn(uint64_t());
  }
}

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_CONTAINERS_H
