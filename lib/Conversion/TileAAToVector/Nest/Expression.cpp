//===- TileAAToVector/Nest/Expression.cpp - values computed at an index -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The evaluator: a tensor that has no memory is computed where a consumer needs
// it. Shape ops change the index and disappear; element-wise ops are done on
// scalars as long as all their operands are uniform.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileAAToVector/Access/Access.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;

namespace tessera::cpu {

Value Nest::vector(const Lanes &lanes) {
  return lanes.uniform ? splat(e, lanes.value, width) : lanes.value;
}

FailureOr<Lanes> Nest::evaluate(Value value, ArrayRef<Coord> index) {
  if (!isa<RankedTensorType>(value.getType()))
    return Lanes{e.scalar(value), true};
  AtDepth at(*this, depthOf(index));
  SmallVector<Evaluated, 1> &seen = memo[value];
  for (const Evaluated &entry : seen)
    if (ArrayRef<Coord>(entry.index) == index && isVisible(entry.block))
      return entry.lanes;

  if (level == AccessLevel::Full && facts && facts->allTrue.contains(value))
    return Lanes{e.constant(b.getBoolAttr(true)), true};
  FailureOr<Lanes> lanes;
  if (const Buffer *buffer = e.bufferOf(value))
    lanes = load(*buffer, index);
  else if (auto result = dyn_cast<OpResult>(value))
    lanes = evaluateOp(result, index);
  else
    llvm_unreachable("expected a block argument to have a buffer");
  if (failed(lanes))
    return failure();
  if (auto found = carried.find(value); found != carried.end())
    store(found->second, index, *lanes);
  memo[value].push_back({Index(index), *lanes, b.getInsertionBlock()});
  // Conversions that are kept instead of the value itself.
  if (!carried.empty())
    for (Operation *user : value.getUsers())
      if (isa<tileaa::FpToFpOp>(user) && carried.contains(user->getResult(0)) &&
          failed(evaluate(user->getResult(0), index)))
        return failure();
  return lanes;
}

/// The index of a broadcast's source.
static Index dropRepeated(ArrayRef<Coord> index, ArrayRef<int64_t> source) {
  Index result(index);
  for (auto [coord, extent] : llvm::zip(result, source))
    if (extent == 1)
      coord = Coord();
  return result;
}

std::optional<Nest::Source> Nest::sourceOf(Operation *op,
                                           ArrayRef<Coord> index) {
  auto shape = shapeOf(op->getResult(0).getType());
  return llvm::TypeSwitch<Operation *, std::optional<Source>>(op)
      .Case<tileaa::SplatOp>(
          [&](tileaa::SplatOp splat) { return Source{splat.getSource(), {}}; })
      .Case<tileaa::AssumeOp>([&](tileaa::AssumeOp assume) {
        return Source{assume.getValue(), Index(index)};
      })
      .Case<tileaa::BroadcastOp>([&](tileaa::BroadcastOp broadcast) {
        Value source = broadcast.getSource();
        return Source{source, dropRepeated(index, shapeOf(source.getType()))};
      })
      .Case<tileaa::ViewOp>([&](tileaa::ViewOp view) {
        auto from = shapeOf(view.getSource().getType());
        if (from.empty())
          return Source{view.getSource(), {}};
        return Source{view.getSource(),
                      delinearise(linearise(index, shape), from)};
      })
      .Case<tileaa::PermuteOp>([&](tileaa::PermuteOp permute) {
        Index source(index.size());
        for (auto [d, from] : llvm::enumerate(permute.getPermutation()))
          source[from] = index[d];
        return Source{permute.getSource(), source};
      })
      .Case<tileaa::ExtractOp>([&](tileaa::ExtractOp extract) {
        auto from = shapeOf(extract.getSource().getType());
        Index source;
        for (auto [d, slice] : llvm::enumerate(extract.getIndices())) {
          unsigned own = log2Of(shape[d]), all = log2Of(from[d]);
          Value number;
          {
            AtDepth at(*this, -1);
            number = e.extend(e.scalar(slice), /*isSigned=*/false);
          }
          // An index outside is undefined; inside the mask it stays harmless.
          Coord start = shiftLeft(lowBits(uniform(number, 32), all - own), own);
          source.push_back(merge(start, index[d]));
        }
        return Source{extract.getSource(), source};
      })
      .Default([](Operation *) { return std::nullopt; });
}

FailureOr<Lanes> Nest::evaluateOp(OpResult value, ArrayRef<Coord> index) {
  Operation *op = value.getOwner();
  if (std::optional<Source> source = sourceOf(op, index))
    return evaluate(source->value, source->index);
  // In a fused loop each instruction has the line of its own op.
  llvm::SaveAndRestore<Location> here(e.currentLoc, op->getLoc());
  return llvm::TypeSwitch<Operation *, FailureOr<Lanes>>(op)
      .Case<arith::ConstantOp>(
          [&](arith::ConstantOp constant) -> FailureOr<Lanes> {
            auto elements = cast<DenseElementsAttr>(constant.getValue());
            return Lanes{
                e.constant(registerAttr(elements.getSplatValue<Attribute>(),
                                        elements.getElementType())),
                true};
          })
      .Case<tileaa::ConstantOp>(
          [&](tileaa::ConstantOp constant) -> FailureOr<Lanes> {
            auto elements = cast<DenseElementsAttr>(constant.getBits());
            return e.bitsConstant(elements.getSplatValue<APInt>(),
                                  elementOf(value.getType()));
          })
      .Case<ub::PoisonOp>([&](Operation *) -> FailureOr<Lanes> {
        // Any value will do; it must not be undefined in LLVM's sense.
        return e.bitsConstant(APInt(64, 0), elementOf(value.getType()));
      })
      .Case<tileaa::MakeRangeOp>([&](tileaa::MakeRangeOp) -> FailureOr<Lanes> {
        return values(index[0], elementOf(value.getType()));
      })
      .Case<tileaa::LoadOp>(
          [&](tileaa::LoadOp load) { return evaluateLoad(*this, load, index); })
      .Case<tileaa::TiledLoadOp, tileaa::GatherLoadOp>([&](Operation *load) {
        return evaluateTiledLoad(*this, load, index);
      })
      .Default([&](Operation *) -> FailureOr<Lanes> {
        SmallVector<Lanes, 3> operands;
        for (Value operand : op->getOperands()) {
          FailureOr<Lanes> lanes = evaluate(operand, index);
          if (failed(lanes))
            return failure();
          operands.push_back(*lanes);
        }
        return elementwise(op, operands);
      });
}

} // namespace tessera::cpu
