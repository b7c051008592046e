//===- CAPI/Launch.cpp - kernels on host arrays *- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch owns its module while it runs, so that nobody can take the code
// away.
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "Limits.h"

#include "tessera/Runtime/CPU/Launch.h"

#include <cmath>

using namespace tessera;
using namespace tessera::capi;

//===----------------------------------------------------------------------===//
// Pools
//===----------------------------------------------------------------------===//

/// As many as `tessera run --threads` takes.
static constexpr unsigned maxThreads = 1024;

tessera_pool *tessera_pool_create(unsigned threads) {
  if (threads > maxThreads)
    return nullptr;
  return new (std::nothrow) tessera_pool(threads);
}

unsigned tessera_pool_threads(const tessera_pool *pool) {
  return pool ? pool->pool.threads() : 0;
}

void tessera_pool_destroy(tessera_pool *pool) { delete pool; }

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

static void copyText(char (&to)[512], const std::string &from) {
  size_t length = std::min(sizeof(to) - 1, from.size());
  std::memcpy(to, from.data(), length);
  to[length] = 0;
}

static tessera_status statusOf(tessera_rt_status status, const StopFlag &stop) {
  switch (status) {
  case TESSERA_RT_OK:
    return TESSERA_OK;
  case TESSERA_RT_ASSERT_FAILED:
    return TESSERA_ASSERT_FAILED;
  case TESSERA_RT_OUT_OF_MEMORY:
    return TESSERA_OUT_OF_MEMORY;
  case TESSERA_RT_STEP_LIMIT:
    return TESSERA_STEP_LIMIT;
  case TESSERA_RT_BAD_GRID:
    return TESSERA_INVALID_ARGUMENT;
  case TESSERA_RT_CANCELLED:
    return stop.why() == StopFlag::Reason::TimedOut ? TESSERA_TIMED_OUT
                                                    : TESSERA_CANCELLED;
  }
  return TESSERA_INVALID_ARGUMENT;
}

namespace {
/// One call of a launch function: checks, run, report.
class Launch {
public:
  Launch(const tessera_kernel *kernel, const tessera_launch_options *given,
         tessera_launch_result *result)
      : kernel(kernel), given(given), result(result) {}

  /// OK, or what is wrong with everything but the arguments.
  tessera_status check();
  tessera_status run(const uint64_t *slots);
  tessera_status invalid(const std::string &message) {
    copyText(report.message, message);
    return finish(TESSERA_INVALID_ARGUMENT);
  }

private:
  tessera_status finish(tessera_status status) {
    if (result && result->struct_size > sizeof(size_t))
      writeStruct(result, report);
    return status;
  }

  const tessera_kernel *kernel;
  const tessera_launch_options *given;
  tessera_launch_result *result;
  tessera_launch_options options = TESSERA_LAUNCH_OPTIONS_INIT;
  tessera_launch_result report = TESSERA_LAUNCH_RESULT_INIT;
};
} // namespace

tessera_status Launch::check() {
  if (!readStruct(given, TESSERA_LAUNCH_OPTIONS_INIT, options))
    return invalid("expected the size of the options in struct_size");
  if (!kernel->entry) {
    copyText(report.message,
             kernel->resources
                 ? "the code of '" + kernel->name + "' is for a GPU, " +
                       kernel->owner->target
                 : "the code of '" + kernel->name +
                       "' is for another processor, or was not linked");
    return finish(TESSERA_NOT_RUNNABLE);
  }
  if (std::string problem = problemOf(options.grid); !problem.empty())
    return invalid(problem);
  if (!(options.timeout_seconds >= 0))
    return invalid("expected a number of seconds as time-out, got " +
                   std::to_string(options.timeout_seconds));
  return TESSERA_OK;
}

tessera_status Launch::run(const uint64_t *slots) {
  // Other threads may destroy the module; its code stays until we are done.
  tessera_module *owner = tessera_module_retain(kernel->owner);
  StopFlag stop;
  cpu::LaunchRequest request;
  request.entry = kernel->entry;
  request.scratchBytes = kernel->scratchBytes;
  request.params = slots;
  std::copy(options.grid, options.grid + 3, request.grid);
  request.write = options.write;
  request.stream = options.stream;
  request.maxTurnsPerBlock = options.max_turns_per_block;
  if (options.timeout_seconds > 0 || options.cancellation)
    request.cancelled = &stop.stopped();
  if (options.cancellation)
    options.cancellation->add(stop);
  cpu::LaunchResult outcome;
  {
    Deadline deadline(stop, options.timeout_seconds);
    if (deadline.hasFailed()) {
      outcome.status = TESSERA_RT_OUT_OF_MEMORY;
      outcome.message = "no thread to watch the time";
    } else if (options.pool) {
      outcome = cpu::launch(options.pool->pool, request);
    } else {
      cpu::ThreadPool alone(1);
      outcome = cpu::launch(alone, request);
    }
  }
  if (options.cancellation)
    options.cancellation->remove(stop);
  tessera_module_destroy(owner);
  std::copy(outcome.block, outcome.block + 3, report.block);
  report.element = outcome.element;
  tessera_status status = statusOf(outcome.status, stop);
  if (status == TESSERA_TIMED_OUT)
    outcome.message = "not finished after " +
                      std::to_string(options.timeout_seconds) + " seconds";
  else if (status == TESSERA_CANCELLED)
    outcome.message = "cancelled";
  copyText(report.message, outcome.message);
  copyText(report.location, outcome.location);
  return finish(status);
}

tessera_status tessera_launch(const tessera_kernel *kernel,
                              const tessera_launch_options *given,
                              const tessera_argument *arguments,
                              size_t numArguments,
                              tessera_launch_result *result) {
  Launch launch(kernel, given, result);
  if (!kernel || (numArguments && !arguments))
    return launch.invalid("expected a kernel and its arguments, got NULL");
  if (tessera_status status = launch.check())
    return status;
  SlotWriter writer(*kernel);
  for (size_t i = 0; i < numArguments; ++i)
    if (!writer.add(arguments[i]))
      return launch.invalid(writer.message);
  if (!writer.finish())
    return launch.invalid(writer.message);
  return launch.run(writer.slots.data());
}

tessera_status tessera_launch_packed(const tessera_kernel *kernel,
                                     const tessera_launch_options *given,
                                     void *const *parameters,
                                     tessera_launch_result *result) {
  Launch launch(kernel, given, result);
  if (!kernel || (!kernel->parameters.empty() && !parameters))
    return launch.invalid("expected a kernel and its parameters, got NULL");
  if (tessera_status status = launch.check())
    return status;
  std::vector<uint64_t> slots;
  for (const tessera_kernel::Parameter &parameter : kernel->parameters) {
    const void *value = parameters[slots.size()];
    if (!value)
      return launch.invalid("parameter " + std::to_string(slots.size()) +
                            ": expected the address of its value, got NULL");
    uint64_t slot = 0;
    std::memcpy(&slot, value, numerics::containerBytes(parameter.kind));
    slots.push_back(slot);
  }
  return launch.run(slots.data());
}
