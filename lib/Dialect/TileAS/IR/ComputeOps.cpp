//===- TileAS/IR/ComputeOps.cpp - products, reductions, scans -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of nv_tileaa's products and collectives, and what layouts and atoms
// add to them.
//
//===----------------------------------------------------------------------===//

#include "AccessRules.h"

#include "tessera/Dialect/TileAA/IR/CollectiveRules.h"
#include "tessera/Dialect/TileAA/IR/ProductRules.h"
#include "tessera/Dialect/TileAS/IR/AsmHelpers.h"
#include "tessera/Dialect/TileAS/IR/MmaAtoms.h"
#include "tessera/Layout/TileLayouts.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

//===----------------------------------------------------------------------===//
// dot
//===----------------------------------------------------------------------===//

LogicalResult tileas::verifyProductAtom(Operation *op, AtomAttr atom, Type lhs,
                                        Type rhs, Type acc) {
  if (!atom.isProduct())
    return op->emitOpError("expected an atom of kind fma, mma, wgmma or "
                           "tcgen05, got ")
           << atom.getName();
  SmallVector<Type> elements;
  for (Type type : {lhs, rhs, acc})
    elements.push_back(getElementTypeOrSelf(type));
  if (atom.getElements() != ArrayRef<Type>(elements))
    return op->emitOpError("expected an atom of ")
           << elements[0] << ", " << elements[1] << " and " << elements[2]
           << ", got " << atom.getName();
  return success();
}

static std::string spell(const layout::MmaShape &shape) {
  return (llvm::Twine(shape.m) + "x" + llvm::Twine(shape.n) + "x" +
          llvm::Twine(shape.k))
      .str();
}

/// The atom's shape: one that mma.sync has, and no larger than the tile.
static LogicalResult verifyMmaShape(DotOp op, const layout::MmaShape &shape) {
  Type factor = getElementTypeOrSelf(op.getLhs().getType());
  Type sum = getElementTypeOrSelf(op.getAcc().getType());
  std::optional<gpu::MmaFactor> factors = mmaFactorOf(factor);
  std::optional<gpu::MmaSum> sums = mmaSumOf(sum);
  if (!factors || !sums || !gpu::isMmaShape(*factors, *sums, shape))
    return op.emitOpError("expected an atom of a shape that mma.sync has for ")
           << factor << " and " << sum << ", got " << spell(shape);
  auto acc = cast<RankedTensorType>(op.getAcc().getType());
  int64_t m = acc.getDimSize(acc.getRank() - 2);
  int64_t n = acc.getShape().back();
  int64_t k = cast<RankedTensorType>(op.getLhs().getType()).getShape().back();
  if (m < shape.m || n < shape.n || k < shape.k)
    return op.emitOpError("expected a tile of at least ")
           << spell(shape) << " for its atom, got " << m << "x" << n << "x"
           << k;
  return success();
}

/// Every operand in the fragments of the atom's shape.
static LogicalResult verifyFragments(DotOp op, const layout::MmaShape &shape) {
  unsigned bits =
      gpu::mmaBits(*mmaFactorOf(getElementTypeOrSelf(op.getLhs().getType())));
  auto verify = [&](Value value, StringRef name, layout::MmaOperand operand) {
    LayoutAttr has = getLayoutAttr(value.getType());
    layout::LinearLayout fragment =
        llvm::cantFail(layout::mmaFragment(shape, operand, bits));
    if (!has || layout::startsWithFragment(has.getLayout(), fragment))
      return success();
    return LogicalResult(op.emitOpError("expected ")
                         << name << " in fragments of " << spell(shape)
                         << ", got layout " << has);
  };
  return success(succeeded(verify(op.getLhs(), "lhs", layout::MmaOperand::A)) &&
                 succeeded(verify(op.getRhs(), "rhs", layout::MmaOperand::B)) &&
                 succeeded(verify(op.getAcc(), "acc", layout::MmaOperand::C)));
}

/// Multiply-add by each thread: it has the rows and columns of its results.
static LogicalResult verifyFactors(DotOp op) {
  LayoutAttr acc = getLayoutAttr(op.getAcc().getType());
  unsigned rank = cast<RankedTensorType>(op.getAcc().getType()).getRank();
  auto verify = [&](Value value, StringRef name, unsigned depthDim) {
    LayoutAttr has = getLayoutAttr(value.getType());
    if (!has || !acc ||
        layout::holdsFactorsOf(has.getLayout(), acc.getLayout(), depthDim))
      return success();
    return LogicalResult(op.emitOpError("expected ")
                         << name
                         << " with all factors of a thread's results in that "
                            "thread, got layout "
                         << has);
  };
  return success(succeeded(verify(op.getLhs(), "lhs", rank - 1)) &&
                 succeeded(verify(op.getRhs(), "rhs", rank - 2)));
}

LogicalResult DotOp::verify() {
  if (failed(tileaa::verifyProductSegments(
          *this, getProperties().operandSegmentSizes)) ||
      failed(tileaa::verifyProduct(tileaa::describeProduct(*this))) ||
      failed(verifyProductAtom(*this, getAtom(), getLhs().getType(),
                               getRhs().getType(), getAcc().getType())))
    return failure();
  if (getAtom().getKind() == AtomKind::Fma)
    return verifyFactors(*this);
  std::optional<layout::MmaShape> shape = mmaShapeOf(getAtom());
  if (!shape)
    return success();
  return success(succeeded(verifyMmaShape(*this, *shape)) &&
                 succeeded(verifyFragments(*this, *shape)));
}

//===----------------------------------------------------------------------===//
// reduce, scan
//===----------------------------------------------------------------------===//

static ParseResult parseType(OpAsmParser &parser, Type &type) {
  return parseTileType(parser, type);
}
static void printType(OpAsmPrinter &printer, Type type) {
  printTileType(printer, type);
}

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  return tileaa::parseCollective(parser, result, /*hasReverse=*/false,
                                 parseType);
}
void ReduceOp::print(OpAsmPrinter &printer) {
  tileaa::printCollective(printer, *this, /*reverse=*/false, printType);
}
ParseResult ScanOp::parse(OpAsmParser &parser, OperationState &result) {
  return tileaa::parseCollective(parser, result, /*hasReverse=*/true,
                                 parseType);
}
void ScanOp::print(OpAsmPrinter &printer) {
  tileaa::printCollective(printer, *this, getReverse(), printType);
}

/// Sources of one layout, results of the expected tiles in any layout.
template <typename OpTy>
static LogicalResult
verifyTiles(OpTy op, llvm::function_ref<Type(Type)> resultOf, bool keepLayout) {
  if (failed(tileaa::verifyCollective(op)))
    return failure();
  LayoutAttr layout = getLayoutAttr(op.getSources()[0].getType());
  for (auto [i, source, result] :
       llvm::enumerate(op.getSources(), op.getResults())) {
    if (getLayoutAttr(source.getType()) != layout)
      return op.emitOpError("expected sources of one layout, got ")
             << op.getSources()[0].getType() << " and " << source.getType();
    Type expected = resultOf(source.getType());
    Type got = result.getType();
    if (expected != (keepLayout ? got : withoutLayout(got)))
      return op.emitOpError("expected result ")
             << i << " of type " << expected << ", got " << got;
  }
  return success();
}

LogicalResult ReduceOp::verify() {
  auto reduced = [&](Type source) {
    return tileaa::getReducedTile(source, getDim());
  };
  if (failed(verifyTiles(*this, reduced, /*keepLayout=*/false)))
    return failure();
  return verifyAtomKind(*this, getAtomAttr(), {AtomKind::Reduce});
}

LogicalResult ScanOp::verify() {
  return verifyTiles(
      *this, [](Type source) { return source; }, /*keepLayout=*/true);
}

LogicalResult ReduceOp::verifyRegions() {
  return tileaa::verifyCollectiveBody(*this);
}
LogicalResult ScanOp::verifyRegions() {
  return tileaa::verifyCollectiveBody(*this);
}

//===----------------------------------------------------------------------===//
// generate
//===----------------------------------------------------------------------===//

LogicalResult GenerateOp::verifyRegions() {
  auto tile = cast<RankedTensorType>(getType());
  Block &block = getBody().front();
  if (static_cast<int64_t>(block.getNumArguments()) != tile.getRank())
    return emitOpError("expected ")
           << tile.getRank() << " block arguments, got "
           << block.getNumArguments();
  for (BlockArgument argument : block.getArguments())
    if (!argument.getType().isIndex())
      return emitOpError("expected block argument ")
             << argument.getArgNumber() << " of type index, got "
             << argument.getType();
  Operation *terminator = block.getTerminator();
  if (terminator->getNumOperands() != 1)
    return terminator->emitOpError("expected 1 value, got ")
           << terminator->getNumOperands();
  if (terminator->getOperand(0).getType() != tile.getElementType())
    return terminator->emitOpError("expected value 0 of type ")
           << tile.getElementType() << ", got "
           << terminator->getOperand(0).getType();
  return success();
}
