//===- tools/tessera/Explain/MemoryTrace.h - who touches which memory when -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A trace that also keeps, for the first block, which bytes of shared memory
// and which columns of tensor memory were touched when and how: the pictures of
// `tessera explain --html`.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_MEMORYTRACE_H
#define TESSERA_TOOLS_TESSERA_MEMORYTRACE_H

#include "PTX/TimeTrace.h"

#include "llvm/ADT/DenseSet.h"

namespace tessera::tool {

/// Touches of one memory, in cells of some bytes by some cycles.
class MemoryMap {
public:
  explicit MemoryMap(uint64_t unit) : unit(unit) {}
  void touch(uint64_t begin, uint64_t size, ptx::emu::Touch how, double time);
  bool empty() const { return cells.empty(); }
  /// Members of a JSON object: rows, step, slot, cells.
  void write(llvm::json::OStream &json) const;

private:
  void widen();
  /// Bytes or columns of a row, and cycles of a column of the picture.
  uint64_t unit, slot = 16;
  uint64_t lastRow = 0;
  llvm::DenseSet<uint64_t> cells; // time << 24 | row << 4 | how
};

class MemoryTrace : public TimeTrace {
public:
  void touched(const ptx::emu::Warp &warp, bool isTensorMemory, uint64_t begin,
               uint64_t size, ptx::emu::Touch how, double time) override;
  MemoryMap shared{1024}, tensor{8};
};

} // namespace tessera::tool

#endif // TESSERA_TOOLS_TESSERA_MEMORYTRACE_H
