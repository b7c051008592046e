//===- fuzz/PTXMutator.cpp - mutations of PTX programs ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A statement is what ends with a semicolon, a brace or a colon. Only those of
// instructions are moved about; the words of all may be replaced.
//
//===----------------------------------------------------------------------===//

#include "PTXMutator.h"

#include <array>
#include <cctype>
#include <vector>

using namespace tessera::fuzz;

using Parts = std::vector<std::string>;

/// The text in pieces that join to it again.
static Parts splitStatements(std::string_view text) {
  Parts parts;
  size_t start = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    bool isVector = c == '{' || c == '}' || c == ':';
    // Braces of vector operands and the colons of `::` end nothing.
    if (isVector && i != start) {
      size_t last = text.find_last_not_of(" \t\n", i - 1);
      bool opensOperand =
          last != std::string_view::npos &&
          (text[last] == ',' || text[last] == '[' ||
           std::isalnum(static_cast<unsigned char>(text[last])) ||
           text[last] == ':');
      bool isNext =
          i + 1 < text.size() && (text[i + 1] == ',' || text[i + 1] == ';' ||
                                  text[i + 1] == ']' || text[i + 1] == ':');
      if ((c == '{' && opensOperand) || isNext || (c == ':' && !opensOperand))
        continue;
    }
    if (c == ';' || isVector) {
      parts.emplace_back(text.substr(start, i + 1 - start));
      start = i + 1;
    }
  }
  if (start < text.size())
    parts.emplace_back(text.substr(start));
  return parts;
}

static std::string joinParts(const Parts &parts) {
  std::string text;
  for (const std::string &part : parts)
    text += part;
  return text;
}

/// An instruction, not a directive, label or brace.
static bool isInstruction(const std::string &part) {
  size_t first = part.find_first_not_of(" \t\n");
  return first != std::string::npos && part.back() == ';' &&
         part[first] != '.' && part[first] != '/';
}

/// The index of an instruction, or parts.size().
static size_t pickInstruction(const Parts &parts, Random &random) {
  for (int tries = 0; !parts.empty() && tries < 32; ++tries) {
    size_t index = random.below(parts.size());
    if (isInstruction(parts[index]))
      return index;
  }
  return parts.size();
}

static bool isWordChar(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$';
}

namespace {
struct Word {
  size_t begin, length;
};
} // namespace

/// Words that start with `lead` ('%', '.', or '0' for numbers).
static std::vector<Word> findWords(std::string_view text, char lead) {
  std::vector<Word> words;
  for (size_t i = 0; i < text.size(); ++i) {
    bool isStart =
        lead == '0'
            ? std::isdigit(static_cast<unsigned char>(text[i])) &&
                  (i == 0 || (!isWordChar(text[i - 1]) && text[i - 1] != '%'))
            : text[i] == lead && i + 1 < text.size() && isWordChar(text[i + 1]);
    if (!isStart)
      continue;
    size_t end = i + 1;
    while (end < text.size() &&
           (isWordChar(text[end]) ||
            (lead == '.' && text.substr(end, 2) == "::") ||
            (lead == '.' && text[end] == ':' && text[end - 1] == ':')))
      ++end;
    words.push_back({i, end - i});
    i = end - 1;
  }
  return words;
}

static constexpr std::array kNumbers = {"0",
                                        "1",
                                        "2",
                                        "3",
                                        "4",
                                        "7",
                                        "8",
                                        "15",
                                        "16",
                                        "24",
                                        "31",
                                        "32",
                                        "33",
                                        "48",
                                        "63",
                                        "64",
                                        "96",
                                        "127",
                                        "128",
                                        "255",
                                        "256",
                                        "512",
                                        "1023",
                                        "1024",
                                        "4096",
                                        "65535",
                                        "65536",
                                        "1048576",
                                        "16777216",
                                        "2147483647",
                                        "2147483648",
                                        "4294967295",
                                        "4294967296",
                                        "0x7FC00000",
                                        "0x80000000",
                                        "0x700000000000",
                                        "0x100000000000",
                                        "0x200000000000",
                                        "0x300000000000",
                                        "9223372036854775807",
                                        "0x8000000000000000",
                                        "0xFFFFFFFFFFFFFFFF",
                                        "0f7FC00000",
                                        "0fFF800000",
                                        "0f00000001",
                                        "0d7FF0000000000000"};

static constexpr std::array kModifiers = {".u8",
                                          ".s8",
                                          ".b8",
                                          ".u16",
                                          ".s16",
                                          ".b16",
                                          ".u32",
                                          ".s32",
                                          ".b32",
                                          ".u64",
                                          ".s64",
                                          ".b64",
                                          ".b128",
                                          ".f16",
                                          ".bf16",
                                          ".f16x2",
                                          ".bf16x2",
                                          ".f32",
                                          ".f64",
                                          ".f32x2",
                                          ".tf32",
                                          ".pred",
                                          ".v2",
                                          ".v4",
                                          ".global",
                                          ".shared",
                                          ".local",
                                          ".const",
                                          ".param",
                                          ".shared::cta",
                                          ".shared::cluster",
                                          ".relaxed",
                                          ".acquire",
                                          ".release",
                                          ".acq_rel",
                                          ".volatile",
                                          ".weak",
                                          ".cta",
                                          ".cluster",
                                          ".gpu",
                                          ".sys",
                                          ".rn",
                                          ".rz",
                                          ".rm",
                                          ".rp",
                                          ".ftz",
                                          ".sat",
                                          ".lo",
                                          ".hi",
                                          ".wide",
                                          ".x1",
                                          ".x2",
                                          ".x4",
                                          ".x8",
                                          ".x128",
                                          ".cta_group::1",
                                          ".cta_group::2",
                                          ".aligned"};

static void replaceWord(std::string &text, char lead, Random &random) {
  std::vector<Word> words = findWords(text, lead);
  if (words.empty())
    return;
  Word target = words[random.below(words.size())];
  Word source = words[random.below(words.size())];
  std::string with = text.substr(source.begin, source.length);
  if (lead == '0' && random.below(2))
    with = kNumbers[random.below(kNumbers.size())];
  if (lead == '.' && random.below(2))
    with = kModifiers[random.below(kModifiers.size())];
  text.replace(target.begin, target.length, with);
}

static void mutateOnce(Parts &parts, Random &random) {
  size_t index = pickInstruction(parts, random);
  if (index == parts.size())
    return;
  size_t other = pickInstruction(parts, random);
  if (other == parts.size())
    other = index;
  switch (random.below(9)) {
  case 0:
    parts.erase(parts.begin() + index);
    return;
  case 1:
    parts.insert(parts.begin() + other, std::string(parts[index]));
    return;
  case 2:
    std::swap(parts[index], parts[other]);
    return;
  case 3: { // its guard
    std::string &text = parts[index];
    if (size_t at = text.find('@'); at != std::string::npos)
      text.erase(at, text.find_first_of(" \t", at) - at);
    else
      text.insert(text.find_first_not_of(" \t\n"), "@%p ");
    return;
  }
  case 4:
  case 5: { // a register of the whole program for one of this instruction
    std::string &text = parts[index];
    std::vector<Word> mine = findWords(text, '%');
    std::vector<Word> theirs = findWords(parts[other], '%');
    if (mine.empty() || theirs.empty())
      return;
    Word to = mine[random.below(mine.size())];
    Word from = theirs[random.below(theirs.size())];
    text.replace(to.begin, to.length,
                 std::string(parts[other]).substr(from.begin, from.length));
    return;
  }
  case 6:
    return replaceWord(parts[index], '0', random);
  case 7:
    return replaceWord(parts[index], '.', random);
  default: // also directives
    return replaceWord(parts[random.below(parts.size())],
                       random.below(2) ? '0' : '.', random);
  }
}

std::string tessera::fuzz::mutatePTX(std::string_view text, Random &random) {
  Parts parts = splitStatements(text);
  for (size_t count = 1 + random.below(3); count != 0; --count)
    mutateOnce(parts, random);
  return joinParts(parts);
}

std::string tessera::fuzz::splicePTX(std::string_view first,
                                     std::string_view second, Random &random) {
  Parts into = splitStatements(first), from = splitStatements(second);
  for (size_t count = 1 + random.below(4); count != 0; --count) {
    size_t at = pickInstruction(into, random);
    size_t of = pickInstruction(from, random);
    if (at != into.size() && of != from.size())
      into.insert(into.begin() + at, from[of]);
  }
  return joinParts(into);
}
