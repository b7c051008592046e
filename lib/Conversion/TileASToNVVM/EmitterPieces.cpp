//===- TileASToNVVM/EmitterPieces.cpp - instructions that all families use -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits constants, integer arithmetic, shuffles, accesses to shared memory and
// control flow for all families of ops. Each constant is emitted once, in the
// entry block.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace tessera::gpu {

//===----------------------------------------------------------------------===//
// Constants and integers
//===----------------------------------------------------------------------===//

Value Emitter::constant(TypedAttr attr) {
  Value &made = constants[attr];
  if (!made) {
    AtEntry at(*this);
    // At the very beginning: whatever is in the entry block may use it.
    b.setInsertionPointToStart(entryEnd->getBlock());
    made =
        LLVM::ConstantOp::create(b, function().getLoc(), attr.getType(), attr);
  }
  return made;
}

Value Emitter::integer(Type type, const APInt &value) {
  return constant(b.getIntegerAttr(type, value));
}

Value Emitter::integer(Type type, int64_t value) {
  return integer(type, APInt(type.getIntOrFloatBitWidth(), value,
                             /*isSigned=*/true, /*implicitTrunc=*/true));
}

Value Emitter::zero(Type type) {
  if (isa<LLVM::LLVMPointerType>(type)) {
    AtEntry at(*this);
    return LLVM::ZeroOp::create(b, loc(), type);
  }
  return constant(cast<TypedAttr>(b.getZeroAttr(type)));
}

Value Emitter::add(Value lhs, Value rhs) {
  return LLVM::AddOp::create(b, loc(), lhs, rhs);
}

Value Emitter::mul(Value lhs, Value rhs) {
  return LLVM::MulOp::create(b, loc(), lhs, rhs);
}

Value Emitter::conjunction(Value lhs, Value rhs) {
  if (!lhs || !rhs)
    return lhs ? lhs : rhs;
  return LLVM::AndOp::create(b, loc(), lhs, rhs);
}

Value Emitter::compare(LLVM::ICmpPredicate predicate, Value lhs, Value rhs) {
  return LLVM::ICmpOp::create(b, loc(), predicate, lhs, rhs);
}

Value Emitter::select(Value condition, Value x, Value y) {
  return LLVM::SelectOp::create(b, loc(), condition, x, y);
}

Value Emitter::bitcast(Value value, Type type) {
  Type from = value.getType();
  if (from == type)
    return value;
  if (isa<LLVM::LLVMPointerType>(from) && isa<LLVM::LLVMPointerType>(type))
    return LLVM::AddrSpaceCastOp::create(b, loc(), type, value);
  if (isa<LLVM::LLVMPointerType>(from)) {
    Value address = LLVM::PtrToIntOp::create(b, loc(), b.getI64Type(), value);
    return bitcast(address, type);
  }
  if (isa<LLVM::LLVMPointerType>(type))
    return LLVM::IntToPtrOp::create(b, loc(), type,
                                    bitcast(value, b.getI64Type()));
  return LLVM::BitcastOp::create(b, loc(), type, value);
}

Value Emitter::extend(Value value, Type type, bool isSigned) {
  unsigned from = value.getType().getIntOrFloatBitWidth();
  unsigned to = type.getIntOrFloatBitWidth();
  if (from == to)
    return value;
  // Known numbers stay known to the handlers of their users.
  APInt known;
  if (matchPattern(value, m_ConstantInt(&known)))
    return integer(type,
                   isSigned ? known.sextOrTrunc(to) : known.zextOrTrunc(to));
  if (from > to)
    return LLVM::TruncOp::create(b, loc(), type, value);
  if (isSigned)
    return LLVM::SExtOp::create(b, loc(), type, value);
  return LLVM::ZExtOp::create(b, loc(), type, value);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

Value Emitter::intrinsic(StringRef name, Type type, ValueRange operands) {
  auto call = type ? LLVM::CallIntrinsicOp::create(
                         b, loc(), type, b.getStringAttr(name), operands)
                   : LLVM::CallIntrinsicOp::create(
                         b, loc(), b.getStringAttr(name), operands);
  return type ? call->getResult(0) : Value();
}

Value Emitter::inlineAsm(StringRef text, StringRef constraints, Type type,
                         ValueRange operands, bool sideEffects) {
  Type result = type ? type : Type(LLVM::LLVMVoidType::get(b.getContext()));
  auto op = LLVM::InlineAsmOp::create(
      b, loc(), result, operands, text, constraints, sideEffects,
      /*is_align_stack=*/false, LLVM::TailCallKind::None,
      LLVM::AsmDialectAttr(), ArrayAttr());
  return type ? op->getResult(0) : Value();
}

/// `value` as one or more i32 words, given to `move` and put together again.
static Value byWords(Emitter &e, Value value,
                     llvm::function_ref<Value(Value)> move) {
  OpBuilder &b = e.b;
  Type type = value.getType();
  if (isa<LLVM::LLVMPointerType>(type))
    return e.bitcast(byWords(e, e.bitcast(value, b.getI64Type()), move), type);
  unsigned bits = type.getIntOrFloatBitWidth();
  if (!type.isInteger(bits))
    return e.bitcast(byWords(e, e.bitcast(value, b.getIntegerType(bits)), move),
                     type);
  if (bits <= 32) {
    Value word = e.extend(value, b.getI32Type(), /*isSigned=*/false);
    return e.extend(move(word), type, /*isSigned=*/false);
  }
  Value low = e.extend(value, b.getI32Type(), false);
  Value high = e.extend(LLVM::LShrOp::create(b, e.loc(), value, e.i64(32)),
                        b.getI32Type(), false);
  low = e.extend(move(low), type, false);
  high = e.extend(move(high), type, false);
  high = LLVM::ShlOp::create(b, e.loc(), high, e.i64(32));
  return LLVM::OrOp::create(b, e.loc(), high, low);
}

static Value shuffleWord(Emitter &e, NVVM::ShflKind kind, Value word,
                         Value other) {
  return NVVM::ShflOp::create(e.b, e.loc(), e.b.getI32Type(), e.i32(-1), word,
                              other, e.i32(31), kind, UnitAttr());
}

Value Emitter::shuffle(Value value, Value source) {
  return byWords(*this, value, [&](Value word) {
    return shuffleWord(*this, NVVM::ShflKind::idx, word, source);
  });
}

Value Emitter::shuffleXor(Value value, unsigned mask) {
  return byWords(*this, value, [&](Value word) {
    return shuffleWord(*this, NVVM::ShflKind::bfly, word, i32(mask));
  });
}

Value Emitter::namedBarrier() {
  if (place.teams == 1)
    return i32(place.barrier);
  if (!place.teamBarrier) {
    Value own = team();
    AtThread at(*this);
    place.teamBarrier = add(own, i32(place.barrier));
  }
  return place.teamBarrier;
}

void Emitter::barrier() {
  if (numWarps == 1)
    NVVM::SyncWarpOp::create(b, loc(), i32(-1));
  else if (place.barrier != 0)
    intrinsic("llvm.nvvm.barrier.cta.sync.aligned.count", Type(),
              {namedBarrier(), i32(32 * int64_t(numWarps))});
  else
    NVVM::Barrier0Op::create(b, loc());
}

void Emitter::clusterBarrier() {
  // Warps may come in parts: one thread of a producer may have been alone.
  NVVM::ClusterArriveOp::create(b, loc(), /*aligned=*/UnitAttr());
  NVVM::ClusterWaitOp::create(b, loc(), /*aligned=*/UnitAttr());
}

Value Emitter::isFirstOfPair() {
  return compare(LLVM::ICmpPredicate::eq,
                 NVVM::ClusterId::create(b, loc(), b.getI32Type()), i32(0));
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Value Emitter::byteOffset(Value pointer, Value bytes) {
  return LLVM::GEPOp::create(b, loc(), pointer.getType(), b.getI8Type(),
                             pointer, ValueRange{bytes});
}

Value Emitter::byteOffset(Value pointer, int64_t bytes) {
  if (bytes == 0)
    return pointer;
  return LLVM::GEPOp::create(
      b, loc(), pointer.getType(), b.getI8Type(), pointer,
      ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(bytes)});
}

Value Emitter::scratch(Operation *op) {
  auto offset = op->getAttrOfType<IntegerAttr>(tileas::kSharedOffsetAttrName);
  if (!offset) {
    (void)refuse(op, "it needs shared memory, and none was allocated "
                     "(attribute nv_tileas.shared_offset)");
    return Value();
  }
  constexpr StringLiteral name = "__tessera_shared";
  if (auto pool = top.lookupSymbol<LLVM::GlobalOp>(name)) {
    if (pool.getAlignment().value_or(1) < poolAlignment)
      pool.setAlignment(poolAlignment);
  } else {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(top.getBody());
    // The size is the launch's: one array of no elements (gpu-facts 13.12).
    LLVM::GlobalOp::create(b, top.getLoc(),
                           LLVM::LLVMArrayType::get(b.getI8Type(), 0),
                           /*isConstant=*/false, LLVM::Linkage::External, name,
                           Attribute(), poolAlignment, Shared);
  }
  if (!sharedBase) {
    AtEntry at(*this);
    sharedBase = LLVM::AddressOfOp::create(b, loc(), pointerType(Shared), name);
  }
  // What a role allocates, each of its teams has for itself.
  if (place.teams == 1 || !op->getParentOfType<tileas::AgentSwitchOp>())
    return byteOffset(sharedBase, offset.getInt());
  if (!place.teamBase) {
    Value own = team();
    AtThread at(*this);
    place.teamBase = byteOffset(sharedBase, mul(own, i32(place.teamBytes)));
  }
  return byteOffset(place.teamBase, offset.getInt());
}

std::string Emitter::uniqueSymbol(StringRef name) {
  std::string unique = name.str();
  for (unsigned i = 0; top.lookupSymbol(unique); ++i)
    unique = (name + llvm::Twine(i)).str();
  return unique;
}

Value Emitter::bytes(StringRef name, StringRef content) {
  std::string unique = uniqueSymbol(name);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(top.getBody());
    LLVM::GlobalOp::create(
        b, top.getLoc(),
        LLVM::LLVMArrayType::get(b.getI8Type(), content.size()),
        /*isConstant=*/true, LLVM::Linkage::Internal, unique,
        b.getStringAttr(content), /*alignment=*/16, Global);
  }
  AtEntry at(*this);
  return LLVM::AddressOfOp::create(b, loc(), pointerType(Global), unique);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

Block *Emitter::newBlock(TypeRange arguments) {
  OpBuilder::InsertionGuard guard(b);
  SmallVector<Location> locations(arguments.size(), loc());
  return b.createBlock(&current.getBody(), current.getBody().end(), arguments,
                       locations);
}

void Emitter::branch(Block *to, ValueRange operands) {
  LLVM::BrOp::create(b, loc(), operands, to);
}

void Emitter::guarded(Value condition, llvm::function_ref<void()> body) {
  if (!condition)
    return body();
  Block *then = newBlock(), *rest = newBlock();
  LLVM::CondBrOp::create(b, loc(), condition, then, rest);
  b.setInsertionPointToEnd(then);
  body();
  branch(rest);
  b.setInsertionPointToEnd(rest);
}

} // namespace tessera::gpu
