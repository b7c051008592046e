//===- Runtime/Driver/Functions/CopyFunctions.cpp - cuMemcpy* and cuMemset* -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All copies are alike, as all memory is. Bounds are checked when the copy is
// asked for. A copy that does not name a stream belongs to the legacy stream
// and is waited for.
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"
#include "Runtime/Driver/Process.h"

#include <algorithm>
#include <cstring>

using namespace tessera::sim;

static DevicePointer addressOf(const void *host) {
  return reinterpret_cast<uintptr_t>(host);
}

static Result copyOn(DevicePointer to, DevicePointer from, size_t bytes,
                     StreamHandle handle, bool waits) {
  return onStream(
      handle, [&](Process &process, Context &context, Stream &stream) {
        if (!process.memory.mayAccess(to, bytes, /*writes=*/true) ||
            !process.memory.mayAccess(from, bytes, /*writes=*/false))
          return Result::InvalidValue;
        std::shared_ptr<Mark> done =
            context.enqueue(stream, [&process, to, from, bytes] {
              process.engine->access([&] {
                std::memmove(reinterpret_cast<void *>(to),
                             reinterpret_cast<const void *>(from), bytes);
                process.memory.noteWritten(to, bytes);
              });
            });
        if (!waits)
          return Result::Success;
        done->wait();
        return context.status();
      });
}

template <typename Element>
static Result setOn(DevicePointer to, Element value, size_t count,
                    StreamHandle handle, bool waits) {
  return onStream(
      handle, [&](Process &process, Context &context, Stream &stream) {
        uint64_t bytes;
        if (to % sizeof(Element) != 0 ||
            __builtin_mul_overflow(count, sizeof(Element), &bytes) ||
            !process.memory.mayAccess(to, bytes, /*writes=*/true))
          return Result::InvalidValue;
        std::shared_ptr<Mark> done =
            context.enqueue(stream, [&process, to, value, count, bytes] {
              process.engine->access([&] {
                std::fill_n(reinterpret_cast<Element *>(to), count, value);
                process.memory.noteWritten(to, bytes);
              });
            });
        if (!waits)
          return Result::Success;
        done->wait();
        return context.status();
      });
}

Result tessera::sim::cuMemcpy(DevicePointer to, DevicePointer from,
                              size_t bytes) {
  return copyOn(to, from, bytes, nullptr, true);
}
Result tessera::sim::cuMemcpyAsync(DevicePointer to, DevicePointer from,
                                   size_t bytes, StreamHandle stream) {
  return copyOn(to, from, bytes, stream, false);
}
Result tessera::sim::cuMemcpyHtoD_v2(DevicePointer to, const void *from,
                                     size_t bytes) {
  return copyOn(to, addressOf(from), bytes, nullptr, true);
}
Result tessera::sim::cuMemcpyDtoH_v2(void *to, DevicePointer from,
                                     size_t bytes) {
  return copyOn(addressOf(to), from, bytes, nullptr, true);
}
Result tessera::sim::cuMemcpyDtoD_v2(DevicePointer to, DevicePointer from,
                                     size_t bytes) {
  return copyOn(to, from, bytes, nullptr, true);
}
Result tessera::sim::cuMemcpyHtoDAsync_v2(DevicePointer to, const void *from,
                                          size_t bytes, StreamHandle stream) {
  // Memory that is not pinned may be reused when the call returns.
  bool isPinned = false;
  if (Process *process = Process::get())
    isPinned = process->memory.find(addressOf(from)).has_value();
  return copyOn(to, addressOf(from), bytes, stream, !isPinned);
}
Result tessera::sim::cuMemcpyDtoHAsync_v2(void *to, DevicePointer from,
                                          size_t bytes, StreamHandle stream) {
  return copyOn(addressOf(to), from, bytes, stream, false);
}
Result tessera::sim::cuMemcpyDtoDAsync_v2(DevicePointer to, DevicePointer from,
                                          size_t bytes, StreamHandle stream) {
  return copyOn(to, from, bytes, stream, false);
}

Result tessera::sim::cuMemsetD8_v2(DevicePointer to, unsigned char value,
                                   size_t count) {
  return setOn(to, value, count, nullptr, true);
}
Result tessera::sim::cuMemsetD16_v2(DevicePointer to, unsigned short value,
                                    size_t count) {
  return setOn(to, value, count, nullptr, true);
}
Result tessera::sim::cuMemsetD32_v2(DevicePointer to, unsigned value,
                                    size_t count) {
  return setOn(to, value, count, nullptr, true);
}
Result tessera::sim::cuMemsetD8Async(DevicePointer to, unsigned char value,
                                     size_t count, StreamHandle stream) {
  return setOn(to, value, count, stream, false);
}
Result tessera::sim::cuMemsetD16Async(DevicePointer to, unsigned short value,
                                      size_t count, StreamHandle stream) {
  return setOn(to, value, count, stream, false);
}
Result tessera::sim::cuMemsetD32Async(DevicePointer to, unsigned value,
                                      size_t count, StreamHandle stream) {
  return setOn(to, value, count, stream, false);
}
