//===- CudaTile/IR/Ops/MemoryOps.cpp - tokens, alloca, pointer accesses -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers, effects and syntax of ops.md section 6, and the rules that views
// and atomics share with it (MemoryVerifiers.h).
//
//===----------------------------------------------------------------------===//

#include "MemoryVerifiers.h"

#include "tessera/Dialect/CudaTile/IR/AsmHelpers.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Dialect/CudaTile/IR/ExtensionTrait.h"
#include "tessera/Dialect/CudaTile/IR/OptimizationHints.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera::cuda_tile;
using namespace tessera::cuda_tile::detail;

//===----------------------------------------------------------------------===//
// Shared rules
//===----------------------------------------------------------------------===//

LogicalResult tessera::cuda_tile::detail::verifySingleOperands(
    Operation *op, ArrayRef<int32_t> segmentSizes,
    ArrayRef<SingleOperand> operands) {
  for (const SingleOperand &operand : operands)
    if (segmentSizes[operand.segment] != 1)
      return op->emitOpError("expected one operand '")
             << operand.name << "', got " << segmentSizes[operand.segment];
  return success();
}

LogicalResult tessera::cuda_tile::detail::verifyAccessOrdering(
    Operation *op, AccessKind kind, MemoryOrderingSemantics ordering,
    std::optional<MemoryScope> scope) {
  const bool isLoad = kind == AccessKind::Load;
  const auto synchronising = isLoad ? MemoryOrderingSemantics::Acquire
                                    : MemoryOrderingSemantics::Release;
  if (ordering != MemoryOrderingSemantics::Weak &&
      ordering != MemoryOrderingSemantics::Relaxed && ordering != synchronising)
    return op->emitOpError("expected memory ordering weak, relaxed or ")
           << stringifyMemoryOrderingSemantics(synchronising) << " for a "
           << (isLoad ? "load" : "store") << ", got "
           << stringifyMemoryOrderingSemantics(ordering);
  if (ordering == MemoryOrderingSemantics::Weak && scope)
    return op->emitOpError("expected no memory scope with ordering weak, got ")
           << stringifyMemoryScope(*scope);
  if (ordering != MemoryOrderingSemantics::Weak && !scope)
    return op->emitOpError("expected a memory scope (tl_blk, device or sys) "
                           "with ordering ")
           << stringifyMemoryOrderingSemantics(ordering) << ", got none";
  return success();
}

LogicalResult tessera::cuda_tile::detail::verifyAtomicOrdering(
    Operation *op, MemoryOrderingSemantics ordering) {
  if (ordering == MemoryOrderingSemantics::Weak)
    return op->emitOpError("expected memory ordering relaxed, acquire, release "
                           "or acq_rel for an atomic, got weak");
  return success();
}

LogicalResult tessera::cuda_tile::verifyAtomicMode(Operation *op,
                                                   AtomicRMWMode mode,
                                                   Type element,
                                                   bool allowExchange) {
  const bool isWideInt = element.isInteger(32) || element.isInteger(64);
  bool isLegal = false;
  StringRef expected;
  switch (mode) {
  case AtomicRMWMode::And:
  case AtomicRMWMode::Or:
  case AtomicRMWMode::Xor:
  case AtomicRMWMode::Add:
  case AtomicRMWMode::Max:
  case AtomicRMWMode::Min:
  case AtomicRMWMode::UMax:
  case AtomicRMWMode::UMin:
    isLegal = isWideInt;
    expected = "i32 or i64";
    break;
  case AtomicRMWMode::AddF:
    isLegal = isBaseFloatElement(element);
    expected = "f16, bf16, f32 or f64";
    break;
  case AtomicRMWMode::Xchg:
    if (!allowExchange)
      return op->emitOpError("expected a reduction mode (and, or, xor, add, "
                             "addf, max, min, umax or umin), got xchg");
    isLegal = isWideInt || element.isF32() || element.isF64();
    expected = "i32, i64, f32 or f64";
    break;
  }
  if (!isLegal)
    return op->emitOpError("expected element type ")
           << expected << " for mode " << stringifyAtomicRMWMode(mode)
           << ", got " << element;
  return success();
}

LogicalResult tessera::cuda_tile::detail::verifyShapeOf(Operation *op,
                                                        TileType pointers,
                                                        StringRef what,
                                                        TileType tile) {
  if (tile.getShape() == pointers.getShape())
    return success();
  InFlightDiagnostic diag = op->emitOpError("expected ")
                            << what << " of the pointers' shape [";
  llvm::interleaveComma(pointers.getShape(), diag);
  diag << "], got [";
  llvm::interleaveComma(tile.getShape(), diag);
  return diag << "]";
}

LogicalResult tessera::cuda_tile::detail::verifyPointedTo(Operation *op,
                                                          TileType pointers,
                                                          StringRef what,
                                                          TileType value) {
  Type pointee = cast<PointerType>(pointers.getElementType()).getPointeeType();
  if (value.getElementType() != pointee)
    return op->emitOpError("expected ")
           << what << " elements of the pointee type " << pointee << ", got "
           << value.getElementType();
  return verifyShapeOf(op, pointers, what, value);
}

void tessera::cuda_tile::detail::addAccessEffects(
    AccessKind kind, MemoryOrderingSemanticsAttr ordering,
    EffectList &effects) {
  // A missing ordering (unverified IR) gets the conservative answer.
  const bool isWeak =
      ordering && ordering.getValue() == MemoryOrderingSemantics::Weak;
  if (kind == AccessKind::Load || !isWeak)
    effects.emplace_back(MemoryEffects::Read::get());
  if (kind == AccessKind::Store || !isWeak)
    effects.emplace_back(MemoryEffects::Write::get());
}

void tessera::cuda_tile::detail::addAtomicEffects(EffectList &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

//===----------------------------------------------------------------------===//
// Shared syntax
//===----------------------------------------------------------------------===//

ParseResult tessera::cuda_tile::parseOptionalMask(OpAsmParser &parser,
                                                  OptionalOperandRef &mask) {
  if (failed(parser.parseOptionalComma()))
    return success();
  return parser.parseOperand(mask.emplace());
}

void tessera::cuda_tile::printOptionalMask(OpAsmPrinter &printer, Operation *,
                                           Value mask) {
  if (mask)
    printer << ", " << mask;
}

ParseResult tessera::cuda_tile::parseOptionalMaskType(OpAsmParser &parser,
                                                      Type &maskType) {
  if (failed(parser.parseOptionalComma()))
    return success();
  return parseBareType(parser, maskType);
}

void tessera::cuda_tile::printOptionalMaskType(OpAsmPrinter &printer,
                                               Operation *, Type maskType) {
  if (!maskType)
    return;
  printer << ", ";
  printBareType(printer, maskType);
}

ParseResult
tessera::cuda_tile::parseMaskAndPadding(OpAsmParser &parser,
                                        OptionalOperandRef &mask,
                                        OptionalOperandRef &padding) {
  if (failed(parser.parseOptionalComma()))
    return success();
  if (succeeded(parser.parseOptionalKeyword("padding")))
    return failure(parser.parseEqual() ||
                   parser.parseOperand(padding.emplace()));
  return failure(parser.parseOperand(mask.emplace()) ||
                 parseOptionalMask(parser, padding));
}

void tessera::cuda_tile::printMaskAndPadding(OpAsmPrinter &printer,
                                             Operation *op, Value mask,
                                             Value padding) {
  printOptionalMask(printer, op, mask);
  if (mask)
    printOptionalMask(printer, op, padding);
  else if (padding)
    printer << ", padding = " << padding;
}

ParseResult
tessera::cuda_tile::parseMaskAndPaddingTypes(OpAsmParser &parser,
                                             Type &maskType, Type &paddingType,
                                             const OptionalOperandRef &mask) {
  if (!mask)
    return parseOptionalMaskType(parser, paddingType);
  if (parseOptionalMaskType(parser, maskType))
    return failure();
  return maskType ? parseOptionalMaskType(parser, paddingType)
                  : ParseResult(success());
}

void tessera::cuda_tile::printMaskAndPaddingTypes(OpAsmPrinter &printer,
                                                  Operation *op, Type maskType,
                                                  Type paddingType, Value) {
  printOptionalMaskType(printer, op, maskType);
  printOptionalMaskType(printer, op, paddingType);
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

LogicalResult JoinTokensOp::verify() {
  if (getTokens().size() < 2)
    return emitOpError("expected at least two tokens, got ")
           << getTokens().size();
  return success();
}

//===----------------------------------------------------------------------===//
// AllocaOp
//===----------------------------------------------------------------------===//

LogicalResult AllocaOp::verify() {
  const int64_t numElem = getNumElemAttr().getInt();
  if (numElem < 0)
    return emitOpError("expected num_elem of at least 0, got ") << numElem;
  const int64_t alignment = getAlignmentAttr().getInt();
  if (alignment <= 0 || !llvm::isPowerOf2_64(static_cast<uint64_t>(alignment)))
    return emitOpError("expected alignment to be a positive power of two, got ")
           << alignment;
  Type pointee = cast<PointerType>(getResult().getType().getElementType())
                     .getPointeeType();
  const int64_t natural = getElementByteSize(pointee);
  if (alignment < natural)
    return emitOpError("expected alignment of at least ")
           << natural << " for element type " << pointee << ", got "
           << alignment;
  if (Attribute attr = (*this)->getAttr(olderSizeName)) {
    auto size = dyn_cast<IntegerAttr>(attr);
    int64_t bytes;
    if (!size || llvm::MulOverflow(numElem, natural, bytes) ||
        size.getValue() != bytes)
      return emitOpError("expected as size the bytes of ")
             << numElem << " elements of " << natural << ", got " << attr;
  }
  return success();
}

void AllocaOp::getEffects(EffectList &effects) {
  effects.emplace_back(MemoryEffects::Allocate::get(),
                       getOperation()->getOpResult(0));
}

//===----------------------------------------------------------------------===//
// LoadPtrTkoOp, StorePtrTkoOp
//===----------------------------------------------------------------------===//

LogicalResult LoadPtrTkoOp::verify() {
  if (failed(verifySingleOperands(*this, getProperties().operandSegmentSizes,
                                  {{0, "source"}})))
    return failure();
  TileType source = getSource().getType();
  TileType result = getResult().getType();
  if (failed(verifyAccessOrdering(*this, AccessKind::Load,
                                  getMemoryOrderingSemantics(),
                                  getMemoryScope())) ||
      failed(verifyPointedTo(*this, source, "result", result)))
    return failure();
  if (getMask() &&
      failed(verifyShapeOf(*this, source, "mask", getMask().getType())))
    return failure();
  if (getPaddingValue() && getPaddingValue().getType() != result)
    return emitOpError("expected padding value of the result type ")
           << result << ", got " << getPaddingValue().getType();
  return verifyHints(*this, getOptimizationHintsAttr(),
                     HintSite::PointerAccess);
}

void LoadPtrTkoOp::getEffects(EffectList &effects) {
  addAccessEffects(AccessKind::Load, getMemoryOrderingSemanticsAttr(), effects);
}

LogicalResult StorePtrTkoOp::verify() {
  if (failed(verifySingleOperands(*this, getProperties().operandSegmentSizes,
                                  {{0, "destination"}, {1, "value"}})))
    return failure();
  TileType destination = getDestination().getType();
  if (failed(verifyAccessOrdering(*this, AccessKind::Store,
                                  getMemoryOrderingSemantics(),
                                  getMemoryScope())) ||
      failed(
          verifyPointedTo(*this, destination, "value", getValue().getType())))
    return failure();
  if (getMask() &&
      failed(verifyShapeOf(*this, destination, "mask", getMask().getType())))
    return failure();
  return verifyHints(*this, getOptimizationHintsAttr(),
                     HintSite::PointerAccess);
}

void StorePtrTkoOp::getEffects(EffectList &effects) {
  addAccessEffects(AccessKind::Store, getMemoryOrderingSemanticsAttr(),
                   effects);
}
