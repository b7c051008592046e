//===- CudaTile/IR/Ops/ModuleOps.cpp - module, entry, global -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Syntax and rules of core.md section 5. Argument attributes are printed (the
// 13.3 tool drops them); argument locations are not, because MLIR would then
// print their aliases even without --mlir-print-debuginfo.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/AsmHelpers.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Dialect/CudaTile/IR/DebugInfo.h"
#include "tessera/Dialect/CudaTile/IR/ExtensionTrait.h"
#include "tessera/Dialect/CudaTile/IR/OptimizationHints.h"

#include "mlir/Interfaces/FunctionImplementation.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tessera::cuda_tile;

//===----------------------------------------------------------------------===//
// ModuleOp
//===----------------------------------------------------------------------===//

/// Bytecode has no empty names, and a parser does not take what the printer
/// would write for one.
static LogicalResult verifyName(Operation *op, StringRef name) {
  if (!name.empty())
    return success();
  return op->emitOpError("expected a name that is not empty");
}

LogicalResult tessera::cuda_tile::ModuleOp::verify() {
  if (failed(verifyName(*this, getSymName())))
    return failure();
  for (Operation &child : getBody().getOps()) {
    if (isa<EntryOp, GlobalOp, TestingFuncOp>(child))
      continue;
    InFlightDiagnostic diag =
        child.emitOpError("expected entry or global in a module, got this op");
    diag.attachNote(getLoc()) << "in this module";
    return diag;
  }
  return success();
}

LogicalResult tessera::cuda_tile::ModuleOp::verifyRegions() {
  return verifyModuleDebugInfo(*this);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Gives `region` an empty block and an implicit `return` where they lack.
static void ensureReturn(OpAsmParser &parser, Region &region, Location loc) {
  if (region.empty())
    region.emplaceBlock();
  Block &block = region.back();
  if (!block.empty() && block.back().hasTrait<OpTrait::IsTerminator>())
    return;
  OpBuilder builder(parser.getContext());
  builder.setInsertionPointToEnd(&block);
  ReturnOp::create(builder, loc);
}

static ParseResult
parseFunctionArguments(OpAsmParser &parser,
                       SmallVectorImpl<OpAsmParser::Argument> &arguments) {
  return parser.parseCommaSeparatedList(
      OpAsmParser::Delimiter::Paren, [&]() -> ParseResult {
        OpAsmParser::Argument &argument = arguments.emplace_back();
        NamedAttrList attrs;
        if (parser.parseArgument(argument) || parser.parseColon() ||
            parseBareType(parser, argument.type) ||
            parser.parseOptionalAttrDict(attrs) ||
            parser.parseOptionalLocationSpecifier(argument.sourceLoc))
          return failure();
        // The name stays with the parameter, for whoever passes arguments.
        StringRef name = argument.ssaName.name;
        name.consume_front("%");
        if (!name.empty() && !llvm::isDigit(name.front()))
          argument.sourceLoc = NameLoc::get(
              parser.getBuilder().getStringAttr(name),
              argument.sourceLoc
                  ? *argument.sourceLoc
                  : parser.getEncodedSourceLoc(argument.ssaName.location));
        argument.attrs = attrs.getDictionary(parser.getContext());
        return success();
      });
}

/// `-> T` or `-> (T, U)`.
static ParseResult parseFunctionResults(OpAsmParser &parser,
                                        SmallVectorImpl<Type> &results) {
  if (failed(parser.parseOptionalArrow()))
    return success();
  if (failed(parser.parseOptionalLParen()))
    return parseBareType(parser, results.emplace_back());
  if (succeeded(parser.parseOptionalRParen()))
    return success();
  return failure(parseCudaTileTypes(parser, results) || parser.parseRParen());
}

/// Everything of a function but the clauses between signature and body, which
/// `parseClauses` handles.
static ParseResult parseFunction(OpAsmParser &parser, OperationState &result,
                                 function_ref<ParseResult()> parseClauses) {
  StringAttr name;
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<Type> results;
  if (parser.parseSymbolName(name, SymbolTable::getSymbolAttrName(),
                             result.attributes) ||
      parseFunctionArguments(parser, arguments) ||
      parseFunctionResults(parser, results) || parseClauses())
    return failure();

  SmallVector<Type> argumentTypes;
  SmallVector<Attribute> argumentAttrs;
  bool anyAttrs = false;
  for (const OpAsmParser::Argument &argument : arguments) {
    argumentTypes.push_back(argument.type);
    argumentAttrs.push_back(argument.attrs);
    anyAttrs |= !argument.attrs.empty();
  }
  Builder &builder = parser.getBuilder();
  result.addAttribute("function_type", TypeAttr::get(builder.getFunctionType(
                                           argumentTypes, results)));
  if (anyAttrs)
    result.addAttribute("arg_attrs", builder.getArrayAttr(argumentAttrs));

  Region *body = result.addRegion();
  if (parser.parseRegion(*body, arguments) ||
      parser.parseOptionalAttrDict(result.attributes))
    return failure();
  ensureReturn(parser, *body, result.location);
  wrapUnstructured(*body, result.location);
  return success();
}

static void printFunction(OpAsmPrinter &printer, FunctionOpInterface function,
                          function_ref<void()> printClauses,
                          ArrayRef<StringRef> elided) {
  printer << ' ';
  printer.printSymbolName(function.getName());
  printer << '(';
  Region &body = function.getFunctionBody();
  // A body without a block is invalid, but may still be printed in an error.
  unsigned count = body.empty() ? 0 : body.getNumArguments();
  for (unsigned i = 0; i < count; ++i) {
    if (i)
      printer << ", ";
    printer.printOperand(body.getArgument(i));
    printer << ": ";
    printBareType(printer, body.getArgument(i).getType());
    if (DictionaryAttr attrs = function.getArgAttrDict(i))
      printer.printOptionalAttrDict(attrs.getValue());
  }
  printer << ')';
  ArrayRef<Type> results = function.getResultTypes();
  if (!results.empty()) {
    printer << " -> ";
    if (results.size() > 1)
      printer << '(';
    llvm::interleaveComma(results, printer,
                          [&](Type type) { printBareType(printer, type); });
    if (results.size() > 1)
      printer << ')';
  }
  printClauses();
  printer << ' ';
  printer.printRegion(unwrapUnstructured(body),
                      /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/true);
  SmallVector<StringRef> inherent{"sym_name", "function_type", "arg_attrs",
                                  "res_attrs"};
  llvm::append_range(inherent, elided);
  printer.printOptionalAttrDict(function->getAttrs(), inherent);
}

//===----------------------------------------------------------------------===//
// EntryOp, TestingFuncOp
//===----------------------------------------------------------------------===//

ParseResult EntryOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseFunction(parser, result, [&]() -> ParseResult {
    OptimizationHintsAttr hints;
    if (parseOptionalHints(parser, hints))
      return failure();
    if (hints)
      result.addAttribute("optimization_hints", hints);
    return success();
  });
}

void EntryOp::print(OpAsmPrinter &printer) {
  auto printHints = [&] {
    OptimizationHintsAttr hints = getOptimizationHintsAttr();
    if (!hints || hints.getValue().empty())
      return;
    printer << " optimization_hints=";
    hints.print(printer);
  };
  printFunction(printer, *this, printHints, {"optimization_hints"});
}

LogicalResult EntryOp::verify() {
  if (failed(verifyName(*this, getSymName())))
    return failure();
  if (getFunctionType().getNumResults() != 0)
    return emitOpError("expected no results, got ")
           << getFunctionType().getNumResults();
  for (auto [index, type] : llvm::enumerate(getFunctionType().getInputs())) {
    auto tile = dyn_cast<TileType>(type);
    if (!tile || !tile.isScalar() || isI4Element(tile.getElementType()))
      return emitOpError("expected a 0-d tile of a number or pointer as "
                         "parameter #")
             << index << ", got " << type;
  }
  if (OptimizationHintsAttr hints = getOptimizationHintsAttr())
    return verifyHints(*this, hints, HintSite::Entry);
  return success();
}

LogicalResult EntryOp::verifyRegions() {
  return verifyFunctionDebugInfo(*this);
}

ParseResult TestingFuncOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseFunction(parser, result, [] { return ParseResult(success()); });
}

void TestingFuncOp::print(OpAsmPrinter &printer) {
  printFunction(printer, *this, [] {}, {});
}

LogicalResult TestingFuncOp::verifyRegions() {
  return verifyFunctionDebugInfo(*this);
}

//===----------------------------------------------------------------------===//
// GlobalOp
//===----------------------------------------------------------------------===//

ParseResult GlobalOp::parse(OpAsmParser &parser, OperationState &result) {
  StringRef visibility;
  if (succeeded(
          parser.parseOptionalKeyword(&visibility, {"public", "private"})))
    result.addAttribute(
        "symbol_visibility",
        SymbolVisibilityAttr::get(parser.getContext(),
                                  *symbolizeSymbolVisibility(visibility)));
  if (succeeded(parser.parseOptionalKeyword("constant")))
    result.addAttribute("constant", parser.getBuilder().getUnitAttr());
  StringAttr name;
  if (parser.parseSymbolName(name, SymbolTable::getSymbolAttrName(),
                             result.attributes))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("alignment"))) {
    int64_t alignment;
    if (parser.parseEqual() || parser.parseInteger(alignment))
      return failure();
    result.addAttribute("alignment",
                        parser.getBuilder().getI64IntegerAttr(alignment));
  }
  DenseElementsAttr value;
  if (parser.parseOptionalAttrDict(result.attributes) ||
      parseConstantLiteral(parser, value))
    return failure();
  result.addAttribute("value", value);
  return success();
}

void GlobalOp::print(OpAsmPrinter &printer) {
  // The blanks are the public printer's.
  printer << ' ';
  if (getSymbolVisibility() != SymbolVisibility::Public)
    printer << stringifySymbolVisibility(getSymbolVisibility()) << ' ';
  printer << (getConstant() ? " constant " : " ");
  printer.printSymbolName(getSymName());
  if (getAlignment() != 0)
    printer << " alignment = " << getAlignment();
  printer.printOptionalAttrDict(
      (*this)->getAttrs(),
      {"sym_name", "value", "alignment", "constant", "symbol_visibility"});
  printer << ' ';
  printConstantLiteral(printer, *this, getValue());
}

LogicalResult GlobalOp::verify() {
  if (failed(verifyName(*this, getSymName())))
    return failure();
  // Only the generic form can spell an i4 literal; no memory holds i4.
  if (!isNumberElement(getTileType().getElementType()))
    return emitOpError("expected a value of numbers, got ") << getTileType();
  if (getTileType().getRank() != 1)
    return emitOpError("expected a value of rank 1, got rank ")
           << getTileType().getRank();
  int64_t alignment = static_cast<int64_t>(getAlignment());
  if (alignment != 0 &&
      (alignment < 0 || !llvm::isPowerOf2_64(static_cast<uint64_t>(alignment))))
    return emitOpError("expected an alignment of 0 or a power of two, got ")
           << alignment;
  return success();
}

//===----------------------------------------------------------------------===//
// GetGlobalOp
//===----------------------------------------------------------------------===//

LogicalResult
GetGlobalOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  Operation *symbol = symbolTable.lookupNearestSymbolFrom(*this, getNameAttr());
  auto global = dyn_cast_or_null<GlobalOp>(symbol);
  if (!global) {
    InFlightDiagnostic diag = emitOpError("expected the name of a global, got ")
                              << getNameAttr();
    if (symbol)
      diag.attachNote(symbol->getLoc()) << "this symbol is not a global";
    return diag;
  }
  auto pointer =
      cast<PointerType>(cast<TileType>(getResult().getType()).getElementType());
  Type element = global.getTileType().getElementType();
  if (pointer.getPointeeType() != element) {
    InFlightDiagnostic diag = emitOpError("expected a pointer to ")
                              << element << ", got a pointer to "
                              << pointer.getPointeeType();
    diag.attachNote(global.getLoc()) << "the global is declared here";
    return diag;
  }
  return success();
}
