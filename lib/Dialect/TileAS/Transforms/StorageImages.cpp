//===- TileAS/Transforms/StorageImages.cpp - images of tiles in storage -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The search is `layout::searchSwizzle`'s. What it finds is kept, since a
// kernel has many tiles of the same few layouts.
//
//===----------------------------------------------------------------------===//

#include "StorageImages.h"

#include "tessera/Dialect/TileAS/Utils/SharedStorage.h"
#include "tessera/Layout/BankConflicts.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using layout::LinearLayout;

/// The image of a tile in shared memory with the fewest bank conflicts for
/// `writer` and `reader`; row by row where none is found.
static LinearLayout searchImage(const LinearLayout &writer,
                                const LinearLayout &reader,
                                unsigned elementBits) {
  llvm::Expected<layout::SwizzleChoice> choice =
      layout::searchSwizzle(writer, reader, elementBits);
  if (choice)
    return choice->shared;
  llvm::consumeError(choice.takeError());
  SmallVector<int64_t> shape;
  SmallVector<unsigned> order;
  for (const layout::Axis &axis : writer.out().axes())
    shape.push_back(int64_t(1) << axis.bits);
  for (unsigned d = shape.size(); d-- > 0;)
    order.push_back(d);
  return llvm::cantFail(
      layout::sharedSwizzled(shape, order, elementBits, layout::Swizzle()));
}

LinearLayout StorageImages::find(const LinearLayout &writer,
                                 const LinearLayout &reader,
                                 unsigned elementBits) {
  for (const Image &known : images)
    if (known.elementBits == elementBits && known.writer == writer &&
        known.reader == reader)
      return known.image;
  images.push_back(
      {writer, reader, elementBits, searchImage(writer, reader, elementBits)});
  return images.back().image;
}

AllocTensorOp StorageImages::makeStorage(OpBuilder &b, Location loc,
                                         RankedTensorType writer,
                                         RankedTensorType reader) {
  const unsigned bits = llvm::PowerOf2Ceil(
      std::max(tileaa::getStorageBits(writer.getElementType()), 8u));
  LinearLayout image = find(getLayoutAttr(writer).getLayout(),
                            getLayoutAttr(reader).getLayout(), bits);
  return buildStorage(b, loc, writer, image);
}
