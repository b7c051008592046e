//===- CudaTile/Transforms/ExtensionValues.cpp - values in other words -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The older spellings that only compute: renamed arithmetic, and shapes. Where
// the core language has only aligned parts and pairwise joins, a result is put
// together from the largest parts that are aligned.
//
//===----------------------------------------------------------------------===//

#include "ExtensionRewriter.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera::cuda_tile;

//===----------------------------------------------------------------------===//
// Builders
//===----------------------------------------------------------------------===//

Value tessera::cuda_tile::createSplat(ImplicitLocOpBuilder &builder,
                                      TileType type, int64_t value) {
  Type element = type.getElementType();
  Attribute attr;
  if (auto integer = dyn_cast<IntegerType>(element))
    attr = IntegerAttr::get(element,
                            APInt(integer.getWidth(), value, /*isSigned=*/true,
                                  /*implicitTrunc=*/true));
  else
    attr = FloatAttr::get(element, static_cast<double>(value));
  return ConstantOp::create(builder, type, DenseElementsAttr::get(type, attr));
}

Value tessera::cuda_tile::createReshape(ImplicitLocOpBuilder &builder,
                                        Value value, ArrayRef<int64_t> shape) {
  auto type = cast<TileType>(value.getType());
  if (type.getShape() == shape)
    return value;
  return ReshapeOp::create(builder, TileType::get(shape, type.getElementType()),
                           value);
}

/// Part number `index` of extent `size` along `dim`.
static Value createPart(ImplicitLocOpBuilder &builder, Value value, int64_t dim,
                        int64_t size, int64_t index) {
  auto type = cast<TileType>(value.getType());
  if (type.getShape()[dim] == size)
    return value;
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = size;
  auto scalar = TileType::get({}, builder.getI32Type());
  Value zero = createSplat(builder, scalar, 0);
  SmallVector<Value> indices(shape.size(), zero);
  if (index != 0)
    indices[dim] = createSplat(builder, scalar, index);
  return ExtractOp::create(builder, TileType::get(shape, type.getElementType()),
                           value, indices);
}

//===----------------------------------------------------------------------===//
// Gathering along one dimension
//===----------------------------------------------------------------------===//

namespace {
/// Where one position of the result comes from.
struct Place {
  Value tile;
  int64_t index;
};
} // namespace

/// The distance of consecutive places in one tile; 0 if there is none.
static int64_t getCommonStep(ArrayRef<Place> places) {
  if (places.size() == 1)
    return 1;
  int64_t step = places[1].index - places[0].index;
  for (size_t i = 1; i < places.size(); ++i)
    if (places[i].tile != places[0].tile ||
        places[i].index - places[i - 1].index != step)
      return 0;
  return step > 0 ? step : 0;
}

/// The places as one aligned part, or as every step-th of one; null if they
/// are neither.
static Value createAligned(ImplicitLocOpBuilder &builder, int64_t dim,
                           ArrayRef<Place> places) {
  int64_t step = getCommonStep(places);
  int64_t count = places.size(), first = places[0].index;
  if (step == 0 || !llvm::isPowerOf2_64(step))
    return {};
  int64_t phase = first % step, block = count * step;
  Value tile = places[0].tile;
  int64_t extent = cast<TileType>(tile.getType()).getShape()[dim];
  if (block > extent || (first - phase) % block != 0)
    return {};
  Value part = createPart(builder, tile, dim, block, (first - phase) / block);
  if (step == 1)
    return part;
  SmallVector<int64_t> shape(cast<TileType>(part.getType()).getShape());
  shape[dim] = count;
  SmallVector<int64_t> twoDims(shape);
  twoDims.insert(twoDims.begin() + dim + 1, step);
  Value rows = createReshape(builder, part, twoDims);
  return createReshape(builder, createPart(builder, rows, dim + 1, 1, phase),
                       shape);
}

/// The tile whose positions along `dim` are `places`, a power of two of them.
static Value gather(ImplicitLocOpBuilder &builder, int64_t dim,
                    ArrayRef<Place> places) {
  if (Value aligned = createAligned(builder, dim, places))
    return aligned;
  size_t half = places.size() / 2;
  Value lhs = gather(builder, dim, places.take_front(half));
  Value rhs = gather(builder, dim, places.drop_front(half));
  auto type = cast<TileType>(lhs.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] *= 2;
  return CatOp::create(builder, TileType::get(shape, type.getElementType()),
                       lhs, rhs, dim);
}

/// `count[d]` positions from `start[d]` on, `step[d]` apart.
static Value createStridedPart(ImplicitLocOpBuilder &builder, Value value,
                               ArrayRef<int64_t> start, ArrayRef<int64_t> step,
                               ArrayRef<int64_t> count) {
  for (size_t d = 0; d < start.size(); ++d) {
    SmallVector<Place> places;
    for (int64_t i = 0; i < count[d]; ++i)
      places.push_back({value, start[d] + i * step[d]});
    value = gather(builder, d, places);
  }
  return value;
}

static Value createConcatenation(ImplicitLocOpBuilder &builder,
                                 ConcatenateOp op) {
  int64_t axis = op.getAxisAttr().getInt();
  SmallVector<Place> places;
  for (Value tile : op.getTiles())
    for (int64_t i = 0,
                 extent = cast<TileType>(tile.getType()).getShape()[axis];
         i < extent; ++i)
      places.push_back({tile, i});
  return gather(builder, axis, places);
}

/// A view of memory: the offsets go into the base.
static Value createMemoryView(ImplicitLocOpBuilder &builder, ViewOp op) {
  int64_t elements = 0;
  for (auto [offset, stride] : llvm::zip(op.getOffsets(), op.getStrides()))
    elements += offset * stride;
  Value base = op.getSource();
  if (elements != 0) {
    Value offset =
        createSplat(builder, TileType::get({}, builder.getI64Type()), elements);
    base = OffsetOp::create(builder, base, offset);
  }
  return MakeTensorViewOp::create(builder, op.getResult().getType(), base,
                                  ValueRange(), ValueRange());
}

//===----------------------------------------------------------------------===//
// print
//===----------------------------------------------------------------------===//

static StringRef getConversionFor(Type type) {
  Type element = cast<TileType>(type).getElementType();
  if (isPointerElement(element))
    return "p";
  if (isFloatElement(element))
    return "f";
  return element.getIntOrFloatBitWidth() > 32 ? "lld" : "d";
}

std::string tessera::cuda_tile::makePrintFormat(PrintOp op) {
  std::string text;
  if (!op.getStrAttr()) {
    for (Type type : op.getArgs().getTypes()) {
      text += text.empty() ? "%" : " %";
      text += getConversionFor(type);
    }
    return text + "\n";
  }
  StringRef format = *op.getStr();
  size_t done = 0;
  for (auto [conversion, type] :
       llvm::zip(findPrintConversions(format), op.getArgs().getTypes())) {
    if (!conversion.bare)
      continue;
    text += format.slice(done, conversion.position + 1);
    text += getConversionFor(type);
    done = conversion.position + 1;
  }
  return text + format.substr(done).str();
}

//===----------------------------------------------------------------------===//
// The step
//===----------------------------------------------------------------------===//

/// Keeps the text of a comment where debug information shows it.
static void keepAsName(CommentOp op) {
  Operation *next = op->getNextNode();
  next->setLoc(NameLoc::get(op.getTextAttr(), next->getLoc()));
}

static SmallVector<Value> createSplit(ImplicitLocOpBuilder &builder,
                                      SplitOp op) {
  int64_t axis = op.getAxisAttr().getInt(),
          parts = op.getNumSplitsAttr().getInt();
  int64_t size = op.getSource().getType().getShape()[axis] / parts;
  SmallVector<Value> values;
  for (int64_t i = 0; i < parts; ++i)
    values.push_back(createPart(builder, op.getSource(), axis, size, i));
  return values;
}

static Value createPermute(ImplicitLocOpBuilder &builder, TransposeOp op) {
  // `permute` starts at rank 2; below, there is one permutation.
  if (op.getSource().getType().getRank() < 2)
    return op.getSource();
  SmallVector<int32_t> permutation(op.getPermutation());
  return PermuteOp::create(builder, op.getResult().getType(), op.getSource(),
                           permutation);
}

static Value createValue(ImplicitLocOpBuilder &b, Operation *op) {
  return TypeSwitch<Operation *, Value>(op)
      .Case<FmaFOp>([&](auto o) {
        return FmaOp::create(b, o.getA(), o.getB(), o.getC(),
                             RoundingMode::NearestEven);
      })
      .Case<SqrtFOp>([&](auto o) {
        return SqrtOp::create(b, o.getSource(), RoundingMode::NearestEven);
      })
      .Case<ExpFOp>([&](auto o) { return ExpOp::create(b, o.getSource()); })
      .Case<LogFOp>([&](auto o) { return LogOp::create(b, o.getSource()); })
      .Case<AndOp>(
          [&](auto o) { return AndIOp::create(b, o.getLhs(), o.getRhs()); })
      .Case<OrOp>(
          [&](auto o) { return OrIOp::create(b, o.getLhs(), o.getRhs()); })
      .Case<XOrOp>(
          [&](auto o) { return XOrIOp::create(b, o.getLhs(), o.getRhs()); })
      .Case<NotOp>([&](auto o) {
        Value ones = createSplat(b, o.getSource().getType(), -1);
        return XOrIOp::create(b, o.getSource(), ones);
      })
      .Case<ShLOp>(
          [&](auto o) { return ShLIOp::create(b, o.getLhs(), o.getRhs()); })
      .Case<ShROp>([&](auto o) {
        return ShRIOp::create(b, o.getValue(), o.getAmount(),
                              o.getSignedness());
      })
      .Case<ViewOp>([&](auto o) {
        if (isViewType(o.getResult().getType()))
          return createMemoryView(b, o);
        return createStridedPart(b, o.getSource(), o.getOffsets(),
                                 o.getStrides(), o.getSizes());
      })
      .Case<SliceOp>([&](auto o) {
        return createStridedPart(b, o.getSource(), o.getStarts(), o.getSteps(),
                                 o.getResult().getType().getShape());
      })
      .Case<ExpandDimsOp, SqueezeOp>([&](auto o) {
        return createReshape(b, o.getSource(),
                             o.getResult().getType().getShape());
      })
      .Case<TransposeOp>([&](auto o) { return createPermute(b, o); })
      .Case<ConcatenateOp>([&](auto o) { return createConcatenation(b, o); });
}

void ExtensionRewriter::rewriteValue(Operation *op) {
  ImplicitLocOpBuilder builder(op->getLoc(), op);
  // The shape is the result's: the verifier has compared them.
  if (isa<ReshapeOp, BroadcastOp>(op)) {
    op->removeAttr(olderShapeName);
    return;
  }
  if (auto comment = dyn_cast<CommentOp>(op)) {
    keepAsName(comment);
    return replace(op, {});
  }
  if (auto split = dyn_cast<SplitOp>(op))
    return replace(op, createSplit(builder, split));
  replace(op, createValue(builder, op));
}
