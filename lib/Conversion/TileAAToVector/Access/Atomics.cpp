//===- TileAAToVector/Access/Atomics.cpp - atomic read-modify-writes -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits one LLVM atomic for each element, in row-major order, with the order
// of the op. A scope that is wider than the tile block is the whole process. A
// tile block is one thread, so an atomic of its own scope is a plain load, an
// operation and a store; an access from another block that meets it is a race
// with any instruction. Sums of 16-bit floats go to the runtime.
//
//===----------------------------------------------------------------------===//

#include "Access.h"

#include "tessera/Dialect/CudaTile/IR/AtomicModes.h"
#include "tessera/Target/CpuRuntimeABI.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/TypeSwitch.h"

#include <type_traits>

using namespace mlir;
using tessera::cuda_tile::AtomicRMWMode;
using tessera::cuda_tile::MemoryOrderingSemantics;

namespace tessera::cpu {

LLVM::AtomicOrdering atomicOrderingOf(MemoryOrderingSemantics semantic) {
  switch (semantic) {
  case MemoryOrderingSemantics::Weak:
    return LLVM::AtomicOrdering::not_atomic;
  case MemoryOrderingSemantics::Relaxed:
    return LLVM::AtomicOrdering::monotonic;
  case MemoryOrderingSemantics::Acquire:
    return LLVM::AtomicOrdering::acquire;
  case MemoryOrderingSemantics::Release:
    return LLVM::AtomicOrdering::release;
  case MemoryOrderingSemantics::AcqRel:
    return LLVM::AtomicOrdering::acq_rel;
  }
  llvm_unreachable("unknown ordering");
}

namespace {
/// What the services of the runtime call this order.
RtOrder runtimeOrderOf(MemoryOrderingSemantics semantic) {
  switch (semantic) {
  case MemoryOrderingSemantics::Weak:
    return RtOrder::Weak;
  case MemoryOrderingSemantics::Relaxed:
    return RtOrder::Relaxed;
  case MemoryOrderingSemantics::Acquire:
    return RtOrder::Acquire;
  case MemoryOrderingSemantics::Release:
    return RtOrder::Release;
  case MemoryOrderingSemantics::AcqRel:
    return RtOrder::AcqRel;
  }
  llvm_unreachable("unknown ordering");
}

LLVM::AtomicBinOp binaryOf(AtomicRMWMode mode) {
  switch (mode) {
  case AtomicRMWMode::And:
    return LLVM::AtomicBinOp::_and;
  case AtomicRMWMode::Or:
    return LLVM::AtomicBinOp::_or;
  case AtomicRMWMode::Xor:
    return LLVM::AtomicBinOp::_xor;
  case AtomicRMWMode::Add:
    return LLVM::AtomicBinOp::add;
  case AtomicRMWMode::AddF:
    return LLVM::AtomicBinOp::fadd;
  case AtomicRMWMode::Max:
    return LLVM::AtomicBinOp::max;
  case AtomicRMWMode::Min:
    return LLVM::AtomicBinOp::min;
  case AtomicRMWMode::UMax:
    return LLVM::AtomicBinOp::umax;
  case AtomicRMWMode::UMin:
    return LLVM::AtomicBinOp::umin;
  case AtomicRMWMode::Xchg:
    return LLVM::AtomicBinOp::xchg;
  }
  llvm_unreachable("unknown mode");
}

Value toInteger(Emitter &e, Value value) {
  if (isa<IntegerType>(value.getType()))
    return value;
  Type type = e.b.getIntegerType(value.getType().getIntOrFloatBitWidth());
  return LLVM::BitcastOp::create(e.b, e.loc(), type, value);
}

Value fromInteger(Emitter &e, Value bits, Type type) {
  return bits.getType() == type
             ? bits
             : Value(LLVM::BitcastOp::create(e.b, e.loc(), type, bits));
}

/// The new value of an atomic of the tile block's own scope.
Value combinePlainly(Emitter &e, AtomicRMWMode mode, Value old, Value value) {
  auto make = [&](auto tag) -> Value {
    using OpTy = typename decltype(tag)::type;
    return OpTy::create(e.b, e.loc(), old, value);
  };
  switch (mode) {
  case AtomicRMWMode::And:
    return make(std::type_identity<arith::AndIOp>());
  case AtomicRMWMode::Or:
    return make(std::type_identity<arith::OrIOp>());
  case AtomicRMWMode::Xor:
    return make(std::type_identity<arith::XOrIOp>());
  case AtomicRMWMode::Add:
    return make(std::type_identity<arith::AddIOp>());
  case AtomicRMWMode::Max:
    return make(std::type_identity<arith::MaxSIOp>());
  case AtomicRMWMode::Min:
    return make(std::type_identity<arith::MinSIOp>());
  case AtomicRMWMode::UMax:
    return make(std::type_identity<arith::MaxUIOp>());
  case AtomicRMWMode::UMin:
    return make(std::type_identity<arith::MinUIOp>());
  case AtomicRMWMode::Xchg:
    return value;
  case AtomicRMWMode::AddF:
    return make(std::type_identity<arith::AddFOp>());
  }
  llvm_unreachable("unknown mode");
}

/// *address = mode(*address, value) for elements of tiles of `element`; the old
/// value. `isOwn`: of the scope of the tile block.
Value readModifyWrite(Emitter &e, AtomicRMWMode mode,
                      MemoryOrderingSemantics semantic, bool isOwn,
                      Type element, Value address, Value value) {
  Type type = value.getType();
  bool isHalfSum = mode == AtomicRMWMode::AddF && isHalf(element);
  if (isOwn && !isHalfSum) {
    unsigned bytes = type.getIntOrFloatBitWidth() / 8;
    Value old = LLVM::LoadOp::create(e.b, e.loc(), type, address, bytes);
    LLVM::StoreOp::create(e.b, e.loc(), combinePlainly(e, mode, old, value),
                          address, bytes);
    return old;
  }
  if (isHalfSum) {
    Value bits = e.extend(value, /*isSigned=*/false);
    Value old = e.callRuntime(
        "tessera_rt_atomic_rmw",
        {e.i32(static_cast<int64_t>(cuda_tile::getAtomicUpdate(mode))),
         e.i32(static_cast<int64_t>(elementKindOf(element))),
         e.i32(static_cast<int64_t>(runtimeOrderOf(semantic))), address, bits});
    return LLVM::TruncOp::create(e.b, e.loc(), type, old);
  }
  bool asBits = mode == AtomicRMWMode::Xchg;
  Value operand = asBits ? toInteger(e, value) : value;
  Value old = LLVM::AtomicRMWOp::create(e.b, e.loc(), binaryOf(mode), address,
                                        operand, atomicOrderingOf(semantic));
  return asBits ? fromInteger(e, old, type) : old;
}

Value compareAndSwap(Emitter &e, MemoryOrderingSemantics semantic,
                     Value address, Value expected, Value value) {
  Type type = value.getType();
  LLVM::AtomicOrdering order = atomicOrderingOf(semantic);
  LLVM::AtomicOrdering failure = order == LLVM::AtomicOrdering::acquire ||
                                         order == LLVM::AtomicOrdering::acq_rel
                                     ? LLVM::AtomicOrdering::acquire
                                     : LLVM::AtomicOrdering::monotonic;
  Value pair = LLVM::AtomicCmpXchgOp::create(
      e.b, e.loc(), address, toInteger(e, expected), toInteger(e, value), order,
      failure);
  Value old = LLVM::ExtractValueOp::create(e.b, e.loc(), pair, 0);
  return fromInteger(e, old, type);
}

/// The parts of one atomic op at one index; null where it has none.
struct Atomic {
  Operation *op;
  Value pointers, value, expected, mask, result;

  explicit Atomic(Operation *op) : op(op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case<tileaa::AtomicRMWOp>([&](tileaa::AtomicRMWOp rmw) {
          pointers = rmw.getPointers();
          value = rmw.getValue();
          mask = rmw.getMask();
          result = rmw.getResult();
        })
        .Case<tileaa::AtomicCASOp>([&](tileaa::AtomicCASOp cas) {
          pointers = cas.getPointers();
          value = cas.getValue();
          expected = cas.getCmp();
          mask = cas.getMask();
          result = cas.getResult();
        })
        .Case<tileaa::TiledAtomicRMWOp>(
            [&](tileaa::TiledAtomicRMWOp rmw) { value = rmw.getValue(); });
  }

  Value perform(Emitter &e, Value address, Value operand, Value cmp) const {
    return llvm::TypeSwitch<Operation *, Value>(op)
        .Case<tileaa::AtomicRMWOp, tileaa::TiledAtomicRMWOp>([&](auto rmw) {
          bool isOwn = rmw.getMemScope() == cuda_tile::MemoryScope::TileBlock;
          return readModifyWrite(e, rmw.getMode(), rmw.getMemSemantic(), isOwn,
                                 elementOf(value.getType()), address, operand);
        })
        .Case<tileaa::AtomicCASOp>([&](tileaa::AtomicCASOp cas) {
          return compareAndSwap(e, cas.getMemSemantic(), address, cmp, operand);
        });
  }

  /// The old value at `index`.
  FailureOr<Value> emit(Nest &nest, ArrayRef<Coord> index) const;
};

FailureOr<Value> Atomic::emit(Nest &nest, ArrayRef<Coord> index) const {
  Emitter &e = nest.e;
  Value address;
  auto at = [&](Value tensor) -> FailureOr<Value> {
    if (!tensor)
      return Value();
    FailureOr<Lanes> lanes = nest.evaluate(tensor, index);
    if (failed(lanes))
      return failure();
    return lanes->value;
  };
  FailureOr<Value> operand = at(value), cmp = at(expected), on = at(mask);
  if (failed(operand) || failed(cmp) || failed(on))
    return failure();
  Value condition = *on;
  if (pointers) {
    FailureOr<Value> pointer = at(pointers);
    if (failed(pointer))
      return failure();
    address = *pointer;
  } else {
    FailureOr<ViewLanes> access = viewAccess(nest, op, index);
    if (failed(access))
      return failure();
    address = access->address.base;
    if (access->mask)
      condition = access->mask->value;
  }
  if (!condition)
    return perform(e, address, *operand, *cmp);
  // A masked element keeps what was compared, or has any value.
  Value other =
      *cmp ? *cmp
      : result
          ? e.unspecified(elementOf(result.getType())).value
          : e.constant(cast<TypedAttr>(e.b.getZeroAttr(operand->getType())));
  auto choice = scf::IfOp::create(e.b, e.loc(), TypeRange{operand->getType()},
                                  condition, /*else=*/true);
  OpBuilder::InsertionGuard guard(e.b);
  e.b.setInsertionPointToStart(choice.elseBlock());
  scf::YieldOp::create(e.b, e.loc(), other);
  e.b.setInsertionPointToStart(choice.thenBlock());
  Value old = perform(e, address, *operand, *cmp);
  scf::YieldOp::create(e.b, e.loc(), old);
  return choice.getResult(0);
}

/// Loops over all elements, four of them per iteration: the loop costs as much
/// as an atomic of the tile block's own.
LogicalResult
forEachElement(Nest &nest, ArrayRef<int64_t> shape,
               llvm::function_ref<LogicalResult(ArrayRef<Coord>)> body) {
  constexpr int64_t unroll = 4;
  if (shape.empty() || shape.back() < unroll)
    return body(nest.iterate(shape));
  Index index = nest.iterate(shape.drop_back());
  Coord counter;
  if (shape.back() > unroll)
    counter = nest.openLoop(shape.back(), unroll);
  for (int64_t u = 0; u < unroll; ++u) {
    Coord part;
    if (u != 0) {
      OpBuilder::InsertionGuard guard(nest.b);
      nest.e.atEntry();
      part.base = nest.e.i64(u);
      part.baseBits = static_cast<uint64_t>(u);
    }
    Index at = index;
    at.push_back(nest.merge(counter, part));
    if (failed(body(at)))
      return failure();
  }
  return success();
}
} // namespace

LogicalResult emitAtomic(Emitter &e, Operation *op) {
  Atomic atomic(op);
  if (!isa<RankedTensorType>(atomic.value.getType())) {
    Nest nest(e, 0);
    FailureOr<Value> old = atomic.emit(nest, {});
    if (failed(old))
      return failure();
    if (atomic.result)
      e.setScalar(atomic.result, *old);
    return success();
  }
  SmallVector<Value, 4> roots, masks;
  for (Value operand : op->getOperands())
    if (isa<RankedTensorType>(operand.getType()))
      (operand == atomic.mask ? masks : roots).push_back(operand);
  auto shape = shapeOf(atomic.value.getType());
  std::optional<Buffer> buffer;
  if (atomic.result && !atomic.result.use_empty())
    buffer = e.newBuffer(elementOf(atomic.value.getType()), shape);
  if (failed(e.emitRoot(
          op, roots, /*covers=*/true,
          [&](Nest &nest) {
            return forEachElement(nest, shape, [&](ArrayRef<Coord> index) {
              FailureOr<Value> old = atomic.emit(nest, index);
              if (failed(old))
                return failure();
              if (buffer)
                nest.store(*buffer, index, {*old, true});
              return success();
            });
          },
          /*scalarOnly=*/true, masks)))
    return failure();
  if (buffer)
    e.setBuffer(atomic.result, *buffer);
  return success();
}

} // namespace tessera::cpu
