//===- CAPI/Buffers.h - the memory that callers name -----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the buffers of a checked or timed launch, and finds the one that a
// pointer among the arguments belongs to.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CAPI_BUFFERS_H
#define TESSERA_LIB_CAPI_BUFFERS_H

#include "tessera-c/Check.h"

#include "llvm/ADT/ArrayRef.h"

#include <optional>
#include <string>

namespace tessera::capi {

inline uint64_t addressOf(const tessera_buffer &buffer) {
  return reinterpret_cast<uintptr_t>(buffer.data);
}

/// What is wrong with a caller's buffers: no memory, more of it than there are
/// addresses, or memory of another one; empty for nothing.
std::string problemOf(llvm::ArrayRef<tessera_buffer> buffers);

/// The number of the buffer that `pointer` points into, else of one that ends
/// there.
std::optional<size_t> findBuffer(llvm::ArrayRef<tessera_buffer> buffers,
                                 uint64_t pointer);

} // namespace tessera::capi

#endif // TESSERA_LIB_CAPI_BUFFERS_H
