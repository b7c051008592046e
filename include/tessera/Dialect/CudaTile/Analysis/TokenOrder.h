//===- CudaTile/Analysis/TokenOrder.h - which ops tokens order --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The token graph of a function: token values, and an edge wherever one may
// become a part of another, control flow included. A path means "may be
// ordered"; no path means "is never ordered by tokens", which is what a lint
// can say something about.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_ANALYSIS_TOKENORDER_H
#define TESSERA_DIALECT_CUDATILE_ANALYSIS_TOKENORDER_H

#include "tessera/Dialect/CudaTile/Analysis/MemoryAccess.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"

#include <vector>

namespace tessera::cuda_tile {

class TokenOrder {
public:
  /// Of a function, which must not change meanwhile.
  explicit TokenOrder(mlir::Operation *function);

  /// All memory operations, in program order.
  llvm::ArrayRef<MemoryAccess> accesses() const { return list; }

  /// Whether access `first` may be in the token past of access `second`; the
  /// same index asks about another execution of the operation.
  bool mayPrecede(size_t first, size_t second) const {
    return past[second].test(first);
  }
  /// Whether any access may be in the token past of `index`.
  bool hasPast(size_t index) const { return past[index].any(); }

private:
  void addEdge(mlir::Value from, mlir::Value to);
  void addFlow(mlir::ValueRange from, mlir::ValueRange to);
  void visit(mlir::Block &block, mlir::Operation *loop);
  unsigned number(mlir::Value token);

  std::vector<MemoryAccess> list;
  llvm::DenseMap<mlir::Value, unsigned> numbers;
  /// Sources of the edges into each token.
  std::vector<llvm::SmallVector<unsigned, 2>> sources;
  /// The access whose result a token is, or -1.
  std::vector<int> madeBy;
  std::vector<llvm::BitVector> past;
};

} // namespace tessera::cuda_tile

#endif // TESSERA_DIALECT_CUDATILE_ANALYSIS_TOKENORDER_H
