//===- tools/tessera/Debug/Expression.h - what a user asks ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expressions of breakpoints' conditions and of `print`: numbers, values of the
// kernel, their elements, arithmetic, comparisons, and a few functions that
// make one number of a tile.
//
//   %sum[3] > 1.5 && any(isnan(%x))
//
// An operator works element by element, and a number fits every tile.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_DEBUG_EXPRESSION_H
#define TESSERA_TOOLS_TESSERA_DEBUG_EXPRESSION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tessera::debug {

/// An integer, or a float as a double.
struct Number {
  bool isFloat = false;
  int64_t integer = 0;
  double real = 0;

  static Number of(int64_t value) {
    return {false, value, static_cast<double>(value)};
  }
  static Number of(double value) { return {true, 0, value}; }
  bool isTrue() const { return isFloat ? real != 0 : integer != 0; }
  std::string text() const;
};

/// One number, or those of a tile.
using Numbers = std::vector<Number>;

/// Gives the value of a name, or of one of its elements if there is an index.
using NameLookup = llvm::function_ref<llvm::Expected<Numbers>(
    llvm::StringRef name, llvm::ArrayRef<int64_t> index)>;

class Expression {
public:
  /// Says what it expected where it cannot read on.
  static llvm::Expected<Expression> parse(llvm::StringRef text);
  Expression(Expression &&);
  Expression &operator=(Expression &&);
  ~Expression();

  llvm::Expected<Numbers> evaluate(NameLookup lookup) const;
  /// The names in it.
  std::vector<std::string> names() const;
  /// Set when the expression is nothing but a name.
  std::optional<std::string> onlyName() const;

  struct Node;

private:
  explicit Expression(std::unique_ptr<Node> root);
  std::unique_ptr<Node> root;
};

} // namespace tessera::debug

#endif // TESSERA_TOOLS_TESSERA_DEBUG_EXPRESSION_H
