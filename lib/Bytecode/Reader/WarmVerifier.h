//===- Bytecode/Reader/WarmVerifier.h - verifying while reading -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir::verify of a large module fetches every op from memory again and judges
// the thousandth addition of two tiles like the first. The reader lets this
// class judge each function as soon as it is complete, and asks MLIR only when
// there is something to say. Builds with assertions ask it always, and compare.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_BYTECODE_READER_WARMVERIFIER_H
#define TESSERA_LIB_BYTECODE_READER_WARMVERIFIER_H

#include "mlir/IR/Operation.h"

#include <array>

namespace tessera::bytecode {

class WarmVerifier {
public:
  /// True if mlir::verify has nothing to report about `op`, which the reader
  /// made, and what is inside. Reports nothing. Ops that were found right must
  /// live as long as this object.
  bool isRight(mlir::Operation *op);

private:
  bool verify(mlir::Operation &op);
  /// The place in `models` for ops like `op`.
  mlir::Operation *&getModel(mlir::Operation &op);

  /// Element-wise ops that were found right; others like them are, too.
  std::array<mlir::Operation *, 256> models = {};
};

} // namespace tessera::bytecode

#endif // TESSERA_LIB_BYTECODE_READER_WARMVERIFIER_H
