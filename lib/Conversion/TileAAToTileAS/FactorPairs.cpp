//===- TileAAToTileAS/FactorPairs.cpp - factors of 4 bits as bytes -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A view of elements that lie in pairs is a view of bytes with half the extent
// along the pairs and half of all other strides. Rows of elements may begin in
// the middle of a byte, which such a view cannot say: strides must be known to
// be even. The extent along the pairs is even by the rules of the language.
//
//===----------------------------------------------------------------------===//

#include "FactorPairs.h"
#include "Tiles.h"

#include "tessera/Dialect/TileAA/Analysis/AccessFacts.h"
#include "tessera/Dialect/TileAA/Analysis/TileFact.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace tessera::gpu {

/// `shape` with half of extent `dim`.
static SmallVector<int64_t> halved(ArrayRef<int64_t> shape, unsigned dim) {
  SmallVector<int64_t> half(shape);
  half[dim] /= 2;
  return half;
}

//===----------------------------------------------------------------------===//
// Which factors
//===----------------------------------------------------------------------===//

/// The index of the operand of a view or permutation along which pairs lie that
/// lie along `dim` of its result; nothing if other elements are neighbours.
static std::optional<unsigned> pairsBefore(Operation *op, unsigned dim) {
  if (auto permute = dyn_cast<tileaa::PermuteOp>(op))
    return permute.getPermutation()[dim];
  if (!isa<tileaa::ViewOp>(op) ||
      !isa<RankedTensorType>(op->getOperand(0).getType()))
    return std::nullopt;
  // Elements keep their row-major numbers: pairs are as far apart.
  ArrayRef<int64_t> to = shapeOf(op->getResult(0)),
                    from = shapeOf(op->getOperand(0));
  const int64_t distance = llvm::product_of(to.drop_front(dim + 1));
  int64_t here = 1;
  for (unsigned d = from.size(); d-- > 0; here *= from[d])
    if (here == distance && from[d] > 1)
      return d;
  return std::nullopt;
}

/// Why a load of elements cannot be one of bytes, in pairs along `dim`; empty
/// if it can.
static StringRef whyNotLoaded(tileaa::TiledLoadOp load, unsigned dim,
                              const tileaa::AccessFactAnalysis &facts) {
  auto make = load.getView().getDefiningOp<tileaa::MakeTiledViewOp>();
  auto object = make ? make.getSource().getDefiningOp<tileaa::MakeMemrefOp>()
                     : tileaa::MakeMemrefOp();
  auto view = cast<tileaa::TiledViewType>(load.getView().getType());
  // Halving shifts by one, which a number of one bit has no room for.
  if (!object || llvm::any_of(object->getOperandTypes(),
                              [](Type type) { return type.isInteger(1); }))
    return "the view it is loaded through is not made in the kernel";
  if (load.getMemSemantic() != cuda_tile::MemoryOrderingSemantics::Weak)
    return "its load is not weak";
  if (cuda_tile::PaddingValueAttr padding = view.getPadding();
      padding && padding.getValue() != cuda_tile::PaddingValue::Zero)
    return "its view pads with something other than zero";
  tileaa::MemoryViewType memory = view.getMemoryView();
  const unsigned fast = view.getDimMap()[dim];
  if (memory.getStrides()[fast] != 1)
    return "its neighbours in memory are not neighbours along the depth; store "
           "that array transposed";
  if (!ShapedType::isDynamic(memory.getShape()[fast]) &&
      memory.getShape()[fast] % 2 != 0)
    return "its rows have an odd number of elements";
  if (view.isStrided() && view.getTraversalStrides()[dim] % 2 != 0)
    return "its tiles begin at odd elements";
  tileaa::TileFact fact = facts.getFact(object.getResult());
  for (unsigned d = 0; d < memory.getRank(); ++d)
    if (d != fast &&
        (!fact.isView() || fact.dims[d].strideDivisibility % 2 != 0))
      return "its strides are not known to be even; promise it by "
             "assume div_by";
  // Its last element would be half a byte.
  if (fact.dims[fast].extentDivisibility % 2 != 0)
    return "its rows are not known to have an even number of elements; promise "
           "it by assume div_by";
  return "";
}

/// Whether nothing but products with scales uses `tile`, whose depth is `dim`.
static bool isFactorOnly(Value tile, unsigned dim) {
  return llvm::all_of(tile.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (auto dot = dyn_cast<tileaa::DotOp>(user)) {
      const unsigned rank = shapeOf(tile).size();
      return dot.getLhsScale() &&
             ((tile == dot.getLhs() && dim == rank - 1) ||
              (tile == dot.getRhs() && dim == rank - 2)) &&
             dot.getLhs() != dot.getRhs();
    }
    if (!isa<tileaa::PermuteOp, tileaa::ViewOp>(user) ||
        !isa<RankedTensorType>(user->getResult(0).getType()))
      return false;
    Value result = user->getResult(0);
    for (unsigned d = 0; d < shapeOf(result).size(); ++d)
      if (pairsBefore(user, d) == dim && shapeOf(result)[d] > 1)
        return isFactorOnly(result, d);
    return false;
  });
}

/// Why `tile` is not bytes in pairs along `dim`; empty if it is.
static StringRef whyNotPairs(Value tile, unsigned dim,
                             const tileaa::AccessFactAnalysis &facts) {
  Operation *op = tile.getDefiningOp();
  if (op && isa<tileaa::UnpackOp>(op))
    return "";
  if (auto load = dyn_cast_or_null<tileaa::TiledLoadOp>(op))
    return isFactorOnly(tile, dim) ? whyNotLoaded(load, dim, facts)
                                   : "its elements are used elsewhere too";
  std::optional<unsigned> before = op ? pairsBefore(op, dim) : std::nullopt;
  return before ? whyNotPairs(op->getOperand(0), *before, facts)
                : "its elements are not loaded through a view or unpacked";
}

FactorPairs::FactorPairs(tileaa::FuncOp function) {
  SmallVector<tileaa::DotOp> candidates;
  function.walk([&](tileaa::DotOp dot) {
    if (dot.getLhsScale() &&
        isa<Float4E2M1FNType>(getElementTypeOrSelf(dot.getLhs().getType())))
      candidates.push_back(dot);
  });
  if (candidates.empty())
    return;
  tileaa::AccessFactAnalysis facts(function);
  for (tileaa::DotOp dot : candidates) {
    const unsigned rank = shapeOf(dot.getLhs()).size();
    StringRef reason = whyNotPairs(dot.getLhs(), rank - 1, facts);
    if (reason.empty())
      reason = whyNotPairs(dot.getRhs(), rank - 2, facts);
    reasons[dot] = reason;
  }
}

//===----------------------------------------------------------------------===//
// As bytes
//===----------------------------------------------------------------------===//

/// The view of bytes that are the elements of `view`, in pairs along `dim`.
static Value viewOfBytes(tileaa::MakeTiledViewOp view, unsigned dim) {
  auto object = view.getSource().getDefiningOp<tileaa::MakeMemrefOp>();
  tileaa::TiledViewType type = view.getResult().getType();
  tileaa::MemoryViewType memory = type.getMemoryView();
  const unsigned fast = type.getDimMap()[dim];
  OpBuilder b(object->getContext());
  b.setInsertionPointAfter(object);
  Location loc = object.getLoc();
  auto half = [&](Value number) -> Value {
    return arith::ShRUIOp::create(
        b, loc, number,
        arith::ConstantOp::create(b, loc,
                                  b.getIntegerAttr(number.getType(), 1)));
  };
  SmallVector<int64_t> extents(memory.getShape()), strides(memory.getStrides());
  SmallVector<Value> sizes(object.getDynamicSizes()), steps;
  auto nextStep = object.getDynamicStrides().begin();
  for (unsigned d = 0; d < memory.getRank(); ++d) {
    if (d == fast && ShapedType::isDynamic(extents[d])) {
      Value &size = sizes[llvm::count_if(memory.getShape().take_front(d),
                                         ShapedType::isDynamic)];
      size = half(size);
    } else if (d == fast) {
      extents[d] /= 2;
    } else if (ShapedType::isDynamic(strides[d])) {
      steps.push_back(half(*nextStep++));
    } else {
      strides[d] /= 2;
    }
  }
  Type i8 = b.getI8Type();
  Value base = tileaa::BitcastOp::create(b, loc, tileaa::PointerType::get(i8),
                                         object.getBase());
  auto bytes = tileaa::MemoryViewType::get(extents, i8, strides);
  Value of = tileaa::MakeMemrefOp::create(b, loc, bytes, base, sizes, steps);
  SmallVector<int32_t> traversal(type.getTraversalStrides());
  if (!traversal.empty())
    traversal[dim] /= 2;
  b.setInsertionPointAfter(view);
  return tileaa::MakeTiledViewOp::create(
      b, view.getLoc(),
      tileaa::TiledViewType::get(halved(type.getTileShape(), dim), bytes,
                                 type.getPadding(), type.getDimMap(),
                                 traversal),
      of, view.getHalvedDimAttr());
}

/// `tile` in another shape: one view of what it is a view of.
static Value viewed(OpBuilder &b, Location loc, ArrayRef<int64_t> shape,
                    Value tile) {
  auto type =
      RankedTensorType::get(shape, getElementTypeOrSelf(tile.getType()));
  auto inner = tile.getDefiningOp<tileaa::ViewOp>();
  if (inner && isa<RankedTensorType>(inner.getSource().getType()))
    tile = inner.getSource();
  return tile.getType() == type
             ? tile
             : tileaa::ViewOp::create(b, loc, type, tile).getResult();
}

/// `tile` with its dimensions in another order: one permutation of what it is a
/// permutation of.
static Value permuted(OpBuilder &b, Location loc, ArrayRef<int32_t> order,
                      Value tile) {
  SmallVector<int32_t> composed(order);
  if (auto inner = tile.getDefiningOp<tileaa::PermuteOp>()) {
    for (int32_t &dim : composed)
      dim = inner.getPermutation()[dim];
    tile = inner.getSource();
  }
  if (llvm::equal(composed, llvm::seq<int32_t>(0, composed.size())))
    return tile;
  SmallVector<int64_t> shape;
  for (int32_t dim : composed)
    shape.push_back(shapeOf(tile)[dim]);
  return tileaa::PermuteOp::create(
      b, loc,
      RankedTensorType::get(shape, getElementTypeOrSelf(tile.getType())), tile,
      b.getDenseI32ArrayAttr(composed));
}

/// The elements of type `element` of `bytes`, in pairs along `dim`.
static Value unpacked(OpBuilder &b, Location loc, Value bytes, unsigned dim,
                      Type element) {
  // Pairs are along the last index of what is unpacked.
  const unsigned last = shapeOf(bytes).size() - 1;
  auto order =
      llvm::to_vector(llvm::seq<int32_t>(0, static_cast<int32_t>(last + 1)));
  std::swap(order[dim], order[last]);
  bytes = permuted(b, loc, order, bytes);
  SmallVector<int64_t> shape(shapeOf(bytes));
  shape[last] *= 2;
  const int64_t count = llvm::product_of(shape);
  Value elements =
      tileaa::UnpackOp::create(b, loc, RankedTensorType::get({count}, element),
                               viewed(b, loc, {count / 2}, bytes));
  return permuted(b, loc, order, viewed(b, loc, shape, elements));
}

/// The bytes of `load`. Another product that needs its elements finds them as
/// unpacked from these bytes, and so takes the bytes as well.
static Value loadBytes(tileaa::TiledLoadOp load, unsigned dim) {
  OpBuilder b(load);
  Value view =
      viewOfBytes(load.getView().getDefiningOp<tileaa::MakeTiledViewOp>(), dim);
  auto bytes = tileaa::TiledLoadOp::create(
      b, load.getLoc(),
      TypeRange{cast<tileaa::TiledViewType>(view.getType()).getTileType(),
                load.getResultToken().getType()},
      load.getMemSemanticAttr(), load.getMemScopeAttr(), view,
      load.getIndices(), load.getToken(), load.getInBoundsAttr(),
      load.getOptimizationHintsAttr());
  load.getResultToken().replaceAllUsesWith(bytes.getResultToken());
  load.getResult().replaceAllUsesWith(
      unpacked(b, load.getLoc(), bytes.getResult(), dim,
               getElementTypeOrSelf(load.getResult().getType())));
  load.erase();
  return bytes.getResult();
}

Value buildFactorPairs(Value factor, unsigned dim) {
  Operation *op = factor.getDefiningOp();
  if (auto load = dyn_cast<tileaa::TiledLoadOp>(op))
    return loadBytes(load, dim);
  if (auto unpack = dyn_cast<tileaa::UnpackOp>(op))
    return unpack.getSource();
  const SmallVector<int64_t> half = halved(shapeOf(factor), dim);
  Value source = buildFactorPairs(op->getOperand(0), *pairsBefore(op, dim));
  OpBuilder b(op);
  if (auto permute = dyn_cast<tileaa::PermuteOp>(op))
    return permuted(b, op->getLoc(), permute.getPermutation(), source);
  return viewed(b, op->getLoc(), half, source);
}

Value buildUnpackedFactor(Value factor, unsigned dim) {
  const Location loc = factor.getLoc();
  Type element = getElementTypeOrSelf(factor.getType());
  Value bytes = buildFactorPairs(factor, dim);
  OpBuilder b(bytes.getContext());
  b.setInsertionPointAfterValue(bytes);
  return unpacked(b, loc, bytes, dim, element);
}

void eraseElements(Value factor) {
  Operation *op = factor.getDefiningOp();
  while (op && isOpTriviallyDead(op) &&
         isa<RankedTensorType>(op->getResult(0).getType())) {
    Operation *source = op->getOperand(0).getDefiningOp();
    op->erase();
    op = source;
  }
}

} // namespace tessera::gpu
