//===- TileAS/Transforms/Pipelining/LoopStorage.cpp - stages and their producer -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The storage of a loop's stages, the pipeline over it, and the op that fills
// one of them. What loads of all iterations are ordered after is in front of
// the loop.
//
//===----------------------------------------------------------------------===//

#include "LoopPipeline.h"

#include "tessera/Dialect/TileAS/IR/PipelineAttrs.h"
#include "tessera/Dialect/TileAS/Utils/Builders.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

Type LoopPipeline::iteratorType(bool forConsumer) {
  SmallVector<Type> types;
  for (Payload &each : payload)
    types.push_back(forConsumer ? each.wanted().getType() : copiedType(each));
  return PipelineIteratorType::get(b.getContext(), types);
}

CreatePipelineOp LoopPipeline::createStages(OpBuilder &at) {
  Location loc = loop.getLoc();
  SmallVector<int64_t> offsets;
  SmallVector<Attribute> images;
  for (Payload &each : payload) {
    offsets.push_back(each.offset);
    images.push_back(LayoutAttr::get(at.getContext(), each.image));
  }
  Value buffer = AllocTensorOp::create(
      at, loc,
      TiledViewType::get({stages, stageBytes + barrierBytes}, at.getI8Type(),
                         tileaa::Residency::Smem));
  auto made = CreatePipelineOp::create(
      at, loc, at.getType<PipelineProducerTokenType>(),
      at.getType<PipelineConsumerTokenType>(), buffer, stages,
      /*producerGroupId=*/hasProducer ? 1 : 0, /*consumerGroupId=*/0,
      at.getBoolAttr(true), at.getBoolAttr(true));
  made->setAttr(kPayloadOffsetsAttrName, at.getDenseI64ArrayAttr(offsets));
  made->setAttr(kPayloadImagesAttrName, at.getArrayAttr(images));
  if (barrierBytes != 0)
    made->setAttr(kFullBarrierAttrName,
                  at.getI64IntegerAttr(stages * stageBytes));
  return made;
}

void LoopPipeline::createPipeline() {
  Location loc = loop.getLoc();
  pipeline = createStages(b);
  if (barrierBytes != 0) {
    // TMA writes where threads wrote, and everybody sees the stages' barriers.
    // What loads are ordered after is all in front of the loop.
    const bool isSharedOnly = outsideTokens.empty();
    ProxyFenceOp::create(b, loc, isSharedOnly);
    BarrierOp::create(b, loc, BarrierScope::Block);
    if (!isSharedOnly)
      ProxyFenceOp::create(b, loc, isSharedOnly);
    for (Payload &each : payload) {
      if (!each.map)
        continue;
      Value made = IsTmaDescMadeOp::create(b, loc, each.map);
      hasMaps =
          hasMaps ? Value(arith::AndIOp::create(b, loc, hasMaps, made)) : made;
    }
  }
  if (outsideTokens.empty())
    token = tileaa::CreateMemTokenOp::create(b, loc);
  else if (outsideTokens.size() == 1)
    token = outsideTokens.front();
  else
    token = tileaa::JoinMemTokenOp::create(
        b, loc, outsideTokens.front().getType(), outsideTokens.getArrayRef());
}

//===----------------------------------------------------------------------===//
// Filling
//===----------------------------------------------------------------------===//

void LoopPipeline::cloneSlice(IRMapping &map) {
  SmallVector<Operation *> ordered(slice.ops.getArrayRef());
  llvm::sort(ordered,
             [](Operation *a, Operation *c) { return a->isBeforeInBlock(c); });
  for (Operation *op : ordered)
    b.clone(*op, map);
}

/// The producer's op and the values that the next iteration's copies need.
SmallVector<Value> LoopPipeline::fill(IRMapping &map, Value producer,
                                      Value iterator) {
  Location loc = loop.getLoc();
  cloneSlice(map);
  Value filled;
  if (!hasMaps) {
    filled = fillStage(map, producer, iterator, /*byTma=*/false);
  } else {
    auto either = scf::IfOp::create(b, loc, producer.getType(), hasMaps,
                                    /*withElse=*/true);
    OpBuilder::InsertionGuard guard(b);
    for (bool byTma : {true, false}) {
      b.setInsertionPointToStart(byTma ? either.thenBlock()
                                       : either.elseBlock());
      scf::YieldOp::create(b, loc, fillStage(map, producer, iterator, byTma));
    }
    filled = either.getResult(0);
  }
  SmallVector<Value> next{filled};
  for (unsigned number : slice.carried)
    next.push_back(map.lookupOrDefault(
        loop.getBody()->getTerminator()->getOperand(number)));
  return next;
}

/// Payload that TMA brings is brought by it if `byTma`, all else by cp.async;
/// if stages take turns, that number `turn` alone.
Value LoopPipeline::fillStage(IRMapping &map, Value producer, Value iterator,
                              bool byTma, std::optional<unsigned> turn) {
  Location loc = loop.getLoc();
  int64_t transactionBytes = 0;
  auto body = [&](OpBuilder &, Location, ValueRange stages) {
    SmallVector<Value> yielded;
    for (auto [number, each, stage] : llvm::enumerate(payload, stages)) {
      if (turn && number != *turn) {
        yielded.push_back(stage);
        continue;
      }
      if (byTma && each.map) {
        auto tile = cast<RankedTensorType>(stage.getType());
        auto image = LayoutAttr::get(b.getContext(), each.image);
        Value view = ViewOp::create(
            b, loc,
            TiledViewType::get(tile.getShape(), tile.getElementType(),
                               tileaa::Residency::Smem, image),
            stage, ValueRange());
        Operation *copy = buildTmaLoad(b, cast<TiledLoadOp>(each.load), map,
                                       each.map, view, token);
        if (each.isShared)
          copy->setAttr(kMulticastAttrName, b.getUnitAttr());
        yielded.push_back(stage);
        transactionBytes += each.bytes;
        continue;
      }
      IRMapping inner = map;
      for (Value operand : each.load->getOperands())
        if (isa<tileaa::MemTokenType>(operand.getType()))
          inner.map(operand, token);
      Operation *copy = b.clone(*each.load, inner);
      copy->setAttr(kCopyToStageAttrName, b.getUnitAttr());
      copy->getResult(0).setType(stage.getType());
      yielded.push_back(copy->getResult(0));
    }
    return yielded;
  };
  ProduceOneAsyncOp made =
      buildProduceOneAsync(b, loc, producer, iterator, body);
  made->setAttr(kStageIsFreeAttrName, b.getUnitAttr());
  if (transactionBytes != 0)
    made->setAttr(kTransactionBytesAttrName,
                  b.getI64IntegerAttr(transactionBytes));
  return made.getResult();
}

void LoopPipeline::produce(ArrayRef<Value> position, Value producer,
                           Value iterator, SmallVectorImpl<Value> &next) {
  Location loc = loop.getLoc();
  Value counter = position[0];
  auto predicate = loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                         : arith::CmpIPredicate::slt;
  Value more =
      arith::CmpIOp::create(b, loc, predicate, counter, loop.getUpperBound());
  SmallVector<Type> types{producer.getType()};
  for (Value value : position)
    types.push_back(value.getType());
  auto branch = scf::IfOp::create(b, loc, types, more, /*withElse=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  IRMapping map;
  map.map(loop.getInductionVar(), counter);
  for (auto [number, value] : llvm::zip(slice.carried, position.drop_front()))
    map.map(loop.getRegionIterArgs()[number], value);
  SmallVector<Value> made = fill(map, producer, iterator);
  made.insert(made.begin() + 1,
              arith::AddIOp::create(b, loc, counter, loop.getStep()));
  scf::YieldOp::create(b, loc, made);
  b.setInsertionPointToStart(branch.elseBlock());
  SmallVector<Value> kept{
      ProducerCommitOp::create(b, loc, producer.getType(), producer)};
  llvm::append_range(kept, position);
  scf::YieldOp::create(b, loc, kept);
  next.assign(branch.result_begin(), branch.result_end());
}
