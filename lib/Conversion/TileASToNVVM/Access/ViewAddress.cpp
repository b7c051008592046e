//===- TileASToNVVM/Access/ViewAddress.cpp - where the elements of a view's tile are -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that depends on the block and the thread is added up once for
// each access. Where strides are static, a register adds a constant, which
// becomes the immediate offset of its instruction. Bounds are tested once for
// each position along an axis, and only along axes that need a test; where
// there are many, in 32 bits against what of the tile is inside.
//
//===----------------------------------------------------------------------===//

#include "ViewAddress.h"

#include "tessera/Conversion/Elements/PaddingBits.h"
#include "tessera/Dialect/TileAA/Analysis/AccessFacts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using tessera::layout::LinearLayout;

namespace tessera::gpu {

std::pair<Value, std::optional<int64_t>>
memoryExtent(Emitter &e, const Registers &object, ArrayRef<int64_t> extents,
             unsigned index, unsigned first) {
  if (!ShapedType::isDynamic(extents[index]))
    return {e.i64(extents[index]), extents[index]};
  for (int64_t extent : extents.take_front(index))
    first += ShapedType::isDynamic(extent);
  return {object[first], std::nullopt};
}

/// The part of the position on axis `d` that the register decides. The base
/// already has the thread's part, with which it shares no bit.
static int64_t fixedPart(const LinearLayout &layout, unsigned d, unsigned r) {
  return layout.out().get(Emitter::registerPoint(layout, r),
                          layout::tileDim(d));
}

bool ViewAddress::changes(Value coordinate) const {
  auto loop = view.op->getParentOfType<LoopLikeOpInterface>();
  return loop && !loop.isDefinedOutsideOfLoop(coordinate);
}

ViewAddress::ViewAddress(Emitter &emitter, const ViewOperands &operands,
                         Type tile)
    : e(emitter), view(operands), layout(Emitter::layoutOf(tile)) {
  tileaa::TiledViewType type = view.type;
  tileaa::MemoryViewType memory = type.getMemoryView();
  const Registers &parts = e.get(view.view);
  for (unsigned d = 0; d < view.coords.size(); ++d) {
    Axis axis;
    axis.memoryDim = type.getDimMap()[d];
    axis.sparse = type.getSparseDim() == static_cast<int32_t>(d);
    axis.checked = view.inBounds.empty() || !view.inBounds[d];
    axis.size =
        memoryExtent(e, parts, memory.getShape(), axis.memoryDim, 1).first;
    std::tie(axis.stride, axis.fixedStride) =
        memoryExtent(e, parts, memory.getStrides(), axis.memoryDim,
                     1 + memory.getNumDynamicDims());
    axis.threadBits = Emitter::threadMask(layout, layout::tileDim(d));
    for (unsigned bit = 0; bit < layout.in().bits(layout::Dim::Register); ++bit)
      if (layout.out().get(layout.column(layout::Dim::Register, bit),
                           layout::tileDim(d)) != 0)
        axis.numPositions *= 2;
    if (!axis.sparse) {
      int64_t step = type.isGatherScatter() ? 1 : type.getStep(d);
      axis.base = e.extend(e.scalar(view.coords[d]), e.b.getI64Type(), false);
      if (step != 1)
        axis.base = e.mul(axis.base, e.i64(step));
      axis.first = axis.base;
      if (Value part = e.threadPart(layout, layout::tileDim(d)))
        axis.base = e.add(axis.base, e.extend(part, e.b.getI64Type(), false));
      Value term = e.mul(axis.base, axis.stride);
      Value &sum = changes(view.coords[d]) ? late : offset;
      sum = sum ? e.add(sum, term) : term;
    }
    // The list's layout is this one without the other axes: one register per
    // position. Both ways behind isWhole() take these values.
    if (axis.sparse) {
      LinearLayout list = Emitter::layoutOf(view.coords[d]);
      for (auto [k, coordinate] : llvm::enumerate(e.get(view.coords[d])))
        axis.listed.try_emplace(fixedPart(list, 0, k),
                                e.extend(coordinate, e.b.getI64Type(), false));
    }
    axes.push_back(std::move(axis));
  }
  object = parts[0];
  if (axes.empty())
    return;
  // Those of a run are inside together.
  auto [along, runs] = findRuns(/*whole=*/true, mostBytes());
  axes[along].numPositions /= runs.front().size();
}

Value ViewAddress::coordinate(Axis &axis, unsigned d, unsigned r) {
  int64_t fixed = fixedPart(layout, d, r);
  if (!axis.sparse)
    return fixed == 0 ? axis.base : e.add(axis.base, e.i64(fixed));
  Value listed = axis.listed.lookup(fixed);
  assert(listed && "the list of a sparse axis has another layout");
  return listed;
}

std::pair<int64_t, Value> ViewAddress::registerPart(unsigned r) {
  int64_t fixed = 0;
  Value varying;
  auto append = [&](Value term) {
    varying = varying ? e.add(varying, term) : term;
  };
  for (auto [d, axis] : llvm::enumerate(axes)) {
    if (axis.sparse) {
      append(e.mul(coordinate(axis, d, r), axis.stride));
      continue;
    }
    int64_t part = fixedPart(layout, d, r);
    if (axis.fixedStride)
      fixed += part * *axis.fixedStride;
    else if (part != 0)
      append(e.mul(e.i64(part), axis.stride));
  }
  return {fixed, varying};
}

Value ViewAddress::elementOffset(unsigned r) {
  auto [fixed, varying] = registerPart(r);
  Value sum = offset;
  for (Value term : {late, varying})
    if (term)
      sum = sum ? e.add(sum, term) : term;
  if (fixed != 0 || !sum)
    sum = sum ? e.add(sum, e.i64(fixed)) : e.i64(fixed);
  return sum;
}

Value ViewAddress::pointer(unsigned r) {
  auto step = [&](Value pointer, Value elements) -> Value {
    return LLVM::GEPOp::create(e.b, e.loc(), pointer.getType(),
                               e.containerType(element()), pointer,
                               ValueRange{elements});
  };
  if (!start) {
    start = object;
    for (Value term : {offset, late})
      if (term)
        start = step(start, term);
  }
  auto [fixed, varying] = registerPart(r);
  Value pointer = start;
  if (varying)
    pointer = step(pointer, varying);
  return fixed == 0 ? pointer : step(pointer, e.i64(fixed));
}

Value ViewAddress::inside(unsigned r) { return insideBut(r, std::nullopt); }

Value ViewAddress::numInside(ArrayRef<unsigned> run, unsigned d) {
  Value others = insideBut(run[0], d);
  Value count;
  if (axes[d].checked) {
    Type i64 = e.b.getI64Type();
    Value left = LLVM::SubOp::create(e.b, e.loc(), axes[d].size,
                                     coordinate(axes[d], d, run[0]));
    left = LLVM::SMaxOp::create(e.b, e.loc(), i64, left, e.i64(0));
    left = LLVM::SMinOp::create(e.b, e.loc(), i64, left,
                                e.i64(static_cast<int64_t>(run.size())));
    count = e.extend(left, e.b.getI32Type(), false);
  }
  if (!others)
    return count;
  if (!count)
    count = e.i32(static_cast<int64_t>(run.size()));
  return e.select(others, count, e.i32(0));
}

Value ViewAddress::insideBut(unsigned r, std::optional<unsigned> except) {
  Value all;
  for (auto [d, axis] : llvm::enumerate(axes)) {
    if (!axis.checked || d == except)
      continue;
    Value &test = axis.tests[fixedPart(layout, d, r)];
    if (!test)
      test = testOf(axis, d, r);
    all = e.conjunction(all, test);
  }
  return all;
}

/// Axes of which a thread tests so many positions compare them in 32 bits.
static constexpr unsigned leastTests = 8;

Value ViewAddress::leftOf(Axis &axis, unsigned d) {
  if (axis.left)
    return axis.left;
  Value none = e.i64(0);
  Value left = LLVM::SubOp::create(e.b, e.loc(), axis.size, axis.first);
  left = e.select(e.compare(LLVM::ICmpPredicate::ult, axis.first, axis.size),
                  left, none);
  const int64_t extent = int64_t(1) << layout.out().bits(layout::tileDim(d));
  left =
      LLVM::UMinOp::create(e.b, e.loc(), e.b.getI64Type(), left, e.i64(extent));
  return axis.left = e.extend(left, e.b.getI32Type(), false);
}

Value ViewAddress::testOf(Axis &axis, unsigned d, unsigned r) {
  if (axis.sparse || axis.numPositions < leastTests)
    return e.compare(LLVM::ICmpPredicate::ult, coordinate(axis, d, r),
                     axis.size);
  Value part = e.threadPart(layout, layout::tileDim(d));
  Value bound = LLVM::SubOp::create(e.b, e.loc(), leftOf(axis, d),
                                    e.i32(fixedPart(layout, d, r)));
  return e.compare(LLVM::ICmpPredicate::slt, part ? part : e.i32(0), bound);
}

Value ViewAddress::isWhole() {
  Value whole;
  for (auto [d, axis] : llvm::enumerate(axes)) {
    if (!axis.checked)
      continue;
    if (axis.sparse)
      return Value();
    // first < size, so that the sum is one of sizes.
    int64_t extent = int64_t(1) << layout.out().bits(layout::tileDim(d));
    Value end = e.add(axis.first, e.i64(extent));
    whole = e.conjunction(whole,
                          e.compare(LLVM::ICmpPredicate::ule, end, axis.size));
  }
  if (whole)
    (void)pointer(0);
  return whole;
}

/// A number that divides the integer `value`, which the program promises or
/// computes so.
static int64_t divisorOf(Value value) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant.isZero() ? 1 : constant.abs().getLimitedValue(1 << 20);
  Operation *op = value.getDefiningOp();
  if (!op)
    return 1;
  if (auto assume = dyn_cast<tileaa::AssumeOp>(op)) {
    auto promise = dyn_cast<cuda_tile::DivByAttr>(assume.getPredicate());
    int64_t known = promise ? promise.getDivisor() : 1;
    return std::max(known, divisorOf(assume.getValue()));
  }
  if (isa<arith::ExtUIOp, arith::ExtSIOp>(op))
    return divisorOf(op->getOperand(0));
  return 1;
}

/// A number that divides extent `dim` of the memory object behind `view`.
static int64_t extentDivisor(Value view, tileaa::MemoryViewType type,
                             unsigned dim) {
  int64_t extent = type.getShape()[dim];
  if (!ShapedType::isDynamic(extent))
    return extent;
  auto tiled = view.getDefiningOp<tileaa::MakeTiledViewOp>();
  auto make =
      tiled ? tiled.getSource().getDefiningOp<tileaa::MakeMemrefOp>() : nullptr;
  if (!make)
    return 1;
  unsigned index = 0;
  for (int64_t before : type.getShape().take_front(dim))
    index += ShapedType::isDynamic(before);
  return divisorOf(make.getDynamicSizes()[index]);
}

std::pair<unsigned, SmallVector<SmallVector<unsigned, 8>>>
ViewAddress::findRuns(bool whole, int64_t mostBytes) const {
  unsigned rank = axes.size();
  unsigned bytes = Emitter::containerBytes(element());
  tileaa::AccessFacts facts = tileaa::AccessFacts::getUnknown(rank);
  if (auto attr = view.op->getAttrOfType<tileaa::AccessAttr>(
          tileas::kAccessFactsAttrName))
    facts = tileaa::AccessFacts::fromAttr(attr);
  unsigned along = rank - 1;
  SmallVector<SmallVector<unsigned, 8>> best = registerRuns(layout, along, 1);
  for (unsigned d = 0; d < rank; ++d) {
    const Axis &axis = axes[d];
    if (axis.fixedStride != 1 || axis.sparse)
      continue;
    int64_t most = std::min<int64_t>(mostBytes / bytes, facts.contiguity[d]);
    most = std::min(most, std::max<int64_t>(facts.divisibility[d] / bytes, 1));
    if (whole && axis.checked) {
      // Runs must be inside or outside as a whole.
      int64_t size =
          extentDivisor(view.view, view.type.getMemoryView(), axis.memoryDim);
      int64_t step = view.type.isGatherScatter() ? 1 : view.type.getStep(d);
      while (most > 1 && (size % most || step % most))
        most /= 2;
    }
    auto runs = registerRuns(layout, d, most);
    if (runs.size() < best.size()) {
      along = d;
      best = runs;
    }
  }
  return {along, best};
}

std::optional<SmallVector<std::pair<unsigned, unsigned>>>
ViewAddress::bytePairs() const {
  auto isEven = [](std::optional<int64_t> value) {
    return value && *value % 2 == 0;
  };
  std::optional<unsigned> unit;
  for (auto [d, axis] : llvm::enumerate(axes)) {
    if (axis.fixedStride == 1 && !axis.sparse) {
      unit = d;
      continue;
    }
    // Rows begin at a byte.
    if (!isEven(axis.fixedStride))
      return std::nullopt;
  }
  if (!unit || view.type.isGatherScatter() || view.type.getStep(*unit) % 2)
    return std::nullopt;
  int64_t size = view.type.getMemoryView().getShape()[axes[*unit].memoryDim];
  if (axes[*unit].checked && (ShapedType::isDynamic(size) || size % 2))
    return std::nullopt;
  SmallVector<std::pair<unsigned, unsigned>> pairs;
  for (const auto &run : registerRuns(layout, *unit, 2)) {
    if (run.size() != 2)
      return std::nullopt;
    pairs.push_back({run[0], run[1]});
  }
  return pairs;
}

Value ViewAddress::padding() {
  uint64_t bits = 0;
  if (view.type.getPadding())
    bits = cpu::paddingBits(view.type.getPadding().getValue(), element());
  Type type = e.registerType(element());
  if (auto floating = dyn_cast<FloatType>(type)) {
    APInt pattern(floating.getWidth(), bits);
    return e.constant(
        FloatAttr::get(type, APFloat(floating.getFloatSemantics(), pattern)));
  }
  return e.integer(type, bits);
}

} // namespace tessera::gpu
