//===- CudaTile/IR/Ops/ControlFlowOps.cpp - structured control flow -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Syntax, rules and interfaces of core.md 6.3. A `break` or `continue` may sit
// inside nested `if`s, where the region-branch interface cannot describe it. A
// loop with such an exit therefore forwards no values through the interface:
// analyses then assume nothing about its carried values and results.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/AsmHelpers.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Dialect/CudaTile/IR/ExtensionTrait.h"

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

static LogicalResult verifyTypesMatch(Operation *op, TypeRange got,
                                      TypeRange want, StringRef what,
                                      Operation *owner) {
  if (llvm::equal(got, want))
    return success();
  InFlightDiagnostic diag = op->emitOpError("expected ") << what << " (";
  llvm::interleaveComma(want, diag);
  diag << "), got (";
  llvm::interleaveComma(got, diag);
  diag << ")";
  if (owner)
    diag.attachNote(owner->getLoc()) << "for this op";
  return diag;
}

/// Walks outwards through `if`s to the op that decides about an early exit.
static Operation *getExitTarget(Operation *terminator) {
  Operation *parent = terminator->getParentOp();
  while (isa_and_nonnull<IfOp>(parent))
    parent = parent->getParentOp();
  return parent;
}

/// The last op of a region's only block if it is a terminator, else null.
static Operation *getRegionTerminator(Region &region) {
  if (region.empty() || region.back().empty() ||
      !region.back().back().hasTrait<OpTrait::IsTerminator>())
    return nullptr;
  return &region.back().back();
}

/// True if a `break` or `continue` inside a nested `if` leaves an iteration of
/// the loop with this body.
static bool hasNestedExit(Region &body) {
  WalkResult result = body.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<ForOp, LoopOp>(op))
      return WalkResult::skip();
    if (isa<BreakOp, ContinueOp>(op) && op->getParentRegion() != &body)
      return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// `values`, or none of them when the loop with this body hides its exits.
template <typename RangeT>
static RangeT hideIfNestedExit(Region &body, RangeT values) {
  return hasNestedExit(body) ? values.take_front(0) : values;
}

/// The operands a loop terminator forwards: all, or none when its loop hides.
static MutableOperandRange getForwarded(Operation *terminator) {
  MutableOperandRange all(terminator);
  Operation *loop = terminator->getParentOp();
  if (isa<ForOp, LoopOp>(loop) && !hasNestedExit(loop->getRegion(0)))
    return all;
  return all.slice(0, 0);
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

//===----------------------------------------------------------------------===//
// Terminators
//===----------------------------------------------------------------------===//

static LogicalResult emitBadTarget(Operation *op, StringRef expected,
                                   Operation *target) {
  InFlightDiagnostic diag = op->emitOpError("expected ")
                            << expected
                            << " around it, looking outwards through if, got ";
  if (!target)
    return diag << "nothing";
  diag << "'" << target->getName() << "'";
  diag.attachNote(target->getLoc()) << "this op cannot be left this way";
  return diag;
}

LogicalResult BreakOp::verify() {
  Operation *target = getExitTarget(*this);
  if (!isa_and_nonnull<LoopOp>(target))
    return emitBadTarget(*this, "a loop", target);
  return verifyTypesMatch(*this, (*this)->getOperandTypes(),
                          target->getResultTypes(),
                          "operands of the loop's result types", target);
}

MutableOperandRange BreakOp::getMutableSuccessorOperands(RegionSuccessor) {
  return getForwarded(*this);
}

LogicalResult ContinueOp::verify() {
  Operation *target = getExitTarget(*this);
  if (auto loop = dyn_cast_or_null<LoopOp>(target))
    return verifyTypesMatch(*this, (*this)->getOperandTypes(),
                            loop.getInitValues().getTypes(),
                            "operands of the loop's carried types", target);
  if (isa_and_nonnull<ForOp>(target))
    return verifyTypesMatch(*this, (*this)->getOperandTypes(),
                            target->getResultTypes(),
                            "operands of the loop's carried types", target);
  return emitBadTarget(*this, "a for or loop", target);
}

MutableOperandRange ContinueOp::getMutableSuccessorOperands(RegionSuccessor) {
  return getForwarded(*this);
}

LogicalResult ReturnOp::verify() {
  Operation *target = getExitTarget(*this);
  // 13.4 lets `return` leave any number of loops, but never a `for`.
  auto *dialect = cast<CudaTileDialect>((*this)->getDialect());
  while (dialect->hasRelaxationsOf13_4() && isa_and_nonnull<LoopOp>(target))
    target = getExitTarget(target);
  target = skipUnstructured(target);
  auto function = dyn_cast_or_null<FunctionOpInterface>(target);
  if (!isa_and_nonnull<EntryOp, TestingFuncOp>(target))
    return emitBadTarget(*this, "an entry", target);
  return verifyTypesMatch(*this, (*this)->getOperandTypes(),
                          function.getResultTypes(),
                          "operands of the function's result types", target);
}
