//===- CudaTile/Transforms/ExtensionMemory.cpp - program order by tokens -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The older memory ops have no tokens: what a block does to memory happens in
// program order. So one token runs through all memory ops of an entry that
// holds an older one, the core ops among them, and through the ifs and loops
// around them. More order than a core op asked for is never wrong.
//
//===----------------------------------------------------------------------===//

#include "ProgramOrder.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera::cuda_tile;

//===----------------------------------------------------------------------===//
// What takes part
//===----------------------------------------------------------------------===//

static bool isOlderMemoryOp(Operation *op) {
  return isa<LoadOp, StoreOp, AtomicLoadOp, AtomicStoreOp, AtomicAddOp,
             AtomicSubOp, AtomicAndOp, AtomicOrOp, AtomicXOrOp, AtomicMaxOp,
             AtomicMinOp, AtomicExchangeOp, AtomicCompareExchangeOp, BarrierOp,
             PrintOp>(op);
}

/// Core ops that tokens order.
static bool isTokenOp(Operation *op) {
  return isa<LoadPtrTkoOp, StorePtrTkoOp, AtomicRMWTkoOp, AtomicCASTkoOp,
             LoadViewTkoOp, StoreViewTkoOp, AtomicRedViewTkoOp, PrintTkoOp,
             GdcLaunchDependentsTkoOp, GdcWaitTkoOp, MemoryFenceAliasTkoOp>(op);
}

template <typename PredicateT>
static bool contains(Operation *root, PredicateT predicate) {
  return root
      ->walk([&](Operation *op) {
        return predicate(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// The token's way through a function
//===----------------------------------------------------------------------===//

static Value orMakeToken(OpBuilder &builder, Location loc, Value token) {
  if (token)
    return token;
  return MakeTokenOp::create(builder, loc,
                             TokenType::get(builder.getContext()));
}

Value ProgramOrder::run(Block &block, Value token) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (op.hasTrait<OpTrait::IsTerminator>())
      passOn(&op, token);
    else
      token = step(&op, token);
  }
  return token;
}

/// Gives the token to whom a terminator gives its operands.
void ProgramOrder::passOn(Operation *terminator, Value token) {
  Operation *target = terminator->getParentOp();
  if (isa<BreakOp, ContinueOp>(terminator))
    while (isa<IfOp>(target))
      target = target->getParentOp();
  else if (!isa<YieldOp>(terminator))
    return;
  if (!carriers.contains(target))
    return;
  OpBuilder builder(terminator);
  terminator->insertOperands(terminator->getNumOperands(),
                             orMakeToken(builder, terminator->getLoc(), token));
}

Value ProgramOrder::step(Operation *op, Value token) {
  if (isOlderMemoryOp(op))
    return rewrite(op, token);
  if (isTokenOp(op))
    return order(op, token);
  bool ordered = contains(op, [](Operation *inner) {
    return isOlderMemoryOp(inner) || isTokenOp(inner);
  });
  if (auto branch = dyn_cast<IfOp>(op)) {
    if (ordered)
      return through(branch, token);
    // A break in it still has to hand the token on.
    for (Region &region : op->getRegions())
      for (Block &block : region)
        run(block, token);
    return token;
  }
  if (!ordered)
    return token;
  if (auto loop = dyn_cast<ForOp>(op))
    return throughLoop(loop, token);
  // The bodies of reduce and scan access no memory.
  return throughLoop(cast<LoopOp>(op), token);
}

/// A core op: ordered after what it asks for and after what came before.
Value ProgramOrder::order(Operation *op, Value token) {
  auto join = [&](Value own) -> Value {
    if (!own || own == token)
      return token;
    OpBuilder builder(op);
    return JoinTokensOp::create(builder, op->getLoc(), token.getType(),
                                ValueRange{own, token});
  };
  return TypeSwitch<Operation *, Value>(op)
      .Case<LoadPtrTkoOp, StorePtrTkoOp, AtomicRMWTkoOp, AtomicCASTkoOp,
            LoadViewTkoOp, StoreViewTkoOp, AtomicRedViewTkoOp, PrintTkoOp,
            GdcLaunchDependentsTkoOp, GdcWaitTkoOp>([&](auto core) {
        if (token)
          core.getTokenMutable().assign(join(core.getToken()));
        return Value(core.getResultToken());
      })
      .Case<MemoryFenceAliasTkoOp>([&](auto core) {
        if (token)
          core.getTokenMutable().set(join(core.getToken()));
        return Value(core.getResultToken());
      });
}

Value ProgramOrder::through(IfOp op, Value token) {
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  token = orMakeToken(builder, op.getLoc(), token);
  SmallVector<Type> types(op->getResultTypes());
  types.push_back(token.getType());
  auto carrier = IfOp::create(builder, types, op.getCondition());
  carrier->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  for (auto [from, to] : llvm::zip(op->getRegions(), carrier->getRegions()))
    to.takeBody(from);
  if (carrier.getElseRegion().empty()) {
    builder.setInsertionPointToStart(&carrier.getElseRegion().emplaceBlock());
    YieldOp::create(builder);
  }
  carriers.insert(carrier);
  for (Region &region : carrier->getRegions())
    run(region.front(), token);
  rewriter.replace(op, carrier->getResults().drop_back());
  return carrier->getResults().back();
}

static ForOp recreate(ImplicitLocOpBuilder &builder, ForOp op, TypeRange types,
                      ValueRange inits) {
  return ForOp::create(builder, types, op.getLowerBound(), op.getUpperBound(),
                       op.getStep(), inits, op.getUnsignedCmp());
}

static LoopOp recreate(ImplicitLocOpBuilder &builder, LoopOp, TypeRange types,
                       ValueRange inits) {
  return LoopOp::create(builder, types, inits);
}

template <typename LoopT>
Value ProgramOrder::throughLoop(LoopT op, Value token) {
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  token = orMakeToken(builder, op.getLoc(), token);
  SmallVector<Type> types(op->getResultTypes());
  types.push_back(token.getType());
  SmallVector<Value> inits(op.getInitValues());
  inits.push_back(token);
  LoopT carrier = recreate(builder, op, types, inits);
  carrier->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  carrier.getRegion().takeBody(op.getRegion());
  carriers.insert(carrier);
  Block *body = carrier.getBody();
  Value carried = body->addArgument(token.getType(), op.getLoc());
  run(*body, carried);
  rewriter.replace(op, carrier->getResults().drop_back());
  return carrier->getResults().back();
}

//===----------------------------------------------------------------------===//
// The steps
//===----------------------------------------------------------------------===//

void ExtensionRewriter::orderMemory(Operation *function) {
  if (contains(function, isOlderMemoryOp))
    ProgramOrder(*this).run(function->getRegion(0).front(), Value());
}

LogicalResult ExtensionRewriter::placeAllocas(Operation *function) {
  Block &top = function->getRegion(0).front();
  SmallVector<AllocaOp> older;
  function->walk([&](AllocaOp op) {
    if (op->hasAttr(olderSizeName))
      older.push_back(op);
  });
  for (AllocaOp op : older) {
    op->removeAttr(olderSizeName);
    for (Operation *parent = op->getParentOp(); parent != function;
         parent = parent->getParentOp()) {
      if (isa<IfOp>(parent))
        continue;
      op.emitError("expected an alloca with a size outside loops, got one in "
                   "a loop: its memory lives until the entry returns, and the "
                   "core language has no allocation per iteration that does");
      return failure();
    }
    // Executed at most once, so it may as well be executed first.
    if (op->getBlock() != &top)
      op->moveBefore(&top, top.begin());
  }
  return success();
}
