//===- CudaTile/IR/Types.cpp - type syntax and rules -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parsing, printing and verification of the types of core.md section 2. Shapes
// are parsed before the element, so most rules live in `verify` and hold for
// every way a type can be made.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/CudaTileDialect.h"
#include "tessera/Dialect/CudaTile/IR/CudaTileTypes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera::cuda_tile;

#include "tessera/Dialect/CudaTile/IR/CudaTileTypeInterfaces.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "tessera/Dialect/CudaTile/IR/CudaTileTypes.cpp.inc"

void CudaTileDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "tessera/Dialect/CudaTile/IR/CudaTileTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Bare type names
//===----------------------------------------------------------------------===//

ParseResult tessera::cuda_tile::parseBareType(AsmParser &parser, Type &type) {
  // MLIR has a builtin of this name, so it must be looked at first.
  if (succeeded(parser.parseOptionalKeyword("token"))) {
    type = TokenType::get(parser.getContext());
    return success();
  }
  OptionalParseResult upstream = parser.parseOptionalType(type);
  if (upstream.has_value())
    return *upstream;

  SMLoc loc = parser.getCurrentLocation();
  StringRef mnemonic;
  OptionalParseResult own = generatedTypeParser(parser, &mnemonic, type);
  if (own.has_value())
    return *own;
  return parser.emitError(loc, "unknown type '") << mnemonic << "'";
}

void tessera::cuda_tile::printBareType(AsmPrinter &printer, Type type) {
  if (failed(generatedTypePrinter(type, printer)))
    printer.printType(type);
}

//===----------------------------------------------------------------------===//
// Shared pieces of the syntax
//===----------------------------------------------------------------------===//

static void printDim(AsmPrinter &printer, int64_t dim) {
  if (ShapedType::isDynamic(dim))
    printer << '?';
  else
    printer << dim;
}

/// `[a, b, ...]` of integers that fit `IntT`; `?` only if `allowDynamic`.
template <typename IntT>
static ParseResult parseIntList(AsmParser &parser, SmallVectorImpl<IntT> &list,
                                bool allowDynamic, IntT least) {
  auto parseOne = [&]() -> ParseResult {
    if (allowDynamic && succeeded(parser.parseOptionalQuestion())) {
      list.push_back(static_cast<IntT>(ShapedType::kDynamic));
      return success();
    }
    SMLoc loc = parser.getCurrentLocation();
    IntT value;
    if (parser.parseInteger(value))
      return failure();
    if (value < least)
      return parser.emitError(loc, "expected an integer of at least ")
             << int64_t(least) << ", got " << int64_t(value);
    list.push_back(value);
    return success();
  };
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne);
}

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
// PointerType
//===----------------------------------------------------------------------===//

Type PointerType::parse(AsmParser &parser) {
  Type pointee;
  if (parser.parseLess() || parseBareType(parser, pointee) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<PointerType>(parser.getContext(), pointee);
}

void PointerType::print(AsmPrinter &printer) const {
  printer << '<';
  printBareType(printer, getPointeeType());
  printer << '>';
}

LogicalResult PointerType::verify(function_ref<InFlightDiagnostic()> emitError,
                                  Type pointeeType) {
  if (!isNumberElement(pointeeType))
    return emitError() << "expected a number as pointee, got " << pointeeType;
  return success();
}

//===----------------------------------------------------------------------===//
// TileType
//===----------------------------------------------------------------------===//

Type TileType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape;
  Type element;
  if (parser.parseLess() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parseBareType(parser, element) || parser.parseGreater())
    return {};
  return parser.getChecked<TileType>(parser.getContext(), shape, element);
}

void TileType::print(AsmPrinter &printer) const {
  printer << '<';
  for (int64_t dim : getShape())
    printer << dim << 'x';
  printBareType(printer, getElementType());
  printer << '>';
}

ArrayRef<int64_t> TileType::getShape() const { return getImpl()->shape; }
Type TileType::getElementType() const { return getImpl()->elementType; }
bool TileType::hasRank() const { return true; }

ShapedType TileType::cloneWith(std::optional<ArrayRef<int64_t>> shape,
                               Type elementType) const {
  return TileType::get(shape.value_or(getShape()), elementType);
}

/// The rules every tile shape obeys, also the implied tile of a view.
static LogicalResult
verifyTileShape(function_ref<InFlightDiagnostic()> emitError,
                ArrayRef<int64_t> shape, Type element) {
  int64_t elements = 1;
  bool hasEvenDim = false;
  for (int64_t dim : shape) {
    if (dim <= 0 || !llvm::isPowerOf2_64(static_cast<uint64_t>(dim)))
      return emitError() << "expected tile dimensions that are positive powers "
                            "of two, got "
                         << dim;
    if (dim > TileType::kMaxNumElements ||
        elements > TileType::kMaxNumElements / dim)
      return emitError() << "expected at most " << TileType::kMaxNumElements
                         << " tile elements, got more";
    elements *= dim;
    hasEvenDim |= dim % 2 == 0;
  }
  if (isF4Element(element) && !hasEvenDim)
    return emitError() << "expected an even number of f4E2M1FN elements, got "
                       << elements;
  return success();
}

LogicalResult TileType::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<int64_t> shape, Type elementType) {
  if (!isTileElement(elementType))
    return emitError() << "expected a number, i4 or pointer as tile element, "
                          "got "
                       << elementType;
  return verifyTileShape(emitError, shape, elementType);
}

//===----------------------------------------------------------------------===//
// TensorViewType
//===----------------------------------------------------------------------===//

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
  return parser.getChecked<TensorViewType>(parser.getContext(), element, shape,
                                           strides);
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

//===----------------------------------------------------------------------===//
// What the three tile views share
//===----------------------------------------------------------------------===//

TileType TileViewInterface::getViewTileType() const {
  return cast<TileType>(getErasedTileType());
}
TensorViewType TileViewInterface::getViewTensorType() const {
  return cast<TensorViewType>(getErasedTensorType());
}

static TileType getImpliedTile(ArrayRef<int32_t> tileShape,
                               TensorViewType tensorView) {
  SmallVector<int64_t> shape(tileShape.begin(), tileShape.end());
  return TileType::get(shape, tensorView.getElementType());
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
  return parser.getChecked<PartitionViewType>(parser.getContext(), tileShape,
                                              tensorView, dimMap, padding);
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

Type PartitionViewType::getErasedTileType() const { return getViewTileType(); }
Type PartitionViewType::getErasedTensorType() const { return getTensorView(); }
TileType PartitionViewType::getViewTileType() const {
  return getImpliedTile(getTileShape(), getTensorView());
}
TensorViewType PartitionViewType::getViewTensorType() const {
  return getTensorView();
}
std::optional<PaddingValue> PartitionViewType::getViewPadding() const {
  if (PaddingValueAttr padding = getPaddingValue())
    return padding.getValue();
  return std::nullopt;
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
      parser.getContext(), tileShape, traversal, tensorView, dimMap, padding);
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

Type StridedViewType::getErasedTileType() const { return getViewTileType(); }
Type StridedViewType::getErasedTensorType() const { return getTensorView(); }
TileType StridedViewType::getViewTileType() const {
  return getImpliedTile(getTileShape(), getTensorView());
}
TensorViewType StridedViewType::getViewTensorType() const {
  return getTensorView();
}
std::optional<PaddingValue> StridedViewType::getViewPadding() const {
  if (PaddingValueAttr padding = getPaddingValue())
    return padding.getValue();
  return std::nullopt;
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
      parser.getContext(), tileShape, tensorView, sparseDim, padding);
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

Type GatherScatterViewType::getErasedTileType() const {
  return getViewTileType();
}
Type GatherScatterViewType::getErasedTensorType() const {
  return getTensorView();
}
TileType GatherScatterViewType::getViewTileType() const {
  return getImpliedTile(getTileShape(), getTensorView());
}
TensorViewType GatherScatterViewType::getViewTensorType() const {
  return getTensorView();
}
std::optional<PaddingValue> GatherScatterViewType::getViewPadding() const {
  if (PaddingValueAttr padding = getPaddingValue())
    return padding.getValue();
  return std::nullopt;
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
