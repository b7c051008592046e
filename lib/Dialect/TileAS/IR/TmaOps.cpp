//===- TileAS/IR/TmaOps.cpp - rules of tensor maps and bulk copies --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Limits of tensor maps are those of cuTensorMapEncodeTiled: box extents up to
// 256, strides in multiples of 16 bytes, elements of 8 to 64 bits.
//
//===----------------------------------------------------------------------===//

#include "AccessRules.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using tileaa::Residency;

static constexpr int64_t kMaxBoxExtent = 256;
static constexpr int64_t kStrideAlignment = 16;

//===----------------------------------------------------------------------===//
// make_tiled_tma_desc
//===----------------------------------------------------------------------===//

std::optional<unsigned> tileas::getTmaFirstDim(tileaa::TiledViewType view) {
  ArrayRef<int64_t> strides = view.getMemoryView().getStrides();
  for (int32_t dim = strides.size(); dim-- > 0;)
    if (strides[dim] == 1)
      return llvm::find(view.getDimMap(), dim) - view.getDimMap().begin();
  return std::nullopt;
}

/// Element, strides and so on of a global view fit a tensor map.
static LogicalResult verifyDescribable(MakeTiledTmaDescOp op, Type view) {
  Type element = getViewTile(view).getElementType();
  unsigned bits =
      tileaa::isPointerElement(element) ? 0 : tileaa::getStorageBits(element);
  if (bits < 8)
    return op.emitOpError("expected an element of 8 to 64 bits, got ")
           << element;
  auto global = dyn_cast<tileaa::TiledViewType>(view);
  if (!global)
    return success(); // Dense.
  ArrayRef<int64_t> strides = global.getMemoryView().getStrides();
  std::optional<unsigned> first = getTmaFirstDim(global);
  if (!first) {
    InFlightDiagnostic diag =
        op.emitOpError("expected a view of element stride 1, got ");
    if (ShapedType::isDynamic(strides.back()))
      return diag << "a stride known at run time only";
    return diag << strides.back();
  }
  for (auto [dim, stride] : llvm::enumerate(strides))
    if (int32_t(dim) != global.getDimMap()[*first] &&
        !ShapedType::isDynamic(stride) &&
        stride * getElementBytes(element) % kStrideAlignment != 0)
      return op.emitOpError("expected strides that are multiples of ")
             << kStrideAlignment << " bytes, got "
             << stride * getElementBytes(element);
  return success();
}

LogicalResult MakeTiledTmaDescOp::verify() {
  AtomAttr atom = getAtom();
  if (!atom.isTma())
    return emitOpError("expected a TMA atom, got ") << atom.getName();
  Type view = getView().getType();
  if (getViewResidency(view) != Residency::Gmem)
    return emitOpError("expected a view in gmem, got one in ")
           << tileaa::stringifyResidency(getViewResidency(view));
  const unsigned rank = atom.getBoxRank();
  if (getViewTile(view).getRank() != rank)
    return emitOpError("expected a view of the atom's rank ")
           << rank << ", got rank " << getViewTile(view).getRank();
  if (getBox().size() != rank)
    return emitOpError("expected one box extent per dimension, ")
           << rank << " in all, got " << getBox().size();
  for (auto [dim, extent] : llvm::enumerate(getBox())) {
    APInt value;
    if (!matchPattern(extent, m_ConstantInt(&value)))
      continue;
    int64_t number = value.getSExtValue();
    if (number < 1 || number > kMaxBoxExtent)
      return emitOpError("expected box extents from 1 to ")
             << kMaxBoxExtent << ", got " << number;
    if (!atom.getBox().empty() && atom.getBox()[dim] != number)
      return emitOpError("expected box extent ")
             << atom.getBox()[dim] << " in dimension " << dim
             << " as the atom says, got " << number;
  }
  if (getOobMode() == OobMode::NaN &&
      !tileaa::isFloatElement(getViewTile(view).getElementType()))
    return emitOpError("expected floating-point elements with oob_mode nan, "
                       "got ")
           << getViewTile(view).getElementType();
  if (static_cast<bool>(getPlace()) != getMap().has_value())
    return emitOpError("expected a number of the map if and only if it has a "
                       "place");
  if (int32_t(getMap().value_or(0)) < 0)
    return emitOpError("expected a number of the map of at least 0, got ")
           << int32_t(*getMap());
  return verifyDescribable(*this, view);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Descriptor, atom, shared side and coordinates of a bulk copy.
template <typename OpTy>
static LogicalResult verifyBulkCopy(OpTy op, StringRef side, Type view,
                                    size_t numCoords,
                                    ArrayRef<AtomKind> kinds) {
  AtomAttr atom = op.getAtom();
  if (failed(verifyAtomKind(op, atom, kinds)))
    return failure();
  if (auto maker = op.getDesc().template getDefiningOp<MakeTiledTmaDescOp>()) {
    AtomAttr described = maker.getAtom();
    if (described.getKind() != atom.getKind() ||
        described.getTmaRank() != atom.getTmaRank())
      return op.emitOpError("expected the descriptor's atom ")
             << described.getName() << ", got " << atom.getName();
  }
  if (getViewResidency(view) != Residency::Smem)
    return op.emitOpError("expected a ")
           << side << " in smem, got one in "
           << tileaa::stringifyResidency(getViewResidency(view));
  if (numCoords != atom.getTmaRank())
    return op.emitOpError("expected one coordinate per dimension, ")
           << atom.getTmaRank() << " in all, got " << numCoords;
  if (!atom.getBox().empty() && getViewTile(view).getShape() != atom.getBox())
    return op.emitOpError("expected a ")
           << side << " of the atom's box " << atom.getBox() << ", got "
           << getViewTile(view).getShape();
  return success();
}

/// A barrier, padding of a floating-point element, a result for this tile.
template <typename OpTy>
static LogicalResult verifyBulkLoad(OpTy op, unsigned barrierSegment) {
  Type view = op.getDestination().getType();
  if (op.getProperties().operandSegmentSizes[barrierSegment] != 1)
    return op.emitOpError("expected a barrier, got none");
  if (auto value = dyn_cast<AsyncValueType>(op.getResult().getType()))
    if (withoutLayout(value.getValueType()) != getViewTile(view))
      return op.emitOpError("expected an async value of ")
             << getViewTile(view) << ", got one of " << value.getValueType();
  std::optional<TypedAttr> padding = op.getPaddingValue();
  if (!padding)
    return success();
  Type element = getViewTile(view).getElementType();
  if (!tileaa::isFloatElement(element))
    return op.emitOpError("expected floating-point elements with "
                          "padding_value, got ")
           << element;
  if (padding->getType() != element)
    return op.emitOpError("expected padding_value of type ")
           << element << ", got " << padding->getType();
  return success();
}

LogicalResult AsyncTiledTmaLoadOp::verify() {
  if (failed(verifySegments(*this, getProperties().operandSegmentSizes,
                            {{0, "desc"}, {1, "destination"}})) ||
      failed(verifyBulkCopy(*this, "destination", getDestination().getType(),
                            getCoords().size(), {AtomKind::TmaLoad})))
    return failure();
  return verifyBulkLoad(*this, 3);
}

LogicalResult AsyncTiledTmaStoreOp::verify() {
  return verifyBulkCopy(*this, "source", getSource().getType(),
                        getCoords().size(),
                        {AtomKind::TmaStore, AtomKind::TmaReduce});
}

LogicalResult WaitTmaStoresOp::verify() {
  for (Type view : getStorage().getTypes())
    if (getViewResidency(view) != Residency::Smem)
      return emitOpError("expected storage in smem, got ")
             << tileaa::stringifyResidency(getViewResidency(view));
  return success();
}

/// Rows of the shared side's first extent; they are one coordinate.
template <typename OpTy> static LogicalResult verifyRows(OpTy op, Type view) {
  Type rows = op.getRows().getType();
  int64_t count = getViewTile(view).getDimSize(0);
  if (tileaa::getTileShape(rows) == ArrayRef<int64_t>(count) &&
      getElementTypeOrSelf(rows).isInteger(32))
    return success();
  return op.emitOpError("expected rows to be a 1-d tile of ")
         << count << " i32, got " << rows;
}

LogicalResult AsyncGatherTmaLoadOp::verify() {
  if (failed(verifySegments(*this, getProperties().operandSegmentSizes,
                            {{0, "desc"}, {1, "destination"}, {2, "rows"}})))
    return failure();
  Type view = getDestination().getType();
  if (failed(verifyRows(*this, view)) ||
      failed(verifyBulkCopy(*this, "destination", view, getCoords().size() + 1,
                            {AtomKind::TmaGather})))
    return failure();
  return verifyBulkLoad(*this, 4);
}

LogicalResult AsyncScatterTmaStoreOp::verify() {
  Type view = getSource().getType();
  if ((*this)->hasAttr("padding_value"))
    return emitOpError("expected no padding_value on a store");
  if (failed(verifyRows(*this, view)))
    return failure();
  return verifyBulkCopy(*this, "source", view, getCoords().size() + 1,
                        {AtomKind::TmaScatter});
}
