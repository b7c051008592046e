//===- TileAS/TileASTest.h - a module to build into -----------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Context, builder and values of any type for the tests of this folder.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_DIALECT_TILEAS_TILEASTEST_H
#define TESSERA_UNITTESTS_DIALECT_TILEAS_TILEASTEST_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"

#include "gtest/gtest.h"

namespace tessera::tileas {

class TileASTest : public ::testing::Test {
protected:
  TileASTest() : builder(&context), loc(builder.getUnknownLoc()) {
    context.loadDialect<TileASDialect, mlir::arith::ArithDialect,
                        mlir::scf::SCFDialect>();
    module = mlir::ModuleOp::create(loc);
    builder.setInsertionPointToStart(module->getBody());
    function = tileaa::FuncOp::create(builder, loc, "f",
                                      builder.getFunctionType({}, {}));
    builder.setInsertionPointToStart(&function.getBody().front());
    end = tileaa::ReturnOp::create(builder, loc);
    builder.setInsertionPoint(end);
  }

  mlir::RankedTensorType tile(llvm::ArrayRef<int64_t> shape,
                              mlir::Type element) {
    return mlir::RankedTensorType::get(shape, element);
  }
  TiledViewType shared(llvm::ArrayRef<int64_t> shape, mlir::Type element) {
    return TiledViewType::get(shape, element, tileaa::Residency::Smem);
  }
  /// A value of `type`.
  mlir::Value value(mlir::Type type) {
    return CreateNoneOp::create(builder, loc, type);
  }
  AtomAttr copyAtom() { return AtomAttr::get(&context, AtomKind::Copy); }
  bool isValid() { return succeeded(mlir::verify(*module)); }

  mlir::MLIRContext context;
  mlir::OpBuilder builder;
  mlir::Location loc;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  tileaa::FuncOp function;
  mlir::Operation *end = nullptr;
};

} // namespace tessera::tileas

#endif // TESSERA_UNITTESTS_DIALECT_TILEAS_TILEASTEST_H
