//===- TileAS/Utils/LoopWork.cpp - what a round of a loop asks for -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds up products, factors, copies and exponentials of one round.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Utils/LoopWork.h"

#include "tessera/Dialect/TileAS/IR/MmaAtoms.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace llvm;
using namespace tessera;

/// Shape and element of a tile, of a view of storage, or of a value to come.
static std::pair<ArrayRef<int64_t>, mlir::Type> tileOf(mlir::Type type) {
  if (auto view = dyn_cast<tileas::TiledViewType>(type))
    return {view.getShape(), view.getElementType()};
  if (auto tensor = dyn_cast<mlir::RankedTensorType>(type))
    return {tensor.getShape(), tensor.getElementType()};
  return {};
}

static double elementsOf(ArrayRef<int64_t> shape) {
  double count = 1;
  for (int64_t extent : shape)
    count *= double(extent);
  return count;
}

/// Bytes that the instructions of a product read from shared memory: those of
/// wgmma read both factors for every 64 rows, those of tcgen05 for every 128;
/// fragments of mma.sync are taken to be read once for each 64 x 64 of the
/// result.
static double operandBytes(double m, double n, double k, double bits,
                           tileas::AtomKind kind) {
  const bool isTcgen05 = kind == tileas::AtomKind::Tcgen05;
  const bool isWide = isTcgen05 || kind == tileas::AtomKind::Wgmma;
  double columns = std::min(n, isWide ? 256.0 : 64.0);
  double rows = isTcgen05 && m >= 128 ? 128 : 64;
  double parts = std::max(1.0, m / rows) * std::max(1.0, n / columns);
  return parts * (rows + columns) * k * bits / 8;
}

static void addProduct(gpu::LoopWork &work, tileas::AtomAttr atom,
                       mlir::Type lhs, mlir::Type rhs) {
  auto [a, element] = tileOf(lhs);
  auto [b, other] = tileOf(rhs);
  if (a.size() < 2 || b.size() < 2 || !element.isIntOrFloat())
    return;
  double m = double(a[a.size() - 2]), k = double(a.back()),
         n = double(b.back());
  // Of what the instructions make.
  if (atom.getTransposed())
    std::swap(m, n);
  for (int64_t extent : a.drop_back(2))
    m *= double(extent);
  work.isWarpgroup |= atom.getKind() == tileas::AtomKind::Wgmma ||
                      atom.getKind() == tileas::AtomKind::Tcgen05;
  work.factorBits = element.getIntOrFloatBitWidth();
  // Each block of a pair makes all columns of its rows.
  const double blocks = isOfPair(atom) ? 2 : 1;
  work.products += blocks * 2 * m * n * k;
  work.operandBytes += operandBytes(m, n, k, work.factorBits, atom.getKind());
}

/// Exponentials of an op that the unit of special functions computes: all, or
/// those that multiply-add leaves to it.
static double exponentialsOf(mlir::Operation *op) {
  auto tile = dyn_cast<mlir::RankedTensorType>(op->getResult(0).getType());
  if (!tile)
    return 1;
  const double elements = elementsOf(tile.getShape());
  auto byFma = op->getAttrOfType<mlir::IntegerAttr>(tileas::kByFmaAttrName);
  tileas::LayoutAttr layout = tileas::getLayoutAttr(tile);
  if (!byFma || !layout)
    return elements;
  const auto ofThread = double(
      uint64_t(1) << layout.getLayout().in().bits(layout::Dim::Register));
  return elements * (1 - double(byFma.getInt()) / ofThread);
}

gpu::LoopWork tileas::workOf(mlir::scf::ForOp loop) {
  gpu::LoopWork work;
  loop->walk([&](mlir::Operation *op) {
    if (auto dot = dyn_cast<tileas::DotOp>(op)) {
      addProduct(work, dot.getAtom(), dot.getFactor(/*isLhs=*/true),
                 dot.getFactor(/*isLhs=*/false));
    } else if (auto dot = dyn_cast<tileas::AsyncDotOp>(op)) {
      addProduct(work, dot.getAtom(), dot.getLhs().getType(),
                 dot.getRhs().getType());
    } else if (isa<tileas::TiledLoadOp, tileas::LoadOp, tileas::GatherLoadOp>(
                   op)) {
      auto [shape, element] = tileOf(op->getResult(0).getType());
      if (element && element.isIntOrFloat())
        work.copiedBytes +=
            elementsOf(shape) * element.getIntOrFloatBitWidth() / 8;
      auto load = dyn_cast<tileas::TiledLoadOp>(op);
      work.byTma |=
          load && load.getAtom().getKind() == tileas::AtomKind::TmaLoad;
    } else if (isa<mlir::math::Exp2Op, mlir::math::ExpOp, tileaa::Exp2Op,
                   tileaa::ExpOp>(op)) {
      work.exponentials += exponentialsOf(op);
    }
  });
  return work;
}
