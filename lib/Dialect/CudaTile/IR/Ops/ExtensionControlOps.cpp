//===- CudaTile/IR/Ops/ExtensionControlOps.cpp - unstructured control flow -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules and syntax of the older control flow (docs/older-spellings.md), and how
// the several blocks of an entry are held: EntryOp promises one block to
// everybody, so the parser moves them into an `unstructured` op and the printer
// shows that op's region.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/Extensions.h"

using namespace mlir;
using namespace tessera::cuda_tile;

//===----------------------------------------------------------------------===//
// Bodies of functions
//===----------------------------------------------------------------------===//

void tessera::cuda_tile::wrapUnstructured(Region &body, Location loc) {
  // Several blocks without a branch stay what they are: an error.
  bool isOlder = llvm::any_of(body, [](Block &block) {
    return !block.empty() &&
           isa<BrOp, CondBrOp, SwitchBrOp, UnreachableOp, LeaveOp>(
               block.back());
  });
  if (!isOlder)
    return;
  Block &entry = body.front();
  OpBuilder builder(loc.getContext());
  OperationState state(loc, UnstructuredOp::getOperationName());
  state.addRegion();
  Operation *wrapper = Operation::create(state);
  Region &inner = wrapper->getRegion(0);
  // The entry block stays, with its arguments; what it holds moves.
  Block *first = new Block;
  inner.push_back(first);
  first->getOperations().splice(first->end(), entry.getOperations());
  inner.getBlocks().splice(inner.end(), body.getBlocks(),
                           std::next(body.begin()), body.end());
  builder.setInsertionPointToEnd(&entry);
  builder.insert(wrapper);
  ReturnOp::create(builder, loc);
  for (Block &block : inner) {
    // A block without a terminator is the verifier's business.
    auto end = block.empty() ? ReturnOp() : dyn_cast<ReturnOp>(block.back());
    if (!end || end->getNumOperands() != 0)
      continue;
    builder.setInsertionPoint(end);
    auto leave = LeaveOp::create(builder, end.getLoc());
    leave->setDiscardableAttrs(end->getDiscardableAttrDictionary());
    end->erase();
  }
}

Region &tessera::cuda_tile::unwrapUnstructured(Region &body) {
  if (!body.hasOneBlock() || !llvm::hasNItems(body.front().getOperations(), 2))
    return body;
  auto wrapper = dyn_cast<UnstructuredOp>(body.front().front());
  auto end = dyn_cast<ReturnOp>(body.front().back());
  if (!wrapper || wrapper.getBody().empty() || !end ||
      end->getNumOperands() != 0 || !wrapper->getDiscardableAttrs().empty())
    return body;
  return wrapper.getBody();
}

Operation *tessera::cuda_tile::skipUnstructured(Operation *op) {
  return isa_and_nonnull<UnstructuredOp>(op) ? op->getParentOp() : op;
}

StringRef UnstructuredOp::getDefaultDialect() { return "cuda_tile"; }

LogicalResult UnstructuredOp::verify() {
  Block *block = (*this)->getBlock();
  if (&block->front() != getOperation() ||
      !llvm::hasNItems(block->getOperations(), 2) ||
      !isa<ReturnOp>(block->back()))
    return emitOpError("expected no other op beside it but a return behind it");
  return success();
}

LogicalResult UnstructuredOp::verifyRegions() {
  for (Block &block : getBody()) {
    if (!block.empty() &&
        isa<BrOp, CondBrOp, SwitchBrOp, LeaveOp, UnreachableOp>(block.back()))
      continue;
    InFlightDiagnostic diag = emitOpError(
        "expected blocks that end in br, cond_br, return or unreachable");
    if (!block.empty())
      diag.attachNote(block.back().getLoc()) << "this block ends here";
    return diag;
  }
  return success();
}

OperationName::PrintAssemblyFn LeaveOp::getPrintAssemblyFn() {
  return [](Operation *op, OpAsmPrinter &printer, StringRef defaultDialect) {
    // Inside the text of an entry with several blocks it is a `return`.
    Operation *wrapper = op->getParentOp();
    Region *body = wrapper ? wrapper->getParentRegion() : nullptr;
    bool isHidden = body && &unwrapUnstructured(*body) != body;
    if (defaultDialect != "cuda_tile")
      printer << "cuda_tile.";
    printer << (isHidden ? "return" : "leave");
    printer.printOptionalAttrDict(op->getAttrs());
  };
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

namespace {
/// `^bb1(%a, %b : T, U)` before its operands are resolved.
struct ParsedTarget {
  Block *block = nullptr;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> types;
  SMLoc loc;

  ParseResult parse(OpAsmParser &parser) {
    if (parser.parseSuccessor(block))
      return failure();
    loc = parser.getCurrentLocation();
    if (failed(parser.parseOptionalLParen()))
      return success();
    return failure(parser.parseOperandList(operands) || parser.parseColon() ||
                   parseCudaTileTypes(parser, types) || parser.parseRParen());
  }
};
} // namespace

/// Adds successors and their operands; appends how many each takes.
static ParseResult resolveTargets(OpAsmParser &parser,
                                  MutableArrayRef<ParsedTarget> targets,
                                  OperationState &result,
                                  SmallVectorImpl<int32_t> &segments) {
  for (ParsedTarget &target : targets) {
    if (parser.resolveOperands(target.operands, target.types, target.loc,
                               result.operands))
      return failure();
    segments.push_back(static_cast<int32_t>(target.operands.size()));
    result.addSuccessors(target.block);
  }
  return success();
}

static void printTarget(OpAsmPrinter &printer, Block *block,
                        OperandRange operands) {
  printer.printSuccessor(block);
  if (operands.empty())
    return;
  printer << '(' << operands << " : ";
  llvm::interleaveComma(operands.getTypes(), printer,
                        [&](Type type) { printBareType(printer, type); });
  printer << ')';
}

ParseResult BrOp::parse(OpAsmParser &parser, OperationState &result) {
  ParsedTarget target;
  SmallVector<int32_t> segments;
  if (target.parse(parser) || resolveTargets(parser, target, result, segments))
    return failure();
  return parser.parseOptionalAttrDict(result.attributes);
}

void BrOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printTarget(printer, getTarget(), getTargetOperands());
  printer.printOptionalAttrDict((*this)->getAttrs());
}

SuccessorOperands BrOp::getSuccessorOperands(unsigned) {
  return SuccessorOperands(getTargetOperandsMutable());
}

ParseResult CondBrOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand condition;
  ParsedTarget targets[2];
  Type type = TileType::get({}, parser.getBuilder().getI1Type());
  if (parser.parseOperand(condition) || parser.parseComma() ||
      targets[0].parse(parser) || parser.parseComma() ||
      targets[1].parse(parser) ||
      parser.resolveOperand(condition, type, result.operands))
    return failure();
  SmallVector<int32_t> segments{1};
  if (resolveTargets(parser, targets, result, segments))
    return failure();
  llvm::copy(
      segments,
      result.getOrAddProperties<Properties>().operandSegmentSizes.begin());
  return parser.parseOptionalAttrDict(result.attributes);
}

void CondBrOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getCondition() << ", ";
  printTarget(printer, getTrueTarget(), getTrueOperands());
  printer << ", ";
  printTarget(printer, getFalseTarget(), getFalseOperands());
  printer.printOptionalAttrDict((*this)->getAttrs(), {"operandSegmentSizes"});
}

SuccessorOperands CondBrOp::getSuccessorOperands(unsigned index) {
  return SuccessorOperands(index == 0 ? getTrueOperandsMutable()
                                      : getFalseOperandsMutable());
}

ParseResult SwitchBrOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand flag;
  SmallVector<int32_t> values, segments;
  SmallVector<ParsedTarget> targets;
  Builder &builder = parser.getBuilder();
  Type type = TileType::get({}, builder.getI32Type());
  auto parseValue = [&] { return parser.parseInteger(values.emplace_back()); };
  auto parseTarget = [&] { return targets.emplace_back().parse(parser); };
  if (parser.parseOperand(flag) ||
      parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square,
                                     parseValue) ||
      parser.parseCommaSeparatedList(parseTarget) ||
      parser.resolveOperand(flag, type, result.operands))
    return failure();
  if (resolveTargets(parser, targets, result, segments))
    return failure();
  result.addAttribute("values", builder.getDenseI32ArrayAttr(values));
  result.addAttribute("target_segments",
                      builder.getDenseI32ArrayAttr(segments));
  return parser.parseOptionalAttrDict(result.attributes);
}

void SwitchBrOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getFlag() << " [";
  llvm::interleaveComma(getValues(), printer);
  printer << "] ";
  unsigned index = 0;
  llvm::interleaveComma(getTargets(), printer, [&](Block *block) {
    printTarget(printer, block, getTargetOperands()[index++]);
  });
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {"values", "target_segments"});
}

SuccessorOperands SwitchBrOp::getSuccessorOperands(unsigned index) {
  return SuccessorOperands(getTargetOperandsMutable()[index]);
}

LogicalResult SwitchBrOp::verify() {
  if (getTargets().size() != getValues().size() + 1)
    return emitOpError("expected ")
           << getValues().size() + 1 << " targets, got " << getTargets().size();
  return success();
}
