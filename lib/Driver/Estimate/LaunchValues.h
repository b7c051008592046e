//===- Driver/Estimate/LaunchValues.h - scalars of a launch ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scalars of a kernel are folded as far as the launch decides them: this
// selects branches and says how often loops go round.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DRIVER_ESTIMATE_LAUNCHVALUES_H
#define TESSERA_LIB_DRIVER_ESTIMATE_LAUNCHVALUES_H

#include "tessera/Driver/KernelEstimate.h"

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Region.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>

namespace tessera::driver {

class LaunchValues {
public:
  /// `body` has the parameters of the kernel as arguments. `launch` outlives
  /// this.
  LaunchValues(const EstimatedLaunch &launch, mlir::Region &body);

  /// The number; nothing where the launch does not decide it.
  std::optional<int64_t> number(mlir::Value value);
  /// From now on `value` is `number`.
  void set(mlir::Value value, int64_t number);

private:
  /// The value as a constant; null where the launch does not decide it.
  mlir::Attribute evaluate(mlir::Value value);
  mlir::Attribute fold(mlir::Operation *op, mlir::Value value);

  const EstimatedLaunch &launch;
  llvm::DenseMap<mlir::Value, mlir::Attribute> known;
};

} // namespace tessera::driver

#endif // TESSERA_LIB_DRIVER_ESTIMATE_LAUNCHVALUES_H
