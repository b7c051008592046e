//===- Litmus/Repair.h - the smallest change that makes a test right -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Edits never add behaviour or races (memory-model.md 3.1-7), so if the
// strongest program is not right, none is, and what is right with some edits is
// right with more. The smallest set is found by growing it one edit at a time.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LITMUS_REPAIR_H
#define TESSERA_LITMUS_REPAIR_H

#include "tessera/Litmus/LitmusTest.h"

namespace tessera::litmus {

struct Repair {
  enum class Kind : uint8_t {
    /// Nothing to do: neither racy nor allowed.
    NotNeeded,
    /// The outcome is forbidden with these edits.
    Forbids,
    /// The outcome is possible whatever is strengthened; these edits make the
    /// program race free.
    RemovesRaces,
    /// No edits help.
    Impossible
  };
  Kind kind = Kind::NotNeeded;
  memmodel::Verdict before = memmodel::Verdict::Forbidden;
  memmodel::Verdict after = memmodel::Verdict::Forbidden;
  std::vector<Edit> edits;
  /// No smaller set helps; otherwise only no subset of this one does.
  bool isSmallest = true;
  /// How many programs were checked.
  unsigned tried = 0;
};

/// Leaves the test without edits.
llvm::Expected<Repair> findRepair(LitmusTest &test,
                                  const memmodel::Options &options);

/// Changes the module of the test for good, verifies it and checks it again.
llvm::Expected<memmodel::Verdict> applyRepair(LitmusTest &test,
                                              const Repair &repair,
                                              const memmodel::Options &options);

} // namespace tessera::litmus

#endif // TESSERA_LITMUS_REPAIR_H
