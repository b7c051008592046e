//===- TileAS/Transforms/ValueFlow.cpp - values through regions -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Edges come from RegionBranchOpInterface, so every structured op is followed
// without being named here.
//
//===----------------------------------------------------------------------===//

#include "ValueFlow.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

ValueFlow::ValueFlow(Operation *root) {
  root->walk([&](Operation *op) {
    if (auto select = dyn_cast<arith::SelectOp>(op)) {
      add(select.getTrueValue(), select.getResult());
      add(select.getFalseValue(), select.getResult());
      return;
    }
    auto branch = dyn_cast<RegionBranchOpInterface>(op);
    if (!branch)
      return;
    RegionBranchSuccessorMapping mapping;
    branch.getSuccessorOperandInputMapping(mapping);
    for (auto &[operand, inputs] : mapping)
      for (Value input : inputs)
        add(operand->get(), input);
  });
}

void ValueFlow::add(Value from, Value to) {
  forward[from].push_back(to);
  backward[to].push_back(from);
}

ArrayRef<Value> ValueFlow::sources(Value value) const {
  auto it = backward.find(value);
  return it == backward.end() ? ArrayRef<Value>() : ArrayRef(it->second);
}

ArrayRef<Value> ValueFlow::targets(Value value) const {
  auto it = forward.find(value);
  return it == forward.end() ? ArrayRef<Value>() : ArrayRef(it->second);
}

/// The results of `user` that are parts of its operand `storage`, or tokens,
/// iterators and stages of the pipeline over it.
static SmallVector<Value, 2> getDerived(OpOperand &storage) {
  Operation *user = storage.getOwner();
  SmallVector<Value, 2> derived;
  if (isa<ViewOp, ExtractSliceOp, ReinterpretOp, OfTeamOp>(user)) {
    if (isAnyTiledView(user->getResult(0).getType()))
      derived.push_back(user->getResult(0));
  } else if (auto insert = dyn_cast<InsertSliceOp>(user)) {
    if (insert.getDestination() == storage.get())
      derived.push_back(insert.getResult());
  } else if (getPipelineOp(user)) {
    for (Value result : user->getResults())
      if (isa<PipelineProducerTokenType, PipelineConsumerTokenType,
              PipelineIteratorType>(result.getType()) ||
          isSharedView(result.getType()))
        derived.push_back(result);
  }
  return derived;
}

StorageAliases::StorageAliases(Operation *root, const ValueFlow &flow) {
  root->walk([&](AllocTensorOp alloc) {
    auto view = dyn_cast<TiledViewType>(alloc.getType());
    if (view && view.getResidency() == tileaa::Residency::Smem)
      allocs.push_back(alloc);
  });
  for (AllocTensorOp alloc : allocs) {
    llvm::SetVector<Value> &values = members[alloc];
    values.insert(alloc.getResult());
    for (size_t i = 0; i != values.size(); ++i) {
      Value value = values[i];
      owners[value].push_back(alloc);
      values.insert_range(flow.targets(value));
      for (OpOperand &use : value.getUses())
        values.insert_range(getDerived(use));
    }
  }
}

ArrayRef<AllocTensorOp> StorageAliases::roots(Value view) const {
  auto it = owners.find(view);
  return it == owners.end() ? ArrayRef<AllocTensorOp>() : ArrayRef(it->second);
}
