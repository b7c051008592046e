//===- CudaTile/IR/Attributes.cpp - attribute registration and syntax -*- C++
//-*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Generated attribute definitions, the text form of optimisation hints
// (core.md 3.3) and the rules of the debug attributes (core.md 4.1). Assume
// predicates are in AssumePredicates.cpp.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/CudaTileAttrs.h"
#include "tessera/Dialect/CudaTile/IR/CudaTileDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera::cuda_tile;

#include "tessera/Dialect/CudaTile/IR/CudaTileAttrInterfaces.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tessera/Dialect/CudaTile/IR/CudaTileAttrs.cpp.inc"

void CudaTileDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tessera/Dialect/CudaTile/IR/CudaTileAttrs.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// OptimizationHintsAttr
//===----------------------------------------------------------------------===//

/// `sm_100 = {latency = 3}`
static ParseResult parseArchitecture(AsmParser &parser, NamedAttrList &hints) {
  std::string arch;
  Attribute value;
  SMLoc archLoc = parser.getCurrentLocation();
  if (parser.parseKeywordOrString(&arch))
    return failure();
  if (arch.empty())
    return parser.emitError(archLoc, "expected an architecture, got an empty "
                                     "string");
  if (hints.get(arch))
    return parser.emitError(archLoc, "expected each architecture once, got '")
           << arch << "' twice";
  if (parser.parseEqual())
    return failure();
  SMLoc valueLoc = parser.getCurrentLocation();
  if (parser.parseAttribute(value))
    return failure();
  if (!isa<DictionaryAttr>(value))
    return parser.emitError(valueLoc, "expected a dictionary of hints for '")
           << arch << "', got " << value;
  hints.append(arch, value);
  return success();
}

Attribute OptimizationHintsAttr::parse(AsmParser &parser, Type) {
  NamedAttrList hints;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater, [&] {
        return parseArchitecture(parser, hints);
      }))
    return {};
  return parser.getChecked<OptimizationHintsAttr>(
      parser.getContext(), hints.getDictionary(parser.getContext()));
}

/// Without its type, unless the number is written in hexadecimal digits, which
/// would be read as those of an integer.
static void printFloatHint(AsmPrinter &printer, Attribute value) {
  std::string digits;
  llvm::raw_string_ostream os(digits);
  value.print(os, /*elideType=*/true);
  if (StringRef(digits).starts_with("0x"))
    printer << value;
  else
    printer << digits;
}

/// `latency = 3`. The type of a number is not shown, as the public printer
/// does: only its value counts (core.md 3.3).
static void printHint(AsmPrinter &printer, NamedAttribute hint) {
  printer.printKeywordOrString(hint.getName());
  if (isa<UnitAttr>(hint.getValue()))
    return;
  printer << " = ";
  auto integer = dyn_cast<IntegerAttr>(hint.getValue());
  if (integer && integer.getType().isSignlessInteger() &&
      integer.getType().getIntOrFloatBitWidth() != 1)
    integer.getValue().print(printer.getStream(), /*isSigned=*/true);
  else if (isa<FloatAttr>(hint.getValue()))
    printFloatHint(printer, hint.getValue());
  else
    printer << hint.getValue();
}

void OptimizationHintsAttr::print(AsmPrinter &printer) const {
  printer << '<';
  llvm::interleaveComma(getValue(), printer, [&](NamedAttribute entry) {
    printer.printKeywordOrString(entry.getName());
    printer << " = {";
    llvm::interleaveComma(
        cast<DictionaryAttr>(entry.getValue()), printer,
        [&](NamedAttribute hint) { printHint(printer, hint); });
    printer << '}';
  });
  printer << '>';
}

LogicalResult
OptimizationHintsAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                              DictionaryAttr value) {
  for (NamedAttribute entry : value)
    if (!isa<DictionaryAttr>(entry.getValue()))
      return emitError() << "expected a dictionary of hints for '"
                         << entry.getName().getValue() << "', got "
                         << entry.getValue();
  return success();
}

//===----------------------------------------------------------------------===//
// Debug attributes
//===----------------------------------------------------------------------===//

FailureOr<unsigned> DIFileAttr::parseLineNumber(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  APInt number;
  OptionalParseResult parsed = parser.parseOptionalInteger(number);
  if (!parsed.has_value())
    return parser.emitError(loc, "expected a line or column number");
  if (failed(*parsed))
    return failure();
  if (number.isNegative() || number.getActiveBits() > 32)
    return parser.emitError(loc, "expected a line or column number in "
                                 "0..4294967295, got ")
           << llvm::toString(number, 10, /*Signed=*/true);
  return static_cast<unsigned>(number.getZExtValue());
}

static LogicalResult
verifyLocalScope(function_ref<InFlightDiagnostic()> emitError,
                 Attribute scope) {
  if (isa_and_nonnull<DISubprogramAttr, DILexicalBlockAttr>(scope))
    return success();
  InFlightDiagnostic diag = emitError()
                            << "expected a di_subprogram or di_lexical_block "
                               "as scope, got ";
  if (scope)
    return diag << scope;
  return diag << "none";
}

LogicalResult
DILexicalBlockAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                           Attribute scope, DIFileAttr, unsigned, unsigned) {
  return verifyLocalScope(emitError, scope);
}

LogicalResult DILocAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                FileLineColRange, Attribute scope) {
  return verifyLocalScope(emitError, scope);
}
