//===- TileAA/IR/PointerOps.cpp - verifiers of the family -----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Addresses, globals, temporary memory and views of memory.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/IR/TileAA.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

LogicalResult AddPtrOp::verify() {
  if (getTileShape(getPtr().getType()) == getTileShape(getOffset().getType()))
    return success();
  return emitOpError("expected offsets of the pointers' shape, got ")
         << getOffset().getType() << " for " << getPtr().getType();
}

LogicalResult GetGlobalOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto global = symbols.lookupNearestSymbolFrom<GlobalOp>(*this, getNameAttr());
  if (!global)
    return emitOpError("expected an nv_tileaa.global, got ") << getNameAttr();
  Type element = global.getArrayType().getElementType();
  Type pointee = getResult().getType().getPointeeType();
  if (pointee != element)
    return emitOpError("expected pointee ") << element << ", got " << pointee;
  return success();
}

LogicalResult AllocaOp::verify() {
  const int64_t numElem = static_cast<int64_t>(getNumElem());
  if (numElem < 0)
    return emitOpError("expected num_elem of at least 0, got ") << numElem;
  const int64_t alignment = static_cast<int64_t>(getAlignment());
  if (alignment <= 0 || !llvm::isPowerOf2_64(alignment))
    return emitOpError("expected alignment to be a positive power of two, got ")
           << alignment;
  Type pointee = getResult().getType().getPointeeType();
  const int64_t natural = cuda_tile::getElementByteSize(pointee);
  if (alignment < natural)
    return emitOpError("expected alignment of at least ")
           << natural << " for element type " << pointee << ", got "
           << alignment;
  return success();
}

void AllocaOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Allocate::get(),
                       getOperation()->getOpResult(0));
}

LogicalResult MakeMemrefOp::verify() {
  // The generic form can give the base another number of operands.
  if (getProperties().operandSegmentSizes[0] != 1)
    return emitOpError("expected one operand 'base', got ")
           << getProperties().operandSegmentSizes[0];
  MemoryViewType type = getResult().getType();
  Type pointee = getBase().getType().getPointeeType();
  if (pointee != type.getElementType())
    return emitOpError("expected a base that points to ")
           << type.getElementType() << ", got " << pointee;
  auto verifyCount = [&](StringRef what, size_t got,
                         int64_t expected) -> LogicalResult {
    if (static_cast<int64_t>(got) == expected)
      return success();
    return emitOpError("expected ")
           << expected << " dynamic " << what << ", got " << got;
  };
  if (failed(verifyCount("sizes", getDynamicSizes().size(),
                         type.getNumDynamicDims())))
    return failure();
  return verifyCount("strides", getDynamicStrides().size(),
                     type.getNumDynamicStrides());
}

LogicalResult MakeTiledViewOp::verify() {
  MemoryViewType named = getResult().getType().getMemoryView();
  if (getSource().getType() != named)
    return emitOpError("expected a source of the view's type ")
           << named << ", got " << getSource().getType();
  const int64_t rank = getResult().getType().getRank();
  if (std::optional<uint64_t> dim = getHalvedDim();
      dim && static_cast<int64_t>(*dim) >= rank)
    return emitOpError("expected halved_dim below the rank ")
           << rank << ", got " << *dim;
  return success();
}

LogicalResult GetDimSizeOp::verify() {
  Type source = getSource().getType();
  auto memory = dyn_cast<MemoryViewType>(source);
  if (!memory)
    memory = cast<TiledViewType>(source).getMemoryView();
  const int64_t dim = static_cast<int64_t>(getDim());
  if (dim >= 0 && dim < memory.getRank())
    return success();
  return emitOpError("expected dim below the rank ")
         << memory.getRank() << ", got " << dim;
}
