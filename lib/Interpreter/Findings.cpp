//===- Interpreter/Findings.cpp - names and texts of findings -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Findings become diagnostics here and nowhere else, on the thread that called
// Program::run, in order of execution.
//
//===----------------------------------------------------------------------===//

#include "Report.h"

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace tessera::interp {

llvm::StringRef checkKindName(CheckKind kind) {
  switch (kind) {
  case CheckKind::OutOfBounds:
    return "out-of-bounds";
  case CheckKind::Misaligned:
    return "misaligned";
  case CheckKind::WrongProvenance:
    return "wrong-provenance";
  case CheckKind::Uninitialised:
    return "uninitialised";
  case CheckKind::ReadOnlyWrite:
    return "read-only-write";
  case CheckKind::IndexOutsideSpace:
    return "index-outside-space";
  case CheckKind::ExtractIndex:
    return "slice-outside-tile";
  case CheckKind::AddressOverflow:
    return "address-overflow";
  case CheckKind::IntegerOverflow:
    return "integer-overflow";
  case CheckKind::DivisionByZero:
    return "division-by-zero";
  case CheckKind::UnrepresentableConversion:
    return "unrepresentable-conversion";
  case CheckKind::StepNotPositive:
    return "step-not-positive";
  case CheckKind::ViolatedAssume:
    return "violated-assume";
  case CheckKind::AssertFailed:
    return "assert-failed";
  case CheckKind::AllocationFailed:
    return "allocation-failed";
  case CheckKind::BadViewShape:
    return "bad-view-shape";
  }
  llvm_unreachable("unknown check kind");
}

/// The tile whose elements an op's findings number: its first shaped result,
/// else its first shaped operand.
static llvm::ArrayRef<int64_t> elementShape(Operation *op) {
  auto firstShape = [](TypeRange types) -> llvm::ArrayRef<int64_t> {
    for (Type type : types)
      if (auto tile = dyn_cast<cuda_tile::TileType>(type))
        if (!tile.getShape().empty())
          return tile.getShape();
    return {};
  };
  llvm::ArrayRef<int64_t> shape = firstShape(op->getResultTypes());
  return shape.empty() ? firstShape(op->getOperandTypes()) : shape;
}

std::string describePlace(const Finding &finding) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << finding.op->getName().stripDialect() << " in tile block ("
     << finding.block.x << ", " << finding.block.y << ", " << finding.block.z
     << ")";
  if (finding.element < 0)
    return text;
  os << ", element ";
  llvm::ArrayRef<int64_t> shape = elementShape(finding.op);
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  if (shape.empty() || finding.element >= count) {
    os << finding.element;
    return text;
  }
  llvm::SmallVector<int64_t> index(shape.size());
  int64_t rest = finding.element;
  for (size_t d = shape.size(); d-- > 0; rest /= shape[d])
    index[d] = rest % shape[d];
  os << '[';
  llvm::interleaveComma(index, os);
  os << ']';
  return text;
}

void emitFinding(const Finding &finding, uint64_t unreported) {
  // At the location only: the op's own text would drown the message.
  InFlightDiagnostic diagnostic = mlir::emitError(finding.op->getLoc());
  diagnostic << checkKindName(finding.kind) << ": " << finding.message << " ("
             << describePlace(finding) << ")";
  if (unreported)
    diagnostic.attachNote()
        << unreported << " more of this operation not reported";
}

} // namespace tessera::interp
