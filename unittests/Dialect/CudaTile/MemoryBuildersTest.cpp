//===- CudaTile/MemoryBuildersTest.cpp - inferred result types -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builders of tokens, stores and atomics need no result types (ops.md 1.4).
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace tessera::cuda_tile;

TEST(MemoryBuilders, ResultTypesAreInferred) {
  MLIRContext context;
  context.loadDialect<CudaTileDialect>();
  OpBuilder builder(&context);
  Location loc = builder.getUnknownLoc();
  Type i32 = builder.getI32Type();
  auto value = TileType::get({}, i32);
  auto pointer = TileType::get({}, PointerType::get(&context, i32));
  auto token = TokenType::get(&context);

  Block block;
  Value p = block.addArgument(pointer, loc);
  Value v = block.addArgument(value, loc);
  builder.setInsertionPointToStart(&block);

  auto start = MakeTokenOp::create(builder, loc);
  EXPECT_EQ(start.getResult().getType(), token);
  auto joined = JoinTokensOp::create(
      builder, loc, ValueRange{start.getResult(), start.getResult()});
  EXPECT_EQ(joined.getResult().getType(), token);
  auto store = StorePtrTkoOp::create(
      builder, loc, MemoryOrderingSemantics::Weak, MemoryScopeAttr(), p, v,
      /*mask=*/Value(), joined.getResult(), OptimizationHintsAttr());
  EXPECT_EQ(store.getResultToken().getType(), token);
  auto rmw = AtomicRMWTkoOp::create(
      builder, loc, MemoryOrderingSemantics::AcqRel, MemoryScope::Device, p,
      AtomicRMWMode::Add, v, /*mask=*/Value(), store.getResultToken());
  EXPECT_EQ(rmw.getResult().getType(), value);
  EXPECT_EQ(rmw.getResultToken().getType(), token);
  auto cas = AtomicCASTkoOp::create(
      builder, loc, MemoryOrderingSemantics::Relaxed, MemoryScope::System, p, v,
      v, /*mask=*/Value(), /*token=*/Value());
  EXPECT_EQ(cas.getResult().getType(), value);

  for (Operation &op : block)
    EXPECT_TRUE(succeeded(verify(&op))) << op.getName().getStringRef().str();
}

TEST(MemoryBuilders, InferenceFailsWithoutTheValueOperand) {
  MLIRContext context;
  context.loadDialect<CudaTileDialect>();
  SmallVector<Type> types;
  EXPECT_TRUE(failed(
      AtomicRMWTkoOp::inferReturnTypes(&context, std::nullopt, ValueRange(),
                                       DictionaryAttr(), nullptr, {}, types)));
  EXPECT_TRUE(failed(
      AtomicCASTkoOp::inferReturnTypes(&context, std::nullopt, ValueRange(),
                                       DictionaryAttr(), nullptr, {}, types)));
}
