//===- tools/tessera/Litmus/PtxFaults.cpp - mistakes planted in PTX --------------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Line by line on the text, so that nothing of the compiler is involved.
//
//===----------------------------------------------------------------------===//

#include "PtxFaults.h"

#include "llvm/ADT/SmallVector.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::tool;

static std::string replaced(StringRef line, StringRef from, StringRef to) {
  size_t at = line.find(from);
  if (at == StringRef::npos)
    return line.str();
  return (line.take_front(at) + to + line.drop_front(at + from.size())).str();
}

static std::string dropRelease(StringRef line) {
  return replaced(replaced(line, ".release.", ".relaxed."), ".acq_rel.",
                  ".acquire.");
}

static std::string dropAcquire(StringRef line) {
  return replaced(replaced(line, ".acquire.", ".relaxed."), ".acq_rel.",
                  ".release.");
}

static std::string narrowScope(StringRef line) {
  for (StringRef order : {".relaxed", ".acquire", ".release", ".acq_rel"})
    for (StringRef scope : {".gpu.", ".sys."})
      if (line.contains((order + scope).str()))
        return replaced(line, (order + scope).str(), (order + ".cta.").str());
  return line.str();
}

static std::string weaken(StringRef line) {
  StringRef opcode = line.ltrim();
  if (!opcode.starts_with("ld.") && !opcode.starts_with("st."))
    return line.str();
  for (StringRef order : {".relaxed", ".acquire", ".release"})
    for (StringRef scope : {".cta.", ".gpu.", ".sys."})
      if (line.contains((order + scope).str()))
        return replaced(line, (order + scope).str(), ".");
  return line.str();
}

static std::string dropBarrier(StringRef line) {
  StringRef opcode = line.ltrim();
  for (StringRef barrier : {"bar.sync", "barrier.sync", "bar.warp.sync"})
    if (opcode.starts_with(barrier))
      return "";
  return line.str();
}

static std::string splitAtomic(StringRef line) {
  StringRef opcode = line.ltrim();
  bool returns = opcode.starts_with("atom.");
  if ((!returns && !opcode.starts_with("red.")) || !line.contains(".add.u32"))
    return line.str();
  // "atom.how.add.u32 %r, [a], b;" or without the result.
  auto [how, operands] = opcode.split(".add.u32");
  SmallVector<StringRef, 3> parts;
  operands.rtrim().drop_back().split(parts, ',');
  StringRef result = returns ? parts[0].trim() : "%splitold";
  StringRef place = parts[returns].trim(), value = parts[returns + 1].trim();
  StringRef scope = how.contains(".cta")   ? ".cta"
                    : how.contains(".sys") ? ".sys"
                                           : ".gpu";
  return ("{ .reg .b32 %splitold, %splitnew;\n\tld.relaxed" + scope +
          ".global.u32 %splitold, " + place + ";\n\tadd.u32 %splitnew, " +
          "%splitold, " + value + ";\n\tst.relaxed" + scope + ".global.u32 " +
          place + ", %splitnew;\n" +
          (returns ? ("\tmov.b32 " + result + ", %splitold;\n").str() : "") +
          "\t}")
      .str();
}

static constexpr PtxFault faults[] = {
    {"drop-release", "releases are relaxed", dropRelease},
    {"drop-acquire", "acquires are relaxed", dropAcquire},
    {"narrow-scope", "scopes are those of the block", narrowScope},
    {"weaken", "scoped loads and stores are weak", weaken},
    {"drop-barrier", "barriers of blocks and warps are missing", dropBarrier},
    {"split-atomic", "atomic additions are a load and a store", splitAtomic}};

ArrayRef<PtxFault> tool::ptxFaults() { return faults; }

const PtxFault *tool::findPtxFault(StringRef name) {
  for (const PtxFault &fault : faults)
    if (name == fault.name)
      return &fault;
  return nullptr;
}

std::string tool::plantFault(StringRef ptx, const PtxFault &fault) {
  std::string text;
  while (!ptx.empty()) {
    auto [line, rest] = ptx.split('\n');
    text += fault.apply(line) + "\n";
    ptx = rest;
  }
  return text;
}
