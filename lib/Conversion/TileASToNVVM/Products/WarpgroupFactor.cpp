//===- TileASToNVVM/Products/WarpgroupFactor.cpp - a factor of wgmma -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes descriptors of a factor in shared memory, and words of one in
// registers.
//
//===----------------------------------------------------------------------===//

#include "WarpgroupFactor.h"

#include "Conversion/TileASToNVVM/Access/InlineRegisters.h"
#include "Conversion/TileASToNVVM/Access/SharedImage.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using tessera::layout::Dim;
using tessera::layout::LinearLayout;

namespace tessera::gpu {

uint64_t WarpgroupFactor::factorPoint(uint64_t point) const {
  const layout::Space &from = acc.out(), &to = offsets->in();
  uint64_t result = to.pack(layout::tileDim(otherDim()),
                            from.get(point, layout::tileDim(otherDim())));
  if (rank() == 3)
    result |= to.pack(layout::tileDim(0), from.get(point, layout::tileDim(0)));
  return result;
}

void WarpgroupFactor::open() {
  if (!isShared()) {
    places.emplace(Emitter::layoutOf(value));
    appendWords(e, e.get(value), 32 / bits, words);
    // The assembler wants them complete before the first instruction.
    passThrough(e, "", words);
    return;
  }
  LinearLayout where = llvm::cast<tileas::TiledViewType>(value.getType())
                           .getLayout()
                           .getLayout();
  image = layout::describeMatrixImage(where, bits);
  offsets = llvm::cantFail(where.invert());
  // Where a warpgroup begins: bits of the warp's number above the second.
  SmallVector<uint64_t> columns;
  for (unsigned bit = 0; bit < acc.in().bits(Dim::Warp); ++bit)
    columns.push_back(
        bit < 2 ? 0
                : offsets->apply(factorPoint(acc.column(Dim::Warp, bit))) *
                      (bits / 8));
  Value address =
      LLVM::PtrToIntOp::create(e.b, e.loc(), e.b.getI32Type(), e.scalar(value));
  if (Value begin = e.linear(e.uniformWarp(), columns))
    address = e.add(address, begin);
  address = LLVM::AndOp::create(e.b, e.loc(), address, e.i32(0x3FFFF));
  address = LLVM::LShrOp::create(e.b, e.loc(), address, e.i32(4));
  address = e.extend(address, e.b.getI64Type(), /*isSigned=*/false);
  descriptor =
      LLVM::OrOp::create(e.b, e.loc(), address,
                         e.i64(layout::wgmmaDescriptor(*image, isDepthFast())));
}

void WarpgroupFactor::append(const DotPoint &point, int64_t depth,
                             SmallVectorImpl<Value> &operands) {
  if (!isShared()) {
    std::optional<unsigned> first = places->find(point.batch, point.row, depth);
    llvm::append_range(operands,
                       ArrayRef(words).slice(*first / (32 / bits), count()));
    return;
  }
  const layout::Space &space = offsets->in();
  uint64_t at =
      space.pack(layout::tileDim(depthDim()), depth) |
      space.pack(layout::tileDim(otherDim()), isLhs ? point.row : point.column);
  if (rank() == 3)
    at |= space.pack(layout::tileDim(0), point.batch);
  uint64_t bytes = offsets->apply(at) * (bits / 8);
  operands.push_back(bytes == 0 ? descriptor
                                : e.add(descriptor, e.i64(bytes >> 4)));
}

} // namespace tessera::gpu
