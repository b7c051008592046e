//===- TileAS/Utils/Exchanges.cpp - which ops exchange values between warps -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Classifies conversions and reductions by the places that their elements move
// between, and adds up the bytes of what passes through shared memory.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Utils/Exchanges.h"

#include "tessera/Layout/TileLayouts.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using layout::ConversionKind;
using layout::Dim;
using layout::LinearLayout;

llvm::Expected<ConversionPlan> tileas::planConversion(const LinearLayout &from,
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

Operation *tileas::onlyOperationOf(ReduceOp op) {
  Block &body = op.getBody().front();
  if (op.getSources().size() != 1 || !llvm::hasNItems(body, 2))
    return nullptr;
  Operation *only = &body.front();
  Value element = body.getArgument(0), sum = body.getArgument(1);
  const bool isOfBoth =
      only->getNumOperands() == 2 &&
      ((only->getOperand(0) == element && only->getOperand(1) == sum) ||
       (only->getOperand(0) == sum && only->getOperand(1) == element));
  return isOfBoth && only->getNumResults() == 1 &&
                 body.back().getOperand(0) == only->getResult(0)
             ? only
             : nullptr;
}

std::optional<ReducePlan> tileas::planReduce(const LinearLayout &source,
                                             unsigned dim) {
  uint64_t axis = source.out().mask(layout::tileDim(dim));
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
  return ReducePlan{std::move(lanes), std::move(warps),
                    layout::sliceLayout(source, dim)};
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

static int64_t tileBytes(Type type) {
  return tileaa::getNumTileElements(type) *
         getElementBytes(getElementTypeOrSelf(type));
}

/// Whether several threads hold one element.
static bool hasCopies(Type type) {
  LayoutAttr layout = getLayoutAttr(type);
  return !isa<RankedTensorType>(type) ||
         (layout && layout.getLayout().freeBits() != 0);
}

template <typename OpTy> static bool isOrdered(OpTy op) {
  return op.getMemSemantic().value_or(MemSemantic::Weak) != MemSemantic::Weak;
}

bool tileas::isValueOfOwners(Operation *op) {
  const bool isScoped =
      llvm::TypeSwitch<Operation *, bool>(op)
          .Case<LoadOp, TiledLoadOp, GatherLoadOp>(
              [](auto load) { return isOrdered(load); })
          .Case<TiledAtomicRMWOp>(
              [](TiledAtomicRMWOp rmw) { return bool(rmw.getResult()); })
          .Case<tileaa::AtomicRMWOp, tileaa::AtomicCASOp, ClaimTmaPlaceOp,
                ClaimHeapOp>([](auto) { return true; })
          .Default(false);
  return isScoped && !op->hasAttr(kOwnersOnlyAttrName) &&
         !op->getResult(0).use_empty() && hasCopies(op->getResult(0).getType());
}

static int64_t conversionBytes(ConvertLayoutOp op) {
  LayoutAttr from = getLayoutAttr(op.getSource().getType());
  LayoutAttr to = getLayoutAttr(op.getResult().getType());
  if (!from || !to)
    return 0;
  llvm::Expected<ConversionPlan> plan =
      planConversion(from.getLayout(), to.getLayout());
  if (!plan) {
    llvm::consumeError(plan.takeError());
    return 0;
  }
  return plan->means == ConversionKind::SharedMemory
             ? tileBytes(op.getSource().getType())
             : 0;
}

/// One part of the results for each warp.
static int64_t reduceBytes(ReduceOp op) {
  LayoutAttr layout = getLayoutAttr(op.getSources()[0].getType());
  std::optional<ReducePlan> plan =
      layout ? planReduce(layout.getLayout(), op.getDim()) : std::nullopt;
  if (!plan || plan->warpBits.empty())
    return 0;
  int64_t count = int64_t(1)
                  << (plan->slice.out().bits() + plan->warpBits.size());
  int64_t bytes = 0;
  for (Value source : op.getSources())
    bytes += llvm::alignTo(
        count * getElementBytes(getElementTypeOrSelf(source.getType())), 16);
  return bytes;
}

static int64_t bytesOfTiles(ValueRange values) {
  int64_t bytes = 0;
  for (Value value : values)
    if (isa<RankedTensorType>(value.getType()))
      bytes += llvm::alignTo(tileBytes(value.getType()), 16);
  return bytes;
}

bool tileas::isUnpackedByThreads(tileaa::UnpackOp op) {
  auto bytes = cast<RankedTensorType>(op.getSource().getType()),
       elements = cast<RankedTensorType>(op.getResult().getType());
  LayoutAttr from = getLayoutAttr(bytes), to = getLayoutAttr(elements);
  return from && to && isa<Float4E2M1FNType>(elements.getElementType()) &&
         layout::pairLayout(from.getLayout()) == to.getLayout();
}

int64_t tileas::exchangeBytes(Operation *op) {
  if (isValueOfOwners(op))
    return llvm::alignTo(tileBytes(op->getResult(0).getType()), 16);
  return llvm::TypeSwitch<Operation *, int64_t>(op)
      .Case([](ConvertLayoutOp op) { return conversionBytes(op); })
      .Case([](ReduceOp op) { return reduceBytes(op); })
      .Case([](tileaa::UnpackOp op) {
        return isUnpackedByThreads(op) ? 0 : bytesOfTiles(op->getOperands());
      })
      .Case<tileaa::ExtractOp, tileaa::CatOp, tileaa::PackOp>(
          [](auto op) { return bytesOfTiles(op->getOperands()); })
      .Case([](tileaa::PrintOp op) { return bytesOfTiles(op.getArgs()); })
      .Case([](tileaa::InsertOp op) { return bytesOfTiles(op.getSource()); })
      .Default(int64_t(0));
}
