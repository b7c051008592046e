//===- TileAS/Transforms/Turns/TakeBlocks.cpp - blocks that have not started ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each role has a loop over the turns of its block. Here these become loops
// that go on while there is another tile block. Its number goes through stages
// of 16 bytes: at the begin of a turn the first thread of the producer asks for
// the block of the next one, and at the end of a turn every thread of every
// role waits for the answer and reads it. An engine writes the answer, so what
// was read is fenced before each warp gives the stage back.
//
// A pair of blocks takes over pairs. The first thread of the producer of its
// first block asks, once the warps of both have read what was in the stage, and
// the answer comes to both.
//
// There are four stages. A consumer may be two tiles behind the producer, one
// for each set of sums, and the producer asks one tile ahead.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/IR/PipelineAttrs.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Dialect/TileAS/Utils/Turns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

namespace tessera::tileas {
#define GEN_PASS_DEF_TAKEBLOCKSPASS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera::tileas

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

static constexpr int64_t stagesOfAnswers = 4, answerBytes = 16,
                         barrierBytes = 8;

/// The stages that answers go through, which so many warps of a block read.
static CreatePipelineOp createAnswers(OpBuilder &b, Location loc,
                                      unsigned asker, unsigned warps,
                                      bool isOfPair) {
  Value buffer = AllocTensorOp::create(
      b, loc,
      TiledViewType::get({stagesOfAnswers, answerBytes + 2 * barrierBytes},
                         b.getI8Type(), tileaa::Residency::Smem));
  auto made = CreatePipelineOp::create(
      b, loc, b.getType<PipelineProducerTokenType>(),
      b.getType<PipelineConsumerTokenType>(), buffer, stagesOfAnswers,
      /*producerGroupId=*/asker, /*consumerGroupId=*/0, b.getBoolAttr(true),
      b.getBoolAttr(true));
  constexpr int64_t full = stagesOfAnswers * answerBytes;
  made->setAttr(kFullBarrierAttrName, b.getI64IntegerAttr(full));
  made->setAttr(kEmptyBarrierAttrName,
                b.getI64IntegerAttr(full + stagesOfAnswers * barrierBytes));
  made->setAttr(kEmptyArrivalsAttrName,
                b.getI64IntegerAttr(isOfPair ? 2 * warps : warps));
  if (isOfPair)
    made->setAttr(kPairStagesAttrName, b.getUnitAttr());
  return made;
}

namespace {
/// Rewrites the loop of one role.
class TurnsOfRole {
public:
  TurnsOfRole(scf::ForOp loop, CreatePipelineOp answers, bool asks)
      : loop(loop), loc(loop.getLoc()), answers(answers), asks(asks), b(loop) {}
  void rewrite();

private:
  Value position(Value token) {
    auto answer = RankedTensorType::get({4}, b.getI32Type());
    return CreateIteratorOp::create(
        b, loc, PipelineIteratorType::get(b.getContext(), {answer}), token);
  }
  void ask(Value at);
  ReadNextProgramIdOp awaitAnswer(Value at);

  scf::ForOp loop;
  Location loc;
  CreatePipelineOp answers;
  bool asks;
  OpBuilder b;
};
} // namespace

void TurnsOfRole::ask(Value at) {
  Value isFirst = IsFirstThreadOp::create(b, loc);
  auto alone =
      scf::IfOp::create(b, loc, TypeRange(), isFirst, /*withElse=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(alone.thenBlock());
  const bool isOfPair = answers->hasAttr(kPairStagesAttrName);
  if (isOfPair) {
    AsyncExpectProgramIdOp::create(b, loc, answers.getProducer(), at);
    Value rank = ClusterRankOp::create(b, loc, b.getI32Type());
    Value zero = arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(0));
    Value leads =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, rank, zero);
    auto first =
        scf::IfOp::create(b, loc, TypeRange(), leads, /*withElse=*/false);
    b.setInsertionPointToStart(first.thenBlock());
  }
  Value free = ProducerAcquireOp::create(
      b, loc, answers.getProducer().getType(), answers.getProducer(), at);
  AsyncCancelNextProgramIdOp::create(b, loc, free, at, isOfPair);
}

ReadNextProgramIdOp TurnsOfRole::awaitAnswer(Value at) {
  Value token = answers.getConsumer();
  auto wait = ConsumerWaitOp::create(b, loc, token.getType(), token, at,
                                     /*consumer_idx=*/0);
  wait->setAttr(kWaitsAloneAttrName, b.getUnitAttr());
  auto answer = ReadNextProgramIdOp::create(b, loc, wait.getResult(), at);
  ProxyFenceOp::create(b, loc, /*shared_only=*/true);
  auto release =
      ConsumerReleaseOp::create(b, loc, token.getType(), wait.getResult(), at);
  release->setAttr(kEachWarpReleasesAttrName, b.getUnitAttr());
  return answer;
}

void TurnsOfRole::rewrite() {
  Value turn = loop.getInductionVar();
  SmallVector<TurnBlockOp> blocks;
  bool isCounted = false;
  for (Operation *user : turn.getUsers())
    if (auto block = dyn_cast<TurnBlockOp>(user))
      blocks.push_back(block);
    else
      isCounted = true;

  // Where the block is, where in the stages it reads and asks, how many turns
  // there were, and what the loop carries.
  SmallVector<Value> inits;
  for (tileaa::GridAxis axis :
       {tileaa::GridAxis::X, tileaa::GridAxis::Y, tileaa::GridAxis::Z})
    inits.push_back(tileaa::GetProgramIdOp::create(b, loc, axis));
  inits.push_back(position(answers.getConsumer()));
  if (asks)
    inits.push_back(position(answers.getProducer()));
  if (isCounted)
    inits.push_back(loop.getLowerBound());
  const unsigned own = inits.size();
  llvm::append_range(inits, loop.getInitArgs());

  SmallVector<Type> types(ValueRange(inits).getTypes());
  SmallVector<Location> locations(types.size(), loc);
  auto made = scf::WhileOp::create(b, loc, types, inits);
  Block *body = b.createBlock(&made.getBefore(), {}, types, locations);
  Block *again = b.createBlock(&made.getAfter(), {}, types, locations);
  scf::YieldOp::create(b, loc, again->getArguments());

  for (TurnBlockOp block : blocks) {
    block.replaceAllUsesWith(body->getArguments().take_front(3));
    block.erase();
  }
  const Value reading = body->getArgument(3);
  if (isCounted)
    turn.replaceAllUsesWith(body->getArgument(own - 1));
  for (auto [old, argument] : llvm::zip(loop.getRegionIterArgs(),
                                        body->getArguments().drop_front(own)))
    old.replaceAllUsesWith(argument);
  Operation *yield = loop.getBody()->getTerminator();
  SmallVector<Value> carried(yield->getOperands());
  yield->erase();
  body->getOperations().splice(body->end(), loop.getBody()->getOperations());

  b.setInsertionPointToStart(body);
  if (asks)
    ask(body->getArgument(4));
  b.setInsertionPointToEnd(body);
  ReadNextProgramIdOp answer = awaitAnswer(reading);
  SmallVector<Value> next{answer.getX(), answer.getY(), answer.getZ()};
  for (Value at : body->getArguments().slice(3, asks ? 2 : 1))
    next.push_back(IncIterOp::create(b, loc, at.getType(), at));
  if (isCounted)
    next.push_back(arith::AddIOp::create(b, loc, body->getArgument(own - 1),
                                         loop.getStep()));
  llvm::append_range(next, carried);
  scf::ConditionOp::create(b, loc, answer.getCanceled(), next);
  loop.replaceAllUsesWith(made.getResults().drop_front(own));
  loop.erase();
}

namespace {
struct TakeBlocks : tileas::impl::TakeBlocksPassBase<TakeBlocks> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<tileaa::FuncOp>())
      if (failed(takeBlocks(function)))
        return signalPassFailure();
  }

  static LogicalResult takeBlocks(tileaa::FuncOp function) {
    SmallVector<AgentSwitchOp> all;
    function.walk([&](AgentSwitchOp agents) { all.push_back(agents); });
    for (AgentSwitchOp agents : all)
      if (failed(takeInRoles(agents, getPlan(function))))
        return failure();
    // The turn in front of all loops is the block's own.
    function.walk([&](TurnBlockOp block) {
      if (!matchPattern(block.getTurn(), m_Zero()))
        return;
      OpBuilder b(block);
      SmallVector<Value> own;
      for (tileaa::GridAxis axis :
           {tileaa::GridAxis::X, tileaa::GridAxis::Y, tileaa::GridAxis::Z})
        own.push_back(tileaa::GetProgramIdOp::create(b, block.getLoc(), axis));
      block.replaceAllUsesWith(own);
      block.erase();
    });
    LogicalResult result = success();
    function.walk([&](CountTurnsOp turns) {
      if (turns.use_empty())
        turns.erase();
      else
        result = turns.emitOpError(
            "expected a loop over turns to be the whole work of a role");
    });
    return result;
  }

  static LogicalResult takeInRoles(AgentSwitchOp agents, PlanAttr plan) {
    SmallVector<std::pair<scf::ForOp, RoleKind>> loops;
    unsigned warps = 0, asker = 0;
    bool isAsked = false;
    for (auto [number, region] : llvm::enumerate(agents.getAgents()))
      for (auto loop : region.front().getOps<scf::ForOp>()) {
        if (!isOverTurns(loop))
          continue;
        if (!plan || number >= plan.getRoles().size())
          return agents.emitOpError(
              "expected a plan with a role for each agent");
        RoleAttr role = plan.getRoles()[number];
        loops.emplace_back(loop, role.getKind());
        warps += role.getWarps();
        if (role.getKind() == RoleKind::Producer) {
          isAsked = true;
          asker = number;
        }
      }
    if (loops.empty())
      return success();
    CreatePipelineOp last;
    for (auto create : agents->getBlock()->getOps<CreatePipelineOp>())
      if (create->isBeforeInBlock(agents))
        last = create;
    if (!isAsked || !last)
      return agents.emitOpError(
          "expected a producer with stages that asks for other blocks");
    // The barrier behind the other stages is one for these, too.
    OpBuilder b(agents.getContext());
    b.setInsertionPointAfter(last);
    CreatePipelineOp answers =
        createAnswers(b, agents.getLoc(), asker, warps, plan.isOfPair());
    for (auto [loop, kind] : loops)
      TurnsOfRole(loop, answers, kind == RoleKind::Producer).rewrite();
    return success();
  }
};
} // namespace
