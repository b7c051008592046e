//===- Support/NearestName.cpp - what a misspelt name meant -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts how many letters two names differ in.
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/NearestName.h"

#include "llvm/ADT/SmallVector.h"

#include <algorithm>

using namespace llvm;
using namespace tessera;

static unsigned commonPrefix(StringRef a, StringRef b) {
  unsigned n = 0;
  while (n < a.size() && n < b.size() && a[n] == b[n])
    ++n;
  return n;
}

/// `rnu` for `run`.
static bool isSwapped(StringRef a, StringRef b) {
  unsigned n = commonPrefix(a, b);
  return a.size() == b.size() && n + 1 < a.size() && a[n] == b[n + 1] &&
         a[n + 1] == b[n] && a.drop_front(n + 2) == b.drop_front(n + 2);
}

std::string tessera::findNearestName(StringRef name,
                                     ArrayRef<StringRef> known) {
  // Names of one or two letters are near to everything.
  if (name.size() < 3)
    return "";
  unsigned best = std::max<unsigned>(1, static_cast<unsigned>(name.size()) / 3);
  unsigned prefix = 0;
  std::string nearest;
  for (StringRef candidate : known) {
    if (candidate == name)
      continue;
    unsigned distance = name.edit_distance(candidate, true, best + 1);
    // `load_ptr` for `load_ptr_tko`.
    if ((name.size() >= 4 && candidate.starts_with(name)) ||
        isSwapped(name, candidate))
      distance = std::min(distance, 1u);
    // Of equally near ones, that which begins alike.
    unsigned alike = commonPrefix(name, candidate);
    if (distance < best || (distance == best && alike >= prefix)) {
      best = distance;
      prefix = alike;
      nearest = candidate.str();
    }
  }
  return nearest;
}

std::string tessera::didYouMean(StringRef name, ArrayRef<StringRef> known) {
  std::string nearest = findNearestName(name, known);
  return nearest.empty() ? "" : ": did you mean '" + nearest + "'?";
}

std::string tessera::didYouMean(StringRef name, ArrayRef<std::string> known) {
  SmallVector<StringRef> names(known.begin(), known.end());
  return didYouMean(name, ArrayRef<StringRef>(names));
}
