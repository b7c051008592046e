//===- Driver/Binding.cpp - arguments to parameters -------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks arguments and parameters together. Counts are compared before any file
// is opened where the convention allows it, so that the first message names the
// first mistake.
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/Binding.h"
#include "tessera/Driver/Literal.h"
#include "tessera/Support/Error.h"
#include "tessera/Support/NearestName.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;
using interp::Argument;
using interp::Parameter;
using numerics::ElementKind;

static std::string describeParameter(const Parameter &parameter) {
  std::string name(numerics::elementName(parameter.element));
  return parameter.isPointer ? "ptr<" + name + ">" : name;
}

static std::string describeSignature(StringRef entry,
                                     ArrayRef<Parameter> parameters) {
  std::string text = entry.str() + "(";
  StringRef separator;
  for (const Parameter &parameter : parameters) {
    text += (separator + describeParameter(parameter)).str();
    separator = ", ";
  }
  return text + ")";
}

/// Number of parameters that an argument takes.
static size_t countParameters(const std::optional<HostArray> &array, Abi abi) {
  return array && abi == Abi::Array ? 1 + 2 * array->shape().size() : 1;
}

static Error checkCount(size_t got, size_t numArguments, StringRef entry,
                        ArrayRef<Parameter> parameters, Abi abi) {
  if (got == parameters.size())
    return Error::success();
  std::string signature = describeSignature(entry, parameters);
  if (abi == Abi::Flat)
    return makeError("expected " + Twine(parameters.size()) +
                     " arguments for " + signature + ", got " + Twine(got));
  return makeError("expected arguments for " + Twine(parameters.size()) +
                   " parameters of " + signature + ", got " +
                   Twine(numArguments) + " that expand to " + Twine(got));
}

//===----------------------------------------------------------------------===//
// One argument
//===----------------------------------------------------------------------===//

static Error bindScalar(const ArgumentSpec &spec, const Parameter &parameter,
                        Argument &value) {
  std::string expected = describeParameter(parameter);
  if (parameter.isPointer)
    return makeError("expected an array for " + expected + ", got a scalar");
  if (spec.kind && *spec.kind != parameter.element)
    return makeError("expected " + expected + ", got " +
                     StringRef(numerics::elementName(*spec.kind)));
  Expected<uint64_t> bits = parseValue(spec.value, parameter.element);
  if (!bits)
    return bits.takeError();
  value = Argument::scalar(*bits);
  return Error::success();
}

/// Checks the element type against the pointee and suggests the declaration
/// that was probably forgotten.
static Error checkPointer(const ArgumentSpec &spec, const HostArray &array,
                          const Parameter &parameter) {
  if (!parameter.isPointer)
    return makeError("expected a scalar of type " +
                     describeParameter(parameter) + ", got an array");
  if (array.kind() == parameter.element)
    return Error::success();
  std::string hint;
  StringRef wanted(numerics::elementName(parameter.element));
  bool isFile = spec.source == ArgumentSpec::Source::File;
  if (isFile && !spec.kind && numerics::isInteger(array.kind()) &&
      numerics::isFloat(parameter.element) &&
      numerics::memoryBits(array.kind()) ==
          numerics::memoryBits(parameter.element))
    hint = ("; raw storage is declared as " + spec.path + ":" + wanted).str();
  return makeError("expected elements of type " + wanted + " for " +
                   describeParameter(parameter) + ", got " +
                   StringRef(numerics::elementName(array.kind())) + hint);
}

/// Binds one size or stride.
static Error bindExtent(int64_t extent, StringRef what,
                        const Parameter &parameter, size_t index,
                        Argument &value) {
  bool isNarrow = parameter.element == ElementKind::I32;
  if (parameter.isPointer ||
      (!isNarrow && parameter.element != ElementKind::I64))
    return makeError("expected parameter " + Twine(index) + " to be a " + what +
                     " of type i32 or i64, got " +
                     describeParameter(parameter));
  if (isNarrow && !isInt<32>(extent))
    return makeError("the " + what + " " + Twine(extent) +
                     " does not fit in i32 parameter " + Twine(index));
  value = Argument::scalar(isNarrow ? static_cast<uint32_t>(extent)
                                    : static_cast<uint64_t>(extent));
  return Error::success();
}

static Error bindArray(const ArgumentSpec &spec, HostArray &array, Abi abi,
                       StringRef name, ArrayRef<Parameter> parameters,
                       SmallVectorImpl<Argument> &values,
                       interp::Memory &memory) {
  if (Error error = checkPointer(spec, array, parameters[values.size()]))
    return error;
  interp::BufferOptions options;
  options.initialised = array.isInitialised();
  values.push_back(Argument::pointer(memory.addHostBuffer(
      name, array.bytes().data(), array.bytes().size(), options)));
  if (abi == Abi::Flat)
    return Error::success();
  SmallVector<int64_t, 4> strides = array.strides();
  for (auto [what, extents] : {std::pair(StringRef("size"), array.shape()),
                               {"stride", ArrayRef<int64_t>(strides)}})
    for (int64_t extent : extents) {
      size_t index = values.size();
      if (Error error = bindExtent(extent, what, parameters[index], index,
                                   values.emplace_back()))
        return error;
    }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// All arguments
//===----------------------------------------------------------------------===//

/// The arguments in the order of the parameters: those with a name where that
/// is, the others where there is place.
static Expected<SmallVector<size_t>>
orderByName(ArrayRef<ArgumentSpec> specs, Abi abi,
            ArrayRef<Parameter> parameters) {
  SmallVector<size_t> order(specs.size());
  std::iota(order.begin(), order.end(), 0);
  auto isNamed = [](const ArgumentSpec &spec) {
    return !spec.parameter.empty();
  };
  if (none_of(specs, isNamed))
    return order;
  if (abi == Abi::Array)
    return makeError("with --abi=array arguments come in order, without names");
  constexpr size_t none = ~size_t(0);
  SmallVector<size_t> taken(parameters.size(), none);
  for (auto [index, spec] : enumerate(specs)) {
    if (!isNamed(spec))
      continue;
    SmallVector<StringRef> known;
    size_t place = none;
    for (auto [number, parameter] : enumerate(parameters)) {
      if (!parameter.name.empty())
        known.push_back(parameter.name);
      if (parameter.name == spec.parameter)
        place = number;
    }
    std::string described = describeArgument(spec.text, index);
    if (place == none) {
      std::string nearest = findNearestName(spec.parameter, known);
      return makeError(
          described + ": unknown parameter '" + spec.parameter +
          "': " + (nearest.empty() ? "" : "did you mean '" + nearest + "'? ") +
          (known.empty() ? "the parameters have no names here"
                         : "expected one of " + join(known, ", ")));
    }
    if (taken[place] != none)
      return makeError(described + ": '" + spec.parameter + "' is given twice");
    taken[place] = index;
  }
  size_t next = 0;
  for (auto [index, spec] : enumerate(specs)) {
    if (isNamed(spec))
      continue;
    while (taken[next] != none)
      ++next;
    taken[next] = index;
  }
  return taken;
}

/// What findings call an array: as an argument that is given by name.
static std::string nameOfBuffer(const ArgumentSpec &spec, size_t index,
                                const Parameter &parameter) {
  if (parameter.name.empty() || !spec.parameter.empty())
    return describeArgument(spec.text, index);
  return describeArgument(parameter.name + "=" + spec.text, index);
}

Expected<BoundArguments> driver::bindArguments(ArrayRef<ArgumentSpec> specs,
                                               Abi abi, StringRef entry,
                                               ArrayRef<Parameter> parameters,
                                               interp::Memory &memory) {
  if (abi == Abi::Flat)
    if (Error error =
            checkCount(specs.size(), specs.size(), entry, parameters, abi))
      return error;

  BoundArguments bound;
  size_t count = 0;
  for (auto [index, spec] : enumerate(specs)) {
    std::optional<HostArray> &slot = bound.arrays.emplace_back();
    if (spec.isArray()) {
      Expected<HostArray> array = HostArray::fromSpec(spec);
      if (!array)
        return prefixError(describeArgument(spec.text, index) + ": ",
                           array.takeError());
      slot = std::move(*array);
    }
    count += countParameters(slot, abi);
  }
  if (Error error = checkCount(count, specs.size(), entry, parameters, abi))
    return error;

  Expected<SmallVector<size_t>> order = orderByName(specs, abi, parameters);
  if (!order)
    return order.takeError();
  for (size_t index : *order) {
    const ArgumentSpec &spec = specs[index];
    const Parameter &parameter = parameters[bound.values.size()];
    Error error =
        spec.isArray()
            ? bindArray(spec, *bound.arrays[index], abi,
                        nameOfBuffer(spec, index, parameter), parameters,
                        bound.values, memory)
            : bindScalar(spec, parameter, bound.values.emplace_back());
    if (error)
      return prefixError(describeArgument(spec.text, index) + ": ",
                         std::move(error));
  }
  return bound;
}
