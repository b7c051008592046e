//===- Layout/LayoutColumns.cpp - layouts as lists of columns --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes layouts apart into columns and makes layouts of columns.
//
//===----------------------------------------------------------------------===//

#include "LayoutColumns.h"

namespace tessera::layout {

Space tileSpace(llvm::ArrayRef<int64_t> shape) {
  return llvm::cantFail(Space::tile(shape));
}

LinearLayout fromColumns(llvm::ArrayRef<uint64_t> registers,
                         llvm::ArrayRef<uint64_t> lanes,
                         llvm::ArrayRef<uint64_t> warps, const Space &tile) {
  Space in = llvm::cantFail(
      Space::create({{Dim::Register, static_cast<unsigned>(registers.size())},
                     {Dim::Lane, static_cast<unsigned>(lanes.size())},
                     {Dim::Warp, static_cast<unsigned>(warps.size())}}));
  llvm::SmallVector<uint64_t> columns(registers);
  columns.append(lanes.begin(), lanes.end());
  columns.append(warps.begin(), warps.end());
  return llvm::cantFail(LinearLayout::create(in, tile, columns));
}

llvm::SmallVector<uint64_t> columnsOf(const LinearLayout &layout, Dim place) {
  llvm::SmallVector<uint64_t> columns;
  for (unsigned bit = 0; bit < layout.in().bits(place); ++bit)
    columns.push_back(layout.column(place, bit));
  return columns;
}

LinearLayout mapColumns(const LinearLayout &layout, const Space &tile,
                        llvm::function_ref<uint64_t(uint64_t)> map) {
  llvm::SmallVector<uint64_t> registers;
  for (uint64_t column : columnsOf(layout, Dim::Register))
    if (uint64_t mapped = map(column))
      registers.push_back(mapped);
  llvm::SmallVector<uint64_t> lanes = columnsOf(layout, Dim::Lane);
  llvm::SmallVector<uint64_t> warps = columnsOf(layout, Dim::Warp);
  for (uint64_t &column : lanes)
    column = map(column);
  for (uint64_t &column : warps)
    column = map(column);
  return fromColumns(registers, lanes, warps, tile);
}

} // namespace tessera::layout
