//===- Interpreter/Ops/MiscOps.cpp - asserts, promises and fences -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes assert and assume (core.md 6.3 and 6.4) and the fences of 13.4. The
// fences need no action, because an execution here is sequential in each block
// and coherent between blocks.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Interpreter/BlockContext.h"
#include "tessera/Interpreter/OpTable.h"
#include "tessera/Interpreter/TypeKinds.h"

#include "Interpreter/Access/Strided.h"

using namespace mlir;

namespace tessera::interp {

void registerPrintOps(OpTable &table);

namespace {

LogicalResult executeNothing(Operation *, BlockContext &) { return success(); }

LogicalResult executeAssert(Operation *op, BlockContext &ctx) {
  auto assertOp = cast<cuda_tile::AssertOp>(op);
  llvm::ArrayRef<uint8_t> condition =
      ctx.get(assertOp.getCondition()).span<uint8_t>();
  for (auto [i, holds] : llvm::enumerate(condition))
    if (!(holds & 1) &&
        failed(ctx.report(op, CheckKind::AssertFailed, static_cast<int64_t>(i),
                          assertOp.getMessage())))
      return failure();
  return success();
}

/// Checks a predicate on a tile; reports the first element that breaks it.
class AssumeCheck {
public:
  AssumeCheck(Operation *op, BlockContext &ctx, const Tile &tile)
      : op(op), ctx(ctx), tile(tile) {}

  LogicalResult check(cuda_tile::DivByAttr divBy) {
    uint64_t divisor = divBy.getDivisor();
    if (!divBy.getEvery() || !divBy.getAlong()) {
      for (int64_t i = 0; i < tile.numElements(); ++i)
        if (valueAt(i) % divisor != 0)
          return broken(i, "expected a multiple of " + Twine(divisor));
      return success();
    }
    int64_t every = *divBy.getEvery(), along = *divBy.getAlong();
    if (every <= 0)
      return success();
    uint64_t growth = tile.isPointer() ? pointeeBytes() : 1;
    auto strides = rowMajorStrides(tile.shape());
    for (int64_t i = 0; i < tile.numElements(); ++i) {
      int64_t inGroup = i / strides[along] % tile.shape()[along] % every;
      if (inGroup == 0 ? valueAt(i) % divisor != 0
                       : valueAt(i) != valueAt(i - strides[along]) + growth)
        return inGroup == 0
                   ? broken(i, "expected a multiple of " + Twine(divisor))
                   : broken(i, "expected the previous element plus " +
                                   Twine(growth));
    }
    return success();
  }

  LogicalResult check(cuda_tile::SameElementsAttr same) {
    auto strides = rowMajorStrides(tile.shape());
    for (int64_t i = 0; i < tile.numElements(); ++i) {
      int64_t first = i;
      for (auto [d, group] : llvm::enumerate(same.getValues()))
        if (group > 1)
          first -= i / strides[d] % tile.shape()[d] % group * strides[d];
      if (valueAt(i) != valueAt(first))
        return broken(i, "expected the same value as element " + Twine(first) +
                             ", " + Twine(valueAt(first)));
    }
    return success();
  }

  LogicalResult check(cuda_tile::BoundedAttr bounds) {
    for (int64_t i = 0; i < tile.numElements(); ++i) {
      int64_t value = tile.signedAt(i);
      if ((bounds.getLb() && value < *bounds.getLb()) ||
          (bounds.getUb() && value > *bounds.getUb()))
        return ctx.report(op, CheckKind::ViolatedAssume, i,
                          "value " + Twine(value) +
                              " is outside the promised bounds");
    }
    return success();
  }

private:
  uint64_t valueAt(int64_t i) const {
    // Sign extension keeps multiples of a power of two and growth by one.
    return tile.isPointer() ? tile.bits(i)
                            : static_cast<uint64_t>(tile.signedAt(i));
  }
  uint64_t pointeeBytes() const {
    auto type = cast<cuda_tile::TileType>(op->getOperand(0).getType());
    auto pointer = cast<cuda_tile::PointerType>(type.getElementType());
    return numerics::memoryBytes(elementKindOf(pointer.getPointeeType()), 1);
  }
  LogicalResult broken(int64_t i, const Twine &expected) {
    return ctx.report(op, CheckKind::ViolatedAssume, i,
                      expected + ", got " +
                          Twine(static_cast<int64_t>(valueAt(i))));
  }

  Operation *op;
  BlockContext &ctx;
  const Tile &tile;
};

LogicalResult checkAssume(Operation *op, BlockContext &ctx) {
  auto assume = cast<cuda_tile::AssumeOp>(op);
  Attribute predicate = assume.getPredicate();
  if (cuda_tile::isViewType(assume.getValue().getType())) {
    auto divBy = dyn_cast<cuda_tile::DivByAttr>(predicate);
    uint64_t base = ctx.getView(assume.getValue()).base;
    if (divBy && base % divBy.getDivisor() != 0)
      return ctx.report(op, CheckKind::ViolatedAssume, -1,
                        "expected a base address that is a multiple of " +
                            Twine(divBy.getDivisor()));
    return success();
  }
  AssumeCheck check(op, ctx, ctx.get(assume.getValue()));
  if (auto divBy = dyn_cast<cuda_tile::DivByAttr>(predicate))
    return check.check(divBy);
  if (auto same = dyn_cast<cuda_tile::SameElementsAttr>(predicate))
    return check.check(same);
  if (auto bounds = dyn_cast<cuda_tile::BoundedAttr>(predicate))
    return check.check(bounds);
  return ctx.fail(op, "cannot check this predicate");
}

LogicalResult executeAssume(Operation *op, BlockContext &ctx) {
  if (ctx.checkingAssumes() && failed(checkAssume(op, ctx)))
    return failure();
  Value value = op->getOperand(0);
  if (cuda_tile::isViewType(value.getType())) {
    ViewValue view = ctx.getView(value);
    ctx.setView(op->getResult(0), std::move(view));
  } else {
    ctx.set(op->getResult(0), ctx.take(value));
  }
  return success();
}

} // namespace

void registerMiscOps(OpTable &table) {
  using namespace cuda_tile;
  table.add<AssertOp>(executeAssert);
  table.add<AssumeOp>(executeAssume);
  table.add<GdcLaunchDependentsTkoOp>(executeNothing);
  table.add<GdcWaitTkoOp>(executeNothing);
  table.add<MemoryFenceAliasTkoOp>(executeNothing);
  registerPrintOps(table);
}

} // namespace tessera::interp
