//===- CudaTile/IR/Ops/MiscOps.cpp - assume, print and fences -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `assume` (core.md 6.4: predicate check, fold of a repeated promise, result
// name) and `print_tko` (its operand syntax and its view of a format string).
// Whether a conversion suits its argument is the printer's business.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/AsmHelpers.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera::cuda_tile;

//===----------------------------------------------------------------------===//
// assume
//===----------------------------------------------------------------------===//

ParseResult
AssumeOp::parseAssumePredicate(OpAsmParser &parser,
                               AssumePredicateInterface &predicate) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  Attribute parsed;
  OptionalParseResult spelledOut = parser.parseOptionalAttribute(parsed);
  if (spelledOut.has_value()) {
    if (failed(*spelledOut))
      return failure();
  } else {
    llvm::StringRef keyword;
    if (parser.parseKeyword(&keyword))
      return failure();
    if (keyword == DivByAttr::getMnemonic())
      parsed = DivByAttr::parse(parser, Type());
    else if (keyword == SameElementsAttr::getMnemonic())
      parsed = SameElementsAttr::parse(parser, Type());
    else if (keyword == BoundedAttr::getMnemonic())
      parsed = BoundedAttr::parse(parser, Type());
    else
      return parser.emitError(loc) << "expected assume predicate div_by, "
                                      "same_elements or bounded, got '"
                                   << keyword << "'";
    if (!parsed)
      return failure();
  }
  predicate = llvm::dyn_cast<AssumePredicateInterface>(parsed);
  if (!predicate)
    return parser.emitError(loc) << "expected assume predicate, got " << parsed;
  return success();
}

void AssumeOp::printAssumePredicate(OpAsmPrinter &printer, Operation *,
                                    AssumePredicateInterface predicate) {
  llvm::TypeSwitch<Attribute>(predicate)
      .Case<DivByAttr, SameElementsAttr, BoundedAttr>([&](auto attr) {
        printer << attr.getMnemonic();
        attr.print(printer);
      })
      .Default([&](Attribute attr) { printer << attr; });
}

LogicalResult AssumeOp::verify() {
  return getPredicate().verifyPredicateOn(getValue().getType(),
                                          [&] { return emitOpError(); });
}

OpFoldResult AssumeOp::fold(FoldAdaptor) {
  if (auto inner = getValue().getDefiningOp<AssumeOp>())
    if (inner.getPredicate() == getPredicate())
      return inner.getResult();
  return {};
}

/// The name that the op of `value` gives it; empty without one.
static std::string suggestedName(Value value) {
  std::string name;
  if (auto named = value.getDefiningOp<OpAsmOpInterface>())
    named.getAsmResultNames([&](Value result, StringRef text) {
      if (result == value)
        name = text.str();
    });
  return name;
}

/// `assume`, then `_` and the name of what is assumed about, if it has one:
/// `assume_assume_reshape` for the second of two assumptions.
void AssumeOp::getAsmResultNames(OpAsmSetValueNameFn setNameFn) {
  // Nobody reads longer names, and hostile text could make them megabytes.
  constexpr unsigned mostParts = 16;
  std::string name = "assume";
  Value about = getValue();
  for (unsigned part = 1; part < mostParts; ++part) {
    auto inner = about.getDefiningOp<AssumeOp>();
    if (!inner) {
      if (std::string last = suggestedName(about); !last.empty())
        name += "_" + last;
      break;
    }
    name += "_assume";
    about = inner.getValue();
  }
  setNameFn(getResult(), name);
}

//===----------------------------------------------------------------------===//
// print_tko
//===----------------------------------------------------------------------===//

ParseResult PrintTkoOp::parsePrintOperands(
    OpAsmParser &parser,
    llvm::SmallVectorImpl<OpAsmParser::UnresolvedOperand> &args,
    std::optional<OpAsmParser::UnresolvedOperand> &token, Type &tokenType) {
  while (succeeded(parser.parseOptionalComma()))
    if (parser.parseOperand(args.emplace_back()))
      return failure();
  return parseOptionalToken(parser, token, tokenType);
}

void PrintTkoOp::printPrintOperands(OpAsmPrinter &printer, Operation *op,
                                    OperandRange args, Value token,
                                    Type tokenType) {
  for (Value arg : args)
    printer << ", " << arg;
  printOptionalToken(printer, op, token, tokenType);
}

ParseResult PrintTkoOp::parsePrintTypes(OpAsmParser &parser,
                                        llvm::SmallVectorImpl<Type> &types) {
  if (failed(parser.parseOptionalColon()))
    return success();
  return parseCudaTileTypes(parser, types);
}

void PrintTkoOp::printPrintTypes(OpAsmPrinter &printer, Operation *op,
                                 TypeRange types) {
  if (types.empty())
    return;
  printer << " : ";
  printCudaTileTypes(printer, op, types);
}

/// Number of arguments the format consumes; nothing if some `%` never reaches a
/// conversion character. Scanning resumes right after the `%` of a conversion,
/// so a `%` inside its flags starts another one (core.md 6.4).
static std::optional<size_t> countConversions(llvm::StringRef format) {
  size_t count = 0;
  size_t position = format.find('%');
  while (position != llvm::StringRef::npos) {
    llvm::StringRef rest = format.drop_front(position + 1);
    size_t resume = position + 1;
    if (rest.starts_with("%")) {
      ++resume;
    } else {
      if (rest.find_first_of("diuoxXeEfFgGaAcsSpn%") == llvm::StringRef::npos)
        return std::nullopt;
      ++count;
    }
    position = format.find('%', resume);
  }
  return count;
}

LogicalResult PrintTkoOp::verify() {
  std::optional<size_t> conversions = countConversions(getStr());
  if (!conversions)
    return emitOpError() << "expected a conversion character after every '%', "
                            "got the end of the format string";
  if (*conversions != getArgs().size())
    return emitOpError() << "expected " << *conversions
                         << " arguments for the format string, got "
                         << getArgs().size();
  return success();
}
