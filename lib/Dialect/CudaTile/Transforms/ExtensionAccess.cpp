//===- CudaTile/Transforms/ExtensionAccess.cpp - older accesses as core ops -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads, stores and atomics of the older spellings, each as a core op that
// takes a token.
//
// seq_cst: before each such access stands an acquire-release addition of 0 to
// one variable of the module. These additions are totally ordered by
// happens-before, since each reads what its predecessor wrote and synchronises
// with it, which is what a sequentially consistent fence is
// (docs/older-spellings.md has the argument).
//
//===----------------------------------------------------------------------===//

#include "ProgramOrder.h"

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera::cuda_tile;

static constexpr StringLiteral fenceName = "tessera_seq_cst";

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
