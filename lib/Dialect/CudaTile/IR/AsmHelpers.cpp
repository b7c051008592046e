//===- CudaTile/IR/AsmHelpers.cpp - shared parse and print helpers -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses and prints types without their prefix, enumerations as keywords, and
// the clauses that several ops share.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/AsmHelpers.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace tessera::cuda_tile {

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

ParseResult parseCudaTileTypes(OpAsmParser &parser,
                               SmallVectorImpl<Type> &types) {
  return parser.parseCommaSeparatedList(
      [&] { return parseBareType(parser, types.emplace_back()); });
}

void printCudaTileTypes(OpAsmPrinter &printer, Operation *, TypeRange types) {
  llvm::interleaveComma(types, printer,
                        [&](Type type) { printBareType(printer, type); });
}

//===----------------------------------------------------------------------===//
// Enum keywords
//===----------------------------------------------------------------------===//

namespace {
/// How one enum is spelled: its keyword functions and its name in messages.
template <typename AttrT> struct EnumSpelling;

#define TESSERA_ENUM_SPELLING(ENUM, NAME)                                      \
  template <> struct EnumSpelling<ENUM##Attr> {                                \
    using Enum = ENUM;                                                         \
    static constexpr StringLiteral name = NAME;                                \
    static std::optional<ENUM> symbolize(StringRef keyword) {                  \
      return symbolize##ENUM(keyword);                                         \
    }                                                                          \
    static StringRef stringify(ENUM value) { return stringify##ENUM(value); }  \
    static constexpr uint64_t maxValue = getMaxEnumValFor##ENUM();             \
  };
TESSERA_ENUM_SPELLING(Signedness, "signedness")
TESSERA_ENUM_SPELLING(ComparisonPredicate, "comparison predicate")
TESSERA_ENUM_SPELLING(ComparisonOrdering, "comparison ordering")
TESSERA_ENUM_SPELLING(MemoryOrderingSemantics, "memory ordering")
TESSERA_ENUM_SPELLING(MemoryScope, "memory scope")
TESSERA_ENUM_SPELLING(AtomicRMWMode, "atomic mode")
TESSERA_ENUM_SPELLING(RoundingMode, "rounding mode")
TESSERA_ENUM_SPELLING(IntegerOverflow, "overflow mode")
#undef TESSERA_ENUM_SPELLING
} // namespace

/// Parses one keyword of an enum, restricted to `legal` values if non-empty.
template <typename AttrT>
static ParseResult
parseEnumKeyword(OpAsmParser &parser, AttrT &attr,
                 ArrayRef<typename EnumSpelling<AttrT>::Enum> legal = {}) {
  using Spelling = EnumSpelling<AttrT>;
  using Enum = typename Spelling::Enum;
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  bool isKeyword = succeeded(parser.parseOptionalKeyword(&keyword));
  std::optional<Enum> value;
  if (isKeyword)
    value = Spelling::symbolize(keyword);
  if (value && (legal.empty() || llvm::is_contained(legal, *value))) {
    attr = AttrT::get(parser.getContext(), *value);
    return success();
  }

  SmallVector<Enum> all(legal);
  if (all.empty())
    for (uint64_t raw = 0; raw <= Spelling::maxValue; ++raw)
      all.push_back(static_cast<Enum>(raw));
  InFlightDiagnostic diag = parser.emitError(loc)
                            << "expected " << Spelling::name << " (";
  llvm::interleaveComma(all, diag, [&](Enum legalValue) {
    diag << Spelling::stringify(legalValue);
  });
  diag << ")";
  if (isKeyword)
    diag << ", got '" << keyword << "'";
  return diag;
}

#define TESSERA_BARE_ENUM(ENUM)                                                \
  ParseResult parseBareEnum(OpAsmParser &parser, ENUM##Attr &attr) {           \
    return parseEnumKeyword(parser, attr);                                     \
  }                                                                            \
  void printBareEnum(OpAsmPrinter &printer, Operation *, ENUM##Attr attr) {    \
    printer << stringify##ENUM(attr.getValue());                               \
  }
TESSERA_BARE_ENUM(Signedness)
TESSERA_BARE_ENUM(ComparisonPredicate)
TESSERA_BARE_ENUM(ComparisonOrdering)
TESSERA_BARE_ENUM(MemoryOrderingSemantics)
TESSERA_BARE_ENUM(MemoryScope)
TESSERA_BARE_ENUM(AtomicRMWMode)
#undef TESSERA_BARE_ENUM

//===----------------------------------------------------------------------===//
// Memory ordering and scope
//===----------------------------------------------------------------------===//

OptionalParseResult parseOptionalMemoryScope(OpAsmParser &parser,
                                             MemoryScopeAttr &attr) {
  StringRef keyword;
  // Only a scope keyword is consumed: an operand or another clause may follow.
  if (failed(parser.parseOptionalKeyword(
          &keyword, {stringifyMemoryScope(MemoryScope::TileBlock),
                     stringifyMemoryScope(MemoryScope::Device),
                     stringifyMemoryScope(MemoryScope::System)})))
    return std::nullopt;
  attr =
      MemoryScopeAttr::get(parser.getContext(), *symbolizeMemoryScope(keyword));
  return ParseResult(success());
}

ParseResult parseMemoryOrdering(OpAsmParser &parser,
                                MemoryOrderingSemanticsAttr &ordering,
                                MemoryScopeAttr &scope) {
  if (parseEnumKeyword(parser, ordering))
    return failure();
  OptionalParseResult parsed = parseOptionalMemoryScope(parser, scope);
  return parsed.has_value() ? *parsed : ParseResult(success());
}

void printMemoryOrdering(OpAsmPrinter &printer, Operation *,
                         MemoryOrderingSemanticsAttr ordering,
                         MemoryScopeAttr scope) {
  printer << stringifyMemoryOrderingSemantics(ordering.getValue());
  if (scope)
    printer << ' ' << stringifyMemoryScope(scope.getValue());
}

//===----------------------------------------------------------------------===//
// rounding<...>, overflow<...>
//===----------------------------------------------------------------------===//

static ParseResult parseRounding(OpAsmParser &parser, RoundingModeAttr &attr,
                                 RoundingMode defaultMode,
                                 ArrayRef<RoundingMode> legal) {
  attr = RoundingModeAttr::get(parser.getContext(), defaultMode);
  if (failed(parser.parseOptionalKeyword("rounding")))
    return success();
  return failure(parser.parseLess() || parseEnumKeyword(parser, attr, legal) ||
                 parser.parseGreater());
}

static void printRounding(OpAsmPrinter &printer, RoundingModeAttr attr,
                          RoundingMode defaultMode) {
  // The public printer leaves the blank of the default that it does not print,
  // but for that of divi.
  bool isShown = attr && attr.getValue() != defaultMode;
  if (isShown || defaultMode != RoundingMode::Zero)
    printer << ' ';
  if (isShown)
    printer << "rounding<" << stringifyRoundingMode(attr.getValue()) << '>';
}

#define TESSERA_ROUNDING(NAME, DEFAULT, ...)                                   \
  ParseResult parse##NAME(OpAsmParser &parser, RoundingModeAttr &attr) {       \
    return parseRounding(parser, attr, RoundingMode::DEFAULT, {__VA_ARGS__});  \
  }                                                                            \
  void print##NAME(OpAsmPrinter &printer, Operation *,                         \
                   RoundingModeAttr attr) {                                    \
    printRounding(printer, attr, RoundingMode::DEFAULT);                       \
  }
TESSERA_ROUNDING(RoundingNearest, NearestEven, RoundingMode::NearestEven,
                 RoundingMode::Zero, RoundingMode::NegativeInf,
                 RoundingMode::PositiveInf, RoundingMode::NearestAway)
TESSERA_ROUNDING(RoundingAny, NearestEven)
TESSERA_ROUNDING(RoundingZero, Zero)
TESSERA_ROUNDING(RoundingFull, Full)
TESSERA_ROUNDING(RoundingIntToZero, NearestIntToZero,
                 RoundingMode::NearestIntToZero)
#undef TESSERA_ROUNDING

ParseResult parseOverflow(OpAsmParser &parser, IntegerOverflowAttr &attr) {
  attr = IntegerOverflowAttr::get(parser.getContext(), IntegerOverflow::None);
  if (failed(parser.parseOptionalKeyword("overflow")))
    return success();
  return failure(parser.parseLess() || parseEnumKeyword(parser, attr) ||
                 parser.parseGreater());
}

void printOverflow(OpAsmPrinter &printer, Operation *,
                   IntegerOverflowAttr attr) {
  if (attr && attr.getValue() != IntegerOverflow::None)
    printer << " overflow<" << stringifyIntegerOverflow(attr.getValue()) << '>';
}

//===----------------------------------------------------------------------===//
// token = %t, optimization_hints = <...>
//===----------------------------------------------------------------------===//

ParseResult
parseOptionalToken(OpAsmParser &parser,
                   std::optional<OpAsmParser::UnresolvedOperand> &token,
                   Type &tokenType) {
  if (failed(parser.parseOptionalKeyword("token")))
    return success();
  if (parser.parseEqual() || parser.parseOperand(token.emplace()))
    return failure();
  tokenType = TokenType::get(parser.getContext());
  return success();
}

void printOptionalToken(OpAsmPrinter &printer, Operation *op, Value token,
                        Type) {
  if (!token)
    return;
  // The public printer has no blanks around the sign in these.
  bool isTight = isa<LoadPtrTkoOp, StorePtrTkoOp, AtomicRMWTkoOp,
                     AtomicCASTkoOp, PrintTkoOp>(op);
  printer << (isTight ? " token=" : " token = ") << token;
}

ParseResult parseOptionalHints(OpAsmParser &parser,
                               OptimizationHintsAttr &hints) {
  if (failed(parser.parseOptionalKeyword("optimization_hints")))
    return success();
  if (parser.parseEqual())
    return failure();
  hints = dyn_cast_if_present<OptimizationHintsAttr>(
      OptimizationHintsAttr::parse(parser, Type()));
  return success(hints != nullptr);
}

void printOptionalHints(OpAsmPrinter &printer, Operation *,
                        OptimizationHintsAttr hints) {
  if (!hints)
    return;
  printer << " optimization_hints = ";
  hints.print(printer);
}

} // namespace tessera::cuda_tile
