//===- CudaTile/Analysis/TokenOrder.cpp - which ops tokens order ----------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Edges follow the values: operands of an operation into its result token,
// initial values and what `continue` carries into the arguments of a loop, what
// `yield` and `break` carry into results.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/Analysis/TokenOrder.h"

using namespace mlir;

namespace tessera::cuda_tile {

static bool isToken(Value value) { return isa<TokenType>(value.getType()); }

unsigned TokenOrder::number(Value token) {
  auto [it, isNew] = numbers.try_emplace(token, sources.size());
  if (isNew) {
    sources.emplace_back();
    madeBy.push_back(-1);
  }
  return it->second;
}

void TokenOrder::addEdge(Value from, Value to) {
  unsigned source = number(from), target = number(to);
  sources[target].push_back(source);
}

void TokenOrder::addFlow(ValueRange from, ValueRange to) {
  for (auto [source, target] : llvm::zip(from, to))
    if (isToken(target))
      addEdge(source, target);
}

void TokenOrder::visit(Block &block, Operation *loop) {
  for (Operation &op : block) {
    if (std::optional<MemoryAccess> access = describeMemoryAccess(&op)) {
      madeBy[number(access->resultToken)] = static_cast<int>(list.size());
      list.push_back(*access);
    }
    if (auto forOp = dyn_cast<ForOp>(op)) {
      addFlow(forOp.getInitValues(), forOp.getBody()->getArguments().drop_front());
      addFlow(forOp.getInitValues(), forOp.getResults());
      visit(*forOp.getBody(), forOp);
    } else if (auto loopOp = dyn_cast<LoopOp>(op)) {
      Block &body = loopOp.getRegion().front();
      addFlow(loopOp.getInitValues(), body.getArguments());
      visit(body, loopOp);
    } else if (auto ifOp = dyn_cast<IfOp>(op)) {
      for (Region &region : op.getRegions())
        if (!region.empty())
          visit(region.front(), loop);
    } else if (isa<ContinueOp>(op)) {
      auto arguments = loop->getRegion(0).front().getArguments();
      addFlow(op.getOperands(),
              isa<ForOp>(loop) ? arguments.drop_front() : arguments);
      if (isa<ForOp>(loop))
        addFlow(op.getOperands(), loop->getResults());
    } else if (isa<BreakOp>(op)) {
      addFlow(op.getOperands(), loop->getResults());
    } else if (isa<YieldOp>(op)) {
      addFlow(op.getOperands(), op.getParentOp()->getResults());
    } else {
      for (Value result : op.getResults())
        if (isToken(result))
          for (Value operand : op.getOperands())
            if (isToken(operand))
              addEdge(operand, result);
    }
  }
}

TokenOrder::TokenOrder(Operation *function) {
  visit(function->getRegion(0).front(), nullptr);
  for (const MemoryAccess &access : list) {
    llvm::BitVector &mine =
        past.emplace_back(static_cast<unsigned>(list.size()));
    if (!access.token)
      continue;
    llvm::BitVector seen(static_cast<unsigned>(sources.size()));
    llvm::SmallVector<unsigned> work = {number(access.token)};
    while (!work.empty()) {
      unsigned token = work.pop_back_val();
      if (seen.test(token))
        continue;
      seen.set(token);
      if (madeBy[token] >= 0)
        mine.set(static_cast<unsigned>(madeBy[token]));
      llvm::append_range(work, sources[token]);
    }
  }
}

} // namespace tessera::cuda_tile
