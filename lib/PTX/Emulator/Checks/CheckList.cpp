//===- PTX/Emulator/Checks/CheckList.cpp - lists of checks as text -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names are read from left to right; each adds a check or leaves it out.
//
//===----------------------------------------------------------------------===//

#include "tessera/PTX/Emulator/CheckList.h"
#include "tessera/Support/Error.h"
#include "tessera/Support/NearestName.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::ptx::emu;

Error tessera::ptx::emu::parseCheckList(StringRef text, uint32_t &disabled) {
  SmallVector<StringRef> names;
  text.split(names, ',');
  disabled = names.front().starts_with("-") ? optionalChecks : everyCheck;
  for (StringRef name : names) {
    if (name == "all" || name == "none") {
      disabled = name == "all" ? optionalChecks : everyCheck;
      continue;
    }
    bool isLeftOut = name.consume_front("-");
    std::optional<CheckKind> kind = findCheckKind(name);
    if (!kind) {
      SmallVector<StringRef> known = {"all", "none"};
      for (unsigned i = 0; i < numCheckKinds; ++i)
        known.push_back(checkKindName(CheckKind(i)));
      return makeError("expected a kind of finding, got '" + name +
                       "': known are " + join(known, ", ") +
                       didYouMean(name, known));
    }
    uint32_t bit = 1u << unsigned(*kind);
    disabled = isLeftOut ? disabled | bit : disabled & ~bit;
  }
  return Error::success();
}
