//===- CudaTile/IR/TensorViewType.cpp - views of whole tensors -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Syntax and rules of `tensor_view`, a strided region of memory whose extents
// and strides may be known at run time only (core.md 2.5).
//
//===----------------------------------------------------------------------===//

#include "TypePieces.h"
#include "tessera/Dialect/CudaTile/IR/CudaTileTypes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tessera::cuda_tile;

int64_t TensorViewType::getNumDynamicDims() const {
  return llvm::count_if(getShape(), ShapedType::isDynamic);
}
int64_t TensorViewType::getNumDynamicStrides() const {
  return llvm::count_if(getStrides(), ShapedType::isDynamic);
}

Type TensorViewType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape, strides;
  Type element;
  if (parser.parseLess() || parser.parseDimensionList(shape) ||
      parseBareType(parser, element))
    return {};
  if (shape.empty()) {
    if (parser.parseGreater())
      return {};
  } else if (parser.parseComma() || parser.parseKeyword("strides") ||
             parser.parseEqual() ||
             parseIntList<int64_t>(parser, strides, /*allowDynamic=*/true, 1) ||
             parser.parseGreater()) {
    return {};
  }
  return parser.getChecked<TensorViewType>(parser.getContext(), element,
                                           ArrayRef<int64_t>(shape),
                                           ArrayRef<int64_t>(strides));
}

static void printDim(AsmPrinter &printer, int64_t dim) {
  if (ShapedType::isDynamic(dim))
    printer << '?';
  else
    printer << dim;
}

void TensorViewType::print(AsmPrinter &printer) const {
  printer << '<';
  for (int64_t dim : getShape()) {
    printDim(printer, dim);
    printer << 'x';
  }
  printBareType(printer, getElementType());
  if (!getShape().empty()) {
    printer << ", strides=[";
    llvm::interleave(
        getStrides(), printer.getStream(),
        [&](int64_t stride) { printDim(printer, stride); }, ",");
    printer << ']';
  }
  printer << '>';
}

/// 4-bit elements are packed along the unit-stride dimension, so one must exist
/// and have an even extent (core.md 2.1). Only static facts are judged.
static LogicalResult
verifyPackedTensor(function_ref<InFlightDiagnostic()> emitError,
                   ArrayRef<int64_t> shape, ArrayRef<int64_t> strides) {
  bool undecided = shape.empty();
  for (auto [extent, stride] : llvm::zip(shape, strides)) {
    undecided |= ShapedType::isDynamic(stride);
    if (stride == 1 && (ShapedType::isDynamic(extent) || extent % 2 == 0))
      return success();
  }
  if (undecided)
    return success();
  return emitError() << "expected a unit-stride dimension of even extent for "
                        "f4E2M1FN elements, got none";
}

LogicalResult
TensorViewType::verify(function_ref<InFlightDiagnostic()> emitError,
                       Type elementType, ArrayRef<int64_t> shape,
                       ArrayRef<int64_t> strides) {
  if (!isNumberElement(elementType))
    return emitError() << "expected a number as tensor_view element, got "
                       << elementType;
  if (shape.size() != strides.size())
    return emitError() << "expected " << shape.size() << " strides, got "
                       << strides.size();
  for (int64_t extent : shape)
    if (!ShapedType::isDynamic(extent) && extent <= 0)
      return emitError() << "expected positive tensor_view extents, got "
                         << extent;
  for (int64_t stride : strides)
    if (!ShapedType::isDynamic(stride) && stride <= 0)
      return emitError() << "expected positive tensor_view strides, got "
                         << stride;
  if (isF4Element(elementType))
    return verifyPackedTensor(emitError, shape, strides);
  return success();
}
