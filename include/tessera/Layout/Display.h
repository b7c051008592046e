//===- Layout/Display.h - layouts for people --------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tables and pictures of a layout: one cell per point of the output space, with
// the places that hold it.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LAYOUT_DISPLAY_H
#define TESSERA_LAYOUT_DISPLAY_H

#include "tessera/Layout/LinearLayout.h"

namespace tessera::layout {

/// The limits of a display: output points, and input points.
inline constexpr unsigned maxDisplayBits = 16;

/// Prints the text form, what the layout is (bijection, copies, holes) and the
/// table. A cell names the first place that holds the point, as "w0 l3 r2" with
/// only the axes the layout has (b block, w warp, l lane, r register, o offset,
/// tl and tc for tensor memory, d0=, d1=, ... for tile indices), and "xN" after
/// it when N places do; "-" marks a point that no place holds. Axes beyond two
/// are folded into the rows. Fails when either space has more than
/// maxDisplayBits bits.
llvm::Error printTable(const LinearLayout &layout, llvm::raw_ostream &os);

/// Writes the same table as an SVG document whose colours are lanes (or the
/// first axis there is). Fails as printTable does.
llvm::Error printSvg(const LinearLayout &layout, llvm::raw_ostream &os);

} // namespace tessera::layout

#endif // TESSERA_LAYOUT_DISPLAY_H
