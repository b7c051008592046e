//===- TileASToNVVM/Shape/Shape.cpp - ops that move elements within a tile -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers ops that move elements within a tile. `splat`, `broadcast`, `view`,
// `expand_dims` and `permute` only give registers other names, because layout
// assignment chose their layouts accordingly. A view of storage is an address.
// Slices that are chosen at run time are such views
// (`tileas-explicit-storage`).
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileASToNVVM/Handlers.h"
#include "Conversion/TileASToNVVM/RegisterMap.h"

#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Dialect/TileAS/Utils/Exchanges.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using tessera::layout::LinearLayout;
using tessera::layout::Space;

namespace tessera::gpu {

static LogicalResult emitSplat(Emitter &e, Operation *op) {
  Value result = op->getResult(0);
  unsigned count = Emitter::numRegisters(Emitter::layoutOf(result));
  e.set(result, Registers(count, e.scalar(op->getOperand(0))));
  return success();
}

/// The result's registers are some of the source's.
static LogicalResult pick(Emitter &e, Operation *op,
                          llvm::function_ref<uint64_t(uint64_t)> image) {
  Value source = op->getOperand(0), result = op->getResult(0);
  std::optional<SmallVector<unsigned>> map =
      mapRegisters(Emitter::layoutOf(source), Emitter::layoutOf(result), image);
  if (!map)
    return e.refuse(op, "the layouts of operand and result do not agree");
  const Registers &registers = e.get(source);
  Registers picked;
  for (unsigned r : *map)
    picked.push_back(registers[r]);
  e.set(result, std::move(picked));
  return success();
}

static LogicalResult emitBroadcast(Emitter &e, Operation *op) {
  Space from = Emitter::layoutOf(op->getResult(0)).out();
  Space to = Emitter::layoutOf(op->getOperand(0)).out();
  return pick(e, op, [&](uint64_t point) { return repack(from, to, point); });
}

/// Packed points are row-major element numbers, so a view keeps them.
static LogicalResult emitView(Emitter &e, Operation *op) {
  Type from = op->getOperand(0).getType(), to = op->getResult(0).getType();
  bool fromTile = isa<RankedTensorType>(from);
  bool toTile = isa<RankedTensorType>(to);
  if (fromTile && toTile)
    return pick(e, op, [](uint64_t point) { return point; });
  if (toTile)
    return emitSplat(e, op);
  // A tile of one element: every place holds it.
  e.set(op->getResult(0), e.get(op->getOperand(0))[0]);
  return success();
}

static LogicalResult emitPermute(Emitter &e, Operation *op) {
  auto permute = llvm::cast<tileaa::PermuteOp>(op);
  Space from = Emitter::layoutOf(op->getResult(0)).out();
  Space to = Emitter::layoutOf(op->getOperand(0)).out();
  return pick(e, op, [&](uint64_t point) {
    uint64_t result = 0;
    for (auto [d, s] : llvm::enumerate(permute.getPermutation()))
      result |=
          to.pack(layout::tileDim(s), from.get(point, layout::tileDim(d)));
    return result;
  });
}

//===----------------------------------------------------------------------===//
// Parts of tiles at places that are known
//===----------------------------------------------------------------------===//

/// The packed point of a tile where a part begins; nothing for offsets that are
/// no constants, or not multiples of the part's extents.
static std::optional<uint64_t>
constantOffset(OperandRange offsets, const Space &whole, const Space &part) {
  uint64_t point = 0;
  for (auto [d, offset] : llvm::enumerate(offsets)) {
    llvm::APInt value;
    if (!matchPattern(offset, m_ConstantInt(&value)))
      return std::nullopt;
    uint64_t first = value.getZExtValue();
    layout::Dim dim = layout::tileDim(d);
    if (first % (uint64_t(1) << part.bits(dim)) ||
        first >= (uint64_t(1) << whole.bits(dim)))
      return std::nullopt;
    point |= whole.pack(dim, first);
  }
  return point;
}

/// For each register of a part's layout, the register of the whole tile in
/// which the same thread holds its element; nothing when another thread does.
static std::optional<SmallVector<unsigned>>
registersOfPart(const LinearLayout &whole, const LinearLayout &part,
                OperandRange offsets) {
  std::optional<uint64_t> first =
      constantOffset(offsets, whole.out(), part.out());
  if (!first)
    return std::nullopt;
  // Threads agree where the part begins if they do at the tile's beginning.
  std::optional<SmallVector<unsigned>> atZero =
      mapRegisters(whole, part, [&](uint64_t point) {
        return repack(part.out(), whole.out(), point);
      });
  if (!atZero)
    return std::nullopt;
  llvm::DenseMap<uint64_t, unsigned> places;
  for (unsigned r = 0; r < Emitter::numRegisters(whole); ++r)
    places.try_emplace(Emitter::registerPoint(whole, r), r);
  SmallVector<unsigned> registers;
  for (unsigned r = 0; r < Emitter::numRegisters(part); ++r) {
    uint64_t point =
        repack(part.out(), whole.out(), Emitter::registerPoint(part, r));
    auto found = places.find(point | *first);
    if (found == places.end())
      return std::nullopt;
    registers.push_back(found->second);
  }
  return registers;
}

static LogicalResult emitExtractSlice(Emitter &e, Operation *op) {
  auto slice = llvm::cast<tileas::ExtractSliceOp>(op);
  if (!isa<RankedTensorType>(slice.getResult().getType()))
    return e.refuse(op, "a part of storage");
  std::optional<SmallVector<unsigned>> registers =
      registersOfPart(Emitter::layoutOf(slice.getSource()),
                      Emitter::layoutOf(slice.getResult()), slice.getOffsets());
  if (!registers)
    return e.refuse(op, "a part that its threads do not hold");
  Registers result;
  for (unsigned r : *registers)
    result.push_back(e.get(slice.getSource())[r]);
  e.set(slice.getResult(), std::move(result));
  return success();
}

static LogicalResult emitInsertSlice(Emitter &e, Operation *op) {
  auto slice = llvm::cast<tileas::InsertSliceOp>(op);
  if (!isa<RankedTensorType>(slice.getResult().getType()))
    return e.refuse(op, "a part of storage");
  std::optional<SmallVector<unsigned>> registers =
      registersOfPart(Emitter::layoutOf(slice.getResult()),
                      Emitter::layoutOf(slice.getSource()), slice.getOffsets());
  if (!registers)
    return e.refuse(op, "a part that its threads do not hold");
  Registers result(e.get(slice.getDestination()));
  for (auto [r, value] : llvm::zip(*registers, e.get(slice.getSource())))
    result[r] = value;
  e.set(slice.getResult(), std::move(result));
  return success();
}

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

/// The part of storage that begins at `indices` of its first dimensions.
static LogicalResult emitStorageView(Emitter &e, tileas::ViewOp view) {
  Value address = e.scalar(view.getSource());
  if (!view.getIndices().empty()) {
    auto whole = dyn_cast<tileas::TiledViewType>(view.getSource().getType());
    auto part = dyn_cast<tileas::TiledViewType>(view.getResult().getType());
    if (!whole || !part || whole.getLayout())
      return e.refuse(view, "an index into storage with an image of its own");
    Value number;
    for (auto [index, extent] :
         llvm::zip_first(view.getIndices(), whole.getShape())) {
      Value next = e.extend(e.scalar(index), e.b.getI32Type(), false);
      number = number ? e.add(e.mul(number, e.i32(extent)), next) : next;
    }
    address = e.byteOffset(address, e.mul(number, e.i32(part.getNumBytes())));
  }
  e.set(view.getResult(), address);
  return success();
}

static LogicalResult emitTileASView(Emitter &e, Operation *op) {
  auto view = llvm::cast<tileas::ViewOp>(op);
  if (tileas::isAnyTiledView(view.getSource().getType()))
    return emitStorageView(e, view);
  return emitView(e, op);
}

/// The same bits in every register, or at the same address.
static LogicalResult emitReinterpret(Emitter &e, Operation *op) {
  auto reinterpret = llvm::cast<tileas::ReinterpretOp>(op);
  Type type = reinterpret.getResult().getType();
  Registers registers = e.get(reinterpret.getSource());
  if (!tileas::isAnyTiledView(type))
    for (Value &each : registers)
      each = e.bitcast(each, e.registerType(getElementTypeOrSelf(type)));
  e.set(reinterpret.getResult(), std::move(registers));
  return success();
}

/// Two elements of each byte, where a thread has both.
static LogicalResult emitUnpack(Emitter &e, Operation *op) {
  auto unpack = llvm::cast<tileaa::UnpackOp>(op);
  if (!tileas::isUnpackedByThreads(unpack))
    return e.refuse(op, "elements that are not beside their bytes "
                        "(tileas-explicit-storage)");
  Registers elements;
  for (Value byte : e.get(unpack.getSource())) {
    Type i8 = byte.getType();
    elements.push_back(
        LLVM::AndOp::create(e.b, e.loc(), byte, e.integer(i8, 15)));
    elements.push_back(
        LLVM::LShrOp::create(e.b, e.loc(), byte, e.integer(i8, 4)));
  }
  e.set(unpack.getResult(), std::move(elements));
  return success();
}

void registerShapeHandlers(Handlers &h) {
  h.addOp<tileaa::SplatOp>(emitSplat);
  h.addOp<tileaa::BroadcastOp>(emitBroadcast);
  h.addOp<tileaa::ViewOp>(emitView);
  h.addOp<tileas::ViewOp>(emitTileASView);
  h.addOp<tileas::ReinterpretOp>(emitReinterpret);
  h.addOp<tileas::ExpandDimsOp>(emitView);
  h.addOp<tileaa::PermuteOp>(emitPermute);
  h.addOp<tileaa::UnpackOp>(emitUnpack);
  h.addOp<tileas::ExtractSliceOp>(emitExtractSlice);
  h.addOp<tileas::InsertSliceOp>(emitInsertSlice);
}

} // namespace tessera::gpu
