//===- TileAA/IR/Types.cpp - syntax and rules of the types ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `ptr`, `mem_token`, `memref` and `tiled_view`, and the functions that treat
// scalars and tensors alike (TileTypes.h).
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/IR/TileAA.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

#define GET_TYPEDEF_CLASSES
#include "tessera/Dialect/TileAA/IR/TileAATypes.cpp.inc"

void TileAADialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "tessera/Dialect/TileAA/IR/TileAATypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

bool tileaa::isPointerElement(Type type) { return isa<PointerType>(type); }

bool tileaa::isTileElement(Type type) {
  return isNumberOrI4Element(type) || isPointerElement(type);
}

/// Power-of-two extents whose product is at most kMaxTileElements.
static bool isTileShape(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t extent : shape) {
    if (extent <= 0 || !llvm::isPowerOf2_64(extent) ||
        extent > kMaxTileElements / count)
      return false;
    count *= extent;
  }
  return true;
}

/// The layouts of the level below check themselves against the tensor.
static bool isLegalEncoding(Attribute encoding) {
  return !encoding || isa<VerifiableTensorEncoding>(encoding);
}

bool tileaa::isTile(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return isTileElement(type);
  return tensor.getRank() >= 1 && isLegalEncoding(tensor.getEncoding()) &&
         isTileShape(tensor.getShape()) &&
         isTileElement(tensor.getElementType());
}

unsigned tileaa::getElementBits(Type element) {
  return isPointerElement(element) ? 64
                                   : cuda_tile::getElementBitWidth(element);
}

unsigned tileaa::getStorageBits(Type element) {
  return isPointerElement(element) ? 64
                                   : cuda_tile::getElementStorageBits(element);
}

ArrayRef<int64_t> tileaa::getTileShape(Type tile) {
  auto tensor = dyn_cast<RankedTensorType>(tile);
  return tensor ? tensor.getShape() : ArrayRef<int64_t>();
}

int64_t tileaa::getNumTileElements(Type tile) {
  return ShapedType::getNumElements(getTileShape(tile));
}

Type tileaa::getTileOf(ArrayRef<int64_t> shape, Type element) {
  return shape.empty() ? element : Type(RankedTensorType::get(shape, element));
}

Type tileaa::withElement(Type tile, Type element) {
  auto tensor = dyn_cast<RankedTensorType>(tile);
  return tensor ? Type(tensor.clone(element)) : element;
}

Type tileaa::getPointeeTile(Type pointers) {
  auto pointer = dyn_cast<PointerType>(getElementTypeOrSelf(pointers));
  return pointer ? withElement(pointers, pointer.getPointeeType()) : Type();
}

//===----------------------------------------------------------------------===//
// ptr
//===----------------------------------------------------------------------===//

LogicalResult PointerType::verify(function_ref<InFlightDiagnostic()> emitError,
                                  Type pointeeType) {
  if (!isNumberElement(pointeeType))
    return emitError() << "expected pointee to be a number type, got "
                       << pointeeType;
  return success();
}

//===----------------------------------------------------------------------===//
// memref
//===----------------------------------------------------------------------===//

Type MemoryViewType::parseBody(AsmParser &parser) {
  SmallVector<int64_t> shape, strides;
  Type element;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseDimensionList(shape) ||
      parser.parseType(element))
    return {};
  if (succeeded(parser.parseOptionalComma()) &&
      (parser.parseKeyword("strides") || parser.parseEqual() ||
       parser.parseCommaSeparatedList(
           AsmParser::Delimiter::Square, [&]() -> ParseResult {
             int64_t &stride = strides.emplace_back(ShapedType::kDynamic);
             if (succeeded(parser.parseOptionalQuestion()))
               return success();
             return parser.parseInteger(stride);
           })))
    return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<MemoryViewType>(loc, ArrayRef<int64_t>(shape),
                                           element, ArrayRef<int64_t>(strides));
}

void MemoryViewType::printBody(AsmPrinter &printer) const {
  auto printSize = [&](int64_t size) {
    if (ShapedType::isDynamic(size))
      printer << '?';
    else
      printer << size;
  };
  printer << '<';
  for (int64_t extent : getShape()) {
    printSize(extent);
    printer << 'x';
  }
  printer << getElementType();
  if (!getStrides().empty()) {
    printer << ", strides = [";
    llvm::interleaveComma(getStrides(), printer.getStream(), printSize);
    printer << ']';
  }
  printer << '>';
}

Type MemoryViewType::parse(AsmParser &parser) { return parseBody(parser); }

void MemoryViewType::print(AsmPrinter &printer) const { printBody(printer); }

LogicalResult
MemoryViewType::verify(function_ref<InFlightDiagnostic()> emitError,
                       ArrayRef<int64_t> shape, Type elementType,
                       ArrayRef<int64_t> strides) {
  if (!isNumberElement(elementType))
    return emitError() << "expected memref element to be a number type, got "
                       << elementType;
  if (strides.size() != shape.size())
    return emitError() << "expected one stride per dimension, " << shape.size()
                       << " in all, got " << strides.size();
  for (int64_t extent : shape)
    if (!ShapedType::isDynamic(extent) && extent < 1)
      return emitError() << "expected memref extents of at least 1, got "
                         << extent;
  for (int64_t stride : strides)
    if (!ShapedType::isDynamic(stride) && stride < 1)
      return emitError() << "expected memref strides of at least 1, got "
                         << stride;
  return success();
}

int64_t MemoryViewType::getNumDynamicDims() const {
  return llvm::count_if(getShape(), ShapedType::isDynamic);
}

int64_t MemoryViewType::getNumDynamicStrides() const {
  return llvm::count_if(getStrides(), ShapedType::isDynamic);
}

//===----------------------------------------------------------------------===//
// tiled_view
//===----------------------------------------------------------------------===//

SmallVector<int32_t> TiledViewType::completeDimMap(ArrayRef<int32_t> dimMap,
                                                   size_t rank) {
  SmallVector<int32_t> map(dimMap);
  if (map.empty())
    llvm::append_range(map, llvm::seq<int32_t>(0, rank));
  return map;
}

bool TiledViewType::hasIdentityDimMap() const {
  return llvm::equal(getDimMap(), llvm::seq<int32_t>(0, getDimMap().size()));
}

Type TiledViewType::getElementType() const {
  return getMemoryView().getElementType();
}

RankedTensorType TiledViewType::getTileType() const {
  return RankedTensorType::get(getTileShape(), getElementType());
}

namespace {
/// The optional clauses of a tiled view, in the order of the text.
struct ViewClauses {
  cuda_tile::PaddingValueAttr padding;
  SmallVector<int32_t> dimMap, traversalStrides;
  std::optional<int32_t> sparseDim;
  Residency residency = Residency::Gmem;
};
} // namespace

static ParseResult parseInts(AsmParser &parser, SmallVector<int32_t> &list) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parser.parseInteger(list.emplace_back());
  });
}

/// One clause, after its comma. `stage` is the position of the last clause.
static ParseResult parseClause(AsmParser &parser, ViewClauses &clauses,
                               unsigned &stage) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  auto enter = [&](unsigned position) -> ParseResult {
    if (position <= stage)
      return parser.emitError(loc)
             << "expected each clause once and in the order padding, dim_map, "
                "traversal_strides, sparse_dim, residency, got '"
             << keyword << "'";
    stage = position;
    return success();
  };
  if (keyword == "padding") {
    StringRef name;
    SMLoc nameLoc;
    if (enter(1) || parser.parseEqual())
      return failure();
    nameLoc = parser.getCurrentLocation();
    if (parser.parseKeyword(&name))
      return failure();
    std::optional<cuda_tile::PaddingValue> value =
        cuda_tile::symbolizePaddingValue(name);
    if (!value)
      return parser.emitError(nameLoc)
             << "expected zero, neg_zero, nan, pos_inf or neg_inf, got '"
             << name << "'";
    clauses.padding =
        cuda_tile::PaddingValueAttr::get(parser.getContext(), *value);
    return success();
  }
  if (keyword == "dim_map")
    return failure(enter(2) || parser.parseEqual() ||
                   parseInts(parser, clauses.dimMap));
  if (keyword == "traversal_strides")
    return failure(enter(3) || parser.parseEqual() ||
                   parseInts(parser, clauses.traversalStrides));
  if (keyword == "sparse_dim")
    return failure(enter(4) || parser.parseEqual() ||
                   parser.parseInteger(clauses.sparseDim.emplace()));
  if (std::optional<Residency> residency = symbolizeResidency(keyword)) {
    clauses.residency = *residency;
    return enter(5);
  }
  return parser.emitError(loc)
         << "expected padding, dim_map, traversal_strides, sparse_dim or a "
            "residency (gmem, smem, tmem or rmem), got '"
         << keyword << "'";
}

Type TiledViewType::parse(AsmParser &parser) {
  SmallVector<int64_t> tileShape;
  Type element;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() ||
      parser.parseDimensionList(tileShape, /*allowDynamic=*/false))
    return {};
  SMLoc elementLoc = parser.getCurrentLocation();
  if (parser.parseType(element) || parser.parseComma() ||
      parser.parseKeyword("memref"))
    return {};
  auto memory =
      dyn_cast_or_null<MemoryViewType>(MemoryViewType::parseBody(parser));
  if (!memory)
    return {};
  if (element != memory.getElementType()) {
    parser.emitError(elementLoc)
        << "expected the memref's element type " << memory.getElementType()
        << ", got " << element;
    return {};
  }
  ViewClauses clauses;
  unsigned stage = 0;
  while (succeeded(parser.parseOptionalComma()))
    if (parseClause(parser, clauses, stage))
      return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<TiledViewType>(
      loc, ArrayRef<int64_t>(tileShape), memory, clauses.padding,
      ArrayRef<int32_t>(clauses.dimMap),
      ArrayRef<int32_t>(clauses.traversalStrides), clauses.sparseDim,
      clauses.residency);
}

void TiledViewType::print(AsmPrinter &printer) const {
  auto printInts = [&](StringRef name, ArrayRef<int32_t> values) {
    printer << ", " << name << " = [";
    llvm::interleaveComma(values, printer.getStream());
    printer << ']';
  };
  printer << '<';
  for (int64_t extent : getTileShape())
    printer << extent << 'x';
  printer << getElementType() << ", memref";
  getMemoryView().printBody(printer);
  if (cuda_tile::PaddingValueAttr padding = getPadding())
    printer << ", padding = "
            << cuda_tile::stringifyPaddingValue(padding.getValue());
  if (!hasIdentityDimMap())
    printInts("dim_map", getDimMap());
  if (isStrided())
    printInts("traversal_strides", getTraversalStrides());
  if (getSparseDim())
    printer << ", sparse_dim = " << *getSparseDim();
  if (getResidency() != Residency::Gmem)
    printer << ", " << stringifyResidency(getResidency());
  printer << '>';
}

static bool isPermutation(ArrayRef<int32_t> map, size_t rank) {
  llvm::SmallBitVector seen(rank);
  for (int32_t dim : map) {
    if (dim < 0 || static_cast<size_t>(dim) >= rank || seen.test(dim))
      return false;
    seen.set(dim);
  }
  return map.size() == rank;
}

LogicalResult TiledViewType::verify(
    function_ref<InFlightDiagnostic()> emitError, ArrayRef<int64_t> tileShape,
    MemoryViewType memoryView, cuda_tile::PaddingValueAttr padding,
    ArrayRef<int32_t> dimMap, ArrayRef<int32_t> traversalStrides,
    std::optional<int32_t> sparseDim, Residency residency) {
  const size_t rank = tileShape.size();
  if (rank == 0)
    return emitError() << "expected a tile of rank 1 or more, got rank 0";
  if (!isTileShape(tileShape))
    return emitError() << "expected power-of-two tile extents and at most "
                       << kMaxTileElements << " elements, got " << tileShape;
  if (memoryView.getShape().size() != rank)
    return emitError() << "expected a tile of the memref's rank "
                       << memoryView.getShape().size() << ", got rank " << rank;
  if (!isPermutation(dimMap, rank))
    return emitError() << "expected dim_map to be a permutation of the " << rank
                       << " dimensions, got " << dimMap;
  if (!traversalStrides.empty() && traversalStrides.size() != rank)
    return emitError() << "expected one traversal stride per dimension, "
                       << rank << " in all, got " << traversalStrides.size();
  for (int32_t stride : traversalStrides)
    if (stride < 1)
      return emitError() << "expected traversal strides of at least 1, got "
                         << stride;
  if (sparseDim) {
    if (*sparseDim < 0 || static_cast<size_t>(*sparseDim) >= rank)
      return emitError() << "expected sparse_dim in 0.." << rank - 1 << ", got "
                         << *sparseDim;
    if (!traversalStrides.empty() ||
        !llvm::equal(dimMap, llvm::seq<int32_t>(0, rank)))
      return emitError() << "expected sparse_dim without dim_map and "
                            "traversal_strides";
  }
  if (padding && padding.getValue() != cuda_tile::PaddingValue::Zero &&
      !isFloatElement(memoryView.getElementType()))
    return emitError() << "expected padding zero for element type "
                       << memoryView.getElementType() << ", got "
                       << cuda_tile::stringifyPaddingValue(padding.getValue());
  return success();
}
