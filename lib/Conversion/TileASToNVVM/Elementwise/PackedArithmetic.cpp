//===- TileASToNVVM/Elementwise/PackedArithmetic.cpp - two elements at once -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers sums, products, fma and extrema of tiles to instructions that compute
// two elements (f16x2, bf16x2, f32x2), on pairs of neighbouring registers.
// Every element gets the bits that the instruction for one would give. Ops in
// other rounding modes, single elements and formats for which the target has no
// such instruction are computed one by one (FloatOps.cpp).
//
// The instructions are written out: LLVM takes vectors apart whose elements
// come from registers. It removes the moves between two packed ops.
//
//===----------------------------------------------------------------------===//

#include "PackedArithmetic.h"

#include "Conversion/TileASToNVVM/Handlers.h"

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace tessera::gpu {

bool hasPairs(Emitter &e, Type element, bool isFma) {
  if (element.isF16())
    return true;
  if (element.isBF16())
    return isFma || e.target().has(GpuCapability::Bf16Arithmetic);
  return element.isF32() && e.target().has(GpuCapability::PackedF32);
}

Value pairOf(Emitter &e, Value first, Value second) {
  auto type = VectorType::get({2}, first.getType());
  Value pair = LLVM::UndefOp::create(e.b, e.loc(), type);
  pair = LLVM::InsertElementOp::create(e.b, e.loc(), pair, first, e.i32(0));
  return LLVM::InsertElementOp::create(e.b, e.loc(), pair, second, e.i32(1));
}

Value emitPair(Emitter &e, StringRef instruction, ValueRange pairs) {
  Type type = pairs[0].getType();
  Type element = cast<VectorType>(type).getElementType();
  StringRef letter = element.isF32() ? "l" : "r";
  std::string text = (instruction + "." + (element.isBF16() ? "b" : "") + "f" +
                      llvm::Twine(element.getIntOrFloatBitWidth()) + "x2 $0")
                         .str();
  std::string constraints = ("=" + letter).str();
  for (size_t i = 0; i < pairs.size(); ++i) {
    text += ", $" + std::to_string(i + 1);
    constraints += ("," + letter).str();
  }
  return e.inlineAsm(text + ";", constraints, type, pairs,
                     /*sideEffects=*/false);
}

std::pair<Value, Value> elementsOf(Emitter &e, Value pair) {
  auto element = [&](int64_t k) {
    return LLVM::ExtractElementOp::create(e.b, e.loc(), pair, e.i32(k));
  };
  Value first = element(0), second = element(1);
  return {first, second};
}

/// Computes registers 2k and 2k + 1 together.
static LogicalResult emitPairs(Emitter &e, Operation *op,
                               StringRef instruction) {
  Registers results;
  for (size_t r = 0, n = e.get(op->getOperand(0)).size(); r < n; r += 2) {
    SmallVector<Value, 3> pairs;
    for (Value operand : op->getOperands()) {
      const Registers &registers = e.get(operand);
      pairs.push_back(pairOf(e, registers[r], registers[r + 1]));
    }
    auto [first, second] = elementsOf(e, emitPair(e, instruction, pairs));
    results.append({first, second});
  }
  e.set(op->getResult(0), std::move(results));
  return success();
}

/// Whether all operands have the same even number of registers.
static bool comesInPairs(Emitter &e, Operation *op) {
  const size_t count = e.get(op->getOperand(0)).size();
  return count % 2 == 0 && llvm::all_of(op->getOperands(), [&](Value operand) {
           return e.get(operand).size() == count;
         });
}

/// One of `arith` and `math`, which round to nearest.
template <typename OpTy>
static LogicalResult emitPlain(Emitter &e, Operation *op) {
  if (!comesInPairs(e, op) ||
      !hasPairs(e, getElementTypeOrSelf(op->getResult(0)),
                isa<math::FmaOp>(op)))
    return e.emitElements(op);
  return emitPairs(e, op,
                   std::is_same_v<OpTy, arith::AddFOp>   ? "add.rn"
                   : std::is_same_v<OpTy, arith::SubFOp> ? "sub.rn"
                   : std::is_same_v<OpTy, arith::MulFOp> ? "mul.rn"
                                                         : "fma.rn");
}

static LogicalResult emitFma(Emitter &e, Operation *op) {
  auto fma = llvm::cast<tileaa::FmaOp>(op);
  if (fma.getRoundingMode() != cuda_tile::RoundingMode::NearestEven ||
      fma.getFlushToZero() || !comesInPairs(e, op) ||
      !hasPairs(e, getElementTypeOrSelf(op->getResult(0)), /*isFma=*/true))
    return e.emitElements(op);
  return emitPairs(e, op, "fma.rn");
}

/// f32 has an extremum of one element only.
template <typename OpTy>
static LogicalResult emitExtremum(Emitter &e, Operation *op) {
  auto extremum = llvm::cast<OpTy>(op);
  Type element = getElementTypeOrSelf(op->getResult(0));
  if (!(element.isF16() || element.isBF16()) || extremum.getFlushToZero() ||
      !comesInPairs(e, op))
    return e.emitElements(op);
  StringRef name = std::is_same_v<OpTy, tileaa::MaxFOp> ? "max" : "min";
  return emitPairs(e, op,
                   (name + (extremum.getPropagateNan() ? ".NaN" : "")).str());
}

void registerPackedArithmeticHandlers(Handlers &h) {
  h.addOp<arith::AddFOp>(emitPlain<arith::AddFOp>);
  h.addOp<arith::SubFOp>(emitPlain<arith::SubFOp>);
  h.addOp<arith::MulFOp>(emitPlain<arith::MulFOp>);
  h.addOp<math::FmaOp>(emitPlain<math::FmaOp>);
  h.addOp<tileaa::FmaOp>(emitFma);
  h.addOp<tileaa::MaxFOp>(emitExtremum<tileaa::MaxFOp>);
  h.addOp<tileaa::MinFOp>(emitExtremum<tileaa::MinFOp>);
}

} // namespace tessera::gpu
