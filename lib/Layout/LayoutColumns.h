//===- Layout/LayoutColumns.h - layouts as lists of columns ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shapes are powers of two, so that a layout of a tile says of each bit of a
// register, lane or warp number which bit of which index it is: its column. Who
// makes layouts sorts columns.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_LAYOUT_LAYOUTCOLUMNS_H
#define TESSERA_LIB_LAYOUT_LAYOUTCOLUMNS_H

#include "tessera/Layout/LinearLayout.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace tessera::layout {

/// The indices of a tile of `shape`.
Space tileSpace(llvm::ArrayRef<int64_t> shape);

/// A layout of all lanes and warps from columns of each kind.
LinearLayout fromColumns(llvm::ArrayRef<uint64_t> registers,
                         llvm::ArrayRef<uint64_t> lanes,
                         llvm::ArrayRef<uint64_t> warps, const Space &tile);

/// The columns of the bits of registers, lanes or warps.
llvm::SmallVector<uint64_t> columnsOf(const LinearLayout &layout, Dim place);

/// `layout` with every column mapped, copies among registers dropped.
LinearLayout mapColumns(const LinearLayout &layout, const Space &tile,
                        llvm::function_ref<uint64_t(uint64_t)> map);

} // namespace tessera::layout

#endif // TESSERA_LIB_LAYOUT_LAYOUTCOLUMNS_H
