//===- TileAS/IR/PipelineRegions.cpp - producer and consumer bodies -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Syntax and verifiers of produce_one, consume_one and their asynchronous
// forms. One template serves all four.
//
//===----------------------------------------------------------------------===//

#include "AccessRules.h"

#include "tessera/Dialect/TileAS/IR/AsmHelpers.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

/// `{producer_types = [tile<…>], consumer_idx = 0 : i32}`: the list of types
/// under `payload` takes tiles, everything else is an attribute.
static ParseResult parseAttributes(OpAsmParser &parser, StringRef payload,
                                   NamedAttrList &attributes) {
  auto entry = [&]() -> ParseResult {
    std::string name;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeywordOrString(&name))
      return failure();
    if (attributes.get(name))
      return parser.emitError(loc, "expected each attribute once, got ")
             << name << " again";
    Attribute value = parser.getBuilder().getUnitAttr();
    if (name == payload) {
      SmallVector<Type> types;
      if (parser.parseEqual() || parser.parseLSquare())
        return failure();
      if (failed(parser.parseOptionalRSquare()) &&
          (parseTileTypes(parser, types) || parser.parseRSquare()))
        return failure();
      value = parser.getBuilder().getTypeArrayAttr(types);
    } else if (succeeded(parser.parseOptionalEqual()) &&
               parser.parseAttribute(value)) {
      return failure();
    }
    attributes.set(name, value);
    return success();
  };
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::OptionalBraces,
                                        entry);
}

/// `%token, %iterator {…} : (types) -> types (%stage : tile<…>) {…}`.
static ParseResult parsePipelineRegion(OpAsmParser &parser, StringRef payload,
                                       OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand, 2> operands;
  SmallVector<Type> types;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperandList(operands, 2) ||
      parseAttributes(parser, payload, result.attributes) ||
      parser.parseColon() || parser.parseLParen() ||
      parseTileTypes(parser, types) || parser.parseRParen() ||
      parser.parseArrow() || parseTileTypes(parser, result.types) ||
      parser.resolveOperands(operands, types, loc, result.operands))
    return failure();
  SmallVector<OpAsmParser::Argument> arguments;
  auto argument = [&]() -> ParseResult {
    OpAsmParser::Argument &entry = arguments.emplace_back();
    return failure(parser.parseArgument(entry) || parser.parseColon() ||
                   parseTileType(parser, entry.type));
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::OptionalParen,
                                     argument))
    return failure();
  return parser.parseRegion(*result.addRegion(), arguments);
}

template <typename OpTy>
static void printPipelineRegion(OpAsmPrinter &printer, OpTy op) {
  printer << ' ' << op.getToken() << ", " << op.getIterator() << " {";
  llvm::interleaveComma(op->getAttrs(), printer, [&](NamedAttribute attr) {
    printer << attr.getName().getValue() << " = ";
    if (attr.getName() != OpTy::getPayloadAttrName()) {
      printer << attr.getValue();
      return;
    }
    printer << '[';
    printTileTypes(printer,
                   llvm::to_vector(cast<ArrayAttr>(attr.getValue())
                                       .template getAsValueRange<TypeAttr>()));
    printer << ']';
  });
  printer << "} : (";
  printTileTypes(printer, op->getOperandTypes());
  printer << ") -> ";
  printTileTypes(printer, op->getResultTypes());
  Region &body = op.getBody();
  if (!body.empty() && body.getNumArguments() != 0) {
    printer << " (";
    llvm::interleaveComma(body.getArguments(), printer,
                          [&](BlockArgument argument) {
                            printer << argument << " : ";
                            printTileType(printer, argument.getType());
                          });
    printer << ')';
  }
  printer << ' ';
  printer.printRegion(body, /*printEntryBlockArgs=*/false);
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

/// `got` is `expected`, each (named `what`) in its place.
static LogicalResult verifyTypes(Operation *op, StringRef what, TypeRange got,
                                 ArrayRef<Type> expected) {
  if (got.size() != expected.size())
    return op->emitOpError("expected ")
           << expected.size() << " " << what << "s, got " << got.size();
  for (auto [i, type, other] : llvm::enumerate(got, expected))
    if (type != other)
      return op->emitOpError("expected ")
             << what << " " << i << " of type " << other << ", got " << type;
  return success();
}

template <typename OpTy> static SmallVector<Type> getPayload(OpTy op) {
  return llvm::to_vector(
      op.getPayloadTypes().template getAsValueRange<TypeAttr>());
}

/// The payload that the op states is the iterator's.
template <typename OpTy> static LogicalResult verifyHandshake(OpTy op) {
  return verifyTypes(op, OpTy::getPayloadAttrName().drop_back().str(),
                     getPayload(op), op.getIterator().getType().getPayload());
}

/// The region-op template: arguments are the payload, the terminator is a
/// pipeline yield of the payload and then of the op's values.
template <typename OpTy> static LogicalResult verifyRegion(OpTy op) {
  SmallVector<Type> payload = getPayload(op);
  Block &block = op.getBody().front();
  if (failed(
          verifyTypes(op, "body argument", block.getArgumentTypes(), payload)))
    return failure();
  auto yield = block.empty() ? PipelineYieldOp()
                             : dyn_cast<PipelineYieldOp>(block.back());
  if (!yield)
    return op.emitOpError("expected a body that ends in ")
           << PipelineYieldOp::getOperationName();
  llvm::append_range(payload, op.getValues().getTypes());
  return verifyTypes(yield, "value", yield->getOperandTypes(), payload);
}

// The four ops differ in their tokens only.
#define TESSERA_PIPELINE_REGION(OP)                                            \
  ParseResult OP::parse(OpAsmParser &parser, OperationState &result) {         \
    return parsePipelineRegion(parser, getPayloadAttrName(), result);          \
  }                                                                            \
  void OP::print(OpAsmPrinter &printer) {                                      \
    printPipelineRegion(printer, *this);                                       \
  }                                                                            \
  LogicalResult OP::verifyRegions() { return verifyRegion(*this); }
TESSERA_PIPELINE_REGION(ProduceOneOp)
TESSERA_PIPELINE_REGION(ProduceOneAsyncOp)
TESSERA_PIPELINE_REGION(ConsumeOneOp)
TESSERA_PIPELINE_REGION(ConsumeOneAsyncOp)
#undef TESSERA_PIPELINE_REGION

LogicalResult ProduceOneOp::verify() { return verifyHandshake(*this); }
LogicalResult ProduceOneAsyncOp::verify() { return verifyHandshake(*this); }

LogicalResult ConsumeOneOp::verify() {
  if (failed(verifyConsumerIndex(*this, getConsumerIdx())))
    return failure();
  return verifyHandshake(*this);
}

LogicalResult ConsumeOneAsyncOp::verify() {
  if (failed(verifyConsumerIndex(*this, getConsumerIdx())))
    return failure();
  return verifyHandshake(*this);
}
