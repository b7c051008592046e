//===- TileAS/Transforms/Placing/PlaceColumns.cpp - columns of places -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Places have the first columns that no other place has at the same time. Each
// team of a consumer has such columns in its own part of the block's. In a body
// with places that all teams have in turn, these come first, and the teams
// share out what is behind them.
//
//===----------------------------------------------------------------------===//

#include "PlaceColumns.h"

#include "tessera/Target/Tcgen05Table.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// Two blocks on a multiprocessor have this many each. Up to it, places that
/// follow each other have columns of their own: else there are barriers between
/// their uses.
static constexpr int64_t comfortableColumns = gpu::tensorColumns / 2;

namespace {
/// Columns in use from the first to the last number, both included.
struct Claimed {
  TensorPlaceOp place;
  int64_t first, last;
};

/// A body of the kernel with places that all teams have in turn.
struct BodyInTurn {
  /// Columns of these, and behind them of each team.
  int64_t inTurn = 0, ofTeam = 0;
};

/// The places of a kernel.
class Columns {
public:
  Columns(tileaa::FuncOp function, unsigned teams)
      : function(function), teams(teams) {
    count(function);
    function.walk([&](TensorPlaceOp place) {
      places.push_back(place);
      if (place.isInTurn())
        bodies[place->getBlock()].inTurn += place.getNumColumns();
    });
  }
  /// Columns that each team needs, if places that follow each other share them
  /// or if they do not.
  int64_t give(bool share);

private:
  void count(Operation *op);
  BodyInTurn *bodyOf(TensorPlaceOp place);
  int64_t firstFree(const Claimed &life, int64_t at, bool share);

  tileaa::FuncOp function;
  const int64_t teams;
  SmallVector<TensorPlaceOp> places;
  /// Numbers of an op and of the last one inside.
  llvm::DenseMap<Operation *, std::pair<int64_t, int64_t>> numbers;
  int64_t next = 0;
  llvm::MapVector<Block *, BodyInTurn> bodies;
  SmallVector<Claimed> placed;
};
} // namespace

void Columns::count(Operation *op) {
  const int64_t first = next++;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Operation &nested : block)
        count(&nested);
  numbers[op] = {first, next - 1};
}

/// Null: teams have nothing in turn there.
BodyInTurn *Columns::bodyOf(TensorPlaceOp place) {
  for (auto &[block, body] : bodies)
    if (block->findAncestorOpInBlock(*place))
      return &body;
  return nullptr;
}

/// Whether they are in different branches, of which only one is taken.
static bool areAlternatives(TensorPlaceOp a, TensorPlaceOp b) {
  for (Operation *op = a; op; op = op->getParentOp())
    if (Operation *other =
            op->getParentRegion()
                ? op->getParentRegion()->findAncestorOpInRegion(*b)
                : nullptr)
      return other == op && isa<scf::IfOp>(op);
  return false;
}

/// From `at` on, in steps of the place's own columns.
int64_t Columns::firstFree(const Claimed &life, int64_t at, bool share) {
  const int64_t own = TensorPlaceOp(life.place).getNumColumns();
  auto isTaken = [&](Claimed other) {
    const int64_t begin = other.place.getColumn();
    const bool meets =
        share ? other.first <= life.last && life.first <= other.last
              : !areAlternatives(life.place, other.place);
    return meets && begin < at + own &&
           at < begin + static_cast<int64_t>(other.place.getNumColumns());
  };
  while (llvm::any_of(placed, isTaken))
    at += own;
  return at;
}

int64_t Columns::give(bool share) {
  placed.clear();
  int64_t columns = gpu::leastTensorColumns;
  for (auto &[block, body] : bodies)
    body.ofTeam = 0;
  for (TensorPlaceOp place : places) {
    Claimed life{place, numbers[place].first, 0};
    for (Operation *user : place->getUsers()) {
      Operation *inBlock = place->getBlock()->findAncestorOpInBlock(*user);
      life.last = std::max(life.last, numbers[inBlock].second);
    }
    BodyInTurn *body = bodyOf(place);
    const bool isBehind = body && !place.isInTurn();
    const int64_t at = firstFree(life, isBehind ? body->inTurn : 0, share);
    const int64_t end = at + int64_t(place.getNumColumns());
    place.setColumn(at);
    placed.push_back(life);
    if (isBehind)
      body->ofTeam = std::max(body->ofTeam, end - body->inTurn);
    else
      columns = std::max(columns, end);
  }
  for (auto &[block, body] : bodies)
    columns = std::max(columns, int64_t(llvm::divideCeil(
                                    body.inTurn + teams * body.ofTeam, teams)));
  for (TensorPlaceOp place : places)
    if (BodyInTurn *body = bodyOf(place); body && !place.isInTurn())
      place.setTeamColumns(body->ofTeam);
  return columns;
}

LogicalResult tileas::giveColumns(ClaimTensorMemoryOp claim) {
  auto function = claim->getParentOfType<tileaa::FuncOp>();
  // Each team has as many.
  const int64_t teams = claim.getTeams(), most = gpu::tensorColumns / teams;
  Columns all(function, teams);
  int64_t columns = all.give(/*share=*/false);
  if (columns > comfortableColumns)
    columns = all.give(/*share=*/true);
  if (columns > most) {
    addMisfit(function, Resource::TensorColumns, columns, most);
    return function.emitError("expected at most ")
           << most << " columns of tensor memory, got " << columns;
  }
  const int64_t claimed = teams * llvm::PowerOf2Ceil(columns);
  claim.setColumns(claimed);
  OpBuilder b(function.getBody().front().getTerminator());
  ReleaseTensorMemoryOp::create(b, function.getLoc(), claim.getMemory(),
                                claim.getBoard(), claimed);
  return success();
}
