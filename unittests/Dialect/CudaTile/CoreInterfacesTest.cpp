//===- CudaTile/CoreInterfacesTest.cpp - inference, interfaces ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What passes ask of the core ops: inferred result types, loops, region
// successors, symbol uses. Also the enum values, which are bytecode values and
// never change (core.md 3.1).
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/IR/Builders.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace tessera::cuda_tile;

namespace {
class CoreInterfacesTest : public testing::Test {
protected:
  CoreInterfacesTest() : builder(&context) {
    context.loadDialect<CudaTileDialect>();
  }

  /// Parses the body of a function with parameters %i, %c and %p.
  void parse(StringRef body) {
    std::string text = ("cuda_tile.module @m {\n"
                        "global @g <f32: 1.0> : tile<1xf32>\n"
                        "testing$func @f(%i: tile<i32>, %c: tile<i1>, %p: "
                        "tile<4xptr<f32>>) {\n" +
                        body + "\n} }")
                           .str();
    module = parseSourceString<mlir::ModuleOp>(text, ParserConfig(&context));
    ASSERT_TRUE(module);
  }

  template <typename OpT> OpT find() {
    OpT found;
    module->walk([&](OpT op) { found = op; });
    return found;
  }

  Type tile(ArrayRef<int64_t> shape, Type element) {
    return TileType::get(shape, element);
  }

  MLIRContext context;
  OpBuilder builder;
  OwningOpRef<mlir::ModuleOp> module;
};
} // namespace

TEST_F(CoreInterfacesTest, InfersResultTypes) {
  parse(
      "%v = constant <i32: 1> : tile<4x8xi32> %o = iota : tile<4xi64> return");
  auto function = find<TestingFuncOp>();
  Block &block = function.getBody().front();
  Value v = find<ConstantOp>().getResult(), o = find<IotaOp>().getResult();
  builder.setInsertionPoint(block.getTerminator());
  Location loc = builder.getUnknownLoc();
  Type i32 = builder.getI32Type(), scalar = tile({}, i32);

  auto constant =
      ConstantOp::create(builder, loc, find<ConstantOp>().getValue());
  EXPECT_EQ(constant.getType(), tile({4, 8}, i32));
  auto offset = OffsetOp::create(builder, loc, block.getArgument(2), o);
  EXPECT_EQ(offset.getType(), block.getArgument(2).getType());
  auto select = SelectOp::create(builder, loc, block.getArgument(1),
                                 block.getArgument(0), block.getArgument(0));
  EXPECT_EQ(select.getType(), scalar);
  auto id = GetTileBlockIdOp::create(builder, loc);
  EXPECT_EQ(id->getResultTypes(), TypeRange({scalar, scalar, scalar}));
  auto grid = GetNumTileBlocksOp::create(builder, loc);
  EXPECT_EQ(grid->getResultTypes(), TypeRange({scalar, scalar, scalar}));

  ArrayAttr identities = builder.getArrayAttr(builder.getI32IntegerAttr(0));
  auto reduce = ReduceOp::create(builder, loc, ValueRange(v), 1u, identities);
  EXPECT_EQ(reduce->getResultTypes(), TypeRange(tile({4}, i32)));
  auto scan =
      ScanOp::create(builder, loc, ValueRange(v), 1u, false, identities);
  EXPECT_EQ(scan->getResultTypes(), TypeRange(v.getType()));
}

TEST_F(CoreInterfacesTest, ForIsALoop) {
  parse("%r = for unsigned %k in (%i to %i, step %i) : tile<i32> "
        "iter_values(%x = %c) -> (tile<i1>) {\n"
        "  %n = addi %i, %i : tile<i32>\n"
        "  %d = divi %i, %i signed : tile<i32>\n"
        "  continue %x : tile<i1>\n} return");
  auto loop = find<ForOp>();
  auto like = cast<LoopLikeOpInterface>(loop.getOperation());
  ASSERT_TRUE(like.getLoopInductionVars());
  EXPECT_EQ(like.getLoopInductionVars()->front(), loop.getInductionVar());
  EXPECT_EQ(like.getLoopLowerBounds()->front(),
            OpFoldResult(loop.getLowerBound()));
  EXPECT_EQ(like.getLoopSteps()->front(), OpFoldResult(loop.getStep()));
  EXPECT_EQ(like.getInits().size(), 1u);
  ASSERT_EQ(like.getRegionIterArgs().size(), 1u);
  EXPECT_EQ(like.getRegionIterArgs().front(), loop.getBody()->getArgument(1));
  EXPECT_TRUE(like.isDefinedOutsideOfLoop(loop.getLowerBound()));
  EXPECT_FALSE(like.isDefinedOutsideOfLoop(loop.getInductionVar()));
  EXPECT_TRUE(loop.getUnsignedCmp());

  // LICM asks these two of every op of the body.
  EXPECT_TRUE(isPure(find<AddIOp>()));
  EXPECT_FALSE(isSpeculatable(find<DivIOp>()));
  EXPECT_TRUE(isMemoryEffectFree(find<DivIOp>()));
}

TEST_F(CoreInterfacesTest, LoopCarriesAndReturnsSeparately) {
  parse("%r = loop iter_values(%x = %c) : tile<i1> -> tile<i32> {\n"
        "  break %i : tile<i32>\n} return");
  auto loop = find<LoopOp>();
  auto like = cast<LoopLikeOpInterface>(loop.getOperation());
  EXPECT_FALSE(like.getLoopInductionVars());
  EXPECT_EQ(like.getInits().size(), 1u);
  EXPECT_EQ(like.getRegionIterArgs().size(), 1u);
}

TEST_F(CoreInterfacesTest, IfSuccessors) {
  parse("if %c { return } return");
  auto branch = cast<RegionBranchOpInterface>(find<IfOp>().getOperation());
  SmallVector<RegionSuccessor> successors;
  branch.getSuccessorRegions(RegionBranchPoint::parent(), successors);
  // Into the then-region or, without an else-region, past the op.
  ASSERT_EQ(successors.size(), 2u);
  EXPECT_EQ(successors[0].getSuccessor(), &find<IfOp>().getThenRegion());
  EXPECT_TRUE(successors[1].isParent());

  // A return does not complete the op.
  successors.clear();
  Operation *terminator = find<IfOp>().thenBlock()->getTerminator();
  branch.getSuccessorRegions(
      RegionBranchPoint(cast<RegionBranchTerminatorOpInterface>(terminator)),
      successors);
  EXPECT_TRUE(successors.empty());
}

TEST_F(CoreInterfacesTest, SymbolUse) {
  parse("%g = get_global @g : tile<ptr<f32>> return");
  auto use = find<GetGlobalOp>();
  SymbolTableCollection tables;
  EXPECT_TRUE(succeeded(cast<SymbolUserOpInterface>(use.getOperation())
                            .verifySymbolUses(tables)));
  // The module's symbol table knows the use.
  auto global = find<GlobalOp>();
  EXPECT_FALSE(SymbolTable::symbolKnownUseEmpty(global, global->getParentOp()));
  use->erase();
  EXPECT_TRUE(SymbolTable::symbolKnownUseEmpty(global, global->getParentOp()));
}

TEST(CoreEnums, ValuesAreFrozen) {
  auto value = [](auto e) { return static_cast<uint32_t>(e); };
  EXPECT_EQ(value(Signedness::Unsigned), 0u);
  EXPECT_EQ(value(Signedness::Signed), 1u);
  EXPECT_EQ(value(IntegerOverflow::None), 0u);
  EXPECT_EQ(value(IntegerOverflow::NoSignedWrap), 1u);
  EXPECT_EQ(value(IntegerOverflow::NoUnsignedWrap), 2u);
  EXPECT_EQ(value(IntegerOverflow::NoWrap), 3u);
  EXPECT_EQ(value(RoundingMode::NearestEven), 0u);
  EXPECT_EQ(value(RoundingMode::Zero), 1u);
  EXPECT_EQ(value(RoundingMode::NegativeInf), 2u);
  EXPECT_EQ(value(RoundingMode::PositiveInf), 3u);
  EXPECT_EQ(value(RoundingMode::Approx), 4u);
  EXPECT_EQ(value(RoundingMode::Full), 5u);
  EXPECT_EQ(value(RoundingMode::NearestIntToZero), 6u);
  EXPECT_EQ(value(RoundingMode::NearestAway), 7u);
  EXPECT_EQ(value(ComparisonPredicate::Equal), 0u);
  EXPECT_EQ(value(ComparisonPredicate::GreaterThanOrEqual), 5u);
  EXPECT_EQ(value(ComparisonOrdering::Unordered), 0u);
  EXPECT_EQ(value(ComparisonOrdering::Ordered), 1u);
  EXPECT_EQ(value(MemoryOrderingSemantics::Weak), 0u);
  EXPECT_EQ(value(MemoryOrderingSemantics::AcqRel), 4u);
  EXPECT_EQ(value(MemoryScope::TileBlock), 0u);
  EXPECT_EQ(value(MemoryScope::System), 2u);
  EXPECT_EQ(value(AtomicRMWMode::And), 0u);
  EXPECT_EQ(value(AtomicRMWMode::AddF), 4u);
  EXPECT_EQ(value(AtomicRMWMode::Xchg), 9u);
  EXPECT_EQ(value(PaddingValue::Zero), 0u);
  EXPECT_EQ(value(PaddingValue::NegInf), 4u);
  EXPECT_EQ(value(SymbolVisibility::Public), 0u);
  EXPECT_EQ(value(SymbolVisibility::Private), 1u);
}
