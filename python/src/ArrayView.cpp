//===- python/ArrayView.cpp - memory of Python objects *- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The buffer protocol first, as it is the faster one; DLPack for the others.
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"

#include <algorithm>
#include <cstring>

namespace nb = nanobind;
using namespace tessera_python;

ArrayView::~ArrayView() {
  if (hasBuffer)
    PyBuffer_Release(&buffer);
}

/// What a format of the struct module stands for; false for anything but one
/// number in this machine's byte order.
static bool readFormat(const char *format, char &kind) {
  if (!format)
    format = "B";
  if (std::strchr("@=<", *format) && *format)
    ++format;
  if (!*format || format[1])
    return false;
  if (std::strchr("bhilqn", *format))
    kind = 'i';
  else if (std::strchr("BHILQN", *format))
    kind = 'u';
  else if (std::strchr("efd", *format))
    kind = 'f';
  else if (*format == '?')
    kind = 'b';
  else
    return false;
  return true;
}

bool ArrayView::openBuffer(nb::handle object, std::string &reason) {
  if (PyObject_GetBuffer(object.ptr(), &buffer, PyBUF_RECORDS_RO) != 0) {
    nb::python_error error;
    reason = error.what();
    return false;
  }
  hasBuffer = true;
  data = buffer.buf;
  isReadOnly = buffer.readonly;
  bits = static_cast<unsigned>(8 * buffer.itemsize);
  if (!readFormat(buffer.format, kind)) {
    reason = std::string("elements of format '") +
             (buffer.format ? buffer.format : "") + "'";
    return false;
  }
  shape.assign(buffer.shape, buffer.shape + buffer.ndim);
  for (int d = 0; d < buffer.ndim; ++d) {
    if (buffer.strides[d] % buffer.itemsize != 0) {
      reason = "a stride of " + std::to_string(buffer.strides[d]) +
               " bytes between elements of " + std::to_string(buffer.itemsize);
      return false;
    }
    strides.push_back(buffer.strides[d] / buffer.itemsize);
  }
  return true;
}

/// Tile IR's name for a float that nanobind has no name for: the code is that
/// of DLPack 1.1.
static const char *nameOfFloat(unsigned code) {
  switch (code) {
  case 10:
    return "f8E4M3FN";
  case 12:
    return "f8E5M2";
  case 14:
    return "f8E8M0FNU";
  default:
    return "";
  }
}

bool ArrayView::openDlpack(nb::handle object, std::string &reason) {
  nb::ndarray<> writable;
  if (nb::try_cast(object, writable, false)) {
    array = nb::ndarray<nb::ro>(writable);
  } else if (nb::try_cast(object, array, false)) {
    isReadOnly = true;
  } else {
    reason = "an object without memory that can be used: " +
             std::string(nb::str(object.type()).c_str());
    return false;
  }
  if (array.device_type() != nb::device::cpu::value) {
    reason = "an array that is not in the memory of the CPU";
    return false;
  }
  data = const_cast<void *>(static_cast<const void *>(array.data()));
  nb::dlpack::dtype type = array.dtype();
  bits = type.bits;
  switch (static_cast<nb::dlpack::dtype_code>(type.code)) {
  case nb::dlpack::dtype_code::Int:
    kind = 'i';
    break;
  case nb::dlpack::dtype_code::UInt:
    kind = 'u';
    break;
  case nb::dlpack::dtype_code::Float:
    kind = 'f';
    break;
  case nb::dlpack::dtype_code::Bfloat:
    kind = 'B';
    break;
  case nb::dlpack::dtype_code::Bool:
    kind = 'b';
    break;
  default:
    kind = 'F';
    otherFloat = nameOfFloat(type.code);
  }
  if (type.lanes != 1) {
    reason = "elements that are vectors";
    return false;
  }
  for (size_t d = 0; d < array.ndim(); ++d) {
    shape.push_back(static_cast<int64_t>(array.shape(d)));
    strides.push_back(array.stride(d));
  }
  return true;
}

bool ArrayView::open(nb::handle object, std::string &reason) {
  return PyObject_CheckBuffer(object.ptr()) ? openBuffer(object, reason)
                                            : openDlpack(object, reason);
}

std::string ArrayView::typeName() const {
  switch (kind) {
  case 'b':
    return "bool";
  case 'B':
    return "bfloat" + std::to_string(bits);
  case 'i':
    return "int" + std::to_string(bits);
  case 'u':
    return "uint" + std::to_string(bits);
  case 'f':
    return "float" + std::to_string(bits);
  default:
    if (!otherFloat.empty())
      return otherFloat;
    return "numbers of " + std::to_string(bits) + " bits";
  }
}

bool ArrayView::isContiguous() const {
  int64_t expected = 1;
  for (size_t d = shape.size(); d-- > 0; expected *= shape[d])
    if (shape[d] == 0)
      return true;
    else if (shape[d] != 1 && strides[d] != expected)
      return false;
  return true;
}

void ArrayView::extent(char *&begin, char *&end) const {
  begin = end = static_cast<char *>(data);
  if (std::find(shape.begin(), shape.end(), 0) != shape.end())
    return;
  int64_t size = (bits + 7) / 8;
  end += size;
  for (size_t d = 0; d < shape.size(); ++d)
    (strides[d] < 0 ? begin : end) += (shape[d] - 1) * strides[d] * size;
}
