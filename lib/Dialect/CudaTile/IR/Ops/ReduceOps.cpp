//===- CudaTile/IR/Ops/ReduceOps.cpp - reduce and scan -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Syntax, inference and rules of the two ops that combine elements along a
// dimension with a body region (core.md 6.2). They share everything but the
// result shape and `reverse`.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/AsmHelpers.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

using namespace mlir;
using namespace tessera::cuda_tile;

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

/// `reverse=true`; integers are accepted on input.
static ParseResult parseReverse(OpAsmParser &parser, OperationState &result) {
  bool reverse = false;
  if (parser.parseKeyword("reverse") || parser.parseEqual())
    return failure();
  if (succeeded(parser.parseOptionalKeyword("true"))) {
    reverse = true;
  } else if (failed(parser.parseOptionalKeyword("false"))) {
    int64_t integer;
    if (parser.parseInteger(integer))
      return failure();
    reverse = integer != 0;
  }
  result.addAttribute("reverse", parser.getBuilder().getBoolAttr(reverse));
  return success();
}

static ParseResult parseAggregate(OpAsmParser &parser, OperationState &result,
                                  bool hasReverse) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> operandTypes;
  SmallVector<OpAsmParser::Argument> arguments;
  int32_t dim;
  ArrayAttr identities;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperandList(operands) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseKeyword("dim") || parser.parseEqual() ||
      parser.parseInteger(dim))
    return failure();
  if (hasReverse && parseReverse(parser, result))
    return failure();
  if (parser.parseKeyword("identities") || parser.parseEqual() ||
      parser.parseAttribute(identities) || parser.parseColon() ||
      parseCudaTileTypes(parser, operandTypes) || parser.parseArrow() ||
      parseCudaTileTypes(parser, result.types) ||
      parser.resolveOperands(operands, operandTypes, loc, result.operands))
    return failure();
  if (parser.parseCommaSeparatedList(
          OpAsmParser::Delimiter::Paren, [&]() -> ParseResult {
            OpAsmParser::Argument &argument = arguments.emplace_back();
            return failure(parser.parseArgument(argument) ||
                           parser.parseColon() ||
                           parseBareType(parser, argument.type));
          }))
    return failure();
  result.addAttribute("dim", parser.getBuilder().getI32IntegerAttr(dim));
  result.addAttribute("identities", identities);
  return parser.parseRegion(*result.addRegion(), arguments);
}

static void printAggregate(OpAsmPrinter &printer, Operation *op, int32_t dim,
                           std::optional<bool> reverse, ArrayAttr identities) {
  printer << ' ' << op->getOperands();
  printer.printOptionalAttrDict(op->getAttrs(),
                                {"dim", "identities", "reverse"});
  printer << " dim=" << dim;
  if (reverse)
    printer << " reverse=" << (*reverse ? "true" : "false");
  printer << " identities=" << identities << " : ";
  printCudaTileTypes(printer, op, op->getOperandTypes());
  printer << " -> ";
  printCudaTileTypes(printer, op, op->getResultTypes());
  // The blank at the end of the line is the public printer's.
  printer << ' ';
  printer.printNewline();
  printer << '(';
  Region &body = op->getRegion(0);
  if (!body.empty())
    llvm::interleaveComma(body.getArguments(), printer, [&](BlockArgument arg) {
      printer << arg << ": ";
      printBareType(printer, arg.getType());
    });
  printer << ") ";
  printer.printRegion(body, /*printEntryBlockArgs=*/false);
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// Counts, shapes, dimension and identities of either op.
static LogicalResult verifyOperands(Operation *op, int32_t dim,
                                    ArrayAttr identities) {
  if (op->getNumOperands() == 0)
    return op->emitOpError("expected at least one operand, got none");
  if (op->getNumResults() != op->getNumOperands())
    return op->emitOpError("expected ")
           << op->getNumOperands() << " results, got " << op->getNumResults();
  if (identities.size() != op->getNumOperands())
    return op->emitOpError("expected ")
           << op->getNumOperands() << " identities, got " << identities.size();
  auto first = cast<TileType>(op->getOperand(0).getType());
  if (dim < 0 || dim >= first.getRank())
    return op->emitOpError("expected dim below the rank ")
           << first.getRank() << ", got " << dim;
  for (auto [operand, identity] : llvm::zip(op->getOperands(), identities)) {
    auto type = cast<TileType>(operand.getType());
    if (type.getShape() != first.getShape())
      return op->emitOpError("expected operands of one shape, got ")
             << first << " and " << type;
    auto typed = dyn_cast<TypedAttr>(identity);
    if (!typed || !isa<IntegerAttr, FloatAttr>(identity) ||
        typed.getType() != type.getElementType())
      return op->emitOpError("expected an identity of type ")
             << type.getElementType() << ", got " << identity;
  }
  return success();
}

/// Block arguments, terminator and purity of the body.
static LogicalResult verifyBody(Operation *op) {
  Region &body = op->getRegion(0);
  if (body.empty() || body.front().empty())
    return op->emitOpError("expected a body that ends in yield, got an empty "
                           "body");
  Block &block = body.front();
  if (block.getNumArguments() != 2 * op->getNumOperands())
    return op->emitOpError("expected ")
           << 2 * op->getNumOperands() << " body arguments, got "
           << block.getNumArguments();
  for (BlockArgument argument : block.getArguments()) {
    Type element =
        cast<TileType>(op->getOperand(argument.getArgNumber() / 2).getType())
            .getElementType();
    if (argument.getType() != TileType::get({}, element))
      return op->emitOpError("expected body argument #")
             << argument.getArgNumber() << " of type "
             << TileType::get({}, element) << ", got " << argument.getType();
  }
  auto yield = dyn_cast<YieldOp>(block.back());
  if (!yield)
    return op->emitOpError("expected a body that ends in yield, got '")
           << block.back().getName() << "'";
  if (yield->getNumOperands() != op->getNumOperands()) {
    InFlightDiagnostic diag = yield.emitOpError("expected ")
                              << op->getNumOperands() << " operands, got "
                              << yield->getNumOperands();
    diag.attachNote(op->getLoc()) << "for this op";
    return diag;
  }
  for (auto [yielded, operand] :
       llvm::zip(yield.getOperands(), op->getOperands())) {
    Type expected =
        TileType::get({}, cast<TileType>(operand.getType()).getElementType());
    if (yielded.getType() == expected)
      continue;
    InFlightDiagnostic diag = yield.emitOpError("expected an operand of type ")
                              << expected << ", got " << yielded.getType();
    diag.attachNote(op->getLoc()) << "for this op";
    return diag;
  }
  // 13.3 wants pure bodies; 13.4 also takes ops that may not be speculated.
  bool relaxed =
      cast<CudaTileDialect>(op->getDialect())->hasRelaxationsOf13_4();
  for (Operation &nested : block) {
    if (isPure(&nested) || (relaxed && isMemoryEffectFree(&nested)))
      continue;
    InFlightDiagnostic diag =
        nested.emitOpError("expected a pure op in this body, got an op with "
                           "effects or undefined behaviour");
    diag.attachNote(op->getLoc()) << "in the body of this op";
    return diag;
  }
  return success();
}

static LogicalResult verifyResultTypes(Operation *op, TypeRange expected) {
  for (auto [want, got] : llvm::zip(expected, op->getResultTypes()))
    if (want != got)
      return op->emitOpError("expected result type ")
             << want << ", got " << got;
  return success();
}

/// The operand shape without dimension `dim`; empty on invalid input.
static SmallVector<Type> inferReduced(TypeRange operands, int64_t dim) {
  SmallVector<Type> types;
  for (Type type : operands) {
    auto tile = dyn_cast<TileType>(type);
    if (!tile || dim < 0 || dim >= tile.getRank())
      return {};
    SmallVector<int64_t> shape(tile.getShape());
    shape.erase(shape.begin() + dim);
    types.push_back(TileType::get(shape, tile.getElementType()));
  }
  return types;
}

/// `lhs` and `rhs`, with the number of their operand where there are several.
static void nameArguments(Region &region, StringRef prefix,
                          OpAsmSetValueNameFn setName) {
  bool isNumbered = region.getNumArguments() > 2;
  for (BlockArgument argument : region.getArguments()) {
    unsigned index = argument.getArgNumber();
    std::string name = (prefix + (index % 2 ? "_rhs" : "_lhs")).str();
    setName(argument, isNumbered ? name + std::to_string(index / 2) : name);
  }
}

//===----------------------------------------------------------------------===//
// ReduceOp
//===----------------------------------------------------------------------===//

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseAggregate(parser, result, /*hasReverse=*/false);
}

void ReduceOp::print(OpAsmPrinter &printer) {
  printAggregate(printer, *this, getDim(), std::nullopt, getIdentities());
}

LogicalResult ReduceOp::verifyRegions() {
  if (failed(verifyOperands(*this, getDim(), getIdentities())) ||
      failed(verifyResultTypes(
          *this, inferReduced((*this)->getOperandTypes(), int32_t(getDim())))))
    return failure();
  return verifyBody(*this);
}

LogicalResult ReduceOp::inferReturnTypes(MLIRContext *,
                                         std::optional<Location> loc,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  int32_t dim = static_cast<int32_t>(adaptor.getDim());
  SmallVector<Type> inferred =
      inferReduced(adaptor.getOperands().getTypes(), dim);
  if (inferred.empty())
    return emitOptionalError(loc, "expected operand tiles with a dimension ",
                             dim, ", got none");
  llvm::append_range(types, inferred);
  return success();
}

void ReduceOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  // One name for all of them: `%reduce:2 = reduce ...`.
  if (getNumResults() != 0)
    setName(getResult(0), "reduce");
}

void ReduceOp::getAsmBlockArgumentNames(Region &region,
                                        OpAsmSetValueNameFn setName) {
  nameArguments(region, "reduce", setName);
}

//===----------------------------------------------------------------------===//
// ScanOp
//===----------------------------------------------------------------------===//

ParseResult ScanOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseAggregate(parser, result, /*hasReverse=*/true);
}

void ScanOp::print(OpAsmPrinter &printer) {
  printAggregate(printer, *this, getDim(), getReverse(), getIdentities());
}

LogicalResult ScanOp::verifyRegions() {
  if (failed(verifyOperands(*this, getDim(), getIdentities())) ||
      failed(verifyResultTypes(*this, (*this)->getOperandTypes())))
    return failure();
  return verifyBody(*this);
}

LogicalResult ScanOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                       Adaptor adaptor,
                                       SmallVectorImpl<Type> &types) {
  llvm::append_range(types, adaptor.getOperands().getTypes());
  return success();
}

// The public printer has no names for a scan.
void ScanOp::getAsmResultNames(OpAsmSetValueNameFn) {}

void ScanOp::getAsmBlockArgumentNames(Region &, OpAsmSetValueNameFn) {}
