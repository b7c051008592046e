//===- TileAAToVector/Reduce/Collective.h - bodies of reduce and scan -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Applies the body of a reduce or scan to scalars or vectors.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOVECTOR_REDUCE_COLLECTIVE_H
#define TESSERA_LIB_CONVERSION_TILEAATOVECTOR_REDUCE_COLLECTIVE_H

#include "Conversion/TileAAToVector/Core/Lanes.h"
#include "Conversion/TileAAToVector/Nest/Nest.h"

namespace tessera::cpu {

/// The operands of a collective at `index`, each as a vector of `width` lanes.
mlir::FailureOr<llvm::SmallVector<mlir::Value, 2>>
evaluateOperands(Emitter &e, Nest &nest, mlir::ValueRange sources,
                 llvm::ArrayRef<Coord> index, unsigned width);

class CollectiveBody {
public:
  /// `region`: block arguments (element_0, accumulator_0, element_1, ...).
  CollectiveBody(Emitter &e, mlir::Region &region, mlir::ArrayAttr identities);

  using Values = llvm::SmallVector<mlir::Value, 2>;

  size_t size() const { return identities.size(); }
  /// One application; all values have `width` lanes (0: scalars). Elements and
  /// accumulators are of accumulatorType().
  mlir::FailureOr<Values> apply(mlir::ValueRange elements,
                                mlir::ValueRange accumulators, unsigned width);
  /// The same where nothing has been accumulated if `counter` is 0: then the
  /// elements themselves, unless start() is neutral.
  mlir::FailureOr<Values> applyFrom(mlir::Value counter,
                                    mlir::ValueRange elements,
                                    mlir::ValueRange accumulators,
                                    unsigned width);
  /// What accumulator k may begin with. If the body is commutative, nothing
  /// changes when it is combined with an element, NaN among them; the identity
  /// that the program gives need not be that good.
  mlir::Value start(size_t k, unsigned width);
  mlir::Type elementType(size_t k) const;
  /// f32 for sums of 16-bit floats that are rounded to nearest, else the
  /// element type: partial sums keep what their elements would lose.
  mlir::Type accumulatorType(size_t k) const;
  /// Elements in the accumulators' types, and back.
  Values widened(mlir::ValueRange elements);
  Values narrowed(mlir::ValueRange accumulators);
  /// Whether the order of elements cannot matter: one commutative op per
  /// operand.
  bool isCommutative() const { return commutative; }

private:
  Emitter &e;
  mlir::Block &block;
  mlir::ArrayAttr identities;
  bool commutative;
  /// By operand: whether sums are of f32 instead of 16-bit floats.
  llvm::SmallVector<bool, 2> wide;
};

} // namespace tessera::cpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOVECTOR_REDUCE_COLLECTIVE_H
