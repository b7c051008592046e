//===- Layout/Display.cpp - layouts for people ------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shows layouts to people, as text tables and as SVG. Both are drawn from one
// grid of cells.
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/Display.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::layout;

namespace {
struct Cell {
  uint64_t first = 0;
  uint64_t copies = 0;
};

/// The output space, its last axis across and all others down.
class Grid {
public:
  static Expected<Grid> create(const LinearLayout &layout);

  uint64_t rows() const {
    return uint64_t(1) << (layout.out().bits() - across());
  }
  uint64_t columns() const { return uint64_t(1) << across(); }
  unsigned across() const {
    ArrayRef<Axis> axes = layout.out().axes();
    return axes.size() < 2 ? layout.out().bits() : axes.back().bits;
  }
  const Cell &at(uint64_t row, uint64_t column) const {
    return cells[pointAt(row, column)];
  }
  std::string text(const Cell &cell) const;
  std::string rowName(uint64_t row) const;
  /// What the cell is coloured by.
  uint64_t colour(const Cell &cell) const;

private:
  explicit Grid(const LinearLayout &layout)
      : layout(layout), cells(layout.out().size()) {}
  uint64_t pointAt(uint64_t row, uint64_t column) const;

  const LinearLayout &layout;
  std::vector<Cell> cells;
};
} // namespace

/// "l3", or "d1=3" for a tile index.
static std::string coordinate(Dim dim, uint64_t value) {
  static constexpr const char *names[] = {"r", "l", "w", "b", "o", "tl", "tc"};
  std::string name = isTileDim(dim) ? "d" + dimName(dim).substr(3) + "="
                                    : names[static_cast<unsigned>(dim)];
  return name + std::to_string(value);
}

Expected<Grid> Grid::create(const LinearLayout &layout) {
  if (layout.in().bits() > maxDisplayBits ||
      layout.out().bits() > maxDisplayBits)
    return makeError("expected at most 2^" + Twine(maxDisplayBits) +
                     " points to show, got " + layout.in().str() + " to " +
                     layout.out().str());
  Grid grid(layout);
  for (uint64_t point = 0; point != layout.in().size(); ++point) {
    Cell &cell = grid.cells[layout.apply(point)];
    if (cell.copies++ == 0)
      cell.first = point;
  }
  return grid;
}

uint64_t Grid::pointAt(uint64_t row, uint64_t column) const {
  ArrayRef<Axis> axes = layout.out().axes();
  if (axes.empty())
    return 0;
  uint64_t point = layout.out().pack(axes.back().dim, column);
  for (const Axis &axis : reverse(axes.drop_back())) {
    point |=
        layout.out().pack(axis.dim, row & ((uint64_t(1) << axis.bits) - 1));
    row >>= axis.bits;
  }
  return point;
}

std::string Grid::rowName(uint64_t row) const {
  ArrayRef<Axis> axes = layout.out().axes();
  if (axes.empty())
    return "";
  std::string name;
  uint64_t point = pointAt(row, 0);
  for (const Axis &axis : axes.drop_back())
    name += (name.empty() ? "" : " ") +
            coordinate(axis.dim, layout.out().get(point, axis.dim));
  return name.empty() ? "-" : name;
}

std::string Grid::text(const Cell &cell) const {
  if (cell.copies == 0)
    return "-";
  std::string text;
  for (const Axis &axis : reverse(layout.in().axes()))
    text += (text.empty() ? "" : " ") +
            coordinate(axis.dim, layout.in().get(cell.first, axis.dim));
  if (text.empty())
    text = "all";
  if (cell.copies > 1)
    text += " x" + std::to_string(cell.copies);
  return text;
}

uint64_t Grid::colour(const Cell &cell) const {
  ArrayRef<Axis> axes = layout.in().axes();
  if (axes.empty())
    return 0;
  Dim dim = layout.in().has(Dim::Lane) ? Dim::Lane : axes.front().dim;
  return layout.in().get(cell.first, dim);
}

static void printSummary(const LinearLayout &layout, raw_ostream &os) {
  layout.print(os);
  os << '\n';
  unsigned rank = layout.rank(), in = layout.in().bits(),
           out = layout.out().bits();
  if (rank == in && rank == out)
    os << "a bijection: every point has exactly one place\n";
  if (rank < in) {
    os << "every held point has " << (uint64_t(1) << (in - rank))
       << " places; free bits:";
    for (unsigned bit = 0; bit != in; ++bit)
      if (layout.freeBits() >> bit & 1) {
        auto [dim, index] = layout.in().locate(bit);
        os << ' ' << dimName(dim) << ' ' << index;
      }
    os << '\n';
  }
  if (rank < out)
    os << "holds 2^" << rank << " of 2^" << out << " points\n";
}

Error layout::printTable(const LinearLayout &layout, raw_ostream &os) {
  Expected<Grid> grid = Grid::create(layout);
  if (!grid)
    return grid.takeError();
  printSummary(layout, os);
  ArrayRef<Axis> axes = layout.out().axes();
  auto heading = [&](uint64_t column) {
    return axes.empty() ? "" : coordinate(axes.back().dim, column);
  };
  // All columns get the width of the widest cell.
  size_t width = heading(grid->columns() - 1).size();
  size_t nameWidth = 0;
  for (uint64_t row = 0; row != grid->rows(); ++row) {
    nameWidth = std::max(nameWidth, grid->rowName(row).size());
    for (uint64_t column = 0; column != grid->columns(); ++column)
      width = std::max(width, grid->text(grid->at(row, column)).size());
  }
  os.indent(nameWidth);
  for (uint64_t column = 0; column != grid->columns(); ++column)
    os << " | " << right_justify(heading(column), width);
  os << '\n';
  for (uint64_t row = 0; row != grid->rows(); ++row) {
    os << left_justify(grid->rowName(row), nameWidth);
    for (uint64_t column = 0; column != grid->columns(); ++column)
      os << " | " << right_justify(grid->text(grid->at(row, column)), width);
    os << '\n';
  }
  return Error::success();
}

Error layout::printSvg(const LinearLayout &layout, raw_ostream &os) {
  Expected<Grid> grid = Grid::create(layout);
  if (!grid)
    return grid.takeError();
  size_t longest = 1;
  for (uint64_t row = 0; row != grid->rows(); ++row)
    for (uint64_t column = 0; column != grid->columns(); ++column)
      longest = std::max(longest, grid->text(grid->at(row, column)).size());
  const uint64_t cellWidth = longest * 7 + 8, cellHeight = 20, margin = 80;
  os << formatv("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" "
                "height=\"{1}\" font-family=\"monospace\" font-size=\"11\">\n",
                margin + grid->columns() * cellWidth + 1,
                (grid->rows() + 1) * cellHeight + 1);
  auto label = [&](uint64_t x, uint64_t y, StringRef text) {
    os << formatv("<text x=\"{0}\" y=\"{1}\">{2}</text>\n", x, y + 14, text);
  };
  for (uint64_t column = 0; column != grid->columns(); ++column)
    label(margin + column * cellWidth + 4, 0, std::to_string(column));
  for (uint64_t row = 0; row != grid->rows(); ++row) {
    uint64_t y = (row + 1) * cellHeight;
    label(2, y, grid->rowName(row));
    for (uint64_t column = 0; column != grid->columns(); ++column) {
      const Cell &cell = grid->at(row, column);
      uint64_t x = margin + column * cellWidth;
      // Steps of 137 degrees keep neighbours apart.
      std::string fill =
          cell.copies == 0
              ? std::string("#ffffff")
              : formatv("hsl({0},70%,80%)", grid->colour(cell) * 137 % 360)
                    .str();
      os << formatv("<rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" "
                    "fill=\"{4}\" stroke=\"#888888\"/>\n",
                    x, y, cellWidth, cellHeight, fill);
      label(x + 4, y, grid->text(cell));
    }
  }
  os << "</svg>\n";
  return Error::success();
}
