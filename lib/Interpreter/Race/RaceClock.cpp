//===- Interpreter/Race/RaceClock.cpp - what a token waits for -----------------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Spans are kept sorted and as few as possible, so that union is a merge and
// membership a binary search.
//
//===----------------------------------------------------------------------===//

#include "RaceClock.h"

#include <algorithm>
#include <tuple>

namespace tessera::interp {

void RaceClocks::push(llvm::SmallVectorImpl<Span> &out, const Span &span) {
  if (!out.empty()) {
    Span &tail = out.back();
    if (tail.block == span.block && tail.op == span.op &&
        uint64_t(tail.last) + 1 >= span.first) {
      tail.last = std::max(tail.last, span.last);
      return;
    }
  }
  out.push_back(span);
}

RaceClocks::Spans RaceClocks::merge(llvm::ArrayRef<Span> a,
                                    llvm::ArrayRef<Span> b) {
  Spans out;
  out.reserve(a.size() + b.size());
  auto key = [](const Span &span) {
    return std::tie(span.block, span.op, span.first);
  };
  while (!a.empty() && !b.empty()) {
    llvm::ArrayRef<Span> &next = key(b.front()) < key(a.front()) ? b : a;
    push(out, next.front());
    next = next.drop_front();
  }
  for (const Span &span : a)
    push(out, span);
  for (const Span &span : b)
    push(out, span);
  return out;
}

bool RaceClocks::holds(llvm::ArrayRef<Span> spans, const RaceEvent &event) {
  // The last span that starts at or before the event.
  auto it =
      std::upper_bound(spans.begin(), spans.end(), event,
                       [](const RaceEvent &event, const Span &span) {
                         return std::tie(event.block, event.op, event.number) <
                                std::tie(span.block, span.op, span.first);
                       });
  if (it == spans.begin())
    return false;
  --it;
  return it->block == event.block && it->op == event.op &&
         event.number <= it->last;
}

bool RaceClocks::contains(ClockId clock, const RaceEvent &event) const {
  if (event.number == 0)
    return true;
  const Clock &it = clocks[clock];
  if (clock == 0)
    return false;
  if (event.block == it.block)
    return holds(it.own, event);
  return it.foreign && holds(*it.foreign, event);
}

ClockId RaceClocks::add(Clock clock) {
  ++live;
  if (freed.empty()) {
    clocks.push_back(std::move(clock));
    return static_cast<ClockId>(clocks.size() - 1);
  }
  ClockId id = freed.back();
  freed.pop_back();
  clocks[id] = std::move(clock);
  return id;
}

ClockId RaceClocks::after(ClockId past, const RaceEvent &event) {
  Clock next;
  next.block = event.block;
  next.own = merge(clocks[past].own,
                   Span{event.block, event.op, event.number, event.number});
  next.foreign = clocks[past].foreign;
  return add(std::move(next));
}

ClockId RaceClocks::join(ClockId a, ClockId b) {
  if (a == b || b == 0)
    return a;
  if (a == 0)
    return b;
  return acquire(a, clocks[a].block, b);
}

ClockId RaceClocks::acquire(ClockId past, uint32_t block, ClockId released) {
  if (released == 0)
    return past;
  Clock next;
  const Clock &mine = clocks[past], &other = clocks[released];
  next.block = block;
  if (other.block == block) {
    next.own = merge(mine.own, other.own);
    next.foreign = mine.foreign;
  } else {
    next.own = mine.own;
    Spans foreign = merge(mine.foreign ? llvm::ArrayRef<Span>(*mine.foreign)
                                       : llvm::ArrayRef<Span>(),
                          other.own);
    next.foreign =
        std::make_shared<std::vector<Span>>(foreign.begin(), foreign.end());
  }
  if (other.foreign && other.foreign != next.foreign) {
    // What the other block had acquired may be ours.
    Spans ours, theirs;
    for (const Span &span : *other.foreign)
      (span.block == block ? ours : theirs).push_back(span);
    if (!ours.empty())
      next.own = merge(next.own, ours);
    if (!theirs.empty()) {
      Spans foreign = merge(next.foreign ? llvm::ArrayRef<Span>(*next.foreign)
                                         : llvm::ArrayRef<Span>(),
                            theirs);
      next.foreign =
          std::make_shared<std::vector<Span>>(foreign.begin(), foreign.end());
    }
  }
  return add(std::move(next));
}

void RaceClocks::collect(
    llvm::function_ref<void(llvm::function_ref<void(ClockId)>)> roots) {
  for (Clock &clock : clocks)
    clock.used = false;
  roots([&](ClockId id) { clocks[id].used = true; });
  freed.clear();
  live = 0;
  for (ClockId id = static_cast<ClockId>(clocks.size()); --id > 0;) {
    if (clocks[id].used) {
      ++live;
      continue;
    }
    clocks[id] = Clock();
    freed.push_back(id);
  }
  limit = std::max<size_t>(4096, 2 * live);
}

} // namespace tessera::interp
