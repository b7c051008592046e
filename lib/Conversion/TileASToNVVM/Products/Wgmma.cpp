//===- TileASToNVVM/Products/Wgmma.cpp - products of whole warpgroups -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product of wgmma is a group of instructions: every part of 64 rows and n
// columns of the accumulator (of a transposed one, 64 columns and n rows), and
// for it every step of the depth. The op's result is there when the group is
// done; what the factors need before it (barriers, proxy fences) are ops in
// front.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileASToNVVM/Access/InlineRegisters.h"
#include "Conversion/TileASToNVVM/Access/TensorMemory.h"
#include "Conversion/TileASToNVVM/Handlers.h"
#include "WarpgroupFactor.h"

#include "tessera/Dialect/TileAS/IR/MmaAtoms.h"
#include "tessera/Dialect/TileAS/Utils/DotBuilders.h"
#include "tessera/Layout/MatrixImages.h"
#include "tessera/Target/WgmmaTable.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using tessera::layout::LinearLayout;

namespace tessera::gpu {

/// The depth that 8-bit floats may be summed up in by the instruction alone.
static constexpr int64_t exactDepth = 128;

static StringRef nameOf(MmaFactor factor, bool asSigned) {
  switch (factor) {
  case MmaFactor::F16:
    return "f16";
  case MmaFactor::BF16:
    return "bf16";
  case MmaFactor::TF32:
    return "tf32";
  case MmaFactor::E4M3:
    return "e4m3";
  case MmaFactor::E5M2:
    return "e5m2";
  case MmaFactor::I8:
    return asSigned ? "s8" : "u8";
  case MmaFactor::E2M1:
  case MmaFactor::F64:
    break;
  }
  llvm_unreachable("no factor of wgmma");
}

static StringRef nameOf(MmaSum sum) {
  switch (sum) {
  case MmaSum::F16:
    return "f16";
  case MmaSum::F32:
    return "f32";
  case MmaSum::I32:
    return "s32";
  case MmaSum::F64:
    break;
  }
  llvm_unreachable("no sum of wgmma");
}

/// Waits until at most `groups` products are under way.
static void waitForGroups(Emitter &e, int64_t groups,
                          MutableArrayRef<Value> registers) {
  passThrough(e,
              "wgmma.wait_group.sync.aligned " + std::to_string(groups) + ";",
              registers);
}

namespace {
/// Products that need not be done when an op is left: all, or the last few.
struct Underway {
  std::optional<int64_t> most;
};

/// One product.
class WarpgroupProduct {
public:
  WarpgroupProduct(Emitter &e, const ProductParts &parts)
      : e(e), parts(parts), shape(*tileas::wgmmaShapeOf(parts.atom)),
        factor(*tileas::mmaFactorOf(parts.atom.getElements()[0])),
        sum(*tileas::mmaSumOf(parts.atom.getElements()[2])),
        acc(parts.accLayout()), left(e, parts, !parts.atom.getTransposed()),
        right(e, parts, parts.atom.getTransposed()) {}
  /// The sums; they are there when this is left, but for those that may be
  /// `underway`: they are when a later wait covers them.
  FailureOr<Registers> run(const Underway *underway);

private:
  int64_t depth() const {
    return tileas::getFactorTile(parts.lhs.getType()).getShape().back();
  }
  /// Elements of a thread in one instruction, and registers of them.
  unsigned elements() const { return shape.n / 2; }
  unsigned perRegister() const { return sum == MmaSum::F16 ? 2 : 1; }
  Type registerType() const {
    return perRegister() == 2 || sum == MmaSum::I32 ? Type(e.b.getI32Type())
                                                    : Type(e.b.getF32Type());
  }
  /// One instruction. `registers` are its sums, which it takes unless
  /// `isFirst`.
  void multiply(const DotPoint &point, int64_t at, bool isFirst,
                SmallVectorImpl<Value> &registers);
  void fence() { NVVM::WgmmaFenceAlignedOp::create(e.b, e.loc()); }
  void commit() { NVVM::WgmmaGroupSyncAlignedOp::create(e.b, e.loc()); }
  SmallVector<Value> pack(ArrayRef<Value> sums);
  void unpack(ArrayRef<Value> registers, MutableArrayRef<Value> sums);
  void inOneGroup(Registers &sums, const Underway *underway);
  void inParts(Registers &sums);

  Emitter &e;
  ProductParts parts;
  layout::MmaShape shape;
  MmaFactor factor;
  MmaSum sum;
  LinearLayout acc;
  /// The factors of the instruction: of a transposed one, its left factor is
  /// the right one of the tiles.
  WarpgroupFactor left, right;
};
} // namespace

void WarpgroupProduct::multiply(const DotPoint &point, int64_t at, bool isFirst,
                                SmallVectorImpl<Value> &registers) {
  const unsigned count = elements() / perRegister();
  std::string text = ("wgmma.mma_async.sync.aligned.m64n" + Twine(shape.n) +
                      "k" + Twine(shape.k) + "." + nameOf(sum) + "." +
                      nameOf(factor, left.isSigned()) + "." +
                      nameOf(factor, right.isSigned()) + " {")
                         .str();
  for (unsigned i = 0; i < count; ++i)
    text += (i ? ", $" : "$") + std::to_string(i);
  text += "}, ";
  // Tied inputs are operands as well.
  unsigned next = isFirst ? count : 2 * count;
  std::string constraints =
      tiedConstraints(registerType(), count, /*isTied=*/!isFirst);
  SmallVector<Value> operands;
  if (!isFirst)
    operands.append(registers.begin(), registers.end());
  for (WarpgroupFactor *each : {&left, &right}) {
    each->append(point, at, operands);
    std::string names;
    for (unsigned i = 0; i < each->count(); ++i) {
      names += (i ? ", $" : "$") + std::to_string(next++);
      constraints += (each->constraint() + ",").str();
    }
    text += each->count() == 1 ? names + ", " : "{" + names + "}, ";
  }
  text += isFirst ? "0" : "1";
  // Signs of the factors, then, of 16-bit ones, their order in memory.
  if (factor != MmaFactor::I8)
    text += ", 1, 1";
  if (mmaBits(factor) == 16)
    for (WarpgroupFactor *each : {&left, &right})
      if (each->isShared())
        text += each->isDepthFast() ? ", 0" : ", 1";
  text += ";";
  constraints += "~{memory}";
  registers =
      inlineResults(e, text, constraints, registerType(), count, operands);
}

SmallVector<Value> WarpgroupProduct::pack(ArrayRef<Value> sums) {
  SmallVector<Value> registers;
  if (perRegister() == 1)
    registers.append(sums.begin(), sums.end());
  else
    appendWords(e, sums, perRegister(), registers);
  return registers;
}

void WarpgroupProduct::unpack(ArrayRef<Value> registers,
                              MutableArrayRef<Value> sums) {
  if (perRegister() == 1) {
    llvm::copy(registers, sums.begin());
    return;
  }
  auto vector = VectorType::get({2}, e.b.getF16Type());
  for (auto [i, word] : llvm::enumerate(registers)) {
    Value pair = e.bitcast(word, vector);
    for (unsigned k = 0; k < 2; ++k)
      sums[2 * i + k] =
          LLVM::ExtractElementOp::create(e.b, e.loc(), pair, e.i32(k));
  }
}

void WarpgroupProduct::inOneGroup(Registers &sums, const Underway *underway) {
  const bool startsAtZero = tileas::isPositiveZero(parts.acc);
  SmallVector<SmallVector<Value>> tiles;
  for (unsigned first = 0; first < sums.size(); first += elements())
    tiles.push_back(startsAtZero
                        ? SmallVector<Value>()
                        : pack(ArrayRef(sums).slice(first, elements())));
  // Sums of the second part must not be computed behind the first; and sums
  // that are constant or used elsewhere are copied, which must not be behind
  // the fence.
  const bool isThere = !isa<tileas::AsyncValueType>(parts.acc.getType());
  if (!startsAtZero && isThere)
    for (SmallVector<Value> &registers : tiles)
      passThrough(e, "", registers);
  fence();
  SmallVector<Value> all;
  for (auto [i, registers] : llvm::enumerate(tiles)) {
    DotPoint point(acc, i * elements());
    for (int64_t at = 0; at < depth(); at += shape.k)
      multiply(point, at, startsAtZero && at == 0, registers);
    llvm::append_range(all, registers);
  }
  commit();
  // Registers of products under way may only go to other products.
  if (!underway)
    waitForGroups(e, 0, all);
  else if (underway->most)
    waitForGroups(e, *underway->most, {});
  const unsigned count = elements() / perRegister();
  for (unsigned i = 0; i < tiles.size(); ++i)
    unpack(ArrayRef(all).slice(i * count, count),
           MutableArrayRef(sums).slice(i * elements(), elements()));
}

/// 8-bit floats: instructions sum up in fewer bits than f32 has, so that parts
/// of the depth begin with zero and are added by the threads.
void WarpgroupProduct::inParts(Registers &sums) {
  const bool startsAtZero = tileas::isPositiveZero(parts.acc);
  for (unsigned first = 0; first < sums.size(); first += elements())
    for (int64_t from = 0; from < depth(); from += exactDepth) {
      SmallVector<Value> registers;
      fence();
      for (int64_t at = from; at < std::min(from + exactDepth, depth());
           at += shape.k)
        multiply(DotPoint(acc, first), at, at == from, registers);
      commit();
      waitForGroups(e, 0, registers);
      for (auto [i, part] : llvm::enumerate(registers)) {
        Value &total = sums[first + i];
        total = startsAtZero && from == 0
                    ? part
                    : Value(LLVM::FAddOp::create(e.b, e.loc(), total, part));
      }
    }
}

FailureOr<Registers> WarpgroupProduct::run(const Underway *underway) {
  if (!right.isShared() || (parts.atom.getTransposed() && !left.isShared()))
    return e.refuse(parts.op,
                    "a factor of wgmma in registers that is no left one");
  left.open();
  right.open();
  Registers sums(e.get(parts.acc));
  const bool isShort = factor == MmaFactor::E4M3 || factor == MmaFactor::E5M2;
  if (!isShort || sum != MmaSum::F32 || parts.fastAcc)
    inOneGroup(sums, underway);
  else if (!underway)
    inParts(sums);
  else
    return e.refuse(parts.op, "8-bit floats that are summed up exactly");
  return sums;
}

template <typename OpTy>
static LogicalResult emit(Emitter &e, OpTy op, const Underway *underway) {
  if (!tileas::wgmmaShapeOf(op.getAtom()))
    return e.refuse(op, "an atom other than wgmma with a shape");
  FailureOr<Registers> sums =
      WarpgroupProduct(e, ProductParts::of(op)).run(underway);
  if (failed(sums))
    return failure();
  e.set(op.getResult(), std::move(*sums));
  return success();
}

LogicalResult emitWgmma(Emitter &e, tileas::DotOp op) {
  return emit(e, op, nullptr);
}

static LogicalResult emitAsyncDot(Emitter &e, Operation *op) {
  auto dot = llvm::cast<tileas::AsyncDotOp>(op);
  if (dot.getLhsScale())
    return e.refuse(op, "scales (they are multiplied in before)");
  // Packing would be a use of registers that are not there yet.
  if (getElementTypeOrSelf(tileas::getFactorTile(dot.getAcc().getType()))
          .isF16())
    return e.refuse(op, "sums of f16 that are not waited for");
  Underway underway{dot.getPending()};
  return emit(e, dot, &underway);
}

/// A value that is there is no other one when it counts as asynchronous.
static LogicalResult emitToAsync(Emitter &e, Operation *op) {
  e.set(op->getResult(0), Registers(e.get(op->getOperand(0))));
  return success();
}

static LogicalResult emitFutureWait(Emitter &e, Operation *op) {
  auto wait = llvm::cast<tileas::FutureWaitOp>(op);
  Registers registers(e.get(wait.getSource()));
  if (wait.getSource().getDefiningOp<tileas::AsyncTiledLoadOp>()) {
    passThrough(e, "tcgen05.wait::ld.sync.aligned;", registers);
    tensorFenceBefore(e);
    e.set(op->getResult(0), std::move(registers));
    return success();
  }
  waitForGroups(e, wait.getPending().value_or(0), registers);
  e.set(op->getResult(0), std::move(registers));
  return success();
}

void registerWarpgroupHandlers(Handlers &h) {
  h.addOp<tileas::AsyncDotOp>(emitAsyncDot);
  h.addOp<tileas::ToAsyncOp>(emitToAsync);
  h.addOp<tileas::FutureWaitOp>(emitFutureWait);
}

} // namespace tessera::gpu
