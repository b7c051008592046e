//===- tools/tessera/Debug/Breakpoints.h - where a run stops ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The breakpoints of a session, with their conditions. Not thread safe: the
// Debuggee guards it.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_DEBUG_BREAKPOINTS_H
#define TESSERA_TOOLS_TESSERA_DEBUG_BREAKPOINTS_H

#include "Expression.h"
#include "SourceMap.h"

#include <map>
#include <optional>

namespace tessera::debug {

/// A breakpoint as it is asked for.
struct BreakpointRequest {
  unsigned line = 0;
  /// Stop only where this is true; empty: always.
  std::string condition;
  /// Stop from this visit on: a number, or empty.
  std::string hitCondition;
  /// Not empty: print this, with values in {braces}, and do not stop.
  std::string logMessage;
};

struct Breakpoint {
  unsigned id = 0;
  std::string file;
  BreakpointRequest request;
  BreakPlace where;
  /// Why it will never stop; empty: it will.
  std::string problem;
  std::optional<Expression> condition;
  uint64_t fromVisit = 1, visits = 0;

  bool isVerified() const { return problem.empty(); }
};

class Breakpoints {
public:
  /// Puts these in the place of all others of `file`.
  std::vector<const Breakpoint *>
  replace(const SourceMap &map, llvm::StringRef file,
          llvm::ArrayRef<BreakpointRequest> requests);
  /// One more.
  const Breakpoint &add(const SourceMap &map, llvm::StringRef file,
                        const BreakpointRequest &request);
  /// False if there is none of that number.
  bool remove(unsigned id);
  const std::map<unsigned, Breakpoint> &all() const { return byId; }

  /// Those that may stop at `op`.
  llvm::SmallVector<Breakpoint *, 2> at(mlir::Operation *op);

private:
  std::map<unsigned, Breakpoint> byId;
  unsigned nextId = 1;
};

} // namespace tessera::debug

#endif // TESSERA_TOOLS_TESSERA_DEBUG_BREAKPOINTS_H
