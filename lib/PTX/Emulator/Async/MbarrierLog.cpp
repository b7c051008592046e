//===- PTX/Emulator/Async/MbarrierLog.cpp - who did what to an mbarrier -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts the state of an mbarrier into words. Who can still arrive is read off
// the code: the threads that have not exited and can reach an instruction that
// arrives at some mbarrier; at which one is known only when it is executed.
//
//===----------------------------------------------------------------------===//

#include "MbarrierLog.h"
#include "MbarrierImpl.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

MbarrierAct &MbarrierLog::act(const DecodedInstruction *by) {
  for (MbarrierAct &each : open)
    if (each.by == by)
      return each;
  open.push_back({by});
  return open.back();
}

void MbarrierLog::complete() {
  before = std::move(open);
  open.clear();
  ++completed;
}

//===----------------------------------------------------------------------===//
// What happened
//===----------------------------------------------------------------------===//

static uint32_t lineOf(const DecodedInstruction *in) {
  return in && in->source ? in->source->location.line : 0;
}

static uint64_t sumOf(ArrayRef<MbarrierAct> acts,
                      uint64_t MbarrierAct::*count) {
  uint64_t sum = 0;
  for (const MbarrierAct &act : acts)
    sum += act.*count;
  return sum;
}

std::string tessera::ptx::emu::describeActs(ArrayRef<MbarrierAct> acts,
                                            uint64_t MbarrierAct::*count) {
  SmallVector<std::string> parts;
  for (const MbarrierAct &act : acts)
    if (act.*count != 0)
      parts.push_back(
          (Twine(act.*count) + " of line " + Twine(lineOf(act.by))).str());
  return join(parts, " and ");
}

/// " (64 of line 20)", or nothing.
static std::string inBrackets(const std::string &text) {
  return text.empty() ? "" : " (" + text + ")";
}

//===----------------------------------------------------------------------===//
// Who can still make it
//===----------------------------------------------------------------------===//

/// Whether the instruction arrives at an mbarrier, or (`bytes`) ends a
/// transaction there.
static bool signals(const DecodedInstruction &in, bool bytes) {
  if (!in.source)
    return false;
  bool isMbarrier = in.source->opcode == "mbarrier";
  for (const Modifier &modifier : in.source->modifiers) {
    StringRef text = modifier.text;
    if (bytes ? text.starts_with("mbarrier::complete_tx") ||
                    (isMbarrier && text == "complete_tx")
              : text.starts_with("mbarrier::arrive") || text == "mbarrier" ||
                    (isMbarrier && text.starts_with("arrive")))
      return true;
  }
  return false;
}

/// The first line, in the order of the code, of such an instruction that can be
/// reached from `pc`; 0 when there is none.
static uint32_t reachableSignal(const DecodedFunction &function, uint32_t pc,
                                bool bytes) {
  std::vector<bool> seen(function.code.size(), false);
  SmallVector<uint32_t> open{pc};
  uint32_t line = 0;
  auto visit = [&](uint32_t index) {
    if (index < seen.size() && !seen[index]) {
      seen[index] = true;
      open.push_back(index);
    }
  };
  seen[pc] = true;
  while (!open.empty()) {
    uint32_t index = open.pop_back_val();
    const DecodedInstruction &in = function.code[index];
    if (signals(in, bytes) && (line == 0 || lineOf(&in) < line))
      line = lineOf(&in);
    for (uint32_t next : successors(function, index))
      visit(next);
  }
  return line;
}

static uint32_t reachableSignal(const Path &path, bool bytes) {
  uint32_t line = reachableSignal(*path.frame->function, path.pc, bytes);
  for (const Frame *frame = path.frame; line == 0 && frame->parent;
       frame = frame->parent)
    line = reachableSignal(*frame->parent->function, frame->returnPc, bytes);
  return line;
}

/// "warp 1 of block (0, 0, 0) by line 60, ...", of those who wait for this
/// mbarrier themselves or of the others.
static std::string describeSources(Cluster &cluster, uint64_t address,
                                   bool bytes, bool ofWaiting) {
  SmallVector<std::string> parts;
  unsigned left = 0;
  for (const auto &cta : cluster.ctas)
    for (const auto &warp : cta->warps) {
      uint32_t line = 0;
      for (const Path &path : warp->allPaths()) {
        bool waits = path.waiting == WaitKind::Mbarrier && path.key == address;
        if (waits == ofWaiting && line == 0)
          line = reachableSignal(path, bytes);
      }
      if (line == 0)
        continue;
      if (parts.size() == 4) {
        ++left;
        continue;
      }
      parts.push_back(("warp " + Twine(warp->index) + " of block (" +
                       Twine(cta->index[0]) + ", " + Twine(cta->index[1]) +
                       ", " + Twine(cta->index[2]) + ") by line " + Twine(line))
                          .str());
    }
  std::string text = join(parts, ", ");
  if (left != 0)
    text += " and " + std::to_string(left) + " more";
  return text;
}

static std::string describeWhoCan(Cluster &cluster, uint64_t address,
                                  bool bytes) {
  StringRef what = bytes ? "bring bytes" : "arrive";
  std::string others = describeSources(cluster, address, bytes, false);
  if (!others.empty())
    return ("; who could still " + what + ": " + others).str();
  others = describeSources(cluster, address, bytes, true);
  if (!others.empty())
    return ("; only threads that wait for it could still " + what + ": " +
            others)
        .str();
  unsigned exited = 0;
  for (const auto &cta : cluster.ctas)
    exited += cta->exitedThreads;
  return ("; no thread that is left could still " + what +
          (exited ? ", and " + Twine(exited) + " have exited" : Twine("")))
      .str();
}

//===----------------------------------------------------------------------===//
// The description
//===----------------------------------------------------------------------===//

static std::string describeBytes(const MbarrierLog &log, int64_t open) {
  uint64_t announced = sumOf(log.open, &MbarrierAct::announced);
  uint64_t brought = sumOf(log.open, &MbarrierAct::brought);
  std::string text =
      ("; expect_tx announced " + Twine(announced) + " bytes" +
       inBrackets(describeActs(log.open, &MbarrierAct::announced)) +
       ", copies brought " + Twine(brought) +
       inBrackets(describeActs(log.open, &MbarrierAct::brought)))
          .str();
  if (open > 0)
    text += (": " + Twine(open) +
             " bytes are missing, a copy is missing or the announcement is too "
             "large")
                .str();
  else if (open < 0)
    text += (": " + Twine(-open) + " bytes more than were announced").str();
  return text;
}

std::string tessera::ptx::emu::describeMbarrier(Machine &machine,
                                                Cluster &cluster,
                                                uint64_t address) {
  std::string text =
      "the mbarrier at shared address 0x" + utohexstr(address, true);
  Span span = machine.sharedAt(cluster, address, 8);
  Mbarrier barrier = Mbarrier::decode(span ? Warp::load(span, 8) : 0);
  if (!barrier.isValid)
    return text + " is not initialised any more";
  const MbarrierLog &log = MbarrierLogs::of(cluster, address);
  uint64_t came = sumOf(log.open, &MbarrierAct::arrivals);
  text += (" is in phase " + Twine(unsigned(barrier.phase)) + " (" +
           Twine(log.completed) + " have completed): " + Twine(came) +
           (came == 1 ? " arrival" : " arrivals") + " came" +
           inBrackets(describeActs(log.open, &MbarrierAct::arrivals)) + ", " +
           Twine(barrier.pending) + (barrier.pending == 1 ? " is" : " are") +
           " missing")
              .str();
  if (barrier.pending != 0) {
    std::string last = describeActs(log.before, &MbarrierAct::arrivals);
    if (!last.empty())
      text += ", in the phase before there were " + last;
  }
  if (barrier.transactions != 0 ||
      sumOf(log.open, &MbarrierAct::announced) != 0)
    text += describeBytes(log, barrier.transactions);
  if (barrier.pending != 0)
    text += describeWhoCan(cluster, address, /*bytes=*/false);
  else if (barrier.transactions > 0)
    text += describeWhoCan(cluster, address, /*bytes=*/true);
  return text;
}
