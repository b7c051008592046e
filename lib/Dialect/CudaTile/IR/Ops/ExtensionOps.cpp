//===- CudaTile/IR/Ops/ExtensionOps.cpp - older arithmetic and shapes -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules of the older arithmetic, shapes and notes (docs/older-spellings.md),
// and the syntax of those that share a mnemonic with a core op. The core op
// that each becomes has rules of its own; these are stated on what the user
// wrote.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/Extensions.h"

#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera::cuda_tile;

#include "tessera/Dialect/CudaTile/IR/ExtensionEnums.cpp.inc"

bool tessera::cuda_tile::isOlderSpelling(Operation *op) {
  if (isExtensionOp(op->getName()))
    return true;
  if (isa<ReshapeOp, BroadcastOp>(op))
    return op->hasAttr(olderShapeName);
  return isa<AllocaOp>(op) && op->hasAttr(olderSizeName);
}

//===----------------------------------------------------------------------===//
// Shared rules
//===----------------------------------------------------------------------===//

static LogicalResult emitShapeMismatch(Operation *op, StringRef what,
                                       ArrayRef<int64_t> expected,
                                       ArrayRef<int64_t> got) {
  InFlightDiagnostic diag = op->emitOpError("expected ") << what << " [";
  llvm::interleaveComma(expected, diag);
  diag << "], got [";
  llvm::interleaveComma(got, diag);
  return diag << "]";
}

/// `result` must be the tile of `shape` with the element type of `source`.
static LogicalResult verifyResultTile(Operation *op, TileType source,
                                      ArrayRef<int64_t> shape, Type result) {
  auto tile = dyn_cast<TileType>(result);
  if (!tile)
    return op->emitOpError("expected a tile as result, got ") << result;
  if (tile.getElementType() != source.getElementType())
    return op->emitOpError("expected result element type ")
           << source.getElementType() << ", got " << tile.getElementType();
  if (tile.getShape() != shape)
    return emitShapeMismatch(op, "result shape", shape, tile.getShape());
  return success();
}

static LogicalResult verifyListLength(Operation *op, StringRef name,
                                      ArrayRef<int64_t> list, int64_t length) {
  if (static_cast<int64_t>(list.size()) == length)
    return success();
  return op->emitOpError("expected ")
         << length << " " << name << ", one for each dimension, got "
         << list.size();
}

/// Each value at least `least`; names the first that is not.
static LogicalResult verifyAtLeast(Operation *op, StringRef name,
                                   ArrayRef<int64_t> list, int64_t least) {
  for (auto [d, value] : llvm::enumerate(list))
    if (value < least)
      return op->emitOpError("expected ")
             << name << " of at least " << least << ", got " << value
             << " in dimension " << d;
  return success();
}

/// Axes of a tile of rank `rank`, none named twice.
static FailureOr<llvm::SmallBitVector>
verifyAxes(Operation *op, ArrayRef<int64_t> axes, int64_t rank) {
  llvm::SmallBitVector named(rank);
  for (int64_t axis : axes) {
    if (axis < 0 || axis >= rank)
      return op->emitOpError("expected axes from 0 to ")
             << rank - 1 << ", got " << axis;
    if (named.test(axis))
      return op->emitOpError("expected each axis once, got ")
             << axis << " twice";
    named.set(axis);
  }
  return named;
}

//===----------------------------------------------------------------------===//
// reshape and broadcast with a shape, alloca with a size
//===----------------------------------------------------------------------===//

ParseResult tessera::cuda_tile::parseOlderShape(OpAsmParser &parser,
                                                NamedAttrList &attributes) {
  SmallVector<int64_t> shape;
  if (succeeded(parser.parseOptionalLSquare())) {
    auto parseExtent = [&] {
      return parser.parseInteger(shape.emplace_back());
    };
    if (failed(parser.parseOptionalRSquare()) &&
        (parser.parseCommaSeparatedList(parseExtent) || parser.parseRSquare()))
      return failure();
    attributes.set(olderShapeName,
                   parser.getBuilder().getDenseI64ArrayAttr(shape));
  }
  return parser.parseOptionalAttrDict(attributes);
}

void tessera::cuda_tile::printOlderShape(OpAsmPrinter &printer, Operation *op,
                                         DictionaryAttr) {
  auto shape = op->getAttrOfType<DenseI64ArrayAttr>(olderShapeName);
  if (shape) {
    printer << " [";
    llvm::interleaveComma(shape.asArrayRef(), printer);
    printer << ']';
  }
  printer.printOptionalAttrDict(op->getAttrs(),
                                shape ? ArrayRef<StringRef>(olderShapeName)
                                      : ArrayRef<StringRef>());
}

LogicalResult tessera::cuda_tile::verifyOlderShape(Operation *op) {
  Attribute attr = op->getAttr(olderShapeName);
  if (!attr)
    return success();
  auto shape = dyn_cast<DenseI64ArrayAttr>(attr);
  if (!shape)
    return op->emitOpError("expected a list of integers as shape, got ")
           << attr;
  auto result = cast<TileType>(op->getResult(0).getType());
  if (shape.asArrayRef() != result.getShape())
    return emitShapeMismatch(op, "the shape of the result", result.getShape(),
                             shape);
  return success();
}

ParseResult
tessera::cuda_tile::parseAlloca(OpAsmParser &parser, IntegerAttr &numElem,
                                IntegerAttr &alignment, UnitAttr &global,
                                NamedAttrList &attributes, Type &type) {
  Builder &builder = parser.getBuilder();
  bool isOlder = succeeded(parser.parseOptionalKeyword(olderSizeName));
  if (!isOlder && parser.parseKeyword("num_elem"))
    return failure();
  SMLoc loc;
  int64_t size, align;
  if (parser.parseEqual() || parser.getCurrentLocation(&loc) ||
      parser.parseInteger(size) || parser.parseComma() ||
      parser.parseKeyword("alignment") || parser.parseEqual() ||
      parser.parseInteger(align))
    return failure();
  if (!isOlder && succeeded(parser.parseOptionalKeyword("global")))
    global = builder.getUnitAttr();
  if (parser.parseOptionalAttrDict(attributes) || parser.parseColon() ||
      parseBareType(parser, type))
    return failure();
  alignment = builder.getI64IntegerAttr(align);
  if (isOlder) {
    attributes.set(olderSizeName, builder.getI64IntegerAttr(size));
    auto tile = dyn_cast<TileType>(type);
    auto pointer =
        tile ? dyn_cast<PointerType>(tile.getElementType()) : PointerType();
    // Another type is refused by the op's own constraint.
    int64_t bytes = pointer ? getElementByteSize(pointer.getPointeeType()) : 1;
    if (size < 0 || size % bytes != 0)
      return parser.emitError(loc, "expected a size in bytes that is a "
                                   "multiple of ")
             << bytes << ", got " << size;
    size /= bytes;
  }
  numElem = builder.getI64IntegerAttr(size);
  return success();
}

void tessera::cuda_tile::printAlloca(OpAsmPrinter &printer, Operation *op,
                                     IntegerAttr numElem, IntegerAttr alignment,
                                     UnitAttr global, DictionaryAttr,
                                     Type type) {
  auto size = op->getAttrOfType<IntegerAttr>(olderSizeName);
  if (size)
    printer << "size = " << size.getInt();
  else
    printer << "num_elem = " << numElem.getInt();
  printer << ", alignment = " << alignment.getInt();
  if (global)
    printer << " global";
  printer.printOptionalAttrDict(
      op->getAttrs(), {"num_elem", "alignment", "global",
                       size ? StringRef(olderSizeName) : StringRef("global")});
  printer << " : ";
  printBareType(printer, type);
}

//===----------------------------------------------------------------------===//
// view, slice
//===----------------------------------------------------------------------===//

/// Extents of a strided part; fails where the last element is outside.
static LogicalResult verifyInside(Operation *op, ArrayRef<int64_t> shape,
                                  ArrayRef<int64_t> starts,
                                  ArrayRef<int64_t> steps,
                                  ArrayRef<int64_t> counts) {
  for (auto [d, extent] : llvm::enumerate(shape)) {
    // Bounded first, so that the product cannot overflow.
    bool inside = starts[d] < extent && counts[d] <= extent &&
                  (counts[d] == 1 || steps[d] < extent) &&
                  starts[d] + (counts[d] - 1) * steps[d] < extent;
    if (!inside)
      return op->emitOpError("expected a part inside the source, got one that "
                             "leaves extent ")
             << extent << " of dimension " << d;
  }
  return success();
}

/// Whether the offsets of a view of memory can be one offset in bytes.
static bool isReachable(ArrayRef<int64_t> offsets, ArrayRef<int64_t> strides,
                        int64_t elementBytes) {
  int64_t sum = 0;
  for (auto [offset, stride] : llvm::zip(offsets, strides)) {
    int64_t distance;
    if (llvm::MulOverflow(offset, stride, distance) ||
        llvm::AddOverflow(sum, distance, sum))
      return false;
  }
  return !llvm::MulOverflow(sum, elementBytes, sum);
}

LogicalResult ViewOp::verify() {
  ArrayRef<int64_t> offsets = getOffsets(), strides = getStrides(),
                    sizes = getSizes();
  TileType source = cast<TileType>(getSource().getType());
  auto pointer = dyn_cast<PointerType>(source.getElementType());
  bool ofMemory = isa<TensorViewType>(getResult().getType());
  int64_t rank =
      ofMemory ? static_cast<int64_t>(sizes.size()) : source.getRank();
  if (failed(verifyListLength(*this, "offsets", offsets, rank)) ||
      failed(verifyListLength(*this, "strides", strides, rank)) ||
      failed(verifyListLength(*this, "sizes", sizes, rank)) ||
      failed(verifyAtLeast(*this, "offsets", offsets, 0)) ||
      failed(verifyAtLeast(*this, "strides", strides, 1)) ||
      failed(verifyAtLeast(*this, "sizes", sizes, 1)))
    return failure();
  if (!ofMemory) {
    if (failed(verifyInside(*this, source.getShape(), offsets, strides, sizes)))
      return failure();
    return verifyResultTile(*this, source, sizes, getResult().getType());
  }
  auto view = cast<TensorViewType>(getResult().getType());
  if (!pointer || !source.isScalar())
    return emitOpError("expected a 0-d pointer as source of a view of memory, "
                       "got ")
           << source;
  if (view.getElementType() != pointer.getPointeeType())
    return emitOpError("expected a tensor view of ")
           << pointer.getPointeeType() << ", got one of "
           << view.getElementType();
  if (view.getShape() != sizes)
    return emitShapeMismatch(*this, "a tensor view of extents", sizes,
                             view.getShape());
  if (view.getStrides() != strides)
    return emitShapeMismatch(*this, "a tensor view of strides", strides,
                             view.getStrides());
  if (!isReachable(offsets, strides,
                   getElementByteSize(pointer.getPointeeType())))
    return emitOpError("expected offsets that lead to a 64-bit distance in "
                       "bytes, got more");
  return success();
}

LogicalResult SliceOp::verify() {
  ArrayRef<int64_t> starts = getStarts(), ends = getEnds(), steps = getSteps();
  TileType source = getSource().getType();
  if (failed(verifyListLength(*this, "starts", starts, source.getRank())) ||
      failed(verifyListLength(*this, "ends", ends, source.getRank())) ||
      failed(verifyListLength(*this, "steps", steps, source.getRank())) ||
      failed(verifyAtLeast(*this, "starts", starts, 0)) ||
      failed(verifyAtLeast(*this, "steps", steps, 1)))
    return failure();
  SmallVector<int64_t> shape;
  for (auto [d, extent] : llvm::enumerate(source.getShape())) {
    if (ends[d] > extent || ends[d] <= starts[d])
      return emitOpError("expected an end from ")
             << starts[d] + 1 << " to " << extent << " in dimension " << d
             << ", got " << ends[d];
    shape.push_back((ends[d] - starts[d] - 1) / steps[d] + 1);
  }
  return verifyResultTile(*this, source, shape, getResult().getType());
}

//===----------------------------------------------------------------------===//
// expand_dims, squeeze, transpose
//===----------------------------------------------------------------------===//

LogicalResult ExpandDimsOp::verify() {
  TileType source = getSource().getType();
  int64_t rank = source.getRank() + static_cast<int64_t>(getAxes().size());
  FailureOr<llvm::SmallBitVector> axes = verifyAxes(*this, getAxes(), rank);
  if (failed(axes))
    return failure();
  SmallVector<int64_t> shape;
  ArrayRef<int64_t> rest = source.getShape();
  for (int64_t d = 0; d < rank; ++d) {
    shape.push_back(axes->test(d) ? 1 : rest.front());
    rest = rest.drop_front(axes->test(d) ? 0 : 1);
  }
  return verifyResultTile(*this, source, shape, getResult().getType());
}

LogicalResult SqueezeOp::verify() {
  TileType source = getSource().getType();
  FailureOr<llvm::SmallBitVector> axes =
      verifyAxes(*this, getAxes(), source.getRank());
  if (failed(axes))
    return failure();
  SmallVector<int64_t> shape;
  for (auto [d, extent] : llvm::enumerate(source.getShape())) {
    if (!axes->test(d))
      shape.push_back(extent);
    else if (extent != 1)
      return emitOpError("expected axes of extent 1, got extent ")
             << extent << " for axis " << d;
  }
  return verifyResultTile(*this, source, shape, getResult().getType());
}

LogicalResult TransposeOp::verify() {
  TileType source = getSource().getType();
  ArrayRef<int64_t> permutation = getPermutation();
  if (failed(verifyListLength(*this, "axes", permutation, source.getRank())) ||
      failed(verifyAxes(*this, permutation, source.getRank())))
    return failure();
  SmallVector<int64_t> shape;
  for (int64_t d : permutation)
    shape.push_back(source.getShape()[d]);
  return verifyResultTile(*this, source, shape, getResult().getType());
}

//===----------------------------------------------------------------------===//
// concatenate, split
//===----------------------------------------------------------------------===//

LogicalResult ConcatenateOp::verify() {
  if (getTiles().empty())
    return emitOpError("expected at least one tile, got none");
  TileType first = cast<TileType>(getTiles().front().getType());
  int64_t axis = getAxisAttr().getInt();
  if (axis < 0 || axis >= first.getRank())
    return emitOpError("expected an axis from 0 to ")
           << first.getRank() - 1 << ", got " << axis;
  SmallVector<int64_t> shape(first.getShape());
  shape[axis] = 0;
  for (Type type : getTiles().getTypes()) {
    auto tile = cast<TileType>(type);
    SmallVector<int64_t> expected(first.getShape());
    if (tile.getRank() == first.getRank())
      expected[axis] = tile.getShape()[axis];
    if (failed(verifyResultTile(*this, first, expected, tile)))
      return failure();
    shape[axis] += tile.getShape()[axis];
  }
  return verifyResultTile(*this, first, shape, getResult().getType());
}

LogicalResult SplitOp::verify() {
  TileType source = getSource().getType();
  int64_t axis = getAxisAttr().getInt(), parts = getNumSplitsAttr().getInt();
  if (axis < 0 || axis >= source.getRank())
    return emitOpError("expected an axis from 0 to ")
           << source.getRank() - 1 << ", got " << axis;
  int64_t extent = source.getShape()[axis];
  if (parts < 1 || extent % parts != 0)
    return emitOpError("expected num_splits to divide extent ")
           << extent << ", got " << parts;
  if (parts != static_cast<int64_t>(getNumResults()))
    return emitOpError("expected ")
           << parts << " results, got " << getNumResults();
  SmallVector<int64_t> shape(source.getShape());
  shape[axis] /= parts;
  for (Type type : getResultTypes())
    if (failed(verifyResultTile(*this, source, shape, type)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// print
//===----------------------------------------------------------------------===//

SmallVector<PrintConversion>
tessera::cuda_tile::findPrintConversions(StringRef format) {
  SmallVector<PrintConversion> found;
  for (size_t at = format.find('%'); at != StringRef::npos;
       at = format.find('%', at + 1)) {
    StringRef rest = format.drop_front(at + 1);
    if (rest.starts_with("%")) {
      ++at;
      continue;
    }
    // A blank is text behind a bare `%`, not the flag that C has.
    rest = rest.ltrim("-+#0123456789.lhzjtL*");
    bool named = !rest.empty() &&
                 StringRef("diuoxXeEfFgGaAcsSpn").contains(rest.front());
    found.push_back({at, !named});
  }
  return found;
}

ParseResult PrintOp::parse(OpAsmParser &parser, OperationState &result) {
  std::string text;
  SmallVector<OpAsmParser::UnresolvedOperand> values;
  SmallVector<Type> types;
  bool hasText = succeeded(parser.parseOptionalString(&text));
  if (hasText)
    result.addAttribute("str", parser.getBuilder().getStringAttr(text));
  if (!hasText || succeeded(parser.parseOptionalComma()))
    if (parser.parseOperandList(values))
      return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDict(result.attributes))
    return failure();
  if (!values.empty() &&
      (parser.parseColon() || parseCudaTileTypes(parser, types)))
    return failure();
  return parser.resolveOperands(values, types, loc, result.operands);
}

void PrintOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  if (getStrAttr()) {
    printer << getStrAttr();
    if (!getArgs().empty())
      printer << ", ";
  }
  printer << getArgs();
  printer.printOptionalAttrDict((*this)->getAttrs(), {"str"});
  if (getArgs().empty())
    return;
  printer << " : ";
  printCudaTileTypes(printer, *this, getArgs().getTypes());
}

LogicalResult PrintOp::verify() {
  if (!getStrAttr()) {
    if (getArgs().empty())
      return emitOpError("expected a format or values, got neither");
    return success();
  }
  size_t conversions = findPrintConversions(*getStr()).size();
  if (conversions != getArgs().size())
    return emitOpError("expected ")
           << conversions << " values for the format, got " << getArgs().size();
  return success();
}
