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
// seq_cst: before each such access stands an acquire-release addition of 0 to
// one variable of the module. These additions are totally ordered by
// happens-before, since each reads what its predecessor wrote and synchronises
// with it, which is what a sequentially consistent fence is
// (docs/older-spellings.md has the argument).
//
//===----------------------------------------------------------------------===//

#include "ExtensionRewriter.h"

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera::cuda_tile;

static constexpr StringLiteral fenceName = "tessera_seq_cst";

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

namespace tessera::cuda_tile {

class ProgramOrder {
public:
  explicit ProgramOrder(ExtensionRewriter &rewriter) : rewriter(rewriter) {}

  /// The token after the ops of `block`; null before the first memory op.
  Value run(Block &block, Value token);

private:
  Value step(Operation *op, Value token);
  Value order(Operation *op, Value token);
  Value rewrite(Operation *op, Value token);
  Value through(IfOp op, Value token);
  template <typename LoopT> Value throughLoop(LoopT op, Value token);
  void passOn(Operation *terminator, Value token);

  Value fence(ImplicitLocOpBuilder &builder, Value token);
  Value rewriteAccess(Operation *op, Value token);
  Value rewriteAtomic(ImplicitLocOpBuilder &builder, Operation *op,
                      Value token);

  ExtensionRewriter &rewriter;
  /// Ifs and loops that carry the token as their last value.
  DenseSet<Operation *> carriers;
};

} // namespace tessera::cuda_tile

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
// Addresses and orders
//===----------------------------------------------------------------------===//

/// One pointer for each element of `value`: of a 0-d pointer, row-major.
static Value spread(ImplicitLocOpBuilder &builder, Value pointer,
                    TileType value) {
  auto type = cast<TileType>(pointer.getType());
  if (type.getShape() == value.getShape())
    return pointer;
  int64_t count = value.getNumElements();
  Type element = type.getElementType();
  Value one = createReshape(builder, pointer, {1});
  Value all =
      BroadcastOp::create(builder, TileType::get({count}, element), one);
  Value index =
      IotaOp::create(builder, TileType::get({count}, builder.getI32Type()));
  return createReshape(builder, OffsetOp::create(builder, all, index),
                       value.getShape());
}

/// What an older ordering asks of the access itself.
static MemoryOrderingSemantics getOwnOrder(OlderOrdering ordering, bool reads,
                                           bool writes) {
  bool acquires = ordering == OlderOrdering::Acquire ||
                  ordering == OlderOrdering::AcqRel ||
                  ordering == OlderOrdering::SeqCst;
  bool releases = ordering == OlderOrdering::Release ||
                  ordering == OlderOrdering::AcqRel ||
                  ordering == OlderOrdering::SeqCst;
  if (acquires && releases && reads && writes)
    return MemoryOrderingSemantics::AcqRel;
  if (acquires && reads)
    return MemoryOrderingSemantics::Acquire;
  if (releases && writes)
    return MemoryOrderingSemantics::Release;
  return MemoryOrderingSemantics::Relaxed;
}

/// One ordering at least as strong as both.
static OlderOrdering getStronger(OlderOrdering a, OlderOrdering b) {
  bool different =
      (a == OlderOrdering::Acquire && b == OlderOrdering::Release) ||
      (a == OlderOrdering::Release && b == OlderOrdering::Acquire);
  return different ? OlderOrdering::AcqRel : std::max(a, b);
}

StringAttr ExtensionRewriter::getFenceVariable(Operation *user) {
  auto module = user->getParentOfType<tessera::cuda_tile::ModuleOp>();
  StringAttr &name = fenceVariables[module];
  if (name)
    return name;
  ImplicitLocOpBuilder builder(module.getLoc(), module.getContext());
  auto type = TileType::get({1}, builder.getI32Type());
  auto global = GlobalOp::create(
      builder, fenceName,
      DenseElementsAttr::get(type, builder.getI32IntegerAttr(0)));
  // Takes another name if the program has this one.
  name = SymbolTable(module).insert(global, module.getBody().front().begin());
  return name;
}

Value ProgramOrder::fence(ImplicitLocOpBuilder &builder, Value token) {
  Type i32 = builder.getI32Type();
  StringAttr name =
      rewriter.getFenceVariable(builder.getInsertionBlock()->getParentOp());
  auto pointer = TileType::get({}, PointerType::get(builder.getContext(), i32));
  Value variable = GetGlobalOp::create(builder, pointer, name.getValue());
  Value zero = createSplat(builder, TileType::get({}, i32), 0);
  return AtomicRMWTkoOp::create(builder, MemoryOrderingSemantics::AcqRel,
                                MemoryScope::Device, variable,
                                AtomicRMWMode::Add, zero, Value(), token)
      .getResultToken();
}

//===----------------------------------------------------------------------===//
// Plain accesses
//===----------------------------------------------------------------------===//

/// What the attributes of a load or store become: an assumption about the
/// pointer, and an ordering.
template <typename AccessT>
static std::tuple<Value, MemoryOrderingSemantics, MemoryScopeAttr>
convertAttributes(ImplicitLocOpBuilder &builder, AccessT op, TileType value) {
  Value pointer = op.getPointer();
  if (op.getAlignment()) {
    auto promise = DivByAttr::get(builder.getContext(), *op.getAlignment(),
                                  std::nullopt, std::nullopt);
    pointer = AssumeOp::create(builder, promise, pointer);
  }
  if (op.getCacheMode())
    op.emitRemark("cache mode ")
        << stringifyCacheMode(*op.getCacheMode())
        << " is dropped: the core language has no counterpart, and it changes "
           "no result";
  pointer = spread(builder, pointer, value);
  if (!op.getIsVolatile())
    return {pointer, MemoryOrderingSemantics::Weak, MemoryScopeAttr()};
  return {pointer, MemoryOrderingSemantics::Relaxed,
          MemoryScopeAttr::get(builder.getContext(), MemoryScope::System)};
}

Value ProgramOrder::rewriteAccess(Operation *op, Value token) {
  ImplicitLocOpBuilder builder(op->getLoc(), op);
  Type tokenType = TokenType::get(op->getContext());
  if (auto load = dyn_cast<LoadOp>(op)) {
    auto [pointer, order, scope] =
        convertAttributes(builder, load, load.getResult().getType());
    auto core = LoadPtrTkoOp::create(builder, load.getResult().getType(),
                                     tokenType, order, scope, pointer, Value(),
                                     Value(), token, OptimizationHintsAttr());
    rewriter.replace(op, core.getResult());
    return core.getResultToken();
  }
  auto store = cast<StoreOp>(op);
  auto [pointer, order, scope] =
      convertAttributes(builder, store, store.getValue().getType());
  auto core = StorePtrTkoOp::create(builder, tokenType, order, scope, pointer,
                                    store.getValue(), Value(), token,
                                    OptimizationHintsAttr());
  rewriter.replace(op, {});
  return core.getResultToken();
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

static std::optional<MemoryScope> getScopeOf(Operation *op) {
  return TypeSwitch<Operation *, std::optional<MemoryScope>>(op)
      .Case<AtomicLoadOp, AtomicStoreOp, AtomicAddOp, AtomicSubOp, AtomicAndOp,
            AtomicOrOp, AtomicXOrOp, AtomicMaxOp, AtomicMinOp, AtomicExchangeOp,
            AtomicCompareExchangeOp>(
          [](auto atomic) { return atomic.getScope(); });
}

static OlderOrdering getOrderingOf(Operation *op) {
  if (auto exchange = dyn_cast<AtomicCompareExchangeOp>(op))
    return getStronger(exchange.getSuccessOrdering(),
                       exchange.getFailureOrdering());
  return TypeSwitch<Operation *, OlderOrdering>(op)
      .Case<AtomicLoadOp, AtomicStoreOp, AtomicAddOp, AtomicSubOp, AtomicAndOp,
            AtomicOrOp, AtomicXOrOp, AtomicMaxOp, AtomicMinOp,
            AtomicExchangeOp>([](auto atomic) { return atomic.getOrdering(); });
}

/// Mode and argument of the core read-modify-write for an older one.
static std::pair<AtomicRMWMode, Value>
convertReadModifyWrite(ImplicitLocOpBuilder &builder, Operation *op) {
  Value value = op->getOperand(1);
  bool isFloat =
      isFloatElement(cast<TileType>(value.getType()).getElementType());
  AtomicRMWMode add = isFloat ? AtomicRMWMode::AddF : AtomicRMWMode::Add;
  return TypeSwitch<Operation *, std::pair<AtomicRMWMode, Value>>(op)
      .Case<AtomicAddOp>([&](auto) { return std::make_pair(add, value); })
      .Case<AtomicSubOp>([&](auto) {
        Value negated = isFloat ? Value(NegFOp::create(builder, value))
                                : Value(NegIOp::create(builder, value));
        return std::make_pair(add, negated);
      })
      .Case<AtomicAndOp>(
          [&](auto) { return std::make_pair(AtomicRMWMode::And, value); })
      .Case<AtomicOrOp>(
          [&](auto) { return std::make_pair(AtomicRMWMode::Or, value); })
      .Case<AtomicXOrOp>(
          [&](auto) { return std::make_pair(AtomicRMWMode::Xor, value); })
      .Case<AtomicMaxOp>([&](auto max) {
        return std::make_pair(max.getSignedness() == Signedness::Signed
                                  ? AtomicRMWMode::Max
                                  : AtomicRMWMode::UMax,
                              value);
      })
      .Case<AtomicMinOp>([&](auto min) {
        return std::make_pair(min.getSignedness() == Signedness::Signed
                                  ? AtomicRMWMode::Min
                                  : AtomicRMWMode::UMin,
                              value);
      })
      .Case<AtomicExchangeOp>(
          [&](auto) { return std::make_pair(AtomicRMWMode::Xchg, value); });
}

/// Whether the bits of two tiles agree, element by element.
static Value createSameBits(ImplicitLocOpBuilder &builder, Value a, Value b) {
  auto type = cast<TileType>(a.getType());
  if (isFloatElement(type.getElementType())) {
    auto bits = TileType::get(
        type.getShape(),
        builder.getIntegerType(getElementBitWidth(type.getElementType())));
    a = BitcastOp::create(builder, bits, a);
    b = BitcastOp::create(builder, bits, b);
  }
  return CmpIOp::create(builder, ComparisonPredicate::Equal, a, b,
                        Signedness::Signed);
}

Value ProgramOrder::rewriteAtomic(ImplicitLocOpBuilder &builder, Operation *op,
                                  Value token) {
  OlderOrdering ordering = getOrderingOf(op);
  MemoryScope scope = getScopeOf(op).value_or(MemoryScope::Device);
  auto scopeAttr = MemoryScopeAttr::get(op->getContext(), scope);
  Type tokenType = TokenType::get(op->getContext());
  if (auto load = dyn_cast<AtomicLoadOp>(op)) {
    TileType type = load.getResult().getType();
    auto core = LoadPtrTkoOp::create(
        builder, type, tokenType, getOwnOrder(ordering, true, false), scopeAttr,
        spread(builder, load.getPointer(), type), Value(), Value(), token,
        OptimizationHintsAttr());
    rewriter.replace(op, core.getResult());
    return core.getResultToken();
  }
  if (auto store = dyn_cast<AtomicStoreOp>(op)) {
    auto core = StorePtrTkoOp::create(
        builder, tokenType, getOwnOrder(ordering, false, true), scopeAttr,
        spread(builder, store.getPointer(), store.getValue().getType()),
        store.getValue(), Value(), token, OptimizationHintsAttr());
    rewriter.replace(op, {});
    return core.getResultToken();
  }
  MemoryOrderingSemantics own = getOwnOrder(ordering, true, true);
  if (auto exchange = dyn_cast<AtomicCompareExchangeOp>(op)) {
    Value expected = exchange.getExpected();
    auto core = AtomicCASTkoOp::create(
        builder, own, scope,
        spread(builder, exchange.getPointer(), exchange.getDesired().getType()),
        expected, exchange.getDesired(), Value(), token);
    Value same = createSameBits(builder, core.getResult(), expected);
    rewriter.replace(op, {core.getResult(), same});
    return core.getResultToken();
  }
  auto [mode, argument] = convertReadModifyWrite(builder, op);
  auto core = AtomicRMWTkoOp::create(
      builder, own, scope,
      spread(builder, op->getOperand(0), cast<TileType>(argument.getType())),
      mode, argument, Value(), token);
  rewriter.replace(op, core.getResult());
  return core.getResultToken();
}

/// An older memory op.
Value ProgramOrder::rewrite(Operation *op, Value token) {
  ImplicitLocOpBuilder builder(op->getLoc(), op);
  if (isa<BarrierOp>(op)) {
    // Everything before it comes before everything after it already.
    rewriter.replace(op, {});
    return token;
  }
  if (auto print = dyn_cast<PrintOp>(op)) {
    auto core = PrintTkoOp::create(builder, makePrintFormat(print),
                                   print.getArgs(), token);
    rewriter.replace(op, {});
    return core.getResultToken();
  }
  if (isa<LoadOp, StoreOp>(op))
    return rewriteAccess(op, token);
  if (getOrderingOf(op) == OlderOrdering::SeqCst)
    token = fence(builder, token);
  return rewriteAtomic(builder, op, token);
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
