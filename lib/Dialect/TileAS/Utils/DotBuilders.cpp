//===- TileAS/Utils/DotBuilders.cpp - making products -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of DotBuilders.h.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Utils/DotBuilders.h"

#include "tessera/Layout/TileLayouts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

Value tileas::buildDot(OpBuilder &builder, Location loc,
                       const DotInputs &inputs, Value acc, AtomAttr atom) {
  return DotOp::create(builder, loc, acc.getType(), inputs.lhs, inputs.rhs, acc,
                       inputs.lhsScale, inputs.rhsScale, atom, inputs.signedLhs,
                       inputs.signedRhs, inputs.fastAcc, inputs.lhsTile,
                       inputs.rhsTile);
}

RankedTensorType tileas::tileInMemory(DotOp op, bool isLhs) {
  auto view =
      cast<TiledViewType>((isLhs ? op.getLhs() : op.getRhs()).getType());
  layout::LinearLayout layout = layout::viewLayout(
      getLayoutAttr(op.getFactor(isLhs)).getLayout(), view.getShape());
  return RankedTensorType::get(view.getShape(), view.getElementType(),
                               LayoutAttr::get(op.getContext(), layout));
}

bool tileas::isPositiveZero(Value tile) {
  auto constant = tile.getDefiningOp<arith::ConstantOp>();
  auto elements = constant ? dyn_cast<DenseElementsAttr>(constant.getValue())
                           : DenseElementsAttr();
  if (!elements || !elements.isSplat())
    return false;
  if (auto floats = dyn_cast<DenseFPElementsAttr>(elements))
    return floats.getSplatValue<APFloat>().isPosZero();
  return elements.getSplatValue<APInt>().isZero();
}
