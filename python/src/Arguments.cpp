//===- python/Arguments.cpp - Python objects as kernel arguments *- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel's parameters decide what an argument has to be. What does not fit
// is refused with what was expected, before anything runs.
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"

#include <cmath>
#include <cstring>

namespace nb = nanobind;
using namespace tessera_python;

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

static std::string typeOf(const tessera_kernel *kernel, size_t parameter) {
  std::string type = tessera_kernel_parameter_type(kernel, parameter);
  const char *pointee = tessera_kernel_pointee_type(kernel, parameter);
  return pointee ? "ptr<" + std::string(pointee) + ">" : type;
}

std::string tessera_python::describe(const tessera_kernel *kernel) {
  std::string text = tessera_kernel_name(kernel);
  text += "(";
  for (size_t i = 0; i < tessera_kernel_num_parameters(kernel); ++i)
    text += (i ? ", " : "") + typeOf(kernel, i);
  return text + ")";
}

static std::string nameOfType(nb::handle object) {
  return nb::str(object.type().attr("__name__")).c_str();
}

void ArgumentList::typeError(const std::string &text) const {
  std::string message =
      describe(kernel) + ": argument " + std::to_string(index) + ": " + text;
  throw nb::type_error(message.c_str());
}

void ArgumentList::valueError(const std::string &text) const {
  std::string message =
      describe(kernel) + ": argument " + std::to_string(index) + ": " + text;
  throw nb::value_error(message.c_str());
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

/// The bits of `value` as a float with the upper `kept` bits of f32, rounded to
/// the nearest, once.
static uint32_t roundTo(double value, unsigned kept) {
  float nearest = static_cast<float>(value);
  uint32_t bits;
  std::memcpy(&bits, &nearest, sizeof(bits));
  if (std::isnan(nearest) || std::isinf(nearest))
    return bits >> (32 - kept) << (32 - kept);
  // The last bit stands for all that follow.
  if (static_cast<double>(nearest) != value) {
    if (std::fabs(static_cast<double>(nearest)) > std::fabs(value))
      --bits;
    bits |= 1;
  }
  uint32_t unit = uint32_t(1) << (32 - kept);
  uint32_t rest = bits & (unit - 1), low = bits - rest;
  bool isUp = rest > unit / 2 || (rest == unit / 2 && (low & unit));
  return low + (isUp ? unit : 0);
}

static bool floatBits(const std::string &type, double value, uint64_t &bits) {
  bits = 0;
  if (type == "f64") {
    std::memcpy(&bits, &value, sizeof(value));
  } else if (type == "f32") {
    float narrow = static_cast<float>(value);
    std::memcpy(&bits, &narrow, sizeof(narrow));
  } else if (type == "f16") {
    _Float16 narrow = static_cast<_Float16>(value);
    std::memcpy(&bits, &narrow, sizeof(narrow));
  } else if (type == "bf16") {
    bits = roundTo(value, 16) >> 16;
  } else if (type == "tf32") {
    bits = roundTo(value, 19);
  } else {
    return false;
  }
  return true;
}

void ArgumentList::addScalar(nb::handle object, const std::string &type) {
  uint64_t bits = 0;
  if (type[0] == 'i') {
    if (!PyIndex_Check(object.ptr()))
      typeError("expected an integer for " + type + ", got " +
                nameOfType(object));
    nb::object number = nb::steal(PyNumber_Index(object.ptr()));
    if (!number.is_valid())
      throw nb::python_error();
    unsigned width = static_cast<unsigned>(std::stoul(type.substr(1)));
    int overflow = 0;
    long long value = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
    bool fits = overflow == 0;
    if (fits && width < 64)
      fits = value >= -(int64_t(1) << (width - 1)) &&
             value < (int64_t(1) << width);
    bits = static_cast<uint64_t>(value);
    if (overflow > 0) {
      bits = PyLong_AsUnsignedLongLong(number.ptr());
      fits = width == 64 && !PyErr_Occurred();
      PyErr_Clear();
    }
    if (!fits)
      valueError("expected an integer of " + std::to_string(width) +
                 " bits, got " + nb::str(number).c_str());
    if (width < 64)
      bits &= (uint64_t(1) << width) - 1;
  } else {
    double value = PyFloat_AsDouble(object.ptr());
    if (value == -1.0 && PyErr_Occurred()) {
      PyErr_Clear();
      typeError("expected a number for " + type + ", got " +
                nameOfType(object));
    }
    if (!floatBits(type, value, bits))
      typeError("scalars of type " + type + " cannot be passed from Python");
  }
  // The names of the table live as long as the library.
  arguments.push_back(
      tessera_scalar(tessera_kernel_parameter_type(kernel, parameter), bits));
  ++parameter;
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// Whether elements of an array may stand for those of a Tile IR type. Types
/// that Python lacks are passed as integers of their width.
static bool mayHold(const ArrayView &array, const std::string &type) {
  bool isInteger = array.kind == 'i' || array.kind == 'u';
  if (type == "i1")
    return array.bits == 8 && (array.kind == 'b' || isInteger);
  if (type[0] == 'i')
    return isInteger && array.bits == std::stoul(type.substr(1));
  if (type == "f16" || type == "f32" || type == "f64")
    return array.kind == 'f' && array.bits == std::stoul(type.substr(1));
  if (type == "tf32")
    return array.kind == 'f' && array.bits == 32;
  if (type == "bf16")
    return array.bits == 16 && (array.kind == 'B' || isInteger);
  return array.bits == 8 && (array.otherFloat == type || isInteger);
}

static std::string expectedType(const std::string &type) {
  if (type == "i1")
    return "bool";
  if (type[0] == 'i')
    return "int" + type.substr(1);
  if (type == "f16" || type == "f32" || type == "f64")
    return "float" + type.substr(1);
  if (type == "tf32")
    return "float32";
  return type == "bf16" ? "bfloat16 or uint16" : type + " or uint8";
}

void ArgumentList::addArray(nb::handle object, bool isArrayAbi,
                            bool acceptsReadOnly) {
  ArrayView &array = arrays.emplace_back();
  const char *pointee = tessera_kernel_pointee_type(kernel, parameter);
  std::string reason, wanted = pointee ? expectedType(pointee) : "any type";
  if (!array.open(object, reason))
    typeError("expected an array of " + wanted + " for " +
              typeOf(kernel, parameter) + ", got " + reason);
  if (pointee && !mayHold(array, pointee))
    typeError("expected an array of " + wanted + " for " +
              typeOf(kernel, parameter) + ", got one of " + array.typeName());
  if (array.isReadOnly && !acceptsReadOnly)
    valueError("expected an array that can be written, got one that is read "
               "only");
  places.push_back(index);
  if (!isArrayAbi) {
    if (!array.isContiguous())
      valueError("expected a contiguous array for " +
                 typeOf(kernel, parameter) +
                 ", got one with strides (abi=\"array\" passes them)");
    arguments.push_back(tessera_pointer(array.data));
    ++parameter;
    return;
  }
  size_t rank = array.shape.size();
  for (size_t i = 1; i <= 2 * rank; ++i) {
    const char *type = tessera_kernel_parameter_type(kernel, parameter + i);
    if (!type || (std::strcmp(type, "i32") && std::strcmp(type, "i64")))
      typeError("expected " + std::to_string(2 * rank) +
                " parameters i32 or i64 for sizes and strides of an array of "
                "rank " +
                std::to_string(rank) + ", got " +
                (type ? typeOf(kernel, parameter + i) : "the end"));
  }
  arguments.push_back(tessera_array(array.data, static_cast<uint32_t>(rank),
                                    array.shape.data(), array.strides.data()));
  parameter += 1 + 2 * rank;
}

void ArgumentList::add(nb::handle object, bool isArrayAbi,
                       bool acceptsReadOnly) {
  const char *type = tessera_kernel_parameter_type(kernel, parameter);
  if (!type)
    throw nb::type_error(
        (describe(kernel) + ": expected " +
         std::to_string(tessera_kernel_num_parameters(kernel)) +
         (isArrayAbi ? " parameters, got more" : " arguments, got more"))
            .c_str());
  if (std::strcmp(type, "ptr") != 0)
    return addScalar(object, type);
  if (!object.is_none())
    return addArray(object, isArrayAbi, acceptsReadOnly);
  arguments.push_back(tessera_pointer(nullptr));
  ++parameter;
}

ArgumentList::ArgumentList(const tessera_kernel *kernel, nb::handle given,
                           bool isArrayAbi, bool acceptsReadOnly)
    : kernel(kernel) {
  size_t count = tessera_kernel_num_parameters(kernel);
  for (nb::handle object : given) {
    add(object, isArrayAbi, acceptsReadOnly);
    ++index;
  }
  if (parameter != count)
    throw nb::type_error(
        (describe(kernel) + ": expected " + std::to_string(count) +
         (isArrayAbi ? " parameters, got " : " arguments, got ") +
         std::to_string(parameter))
            .c_str());
}
