//===- CudaTile/Transforms/ExtensionControl.cpp - branches to structure -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks and branches become `if` and `loop` by MLIR's lifting algorithm, to
// which this file only says how the structured ops look. Two things are done
// before: `unreachable` becomes a check and a return, and views, which no
// region may yield, are made anew where they are used.
//
//===----------------------------------------------------------------------===//

#include "ExtensionRewriter.h"

#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/CFGToSCF.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace tessera::cuda_tile;

//===----------------------------------------------------------------------===//
// Structured ops for MLIR's algorithm
//===----------------------------------------------------------------------===//

namespace {
class Lifting : public CFGToSCFInterface {
public:
  FailureOr<Operation *>
  createStructuredBranchRegionOp(OpBuilder &builder, Operation *branch,
                                 TypeRange resultTypes,
                                 MutableArrayRef<Region> regions) override;

  LogicalResult
  createStructuredBranchRegionTerminatorOp(Location loc, OpBuilder &builder,
                                           Operation *, Operation *,
                                           ValueRange results) override {
    YieldOp::create(builder, loc, results);
    return success();
  }

  FailureOr<Operation *>
  createStructuredDoWhileLoopOp(OpBuilder &builder, Operation *replacedOp,
                                ValueRange init, Value condition,
                                ValueRange next, Region &&body) override;

  Value getCFGSwitchValue(Location loc, OpBuilder &builder,
                          unsigned value) override {
    ImplicitLocOpBuilder b(loc, builder);
    return createSplat(b, TileType::get({}, builder.getI32Type()), value);
  }

  void createCFGSwitchOp(Location loc, OpBuilder &builder, Value flag,
                         ArrayRef<unsigned> values, BlockRange targets,
                         ArrayRef<ValueRange> arguments, Block *defaultTarget,
                         ValueRange defaultArguments) override;

  Value getUndefValue(Location loc, OpBuilder &builder, Type type) override;

  FailureOr<Operation *> createUnreachableTerminator(Location loc,
                                                     OpBuilder &builder,
                                                     Region &) override {
    return LeaveOp::create(builder, loc).getOperation();
  }

  /// A value had no stand-in on the paths that do not define it.
  bool failed = false;
};
} // namespace

static Value createEqual(ImplicitLocOpBuilder &builder, Value flag,
                         int64_t value) {
  Value constant = createSplat(builder, cast<TileType>(flag.getType()), value);
  return CmpIOp::create(builder, ComparisonPredicate::Equal, flag, constant,
                        Signedness::Signed);
}

FailureOr<Operation *>
Lifting::createStructuredBranchRegionOp(OpBuilder &builder, Operation *branch,
                                        TypeRange resultTypes,
                                        MutableArrayRef<Region> regions) {
  ImplicitLocOpBuilder b(branch->getLoc(), builder);
  if (auto conditional = dyn_cast<CondBrOp>(branch)) {
    auto op = IfOp::create(b, resultTypes, conditional.getCondition());
    op.getThenRegion().takeBody(regions[0]);
    op.getElseRegion().takeBody(regions[1]);
    return op.getOperation();
  }
  auto branches = dyn_cast<SwitchBrOp>(branch);
  if (!branches)
    return branch->emitError("expected a cuda_tile branch, got this op");
  // A chain of ifs; the last region is what no value selects.
  IfOp outermost;
  for (auto [index, value] : llvm::enumerate(branches.getValues())) {
    Value isTaken = createEqual(b, branches.getFlag(), value);
    auto op = IfOp::create(b, resultTypes, isTaken);
    op.getThenRegion().takeBody(regions[index]);
    if (outermost)
      YieldOp::create(b, op.getResults());
    else
      outermost = op;
    if (index + 2 == regions.size()) {
      op.getElseRegion().takeBody(regions.back());
      break;
    }
    b.setInsertionPointToStart(&op.getElseRegion().emplaceBlock());
  }
  return outermost.getOperation();
}

FailureOr<Operation *> Lifting::createStructuredDoWhileLoopOp(
    OpBuilder &builder, Operation *replacedOp, ValueRange init, Value condition,
    ValueRange next, Region &&body) {
  ImplicitLocOpBuilder b(replacedOp->getLoc(), builder);
  auto loop = LoopOp::create(b, init.getTypes(), init);
  loop.getRegion().takeBody(body);
  b.setInsertionPointToEnd(&loop.getRegion().back());
  Value isLast = createEqual(b, condition, 0);
  auto leave = IfOp::create(b, TypeRange(), isLast);
  ContinueOp::create(b, next);
  b.setInsertionPointToStart(&leave.getThenRegion().emplaceBlock());
  BreakOp::create(b, next);
  return loop.getOperation();
}

void Lifting::createCFGSwitchOp(Location loc, OpBuilder &builder, Value flag,
                                ArrayRef<unsigned> values, BlockRange targets,
                                ArrayRef<ValueRange> arguments,
                                Block *defaultTarget,
                                ValueRange defaultArguments) {
  if (values.empty()) {
    BrOp::create(builder, loc, defaultArguments, defaultTarget);
    return;
  }
  SmallVector<int32_t> cases(values.begin(), values.end());
  SmallVector<ValueRange> allArguments(arguments);
  allArguments.push_back(defaultArguments);
  SmallVector<Block *> allTargets(targets.begin(), targets.end());
  allTargets.push_back(defaultTarget);
  SwitchBrOp::create(builder, loc, flag, cases, allArguments, allTargets);
}

Value Lifting::getUndefValue(Location loc, OpBuilder &builder, Type type) {
  ImplicitLocOpBuilder b(loc, builder);
  if (isa<TokenType>(type))
    return MakeTokenOp::create(b, type);
  if (auto tile = dyn_cast<TileType>(type)) {
    Type element = tile.getElementType();
    if (isPointerElement(element)) {
      Value zero =
          createSplat(b, TileType::get(tile.getShape(), b.getI64Type()), 0);
      return IntToPtrOp::create(b, type, zero);
    }
    if (element.isIntOrFloat())
      return createSplat(b, tile, 0);
  }
  emitError(loc) << "expected no value of type " << type
                 << " across branches, got one that only some paths define";
  failed = true;
  return UnrealizedConversionCastOp::create(b, type, ValueRange()).getResult(0);
}

//===----------------------------------------------------------------------===//
// Preparations
//===----------------------------------------------------------------------===//

/// The block of `region` that holds `op`, directly or nested.
static Block *getBlockIn(Region &region, Operation *op) {
  Operation *ancestor = region.findAncestorOpInRegion(*op);
  return ancestor ? ancestor->getBlock() : nullptr;
}

/// Makes the view `value` anew before `user`.
static Value rematerialise(Value value, Operation *user) {
  Operation *copy = value.getDefiningOp()->clone();
  OpBuilder(user).insert(copy);
  for (OpOperand &operand : copy->getOpOperands())
    if (isViewType(operand.get().getType()))
      operand.set(rematerialise(operand.get(), copy));
  return copy->getResult(cast<OpResult>(value).getResultNumber());
}

static LogicalResult localiseViews(Region &region) {
  for (Block &block : region)
    for (BlockArgument argument : block.getArguments())
      if (isViewType(argument.getType()))
        return emitError(argument.getLoc())
               << "expected block arguments that are not views, got "
               << argument.getType();
  SmallVector<OpOperand *> foreign;
  region.walk([&](Operation *op) {
    for (OpOperand &operand : op->getOpOperands()) {
      Operation *maker = operand.get().getDefiningOp();
      if (isViewType(operand.get().getType()) && maker &&
          getBlockIn(region, maker) != getBlockIn(region, op))
        foreign.push_back(&operand);
    }
  });
  for (OpOperand *operand : foreign)
    operand->set(rematerialise(operand->get(), operand->getOwner()));
  return success();
}

namespace {
/// Reports the values of erased ops.
struct ErasedValues : RewriterBase::Listener {
  explicit ErasedValues(ReplacedValueFn onReplaced) : onReplaced(onReplaced) {}
  void notifyOperationErased(Operation *op) override {
    if (onReplaced)
      for (Value result : op->getResults())
        onReplaced(result, Value());
  }
  ReplacedValueFn onReplaced;
};
} // namespace

static void checkUnreachable(Region &region) {
  for (Block &block : region) {
    auto op = dyn_cast<UnreachableOp>(block.getTerminator());
    if (!op)
      continue;
    ImplicitLocOpBuilder builder(op.getLoc(), op);
    Value no = createSplat(builder, TileType::get({}, builder.getI1Type()), 0);
    AssertOp::create(builder, no, "unreachable code was reached");
    LeaveOp::create(builder);
    op.erase();
  }
}

//===----------------------------------------------------------------------===//
// The step
//===----------------------------------------------------------------------===//

LogicalResult ExtensionRewriter::liftControlFlow(UnstructuredOp op) {
  Region &region = op.getBody();
  // What no branch leads to is not executed, and the algorithm refuses it.
  ErasedValues listener(onReplaced);
  IRRewriter rewriter(op.getContext(), &listener);
  (void)eraseUnreachableBlocks(rewriter, region);
  if (failed(localiseViews(region)))
    return failure();
  checkUnreachable(region);
  Lifting lifting;
  DominanceInfo dominance(op);
  if (failed(transformCFGToSCF(region, lifting, dominance)) || lifting.failed)
    return failure();
  if (!region.hasOneBlock())
    return op.emitError("expected control flow that becomes one block, got ")
           << region.getBlocks().size();
  Block &inner = region.front();
  inner.back().erase();
  Block *outer = op->getBlock();
  outer->getOperations().splice(op->getIterator(), inner.getOperations());
  op.erase();
  return success();
}
