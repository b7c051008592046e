//===- TileAAToTileAS/AssignLayouts.cpp - layouts into the types -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the layouts that a LayoutPlan chose into the types of all tiles. Where
// an op needs its operand in another layout than the operand has, a conversion
// is inserted. An operand that costs nothing in any layout, or next to nothing,
// is computed again in the layout that is needed.
//
// A conversion stands directly behind the op whose result it converts, and
// there is one per layout. It is therefore outside of loops that do not change
// its operand.
//
//===----------------------------------------------------------------------===//

#include "Rewrite.h"

#include "LayoutPlan.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Dialect/TileAS/Utils/SharedStorage.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using tessera::layout::LinearLayout;

namespace tessera::gpu {

namespace {
class Assignment {
public:
  Assignment(tileaa::FuncOp function, LayoutPlan &plan)
      : function(function), plan(plan), b(function.getContext()) {}
  void run();
  unsigned conversions = 0;

private:
  RankedTensorType typed(Value tile, Attribute layout) {
    auto type = cast<RankedTensorType>(tile.getType());
    return RankedTensorType::get(type.getShape(), type.getElementType(),
                                 layout);
  }
  Value request(Value tile, const LinearLayout &layout);
  /// `tile` in layout `from` put into storage of `image`.
  Value store(Value tile, const LinearLayout &from, tileas::LayoutAttr image);
  Value remake(Operation *op, tileas::LayoutAttr layout);
  Value compute(Operation *op, tileas::LayoutAttr layout);

  tileaa::FuncOp function;
  LayoutPlan &plan;
  OpBuilder b;
  llvm::DenseMap<std::pair<Value, Attribute>, Value> made;
};
} // namespace

/// A leaf or renaming again, with its result in `layout`.
Value Assignment::remake(Operation *op, tileas::LayoutAttr layout) {
  Value operand;
  if (op->getNumOperands() == 1)
    operand = op->getOperand(0);
  if (operand && isTile(operand))
    operand = request(operand, renamedOperand(op, layout.getLayout()));
  // The converted operand stands right behind the operand's definition.
  b.setInsertionPointAfter(op);
  RankedTensorType type = typed(op->getResult(0), layout);
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    auto elements = cast<DenseElementsAttr>(constant.getValue());
    return arith::ConstantOp::create(b, op->getLoc(), elements.reshape(type));
  }
  Operation *copy = b.clone(*op);
  if (operand)
    copy->setOperand(0, operand);
  copy->getResult(0).setType(type);
  return copy->getResult(0);
}

/// An elementwise op again, with its operands and its result in `layout`.
Value Assignment::compute(Operation *op, tileas::LayoutAttr layout) {
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(request(operand, layout.getLayout()));
  b.setInsertionPointAfter(op);
  Operation *copy = b.clone(*op);
  copy->setOperands(operands);
  copy->getResult(0).setType(typed(op->getResult(0), layout));
  return copy->getResult(0);
}

Value Assignment::request(Value tile, const LinearLayout &layout) {
  auto attr = tileas::LayoutAttr::get(b.getContext(), layout);
  if (cast<RankedTensorType>(tile.getType()).getEncoding() == attr)
    return tile;
  auto found = made.find({tile, attr});
  if (found != made.end())
    return found->second;
  Value result;
  if (isComputedAnywhere(tile)) {
    result = compute(tile.getDefiningOp(), attr);
  } else if (roleOf(tile) == TileRole::Fixed) {
    b.setInsertionPointAfterValue(tile);
    result = tileas::ConvertLayoutOp::create(b, tile.getLoc(),
                                             typed(tile, attr), tile);
    ++conversions;
  } else {
    result = remake(tile.getDefiningOp(), attr);
  }
  made[{tile, attr}] = result;
  return result;
}

Value Assignment::store(Value tile, const LinearLayout &from,
                        tileas::LayoutAttr image) {
  if (Value known = made.lookup({tile, image}))
    return known;
  Value source = request(tile, from);
  b.setInsertionPointAfterValue(source);
  auto type = cast<RankedTensorType>(source.getType());
  Location loc = tile.getLoc();
  Value place = tileas::buildStorage(b, loc, type, image.getLayout());
  tileas::buildStore(b, loc, source, place);
  return made[{tile, image}] = place;
}

void Assignment::run() {
  SmallVector<Operation *> ops;
  SmallVector<Value> fixed;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == function.getOperation())
      return;
    ops.push_back(op);
    for (Value result : op->getResults())
      if (isTile(result) && roleOf(result) == TileRole::Fixed)
        fixed.push_back(result);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value argument : block.getArguments())
          if (isTile(argument))
            fixed.push_back(argument);
  });
  // All decisions come before any change.
  SmallVector<SmallVector<std::optional<LinearLayout>>> wanted;
  // Operands that go to storage, and the layout in which they do.
  llvm::DenseMap<OpOperand *, LinearLayout> stored;
  for (Operation *op : ops) {
    bool isFree = op->getNumResults() == 1 && isTile(op->getResult(0)) &&
                  roleOf(op->getResult(0)) != TileRole::Fixed;
    wanted.push_back(isFree ? SmallVector<std::optional<LinearLayout>>()
                            : plan.operandLayouts(op));
    for (auto [i, layout] : llvm::enumerate(wanted.back()))
      if (layout && layout->in().has(layout::Dim::Offset))
        stored.try_emplace(&op->getOpOperand(i),
                           plan.ownLayout(op->getOperand(i)));
  }
  SmallVector<Type> types;
  for (Value value : fixed) {
    auto result = dyn_cast<OpResult>(value);
    LinearLayout layout =
        result ? plan.resultLayout(result) : plan.layoutOf(value);
    types.push_back(
        typed(value, tileas::LayoutAttr::get(b.getContext(), layout)));
  }
  for (auto [value, type] : llvm::zip(fixed, types))
    value.setType(type);
  for (auto [op, layouts] : llvm::zip(ops, wanted))
    for (auto [i, layout] : llvm::enumerate(layouts)) {
      if (!layout)
        continue;
      Value operand = op->getOperand(i);
      auto from = stored.find(&op->getOpOperand(i));
      op->setOperand(
          i, from == stored.end()
                 ? request(operand, *layout)
                 : store(operand, from->second,
                         tileas::LayoutAttr::get(b.getContext(), *layout)));
    }
  // Erase ops that were computed again for every user.
  for (Operation *op : llvm::reverse(ops))
    if (op->getNumResults() == 1 && isTile(op->getResult(0)) &&
        roleOf(op->getResult(0)) != TileRole::Fixed && op->use_empty())
      op->erase();
}

unsigned assignLayouts(tileaa::FuncOp function, LayoutPlan &plan) {
  Assignment assignment(function, plan);
  assignment.run();
  return assignment.conversions;
}

} // namespace tessera::gpu
