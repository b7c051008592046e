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

namespace tessera::numerics {

/// A dense row-major tile of containers, borrowed.
struct PrintTile {
  ElementKind kind;
  std::span<const int64_t> shape;
  const void *elements;
};

/// Appends the text of one print op to `out`. Conversions beyond the last
/// argument end the text.
void printFormatted(std::string &out, std::string_view format,
                    std::span<const PrintTile> arguments);

} // namespace tessera::numerics

#endif // TESSERA_NUMERICS_PRINTFORMAT_H
