//===- CudaTile/IR/TileViewTypes.cpp - views as spaces of tiles -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Syntax and rules of the three types that make an index space of tiles of a
// tensor (core.md 2.6): `partition_view`, `strided_view` and
// `gather_scatter_view`.
//
//===----------------------------------------------------------------------===//

#include "TypePieces.h"
#include "tessera/Dialect/CudaTile/IR/CudaTileTypes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tessera::cuda_tile;

//===----------------------------------------------------------------------===//
// Syntax that the views share
//===----------------------------------------------------------------------===//

/// `tile=(4x8)`.
static ParseResult parseTileShape(AsmParser &parser,
                                  SmallVectorImpl<int32_t> &shape) {
  if (parser.parseKeyword("tile") || parser.parseEqual() ||
      parser.parseLParen())
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> dims;
  // `tile=()` names no dimension; let `verify` say what is wrong with rank 0.
  if (failed(parser.parseOptionalRParen())) {
    if (parser.parseDimensionList(dims, /*allowDynamic=*/false,
                                  /*withTrailingX=*/false) ||
        parser.parseRParen())
      return failure();
  }
  for (int64_t dim : dims) {
    if (dim <= 0 || dim > std::numeric_limits<int32_t>::max())
      return parser.emitError(loc, "expected tile dimensions in 1..2147483647, "
                                   "got ")
             << dim;
    shape.push_back(static_cast<int32_t>(dim));
  }
  return success();
}

static void printTileShape(AsmPrinter &printer, ArrayRef<int32_t> shape) {
  printer << "tile=(";
  llvm::interleave(shape, printer.getStream(), "x");
  printer << ')';
}

/// `padding_value = keyword ,` when present.
static ParseResult parseOptionalPadding(AsmParser &parser,
                                        PaddingValueAttr &padding) {
  if (failed(parser.parseOptionalKeyword("padding_value")))
    return success();
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseEqual() || parser.parseKeyword(&keyword))
    return failure();
  std::optional<PaddingValue> value = symbolizePaddingValue(keyword);
  if (!value)
    return parser.emitError(loc, "expected a padding value (zero, neg_zero, "
                                 "nan, pos_inf or neg_inf), got '")
           << keyword << "'";
  padding = PaddingValueAttr::get(parser.getContext(), *value);
  return parser.parseComma();
}

static void printOptionalPadding(AsmPrinter &printer,
                                 PaddingValueAttr padding) {
  if (padding)
    printer << "padding_value = " << stringifyPaddingValue(padding.getValue())
            << ", ";
}

static ParseResult parseTensorView(AsmParser &parser,
                                   TensorViewType &tensorView) {
  SMLoc loc = parser.getCurrentLocation();
  Type type;
  if (parseBareType(parser, type))
    return failure();
  tensorView = dyn_cast<TensorViewType>(type);
  if (!tensorView)
    return parser.emitError(loc, "expected a tensor_view, got ") << type;
  return success();
}

/// `, dim_map=[1, 0]` when present, else the identity of `rank`.
static ParseResult parseOptionalDimMap(AsmParser &parser, size_t rank,
                                       SmallVectorImpl<int32_t> &dimMap) {
  if (failed(parser.parseOptionalComma())) {
    for (size_t dim = 0; dim < rank; ++dim)
      dimMap.push_back(static_cast<int32_t>(dim));
    return success();
  }
  return failure(parser.parseKeyword("dim_map") || parser.parseEqual() ||
                 parseIntList<int32_t>(parser, dimMap, false,
                                       std::numeric_limits<int32_t>::min()));
}

static void printOptionalDimMap(AsmPrinter &printer, ArrayRef<int32_t> dimMap) {
  for (auto [dim, mapped] : llvm::enumerate(dimMap)) {
    if (int32_t(dim) == mapped)
      continue;
    printer << ", dim_map=[";
    llvm::interleaveComma(dimMap, printer.getStream());
    printer << ']';
    return;
  }
}

//===----------------------------------------------------------------------===//
// Rules that the views share
//===----------------------------------------------------------------------===//

TileType TileViewInterface::getViewTileType() const {
  return cast<TileType>(getErasedTileType());
}
TensorViewType TileViewInterface::getViewTensorType() const {
  return cast<TensorViewType>(getErasedTensorType());
}

static LogicalResult
verifyTileView(function_ref<InFlightDiagnostic()> emitError,
               ArrayRef<int32_t> tileShape, TensorViewType tensorView,
               PaddingValueAttr padding) {
  if (!tensorView)
    return emitError() << "expected a tensor_view, got none";
  if (tileShape.empty())
    return emitError() << "expected a tile of rank 1 or more, got rank 0";
  if (int64_t(tileShape.size()) != tensorView.getRank())
    return emitError() << "expected a tile of the tensor's rank "
                       << tensorView.getRank() << ", got rank "
                       << tileShape.size();
  SmallVector<int64_t> shape(tileShape.begin(), tileShape.end());
  if (failed(verifyTileShape(emitError, shape, tensorView.getElementType())))
    return failure();
  if (padding && padding.getValue() != PaddingValue::Zero &&
      !isFloatElement(tensorView.getElementType()))
    return emitError() << "expected padding_value zero for element type "
                       << tensorView.getElementType() << ", got "
                       << stringifyPaddingValue(padding.getValue());
  return success();
}

static LogicalResult verifyDimMap(function_ref<InFlightDiagnostic()> emitError,
                                  ArrayRef<int32_t> dimMap, size_t rank) {
  if (dimMap.size() != rank)
    return emitError() << "expected " << rank << " dim_map entries, got "
                       << dimMap.size();
  SmallVector<bool> seen(rank, false);
  for (int32_t dim : dimMap) {
    if (dim < 0 || size_t(dim) >= rank)
      return emitError() << "expected dim_map entries below " << rank
                         << ", got " << dim;
    if (seen[dim])
      return emitError() << "expected distinct dim_map entries, got " << dim
                         << " twice";
    seen[dim] = true;
  }
  return success();
}

static LogicalResult
verifyIndexCount(function_ref<InFlightDiagnostic()> emitError, TypeRange types,
                 size_t rank) {
  if (types.size() != rank)
    return emitError() << "expected " << rank << " view indices, got "
                       << types.size();
  return success();
}

static bool isScalarInt(Type type) {
  auto tile = dyn_cast<TileType>(type);
  return tile && tile.isScalar() && isIntElement(tile.getElementType());
}

/// Partition and strided views: scalar integers, all of one type.
static LogicalResult
verifyScalarIndices(function_ref<InFlightDiagnostic()> emitError,
                    TypeRange types, size_t rank) {
  if (failed(verifyIndexCount(emitError, types, rank)))
    return failure();
  for (Type type : types) {
    if (!isScalarInt(type))
      return emitError() << "expected scalar integer view indices, got "
                         << type;
    if (type != types.front())
      return emitError() << "expected view indices of one type, got "
                         << types.front() << " and " << type;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// PartitionViewType
//===----------------------------------------------------------------------===//

Type PartitionViewType::parse(AsmParser &parser) {
  SmallVector<int32_t> tileShape, dimMap;
  PaddingValueAttr padding;
  TensorViewType tensorView;
  if (parser.parseLess() || parseTileShape(parser, tileShape) ||
      parser.parseComma() || parseOptionalPadding(parser, padding) ||
      parseTensorView(parser, tensorView) ||
      parseOptionalDimMap(parser, tileShape.size(), dimMap) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<PartitionViewType>(
      parser.getContext(), ArrayRef<int32_t>(tileShape), tensorView,
      ArrayRef<int32_t>(dimMap), padding);
}

void PartitionViewType::print(AsmPrinter &printer) const {
  printer << '<';
  printTileShape(printer, getTileShape());
  printer << ", ";
  printOptionalPadding(printer, getPaddingValue());
  printBareType(printer, getTensorView());
  printOptionalDimMap(printer, getDimMap());
  printer << '>';
}

LogicalResult
PartitionViewType::verify(function_ref<InFlightDiagnostic()> emitError,
                          ArrayRef<int32_t> tileShape,
                          TensorViewType tensorView, ArrayRef<int32_t> dimMap,
                          PaddingValueAttr paddingValue) {
  if (failed(verifyTileView(emitError, tileShape, tensorView, paddingValue)))
    return failure();
  return verifyDimMap(emitError, dimMap, tileShape.size());
}

LogicalResult PartitionViewType::verifyIndexTypes(
    TypeRange types, function_ref<InFlightDiagnostic()> emitError) const {
  return verifyScalarIndices(emitError, types, getTileShape().size());
}

//===----------------------------------------------------------------------===//
// StridedViewType
//===----------------------------------------------------------------------===//

Type StridedViewType::parse(AsmParser &parser) {
  SmallVector<int32_t> tileShape, traversal, dimMap;
  PaddingValueAttr padding;
  TensorViewType tensorView;
  if (parser.parseLess() || parseTileShape(parser, tileShape) ||
      parser.parseComma() || parser.parseKeyword("traversal_strides") ||
      parser.parseEqual() ||
      parseIntList<int32_t>(parser, traversal, false, 1) ||
      parser.parseComma() || parseOptionalPadding(parser, padding) ||
      parseTensorView(parser, tensorView) ||
      parseOptionalDimMap(parser, tileShape.size(), dimMap) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<StridedViewType>(
      parser.getContext(), ArrayRef<int32_t>(tileShape),
      ArrayRef<int32_t>(traversal), tensorView, ArrayRef<int32_t>(dimMap),
      padding);
}

void StridedViewType::print(AsmPrinter &printer) const {
  printer << '<';
  printTileShape(printer, getTileShape());
  printer << ", traversal_strides=[";
  llvm::interleave(getTraversalStrides(), printer.getStream(), ",");
  printer << "], ";
  printOptionalPadding(printer, getPaddingValue());
  printBareType(printer, getTensorView());
  printOptionalDimMap(printer, getDimMap());
  printer << '>';
}

LogicalResult StridedViewType::verify(
    function_ref<InFlightDiagnostic()> emitError, ArrayRef<int32_t> tileShape,
    ArrayRef<int32_t> traversalStrides, TensorViewType tensorView,
    ArrayRef<int32_t> dimMap, PaddingValueAttr paddingValue) {
  if (failed(verifyTileView(emitError, tileShape, tensorView, paddingValue)))
    return failure();
  if (traversalStrides.size() != tileShape.size())
    return emitError() << "expected " << tileShape.size()
                       << " traversal strides, got " << traversalStrides.size();
  for (int32_t stride : traversalStrides)
    if (stride <= 0)
      return emitError() << "expected positive traversal strides, got "
                         << stride;
  return verifyDimMap(emitError, dimMap, tileShape.size());
}

LogicalResult StridedViewType::verifyIndexTypes(
    TypeRange types, function_ref<InFlightDiagnostic()> emitError) const {
  return verifyScalarIndices(emitError, types, getTileShape().size());
}

//===----------------------------------------------------------------------===//
// GatherScatterViewType
//===----------------------------------------------------------------------===//

Type GatherScatterViewType::parse(AsmParser &parser) {
  SmallVector<int32_t> tileShape;
  PaddingValueAttr padding;
  TensorViewType tensorView;
  int32_t sparseDim = 0;
  if (parser.parseLess() || parseTileShape(parser, tileShape) ||
      parser.parseComma() || parseOptionalPadding(parser, padding) ||
      parseTensorView(parser, tensorView) || parser.parseComma() ||
      parser.parseKeyword("sparse_dim") || parser.parseEqual() ||
      parser.parseInteger(sparseDim) || parser.parseGreater())
    return {};
  return parser.getChecked<GatherScatterViewType>(
      parser.getContext(), ArrayRef<int32_t>(tileShape), tensorView, sparseDim,
      padding);
}

void GatherScatterViewType::print(AsmPrinter &printer) const {
  printer << '<';
  printTileShape(printer, getTileShape());
  printer << ", ";
  printOptionalPadding(printer, getPaddingValue());
  printBareType(printer, getTensorView());
  printer << ", sparse_dim=" << getSparseDim() << '>';
}

LogicalResult
GatherScatterViewType::verify(function_ref<InFlightDiagnostic()> emitError,
                              ArrayRef<int32_t> tileShape,
                              TensorViewType tensorView, int32_t sparseDim,
                              PaddingValueAttr paddingValue) {
  if (failed(verifyTileView(emitError, tileShape, tensorView, paddingValue)))
    return failure();
  if (sparseDim < 0 || size_t(sparseDim) >= tileShape.size())
    return emitError() << "expected sparse_dim below the rank "
                       << tileShape.size() << ", got " << sparseDim;
  return success();
}

LogicalResult GatherScatterViewType::verifyIndexTypes(
    TypeRange types, function_ref<InFlightDiagnostic()> emitError) const {
  size_t rank = getTileShape().size();
  if (failed(verifyIndexCount(emitError, types, rank)))
    return failure();
  Type dense;
  for (auto [dim, type] : llvm::enumerate(types)) {
    if (int32_t(dim) == getSparseDim()) {
      auto tile = dyn_cast<TileType>(type);
      int64_t extent = getTileShape()[dim];
      if (!tile || tile.getRank() != 1 ||
          !isIntElement(tile.getElementType()) || tile.getShape()[0] != extent)
        return emitError() << "expected a 1-d integer tile of " << extent
                           << " elements as sparse view index, got " << type;
      continue;
    }
    if (!isScalarInt(type))
      return emitError() << "expected scalar integers as dense view indices, "
                            "got "
                         << type;
    if (dense && dense != type)
      return emitError() << "expected dense view indices of one type, got "
                         << dense << " and " << type;
    dense = type;
  }
  return success();
}
