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

/// "%-5lld" for a letter that C prints with a `length` argument.
std::string spell(const Conversion &c, const char *length, char letter) {
  std::string text = "%" + c.flags;
  if (c.precision >= 0)
    text += std::to_string(c.width) + "." + std::to_string(c.precision);
  else if (c.width > 0)
    text += std::to_string(c.width);
  return text + length + letter;
}

PrintPiece describe(const Conversion &c, ElementKind kind, int argument) {
  if (kind == ElementKind::Ptr || c.letter == 'p') {
    Conversion hex = c;
    if (c.letter == 'p')
      hex.flags += '#';
    return {spell(hex, "ll", c.isUnsigned() ? c.letter : 'x'), argument,
            PrintArgument::Unsigned};
  }
  if (isFloat(kind))
    return {spell(c, "", c.isFloat() ? c.letter : 'g'), argument,
            PrintArgument::Double};
  if (c.isFloat())
    return {spell(c, "", c.letter), argument, PrintArgument::Double};
  if (c.isUnsigned())
    return {spell(c, "ll", c.letter), argument, PrintArgument::Unsigned};
  if (c.letter == 'c')
    return {"%c", argument, PrintArgument::Character};
  return {spell(c, "ll", 'd'), argument, PrintArgument::Signed};
}

template <typename T>
void printAs(std::string &out, const PrintPiece &piece, T value) {
  char buffer[2 * maxFieldWidth + 512];
  int n = std::snprintf(buffer, sizeof(buffer), piece.text.c_str(), value);
  out.append(buffer, std::min<size_t>(std::max(n, 0), sizeof(buffer) - 1));
}

void printElement(std::string &out, const PrintPiece &piece,
                  const PrintTile &tile, int64_t index) {
  ElementKind kind = tile.kind;
  unsigned bytes = containerBytes(kind);
  uint64_t bits = 0;
  std::memcpy(&bits,
              static_cast<const char *>(tile.elements) +
                  index * static_cast<int64_t>(bytes),
              bytes);
  if (isFloat(kind) && piece.kind == PrintArgument::Double)
    return printAs(out, piece, toDouble(kind, bits));
  uint64_t low = kind == ElementKind::Ptr ? bits : truncI(bitWidth(kind), bits);
  // An i1 is 0 or 1 whatever the conversion.
  int64_t value = kind == ElementKind::I1 || kind == ElementKind::Ptr
                      ? static_cast<int64_t>(low)
                      : signedValue(bitWidth(kind), low);
  switch (piece.kind) {
  case PrintArgument::Double:
    return printAs(out, piece, static_cast<double>(value));
  case PrintArgument::Unsigned:
    return printAs(out, piece, static_cast<unsigned long long>(low));
  case PrintArgument::Character:
    out += static_cast<char>(value);
    return;
  case PrintArgument::Signed:
    return printAs(out, piece, static_cast<long long>(value));
  }
}

void printTile(std::string &out, const PrintPiece &piece, const PrintTile &tile,
               std::span<const int64_t> shape, int64_t &next) {
  if (shape.empty())
    return printElement(out, piece, tile, next++);
  out += '[';
  for (int64_t i = 0; i < shape[0]; ++i) {
    if (i)
      out += ", ";
    printTile(out, piece, tile, shape.subspan(1), next);
  }
  out += ']';
}

} // namespace

std::vector<PrintPiece> parsePrintFormat(std::string_view format,
                                         std::span<const ElementKind> kinds) {
  std::vector<PrintPiece> pieces;
  auto addText = [&](std::string_view text) {
    if (pieces.empty() || pieces.back().argument >= 0)
      pieces.emplace_back();
    pieces.back().text += text;
  };
  size_t nextArgument = 0;
  for (size_t i = 0; i < format.size();) {
    if (format[i] != '%') {
      size_t end = std::min(format.find('%', i), format.size());
      addText(format.substr(i, end - i));
      i = end;
      continue;
    }
    if (format.substr(i + 1).starts_with('%')) {
      addText("%");
      i += 2;
      continue;
    }
    size_t letter = format.find_first_of("diuoxXeEfFgGaAcsSpn%", i + 1);
    if (letter == std::string_view::npos || nextArgument >= kinds.size())
      break;
    pieces.push_back(describe(
        parseConversion(format.substr(i + 1, letter - i - 1), format[letter]),
        kinds[nextArgument], static_cast<int>(nextArgument)));
    ++nextArgument;
    // A `%` that ends a conversion begins the next one (rule 4).
    i = format[letter] == '%' ? letter : letter + 1;
  }
  return pieces;
}

void printFormatted(std::string &out, std::string_view format,
                    std::span<const PrintTile> arguments) {
  std::vector<ElementKind> kinds;
  for (const PrintTile &tile : arguments)
    kinds.push_back(tile.kind);
  for (const PrintPiece &piece : parsePrintFormat(format, kinds)) {
    if (piece.argument < 0) {
      out += piece.text;
      continue;
    }
    const PrintTile &tile = arguments[piece.argument];
    int64_t element = 0;
    printTile(out, piece, tile, tile.shape, element);
  }
}

} // namespace tessera::numerics
