//===- TileAA/Analysis/AccessFacts.cpp - from values to accesses ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Addresses of tiled accesses are base + sum over dimensions of coordinate x
// stride x element size; whether a tile may leave its object is decided from
// extents and indices alone, never from strides, whose promises clients break.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/Analysis/AccessFacts.h"

#include "tessera/Dialect/TileAA/Analysis/AxisAnalysis.h"
#include "tessera/Dialect/TileAA/Analysis/RangeAnalysis.h"

#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;
using dataflow::IntegerValueRangeLattice;

//===----------------------------------------------------------------------===//
// The attribute
//===----------------------------------------------------------------------===//

AccessFacts AccessFacts::getUnknown(unsigned axes) {
  AccessFacts facts;
  facts.contiguity.assign(axes, 1);
  facts.divisibility.assign(axes, 1);
  facts.constancy.assign(axes, 1);
  facts.inBounds.assign(axes, false);
  return facts;
}

AccessFacts AccessFacts::fromAttr(AccessAttr attr) {
  AccessFacts facts;
  facts.contiguity.assign(attr.getContiguity().begin(),
                          attr.getContiguity().end());
  facts.divisibility.assign(attr.getDivisibility().begin(),
                            attr.getDivisibility().end());
  facts.constancy.assign(attr.getConstancy().begin(),
                         attr.getConstancy().end());
  facts.maskConstancy.assign(attr.getMaskConstancy().begin(),
                             attr.getMaskConstancy().end());
  facts.inBounds.assign(attr.getInBounds().begin(), attr.getInBounds().end());
  facts.base =
      MemoryBase{attr.getBaseKind(), attr.getBaseIndex(), attr.getBaseSymbol()};
  facts.offsetDivisibility = attr.getOffsetDivisibility();
  facts.aliasClass = attr.getAliasClass();
  return facts;
}

AccessAttr AccessFacts::toAttr(MLIRContext *context) const {
  return AccessAttr::get(context, contiguity, divisibility, constancy,
                         maskConstancy, inBounds, base.kind, base.index,
                         base.symbol, offsetDivisibility, aliasClass);
}

AccessFacts tileaa::lookupFacts(Operation *op) {
  if (auto attr =
          op->getAttrOfType<AccessAttr>(AccessAttr::getAccessAttrName()))
    return AccessFacts::fromAttr(attr);
  AccessFacts facts = AccessFacts::getUnknown(getNumAccessAxes(op));
  if (auto flags = op->getAttrOfType<DenseBoolArrayAttr>("in_bounds"))
    facts.inBounds.assign(flags.asArrayRef().begin(), flags.asArrayRef().end());
  return facts;
}

//===----------------------------------------------------------------------===//
// Running the analyses
//===----------------------------------------------------------------------===//

AccessFactAnalysis::AccessFactAnalysis(FuncOp function,
                                       AccessFactOptions options)
    : function(function), options(options) {
  int64_t next = 0;
  function.walk<WalkOrder::PreOrder>(
      [&](AllocaOp alloca) { allocas[alloca] = next++; });
  solver.load<dataflow::DeadCodeAnalysis>();
  solver.load<dataflow::SparseConstantPropagation>();
  solver.load<RangeAnalysis>(options.readAssumes);
  solver.load<AxisAnalysis>(options.readAssumes, allocas);
  valid = succeeded(solver.initializeAndRun(function));
  if (valid)
    assignAliasClasses();
}

TileFact AccessFactAnalysis::getFact(Value value) const {
  const auto *state = solver.lookupState<AxisLattice>(value);
  return state ? state->getValue() : TileFact();
}

ConstantIntRanges AccessFactAnalysis::getRange(Value value) const {
  const auto *state = solver.lookupState<IntegerValueRangeLattice>(value);
  if (!state || state->getValue().isUninitialized())
    return ConstantIntRanges::maxRange(
        ConstantIntRanges::getStorageBitwidth(value.getType()));
  return state->getValue().getValue();
}

bool AccessFactAnalysis::isAllTrue(Value flags) const {
  return getRange(flags).umin().isOne();
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

AccessFacts AccessFactAnalysis::inferThroughPointers(Value pointers,
                                                     Value mask) const {
  size_t axes = std::max<size_t>(getTileShape(pointers.getType()).size(), 1);
  AccessFacts facts = AccessFacts::getUnknown(axes);
  TileFact pointer = getFact(pointers);
  if (pointer.isTile()) {
    for (auto [index, axis] : llvm::enumerate(pointer.axes)) {
      facts.contiguity[index] = axis.contiguity;
      facts.divisibility[index] = pointer.getDivisorAt(index, axis.contiguity);
      facts.constancy[index] = axis.constancy;
    }
    facts.base = pointer.base;
    if (facts.base.kind != BaseKind::Unknown)
      facts.offsetDivisibility = pointer.offsetDivisibility;
  }
  if (!mask)
    return facts;
  facts.maskConstancy.assign(axes, 1);
  TileFact flags = getFact(mask);
  if (flags.isTile())
    for (auto [index, axis] : llvm::enumerate(flags.axes))
      facts.maskConstancy[index] = axis.constancy;
  return facts;
}

/// Elements between the starts of neighbouring tiles: 1 where the index is an
/// element offset.
static uint64_t getIndexStep(TiledViewType view, unsigned axis) {
  return view.isGatherScatter() ? 1 : view.getStep(axis);
}

bool AccessFactAnalysis::isAxisInBounds(TiledViewType view, unsigned axis,
                                        Value index, const DimFact &dim) const {
  uint64_t step = getIndexStep(view, axis);
  uint64_t size = view.getSparseDim() == int32_t(axis)
                      ? 1
                      : uint64_t(view.getTileShape()[axis]);
  // Products of two 64-bit numbers and a sum.
  APInt last = getRange(index).umax().zext(136) * APInt(136, step) +
               APInt(136, size - 1);
  if (last.ult(APInt(136, dim.minExtent)))
    return true;
  if (view.isGatherScatter() || !options.useIndexSpaceRule)
    return false;
  // A tile that starts inside cannot end outside if both start and end of the
  // object are multiples of its size, or if the last one that starts inside
  // does not.
  step *= dim.tilesFromInside;
  size *= dim.tilesFromInside;
  int64_t common = std::min(getPowerOf2Divisor(step), dim.extentDivisibility);
  if (common >= int64_t(size))
    return true;
  return dim.minExtent == dim.maxExtent && dim.minExtent != 0 &&
         (dim.minExtent - 1) % step >= size - 1;
}

AccessFacts AccessFactAnalysis::inferThroughView(
    Operation *access, Value view, OperandRange indices,
    std::optional<ArrayRef<bool>> inBounds) const {
  auto type = cast<TiledViewType>(view.getType());
  unsigned rank = type.getRank();
  AccessFacts facts = AccessFacts::getUnknown(rank);
  if (inBounds)
    facts.inBounds.assign(inBounds->begin(), inBounds->end());
  TileFact object = getFact(view);
  if (!object.isView())
    return facts;
  facts.base = object.base;

  auto getDim = [&](unsigned axis) -> const DimFact & {
    return object.dims[type.getDimMap()[axis]];
  };
  auto isContiguous = [&](unsigned axis) {
    return getDim(axis).stride == 1 && type.getSparseDim() != int32_t(axis);
  };
  // Divisor of the byte distance that `axis` contributes, at the tile's start
  // (`atStart`) or anywhere along it.
  int64_t bytes = cuda_tile::getElementByteSize(type.getElementType());
  auto getTerm = [&](unsigned axis, bool atStart) {
    TileFact index = getFact(indices[axis]);
    int64_t coordinate =
        multiplyDivisors(index.isTile() ? index.getElementDivisor() : 1,
                         getPowerOf2Divisor(getIndexStep(type, axis)));
    bool isSparse = type.getSparseDim() == int32_t(axis);
    if (!atStart && !isSparse && type.getTileShape()[axis] != 1)
      coordinate = 1;
    return multiplyDivisors(
        multiplyDivisors(coordinate, getDim(axis).strideDivisibility), bytes);
  };

  bool isSubByte = !isI1Element(type.getElementType()) &&
                   getElementBits(type.getElementType()) < 8;
  int64_t offsets = kMaxDivisor;
  for (unsigned axis = 0; axis != rank; ++axis) {
    offsets = std::min(offsets, getTerm(axis, /*atStart=*/false));
    facts.inBounds[axis] =
        facts.inBounds[axis] ||
        isAxisInBounds(type, axis, indices[axis], getDim(axis));
    if (isContiguous(axis))
      facts.contiguity[axis] = type.getTileShape()[axis];
    if (isSubByte)
      continue;
    int64_t divisor = object.getElementDivisor();
    for (unsigned other = 0; other != rank; ++other)
      divisor = std::min(divisor,
                         getTerm(other, other == axis && isContiguous(axis)));
    facts.divisibility[axis] = divisor;
  }
  if (facts.base.kind != BaseKind::Unknown && !isSubByte)
    facts.offsetDivisibility = std::min(object.offsetDivisibility, offsets);
  return facts;
}

AccessFacts AccessFactAnalysis::inferWithoutClass(Operation *access) const {
  return TypeSwitch<Operation *, AccessFacts>(access)
      .Case<LoadOp>([&](LoadOp op) {
        return inferThroughPointers(op.getSource(), op.getMask());
      })
      .Case<StoreOp>([&](StoreOp op) {
        return inferThroughPointers(op.getDestination(), op.getMask());
      })
      .Case<AtomicRMWOp, AtomicCASOp>([&](auto op) {
        return inferThroughPointers(op.getPointers(), op.getMask());
      })
      .Case<TiledLoadOp, TiledStoreOp, TiledAtomicRMWOp, GatherLoadOp,
            ScatterStoreOp>([&](auto op) {
        return inferThroughView(op, op.getView(), op.getIndices(),
                                op.getInBounds());
      })
      .Default([](Operation *) { return AccessFacts(); });
}

AccessFacts AccessFactAnalysis::getAccessFacts(Operation *access) const {
  AccessFacts facts = inferWithoutClass(access);
  facts.aliasClass = aliasClasses.lookup(access);
  return facts;
}

void AccessFactAnalysis::assignAliasClasses() {
  // Few objects, many accesses: classes of objects first.
  SmallVector<MemoryBase> objects;
  SmallVector<std::pair<Operation *, unsigned>> accesses;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (getNumAccessAxes(op) == 0)
      return;
    MemoryBase base = inferWithoutClass(op).base;
    auto *known = llvm::find(objects, base);
    accesses.push_back({op, unsigned(known - objects.begin())});
    if (known == objects.end())
      objects.push_back(base);
  });
  // The transitive closure of mayAlias, smallest object number first.
  SmallVector<unsigned> leader(objects.size());
  for (unsigned i = 0, e = objects.size(); i != e; ++i) {
    leader[i] = i;
    for (unsigned j = 0; j != i; ++j) {
      if (leader[j] == leader[i] || !mayAlias(function, objects[i], objects[j]))
        continue;
      unsigned from = std::max(leader[i], leader[j]);
      unsigned to = std::min(leader[i], leader[j]);
      for (unsigned k = 0; k <= i; ++k)
        if (leader[k] == from)
          leader[k] = to;
    }
  }
  DenseMap<unsigned, int64_t> numbers;
  for (auto [op, object] : accesses)
    aliasClasses[op] =
        numbers.try_emplace(leader[object], numbers.size()).first->second;
}
