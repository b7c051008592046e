//===- Interpreter/Arithmetic/MmaOps.cpp - mmaf and mmai --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrix multiply-accumulate (ops.md 2.6, 3.3). The language leaves order and
// width of the accumulation open; here it is: acc = fma(a, b, acc) with k
// ascending, in f64 for f64 operands and in f32 for all others, so a product
// never loses anything. An f16 accumulator is widened to f32, used, and rounded
// once at the end. NaN results are the canonical NaN. fast_acc permits less
// precision and changes nothing. mmai wraps modulo 2^32.
//
//===----------------------------------------------------------------------===//

#include "tessera/Interpreter/ArithGroups.h"

#include "Elementwise.h"
#include "MmaKernels.h"
#include "MmaPanels.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;
using cuda_tile::Signedness;
using numerics::ElementKind;

MmaExtents interp::mmaExtents(const Tile &lhs, const Tile &rhs) {
  ArrayRef<int64_t> left = lhs.shape(), right = rhs.shape();
  MmaExtents extents;
  extents.batches = left.size() == 3 ? left[0] : 1;
  extents.matrix.rows = left[left.size() - 2];
  extents.matrix.depth = left.back();
  extents.matrix.columns = right.back();
  return extents;
}

Tile interp::decodePanel(const Tile &source, BlockContext &context) {
  if (source.kind() == ElementKind::F32 || source.kind() == ElementKind::TF32)
    return source; // tf32 containers are f32 values
  Tile panel = context.makeTile(ElementKind::F32, source.shape());
  numerics::decodeToF32(source.kind(), source.bytes(),
                        panel.mutableData<float>(),
                        static_cast<size_t>(source.numElements()));
  return panel;
}

template <typename T> static void quietTile(Tile &tile) {
  T *values = tile.mutableData<T>();
  loops::map(
      values, static_cast<size_t>(tile.numElements()),
      [](T x) TESSERA_ALWAYS_INLINE { return kernels::quiet(x); },
      static_cast<const T *>(values));
}

void interp::accumulateF32Panels(const Tile &lhs, const Tile &rhs, Tile &acc,
                                 bool exactProducts) {
  auto [batches, matrix] = mmaExtents(lhs, rhs);
  const float *left = lhs.data<float>(), *right = rhs.data<float>();
  float *sums = acc.mutableData<float>();
  for (int64_t b = 0; b < batches; ++b)
    accumulateF32(left + b * matrix.rows * matrix.depth,
                  right + b * matrix.depth * matrix.columns,
                  sums + b * matrix.rows * matrix.columns, matrix,
                  exactProducts);
  quietTile<float>(acc);
}

static void accumulateF64Panels(const Tile &lhs, const Tile &rhs, Tile &acc) {
  auto [batches, matrix] = mmaExtents(lhs, rhs);
  const double *left = lhs.data<double>(), *right = rhs.data<double>();
  double *sums = acc.mutableData<double>();
  for (int64_t b = 0; b < batches; ++b)
    accumulateF64(left + b * matrix.rows * matrix.depth,
                  right + b * matrix.depth * matrix.columns,
                  sums + b * matrix.rows * matrix.columns, matrix);
  quietTile<double>(acc);
}

static LogicalResult runMmaF(Operation *op, BlockContext &context) {
  auto mma = cast<cuda_tile::MmaFOp>(op);
  const Tile &lhs = context.get(mma.getLhs());
  const Tile &rhs = context.get(mma.getRhs());
  ElementKind operandKind = lhs.kind();
  if (operandKind == ElementKind::F64) {
    // Hold the operands: taking acc may end the life of an equal value's slot.
    Tile left = lhs, right = rhs, acc = context.take(mma.getAcc());
    accumulateF64Panels(left, right, acc);
    context.set(mma.getResult(), std::move(acc));
    return success();
  }

  // Two f16 or f8 values have a product of at most 22 bits well inside the
  // range of f32; bf16 and tf32 products may leave its range.
  bool exactProducts = operandKind == ElementKind::F16 ||
                       operandKind == ElementKind::F8E4M3FN ||
                       operandKind == ElementKind::F8E5M2;
  Tile left = decodePanel(lhs, context), right = decodePanel(rhs, context);
  Tile acc = context.take(mma.getAcc());
  if (acc.kind() == ElementKind::F32) {
    accumulateF32Panels(left, right, acc, exactProducts);
    context.set(mma.getResult(), std::move(acc));
    return success();
  }
  Tile wide = decodePanel(acc, context);
  accumulateF32Panels(left, right, wide, exactProducts);
  Tile result = context.makeResult(op);
  numerics::encodeFromF32(result.kind(), wide.data<float>(),
                          result.mutableBytes(),
                          static_cast<size_t>(result.numElements()));
  context.set(mma.getResult(), std::move(result));
  return success();
}

/// An i8 tile extended to 32 bits.
static Tile extendPanel(const Tile &source, Signedness signedness,
                        BlockContext &context) {
  Tile panel = context.makeTile(ElementKind::I32, source.shape());
  auto *out = panel.mutableData<int32_t>();
  auto count = static_cast<size_t>(source.numElements());
  if (signedness == Signedness::Signed)
    loops::map(
        out, count, [](int8_t x) TESSERA_ALWAYS_INLINE { return int32_t(x); },
        source.data<int8_t>());
  else
    loops::map(
        out, count, [](uint8_t x) TESSERA_ALWAYS_INLINE { return int32_t(x); },
        source.data<uint8_t>());
  return panel;
}

static LogicalResult runMmaI(Operation *op, BlockContext &context) {
  auto mma = cast<cuda_tile::MmaIOp>(op);
  Tile lhs =
      extendPanel(context.get(mma.getLhs()), mma.getSignednessLhs(), context);
  Tile rhs =
      extendPanel(context.get(mma.getRhs()), mma.getSignednessRhs(), context);
  Tile acc = context.take(mma.getAcc());
  auto [batches, matrix] = mmaExtents(lhs, rhs);
  const auto *left = lhs.data<int32_t>(), *right = rhs.data<int32_t>();
  auto *sums = acc.mutableData<int32_t>();
  for (int64_t b = 0; b < batches; ++b)
    accumulateI32(left + b * matrix.rows * matrix.depth,
                  right + b * matrix.depth * matrix.columns,
                  sums + b * matrix.rows * matrix.columns, matrix);
  context.set(mma.getResult(), std::move(acc));
  return success();
}

void interp::registerMmaOps(OpTable &table) {
  table.add<cuda_tile::MmaFOp>(runMmaF);
  table.add<cuda_tile::MmaIOp>(runMmaI);
  registerMmaScaledOps(table);
}
