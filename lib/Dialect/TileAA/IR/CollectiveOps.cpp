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

#include "tessera/Dialect/TileAA/IR/TileAA.h"

#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

/// `%a, %b dim = 0 [reverse] identities = [...] : types -> types
/// [attributes {...}] region`.
static ParseResult parseCollective(OpAsmParser &parser, OperationState &result,
                                   bool hasReverse) {
  SmallVector<OpAsmParser::UnresolvedOperand> sources;
  SmallVector<Type> types;
  int32_t dim;
  ArrayAttr identities;
  Builder &builder = parser.getBuilder();
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperandList(sources) || parser.parseKeyword("dim") ||
      parser.parseEqual() || parser.parseInteger(dim))
    return failure();
  if (hasReverse && succeeded(parser.parseOptionalKeyword("reverse")))
    result.addAttribute("reverse", builder.getUnitAttr());
  if (parser.parseKeyword("identities") || parser.parseEqual() ||
      parser.parseAttribute(identities) || parser.parseColonTypeList(types) ||
      parser.parseArrowTypeList(result.types) ||
      parser.resolveOperands(sources, types, loc, result.operands) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  result.addAttribute("dim", builder.getI32IntegerAttr(dim));
  result.addAttribute("identities", identities);
  return parser.parseRegion(*result.addRegion());
}

template <typename OpTy>
static void printCollective(OpAsmPrinter &printer, OpTy op, bool reverse) {
  printer << ' ' << op.getSources() << " dim = " << op.getDim();
  if (reverse)
    printer << " reverse";
  printer << " identities = " << op.getIdentities() << " : "
          << op.getSources().getTypes();
  printer.printArrowTypeList(op.getResultTypes());
  printer.printOptionalAttrDictWithKeyword(op->getAttrs(),
                                           {"dim", "identities", "reverse"});
  printer << ' ';
  printer.printRegion(op.getBody());
}

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseCollective(parser, result, /*hasReverse=*/false);
}
void ReduceOp::print(OpAsmPrinter &printer) {
  printCollective(printer, *this, /*reverse=*/false);
}
ParseResult ScanOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseCollective(parser, result, /*hasReverse=*/true);
}
void ScanOp::print(OpAsmPrinter &printer) {
  printCollective(printer, *this, getReverse());
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

/// Operands of one shape, a dimension of it, one identity and result each.
template <typename OpTy> static LogicalResult verifyCollective(OpTy op) {
  const size_t count = op.getSources().size();
  if (count == 0)
    return op.emitOpError("expected at least one source, got none");
  ArrayRef<int64_t> shape = getTileShape(op.getSources()[0].getType());
  for (Value source : op.getSources())
    if (getTileShape(source.getType()) != shape)
      return op.emitOpError("expected sources of one shape, got ")
             << op.getSources()[0].getType() << " and " << source.getType();
  if (op.getIdentities().size() != count)
    return op.emitOpError("expected one identity per source, ")
           << count << " in all, got " << op.getIdentities().size();
  if (op.getResults().size() != count)
    return op.emitOpError("expected one result per source, ")
           << count << " in all, got " << op.getResults().size();
  const int64_t dim = static_cast<int32_t>(op.getDim());
  if (dim < 0 || dim >= static_cast<int64_t>(shape.size()))
    return op.emitOpError("expected dim in 0..")
           << shape.size() - 1 << ", got " << dim;
  for (auto [i, identity] : llvm::enumerate(op.getIdentities())) {
    auto typed = dyn_cast<TypedAttr>(identity);
    if (!typed || typed.getType() != op.getElementType(i))
      return op.emitOpError("expected identity ")
             << i << " of type " << op.getElementType(i) << ", got "
             << identity;
  }
  return success();
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
  SmallVector<int64_t> shape(getTileShape(getSources()[0].getType()));
  shape.erase(shape.begin() + getDim());
  for (size_t i : llvm::seq(getSources().size()))
    if (failed(verifyResults(*this, i, getTileOf(shape, getElementType(i)))))
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

/// Arguments (element_0, accumulator_0, ...), one yielded accumulator each, and
/// nothing that touches memory.
template <typename OpTy> static LogicalResult verifyBody(OpTy op) {
  const size_t count = op.getSources().size();
  Block &block = op.getBody().front();
  if (block.getNumArguments() != 2 * count)
    return op.emitOpError("expected ")
           << 2 * count << " block arguments, got " << block.getNumArguments();
  for (BlockArgument argument : block.getArguments()) {
    Type expected = op.getElementType(argument.getArgNumber() / 2);
    if (argument.getType() != expected)
      return op.emitOpError("expected block argument ")
             << argument.getArgNumber() << " of type " << expected << ", got "
             << argument.getType();
  }
  Operation *terminator = block.getTerminator();
  if (terminator->getNumOperands() != count)
    return terminator->emitOpError("expected ")
           << count << " values, got " << terminator->getNumOperands();
  for (auto [i, value] : llvm::enumerate(terminator->getOperands()))
    if (value.getType() != op.getElementType(i))
      return terminator->emitOpError("expected value ")
             << i << " of type " << op.getElementType(i) << ", got "
             << value.getType();
  for (Operation &nested : block)
    if (!isMemoryEffectFree(&nested))
      return nested.emitOpError("expected no memory effect in the body of '")
             << op->getName() << "'";
  return success();
}

LogicalResult ReduceOp::verifyRegions() { return verifyBody(*this); }
LogicalResult ScanOp::verifyRegions() { return verifyBody(*this); }
