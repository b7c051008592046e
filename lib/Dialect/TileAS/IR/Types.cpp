//===- TileAS/IR/Types.cpp - syntax and rules of the types ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Syntax and verifiers of tokens, iterators, asynchronous values, descriptors
// and storage.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/IR/AsmHelpers.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using tileaa::Residency;

#define GET_TYPEDEF_CLASSES
#include "tessera/Dialect/TileAS/IR/TileASTypes.cpp.inc"

void TileASDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "tessera/Dialect/TileAS/IR/TileASTypes.cpp.inc"
      >();
}

int64_t tileas::getElementBytes(Type element) {
  return llvm::divideCeil(tileaa::getStorageBits(element), 8);
}

bool tileas::isAnyTiledView(Type type) {
  return isa<tileaa::TiledViewType, TiledViewType>(type);
}

RankedTensorType tileas::getViewTile(Type view) {
  if (auto global = dyn_cast<tileaa::TiledViewType>(view))
    return global.getTileType();
  return cast<TiledViewType>(view).getTileType();
}

Residency tileas::getViewResidency(Type view) {
  if (auto global = dyn_cast<tileaa::TiledViewType>(view))
    return global.getResidency();
  return cast<TiledViewType>(view).getResidency();
}

bool tileas::isSharedView(Type type) {
  auto view = dyn_cast<TiledViewType>(type);
  return view && view.getResidency() == Residency::Smem;
}

bool tileas::isTensorView(Type type) {
  auto view = dyn_cast<TiledViewType>(type);
  return view && view.getResidency() == Residency::Tmem;
}

RankedTensorType tileas::getFactorTile(Type factor) {
  if (auto later = dyn_cast<AsyncValueType>(factor))
    factor = later.getValueType();
  if (auto tile = dyn_cast<RankedTensorType>(factor))
    return tile;
  return getViewTile(factor);
}

/// Payloads of asynchronous values and pipelines.
static LogicalResult verifyPayload(function_ref<InFlightDiagnostic()> emitError,
                                   Type type) {
  if (tileaa::isTile(type) || isAnyTiledView(type))
    return success();
  return emitError() << "expected a tile or tiled view, got " << type;
}

LogicalResult
AsyncValueType::verify(function_ref<InFlightDiagnostic()> emitError,
                       Type valueType) {
  return verifyPayload(emitError, valueType);
}

LogicalResult
PipelineIteratorType::verify(function_ref<InFlightDiagnostic()> emitError,
                             ArrayRef<Type> payload) {
  if (payload.empty())
    return emitError() << "expected at least one payload type, got none";
  for (Type type : payload)
    if (failed(verifyPayload(emitError, type)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// tiled_view
//===----------------------------------------------------------------------===//

RankedTensorType TiledViewType::getTileType() const {
  return RankedTensorType::get(getShape(), getElementType());
}

int64_t TiledViewType::getNumBytes() const {
  return ShapedType::getNumElements(getShape()) *
         getElementBytes(getElementType());
}

Type TiledViewType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape;
  Type element;
  Residency residency = Residency::Gmem;
  LayoutAttr layout;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parser.parseType(element))
    return {};
  while (succeeded(parser.parseOptionalComma())) {
    StringRef word;
    SMLoc wordLoc = parser.getCurrentLocation();
    if (failed(parser.parseOptionalKeyword(&word))) {
      if (parser.parseAttribute(layout))
        return {};
      break;
    }
    std::optional<Residency> parsed = tileaa::symbolizeResidency(word);
    if (!parsed) {
      parser.emitError(wordLoc, "expected gmem, smem, tmem or rmem, got ")
          << word;
      return {};
    }
    residency = *parsed;
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<TiledViewType>(loc, ArrayRef<int64_t>(shape),
                                          element, residency, layout);
}

void TiledViewType::print(AsmPrinter &printer) const {
  printer << '<';
  for (int64_t extent : getShape())
    printer << extent << 'x';
  printer << getElementType();
  if (getResidency() != Residency::Gmem)
    printer << ", " << tileaa::stringifyResidency(getResidency());
  if (getLayout())
    printer << ", " << getLayout();
  printer << '>';
}

LogicalResult
TiledViewType::verify(function_ref<InFlightDiagnostic()> emitError,
                      ArrayRef<int64_t> shape, Type elementType,
                      Residency residency, LayoutAttr layout) {
  if (shape.empty())
    return emitError() << "expected a view of rank 1 or more, got rank 0";
  if (!tileaa::isTileElement(elementType))
    return emitError() << "expected a number or pointer element, got "
                       << elementType;
  // The first extent of several may be a number of stages.
  SmallVector<int64_t> tile(shape);
  if (tile.size() > 1 && tile[0] > 0)
    tile[0] = llvm::PowerOf2Ceil(tile[0]);
  // Stages of bytes hold tiles of any number and size.
  if (tile.size() == 2 && tile[1] > 0 && elementType.isInteger(8) &&
      residency == Residency::Smem && !layout)
    tile[1] = llvm::PowerOf2Ceil(tile[1]);
  if (!tileaa::isTile(RankedTensorType::get(tile, elementType)))
    return emitError() << "expected power-of-two extents and at most "
                       << tileaa::kMaxTileElements << " elements, got "
                       << shape;
  if (!layout)
    return success();
  if (residency == Residency::Tmem ? !layout.isTensor() : !layout.isShared())
    return emitError() << "expected a layout of "
                       << (residency == Residency::Tmem
                               ? "tmemlane and tmemcolumn"
                               : "offset")
                       << ", got " << layout;
  return layout.verifyEncoding(shape, elementType, emitError);
}
