//===- TileAAToVector/Access/ViewAccess.cpp - accesses through tiled views -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Positions of a tile view (ops.md 8.2). Everything but the lanes is uniform
// arithmetic in the loop it belongs to: row addresses in the row loop, nothing
// but the counter in the innermost one. Bounds are checked once per tile, or,
// in a partial tile, per dimension with the lanes as a prefix mask.
//
//===----------------------------------------------------------------------===//

#include "Access.h"

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using tessera::cuda_tile::PaddingValue;

namespace tessera::cpu {

ViewOperands viewOperands(Operation *op) {
  auto make = [](auto access) {
    return ViewOperands{access.getView(), access.getIndices(),
                        access.getInBounds().value_or(ArrayRef<bool>()),
                        access.getView().getType()};
  };
  return llvm::TypeSwitch<Operation *, ViewOperands>(op)
      .Case<tileaa::TiledLoadOp, tileaa::TiledStoreOp, tileaa::GatherLoadOp,
            tileaa::ScatterStoreOp, tileaa::TiledAtomicRMWOp>(make);
}

namespace {
/// One tile dimension of an access.
struct ViewDim {
  unsigned memoryDim;
  bool sparse;
  bool inBounds;
  /// Coordinate of the tile's first position (not for sparse dimensions).
  Value start;
};
} // namespace

static ViewDim viewDim(Emitter &e, const ViewOperands &view, unsigned d) {
  ViewDim dim;
  dim.memoryDim = view.type.getDimMap()[d];
  dim.sparse = view.type.getSparseDim() == static_cast<int32_t>(d);
  dim.inBounds = !view.inBounds.empty() && view.inBounds[d];
  if (dim.sparse)
    return dim;
  Value index = e.extend(e.scalar(view.indices[d]), /*isSigned=*/false);
  dim.start = view.type.isGatherScatter()
                  ? index
                  : e.mul(index, e.i64(view.type.getStep(d)));
  return dim;
}

bool neverPartial(const ViewOperands &view, const MemoryObject &object,
                  unsigned d) {
  const Extent &size = object.sizes[view.type.getDimMap()[d]];
  if (!size.constant || view.type.isGatherScatter())
    return false;
  int64_t step = view.type.getStep(d);
  int64_t last = (*size.constant - 1) / step * step;
  return last + view.type.getTileShape()[d] <= *size.constant;
}

Value extentInside(Emitter &e, const ViewOperands &view, unsigned d) {
  const MemoryObject &object = e.memoryObject(e.memrefOf(view.view));
  ViewDim dim = viewDim(e, view, d);
  Value left = e.b.createOrFold<arith::SubIOp>(
      e.loc(), object.sizes[dim.memoryDim].value, dim.start);
  return arith::MaxSIOp::create(e.b, e.loc(), left, e.i64(0));
}

/// Conditions under which the rows of a tile of 4-bit elements begin with a
/// byte; nothing if they cannot.
static std::optional<SmallVector<Value>>
wholeByteConditions(Emitter &e, const ViewOperands &view,
                    const MemoryObject &object) {
  OpBuilder &b = e.b;
  SmallVector<Value> conditions;
  auto isEven = [&](Value number) {
    Value odd = b.createOrFold<arith::AndIOp>(e.loc(), number, e.i64(1));
    conditions.push_back(b.createOrFold<arith::CmpIOp>(
        e.loc(), arith::CmpIPredicate::eq, odd, e.i64(0)));
  };
  for (unsigned d = 0; d < view.indices.size(); ++d) {
    ViewDim dim = viewDim(e, view, d);
    const Extent &stride = object.strides[dim.memoryDim];
    if (!stride.constant)
      isEven(stride.value);
    else if (*stride.constant % 2 == 0)
      continue;
    else if (*stride.constant != 1 || dim.sparse)
      return std::nullopt;
    else if (view.type.isGatherScatter())
      isEven(dim.start);
    else if (view.type.getStep(d) % 2 != 0)
      return std::nullopt;
  }
  return conditions;
}

void addViewFact(Emitter &e, AccessFacts &facts, Operation *op) {
  ViewOperands view = viewOperands(op);
  const MemoryObject &object = e.memoryObject(e.memrefOf(view.view));
  AccessFact fact;
  fact.contiguous = true;
  fact.full = true;
  for (unsigned d = 0; d < view.indices.size(); ++d) {
    ViewDim dim = viewDim(e, view, d);
    if (dim.inBounds || dim.sparse || neverPartial(view, object, d))
      continue;
    Value end = e.add(dim.start, e.i64(view.type.getTileShape()[d]));
    facts.anyFull = true;
    facts.full.push_back(
        e.b.createOrFold<arith::CmpIOp>(e.loc(), arith::CmpIPredicate::sle, end,
                                        object.sizes[dim.memoryDim].value));
  }
  if (isa<Float4E2M1FNType>(view.type.getElementType()))
    if (auto conditions = wholeByteConditions(e, view, object)) {
      fact.wholeBytes = true;
      facts.anyFull |= !conditions->empty();
      llvm::append_range(facts.full, *conditions);
    }
  facts.perOp[op] = fact;
}

namespace {
/// The part of a partial tile that is inside: a condition per dimension.
struct Bounds {
  /// Positions along one dimension that are below `size` - `start`.
  struct Prefix {
    Coord position;
    Value start, size;
    int64_t extent;
  };
  /// Conditions of a whole vector, and the depth of the loops they are in.
  Value uniform;
  int depth = -1;
  SmallVector<Prefix, 2> prefixes;
  Value varying;

  void addUniform(Nest &nest, Value condition, int conditionDepth) {
    depth = std::max(depth, conditionDepth);
    Nest::AtDepth at(nest, depth);
    uniform = both(nest.e, uniform, condition);
  }
  void addVarying(Emitter &e, Value condition) {
    varying = both(e, varying, condition);
  }
  std::optional<Lanes> mask(Nest &nest, int accessDepth);

private:
  static Value both(Emitter &e, Value x, Value y) {
    return x ? e.b.createOrFold<arith::AndIOp>(e.loc(), x, y) : y;
  }
  Value lanesBelow(Nest &nest, const Prefix &prefix, int accessDepth);
};
} // namespace

/// Which lanes are before the end of the tensor; none if `uniform` is false.
Value Bounds::lanesBelow(Nest &nest, const Prefix &prefix, int accessDepth) {
  Emitter &e = nest.e;
  OpBuilder &b = e.b;
  Value left;
  {
    // Once for all vectors of a row: how much of the tile there is, as i32,
    // which twice the lanes of i64 fit in a register of.
    Nest::AtDepth at(nest, depth);
    Value size = prefix.size;
    if (uniform)
      size = arith::SelectOp::create(b, e.loc(), uniform, size, e.i64(0));
    left = b.createOrFold<arith::SubIOp>(e.loc(), size, prefix.start);
    left = arith::MaxSIOp::create(b, e.loc(), left, e.i64(0));
    left = arith::MinSIOp::create(b, e.loc(), left, e.i64(prefix.extent));
    left = arith::TruncIOp::create(b, e.loc(), b.getI32Type(), left);
  }
  Nest::AtDepth at(nest, accessDepth);
  if (prefix.position.base)
    left = arith::SubIOp::create(b, e.loc(), left,
                                 arith::TruncIOp::create(b, e.loc(),
                                                         b.getI32Type(),
                                                         prefix.position.base));
  auto type =
      VectorType::get({static_cast<int64_t>(nest.width)}, b.getI32Type());
  SmallVector<int32_t> lanes(prefix.position.lanes.begin(),
                             prefix.position.lanes.end());
  return arith::CmpIOp::create(
      b, e.loc(), arith::CmpIPredicate::slt,
      e.constant(DenseElementsAttr::get(type, ArrayRef(lanes))),
      splat(e, left, nest.width));
}

std::optional<Lanes> Bounds::mask(Nest &nest, int accessDepth) {
  Emitter &e = nest.e;
  Value lanes = varying;
  for (const Prefix &prefix : prefixes) {
    Value below = lanesBelow(nest, prefix, accessDepth);
    Nest::AtDepth at(nest, accessDepth);
    lanes = both(e, lanes, below);
  }
  if (!lanes)
    return uniform ? std::optional(Lanes{uniform, true}) : std::nullopt;
  if (!uniform || !prefixes.empty())
    return Lanes{lanes};
  Nest::AtDepth at(nest, accessDepth);
  return Lanes{both(e, nest.vector({uniform, true}), lanes)};
}

FailureOr<ViewLanes> viewAccess(Nest &nest, Operation *op,
                                ArrayRef<Coord> index) {
  Emitter &e = nest.e;
  OpBuilder &b = e.b;
  ViewOperands view = viewOperands(op);
  const MemoryObject &object = e.memoryObject(e.memrefOf(view.view));
  bool full = nest.level == AccessLevel::Full && nest.factOf(op).full;

  // Outer loops first, so that each sum is formed in the outermost place.
  SmallVector<unsigned> order(view.indices.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::sort(order, [&](unsigned x, unsigned y) {
    return std::pair(index[x].depth, x) < std::pair(index[y].depth, y);
  });

  Value offset;            // elements, uniform
  int64_t fixedOffset = 0; // the same, what is constant of it
  Value varying;           // elements per lane, where not constant
  SmallVector<int64_t, 16> lanes;
  Bounds bounds;
  int depth = -1;
  Type i64Lanes = lanesType(b.getI64Type(), nest.width);
  auto addVarying = [&](Value more) {
    varying = varying ? e.add(varying, more) : more;
  };
  for (unsigned d : order) {
    const Coord &position = index[d];
    depth = std::max(depth, position.depth);
    std::optional<Nest::AtDepth> at;
    at.emplace(nest, -1);
    ViewDim dim = viewDim(e, view, d);
    const Extent &stride = object.strides[dim.memoryDim];
    const Extent &size = object.sizes[dim.memoryDim];
    at.reset();
    at.emplace(nest, depth);
    bool isAlways =
        dim.inBounds || (full && !dim.sparse) || neverPartial(view, object, d);
    Lanes coordinate;
    if (dim.sparse) {
      FailureOr<Lanes> listed = nest.evaluate(view.indices[d], {position});
      if (failed(listed))
        return failure();
      Value wide = listed->value;
      Type type = listed->uniform ? b.getI64Type() : i64Lanes;
      if (wide.getType() != type)
        wide = arith::ExtUIOp::create(b, e.loc(), type, wide);
      coordinate = {wide, listed->uniform};
    } else {
      Coord moving = position;
      if (isAlways && stride.constant) {
        int64_t fixed = 0;
        std::tie(moving, fixed) = nest.splitConstant(position);
        fixedOffset += fixed * *stride.constant;
      }
      Value start = dim.start;
      if (moving.base)
        start = e.add(start, moving.base);
      coordinate = {start, true};
    }
    if (!isAlways) {
      using P = arith::CmpIPredicate;
      if (!coordinate.uniform)
        bounds.addVarying(
            e, arith::CmpIOp::create(b, e.loc(), P::ult, coordinate.value,
                                     splat(e, size.value, nest.width)));
      else if (!dim.sparse && !position.isUniform())
        bounds.prefixes.push_back(
            {position, dim.start, size.value, view.type.getTileShape()[d]});
      else
        bounds.addUniform(nest,
                          arith::CmpIOp::create(b, e.loc(),
                                                dim.sparse ? P::ult : P::slt,
                                                coordinate.value, size.value),
                          depth);
    }
    if (!coordinate.uniform) {
      addVarying(arith::MulIOp::create(b, e.loc(), coordinate.value,
                                       splat(e, stride.value, nest.width)));
      continue;
    }
    Value term = e.mul(coordinate.value, stride.value);
    offset = offset ? e.add(offset, term) : term;
    if (dim.sparse || position.isUniform())
      continue;
    if (stride.constant) {
      lanes.resize(nest.width, 0);
      for (auto [lane, p] : llvm::zip(lanes, position.lanes))
        lane += p * *stride.constant;
      continue;
    }
    Value numbers = e.constant(DenseElementsAttr::get(
        cast<VectorType>(i64Lanes), ArrayRef<int64_t>(position.lanes)));
    addVarying(arith::MulIOp::create(b, e.loc(), numbers,
                                     splat(e, stride.value, nest.width)));
  }
  Nest::AtDepth at(nest, depth);
  Type container = containerType(view.type.getElementType());
  ViewLanes result;
  result.mask = bounds.mask(nest, depth);
  result.object = object.base;
  result.offset = offset;
  result.address.base = e.elementAddress(object.base, container, offset);
  if (fixedOffset) {
    result.offset =
        offset ? e.add(offset, e.i64(fixedOffset)) : e.i64(fixedOffset);
    result.address.base =
        e.elementAddress(result.address.base, container, e.i64(fixedOffset));
  }
  result.address.lanes = lanes;
  if (varying) {
    if (!lanes.empty())
      varying = e.add(
          varying, e.constant(DenseElementsAttr::get(
                       cast<VectorType>(i64Lanes), ArrayRef<int64_t>(lanes))));
    result.varying = varying;
    result.address.addresses =
        e.laneAddress(result.address.base, container, varying);
    result.address.lanes.clear();
  }
  return result;
}

/// What positions outside the tensor read, in register form.
static Lanes paddingOf(Emitter &e, tileaa::TiledViewType type) {
  Type element = type.getElementType();
  if (!type.getPadding())
    return e.unspecified(element);
  return e.paddingConstant(type.getPadding().getValue(), element);
}

FailureOr<Lanes> evaluateTiledLoad(Nest &nest, Operation *op,
                                   ArrayRef<Coord> index) {
  FailureOr<ViewLanes> access = viewAccess(nest, op, index);
  if (failed(access))
    return failure();
  auto type = viewOperands(op).type;
  Nest::AtDepth at(nest, depthOf(index));
  std::optional<Lanes> other;
  if (access->mask)
    other = paddingOf(nest.e, type);
  if (isa<Float4E2M1FNType>(type.getElementType()))
    return readNibbles(
        nest, *access,
        nest.level == AccessLevel::Full && nest.factOf(op).wholeBytes, other);
  return readMemory(nest, type.getElementType(), access->address, access->mask,
                    other);
}

} // namespace tessera::cpu
