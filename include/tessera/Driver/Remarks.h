//===- Driver/Remarks.h - optimisation remarks as data ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the compiler says about its choices, collected from MLIR's remark
// engine, for tools that print it or write it to a file.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DRIVER_REMARKS_H
#define TESSERA_DRIVER_REMARKS_H

#include "mlir/IR/Location.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace tessera::driver {

struct CompilerRemark {
  /// Passed, Missed, Failure or Analysis: the tags of LLVM's YAML.
  std::string kind;
  std::string category, name, function, message;
  mlir::Location location;

  /// "[category] message", for a diagnostic at `location`.
  std::string text() const { return "[" + category + "] " + message; }
};

/// From now on, remarks of `context` whose category matches the regular
/// expression `pattern` go to `remarks`, which must outlive the context. Fails
/// for a malformed pattern.
llvm::Error collectRemarks(mlir::MLIRContext &context, llvm::StringRef pattern,
                           std::vector<CompilerRemark> &remarks);

/// Emits them as diagnostics of severity remark.
void printRemarks(llvm::ArrayRef<CompilerRemark> remarks);

/// Documents of LLVM's YAML form, one per remark.
std::string yamlRemarks(llvm::ArrayRef<CompilerRemark> remarks);

} // namespace tessera::driver

#endif // TESSERA_DRIVER_REMARKS_H
