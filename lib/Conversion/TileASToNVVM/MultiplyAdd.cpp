//===- TileASToNVVM/MultiplyAdd.cpp - products without an instruction -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread multiplies the rows and columns of its results, in the order of
// the depth. Factors in registers are unrolled. Factors in shared memory are
// read a few steps of the depth at a time, in a loop that carries the sums:
// neither registers nor code grow with the depth.
//
//===----------------------------------------------------------------------===//

#include "DotPlaces.h"
#include "SharedImage.h"
#include "ShortFloats.h"

#include "tessera/Dialect/TileAS/Utils/InPlaceOperands.h"
#include "tessera/Layout/BankConflicts.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using tessera::layout::Dim;
using tessera::layout::LinearLayout;

namespace tessera::gpu {

/// Multiply-adds of one turn of the loop that make its overhead small.
static constexpr int64_t kTurn = 128;

namespace {
/// A factor and where it is.
class Factor {
public:
  Factor(Emitter &e, tileas::DotOp op, Value operand, bool isLhs)
      : e(e), op(op), operand(operand), layout(Emitter::layoutOf(operand)),
        place(tileas::findInPlaceOperand(operand)) {
    unsigned rank = layout.out().axes().size();
    depthDim = layout::tileDim(rank - (isLhs ? 1 : 2));
    asSigned = isSigned(isLhs ? op.getSignednessLhs() : op.getSignednessRhs());
    toInteger = getElementTypeOrSelf(op.getAcc().getType()).isInteger(32);
  }

  bool isInPlace() const { return place.has_value(); }
  /// Where the tile is in shared memory. Before the loop; fails after a
  /// diagnostic.
  LogicalResult open();
  /// Its registers for the whole depth.
  FailureOr<Registers> whole();
  /// Splits the depth into parts of 2^`bits`; false if threads do not hold all
  /// of it in registers.
  bool split(unsigned bits);
  /// Registers of `partLayout` for the part that begins at `first`, an i32 or,
  /// where that is null, `constant`.
  FailureOr<Registers> part(Value first, uint64_t constant);
  const LinearLayout &partLayout() const { return *small; }

private:
  FailureOr<Registers> finish(Registers registers);

  Emitter &e;
  tileas::DotOp op;
  Value operand;
  LinearLayout layout;
  std::optional<tileas::InPlaceOperand> place;
  Dim depthDim;
  bool asSigned, toInteger;
  std::optional<SharedImage> image;
  /// Of the part: of the operand, and of the tile that lies in shared memory.
  std::optional<LinearLayout> small, smallTile;
  /// Bits of the depth that choose the part, and the byte offsets they add.
  SmallVector<std::pair<unsigned, uint64_t>> moves;
};
} // namespace

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

LogicalResult Factor::open() {
  Operation *maker = place->tile.getDefiningOp();
  if (auto load = dyn_cast<tileas::TiledLoadOp>(maker)) {
    auto type = dyn_cast<tileas::TiledViewType>(load.getView().getType());
    if (!type || !type.getLayout())
      return e.refuse(op, "a factor in place without an image");
    image = SharedImage{type.getLayout().getLayout(), e.scalar(load.getView())};
    return success();
  }
  auto read = llvm::cast<tileas::ConsumerReadOp>(maker);
  FailureOr<SharedImage> stage =
      stageImage(e, op, read.getIterator(),
                 llvm::cast<OpResult>(place->tile).getResultNumber());
  if (failed(stage))
    return failure();
  image = *stage;
  return success();
}

/// What the product multiplies: after the steps, integers widened once.
FailureOr<Registers> Factor::finish(Registers registers) {
  if (place) {
    if (isa<tileas::ConsumerReadOp>(place->tile.getDefiningOp()))
      canonicalizeStage(e, getElementTypeOrSelf(place->tile.getType()),
                        registers);
    for (Operation *step : place->steps) {
      if (isa<tileas::ViewOp>(step))
        continue;
      FailureOr<Registers> made = convertTile(e, step, registers);
      if (failed(made))
        return failure();
      registers = std::move(*made);
    }
  }
  if (toInteger)
    for (Value &value : registers)
      value = e.extend(value, e.b.getI32Type(), asSigned);
  return registers;
}

FailureOr<Registers> Factor::whole() {
  if (!place)
    return finish(e.get(operand));
  Type element = getElementTypeOrSelf(place->tile.getType());
  return finish(readShifted(e, *image, Emitter::layoutOf(place->tile), element,
                            SharedShift()));
}

bool Factor::split(unsigned bits) {
  LinearLayout tile = Emitter::layoutOf(place->tile);
  LinearLayout offsets =
      llvm::cantFail(layout::accessOffsets(tile, image->layout));
  unsigned bytes =
      Emitter::containerBytes(getElementTypeOrSelf(place->tile.getType()));
  uint64_t dropped = 0;
  for (unsigned b = bits; b < layout.out().bits(depthDim); ++b) {
    std::optional<unsigned> found;
    for (unsigned i = 0; i < layout.in().bits(Dim::Register); ++i)
      if (layout.column(Dim::Register, i) ==
          layout.out().pack(depthDim, uint64_t(1) << b))
        found = i;
    if (!found)
      return false;
    dropped |= uint64_t(1) << *found;
    moves.push_back({b, bytes * offsets.column(Dim::Register, *found)});
  }
  small = withoutBits(layout, dropped);
  // The steps keep the registers' numbers.
  smallTile = withoutBits(tile, dropped);
  return true;
}

FailureOr<Registers> Factor::part(Value first, uint64_t constant) {
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
  Type element = getElementTypeOrSelf(place->tile.getType());
  return finish(readShifted(e, *image, *smallTile, element, shift));
}

namespace {
/// Adds the products of `depth` steps to `sums`.
struct Products {
  Emitter &e;
  tileas::DotOp op;
  LinearLayout acc;
  DotPlaces rows, columns;
  bool isInteger;

  LogicalResult add(Registers &sums, const Registers &lhs, const Registers &rhs,
                    int64_t depth) {
    SmallVector<DotPoint> points;
    for (unsigned r = 0; r < sums.size(); ++r)
      points.emplace_back(acc, r);
    for (int64_t k = 0; k < depth; ++k)
      for (auto [sum, point] : llvm::zip(sums, points)) {
        auto a = rows.find(point.batch, point.row, k);
        auto b = columns.find(point.batch, k, point.column);
        if (!a || !b)
          return e.refuse(op, "operands whose layouts do not fit the result's");
        sum = isInteger ? e.add(sum, e.mul(lhs[*a], rhs[*b]))
                        : Value(LLVM::FMAOp::create(e.b, e.loc(), lhs[*a],
                                                    rhs[*b], sum));
      }
    return success();
  }
};
} // namespace

/// Both factors in place, `step` of the depth at a time.
static LogicalResult emitInParts(Emitter &e, tileas::DotOp op, Factor &lhs,
                                 Factor &rhs, Products &products, int64_t step,
                                 Registers &sums) {
  const int64_t depth = depthOf(op);
  auto turn = [&](Value first, uint64_t constant) {
    FailureOr<Registers> a = lhs.part(first, constant);
    FailureOr<Registers> b = rhs.part(first, constant);
    if (failed(a) || failed(b))
      return failure();
    return products.add(sums, *a, *b, step);
  };
  // Few enough turns are as well one after the other.
  if (depth * static_cast<int64_t>(sums.size()) <= 2 * kTurn) {
    for (int64_t first = 0; first < depth; first += step)
      if (failed(turn(Value(), first)))
        return failure();
    return success();
  }
  SmallVector<Type> types(ValueRange(sums).getTypes());
  Block *rest = e.newBlock(types);
  types.insert(types.begin(), e.b.getI32Type());
  Block *body = e.newBlock(types);
  SmallVector<Value> inits{e.i32(0)};
  llvm::append_range(inits, sums);
  e.branch(body, inits);
  e.b.setInsertionPointToEnd(body);
  sums.assign(body->args_begin() + 1, body->args_end());
  if (failed(turn(body->getArgument(0), 0)))
    return failure();
  SmallVector<Value> next{e.add(body->getArgument(0), e.i32(step))};
  llvm::append_range(next, sums);
  LLVM::CondBrOp::create(
      e.b, e.loc(), e.compare(LLVM::ICmpPredicate::ult, next[0], e.i32(depth)),
      body, next, rest, ArrayRef(next).drop_front());
  e.b.setInsertionPointToEnd(rest);
  sums.assign(rest->args_begin(), rest->args_end());
  return success();
}

LogicalResult emitMultiplyAdd(Emitter &e, tileas::DotOp op) {
  Type element = getElementTypeOrSelf(op.getAcc().getType());
  bool isInteger = element.isInteger(32);
  if (!isInteger && (getElementTypeOrSelf(op.getLhs().getType()) != element ||
                     !(element.isF32() || element.isF64())))
    return e.refuse(op, "multiply-add of these element types");
  Factor lhs(e, op, op.getLhs(), /*isLhs=*/true);
  Factor rhs(e, op, op.getRhs(), /*isLhs=*/false);
  for (Factor *factor : {&lhs, &rhs})
    if (factor->isInPlace() && failed(factor->open()))
      return failure();
  Registers sums(e.get(op.getAcc()));
  const int64_t depth = depthOf(op);
  int64_t step = 4;
  while (step < depth && step * static_cast<int64_t>(sums.size()) < kTurn)
    step *= 2;
  step = std::min(step, depth);
  LinearLayout acc = Emitter::layoutOf(op.getAcc());
  if (lhs.isInPlace() && rhs.isInPlace() && lhs.split(llvm::Log2_64(step)) &&
      rhs.split(llvm::Log2_64(step))) {
    Products products{e,
                      op,
                      acc,
                      DotPlaces(lhs.partLayout()),
                      DotPlaces(rhs.partLayout()),
                      isInteger};
    if (failed(emitInParts(e, op, lhs, rhs, products, step, sums)))
      return failure();
  } else {
    FailureOr<Registers> a = lhs.whole(), b = rhs.whole();
    Products products{e,
                      op,
                      acc,
                      DotPlaces(Emitter::layoutOf(op.getLhs())),
                      DotPlaces(Emitter::layoutOf(op.getRhs())),
                      isInteger};
    if (failed(a) || failed(b) || failed(products.add(sums, *a, *b, depth)))
      return failure();
  }
  e.set(op.getResult(), std::move(sums));
  return success();
}

} // namespace tessera::gpu
