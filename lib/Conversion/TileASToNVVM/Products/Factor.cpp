//===- TileASToNVVM/Products/Factor.cpp - a factor of a product and where it is -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Offsets in shared memory are linear in the bits of the depth, so a part is
// the first one with some bits of its addresses flipped.
//
//===----------------------------------------------------------------------===//

#include "Factor.h"

#include "Conversion/TileASToNVVM/Elementwise/ShortFloats.h"
#include "DotPlaces.h"

#include "tessera/Dialect/TileAS/Utils/DotBuilders.h"
#include "tessera/Layout/BankConflicts.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using tessera::layout::Dim;
using tessera::layout::LinearLayout;

namespace tessera::gpu {

Factor::Factor(Emitter &e, tileas::DotOp op, bool isLhs)
    : e(e), op(op), operand(isLhs ? op.getLhs() : op.getRhs()),
      tile(op.getFactor(isLhs)), layout(Emitter::layoutOf(tile)) {
  if (tileas::isSharedView(operand.getType()))
    memory = tileas::tileInMemory(op, isLhs);
  unsigned rank = layout.out().axes().size();
  depthDim = layout::tileDim(rank - (isLhs ? 1 : 2));
  asSigned = isSigned(isLhs ? op.getSignednessLhs() : op.getSignednessRhs());
  asFragments = op.getAtom().getKind() == tileas::AtomKind::Mma;
  toInteger =
      !asFragments && getElementTypeOrSelf(op.getAcc().getType()).isInteger(32);
}

/// `layout` without these register bits.
static LinearLayout withoutBits(const LinearLayout &layout, uint64_t dropped) {
  unsigned kept = 0;
  SmallVector<uint64_t> columns;
  for (unsigned bit = 0; bit < layout.in().bits(Dim::Register); ++bit)
    if ((dropped >> bit & 1) == 0) {
      columns.push_back(layout.column(Dim::Register, bit));
      ++kept;
    }
  SmallVector<layout::Axis> axes{{Dim::Register, kept}};
  for (Dim dim : {Dim::Lane, Dim::Warp}) {
    axes.push_back({dim, layout.in().bits(dim)});
    for (unsigned bit = 0; bit < layout.in().bits(dim); ++bit)
      columns.push_back(layout.column(dim, bit));
  }
  layout::Space in = llvm::cantFail(layout::Space::create(axes));
  return llvm::cantFail(LinearLayout::create(in, layout.out(), columns));
}

void Factor::open() { image = sharedStorage(e, operand); }

/// What the product multiplies: rounded to its format, integers widened once.
Registers Factor::finish(Registers registers) {
  if (memory && memory.getElementType() != tile.getElementType()) {
    canonicalizeStage(e, memory.getElementType(), registers);
    registers =
        roundTile(e, registers, memory.getElementType(), tile.getElementType());
  }
  if (toInteger)
    for (Value &value : registers)
      value = e.extend(value, e.b.getI32Type(), asSigned);
  return registers;
}

Registers Factor::read(const LinearLayout &places, const SharedShift &shift) {
  Type element = memory.getElementType();
  return finish(asFragments ? readImage(e, *image, places, element, shift)
                            : readShifted(e, *image, places, element, shift));
}

Registers Factor::whole() {
  if (!memory)
    return finish(e.get(operand));
  return read(Emitter::layoutOf(memory), {});
}

bool Factor::split(unsigned bits) {
  LinearLayout places = memory ? Emitter::layoutOf(memory) : layout;
  std::optional<LinearLayout> offsets;
  unsigned bytes = 0;
  if (memory) {
    offsets = llvm::cantFail(layout::accessOffsets(places, image->layout));
    bytes = Emitter::containerBytes(memory.getElementType());
  }
  dropped = 0;
  moves.clear();
  for (unsigned b = bits; b < layout.out().bits(depthDim); ++b) {
    std::optional<unsigned> found;
    for (unsigned i = 0; i < layout.in().bits(Dim::Register); ++i)
      if (layout.column(Dim::Register, i) ==
          layout.out().pack(depthDim, uint64_t(1) << b))
        found = i;
    if (!found)
      return false;
    dropped |= uint64_t(1) << *found;
    moves.push_back({b, memory ? bytes * offsets->column(Dim::Register, *found)
                               : uint64_t(1) << *found});
  }
  small = withoutBits(layout, dropped);
  // Another shape and format keep the registers' numbers.
  smallMemory = withoutBits(places, dropped);
  return true;
}

Registers Factor::chosen(uint64_t constant) {
  uint64_t number = 0;
  for (auto [bit, bits] : moves)
    if (constant >> bit & 1)
      number |= bits;
  const Registers all = e.get(operand);
  Registers part;
  for (uint64_t r = 0; r < all.size(); ++r)
    if ((r & dropped) == number)
      part.push_back(all[r]);
  return finish(std::move(part));
}

Registers Factor::part(Value first, uint64_t constant) {
  if (!memory)
    return chosen(constant);
  SharedShift shift;
  if (!first) {
    for (auto [bit, offset] : moves)
      if (constant >> bit & 1)
        shift.fixed ^= offset;
  } else {
    // Bits that move by the same distance go together.
    llvm::SmallMapVector<int, uint64_t, 4> byDistance;
    for (auto [bit, offset] : moves) {
      shift.mask |= offset;
      for (unsigned to = 0; offset >> to != 0; ++to)
        if (offset >> to & 1)
          byDistance[int(to) - int(bit)] |= uint64_t(1) << bit;
    }
    for (auto [distance, bits] : byDistance) {
      Value term = LLVM::AndOp::create(e.b, e.loc(), first, e.i32(bits));
      if (distance > 0)
        term = LLVM::ShlOp::create(e.b, e.loc(), term, e.i32(distance));
      if (distance < 0)
        term = LLVM::LShrOp::create(e.b, e.loc(), term, e.i32(-distance));
      shift.moving =
          shift.moving
              ? Value(LLVM::XOrOp::create(e.b, e.loc(), shift.moving, term))
              : term;
    }
  }
  return read(*smallMemory, shift);
}

LogicalResult emitDepthTurns(int64_t depth, int64_t step, Registers &carried,
                             DepthTurn turn) {
  for (int64_t first = 0; first < depth; first += step)
    if (failed(turn(Value(), first, carried)))
      return failure();
  return success();
}

LogicalResult emitDepthLoop(Emitter &e, int64_t depth, int64_t step,
                            Registers &carried, DepthTurn turn) {
  SmallVector<Type> types(ValueRange(carried).getTypes());
  Block *rest = e.newBlock(types);
  types.insert(types.begin(), e.b.getI32Type());
  Block *body = e.newBlock(types);
  SmallVector<Value> inits{e.i32(0)};
  llvm::append_range(inits, carried);
  e.branch(body, inits);
  e.b.setInsertionPointToEnd(body);
  carried.assign(body->args_begin() + 1, body->args_end());
  if (failed(turn(body->getArgument(0), 0, carried)))
    return failure();
  SmallVector<Value> next{e.add(body->getArgument(0), e.i32(step))};
  llvm::append_range(next, carried);
  LLVM::CondBrOp::create(
      e.b, e.loc(), e.compare(LLVM::ICmpPredicate::ult, next[0], e.i32(depth)),
      body, next, rest, ArrayRef(next).drop_front());
  e.b.setInsertionPointToEnd(rest);
  carried.assign(rest->args_begin(), rest->args_end());
  return success();
}

} // namespace tessera::gpu
