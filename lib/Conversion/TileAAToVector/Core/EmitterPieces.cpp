//===- TileAAToVector/Core/EmitterPieces.cpp - small pieces of emitted code -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits constants, addresses, calls and buffers for all families of ops.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "Lanes.h"
#include "tessera/Conversion/Elements/PaddingBits.h"

#include "tessera/Numerics/FloatFormat.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Support/Endian.h"

using namespace mlir;

namespace tessera::cpu {

Value Emitter::constant(TypedAttr value) {
  return arith::ConstantOp::create(b, loc(), value);
}
Value Emitter::i32(int64_t value) {
  return constant(b.getI32IntegerAttr(static_cast<int32_t>(value)));
}
Value Emitter::i64(int64_t value) {
  return constant(b.getI64IntegerAttr(value));
}

Value Emitter::add(Value lhs, Value rhs) {
  return b.createOrFold<arith::AddIOp>(loc(), lhs, rhs);
}
Value Emitter::mul(Value lhs, Value rhs) {
  return b.createOrFold<arith::MulIOp>(loc(), lhs, rhs);
}

Value Emitter::extend(Value value, bool isSigned) {
  Type type = b.getI64Type();
  if (value.getType() == type)
    return value;
  return isSigned ? b.createOrFold<arith::ExtSIOp>(loc(), type, value)
                  : b.createOrFold<arith::ExtUIOp>(loc(), type, value);
}

Value Emitter::elementAddress(Value base, Type container, Value index) {
  if (!index)
    return base;
  return LLVM::GEPOp::create(b, loc(), base.getType(), container, base,
                             ValueRange{index});
}

Value Emitter::laneAddress(Value base, Type container, Value indices) {
  auto type = cast<VectorType>(indices.getType()).clone(base.getType());
  return LLVM::GEPOp::create(b, loc(), type, container, base,
                             ValueRange{indices});
}

Lanes Emitter::bitsConstant(const APInt &bits, Type element) {
  Type type = registerType(element);
  if (isa<LLVM::LLVMPointerType>(type))
    return {LLVM::IntToPtrOp::create(b, loc(), type,
                                     i64(bits.zextOrTrunc(64).getSExtValue())),
            true};
  APInt own = bits.zextOrTrunc(type.getIntOrFloatBitWidth());
  if (auto floating = dyn_cast<FloatType>(type))
    return {constant(FloatAttr::get(
                type, APFloat(floating.getFloatSemantics(), own))),
            true};
  return {constant(IntegerAttr::get(type, own)), true};
}

std::string Emitter::describeScratch() const {
  if (!scratchReason.empty())
    return scratchReason;
  if (isa_and_nonnull<tileaa::DotOp>(currentOp))
    return "factors and sums of a product lie in memory";
  if (isa_and_nonnull<tileaa::ReduceOp, tileaa::ScanOp>(currentOp))
    return "results of a reduction or scan";
  if (currentOp && currentOp->getNumRegions() != 0)
    return "tiles that a loop carries or a branch gives";
  return "a tile that is read at other positions than it is computed at";
}

Buffer Emitter::newBuffer(Type element, ArrayRef<int64_t> shape) {
  int64_t bytes = containerBytes(element);
  for (int64_t extent : shape)
    bytes *= extent;
  Buffer buffer;
  buffer.id = scratch.allocate(b, loc(), bytes);
  if (explains)
    report.scratch.push_back({loc(), bytes, describeScratch()});
  buffer.element = element;
  buffer.shape.assign(shape.begin(), shape.end());
  return buffer;
}

Value Emitter::addressOf(const Buffer &buffer) {
  return buffer.fixed ? buffer.fixed : scratch.address(buffer.id);
}

void Emitter::copy(const Buffer &from, const Buffer &to) {
  int64_t bytes = containerBytes(from.element);
  for (int64_t extent : from.shape)
    bytes *= extent;
  LLVM::MemcpyOp::create(b, loc(), addressOf(to), addressOf(from), i64(bytes),
                         /*isVolatile=*/false);
}

Value Emitter::constantBytes(StringRef bytes, unsigned alignment) {
  OpBuilder::InsertionGuard guard(b);
  auto type = LLVM::LLVMArrayType::get(b.getI8Type(), bytes.size());
  std::string name;
  do
    name = "tessera.constant." + std::to_string(numConstants++);
  while (module.lookupSymbol(name));
  {
    OpBuilder::InsertionGuard inner(b);
    b.setInsertionPointToStart(module.getBody());
    LLVM::GlobalOp::create(b, loc(), type, /*isConstant=*/true,
                           LLVM::Linkage::Private, name, b.getStringAttr(bytes),
                           alignment);
  }
  atEntry();
  return LLVM::AddressOfOp::create(
      b, loc(), LLVM::LLVMPointerType::get(b.getContext()), name);
}

Buffer Emitter::constantBuffer(DenseElementsAttr elements, Type element) {
  Buffer buffer;
  buffer.fixed =
      constantBytes(containerImage(elements, element), scratchAlignment);
  buffer.element = element;
  buffer.shape.assign(elements.getType().getShape().begin(),
                      elements.getType().getShape().end());
  return buffer;
}

Lanes Emitter::paddingConstant(cuda_tile::PaddingValue padding, Type element) {
  return bitsConstant(APInt(64, paddingBits(padding, element)), element);
}

Lanes Emitter::unspecified(Type element) {
  if (!target.unspecifiedAsOnes)
    return bitsConstant(APInt(64, 0), element);
  // A container holds nothing but the value, which of tf32 are the upper bits.
  if (isa<FloatTF32Type>(element))
    return bitsConstant(APInt(64, 0xFFFFE000), element);
  unsigned bits = element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64;
  return bitsConstant(APInt::getLowBitsSet(64, bits), element);
}

Value Emitter::callExternal(StringRef name, Type result,
                            ArrayRef<Value> arguments) {
  SmallVector<Type> types;
  for (Value argument : arguments)
    types.push_back(argument.getType());
  Type resultType =
      result ? result : Type(LLVM::LLVMVoidType::get(b.getContext()));
  auto callee = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
  if (!callee) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(module.getBody());
    callee = LLVM::LLVMFuncOp::create(
        b, module.getLoc(), name,
        LLVM::LLVMFunctionType::get(resultType, types));
  }
  auto call = LLVM::CallOp::create(b, loc(), callee, arguments);
  return call.getNumResults() ? call.getResult() : Value();
}

Value Emitter::callRuntime(StringRef name, ArrayRef<Value> arguments) {
  const RtFunction *function =
      findRtFunction(std::string_view(name.data(), name.size()));
  assert(function && function->numParameters == arguments.size() + 1 &&
         "expected a runtime service and its arguments");
  Type result;
  switch (function->result) {
  case RtType::Void:
    break;
  case RtType::I1:
    result = b.getI1Type();
    break;
  case RtType::I32:
    result = b.getI32Type();
    break;
  case RtType::I64:
    result = b.getI64Type();
    break;
  case RtType::Ptr:
    result = LLVM::LLVMPointerType::get(b.getContext());
    break;
  }
  Type pointer = LLVM::LLVMPointerType::get(b.getContext());
  Value field = LLVM::GEPOp::create(b, loc(), pointer, b.getI8Type(), launch,
                                    ArrayRef<LLVM::GEPArg>{24});
  SmallVector<Value, 12> all = {
      LLVM::LoadOp::create(b, loc(), pointer, field, 8)};
  all.append(arguments.begin(), arguments.end());
  return callExternal(name, result, all);
}

void Emitter::leaveIf(Value stop) { callExternal(leaveMarker, {}, {stop}); }

} // namespace tessera::cpu
