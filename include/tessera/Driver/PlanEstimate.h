//===- include/tessera/Driver/PlanEstimate.h - loops of a planned kernel -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the loops of a kernel ask for, read off its plan: nv_tileas with
// layouts, stages and instructions.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DRIVER_PLANESTIMATE_H
#define TESSERA_DRIVER_PLANESTIMATE_H

#include "tessera/Target/LoopEstimate.h"

#include "mlir/IR/Operation.h"

#include <string>
#include <vector>

namespace tessera::driver {

struct PlannedLoop {
  /// "file:line" of the loop.
  std::string place;
  gpu::LoopWork work;
};

/// The loops with products in `kernel`, a function of nv_tileas, in order. Of a
/// kernel with several bodies, those of the first are taken.
std::vector<PlannedLoop> plannedLoops(mlir::Operation *kernel);

} // namespace tessera::driver

#endif // TESSERA_DRIVER_PLANESTIMATE_H
