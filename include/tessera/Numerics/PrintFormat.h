//===- tessera/Numerics/PrintFormat.h - text of a print op ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `print_tko` writes (core.md 6.4), for every executor alike. A 0-d tile
// prints as one number, any other as nested brackets, each element in the
// conversion's format. The element kind decides how a value is read; a
// conversion that does not suit it is adapted instead of misread
// (docs/interpreter.md). `%n` never writes and `*` counts as no width.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_NUMERICS_PRINTFORMAT_H
#define TESSERA_NUMERICS_PRINTFORMAT_H

#include "tessera/Numerics/ElementKind.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::numerics {

/// A dense row-major tile of containers, borrowed.
struct PrintTile {
  ElementKind kind;
  std::span<const int64_t> shape;
  const void *elements;
};

/// What C's printf is to be given for an element.
enum class PrintArgument : uint8_t {
  /// long long: the value; an i1 is 0 or 1.
  Signed,
  /// unsigned long long: the bits.
  Unsigned,
  /// double: the value, of integers too.
  Double,
  Character
};

/// One piece of a format string: verbatim text, or every element of an argument
/// by one C conversion.
struct PrintPiece {
  /// The text, or the C conversion ("%-5lld").
  std::string text;
  /// Which argument; -1 for text.
  int argument = -1;
  PrintArgument kind = PrintArgument::Signed;
};

/// The pieces of `format` for arguments of these kinds: what printFormatted()
/// prints, for roads that print with C's means. Conversions beyond the last
/// argument end the list.
std::vector<PrintPiece> parsePrintFormat(std::string_view format,
                                         std::span<const ElementKind> kinds);

/// Appends the text of one print op to `out`. Conversions beyond the last
/// argument end the text.
void printFormatted(std::string &out, std::string_view format,
                    std::span<const PrintTile> arguments);

} // namespace tessera::numerics

#endif // TESSERA_NUMERICS_PRINTFORMAT_H
