//===- TileASToNVVM/Grid.cpp - where a block is in the grid ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Program ids, of the running block or of one that it has taken over, and the
// extents of the grid.
//
//===----------------------------------------------------------------------===//

#include "Handlers.h"

#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace tessera::gpu {

/// In each of x, y and z the number of the tile block, or how many there are.
/// A cluster of several blocks is one tile block.
template <typename X, typename Y, typename Z>
static Value positionInGrid(Emitter &e, tileaa::GridAxis axis) {
  Type i32 = e.b.getI32Type();
  switch (axis) {
  case tileaa::GridAxis::X:
    return X::create(e.b, e.loc(), i32);
  case tileaa::GridAxis::Y:
    return Y::create(e.b, e.loc(), i32);
  case tileaa::GridAxis::Z:
    return Z::create(e.b, e.loc(), i32);
  }
  llvm_unreachable("unknown axis");
}

static bool isInCluster(Operation *op) {
  auto plan = tileas::getPlan(op->getParentOfType<tileaa::FuncOp>());
  return plan && plan.getCluster() > 1;
}

static Value extentOfGrid(Emitter &e, tileaa::GridAxis axis) {
  return positionInGrid<NVVM::GridDimXOp, NVVM::GridDimYOp, NVVM::GridDimZOp>(
      e, axis);
}

/// How many tile blocks the grid has along `axis`.
static Value numPrograms(Emitter &e, Operation *op, tileaa::GridAxis axis) {
  return isInCluster(op)
             ? positionInGrid<NVVM::ClusterDimXOp, NVVM::ClusterDimYOp,
                              NVVM::ClusterDimZOp>(e, axis)
             : extentOfGrid(e, axis);
}

/// Narrower grids stay as they are: what their blocks read together L2 holds.
static constexpr int64_t narrowGrid = 32;

/// The id along `axis` of the tile block that is number (x, y) of its plane of
/// the grid of `op`, in groups of `group` along x. In a narrow grid all x are
/// one group, and ids are what they are.
static Value idInGroup(Emitter &e, Operation *op, tileaa::GridAxis axis,
                       int64_t group, Value x, Value y) {
  auto divide = [&](Value a, Value b) -> Value {
    return LLVM::UDivOp::create(e.b, e.loc(), a, b);
  };
  auto subtract = [&](Value a, Value b) -> Value {
    return LLVM::SubOp::create(e.b, e.loc(), a, b);
  };
  Value columns = numPrograms(e, op, tileaa::GridAxis::X),
        rows = numPrograms(e, op, tileaa::GridAxis::Y);
  // 65535 y at most, and as many x: a number has 32 bits.
  Value isWide = e.compare(LLVM::ICmpPredicate::ult,
                           subtract(columns, e.i32(narrowGrid + 1)),
                           e.i32(65535 - narrowGrid));
  Block *wide = e.newBlock(), *rest = e.newBlock({e.b.getI32Type()});
  const bool isX = axis == tileaa::GridAxis::X;
  LLVM::CondBrOp::create(e.b, e.loc(), isWide, wide, ValueRange(), rest,
                         ValueRange{isX ? x : y});
  e.b.setInsertionPointToEnd(wide);
  Value number = e.add(e.mul(y, columns), x);
  Value inGroup = e.mul(rows, e.i32(group));
  Value before = divide(number, inGroup);
  Value own = subtract(number, e.mul(before, inGroup));
  Value first = e.mul(before, e.i32(group));
  // The last group may be narrower.
  Value left = subtract(columns, first);
  Value width =
      e.select(e.compare(LLVM::ICmpPredicate::ult, left, e.i32(group)), left,
               e.i32(group));
  Value row = divide(own, width);
  e.branch(rest, {isX ? e.add(first, subtract(own, e.mul(row, width))) : row});
  e.b.setInsertionPointToEnd(rest);
  return rest->getArgument(0);
}

static LogicalResult emitProgramId(Emitter &e, Operation *op) {
  auto id = llvm::cast<tileaa::GetProgramIdOp>(op);
  const auto axis = id.getAxis();
  auto own = [&](tileaa::GridAxis of) {
    return isInCluster(op)
               ? positionInGrid<NVVM::ClusterIdXOp, NVVM::ClusterIdYOp,
                                NVVM::ClusterIdZOp>(e, of)
               : positionInGrid<NVVM::BlockIdXOp, NVVM::BlockIdYOp,
                                NVVM::BlockIdZOp>(e, of);
  };
  if (std::optional<uint32_t> group = id.getGroup())
    e.set(op->getResult(0),
          idInGroup(e, op, axis, *group, own(tileaa::GridAxis::X),
                    own(tileaa::GridAxis::Y)));
  else
    e.set(op->getResult(0), own(axis));
  return success();
}

static LogicalResult emitProgramIdAt(Emitter &e, Operation *op) {
  auto id = llvm::cast<tileas::ProgramIdAtOp>(op);
  const auto axis = id.getAxis();
  Value x = e.scalar(id.getX()), y = e.scalar(id.getY());
  if (std::optional<uint32_t> group = id.getGroup())
    e.set(op->getResult(0), idInGroup(e, op, axis, *group, x, y));
  else
    e.set(op->getResult(0), axis == tileaa::GridAxis::X ? x
                            : axis == tileaa::GridAxis::Y
                                ? y
                                : e.scalar(id.getZ()));
  return success();
}

static LogicalResult emitNumPrograms(Emitter &e, Operation *op) {
  const auto axis = llvm::cast<tileaa::GetNumProgramsOp>(op).getAxis();
  e.set(op->getResult(0), numPrograms(e, op, axis));
  return success();
}

static LogicalResult emitClusterRank(Emitter &e, Operation *op) {
  e.set(op->getResult(0), isInCluster(op) ? NVVM::ClusterId::create(
                                                e.b, e.loc(), e.b.getI32Type())
                                          : e.i32(0));
  return success();
}

static LogicalResult emitHasWaves(Emitter &e, Operation *op) {
  tileas::PlanAttr plan =
      tileas::getPlan(op->getParentOfType<tileaa::FuncOp>());
  // More blocks than 32 bits count may be taken for fewer: then each makes its
  // own tile.
  Value all = e.mul(e.mul(extentOfGrid(e, tileaa::GridAxis::X),
                          extentOfGrid(e, tileaa::GridAxis::Y)),
                    extentOfGrid(e, tileaa::GridAxis::Z));
  Value held = NVVM::SmDimOp::create(e.b, e.loc(), e.b.getI32Type());
  if (plan && plan.getBlocks() > 1)
    held = e.mul(held, e.i32(plan.getBlocks()));
  e.set(op->getResult(0), e.compare(LLVM::ICmpPredicate::ugt, all, held));
  return success();
}

void registerGridHandlers(Handlers &h) {
  h.addOp<tileas::ClusterRankOp>(emitClusterRank);
  h.addOp<tileaa::GetProgramIdOp>(emitProgramId);
  h.addOp<tileaa::GetNumProgramsOp>(emitNumPrograms);
  h.addOp<tileas::ProgramIdAtOp>(emitProgramIdAt);
  h.addOp<tileas::HasWavesOp>(emitHasWaves);
}

} // namespace tessera::gpu
