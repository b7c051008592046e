//===- Numerics/PrintFormat.cpp - text of a print op --------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Format strings come from the kernel and are hostile: C's printf sees only
// conversions put together here from checked parts.
//
//===----------------------------------------------------------------------===//

#include "tessera/Numerics/PrintFormat.h"

#include "tessera/Numerics/Convert.h"
#include "tessera/Numerics/IntArith.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace tessera::numerics {

namespace {

constexpr bool contains(std::string_view set, char c) {
  return set.find(c) != std::string_view::npos;
}

/// A conversion of the format string, cleaned of what C would misread.
struct Conversion {
  std::string flags;
  int width = 0, precision = -1;
  char letter = 'd';

  bool isFloat() const { return contains("eEfFgGaA", letter); }
  bool isUnsigned() const { return contains("uoxX", letter); }
};

/// Widths and precisions beyond this are cut: output stays bounded.
constexpr int maxFieldWidth = 256;

/// Reads `text`, what lies between `%` and the conversion letter. Length
/// modifiers and anything else C does not know are ignored.
Conversion parseConversion(std::string_view text, char letter) {
  Conversion out;
  out.letter = letter;
  size_t i = 0;
  while (i < text.size() && contains("-+ #0", text[i]))
    if (char flag = text[i++]; !contains(out.flags, flag))
      out.flags += flag;
  auto number = [&] {
    int value = 0;
    for (; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i)
      value = std::min(maxFieldWidth, value * 10 + (text[i] - '0'));
    return value;
  };
  out.width = number();
  if (i < text.size() && text[i] == '.') {
    ++i;
    out.precision = number();
  }
  return out;
}

template <typename T>
void printAs(std::string &out, const Conversion &c, const char *length,
             char letter, T value) {
  char format[32], buffer[2 * maxFieldWidth + 512];
  if (c.precision >= 0)
    std::snprintf(format, sizeof(format), "%%%s%d.%d%s%c", c.flags.c_str(),
                  c.width, c.precision, length, letter);
  else if (c.width > 0)
    std::snprintf(format, sizeof(format), "%%%s%d%s%c", c.flags.c_str(),
                  c.width, length, letter);
  else
    std::snprintf(format, sizeof(format), "%%%s%s%c", c.flags.c_str(), length,
                  letter);
  int n = std::snprintf(buffer, sizeof(buffer), format, value);
  out.append(buffer, std::min<size_t>(std::max(n, 0), sizeof(buffer) - 1));
}

void printElement(std::string &out, const Conversion &c, const PrintTile &tile,
                  int64_t index) {
  ElementKind kind = tile.kind;
  unsigned bytes = containerBytes(kind);
  uint64_t bits = 0;
  std::memcpy(&bits,
              static_cast<const char *>(tile.elements) +
                  index * static_cast<int64_t>(bytes),
              bytes);
  if (kind == ElementKind::Ptr || c.letter == 'p') {
    Conversion hex = c;
    hex.flags += '#';
    return printAs(out, c.letter == 'p' ? hex : c, "ll",
                   c.isUnsigned() ? c.letter : 'x',
                   static_cast<unsigned long long>(bits));
  }
  if (isFloat(kind))
    return printAs(out, c, "", c.isFloat() ? c.letter : 'g',
                   toDouble(kind, bits));
  // An i1 is 0 or 1 whatever the conversion.
  uint64_t low = truncI(bitWidth(kind), bits);
  int64_t value = kind == ElementKind::I1 ? static_cast<int64_t>(low)
                                          : signedValue(bitWidth(kind), low);
  if (c.isFloat())
    return printAs(out, c, "", c.letter, static_cast<double>(value));
  if (c.isUnsigned())
    return printAs(out, c, "ll", c.letter,
                   static_cast<unsigned long long>(low));
  if (c.letter == 'c') {
    out += static_cast<char>(value);
    return;
  }
  printAs(out, c, "ll", 'd', static_cast<long long>(value));
}

void printTile(std::string &out, const Conversion &c, const PrintTile &tile,
               std::span<const int64_t> shape, int64_t &next) {
  if (shape.empty())
    return printElement(out, c, tile, next++);
  out += '[';
  for (int64_t i = 0; i < shape[0]; ++i) {
    if (i)
      out += ", ";
    printTile(out, c, tile, shape.subspan(1), next);
  }
  out += ']';
}

} // namespace

void printFormatted(std::string &out, std::string_view format,
                    std::span<const PrintTile> arguments) {
  size_t nextArgument = 0;
  for (size_t i = 0; i < format.size();) {
    if (format[i] != '%') {
      size_t end = std::min(format.find('%', i), format.size());
      out += format.substr(i, end - i);
      i = end;
      continue;
    }
    if (format.substr(i + 1).starts_with('%')) {
      out += '%';
      i += 2;
      continue;
    }
    size_t letter = format.find_first_of("diuoxXeEfFgGaAcsSpn%", i + 1);
    if (letter == std::string_view::npos || nextArgument >= arguments.size())
      break;
    const PrintTile &tile = arguments[nextArgument++];
    int64_t element = 0;
    printTile(
        out,
        parseConversion(format.substr(i + 1, letter - i - 1), format[letter]),
        tile, tile.shape, element);
    // A `%` that ends a conversion begins the next one (rule 4).
    i = format[letter] == '%' ? letter : letter + 1;
  }
}

} // namespace tessera::numerics
