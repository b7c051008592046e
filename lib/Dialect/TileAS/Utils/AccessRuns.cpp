//===- TileAS/Utils/AccessRuns.cpp - neighbours that one access moves -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An access moves up to 16 bytes, or 32 on some targets, along the axis with
// the longest contiguous runs, as far as addresses are aligned and masks are
// the same.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Utils/AccessRuns.h"

#include "tessera/Dialect/TileAA/IR/TileAA.h"
#include "tessera/Layout/TileLayouts.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;

tileas::AccessRuns tileas::findAccessRuns(RankedTensorType type,
                                          const tileaa::AccessFacts &facts,
                                          unsigned numWarps,
                                          int64_t leastPerThread,
                                          int64_t mostBytes) {
  ArrayRef<int64_t> shape = type.getShape();
  unsigned bits = std::max(tileaa::getStorageBits(type.getElementType()), 8u);
  AccessRuns runs;
  runs.bytesPerElement = llvm::PowerOf2Ceil(bits) / 8;
  // The axis with the longest runs goes first, the last one on a tie.
  runs.axis = shape.size() - 1;
  for (unsigned d = shape.size(); d-- > 0;)
    if (facts.contiguity[d] > facts.contiguity[runs.axis])
      runs.axis = d;
  runs.perThread =
      std::max(type.getNumElements() / (32 * numWarps), leastPerThread);
  int64_t aligned = facts.divisibility[runs.axis] / runs.bytesPerElement;
  runs.elements =
      std::min({mostBytes / runs.bytesPerElement, facts.contiguity[runs.axis],
                runs.perThread, std::max<int64_t>(aligned, 1)});
  if (!facts.maskConstancy.empty())
    runs.elements = std::min(runs.elements, facts.maskConstancy[runs.axis]);
  return runs;
}

layout::LinearLayout tileas::coalescedLayout(RankedTensorType type,
                                             const AccessRuns &runs,
                                             unsigned numWarps) {
  SmallVector<unsigned> order{runs.axis};
  for (unsigned d = type.getRank(); d-- > 0;)
    if (d != runs.axis)
      order.push_back(d);
  // A byte of 4-bit elements belongs to one thread. Without runs neighbouring
  // lanes still touch neighbouring elements.
  int64_t vector = runs.elements;
  if (isa<Float4E2M1FNType>(type.getElementType()))
    vector = std::max(vector, std::min<int64_t>(runs.perThread, 2));
  return layout::blockedLayout(type.getShape(), order, vector, numWarps);
}
