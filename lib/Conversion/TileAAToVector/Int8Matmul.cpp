//===- TileAAToVector/Int8Matmul.cpp - products of bytes on x86 -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// vpdpbusd adds four products of an unsigned and a signed byte to an i32,
// modulo 2^32 as the language wants it. The right operand is interleaved first:
// the four bytes along k of one column lie together. Four bytes of the left
// operand are one broadcast. Two signed operands: the left one is taken plus
// 128, and 128 times the column sums, which the same instruction makes of the
// constant 128, are subtracted at the end. Two unsigned ones are rare and not
// done here.
//
//===----------------------------------------------------------------------===//

#include "Lanes.h"
#include "Matmul.h"
#include "Nest.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace tessera::cpu {

bool suitsInt8Dot(const Emitter &e, const MatmulShape &shape, bool lhsSigned,
                  bool rhsSigned) {
  return e.target.int8Dot && (lhsSigned || rhsSigned) && shape.depth >= 4 &&
         shape.columns >= e.widthFor(32);
}

namespace {
struct Int8Kernel {
  Emitter &e;
  const MatmulShape &shape;
  bool lhsSigned, rhsSigned;
  ArrayRef<NextTile> next;
  OpBuilder &b = e.b;
  Location loc = e.loc();
  int64_t lanes = e.widthFor(32);
  Type bytes = VectorType::get({4 * lanes}, b.getI8Type());
  Type words = VectorType::get({lanes}, b.getI32Type());

  Value load(Type type, Value base, Value offset, Type element) {
    return LLVM::LoadOp::create(b, loc, type,
                                e.elementAddress(base, element, offset), 1);
  }
  /// The bytes of x and y in turns, seen as elements of `bits` bits.
  Value interleave(Value x, Value y, int64_t count) {
    SmallVector<int64_t> order;
    for (int64_t l = 0; l < count; ++l)
      order.append({l, count + l});
    return shuffle(e, x, y, order);
  }
  void interleaveRows(Value from, Value to);
  /// acc + the four products per lane.
  Value dot(Value acc, Value left, Value right) {
    // The unsigned operand comes first.
    bool isLeftUnsigned = !lhsSigned || rhsSigned;
    if (!isLeftUnsigned)
      std::swap(left, right);
    StringRef name = lanes == 16 ? "llvm.x86.avx512.vpdpbusd.512"
                                 : "llvm.x86.avx512.vpdpbusd.256";
    return LLVM::CallIntrinsicOp::create(b, loc, words, b.getStringAttr(name),
                                         ValueRange{acc, left, right})
        .getResult(0);
  }
  /// Four bytes in every lane.
  Value broadcast(Value word) {
    return LLVM::BitcastOp::create(b, loc, bytes, splat(e, word, lanes));
  }
  void multiply(Value a, Value packed, Value c);
};

/// [depth, columns] to [depth / 4, columns, 4].
void Int8Kernel::interleaveRows(Value from, Value to) {
  Nest nest(e, 0);
  Value k = nest.openLoop(shape.depth, 4).base;
  Value column = nest.openLoop(shape.columns, lanes).base;
  Type i8 = b.getI8Type();
  Type part = VectorType::get({lanes}, i8);
  Value start = e.add(e.mul(k, e.i64(shape.columns)), column);
  SmallVector<Value, 4> rows;
  for (int64_t r = 0; r < 4; ++r)
    rows.push_back(
        load(part, from, e.add(start, e.i64(r * shape.columns)), i8));
  auto pairs = VectorType::get({lanes}, b.getI16Type());
  auto pair = [&](Value x, Value y) -> Value {
    return LLVM::BitcastOp::create(b, loc, pairs, interleave(x, y, lanes));
  };
  Value quads =
      interleave(pair(rows[0], rows[1]), pair(rows[2], rows[3]), lanes);
  Value offset = e.add(e.mul(k, e.i64(shape.columns)), e.mul(column, e.i64(4)));
  LLVM::StoreOp::create(b, loc, quads, e.elementAddress(to, i8, offset), 1);
  nest.close();
}

void Int8Kernel::multiply(Value a, Value packed, Value c) {
  bool corrects = lhsSigned && rhsSigned;
  int64_t rows = std::min<int64_t>(8, shape.rows);
  int64_t vectors = std::min<int64_t>(2, shape.columns / lanes);
  Type i8 = b.getI8Type(), i32 = b.getI32Type();
  Nest nest(e, 0);
  Value row = nest.openLoop(shape.rows, rows).base;
  Value column = nest.openLoop(shape.columns, lanes * vectors).base;
  prefetchInBlock(
      e, next, {row, column, shape.rows, shape.columns, rows, lanes * vectors});
  auto at = [&](int64_t r, int64_t v) {
    Value offset = e.add(e.mul(row, e.i64(shape.columns)),
                         e.add(column, e.i64(r * shape.columns + v * lanes)));
    return e.elementAddress(c, i32, offset);
  };
  SmallVector<Value, 18> sums;
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t v = 0; v < vectors; ++v)
      sums.push_back(shape.isFromZero ? splat(e, e.i32(0), lanes)
                                      : Value(LLVM::LoadOp::create(
                                            b, loc, words, at(r, v), 4)));
  if (corrects)
    sums.append(vectors, splat(e, e.i32(0), lanes));
  Value k = nest.openLoop(shape.depth, 4, sums).base;
  scf::ForOp loop = nest.innermost();
  SmallVector<Value, 2> right;
  for (int64_t v = 0; v < vectors; ++v)
    right.push_back(
        load(bytes, packed,
             e.add(e.mul(k, e.i64(shape.columns)),
                   e.mul(e.add(column, e.i64(v * lanes)), e.i64(4))),
             i8));
  SmallVector<Value, 18> newSums;
  for (int64_t r = 0; r < rows; ++r) {
    Value offset =
        e.add(e.mul(row, e.i64(shape.depth)), e.add(k, e.i64(r * shape.depth)));
    Value left = broadcast(load(i32, a, offset, i8));
    for (int64_t v = 0; v < vectors; ++v)
      newSums.push_back(
          dot(loop.getRegionIterArg(newSums.size()), left, right[v]));
  }
  if (corrects) {
    Value left = broadcast(e.i32(static_cast<int32_t>(0x80808080)));
    for (int64_t v = 0; v < vectors; ++v)
      newSums.push_back(
          dot(loop.getRegionIterArg(newSums.size()), left, right[v]));
  }
  scf::YieldOp::create(b, loc, newSums);
  nest.closeLoop();
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t v = 0; v < vectors; ++v) {
      Value sum = loop.getResult(r * vectors + v);
      if (corrects)
        sum = arith::SubIOp::create(b, loc, sum,
                                    loop.getResult(rows * vectors + v));
      LLVM::StoreOp::create(b, loc, sum, at(r, v), 4);
    }
  nest.close();
}
} // namespace

LogicalResult emitInt8Matmul(Emitter &e, const MatmulShape &shape,
                             const Buffer &lhs, const Buffer &rhs,
                             const Buffer &acc, bool lhsSigned, bool rhsSigned,
                             ArrayRef<NextTile> next) {
  Int8Kernel kernel{e, shape, lhsSigned, rhsSigned, next};
  Buffer packed = e.newBuffer(e.b.getI8Type(), {shape.depth, shape.columns});
  Nest batches(e, 0);
  Value batch;
  if (shape.batches > 1)
    batch = batches.openLoop(shape.batches, 1).base;
  auto start = [&](const Buffer &buffer, Type element, int64_t size) {
    Value address = e.addressOf(buffer);
    return batch ? e.elementAddress(address, element, e.mul(batch, e.i64(size)))
                 : address;
  };
  Type i8 = e.b.getI8Type(), i32 = e.b.getI32Type();
  kernel.interleaveRows(start(rhs, i8, shape.depth * shape.columns),
                        e.addressOf(packed));
  kernel.multiply(start(lhs, i8, shape.rows * shape.depth), e.addressOf(packed),
                  start(acc, i32, shape.rows * shape.columns));
  batches.close();
  return success();
}

} // namespace tessera::cpu
