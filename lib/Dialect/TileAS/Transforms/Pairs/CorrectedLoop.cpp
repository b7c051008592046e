//===- TileAS/Transforms/Pairs/CorrectedLoop.cpp - a loop in three roles -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loop of attention, Q K^T, softmax, P V, in a kernel whose consumer has
// teams. What a thread does in an iteration, one after the other, is how long
// an iteration takes. So a team only computes the softmax, and two other roles
// have the rest for all teams, one after the other:
//
//   team                       issuer                     correction
//   wait for S; load it        S of team 0, next one      wait for the factor
//   maximum, factor of O       wait for P and O;          wait for P V; load O,
//   exponentials, sums           P V of team 0            multiply, store
//   wait for P V; store P      S, P V of team 1           the same for team 1
//
// Each value that goes from one role to another has a pipeline, which has a
// stage for each team:
//
//   queries   Q, once, from the team to the issuer
//   scores    S, from the issuer to the team
//   scales    what O is multiplied by, from the team to the correction role
//   factors   P, from the team to the issuer
//   sums      O, from the issuer to the correction role, which gives it back
//
// P is free again when its product is done, and O is complete then. So a team
// waits for each of its products, for the last one behind the loop.
//
// Where the columns of tensor memory do not hold S and P of each team, there is
// one place of S. The issuer stores S of a team there when the team before it
// has loaded its own.
//
//===----------------------------------------------------------------------===//

#include "CorrectedLoop.h"
#include "CorrectedParts.h"

#include "tessera/Dialect/TileAS/IR/PipelineAttrs.h"
#include "tessera/Dialect/TileAS/Utils/TensorPlaces.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

//===----------------------------------------------------------------------===//
// Which loops
//===----------------------------------------------------------------------===//

/// What stores to `alloc`, if that is done once, and nobody but `dot` reads it.
static TiledStoreOp onlyStore(AllocTensorOp alloc, DotOp dot) {
  TiledStoreOp found;
  for (Operation *user : alloc->getUsers()) {
    if (user == dot.getOperation())
      continue;
    auto store = dyn_cast<TiledStoreOp>(user);
    if (!store || found || store.getResultToken() || store.getToken())
      return {};
    found = store;
  }
  return found;
}

bool CorrectedLoop::findFactors() {
  query = early.getLhs().getDefiningOp<AllocTensorOp>();
  queryStore = query ? onlyStore(query, early) : TiledStoreOp();
  if (!queryStore || queryStore->getBlock() != loop->getBlock() ||
      !queryStore->isBeforeInBlock(loop))
    return false;
  if (isa<RankedTensorType>(late.getLhs().getType())) {
    sharesScores = early->hasAttr(kSumsInTurnAttrName);
    return true;
  }
  factor = late.getLhs().getDefiningOp<AllocTensorOp>();
  factorStore = factor ? onlyStore(factor, late) : TiledStoreOp();
  return factorStore && factorStore->getBlock() == body &&
         deferred.contains(factorStore);
}

/// A tile of one element for each row, which `value` has in all columns; null
/// if it is none.
static Value rowsOf(Value value) {
  auto spread = value.getDefiningOp<tileaa::BroadcastOp>();
  if (!spread)
    return {};
  Value source = spread.getSource();
  while (auto view = source.getDefiningOp<ViewOp>())
    source = view.getSource();
  auto tile = dyn_cast<RankedTensorType>(source.getType());
  const bool isColumn =
      tile &&
      (tile.getRank() == 1 || (tile.getRank() == 2 && tile.getDimSize(1) == 1));
  return isColumn && tile.getElementType().isF32() ? source : Value();
}

/// The sums are changed by ops that need nothing but one tile of rows besides.
bool CorrectedLoop::findScale() {
  Value value = loop.getRegionIterArgs()[sums];
  while (value != late.getAcc()) {
    if (!value.hasOneUse())
      return false;
    Operation *user = *value.user_begin();
    if (user->getBlock() != body || !user->hasTrait<OpTrait::Elementwise>() ||
        user->getNumResults() != 1 || user->getNumRegions() != 0 ||
        !isMemoryEffectFree(user) ||
        user->getResult(0).getType() != value.getType())
      return false;
    for (Value operand : user->getOperands()) {
      if (operand == value)
        continue;
      Value rows = rowsOf(operand);
      if (!rows || (scale && rows != scale))
        return false;
      scale = rows;
    }
    changes.push_back(user);
    value = user->getResult(0);
  }
  return scale && scale.getDefiningOp() &&
         scale.getDefiningOp()->getBlock() == body &&
         deferred.size() == changes.size() + (factorStore ? 1 : 0);
}

bool CorrectedLoop::find() {
  return ProductPair::find() && loop->getBlock() == roles.blockOf(loop) &&
         matchPattern(loop.getInitArgs()[sums], m_Constant(&first)) &&
         first.isSplat() && findFactors() && findScale();
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

Value CorrectedLoop::begin(const Exchange &exchange, bool isProducer,
                           std::optional<unsigned> team) {
  CreatePipelineOp of = exchange.pipeline;
  return CreateIteratorOp::create(b, loc, exchange.type,
                                  isProducer ? Value(of.getProducer())
                                             : Value(of.getConsumer()),
                                  team.value_or(0), /*of_team=*/!team);
}

void CorrectedLoop::acquire(const Exchange &exchange, Value position) {
  Value token = CreatePipelineOp(exchange.pipeline).getProducer();
  ProducerAcquireOp::create(b, loc, token.getType(), token, position);
}

void CorrectedLoop::commit(const Exchange &exchange, Value position) {
  Value token = CreatePipelineOp(exchange.pipeline).getProducer();
  ProducerCommitOp::create(b, loc, token.getType(), token, position);
}

void CorrectedLoop::await(const Exchange &exchange, Value position) {
  Value token = CreatePipelineOp(exchange.pipeline).getConsumer();
  auto wait = ConsumerWaitOp::create(b, loc, token.getType(), token, position,
                                     /*consumer_idx=*/0);
  wait->setAttr(kWaitsAloneAttrName, b.getUnitAttr());
}

void CorrectedLoop::release(const Exchange &exchange, Value position,
                            StringRef how) {
  Value token = CreatePipelineOp(exchange.pipeline).getConsumer();
  auto done =
      ConsumerReleaseOp::create(b, loc, token.getType(), token, position);
  done->setAttr(how, b.getUnitAttr());
}

Value CorrectedLoop::nextRound(Value position) {
  return IncIterOp::create(b, loc, position.getType(), position,
                           /*round=*/true);
}

Value CorrectedLoop::advance(Value position) {
  return IncIterOp::create(b, loc, position.getType(), position);
}

Value CorrectedLoop::entersLoop(Value counter) {
  return arith::CmpIOp::create(b, loc,
                               loop.getUnsignedCmp()
                                   ? arith::CmpIPredicate::ult
                                   : arith::CmpIPredicate::slt,
                               counter, loop.getUpperBound());
}

/// Of team `team`, or of the thread's own.
Value CorrectedLoop::ofTeam(Value view, std::optional<unsigned> team) {
  Value number =
      team
          ? Value(arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(*team)))
          : Value(TeamRankOp::create(b, loc, b.getI32Type()));
  return OfTeamOp::create(b, loc, view, number);
}

//===----------------------------------------------------------------------===//
// In front of the roles
//===----------------------------------------------------------------------===//

/// Its stages are nothing but barriers: what it hands over has a place already.
Exchange CorrectedLoop::makeExchange(OpBuilder &at, Type what,
                                     int64_t fullArrivals,
                                     int64_t emptyArrivals) {
  constexpr int64_t bytesOfBarrier = 8;
  const int64_t teams = roles.teams();
  Value board = AllocTensorOp::create(
      at, loc,
      TiledViewType::get({teams, 2 * bytesOfBarrier}, at.getI8Type(),
                         tileaa::Residency::Smem));
  auto made = CreatePipelineOp::create(
      at, loc, at.getType<PipelineProducerTokenType>(),
      at.getType<PipelineConsumerTokenType>(), board, teams,
      /*producerGroupId=*/0, /*consumerGroupId=*/0, at.getBoolAttr(true),
      at.getBoolAttr(true));
  made->setAttr(kFullBarrierAttrName, at.getI64IntegerAttr(0));
  made->setAttr(kFullArrivalsAttrName, at.getI64IntegerAttr(fullArrivals));
  if (emptyArrivals != 0) {
    made->setAttr(kEmptyBarrierAttrName,
                  at.getI64IntegerAttr(teams * bytesOfBarrier));
    made->setAttr(kEmptyArrivalsAttrName, at.getI64IntegerAttr(emptyArrivals));
  }
  return {made, PipelineIteratorType::get(at.getContext(), what)};
}

void CorrectedLoop::makeFront() {
  OpBuilder at(stages);
  at.setInsertionPointAfter(stages);
  // One thread releases a stage, when the products of all teams have read it.
  stages->setAttr(kEmptyArrivalsAttrName, at.getI64IntegerAttr(1));
  memory = claimTensorMemory(loop->getParentOfType<tileaa::FuncOp>());
  scoresPlace = buildPlace(at, loc, memory, early.getAtom(),
                           cast<RankedTensorType>(early.getType()));
  if (sharesScores)
    scoresPlace.setTeamColumns(0);
  sumsPlace = buildPlace(at, loc, memory, late.getAtom(),
                         cast<RankedTensorType>(late.getType()));
  auto ofTeams = [&](Type type) -> Value {
    return AllocTensorOp::create(at, loc, type, /*each_team=*/true);
  };
  queryView = ofTeams(query.getType());
  if (factor)
    factorView = ofTeams(factor.getType());
  else
    factorView = buildFactorPlace(
        at, loc, memory, cast<RankedTensorType>(late.getLhs().getType()));
  auto rows = cast<RankedTensorType>(scale.getType());
  layout::Space space = llvm::cantFail(layout::Space::tile(rows.getShape()));
  layout::LayoutBuilder image(space);
  for (unsigned bit = 0; bit < llvm::Log2_64(rows.getDimSize(0)); ++bit)
    image.bit(layout::Dim::Offset, layout::tileDim(0), bit);
  scaleView = ofTeams(TiledViewType::get(
      rows.getShape(), rows.getElementType(), tileaa::Residency::Smem,
      LayoutAttr::get(at.getContext(), llvm::cantFail(image.finish()))));
  queries = makeExchange(at, queryView.getType(), warpsOfTeam, 0);
  scores = makeExchange(at, scoresPlace.getType(), 1, warpsOfTeam);
  scales = makeExchange(at, scaleView.getType(), warpsOfTeam, warpsOfTeam);
  factors = makeExchange(at, factorView.getType(), warpsOfTeam, 1);
  sumsExchange = makeExchange(at, sumsPlace.getType(), 1, warpsOfTeam);
}

//===----------------------------------------------------------------------===//
// All
//===----------------------------------------------------------------------===//

void CorrectedLoop::rewrite() {
  makeFront();
  makeIssuer();
  makeCorrection();
  giveQueries();
  makeTeam();
  const bool isOutside = factor && loop.isDefinedOutsideOfLoop(factor);
  loop.erase();
  if (isOutside)
    factor.erase();
}

bool tileas::correctInRole(scf::ForOp loop, CreatePipelineOp stages,
                           KernelRoles &roles) {
  CorrectedLoop corrected(loop, stages, roles);
  if (!corrected.find())
    return false;
  remark::passed(
      loop.getLoc(),
      remark::RemarkOpts::name("correction")
          .category("plan")
          .function(loop->getParentOfType<tileaa::FuncOp>().getSymName()))
      << "its products are issued, and sums scaled, by roles of their own";
  corrected.rewrite();
  return true;
}
