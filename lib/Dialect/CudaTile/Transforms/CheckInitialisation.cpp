//===- CudaTile/Transforms/CheckInitialisation.cpp - was it written ---===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Beside memory that may be read before it is written lies a byte for each
// element, which every store sets and every load looks at.
//
//===----------------------------------------------------------------------===//

#include "EntryChecks.h"
#include "tessera/Dialect/CudaTile/IR/ElementTypes.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tessera::cuda_tile {

/// Forgets the marks of memory that they cannot describe.
void EntryChecks::findTracked(llvm::ArrayRef<Operation *> ops) {
  llvm::DenseMap<Value, int64_t> units;
  llvm::DenseSet<Value> mixed, viewed;
  bool unknown = false;
  for (Operation *op : ops) {
    std::optional<MemoryAccess> access = describeMemoryAccess(op);
    if (!access)
      continue;
    Value pointer = access->address;
    bool isView = access->isThroughView();
    while (isView) {
      Operation *def = pointer.getDefiningOp();
      if (!def || def->getNumOperands() == 0)
        break;
      pointer = def->getOperand(0);
      if (isa<MakeTensorViewOp>(def))
        break;
    }
    int64_t bytes = bytesInMemory(access->elementType());
    PointerPlace place;
    if (isa<TileType>(pointer.getType()))
      place = places.of(pointer);
    if (!place.root) {
      unknown = true;
      continue;
    }
    auto [known, isNew] = units.try_emplace(place.root, bytes);
    if (place.unit != bytes || bytes == 0 || known->second != bytes)
      mixed.insert(place.root);
    if (isView)
      viewed.insert(place.root);
  }
  if (unknown) {
    marks.clear();
    return;
  }
  for (auto &[root, bytes] : units) {
    auto local = root.getDefiningOp<AllocaOp>();
    if (mixed.contains(root))
      marks.erase(root);
    else if (local && !viewed.contains(root)) {
      b.setLoc(local.getLoc());
      b.setInsertionPointAfter(local);
      marks[root] = AllocaOp::create(
          b, TileType::get({}, PointerType::get(b.getContext(), b.getI8Type())),
          local.getNumElem(), /*alignment=*/1, /*global=*/false);
    }
  }
}

/// The marks of parameters are set while there is nothing. Those of locals,
/// whose memory is zero at first, the other way round.
static int64_t writtenMark(Value root) {
  return isa<BlockArgument>(root) ? 0 : 1;
}

void EntryChecks::trackPointers(const MemoryAccess &access,
                                const PointerPlace &place) {
  Value mark = marks.lookup(place.root);
  if (!mark)
    return;
  llvm::ArrayRef<int64_t> shape = shapeOf(access.address);
  TileType type = TileType::get(shape, b.getI8Type());
  Value pointers = createSpread(b, mark, shape);
  if (place.offset)
    pointers = OffsetOp::create(b, pointers, place.offset);
  Value written = ConstantOp::create(
      b, type,
      DenseElementsAttr::get(type, b.getI8IntegerAttr(static_cast<int8_t>(
                                       writtenMark(place.root)))));
  TokenType token = TokenType::get(b.getContext());
  auto weak = MemoryOrderingSemanticsAttr::get(b.getContext(),
                                               MemoryOrderingSemantics::Weak);
  if (access.reads) {
    auto load = LoadPtrTkoOp::create(
        b, type, token, weak, MemoryScopeAttr(), pointers, access.mask,
        access.mask ? written : Value(), Value(), OptimizationHintsAttr());
    require(compare(ComparisonPredicate::Equal, load.getResult(), written),
            access.mask, "uninitialised",
            describe(access) + " in " + nameOf(place.root) +
                ", which was never written");
  }
  if (access.writes)
    StorePtrTkoOp::create(b, token, weak, MemoryScopeAttr(), pointers, written,
                          access.mask, Value(), OptimizationHintsAttr());
}

void EntryChecks::trackView(const MemoryAccess &access, MakeTensorViewOp make,
                            const PointerPlace &place) {
  Value mark = marks.lookup(place.root);
  if (!mark)
    return;
  // A view of the marks, like that of the elements. What is outside reads as
  // zero, which says that it is written.
  auto of = cast<TensorViewType>(make.getResult().getType());
  TensorViewType tensor =
      TensorViewType::get(b.getI8Type(), of.getShape(), of.getStrides());
  if (place.offset)
    mark = OffsetOp::create(b, mark, place.offset);
  auto zero = PaddingValueAttr::get(b.getContext(), PaddingValue::Zero);
  Value all = MakeTensorViewOp::create(b, tensor, mark, make.getDynamicShape(),
                                       make.getDynamicStrides());
  Value view =
      llvm::TypeSwitch<Type, Value>(access.address.getType())
          .Case([&](PartitionViewType type) {
            return MakePartitionViewOp::create(
                b,
                PartitionViewType::get(b.getContext(), type.getTileShape(),
                                       tensor, type.getDimMap(), zero),
                all);
          })
          .Case([&](StridedViewType type) {
            return MakeStridedViewOp::create(
                b,
                StridedViewType::get(b.getContext(), type.getTileShape(),
                                     type.getTraversalStrides(), tensor,
                                     type.getDimMap(), zero),
                all);
          })
          .Case([&](GatherScatterViewType type) {
            return MakeGatherScatterViewOp::create(
                b,
                GatherScatterViewType::get(b.getContext(), type.getTileShape(),
                                           tensor, type.getSparseDim(), zero),
                all);
          });
  TileType type = cast<TileViewInterface>(view.getType()).getViewTileType();
  Value written = ConstantOp::create(
      b, type, DenseElementsAttr::get(type, b.getI8IntegerAttr(0)));
  TokenType token = TokenType::get(b.getContext());
  auto weak = MemoryOrderingSemanticsAttr::get(b.getContext(),
                                               MemoryOrderingSemantics::Weak);
  if (access.reads) {
    auto load = LoadViewTkoOp::create(
        b, type, token, weak, MemoryScopeAttr(), view, access.indices, Value(),
        OptimizationHintsAttr(), DenseBoolArrayAttr());
    require(compare(ComparisonPredicate::Equal, load.getTile(), written), {},
            "uninitialised",
            describe(access) + " in " + nameOf(place.root) +
                ", which was never written");
  }
  if (access.writes)
    StoreViewTkoOp::create(b, token, weak, MemoryScopeAttr(), written, view,
                           access.indices, Value(), OptimizationHintsAttr(),
                           DenseBoolArrayAttr());
}

} // namespace tessera::cuda_tile
