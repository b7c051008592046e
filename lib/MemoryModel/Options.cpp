//===- MemoryModel/Options.cpp - readings of the model as named options -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of choices between readings of the model, and the parser of
// --options.
//
//===----------------------------------------------------------------------===//

#include "tessera/MemoryModel/Options.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/StringExtras.h"

#include <iterator>

using namespace llvm;
using namespace tessera;
using namespace tessera::memmodel;

static constexpr const char *g1Values[] = {"producer", "literal"};
static constexpr const char *g2Values[] = {"dynamic", "static"};
static constexpr const char *g3Values[] = {"tok", "poloc", "instr"};
static constexpr const char *g5Values[] = {"single", "pattern"};
static constexpr const char *g6Values[] = {"hb", "cause"};
static constexpr const char *g7Values[] = {"cause", "hb"};
static constexpr const char *g8Values[] = {"partial", "total"};
static constexpr const char *g9Values[] = {"order", "relaxed"};
static constexpr const char *g10Values[] = {"none", "access"};
static constexpr const char *g11Values[] = {"element", "tile"};
static constexpr const char *g12Values[] = {"identical", "overlap"};
static constexpr const char *g13Values[] = {"grounded", "off", "syntactic",
                                            "syntactic-tok"};
static constexpr const char *g16Values[] = {"report", "assume"};
static constexpr const char *pxValues[] = {"path", "both"};
static constexpr const char *onOff[] = {"on", "off"};

static constexpr Choice table[] = {
    {"G1", "which way waits-for points: the consumer waits, or as printed",
     g1Values},
    {"G2",
     "a token out of control flow: what the taken path gives, or all that any "
     "path may give",
     g2Values},
    {"G3",
     "restricted program order: tokens; also same location; or accesses of one "
     "instruction count as ordered",
     g3Values},
    {"G5", "which release and acquire patterns of tile blocks synchronise",
     g5Values},
    {"G6", "the order that the race test uses", g6Values},
    {"G7", "the order that the axioms use", g7Values},
    {"G8", "coherence of racing writes: partial, or total", g8Values},
    {"G9", "the order of the read of a failed compare-and-swap", g9Values},
    {"G10", "what an inactive lane does", g10Values},
    {"G11",
     "what conflicts: elements, or weakly accessed tiles of one variable",
     g11Values},
    {"G12", "footprints that can be morally strong", g12Values},
    {"G13", "no values out of thin air", g13Values},
    {"G16",
     "a program that no execution completes: reported, or taken as having no "
     "outcome",
     g16Values},
    {"PX",
     "a proxy fence that orders accesses of two proxies: one on the path, or "
     "one in each thread",
     pxValues},
    {"A1", "axiom coherence", onOff},
    {"A2", "axiom atomicity", onOff},
    {"A3", "axiom SC per location", onOff},
    {"A4", "axiom causality", onOff},
    {"HB", "axiom happens-before is irreflexive", onOff},
    {"CHAIN", "observation passes through atomic updates", onOff},
};
static_assert(std::size(table) == numChoices);

ArrayRef<Choice> memmodel::choices() { return table; }

static std::string knownIds() {
  std::string text;
  for (const Choice &choice : table)
    text += std::string(text.empty() ? "" : ", ") + choice.id;
  return text;
}

Expected<Options> Options::parse(StringRef text) {
  Options options;
  if (text.trim().empty())
    return options;
  SmallVector<StringRef> parts;
  text.split(parts, ',');
  for (StringRef part : parts) {
    auto [id, value] = part.trim().split('=');
    const Choice *choice =
        find_if(table, [&](const Choice &c) { return id.trim() == c.id; });
    if (choice == std::end(table))
      return makeError("unknown choice '" + id.trim() + "': expected one of " +
                       knownIds());
    const char *const *found = find_if(
        choice->values, [&](const char *v) { return value.trim() == v; });
    if (found == choice->values.end())
      return makeError(
          "choice " + id.trim() + ": expected one of " +
          join(choice->values.begin(), choice->values.end(), ", ") + ", got '" +
          value.trim() + "'");
    options.selected[choice - table] =
        static_cast<uint8_t>(found - choice->values.begin());
  }
  return options;
}

std::string Options::str() const {
  std::string text;
  for (unsigned i = 0; i < numChoices; ++i)
    if (selected[i] != 0)
      text += std::string(text.empty() ? "" : ",") + table[i].id + "=" +
              table[i].values[selected[i]];
  return text;
}
