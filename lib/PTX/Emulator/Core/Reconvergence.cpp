//===- PTX/Emulator/Core/Reconvergence.cpp - immediate post-dominators -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the lanes that part at a branch meet again: the immediate
// post-dominator of its block (Cooper, Harvey and Kennedy's algorithm on the
// reversed graph of basic blocks, with one virtual exit).
//
//===----------------------------------------------------------------------===//

#include "DecoderImpl.h"

using namespace llvm;
using namespace tessera::ptx::emu;

namespace {

struct Graph {
  std::vector<uint32_t> first;                // first instruction of a block
  std::vector<SmallVector<uint32_t, 2>> next; // successors; exit is size()-1
};

} // namespace

static StringRef opcodeOf(const DecodedInstruction &in) {
  return in.source ? StringRef(in.source->opcode) : StringRef();
}

static Graph buildGraph(const DecodedFunction &function) {
  const auto &code = function.code;
  std::vector<bool> leader(code.size() + 1, false);
  leader[0] = true;
  auto targetsOf = [&](const DecodedInstruction &in) {
    SmallVector<uint32_t, 4> targets;
    if (opcodeOf(in) == "bra")
      targets.push_back(in.args[0].target);
    else if (opcodeOf(in) == "brx")
      append_range(targets, function.branchTables[in.args[1].target]);
    return targets;
  };
  auto ends = [&](StringRef opcode) {
    return opcode == "bra" || opcode == "brx" || opcode == "ret" ||
           opcode == "exit" || opcode == "trap";
  };
  for (auto [index, in] : enumerate(code)) {
    for (uint32_t target : targetsOf(in))
      leader[target] = true;
    if (ends(opcodeOf(in)))
      leader[index + 1] = true;
  }
  Graph graph;
  std::vector<uint32_t> blockOf(code.size() + 1, 0);
  for (uint32_t i = 0; i < code.size(); ++i) {
    if (leader[i])
      graph.first.push_back(i);
    blockOf[i] = uint32_t(graph.first.size() - 1);
  }
  uint32_t exit = uint32_t(graph.first.size());
  blockOf[code.size()] = exit;
  graph.first.push_back(uint32_t(code.size()));
  graph.next.resize(exit + 1);
  for (uint32_t block = 0; block < exit; ++block) {
    uint32_t last = graph.first[block + 1] - 1;
    const DecodedInstruction &in = code[last];
    StringRef opcode = opcodeOf(in);
    for (uint32_t target : targetsOf(in))
      graph.next[block].push_back(blockOf[target]);
    // Who leaves by a guard or a trap is not waited for anywhere: those edges
    // would only hide where the others meet.
    if ((opcode == "ret" || opcode == "exit") && !in.hasGuard)
      graph.next[block].push_back(exit);
    if (!ends(opcode) || in.hasGuard)
      graph.next[block].push_back(block + 1);
  }
  return graph;
}

/// The immediate post-dominator of each block; ~0u where the exit cannot be
/// reached.
static std::vector<uint32_t> postDominators(const Graph &graph) {
  uint32_t count = uint32_t(graph.next.size()), exit = count - 1;
  std::vector<SmallVector<uint32_t, 2>> previous(count);
  for (uint32_t block = 0; block < count; ++block)
    for (uint32_t next : graph.next[block])
      previous[next].push_back(block);
  // Post-order of the reversed graph from the exit.
  std::vector<uint32_t> order(count, ~0u), sequence;
  std::vector<std::pair<uint32_t, unsigned>> stack{{exit, 0}};
  std::vector<bool> seen(count, false);
  seen[exit] = true;
  while (!stack.empty()) {
    auto &[block, edge] = stack.back();
    if (edge < previous[block].size()) {
      uint32_t next = previous[block][edge++];
      if (!seen[next]) {
        seen[next] = true;
        stack.push_back({next, 0});
      }
      continue;
    }
    order[block] = uint32_t(sequence.size());
    sequence.push_back(block);
    stack.pop_back();
  }
  std::vector<uint32_t> parent(count, ~0u);
  parent[exit] = exit;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t block : reverse(sequence)) {
      if (block == exit)
        continue;
      uint32_t best = ~0u;
      for (uint32_t next : graph.next[block]) {
        if (parent[next] == ~0u)
          continue;
        if (best == ~0u) {
          best = next;
          continue;
        }
        uint32_t a = best, b = next;
        while (a != b) {
          while (order[a] < order[b])
            a = parent[a];
          while (order[b] < order[a])
            b = parent[b];
        }
        best = a;
      }
      if (best != parent[block]) {
        parent[block] = best;
        changed = true;
      }
    }
  }
  return parent;
}

void tessera::ptx::emu::findReconvergence(DecodedFunction &function) {
  if (function.code.empty())
    return;
  Graph graph = buildGraph(function);
  std::vector<uint32_t> parent = postDominators(graph);
  uint32_t exit = uint32_t(graph.next.size()) - 1;
  for (uint32_t block = 0; block < exit; ++block) {
    DecodedInstruction &last = function.code[graph.first[block + 1] - 1];
    StringRef opcode = opcodeOf(last);
    if ((opcode == "bra" || opcode == "brx") && parent[block] != ~0u &&
        parent[block] != exit)
      last.reconvergence = graph.first[parent[block]];
  }
  // What splits off lanes without a branch joins them right after.
  for (auto [index, in] : enumerate(function.code))
    if (in.mayBlock || opcodeOf(in) == "call")
      in.reconvergence = uint32_t(index + 1);
}

//===----------------------------------------------------------------------===//
// Successors
//===----------------------------------------------------------------------===//

SmallVector<uint32_t, 2>
tessera::ptx::emu::successors(const DecodedFunction &function, uint32_t index) {
  const DecodedInstruction &in = function.code[index];
  SmallVector<uint32_t, 2> next;
  StringRef opcode = in.source ? StringRef(in.source->opcode) : "ret";
  bool ends = opcode == "ret" || opcode == "exit" || opcode == "trap";
  if (opcode == "bra") {
    next.push_back(in.args[0].target);
    ends = true;
  } else if (opcode == "brx") {
    for (uint32_t target : function.branchTables[in.args[1].target])
      next.push_back(target);
    ends = true;
  }
  if ((!ends || in.hasGuard) && index + 1 < function.code.size())
    next.push_back(index + 1);
  return next;
}
