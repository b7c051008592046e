//===- TileAS/IR/PipelineOps.cpp - the steps of a pipeline ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names of the pipeline ops as a closed enumeration, and verifiers of the ops
// that have no producer or consumer body.
//
//===----------------------------------------------------------------------===//

#include "AccessRules.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

//===----------------------------------------------------------------------===//
// The family
//===----------------------------------------------------------------------===//

/// In the order of PipelineOp; Reserved has no op.
static constexpr StringLiteral kPipelineOps[] = {
    CreatePipelineOp::getOperationName(),
    ProduceOneOp::getOperationName(),
    ProduceOneAsyncOp::getOperationName(),
    ConsumeOneOp::getOperationName(),
    ConsumeOneAsyncOp::getOperationName(),
    ConsumerReadOp::getOperationName(),
    ProducerWriteOp::getOperationName(),
    ProducerAcquireOp::getOperationName(),
    ProducerCommitOp::getOperationName(),
    ConsumerWaitOp::getOperationName(),
    ConsumerReleaseOp::getOperationName(),
    PipelineYieldOp::getOperationName(),
    IncIterOp::getOperationName(),
    CreateIteratorOp::getOperationName(),
    AgentSwitchOp::getOperationName(),
    "",
};
static_assert(std::size(kPipelineOps) == getMaxEnumValForPipelineOp() + 1,
              "one name per entry");

StringRef tileas::getPipelineOpName(PipelineOp op) {
  return kPipelineOps[static_cast<unsigned>(op)];
}

std::optional<PipelineOp> tileas::getPipelineOp(Operation *op) {
  const auto *name = llvm::find(kPipelineOps, op->getName().getStringRef());
  if (name == std::end(kPipelineOps))
    return std::nullopt;
  return static_cast<PipelineOp>(name - std::begin(kPipelineOps));
}

//===----------------------------------------------------------------------===//
// Single steps
//===----------------------------------------------------------------------===//

LogicalResult CreatePipelineOp::verify() {
  const int32_t stages = getNumStages();
  if (stages < 1)
    return emitOpError("expected at least one stage, got ") << stages;
  RankedTensorType buffer = getViewTile(getBufferView().getType());
  if (buffer.getRank() < 2)
    return emitOpError("expected a buffer of rank 2 or more, got ")
           << getBufferView().getType();
  if (buffer.getDimSize(0) != stages)
    return emitOpError("expected a buffer of ")
           << stages << " stages, got " << buffer.getDimSize(0);
  tileaa::Residency residency = getViewResidency(getBufferView().getType());
  if (getSharedMem().value_or(false) && residency != tileaa::Residency::Smem)
    return emitOpError("expected a buffer in smem with sharedMem, got ")
           << tileaa::stringifyResidency(residency);
  return success();
}

LogicalResult CreateIteratorOp::verify() {
  const auto stage = static_cast<int32_t>(getStage());
  if (stage < 0)
    return emitOpError("expected a stage of at least 0, got ") << stage;
  if (stage != 0 && getOfTeam())
    return emitOpError("expected a stage or that of the team, got both");
  return success();
}

LogicalResult OfTeamOp::verify() {
  Operation *maker = getView().getDefiningOp();
  auto alloc = dyn_cast_or_null<AllocTensorOp>(maker);
  if ((alloc && alloc.getEachTeam()) || isa_and_nonnull<TensorPlaceOp>(maker))
    return success();
  return emitOpError("expected storage of each team or a place in tensor "
                     "memory, got ")
         << getView().getType();
}

LogicalResult RetireStorageOp::verify() {
  auto alloc = getStorage().getDefiningOp<AllocTensorOp>();
  if (alloc && alloc.getEachTeam())
    return success();
  return emitOpError("expected storage of each team, got ")
         << getStorage().getType();
}

LogicalResult tileas::verifyConsumerIndex(Operation *op, int32_t index) {
  if (index >= 0)
    return success();
  return op->emitOpError("expected consumer_idx of at least 0, got ") << index;
}

static LogicalResult verifyPayload(Operation *op, StringRef what,
                                   TypeRange types,
                                   PipelineIteratorType iterator) {
  if (types == TypeRange(iterator.getPayload()))
    return success();
  InFlightDiagnostic diag = op->emitOpError("expected ")
                            << what << " of the iterator's payload (";
  llvm::interleaveComma(iterator.getPayload(), diag);
  diag << "), got (";
  llvm::interleaveComma(types, diag);
  return diag << ")";
}

LogicalResult ProducerWriteOp::verify() {
  return verifyPayload(*this, "values", getValues().getTypes(),
                       getIterator().getType());
}

LogicalResult ConsumerWaitOp::verify() {
  return verifyConsumerIndex(*this, getConsumerIdx());
}

LogicalResult ConsumerReadOp::verify() {
  if (failed(verifyConsumerIndex(*this, getConsumerIdx())))
    return failure();
  return verifyPayload(*this, "results", getValues().getTypes(),
                       getIterator().getType());
}

//===----------------------------------------------------------------------===//
// agent_switch
//===----------------------------------------------------------------------===//

LogicalResult AgentSwitchOp::verify() {
  const size_t agents = getAgents().size();
  if (agents == 0)
    return emitOpError("expected at least one agent, got none");
  if (getMaxRegs().size() != agents)
    return emitOpError("expected one register budget per agent, ")
           << agents << " in all, got " << getMaxRegs().size();
  for (int32_t budget : getMaxRegs())
    if (budget != 0 && (budget < 24 || budget > 256 || budget % 8 != 0))
      return emitOpError("expected register budgets that are 0 or multiples of "
                         "8 from 24 to 256, got ")
             << budget;
  const int32_t perGroup = getNumAgentsPerGroup();
  if (perGroup < 1)
    return emitOpError("expected at least one agent per group, got ")
           << perGroup;
  return success();
}

LogicalResult AgentSwitchOp::verifyRegions() {
  for (Region &agent : getAgents()) {
    if (agent.getNumArguments() != 0)
      return emitOpError("expected agents without arguments, got ")
             << agent.getNumArguments();
    Block &block = agent.front();
    auto yield = block.empty() ? PipelineYieldOp()
                               : dyn_cast<PipelineYieldOp>(block.back());
    if (!yield)
      return emitOpError("expected an agent that ends in ")
             << PipelineYieldOp::getOperationName();
    if (yield->getNumOperands() != 0)
      return yield.emitOpError("expected no value of an agent, got ")
             << yield->getNumOperands();
    if (!getIsolated())
      continue;
    WalkResult walk = agent.walk([&](Operation *op) {
      for (Value operand : op->getOperands())
        if (!agent.isAncestor(operand.getParentRegion())) {
          op->emitOpError("expected no value from outside an isolated agent");
          return WalkResult::interrupt();
        }
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return failure();
  }
  return success();
}
