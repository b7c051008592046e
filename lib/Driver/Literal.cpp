//===- Driver/Literal.cpp - values as typed ---------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Text to values and back. Conversion to and from element types is left to
// Numerics; this file only decides which spellings exist.
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/Literal.h"
#include "tessera/Driver/ElementNames.h"
#include "tessera/Numerics/Convert.h"
#include "tessera/Support/Error.h"
#include "tessera/Support/NearestName.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;
using numerics::ElementKind;

StringRef driver::otherNameOfElement(StringRef text) {
  return StringSwitch<StringRef>(text)
      .Cases({"float", "float32", "fp32", "single"}, "f32")
      .Cases({"double", "float64", "fp64"}, "f64")
      .Cases({"half", "float16", "fp16"}, "f16")
      .Cases({"bfloat16", "bfloat"}, "bf16")
      .Cases({"int", "int32", "uint32", "u32", "s32"}, "i32")
      .Cases({"long", "int64", "uint64", "u64", "s64"}, "i64")
      .Cases({"short", "int16", "uint16", "u16", "s16"}, "i16")
      .Cases({"char", "int8", "uint8", "u8", "s8"}, "i8")
      .Cases({"bool", "pred"}, "i1")
      .Cases({"fp8e4m3fn", "float8_e4m3fn", "e4m3"}, "f8E4M3FN")
      .Cases({"fp8e5m2", "float8_e5m2", "e5m2"}, "f8E5M2")
      .Default("");
}

Expected<ElementKind> driver::parseElementKind(StringRef text) {
  std::optional<ElementKind> kind = numerics::elementKindFromName(text);
  if (kind && *kind != ElementKind::I4 && *kind != ElementKind::Ptr)
    return *kind;
  std::vector<std::string> known;
  for (const numerics::ElementInfo &info : numerics::elementTable)
    if (info.name != "i4" && info.name != "ptr")
      known.push_back(std::string(info.name));
  StringRef meant = otherNameOfElement(text);
  return makeError("unknown element type '" + text + "': expected one of " +
                   join(known, ", ") +
                   (meant.empty() ? didYouMean(text, known)
                                  : ": write '" + meant.str() + "'"));
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static Expected<uint64_t> parseInteger(StringRef text, ElementKind kind) {
  unsigned width = numerics::bitWidth(kind);
  if (kind == ElementKind::I1 && (text == "true" || text == "false"))
    return text == "true";
  StringRef digits = text;
  bool isNegative = digits.consume_front("-");
  uint64_t magnitude;
  // Base 0 would also accept octal and binary, which nobody means by "010".
  unsigned base = digits.consume_front_insensitive("0x") ? 16 : 10;
  if (digits.empty() || !isHexDigit(digits.front()) ||
      digits.getAsInteger(base, magnitude)) {
    // All digits and still refused: too many of them.
    if (!digits.empty() && all_of(digits, base == 16 ? isHexDigit : isDigit))
      return makeError("'" + text + "' does not fit in " +
                       StringRef(numerics::elementName(kind)));
    return makeError("expected a value of type " +
                     StringRef(numerics::elementName(kind)) + ", got '" + text +
                     "'");
  }
  // Signed and unsigned readings are both natural: -1 and 255 for i8.
  uint64_t limit = isNegative ? uint64_t(1) << (width - 1) : maxUIntN(width);
  if (magnitude > limit)
    return makeError("'" + text + "' does not fit in " +
                     StringRef(numerics::elementName(kind)));
  return (isNegative ? 0 - magnitude : magnitude) & maxUIntN(width);
}

/// The value of a float literal without regard to a type; nothing if `text` is
/// none.
static std::optional<double> readDouble(StringRef text) {
  StringRef rest = text;
  bool isNegative = rest.consume_front("-");
  double value;
  if (rest == "inf")
    value = HUGE_VAL;
  else if (rest == "nan")
    value = std::nan("");
  // getAsDouble knows further spellings (hexadecimal floats, "+1", "Inf",
  // "1e").
  else if (rest.empty() || !(isDigit(rest.front()) || rest.front() == '.') ||
           !(isDigit(rest.back()) || rest.back() == '.') ||
           rest.starts_with_insensitive("0x") ||
           rest.getAsDouble(value, /*AllowInexact=*/true))
    return std::nullopt;
  return isNegative ? -value : value;
}

static Expected<uint64_t> parseFloat(StringRef text, ElementKind kind) {
  StringRef hex = text;
  if (hex.consume_front_insensitive("0x")) {
    uint64_t bits;
    unsigned width = 8 * numerics::containerBytes(kind);
    if (kind == ElementKind::F4E2M1FN)
      width = 4;
    if (!hex.getAsInteger(16, bits) && bits <= maxUIntN(width))
      return bits;
    return makeError("expected at most " + Twine(width) + " bits for " +
                     StringRef(numerics::elementName(kind)) + ", got '" + text +
                     "'");
  }
  if (std::optional<double> value = readDouble(text))
    return numerics::fromDouble(kind, *value);
  return makeError("expected a value of type " +
                   StringRef(numerics::elementName(kind)) + ", got '" + text +
                   "'");
}

Expected<uint64_t> driver::parseValue(StringRef text, ElementKind kind) {
  return numerics::isFloat(kind) ? parseFloat(text, kind)
                                 : parseInteger(text, kind);
}

bool driver::looksLikeValue(StringRef text) {
  if (text == "true" || text == "false" || readDouble(text))
    return true;
  StringRef rest = text;
  rest.consume_front("-");
  return rest.consume_front_insensitive("0x") && !rest.empty() &&
         all_of(rest, isHexDigit);
}

//===----------------------------------------------------------------------===//
// Shapes and grids
//===----------------------------------------------------------------------===//

/// A decimal number without sign.
static bool parseDecimal(StringRef text, uint64_t &value) {
  return !text.empty() && all_of(text, isDigit) &&
         !text.getAsInteger(10, value);
}

Expected<SmallVector<int64_t, 4>> driver::parseShape(StringRef text) {
  SmallVector<StringRef, 4> parts;
  text.split(parts, 'x');
  SmallVector<int64_t, 4> shape;
  int64_t total = 1;
  for (StringRef part : parts) {
    uint64_t dimension;
    if (!parseDecimal(part, dimension))
      return makeError("expected a shape such as 128x64, got '" + text + "'");
    if (dimension > static_cast<uint64_t>(maxElements) ||
        (dimension != 0 &&
         MulOverflow(total, static_cast<int64_t>(dimension), total)) ||
        total > maxElements)
      return makeError("the shape '" + text + "' is too large");
    shape.push_back(static_cast<int64_t>(dimension));
  }
  return shape;
}

Expected<std::array<uint32_t, 3>> driver::parseGrid(StringRef text) {
  constexpr uint64_t limit = (1 << 24) - 1;
  SmallVector<StringRef, 4> parts;
  text.split(parts, ',');
  std::array<uint32_t, 3> grid = {1, 1, 1};
  bool isGrid = parts.size() <= grid.size();
  for (size_t i = 0; isGrid && i < parts.size(); ++i) {
    uint64_t value;
    isGrid = parseDecimal(parts[i], value) && value >= 1 && value <= limit;
    if (isGrid)
      grid[i] = static_cast<uint32_t>(value);
  }
  if (!isGrid)
    return makeError("expected a grid of one to three numbers between 1 and " +
                     Twine(limit) + ", got '" + text + "'");
  return grid;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

std::string driver::formatDouble(double value, unsigned digits) {
  if (std::isnan(value))
    return "nan";
  if (std::isinf(value))
    return value < 0 ? "-inf" : "inf";
  std::string text;
  raw_string_ostream(text) << format("%.*g", digits, value);
  return text;
}

std::string driver::formatValue(uint64_t bits, ElementKind kind) {
  if (!numerics::isFloat(kind))
    return kind == ElementKind::I1
               ? std::to_string(bits)
               : std::to_string(SignExtend64(bits, numerics::bitWidth(kind)));
  return formatDouble(numerics::toDouble(kind, bits),
                      kind == ElementKind::F64 ? 17 : 9);
}
