//===- python/Launch.cpp - launches and checks *- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both give up the interpreter's lock while the kernel runs.
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <algorithm>

namespace nb = nanobind;
using namespace tessera_python;

static void append(void *stream, const char *text, size_t bytes) {
  static_cast<std::string *>(stream)->append(text, bytes);
}

/// A grid is a number or up to three of them.
static void readGrid(nb::handle given, uint32_t (&grid)[3]) {
  static constexpr long long most = (1 << 24) - 1;
  auto read = [](nb::handle extent) {
    long long value = PyIndex_Check(extent.ptr())
                          ? PyLong_AsLongLong(extent.ptr())
                          : (PyErr_Clear(), 0);
    if (PyErr_Occurred())
      PyErr_Clear();
    if (value < 1 || value > most)
      throw nb::value_error(("expected grid extents from 1 to 16777215, got " +
                             std::string(nb::repr(extent).c_str()))
                                .c_str());
    return static_cast<uint32_t>(value);
  };
  grid[0] = grid[1] = grid[2] = 1;
  if (!nb::isinstance<nb::tuple>(given) && !nb::isinstance<nb::list>(given)) {
    grid[0] = read(given);
    return;
  }
  size_t count = 0;
  for (nb::handle extent : given) {
    if (count == 3)
      throw nb::value_error("expected a grid of at most 3 extents, got more");
    grid[count++] = read(extent);
  }
  if (count == 0)
    throw nb::value_error("expected a grid of 1 to 3 extents, got none");
}

Pool::Pool(unsigned threads)
    : pool(tessera_pool_create(threads), tessera_pool_destroy) {
  if (!pool)
    throw nb::value_error(
        ("expected at most 1024 threads, got " + std::to_string(threads))
            .c_str());
}

/// A pool without other threads: cheaper than one that is made for a launch.
static tessera_pool *callingThread() {
  static tessera_pool *alone = tessera_pool_create(1); // outlives all launches
  return alone;
}

/// None, or what there is to say.
static nb::object launch(const Kernel &self, nb::handle grid, nb::handle given,
                         bool isArrayAbi, const Pool *pool, double timeout) {
  tessera_launch_options options = TESSERA_LAUNCH_OPTIONS_INIT;
  readGrid(grid, options.grid);
  ArgumentList list(self.kernel, given, isArrayAbi, /*acceptsReadOnly=*/false);
  std::string output;
  options.write = append;
  options.stream = &output;
  options.timeout_seconds = timeout;
  // A share of it: others may let it go while we run.
  std::shared_ptr<tessera_pool> threads = pool ? pool->pool : nullptr;
  ModuleShare module = self.module;
  bool isOneBlock =
      options.grid[0] * uint64_t(options.grid[1]) == 1 && options.grid[2] == 1;
  options.pool = isOneBlock ? callingThread() : threads.get();
  tessera_launch_result result = TESSERA_LAUNCH_RESULT_INIT;
  tessera_status status = TESSERA_OK;
  withoutLock([&] {
    status = tessera_launch(self.kernel, &options, list.arguments.data(),
                            list.arguments.size(), &result);
  });
  if (status == TESSERA_OK && output.empty())
    return nb::none();
  return nb::make_tuple(
      tessera_status_name(status), std::string(result.message),
      std::string(result.location),
      nb::make_tuple(result.block[0], result.block[1], result.block[2]),
      result.element, nb::bytes(output.data(), output.size()));
}

/// The memory of the arrays as buffers; what overlaps is one.
static std::vector<tessera_buffer> buffersOf(const ArgumentList &list,
                                             std::deque<std::string> &names) {
  std::vector<tessera_buffer> buffers;
  for (size_t i = 0; i < list.arrays.size(); ++i) {
    const ArrayView &array = list.arrays[i];
    char *begin, *end;
    array.extent(begin, end);
    names.push_back("argument " + std::to_string(list.places[i]));
    buffers.push_back({begin, static_cast<uint64_t>(end - begin),
                       array.isReadOnly, 0, names.back().c_str()});
  }
  std::sort(buffers.begin(), buffers.end(),
            [](const tessera_buffer &a, const tessera_buffer &b) {
              return a.data < b.data;
            });
  std::vector<tessera_buffer> merged;
  for (const tessera_buffer &buffer : buffers) {
    char *begin = static_cast<char *>(buffer.data);
    if (!merged.empty()) {
      tessera_buffer &last = merged.back();
      char *start = static_cast<char *>(last.data);
      if (begin < start + last.bytes) {
        last.bytes =
            std::max<uint64_t>(last.bytes, begin - start + buffer.bytes);
        last.read_only &= buffer.read_only;
        continue;
      }
    }
    merged.push_back(buffer);
  }
  return merged;
}

static nb::tuple check(const Kernel &self, nb::handle grid, nb::handle given,
                       bool isArrayAbi, unsigned races, uint64_t seed,
                       uint64_t maxSteps, double timeout) {
  tessera_check_options options = TESSERA_CHECK_OPTIONS_INIT;
  readGrid(grid, options.grid);
  ArgumentList list(self.kernel, given, isArrayAbi, /*acceptsReadOnly=*/true);
  std::deque<std::string> names;
  std::vector<tessera_buffer> buffers = buffersOf(list, names);
  std::string output;
  options.write = append;
  options.stream = &output;
  options.race_schedules = races;
  options.seed = seed;
  options.max_steps_per_block = maxSteps;
  options.timeout_seconds = timeout;
  ModuleShare module = self.module;
  tessera_check_result result = TESSERA_CHECK_RESULT_INIT;
  tessera_diagnostics *diagnostics = nullptr;
  tessera_status status = TESSERA_OK;
  withoutLock([&] {
    status = tessera_check(self.kernel, &options, buffers.data(),
                           buffers.size(), list.arguments.data(),
                           list.arguments.size(), &result, &diagnostics);
  });
  return nb::make_tuple(
      tessera_status_name(status), takeDiagnostics(diagnostics),
      nb::make_tuple(result.findings, result.failed_asserts, result.blocks,
                     result.steps, result.seed),
      nb::bytes(output.data(), output.size()));
}

/// (type, bits of an element, shape, strides, address, is read only).
static nb::tuple describeArray(nb::handle object) {
  ArrayView array;
  std::string reason;
  if (!array.open(object, reason))
    throw nb::type_error(reason.c_str());
  nb::list shape, strides;
  for (size_t d = 0; d < array.shape.size(); ++d) {
    shape.append(array.shape[d]);
    strides.append(array.strides[d]);
  }
  return nb::make_tuple(array.typeName(), array.bits, shape, strides,
                        reinterpret_cast<uintptr_t>(array.data),
                        array.isReadOnly);
}

void tessera_python::bindLaunches(nb::module_ &module) {
  nb::class_<Pool>(module, "Pool", nb::is_final(), "Threads that launches use.")
      .def(nb::init<unsigned>(), nb::arg("threads") = 0)
      .def_prop_ro("threads", [](const Pool &self) {
        return tessera_pool_threads(self.pool.get());
      });
  module.def("launch", launch, nb::arg("kernel"), nb::arg("grid").none(),
             nb::arg("arguments"), nb::arg("array_abi"), nb::arg("pool").none(),
             nb::arg("timeout"));
  module.def("check", check, nb::arg("kernel"), nb::arg("grid").none(),
             nb::arg("arguments"), nb::arg("array_abi"), nb::arg("races"),
             nb::arg("seed"), nb::arg("max_steps"), nb::arg("timeout"));
  module.def("describe_array", describeArray, nb::arg("object").none());
}
