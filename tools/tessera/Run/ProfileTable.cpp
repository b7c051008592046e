//===- tools/tessera/Run/ProfileTable.cpp - --profile as text -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lines are told apart by file and number; the operations of a line are found
// by their locations. A loop has the samples of all lines of its operations.
//
//===----------------------------------------------------------------------===//

#include "ProfileTable.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"

#include <map>
#include <set>

using namespace llvm;
using namespace tessera;

/// File name and line: compilers record different paths to one file.
using LineKey = std::pair<std::string, unsigned>;

static LineKey keyOf(mlir::Operation *op) {
  LineKey key;
  op->getLoc()->walk([&](mlir::Location part) {
    auto range = dyn_cast<mlir::FileLineColRange>(mlir::LocationAttr(part));
    if (!range)
      return mlir::WalkResult::advance();
    key = {sys::path::filename(range.getFilename().getValue()).str(),
           range.getStartLine()};
    return mlir::WalkResult::interrupt();
  });
  return key;
}

static void printRow(raw_ostream &os, double share, const Twine &line,
                     const Twine &what) {
  os << format("  %5.1f%%", 100 * share) << right_justify(line.str(), 7) << "  "
     << what << '\n';
}

void tool::printProfile(raw_ostream &os, const cpu::KernelProfile &profile,
                        cuda_tile::EntryOp entry) {
  os << format("profile: %llu samples in %.2f s, ",
               static_cast<unsigned long long>(profile.total()),
               profile.seconds)
     << profile.runs << (profile.runs == 1 ? " run" : " runs")
     << " of the grid\n";
  if (profile.total() == 0)
    return;
  auto total = static_cast<double>(profile.total());
  std::map<LineKey, SmallVector<std::string, 2>> operations;
  std::map<LineKey, uint64_t> samples;
  entry.walk([&](mlir::Operation *op) {
    if (op == entry.getOperation()) {
      operations[keyOf(op)].push_back("entry: parameters and what is computed "
                                      "once");
      return;
    }
    auto &names = operations[keyOf(op)];
    std::string name = op->getName().stripDialect().str();
    // What nobody wrote ends the line of what it ends.
    if (!op->hasTrait<mlir::OpTrait::IsTerminator>() &&
        !is_contained(names, name))
      names.push_back(std::move(name));
  });
  SmallVector<std::pair<uint64_t, LineKey>> rows;
  for (const auto &[line, count] : profile.lines) {
    LineKey key{sys::path::filename(line.first).str(), line.second};
    samples[key] += count;
  }
  for (const auto &[key, count] : samples)
    rows.push_back({count, key});
  llvm::sort(rows, [](const auto &a, const auto &b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  os << "  share   line  operations\n";
  for (const auto &[count, key] : rows)
    printRow(os, double(count) / total, Twine(key.second),
             join(operations[key], ", "));
  if (profile.noLine)
    printRow(os, double(profile.noLine) / total, "-", "code of no line");
  if (profile.runtime)
    printRow(os, double(profile.runtime) / total, "-",
             "the runtime, outside of kernels");
  bool isFirst = true;
  entry.walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *loop) {
    if (!isa<cuda_tile::ForOp, cuda_tile::LoopOp>(loop))
      return;
    std::set<LineKey> lines;
    loop->walk([&](mlir::Operation *op) { lines.insert(keyOf(op)); });
    uint64_t count = 0;
    for (const LineKey &key : lines) {
      auto found = samples.find(key);
      count += found == samples.end() ? 0 : found->second;
    }
    if (isFirst)
      os << "  loops, with all that is in them:\n";
    isFirst = false;
    printRow(os, double(count) / total, Twine(keyOf(loop).second),
             loop->getName().stripDialect());
  });
}
