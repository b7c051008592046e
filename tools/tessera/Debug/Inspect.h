//===- tools/tessera/Debug/Inspect.h - values as text -----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What there is to see where a run stands still, as a tree of variables: names,
// types, values on one line, and the elements below them a page at a time.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_DEBUG_INSPECT_H
#define TESSERA_TOOLS_TESSERA_DEBUG_INSPECT_H

#include "Expression.h"
#include "SourceMap.h"

#include "tessera/Interpreter/Interpreter.h"
#include "tessera/Interpreter/Stepping.h"

#include <variant>

namespace tessera::debug {

struct Variable {
  std::string name, value, type;
  /// Number of what is below it, for Inspector::children(); 0: nothing.
  unsigned reference = 0;
  /// How many elements are below it.
  uint64_t elements = 0;
};

/// One region that the run is in.
struct Frame {
  std::string name;
  SourcePlace place;
  /// The operation of that region that the run is at or inside of.
  mlir::Operation *at = nullptr;
};

/// Looks at one place; it and its references are valid until the run goes on.
class Inspector {
public:
  Inspector(const SourceMap &map, const interp::StepPlace &place,
            llvm::ArrayRef<interp::Parameter> parameters)
      : map(map), place(place), parameters(parameters) {}

  /// Innermost first.
  std::vector<Frame> frames() const;
  /// The values, the arrays and the tile block as things with something below
  /// them.
  std::vector<Variable> scopes(unsigned frame);
  /// What is below a reference, from `start` on, at most `count` (0: all, in
  /// groups where they are many). An error for an unknown reference.
  llvm::Expected<std::vector<Variable>>
  children(unsigned reference, uint64_t start = 0, uint64_t count = 0);
  /// An expression's value, as the variable of that name.
  llvm::Expected<Variable> evaluate(llvm::StringRef text);
  llvm::Expected<Numbers> evaluate(const Expression &expression) const;

private:
  /// Elements of a tile or of an array, from `offset` on, that differ in
  /// dimension `dim` and those after it.
  struct Elements {
    const interp::Tile *tile = nullptr;
    /// Without a tile: memory that a pointer parameter points to.
    const interp::Allocation *array = nullptr;
    interp::ElementKind kind{};
    llvm::SmallVector<int64_t, 4> shape;
    unsigned dim = 0;
    uint64_t offset = 0;
    /// Of dimension `dim`.
    uint64_t begin = 0, end = 0;
  };
  struct ValuesScope {
    mlir::Operation *at;
  };
  struct ArraysScope {};
  struct BlockScope {};
  using Below = std::variant<Elements, ValuesScope, ArraysScope, BlockScope>;

  unsigned refer(Below below) {
    references.push_back(std::move(below));
    return unsigned(references.size());
  }
  llvm::Expected<Numbers> lookUp(llvm::StringRef name,
                                 llvm::ArrayRef<int64_t> index) const;
  Variable describe(mlir::Value value);
  Variable describeElements(Elements elements);
  std::vector<Variable> elementsOf(const Elements &elements, uint64_t start,
                                   uint64_t count);
  std::string elementText(const Elements &elements, uint64_t index) const;
  std::string summary(const Elements &elements) const;
  std::string pointerText(uint64_t address, interp::ProvenanceId id) const;
  std::vector<Variable> arrays();
  std::vector<Variable> coordinates() const;

  const SourceMap &map;
  const interp::StepPlace &place;
  llvm::ArrayRef<interp::Parameter> parameters;
  std::vector<Below> references;
};

} // namespace tessera::debug

#endif // TESSERA_TOOLS_TESSERA_DEBUG_INSPECT_H
