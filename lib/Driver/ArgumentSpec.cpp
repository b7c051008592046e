//===- Driver/ArgumentSpec.cpp - one kernel argument as typed ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides which of the forms an argument has. A generator is recognised by its
// name and parenthesis, a typed value by a type name before the first colon, a
// bare value by its spelling; everything else is a file name ("./5" for a file
// that is called 5).
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/ArgumentSpec.h"
#include "tessera/Driver/Literal.h"
#include "tessera/Support/Error.h"
#include "tessera/Support/NearestName.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <cmath>

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;
using numerics::ElementKind;
using Source = ArgumentSpec::Source;

std::string driver::describeArgument(StringRef text, unsigned index) {
  return ("argument " + Twine(index) + " ('" + text + "')").str();
}

Error driver::parseFileSource(StringRef text, std::string &path,
                              std::optional<ElementKind> &kind) {
  auto [name, suffix] = text.rsplit(':');
  bool isTyped =
      text.contains(':') && (name.ends_with(".npy") ||
                             numerics::elementKindFromName(suffix).has_value());
  if (!isTyped) {
    path = text.str();
    return Error::success();
  }
  Expected<ElementKind> parsed = parseElementKind(suffix);
  if (!parsed)
    return parsed.takeError();
  path = name.str();
  kind = *parsed;
  return Error::success();
}

/// The bounds of `rand` when none are given. e8m0 has no zero and no sign.
static void setDefaultBounds(ArgumentSpec &spec) {
  switch (*spec.kind) {
  case ElementKind::I1:
    spec.low = 0, spec.high = 1;
    break;
  case ElementKind::F8E8M0FNU:
    spec.low = 0.25, spec.high = 4;
    break;
  case ElementKind::F8E5M3FNU:
    spec.low = 0, spec.high = 1;
    break;
  default:
    bool isFloat = numerics::isFloat(*spec.kind);
    spec.low = isFloat ? -1 : -128;
    spec.high = isFloat ? 1 : 127;
  }
}

static Error parseBounds(StringRef lowText, StringRef highText,
                         ArgumentSpec &spec) {
  for (auto [text, bound] :
       {std::pair(lowText, &spec.low), {highText, &spec.high}})
    if (!looksLikeValue(text) || text.getAsDouble(*bound) ||
        !(std::abs(*bound) <= 1e300))
      return makeError("expected a number as bound of rand, got '" + text +
                       "'");
  if (!(spec.low <= spec.high))
    return makeError("expected rand bounds in ascending order, got '" +
                     lowText + "' and '" + highText + "'");
  if (numerics::isFloat(*spec.kind))
    return Error::success();
  for (StringRef text : {lowText, highText}) {
    Expected<uint64_t> bits = parseValue(text, *spec.kind);
    if (!bits)
      return bits.takeError();
  }
  // 2^32 values: one multiplication maps a 32-bit number to the range; 2^52:
  // such bounds are exact as doubles.
  if (spec.high - spec.low >= 4294967296.0 || spec.low < -0x1p52 ||
      spec.high > 0x1p52)
    return makeError("the rand bounds '" + lowText + "' and '" + highText +
                     "' are too far apart or too large");
  return Error::success();
}

/// Parses `name(a,b,...)`; `inside` is the text between the parentheses.
static Error parseGenerator(Source source, StringRef name, StringRef inside,
                            ArgumentSpec &spec) {
  SmallVector<StringRef, 6> parts;
  inside.split(parts, ',');
  for (StringRef &part : parts)
    part = part.trim(' ');
  StringRef form = source == Source::Full   ? "shape,type,value"
                   : source == Source::Rand ? "shape,type,seed[,low,high]"
                                            : "shape,type";
  bool hasCount = source == Source::Full ? parts.size() == 3
                  : source == Source::Rand
                      ? parts.size() == 3 || parts.size() == 5
                      : parts.size() == 2;
  if (!hasCount) {
    // Extents are separated by x, not by commas.
    SmallVector<StringRef> extents;
    for (StringRef part : parts) {
      if (part.empty() || !all_of(part, isDigit))
        break;
      extents.push_back(part);
    }
    std::string hint;
    if (extents.size() > 1 && extents.size() < parts.size())
      hint = (": write " + name + "(" + join(extents, "x") + "," +
              join(drop_begin(parts, extents.size()), ",") + ")")
                 .str();
    return makeError("expected " + name + "(" + form + ")" + hint);
  }

  Expected<SmallVector<int64_t, 4>> shape = parseShape(parts[0]);
  if (!shape)
    return shape.takeError();
  Expected<ElementKind> kind = parseElementKind(parts[1]);
  if (!kind)
    return kind.takeError();
  spec.source = source;
  spec.shape = *shape;
  spec.kind = *kind;
  if (*kind == ElementKind::F4E2M1FN && spec.shape.back() % 2 != 0)
    return makeError("expected an even last dimension for packed f4E2M1FN, "
                     "got " +
                     Twine(spec.shape.back()));
  if (source == Source::Full) {
    Expected<uint64_t> bits = parseValue(parts[2], *kind);
    if (!bits)
      return bits.takeError();
    spec.bits = *bits;
  }
  if (source == Source::Rand) {
    if (!all_of(parts[2], isDigit) || parts[2].getAsInteger(10, spec.seed))
      return makeError("expected a seed, got '" + parts[2] + "'");
    if (parts.size() == 5)
      return parseBounds(parts[3], parts[4], spec);
    setDefaultBounds(spec);
  }
  return Error::success();
}

static Error parseSource(StringRef text, ArgumentSpec &spec) {
  if (text.empty())
    return makeError("expected an array or a value");

  auto [name, call] = text.split('(');
  if (call.consume_back(")")) {
    std::optional<Source> generator = StringSwitch<std::optional<Source>>(name)
                                          .Case("zeros", Source::Zeros)
                                          .Case("uninit", Source::Uninit)
                                          .Case("full", Source::Full)
                                          .Case("rand", Source::Rand)
                                          .Default(std::nullopt);
    if (generator)
      return parseGenerator(*generator, name, call, spec);
    if (!text.contains('.') && !text.contains('/'))
      return makeError("unknown generator '" + name +
                       "': expected zeros, uninit, full or rand" +
                       didYouMean(name, ArrayRef<StringRef>{"zeros", "uninit",
                                                            "full", "rand"}));
  }

  auto [type, value] = text.split(':');
  if (text.contains(':') && numerics::elementKindFromName(type)) {
    Expected<ElementKind> kind = parseElementKind(type);
    if (!kind)
      return kind.takeError();
    Expected<uint64_t> bits = parseValue(value, *kind);
    if (!bits)
      return bits.takeError();
    spec.kind = *kind;
    spec.value = value.str();
    return Error::success();
  }
  if (looksLikeValue(text)) {
    spec.value = text.str();
    return Error::success();
  }
  spec.source = Source::File;
  return parseFileSource(text, spec.path, spec.kind);
}

/// Takes `NAME=` off; `=>` is not that.
static StringRef takeParameterName(StringRef &text) {
  StringRef name =
      text.take_while([](char c) { return isAlnum(c) || c == '_'; });
  StringRef rest = text.drop_front(name.size());
  if (name.empty() || isDigit(name.front()) || !rest.consume_front("=") ||
      rest.starts_with(">"))
    return {};
  text = rest;
  return name;
}

Expected<ArgumentSpec> driver::parseArgument(StringRef text, unsigned index) {
  ArgumentSpec spec;
  spec.text = text.str();
  spec.parameter = takeParameterName(text).str();
  auto fail = [&](Error error) {
    return prefixError(describeArgument(text, index) + ": ", std::move(error));
  };
  auto [source, output] = text.split("=>");
  spec.output = output.str();
  if (text.contains("=>") && output.empty())
    return fail(makeError("expected a file name after '=>'"));
  if (Error error = parseSource(source, spec))
    return fail(std::move(error));
  if (!spec.output.empty() && !spec.isArray())
    return fail(makeError("a scalar cannot be written to a file"));
  return spec;
}
