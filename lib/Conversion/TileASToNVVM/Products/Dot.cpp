//===- TileASToNVVM/Products/Dot.cpp - matrix multiply-accumulate -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers matrix products. The atom of the op says which of three ways is taken:
// mma.sync on fragments, wgmma (Wgmma.cpp), or a multiply-add by each thread on
// the rows and columns of its results (MultiplyAdd.cpp). The operands are
// already where this way wants them. Products of many mma.sync whose factors
// stay in shared memory are a loop over the depth. Those of few, and those with
// scales or with one factor in registers are unrolled: a number of a turn
// cannot choose a register.
//
//===----------------------------------------------------------------------===//

#include "BlockScale.h"
#include "Conversion/TileASToNVVM/Handlers.h"
#include "Conversion/TileASToNVVM/RegisterMap.h"
#include "DotPlaces.h"
#include "Factor.h"

#include "tessera/Dialect/TileAS/IR/MmaAtoms.h"

using namespace mlir;
using tessera::layout::LinearLayout;

namespace tessera::gpu {

/// Instructions of mma.sync of one turn of the loop that make its overhead
/// small.
static constexpr int64_t kTurn = 32;

/// Up to this many instructions of mma.sync are steps of the depth one after
/// the other, of which each is read beside the products of another one. More
/// would be as fast, but their code grows.
static constexpr int64_t kUnrolled = 128;

static Type elementOf(Value value) {
  return getElementTypeOrSelf(value.getType());
}

//===----------------------------------------------------------------------===//
// mma.sync
//===----------------------------------------------------------------------===//

/// Eight elements of four bits, which come in the low halves of bytes.
static Value packNibbles(Emitter &e, ArrayRef<Value> elements) {
  OpBuilder &b = e.b;
  auto bytes = VectorType::get({4}, b.getI8Type());
  SmallVector<Value, 3> operands;
  for (unsigned half = 0; half < 2; ++half) {
    Value four = LLVM::UndefOp::create(b, e.loc(), bytes);
    for (unsigned k = 0; k < 4; ++k)
      four = LLVM::InsertElementOp::create(b, e.loc(), four,
                                           elements[4 * half + k], e.i32(k));
    Value word = e.bitcast(four, b.getI32Type());
    // Bytes 0 and 2 are then two elements each.
    operands.push_back(LLVM::OrOp::create(
        b, e.loc(), word, LLVM::LShrOp::create(b, e.loc(), word, e.i32(4))));
  }
  operands.push_back(e.i32(0x6420));
  return e.intrinsic("llvm.nvvm.prmt", b.getI32Type(), operands);
}

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
    if (perRegister == 8) {
      operands.push_back(packNibbles(e, elements.slice(i, perRegister)));
      continue;
    }
    Value word = LLVM::UndefOp::create(b, e.loc(), vector);
    for (unsigned k = 0; k < perRegister; ++k)
      word = LLVM::InsertElementOp::create(b, e.loc(), word, elements[i + k],
                                           e.i32(k));
    operands.push_back(asBits ? e.bitcast(word, b.getI32Type()) : word);
  }
}

/// What LLVM calls the types of an instruction, behind its shape: integers by
/// signedness, bf16, tf32 and f64 by themselves, others with their sums.
static std::string typeSuffix(tileas::DotOp op, MmaFactor factor, MmaSum sum) {
  StringRef sums = sum == MmaSum::F16 ? "f16" : "f32";
  switch (factor) {
  case MmaFactor::F16:
    return (sums + "." + sums).str();
  case MmaFactor::BF16:
    return "bf16";
  case MmaFactor::TF32:
    return "tf32";
  case MmaFactor::F64:
    return "f64";
  case MmaFactor::E4M3:
    return (sums + ".e4m3.e4m3." + sums).str();
  case MmaFactor::E5M2:
    return (sums + ".e5m2.e5m2." + sums).str();
  case MmaFactor::E2M1:
    llvm_unreachable("e2m1 without scales");
  case MmaFactor::I8:
    break;
  }
  bool lhs = isSigned(op.getSignednessLhs());
  bool rhs = isSigned(op.getSignednessRhs());
  std::string suffix = lhs ? "s8" : "u8";
  if (lhs != rhs)
    suffix += rhs ? ".s8" : ".u8";
  return suffix;
}

void appendWords(Emitter &e, ArrayRef<Value> elements, unsigned perWord,
                 SmallVectorImpl<Value> &words) {
  Type i32 = e.b.getI32Type();
  const size_t first = words.size();
  appendOperand(e, elements, perWord, /*isAccumulator=*/false, words);
  for (Value &word : llvm::drop_begin(words, first))
    word = e.bitcast(word, i32);
}

namespace {
/// The instructions of one product by mma.sync. Sums are words of its operands.
class MmaProduct {
public:
  MmaProduct(Emitter &e, tileas::DotOp op, layout::MmaShape shape);

  unsigned wordsPerSum() const { return accCount / accPer; }
  /// Elements of the tiles along the depth that an instruction takes.
  int64_t stepDepth() const { return mma.k; }
  /// The accumulator as words, and back.
  Registers pack(const Registers &sums);
  Registers unpack(const Registers &words);
  /// Adds the products of `depth` steps of factors in these layouts, which are
  /// those from `first` on.
  LogicalResult add(Registers &words, const Registers &lhs,
                    const LinearLayout &lhsLayout, const Registers &rhs,
                    const LinearLayout &rhsLayout, int64_t depth,
                    int64_t first);

private:
  Emitter &e;
  tileas::DotOp op;
  /// Its depth counts elements of the tiles.
  layout::MmaShape mma;
  LinearLayout acc;
  /// Null without scales.
  const BlockScaleRow *scaled = nullptr;
  std::optional<ScaleWords> lhsScales, rhsScales;
  std::string name;
  Type result;
  /// Factors in an element of the tiles, and such elements in a word.
  unsigned perElement, perRegister;
  unsigned accCount, lhsCount, rhsCount, accPer;
};
} // namespace

MmaProduct::MmaProduct(Emitter &e, tileas::DotOp op, layout::MmaShape shape)
    : e(e), op(op),
      mma(tileas::inElements(shape, op.getAtom(),
                             op.getFactor(/*isLhs=*/true).getElementType())),
      acc(Emitter::layoutOf(op.getAcc())) {
  Type accElement = elementOf(op.getAcc());
  MmaFactor factor = *tileas::mmaFactorOf(op.getAtom().getElements()[0]);
  const Type element = op.getFactor(/*isLhs=*/true).getElementType();
  perRegister = std::max(32 / mmaBits(*tileas::mmaFactorOf(element)), 1u);
  perElement = tileas::factorsPerElement(op.getAtom(), element);
  const std::string spelled =
      ("m" + llvm::Twine(shape.m) + "n" + llvm::Twine(shape.n) + "k" +
       llvm::Twine(shape.k) + ".row.col.")
          .str();
  if (op.getLhsScale()) {
    scaled = tileas::blockScaleOf(
        op.getAtom().getElements()[0], elementOf(op.getLhsScale()),
        depthOf(op) * perElement /
            cast<RankedTensorType>(op.getLhsScale().getType())
                .getShape()
                .back());
    StringRef type = blockScaleFactorName(factor);
    name = ("llvm.nvvm.mma.block.scale." + spelled + scaled->kind + ".scale." +
            llvm::Twine(scaled->scales()) + "x.f32." + type + "." + type +
            ".f32." + blockScaleName(scaled->scale))
               .str();
    lhsScales.emplace(e, op.getLhsScale(), /*isLhs=*/true);
    rhsScales.emplace(e, op.getRhsScale(), /*isLhs=*/false);
  } else {
    name = "llvm.nvvm.mma." + spelled +
           typeSuffix(op, factor, *tileas::mmaSumOf(accElement));
  }
  accCount = mma.m * mma.n / 32;
  lhsCount = mma.m * mma.k / 32;
  rhsCount = mma.n * mma.k / 32;
  accPer = accElement.isF16() ? 2 : 1;
  Type accWord =
      accPer == 2 ? Type(VectorType::get({2}, accElement)) : accElement;
  result = LLVM::LLVMStructType::getLiteral(
      e.b.getContext(), SmallVector<Type>(wordsPerSum(), accWord));
}

Registers MmaProduct::pack(const Registers &sums) {
  SmallVector<Value> words;
  appendOperand(e, sums, accPer, /*isAccumulator=*/true, words);
  return Registers(words.begin(), words.end());
}

Registers MmaProduct::unpack(const Registers &words) {
  if (accPer == 1)
    return words;
  Registers sums;
  for (Value word : words)
    for (unsigned k = 0; k < accPer; ++k)
      sums.push_back(
          LLVM::ExtractElementOp::create(e.b, e.loc(), word, e.i32(k)));
  return sums;
}

LogicalResult MmaProduct::add(Registers &words, const Registers &lhs,
                              const LinearLayout &lhsLayout,
                              const Registers &rhs,
                              const LinearLayout &rhsLayout, int64_t depth,
                              int64_t firstStep) {
  DotPlaces rows(lhsLayout), columns(rhsLayout);
  // A fragment's registers are the lowest of each layout.
  for (unsigned first = 0; first < words.size(); first += wordsPerSum()) {
    DotPoint point(acc, first * accPer);
    for (int64_t k = 0; k < depth; k += mma.k) {
      auto a = rows.find(point.batch, point.row, k);
      auto b = columns.find(point.batch, k, point.column);
      if (!a || !b || *a % lhsCount || *b % rhsCount)
        return e.refuse(op, "operands that are not in fragments");
      SmallVector<Value> operands;
      appendOperand(e, ArrayRef(lhs).slice(*a, lhsCount), perRegister, false,
                    operands);
      appendOperand(e, ArrayRef(rhs).slice(*b, rhsCount), perRegister, false,
                    operands);
      for (unsigned i = 0; i < wordsPerSum(); ++i)
        operands.push_back(words[first + i]);
      if (scaled) {
        const uint64_t block = (firstStep + k) * perElement / scaled->block;
        if (!lhsScales->append(point.batch, point.row, block, operands) ||
            !rhsScales->append(point.batch, point.column, block, operands))
          return e.refuse(op, "scales that are not beside their factors");
      }
      Value made = e.intrinsic(name, result, operands);
      for (unsigned i = 0; i < wordsPerSum(); ++i)
        words[first + i] = LLVM::ExtractValueOp::create(e.b, e.loc(), made, i);
    }
  }
  return success();
}

/// The product in steps of one instruction's depth, of which factors are read
/// from shared memory. Each step is read in front of the products of the step
/// before it, so that these hide how long the reading takes.
static LogicalResult emitSteps(MmaProduct &product, Factor &lhs, Factor &rhs,
                               int64_t depth, Registers &words) {
  const int64_t step = product.stepDepth();
  Registers a = lhs.part(Value(), 0), b = rhs.part(Value(), 0);
  for (int64_t first = 0; first < depth; first += step) {
    Registers nextA, nextB;
    if (first + step < depth) {
      nextA = lhs.part(Value(), first + step);
      nextB = rhs.part(Value(), first + step);
    }
    if (failed(product.add(words, a, lhs.partLayout(), b, rhs.partLayout(),
                           step, first)))
      return failure();
    a = std::move(nextA);
    b = std::move(nextB);
  }
  return success();
}

static LogicalResult emitMma(Emitter &e, tileas::DotOp op) {
  std::optional<layout::MmaShape> mma = tileas::mmaShapeOf(op.getAtom());
  if (!mma)
    return e.refuse(op, "an atom without a shape");
  Factor lhs(e, op, /*isLhs=*/true), rhs(e, op, /*isLhs=*/false);
  for (Factor *factor : {&lhs, &rhs})
    if (factor->isInMemory())
      factor->open();
  MmaProduct product(e, op, *mma);
  Registers words = product.pack(e.get(op.getAcc()));
  const int64_t depth = depthOf(op);
  // Instructions of one step of the atom's depth.
  const int64_t perStep = words.size() / product.wordsPerSum();
  const int64_t least = product.stepDepth();
  int64_t step = least;
  while (step < depth && step / least * perStep < kTurn)
    step *= 2;
  const bool isOneInMemory = lhs.isInMemory() != rhs.isInMemory();
  const bool areFewInMemory = lhs.isInMemory() && rhs.isInMemory() &&
                              depth / least * perStep <= kUnrolled;
  if ((isOneInMemory || areFewInMemory) && least < depth &&
      lhs.split(llvm::Log2_64(least)) && rhs.split(llvm::Log2_64(least))) {
    if (failed(emitSteps(product, lhs, rhs, depth, words)))
      return failure();
  } else if (lhs.isInMemory() && rhs.isInMemory() && step < depth &&
             lhs.split(llvm::Log2_64(step)) && rhs.split(llvm::Log2_64(step))) {
    auto turn = [&](Value first, uint64_t constant, Registers &carried) {
      Registers a = lhs.part(first, constant);
      Registers b = rhs.part(first, constant);
      return product.add(carried, a, lhs.partLayout(), b, rhs.partLayout(),
                         step, constant);
    };
    // Scales are in registers, which no number of a turn can choose.
    if (failed(op.getLhsScale() ? emitDepthTurns(depth, step, words, turn)
                                : emitDepthLoop(e, depth, step, words, turn)))
      return failure();
  } else {
    Registers a = lhs.whole(), b = rhs.whole();
    if (failed(product.add(words, a, Emitter::layoutOf(op.getFactor(true)), b,
                           Emitter::layoutOf(op.getFactor(false)), depth,
                           /*first=*/0)))
      return failure();
  }
  e.set(op.getResult(), product.unpack(words));
  return success();
}

static LogicalResult emitDot(Emitter &e, Operation *op) {
  auto dot = llvm::cast<tileas::DotOp>(op);
  switch (dot.getAtom().getKind()) {
  case tileas::AtomKind::Fma:
    return emitMultiplyAdd(e, dot);
  case tileas::AtomKind::Mma:
    return emitMma(e, dot);
  case tileas::AtomKind::Wgmma:
    return emitWgmma(e, dot);
  default:
    return e.refuse(op, "this instruction class");
  }
}

void registerDotHandlers(Handlers &h) { h.addOp<tileas::DotOp>(emitDot); }

} // namespace tessera::gpu
