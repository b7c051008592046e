//===- TileAAToVector/Reduce/Collective.h - bodies of reduce and scan -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body of a reduce or scan applied to scalars or vectors.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOVECTOR_REDUCE_COLLECTIVE_H
#define TESSERA_LIB_CONVERSION_TILEAATOVECTOR_REDUCE_COLLECTIVE_H

#include "Conversion/TileAAToVector/Core/Lanes.h"

namespace tessera::cpu {

class CollectiveBody {
public:
  /// `region`: block arguments (element_0, accumulator_0, element_1, ...).
  CollectiveBody(Emitter &e, mlir::Region &region, mlir::ArrayAttr identities);

  size_t size() const { return identities.size(); }
  /// One application; all values have `width` lanes (0: scalars).
  mlir::FailureOr<llvm::SmallVector<mlir::Value, 2>>
  apply(mlir::ValueRange elements, mlir::ValueRange accumulators,
        unsigned width);
  /// Identity k in every lane.
  mlir::Value identity(size_t k, unsigned width);
  mlir::Type elementType(size_t k) const;
  /// Whether the order of elements cannot matter: one commutative op per
  /// operand.
  bool isCommutative() const { return commutative; }

private:
  Emitter &e;
  mlir::Block &block;
  mlir::ArrayAttr identities;
  bool commutative;
};

} // namespace tessera::cpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOVECTOR_REDUCE_COLLECTIVE_H
