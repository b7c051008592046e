//===- Target/SymbolName.cpp - names in object files --------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX takes letters, digits, `_` and `$` in names that begin with a letter, or
// with `_` or `$` and one more character; so do object files and assemblers.
//
//===----------------------------------------------------------------------===//

#include "tessera/Target/SymbolName.h"

#include <algorithm>

namespace tessera {

static constexpr std::string_view prefix = "_$";
static constexpr std::string_view digits = "0123456789abcdef";

/// Names that compiled code has for something else: a constant of PTX, what
/// the driver provides, and our own functions and objects.
static constexpr std::string_view takenNames[] = {
    "_", "WARP_SZ", "malloc", "free", "vprintf", "__assertfail"};
/// What LLVM calls for copies and comparisons of memory.
static constexpr std::string_view hostNames[] = {"bcmp", "memcmp", "memcpy",
                                                 "memset", "memmove"};
static constexpr std::string_view takenPrefixes[] = {"tessera_rt_",
                                                     "__tessera_"};

static bool isDigit(char c) { return c >= '0' && c <= '9'; }
static bool isPlain(char c) {
  return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         c == '_';
}

/// Whether `name` may be a symbol as it is.
static bool isSymbol(std::string_view name) {
  if (name.empty() || isDigit(name.front()) ||
      !std::all_of(name.begin(), name.end(), isPlain))
    return false;
  for (std::string_view taken : takenNames)
    if (name == taken)
      return false;
  for (std::string_view taken : takenPrefixes)
    if (name.starts_with(taken))
      return false;
  return true;
}

/// The symbol of a name that cannot be one.
static std::string escaped(std::string_view name) {
  std::string symbol(prefix);
  for (char c : name) {
    if (isPlain(c)) {
      symbol += c;
      continue;
    }
    unsigned byte = static_cast<unsigned char>(c);
    symbol += {'$', digits[byte / 16], digits[byte % 16]};
  }
  return symbol;
}

std::string objectSymbol(std::string_view name) {
  return isSymbol(name) ? std::string(name) : escaped(name);
}

std::string hostSymbol(std::string_view name) {
  for (std::string_view taken : hostNames)
    if (name == taken)
      return escaped(name);
  return objectSymbol(name);
}

std::string nameOfSymbol(std::string_view symbol) {
  if (!symbol.starts_with(prefix))
    return std::string(symbol);
  std::string name;
  for (std::string_view rest = symbol.substr(prefix.size()); !rest.empty();) {
    if (rest.front() != '$') {
      name += rest.front();
      rest.remove_prefix(1);
      continue;
    }
    size_t high = rest.size() < 3 ? digits.npos : digits.find(rest[1]);
    size_t low = rest.size() < 3 ? digits.npos : digits.find(rest[2]);
    if (high == digits.npos || low == digits.npos)
      return std::string(symbol);
    name += static_cast<char>(high * 16 + low);
    rest.remove_prefix(3);
  }
  // A name that is its own symbol does not have the escaped one as well.
  return hostSymbol(name) == symbol || objectSymbol(name) == symbol
             ? name
             : std::string(symbol);
}

} // namespace tessera
