//===- TileAS/Utils/Schedule.cpp - from a schedule to stages --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of Schedule.h.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Utils/Schedule.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

//===----------------------------------------------------------------------===//
// Materialisation
//===----------------------------------------------------------------------===//

static bool isLoad(Operation *op) {
  return isa<TiledLoadOp, GatherLoadOp, LoadOp, AsyncTiledLoadOp>(op);
}
static bool isStore(Operation *op) {
  return isa<TiledStoreOp, ScatterStoreOp, StoreOp>(op);
}

/// An atom that copies without the thread, and enough bytes for it.
static bool isAsyncEligible(Operation *load, int64_t minBytes) {
  auto atom = load->getAttrOfType<AtomAttr>("atom");
  if (!atom || (atom.getKind() != AtomKind::CpAsync && !atom.isTma()))
    return false;
  Type type = load->getResult(0).getType();
  if (auto value = dyn_cast<AsyncValueType>(type))
    type = value.getValueType();
  return tileaa::getNumTileElements(type) *
             getElementBytes(getElementTypeOrSelf(type)) >=
         minBytes;
}

ScheduleMaterialization
tileas::materializeSchedule(const ScheduleAnalysis &analysis,
                            MaterializeOptions options) {
  ScheduleMaterialization out;
  // Whether a scheduled op on the other side of a value is in another stage.
  auto crosses = [&](Operation *other, unsigned stage) {
    auto it = other ? analysis.stages.find(other) : analysis.stages.end();
    return it != analysis.stages.end() && it->second != stage;
  };
  for (auto [op, stage] : analysis.stages) {
    if (isLoad(op)) {
      bool isPending = llvm::any_of(
          op->getResult(0).getUsers(),
          [&, stage = stage](Operation *user) { return crosses(user, stage); });
      (isPending ? out.pendingLoads : out.residentLoads).push_back(op);
      if (isAsyncEligible(op, options.minAsyncBytes))
        (isPending ? out.pendingAsync : out.residentAsync).push_back(op);
    } else if (isStore(op)) {
      bool isPending =
          llvm::any_of(op->getOperands(), [&, stage = stage](Value operand) {
            return crosses(operand.getDefiningOp(), stage);
          });
      (isPending ? out.pendingStores : out.residentStores).push_back(op);
    }
  }
  return out;
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<Stage>>
tileas::buildStages(ArrayRef<StageConstraint> constraints) {
  llvm::EquivalenceClasses<Operation *> groups;
  llvm::SetVector<Operation *> ops;
  for (const StageConstraint &constraint : constraints) {
    for (Operation *op : {constraint.producer, constraint.consumer}) {
      ops.insert(op);
      groups.insert(op);
    }
    if (constraint.distance == 0)
      groups.unionSets(constraint.producer, constraint.consumer);
  }
  // Longest distances; without a cycle they settle after as many rounds as
  // there are groups.
  llvm::DenseMap<Operation *, unsigned> stages;
  auto leader = [&](Operation *op) { return groups.getLeaderValue(op); };
  bool changed = true;
  for (size_t round = 0; changed; ++round) {
    if (round > ops.size())
      return failure();
    changed = false;
    for (const StageConstraint &constraint : constraints) {
      if (constraint.distance == 0)
        continue;
      unsigned earliest =
          stages.lookup(leader(constraint.producer)) + constraint.distance;
      unsigned &stage = stages[leader(constraint.consumer)];
      changed |= stage < earliest;
      stage = std::max(stage, earliest);
    }
  }
  SmallVector<Stage> result;
  for (Operation *op : ops) {
    unsigned number = stages.lookup(leader(op));
    if (result.size() <= number)
      result.resize(number + 1);
    Stage &stage = result[number];
    stage.ops.push_back(op);
    auto isAcross = [](const StageConstraint &c) { return c.distance != 0; };
    if (llvm::any_of(constraints, [&](const StageConstraint &c) {
          return isAcross(c) && c.producer == op;
        }))
      stage.producers.push_back(op);
    if (llvm::any_of(constraints, [&](const StageConstraint &c) {
          return isAcross(c) && c.consumer == op;
        }))
      stage.consumers.push_back(op);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Expansion
//===----------------------------------------------------------------------===//

void tileas::expandSingleTiledOp(RewriterBase &rewriter, Operation *op,
                                 unsigned numStages, ReplicaMap &replicas) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointAfter(op);
  SmallVector<Operation *> clones;
  for (unsigned stage = 0; stage != numStages; ++stage) {
    Operation *clone = rewriter.clone(*op);
    for (OpOperand &operand : clone->getOpOperands()) {
      auto result = dyn_cast<OpResult>(operand.get());
      auto source = result ? replicas.find(result.getOwner()) : replicas.end();
      if (source != replicas.end())
        operand.set(source->second[stage]->getResult(result.getResultNumber()));
    }
    clones.push_back(clone);
  }
  replicas[op] = std::move(clones);
}
