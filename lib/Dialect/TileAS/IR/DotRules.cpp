//===- TileAS/IR/DotRules.cpp - atoms and the operands they want -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What layouts and atoms add to the rules of a product: the atom names an
// instruction that exists, and every operand is where and how that instruction
// takes it.
//
//===----------------------------------------------------------------------===//

#include "DotRules.h"

#include "tessera/Dialect/TileAS/IR/MmaAtoms.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Layout/MatrixImages.h"
#include "tessera/Layout/TensorMemory.h"
#include "tessera/Layout/TileLayouts.h"
#include "tessera/Target/Tcgen05Table.h"
#include "tessera/Target/WgmmaTable.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

static Type elementOf(Type operand) {
  return getFactorTile(operand).getElementType();
}

/// The layout of an operand; null for views and for tiles without one.
static LayoutAttr layoutOf(Type operand) {
  return isSharedView(operand) ? LayoutAttr()
                               : getLayoutAttr(getFactorTile(operand));
}

void tileas::countFactors(tileaa::Product &product, AtomAttr atom) {
  product.lhs = tileOfFactors(product.lhs, atom, product.lhs.getRank() - 1);
  product.rhs = tileOfFactors(product.rhs, atom, product.rhs.getRank() - 2);
}

/// The left factor with one element for each factor.
static RankedTensorType leftFactor(const DotParts &dot) {
  RankedTensorType lhs = getFactorTile(dot.lhs);
  return tileOfFactors(lhs, dot.atom, lhs.getRank() - 1);
}

/// The atom is a product's, of the operands' elements or, of 4 bits, of pairs.
static LogicalResult verifyAtom(const DotParts &dot) {
  if (!dot.atom.isProduct())
    return dot.op->emitOpError("expected an atom of kind fma, mma, wgmma or "
                               "tcgen05, got ")
           << dot.atom.getName();
  SmallVector<Type> elements;
  for (Type type : {dot.lhs, dot.rhs, dot.acc})
    elements.push_back(elementOf(type));
  if (elements[0] == elements[1] &&
      factorsPerElement(dot.atom, elements[0]) == 2)
    elements[0] = elements[1] = dot.atom.getElements()[0];
  if (dot.atom.getElements() != ArrayRef<Type>(elements))
    return dot.op->emitOpError("expected an atom of ")
           << elements[0] << ", " << elements[1] << " and " << elements[2]
           << ", got " << dot.atom.getName();
  return success();
}

static std::string spell(const layout::MmaShape &shape) {
  return (llvm::Twine(shape.m) + "x" + llvm::Twine(shape.n) + "x" +
          llvm::Twine(shape.k))
      .str();
}

/// The instructions that take the product's scales, or null.
static const gpu::BlockScaleRow *scaleRowOf(const DotParts &dot) {
  RankedTensorType lhs = leftFactor(dot), scale = getFactorTile(dot.lhsScale);
  return blockScaleOf(lhs.getElementType(), scale.getElementType(),
                      lhs.getShape().back() / scale.getShape().back());
}

/// Of a pair of blocks: each of them has whole blocks of rows, and half of the
/// right factor's columns, which one instruction takes.
static LogicalResult verifyPair(const DotParts &dot,
                                const layout::MmaShape &shape) {
  RankedTensorType acc = getFactorTile(dot.acc), rhs = getFactorTile(dot.rhs);
  const int64_t k = getFactorTile(dot.lhs).getShape().back();
  if (acc.getRank() == 2 && acc.getDimSize(0) % rowsInBlock(shape) == 0 &&
      acc.getDimSize(1) == shape.n && rhs.getDimSize(1) == shape.n / 2 &&
      k >= shape.k)
    return success();
  return dot.op->emitOpError("expected a tile of 128 rows or more and ")
         << shape.n << " columns, half of them of the right factor, for its "
         << "atom of a pair, got " << acc << " and " << rhs;
}

/// The atom's shape: one that its instruction has, and no larger than the tile.
static LogicalResult verifyShape(const DotParts &dot,
                                 const layout::MmaShape &shape) {
  Type factor = dot.atom.getElements()[0];
  Type sum = elementOf(dot.acc);
  std::optional<gpu::MmaFactor> factors = mmaFactorOf(factor);
  std::optional<gpu::MmaSum> sums = mmaSumOf(sum);
  StringRef instruction = "mma.sync";
  auto exists = [&] {
    const bool known = factors && sums;
    if (dot.lhsScale) {
      const gpu::BlockScaleRow *row = scaleRowOf(dot);
      if (!row || *sums != gpu::MmaSum::F32 || shape.k != row->depth)
        return false;
      if (dot.atom.getKind() == AtomKind::Tcgen05)
        return gpu::isBlockScaleShape(shape.m, shape.n);
      return dot.atom.getKind() == AtomKind::Mma && shape.m == 16 &&
             shape.n == 8;
    }
    if (dot.atom.getKind() == AtomKind::Wgmma) {
      instruction = "wgmma";
      const gpu::WgmmaRow *row =
          known ? gpu::findWgmma(*factors, *sums) : nullptr;
      return row && shape.m == gpu::wgmmaRows && shape.k == row->depth &&
             gpu::isWgmmaColumns(*factors, shape.n);
    }
    if (dot.atom.getKind() == AtomKind::Tcgen05) {
      instruction = "tcgen05";
      const gpu::Tcgen05Row *row =
          known ? gpu::findTcgen05(*factors, *sums) : nullptr;
      return row && shape.k == row->depth &&
             gpu::isTcgen05Shape(*factors, shape.m, shape.n);
    }
    return known && gpu::isMmaShape(*factors, *sums, shape);
  };
  if (!exists())
    return dot.op->emitOpError("expected an atom of a shape that ")
           << instruction << " has for " << factor << " and " << sum
           << (dot.lhsScale ? " with these scales" : "") << ", got "
           << spell(shape);
  auto acc = getFactorTile(dot.acc);
  int64_t m = acc.getDimSize(acc.getRank() - 2);
  int64_t n = acc.getShape().back();
  int64_t k = leftFactor(dot).getShape().back();
  if (isOfPair(dot.atom))
    return verifyPair(dot, shape);
  const layout::MmaShape least = inTile(shape, dot.atom);
  if (m < least.m || n < least.n || k < least.k)
    return dot.op->emitOpError("expected a tile of at least ")
           << spell(least) << " for its atom, got " << m << "x" << n << "x"
           << k;
  return success();
}

/// Every operand in the fragments of the atom's shape; the right factor and the
/// sums may have their columns in pairs.
static LogicalResult verifyFragments(const DotParts &dot,
                                     const layout::MmaShape &shape) {
  unsigned bits = gpu::mmaBits(*mmaFactorOf(elementOf(dot.lhs)));
  const bool mayPair = !dot.lhsScale && bits == 8 &&
                       getFactorTile(dot.acc).getShape().back() >= 16;
  auto fits = [&](Type value, layout::MmaOperand operand, bool inPairs) {
    LayoutAttr has = layoutOf(value);
    if (!has)
      return true;
    layout::LinearLayout fragment = llvm::cantFail(layout::mmaFragment(
        inElements(shape, dot.atom, elementOf(dot.lhs)), operand, bits));
    return layout::startsWithFragment(
        inPairs ? layout::withoutColumnsInPairs(has.getLayout())
                : has.getLayout(),
        fragment);
  };
  const bool inPairs = mayPair &&
                       !fits(dot.acc, layout::MmaOperand::C, false) &&
                       fits(dot.acc, layout::MmaOperand::C, true);
  auto verify = [&](Type value, StringRef name, layout::MmaOperand operand) {
    if (fits(value, operand, inPairs && operand != layout::MmaOperand::A))
      return success();
    return LogicalResult(dot.op->emitOpError("expected ")
                         << name << " in fragments of " << spell(shape)
                         << (inPairs ? " with columns in pairs" : "")
                         << ", got layout " << layoutOf(value));
  };
  return success(succeeded(verify(dot.lhs, "lhs", layout::MmaOperand::A)) &&
                 succeeded(verify(dot.rhs, "rhs", layout::MmaOperand::B)) &&
                 succeeded(verify(dot.acc, "acc", layout::MmaOperand::C)));
}

/// Scales of mma.sync: those of a lane's rows and columns beside its factors.
static LogicalResult verifyFragmentScales(const DotParts &dot) {
  auto verify = [&](Type scale, Type factor, StringRef name, bool isLhs) {
    LayoutAttr has = layoutOf(scale), beside = layoutOf(factor);
    if (!has || !beside)
      return success();
    ArrayRef<int64_t> shape = getFactorTile(scale).getShape();
    const int64_t blocks = isLhs ? shape.back() : shape[shape.size() - 2];
    if (has.getLayout() ==
        layout::blockScaleLayout(beside.getLayout(), isLhs, blocks))
      return success();
    return LogicalResult(dot.op->emitOpError("expected ")
                         << name << " laid out beside the fragments of its "
                         << "factor, got layout " << has);
  };
  return success(succeeded(verify(dot.lhsScale, dot.lhs, "lhs_scale", true)) &&
                 succeeded(verify(dot.rhsScale, dot.rhs, "rhs_scale", false)));
}

/// A factor in shared memory: an image that descriptors name.
static LogicalResult verifyImage(const DotParts &dot, Type value,
                                 StringRef name, unsigned depthDim,
                                 bool takesBothOrders) {
  LayoutAttr has = cast<TiledViewType>(value).getLayout();
  std::optional<layout::MatrixImage> image;
  if (has)
    image = layout::describeMatrixImage(
        has.getLayout(), gpu::mmaBits(*mmaFactorOf(elementOf(dot.lhs))));
  if (!image)
    return dot.op->emitOpError("expected ")
           << name << " in an image of rows of 32, 64 or 128 "
           << "bytes, swizzled, got " << value;
  if (image->fastDim != depthDim && !takesBothOrders)
    return dot.op->emitOpError("expected ")
           << name << " contiguous along its depth, got " << value;
  return success();
}

/// Factors of wgmma: fragments or images that descriptors name.
static LogicalResult verifyWarpgroupOperands(const DotParts &dot,
                                             const layout::MmaShape &shape) {
  gpu::MmaFactor factor = *mmaFactorOf(elementOf(dot.lhs));
  gpu::MmaSum sum = *mmaSumOf(elementOf(dot.acc));
  const unsigned bits = gpu::mmaBits(factor);
  const bool isTransposed = dot.atom.getTransposed();
  auto inRegisters = [&](Type value, StringRef name,
                         llvm::Expected<layout::LinearLayout> fragment) {
    LayoutAttr has = layoutOf(value);
    if (!fragment) {
      llvm::consumeError(fragment.takeError());
      return success();
    }
    if (!has || layout::startsWithWarpgroupFragment(
                    isTransposed ? layout::transposedLayout(has.getLayout())
                                 : has.getLayout(),
                    *fragment))
      return success();
    return LogicalResult(dot.op->emitOpError("expected ")
                         << name << " in fragments of "
                         << (isTransposed ? "a transposed product of " : "")
                         << "wgmma, got layout " << has);
  };
  auto inShared = [&](Type value, StringRef name, unsigned depthDim) {
    return verifyImage(dot, value, name, depthDim,
                       gpu::findWgmma(factor, sum)->takesBothOrders);
  };
  unsigned rank = getFactorTile(dot.acc).getRank();
  if (failed(inRegisters(dot.acc, "acc", layout::wgmmaAccumulator(shape.n))))
    return failure();
  for (auto [value, name, depthDim] :
       {std::tuple(dot.lhs, StringRef("lhs"), rank - 1),
        std::tuple(dot.rhs, StringRef("rhs"), rank - 2)}) {
    const bool mayBeRegisters = depthDim == rank - 1 && !isTransposed;
    if (isSharedView(value)) {
      if (failed(inShared(value, name, depthDim)))
        return failure();
    } else if (mayBeRegisters) {
      if (failed(inRegisters(value, name, layout::wgmmaA(bits))))
        return failure();
    } else if (layoutOf(value)) {
      return dot.op->emitOpError("expected a view in shared memory as ")
             << name << " of "
             << (isTransposed ? "a transposed product of " : "")
             << "wgmma, got " << value;
    }
  }
  return success();
}

/// A left factor that is or will be in tensor memory.
static LogicalResult verifyTensorFactor(const DotParts &dot,
                                        const layout::MmaShape &shape) {
  auto view =
      isTensorView(dot.lhs) ? cast<TiledViewType>(dot.lhs) : TiledViewType();
  LayoutAttr has = view ? view.getLayout() : layoutOf(dot.lhs);
  if (!has)
    return success();
  RankedTensorType tile = getFactorTile(dot.lhs);
  const unsigned bits = tile.getElementTypeBitWidth();
  auto fits = [&] {
    if (shape.m != 128 || bits != 16 || dot.lhsScale ||
        dot.atom.getTransposed())
      return false;
    layout::LinearLayout place =
        layout::tensorFactorPlace(tile.getShape(), bits);
    return view ? has.getLayout() == place
                : layout::findWordMove(
                      layout::tensorCells(place, has.getLayout()),
                      gpu::tensorColumns)
                      .has_value();
  };
  if (fits())
    return success();
  return dot.op->emitOpError("expected a view in shared memory as lhs of "
                             "tcgen05, or one that instructions of 128 rows "
                             "read in tensor memory, got ")
         << dot.lhs;
}

/// Factors of tcgen05 are images, the left one also a place; sums come from and
/// go to registers that tcgen05.ld and tcgen05.st can move.
static LogicalResult verifyTensorOperands(const DotParts &dot,
                                          const layout::MmaShape &shape) {
  const gpu::Tcgen05Row *row = gpu::findTcgen05(
      *mmaFactorOf(elementOf(dot.lhs)), *mmaSumOf(elementOf(dot.acc)));
  const bool inPairs = factorsPerElement(dot.atom, elementOf(dot.lhs)) == 2;
  if (!row && !inPairs)
    return dot.op->emitOpError(
               "expected factors of a byte or more, or "
               "bytes of two, for an atom of kind tcgen05, got ")
           << elementOf(dot.lhs);
  RankedTensorType acc = getFactorTile(dot.acc);
  const unsigned rank = acc.getRank();
  for (auto [value, name, depthDim] :
       {std::tuple(dot.lhs, StringRef("lhs"), rank - 1),
        std::tuple(dot.rhs, StringRef("rhs"), rank - 2)}) {
    if (isSharedView(value)) {
      if (failed(verifyImage(dot, value, name, depthDim,
                             row && row->takesBothOrders)))
        return failure();
    } else if (depthDim == rank - 1) {
      if (failed(verifyTensorFactor(dot, shape)))
        return failure();
    } else if (layoutOf(value)) {
      return dot.op->emitOpError("expected a view in shared memory as ")
             << name << " of tcgen05, got " << value;
    }
  }
  LayoutAttr has = layoutOf(dot.acc);
  if (!has)
    return success();
  layout::LinearLayout place = placeOfSums(dot.atom, acc.getShape());
  if (layout::findTensorMove(layout::tensorCells(place, has.getLayout()),
                             gpu::tensorColumns))
    return success();
  return dot.op->emitOpError("expected acc in registers that tcgen05.ld can "
                             "load, got layout ")
         << has;
}

/// Scales of tcgen05: in shared memory, in the order that it copies.
static LogicalResult verifyTensorScales(const DotParts &dot) {
  auto verify = [&](Type scale, StringRef name, bool isLhs) {
    auto refused = [&](StringRef expected) {
      return LogicalResult(dot.op->emitOpError("expected ")
                           << name << expected << ", got " << scale);
    };
    RankedTensorType tile = getFactorTile(scale);
    const int64_t rows = tile.getDimSize(tile.getRank() - (isLhs ? 2 : 1)),
                  blocks = tile.getDimSize(tile.getRank() - (isLhs ? 1 : 2));
    if (rows < 128 || blocks < 4)
      return refused(" of at least 128 rows or columns and 4 blocks");
    if (!isSharedView(scale))
      return layoutOf(scale) ? refused(" in shared memory") : success();
    LayoutAttr has = cast<TiledViewType>(scale).getLayout();
    if (has &&
        has.getLayout() == layout::blockScaleImage(tile.getShape(), isLhs))
      return success();
    return refused(" in the order that tcgen05.cp copies");
  };
  return success(succeeded(verify(dot.lhsScale, "lhs_scale", true)) &&
                 succeeded(verify(dot.rhsScale, "rhs_scale", false)));
}

/// Multiply-add by each thread: it has the rows and columns of its results.
static LogicalResult verifyFactors(const DotParts &dot) {
  LayoutAttr acc = layoutOf(dot.acc);
  unsigned rank = getFactorTile(dot.acc).getRank();
  auto verify = [&](Type value, StringRef name, unsigned depthDim) {
    LayoutAttr has = layoutOf(value);
    if (!has || !acc ||
        layout::holdsFactorsOf(has.getLayout(), acc.getLayout(), depthDim))
      return success();
    return LogicalResult(dot.op->emitOpError("expected ")
                         << name
                         << " with all factors of a thread's results in that "
                            "thread, got layout "
                         << has);
  };
  return success(succeeded(verify(dot.lhs, "lhs", rank - 1)) &&
                 succeeded(verify(dot.rhs, "rhs", rank - 2)));
}

/// Only instructions of whole warpgroups and beyond read factors in memory.
static LogicalResult verifyPlaces(const DotParts &dot) {
  AtomKind kind = dot.atom.getKind();
  if (kind == AtomKind::Wgmma || kind == AtomKind::Tcgen05)
    return success();
  for (Type factor : {dot.lhs, dot.rhs})
    if (isSharedView(factor))
      return dot.op->emitOpError(
                 "expected factors in registers for an atom of kind ")
             << (kind == AtomKind::Mma ? "mma" : "fma") << ", got " << factor;
  return success();
}

LogicalResult tileas::verifyDot(const DotParts &dot) {
  if (failed(verifyAtom(dot)) || failed(verifyPlaces(dot)))
    return failure();
  if (dot.lhsScale && dot.atom.getKind() == AtomKind::Wgmma)
    return dot.op->emitOpError("expected no scales with an atom of kind wgmma");
  if (dot.atom.getKind() == AtomKind::Fma)
    return verifyFactors(dot);
  if (!hasFragments(dot.atom))
    return success();
  if (std::optional<layout::MmaShape> shape = mmaShapeOf(dot.atom))
    return success(succeeded(verifyShape(dot, *shape)) &&
                   succeeded(verifyFragments(dot, *shape)) &&
                   (!dot.lhsScale || succeeded(verifyFragmentScales(dot))));
  if (std::optional<layout::MmaShape> shape = tcgen05ShapeOf(dot.atom))
    return success(succeeded(verifyShape(dot, *shape)) &&
                   succeeded(verifyTensorOperands(dot, *shape)) &&
                   (!dot.lhsScale || succeeded(verifyTensorScales(dot))));
  layout::MmaShape shape = *wgmmaShapeOf(dot.atom);
  return success(succeeded(verifyShape(dot, shape)) &&
                 succeeded(verifyWarpgroupOperands(dot, shape)));
}
