//===- TileASToNVVM/Access/Atomics.cpp - atomic updates -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Atomic updates are inline PTX, because LLVM 22 drops the order and the scope
// of `atomicrmw`. One thread executes the update of an element and hands the
// old value to the threads that need it. An update whose result nobody uses
// and which is no acquire is a `red`. Updates that no instruction does
// (maximum and minimum of floats, sums of bf16 before sm_90) are a loop around
// a compare-and-swap of the same order and scope.
//
//===----------------------------------------------------------------------===//

#include "Atomics.h"

#include "Access.h"
#include "Conversion/TileASToNVVM/Handlers.h"
#include "ViewAddress.h"

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Dialect/TileAS/IR/MemoryOrders.h"

using namespace mlir;

namespace tessera::gpu {

using Update = cuda_tile::AtomicRMWMode;

namespace {
/// One element of an access.
struct Target {
  Value pointer;
  /// Null: always.
  Value mask;
};
} // namespace

/// There is no weak update: without an order it is relaxed.
static memmodel::Order atLeastRelaxed(memmodel::Order order) {
  return order == memmodel::Order::Weak ? memmodel::Order::Relaxed : order;
}

static PtxOrder orderOf(cuda_tile::MemoryOrderingSemantics semantic,
                        std::optional<cuda_tile::MemoryScope> scope) {
  return {
      atLeastRelaxed(tileas::getModelOrder(semantic)),
      tileas::getModelScope(scope.value_or(cuda_tile::MemoryScope::System))};
}

PtxOrder orderOf(std::optional<tileas::MemSemantic> semantic,
                 std::optional<tileas::MemScope> scope) {
  tileas::MemScope s = scope.value_or(tileas::MemScope::Sys);
  return {atLeastRelaxed(tileas::getModelOrder(
              semantic.value_or(tileas::MemSemantic::Relaxed))),
          tileas::getModelScope(s), s == tileas::MemScope::Cluster};
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// ".add.u32": the operation and type of an instruction, or "" where a loop is
/// needed. `bits` (b): the operand is passed as an integer.
static std::string instructionOf(const GpuTarget &target, Update update,
                                 Type element) {
  unsigned width = element.getIntOrFloatBitWidth();
  std::string size = std::to_string(width);
  bool isFloat = isa<FloatType>(element);
  switch (update) {
  case Update::And:
    return ".and.b" + size;
  case Update::Or:
    return ".or.b" + size;
  case Update::Xor:
    return ".xor.b" + size;
  case Update::Xchg:
    return ".exch.b" + size;
  case Update::Add:
    return isFloat ? "" : ".add.u" + size;
  case Update::AddF:
    if (element.isF32() || element.isF64())
      return ".add.f" + size;
    if (element.isF16())
      return ".add.noftz.f16";
    return target.has(GpuCapability::Bf16AtomicAdd) ? ".add.noftz.bf16" : "";
  case Update::Max:
    return isFloat ? "" : ".max.s" + size;
  case Update::Min:
    return isFloat ? "" : ".min.s" + size;
  case Update::UMax:
    return ".max.u" + size;
  case Update::UMin:
    return ".min.u" + size;
  }
  llvm_unreachable("unknown update");
}

/// "h", "r" or "l": elements travel as integers.
static StringRef constraintOf(unsigned width) {
  return width == 16 ? "h" : width == 32 ? "r" : "l";
}

/// "atom.acquire.gpu.global.add.u32". The table has global memory; pointers of
/// kernels with an alloca are generic.
static std::string opcodeOf(memmodel::MemoryOp op, const PtxOrder &order,
                            StringRef operation, Value pointer, bool isDead) {
  static const memmodel::PtxMapping mapping = memmodel::PtxMapping::specified();
  std::string text = mapping.spelling(op, order.order, order.scope, operation,
                                      isDead, order.cluster);
  constexpr StringLiteral global = ".global";
  if (cast<LLVM::LLVMPointerType>(pointer.getType()).getAddressSpace() !=
      Global)
    text.erase(text.find(global.str()), global.size());
  return text;
}

/// The arithmetic registers of .add.f32 and .add.f64 are float registers.
static bool wantsFloat(StringRef instruction) {
  return instruction == ".add.f32" || instruction == ".add.f64";
}

static Value atomInstruction(Emitter &e, const PtxOrder &order,
                             StringRef instruction, Value pointer,
                             Value value) {
  Type type = value.getType();
  unsigned width = type.getIntOrFloatBitWidth();
  bool isFloat = wantsFloat(instruction);
  StringRef c = isFloat ? (width == 32 ? "f" : "d") : constraintOf(width);
  Type word = isFloat ? type : Type(e.b.getIntegerType(width));
  std::string text = opcodeOf(memmodel::MemoryOp::Rmw, order,
                              instruction.drop_front(), pointer, false) +
                     " $0, [$1], $2;";
  Value old = e.inlineAsm(text, ("=" + c + ",l," + c + ",~{memory}").str(),
                          word, {pointer, e.bitcast(value, word)}, true);
  return e.bitcast(old, type);
}

static void redInstruction(Emitter &e, const PtxOrder &order,
                           StringRef instruction, Value pointer, Value value) {
  Type type = value.getType();
  unsigned width = type.getIntOrFloatBitWidth();
  bool isFloat = wantsFloat(instruction);
  StringRef c = isFloat ? (width == 32 ? "f" : "d") : constraintOf(width);
  Type word = isFloat ? type : Type(e.b.getIntegerType(width));
  std::string text = opcodeOf(memmodel::MemoryOp::Rmw, order,
                              instruction.drop_front(), pointer, true) +
                     " [$0], $1;";
  e.inlineAsm(text, ("l," + c + ",~{memory}").str(), Type(),
              {pointer, e.bitcast(value, word)}, true);
}

/// Bits in, bits out.
static Value casInstruction(Emitter &e, const PtxOrder &order, Value pointer,
                            Value expected, Value desired) {
  unsigned width = expected.getType().getIntOrFloatBitWidth();
  StringRef c = constraintOf(width);
  std::string text =
      opcodeOf(memmodel::MemoryOp::Cas, order, "", pointer, false) + ".b" +
      std::to_string(width) + " $0, [$1], $2, $3;";
  return e.inlineAsm(text, ("=" + c + ",l," + c + "," + c + ",~{memory}").str(),
                     expected.getType(), {pointer, expected, desired}, true);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// The value that the loop writes.
static Value combine(Emitter &e, Update update, Value old, Value value) {
  if (update == Update::AddF || update == Update::Add)
    return LLVM::FAddOp::create(e.b, e.loc(), old, value);
  // As nv_tileaa.maxf without NaN propagation: the number wins over a NaN.
  if (update == Update::Max)
    return LLVM::MaxNumOp::create(e.b, e.loc(), old, value);
  return LLVM::MinNumOp::create(e.b, e.loc(), old, value);
}

Value replaceAtomically(Emitter &e, const PtxOrder &order, Type word,
                        Value pointer,
                        llvm::function_ref<Value(Value)> desired) {
  // The first guess need not be right.
  PtxOrder relaxed = order;
  relaxed.order = memmodel::Order::Relaxed;
  unsigned width = word.getIntOrFloatBitWidth();
  StringRef c = constraintOf(width);
  Value guess = e.inlineAsm(
      opcodeOf(memmodel::MemoryOp::Load, relaxed, "", pointer, false) + ".b" +
          std::to_string(width) + " $0, [$1];",
      ("=" + c + ",l,~{memory}").str(), word, {pointer}, true);
  Block *loop = e.newBlock({word});
  Block *rest = e.newBlock();
  e.branch(loop, {guess});
  e.b.setInsertionPointToEnd(loop);
  Value expected = loop->getArgument(0);
  Value old = casInstruction(e, order, pointer, expected, desired(expected));
  Value done = e.compare(LLVM::ICmpPredicate::eq, old, expected);
  LLVM::CondBrOp::create(e.b, e.loc(), done, rest, ValueRange(), loop,
                         ValueRange{old});
  e.b.setInsertionPointToEnd(rest);
  return old;
}

static Value casLoop(Emitter &e, const PtxOrder &order, Update update,
                     Value pointer, Value value) {
  Type type = value.getType();
  Type word = e.b.getIntegerType(type.getIntOrFloatBitWidth());
  Value old = replaceAtomically(e, order, word, pointer, [&](Value expected) {
    Value made = combine(e, update, e.bitcast(expected, type), value);
    return e.bitcast(made, word);
  });
  return e.bitcast(old, type);
}

//===----------------------------------------------------------------------===//
// Elements and tiles
//===----------------------------------------------------------------------===//

/// `body` where the mask holds, its value there and `other` elsewhere.
static Value guardedValue(Emitter &e, Value mask, Value other,
                          llvm::function_ref<Value()> body) {
  if (!mask)
    return body();
  Block *then = e.newBlock();
  Block *rest = e.newBlock({other.getType()});
  LLVM::CondBrOp::create(e.b, e.loc(), mask, then, ValueRange(), rest,
                         ValueRange{other});
  e.b.setInsertionPointToEnd(then);
  Value result = body();
  e.branch(rest, {result});
  e.b.setInsertionPointToEnd(rest);
  return rest->getArgument(0);
}

/// One update; null where nobody asks for the old value.
static Value emitUpdate(Emitter &e, const PtxOrder &order, Update update,
                        Type element, Target target, Value value,
                        bool wantsOld) {
  std::string instruction = instructionOf(e.target(), update, element);
  bool isRed = !wantsOld && !order.acquires() && !instruction.empty() &&
               update != Update::Xchg;
  if (isRed) {
    e.guarded(target.mask, [&] {
      redInstruction(e, order, instruction, target.pointer, value);
    });
    return Value();
  }
  return guardedValue(e, target.mask, e.zero(value.getType()), [&] {
    return instruction.empty()
               ? casLoop(e, order, update, target.pointer, value)
               : atomInstruction(e, order, instruction, target.pointer, value);
  });
}

/// Sets `result` (if any) to the old values, which owners hold.
static LogicalResult finish(Emitter &e, Operation *op, Value result,
                            Registers old) {
  if (!result || result.use_empty()) {
    if (result) {
      Type type = e.registerType(getElementTypeOrSelf(result.getType()));
      for (Value &value : old)
        value = e.zero(type);
      e.set(result, std::move(old));
    }
    return success();
  }
  return setOwned(e, op, std::move(old));
}

static LogicalResult emitAtomicRMW(Emitter &e, Operation *op) {
  auto rmw = llvm::cast<tileaa::AtomicRMWOp>(op);
  Type type = rmw.getValue().getType();
  const Registers &pointers = e.get(rmw.getPointers());
  const Registers &values = e.get(rmw.getValue());
  PtxOrder order = orderOf(rmw.getMemSemantic(), rmw.getMemScope());
  Value owner = ownerOf(e, type);
  Registers old;
  for (unsigned r = 0; r < values.size(); ++r) {
    Value mask = rmw.getMask() ? e.get(rmw.getMask())[r] : Value();
    old.push_back(emitUpdate(e, order, rmw.getMode(),
                             getElementTypeOrSelf(type),
                             {pointers[r], e.conjunction(owner, mask)},
                             values[r], !rmw.getResult().use_empty()));
  }
  e.set(rmw.getResultToken(), Registers());
  return finish(e, op, rmw.getResult(), std::move(old));
}

static LogicalResult emitAtomicCAS(Emitter &e, Operation *op) {
  auto cas = llvm::cast<tileaa::AtomicCASOp>(op);
  Type type = cas.getValue().getType();
  Type scalar = e.registerType(getElementTypeOrSelf(type));
  Type word = e.b.getIntegerType(scalar.getIntOrFloatBitWidth());
  const Registers &pointers = e.get(cas.getPointers());
  PtxOrder order = orderOf(cas.getMemSemantic(), cas.getMemScope());
  Value owner = ownerOf(e, type);
  Registers old;
  for (unsigned r = 0; r < pointers.size(); ++r) {
    Value expected = e.get(cas.getCmp())[r], desired = e.get(cas.getValue())[r];
    Value mask = cas.getMask() ? e.get(cas.getMask())[r] : Value();
    // A masked element yields its comparand.
    old.push_back(guardedValue(e, e.conjunction(owner, mask), expected, [&] {
      return e.bitcast(casInstruction(e, order, pointers[r],
                                      e.bitcast(expected, word),
                                      e.bitcast(desired, word)),
                       scalar);
    }));
  }
  e.set(cas.getResultToken(), Registers());
  return finish(e, op, cas.getResult(), std::move(old));
}

static LogicalResult emitTiledRMW(Emitter &e, Operation *op) {
  auto rmw = llvm::cast<tileas::TiledAtomicRMWOp>(op);
  auto view = dyn_cast<tileaa::TiledViewType>(rmw.getView().getType());
  if (!view || view.getResidency() != tileaa::Residency::Gmem)
    return e.refuse(op, "a view that is not in global memory");
  Type type = rmw.getValue().getType();
  ViewAddress address(e,
                      {op, view, rmw.getView(), rmw.getCoords(),
                       rmw.getInBounds().value_or(ArrayRef<bool>())},
                      type);
  const Registers &values = e.get(rmw.getValue());
  PtxOrder order = orderOf(rmw.getMemSemantic(), rmw.getMemScope());
  Value owner = ownerOf(e, type);
  // Addresses first: updates may end the block.
  SmallVector<Target> targets;
  for (unsigned r = 0; r < values.size(); ++r) {
    Value pointer = address.pointer(r);
    targets.push_back({pointer, e.conjunction(owner, address.inside(r))});
  }
  bool wantsOld = rmw.getResult() && !rmw.getResult().use_empty();
  Registers old;
  for (unsigned r = 0; r < values.size(); ++r)
    old.push_back(emitUpdate(e, order, rmw.getRmwMode(),
                             getElementTypeOrSelf(type), targets[r], values[r],
                             wantsOld));
  if (rmw.getResultToken())
    e.set(rmw.getResultToken(), Registers());
  return finish(e, op, rmw.getResult(), std::move(old));
}

void registerAtomicHandlers(Handlers &h) {
  h.addOp<tileaa::AtomicRMWOp>(emitAtomicRMW);
  h.addOp<tileaa::AtomicCASOp>(emitAtomicCAS);
  h.addOp<tileas::TiledAtomicRMWOp>(emitTiledRMW);
}

} // namespace tessera::gpu
