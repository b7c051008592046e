//===- CAPI/Buffers.cpp - the memory that callers name ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What checked and timed launches ask of the memory that their caller names.
//
//===----------------------------------------------------------------------===//

#include "Buffers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;
using namespace tessera;

std::string capi::problemOf(ArrayRef<tessera_buffer> buffers) {
  SmallVector<unsigned> order;
  for (unsigned i = 0; i < buffers.size(); ++i) {
    const tessera_buffer &buffer = buffers[i];
    if (buffer.bytes && !buffer.data)
      return "buffer " + std::to_string(i) + ": expected memory, got NULL";
    if (addressOf(buffer) + buffer.bytes < addressOf(buffer))
      return "buffer " + std::to_string(i) +
             ": expected fewer bytes than the address space has";
    order.push_back(i);
  }
  sort(order, [&](unsigned a, unsigned b) {
    return addressOf(buffers[a]) < addressOf(buffers[b]);
  });
  for (size_t i = 1; i < order.size(); ++i) {
    const tessera_buffer &before = buffers[order[i - 1]];
    if (addressOf(before) + before.bytes > addressOf(buffers[order[i]]))
      return "expected buffers that do not overlap, got " +
             std::to_string(order[i - 1]) + " and " + std::to_string(order[i]);
  }
  return {};
}

std::optional<size_t> capi::findBuffer(ArrayRef<tessera_buffer> buffers,
                                       uint64_t pointer) {
  for (size_t i = 0; i < buffers.size(); ++i)
    if (pointer >= addressOf(buffers[i]) &&
        pointer - addressOf(buffers[i]) < buffers[i].bytes)
      return i;
  for (size_t i = 0; i < buffers.size(); ++i)
    if (pointer == addressOf(buffers[i]) + buffers[i].bytes)
      return i;
  return std::nullopt;
}
