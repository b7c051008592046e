//===- TileAAToVector/Matmul.cpp - the arithmetic of matrix products -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block of 8 rows by 2 vectors of the accumulator stays in registers while k
// runs: per step two vector loads of rhs, eight broadcasts of lhs, sixteen
// fused multiply-adds.
//
//===----------------------------------------------------------------------===//

#include "Matmul.h"

#include "Lanes.h"
#include "Nest.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace tessera::cpu {

namespace {
/// A position in a tile: a uniform i64 and constants on top.
struct Matrix {
  Emitter &e;
  Value base;
  Type element;
  int64_t columns;

  /// Address of [row + r, column + c].
  Value at(Value row, int64_t r, Value column, int64_t c) const {
    Value offset = e.mul(row, e.i64(columns));
    if (column)
      offset = e.add(offset, column);
    Value start = e.elementAddress(base, element, offset);
    int64_t fixed = r * columns + c;
    return fixed ? e.elementAddress(start, element, e.i64(fixed)) : start;
  }
  Value load(Type type, Value address) const {
    return LLVM::LoadOp::create(e.b, e.loc(), type, address,
                                containerBytes(element));
  }
};

Value multiplyAdd(Emitter &e, Value x, Value y, Value acc) {
  if (isa<FloatType>(getElementTypeOrSelf(acc.getType())))
    return math::FmaOp::create(e.b, e.loc(), x, y, acc);
  return arith::AddIOp::create(e.b, e.loc(),
                               arith::MulIOp::create(e.b, e.loc(), x, y), acc);
}
} // namespace

LogicalResult emitMatmul(Emitter &e, const MatmulShape &shape,
                         const Buffer &lhs, const Buffer &rhs,
                         const Buffer &acc, ArrayRef<NextTile> next) {
  Type element = acc.element;
  int64_t lanes =
      std::min<int64_t>(e.widthFor(laneBits(element)), shape.columns);
  int64_t rows = std::min<int64_t>(8, shape.rows);
  int64_t vectors = std::min<int64_t>(2, shape.columns / lanes);
  Type vectorType = VectorType::get({lanes}, element);
  auto start = [&](const Buffer &buffer, Value batch, int64_t size) {
    Value address = e.addressOf(buffer);
    return batch ? e.elementAddress(address, element, e.mul(batch, e.i64(size)))
                 : address;
  };

  Nest nest(e, 0);
  Value batch;
  if (shape.batches > 1)
    batch = nest.openLoop(shape.batches, 1).base;
  Matrix a{e, start(lhs, batch, shape.rows * shape.depth), element,
           shape.depth};
  Matrix b{e, start(rhs, batch, shape.depth * shape.columns), element,
           shape.columns};
  Matrix c{e, start(acc, batch, shape.rows * shape.columns), element,
           shape.columns};
  Value row = nest.openLoop(shape.rows, rows).base;
  Value column = nest.openLoop(shape.columns, lanes * vectors).base;
  prefetchInBlock(
      e, next, {row, column, shape.rows, shape.columns, rows, lanes * vectors});
  SmallVector<Value, 16> sums;
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t v = 0; v < vectors; ++v)
      sums.push_back(
          shape.isFromZero
              ? e.constant(cast<TypedAttr>(e.b.getZeroAttr(vectorType)))
              : c.load(vectorType, c.at(row, r, column, v * lanes)));
  Value k = nest.openLoop(shape.depth, 1, sums).base;
  scf::ForOp loop = nest.innermost();
  SmallVector<Value, 2> right;
  for (int64_t v = 0; v < vectors; ++v)
    right.push_back(b.load(vectorType, b.at(k, 0, column, v * lanes)));
  SmallVector<Value, 16> newSums;
  for (int64_t r = 0; r < rows; ++r) {
    Value left = splat(e, a.load(element, a.at(row, r, k, 0)), lanes);
    for (int64_t v = 0; v < vectors; ++v)
      newSums.push_back(multiplyAdd(e, left, right[v],
                                    loop.getRegionIterArg(r * vectors + v)));
  }
  scf::YieldOp::create(e.b, e.loc(), newSums);
  nest.closeLoop();
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t v = 0; v < vectors; ++v)
      LLVM::StoreOp::create(e.b, e.loc(), loop.getResult(r * vectors + v),
                            c.at(row, r, column, v * lanes),
                            containerBytes(element));
  nest.close();
  return success();
}

} // namespace tessera::cpu
