//===- TileAA/IR/CollectiveRules.h - what reduce and scan share -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Syntax and rules of collectives (a body over scalars applied along one
// dimension), for the ops of this level and for those of nv_tileas.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_COLLECTIVERULES_H
#define TESSERA_DIALECT_TILEAA_IR_COLLECTIVERULES_H

#include "tessera/Dialect/TileAA/IR/TileTypes.h"

#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace tessera::tileaa {

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

/// `%a, %b dim = 0 [reverse] identities = [...] : types -> types
/// [attributes {...}] region`. `parseType` reads one type.
template <typename ParseType>
mlir::ParseResult parseCollective(mlir::OpAsmParser &parser,
                                  mlir::OperationState &result, bool hasReverse,
                                  ParseType parseType) {
  llvm::SmallVector<mlir::OpAsmParser::UnresolvedOperand> sources;
  llvm::SmallVector<mlir::Type> types;
  int32_t dim;
  mlir::ArrayAttr identities;
  mlir::Builder &builder = parser.getBuilder();
  llvm::SMLoc loc = parser.getCurrentLocation();
  auto parseTypes = [&](auto &list) -> mlir::ParseResult {
    do {
      mlir::Type type;
      if (parseType(parser, type))
        return mlir::failure();
      list.push_back(type);
    } while (succeeded(parser.parseOptionalComma()));
    return mlir::success();
  };
  if (parser.parseOperandList(sources) || parser.parseKeyword("dim") ||
      parser.parseEqual() || parser.parseInteger(dim))
    return mlir::failure();
  if (hasReverse && succeeded(parser.parseOptionalKeyword("reverse")))
    result.addAttribute("reverse", builder.getUnitAttr());
  if (parser.parseKeyword("identities") || parser.parseEqual() ||
      parser.parseAttribute(identities) || parser.parseColon() ||
      parseTypes(types) || parser.parseArrow())
    return mlir::failure();
  if (succeeded(parser.parseOptionalLParen())) {
    if (failed(parser.parseOptionalRParen()) &&
        (parseTypes(result.types) || parser.parseRParen()))
      return mlir::failure();
  } else if (parseTypes(result.types)) {
    return mlir::failure();
  }
  if (parser.resolveOperands(sources, types, loc, result.operands) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return mlir::failure();
  result.addAttribute("dim", builder.getI32IntegerAttr(dim));
  result.addAttribute("identities", identities);
  return parser.parseRegion(*result.addRegion());
}

template <typename OpTy, typename PrintType>
void printCollective(mlir::OpAsmPrinter &printer, OpTy op, bool reverse,
                     PrintType printType) {
  auto printTypes = [&](mlir::TypeRange types) {
    llvm::interleaveComma(types, printer.getStream(),
                          [&](mlir::Type type) { printType(printer, type); });
  };
  printer << ' ' << op.getSources() << " dim = " << op.getDim();
  if (reverse)
    printer << " reverse";
  printer << " identities = " << op.getIdentities() << " : ";
  printTypes(op.getSources().getTypes());
  bool single = op->getNumResults() == 1;
  printer << (single ? " -> " : " -> (");
  printTypes(op.getResultTypes());
  if (!single)
    printer << ')';
  printer.printOptionalAttrDictWithKeyword(op->getAttrs(),
                                           {"dim", "identities", "reverse"});
  printer << ' ';
  printer.printRegion(op.getBody());
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// Operands of one shape, a dimension of it, one identity and result each.
template <typename OpTy> llvm::LogicalResult verifyCollective(OpTy op) {
  const size_t count = op.getSources().size();
  if (count == 0)
    return op.emitOpError("expected at least one source, got none");
  llvm::ArrayRef<int64_t> shape = getTileShape(op.getSources()[0].getType());
  for (mlir::Value source : op.getSources())
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
    auto typed = llvm::dyn_cast<mlir::TypedAttr>(identity);
    if (!typed || typed.getType() != op.getElementType(i))
      return op.emitOpError("expected identity ")
             << i << " of type " << op.getElementType(i) << ", got "
             << identity;
  }
  return llvm::success();
}

/// The type of the sources' shape without dimension `dim`.
inline mlir::Type getReducedTile(mlir::Type source, int64_t dim) {
  llvm::SmallVector<int64_t> shape(getTileShape(source));
  shape.erase(shape.begin() + dim);
  return getTileOf(shape, mlir::getElementTypeOrSelf(source));
}

/// Arguments (element_0, accumulator_0, ...), one yielded accumulator each, and
/// nothing that touches memory.
template <typename OpTy> llvm::LogicalResult verifyCollectiveBody(OpTy op) {
  const size_t count = op.getSources().size();
  mlir::Block &block = op.getBody().front();
  if (block.getNumArguments() != 2 * count)
    return op.emitOpError("expected ")
           << 2 * count << " block arguments, got " << block.getNumArguments();
  for (mlir::BlockArgument argument : block.getArguments()) {
    mlir::Type expected = op.getElementType(argument.getArgNumber() / 2);
    if (argument.getType() != expected)
      return op.emitOpError("expected block argument ")
             << argument.getArgNumber() << " of type " << expected << ", got "
             << argument.getType();
  }
  mlir::Operation *terminator = block.getTerminator();
  if (terminator->getNumOperands() != count)
    return terminator->emitOpError("expected ")
           << count << " values, got " << terminator->getNumOperands();
  for (auto [i, value] : llvm::enumerate(terminator->getOperands()))
    if (value.getType() != op.getElementType(i))
      return terminator->emitOpError("expected value ")
             << i << " of type " << op.getElementType(i) << ", got "
             << value.getType();
  for (mlir::Operation &nested : block)
    if (!isMemoryEffectFree(&nested))
      return nested.emitOpError("expected no memory effect in the body of '")
             << op->getName() << "'";
  return llvm::success();
}

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_IR_COLLECTIVERULES_H
