//===- TileASToNVVM/Collective/WarpReduction.cpp - redux.sync --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One instruction combines an integer of all lanes of a warp, and on some
// targets an f32 by min or max. A reduction whose body is that one operation
// needs no shuffles then.
//
//===----------------------------------------------------------------------===//

#include "Collective.h"

#include "tessera/Dialect/TileAS/Utils/Exchanges.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace tessera::gpu {

namespace {
/// What redux.sync calls an operation on i32.
struct IntegerRow {
  StringLiteral op, name;
};
} // namespace

static constexpr IntegerRow integerRows[] = {
    {"arith.addi", "add"},   {"arith.minsi", "min"},  {"arith.maxsi", "max"},
    {"arith.minui", "umin"}, {"arith.maxui", "umax"}, {"arith.andi", "and"},
    {"arith.ori", "or"},     {"arith.xori", "xor"},
};

/// min or max of f32 as redux.sync names it; nothing for other operations.
template <typename OpTy>
static std::optional<std::string> floatName(Operation *op, StringRef name) {
  auto extremum = dyn_cast<OpTy>(op);
  if (!extremum || extremum.getFlushToZero())
    return std::nullopt;
  return (name + (extremum.getPropagateNan() ? ".NaN" : "")).str();
}

std::optional<std::string> warpReductionOf(const GpuTarget &target,
                                           tileas::ReduceOp op) {
  Operation *only = tileas::onlyOperationOf(op);
  if (!only)
    return std::nullopt;
  const std::string prefix = "llvm.nvvm.redux.sync.";
  Type element = only->getResult(0).getType();
  if (element.isInteger(32)) {
    for (const IntegerRow &row : integerRows)
      if (only->getName().getStringRef() == row.op)
        return prefix + row.name.str();
    return std::nullopt;
  }
  if (!element.isF32() || !target.has(GpuCapability::ReduxF32))
    return std::nullopt;
  std::optional<std::string> name = floatName<tileaa::MaxFOp>(only, "fmax");
  if (!name)
    name = floatName<tileaa::MinFOp>(only, "fmin");
  return name ? std::optional(prefix + *name) : std::nullopt;
}

} // namespace tessera::gpu
