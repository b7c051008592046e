//===- TileAA/Analysis/TileFact.cpp - algebra of facts -------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Join and the questions that every transfer function asks. The invariant
// behind them: whoever halves a contiguous group gets group starts in the
// middle of the old ones, so its divisor is at most (new group size) x unit.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/Analysis/TileFact.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

int64_t tileaa::getPowerOf2Divisor(const APInt &value) {
  return int64_t(1) << std::min<unsigned>(
             value.isZero() ? 62 : value.countr_zero(), 62);
}

int64_t tileaa::getPowerOf2Divisor(uint64_t value) {
  return getPowerOf2Divisor(APInt(64, value));
}

int64_t tileaa::multiplyDivisors(int64_t a, int64_t b) {
  return int64_t(1) << std::min<unsigned>(llvm::countr_zero(uint64_t(a)) +
                                              llvm::countr_zero(uint64_t(b)),
                                          62);
}

TileFact TileFact::getUnknown(Type type) {
  TileFact fact;
  fact.state = State::Other;
  auto setDims = [&](MemoryViewType view) {
    fact.state = State::View;
    fact.axes.resize(1);
    fact.unit = cuda_tile::getElementByteSize(view.getElementType());
    fact.dims.resize(view.getRank());
    for (auto [dim, extent, stride] :
         llvm::zip_equal(fact.dims, view.getShape(), view.getStrides())) {
      if (!ShapedType::isDynamic(extent)) {
        dim.minExtent = dim.maxExtent = extent;
        dim.extentDivisibility = getPowerOf2Divisor(uint64_t(extent));
      }
      if (!ShapedType::isDynamic(stride)) {
        dim.stride = stride;
        dim.strideDivisibility = getPowerOf2Divisor(uint64_t(stride));
      }
    }
  };
  if (auto view = dyn_cast<MemoryViewType>(type)) {
    setDims(view);
    return fact;
  }
  if (auto view = dyn_cast<TiledViewType>(type)) {
    setDims(view.getMemoryView());
    return fact;
  }
  Type element = getElementTypeOrSelf(type);
  if (!isa<IntegerType, PointerType>(element))
    return fact;
  fact.state = State::Tile;
  fact.axes.resize(std::max<size_t>(getTileShape(type).size(), 1));
  if (auto pointer = dyn_cast<PointerType>(element))
    fact.unit = cuda_tile::getElementByteSize(pointer.getPointeeType());
  return fact;
}

int64_t TileFact::getElementDivisor() const {
  int64_t divisor = 1;
  for (const AxisFact &axis : axes) {
    // Within a group the elements differ by the unit.
    int64_t all = axis.contiguity == 1 ? axis.divisibility
                                       : std::min(axis.divisibility, unit);
    divisor = std::max(divisor, all);
  }
  return divisor;
}

int64_t TileFact::getDivisorAt(unsigned axis, int64_t group) const {
  const AxisFact &fact = axes[axis];
  int64_t here =
      group >= fact.contiguity
          ? fact.divisibility
          : std::min(fact.divisibility, multiplyDivisors(group, unit));
  return std::max(here, getElementDivisor());
}

void TileFact::limitContiguity(unsigned axis, int64_t group) {
  int64_t size = std::min(axes[axis].contiguity, group);
  axes[axis].divisibility = getDivisorAt(axis, size);
  axes[axis].contiguity = size;
}

/// Facts about a view dimension that may be either.
static DimFact joinDims(const DimFact &a, const DimFact &b) {
  DimFact dim;
  dim.minExtent = std::min(a.minExtent, b.minExtent);
  dim.maxExtent = std::max(a.maxExtent, b.maxExtent);
  dim.extentDivisibility = std::min(a.extentDivisibility, b.extentDivisibility);
  dim.strideDivisibility = std::min(a.strideDivisibility, b.strideDivisibility);
  dim.tilesFromInside = std::max(a.tilesFromInside, b.tilesFromInside);
  if (a.stride == b.stride)
    dim.stride = a.stride;
  return dim;
}

TileFact TileFact::join(const TileFact &lhs, const TileFact &rhs) {
  if (lhs.state == State::Uninitialized)
    return rhs;
  if (rhs.state == State::Uninitialized || lhs == rhs)
    return lhs;
  assert(lhs.state == rhs.state && lhs.axes.size() == rhs.axes.size() &&
         lhs.dims.size() == rhs.dims.size() && "values of one type");
  TileFact result = lhs;
  for (auto [index, axis] : llvm::enumerate(result.axes)) {
    axis.contiguity = std::min(axis.contiguity, rhs.axes[index].contiguity);
    axis.divisibility = std::min(lhs.getDivisorAt(index, axis.contiguity),
                                 rhs.getDivisorAt(index, axis.contiguity));
    axis.constancy = std::min(axis.constancy, rhs.axes[index].constancy);
  }
  if (!(lhs.base == rhs.base))
    result.base = MemoryBase();
  result.offsetDivisibility =
      std::min(lhs.offsetDivisibility, rhs.offsetDivisibility);
  for (auto [index, dim] : llvm::enumerate(result.dims))
    dim = joinDims(dim, rhs.dims[index]);
  return result;
}

static void printNumber(raw_ostream &os, int64_t value) {
  if (value == kMaxDivisor)
    os << "max";
  else
    os << value;
}

static void printBase(raw_ostream &os, const MemoryBase &base) {
  os << stringifyBaseKind(base.kind);
  if (base.kind == BaseKind::Global)
    os << " @" << base.symbol.getValue();
  else if (base.kind != BaseKind::Unknown)
    os << " " << base.index;
}

void TileFact::print(raw_ostream &os) const {
  if (state == State::Uninitialized) {
    os << "no value";
    return;
  }
  if (state == State::Other) {
    os << "nothing";
    return;
  }
  auto list = [&](StringRef name, auto get) {
    os << name << " = [";
    llvm::interleaveComma(
        axes, os, [&](const AxisFact &axis) { printNumber(os, get(axis)); });
    os << "]";
  };
  list("contiguity", [](const AxisFact &axis) { return axis.contiguity; });
  os << ", ";
  list("divisibility", [](const AxisFact &axis) { return axis.divisibility; });
  os << ", ";
  list("constancy", [](const AxisFact &axis) { return axis.constancy; });
  if (isView() || base.kind != BaseKind::Unknown) {
    os << ", base = ";
    printBase(os, base);
    os << ", offset_divisibility = ";
    printNumber(os, offsetDivisibility);
  }
  for (const DimFact &dim : dims) {
    os << ", dim <extent in [" << dim.minExtent << ", ";
    if (dim.maxExtent == ~uint64_t(0))
      os << "max";
    else
      os << dim.maxExtent;
    os << "] by ";
    printNumber(os, dim.extentDivisibility);
    os << ", stride ";
    if (dim.stride)
      os << *dim.stride;
    else
      os << "?";
    os << " by ";
    printNumber(os, dim.strideDivisibility);
    os << ">";
  }
}
