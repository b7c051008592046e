//===- TileAA/IR/RegisterOps.h - op registration by family ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each family registers itself from the file that holds its generated
// definitions, so that no single file instantiates all of them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_REGISTEROPS_H
#define TESSERA_DIALECT_TILEAA_IR_REGISTEROPS_H

#include "mlir/IR/OperationSupport.h"

namespace tessera::tileaa::detail {

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

void registerElementwiseOps(OpRegistrar registrar);
void registerShapeOps(OpRegistrar registrar);
void registerPointerOps(OpRegistrar registrar);
void registerMemoryOps(OpRegistrar registrar);
void registerTokenOps(OpRegistrar registrar);
void registerContractionOps(OpRegistrar registrar);
void registerCollectiveOps(OpRegistrar registrar);
void registerFunctionOps(OpRegistrar registrar);
void registerGridOps(OpRegistrar registrar);
void registerFactOps(OpRegistrar registrar);

} // namespace tessera::tileaa::detail

#endif // TESSERA_DIALECT_TILEAA_IR_REGISTEROPS_H
