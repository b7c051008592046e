//===- TileASToNVVM/ControlFlow.cpp - branches and loops as blocks -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns scf ops into blocks. The arguments of a block are all registers of the
// values that the op carries. Conditions are scalars, so every thread of the
// block takes the same way, and barriers inside are legal (memory-model.md
// 1.7).
//
//===----------------------------------------------------------------------===//

#include "Handlers.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace tessera::gpu {

/// Floats of 16 bits pass from block to block in pairs: a pair is one register
/// of the GPU, and instructions that make or take two find them together.
static bool isPaired(ArrayRef<Type> types) {
  return types.size() > 1 && types.size() % 2 == 0 &&
         llvm::all_of(types, llvm::IsaPred<Float16Type, BFloat16Type>);
}

static SmallVector<Type> typesOf(Emitter &e, ValueRange values) {
  SmallVector<Type> types;
  for (Value value : values) {
    SmallVector<Type> all(e.typesOf(value.getType()));
    if (isPaired(all))
      types.append(all.size() / 2, VectorType::get({2}, all[0]));
    else
      llvm::append_range(types, all);
  }
  return types;
}

static SmallVector<Value> registersOf(Emitter &e, ValueRange values) {
  SmallVector<Value> registers;
  for (Value value : values) {
    ArrayRef<Value> all = e.get(value);
    if (!isPaired(SmallVector<Type>(ValueRange(all).getTypes()))) {
      llvm::append_range(registers, all);
      continue;
    }
    Type pair = VectorType::get({2}, all[0].getType());
    for (unsigned i = 0; i < all.size(); i += 2) {
      Value made = LLVM::PoisonOp::create(e.b, e.loc(), pair);
      for (unsigned k : {0, 1})
        made = LLVM::InsertElementOp::create(e.b, e.loc(), made, all[i + k],
                                             e.i32(k));
      registers.push_back(made);
    }
  }
  return registers;
}

static void bind(Emitter &e, ValueRange values, ValueRange registers) {
  for (Value value : values) {
    SmallVector<Type> all(e.typesOf(value.getType()));
    if (!isPaired(all)) {
      e.take(value, registers);
      continue;
    }
    Registers elements;
    for (Value pair : registers.take_front(all.size() / 2))
      for (unsigned k : {0, 1})
        elements.push_back(
            LLVM::ExtractElementOp::create(e.b, e.loc(), pair, e.i32(k)));
    registers = registers.drop_front(all.size() / 2);
    e.set(value, std::move(elements));
  }
}

static LogicalResult emitIf(Emitter &e, Operation *op) {
  auto branch = llvm::cast<scf::IfOp>(op);
  Block *then = e.newBlock(), *otherwise = e.newBlock();
  Block *rest = e.newBlock(typesOf(e, branch.getResults()));
  LLVM::CondBrOp::create(e.b, e.loc(), e.scalar(branch.getCondition()), then,
                         otherwise);
  for (auto [region, block] : {std::pair(&branch.getThenRegion(), then),
                               std::pair(&branch.getElseRegion(), otherwise)}) {
    e.b.setInsertionPointToEnd(block);
    SmallVector<Value> yielded;
    if (!region->empty()) {
      if (failed(e.emitBlock(region->front())))
        return failure();
      yielded = registersOf(e, region->front().getTerminator()->getOperands());
    }
    e.branch(rest, yielded);
  }
  e.b.setInsertionPointToEnd(rest);
  bind(e, branch.getResults(), rest->getArguments());
  return success();
}

static LogicalResult emitFor(Emitter &e, Operation *op) {
  auto loop = llvm::cast<scf::ForOp>(op);
  Value upper = e.scalar(loop.getUpperBound());
  Value step = e.scalar(loop.getStep());
  SmallVector<Type> carriedTypes = typesOf(e, loop.getRegionIterArgs());
  SmallVector<Type> types{upper.getType()};
  llvm::append_range(types, carriedTypes);
  Block *body = e.newBlock(types), *rest = e.newBlock(carriedTypes);
  auto predicate = loop.getUnsignedCmp() ? LLVM::ICmpPredicate::ult
                                         : LLVM::ICmpPredicate::slt;
  // The test is at the end, and once before: LLVM would turn loops with the
  // test on top into this, in time quadratic in their number.
  auto test = [&](ArrayRef<Value> next) {
    LLVM::CondBrOp::create(e.b, e.loc(), e.compare(predicate, next[0], upper),
                           body, next, rest, next.drop_front());
  };

  SmallVector<Value> inits{e.scalar(loop.getLowerBound())};
  llvm::append_range(inits, registersOf(e, loop.getInitArgs()));
  test(inits);
  e.b.setInsertionPointToEnd(body);
  e.set(loop.getInductionVar(), body->getArgument(0));
  bind(e, loop.getRegionIterArgs(),
       ValueRange(body->getArguments()).drop_front());
  if (failed(e.emitBlock(*loop.getBody())))
    return failure();
  SmallVector<Value> next{e.add(body->getArgument(0), step)};
  llvm::append_range(
      next, registersOf(e, loop.getBody()->getTerminator()->getOperands()));
  test(next);
  e.b.setInsertionPointToEnd(rest);
  bind(e, loop.getResults(), rest->getArguments());
  return success();
}

static LogicalResult emitWhile(Emitter &e, Operation *op) {
  auto loop = llvm::cast<scf::WhileOp>(op);
  Block *before = e.newBlock(typesOf(e, loop.getBeforeArguments()));
  Block *after = e.newBlock(typesOf(e, loop.getAfterArguments()));
  Block *rest = e.newBlock(typesOf(e, loop.getResults()));
  e.branch(before, registersOf(e, loop.getInits()));
  e.b.setInsertionPointToEnd(before);
  bind(e, loop.getBeforeArguments(), before->getArguments());
  if (failed(e.emitBlock(*loop.getBeforeBody())))
    return failure();
  scf::ConditionOp condition = loop.getConditionOp();
  SmallVector<Value> passed = registersOf(e, condition.getArgs());
  LLVM::CondBrOp::create(e.b, e.loc(), e.scalar(condition.getCondition()),
                         after, passed, rest, passed);
  e.b.setInsertionPointToEnd(after);
  bind(e, loop.getAfterArguments(), after->getArguments());
  if (failed(e.emitBlock(*loop.getAfterBody())))
    return failure();
  e.branch(before,
           registersOf(e, loop.getAfterBody()->getTerminator()->getOperands()));
  e.b.setInsertionPointToEnd(rest);
  bind(e, loop.getResults(), rest->getArguments());
  return success();
}

void registerControlFlowHandlers(Handlers &h) {
  h.addOp<scf::IfOp>(emitIf);
  h.addOp<scf::ForOp>(emitFor);
  h.addOp<scf::WhileOp>(emitWhile);
}

} // namespace tessera::gpu
