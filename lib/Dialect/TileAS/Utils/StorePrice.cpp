//===- TileAS/Utils/StorePrice.cpp - what storing a tile costs ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A line takes a cycle of the load and store unit, whatever is moved of it, and
// a sector its 32 bytes of the ways to L2 and into it. Through shared memory
// each part is written and read behind a barrier each, and the first read is
// waited for.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Utils/StorePrice.h"

#include "tessera/Layout/BankConflicts.h"
#include "tessera/Layout/MemoryRows.h"

using namespace tessera;
using namespace tessera::tileas;
using layout::Dim;
using layout::LinearLayout;

static constexpr int64_t lineBytes = 128;
static constexpr int64_t sectorBytes = 32;

double StoreTraffic::cycles(const gpu::GpuTiming &timing) const {
  const double wayToL2 =
      std::min(timing.feedRate, timing.l2Rate / timing.multiprocessors);
  const double bytes = double(sectors) * sectorBytes;
  return std::max(double(lines), bytes / std::min(timing.l1Rate, wayToL2));
}

std::optional<RowStore> tileas::describeRows(TiledStoreOp store) {
  auto tile =
      llvm::dyn_cast<mlir::RankedTensorType>(store.getValue().getType());
  auto attr = store->getAttrOfType<tileaa::AccessAttr>(kAccessFactsAttrName);
  if (!tile || !attr)
    return std::nullopt;
  const tileaa::AccessFacts facts = tileaa::AccessFacts::fromAttr(attr);
  const LinearLayout &layout = getLayoutAttr(tile).getLayout();
  const unsigned numWarps = 1u << layout.in().bits(Dim::Warp);
  TargetAttr target = getTarget(store);
  const AccessRuns runs =
      findAccessRuns(tile, facts, numWarps, /*leastPerThread=*/1,
                     target ? widestAccess(target.getTarget()) : kCopyBytes);
  return RowStore{coalescedLayout(tile, runs, numWarps), runs,
                  facts.contiguity[runs.axis]};
}

StoreTraffic tileas::trafficOf(const LinearLayout &layout,
                               const RowStore &store) {
  const AccessRuns &runs = store.runs;
  const uint64_t vector =
      layout::neighboursInRegisters(layout, runs.axis, runs.elements);
  auto count = [&](int64_t bytes) {
    const int64_t elements = std::max<int64_t>(bytes / runs.bytesPerElement, 1);
    return layout::countPieces(layout, runs.axis, vector,
                               std::min(elements, store.contiguous));
  };
  return {count(lineBytes), count(sectorBytes)};
}

std::optional<StorePrice> tileas::priceOfRows(const LinearLayout &from,
                                              const RowStore &rows,
                                              unsigned parts,
                                              const gpu::GpuTiming &timing) {
  StorePrice price;
  price.asItIs = trafficOf(from, rows);
  price.inRows = trafficOf(rows.layout, rows);
  price.asItIsCycles = price.asItIs.cycles(timing);
  price.inRowsCycles = price.inRows.cycles(timing);
  if (!price.isLess()) // A search less.
    return price;
  llvm::Expected<layout::SwizzleChoice> image =
      layout::searchSwizzle(from, rows.layout, rows.runs.bytesPerElement * 8);
  if (!image) {
    llvm::consumeError(image.takeError());
    return std::nullopt;
  }
  const unsigned warps = 1u << from.in().bits(Dim::Warp);
  const double barrier = timing.barrierBase + warps * timing.barrierPerWarp;
  price.passes = warps * image->wavefronts();
  price.inRowsCycles += double(price.passes) * lineBytes / timing.sharedRate +
                        parts * (2 * barrier + timing.sharedLatency);
  return price;
}

gpu::GpuTiming tileas::timingOfTarget(llvm::StringRef target) {
  llvm::Expected<gpu::GpuTiming> timing = gpu::findGpuTiming(target);
  if (timing)
    return *timing;
  llvm::consumeError(timing.takeError());
  return llvm::cantFail(gpu::findGpuTiming(gpu::timedTargetNames().front()));
}
