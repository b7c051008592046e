//===- TileAAToTileAS/Cluster/PairProducts.cpp - products of two blocks -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tcgen05 of a pair of blocks: each block has half of the rows of the left
// factor and of the sums, and half of the columns of the right factor. Rows are
// split where the plan is made. Columns are split here, when the bodies of the
// kernel are known: an issuer makes products of pairs, and only the body for
// aligned arguments has one. Without it a block needs the whole right factor,
// and multiplies by mma.sync.
//
//===----------------------------------------------------------------------===//

#include "ClusterSplit.h"
#include "Conversion/TileAAToTileAS/ProductChoice.h"
#include "HalvedTiles.h"

#include "tessera/Dialect/TileAA/IR/LanguageNames.h"
#include "tessera/Dialect/TileAS/IR/MmaAtoms.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Target/Tcgen05Table.h"

using namespace mlir;

namespace tessera::gpu {

/// Rows of an instruction of a pair.
static constexpr int64_t pairRows = 2 * tensorRows;

tileas::AtomAttr choosePairAtom(RankedTensorType lhs, RankedTensorType acc,
                                const GpuTarget &target, std::string &reason) {
  auto refused = [&](const Twine &text) {
    reason = text.str();
    return tileas::AtomAttr();
  };
  Type factor = lhs.getElementType(), sum = acc.getElementType();
  std::optional<MmaFactor> factors = tileas::mmaFactorOf(factor);
  std::optional<MmaSum> sums = tileas::mmaSumOf(sum);
  const Tcgen05Row *row =
      factors && sums ? findTcgen05(*factors, *sums) : nullptr;
  if (!row || !target.runs(row->targets))
    return refused("has types that tcgen05 does not multiply");
  if (acc.getRank() != 2)
    return refused("has batches");
  const int64_t n = acc.getDimSize(1), depth = lhs.getDimSize(1);
  if (n > 256 || !isTcgen05Shape(*factors, pairRows, n) || depth < row->depth)
    return refused("has " + Twine(n) + " columns and a depth of " +
                   Twine(depth) + "; write 32 to 256 columns and a depth of " +
                   Twine(row->depth) + " or more");
  return tileas::AtomAttr::get(lhs.getContext(), tileas::AtomKind::Tcgen05,
                               factor, factor, sum,
                               {pairRows, n, int64_t(row->depth)});
}

std::string whyNoPair(tileaa::DotOp op, const GpuTarget &target,
                      const FactorPairs &pairs) {
  std::string reason;
  auto of = [&](const Twine &text) {
    return ("'" + tileaa::languageName(op) + "' " + text).str();
  };
  if (op.getLhsScale())
    return of("has scales");
  tileas::AtomAttr pair =
      choosePairAtom(tileOf(op.getLhs()), tileOf(op.getAcc()), target, reason);
  if (!pair)
    return of(reason);
  const int64_t rows = tileOf(op.getAcc()).getDimSize(0);
  if (rows < pairRows)
    return of("has " + Twine(rows) + " rows; write a tile with " +
              Twine(pairRows));
  if (!isSumOfLoop(op))
    return of("is not only added to the sums of a loop");
  // What a body without an issuer multiplies by.
  tileas::AtomAttr alone = chooseProduct(op, target, pairs).atom;
  if (alone.getKind() != tileas::AtomKind::Mma ||
      alone.getElements() != pair.getElements())
    return of("has types that mma.sync does not multiply");
  return "";
}

LogicalResult pairProducts(tileaa::FuncOp kernel, Region &body,
                           const GpuTarget &target) {
  SmallVector<std::pair<tileas::DotOp, tileas::AtomAttr>> products;
  WalkResult fits = body.walk([&](tileas::DotOp dot) {
    std::string reason;
    tileas::AtomAttr atom = choosePairAtom(
        tileOf(dot.getLhs()), tileOf(dot.getAcc()), target, reason);
    if (!atom || dot.getLhsScale()) {
      dot.emitOpError("cannot be multiplied by a pair of blocks: it ")
          << (atom ? "has scales" : reason);
      return WalkResult::interrupt();
    }
    products.emplace_back(dot, atom);
    return WalkResult::advance();
  });
  if (fits.wasInterrupted())
    return failure();
  if (std::string why = splitRightFactors(kernel, body); !why.empty())
    return kernel.emitOpError("cannot be split over a pair of blocks: ") << why;
  for (auto [dot, atom] : products)
    dot.setAtomAttr(atom);
  return success();
}

} // namespace tessera::gpu
