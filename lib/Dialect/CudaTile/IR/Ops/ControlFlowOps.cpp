//===- CudaTile/IR/Ops/ControlFlowOps.cpp - structured control flow -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Syntax, rules and interfaces of core.md 6.3, of `if`, `for` and `loop`. The
// ops that leave them are in LoopExits.cpp.
//
//===----------------------------------------------------------------------===//

#include "LoopExits.h"
#include "tessera/Dialect/CudaTile/IR/AsmHelpers.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

using namespace mlir;
using namespace tessera::cuda_tile;

//===----------------------------------------------------------------------===//
// Shared pieces
//===----------------------------------------------------------------------===//

/// Ends `region` with an operand-less `TerminatorOp` unless it has a
/// terminator.
template <typename TerminatorOp>
static void ensureTerminator(OpAsmParser &parser, Region &region,
                             Location loc) {
  if (region.empty())
    region.emplaceBlock();
  Block &block = region.back();
  if (!block.empty() && block.back().hasTrait<OpTrait::IsTerminator>())
    return;
  OpBuilder builder(parser.getContext());
  builder.setInsertionPointToEnd(&block);
  TerminatorOp::create(builder, loc);
}

/// A region's terminator is implied when it is `TerminatorOp` without operands.
template <typename TerminatorOp>
static void printBody(OpAsmPrinter &printer, Region &region) {
  bool implied = !region.empty() && !region.back().empty() &&
                 isa<TerminatorOp>(region.back().back()) &&
                 region.back().back().getNumOperands() == 0 &&
                 region.back().back().getDiscardableAttrs().empty();
  printer.printRegion(region, /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/!implied);
}

/// Views describe memory, so no region may carry them.
static LogicalResult verifyNoViews(Operation *op, TypeRange types,
                                   StringRef what) {
  for (Type type : types)
    if (isViewType(type))
      return op->emitOpError("expected ")
             << what << " that are not views, got " << type;
  return success();
}

/// The last op of a region's only block if it is a terminator, else null.
static Operation *getRegionTerminator(Region &region) {
  if (region.empty() || region.back().empty() ||
      !region.back().back().hasTrait<OpTrait::IsTerminator>())
    return nullptr;
  return &region.back().back();
}

/// `values`, or none of them when the loop with this body hides its exits.
template <typename RangeT>
static RangeT hideIfNestedExit(Region &body, RangeT values) {
  return hasNestedExit(body) ? values.take_front(0) : values;
}

//===----------------------------------------------------------------------===//
// IfOp
//===----------------------------------------------------------------------===//

StringRef IfOp::getDefaultDialect() { return "cuda_tile"; }

ParseResult IfOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand condition;
  Type boolType = TileType::get({}, parser.getBuilder().getI1Type());
  if (parser.parseOperand(condition) ||
      parser.resolveOperand(condition, boolType, result.operands))
    return failure();
  if (succeeded(parser.parseOptionalArrow()))
    if (parser.parseLParen() || parseCudaTileTypes(parser, result.types) ||
        parser.parseRParen())
      return failure();
  Region *thenRegion = result.addRegion();
  Region *elseRegion = result.addRegion();
  if (parser.parseRegion(*thenRegion))
    return failure();
  ensureTerminator<YieldOp>(parser, *thenRegion, result.location);
  if (succeeded(parser.parseOptionalKeyword("else"))) {
    if (parser.parseRegion(*elseRegion))
      return failure();
    ensureTerminator<YieldOp>(parser, *elseRegion, result.location);
  }
  return parser.parseOptionalAttrDict(result.attributes);
}

void IfOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getCondition();
  if (getNumResults() != 0) {
    printer << " -> (";
    printCudaTileTypes(printer, *this, getResultTypes());
    printer << ')';
  }
  printer << ' ';
  printBody<YieldOp>(printer, getThenRegion());
  if (!getElseRegion().empty()) {
    printer << " else ";
    printBody<YieldOp>(printer, getElseRegion());
  }
  printer.printOptionalAttrDict((*this)->getAttrs());
}

// These look into the regions from `verify`, which runs before the
// region-branch interface's own check, so that its generic messages never show.
LogicalResult IfOp::verify() {
  if (failed(verifyNoViews(*this, getResultTypes(), "results")))
    return failure();
  if (getThenRegion().empty() || getThenRegion().front().empty())
    return emitOpError("expected a then-region with a terminator, got an empty "
                       "region");
  if (getNumResults() != 0 && getElseRegion().empty())
    return emitOpError("expected an else-region because there are results, got "
                       "none");
  for (Region *region : {&getThenRegion(), &getElseRegion()}) {
    if (region->empty())
      continue;
    Operation *terminator = getRegionTerminator(*region);
    if (!isa_and_nonnull<YieldOp, BreakOp, ContinueOp, ReturnOp>(terminator))
      return emitOpError("expected regions that end in yield, break, continue "
                         "or return");
    if (isa<YieldOp>(terminator) &&
        failed(verifyTypesMatch(terminator, terminator->getOperandTypes(),
                                getResultTypes(),
                                "operands of the result types", *this)))
      return failure();
  }
  return success();
}

void IfOp::getSuccessorRegions(RegionBranchPoint point,
                               SmallVectorImpl<RegionSuccessor> &successors) {
  if (!point.isParent()) {
    // Only `yield` completes the op; the other terminators leave it.
    if (isa<YieldOp>(point.getTerminatorPredecessorOrNull()))
      successors.emplace_back(getOperation(), getOperation()->getResults());
    return;
  }
  successors.emplace_back(&getThenRegion());
  if (getElseRegion().empty())
    successors.emplace_back(getOperation(), getOperation()->getResults());
  else
    successors.emplace_back(&getElseRegion());
}

//===----------------------------------------------------------------------===//
// ForOp
//===----------------------------------------------------------------------===//

StringRef ForOp::getDefaultDialect() { return "cuda_tile"; }

ParseResult ForOp::parse(OpAsmParser &parser, OperationState &result) {
  if (succeeded(parser.parseOptionalKeyword("unsigned")))
    result.addAttribute("unsignedCmp", parser.getBuilder().getUnitAttr());
  OpAsmParser::Argument induction;
  OpAsmParser::UnresolvedOperand lower, upper, step;
  if (parser.parseArgument(induction) || parser.parseKeyword("in") ||
      parser.parseLParen() || parser.parseOperand(lower) ||
      parser.parseKeyword("to") || parser.parseOperand(upper) ||
      parser.parseComma() || parser.parseKeyword("step") ||
      parser.parseOperand(step) || parser.parseRParen() ||
      parser.parseColon() || parseBareType(parser, induction.type))
    return failure();

  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> inits;
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("iter_values"))) {
    if (parser.parseAssignmentList(arguments, inits) || parser.parseArrow() ||
        parser.parseLParen() || parseCudaTileTypes(parser, result.types) ||
        parser.parseRParen())
      return failure();
    if (result.types.size() != inits.size())
      return parser.emitError(loc, "expected ")
             << inits.size() << " carried types, got " << result.types.size();
  }
  for (OpAsmParser::UnresolvedOperand bound : {lower, upper, step})
    if (parser.resolveOperand(bound, induction.type, result.operands))
      return failure();
  for (auto [argument, type] : llvm::zip(arguments, result.types))
    argument.type = type;
  if (parser.resolveOperands(inits, result.types, loc, result.operands))
    return failure();
  arguments.insert(arguments.begin(), induction);

  Region *body = result.addRegion();
  if (parser.parseRegion(*body, arguments))
    return failure();
  ensureTerminator<ContinueOp>(parser, *body, result.location);
  return parser.parseOptionalAttrDict(result.attributes);
}

/// `iter_values(%arg = %init, ...)`.
static void printIterValues(OpAsmPrinter &printer,
                            Block::BlockArgListType arguments,
                            OperandRange inits) {
  printer << " iter_values(";
  llvm::interleaveComma(llvm::zip(arguments, inits), printer, [&](auto pair) {
    printer << std::get<0>(pair) << " = " << std::get<1>(pair);
  });
  printer << ')';
}

void ForOp::print(OpAsmPrinter &printer) {
  if (getUnsignedCmp())
    printer << " unsigned";
  printer << ' ' << getInductionVar() << " in (" << getLowerBound() << " to "
          << getUpperBound() << ", step " << getStep() << ") : ";
  printBareType(printer, getInductionVar().getType());
  if (!getInitValues().empty()) {
    printIterValues(printer, getRegionIterArgs(), getInitValues());
    printer << " -> (";
    printCudaTileTypes(printer, *this, getResultTypes());
    printer << ')';
  }
  printer << ' ';
  printBody<ContinueOp>(printer, getRegion());
  printer.printOptionalAttrDict((*this)->getAttrs(), {"unsignedCmp"});
}

/// Regions of loops end in `continue` or leave the loop.
template <typename... Legal>
static LogicalResult verifyLoopTerminator(Operation *op, Region &region,
                                          StringRef legal) {
  if (isa_and_nonnull<Legal...>(getRegionTerminator(region)))
    return success();
  return op->emitOpError("expected a body that ends in ")
         << legal << ", got '" << region.back().back().getName() << "'";
}

LogicalResult ForOp::verify() {
  if (failed(
          verifyNoViews(*this, getInitValues().getTypes(), "carried values")))
    return failure();
  Block &body = getRegion().front();
  SmallVector<Type> expected{getLowerBound().getType()};
  llvm::append_range(expected, getInitValues().getTypes());
  if (failed(verifyTypesMatch(*this, body.getArgumentTypes(), expected,
                              "body arguments of the bound and carried types",
                              nullptr)) ||
      failed(verifyTypesMatch(*this, getResultTypes(),
                              getInitValues().getTypes(),
                              "results of the carried types", nullptr)))
    return failure();
  return verifyLoopTerminator<ContinueOp>(*this, getRegion(), "continue");
}

SmallVector<Region *> ForOp::getLoopRegions() { return {&getRegion()}; }
std::optional<SmallVector<Value>> ForOp::getLoopInductionVars() {
  return SmallVector<Value>{getInductionVar()};
}
std::optional<SmallVector<OpFoldResult>> ForOp::getLoopLowerBounds() {
  return SmallVector<OpFoldResult>{OpFoldResult(getLowerBound())};
}
std::optional<SmallVector<OpFoldResult>> ForOp::getLoopUpperBounds() {
  return SmallVector<OpFoldResult>{OpFoldResult(getUpperBound())};
}
std::optional<SmallVector<OpFoldResult>> ForOp::getLoopSteps() {
  return SmallVector<OpFoldResult>{OpFoldResult(getStep())};
}
MutableArrayRef<OpOperand> ForOp::getInitsMutable() {
  return getInitValuesMutable();
}
Block::BlockArgListType ForOp::getRegionIterArgs() {
  return getBody()->getArguments().drop_front();
}
std::optional<ResultRange> ForOp::getLoopResults() { return getResults(); }

OperandRange ForOp::getEntrySuccessorOperands(RegionSuccessor) {
  return hideIfNestedExit<OperandRange>(getRegion(), getInitValues());
}

void ForOp::getSuccessorRegions(RegionBranchPoint,
                                SmallVectorImpl<RegionSuccessor> &successors) {
  // Both on entry and after an iteration: another one, or the end.
  successors.emplace_back(&getRegion(),
                          hideIfNestedExit(getRegion(), getRegionIterArgs()));
  successors.emplace_back(
      getOperation(), hideIfNestedExit<ResultRange>(getRegion(), getResults()));
}

void ForOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  // One name for all of them: `%for:3 = for ...`.
  if (getNumResults() != 0)
    setName(getResult(0), "for");
}

void ForOp::getAsmBlockArgumentNames(Region &region,
                                     OpAsmSetValueNameFn setName) {
  for (BlockArgument argument : region.getArguments()) {
    if (argument.getArgNumber() == 0)
      setName(argument, "loopIdx");
    else
      setName(argument,
              "iterArg" + std::to_string(argument.getArgNumber() - 1));
  }
}

//===----------------------------------------------------------------------===//
// LoopOp
//===----------------------------------------------------------------------===//

StringRef LoopOp::getDefaultDialect() { return "cuda_tile"; }

ParseResult LoopOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> inits;
  SmallVector<Type> carried;
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("iter_values"))) {
    if (parser.parseAssignmentList(arguments, inits) || parser.parseColon() ||
        parseCudaTileTypes(parser, carried))
      return failure();
    if (carried.size() != inits.size())
      return parser.emitError(loc, "expected ")
             << inits.size() << " carried types, got " << carried.size();
    if (succeeded(parser.parseOptionalArrow()) &&
        parseCudaTileTypes(parser, result.types))
      return failure();
  } else if (succeeded(parser.parseOptionalColon())) {
    if (parseCudaTileTypes(parser, result.types))
      return failure();
  }
  for (auto [argument, type] : llvm::zip(arguments, carried))
    argument.type = type;
  if (parser.resolveOperands(inits, carried, loc, result.operands))
    return failure();
  Region *body = result.addRegion();
  if (parser.parseRegion(*body, arguments))
    return failure();
  ensureTerminator<ContinueOp>(parser, *body, result.location);
  return parser.parseOptionalAttrDict(result.attributes);
}

void LoopOp::print(OpAsmPrinter &printer) {
  if (!getInitValues().empty()) {
    printIterValues(printer, getBody()->getArguments(), getInitValues());
    printer << " : ";
    printCudaTileTypes(printer, *this, getInitValues().getTypes());
    if (getNumResults() != 0)
      printer << " -> ";
  } else if (getNumResults() != 0) {
    printer << " : ";
  }
  if (getNumResults() != 0)
    printCudaTileTypes(printer, *this, getResultTypes());
  printer << ' ';
  printBody<ContinueOp>(printer, getRegion());
  printer.printOptionalAttrDict((*this)->getAttrs());
}

LogicalResult LoopOp::verify() {
  if (failed(
          verifyNoViews(*this, getInitValues().getTypes(), "carried values")) ||
      failed(verifyNoViews(*this, getResultTypes(), "results")) ||
      failed(verifyTypesMatch(*this, getRegion().front().getArgumentTypes(),
                              getInitValues().getTypes(),
                              "body arguments of the carried types", nullptr)))
    return failure();
  return verifyLoopTerminator<ContinueOp, BreakOp, ReturnOp>(
      *this, getRegion(), "continue, break or return");
}

SmallVector<Region *> LoopOp::getLoopRegions() { return {&getRegion()}; }
MutableArrayRef<OpOperand> LoopOp::getInitsMutable() {
  return getInitValuesMutable();
}
Block::BlockArgListType LoopOp::getRegionIterArgs() {
  return getBody()->getArguments();
}

OperandRange LoopOp::getEntrySuccessorOperands(RegionSuccessor) {
  return hideIfNestedExit<OperandRange>(getRegion(), getInitValues());
}

void LoopOp::getSuccessorRegions(RegionBranchPoint point,
                                 SmallVectorImpl<RegionSuccessor> &successors) {
  Operation *terminator = point.getTerminatorPredecessorOrNull();
  if (isa_and_nonnull<ReturnOp>(terminator))
    return;
  bool isNested = hasNestedExit(getRegion());
  if (isNested || isa_and_nonnull<BreakOp>(terminator))
    successors.emplace_back(getOperation(), hideIfNestedExit<ResultRange>(
                                                getRegion(), getResults()));
  if (isNested || !isa_and_nonnull<BreakOp>(terminator))
    successors.emplace_back(&getRegion(),
                            hideIfNestedExit(getRegion(), getRegionIterArgs()));
}

/// None: the public printer numbers them like the arguments of an entry.
void LoopOp::getAsmBlockArgumentNames(Region &, OpAsmSetValueNameFn) {}
