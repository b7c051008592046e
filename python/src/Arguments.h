//===- python/Arguments.h - Python objects as kernel arguments *- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arrays are taken where they lie, by the buffer protocol or DLPack, never
// copied.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_PYTHON_ARGUMENTS_H
#define TESSERA_PYTHON_ARGUMENTS_H

#include "Binding.h"

#include <nanobind/ndarray.h>

#include <deque>
#include <string>
#include <vector>

namespace tessera_python {

/// An object's memory, held for as long as this lives.
class ArrayView {
public:
  ArrayView() = default;
  ~ArrayView();
  ArrayView(const ArrayView &) = delete;
  ArrayView &operator=(const ArrayView &) = delete;

  /// False, with a reason, for what is no array.
  bool open(nanobind::handle object, std::string &reason);

  void *data = nullptr;
  std::vector<int64_t> shape;
  /// In elements.
  std::vector<int64_t> strides;
  /// 'b' boolean, 'i' and 'u' integers, 'f' IEEE floats, 'B' bfloat, 'F' other
  /// floats.
  char kind = 0;
  /// What Tile IR calls floats of kind 'F'; empty for those that it lacks.
  std::string otherFloat;
  unsigned bits = 0;
  bool isReadOnly = false;

  /// "float64" and so on.
  std::string typeName() const;
  bool isContiguous() const;
  /// The bytes from the lowest to the highest element.
  void extent(char *&begin, char *&end) const;

private:
  bool openBuffer(nanobind::handle object, std::string &reason);
  bool openDlpack(nanobind::handle object, std::string &reason);

  bool hasBuffer = false;
  Py_buffer buffer;
  nanobind::ndarray<nanobind::ro> array;
};

/// The arguments of one launch. Errors are Python's TypeError and ValueError.
class ArgumentList {
public:
  /// `isArrayAbi`: arrays stand for pointer, sizes and strides.
  ArgumentList(const tessera_kernel *kernel, nanobind::handle arguments,
               bool isArrayAbi, bool acceptsReadOnly);

  std::vector<tessera_argument> arguments;
  std::deque<ArrayView> arrays;
  /// For each array, the number of its argument.
  std::vector<size_t> places;

private:
  void add(nanobind::handle object, bool isArrayAbi, bool acceptsReadOnly);
  void addScalar(nanobind::handle object, const std::string &type);
  void addArray(nanobind::handle object, bool isArrayAbi, bool acceptsReadOnly);
  [[noreturn]] void typeError(const std::string &text) const;
  [[noreturn]] void valueError(const std::string &text) const;

  const tessera_kernel *kernel;
  /// Of the argument that is being added, and of the parameter it meets.
  size_t index = 0, parameter = 0;
};

} // namespace tessera_python

#endif // TESSERA_PYTHON_ARGUMENTS_H
