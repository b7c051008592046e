//===- Driver/Estimate/LaunchValues.cpp - scalars of a launch --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Folds scalars, as LaunchValues.h describes.
//
//===----------------------------------------------------------------------===//

#include "LaunchValues.h"

#include "tessera/Dialect/TileAA/IR/TileAA.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;

static mlir::Attribute constant(mlir::Type type, int64_t value) {
  unsigned bits =
      type.isIndex() ? 64 : std::max(1u, type.getIntOrFloatBitWidth());
  return mlir::IntegerAttr::get(type, APInt(bits, uint64_t(value),
                                            /*isSigned=*/true,
                                            /*implicitTrunc=*/true));
}

LaunchValues::LaunchValues(const EstimatedLaunch &launch, mlir::Region &body)
    : launch(launch) {
  for (auto [value, argument] : zip(launch.parameters, body.getArguments()))
    if (argument.getType().isInteger())
      known[argument] = mlir::IntegerAttr::get(
          argument.getType(),
          APInt(argument.getType().getIntOrFloatBitWidth(), value,
                /*isSigned=*/false, /*implicitTrunc=*/true));
}

void LaunchValues::set(mlir::Value value, int64_t number) {
  known[value] = constant(value.getType(), number);
}

mlir::Attribute LaunchValues::evaluate(mlir::Value value) {
  if (auto found = known.find(value); found != known.end())
    return found->second;
  mlir::Operation *op = value.getDefiningOp();
  mlir::Attribute result = op ? fold(op, value) : mlir::Attribute();
  known[value] = result;
  return result;
}

mlir::Attribute LaunchValues::fold(mlir::Operation *op, mlir::Value value) {
  mlir::Type type = value.getType();
  if (!type.isIntOrIndex())
    return {};
  // The block in the middle of the grid stands for all.
  if (auto id = dyn_cast<tileaa::GetProgramIdOp>(op))
    return constant(type,
                    int64_t((launch.grid[unsigned(id.getAxis())] - 1) / 2));
  if (auto count = dyn_cast<tileaa::GetNumProgramsOp>(op))
    return constant(type, int64_t(launch.grid[unsigned(count.getAxis())]));
  if (auto assumed = dyn_cast<tileaa::AssumeOp>(op))
    return evaluate(assumed->getOperand(0));
  if (isa<tileaa::PtrToIntOp>(op))
    return constant(type, 0);
  if (isa<tileas::IsTmaDescMadeOp>(op))
    return constant(type, 1);
  if (op->getNumRegions() != 0)
    return {};
  SmallVector<mlir::Attribute> operands;
  for (mlir::Value operand : op->getOperands())
    operands.push_back(evaluate(operand));
  SmallVector<mlir::OpFoldResult> results;
  if (mlir::failed(op->fold(operands, results)) || results.empty())
    return {};
  mlir::OpFoldResult result =
      results[cast<mlir::OpResult>(value).getResultNumber()];
  if (auto attribute = dyn_cast<mlir::Attribute>(result))
    return attribute;
  // A fold in place gives the operation's own value.
  auto other = cast<mlir::Value>(result);
  return other == value ? mlir::Attribute() : evaluate(other);
}

std::optional<int64_t> LaunchValues::number(mlir::Value value) {
  auto attribute = dyn_cast_or_null<mlir::IntegerAttr>(evaluate(value));
  if (!attribute)
    return std::nullopt;
  return attribute.getType().isInteger(1) ? attribute.getValue().getZExtValue()
                                          : attribute.getValue().getSExtValue();
}
