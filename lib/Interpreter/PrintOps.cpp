//===- Interpreter/PrintOps.cpp - print_tko -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// core.md 6.4. A 0-d tile prints as one number, any other as nested brackets,
// each element in the conversion's format. The element type decides how a value
// is read; a conversion that does not suit it is adapted instead of misread
// (docs/interpreter.md). `%n` never writes and `*` counts as no width.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Interpreter/BlockContext.h"
#include "tessera/Interpreter/OpTable.h"
#include "tessera/Numerics/Convert.h"

#include <algorithm>
#include <cstdio>

using namespace mlir;

namespace tessera::interp {

namespace {

/// A conversion of the format string, cleaned of what C would misread.
struct Conversion {
  std::string flags;
  int width = 0, precision = -1;
  char letter = 'd';

  bool isFloat() const { return llvm::StringRef("eEfFgGaA").contains(letter); }
  bool isUnsigned() const { return llvm::StringRef("uoxX").contains(letter); }
};

/// Widths and precisions beyond this are cut: output stays bounded.
constexpr int maxFieldWidth = 256;

/// Reads `text`, what lies between `%` and the conversion letter. Length
/// modifiers and anything else C does not know are ignored.
Conversion parseConversion(llvm::StringRef text, char letter) {
  Conversion out;
  out.letter = letter;
  size_t i = 0;
  while (i < text.size() && llvm::StringRef("-+ #0").contains(text[i]))
    if (char flag = text[i++]; out.flags.find(flag) == std::string::npos)
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
void printAs(llvm::raw_ostream &os, const Conversion &c, const char *length,
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
  os.write(buffer, std::min<size_t>(std::max(n, 0), sizeof(buffer) - 1));
}

void printElement(llvm::raw_ostream &os, const Conversion &c, const Tile &tile,
                  int64_t i) {
  ElementKind kind = tile.kind();
  if (kind == ElementKind::Ptr || c.letter == 'p') {
    Conversion hex = c;
    hex.flags += '#';
    return printAs(os, c.letter == 'p' ? hex : c, "ll",
                   c.isUnsigned() ? c.letter : 'x',
                   static_cast<unsigned long long>(tile.bits(i)));
  }
  if (numerics::isFloat(kind))
    return printAs(os, c, "", c.isFloat() ? c.letter : 'g',
                   numerics::toDouble(kind, tile.bits(i)));
  // An i1 is 0 or 1 whatever the conversion.
  int64_t value = kind == ElementKind::I1 ? tile.bits(i) & 1 : tile.signedAt(i);
  if (c.isFloat())
    return printAs(os, c, "", c.letter, static_cast<double>(value));
  if (c.isUnsigned())
    return printAs(os, c, "ll", c.letter,
                   static_cast<unsigned long long>(tile.unsignedAt(i)));
  if (c.letter == 'c') {
    os << static_cast<char>(value);
    return;
  }
  printAs(os, c, "ll", 'd', static_cast<long long>(value));
}

void printTile(llvm::raw_ostream &os, const Conversion &c, const Tile &tile,
               llvm::ArrayRef<int64_t> shape, int64_t &next) {
  if (shape.empty())
    return printElement(os, c, tile, next++);
  os << '[';
  for (int64_t i = 0; i < shape[0]; ++i) {
    if (i)
      os << ", ";
    printTile(os, c, tile, shape.drop_front(), next);
  }
  os << ']';
}

LogicalResult executePrint(Operation *op, BlockContext &ctx) {
  auto print = cast<cuda_tile::PrintTkoOp>(op);
  llvm::StringRef format = print.getStr();
  llvm::raw_ostream &os = ctx.printStream();
  unsigned nextArgument = 0;
  for (size_t i = 0; i < format.size();) {
    if (format[i] != '%') {
      size_t end = std::min(format.find('%', i), format.size());
      os << format.slice(i, end);
      i = end;
      continue;
    }
    if (format.substr(i + 1).starts_with("%")) {
      os << '%';
      i += 2;
      continue;
    }
    size_t letter = format.find_first_of("diuoxXeEfFgGaAcsSpn%", i + 1);
    if (letter == llvm::StringRef::npos ||
        nextArgument >= print.getArgs().size())
      break;
    const Tile &tile = ctx.get(print.getArgs()[nextArgument++]);
    int64_t element = 0;
    printTile(os, parseConversion(format.slice(i + 1, letter), format[letter]),
              tile, tile.shape(), element);
    // A `%` that ends a conversion begins the next one (rule 4).
    i = format[letter] == '%' ? letter : letter + 1;
  }
  return success();
}

} // namespace

void registerPrintOps(OpTable &table) {
  table.add<cuda_tile::PrintTkoOp>(executePrint);
}

} // namespace tessera::interp
