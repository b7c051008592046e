//===- CudaTile/Transforms/CheckViews.cpp - checks of views ------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last element of a tile that lies in the tensor is the farthest from its
// start, as sizes and strides are not negative: whether it lies in the memory
// is a comparison of scalars. Only listed positions are compared one by one.
//
//===----------------------------------------------------------------------===//

#include "EntryChecks.h"
#include "tessera/Dialect/CudaTile/IR/ElementTypes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tessera::cuda_tile {

void EntryChecks::checkView(MakeTensorViewOp op) {
  auto check = [&](OperandRange extents, llvm::StringRef what) {
    for (Value extent : extents) {
      Value wide = createWide(b, extent, Signedness::Unsigned);
      require(compare(ComparisonPredicate::NotEqual, wide, createI64(b, {}, 0)),
              {}, "bad-view-shape",
              what + llvm::Twine(" of a tensor view is 0"));
    }
  };
  check(op.getDynamicShape(), "a size");
  check(op.getDynamicStrides(), "a stride");
  auto view = cast<TensorViewType>(op.getResult().getType());
  int64_t bytes = getElementByteSize(view.getElementType());
  if (takesSizes || bytes <= 1)
    return;
  TileType word = TileType::get({}, b.getI64Type());
  Value low = AndIOp::create(b, PtrToIntOp::create(b, word, op.getBase()),
                             createI64(b, {}, bytes - 1));
  require(compare(ComparisonPredicate::Equal, low, createI64(b, {}, 0)), {},
          "misaligned",
          "a tensor view's base, expected an alignment of " +
              llvm::Twine(bytes));
}

namespace {
/// Extents or strides of a tensor view as scalars.
struct ViewNumbers {
  llvm::SmallVector<Value> sizes, strides;
};

/// One dimension of a tile of a view.
struct ViewDimension {
  unsigned memory;
  int64_t extent, step;
  bool isListed;
};
} // namespace

static ViewNumbers numbersOf(ImplicitLocOpBuilder &b, MakeTensorViewOp make) {
  ViewNumbers numbers;
  auto fill = [&](llvm::SmallVector<Value> &to, llvm::ArrayRef<int64_t> fixed,
                  OperandRange dynamic) {
    auto next = dynamic.begin();
    for (int64_t value : fixed)
      to.push_back(ShapedType::isDynamic(value)
                       ? createWide(b, *next++, Signedness::Unsigned)
                       : createI64(b, {}, value));
  };
  auto type = cast<TensorViewType>(make.getResult().getType());
  fill(numbers.sizes, type.getShape(), make.getDynamicShape());
  fill(numbers.strides, type.getStrides(), make.getDynamicStrides());
  return numbers;
}

static llvm::SmallVector<ViewDimension> dimensionsOf(Type type) {
  llvm::SmallVector<ViewDimension> dims;
  auto fill = [&](llvm::ArrayRef<int32_t> extents,
                  llvm::ArrayRef<int32_t> steps, llvm::ArrayRef<int32_t> map,
                  int64_t listed) {
    for (auto [d, extent] : llvm::enumerate(extents)) {
      unsigned memory = map.empty() ? static_cast<unsigned>(d)
                                    : static_cast<unsigned>(map[d]);
      dims.push_back({memory, extent, steps.empty() ? 1 : steps[d],
                      listed == static_cast<int64_t>(d)});
    }
  };
  llvm::TypeSwitch<Type>(type)
      .Case([&](PartitionViewType view) {
        fill(view.getTileShape(), view.getTileShape(), view.getDimMap(), -1);
      })
      .Case([&](StridedViewType view) {
        fill(view.getTileShape(), view.getTraversalStrides(), view.getDimMap(),
             -1);
      })
      .Case([&](GatherScatterViewType view) {
        fill(view.getTileShape(), {}, {}, view.getSparseDim());
      });
  return dims;
}

void EntryChecks::checkViewAccess(const MemoryAccess &access) {
  MakeTensorViewOp make;
  for (Value view = access.address; Operation *op = view.getDefiningOp();
       view = op->getOperand(0))
    if ((make = dyn_cast<MakeTensorViewOp>(op)) || op->getNumOperands() == 0)
      break;
  if (!make)
    return;
  llvm::ArrayRef<bool> promised;
  if (auto attr = access.op->getAttrOfType<DenseBoolArrayAttr>("inbounds"))
    promised = attr.asArrayRef();
  ViewNumbers numbers = numbersOf(b, make);
  PointerPlace place = places.of(make.getBase());
  Value offset = place.offset ? place.offset : createI64(b, {}, 0);
  // Of the listed dimension: its positions, and which are inside.
  Value listedOffset, listedInside;
  auto load = dyn_cast<LoadViewTkoOp>(access.op);
  bool mayBePartial =
      note && load &&
      !cast<TileViewInterface>(load.getView().getType()).getViewPadding();
  for (auto [d, dim] :
       llvm::enumerate(dimensionsOf(access.address.getType()))) {
    Value size = numbers.sizes[dim.memory],
          stride = numbers.strides[dim.memory];
    Value index = createWide(b, access.indices[static_cast<unsigned>(d)],
                             Signedness::Unsigned);
    bool isPromised = d < promised.size() && promised[d];
    std::string broken = "tile not inside the tensor in dimension " +
                         std::to_string(d) + ", which 'inbounds' promised";
    if (dim.isListed) {
      llvm::ArrayRef<int64_t> shape = shapeOf(index);
      listedInside = compare(ComparisonPredicate::LessThan, index,
                             createSpread(b, size, shape));
      if (isPromised)
        require(listedInside, {}, "out-of-bounds", broken);
      else if (mayBePartial)
        noteUnless(createAllOf(b, listedInside));
      listedOffset = MulIOp::create(b, index, createSpread(b, stride, shape));
      continue;
    }
    Value start = MulIOp::create(b, index, createI64(b, {}, dim.step));
    require(compare(ComparisonPredicate::LessThan, start, size), {},
            "index-outside-space",
            "index outside the index space in dimension " + llvm::Twine(d));
    Value end = AddIOp::create(b, start, createI64(b, {}, dim.extent));
    if (isPromised)
      require(compare(ComparisonPredicate::LessThanOrEqual, end, size), {},
              "out-of-bounds", broken);
    // A tile of extent 1 is inside if its index is.
    else if (mayBePartial && dim.extent != 1)
      noteUnless(compare(ComparisonPredicate::LessThanOrEqual, end, size));
    Value last =
        SubIOp::create(b, MinIOp::create(b, end, size, Signedness::Unsigned),
                       createI64(b, {}, 1));
    offset = AddIOp::create(b, offset, MulIOp::create(b, last, stride));
  }
  int64_t bytes = bytesInMemory(access.elementType());
  if (!place.root || place.unit != bytes || !hasSize(place.root))
    return;
  Value end = sizeOf(place.root, bytes);
  Value inside;
  if (listedOffset) {
    llvm::ArrayRef<int64_t> shape = shapeOf(listedOffset);
    Value all = AddIOp::create(b, listedOffset, createSpread(b, offset, shape));
    inside = compare(ComparisonPredicate::LessThan, all,
                     createSpread(b, end, shape));
  } else {
    inside = compare(ComparisonPredicate::LessThan, offset, end);
  }
  require(inside, listedInside, "out-of-bounds",
          describe(access) + " outside " + nameOf(place.root));
  checkWritable(access, place.root);
  trackView(access, make, place);
}

} // namespace tessera::cuda_tile
