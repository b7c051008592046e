//===- Litmus/TileMemory.cpp - memory operations of a tile block -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every access, through pointers or through a view, is a list of addresses with
// a mask; a lane that is masked off or outside the tensor makes no event,
// and an instruction without an active lane passes its token through
// (choices G10 and G2 of memory-model.md 1.5).
//
//===----------------------------------------------------------------------===//

#include "TileRun.h"
#include "tessera/Dialect/CudaTile/IR/AtomicModes.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::litmus;
using namespace tessera::memmodel;
namespace ct = tessera::cuda_tile;

static std::string labelOf(mlir::Operation *op) {
  if (auto loc = dyn_cast<mlir::FileLineColLoc>(op->getLoc()))
    return "line " + std::to_string(loc.getLine());
  return "";
}

static mlir::Type pointee(mlir::Value pointers) {
  auto tile = cast<ct::TileType>(pointers.getType());
  return cast<ct::PointerType>(tile.getElementType()).getPointeeType();
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// What all accesses share: order, scope and token, as edited.
void TileRun::begin(Access &access, MemoryOp kind, mlir::Value token) {
  access.kind = kind;
  access.strength = strengthOf(access.op);
  if (token)
    access.past = tokens[token];
  if (!body.edits)
    return;
  auto strength = body.edits->strengths.find(access.op);
  if (strength != body.edits->strengths.end())
    access.strength = strength->second;
  auto added = body.edits->tokens.find(access.op);
  if (added != body.edits->tokens.end())
    for (mlir::Value extra : added->second)
      access.past = joinTokens(access.past, tokens[extra]);
}

TileRun::Access TileRun::throughPointers(mlir::Operation *op,
                                         mlir::Value pointers,
                                         mlir::Value mask) {
  Access access;
  access.op = op;
  access.addresses = get(pointers).lanes;
  access.mask = mask ? get(mask).lanes : Lanes(access.addresses.size(), 1);
  // G10=access: what is masked off accesses memory all the same.
  if (!recorder.readings().isDefault(ChoiceId::G10))
    access.mask.assign(access.addresses.size(), 1);
  access.element = pointee(pointers);
  access.taint = joinTokens(control, get(pointers).taint);
  if (mask)
    access.taint = joinTokens(access.taint, get(mask).taint);
  return access;
}

Expected<TileRun::Access> TileRun::throughView(mlir::Operation *op,
                                               mlir::Value view,
                                               mlir::OperandRange indices) {
  Access access;
  access.op = op;
  SmallVector<const Lanes *> lanes;
  access.taint = joinTokens(control, views[view].taint);
  for (mlir::Value index : indices) {
    lanes.push_back(&get(index).lanes);
    access.taint = joinTokens(access.taint, get(index).taint);
  }
  Expected<ViewTile> tile = tileOfView(op, view.getType(), views[view], lanes);
  if (!tile)
    return tile.takeError();
  access.addresses = std::move(tile->addresses);
  access.mask = std::move(tile->inside);
  access.element = cast<ct::TileViewInterface>(view.getType())
                       .getViewTileType()
                       .getElementType();
  return access;
}

unsigned TileRun::start(const Access &access) {
  Instruction instruction;
  uint64_t position = body.keys.lookup(access.op);
  instruction.key =
      iterations == 0 ? position : uint64_t(hash_combine(iterations, position));
  instruction.past = access.past;
  instruction.label = labelOf(access.op);
  instruction.ofTile = access.addresses.size() > 1;
  instruction.op = access.kind;
  instruction.order = access.strength.order;
  instruction.scope = access.strength.scope;
  return recorder.begin(std::move(instruction));
}

void TileRun::finish(const Access &access, mlir::Value token,
                     unsigned instance) {
  bool active = any_of(access.mask, [](uint64_t bit) { return bit != 0; });
  tokens[token] =
      active ? joinTokens(access.past, Token{instance}) : access.past;
}

Error TileRun::load(Access access, Lanes padding, mlir::Value result,
                    mlir::Value resultToken) {
  unsigned instance = start(access);
  TileValue value;
  value.taint = access.taint;
  for (auto [lane, address] : enumerate(access.addresses)) {
    if (!access.mask[lane]) {
      // Without a padding value the content is unspecified; 0 is one.
      value.lanes.push_back(padding.empty() ? 0 : padding[lane]);
      continue;
    }
    recorder.setDependencies(access.taint);
    value.taint = joinTokens(value.taint, {recorder.numEvents()});
    Expected<uint64_t> bits =
        recorder.read(lane, {address, bytesOf(access.element)},
                      access.strength.order, access.strength.scope);
    if (!bits)
      return errorAt(access.op, toString(bits.takeError()));
    bool isBool = kindOf(access.element) == interp::ElementKind::I1;
    value.lanes.push_back(isBool ? *bits != 0 : *bits);
  }
  finish(access, resultToken, instance);
  set(result, std::move(value));
  return Error::success();
}

Error TileRun::store(Access access, mlir::Value value,
                     mlir::Value resultToken) {
  unsigned instance = start(access);
  const TileValue &stored = get(value);
  for (auto [lane, address] : enumerate(access.addresses)) {
    if (!access.mask[lane])
      continue;
    recorder.setDependencies(joinTokens(access.taint, stored.taint));
    if (Error error = recorder.write(lane, {address, bytesOf(access.element)},
                                     stored.lanes[lane], access.strength.order,
                                     access.strength.scope))
      return errorAt(access.op, toString(std::move(error)));
  }
  finish(access, resultToken, instance);
  return Error::success();
}

/// The frame of all atomics: `next` says what an element writes after it read
/// the given value, or nothing when its comparison failed. `result` holds what
/// masked-off elements yield.
Error TileRun::update(
    Access access, Lanes result, mlir::Value resultValue,
    mlir::Value resultToken, const Taint &operands,
    function_ref<std::optional<uint64_t>(unsigned, uint64_t)> next) {
  unsigned instance = start(access);
  Taint taint = joinTokens(access.taint, operands), readTaint = taint;
  for (auto [lane, address] : enumerate(access.addresses)) {
    if (!access.mask[lane])
      continue;
    recorder.setDependencies(taint);
    unsigned read = recorder.numEvents();
    Expected<uint64_t> old =
        recorder.read(lane, {address, bytesOf(access.element)},
                      readHalf(access.strength.order), access.strength.scope);
    if (!old)
      return errorAt(access.op, toString(old.takeError()));
    readTaint = joinTokens(readTaint, {read});
    if (!result.empty())
      result[lane] = *old;
    std::optional<uint64_t> value = next(lane, *old);
    if (!value) {
      recorder.compareFailed();
      continue;
    }
    // An exchange writes the same whatever it read.
    auto rmw = dyn_cast<ct::AtomicRMWTkoOp>(access.op);
    if (!rmw || rmw.getMode() != ct::AtomicRMWMode::Xchg)
      recorder.setDependencies(joinTokens(taint, {read}));
    if (Error error = recorder.update(*value, writeHalf(access.strength.order),
                                      access.strength.scope))
      return errorAt(access.op, toString(std::move(error)));
  }
  finish(access, resultToken, instance);
  if (resultValue)
    set(resultValue, {std::move(result), std::move(readTaint)});
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Operations on tokens without an access. gdc_wait_tko waits for the kernels
/// before this one; the others pass on what they are given
/// (choice G14 of memory-model.md 1.5).
Error TileRun::tokenOp(mlir::Operation *op, mlir::Value token,
                       mlir::Value resultToken) {
  Token past = token ? tokens[token] : Token();
  if (isa<ct::GdcWaitTkoOp>(op)) {
    Instruction instruction;
    instruction.key = body.keys.lookup(op);
    instruction.past = past;
    instruction.label = labelOf(op);
    unsigned instance = recorder.begin(std::move(instruction));
    recorder.sync(SyncKind::Predecessors, 0);
    past = joinTokens(past, {instance});
  }
  tokens[resultToken] = std::move(past);
  return Error::success();
}

Expected<bool> TileRun::memoryOp(mlir::Operation *op) {
  auto done = [](Error error) -> Expected<bool> {
    if (error)
      return std::move(error);
    return true;
  };
  if (isa<ct::AssertOp>(op))
    return true;
  if (auto join = dyn_cast<ct::JoinTokensOp>(op)) {
    Token all;
    for (mlir::Value token : join->getOperands())
      all = joinTokens(all, tokens[token]);
    tokens[join->getResult(0)] = std::move(all);
    return true;
  }
  if (isa<ct::MakeTokenOp>(op))
    return done(tokenOp(op, {}, op->getResult(0)));
  if (auto print = dyn_cast<ct::PrintTkoOp>(op))
    return done(tokenOp(op, print.getToken(), print.getResultToken()));
  if (isa<ct::GdcWaitTkoOp, ct::GdcLaunchDependentsTkoOp,
          ct::MemoryFenceAliasTkoOp>(op))
    return done(
        tokenOp(op, op->getNumOperands() ? op->getOperand(0) : mlir::Value(),
                op->getResult(0)));
  if (auto access = dyn_cast<ct::LoadPtrTkoOp>(op)) {
    Access a = throughPointers(op, access.getSource(), access.getMask());
    begin(a, MemoryOp::Load, access.getToken());
    Lanes padding;
    if (mlir::Value value = access.getPaddingValue())
      padding = get(value).lanes;
    return done(load(std::move(a), std::move(padding), access.getResult(),
                     access.getResultToken()));
  }
  if (auto access = dyn_cast<ct::StorePtrTkoOp>(op)) {
    Access a = throughPointers(op, access.getDestination(), access.getMask());
    begin(a, MemoryOp::Store, access.getToken());
    return done(
        store(std::move(a), access.getValue(), access.getResultToken()));
  }
  if (auto access = dyn_cast<ct::AtomicRMWTkoOp>(op)) {
    Access a = throughPointers(op, access.getPointers(), access.getMask());
    begin(a, MemoryOp::Rmw, access.getToken());
    Lanes argument = get(access.getArg()).lanes;
    interp::ElementKind kind = kindOf(a.element);
    return done(update(
        std::move(a), Lanes(argument.size(), 0), access.getResult(),
        access.getResultToken(), get(access.getArg()).taint,
        [&](unsigned lane, uint64_t old) -> std::optional<uint64_t> {
          return numerics::applyUpdate(ct::getAtomicUpdate(access.getMode()),
                                       kind, old, argument[lane]);
        }));
  }
  if (auto access = dyn_cast<ct::AtomicCASTkoOp>(op)) {
    Access a = throughPointers(op, access.getPointers(), access.getMask());
    begin(a, MemoryOp::Cas, access.getToken());
    Lanes expected = get(access.getCmp()).lanes;
    Lanes desired = get(access.getVal()).lanes;
    Taint operands = taintOf({access.getCmp(), access.getVal()});
    // A masked-off element yields what it was compared with.
    return done(update(
        std::move(a), expected, access.getResult(), access.getResultToken(),
        operands, [&](unsigned lane, uint64_t old) -> std::optional<uint64_t> {
          if (old != expected[lane])
            return std::nullopt;
          return desired[lane];
        }));
  }
  if (auto access = dyn_cast<ct::LoadViewTkoOp>(op)) {
    Expected<Access> a = throughView(op, access.getView(), access.getIndex());
    if (!a)
      return a.takeError();
    begin(*a, MemoryOp::Load, access.getToken());
    Lanes padding(a->addresses.size(), viewPadding(access.getView().getType()));
    return done(load(std::move(*a), std::move(padding), access.getTile(),
                     access.getResultToken()));
  }
  if (auto access = dyn_cast<ct::StoreViewTkoOp>(op)) {
    Expected<Access> a = throughView(op, access.getView(), access.getIndex());
    if (!a)
      return a.takeError();
    begin(*a, MemoryOp::Store, access.getToken());
    return done(
        store(std::move(*a), access.getTile(), access.getResultToken()));
  }
  if (auto access = dyn_cast<ct::AtomicRedViewTkoOp>(op)) {
    Expected<Access> a = throughView(op, access.getView(), access.getIndex());
    if (!a)
      return a.takeError();
    begin(*a, MemoryOp::Reduce, access.getToken());
    Lanes argument = get(access.getValue()).lanes;
    interp::ElementKind kind = kindOf(a->element);
    return done(update(
        std::move(*a), {}, {}, access.getResultToken(),
        get(access.getValue()).taint,
        [&](unsigned lane, uint64_t old) -> std::optional<uint64_t> {
          return numerics::applyUpdate(ct::getAtomicUpdate(access.getMode()),
                                       kind, old, argument[lane]);
        }));
  }
  return false;
}
