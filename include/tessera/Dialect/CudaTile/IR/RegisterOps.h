//===- CudaTile/IR/RegisterOps.h - op registration by group -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each group of ops registers itself from the file that holds its generated
// definitions, so that no single file instantiates all of them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_REGISTEROPS_H
#define TESSERA_DIALECT_CUDATILE_IR_REGISTEROPS_H

#include "mlir/IR/OperationSupport.h"

namespace tessera::cuda_tile::detail {

/// Adds op classes to a dialect that is being constructed.
class OpRegistrar {
public:
  explicit OpRegistrar(mlir::Dialect &dialect) : dialect(dialect) {}
  template <typename... Ops> void add() {
    (mlir::RegisteredOperationName::insert<Ops>(dialect), ...);
  }

private:
  mlir::Dialect &dialect;
};

void registerModuleOps(OpRegistrar registrar);
void registerControlFlowOps(OpRegistrar registrar);
void registerReduceOps(OpRegistrar registrar);
void registerCoreOps(OpRegistrar registrar);
void registerFloatOps(OpRegistrar registrar);
void registerMathOps(OpRegistrar registrar);
void registerIntegerOps(OpRegistrar registrar);
void registerConversionOps(OpRegistrar registrar);
void registerMmaOps(OpRegistrar registrar);
void registerMemoryOps(OpRegistrar registrar);
void registerAtomicOps(OpRegistrar registrar);
void registerViewOps(OpRegistrar registrar);
void registerMiscOps(OpRegistrar registrar);

} // namespace tessera::cuda_tile::detail

#endif // TESSERA_DIALECT_CUDATILE_IR_REGISTEROPS_H
