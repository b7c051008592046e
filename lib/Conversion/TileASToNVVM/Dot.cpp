//===- TileASToNVVM/Dot.cpp - matrix multiply-accumulate -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The atom of the op says whether it is mma.sync on fragments or multiply-add
// by each thread on the rows and columns of its results; layout assignment
// brought the operands into the layouts that either wants.
//
//===----------------------------------------------------------------------===//

#include "Handlers.h"
#include "RegisterMap.h"

#include "tessera/Conversion/TileAAToTileAS/LayoutChoice.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"

using namespace mlir;
using tessera::layout::Dim;
using tessera::layout::LinearLayout;
using tessera::layout::tileDim;

namespace tessera::gpu {

namespace {
/// Registers of a tile by the element they hold in thread 0.
class Places {
public:
  explicit Places(const LinearLayout &layout) : space(layout.out()) {
    for (unsigned r = 0; r < Emitter::numRegisters(layout); ++r)
      numbers.try_emplace(Emitter::registerPoint(layout, r), r);
  }
  std::optional<unsigned> find(uint64_t batch, uint64_t row,
                               uint64_t column) const {
    unsigned rank = space.axes().size();
    uint64_t point = space.pack(tileDim(rank - 2), row) |
                     space.pack(tileDim(rank - 1), column);
    if (rank == 3)
      point |= space.pack(tileDim(0), batch);
    auto found = numbers.find(point);
    if (found == numbers.end())
      return std::nullopt;
    return found->second;
  }

private:
  layout::Space space;
  llvm::DenseMap<uint64_t, unsigned> numbers;
};

/// The element of the accumulator that register `r` holds in thread 0.
struct Point {
  uint64_t batch = 0, row, column;
  Point(const LinearLayout &layout, unsigned r) {
    const layout::Space &space = layout.out();
    unsigned rank = space.axes().size();
    uint64_t point = Emitter::registerPoint(layout, r);
    if (rank == 3)
      batch = space.get(point, tileDim(0));
    row = space.get(point, tileDim(rank - 2));
    column = space.get(point, tileDim(rank - 1));
  }
};

int64_t depthOf(tileas::DotOp op) {
  return llvm::cast<RankedTensorType>(op.getLhs().getType()).getShape().back();
}
Type elementOf(Value value) { return getElementTypeOrSelf(value.getType()); }

bool isSigned(std::optional<cuda_tile::Signedness> signedness) {
  return signedness.value_or(cuda_tile::Signedness::Signed) ==
         cuda_tile::Signedness::Signed;
}
} // namespace

//===----------------------------------------------------------------------===//
// Multiply-add
//===----------------------------------------------------------------------===//

static LogicalResult emitMultiplyAdd(Emitter &e, tileas::DotOp op) {
  LinearLayout acc = Emitter::layoutOf(op.getAcc());
  Type element = elementOf(op.getAcc());
  bool isInteger = element.isInteger(32);
  if (!isInteger && (elementOf(op.getLhs()) != element ||
                     !(element.isF32() || element.isF64())))
    return e.refuse(op, "multiply-add of these element types");
  // Each operand register is widened once.
  auto widened = [&](Value operand, bool asSigned) {
    Registers registers(e.get(operand));
    if (isInteger)
      for (Value &value : registers)
        value = e.extend(value, e.b.getI32Type(), asSigned);
    return registers;
  };
  Registers lhs = widened(op.getLhs(), isSigned(op.getSignednessLhs()));
  Registers rhs = widened(op.getRhs(), isSigned(op.getSignednessRhs()));
  Places rows(Emitter::layoutOf(op.getLhs()));
  Places columns(Emitter::layoutOf(op.getRhs()));
  Registers results;
  int64_t depth = depthOf(op);
  for (auto [r, start] : llvm::enumerate(e.get(op.getAcc()))) {
    Point point(acc, r);
    Value sum = start;
    for (int64_t k = 0; k < depth; ++k) {
      auto a = rows.find(point.batch, point.row, k);
      auto b = columns.find(point.batch, k, point.column);
      if (!a || !b)
        return e.refuse(op, "operands whose layouts do not fit the result's");
      sum =
          isInteger
              ? e.add(sum, e.mul(lhs[*a], rhs[*b]))
              : Value(LLVM::FMAOp::create(e.b, e.loc(), lhs[*a], rhs[*b], sum));
    }
    results.push_back(sum);
  }
  e.set(op.getResult(), std::move(results));
  return success();
}

//===----------------------------------------------------------------------===//
// mma.sync
//===----------------------------------------------------------------------===//

/// Elements of a fragment as the operands of the intrinsic.
static void appendOperand(Emitter &e, ArrayRef<Value> elements,
                          unsigned perRegister, bool isAccumulator,
                          SmallVectorImpl<Value> &operands) {
  OpBuilder &b = e.b;
  Type type = elements[0].getType();
  bool asBits = !isAccumulator && !type.isF16() && !type.isF64();
  if (perRegister == 1) {
    for (Value value : elements)
      operands.push_back(asBits ? e.bitcast(value, b.getI32Type()) : value);
    return;
  }
  auto vector = VectorType::get({static_cast<int64_t>(perRegister)}, type);
  for (unsigned i = 0; i < elements.size(); i += perRegister) {
    Value word = LLVM::UndefOp::create(b, e.loc(), vector);
    for (unsigned k = 0; k < perRegister; ++k)
      word = LLVM::InsertElementOp::create(b, e.loc(), word, elements[i + k],
                                           e.i32(k));
    operands.push_back(asBits ? e.bitcast(word, b.getI32Type()) : word);
  }
}

static LogicalResult emitMma(Emitter &e, tileas::DotOp op) {
  LinearLayout acc = Emitter::layoutOf(op.getAcc());
  Type accElement = elementOf(op.getAcc());
  int64_t depth = depthOf(op);
  std::optional<MmaInstruction> mma =
      findMma(elementOf(op.getLhs()), accElement, shapeOf(acc), depth,
              isSigned(op.getSignednessLhs()), isSigned(op.getSignednessRhs()),
              e.target());
  if (!mma)
    return e.refuse(op,
                    "no instruction of mma.sync for it on " + e.target().name);
  Places rows(Emitter::layoutOf(op.getLhs()));
  Places columns(Emitter::layoutOf(op.getRhs()));
  const Registers &lhs = e.get(op.getLhs()), &rhs = e.get(op.getRhs());
  Registers sums(e.get(op.getAcc()));
  unsigned accCount = mma->m * mma->n / 32, lhsCount = mma->m * mma->k / 32,
           rhsCount = mma->n * mma->k / 32;
  unsigned accPer = accElement.isF16() ? 2 : 1;
  Type accWord =
      accPer == 2 ? Type(VectorType::get({2}, accElement)) : accElement;
  Type result = LLVM::LLVMStructType::getLiteral(
      e.b.getContext(), SmallVector<Type>(accCount / accPer, accWord));
  // A fragment's registers are the lowest of each layout.
  for (unsigned first = 0; first < sums.size(); first += accCount) {
    Point point(acc, first);
    for (int64_t k = 0; k < depth; k += mma->k) {
      auto a = rows.find(point.batch, point.row, k);
      auto b = columns.find(point.batch, k, point.column);
      if (!a || !b || *a % lhsCount || *b % rhsCount)
        return e.refuse(op, "operands that are not in fragments");
      SmallVector<Value> operands;
      appendOperand(e, ArrayRef(lhs).slice(*a, lhsCount), mma->perRegister,
                    false, operands);
      appendOperand(e, ArrayRef(rhs).slice(*b, rhsCount), mma->perRegister,
                    false, operands);
      appendOperand(e, ArrayRef(sums).slice(first, accCount), accPer, true,
                    operands);
      Value made = e.intrinsic(mma->intrinsic, result, operands);
      for (unsigned i = 0; i < accCount; i += accPer) {
        Value word =
            LLVM::ExtractValueOp::create(e.b, e.loc(), made, i / accPer);
        if (accPer == 1) {
          sums[first + i] = word;
          continue;
        }
        for (unsigned k2 = 0; k2 < accPer; ++k2)
          sums[first + i + k2] =
              LLVM::ExtractElementOp::create(e.b, e.loc(), word, e.i32(k2));
      }
    }
  }
  e.set(op.getResult(), std::move(sums));
  return success();
}

static LogicalResult emitDot(Emitter &e, Operation *op) {
  auto dot = llvm::cast<tileas::DotOp>(op);
  if (dot.getLhsScale())
    return e.refuse(op, "scales (they are multiplied in before)");
  switch (dot.getAtom().getKind()) {
  case tileas::AtomKind::Fma:
    return emitMultiplyAdd(e, dot);
  case tileas::AtomKind::Mma:
    return emitMma(e, dot);
  default:
    return e.refuse(op, "this instruction class");
  }
}

void registerDotHandlers(Handlers &h) { h.addOp<tileas::DotOp>(emitDot); }

} // namespace tessera::gpu
