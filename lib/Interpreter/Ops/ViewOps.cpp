//===- Interpreter/Ops/ViewOps.cpp - making, asking and accessing views -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ops.md 8. An access whose whole address range lies in one allocation is done
// row by row; everything else goes element by element through the full checks.
// Out-of-bounds elements of a load are the view's padding value, or
// unspecified without one; those of a store are skipped.
//
//===----------------------------------------------------------------------===//

#include "Interpreter/Access/ViewAccess.h"
#include "Interpreter/Containers.h"

#include "tessera/Interpreter/OpTable.h"
#include "tessera/Interpreter/TypeKinds.h"
#include "tessera/Numerics/FloatFormat.h"
#include "tessera/Numerics/IntArith.h"
#include "tessera/Numerics/Packed.h"

using namespace mlir;

namespace tessera::interp {

namespace {

using Ordering = cuda_tile::MemoryOrderingSemantics;

/// Reads a list of which some entries are operands: one value per dimension.
LogicalResult readExtents(Operation *op, BlockContext &ctx,
                          llvm::ArrayRef<int64_t> fixed, OperandRange dynamic,
                          const char *what,
                          llvm::SmallVectorImpl<uint64_t> &out) {
  unsigned next = 0;
  for (auto [d, extent] : llvm::enumerate(fixed)) {
    uint64_t value = ShapedType::isDynamic(extent)
                         ? ctx.get(dynamic[next++]).unsignedAt()
                         : static_cast<uint64_t>(extent);
    out.push_back(value);
    if (value == 0 &&
        failed(ctx.report(op, CheckKind::BadViewShape, -1,
                          Twine("expected a positive ") + what +
                              " in dimension " + Twine(d) + ", got 0")))
      return failure();
  }
  return success();
}

LogicalResult executeMakeTensorView(Operation *op, BlockContext &ctx) {
  auto make = cast<cuda_tile::MakeTensorViewOp>(op);
  auto type = cast<cuda_tile::TensorViewType>(make.getResult().getType());
  const Tile &base = ctx.get(make.getBase());
  ViewValue view;
  view.base = base.bits();
  view.provenance = base.provenance()[0];
  if (failed(readExtents(op, ctx, type.getShape(), make.getDynamicShape(),
                         "size", view.shape)) ||
      failed(readExtents(op, ctx, type.getStrides(), make.getDynamicStrides(),
                         "stride", view.strides)))
    return failure();
  ctx.setView(make.getResult(), std::move(view));
  return success();
}

/// A tile view is its tensor view: all its parameters are in the type.
LogicalResult executeMakeTileView(Operation *op, BlockContext &ctx) {
  ViewValue view = ctx.getView(op->getOperand(0));
  ctx.setView(op->getResult(0), std::move(view));
  return success();
}

/// Sets result `d` to an unsigned size, which must fit.
LogicalResult setSize(Operation *op, BlockContext &ctx, unsigned d,
                      uint64_t size) {
  Tile tile = ctx.makeResult(op, d);
  unsigned width = numerics::bitWidth(tile.kind());
  if (numerics::truncI(width, size) != size &&
      failed(ctx.report(op, CheckKind::UnrepresentableConversion, -1,
                        "size " + Twine(size) + " of dimension " + Twine(d) +
                            " does not fit " + Twine(width) + " bits")))
    return failure();
  tile.fill(numerics::truncI(width, size));
  ctx.set(op->getResult(d), std::move(tile));
  return success();
}

LogicalResult executeGetTensorShape(Operation *op, BlockContext &ctx) {
  const ViewValue &view = ctx.getView(op->getOperand(0));
  for (unsigned d = 0; d < op->getNumResults(); ++d)
    if (failed(setSize(op, ctx, d, view.shape[d])))
      return failure();
  return success();
}

LogicalResult executeGetIndexSpaceShape(Operation *op, BlockContext &ctx) {
  Value source = op->getOperand(0);
  const ViewValue &view = ctx.getView(source);
  for (unsigned d = 0; d < op->getNumResults(); ++d)
    if (failed(setSize(op, ctx, d, indexSpaceSize(source.getType(), view, d))))
      return failure();
  return success();
}

/// Container of a padding value. Formats without a NaN or infinity use the
/// library's rule for conversions: canonical NaN, largest finite value; formats
/// without a sign give their positive counterpart (docs/interpreter.md).
uint64_t paddingBits(ElementKind kind, cuda_tile::PaddingValue padding) {
  if (!numerics::isFloat(kind))
    return 0;
  const numerics::FloatFormat &format = numerics::floatFormat(kind);
  uint64_t infinity = format.hasInf() ? format.infinity() : format.maxFinite();
  switch (padding) {
  case cuda_tile::PaddingValue::Zero:
    return 0;
  case cuda_tile::PaddingValue::NegZero:
    return format.signMask();
  case cuda_tile::PaddingValue::NaN:
    return format.canonicalNaN();
  case cuda_tile::PaddingValue::PosInf:
    return infinity;
  case cuda_tile::PaddingValue::NegInf:
    return infinity | format.signMask();
  }
  llvm_unreachable("unknown padding value");
}

/// Host address of element 0 of the view when rows may be accessed directly.
std::byte *directBase(const ViewAccess &view, Access &access) {
  unsigned bytes = numerics::containerBytes(view.kind());
  auto extent = view.extent();
  if (!extent || numerics::memoryBits(view.kind()) == 4 ||
      view.base % bytes != 0 || extent->last > (uint64_t(1) << 58))
    return nullptr;
  std::byte *host =
      access.wholeRange(view.base + extent->first * bytes, view.provenance,
                        (extent->last - extent->first + 1) * bytes);
  return host ? host - extent->first * bytes : nullptr;
}

/// Copies the rows of a load whose range is known to be good.
template <typename T>
void loadRows(const ViewAccess &view, const std::byte *host, T *out) {
  const auto *memory = reinterpret_cast<const T *>(host);
  const ViewAccess::Dim &last = view.lastDim();
  (void)view.forEachRow([&](int64_t first, uint64_t offset) {
    if (last.dense && last.stride == 1) {
      std::memcpy(out + first, memory + offset + last.offsets[0],
                  static_cast<size_t>(last.prefix) * sizeof(T));
    } else {
      for (int64_t p = 0, n = view.rowLength(); p < n; ++p)
        if (last.inside[p])
          out[first + p] = memory[offset + last.offsets[p]];
    }
    return success();
  });
}

template <typename T>
void storeRows(const ViewAccess &view, std::byte *host, const T *values) {
  auto *memory = reinterpret_cast<T *>(host);
  const ViewAccess::Dim &last = view.lastDim();
  (void)view.forEachRow([&](int64_t first, uint64_t offset) {
    if (last.dense && last.stride == 1) {
      std::memcpy(memory + offset + last.offsets[0], values + first,
                  static_cast<size_t>(last.prefix) * sizeof(T));
    } else {
      for (int64_t p = 0, n = view.rowLength(); p < n; ++p)
        if (last.inside[p])
          memory[offset + last.offsets[p]] = values[first + p];
    }
    return success();
  });
}

/// Calls range(marks, bytes) for the written marks of every run of elements
/// that lies together in memory; false as soon as it answers false.
template <typename Fn>
bool forEachMarkRange(const ViewAccess &view, const Allocation &allocation,
                      unsigned bytes, Fn range) {
  uint8_t *marks = allocation.written + (view.base - allocation.base);
  const ViewAccess::Dim &last = view.lastDim();
  bool together = last.dense && last.stride == 1;
  return succeeded(view.forEachRow([&](int64_t, uint64_t offset) {
    if (together)
      return success(range(marks + (offset + last.offsets[0]) * bytes,
                           static_cast<size_t>(last.prefix) * bytes));
    for (int64_t p = 0, n = view.rowLength(); p < n; ++p)
      if (last.inside[p] &&
          !range(marks + (offset + last.offsets[p]) * bytes, size_t(bytes)))
        return failure();
    return success();
  }));
}

void markRows(const ViewAccess &view, const Allocation &allocation,
              unsigned bytes) {
  forEachMarkRange(view, allocation, bytes, [](uint8_t *marks, size_t n) {
    std::memset(marks, 1, n);
    return true;
  });
}

bool rowsAreWritten(const ViewAccess &view, const Allocation &allocation,
                    unsigned bytes) {
  return forEachMarkRange(view, allocation, bytes,
                          [](const uint8_t *marks, size_t n) {
                            return std::memchr(marks, 0, n) == nullptr;
                          });
}

llvm::ArrayRef<bool> promises(std::optional<llvm::ArrayRef<bool>> inbounds) {
  return inbounds ? *inbounds : llvm::ArrayRef<bool>();
}

LogicalResult executeLoadView(Operation *op, BlockContext &ctx) {
  auto load = cast<cuda_tile::LoadViewTkoOp>(op);
  auto view = ViewAccess::create(op, ctx, load.getView(), load.getIndex(),
                                 promises(load.getInbounds()));
  if (failed(view))
    return failure();
  Tile result = ctx.makeResult(op);
  ElementKind kind = result.kind();
  unsigned bytes = result.bytesPerElement();
  Ordering ordering = load.getMemoryOrderingSemantics();
  Access access(ctx, op, AccessKind::Load);
  std::byte *host = view->isNothing() ? nullptr : directBase(*view, access);
  bool direct = host && ordering == Ordering::Weak && kind != ElementKind::I1 &&
                kind != ElementKind::TF32;
  if (direct && access.allocation()->written)
    direct = rowsAreWritten(*view, *access.allocation(), bytes);
  if (!direct || !view->isComplete()) {
    auto type = cast<cuda_tile::TileViewInterface>(load.getView().getType());
    result.fill(type.getViewPadding()
                    ? paddingBits(kind, *type.getViewPadding())
                    : ctx.unspecifiedBits(kind));
    if (!type.getViewPadding() && !view->isComplete())
      ctx.noteUnspecified(op);
  }
  if (direct) {
    withContainer(bytes, [&](auto container) {
      using T = decltype(container);
      loadRows(*view, host, result.mutableData<T>());
    });
  } else if (!view->isNothing()) {
    std::byte *out = result.mutableBytes();
    // An element whose access is refused keeps the padding value.
    bool nibble = numerics::memoryBits(kind) == 4;
    if (failed(forEachElement(
            *view, access,
            [&](int64_t index, const std::byte *place, bool high) {
              uint64_t bits = loadElement(place, bytes, ordering);
              if (nibble)
                bits = (bits >> (high ? 4 : 0)) & 0xF;
              bits = normaliseLoaded(kind, bits);
              std::memcpy(out + index * bytes, &bits, bytes);
            })))
      return failure();
  }
  ctx.set(load.getTile(), std::move(result));
  return success();
}

LogicalResult executeStoreView(Operation *op, BlockContext &ctx) {
  auto store = cast<cuda_tile::StoreViewTkoOp>(op);
  auto view = ViewAccess::create(op, ctx, store.getView(), store.getIndex(),
                                 promises(store.getInbounds()));
  if (failed(view))
    return failure();
  if (view->isNothing())
    return success();
  const Tile &value = ctx.get(store.getTile());
  unsigned bytes = value.bytesPerElement();
  bool nibble = numerics::memoryBits(value.kind()) == 4;
  Ordering ordering = store.getMemoryOrderingSemantics();
  Access access(ctx, op, AccessKind::Store);
  std::byte *host = directBase(*view, access);
  if (host && ordering == Ordering::Weak) {
    withContainer(bytes, [&](auto container) {
      using T = decltype(container);
      storeRows(*view, host, value.data<T>());
    });
    if (access.allocation()->written)
      markRows(*view, *access.allocation(), bytes);
    return success();
  }
  return forEachElement(
      *view, access, [&](int64_t index, std::byte *place, bool high) {
        uint64_t bits = value.bits(index);
        if (nibble)
          storeNibbleAtomically(place, high, static_cast<uint8_t>(bits));
        else
          storeElement(place, bytes, bits, ordering);
      });
}

} // namespace

void registerViewOps(OpTable &table) {
  using namespace cuda_tile;
  table.add<MakeTensorViewOp>(executeMakeTensorView);
  table.add<MakePartitionViewOp>(executeMakeTileView);
  table.add<MakeStridedViewOp>(executeMakeTileView);
  table.add<MakeGatherScatterViewOp>(executeMakeTileView);
  table.add<GetTensorShapeOp>(executeGetTensorShape);
  table.add<GetIndexSpaceShapeOp>(executeGetIndexSpaceShape);
  table.add<LoadViewTkoOp>(executeLoadView);
  table.add<StoreViewTkoOp>(executeStoreView);
}

} // namespace tessera::interp
