//===- TileAS/IR/TensorMemoryOps.cpp - rules of tensor memory --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers. What a product asks of its factors is in DotRules.h.
//
//===----------------------------------------------------------------------===//

#include "DotRules.h"

#include "tessera/Dialect/TileAS/IR/MmaAtoms.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Layout/TensorMemory.h"
#include "tessera/Target/Tcgen05Table.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using tileaa::Residency;

template <typename OpTy>
static LogicalResult verifyClaim(OpTy op, int64_t boardBytes) {
  const int64_t columns = static_cast<int32_t>(op.getColumns());
  if (!llvm::isPowerOf2_64(columns) || columns < gpu::leastTensorColumns ||
      columns > gpu::tensorColumns)
    return op.emitOpError("expected columns that are a power of two from ")
           << gpu::leastTensorColumns << " to " << gpu::tensorColumns
           << ", got " << columns;
  Type board = op.getBoard().getType();
  if (!isSharedView(board) ||
      cast<TiledViewType>(board).getNumBytes() != boardBytes)
    return op.emitOpError("expected a board of ")
           << boardBytes << " bytes in shared memory, got " << board;
  return success();
}

LogicalResult ClaimTensorMemoryOp::verify() {
  const int64_t teams = static_cast<int32_t>(getTeams());
  if (teams < 1 || !llvm::isPowerOf2_64(teams) ||
      teams > static_cast<int32_t>(getColumns()))
    return emitOpError("expected teams that share out ")
           << getColumns() << " columns, got " << getTeams();
  return verifyClaim(*this, tensorBoardBytes(teams));
}

LogicalResult ReleaseTensorMemoryOp::verify() {
  auto claim = getMemory().getDefiningOp<ClaimTensorMemoryOp>();
  return verifyClaim(*this, tensorBoardBytes(claim ? claim.getTeams() : 1));
}

LogicalResult TensorPlaceOp::verify() {
  Type type = getPlace().getType();
  if (!isTensorView(type) || !cast<TiledViewType>(type).getLayout())
    return emitOpError("expected a view in tensor memory with a layout, got ")
           << type;
  auto view = cast<TiledViewType>(type);
  Type element = view.getElementType();
  if (view.getLayout().getLayout().in().has(layout::Dim::Offset)) {
    if (!element.isF16() && !element.isBF16())
      return emitOpError("expected elements of f16 or bf16 in pairs, got ")
             << element;
  } else if (!element.isF16() && !element.isF32() && !element.isInteger(32)) {
    return emitOpError("expected elements of f16, f32 or i32, got ") << element;
  }
  if (static_cast<int32_t>(getSets()) < 1)
    return emitOpError("expected at least one set, got ")
           << static_cast<int32_t>(getSets());
  // Of the last team.
  auto claim = getMemory().getDefiningOp<ClaimTensorMemoryOp>();
  const uint64_t teams = claim ? claim.getTeams() : 1;
  const uint64_t end = uint64_t(getColumn()) +
                       (teams - 1) * getTeamColumns().value_or(0) +
                       getNumColumns();
  if (end > gpu::tensorColumns)
    return emitOpError("expected at most ")
           << gpu::tensorColumns << " columns, got " << end;
  return success();
}

uint64_t TensorPlaceOp::getNumColumns() {
  return layout::columnsOfPlace(cast<TiledViewType>(getPlace().getType())
                                    .getLayout()
                                    .getLayout()) *
         getSets();
}

LogicalResult TensorSetOp::verify() {
  if (getPlace().getDefiningOp<TensorPlaceOp>())
    return success();
  return emitOpError("expected a place that tensor_place makes, got ")
         << getPlace().getType();
}

/// Elements of a row in one column of a place.
static int64_t elementsOfColumn(TiledViewType place) {
  return int64_t(1) << place.getLayout().getLayout().in().bits(
             layout::Dim::Offset);
}

/// A matrix in tensor memory whose rows have a lane each.
static TiledViewType matrixPlace(Value place) {
  auto view = isTensorView(place.getType())
                  ? cast<TiledViewType>(place.getType())
                  : TiledViewType();
  return view && view.getLayout() && view.getShape().size() == 2 &&
                 layout::columnsOfPlace(view.getLayout().getLayout()) *
                         elementsOfColumn(view) ==
                     view.getShape()[1]
             ? view
             : TiledViewType();
}

LogicalResult TensorSliceOp::verify() {
  TiledViewType place = matrixPlace(getPlace()),
                slice = matrixPlace(getSlice());
  if (!place || !slice || place.getShape()[0] != slice.getShape()[0] ||
      place.getElementType() != slice.getElementType())
    return emitOpError("expected matrices of the same rows and elements in "
                       "tensor memory, with a lane for each row, got ")
           << getPlace().getType() << " and " << getSlice().getType();
  if (int64_t(getColumn()) % elementsOfColumn(place) != 0 ||
      elementsOfColumn(slice) != elementsOfColumn(place))
    return emitOpError("expected whole columns of tensor memory, got element ")
           << getColumn() << " of rows with " << elementsOfColumn(place)
           << " in a column";
  const int64_t end = int64_t(getColumn()) + slice.getShape()[1];
  if (end > place.getShape()[1])
    return emitOpError("expected at most ")
           << place.getShape()[1] << " columns, got " << end;
  return success();
}

LogicalResult LoadExtremaOp::verify() {
  TiledViewType place = matrixPlace(getPlace());
  const bool isFloat = place && place.getElementType().isF32();
  if (!place || !(isFloat || place.getElementType().isInteger(32)))
    return emitOpError("expected a matrix of f32 or i32 in tensor memory with "
                       "a lane for each row, got ")
           << getPlace().getType();
  auto tile = cast<RankedTensorType>(getResult().getType());
  if (tile.getShape() != place.getShape() ||
      tile.getElementType() != place.getElementType())
    return emitOpError("expected a tile of the matrix, got ") << tile;
  auto extrema = cast<RankedTensorType>(getExtrema().getType());
  const ArrayRef<int64_t> shape = extrema.getShape();
  const int64_t rows = place.getShape()[0], columns = place.getShape()[1];
  const int64_t parts = shape.size() == 2 ? shape[0] : 1;
  if (extrema.getElementType() != place.getElementType() || shape.empty() ||
      shape.size() > 2 || shape.back() != rows || 2 * parts > columns)
    return emitOpError("expected extrema of one or more parts of each of the ")
           << rows << " rows, each of two columns or more, got " << extrema;
  const bool isUnsigned =
      getKind() == Extremum::UMax || getKind() == Extremum::UMin;
  if (isFloat && isUnsigned)
    return emitOpError("expected max or min of f32, got ")
           << stringifyExtremum(getKind());
  if (!isFloat && (getAbsolute() || getPropagateNan()))
    return emitOpError("expected neither absolute nor propagate_nan of i32");
  return success();
}

LogicalResult TensorDotOp::verify() {
  std::optional<layout::MmaShape> shape = tcgen05ShapeOf(getAtom());
  if (!shape)
    return emitOpError("expected an atom of kind tcgen05 with a shape, got ")
           << getAtom();
  Type place = getPlace().getType();
  if (!isTensorView(place))
    return emitOpError("expected a place in tensor memory, got ") << place;
  auto view = cast<TiledViewType>(place);
  if (failed(verifyDot(describeDot(*this, view.getTileType()))))
    return failure();
  if (view.getLayout() &&
      view.getLayout().getLayout() != placeOfSums(getAtom(), view.getShape()))
    return emitOpError("expected a place for ")
           << (getAtom().getTransposed() ? "transposed " : "")
           << "instructions of " << rowsInBlock(*shape) << " rows, got "
           << place;
  if (!getLhsScale())
    return success();
  const uint64_t columns =
      layout::blockScaleColumns(
          getFactorTile(getLhsScale().getType()).getShape()) +
      layout::blockScaleColumns(
          getFactorTile(getRhsScale().getType()).getShape());
  Type scales = getScalePlace().getType();
  auto scaleView =
      isTensorView(scales) ? cast<TiledViewType>(scales) : TiledViewType();
  if (!scaleView || !scaleView.getElementType().isInteger(32) ||
      scaleView.getShape().size() != 2 || scaleView.getShape()[0] != 128 ||
      uint64_t(scaleView.getShape()[1]) < columns)
    return emitOpError("expected a place of i32 with 128 rows and at least ")
           << columns << " columns for the scales, got " << scales;
  return success();
}

LogicalResult WaitProductsOp::verify() {
  const int32_t pending = getPending();
  if (pending != 0 && pending != 1)
    return emitOpError("expected 0 or 1 commits pending, got ") << pending;
  return success();
}
