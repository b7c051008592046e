//===- Litmus/TileThread.cpp - a tile block as a thread body ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A direct execution of the operations that litmus tests are made of: integer
// arithmetic, shapes, pointers, `if`, tokens and element memory accesses. A
// token is the set of instruction instances it waits for; one without an active
// lane passes its input through (memory-model.md 1.2, G2, G10). Other
// operations are refused.
//
//===----------------------------------------------------------------------===//

#include "TileThread.h"
#include "tessera/Numerics/IntArith.h"
#include "tessera/Support/Error.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::litmus;
using namespace tessera::memmodel;
namespace ct = tessera::cuda_tile;

static constexpr int64_t maxLanes = 64;

static Error errorAt(mlir::Operation *op, const Twine &message) {
  std::string text;
  if (auto loc = dyn_cast<mlir::FileLineColLoc>(op->getLoc()))
    text = (loc.getFilename().getValue() + ":" + Twine(loc.getLine()) + ":" +
            Twine(loc.getColumn()) + ": ")
               .str();
  return makeError(text + message);
}

static std::string labelOf(mlir::Operation *op) {
  if (auto loc = dyn_cast<mlir::FileLineColLoc>(op->getLoc()))
    return "line " + std::to_string(loc.getLine());
  return "";
}

static ct::TileType tileOf(mlir::Value value) {
  return dyn_cast<ct::TileType>(value.getType());
}

/// Bits of an element; pointers are 64-bit addresses.
static unsigned widthOf(mlir::Type element) {
  return isa<ct::PointerType>(element) ? 64 : element.getIntOrFloatBitWidth();
}

static uint32_t bytesOf(mlir::Type element) {
  return (widthOf(element) + 7) / 8;
}

static Order orderOf(ct::MemoryOrderingSemantics order) {
  switch (order) {
  case ct::MemoryOrderingSemantics::Weak:
    return Order::Weak;
  case ct::MemoryOrderingSemantics::Relaxed:
    return Order::Relaxed;
  case ct::MemoryOrderingSemantics::Acquire:
    return Order::Acquire;
  case ct::MemoryOrderingSemantics::Release:
    return Order::Release;
  case ct::MemoryOrderingSemantics::AcqRel:
    return Order::AcqRel;
  }
  llvm_unreachable("expected a known order");
}

static Scope scopeOf(ct::MemoryScope scope) {
  switch (scope) {
  case ct::MemoryScope::TileBlock:
    return Scope::TileBlock;
  case ct::MemoryScope::Device:
    return Scope::Device;
  case ct::MemoryScope::System:
    return Scope::System;
  }
  llvm_unreachable("expected a known scope");
}

/// The orders of the halves of an atomic (memory-model.md 1.1).
static Order readHalf(Order order) {
  return order == Order::AcqRel    ? Order::Acquire
         : order == Order::Release ? Order::Relaxed
                                   : order;
}
static Order writeHalf(Order order) {
  return order == Order::AcqRel    ? Order::Release
         : order == Order::Acquire ? Order::Relaxed
                                   : order;
}

namespace {
using Lanes = SmallVector<uint64_t, 4>;

class TileBody : public ThreadBody {
public:
  Error run(Recorder &recorder) const override;

  ct::EntryOp entry;
  std::vector<uint64_t> arguments;
  NamedValues names;
  DenseMap<mlir::Operation *, uint64_t> keys;
};

/// One execution of the entry.
class Run {
public:
  Run(const TileBody &body, Recorder &recorder)
      : body(body), recorder(recorder) {}
  Error block(mlir::Block &block);
  void set(mlir::Value value, Lanes lanes);

private:
  struct Access {
    Lanes pointers, mask;
    mlir::Type element;
    Order order;
    Scope scope;
    Token past;
  };

  const Lanes &get(mlir::Value value) { return values[value]; }
  Error execute(mlir::Operation *op);
  Error integer(mlir::Operation *op);
  Error ifOp(ct::IfOp op);
  void constant(ct::ConstantOp op);
  void broadcast(ct::BroadcastOp op);
  Error extract(ct::ExtractOp op);
  void compare(ct::CmpIOp op);
  Access access(mlir::Value pointers, mlir::Value mask, mlir::Value token,
                Order order, Scope scope);
  Error load(ct::LoadPtrTkoOp op);
  Error store(ct::StorePtrTkoOp op);
  /// The frame of both atomics: `next` says what an element writes after it
  /// read the given value, or nothing when its comparison failed. `result`
  /// holds what masked-off elements yield.
  template <typename AtomicOp>
  Error readModifyWrite(
      AtomicOp op, Lanes result,
      function_ref<Expected<std::optional<uint64_t>>(unsigned, uint64_t)> next);
  Error atomic(ct::AtomicRMWTkoOp op);
  Error compareAndSwap(ct::AtomicCASTkoOp op);
  void finish(const Access &access, mlir::Value token, unsigned instance);
  Expected<uint64_t> combine(ct::AtomicRMWTkoOp op, unsigned width,
                             uint64_t old, uint64_t argument);

  const TileBody &body;
  Recorder &recorder;
  DenseMap<mlir::Value, Lanes> values;
  DenseMap<mlir::Value, Token> tokens;
};
} // namespace

void Run::set(mlir::Value value, Lanes lanes) {
  auto name = body.names.find(value);
  if (name != body.names.end()) {
    unsigned width = widthOf(tileOf(value).getElementType());
    for (auto [lane, bits] : enumerate(lanes))
      recorder.setRegister(name->second + "[" + std::to_string(lane) + "]",
                           {bits, width});
    recorder.setRegister(name->second, {lanes.front(), width});
  }
  values[value] = std::move(lanes);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void Run::constant(ct::ConstantOp op) {
  auto elements = cast<mlir::DenseElementsAttr>(op->getAttr("value"));
  int64_t count = tileOf(op.getResult()).getNumElements();
  Lanes lanes;
  if (isa<mlir::FloatType>(elements.getElementType())) {
    for (const APFloat &value : elements.getValues<APFloat>())
      lanes.push_back(value.bitcastToAPInt().getZExtValue());
  } else {
    for (const APInt &value : elements.getValues<APInt>())
      lanes.push_back(value.getZExtValue());
  }
  if (lanes.size() == 1)
    lanes.resize(count, uint64_t(lanes.front()));
  set(op.getResult(), std::move(lanes));
}

void Run::broadcast(ct::BroadcastOp op) {
  ArrayRef<int64_t> from = tileOf(op->getOperand(0)).getShape();
  ArrayRef<int64_t> to = tileOf(op->getResult(0)).getShape();
  const Lanes &source = get(op->getOperand(0));
  Lanes result;
  int64_t count = tileOf(op->getResult(0)).getNumElements();
  for (int64_t i = 0; i < count; ++i) {
    int64_t rest = i, index = 0, stride = 1;
    for (size_t d = to.size(); d-- > 0;) {
      index += (from[d] == 1 ? 0 : rest % to[d]) * stride;
      stride *= from[d];
      rest /= to[d];
    }
    result.push_back(source[index]);
  }
  set(op->getResult(0), std::move(result));
}

Error Run::extract(ct::ExtractOp op) {
  ArrayRef<int64_t> from = tileOf(op->getOperand(0)).getShape();
  ArrayRef<int64_t> to = tileOf(op->getResult(0)).getShape();
  SmallVector<uint64_t> first;
  for (size_t d = 0; d < to.size(); ++d) {
    first.push_back(get(op->getOperand(1 + d)).front() * to[d]);
    if (first[d] + to[d] > static_cast<uint64_t>(from[d]))
      return errorAt(op, "the extracted slice is outside the source");
  }
  Lanes result;
  int64_t count = tileOf(op->getResult(0)).getNumElements();
  for (int64_t i = 0; i < count; ++i) {
    uint64_t rest = i, index = 0, stride = 1;
    for (size_t d = to.size(); d-- > 0;) {
      index += (first[d] + rest % to[d]) * stride;
      stride *= from[d];
      rest /= to[d];
    }
    result.push_back(get(op->getOperand(0))[index]);
  }
  set(op->getResult(0), std::move(result));
  return Error::success();
}

void Run::compare(ct::CmpIOp op) {
  const Lanes &lhs = get(op.getLhs()), &rhs = get(op.getRhs());
  unsigned width = widthOf(tileOf(op.getLhs()).getElementType());
  bool isSigned = op.getSignedness() == ct::Signedness::Signed;
  Lanes result;
  for (auto [a, b] : zip(lhs, rhs)) {
    bool less = isSigned ? numerics::signedValue(width, a) <
                               numerics::signedValue(width, b)
                         : a < b;
    bool equal = a == b, holds = false;
    switch (op.getComparisonPredicate()) {
    case ct::ComparisonPredicate::Equal:
      holds = equal;
      break;
    case ct::ComparisonPredicate::NotEqual:
      holds = !equal;
      break;
    case ct::ComparisonPredicate::LessThan:
      holds = less;
      break;
    case ct::ComparisonPredicate::LessThanOrEqual:
      holds = less || equal;
      break;
    case ct::ComparisonPredicate::GreaterThan:
      holds = !less && !equal;
      break;
    case ct::ComparisonPredicate::GreaterThanOrEqual:
      holds = !less;
      break;
    }
    result.push_back(holds);
  }
  set(op->getResult(0), std::move(result));
}

/// Operations on two equal integer tiles, and offset.
Error Run::integer(mlir::Operation *op) {
  const Lanes &lhs = get(op->getOperand(0)), &rhs = get(op->getOperand(1));
  mlir::Type element = tileOf(op->getResult(0)).getElementType();
  unsigned width = widthOf(element);
  Lanes result;
  for (auto [a, b] : zip(lhs, rhs)) {
    uint64_t value = 0;
    if (isa<ct::AddIOp>(op))
      value = a + b;
    else if (isa<ct::SubIOp>(op))
      value = a - b;
    else if (isa<ct::MulIOp>(op))
      value = a * b;
    else if (isa<ct::AndIOp>(op))
      value = a & b;
    else if (isa<ct::OrIOp>(op))
      value = a | b;
    else if (isa<ct::XOrIOp>(op))
      value = a ^ b;
    else if (isa<ct::OffsetOp>(op)) {
      unsigned offsetWidth =
          widthOf(tileOf(op->getOperand(1)).getElementType());
      mlir::Type pointee = cast<ct::PointerType>(element).getPointeeType();
      value = a + static_cast<uint64_t>(numerics::signedValue(offsetWidth, b)) *
                      bytesOf(pointee);
    } else
      return errorAt(op, "operation '" + op->getName().getStringRef() +
                             "' is not supported in litmus tests");
    result.push_back(numerics::truncI(width, value));
  }
  set(op->getResult(0), std::move(result));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Run::Access Run::access(mlir::Value pointers, mlir::Value mask,
                        mlir::Value token, Order order, Scope scope) {
  Access result;
  result.pointers = get(pointers);
  result.mask = mask ? get(mask) : Lanes(result.pointers.size(), 1);
  // G10=access: what is masked off accesses memory all the same.
  if (!recorder.readings().isDefault(ChoiceId::G10))
    result.mask.assign(result.pointers.size(), 1);
  result.element =
      cast<ct::PointerType>(tileOf(pointers).getElementType()).getPointeeType();
  result.order = order;
  result.scope = scope;
  if (token)
    result.past = tokens[token];
  return result;
}

void Run::finish(const Access &access, mlir::Value token, unsigned instance) {
  bool active = any_of(access.mask, [](uint64_t bit) { return bit != 0; });
  tokens[token] =
      active ? joinTokens(access.past, Token{instance}) : access.past;
}

Error Run::load(ct::LoadPtrTkoOp op) {
  Access a =
      access(op.getSource(), op.getMask(), op.getToken(),
             orderOf(op.getMemoryOrderingSemantics()),
             op.getMemoryScope() ? scopeOf(*op.getMemoryScope()) : Scope::None);
  unsigned instance = recorder.begin(body.keys.lookup(op), a.past, labelOf(op),
                                     a.pointers.size() > 1);
  Lanes result;
  for (auto [lane, pointer] : enumerate(a.pointers)) {
    if (!a.mask[lane]) {
      // Without a padding value the lane's content is unspecified; 0 is one.
      result.push_back(op.getPaddingValue() ? get(op.getPaddingValue())[lane]
                                            : 0);
      continue;
    }
    Expected<uint64_t> value =
        recorder.read(lane, {pointer, bytesOf(a.element)}, a.order, a.scope);
    if (!value)
      return errorAt(op, toString(value.takeError()));
    result.push_back(*value);
  }
  finish(a, op.getResultToken(), instance);
  set(op->getResult(0), std::move(result));
  return Error::success();
}

Error Run::store(ct::StorePtrTkoOp op) {
  Access a =
      access(op.getDestination(), op.getMask(), op.getToken(),
             orderOf(op.getMemoryOrderingSemantics()),
             op.getMemoryScope() ? scopeOf(*op.getMemoryScope()) : Scope::None);
  unsigned instance = recorder.begin(body.keys.lookup(op), a.past, labelOf(op),
                                     a.pointers.size() > 1);
  for (auto [lane, pointer] : enumerate(a.pointers)) {
    if (!a.mask[lane])
      continue;
    if (Error error =
            recorder.write(lane, {pointer, bytesOf(a.element)},
                           get(op.getValue())[lane], a.order, a.scope))
      return errorAt(op, toString(std::move(error)));
  }
  finish(a, op.getResultToken(), instance);
  return Error::success();
}

Expected<uint64_t> Run::combine(ct::AtomicRMWTkoOp op, unsigned width,
                                uint64_t old, uint64_t argument) {
  auto signedLess = [&](uint64_t a, uint64_t b) {
    return numerics::signedValue(width, a) < numerics::signedValue(width, b);
  };
  switch (op.getMode()) {
  case ct::AtomicRMWMode::And:
    return old & argument;
  case ct::AtomicRMWMode::Or:
    return old | argument;
  case ct::AtomicRMWMode::Xor:
    return old ^ argument;
  case ct::AtomicRMWMode::Add:
    return numerics::addI(width, old, argument);
  case ct::AtomicRMWMode::Max:
    return signedLess(old, argument) ? argument : old;
  case ct::AtomicRMWMode::Min:
    return signedLess(argument, old) ? argument : old;
  case ct::AtomicRMWMode::UMax:
    return std::max(old, argument);
  case ct::AtomicRMWMode::UMin:
    return std::min(old, argument);
  case ct::AtomicRMWMode::Xchg:
    return argument;
  case ct::AtomicRMWMode::AddF:
    return errorAt(op, "mode addf is not supported in litmus tests");
  }
  llvm_unreachable("expected a known mode");
}

template <typename AtomicOp>
Error Run::readModifyWrite(
    AtomicOp op, Lanes result,
    function_ref<Expected<std::optional<uint64_t>>(unsigned, uint64_t)> next) {
  Access a = access(op.getPointers(), op.getMask(), op.getToken(),
                    orderOf(op.getMemoryOrderingSemantics()),
                    scopeOf(op.getMemoryScope()));
  unsigned instance = recorder.begin(body.keys.lookup(op), a.past, labelOf(op),
                                     a.pointers.size() > 1);
  for (auto [lane, pointer] : enumerate(a.pointers)) {
    if (!a.mask[lane])
      continue;
    Expected<uint64_t> old = recorder.read(lane, {pointer, bytesOf(a.element)},
                                           readHalf(a.order), a.scope);
    if (!old)
      return errorAt(op, toString(old.takeError()));
    result[lane] = *old;
    Expected<std::optional<uint64_t>> value = next(lane, *old);
    if (!value)
      return value.takeError();
    if (!*value) {
      recorder.compareFailed();
      continue;
    }
    if (Error error = recorder.update(**value, writeHalf(a.order), a.scope))
      return errorAt(op, toString(std::move(error)));
  }
  finish(a, op.getResultToken(), instance);
  set(op->getResult(0), std::move(result));
  return Error::success();
}

Error Run::atomic(ct::AtomicRMWTkoOp op) {
  const Lanes argument = get(op.getArg());
  unsigned width = widthOf(tileOf(op.getArg()).getElementType());
  return readModifyWrite(
      op, Lanes(argument.size(), 0),
      [&](unsigned lane, uint64_t old) -> Expected<std::optional<uint64_t>> {
        Expected<uint64_t> value = combine(op, width, old, argument[lane]);
        if (!value)
          return value.takeError();
        return *value;
      });
}

Error Run::compareAndSwap(ct::AtomicCASTkoOp op) {
  const Lanes expected = get(op.getCmp()), desired = get(op.getVal());
  // A masked-off element yields what it was compared with.
  return readModifyWrite(
      op, expected,
      [&](unsigned lane, uint64_t old) -> Expected<std::optional<uint64_t>> {
        if (old != expected[lane])
          return std::nullopt;
        return desired[lane];
      });
}

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

Error Run::ifOp(ct::IfOp op) {
  bool taken = get(op.getCondition()).front() != 0;
  mlir::Region &region = op->getRegion(taken ? 0 : 1);
  if (region.empty())
    return Error::success();
  mlir::Block &inner = region.front();
  if (Error error = block(inner))
    return error;
  for (auto [result, yielded] :
       zip(op->getResults(), inner.getTerminator()->getOperands())) {
    if (isa<ct::TokenType>(result.getType()))
      tokens[result] = Token(tokens[yielded]);
    else
      set(result, Lanes(get(yielded)));
  }
  return Error::success();
}

Error Run::execute(mlir::Operation *op) {
  return TypeSwitch<mlir::Operation *, Error>(op)
      .Case<ct::ConstantOp>([&](auto c) {
        constant(c);
        return Error::success();
      })
      .Case<ct::ReshapeOp>([&](auto c) {
        set(c->getResult(0), Lanes(get(c->getOperand(0))));
        return Error::success();
      })
      .Case<ct::BroadcastOp>([&](auto c) {
        broadcast(c);
        return Error::success();
      })
      .Case<ct::CmpIOp>([&](auto c) {
        compare(c);
        return Error::success();
      })
      .Case<ct::MakeTokenOp>([&](auto c) {
        tokens[c->getResult(0)] = Token();
        return Error::success();
      })
      .Case<ct::JoinTokensOp>([&](auto c) {
        Token all;
        for (mlir::Value token : c->getOperands())
          all = joinTokens(all, tokens[token]);
        tokens[c->getResult(0)] = std::move(all);
        return Error::success();
      })
      .Case<ct::ExtractOp>([&](auto c) { return extract(c); })
      .Case<ct::IfOp>([&](auto c) { return ifOp(c); })
      .Case<ct::LoadPtrTkoOp>([&](auto c) { return load(c); })
      .Case<ct::StorePtrTkoOp>([&](auto c) { return store(c); })
      .Case<ct::AtomicRMWTkoOp>([&](auto c) { return atomic(c); })
      .Case<ct::AtomicCASTkoOp>([&](auto c) { return compareAndSwap(c); })
      .Default([&](mlir::Operation *other) { return integer(other); });
}

Error Run::block(mlir::Block &block) {
  for (mlir::Operation &op : block.without_terminator())
    if (Error error = execute(&op))
      return error;
  return Error::success();
}

Error TileBody::run(Recorder &recorder) const {
  Run run(*this, recorder);
  mlir::Block &top = ct::EntryOp(entry)->getRegion(0).front();
  for (auto [argument, address] : zip(top.getArguments(), arguments))
    run.set(argument, Lanes{address});
  return run.block(top);
}

/// Whether this file executes `op`.
static bool isSupported(mlir::Operation *op) {
  if (isa<ct::YieldOp>(op))
    return isa<ct::IfOp>(op->getParentOp());
  if (isa<ct::ReturnOp>(op))
    return isa<ct::EntryOp>(op->getParentOp());
  return isa<ct::ConstantOp, ct::ReshapeOp, ct::BroadcastOp, ct::CmpIOp,
             ct::MakeTokenOp, ct::JoinTokensOp, ct::ExtractOp, ct::IfOp,
             ct::LoadPtrTkoOp, ct::StorePtrTkoOp, ct::AtomicRMWTkoOp,
             ct::AtomicCASTkoOp, ct::AddIOp, ct::SubIOp, ct::MulIOp, ct::AndIOp,
             ct::OrIOp, ct::XOrIOp, ct::OffsetOp>(op);
}

Expected<std::unique_ptr<ThreadBody>>
litmus::makeTileThread(ct::EntryOp entry, std::vector<uint64_t> arguments,
                       NamedValues names) {
  auto body = std::make_unique<TileBody>();
  Error problem = Error::success();
  (void)static_cast<bool>(problem);
  uint64_t next = 0;
  entry->getRegion(0).walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
    body->keys[op] = next++;
    if (!isSupported(op)) {
      problem = errorAt(op, "operation '" + op->getName().getStringRef() +
                                "' is not supported in litmus tests");
      return mlir::WalkResult::interrupt();
    }
    for (mlir::Value result : op->getResults()) {
      ct::TileType tile = tileOf(result);
      if (!tile || tile.getNumElements() <= maxLanes)
        continue;
      problem = errorAt(op, "too many lanes: the limit is " + Twine(maxLanes));
      return mlir::WalkResult::interrupt();
    }
    return mlir::WalkResult::advance();
  });
  if (problem)
    return std::move(problem);
  body->entry = entry;
  body->arguments = std::move(arguments);
  body->names = std::move(names);
  return body;
}
