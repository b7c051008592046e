//===- Interpreter/Ops/CoreOps.cpp - shape, selection and identity ops -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// core.md 6.2 without reduce and scan (Aggregates.cpp) and constant (decoded by
// ProgramBuilder). Most are one strided copy.
//
//===----------------------------------------------------------------------===//

#include "Interpreter/Access/Strided.h"
#include "Interpreter/Containers.h"

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Interpreter/BlockContext.h"
#include "tessera/Interpreter/OpTable.h"
#include "tessera/Interpreter/TypeKinds.h"
#include "tessera/Numerics/Packed.h"

using namespace mlir;

namespace tessera::interp {

namespace {

LogicalResult executeIota(Operation *op, BlockContext &ctx) {
  Tile result = ctx.makeResult(op);
  auto count = [&](auto container) {
    using T = decltype(container);
    T *out = result.mutableData<T>();
    for (int64_t i = 0, n = result.numElements(); i < n; ++i)
      out[i] = static_cast<T>(i);
  };
  withContainer(result.bytesPerElement(), count);
  ctx.set(op->getResult(0), std::move(result));
  return success();
}

LogicalResult executeBroadcast(Operation *op, BlockContext &ctx) {
  const Tile &source = ctx.get(op->getOperand(0));
  Tile result = ctx.makeResult(op);
  auto strides = rowMajorStrides(source.shape());
  for (size_t d = 0; d < strides.size(); ++d)
    if (source.shape()[d] == 1)
      strides[d] = 0;
  readStrided(result, source, 0, strides);
  ctx.set(op->getResult(0), std::move(result));
  return success();
}

LogicalResult executeReshape(Operation *op, BlockContext &ctx) {
  auto type = cast<cuda_tile::TileType>(op->getResult(0).getType());
  Tile tile = ctx.take(op->getOperand(0));
  ctx.set(op->getResult(0), std::move(tile).withShape(type.getShape()));
  return success();
}

LogicalResult executePermute(Operation *op, BlockContext &ctx) {
  auto permute = cast<cuda_tile::PermuteOp>(op);
  const Tile &source = ctx.get(permute.getSource());
  Tile result = ctx.makeResult(op);
  auto from = rowMajorStrides(source.shape());
  llvm::SmallVector<int64_t, 4> strides;
  for (int32_t d : permute.getPermutation())
    strides.push_back(from[d]);
  readStrided(result, source, 0, strides);
  ctx.set(op->getResult(0), std::move(result));
  return success();
}

LogicalResult executeCat(Operation *op, BlockContext &ctx) {
  auto cat = cast<cuda_tile::CatOp>(op);
  const Tile &lhs = ctx.get(cat.getLhs());
  Tile result = ctx.makeResult(op);
  auto strides = rowMajorStrides(result.shape());
  auto dim = static_cast<size_t>(cat.getDim());
  writeStrided(result, 0, strides, lhs);
  writeStrided(result, lhs.shape()[dim] * strides[dim], strides,
               ctx.get(cat.getRhs()));
  ctx.set(op->getResult(0), std::move(result));
  return success();
}

/// First element of slice `indices` of a tile `whole` cut into `part`s; nothing
/// when the slice is outside (a finding; failure when the run must stop).
FailureOr<std::optional<int64_t>> sliceStart(Operation *op, BlockContext &ctx,
                                             OperandRange indices,
                                             llvm::ArrayRef<int64_t> whole,
                                             llvm::ArrayRef<int64_t> part) {
  auto strides = rowMajorStrides(whole);
  int64_t start = 0;
  for (size_t d = 0; d < whole.size(); ++d) {
    uint64_t index = ctx.get(indices[d]).unsignedAt();
    auto slices = static_cast<uint64_t>(whole[d] / part[d]);
    if (index >= slices) {
      if (failed(ctx.report(op, CheckKind::ExtractIndex, -1,
                            "slice " + Twine(index) + " along dimension " +
                                Twine(d) + " of a tile with " + Twine(slices) +
                                " slices")))
        return failure();
      return std::optional<int64_t>();
    }
    start += static_cast<int64_t>(index) * part[d] * strides[d];
  }
  return std::optional<int64_t>(start);
}

LogicalResult executeExtract(Operation *op, BlockContext &ctx) {
  auto extract = cast<cuda_tile::ExtractOp>(op);
  const Tile &source = ctx.get(extract.getSource());
  Tile result = ctx.makeResult(op);
  auto start =
      sliceStart(op, ctx, extract.getIndices(), source.shape(), result.shape());
  if (failed(start))
    return failure();
  if (*start)
    readStrided(result, source, **start, rowMajorStrides(source.shape()));
  else
    result.fill(0);
  ctx.set(op->getResult(0), std::move(result));
  return success();
}

LogicalResult executeInsert(Operation *op, BlockContext &ctx) {
  auto insert = cast<cuda_tile::InsertOp>(op);
  auto shape = ctx.get(insert.getDestination()).shape();
  auto start = sliceStart(op, ctx, insert.getIndices(), shape,
                          ctx.get(insert.getSource()).shape());
  if (failed(start))
    return failure();
  Tile result = ctx.take(insert.getDestination());
  if (*start)
    writeStrided(result, **start, rowMajorStrides(shape),
                 ctx.get(insert.getSource()));
  ctx.set(op->getResult(0), std::move(result));
  return success();
}

/// address + offset * size for all elements; false when one overflows or (4-bit
/// pointees, `bits` 4) has no address. Signed: the type of the offsets.
template <typename Signed>
bool offsetAll(uint64_t *address, const Signed *offsets, int64_t n,
               unsigned bits) {
  bool overflow = false;
  for (int64_t i = 0; i < n; ++i) {
    int64_t elements = offsets[i], bytes = elements >> 1;
    if (bits == 4)
      overflow |= elements & 1;
    else
      overflow |= __builtin_mul_overflow(elements, int64_t(bits / 8), &bytes);
    uint64_t sum = address[i] + static_cast<uint64_t>(bytes);
    overflow |= bytes < 0 ? sum > address[i] : sum < address[i];
    address[i] = sum;
  }
  return !overflow;
}

/// The findings of an offset for which offsetAll answered false.
LogicalResult reportOffset(Operation *op, BlockContext &ctx, int64_t i,
                           uint64_t address, int64_t elements, unsigned bits) {
  int64_t bytes = elements >> 1;
  if (bits == 4) {
    if (elements & 1)
      return ctx.report(op, CheckKind::Misaligned, i,
                        "expected an even offset for a pointer to a 4-bit "
                        "type, got " +
                            Twine(elements));
  } else if (__builtin_mul_overflow(elements, int64_t(bits / 8), &bytes)) {
    return ctx.report(op, CheckKind::AddressOverflow, i,
                      "offset " + Twine(elements) + " times " +
                          Twine(bits / 8) + " bytes overflows 64 bits");
  }
  uint64_t sum = address + static_cast<uint64_t>(bytes);
  if (bytes < 0 ? sum > address : sum < address)
    return ctx.report(op, CheckKind::AddressOverflow, i,
                      "address plus " + Twine(bytes) + " bytes wraps around");
  return success();
}

/// `offset`: the offset is sign-extended; neither the signed product nor the
/// unsigned sum may overflow.
LogicalResult executeOffset(Operation *op, BlockContext &ctx) {
  auto offset = cast<cuda_tile::OffsetOp>(op);
  auto pointer = cast<cuda_tile::PointerType>(
      cast<cuda_tile::TileType>(offset.getPtr().getType()).getElementType());
  unsigned bits = numerics::memoryBits(elementKindOf(pointer.getPointeeType()));
  const Tile &offsets = ctx.get(offset.getOffset());
  Tile before = ctx.get(offset.getPtr());
  Tile result = ctx.makeResult(op);
  int64_t n = result.numElements();
  result.copyElements(0, before, 0, n);
  uint64_t *address = result.mutableData<uint64_t>();
  bool fine;
  if (offsets.kind() == ElementKind::I1) {
    llvm::SmallVector<int8_t, 64> wide;
    for (int64_t i = 0; i < n; ++i)
      wide.push_back(static_cast<int8_t>(offsets.signedAt(i)));
    fine = offsetAll(address, wide.data(), n, bits);
  } else {
    fine = withContainer(offsets.bytesPerElement(), [&](auto container) {
      using T = decltype(container);
      return offsetAll(
          address,
          reinterpret_cast<const std::make_signed_t<T> *>(offsets.data<T>()), n,
          bits);
    });
  }
  for (int64_t i = 0; !fine && i < n; ++i)
    if (failed(reportOffset(op, ctx, i, before.bits(i), offsets.signedAt(i),
                            bits)))
      return failure();
  ctx.set(op->getResult(0), std::move(result));
  return success();
}

template <typename T>
void selectElements(T *out, const uint8_t *cond, const T *a, const T *b,
                    int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    out[i] = (cond[i] & 1) ? a[i] : b[i];
}

LogicalResult executeSelect(Operation *op, BlockContext &ctx) {
  auto select = cast<cuda_tile::SelectOp>(op);
  const Tile &cond = ctx.get(select.getCond());
  const Tile &a = ctx.get(select.getValIfTrue());
  const Tile &b = ctx.get(select.getValIfFalse());
  Tile result = ctx.makeResult(op);
  int64_t n = result.numElements();
  auto run = [&](auto container) {
    using T = decltype(container);
    selectElements(result.mutableData<T>(), cond.data<uint8_t>(), a.data<T>(),
                   b.data<T>(), n);
  };
  withContainer(result.bytesPerElement(), run);
  if (result.isPointer())
    selectElements(result.mutableProvenance(), cond.data<uint8_t>(),
                   a.provenance(), b.provenance(), n);
  ctx.set(op->getResult(0), std::move(result));
  return success();
}

LogicalResult executePack(Operation *op, BlockContext &ctx) {
  const Tile &source = ctx.get(op->getOperand(0));
  Tile result = ctx.makeResult(op);
  numerics::packElements(source.kind(), source.bytes(),
                         static_cast<uint64_t>(source.numElements()),
                         result.mutableData<uint8_t>());
  ctx.set(op->getResult(0), std::move(result));
  return success();
}

LogicalResult executeUnpack(Operation *op, BlockContext &ctx) {
  const Tile &source = ctx.get(op->getOperand(0));
  Tile result = ctx.makeResult(op);
  numerics::unpackElements(result.kind(), source.data<uint8_t>(),
                           static_cast<uint64_t>(result.numElements()),
                           result.mutableBytes());
  ctx.set(op->getResult(0), std::move(result));
  return success();
}

/// Three 0-d i32 results. Inside a vectorised body they are slices.
LogicalResult setCoordinates(Operation *op, BlockContext &ctx, Dim3 value) {
  uint32_t parts[3] = {value.x, value.y, value.z};
  for (unsigned i = 0; i < 3; ++i) {
    Tile tile = ctx.makeResult(op, i);
    tile.fill(parts[i]);
    ctx.set(op->getResult(i), std::move(tile));
  }
  return success();
}

LogicalResult executeTileBlockId(Operation *op, BlockContext &ctx) {
  return setCoordinates(op, ctx, ctx.blockId());
}
LogicalResult executeNumTileBlocks(Operation *op, BlockContext &ctx) {
  return setCoordinates(op, ctx, ctx.gridSize());
}

LogicalResult executeGetGlobal(Operation *op, BlockContext &ctx) {
  auto get = cast<cuda_tile::GetGlobalOp>(op);
  ProvenanceId id = ctx.globalAllocation(get.getName());
  if (id == 0)
    return ctx.fail(op, "global '" + get.getName() + "' is not loaded");
  ctx.set(op->getResult(0),
          Tile::scalar(ElementKind::Ptr, ctx.memory().addressOf(id), id));
  return success();
}

} // namespace

void registerCoreOps(OpTable &table) {
  using namespace cuda_tile;
  table.add<IotaOp>(executeIota);
  table.add<BroadcastOp>(executeBroadcast);
  table.add<ReshapeOp>(executeReshape);
  table.add<PermuteOp>(executePermute);
  table.add<CatOp>(executeCat);
  table.add<ExtractOp>(executeExtract);
  table.add<InsertOp>(executeInsert);
  table.addElementwise<OffsetOp>(executeOffset);
  table.addElementwise<SelectOp>(executeSelect);
  table.add<PackOp>(executePack);
  table.add<UnpackOp>(executeUnpack);
  table.addElementwise<GetTileBlockIdOp>(executeTileBlockId);
  table.addElementwise<GetNumTileBlocksOp>(executeNumTileBlocks);
  table.add<GetGlobalOp>(executeGetGlobal);
}

} // namespace tessera::interp
