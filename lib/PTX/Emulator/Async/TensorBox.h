//===- PTX/Emulator/Async/TensorBox.h - what one tensor copy moves -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A box lies in shared memory as rows of dimension 0, dense, and each byte
// address is then swizzled (Layout/MemoryLayouts.h). What is outside the tensor
// is filled on loads and skipped on stores, but of the 16 bytes in which a row
// of the tensor ends, stores write all: no text says so, an H200 does
// (utils/gpu_engine_facts.py).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_PTX_EMULATOR_ASYNC_TENSORBOX_H
#define TESSERA_LIB_PTX_EMULATOR_ASYNC_TENSORBOX_H

#include "BulkImpl.h"
#include "Im2col.h"
#include "PTX/Emulator/Checks/RaceCheck.h"
#include "tessera/PTX/Emulator/TensorMap.h"

namespace tessera::ptx::emu {

/// One box: where its rows lie in the tensor and in shared memory.
struct TensorBox {
  TensorMap map;
  std::array<int64_t, 5> origin{};
  std::array<int64_t, 4> rows{}; // gather4: of dimension 1
  std::vector<Pixel> pixels;     // im2col
  bool isRows = false;
  uint64_t rowBytes = 0, numRows = 1;

  TensorBox(const TensorMap &map, bool isRows) : map(map), isRows(isRows) {
    rowBytes = map.sharedBytes(map.box[0]);
    for (unsigned dim = 1; dim < map.rank; ++dim)
      numRows *= map.loaded(dim);
    if (isRows)
      numRows = 4;
  }
  void setPixels(std::vector<Pixel> list) {
    pixels = std::move(list);
    numRows = pixels.size();
  }
  uint64_t bytes() const { return rowBytes * numRows; }
  /// Whether no element of the box is one of the tensor.
  bool isOutside() const;
  /// The address of element 0 of the row's line in the tensor; none outside.
  std::optional<uint64_t> line(uint64_t row) const;
  /// Its coordinates as the instruction names them, dimension 0 first.
  std::string describeOrigin() const;
};

/// Appends to `copy` the pieces of `box` between the tensor and shared memory
/// at `address` of `span`. False after a finding that leaves nothing to copy.
bool makePieces(Warp &warp, const DecodedInstruction &in, unsigned lane,
                const TensorBox &box, const Span &span, uint64_t address,
                bool isLoad, Actor engine, BulkCopy &copy);

} // namespace tessera::ptx::emu

#endif // TESSERA_LIB_PTX_EMULATOR_ASYNC_TENSORBOX_H
