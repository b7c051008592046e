//===- Runtime/CPU/Services.cpp - print, assert, local memory -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The services that concern the launch: what a kernel tells the outside.
//
//===----------------------------------------------------------------------===//

#include "BlockState.h"
#include "Prototypes.h"

#include "tessera/Numerics/PrintFormat.h"

#include <cstdlib>
#include <cstring>
#include <sched.h>

namespace tessera::cpu::services {

static std::string_view viewOf(void *text, uint64_t bytes) {
  return {static_cast<const char *>(text), static_cast<size_t>(bytes)};
}

extern "C" {

void tessera_rt_print(void *context, void *format, uint64_t formatBytes,
                      uint32_t numArgs, void *shapes, void *tiles) {
  auto &state = *static_cast<WorkerState *>(context);
  const auto *words = static_cast<const int64_t *>(shapes);
  auto *data = static_cast<void *const *>(tiles);
  std::vector<numerics::PrintTile> arguments(numArgs);
  for (uint32_t i = 0; i < numArgs; ++i) {
    auto rank = static_cast<size_t>(words[1]);
    arguments[i] = {static_cast<numerics::ElementKind>(words[0]),
                    {words + 2, rank},
                    data[i]};
    words += 2 + rank;
  }
  std::string text;
  numerics::printFormatted(text, viewOf(format, formatBytes), arguments);
  state.launch->print(state, text);
}

bool tessera_rt_assert(void *context, void *condition, uint64_t n,
                       void *message, uint64_t messageBytes, void *location,
                       uint64_t locationBytes) {
  const auto *holds = static_cast<const uint8_t *>(condition);
  // Eight at a time as long as all hold.
  constexpr uint64_t lowBits = 0x0101010101010101;
  uint64_t i = 0;
  for (uint64_t word; i + sizeof(word) <= n; i += sizeof(word)) {
    std::memcpy(&word, holds + i, sizeof(word));
    if ((word & lowBits) != lowBits)
      break;
  }
  for (; i < n; ++i)
    if (!(holds[i] & 1))
      return tessera_rt_fail(context, message, messageBytes, location,
                             locationBytes, i);
  return false;
}

bool tessera_rt_fail(void *context, void *message, uint64_t messageBytes,
                     void *location, uint64_t locationBytes, uint64_t element) {
  auto &state = *static_cast<WorkerState *>(context);
  state.launch->fail(
      state, TESSERA_RT_ASSERT_FAILED, viewOf(message, messageBytes),
      viewOf(location, locationBytes), static_cast<int64_t>(element));
  return true;
}

bool tessera_rt_should_stop(void *context) {
  auto &state = *static_cast<WorkerState *>(context);
  // A block that polls for long may wait for one whose thread has no processor.
  constexpr uint32_t pollsPerYield = 1024;
  if (++state.polls % pollsPerYield == 0)
    sched_yield();
  ++state.turns;
  return state.launch->isPastFailure(state) || state.launch->isCancelled() ||
         state.launch->isPastTurns(state);
}

void *tessera_rt_local_alloc(void *context, uint64_t bytes) {
  auto &state = *static_cast<WorkerState *>(context);
  void *memory = nullptr;
  uint64_t size =
      (bytes + scratchAlignment - 1) / scratchAlignment * scratchAlignment;
  if (size >= bytes && size <= INT64_MAX)
    memory =
        std::aligned_alloc(scratchAlignment, size ? size : scratchAlignment);
  if (!memory) {
    state.launch->fail(state, TESSERA_RT_OUT_OF_MEMORY,
                       "no memory for " + std::to_string(bytes) +
                           " bytes of local memory",
                       {}, -1);
    return nullptr;
  }
  std::memset(memory, 0, size);
  state.locals.push_back(memory);
  return memory;
}

} // extern "C"

} // namespace tessera::cpu::services
