//===- TileAAToTileAS/Cluster/SplitRules.cpp - what both blocks may do -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sound are kernels in which no block needs what the other one computes or
// writes: nothing is combined along a split dimension, all that is stored is
// split, and what tokens order with a store is halves of the same tiles.
//
//===----------------------------------------------------------------------===//

#include "HalvedTiles.h"

#include "tessera/Dialect/TileAA/IR/LanguageNames.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::gpu;

void Obstacle::note(Operation *op, const Twine &why) {
  if (text.empty())
    text = ("'" + tileaa::languageName(op) + "' " + why).str();
}

/// Whether an access of `view` moves the tiles next to each other that half
/// tiles would be.
static bool hasHalves(Value view, unsigned dim) {
  auto type = cast<tileaa::TiledViewType>(view.getType());
  return view.getDefiningOp<tileaa::MakeTiledViewOp>() &&
         !type.isGatherScatter() &&
         type.getStep(dim) == type.getTileShape()[dim];
}

/// Notes an access that both blocks would make, or that is not of halves.
static void checkAccess(Operation *op, const HalvedTiles &halves,
                        Obstacle &obstacle) {
  constexpr auto weak = cuda_tile::MemoryOrderingSemantics::Weak;
  auto check = [&](auto access, bool isStore, Value tile, Value view) {
    std::optional<unsigned> dim =
        isTile(tile) ? halvedDim(halves, tile) : std::nullopt;
    if (access.getMemSemantic() != weak)
      obstacle.note(op, "is ordered with other tile blocks");
    else if (isStore && !dim)
      obstacle.note(op, "stores what is no row of a product");
    else if (dim && view && !hasHalves(view, *dim))
      obstacle.note(op, "is through a view whose tiles have no halves; write a "
                        "partition view");
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](tileaa::TiledLoadOp load) {
        check(load, false, load.getResult(), load.getView());
      })
      .Case([&](tileaa::TiledStoreOp store) {
        check(store, true, store.getValue(), store.getView());
      })
      .Case([&](tileaa::LoadOp load) {
        check(load, false, load->getResult(0), Value());
      })
      .Case([&](tileaa::StoreOp store) {
        check(store, true, store.getValue(), Value());
      })
      .Default([&](Operation *other) {
        const bool isKnown =
            isa<tileaa::FuncOp, tileaa::ReturnOp, scf::ForOp, scf::IfOp,
                scf::YieldOp, tileaa::YieldOp, tileaa::CreateMemTokenOp,
                tileaa::JoinMemTokenOp, tileaa::AssumeOp>(other);
        if (!isKnown && !isMemoryEffectFree(other))
          obstacle.note(other, "is done once for a tile block");
      });
}

/// The accesses that come before `token`.
static llvm::SetVector<Operation *> accessesBefore(Value token) {
  llvm::SetVector<Operation *> accesses;
  llvm::SetVector<Value> tokens;
  tokens.insert(token);
  for (size_t i = 0; i != tokens.size(); ++i) {
    auto result = dyn_cast<OpResult>(tokens[i]);
    Operation *maker = tokens[i].getDefiningOp();
    if (!result) {
      auto argument = cast<BlockArgument>(tokens[i]);
      auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
      if (!loop || argument == loop.getInductionVar())
        continue;
      maker = loop;
      result = loop.getTiedLoopResult(argument);
    }
    if (auto loop = dyn_cast<scf::ForOp>(maker)) {
      const unsigned number = result.getResultNumber();
      tokens.insert(loop.getInitArgs()[number]);
      tokens.insert(loop.getBody()->getTerminator()->getOperand(number));
    } else if (auto branch = dyn_cast<scf::IfOp>(maker)) {
      tokens.insert(branch.thenYield().getOperand(result.getResultNumber()));
      tokens.insert(branch.elseYield().getOperand(result.getResultNumber()));
    } else {
      if (!isa<tileaa::CreateMemTokenOp, tileaa::JoinMemTokenOp>(maker))
        accesses.insert(maker);
      for (Value operand : maker->getOperands())
        if (isa<tileaa::MemTokenType>(operand.getType()))
          tokens.insert(operand);
    }
  }
  return accesses;
}

/// Blocks of a cluster do not wait for each other's accesses. Where one is
/// ordered after another one, and not both are loads, both must be halves of
/// tiles of one view, so that each block orders its own.
static void checkOrder(Region &body, const HalvedTiles &halves,
                       Obstacle &obstacle) {
  auto isLoad = [](Operation *op) {
    return isa<tileaa::TiledLoadOp, tileaa::LoadOp>(op);
  };
  auto halfOf = [&](Operation *op) -> std::pair<Value, unsigned> {
    Value view, tile;
    if (auto load = dyn_cast<tileaa::TiledLoadOp>(op)) {
      view = load.getView();
      tile = load.getResult();
    } else if (auto store = dyn_cast<tileaa::TiledStoreOp>(op)) {
      view = store.getView();
      tile = store.getValue();
    }
    std::optional<unsigned> dim = tile ? halvedDim(halves, tile) : std::nullopt;
    return dim ? std::pair(view, *dim) : std::pair(Value(), 0u);
  };
  body.walk([&](Operation *op) {
    if (!isa<tileaa::TiledLoadOp, tileaa::LoadOp, tileaa::TiledStoreOp,
             tileaa::StoreOp>(op))
      return;
    for (Value operand : op->getOperands()) {
      if (!isa<tileaa::MemTokenType>(operand.getType()))
        continue;
      for (Operation *before : accessesBefore(operand)) {
        if (isLoad(op) && isLoad(before))
          continue;
        auto half = halfOf(op);
        if (!half.first || halfOf(before) != half)
          obstacle.note(
              op, "is ordered after an access through another view; leave the "
                  "token out where the arrays are others");
      }
    }
  });
}

/// Halves of right factors are loaded and do not leave the block.
void gpu::checkColumns(const HalvedTiles &halves, Obstacle &obstacle) {
  for (auto [value, dim] : halves) {
    if (auto load = value.getDefiningOp<tileaa::TiledLoadOp>();
        load && !hasHalves(load.getView(), dim))
      obstacle.note(load,
                    "is through a view whose tiles have no halves; write a "
                    "partition view");
    for (Operation *user : value.getUsers())
      if (isa<tileaa::TiledStoreOp, tileaa::StoreOp>(user))
        obstacle.note(user, "stores what is a right factor, too");
  }
}

void gpu::checkRows(Region &body, const HalvedTiles &halves,
                    Obstacle &obstacle) {
  body.walk([&](Operation *op) { checkAccess(op, halves, obstacle); });
  if (!obstacle.isThere())
    checkOrder(body, halves, obstacle);
}
