//===- tools/tessera/OptionHelp.cpp - tables of options as data -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads tables, and prints what `--help` shows.
//
//===----------------------------------------------------------------------===//

#include "OptionHelp.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"

#include <tuple>

using namespace llvm;
using namespace tessera;

std::vector<tool::ListedOption> tool::listOptions(const opt::OptTable &table) {
  // TableGen sorts by name, so the names of groups have numbers.
  std::vector<std::tuple<unsigned, unsigned, ListedOption>> found;
  for (unsigned id = 1; id <= table.getNumOptions(); ++id) {
    opt::Option option = table.getOption(id);
    StringRef help = table.getOptionHelpText(id);
    if (help.empty() || option.getKind() == opt::Option::GroupClass)
      continue;
    ListedOption listed{option.getPrefixedName().str(), help.str(), "", "", ""};
    if (option.getKind() != opt::Option::FlagClass) {
      const char *value = table.getOptionMetaVar(id);
      listed.value = value ? value : "<value>";
    }
    unsigned groupId = 0;
    if (opt::Option group = option.getGroup(); group.isValid()) {
      groupId = group.getID();
      auto [heading, example] =
          StringRef(table.getOptionHelpText(group.getID())).split('\n');
      listed.group = heading.str();
      listed.example = example.str();
    }
    found.emplace_back(groupId, id, std::move(listed));
  }
  llvm::sort(found, [](const auto &a, const auto &b) {
    return std::tie(std::get<0>(a), std::get<1>(a)) <
           std::tie(std::get<0>(b), std::get<1>(b));
  });
  std::vector<ListedOption> options;
  for (auto &[group, id, option] : found)
    options.push_back(std::move(option));
  return options;
}

std::vector<std::string> tool::ListedOption::choices() const {
  StringRef inside = value;
  if (!inside.consume_front("<") || !inside.consume_back(">") ||
      !inside.contains('|'))
    return {};
  SmallVector<StringRef> words;
  inside.split(words, '|');
  // `cpu[:name]` is the word and what may follow it.
  std::vector<std::string> choices;
  for (StringRef word : words)
    if (!word.contains('_'))
      choices.push_back(word.split('[').first.str());
  return choices;
}

std::string tool::unknownOption(const opt::OptTable &table,
                                StringRef spelling) {
  std::string nearest;
  // `--lay=a` is about `--lay`.
  std::string text = "unknown option '" + spelling.split('=').first.str() + "'";
  if (table.findNearest(spelling, nearest) <= 2)
    text += ": did you mean '" + nearest + "'?";
  return text;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static constexpr size_t screenWidth = 80, helpColumn = 26;

/// Prints words from `column` on, in lines that begin at helpColumn.
static void printWrapped(raw_ostream &os, StringRef text, size_t column) {
  for (StringRef word : split(text, ' ')) {
    if (column + word.size() > screenWidth && column > helpColumn) {
      os << '\n' << std::string(helpColumn, ' ');
      column = helpColumn;
    }
    os << word << ' ';
    column += word.size() + 1;
  }
}

static void printOption(raw_ostream &os, const tool::ListedOption &option) {
  std::string name = "  " + option.name;
  if (!option.value.empty()) {
    // `-O<0-3>` and `--remarks=<regex>` are one word.
    bool isJoined = StringRef(name).ends_with("=") || name == "  -O";
    name += (isJoined ? "" : " ") + option.value;
  }
  std::string text;
  raw_string_ostream line(text);
  line << name;
  size_t column = name.size();
  if (column + 2 > helpColumn) {
    line << '\n';
    column = 0;
  }
  line << std::string(helpColumn - column, ' ');
  printWrapped(line, option.help, helpColumn);
  for (StringRef part : split(text, '\n'))
    os << part.rtrim() << '\n';
}

void tool::printOptionHelp(raw_ostream &os, StringRef usage, StringRef sentence,
                           ArrayRef<ListedOption> options, StringRef footer) {
  os << "usage: " << usage << "\n\n" << sentence << ".\n";
  const ListedOption *last = nullptr;
  for (const ListedOption &option : options) {
    if (!last || last->group != option.group) {
      os << '\n' << (option.group.empty() ? "Options" : option.group) << ":\n";
      if (!option.example.empty())
        os << "    " << option.example << "\n\n";
    }
    last = &option;
    printOption(os, option);
  }
  if (!footer.empty())
    os << '\n' << footer;
}
