//===- Litmus/Edit.cpp - changes to a test's tokens and orders --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Changes the tokens, orders and scopes of a test's module in place, and
// translates orders and scopes between the dialect and the model.
//
//===----------------------------------------------------------------------===//

#include "tessera/Litmus/Edit.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::litmus;
using namespace tessera::memmodel;
namespace ct = tessera::cuda_tile;
using DialectOrder = ct::MemoryOrderingSemantics;

static constexpr std::pair<DialectOrder, Order> orders[] = {
    {DialectOrder::Weak, Order::Weak},
    {DialectOrder::Relaxed, Order::Relaxed},
    {DialectOrder::Acquire, Order::Acquire},
    {DialectOrder::Release, Order::Release},
    {DialectOrder::AcqRel, Order::AcqRel}};
static constexpr std::pair<ct::MemoryScope, Scope> scopes[] = {
    {ct::MemoryScope::TileBlock, Scope::TileBlock},
    {ct::MemoryScope::Device, Scope::Device},
    {ct::MemoryScope::System, Scope::System}};

static constexpr const char orderAttr[] = "memory_ordering_semantics";
static constexpr const char scopeAttr[] = "memory_scope";

Strength litmus::strengthOf(mlir::Operation *op) {
  Strength strength;
  auto order = op->getAttrOfType<ct::MemoryOrderingSemanticsAttr>(orderAttr);
  for (auto [dialect, model] : orders)
    if (order && order.getValue() == dialect)
      strength.order = model;
  auto scope = op->getAttrOfType<ct::MemoryScopeAttr>(scopeAttr);
  for (auto [dialect, model] : scopes)
    if (scope && scope.getValue() == dialect)
      strength.scope = model;
  return strength;
}

Edits::Edits(ArrayRef<Edit> list) {
  for (const Edit &edit : list) {
    if (edit.token)
      tokens[edit.op].push_back(edit.token);
    else
      strengths[edit.op] = edit.strength;
  }
}

static std::string placeOf(mlir::Operation *op) {
  if (auto loc = dyn_cast<mlir::FileLineColLoc>(op->getLoc()))
    return (loc.getFilename().getValue() + ":" + Twine(loc.getLine()) + ":" +
            Twine(loc.getColumn()))
        .str();
  return "?";
}

static std::string textOf(Strength strength) {
  std::string text = orderName(strength.order).str();
  if (strength.scope != Scope::None)
    text += " " + scopeName(strength.scope).str();
  return text;
}

std::string litmus::describe(const Edit &edit) {
  std::string text =
      placeOf(edit.op) + ": " + edit.op->getName().stripDialect().str() + ": ";
  if (!edit.token)
    return text + textOf(strengthOf(edit.op)) + " becomes " +
           textOf(edit.strength);
  mlir::Operation *producer = edit.token.getDefiningOp();
  return text + "waits for the token of " +
         (producer ? producer->getName().stripDialect().str() + " at " +
                         placeOf(producer)
                   : std::string("the loop around it"));
}

static mlir::MutableOperandRange tokenOperand(mlir::Operation *op) {
  return TypeSwitch<mlir::Operation *, mlir::MutableOperandRange>(op)
      .Case<ct::LoadPtrTkoOp, ct::StorePtrTkoOp, ct::AtomicRMWTkoOp,
            ct::AtomicCASTkoOp, ct::LoadViewTkoOp, ct::StoreViewTkoOp,
            ct::AtomicRedViewTkoOp>(
          [](auto access) { return access.getTokenMutable(); });
}

void litmus::apply(const Edit &edit) {
  mlir::OpBuilder builder(edit.op);
  if (edit.token) {
    mlir::MutableOperandRange operand = tokenOperand(edit.op);
    mlir::Value token = edit.token;
    if (!operand.empty()) {
      mlir::Value before = *mlir::OperandRange(operand).begin();
      token =
          ct::JoinTokensOp::create(builder, edit.op->getLoc(), token.getType(),
                                   mlir::ValueRange{before, token});
    }
    operand.assign(token);
    return;
  }
  mlir::MLIRContext *context = edit.op->getContext();
  for (auto [dialect, model] : orders)
    if (model == edit.strength.order)
      edit.op->setAttr(orderAttr,
                       ct::MemoryOrderingSemanticsAttr::get(context, dialect));
  for (auto [dialect, model] : scopes)
    if (model == edit.strength.scope)
      edit.op->setAttr(scopeAttr, ct::MemoryScopeAttr::get(context, dialect));
}
