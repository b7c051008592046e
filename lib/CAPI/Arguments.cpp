//===- CAPI/Arguments.cpp - arguments as parameter slots *- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The constructors of tessera_argument, and how arguments become slots.
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"

using namespace tessera;
using namespace tessera::capi;
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

//===----------------------------------------------------------------------===//
// Grids
//===----------------------------------------------------------------------===//

/// Grid extents of the language (core.md 7).
static constexpr uint32_t maxGridExtent = (1 << 24) - 1;

std::string capi::problemOf(const uint32_t (&grid)[3]) {
  for (uint32_t extent : grid)
    if (extent == 0 || extent > maxGridExtent)
      return "expected grid extents from 1 to 16777215, got " +
             std::to_string(extent);
  return {};
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

bool SlotWriter::finish() {
  return slots.size() == kernel.parameters.size() ||
         fail("expected " + std::to_string(kernel.parameters.size()) +
              " parameters, got " + std::to_string(slots.size()));
}

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
