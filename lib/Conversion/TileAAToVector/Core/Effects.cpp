//===- TileAAToVector/Core/Effects.cpp - print, assert and fences -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits print, assert and fences. Tiles are brought into scratch and handed to
// the runtime, which knows formats and reports failures. An assertion that
// fails leaves the kernel.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "Lanes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tessera::cpu {

/// The address of `value` as a dense tile.
static FailureOr<Buffer> inMemory(Emitter &e, Value value) {
  if (isa<RankedTensorType>(value.getType()))
    return e.materialise(value);
  Buffer slot = e.newBuffer(value.getType(), {});
  LLVM::StoreOp::create(e.b, e.loc(),
                        toContainer(e, e.scalar(value), value.getType()),
                        e.addressOf(slot), containerBytes(value.getType()));
  return slot;
}

static int64_t elementsOf(Type type) {
  int64_t count = 1;
  for (int64_t extent : shapeOf(type))
    count *= extent;
  return count;
}

/// "file:line:column" of a location, or nothing.
static std::string locationText(Location loc) {
  std::string text;
  loc->walk([&](Location inner) {
    auto file = dyn_cast<FileLineColLoc>(inner);
    if (!file)
      return WalkResult::advance();
    text = (file.getFilename().getValue() + ":" + llvm::Twine(file.getLine()) +
            ":" + llvm::Twine(file.getColumn()))
               .str();
    return WalkResult::interrupt();
  });
  return text;
}

static LogicalResult emitPrint(Emitter &e, tileaa::PrintOp op) {
  StringRef format = op.getStr();
  std::string shapes;
  auto word = [&](int64_t value) {
    shapes.append(reinterpret_cast<const char *>(&value), sizeof(value));
  };
  SmallVector<Buffer, 4> tiles;
  for (Value argument : op.getArgs()) {
    auto shape = shapeOf(argument.getType());
    word(static_cast<int64_t>(elementKindOf(elementOf(argument.getType()))));
    word(static_cast<int64_t>(shape.size()));
    for (int64_t extent : shape)
      word(extent);
    FailureOr<Buffer> tile = inMemory(e, argument);
    if (failed(tile))
      return failure();
    tiles.push_back(*tile);
  }
  Type pointer = e.launch.getType();
  Value list =
      e.addressOf(e.newBuffer(pointer, {static_cast<int64_t>(tiles.size())}));
  for (auto [i, tile] : llvm::enumerate(tiles))
    LLVM::StoreOp::create(
        // Asked for only now: computing a later tile may take loops, and a
        // buffer lives as long as its address is asked for.
        e.b, e.loc(), e.addressOf(tile),
        e.elementAddress(list, pointer, e.i64(static_cast<int64_t>(i))), 8);
  e.callRuntime(
      "tessera_rt_print",
      {e.constantBytes(format, 1), e.i64(format.size()),
       e.i32(static_cast<int64_t>(tiles.size())),
       e.constantBytes(shapes.empty() ? StringRef("\0", 1) : StringRef(shapes),
                       8),
       list});
  return success();
}

/// Whether an assertion has failed, an i1: what the runtime says of it.
static FailureOr<Value> emitAssertCall(Emitter &e, tileaa::AssertOp op) {
  FailureOr<Buffer> condition = inMemory(e, op.getCondition());
  if (failed(condition))
    return failure();
  StringRef message = op.getMessage();
  std::string where = locationText(op.getLoc());
  return e.callRuntime("tessera_rt_assert",
                       {e.addressOf(*condition),
                        e.i64(elementsOf(op.getCondition().getType())),
                        e.constantBytes(message, 1), e.i64(message.size()),
                        e.constantBytes(where, 1), e.i64(where.size())});
}

/// What says of most tiles that an assertion holds everywhere: one scalar where
/// that can be told from the ranges of what is compared.
static Value emitHolds(Emitter &e, Value condition) {
  if (!isa<RankedTensorType>(condition.getType()))
    return e.scalar(condition);
  return emitAllTrue(e, condition);
}

static LogicalResult emitAssert(Emitter &e, tileaa::AssertOp op) {
  Value holds = emitHolds(e, op.getCondition());
  if (!holds) {
    FailureOr<Value> stop = emitAssertCall(e, op);
    if (failed(stop))
      return failure();
    e.leaveIf(*stop);
    return success();
  }
  if (matchPattern(holds, m_One()))
    return success();
  auto choice = scf::IfOp::create(e.b, e.loc(), e.b.getI1Type(), holds,
                                  /*withElseRegion=*/true);
  {
    OpBuilder::InsertionGuard guard(e.b);
    e.b.setInsertionPointToStart(choice.thenBlock());
    Value goesOn = e.constant(e.b.getBoolAttr(false));
    scf::YieldOp::create(e.b, e.loc(), goesOn);
    e.b.setInsertionPointToStart(choice.elseBlock());
    Emitter::RegionScope scope(e, op);
    FailureOr<Value> stop = emitAssertCall(e, op);
    if (failed(stop))
      return failure();
    scf::YieldOp::create(e.b, e.loc(), *stop);
  }
  e.leaveIf(choice.getResult(0));
  return success();
}

LogicalResult emitEffect(Emitter &e, Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case<tileaa::PrintOp>([&](auto print) { return emitPrint(e, print); })
      .Case<tileaa::AssertOp>([&](auto check) { return emitAssert(e, check); })
      .Case<tileaa::MemoryFenceOp>([&](Operation *) {
        LLVM::FenceOp::create(e.b, e.loc(), LLVM::AtomicOrdering::seq_cst);
        return success();
      });
}

} // namespace tessera::cpu
