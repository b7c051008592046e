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

#include "Engine.h"
#include "Report.h"

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"
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
  case CheckKind::DataRace:
    return "data-race";
  case CheckKind::UnspecifiedValue:
    return "unspecified-value";
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

std::string describeBlock(const Dim3 &block) {
  return llvm::formatv("tile block ({0}, {1}, {2})", block.x, block.y, block.z);
}

std::string describeElement(Operation *op, int64_t element) {
  llvm::ArrayRef<int64_t> shape = elementShape(op);
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  if (shape.empty() || element >= count)
    return std::to_string(element);
  llvm::SmallVector<int64_t> index(shape.size());
  for (size_t d = shape.size(); d-- > 0; element /= shape[d])
    index[d] = element % shape[d];
  std::string text = "[";
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(index, os);
  os << ']';
  return text;
}

std::string describePlace(const Finding &finding) {
  std::string text = (finding.op->getName().stripDialect() + " in ").str() +
                     describeBlock(finding.block);
  if (finding.element >= 0)
    text += ", element " + describeElement(finding.op, finding.element);
  return text;
}

void emitFinding(const Finding &finding, uint64_t unreported) {
  // At the location only: the op's own text would drown the message.
  InFlightDiagnostic diagnostic = mlir::emitError(finding.op->getLoc());
  diagnostic << checkKindName(finding.kind) << ": " << finding.message << " ("
             << describePlace(finding) << ")";
  for (const FindingNote &note : finding.notes)
    diagnostic.attachNote(note.op->getLoc()) << note.text;
  if (unreported)
    diagnostic.attachNote()
        << unreported << " more of this operation not reported";
}

void mergeFindings(llvm::ArrayRef<std::unique_ptr<Engine>> workers,
                   const RunOptions &options, uint64_t stopAfter,
                   RunSummary &summary) {
  std::vector<Finding> all;
  llvm::DenseMap<Operation *, uint64_t> totals, kept;
  for (const auto &worker : workers) {
    summary.blocksRun += worker->blocksRun;
    summary.stepsRun += worker->stepsRun;
    for (Operation *op : worker->unspecified)
      if (!llvm::is_contained(summary.unspecified, op))
        summary.unspecified.push_back(op);
    for (unsigned k = 0; k < numCheckKinds; ++k)
      summary.counts[k] += worker->counts[k];
    for (auto &[op, count] : worker->perOp)
      totals[op] += count;
    std::move(worker->findings.begin(), worker->findings.end(),
              std::back_inserter(all));
  }
  std::sort(all.begin(), all.end(), [](const Finding &a, const Finding &b) {
    return std::tie(a.order, a.sequence) < std::tie(b.order, b.sequence);
  });
  if (options.checkMode == CheckMode::StopAtFirst) {
    // Blocks after the first that stopped may have found something too.
    std::erase_if(all, [&](const Finding &f) { return f.order > stopAfter; });
    summary.counts.fill(0);
    for (const Finding &finding : all)
      ++summary.counts[static_cast<unsigned>(finding.kind)];
    summary.findings = std::move(all);
  } else {
    for (Finding &finding : all)
      if (kept[finding.op]++ < options.maxFindingsPerOp)
        summary.findings.push_back(std::move(finding));
  }
  if (!options.emitDiagnostics)
    return;
  llvm::DenseMap<Operation *, uint64_t> left;
  for (const Finding &finding : summary.findings)
    ++left[finding.op];
  for (const Finding &finding : summary.findings) {
    bool last = --left[finding.op] == 0;
    uint64_t unreported = 0;
    if (last && totals[finding.op] > options.maxFindingsPerOp &&
        options.checkMode != CheckMode::StopAtFirst)
      unreported = totals[finding.op] - options.maxFindingsPerOp;
    emitFinding(finding, unreported);
  }
}

} // namespace tessera::interp
