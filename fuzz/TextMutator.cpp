//===- fuzz/TextMutator.cpp - mutations of Tile IR text -----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tokens are kept with the blanks that follow them, so joining them gives the
// text back. Words are replaced by words, numbers by numbers, names by names
// that the text already has: this keeps most mutants parsable.
//
//===----------------------------------------------------------------------===//

#include "TextMutator.h"

#include <array>
#include <cctype>
#include <vector>

using namespace tessera::fuzz;

uint64_t Random::next() {
  // splitmix64.
  state += 0x9E3779B97F4A7C15ull;
  uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

namespace {
enum class TokenKind { Word, Name, Number, String, Punctuation };

struct Token {
  TokenKind kind;
  std::string text;
  std::string blanks;
};
} // namespace

static bool isWordChar(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' ||
         c == '.';
}

/// Length of the token that starts `text`, which is not empty.
static size_t scanToken(std::string_view text, TokenKind &kind) {
  char first = text[0];
  size_t length = 1;
  if (first == '"') {
    kind = TokenKind::String;
    while (length < text.size() && text[length] != '"' && text[length] != '\n')
      length += text[length] == '\\' ? 2 : 1;
    return std::min(length + 1, text.size());
  }
  if (std::isdigit(static_cast<unsigned char>(first)))
    kind = TokenKind::Number;
  else if (first == '%' || first == '@' || first == '^' || first == '#')
    kind = TokenKind::Name;
  else if (isWordChar(first) || first == '!')
    kind = TokenKind::Word;
  else {
    kind = TokenKind::Punctuation;
    return text.substr(0, 2) == "->" ? 2 : 1;
  }
  // `4x8xf32` is several tokens to a tile's parser: stop before an x.
  while (length < text.size() && isWordChar(text[length])) {
    bool isHex = length == 1 && first == '0';
    if (kind == TokenKind::Number && text[length] == 'x' && !isHex)
      break;
    ++length;
  }
  return length;
}

static std::vector<Token> tokenize(std::string_view text) {
  std::vector<Token> tokens;
  while (!text.empty()) {
    Token token;
    size_t length = scanToken(text, token.kind);
    token.text = text.substr(0, length);
    text.remove_prefix(length);
    size_t blanks = 0;
    while (blanks < text.size() &&
           std::isspace(static_cast<unsigned char>(text[blanks])))
      ++blanks;
    token.blanks = text.substr(0, blanks);
    text.remove_prefix(blanks);
    tokens.push_back(std::move(token));
  }
  return tokens;
}

static std::string join(const std::vector<Token> &tokens) {
  std::string text;
  for (const Token &token : tokens)
    text.append(token.text).append(token.blanks);
  return text;
}

//===----------------------------------------------------------------------===//
// Dictionaries
//===----------------------------------------------------------------------===//

static constexpr std::array kWords = {"i1",
                                      "i4",
                                      "i8",
                                      "i16",
                                      "i32",
                                      "i64",
                                      "f16",
                                      "bf16",
                                      "tf32",
                                      "f32",
                                      "f64",
                                      "f8E4M3FN",
                                      "f8E5M2",
                                      "f8E8M0FNU",
                                      "f4E2M1FN",
                                      "f8E5M3FNU",
                                      "index",
                                      "ui8",
                                      "tile",
                                      "ptr",
                                      "tensor_view",
                                      "partition_view",
                                      "strided_view",
                                      "gather_scatter_view",
                                      "token",
                                      "signed",
                                      "unsigned",
                                      "none",
                                      "no_signed_wrap",
                                      "no_unsigned_wrap",
                                      "no_wrap",
                                      "nearest_even",
                                      "zero",
                                      "negative_inf",
                                      "positive_inf",
                                      "approx",
                                      "full",
                                      "nearest_int_to_zero",
                                      "nearest_away",
                                      "rounding",
                                      "overflow",
                                      "flush_to_zero",
                                      "propagate_nan",
                                      "equal",
                                      "not_equal",
                                      "less_than",
                                      "greater_than_or_equal",
                                      "ordered",
                                      "unordered",
                                      "weak",
                                      "relaxed",
                                      "acquire",
                                      "release",
                                      "acq_rel",
                                      "tl_blk",
                                      "device",
                                      "sys",
                                      "and",
                                      "or",
                                      "xor",
                                      "add",
                                      "addf",
                                      "max",
                                      "umin",
                                      "xchg",
                                      "neg_zero",
                                      "nan",
                                      "pos_inf",
                                      "neg_inf",
                                      "true",
                                      "false",
                                      "public",
                                      "private",
                                      "constant",
                                      "if",
                                      "else",
                                      "for",
                                      "loop",
                                      "yield",
                                      "continue",
                                      "break",
                                      "return",
                                      "reduce",
                                      "scan",
                                      "iota",
                                      "broadcast",
                                      "reshape",
                                      "permute",
                                      "cat",
                                      "extract",
                                      "insert",
                                      "select",
                                      "offset",
                                      "pack",
                                      "unpack",
                                      "alloca",
                                      "assume",
                                      "assert",
                                      "div_by",
                                      "same_elements",
                                      "bounded",
                                      "iter_values",
                                      "dim",
                                      "reverse",
                                      "identities",
                                      "strides",
                                      "shape",
                                      "padding_value",
                                      "dim_map",
                                      "sparse_dim",
                                      "traversal_strides",
                                      "optimization_hints",
                                      "alignment",
                                      "global",
                                      "entry",
                                      "module",
                                      "xori",
                                      "andi",
                                      "addi",
                                      "divi",
                                      "cmpi",
                                      "cmpf",
                                      "mulf",
                                      "fma",
                                      "mmaf",
                                      "mmai",
                                      "mmaf_scaled",
                                      "pow",
                                      "fpowf",
                                      "fpowi",
                                      "exti",
                                      "trunci",
                                      "ftof",
                                      "itof",
                                      "ftoi",
                                      "bitcast",
                                      "load_ptr_tko",
                                      "store_ptr_tko",
                                      "load_view_tko",
                                      "store_view_tko",
                                      "atomic_rmw_tko",
                                      "atomic_cas_tko",
                                      "atomic_red_view_tko",
                                      "join_tokens",
                                      "print_tko",
                                      "inbounds",
                                      "saturating",
                                      "fast_acc"};

static constexpr std::array kNumbers = {"0",
                                        "1",
                                        "2",
                                        "3",
                                        "4",
                                        "8",
                                        "16",
                                        "32",
                                        "64",
                                        "128",
                                        "255",
                                        "256",
                                        "512",
                                        "4096",
                                        "65536",
                                        "16777216",
                                        "2147483647",
                                        "2147483648",
                                        "4294967295",
                                        "9223372036854775807",
                                        "9223372036854775808",
                                        "18446744073709551616",
                                        "0x0",
                                        "0x7F",
                                        "0xFF",
                                        "0x7C00",
                                        "0x7FC00000",
                                        "0xFF800000",
                                        "0xFFFFFFFFFFFFFFFF",
                                        "0.0",
                                        "1.0",
                                        "1.e10",
                                        "1.0e-45",
                                        "1.0e400",
                                        "0.5",
                                        "-1"};

static constexpr std::array kPunctuation = {"(",
                                            ")",
                                            "{",
                                            "}",
                                            "[",
                                            "]",
                                            "<",
                                            ">",
                                            ",",
                                            ":",
                                            "=",
                                            "->",
                                            "x",
                                            "?",
                                            "-",
                                            "{a = 1 : i32}",
                                            "loc(unknown)",
                                            "loc(\"f\":1:2)",
                                            "^bb1:",
                                            "\n"};

//===----------------------------------------------------------------------===//
// Mutations
//===----------------------------------------------------------------------===//

static std::string pickReplacement(const std::vector<Token> &tokens,
                                   const Token &old, Random &random) {
  // Half of the time something of the same kind from the text itself.
  if (old.kind == TokenKind::Name || random.below(2))
    for (int tries = 0; tries < 16; ++tries) {
      const Token &other = tokens[random.below(tokens.size())];
      if (other.kind == old.kind && other.text != old.text)
        return other.text;
    }
  switch (old.kind) {
  case TokenKind::Word:
    return kWords[random.below(kWords.size())];
  case TokenKind::Number:
    return kNumbers[random.below(kNumbers.size())];
  case TokenKind::Punctuation:
    return kPunctuation[random.below(kPunctuation.size())];
  case TokenKind::Name:
  case TokenKind::String:
    break;
  }
  return old.text;
}

/// Replaces every occurrence of one spelling: types must stay consistent to get
/// past the verifier.
static void replaceEverywhere(std::vector<Token> &tokens, Random &random) {
  const Token old = tokens[random.below(tokens.size())];
  std::string replacement = pickReplacement(tokens, old, random);
  for (Token &token : tokens)
    if (token.kind == old.kind && token.text == old.text)
      token.text = replacement;
}

/// Removes or repeats a bracketed group.
static void mutateGroup(std::vector<Token> &tokens, Random &random) {
  size_t begin = random.below(tokens.size());
  for (size_t tries = 0; tries < tokens.size(); ++tries) {
    const std::string &text = tokens[begin].text;
    if (text == "{" || text == "(" || text == "[" || text == "<")
      break;
    begin = (begin + 1) % tokens.size();
  }
  std::string open = tokens[begin].text;
  std::string close = open == "{"   ? "}"
                      : open == "(" ? ")"
                      : open == "[" ? "]"
                                    : ">";
  size_t end = begin, depth = 0;
  for (; end < tokens.size(); ++end) {
    depth += tokens[end].text == open;
    if (tokens[end].text == close && --depth == 0)
      break;
  }
  // Without a bracket in the text the search stops at any token.
  if (end == tokens.size() || end == begin)
    return;
  auto first = tokens.begin() + begin, last = tokens.begin() + end + 1;
  switch (random.below(3)) {
  case 0: // The group.
    tokens.erase(first, last);
    break;
  case 1: // Its contents.
    tokens.erase(first + 1, last - 1);
    break;
  default: {
    std::vector<Token> copy(first, last);
    tokens.insert(last, copy.begin(), copy.end());
  }
  }
}

static void mutateToken(std::vector<Token> &tokens, Random &random) {
  if (tokens.empty())
    return;
  size_t at = random.below(tokens.size());
  switch (random.below(8)) {
  case 0:
    tokens.erase(tokens.begin() + at);
    break;
  case 1: {
    Token copy = tokens[at];
    tokens.insert(tokens.begin() + at, copy);
    break;
  }
  case 2:
    std::swap(tokens[at].text, tokens[random.below(tokens.size())].text);
    break;
  case 3:
    mutateGroup(tokens, random);
    break;
  case 4:
    replaceEverywhere(tokens, random);
    break;
  default:
    tokens[at].text = pickReplacement(tokens, tokens[at], random);
  }
}

static std::vector<std::string> splitLines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    size_t end = text.find('\n');
    size_t length = end == std::string_view::npos ? text.size() : end + 1;
    lines.emplace_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

static std::string joinLines(const std::vector<std::string> &lines) {
  std::string text;
  for (const std::string &line : lines)
    text += line;
  return text;
}

static std::string mutateLines(std::string_view text, Random &random) {
  std::vector<std::string> lines = splitLines(text);
  if (lines.empty())
    return std::string(text);
  size_t at = random.below(lines.size());
  size_t count = std::min(random.below(4) + 1, lines.size() - at);
  auto first = lines.begin() + at;
  switch (random.below(4)) {
  case 0:
    lines.erase(first, first + count);
    break;
  case 1:
    std::swap(lines[at], lines[random.below(lines.size())]);
    break;
  default: {
    std::vector<std::string> copy(first, first + count);
    lines.insert(lines.begin() + random.below(lines.size() + 1), copy.begin(),
                 copy.end());
  }
  }
  return joinLines(lines);
}

std::string tessera::fuzz::mutateText(std::string_view text, Random &random) {
  std::string mutant(text);
  size_t rounds = random.below(4) + 1;
  for (size_t i = 0; i < rounds; ++i) {
    if (random.below(4) == 0) {
      mutant = mutateLines(mutant, random);
      continue;
    }
    std::vector<Token> tokens = tokenize(mutant);
    mutateToken(tokens, random);
    mutant = join(tokens);
  }
  return mutant;
}

std::string tessera::fuzz::spliceTexts(std::string_view first,
                                       std::string_view second,
                                       Random &random) {
  std::vector<std::string> into = splitLines(first), from = splitLines(second);
  if (into.empty() || from.empty())
    return std::string(first);
  size_t at = random.below(from.size());
  size_t count = std::min(random.below(8) + 1, from.size() - at);
  into.insert(into.begin() + random.below(into.size() + 1), from.begin() + at,
              from.begin() + at + count);
  return joinLines(into);
}
