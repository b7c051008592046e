//===- fuzz/Generator/Cells.h - op x element type --------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which cells of the table "op x element type" a program fills, and which ones
// the language has at all. The latter is asked of the verifiers, with ops of
// other programs whose types are exchanged, and so does not depend on what the
// generator can make.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_FUZZ_GENERATOR_CELLS_H
#define TESSERA_FUZZ_GENERATOR_CELLS_H

#include "Program.h"

#include <map>
#include <set>
#include <string>

namespace tessera::fuzz {

/// Columns: the element kinds of 13.3, and one for ops without any.
inline constexpr unsigned numCellColumns = 17;
/// The column's heading; the last is "none".
llvm::StringRef cellColumnName(unsigned column);

/// Row of opTable() and column.
using Cell = std::pair<unsigned, unsigned>;

/// Every op of the program with the kinds of its operands and results: elements
/// of tiles and views, `ptr` for pointers; for ops that only make or move
/// pointers the type pointed to.
std::set<Cell> cellsOf(const Program &program);

/// Answers whether the language has a cell.
class CellLaw {
public:
  /// Remembers the ops of `program` as examples, a few of each kind.
  void learn(const Program &program);
  /// Empty if some example verifies with that element type; else why not.
  std::string whyNot(Cell cell) const;

private:
  std::vector<Program> programs;
  std::map<unsigned, std::vector<mlir::Operation *>> examples;
  std::map<unsigned, std::set<std::string>> seen;
};

} // namespace tessera::fuzz

#endif // TESSERA_FUZZ_GENERATOR_CELLS_H
