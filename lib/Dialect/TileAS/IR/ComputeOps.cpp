//===- TileAS/IR/ComputeOps.cpp - products, reductions, scans -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers of products, reductions and scans: the rules of nv_tileaa, and the
// rules about layouts and atoms.
//
//===----------------------------------------------------------------------===//

#include "AccessRules.h"
#include "DotRules.h"

#include "tessera/Dialect/TileAA/IR/CollectiveRules.h"
#include "tessera/Dialect/TileAA/IR/ProductRules.h"
#include "tessera/Dialect/TileAS/IR/AsmHelpers.h"
#include "tessera/Dialect/TileAS/IR/MmaAtoms.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

//===----------------------------------------------------------------------===//
// dot
//===----------------------------------------------------------------------===//

RankedTensorType DotOp::getFactor(bool isLhs) {
  std::optional<Type> tile = isLhs ? getLhsTile() : getRhsTile();
  return tile ? cast<RankedTensorType>(*tile)
              : getFactorTile((isLhs ? getLhs() : getRhs()).getType());
}

/// The tile of a factor that threads read in shared memory.
static LogicalResult verifyFactorTile(DotOp op, Type factor,
                                      std::optional<Type> attribute,
                                      StringRef name) {
  if (!attribute)
    return success();
  if (!isSharedView(factor))
    return op.emitOpError("expected ")
           << name << "_tile only beside a view in shared memory, got "
           << factor;
  if (!op.getAtom().isOfThreads())
    return op.emitOpError("expected no ")
           << name << "_tile with an atom of kind "
           << stringifyAtomKind(op.getAtom().getKind());
  auto tile = cast<RankedTensorType>(*attribute);
  RankedTensorType stored = getFactorTile(factor);
  Type element = tile.getElementType(), storedAs = stored.getElementType();
  if (tile.getNumElements() == stored.getNumElements() &&
      (element == storedAs ||
       (isa<FloatType>(element) && isa<FloatType>(storedAs))))
    return success();
  return op.emitOpError("expected ")
         << name << "_tile of the elements of " << factor << ", got " << tile;
}

LogicalResult DotOp::verify() {
  if (failed(tileaa::verifyProductSegments(
          *this, getProperties().operandSegmentSizes)) ||
      failed(
          verifyFactorTile(*this, getLhs().getType(), getLhsTile(), "lhs")) ||
      failed(verifyFactorTile(*this, getRhs().getType(), getRhsTile(), "rhs")))
    return failure();
  tileaa::Product product = tileaa::describeProduct(*this, {}, getFactorTile);
  product.lhs = getFactor(/*isLhs=*/true);
  product.rhs = getFactor(/*isLhs=*/false);
  countFactors(product, getAtom());
  // Half of the columns are the other block's.
  if (isOfPair(getAtom()) && product.rhs.getRank() == 2)
    product.rhs = product.rhs.clone(
        {product.rhs.getDimSize(0), 2 * product.rhs.getDimSize(1)});
  if (failed(tileaa::verifyProduct(product)))
    return failure();
  DotParts parts = describeDot(*this, getAcc().getType());
  if (getLhsTile())
    parts.lhs = *getLhsTile();
  if (getRhsTile())
    parts.rhs = *getRhsTile();
  return verifyDot(parts);
}

void DotOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  for (OpOperand *factor : {&getLhsMutable(), &getRhsMutable()})
    if (isSharedView(factor->get().getType()))
      effects.emplace_back(MemoryEffects::Read::get(), factor);
}

Speculation::Speculatability DotOp::getSpeculatability() {
  return isSharedView(getLhs().getType()) || isSharedView(getRhs().getType())
             ? Speculation::NotSpeculatable
             : Speculation::Speculatable;
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
