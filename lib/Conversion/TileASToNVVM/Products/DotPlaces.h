//===- TileASToNVVM/Products/DotPlaces.h - elements of products by register --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tells which registers of the two factors are multiplied for which register of
// the sum. The answer is the same in every thread, so it is computed from the
// elements of thread 0.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_PRODUCTS_DOTPLACES_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_PRODUCTS_DOTPLACES_H

#include "Conversion/TileASToNVVM/Emitter.h"

#include "tessera/Dialect/TileAS/IR/TileAS.h"

namespace tessera::gpu {

/// Registers of a tile by the element they hold in thread 0.
class DotPlaces {
public:
  explicit DotPlaces(const layout::LinearLayout &layout) : space(layout.out()) {
    for (unsigned r = 0; r < Emitter::numRegisters(layout); ++r)
      numbers.try_emplace(Emitter::registerPoint(layout, r), r);
  }
  std::optional<unsigned> find(uint64_t batch, uint64_t row,
                               uint64_t column) const {
    unsigned rank = space.axes().size();
    uint64_t point = space.pack(layout::tileDim(rank - 2), row) |
                     space.pack(layout::tileDim(rank - 1), column);
    if (rank == 3)
      point |= space.pack(layout::tileDim(0), batch);
    auto found = numbers.find(point);
    if (found == numbers.end())
      return std::nullopt;
    return found->second;
  }

private:
  layout::Space space;
  llvm::DenseMap<uint64_t, unsigned> numbers;
};

/// The element of the accumulator that register `r` holds in thread 0.
struct DotPoint {
  uint64_t batch = 0, row, column;
  DotPoint(const layout::LinearLayout &layout, unsigned r) {
    const layout::Space &space = layout.out();
    unsigned rank = space.axes().size();
    uint64_t point = Emitter::registerPoint(layout, r);
    if (rank == 3)
      batch = space.get(point, layout::tileDim(0));
    row = space.get(point, layout::tileDim(rank - 2));
    column = space.get(point, layout::tileDim(rank - 1));
  }
};

inline int64_t depthOf(tileas::DotOp op) {
  return op.getFactor(/*isLhs=*/true).getShape().back();
}

inline bool isSigned(std::optional<cuda_tile::Signedness> signedness) {
  return signedness.value_or(cuda_tile::Signedness::Signed) ==
         cuda_tile::Signedness::Signed;
}

/// Elements as words of 32 bits, `perWord` in each.
void appendWords(Emitter &e, llvm::ArrayRef<mlir::Value> elements,
                 unsigned perWord, llvm::SmallVectorImpl<mlir::Value> &words);

/// A product of wgmma (Wgmma.cpp).
mlir::LogicalResult emitWgmma(Emitter &e, tileas::DotOp op);

/// A product by multiply-add of each thread (MultiplyAdd.cpp).
mlir::LogicalResult emitMultiplyAdd(Emitter &e, tileas::DotOp op);

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_PRODUCTS_DOTPLACES_H
