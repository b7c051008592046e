//===- TileASToNVVM/Shape/Shape.cpp - ops that move elements within a tile -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers ops that move elements within a tile. `splat`, `broadcast`, `view`,
// `expand_dims` and `permute` only give registers other names, because layout
// assignment chose their layouts accordingly. `extract`, `insert` and `cat` go
// through shared memory where a thread lacks its elements, or where the slice
// is chosen at run time.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileASToNVVM/Access/Access.h"
#include "Conversion/TileASToNVVM/Handlers.h"
#include "Conversion/TileASToNVVM/RegisterMap.h"

#include "tessera/Dialect/TileAS/IR/TileAS.h"

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
// Through shared memory
//===----------------------------------------------------------------------===//

static ArrayRef<int64_t> shapeOfType(Type type) {
  return llvm::cast<RankedTensorType>(type).getShape();
}

/// Writes a whole tile to `memory` in row-major order.
static void writeTile(Emitter &e, Value tile, Value memory) {
  Type type = tile.getType();
  Type element = getElementTypeOrSelf(type);
  LinearLayout layout = Emitter::layoutOf(type);
  unsigned bytes = Emitter::containerBytes(element);
  const Registers &registers = e.get(tile);
  e.guarded(e.owner(layout), [&] {
    for (unsigned r = 0; r < registers.size(); ++r) {
      Value index = linearIndex(e, layout, shapeOfType(type), r);
      writeShared(e, element, e.byteOffset(memory, e.mul(index, e.i32(bytes))),
                  {registers[r]});
    }
  });
}

/// The element number in a tile of shape `shape`, of the coordinates given.
static Value flatten(Emitter &e, ArrayRef<Value> coords,
                     ArrayRef<int64_t> shape) {
  Value index;
  for (auto [c, extent] : llvm::zip(coords, shape))
    index = index ? e.add(e.mul(index, e.i32(extent)), c) : c;
  return index;
}

static SmallVector<Value> coordinatesOf(Emitter &e, const LinearLayout &layout,
                                        unsigned r) {
  SmallVector<Value> coords;
  for (const layout::Axis &axis : layout.out().axes())
    coords.push_back(e.coordinate(layout, axis.dim, r));
  return coords;
}

static Value readElement(Emitter &e, Type element, Value memory, Value index) {
  unsigned bytes = Emitter::containerBytes(element);
  return readShared(e, element,
                    e.byteOffset(memory, e.mul(index, e.i32(bytes))), 1)[0];
}

static LogicalResult emitExtract(Emitter &e, Operation *op) {
  auto extract = llvm::cast<tileaa::ExtractOp>(op);
  Type type = extract.getSource().getType();
  Type element = getElementTypeOrSelf(type);
  Value memory = e.scratch(op);
  if (!memory)
    return failure();
  writeTile(e, extract.getSource(), memory);
  e.barrier();
  LinearLayout layout = Emitter::layoutOf(extract.getResult());
  ArrayRef<int64_t> extents = shapeOfType(extract.getResult().getType());
  Registers results;
  for (unsigned r = 0; r < Emitter::numRegisters(layout); ++r) {
    SmallVector<Value> coords = coordinatesOf(e, layout, r);
    for (auto [d, index] : llvm::enumerate(extract.getIndices()))
      coords[d] = e.add(coords[d], e.mul(e.scalar(index), e.i32(extents[d])));
    results.push_back(
        readElement(e, element, memory, flatten(e, coords, shapeOfType(type))));
  }
  e.set(extract.getResult(), std::move(results));
  return success();
}

/// A slice written, then every element of the slice's place read back.
static LogicalResult emitInsert(Emitter &e, Operation *op) {
  auto insert = llvm::cast<tileaa::InsertOp>(op);
  Type type = insert.getSource().getType();
  Type element = getElementTypeOrSelf(type);
  Value memory = e.scratch(op);
  if (!memory)
    return failure();
  writeTile(e, insert.getSource(), memory);
  e.barrier();
  LinearLayout layout = Emitter::layoutOf(insert.getResult());
  ArrayRef<int64_t> extents = shapeOfType(type);
  const Registers &before = e.get(insert.getDestination());
  Registers results;
  for (unsigned r = 0; r < before.size(); ++r) {
    SmallVector<Value> coords = coordinatesOf(e, layout, r);
    Value inside;
    for (auto [d, index] : llvm::enumerate(insert.getIndices())) {
      Value slice = LLVM::LShrOp::create(e.b, e.loc(), coords[d],
                                         e.i32(llvm::Log2_64(extents[d])));
      inside = e.conjunction(
          inside, e.compare(LLVM::ICmpPredicate::eq, slice, e.scalar(index)));
      coords[d] =
          LLVM::AndOp::create(e.b, e.loc(), coords[d], e.i32(extents[d] - 1));
    }
    Value read = readElement(e, element, memory, flatten(e, coords, extents));
    results.push_back(inside ? e.select(inside, read, before[r]) : read);
  }
  e.set(insert.getResult(), std::move(results));
  return success();
}

static LogicalResult emitCat(Emitter &e, Operation *op) {
  auto cat = llvm::cast<tileaa::CatOp>(op);
  Type element = getElementTypeOrSelf(cat.getType());
  unsigned dim = cat.getDim();
  Value memory = e.scratch(op);
  if (!memory)
    return failure();
  LinearLayout layout = Emitter::layoutOf(cat.getResult());
  ArrayRef<int64_t> whole = shapeOfType(cat.getType());
  unsigned bytes = Emitter::containerBytes(element);
  int64_t first = 0;
  for (Value source : cat.getSources()) {
    LinearLayout from = Emitter::layoutOf(source);
    const Registers &registers = e.get(source);
    e.guarded(e.owner(from), [&] {
      for (unsigned r = 0; r < registers.size(); ++r) {
        SmallVector<Value> coords = coordinatesOf(e, from, r);
        coords[dim] = e.add(coords[dim], e.i32(first));
        Value index = flatten(e, coords, whole);
        writeShared(e, element,
                    e.byteOffset(memory, e.mul(index, e.i32(bytes))),
                    {registers[r]});
      }
    });
    first += shapeOfType(source.getType())[dim];
  }
  e.barrier();
  Registers results;
  for (unsigned r = 0; r < Emitter::numRegisters(layout); ++r)
    results.push_back(
        readElement(e, element, memory, linearIndex(e, layout, whole, r)));
  e.set(cat.getResult(), std::move(results));
  return success();
}

void registerShapeHandlers(Handlers &h) {
  h.addOp<tileaa::SplatOp>(emitSplat);
  h.addOp<tileaa::BroadcastOp>(emitBroadcast);
  h.addOp<tileaa::ViewOp>(emitView);
  h.addOp<tileas::ViewOp>(emitView);
  h.addOp<tileas::ExpandDimsOp>(emitView);
  h.addOp<tileaa::PermuteOp>(emitPermute);
  h.addOp<tileas::ExtractSliceOp>(emitExtractSlice);
  h.addOp<tileas::InsertSliceOp>(emitInsertSlice);
  h.addOp<tileaa::ExtractOp>(emitExtract);
  h.addOp<tileaa::InsertOp>(emitInsert);
  h.addOp<tileaa::CatOp>(emitCat);
}

} // namespace tessera::gpu
