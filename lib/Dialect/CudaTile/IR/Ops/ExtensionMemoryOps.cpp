//===- CudaTile/IR/Ops/ExtensionMemoryOps.cpp - older accesses and atomics -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules of the older memory accesses and atomics (docs/older-spellings.md).
// Orderings that have no counterpart in the core language are refused here,
// where the user's op is still known.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/Extensions.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera::cuda_tile;

ParseResult tessera::cuda_tile::parseOptionalScope(OpAsmParser &parser,
                                                   MemoryScopeAttr &scope) {
  OptionalParseResult parsed = parseOptionalMemoryScope(parser, scope);
  return parsed.has_value() ? *parsed : ParseResult(success());
}

void tessera::cuda_tile::printOptionalScope(OpAsmPrinter &printer, Operation *,
                                            MemoryScopeAttr scope) {
  if (scope)
    printer << ' ' << stringifyMemoryScope(scope.getValue());
}

//===----------------------------------------------------------------------===//
// Shared rules
//===----------------------------------------------------------------------===//

/// `value` lies where `pointer` says: one pointer each, or one for all.
static LogicalResult verifyAddressed(Operation *op, StringRef what,
                                     TileType pointer, TileType value) {
  Type pointee = cast<PointerType>(pointer.getElementType()).getPointeeType();
  if (value.getElementType() != pointee)
    return op->emitOpError("expected ")
           << what << " elements of the pointee type " << pointee << ", got "
           << value.getElementType();
  if (pointer.isScalar() || pointer.getShape() == value.getShape())
    return success();
  InFlightDiagnostic diag = op->emitOpError("expected ")
                            << what << " of the pointers' shape [";
  llvm::interleaveComma(pointer.getShape(), diag);
  diag << "], got [";
  llvm::interleaveComma(value.getShape(), diag);
  return diag << "]";
}

static LogicalResult verifyAlignment(Operation *op, IntegerAttr alignment,
                                     TileType value) {
  if (!alignment)
    return success();
  int64_t got = alignment.getInt();
  if (got <= 0 || !llvm::isPowerOf2_64(static_cast<uint64_t>(got)))
    return op->emitOpError("expected an alignment that is a power of two, got ")
           << got;
  int64_t natural = getElementByteSize(value.getElementType());
  if (got < natural)
    return op->emitOpError("expected an alignment of at least ")
           << natural << " for element type " << value.getElementType()
           << ", got " << got;
  return success();
}

/// The orderings that an op may have, and the reach of seq_cst.
static LogicalResult verifyOrdering(Operation *op, StringRef what,
                                    OlderOrdering ordering,
                                    std::optional<MemoryScope> scope,
                                    ArrayRef<OlderOrdering> legal) {
  if (!llvm::is_contained(legal, ordering)) {
    InFlightDiagnostic diag = op->emitOpError("expected ") << what << " (";
    llvm::interleaveComma(legal, diag, [&](OlderOrdering each) {
      diag << stringifyOlderOrdering(each);
    });
    return diag << "), got " << stringifyOlderOrdering(ordering);
  }
  if (ordering == OlderOrdering::SeqCst && scope == MemoryScope::System)
    return op->emitOpError("expected scope device or tl_blk with seq_cst, got "
                           "sys: the language has no fence that would order "
                           "it with other devices and the host");
  return success();
}

static constexpr OlderOrdering allOrderings[] = {
    OlderOrdering::Relaxed, OlderOrdering::Acquire, OlderOrdering::Release,
    OlderOrdering::AcqRel, OlderOrdering::SeqCst};
static constexpr OlderOrdering readOrderings[] = {
    OlderOrdering::Relaxed, OlderOrdering::Acquire, OlderOrdering::SeqCst};
static constexpr OlderOrdering writeOrderings[] = {
    OlderOrdering::Relaxed, OlderOrdering::Release, OlderOrdering::SeqCst};

static bool isWideInteger(Type type) {
  return type.isInteger(32) || type.isInteger(64);
}

static LogicalResult verifyElement(Operation *op, bool isLegal,
                                   StringRef expected, Type got) {
  if (isLegal)
    return success();
  return op->emitOpError("expected element type ")
         << expected << ", got " << got;
}

//===----------------------------------------------------------------------===//
// load, store, atomic_load, atomic_store
//===----------------------------------------------------------------------===//

LogicalResult LoadOp::verify() {
  TileType result = getResult().getType();
  if (failed(verifyAddressed(*this, "result", getPointer().getType(), result)))
    return failure();
  return verifyAlignment(*this, getAlignmentAttr(), result);
}

void LoadOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
  if (getIsVolatile())
    effects.emplace_back(MemoryEffects::Write::get());
}

LogicalResult StoreOp::verify() {
  TileType value = getValue().getType();
  if (failed(verifyAddressed(*this, "value", getPointer().getType(), value)))
    return failure();
  return verifyAlignment(*this, getAlignmentAttr(), value);
}

LogicalResult AtomicLoadOp::verify() {
  if (failed(verifyOrdering(*this, "memory ordering of a load", getOrdering(),
                            getScope(), readOrderings)))
    return failure();
  return verifyAddressed(*this, "result", getPointer().getType(),
                         getResult().getType());
}

LogicalResult AtomicStoreOp::verify() {
  if (failed(verifyOrdering(*this, "memory ordering of a store", getOrdering(),
                            getScope(), writeOrderings)))
    return failure();
  return verifyAddressed(*this, "value", getPointer().getType(),
                         getValue().getType());
}

//===----------------------------------------------------------------------===//
// Read-modify-writes
//===----------------------------------------------------------------------===//

template <typename AtomicOp>
static LogicalResult verifyReadModifyWrite(AtomicOp op, bool isLegalElement,
                                           StringRef elements) {
  TileType value = op.getValue().getType();
  if (failed(verifyElement(op, isLegalElement, elements,
                           value.getElementType())) ||
      failed(verifyOrdering(op, "memory ordering", op.getOrdering(),
                            op.getScope(), allOrderings)))
    return failure();
  return verifyAddressed(op, "value", op.getPointer().getType(), value);
}

template <typename AtomicOp> static LogicalResult verifyAddition(AtomicOp op) {
  Type element = op.getValue().getType().getElementType();
  return verifyReadModifyWrite(
      op, isWideInteger(element) || isBaseFloatElement(element),
      "i32, i64, f16, bf16, f32 or f64");
}

template <typename AtomicOp> static LogicalResult verifyBitwise(AtomicOp op) {
  return verifyReadModifyWrite(
      op, isWideInteger(op.getValue().getType().getElementType()),
      "i32 or i64");
}

template <typename AtomicOp> static LogicalResult verifyExtremum(AtomicOp op) {
  return verifyReadModifyWrite(
      op, isWideInteger(op.getValue().getType().getElementType()),
      "i32 or i64 (floats need a loop around atomic_compare_exchange)");
}

LogicalResult AtomicAddOp::verify() { return verifyAddition(*this); }
LogicalResult AtomicSubOp::verify() { return verifyAddition(*this); }
LogicalResult AtomicAndOp::verify() { return verifyBitwise(*this); }
LogicalResult AtomicOrOp::verify() { return verifyBitwise(*this); }
LogicalResult AtomicXOrOp::verify() { return verifyBitwise(*this); }
LogicalResult AtomicMaxOp::verify() { return verifyExtremum(*this); }
LogicalResult AtomicMinOp::verify() { return verifyExtremum(*this); }

static bool isExchangeable(Type type) {
  return isWideInteger(type) || type.isF32() || type.isF64();
}

LogicalResult AtomicExchangeOp::verify() {
  return verifyReadModifyWrite(
      *this, isExchangeable(getValue().getType().getElementType()),
      "i32, i64, f32 or f64");
}

LogicalResult AtomicCompareExchangeOp::verify() {
  TileType value = getDesired().getType();
  if (failed(verifyElement(*this, isExchangeable(value.getElementType()),
                           "i32, i64, f32 or f64", value.getElementType())) ||
      failed(verifyOrdering(*this, "memory ordering on success",
                            getSuccessOrdering(), getScope(), allOrderings)) ||
      failed(verifyOrdering(*this, "memory ordering on failure",
                            getFailureOrdering(), getScope(), readOrderings)) ||
      failed(verifyAddressed(*this, "value", getPointer().getType(), value)))
    return failure();
  TileType flag = getSuccess().getType();
  if (flag.getShape() != value.getShape())
    return emitOpError("expected a success flag of the value's shape, got ")
           << flag;
  return success();
}
