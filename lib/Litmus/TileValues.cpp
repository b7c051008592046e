//===- Litmus/TileValues.cpp - values, views and storage --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations without memory are the interpreter's, so that litmus tests compute
// what `tessera run` computes. Views are base, shape and strides.
//
//===----------------------------------------------------------------------===//

#include "TileRun.h"
#include "tessera/Interpreter/TypeKinds.h"
#include "tessera/Numerics/FloatFormat.h"
#include "tessera/Numerics/IntArith.h"
#include "tessera/Support/Error.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::litmus;
using namespace tessera::memmodel;
namespace ct = tessera::cuda_tile;
using interp::ElementKind;
using interp::Tile;

Error litmus::errorAt(mlir::Operation *op, const Twine &message) {
  std::string text;
  if (auto loc = dyn_cast<mlir::FileLineColLoc>(op->getLoc()))
    text = (loc.getFilename().getValue() + ":" + Twine(loc.getLine()) + ":" +
            Twine(loc.getColumn()) + ": ")
               .str();
  return makeError(text + message);
}

ElementKind litmus::kindOf(mlir::Type element) {
  return interp::elementKindOf(element);
}

uint32_t litmus::bytesOf(mlir::Type element) {
  return numerics::containerBytes(kindOf(element));
}

static mlir::Type elementOf(mlir::Value value) {
  return cast<ct::TileType>(value.getType()).getElementType();
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

void TileRun::set(mlir::Value value, TileValue result) {
  auto names = body.block.names.find(value);
  if (names != body.block.names.end()) {
    ElementKind kind = kindOf(elementOf(value));
    unsigned width =
        kind == ElementKind::I1 ? 1 : 8 * numerics::containerBytes(kind);
    for (const std::string &name : names->second) {
      for (auto [lane, bits] : enumerate(result.lanes))
        recorder.setRegister(name + "[" + std::to_string(lane) + "]",
                             {bits, width});
      recorder.setRegister(name, {result.lanes.front(), width});
    }
  }
  values[value] = std::move(result);
}

Taint TileRun::taintOf(mlir::ValueRange operands) {
  Taint taint;
  for (mlir::Value operand : operands) {
    if (isa<ct::TileType>(operand.getType()))
      taint = joinTokens(taint, get(operand).taint);
    else if (ct::isViewType(operand.getType()))
      taint = joinTokens(taint, views[operand].taint);
  }
  return taint;
}

void TileRun::constant(ct::ConstantOp op) {
  auto elements = cast<mlir::DenseElementsAttr>(op->getAttr("value"));
  auto type = cast<ct::TileType>(op.getResult().getType());
  ElementKind kind = kindOf(type.getElementType());
  TileValue value;
  if (numerics::isFloat(kind)) {
    for (const APFloat &element : elements.getValues<APFloat>())
      value.lanes.push_back(numerics::containerFromPattern(
          kind, element.bitcastToAPInt().getZExtValue()));
  } else {
    for (const APInt &element : elements.getValues<APInt>())
      value.lanes.push_back(element.getZExtValue());
  }
  if (value.lanes.size() == 1)
    value.lanes.resize(type.getNumElements(), uint64_t(value.lanes.front()));
  set(op.getResult(), std::move(value));
}

Error TileRun::pure(mlir::Operation *op) {
  SmallVector<Tile> operands;
  for (mlir::Value operand : op->getOperands()) {
    auto type = cast<ct::TileType>(operand.getType());
    ElementKind kind = kindOf(type.getElementType());
    const Lanes &lanes = get(operand).lanes;
    if (type.getShape().empty()) {
      operands.push_back(Tile::scalar(kind, lanes.front()));
      continue;
    }
    Tile tile(body.evaluator->pool(), kind, type.getShape());
    if (kind == ElementKind::Ptr)
      tile.fill(0);
    for (auto [lane, bits] : enumerate(lanes))
      tile.setBits(lane, bits);
    operands.push_back(std::move(tile));
  }
  auto results = body.evaluator->evaluate(op, operands);
  if (mlir::failed(results))
    return errorAt(op, "'" + op->getName().getStringRef() + "' has no value");
  Taint taint = taintOf(op->getOperands());
  for (auto [result, tile] : zip(op->getResults(), *results)) {
    TileValue value{{}, taint};
    for (int64_t i = 0; i < tile.numElements(); ++i)
      value.lanes.push_back(tile.bits(i));
    set(result, std::move(value));
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

void TileRun::makeTensorView(ct::MakeTensorViewOp op) {
  auto type = cast<ct::TensorViewType>(op.getResult().getType());
  ViewValue view;
  view.base = get(op.getBase()).lanes.front();
  view.taint = taintOf(op->getOperands());
  auto extents = [&](ArrayRef<int64_t> fixed, mlir::OperandRange dynamic,
                     SmallVectorImpl<uint64_t> &out) {
    for (int64_t extent : fixed) {
      if (!mlir::ShapedType::isDynamic(extent)) {
        out.push_back(extent);
        continue;
      }
      out.push_back(get(dynamic.front()).lanes.front());
      dynamic = dynamic.drop_front();
    }
  };
  extents(type.getShape(), op.getDynamicShape(), view.shape);
  extents(type.getStrides(), op.getDynamicStrides(), view.strides);
  views[op.getResult()] = std::move(view);
}

namespace {
/// What the three kinds of view have in common.
struct ViewKind {
  mlir::Type element;
  ArrayRef<int32_t> tile, dimMap, step;
  int sparse = -1;

  unsigned tensorDim(size_t dim) const {
    return dimMap.empty() ? dim : dimMap[dim];
  }
};
} // namespace

static ViewKind kindOfView(mlir::Type type) {
  if (auto view = dyn_cast<ct::PartitionViewType>(type))
    return {view.getTensorView().getElementType(), view.getTileShape(),
            view.getDimMap(), view.getTileShape()};
  if (auto view = dyn_cast<ct::StridedViewType>(type))
    return {view.getTensorView().getElementType(), view.getTileShape(),
            view.getDimMap(), view.getTraversalStrides()};
  auto view = cast<ct::GatherScatterViewType>(type);
  return {view.getTensorView().getElementType(),
          view.getTileShape(),
          {},
          {},
          static_cast<int>(view.getSparseDim())};
}

uint64_t litmus::indexSpaceExtent(mlir::Type viewType, const ViewValue &view,
                                  unsigned dim) {
  ViewKind kind = kindOfView(viewType);
  uint64_t step = kind.step.empty() ? kind.tile[dim] : kind.step[dim];
  return divideCeil(view.shape[kind.tensorDim(dim)], step);
}

uint64_t litmus::viewPadding(mlir::Type viewType) {
  auto view = cast<ct::TileViewInterface>(viewType);
  ElementKind kind = kindOf(kindOfView(viewType).element);
  std::optional<ct::PaddingValue> padding = view.getViewPadding();
  if (!padding || *padding == ct::PaddingValue::Zero ||
      !numerics::isFloat(kind))
    return 0;
  const numerics::FloatFormat &format = numerics::floatFormat(kind);
  if (*padding == ct::PaddingValue::NaN)
    return format.canonicalNaN();
  uint64_t sign = *padding == ct::PaddingValue::PosInf ? 0 : format.signMask();
  if (*padding == ct::PaddingValue::NegZero)
    return sign;
  return sign | (format.hasInf() ? format.infinity() : format.maxFinite());
}

Expected<ViewTile> litmus::tileOfView(mlir::Operation *op, mlir::Type viewType,
                                      const ViewValue &view,
                                      ArrayRef<const Lanes *> indices) {
  ViewKind kind = kindOfView(viewType);
  uint32_t bytes = bytesOf(kind.element);
  ViewTile result;
  size_t count = 1;
  for (int32_t extent : kind.tile)
    count *= extent;
  for (size_t i = 0; i < count; ++i) {
    uint64_t address = view.base, rest = i;
    bool inside = true;
    for (size_t d = kind.tile.size(); d-- > 0;) {
      uint64_t position = rest % kind.tile[d];
      rest /= kind.tile[d];
      const Lanes &index = *indices[d];
      uint64_t coordinate = static_cast<int>(d) == kind.sparse ? index[position]
                            : kind.step.empty()
                                ? index.front() + position
                                : index.front() * kind.step[d] + position;
      unsigned dim = kind.tensorDim(d);
      inside &= coordinate < view.shape[dim];
      address += coordinate * view.strides[dim] * bytes;
    }
    result.addresses.push_back(address);
    result.inside.push_back(inside);
  }
  if (none_of(result.inside, [](uint64_t in) { return in != 0; }))
    return errorAt(op, "the tile lies outside the index space of the view");
  return result;
}

//===----------------------------------------------------------------------===//
// Operations on views and addresses
//===----------------------------------------------------------------------===//

bool TileRun::viewOrAddress(mlir::Operation *op) {
  if (auto make = dyn_cast<ct::MakeTensorViewOp>(op)) {
    makeTensorView(make);
    return true;
  }
  bool isView = op->getNumOperands() == 1 && op->getNumResults() == 1 &&
                ct::isViewType(op->getOperand(0).getType()) &&
                ct::isViewType(op->getResult(0).getType());
  if (isView) {
    views[op->getResult(0)] = ViewValue(views[op->getOperand(0)]);
    return true;
  }
  if (!isa<ct::GetTensorShapeOp, ct::GetIndexSpaceShapeOp>(op))
    return false;
  const ViewValue &view = views[op->getOperand(0)];
  for (auto [dim, result] : enumerate(op->getResults())) {
    uint64_t extent =
        isa<ct::GetTensorShapeOp>(op)
            ? view.shape[dim]
            : indexSpaceExtent(op->getOperand(0).getType(), view, dim);
    unsigned width = numerics::bitWidth(kindOf(elementOf(result)));
    set(result, {{numerics::truncI(width, extent)}, view.taint});
  }
  return true;
}

Expected<bool> TileRun::storageOp(mlir::Operation *op) {
  if (!isa<ct::AllocaOp, ct::GetGlobalOp>(op))
    return false;
  const std::vector<uint64_t> &addresses = body.storage.find(op)->second;
  unsigned instance = isa<ct::AllocaOp>(op) ? allocations[op]++ : 0;
  if (instance >= addresses.size())
    return errorAt(op, "too many allocations by one alloca: the limit is " +
                           Twine(addresses.size()));
  set(op->getResult(0), {{addresses[instance]}, {}});
  return true;
}
