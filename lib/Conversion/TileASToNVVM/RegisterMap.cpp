//===- TileASToNVVM/RegisterMap.cpp - which register of a thread an element is in -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts are linear, so it is enough to compare their bits: the bits of the
// thread must agree in both layouts. Registers are then looked up by the offset
// that they add to the element of their thread.
//
//===----------------------------------------------------------------------===//

#include "RegisterMap.h"

#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Layout/TileLayouts.h"

using namespace mlir;
using tessera::layout::Axis;
using tessera::layout::ConversionKind;
using tessera::layout::Dim;
using tessera::layout::LinearLayout;
using tessera::layout::Space;

namespace tessera::gpu {

static uint64_t columnOrZero(const LinearLayout &layout, Dim dim,
                             unsigned bit) {
  return bit < layout.in().bits(dim) ? layout.column(dim, bit) : 0;
}

std::optional<SmallVector<unsigned>>
mapRegisters(const LinearLayout &from, const LinearLayout &to,
             llvm::function_ref<uint64_t(uint64_t)> image) {
  for (Dim dim : {Dim::Lane, Dim::Warp}) {
    unsigned bits = std::max(from.in().bits(dim), to.in().bits(dim));
    for (unsigned bit = 0; bit < bits; ++bit)
      if (image(columnOrZero(to, dim, bit)) != columnOrZero(from, dim, bit))
        return std::nullopt;
  }
  llvm::DenseMap<uint64_t, unsigned> places;
  for (unsigned r = 0; r < Emitter::numRegisters(from); ++r)
    places.try_emplace(Emitter::registerPoint(from, r), r);
  SmallVector<unsigned> map;
  for (unsigned r = 0; r < Emitter::numRegisters(to); ++r) {
    auto found = places.find(image(Emitter::registerPoint(to, r)));
    if (found == places.end())
      return std::nullopt;
    map.push_back(found->second);
  }
  return map;
}

uint64_t repack(const Space &from, const Space &to, uint64_t point) {
  uint64_t result = 0;
  for (const Axis &axis : to.axes()) {
    uint64_t value = from.get(point, axis.dim);
    value &= (uint64_t(1) << axis.bits) - 1;
    result |= to.pack(axis.dim, value);
  }
  return result;
}

llvm::Expected<ConversionPlan> planConversion(const LinearLayout &from,
                                              const LinearLayout &to) {
  llvm::Expected<layout::Conversion> made =
      layout::classifyConversion(from, to);
  if (!made)
    return made.takeError();
  ConversionPlan plan{*made, made->kind};
  // Every register bit that comes from a lane bit doubles the shuffles.
  if (plan.means == ConversionKind::Shuffle && made->exchangedBits > 1)
    plan.means = ConversionKind::SharedMemory;
  if (plan.means == ConversionKind::None)
    plan.means = ConversionKind::Rename;
  if (plan.means == ConversionKind::Cluster)
    return llvm::createStringError("a conversion across blocks");
  return plan;
}

std::optional<ReducePlan> planReduce(const LinearLayout &source, unsigned dim) {
  const Space &out = source.out();
  uint64_t axis = out.mask(layout::tileDim(dim));
  SmallVector<unsigned, 5> lanes, warps;
  for (Dim place : {Dim::Register, Dim::Lane, Dim::Warp})
    for (unsigned bit = 0; bit < source.in().bits(place); ++bit) {
      uint64_t column = source.column(place, bit);
      if ((column & axis) == 0)
        continue;
      if (column & ~axis)
        return std::nullopt;
      if (place == Dim::Lane)
        lanes.push_back(1u << bit);
      if (place == Dim::Warp)
        warps.push_back(bit);
    }
  LinearLayout slice = sliceLayout(source, dim);
  // (slot, results...): slots are the lowest axis's neighbours above.
  SmallVector<int64_t> shape = shapeOf(slice);
  shape.insert(shape.begin(), int64_t(1) << warps.size());
  Space space = llvm::cantFail(Space::tile(shape));
  SmallVector<uint64_t> columns(slice.columns());
  for (auto [slot, bit] : llvm::enumerate(warps))
    columns[slice.in().offset(Dim::Warp) + bit] =
        space.pack(layout::tileDim(0), uint64_t(1) << slot);
  LinearLayout partials =
      llvm::cantFail(LinearLayout::create(slice.in(), space, columns));
  return ReducePlan{std::move(lanes), std::move(warps), std::move(slice),
                    std::move(partials)};
}

//===----------------------------------------------------------------------===//
// Scratch
//===----------------------------------------------------------------------===//

static int64_t tileBytes(Type type) {
  return tileaa::getNumTileElements(type) *
         Emitter::containerBytes(getElementTypeOrSelf(type));
}

/// Bytes to hand the owners' values to all.
static int64_t broadcastBytes(Type type) {
  if (isa<RankedTensorType>(type) && Emitter::layoutOf(type).freeBits() == 0)
    return 0;
  return llvm::alignTo(tileBytes(type), 16);
}

static int64_t conversionBytes(Type from, Type to) {
  llvm::Expected<ConversionPlan> plan =
      planConversion(Emitter::layoutOf(from), Emitter::layoutOf(to));
  if (!plan) {
    llvm::consumeError(plan.takeError());
    return 0;
  }
  return plan->means == ConversionKind::SharedMemory ? tileBytes(from) : 0;
}

static int64_t reduceBytes(tileas::ReduceOp op) {
  Type type = op.getSources()[0].getType();
  std::optional<ReducePlan> plan =
      planReduce(Emitter::layoutOf(type), op.getDim());
  if (!plan || plan->warpBits.empty())
    return 0;
  int64_t count = 1;
  for (int64_t extent : shapeOf(plan->partials))
    count *= extent;
  int64_t bytes = 0;
  for (Value source : op.getSources())
    bytes += llvm::alignTo(
        count * Emitter::containerBytes(getElementTypeOrSelf(source.getType())),
        16);
  return bytes;
}

template <typename OpTy> static int64_t orderedBytes(OpTy op) {
  if (op.getMemSemantic().value_or(tileas::MemSemantic::Weak) ==
      tileas::MemSemantic::Weak)
    return 0;
  return broadcastBytes(op.getResult().getType());
}

int64_t scratchBytesOf(Operation *op) {
  if (auto convert = dyn_cast<tileas::ConvertLayoutOp>(op))
    return conversionBytes(convert.getSource().getType(),
                           convert.getResult().getType());
  if (auto reduce = dyn_cast<tileas::ReduceOp>(op))
    return reduceBytes(reduce);
  if (auto load = dyn_cast<tileas::LoadOp>(op))
    return orderedBytes(load);
  if (auto load = dyn_cast<tileas::TiledLoadOp>(op))
    return orderedBytes(load);
  if (auto load = dyn_cast<tileas::GatherLoadOp>(op))
    return orderedBytes(load);
  if (auto rmw = dyn_cast<tileas::TiledAtomicRMWOp>(op)) {
    Value result = rmw.getResult();
    return !result || result.use_empty() ? 0 : broadcastBytes(result.getType());
  }
  if (auto print = dyn_cast<tileaa::PrintOp>(op)) {
    int64_t bytes = 0;
    for (Value value : print.getArgs())
      if (isa<RankedTensorType>(value.getType()))
        bytes += llvm::alignTo(tileBytes(value.getType()), 16);
    return bytes;
  }
  if (isa<tileaa::AtomicRMWOp, tileaa::AtomicCASOp>(op)) {
    Value result = op->getResult(0);
    return result.use_empty() ? 0 : broadcastBytes(result.getType());
  }
  if (isa<tileaa::ExtractOp, tileaa::CatOp, tileaa::PackOp, tileaa::UnpackOp>(
          op)) {
    int64_t bytes = 0;
    for (Value operand : op->getOperands())
      if (isa<RankedTensorType>(operand.getType()))
        bytes += tileBytes(operand.getType());
    return bytes;
  }
  if (isa<tileas::ClaimTmaPlaceOp>(op))
    return 16;
  if (auto insert = dyn_cast<tileaa::InsertOp>(op))
    return tileBytes(insert.getSource().getType());
  return 0;
}

} // namespace tessera::gpu
