//===- python/Binding.h - what the files of the extension share *- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The extension is a client of the C interface and of nothing else. It turns
// Python's values into those of C and back; what is nice to use is made of that
// in Python (python/tessera).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_PYTHON_BINDING_H
#define TESSERA_PYTHON_BINDING_H

#include "tessera-c/Tessera.h"

#include <nanobind/nanobind.h>

#include <memory>
#include <string>

namespace tessera_python {

using ModuleShare = std::shared_ptr<tessera_module>;

struct Module {
  ModuleShare share;
};

/// A kernel, and a share in the module that it belongs to.
struct Kernel {
  ModuleShare module;
  const tessera_kernel *kernel = nullptr;
};

struct Pool {
  explicit Pool(unsigned threads);
  std::shared_ptr<tessera_pool> pool;
};

/// (severity, file, line, column, message, notes) for each; takes them over.
nanobind::list takeDiagnostics(tessera_diagnostics *diagnostics);

/// "saxpy(f32, ptr<f32>)".
std::string describe(const tessera_kernel *kernel);

/// Takes the interpreter's lock again. Never returns, and lets the thread
/// sleep, when the interpreter ends in the meantime: what Python before 3.14
/// does then, pthread_exit(), may not pass through C++.
void takeLock(PyThreadState *state);

/// Runs `work`, which throws nothing, without the interpreter's lock.
template <typename Work> void withoutLock(const Work &work) {
  PyThreadState *state = PyEval_SaveThread();
  work();
  takeLock(state);
}

void bindModules(nanobind::module_ &module);
void bindLaunches(nanobind::module_ &module);

} // namespace tessera_python

#endif // TESSERA_PYTHON_BINDING_H
