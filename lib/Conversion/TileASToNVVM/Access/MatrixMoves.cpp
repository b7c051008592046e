//===- TileASToNVVM/Access/MatrixMoves.cpp - what ldmatrix can move -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares columns of byte offsets with those of the instruction.
//
//===----------------------------------------------------------------------===//

#include "MatrixMoves.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using llvm::ArrayRef;

namespace tessera::gpu {

std::optional<MatrixMoves> planMatrixMoves(ArrayRef<uint64_t> registers,
                                           ArrayRef<uint64_t> lanes,
                                           ArrayRef<uint64_t> warps,
                                           unsigned bytes) {
  if (lanes.size() != 5 || bytes > 4)
    return std::nullopt;
  MatrixMoves read;
  // Bytes of which a thread has pairs that are neighbours.
  if (bytes == 1)
    for (auto [bit, column] : llvm::enumerate(registers))
      if (column == 1 && bit >= 2)
        read.pairBit = bit;
  read.wordBits = llvm::Log2_32(4 / bytes);
  if (registers.size() < read.wordBits)
    return std::nullopt;
  // Columns that must be these, and columns that lead to other rows.
  auto isRow = [](uint64_t column) { return column % 16 == 0; };
  auto word = registers.take_front(read.wordBits);
  auto are = [](ArrayRef<uint64_t> columns, uint64_t first) {
    for (uint64_t column : columns) {
      if (column != first)
        return false;
      first *= 2;
    }
    return true;
  };
  if (are(word, bytes) && are(lanes.take_front(2), 4) &&
      llvm::all_of(lanes.drop_front(2), isRow)) {
    read.transposed = false;
    llvm::append_range(read.rows, lanes.drop_front(2));
  } else if (bytes == 2 && are(lanes.drop_front(2), 2) && isRow(word[0]) &&
             llvm::all_of(lanes.take_front(2), isRow)) {
    read.transposed = true;
    read.rows = {word[0], lanes[0], lanes[1]};
  } else if (read.pairBit && are(lanes.drop_front(2), 2) &&
             llvm::all_of(word, isRow) &&
             llvm::all_of(lanes.take_front(2), isRow)) {
    read.transposed = true;
    read.rows = {word[0], lanes[0], lanes[1]};
    read.matrixBits = {1};
  } else {
    return std::nullopt;
  }
  if (!read.transposed)
    read.pairBit.reset();
  auto isRowOrPair = [&](unsigned bit) {
    return bit == read.pairBit || isRow(registers[bit]);
  };
  if (!llvm::all_of(llvm::seq<unsigned>(read.wordBits, registers.size()),
                    isRowOrPair) ||
      !llvm::all_of(warps, isRow))
    return std::nullopt;
  for (unsigned bit = read.wordBits; bit < registers.size(); ++bit)
    if (bit != read.pairBit)
      (read.matrixBits.size() < 2 ? read.matrixBits : read.otherBits)
          .push_back(bit);
  for (unsigned bit : read.matrixBits)
    read.rows.push_back(registers[bit]);
  // Rows that the lanes of a smaller instruction point at do not count.
  read.rows.resize(5, 0);
  read.count = 1u << read.matrixBits.size();
  return read;
}

} // namespace tessera::gpu
