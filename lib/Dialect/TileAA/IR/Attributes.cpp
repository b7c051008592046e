//===- TileAA/IR/Attributes.cpp - syntax and rules of attributes ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `#nv_tileaa.access`, and the discardable attributes of this dialect:
// `nv_tileaa.access_facts` on accesses, `nv_tileaa.no_alias` on parameters.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/IR/TileAA.h"
#include "tessera/Dialect/TileAA/IR/TileAAAttrs.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

#define GET_ATTRDEF_CLASSES
#include "tessera/Dialect/TileAA/IR/TileAAAttrs.cpp.inc"

void TileAADialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tessera/Dialect/TileAA/IR/TileAAAttrs.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// access
//===----------------------------------------------------------------------===//

LogicalResult
AccessAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                   ArrayRef<int64_t> contiguity, ArrayRef<int64_t> divisibility,
                   ArrayRef<int64_t> constancy, ArrayRef<int64_t> maskConstancy,
                   ArrayRef<bool> inBounds, BaseKind baseKind,
                   int64_t baseIndex, StringAttr baseSymbol,
                   int64_t offsetDivisibility, int64_t aliasClass) {
  size_t rank = contiguity.size();
  if (rank == 0)
    return emitError() << "expected at least one axis";
  if (divisibility.size() != rank || constancy.size() != rank ||
      inBounds.size() != rank ||
      (!maskConstancy.empty() && maskConstancy.size() != rank))
    return emitError() << "expected lists of " << rank << " entries each";
  for (ArrayRef<int64_t> list : {contiguity, divisibility, constancy,
                                 maskConstancy, ArrayRef(offsetDivisibility)})
    for (int64_t entry : list)
      if (entry <= 0 || !llvm::isPowerOf2_64(entry))
        return emitError() << "expected powers of two, got " << entry;
  if (baseIndex < 0)
    return emitError() << "expected base number of at least 0, got "
                       << baseIndex;
  if ((baseKind == BaseKind::Global) != bool(baseSymbol))
    return emitError() << "expected a name with a global base and no other";
  if (aliasClass < 0)
    return emitError() << "expected alias class of at least 0, got "
                       << aliasClass;
  return success();
}

/// `name = [a, b]`.
template <typename T>
static ParseResult parseList(AsmParser &parser, StringRef name,
                             SmallVectorImpl<T> &list) {
  if (parser.parseKeyword(name) || parser.parseEqual())
    return failure();
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Square, [&]() -> ParseResult {
        if constexpr (std::is_same_v<T, bool>) {
          StringRef word;
          if (parser.parseKeyword(&word))
            return failure();
          if (word != "true" && word != "false")
            return parser.emitError(parser.getCurrentLocation(),
                                    "expected true or false, got ")
                   << word;
          list.push_back(word == "true");
          return success();
        } else {
          return parser.parseInteger(list.emplace_back());
        }
      });
}

static ParseResult parseNumber(AsmParser &parser, StringRef name,
                               int64_t &value) {
  return failure(parser.parseComma() || parser.parseKeyword(name) ||
                 parser.parseEqual() || parser.parseInteger(value));
}

Attribute AccessAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> contiguity, divisibility, constancy, maskConstancy;
  SmallVector<bool> inBounds;
  int64_t index = 0, offset = 1, aliasClass = 0;
  StringAttr symbol;
  StringRef word;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parseList(parser, "contiguity", contiguity) ||
      parser.parseComma() || parseList(parser, "divisibility", divisibility) ||
      parser.parseComma() || parseList(parser, "constancy", constancy) ||
      parser.parseComma())
    return {};
  if (succeeded(parser.parseOptionalKeyword("mask_constancy"))) {
    if (parser.parseEqual() ||
        parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                       [&] {
                                         return parser.parseInteger(
                                             maskConstancy.emplace_back());
                                       }) ||
        parser.parseComma())
      return {};
  }
  if (parseList(parser, "in_bounds", inBounds) || parser.parseComma() ||
      parser.parseKeyword("base") || parser.parseEqual() ||
      parser.parseKeyword(&word))
    return {};
  std::optional<BaseKind> kind = symbolizeBaseKind(word);
  if (!kind) {
    parser.emitError(loc, "expected unknown, argument, global or alloca, got ")
        << word;
    return {};
  }
  bool isNumbered = *kind == BaseKind::Argument || *kind == BaseKind::Alloca;
  if ((isNumbered && parser.parseInteger(index)) ||
      (*kind == BaseKind::Global && parser.parseSymbolName(symbol)) ||
      parseNumber(parser, "offset_divisibility", offset) ||
      parseNumber(parser, "alias_class", aliasClass) || parser.parseGreater())
    return {};
  return parser.getChecked<AccessAttr>(
      loc, parser.getContext(), contiguity, divisibility, constancy,
      maskConstancy, inBounds, *kind, index, symbol, offset, aliasClass);
}

void AccessAttr::print(AsmPrinter &printer) const {
  auto list = [&](StringRef name, ArrayRef<int64_t> values) {
    printer << name << " = [";
    llvm::interleaveComma(values, printer.getStream());
    printer << "], ";
  };
  printer << "<";
  list("contiguity", getContiguity());
  list("divisibility", getDivisibility());
  list("constancy", getConstancy());
  if (!getMaskConstancy().empty())
    list("mask_constancy", getMaskConstancy());
  printer << "in_bounds = [";
  llvm::interleaveComma(getInBounds(), printer.getStream(), [&](bool flag) {
    printer << (flag ? "true" : "false");
  });
  printer << "], base = " << stringifyBaseKind(getBaseKind());
  if (getBaseKind() == BaseKind::Global) {
    printer << " ";
    printer.printSymbolName(getBaseSymbol().getValue());
  } else if (getBaseKind() != BaseKind::Unknown) {
    printer << " " << getBaseIndex();
  }
  printer << ", offset_divisibility = " << getOffsetDivisibility()
          << ", alias_class = " << getAliasClass() << ">";
}

//===----------------------------------------------------------------------===//
// Discardable attributes
//===----------------------------------------------------------------------===//

unsigned tileaa::getNumAccessAxes(Operation *op) {
  return TypeSwitch<Operation *, unsigned>(op)
      .Case<LoadOp>([](auto op) {
        return std::max<size_t>(getTileShape(op.getSource().getType()).size(),
                                1);
      })
      .Case<StoreOp>([](auto op) {
        return std::max<size_t>(
            getTileShape(op.getDestination().getType()).size(), 1);
      })
      .Case<AtomicRMWOp, AtomicCASOp>([](auto op) {
        return std::max<size_t>(getTileShape(op.getPointers().getType()).size(),
                                1);
      })
      .Case<TiledLoadOp, TiledStoreOp, TiledAtomicRMWOp, GatherLoadOp,
            ScatterStoreOp>([](auto op) {
        return cast<TiledViewType>(op.getView().getType()).getRank();
      })
      .Default([](Operation *) { return 0; });
}

LogicalResult
TileAADialect::verifyOperationAttribute(Operation *op,
                                        NamedAttribute attribute) {
  if (attribute.getName() != AccessAttr::getAccessAttrName())
    return success();
  auto facts = dyn_cast<AccessAttr>(attribute.getValue());
  unsigned axes = getNumAccessAxes(op);
  if (!facts)
    return op->emitOpError("expected ")
           << attribute.getName() << " to be #nv_tileaa.access";
  if (!isa_and_nonnull<TileAADialect>(op->getDialect()) &&
      !isMemoryEffectFree(op))
    return success(); // Accesses of the levels below keep their facts.
  if (axes == 0)
    return op->emitOpError("expected ")
           << attribute.getName() << " only on accesses to memory";
  if (facts.getContiguity().size() != axes)
    return op->emitOpError("expected facts about ")
           << axes << " axes, got " << facts.getContiguity().size();
  return success();
}

LogicalResult
TileAADialect::verifyRegionArgAttribute(Operation *op, unsigned region,
                                        unsigned argument,
                                        NamedAttribute attribute) {
  if (attribute.getName() != kNoAliasAttrName)
    return success();
  if (!isa<UnitAttr>(attribute.getValue()))
    return op->emitOpError("expected ")
           << attribute.getName() << " to be a unit attribute";
  Type type = op->getRegion(region).getArgument(argument).getType();
  if (!isa<PointerType>(type))
    return op->emitOpError("expected ")
           << attribute.getName() << " on a pointer, got " << type;
  return success();
}
