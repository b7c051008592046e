//===- tools/tessera/PTX/TimeTrace.cpp - pictures of a timed run ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions of a warp that follow one another closely are one slice; waits
// are slices of their own, named by what is waited for.
//
//===----------------------------------------------------------------------===//

#include "TimeTrace.h"

#include "llvm/Support/Format.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::tool;
using namespace tessera::ptx::emu;

/// Shorter waits are part of the instructions around them.
static constexpr uint64_t shortestWait = 8;

static unsigned lineOf(const DecodedInstruction &in) {
  return in.source ? in.source->location.line : 0;
}

unsigned TimeTrace::rowOf(const Warp &warp) {
  auto [place, isNew] = warpRows.try_emplace(
      std::pair(warp.cta.number, warp.index), unsigned(rows.size()));
  if (isNew) {
    const auto &block = warp.cta.index;
    Row row;
    row.process = TimedSchedule::multiprocessorOf(warp);
    row.name = ("block (" + Twine(block[0]) + ", " + Twine(block[1]) + ", " +
                Twine(block[2]) + ") warp " + Twine(warp.index))
                   .str();
    rows.push_back(std::move(row));
  }
  return place->second;
}

void TimeTrace::close(unsigned index) {
  Row &row = rows[index];
  if (!row.isOpen)
    return;
  row.isOpen = false;
  slices.push_back({index, std::to_string(row.count) + " instructions",
                    double(row.begin), double(row.end - row.begin),
                    row.firstLine, row.lastLine});
}

void TimeTrace::stalled(const Warp &warp, const DecodedInstruction &at,
                        Stall why, uint64_t begin, uint64_t end) {
  if (end - begin < shortestWait)
    return;
  unsigned row = rowOf(warp);
  close(row);
  slices.push_back({row, "waits: " + stallName(why).str(), double(begin),
                    double(end - begin), lineOf(at), lineOf(at)});
}

void TimeTrace::issued(const Warp &warp, const DecodedInstruction &in,
                       uint64_t time) {
  unsigned index = rowOf(warp);
  if (rows[index].isOpen && time > rows[index].end + shortestWait)
    close(index);
  Row &row = rows[index];
  if (!row.isOpen) {
    row.isOpen = true;
    row.begin = time;
    row.firstLine = lineOf(in);
    row.count = 0;
  }
  row.end = time + 1;
  row.lastLine = lineOf(in);
  ++row.count;
}

void TimeTrace::worked(unsigned sm, StringRef engine,
                       const DecodedInstruction &in, double begin, double end) {
  auto [place, isNew] = engineRows.try_emplace(std::pair(sm, engine.str()),
                                               unsigned(rows.size()));
  if (isNew) {
    rows.emplace_back();
    rows.back().name = engine.str();
    rows.back().process = sm;
  }
  std::string name = in.source ? in.source->opcode : "";
  for (const ptx::Modifier &modifier : in.source->modifiers)
    if (StringRef(modifier.text).starts_with("m64") ||
        modifier.text == "tensor" || modifier.text == "mma")
      name += "." + modifier.text;
  slices.push_back(
      {place->second, name, begin, end - begin, lineOf(in), lineOf(in)});
}

double TimeTrace::writeRows(json::OStream &json) {
  constexpr size_t mostSlices = 24000, mostRows = 40;
  for (unsigned row = 0; row < rows.size(); ++row)
    close(row);
  std::vector<const Slice *> sorted;
  for (const Slice &slice : slices)
    if (rows[slice.row].process == 0)
      sorted.push_back(&slice);
  llvm::stable_sort(sorted, [](const Slice *a, const Slice *b) {
    return a->begin < b->begin;
  });
  bool isCut = sorted.size() > mostSlices;
  sorted.resize(std::min(sorted.size(), mostSlices));
  // Engines come first.
  std::vector<unsigned> order;
  for (const auto &[name, row] : engineRows)
    order.push_back(row);
  size_t engines = order.size();
  for (const auto &[name, row] : warpRows)
    order.push_back(row);
  llvm::erase_if(order, [&](unsigned row) { return rows[row].process != 0; });
  order.resize(std::min(order.size(), mostRows));
  std::vector<std::vector<const Slice *>> byRow(rows.size());
  std::map<std::string, unsigned> names;
  double end = 1;
  for (const Slice *slice : sorted) {
    byRow[slice->row].push_back(slice);
    names.try_emplace(slice->name, unsigned(names.size()));
    end = std::max(end, slice->begin + slice->length);
  }
  if (isCut)
    end = sorted.back()->begin;
  json.object([&] {
    json.attribute("cut", isCut);
    json.attributeArray("names", [&] {
      std::vector<StringRef> listed(names.size());
      for (const auto &[name, index] : names)
        listed[index] = name;
      for (StringRef name : listed)
        json.value(name);
    });
    json.attributeArray("rows", [&] {
      for (auto [index, row] : enumerate(order))
        json.object([&] {
          json.attribute("name", rows[row].name);
          json.attribute("isEngine", index < engines);
          json.attributeArray("slices", [&] {
            for (const Slice *slice : byRow[row])
              json.array([&] {
                json.value(int64_t(slice->begin));
                json.value(int64_t(slice->length));
                json.value(names[slice->name]);
                json.value(slice->line);
              });
          });
        });
    });
  });
  return end;
}

void TimeTrace::write(raw_ostream &os) {
  for (unsigned row = 0; row < rows.size(); ++row)
    close(row);
  json::OStream json(os);
  json.object([&] {
    json.attribute("displayTimeUnit", "ns");
    json.attributeArray("traceEvents", [&] {
      auto name = [&](StringRef what, unsigned process, unsigned row,
                      std::string text) {
        json.object([&] {
          json.attribute("ph", "M");
          json.attribute("name", what);
          json.attribute("pid", process);
          json.attribute("tid", row);
          json.attributeObject("args", [&] { json.attribute("name", text); });
        });
      };
      std::map<unsigned, bool> named;
      for (auto [index, row] : enumerate(rows)) {
        if (!std::exchange(named[row.process], true))
          name("process_name", row.process, 0,
               "multiprocessor " + std::to_string(row.process));
        name("thread_name", row.process, unsigned(index), row.name);
      }
      for (const Slice &slice : slices)
        json.object([&] {
          json.attribute("ph", "X");
          json.attribute("name", slice.name);
          json.attribute("pid", rows[slice.row].process);
          json.attribute("tid", slice.row);
          json.attribute("ts", slice.begin);
          json.attribute("dur", slice.length);
          json.attributeObject("args", [&] {
            json.attribute("ptx line", slice.line);
            if (slice.lastLine != slice.line)
              json.attribute("to ptx line", slice.lastLine);
          });
        });
    });
  });
  os << '\n';
}
