//===- Layout/MatrixMoves.cpp - ldmatrix and stmatrix -----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Register and address maps of the instructions that move whole 8x8 or 16x16
// matrices between shared memory and fragments.
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/Fragments.h"
#include "tessera/Support/Error.h"

#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::layout;

namespace {
struct MoveShape {
  unsigned rows, columns, maxCount;
};
} // namespace

static MoveShape shapeOf(MatrixMove move) {
  switch (move) {
  case MatrixMove::M8N8:
  case MatrixMove::M8N8Trans:
    return {8, 8, 4};
  case MatrixMove::M16N16Trans:
    return {16, 16, 2};
  case MatrixMove::M8N16:
  case MatrixMove::M16N8Trans:
    return {8, 16, 4};
  }
  llvm_unreachable("unknown move");
}

static Error checkCount(MoveShape shape, unsigned count) {
  if (isPowerOf2_32(count) && count <= shape.maxCount)
    return Error::success();
  return makeError("expected a power of two up to " + Twine(shape.maxCount) +
                   " matrices, got " + Twine(count));
}

Expected<LinearLayout> layout::matrixRegisters(MatrixMove move,
                                               unsigned count) {
  MoveShape shape = shapeOf(move);
  if (Error error = checkCount(shape, count))
    return std::move(error);
  LayoutBuilder builder(
      cantFail(Space::tile({count, shape.rows, shape.columns})));
  const Dim reg = Dim::Register, lane = Dim::Lane, matrix = tileDim(0),
            row = tileDim(1), column = tileDim(2);
  switch (move) {
  case MatrixMove::M8N8:
    builder.bit(reg, column, 0).run(lane, column, 1, 2).run(lane, row, 0, 3);
    break;
  case MatrixMove::M8N8Trans:
    builder.bit(reg, row, 0).run(lane, row, 1, 2).run(lane, column, 0, 3);
    break;
  case MatrixMove::M16N16Trans:
    builder.run(reg, row, 0, 2).bit(reg, column, 3);
    builder.run(lane, row, 2, 2).run(lane, column, 0, 3);
    break;
  case MatrixMove::M8N16:
    builder.run(reg, column, 0, 2).run(lane, column, 2, 2).run(lane, row, 0, 3);
    break;
  case MatrixMove::M16N8Trans:
    builder.bit(reg, row, 0).bit(reg, column, 3);
    builder.run(lane, row, 1, 2).run(lane, column, 0, 3);
    break;
  }
  return builder.run(reg, matrix, 0, Log2_32(count)).finish();
}

Expected<LinearLayout> layout::matrixAddresses(MatrixMove move,
                                               unsigned count) {
  MoveShape shape = shapeOf(move);
  if (Error error = checkCount(shape, count))
    return std::move(error);
  LayoutBuilder builder(cantFail(Space::tile({count, shape.rows})));
  unsigned rowBits = Log2_32(shape.rows), matrixBits = Log2_32(count);
  builder.run(Dim::Lane, tileDim(1), 0, rowBits);
  builder.run(Dim::Lane, tileDim(0), 0, matrixBits);
  for (unsigned bit = rowBits + matrixBits; bit != 5; ++bit)
    builder.copy(Dim::Lane);
  return builder.finish();
}
