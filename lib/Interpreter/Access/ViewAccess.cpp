//===- Interpreter/Access/ViewAccess.cpp - the elements a view access touches -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Index arithmetic is done in 128 bits and checked against 2^63 - 1 once per
// dimension, so that no offset wraps silently.
//
//===----------------------------------------------------------------------===//

#include "ViewAccess.h"

#include "Strided.h"

#include "tessera/Interpreter/TypeKinds.h"

using namespace mlir;

namespace tessera::interp {

namespace {

/// The parameters of the three view kinds in one form.
struct ViewShape {
  Type element;
  /// Extents of the tile. Taken from the view type as they are: asking it for a
  /// TileType would enter the context's type table in the middle of a run.
  llvm::SmallVector<int64_t, 4> extent;
  /// Tensor dimension of each tile dimension.
  llvm::SmallVector<unsigned, 4> tensorDim;
  /// Elements an index step moves; 1 where the index is an element offset.
  llvm::SmallVector<uint64_t, 4> step;
  /// The gathered dimension, or -1.
  int sparseDim = -1;
};

ViewShape describe(Type type) {
  ViewShape shape;
  auto common = [&](auto view, llvm::ArrayRef<int32_t> dimMap) {
    shape.element = view.getTensorView().getElementType();
    shape.extent.assign(view.getTileShape().begin(), view.getTileShape().end());
    for (size_t d = 0; d < shape.extent.size(); ++d)
      shape.tensorDim.push_back(dimMap.empty() ? d : dimMap[d]);
  };
  if (auto partition = dyn_cast<cuda_tile::PartitionViewType>(type)) {
    common(partition, partition.getDimMap());
    shape.step.assign(shape.extent.begin(), shape.extent.end());
  } else if (auto strided = dyn_cast<cuda_tile::StridedViewType>(type)) {
    common(strided, strided.getDimMap());
    shape.step.assign(strided.getTraversalStrides().begin(),
                      strided.getTraversalStrides().end());
  } else {
    auto gather = cast<cuda_tile::GatherScatterViewType>(type);
    common(gather, {});
    shape.step.assign(shape.extent.size(), 1);
    shape.sparseDim = gather.getSparseDim();
  }
  return shape;
}

constexpr uint64_t maxOffset = ~uint64_t(0) >> 1;

/// a * b + c, or nothing beyond 2^63 - 1.
std::optional<uint64_t> multiplyAdd(uint64_t a, uint64_t b, uint64_t c) {
  unsigned __int128 value = static_cast<unsigned __int128>(a) * b + c;
  if (value > maxOffset)
    return std::nullopt;
  return static_cast<uint64_t>(value);
}

} // namespace

uint64_t indexSpaceSize(Type viewType, const ViewValue &view, unsigned dim) {
  ViewShape shape = describe(viewType);
  uint64_t extent = view.shape[shape.tensorDim[dim]];
  uint64_t step = shape.step[dim];
  if (isa<cuda_tile::GatherScatterViewType>(viewType))
    step = static_cast<uint64_t>(shape.extent[dim]);
  return extent / step + (extent % step != 0);
}

FailureOr<ViewAccess> ViewAccess::create(Operation *op, BlockContext &ctx,
                                         Value view, OperandRange indices,
                                         llvm::ArrayRef<bool> inbounds) {
  ViewShape shape = describe(view.getType());
  const ViewValue &value = ctx.getView(view);
  ViewAccess access;
  access.base = value.base;
  access.provenance = value.provenance;
  access.elementKind = elementKindOf(shape.element);
  access.pitches = rowMajorStrides(shape.extent);
  auto outside = [&](CheckKind kind, const Twine &message) {
    access.nothing = true;
    return ctx.report(op, kind, -1, message);
  };
  unsigned __int128 largest = 0;
  unsigned elementBytes = numerics::containerBytes(access.elementKind);
  for (size_t d = 0; d < shape.tensorDim.size(); ++d) {
    auto length = static_cast<uint64_t>(shape.extent[d]);
    uint64_t extent = value.shape[shape.tensorDim[d]];
    Dim &dim = access.dims.emplace_back();
    dim.stride = value.strides[shape.tensorDim[d]];
    dim.offsets.resize(length);
    dim.inside.resize(length);
    const Tile &index = ctx.get(indices[d]);
    bool overflow = false, promised = d < inbounds.size() && inbounds[d];
    uint64_t insideCount = 0, lastInside = 0;
    auto place = [&](uint64_t p, uint64_t coordinate) {
      dim.inside[p] = coordinate < extent;
      if (!dim.inside[p])
        return;
      auto offset = multiplyAdd(coordinate, dim.stride, 0);
      overflow |= !offset;
      dim.offsets[p] = offset.value_or(0);
      lastInside = std::max(lastInside, dim.offsets[p]);
      ++insideCount;
    };
    if (static_cast<int>(d) == shape.sparseDim) {
      dim.dense = false;
      for (uint64_t p = 0; p < length; ++p)
        place(p, index.unsignedAt(static_cast<int64_t>(p)));
    } else {
      auto start = multiplyAdd(index.unsignedAt(), shape.step[d], 0);
      uint64_t first = start.value_or(maxOffset);
      // A tile that starts outside is outside the index space: the space's size
      // is ceil(extent / step).
      if (first >= extent) {
        const char *what = shape.sparseDim >= 0 ? "offset " : "index ";
        if (failed(outside(CheckKind::IndexOutsideSpace,
                           Twine(what) + Twine(index.unsignedAt()) +
                               " in dimension " + Twine(d) +
                               ", expected less than " +
                               Twine(extent / shape.step[d] +
                                     (extent % shape.step[d] != 0)))))
          return failure();
        return access;
      }
      for (uint64_t p = 0; p < length; ++p)
        place(p, first + p);
      dim.prefix = static_cast<int64_t>(insideCount);
    }
    if (insideCount == 0) {
      if (failed(outside(CheckKind::IndexOutsideSpace,
                         "no listed position is inside dimension " + Twine(d) +
                             " of extent " + Twine(extent))))
        return failure();
      return access;
    }
    if (promised && insideCount < length &&
        failed(ctx.report(op, CheckKind::OutOfBounds, -1,
                          "tile not inside the tensor in dimension " +
                              Twine(d) + ", which 'inbounds' promised")))
      return failure();
    largest += lastInside;
    if (overflow || largest > maxOffset / elementBytes) {
      if (failed(outside(CheckKind::AddressOverflow,
                         "address offset in dimension " + Twine(d) +
                             " exceeds 2^63 - 1 bytes")))
        return failure();
      return access;
    }
  }
  return access;
}

bool ViewAccess::isComplete() const {
  return llvm::all_of(dims, [](const Dim &dim) {
    return llvm::all_of(dim.inside, [](uint8_t in) { return in != 0; });
  });
}

bool ViewAccess::describeLayout(uint64_t &first,
                                llvm::SmallVectorImpl<int64_t> &lengths,
                                llvm::SmallVectorImpl<int64_t> &inside,
                                llvm::SmallVectorImpl<int64_t> &strides) const {
  first = 0;
  for (const Dim &dim : dims) {
    if (!dim.dense)
      return false;
    first += dim.offsets[0];
    lengths.push_back(static_cast<int64_t>(dim.offsets.size()));
    inside.push_back(dim.prefix);
    strides.push_back(static_cast<int64_t>(dim.stride));
  }
  return true;
}

std::optional<ViewAccess::Extent> ViewAccess::extent() const {
  if (nothing)
    return std::nullopt;
  Extent total = {0, 0};
  for (const Dim &dim : dims) {
    uint64_t low = ~uint64_t(0), high = 0;
    for (size_t p = 0; p < dim.offsets.size(); ++p)
      if (dim.inside[p]) {
        low = std::min(low, dim.offsets[p]);
        high = std::max(high, dim.offsets[p]);
      }
    total.first += low;
    total.last += high;
  }
  return total;
}

} // namespace tessera::interp
