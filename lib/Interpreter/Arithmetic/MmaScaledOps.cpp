//===- Interpreter/Arithmetic/MmaScaledOps.cpp - mmaf_scaled ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Block-scaled matrix multiply-accumulate (ops.md 2.7): every operand value is
// multiplied by the scale of its block of V positions along k, then the product
// is accumulated as in mmaf: one rounding to f32 per step, k ascending.
//
// A scaled value has at most eight significant bits, so it is exact in f64, and
// so is the product of two. Usually all of them are exact in f32 as well and
// mmaf's kernel gives the same bits; e8m0 scales near the ends of their range
// take the f64 road.
//
//===----------------------------------------------------------------------===//

#include "tessera/Interpreter/ArithGroups.h"

#include "Elementwise.h"
#include "MmaKernels.h"
#include "MmaPanels.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;
using numerics::ElementKind;

/// values[b][i][k] * scales[b][i][k / V] as doubles; exact. `valueStride` is
/// how far apart neighbours along k are (1 for lhs, N for rhs), in `values`
/// and, with the same meaning, in `scales`.
static Tile scaleOperand(const Tile &values, const Tile &scales, bool isLhs,
                         BlockContext &context) {
  Tile wideValues = decodePanel(values, context);
  Tile wideScales = decodePanel(scales, context);
  ArrayRef<int64_t> shape = values.shape(), scaleShape = scales.shape();
  size_t kAxis = shape.size() - (isLhs ? 1 : 2);
  int64_t depth = shape[kAxis], blocks = scaleShape[kAxis];
  int64_t blockLength = depth / blocks;
  int64_t stride = isLhs ? 1 : shape.back();
  int64_t rows = values.numElements() / (depth * stride);

  Tile scaled = context.makeTile(ElementKind::F64, shape);
  const float *in = wideValues.data<float>();
  const float *factors = wideScales.data<float>();
  double *out = scaled.mutableData<double>();
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t k = 0; k < depth; ++k) {
      int64_t from = (row * depth + k) * stride;
      int64_t block = (row * blocks + k / blockLength) * stride;
      for (int64_t j = 0; j < stride; ++j)
        out[from + j] = static_cast<double>(in[from + j]) * factors[block + j];
    }
  return scaled;
}

/// The doubles as an f32 tile, or an empty tile when one would change.
static Tile narrowIfExact(const Tile &wide, BlockContext &context) {
  Tile narrow = context.makeTile(ElementKind::F32, wide.shape());
  const double *in = wide.data<double>();
  float *out = narrow.mutableData<float>();
  bool exact = true;
  for (int64_t i = 0, e = wide.numElements(); i < e; ++i) {
    out[i] = static_cast<float>(in[i]);
    exact &= out[i] == in[i] || in[i] != in[i];
  }
  return exact ? std::move(narrow) : Tile();
}

static void accumulateWide(const Tile &lhs, const Tile &rhs, Tile &acc) {
  auto [batches, matrix] = mmaExtents(lhs, rhs);
  const double *left = lhs.data<double>(), *right = rhs.data<double>();
  float *sums = acc.mutableData<float>();
  for (int64_t b = 0; b < batches; ++b)
    accumulateExactProducts(left + b * matrix.rows * matrix.depth,
                            right + b * matrix.depth * matrix.columns,
                            sums + b * matrix.rows * matrix.columns, matrix);
  for (int64_t i = 0, e = acc.numElements(); i < e; ++i)
    sums[i] = kernels::quiet(sums[i]);
}

static LogicalResult runMmaFScaled(Operation *op, BlockContext &context) {
  auto mma = cast<cuda_tile::MmaFScaledOp>(op);
  Tile lhs =
      scaleOperand(context.get(mma.getLhs()), context.get(mma.getLhsScale()),
                   /*isLhs=*/true, context);
  Tile rhs =
      scaleOperand(context.get(mma.getRhs()), context.get(mma.getRhsScale()),
                   /*isLhs=*/false, context);
  Tile acc = context.take(mma.getAcc());
  Tile narrowLhs = narrowIfExact(lhs, context);
  Tile narrowRhs = narrowIfExact(rhs, context);
  if (!narrowLhs.empty() && !narrowRhs.empty())
    accumulateF32Panels(narrowLhs, narrowRhs, acc, /*exactProducts=*/false);
  else
    accumulateWide(lhs, rhs, acc);
  context.set(mma.getResult(), std::move(acc));
  return success();
}

void interp::registerMmaScaledOps(OpTable &table) {
  table.add<cuda_tile::MmaFScaledOp>(runMmaFScaled);
}
