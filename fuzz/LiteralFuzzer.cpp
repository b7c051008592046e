//===- fuzz/LiteralFuzzer.cpp - numbers as nobody writes them ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first byte chooses a place, the others stand there as a literal: a
// constant, a size, an alignment or a promise of Tile IR, an initialiser or an
// operand of PTX, an argument of the command line. A constant that is accepted
// must have the value that the C library reads.
//
//===----------------------------------------------------------------------===//

#include "TextMutator.h"
#include "TextSession.h"

#include "tessera/Driver/ArgumentSpec.h"
#include "tessera/Driver/Literal.h"
#include "tessera/PTX/Parser.h"
#include "tessera/PTX/Printer.h"
#include "tessera/PTX/Verifier.h"

#include "tessera/Numerics/Convert.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringExtras.h"

#include <bit>
#include <cmath>
#include <cstring>

using namespace mlir;
using namespace tessera;

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

/// What `$` is to stand for.
static std::string fillPattern(StringRef pattern, StringRef literal) {
  std::string text;
  for (char c : pattern)
    if (c == '$')
      text += literal;
    else
      text += c;
  return text;
}

//===----------------------------------------------------------------------===//
// Tile IR
//===----------------------------------------------------------------------===//

static constexpr StringRef elements[] = {
    "i1",   "i8",  "i16", "i32",      "i64",    "f16",       "bf16",
    "tf32", "f32", "f64", "f8E4M3FN", "f8E5M2", "f8E8M0FNU", "f4E2M1FN"};

/// Bodies of a module.
static constexpr StringRef places[] = {
    "global @g <i32: [$, 1]> : tile<2xi32>",
    "global @g <f32: [$]> : tile<1xf32>",
    "global @g alignment = $ <i32: [1]> : tile<1xi32>",
    "entry @k(%p: tile<ptr<f32>>) { %a = assume div_by<$>, %p : "
    "tile<ptr<f32>> }",
    "entry @k(%n: tile<i32>) { %a = assume bounded<$, ?>, %n : tile<i32> }",
    "entry @k() { %x = constant <i32: 1> : tile<$xi32> }",
    "entry @k() { %x = iota : tile<$xi32> }",
    "entry @k() { %x = constant <f16: [[$, 1.0], [2.0, $]]> : tile<2x2xf16> }",
    "entry @k(%p: tile<ptr<f32>>) { %v = make_tensor_view %p, shape = [$, 8], "
    "strides = [8, 1] : tensor_view<$x8xf32, strides=[8,1]> }",
    "entry @k(%p: tile<ptr<f32>>) { %v = make_tensor_view %p, shape = [8, 8], "
    "strides = [$, 1] : tensor_view<8x8xf32, strides=[$,1]> }",
    "entry @k() optimization_hints=<sm_100 = {num_cta_in_cga = $, occupancy = "
    "$}> { }",
    "entry @k(%x: tile<8xi32>) { %y = extract %x[$] : tile<8xi32> -> "
    "tile<4xi32> }",
    "entry @k(%x: tile<4x8xf32>) { %y = permute %x [$, 0] : tile<4x8xf32> -> "
    "tile<8x4xf32> }",
};

/// A decimal literal as both C and MLIR write it.
static bool isPlainNumber(StringRef text) {
  text.consume_front("-");
  auto digits = [&] {
    size_t size = text.size();
    text = text.drop_while([](char c) { return llvm::isDigit(c); });
    return size != text.size();
  };
  if (!digits() || !text.consume_front("."))
    return false;
  digits();
  if (text.consume_front("e") || text.consume_front("E")) {
    if (!text.consume_front("-"))
      text.consume_front("+");
    if (!digits())
      return false;
  }
  return text.empty();
}

/// f64: what strtod reads. f32: that, rounded.
static void checkFloat(ModuleOp module, StringRef literal) {
  double wanted = std::strtod(literal.str().c_str(), nullptr);
  module.walk([&](cuda_tile::ConstantOp op) {
    auto got = dyn_cast<DenseElementsAttr>(op->getAttr("value"));
    if (!got || !isa<FloatType>(got.getElementType()))
      return;
    APFloat value = *got.getValues<APFloat>().begin();
    bool isEqual = got.getElementType().isF64()
                       ? std::bit_cast<uint64_t>(value.convertToDouble()) ==
                             std::bit_cast<uint64_t>(wanted)
                       : std::bit_cast<uint32_t>(value.convertToFloat()) ==
                             std::bit_cast<uint32_t>(float(wanted));
    if (!isEqual)
      fuzz::TextSession::next().fail("another value than strtod's", "parsing",
                                     literal);
  });
}

static void checkTileIR(unsigned place, StringRef literal) {
  fuzz::TextSession &session = fuzz::TextSession::next();
  std::string body;
  StringRef element;
  if (place < std::size(elements)) {
    element = elements[place];
    body = "entry @k() { %x = constant <" + element.str() + ": $> : tile<" +
           element.str() + "> }";
  } else {
    body = places[place - std::size(elements)];
  }
  OwningOpRef<ModuleOp> module = session.check(
      fillPattern("cuda_tile.module @m { " + body + " }", literal));
  if (module && (element == "f64" || element == "f32") &&
      isPlainNumber(literal))
    checkFloat(*module, literal);
}

//===----------------------------------------------------------------------===//
// PTX
//===----------------------------------------------------------------------===//

static constexpr StringRef ptxPlaces[] = {
    ".global .b32 v[2] = {$, 1};",
    ".global .f32 v = $;",
    ".global .f64 v[1] = {$};",
    ".global .align $ .b8 v[4];",
    ".shared .b8 v[$];",
    ".visible .entry k() .maxntid $ { ret; }",
    ".visible .entry k() { .reg .b32 %r<$>; ret; }",
    ".visible .entry k() { .reg .b64 %d; mov.b64 %d, $; ret; }",
    ".visible .entry k() { .reg .f32 %f; add.f32 %f, %f, $; ret; }",
    ".visible .entry k() { .reg .b32 %r; ld.shared.b32 %r, [$]; ret; }",
};

static void checkPTX(unsigned place, StringRef literal) {
  const ptx::InstructionSet &instructions = ptx::InstructionSet::builtin();
  auto check = [&](bool holds, StringRef what) {
    if (!holds)
      fuzz::TextSession::next().fail(what, ptxPlaces[place], literal);
  };
  std::string text = fillPattern(ptxPlaces[place], literal);
  text = ".version 8.5\n.target sm_90a\n.address_size 64\n" + text + "\n";
  ptx::Diagnostics diagnostics;
  std::optional<ptx::Module> module = ptx::parse(text, diagnostics);
  check(module.has_value() == diagnostics.empty(), "PTX refused silently");
  if (!module)
    return;
  ptx::verify(*module, instructions, diagnostics);
  std::string printed;
  llvm::raw_string_ostream os(printed);
  ptx::print(*module, os);
  ptx::Diagnostics none;
  std::optional<ptx::Module> again = ptx::parse(printed, none);
  check(again && *again == *module, "PTX reads back to something else");
}

//===----------------------------------------------------------------------===//
// The command line
//===----------------------------------------------------------------------===//

static constexpr StringRef arguments[] = {"$",
                                          "n=$",
                                          "f32:$",
                                          "i8:$",
                                          "zeros($,f32)",
                                          "full(4,f16,$)",
                                          "rand(8,i32,$)",
                                          "rand(8,f32,1,$,2.5)"};

static void checkArgument(unsigned place, StringRef literal) {
  using numerics::ElementKind;
  std::string text = fillPattern(arguments[place], literal);
  auto check = [&](bool holds, StringRef what) {
    if (!holds)
      fuzz::TextSession::next().fail(what, arguments[place], literal);
  };
  auto spec = driver::parseArgument(text, 0);
  if (!spec) {
    std::string message = llvm::toString(spec.takeError());
    check(message.size() > StringRef("argument 0 (''): ").size() + text.size(),
          "argument refused without a reason");
  } else if (spec->isArray()) {
    uint64_t count = 1;
    for (int64_t extent : spec->shape) {
      check(extent >= 0 && extent <= driver::maxElements, "extent too large");
      count *= std::max<int64_t>(1, extent);
      check(count <= uint64_t(driver::maxElements), "too many elements");
    }
  }
  for (StringRef name : elements) {
    auto kind = driver::parseElementKind(name);
    if (!kind) {
      llvm::consumeError(kind.takeError());
      continue;
    }
    auto bits = driver::parseValue(literal, *kind);
    if (!bits) {
      check(!llvm::toString(bits.takeError()).empty(), "no reason");
      continue;
    }
    // What messages show of it is the same value.
    std::string shown = driver::formatValue(*bits, *kind);
    auto again = driver::parseValue(shown, *kind);
    if (!again)
      check(false, llvm::toString(again.takeError()));
    // Formats with bits that no value has read more than one pattern as it.
    bool isEqual =
        numerics::isFloat(*kind)
            ? std::bit_cast<uint64_t>(numerics::toDouble(*kind, *again)) ==
                  std::bit_cast<uint64_t>(numerics::toDouble(*kind, *bits))
            : *again == *bits;
    check(StringRef(shown).contains("nan") || isEqual,
          ("shown as another value of " + name + ": " + shown).str());
  }
  auto grid = driver::parseGrid(literal);
  if (!grid)
    llvm::consumeError(grid.takeError());
}

//===----------------------------------------------------------------------===//
// libFuzzer's entry points
//===----------------------------------------------------------------------===//

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  constexpr unsigned numTile = std::size(elements) + std::size(places);
  constexpr unsigned numPTX = std::size(ptxPlaces);
  constexpr unsigned numPlaces = numTile + numPTX + std::size(arguments);
  if (size == 0)
    return 0;
  unsigned place = data[0] % numPlaces;
  StringRef literal(reinterpret_cast<const char *>(data + 1), size - 1);
  if (place < numTile)
    checkTileIR(place, literal);
  else if (place < numTile + numPTX)
    checkPTX(place - numTile, literal);
  else
    checkArgument(place - numTile - numPTX, literal);
  return 0;
}

/// Parts of numbers, and numbers at the ends of ranges.
static constexpr StringRef parts[] = {"0x",
                                      "0X",
                                      "-",
                                      "+",
                                      ".",
                                      "e",
                                      "E-",
                                      "e+",
                                      "0f",
                                      "0d",
                                      "0b",
                                      "0",
                                      "U",
                                      "_",
                                      "inf",
                                      "-inf",
                                      "nan",
                                      "true",
                                      "false",
                                      "0x7fc00000",
                                      "0x7ff0000000000000",
                                      "2147483647",
                                      "2147483648",
                                      "4294967296",
                                      "9223372036854775807",
                                      "9223372036854775808",
                                      "18446744073709551615",
                                      "18446744073709551616",
                                      "340282366920938463463374607431768211456",
                                      "3.4028236e38",
                                      "1.0e-46",
                                      "1.7976931348623159e308",
                                      "4.9e-324",
                                      "2.5e-324",
                                      "65520.0",
                                      "448.0",
                                      "464.0",
                                      "0x1p-3",
                                      "?",
                                      "[",
                                      "]",
                                      ",",
                                      ":",
                                      "x",
                                      "dense<1>"};

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  fuzz::Random random(seed);
  if (size < 2 || random.below(8) == 0)
    return LLVMFuzzerMutate(data, size, maxSize);
  std::string text(reinterpret_cast<char *>(data), size);
  for (size_t changes = 1 + random.below(3); changes != 0; --changes) {
    size_t at = 1 + random.below(text.size());
    size_t length = random.below(text.size() - at + 1);
    switch (random.below(7)) {
    case 0:
      text[0] = char(random.next());
      break;
    case 1:
      text.insert(at, parts[random.below(std::size(parts))].str());
      break;
    case 2:
      text = text.substr(0, 1) + parts[random.below(std::size(parts))].str();
      break;
    case 3:
      text.insert(at, 1, char('0' + random.below(10)));
      break;
    case 4: // Doubling makes literals long.
      text.insert(at, text.substr(at, length));
      break;
    case 5:
      text.erase(at, length);
      break;
    default:
      if (at < text.size())
        text[at] = char('0' + random.below(10));
      break;
    }
  }
  size = std::min(text.size(), maxSize);
  std::memcpy(data, text.data(), size);
  return size;
}
