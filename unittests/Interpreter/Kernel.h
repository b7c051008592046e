//===- Interpreter/Kernel.h - runs kernels for the engine's tests -*- C++
//-*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel from text, executed with given buffers; what it printed, found and
// diagnosed. The engine's tests look at print_tko output: it shows whole tiles.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_INTERPRETER_KERNEL_H
#define TESSERA_UNITTESTS_INTERPRETER_KERNEL_H

#include "tessera/Interpreter/Interpreter.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <string>
#include <vector>

namespace tessera::interp::test {

class Kernel {
public:
  /// Parses a module, or `body` wrapped into entry @k with `parameters`.
  explicit Kernel(const std::string &moduleText);
  static std::string entry(const std::string &parameters,
                           const std::string &body) {
    return "cuda_tile.module @m { entry @k(" + parameters + ") {\n" + body +
           "\nreturn } }";
  }

  /// Registers a buffer and appends a pointer to it to the arguments.
  template <typename T>
  ProvenanceId buffer(const char *name, std::vector<T> &data,
                      BufferOptions options = {}) {
    ProvenanceId id = memory.addHostBuffer(name, data.data(),
                                           data.size() * sizeof(T), options);
    arguments.push_back(Argument::pointer(id));
    return id;
  }
  void scalar(uint64_t bits) { arguments.push_back(Argument::scalar(bits)); }

  /// Runs the grid of `options`; false when it could not be run.
  bool run();

  /// Runs one Program from two threads, each with its own memory.
  bool runTwiceAtOnce(std::vector<int32_t> &first,
                      std::vector<int32_t> &second);

  RunOptions options;
  Memory memory;
  std::vector<Argument> arguments;

  // Results.
  std::string printed, diagnostics;
  RunSummary summary;

private:
  mlir::FailureOr<std::unique_ptr<Program>> prepare();

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

} // namespace tessera::interp::test

#endif // TESSERA_UNITTESTS_INTERPRETER_KERNEL_H
