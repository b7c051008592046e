//===- TileAA/Analysis/DivisorDemand.h - promises that are missing ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The analysis of access facts asked backwards: what would a function's
// arguments have to be multiples of for an access to be aligned? Answers are
// proposals: what they bring says AccessFactAnalysis, once the program promises
// them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_ANALYSIS_DIVISORDEMAND_H
#define TESSERA_DIALECT_TILEAA_ANALYSIS_DIVISORDEMAND_H

#include "tessera/Dialect/TileAA/Analysis/AccessFacts.h"

#include <map>

namespace tessera::tileaa {

/// What scalar arguments of a function are multiples of, by argument number:
/// powers of two, in bytes for pointers.
using ArgumentDivisors = std::map<unsigned, int64_t>;

class DivisorDemand {
public:
  /// Asks `facts`, which are of the same function, for what is known already.
  explicit DivisorDemand(const AccessFactAnalysis &facts) : facts(facts) {}

  /// Divisors of scalar arguments with which groups of `group` neighbours along
  /// `axis` of the load or store `access` start at multiples of `bytes`, and a
  /// mask is the same within each group. Empty if that is so anyway; nothing if
  /// arguments do not decide it. `group` and `bytes` are powers of two.
  std::optional<ArgumentDivisors> forAccess(mlir::Operation *access,
                                            unsigned axis, int64_t group,
                                            int64_t bytes);

private:
  /// Elements of a value at the multiples of `group` along `axis`.
  struct Place {
    mlir::Value value;
    unsigned axis;
    int64_t group;
  };

  /// Adds to `demanded` what makes the elements at `place` multiples of
  /// `divisor`. False, with `demanded` as it was: arguments do not decide it.
  bool require(Place place, int64_t divisor);
  bool requireEveryElement(mlir::Value value, int64_t divisor) {
    return require({value, 0, 1}, divisor);
  }
  bool requireOperands(mlir::Operation *op, Place place, int64_t divisor);
  bool requireOneFactor(mlir::Operation *product, int64_t divisor);
  bool requireArgument(mlir::BlockArgument argument, Place place,
                       int64_t divisor);
  bool requireRegionResult(mlir::OpResult result, Place place, int64_t divisor);
  /// The place in `source`, of the elements of the same name before `op`.
  std::optional<Place> placeBefore(mlir::Operation *op, Place place) const;
  /// The same for groups of `place` with equal flags.
  bool requireEqualFlags(Place place);
  bool requireSteadyComparison(mlir::Operation *op, Place place);

  bool requireView(mlir::Value view, mlir::OperandRange indices, unsigned axis,
                   int64_t bytes);

  /// Runs `attempt`, and takes back what it demanded if it fails.
  bool attempt(llvm::function_ref<bool()> attempt);

  const AccessFactAnalysis &facts;
  ArgumentDivisors demanded;
  /// What is being required around a loop.
  llvm::SmallVector<std::pair<mlir::Value, int64_t>> active;
  unsigned steps = 0;
};

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_ANALYSIS_DIVISORDEMAND_H
