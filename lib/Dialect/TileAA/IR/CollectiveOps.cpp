//===- TileAA/IR/CollectiveOps.cpp - syntax and verifiers of the family -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// reduce and scan: a body over scalars applied along one dimension
// (core.md 6.2).
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/IR/CollectiveRules.h"
#include "tessera/Dialect/TileAA/IR/TileAA.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

static ParseResult parseType(OpAsmParser &parser, Type &type) {
  return parser.parseType(type);
}
static void printType(OpAsmPrinter &printer, Type type) { printer << type; }

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseCollective(parser, result, /*hasReverse=*/false, parseType);
}
void ReduceOp::print(OpAsmPrinter &printer) {
  printCollective(printer, *this, /*reverse=*/false, printType);
}
ParseResult ScanOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseCollective(parser, result, /*hasReverse=*/true, parseType);
}
void ScanOp::print(OpAsmPrinter &printer) {
  printCollective(printer, *this, getReverse(), printType);
}

static LogicalResult verifyResults(Operation *op, size_t index, Type expected) {
  Type got = op->getResult(index).getType();
  if (got == expected)
    return success();
  return op->emitOpError("expected result ")
         << index << " of type " << expected << ", got " << got;
}

LogicalResult ReduceOp::verify() {
  if (failed(verifyCollective(*this)))
    return failure();
  for (auto [i, source] : llvm::enumerate(getSources()))
    if (failed(verifyResults(*this, i,
                             getReducedTile(source.getType(), getDim()))))
      return failure();
  return success();
}

LogicalResult ScanOp::verify() {
  if (failed(verifyCollective(*this)))
    return failure();
  for (size_t i : llvm::seq(getSources().size()))
    if (failed(verifyResults(*this, i, getSources()[i].getType())))
      return failure();
  return success();
}

LogicalResult ReduceOp::verifyRegions() { return verifyCollectiveBody(*this); }
LogicalResult ScanOp::verifyRegions() { return verifyCollectiveBody(*this); }
