//===- TileASToNVVM/Stages/NextBlock.cpp - clusterlaunchcontrol -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A request for a block that has not started, and its answer: 16 bytes that an
// engine writes to a stage of shared memory, which the stage's full barrier
// counts as those of a copy. Blocks of a cluster are asked for together, and
// the answer names the first of them.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileASToNVVM/Handlers.h"
#include "StageBarriers.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace tessera::gpu {

static constexpr int64_t answerBytes = 16;

/// Where the answer in the stage at `iterator` is.
static Value answerAt(Emitter &e, tileas::CreatePipelineOp create,
                      Value iterator) {
  return e.byteOffset(e.scalar(create.getBufferView()),
                      e.mul(e.scalar(iterator), e.i32(answerBytes)));
}

/// The pipeline of `iterator`, if its buffer begins with an answer for each
/// stage and it has full barriers.
static FailureOr<tileas::CreatePipelineOp>
pipelineOfAnswers(Emitter &e, Operation *op, Value iterator) {
  tileas::CreatePipelineOp create = pipelineOf(iterator);
  if (!create)
    return e.refuse(op, "a stage of no known pipeline");
  if (!fullOf(e, create))
    return e.refuse(op, "a stage without a barrier");
  return create;
}

static LogicalResult emitCancel(Emitter &e, Operation *op) {
  auto cancel = llvm::cast<tileas::AsyncCancelNextProgramIdOp>(op);
  FailureOr<tileas::CreatePipelineOp> create =
      pipelineOfAnswers(e, op, cancel.getIterator());
  if (failed(create))
    return failure();
  Value stage = e.scalar(cancel.getIterator());
  StageBarriers full = fullOf(e, *create);
  if (!cancel.getForCluster())
    full.arrive(stage, answerBytes);
  NVVM::ClusterLaunchControlTryCancelOp::create(
      e.b, e.loc(), cancel.getForClusterAttr(),
      answerAt(e, *create, cancel.getIterator()), full.at(stage));
  return success();
}

static LogicalResult emitExpect(Emitter &e, Operation *op) {
  auto expect = llvm::cast<tileas::AsyncExpectProgramIdOp>(op);
  FailureOr<tileas::CreatePipelineOp> create =
      pipelineOfAnswers(e, op, expect.getIterator());
  if (failed(create))
    return failure();
  fullOf(e, *create).arrive(e.scalar(expect.getIterator()), answerBytes);
  return success();
}

static LogicalResult emitReadNext(Emitter &e, Operation *op) {
  auto read = llvm::cast<tileas::ReadNextProgramIdOp>(op);
  FailureOr<tileas::CreatePipelineOp> create =
      pipelineOfAnswers(e, op, read.getIterator());
  if (failed(create))
    return failure();
  Value answer = LLVM::LoadOp::create(e.b, e.loc(), e.b.getIntegerType(128),
                                      answerAt(e, *create, read.getIterator()),
                                      answerBytes);
  Type i32 = e.b.getI32Type();
  Value canceled = NVVM::ClusterLaunchControlQueryCancelOp::create(
      e.b, e.loc(), e.b.getI1Type(),
      NVVM::ClusterLaunchControlQueryType::IS_CANCELED, answer);
  // Without a block nobody may ask where it is. LLVM takes the intrinsics for
  // this to be such that they can always be asked, and would do so in front.
  Block *found = e.newBlock(), *rest = e.newBlock({i32, i32, i32});
  SmallVector<Value> nowhere(3, e.i32(0)), where;
  LLVM::CondBrOp::create(e.b, e.loc(), canceled, found, ValueRange(), rest,
                         nowhere);
  e.b.setInsertionPointToEnd(found);
  for (char axis : {'x', 'y', 'z'})
    where.push_back(e.inlineAsm(
        (Twine("clusterlaunchcontrol.query_cancel.get_first_ctaid::") +
         Twine(axis) + ".b32.b128 $0, $1;")
            .str(),
        "=r,q", i32, {answer}, /*sideEffects=*/false));
  // Clusters lie along x.
  tileas::PlanAttr plan =
      tileas::getPlan(op->getParentOfType<tileaa::FuncOp>());
  if (plan && plan.getCluster() > 1)
    where[0] =
        LLVM::UDivOp::create(e.b, e.loc(), where[0], e.i32(plan.getCluster()));
  e.branch(rest, where);
  e.b.setInsertionPointToEnd(rest);
  e.set(read.getCanceled(), canceled);
  for (auto [result, index] :
       llvm::zip(read.getResults().drop_front(), rest->getArguments()))
    e.set(result, index);
  return success();
}

void registerNextBlockHandlers(Handlers &h) {
  h.addOp<tileas::AsyncCancelNextProgramIdOp>(emitCancel);
  h.addOp<tileas::AsyncExpectProgramIdOp>(emitExpect);
  h.addOp<tileas::ReadNextProgramIdOp>(emitReadNext);
}

} // namespace tessera::gpu
