//===- CAPI/Launch.cpp - kernels on host arrays -----------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the arguments against the kernel's parameters, as compiled code
// cannot, and lays them out as its parameter slots.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

#include "tessera/Runtime/CPU/Launch.h"

using namespace tessera;
using numerics::ElementKind;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static tessera_argument makeArgument(tessera_argument_kind kind) {
  tessera_argument argument = {};
  argument.kind = kind;
  return argument;
}

tessera_argument tessera_pointer(void *pointer) {
  tessera_argument argument = makeArgument(TESSERA_ARGUMENT_POINTER);
  argument.pointer = pointer;
  return argument;
}

tessera_argument tessera_scalar(const char *type, uint64_t bits) {
  tessera_argument argument = makeArgument(TESSERA_ARGUMENT_SCALAR);
  argument.type = type;
  argument.bits = bits;
  return argument;
}

tessera_argument tessera_i32(int32_t value) {
  return tessera_scalar("i32", static_cast<uint32_t>(value));
}
tessera_argument tessera_i64(int64_t value) {
  return tessera_scalar("i64", static_cast<uint64_t>(value));
}
tessera_argument tessera_f32(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return tessera_scalar("f32", bits);
}
tessera_argument tessera_f64(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return tessera_scalar("f64", bits);
}

tessera_argument tessera_array(void *pointer, uint32_t rank,
                               const int64_t *shape, const int64_t *strides) {
  tessera_argument argument = makeArgument(TESSERA_ARGUMENT_ARRAY);
  argument.pointer = pointer;
  argument.rank = rank;
  argument.shape = shape;
  argument.strides = strides;
  return argument;
}

namespace {
/// Fills the parameter slots of one launch, one argument after the other.
class SlotWriter {
public:
  explicit SlotWriter(const cpu::KernelInfo &kernel) : kernel(kernel) {}

  /// False, with a message, for an argument that does not fit.
  bool add(const tessera_argument &argument);
  bool finish() {
    return slots.size() == kernel.parameters.size() ||
           fail("expected " + std::to_string(kernel.parameters.size()) +
                " parameters, got " + std::to_string(slots.size()));
  }

  std::vector<uint64_t> slots;
  std::string message;

private:
  bool fail(std::string text) {
    message = std::move(text);
    return false;
  }
  bool push(ElementKind kind, uint64_t bits);
  bool pushInteger(int64_t value);
  bool pushArray(const tessera_argument &argument);

  const cpu::KernelInfo &kernel;
};
} // namespace

bool SlotWriter::push(ElementKind kind, uint64_t bits) {
  size_t index = slots.size();
  if (index >= kernel.parameters.size())
    return fail("expected " + std::to_string(kernel.parameters.size()) +
                " parameters, got more");
  ElementKind expected = kernel.parameters[index].kind;
  if (kind != expected)
    return fail("parameter " + std::to_string(index) + ": expected " +
                std::string(numerics::elementName(expected)) + ", got " +
                std::string(numerics::elementName(kind)));
  unsigned width = 8 * numerics::containerBytes(kind);
  if (width < 64 && bits >> width)
    return fail("parameter " + std::to_string(index) + ": expected at most " +
                std::to_string(width) + " bits, got more");
  slots.push_back(bits);
  return true;
}

bool SlotWriter::pushInteger(int64_t value) {
  size_t index = slots.size();
  if (index < kernel.parameters.size() &&
      kernel.parameters[index].kind == ElementKind::I32) {
    if (value != static_cast<int32_t>(value))
      return fail("parameter " + std::to_string(index) +
                  ": expected an integer of 32 bits, got " +
                  std::to_string(value));
    return push(ElementKind::I32, static_cast<uint32_t>(value));
  }
  return push(ElementKind::I64, static_cast<uint64_t>(value));
}

bool SlotWriter::pushArray(const tessera_argument &argument) {
  if (argument.rank && !argument.shape)
    return fail("parameter " + std::to_string(slots.size()) +
                ": expected a shape, got NULL");
  if (!push(ElementKind::Ptr, reinterpret_cast<uintptr_t>(argument.pointer)))
    return false;
  for (uint32_t d = 0; d < argument.rank; ++d)
    if (!pushInteger(argument.shape[d]))
      return false;
  std::vector<int64_t> dense(argument.rank, 1);
  for (uint32_t d = argument.rank; d-- > 1;)
    if (__builtin_mul_overflow(dense[d], argument.shape[d], &dense[d - 1]))
      return fail("the array has too many elements");
  for (uint32_t d = 0; d < argument.rank; ++d)
    if (!pushInteger(argument.strides ? argument.strides[d] : dense[d]))
      return false;
  return true;
}

bool SlotWriter::add(const tessera_argument &argument) {
  switch (argument.kind) {
  case TESSERA_ARGUMENT_POINTER:
    return push(ElementKind::Ptr,
                reinterpret_cast<uintptr_t>(argument.pointer));
  case TESSERA_ARGUMENT_SCALAR: {
    std::optional<ElementKind> kind =
        argument.type ? numerics::elementKindFromName(argument.type)
                      : std::nullopt;
    if (!kind || *kind == ElementKind::Ptr)
      return fail("parameter " + std::to_string(slots.size()) +
                  ": expected the name of an element type, got '" +
                  (argument.type ? argument.type : "NULL") + "'");
    return push(*kind, argument.bits);
  }
  case TESSERA_ARGUMENT_ARRAY:
    return pushArray(argument);
  }
  return fail("parameter " + std::to_string(slots.size()) +
              ": expected a pointer, a scalar or an array");
}

//===----------------------------------------------------------------------===//
// Pools and launches
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

static void copyText(char (&to)[512], const std::string &from) {
  size_t length = std::min(sizeof(to) - 1, from.size());
  std::memcpy(to, from.data(), length);
  to[length] = 0;
}

static tessera_status statusOf(tessera_rt_status status) {
  switch (status) {
  case TESSERA_RT_OK:
    return TESSERA_OK;
  case TESSERA_RT_ASSERT_FAILED:
    return TESSERA_ASSERT_FAILED;
  case TESSERA_RT_OUT_OF_MEMORY:
    return TESSERA_OUT_OF_MEMORY;
  case TESSERA_RT_BAD_GRID:
  case TESSERA_RT_CANCELLED: // nobody cancels launches of this interface
    return TESSERA_INVALID_ARGUMENT;
  }
  return TESSERA_INVALID_ARGUMENT;
}

/// Grid extents of the language (core.md 7).
static constexpr uint32_t maxGridExtent = (1 << 24) - 1;

tessera_status tessera_launch(const tessera_kernel *kernel,
                              const tessera_launch_options *given,
                              const tessera_argument *arguments,
                              size_t numArguments,
                              tessera_launch_result *result) {
  tessera_launch_result report = TESSERA_LAUNCH_RESULT_INIT;
  auto finish = [&](tessera_status status) {
    if (result && result->struct_size > sizeof(size_t))
      capi::writeStruct(result, report);
    return status;
  };
  auto invalid = [&](const std::string &message) {
    copyText(report.message, message);
    return finish(TESSERA_INVALID_ARGUMENT);
  };
  tessera_launch_options options;
  if (!kernel || (numArguments && !arguments))
    return invalid("expected a kernel and its arguments, got NULL");
  if (!capi::readStruct(given, TESSERA_LAUNCH_OPTIONS_INIT, options))
    return invalid("expected the size of the options in struct_size");
  if (!kernel->entry) {
    copyText(report.message, "the code of '" + kernel->info->name +
                                 "' is for another processor");
    return finish(TESSERA_NOT_RUNNABLE);
  }
  for (uint32_t extent : options.grid)
    if (extent == 0 || extent > maxGridExtent)
      return invalid("expected grid extents from 1 to 16777215, got " +
                     std::to_string(extent));
  SlotWriter writer(*kernel->info);
  for (size_t i = 0; i < numArguments; ++i)
    if (!writer.add(arguments[i]))
      return invalid(writer.message);
  if (!writer.finish())
    return invalid(writer.message);

  cpu::LaunchRequest request;
  request.entry = kernel->entry;
  request.scratchBytes = kernel->info->scratchBytes;
  request.params = writer.slots.data();
  std::copy(options.grid, options.grid + 3, request.grid);
  request.write = options.write;
  request.stream = options.stream;
  cpu::LaunchResult outcome;
  if (options.pool) {
    outcome = cpu::launch(options.pool->pool, request);
  } else {
    cpu::ThreadPool alone(1);
    outcome = cpu::launch(alone, request);
  }
  std::copy(outcome.block, outcome.block + 3, report.block);
  report.element = outcome.element;
  copyText(report.message, outcome.message);
  copyText(report.location, outcome.location);
  return finish(statusOf(outcome.status));
}
