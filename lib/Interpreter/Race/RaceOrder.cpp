//===- Interpreter/Race/RaceOrder.cpp - other orders of a block's operations ---===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Program order orders nothing (memory-model.md 1.2): memory operations that no
// token and no operand orders may run either way round. Loops stay where they
// are, and nothing crosses them: a store moved behind a loop that waits for its
// effect would hang a program that users rightly expect to end. What prints or
// asserts keeps its order too.
//
//===----------------------------------------------------------------------===//

#include "Interpreter/Code.h"
#include "RaceDetector.h"

#include "llvm/ADT/DenseMap.h"

using namespace mlir;

namespace tessera::interp {

namespace {

/// Longer stretches stay as they are.
constexpr size_t maxStretch = 8192;

bool holds(Operation *op, llvm::function_ref<bool(Operation *)> wanted) {
  return op
      ->walk([&](Operation *inner) {
        return wanted(inner) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

bool isLoop(Operation *op) {
  return isa<cuda_tile::ForOp, cuda_tile::LoopOp>(op);
}

/// Reorders instructions [0, n) of a stretch without loops.
class Stretch {
public:
  Stretch(llvm::MutableArrayRef<Instruction> stretch) : stretch(stretch) {
    llvm::DenseMap<Value, unsigned> definedBy;
    std::optional<unsigned> lastOutput;
    needs.resize(stretch.size());
    for (unsigned i = 0; i < stretch.size(); ++i) {
      Operation *op = stretch[i].op;
      op->walk([&](Operation *inner) {
        for (Value operand : inner->getOperands())
          if (auto it = definedBy.find(operand); it != definedBy.end())
            needs[i].push_back(it->second);
      });
      for (Value result : op->getResults())
        definedBy[result] = i;
      if (holds(op, [](Operation *inner) {
            return isa<cuda_tile::PrintTkoOp, cuda_tile::AssertOp,
                       cuda_tile::AllocaOp>(inner);
          })) {
        if (lastOutput)
          needs[i].push_back(*lastOutput);
        lastOutput = i;
      }
      if (holds(op, [](Operation *inner) {
            return cuda_tile::describeMemoryAccess(inner).has_value();
          }))
        memoryOps.push_back(i);
    }
  }

  void shuffle(RaceRandom &random) {
    // A quarter of the blocks stays in program order.
    if (memoryOps.size() < 2 || random.below(4) == 0)
      return;
    for (size_t i = memoryOps.size(); i > 1; --i)
      std::swap(memoryOps[i - 1], memoryOps[random.below(i)]);
    std::vector<unsigned> order;
    std::vector<uint8_t> placed(stretch.size());
    // Everything that `last` needs and that has no place yet, then `last`;
    // what is needed has a smaller number, so sorting keeps the order valid.
    auto place = [&](unsigned last) {
      llvm::SmallVector<unsigned> cone;
      llvm::SmallVector<unsigned> work;
      auto want = [&](unsigned i) {
        if (!std::exchange(placed[i], 1))
          work.push_back(i);
      };
      want(last);
      while (!work.empty()) {
        unsigned i = work.pop_back_val();
        cone.push_back(i);
        for (unsigned need : needs[i])
          want(need);
      }
      llvm::sort(cone);
      llvm::append_range(order, cone);
    };
    for (unsigned i : memoryOps)
      place(i);
    for (unsigned i = 0; i < stretch.size(); ++i)
      place(i);
    std::vector<Instruction> old(stretch.begin(), stretch.end());
    for (unsigned i = 0; i < stretch.size(); ++i)
      stretch[i] = old[order[i]];
  }

private:
  llvm::MutableArrayRef<Instruction> stretch;
  std::vector<llvm::SmallVector<unsigned, 4>> needs;
  std::vector<unsigned> memoryOps;
};

} // namespace

void shuffleMemoryOps(std::vector<Instruction> &instructions, uint64_t seed) {
  RaceRandom random(seed);
  size_t first = 0;
  for (size_t i = 0; i < instructions.size(); ++i) {
    bool isEnd = instructions[i].op->hasTrait<OpTrait::IsTerminator>() ||
                 holds(instructions[i].op, isLoop);
    if (!isEnd)
      continue;
    if (i - first > 1 && i - first <= maxStretch)
      Stretch(llvm::MutableArrayRef(instructions).slice(first, i - first))
          .shuffle(random);
    first = i + 1;
  }
}

} // namespace tessera::interp
