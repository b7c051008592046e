//===- TileAA/IR/FactOps.cpp - verifiers and patterns of the family -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Promises, checks, output and dependent launch. Predicates check themselves
// against cuda_tile types (core.md 3.4): tiles are translated for the question.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/IR/PrintRules.h"
#include "tessera/Dialect/TileAA/IR/TileAA.h"

#include "TokenPatterns.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

//===----------------------------------------------------------------------===//
// assume
//===----------------------------------------------------------------------===//

/// The cuda_tile type of an integer or pointer tile or of a memory object; null
/// for anything else.
static Type getCudaTileType(Type type) {
  if (auto memory = dyn_cast<MemoryViewType>(type))
    return cuda_tile::TensorViewType::get(
        memory.getElementType(), memory.getShape(), memory.getStrides());
  Type element = getElementTypeOrSelf(type);
  if (auto pointer = dyn_cast<PointerType>(element))
    element = cuda_tile::PointerType::get(type.getContext(),
                                          pointer.getPointeeType());
  else if (!isIntElement(element))
    return {};
  return cuda_tile::TileType::get(getTileShape(type), element);
}

LogicalResult AssumeOp::verify() {
  Type type = getCudaTileType(getValue().getType());
  if (!type)
    return emitOpError("expected a value of integers or pointers or a memory "
                       "object, got ")
           << getValue().getType();
  return getPredicate().verifyPredicateOn(type, [&] { return emitOpError(); });
}

OpFoldResult AssumeOp::fold(FoldAdaptor) {
  auto inner = getValue().getDefiningOp<AssumeOp>();
  return inner && inner.getPredicate() == getPredicate() ? getValue() : Value();
}

//===----------------------------------------------------------------------===//
// assert
//===----------------------------------------------------------------------===//

LogicalResult AssertOp::canonicalize(AssertOp op, PatternRewriter &rewriter) {
  if (!matchPattern(op.getCondition(), m_One()))
    return failure();
  rewriter.eraseOp(op);
  return success();
}

//===----------------------------------------------------------------------===//
// print
//===----------------------------------------------------------------------===//

/// Number of arguments `format` consumes; nothing if some `%` never reaches a
/// conversion character. Scanning resumes right after the `%` of a conversion
/// (core.md 6.4).
static std::optional<size_t> countConversions(StringRef format) {
  size_t count = 0;
  for (size_t at = format.find('%'); at != StringRef::npos;
       at = format.find('%', at)) {
    StringRef rest = format.drop_front(++at);
    if (rest.consume_front("%")) {
      ++at;
      continue;
    }
    if (rest.find_first_of("diuoxXeEfFgGaAcsSpn%") == StringRef::npos)
      return std::nullopt;
    ++count;
  }
  return count;
}

LogicalResult tileaa::verifyPrintFormat(Operation *op, StringRef format,
                                        size_t numArguments) {
  std::optional<size_t> conversions = countConversions(format);
  if (!conversions)
    return op->emitOpError("expected a conversion character after every '%', "
                           "got the end of the format string");
  if (*conversions != numArguments)
    return op->emitOpError("expected ")
           << *conversions << " arguments for the format string, got "
           << numArguments;
  return success();
}

LogicalResult PrintOp::verify() {
  return verifyPrintFormat(*this, getStr(), getArgs().size());
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

void PrintOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                          MLIRContext *context) {
  patterns.add<tileaa::detail::DropEmptyToken<PrintOp>>(context);
}

void GdcWaitOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *context) {
  patterns.add<tileaa::detail::DropEmptyToken<GdcWaitOp>>(context);
}

void GdcLaunchDependentsOp::getCanonicalizationPatterns(
    RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<tileaa::detail::DropEmptyToken<GdcLaunchDependentsOp>>(context);
}
