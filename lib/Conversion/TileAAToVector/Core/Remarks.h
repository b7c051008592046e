//===- TileAAToVector/Core/Remarks.h - what ops became -----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Optimisation remarks of the CPU road: which instructions accesses and
// products became, which ops share a loop, what has memory of its own, and what
// stood in the way of better code.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOVECTOR_CORE_REMARKS_H
#define TESSERA_LIB_CONVERSION_TILEAATOVECTOR_CORE_REMARKS_H

#include "Emitter.h"

#include <map>
#include <string>

namespace tessera::cpu {

/// Lives while one kernel is lowered. Does nothing unless the context collects
/// remarks.
class KernelRemarks {
public:
  /// Gives each op of `kernel` a location that no other op has.
  explicit KernelRemarks(tileaa::FuncOp kernel);

  bool areWanted() const { return wanted; }
  /// Counts what `function`, made from the kernel, has at each op's location,
  /// emits the remarks, and gives all locations back.
  void report(mlir::func::FuncOp function, const Emitter &emitter);

private:
  void reportAccess(mlir::Operation *op);
  void reportProduct(mlir::Operation *op);
  void reportCalls(mlir::Operation *op);
  void reportLoops(const Emitter &emitter);
  void reportScratch(const Emitter &emitter);

  using Counts = std::map<std::string, unsigned>;

  tileaa::FuncOp kernel;
  bool wanted;
  std::string name;
  llvm::DenseMap<mlir::Location, Counts> counts;
};

} // namespace tessera::cpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOVECTOR_CORE_REMARKS_H
