//===- Interpreter/PureOp.h - one op without memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates single ops on given values with the interpreter's own handlers, for
// clients that execute memory, control flow and tokens by rules of their own
// (the litmus tests).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_INTERPRETER_PUREOP_H
#define TESSERA_INTERPRETER_PUREOP_H

#include "tessera/Interpreter/Interpreter.h"
#include "tessera/Interpreter/Tile.h"

#include "llvm/ADT/SmallVector.h"

#include <memory>

namespace tessera::interp {

class PureEvaluator {
public:
  /// As tile block `block` of `grid`.
  PureEvaluator(Dim3 block, Dim3 grid);
  ~PureEvaluator();

  /// Whether `op` can be evaluated: it has a handler, tiles only, and neither
  /// regions, tokens nor memory effects.
  static bool canEvaluate(mlir::Operation *op);

  /// The results of `op` on `operands`. Undefined behaviour yields the
  /// documented value, as with ignored checks.
  mlir::FailureOr<llvm::SmallVector<Tile, 2>>
  evaluate(mlir::Operation *op, llvm::ArrayRef<Tile> operands);
  TilePool &pool();

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace tessera::interp

#endif // TESSERA_INTERPRETER_PUREOP_H
