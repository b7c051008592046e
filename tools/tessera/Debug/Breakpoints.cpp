//===- tools/tessera/Debug/Breakpoints.cpp - where a run stops --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A breakpoint is resolved to operations when it is set, and its condition is
// checked then: a name that is not visible there is said at once.
//
//===----------------------------------------------------------------------===//

#include "Breakpoints.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::debug;

/// Names that are no values of the kernel.
static bool isCoordinate(StringRef name) {
  return is_contained(
      {"block.x", "block.y", "block.z", "grid.x", "grid.y", "grid.z"}, name);
}

/// Fills in what follows from the request; the problem if it cannot stop.
static std::string resolve(const SourceMap &map, Breakpoint &breakpoint) {
  const BreakpointRequest &request = breakpoint.request;
  breakpoint.where = map.breakPlace(breakpoint.file, request.line);
  if (breakpoint.where.ops.empty())
    return "no operation of the entry is in line " +
           std::to_string(request.line) + " or after it";
  if (!request.hitCondition.empty() &&
      (StringRef(request.hitCondition)
           .trim()
           .getAsInteger(10, breakpoint.fromVisit) ||
       breakpoint.fromVisit == 0))
    return "expected a positive number of visits, got '" +
           request.hitCondition + "'";
  if (request.condition.empty())
    return "";
  Expected<Expression> parsed = Expression::parse(request.condition);
  if (!parsed)
    return toString(parsed.takeError());
  for (const std::string &name : parsed->names())
    for (mlir::Operation *op : breakpoint.where.ops)
      if (!isCoordinate(name) && !map.find(name, op))
        return "no value " + name + " is visible in line " +
               std::to_string(breakpoint.where.place.line);
  breakpoint.condition.emplace(std::move(*parsed));
  return "";
}

const Breakpoint &Breakpoints::add(const SourceMap &map, StringRef file,
                                   const BreakpointRequest &request) {
  Breakpoint &breakpoint = byId[nextId];
  breakpoint.id = nextId++;
  breakpoint.file = file.str();
  breakpoint.request = request;
  breakpoint.problem = resolve(map, breakpoint);
  return breakpoint;
}

std::vector<const Breakpoint *>
Breakpoints::replace(const SourceMap &map, StringRef file,
                     ArrayRef<BreakpointRequest> requests) {
  std::erase_if(byId,
                [&](const auto &entry) { return entry.second.file == file; });
  std::vector<const Breakpoint *> added;
  for (const BreakpointRequest &request : requests)
    added.push_back(&add(map, file, request));
  return added;
}

bool Breakpoints::remove(unsigned id) { return byId.erase(id) != 0; }

SmallVector<Breakpoint *, 2> Breakpoints::at(mlir::Operation *op) {
  SmallVector<Breakpoint *, 2> found;
  for (auto &[id, breakpoint] : byId)
    if (breakpoint.isVerified() && is_contained(breakpoint.where.ops, op))
      found.push_back(&breakpoint);
  return found;
}
