//===- Runtime/CPU/CheckedLaunch.cpp - launches that check memory ---------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A failed check says which op it was for, in which tile block. What exactly
// was wrong is told by the interpreter, which runs that one block on the memory
// as the launch left it. Where it finds nothing there, as in a block that does
// something else when it runs a second time, the finding is told with what the
// check knew.
//
//===----------------------------------------------------------------------===//

#include "CheckedLaunch.h"

#include "tessera/Dialect/CudaTile/Transforms/MemoryChecks.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::cpu;

/// How long the interpreter may look at a block.
static constexpr double secondsToExplain = 10;

interp::RunOptions cpu::optionsToExplain(const interp::RunOptions &ofLaunch,
                                         uint64_t block) {
  interp::RunOptions options = ofLaunch;
  options.checkMode = interp::CheckMode::ReportAll;
  options.emitDiagnostics = false;
  options.printStream = &nulls();
  options.progress = nullptr;
  options.orderSeed = 0;
  options.onlyBlock = block;
  options.timeoutSeconds = secondsToExplain;
  return options;
}

const interp::Allocation *CheckedLaunch::memoryOf(unsigned parameter) const {
  const interp::Argument &value = grid.values[parameter];
  return value.isPointer ? grid.memory.find(value.allocation) : nullptr;
}

CheckedLaunch::CheckedLaunch(const driver::BoundGrid &grid,
                             bool trackInitialisation)
    : grid(grid), pointers(cuda_tile::pointerParameters(grid.entry)),
      values(grid.slots.begin(), grid.slots.end()) {
  for (unsigned parameter : pointers) {
    const interp::Allocation *memory = memoryOf(parameter);
    uint64_t skipped = grid.values[parameter].bits;
    values.push_back(memory && skipped <= memory->size ? memory->size - skipped
                                                       : 0);
  }
  for (unsigned parameter :
       trackInitialisation ? ArrayRef(pointers) : ArrayRef<unsigned>()) {
    const interp::Allocation *memory = memoryOf(parameter);
    bool isWritten = !memory || !memory->written;
    // An element has a byte at least.
    std::vector<uint8_t> &mark = marks.emplace_back(
        memory ? memory->size : 0, static_cast<uint8_t>(isWritten ? 0 : 1));
    values.push_back(reinterpret_cast<uintptr_t>(mark.data()));
  }
  if (!cuda_tile::unspecifiedLoads(grid.entry).empty())
    values.push_back(reinterpret_cast<uintptr_t>(&noted));
}

void CheckedLaunch::bringMarksBack() const {
  mlir::FailureOr<std::vector<interp::Parameter>> parameters =
      interp::describeParameters(grid.entry);
  if (mlir::failed(parameters))
    return;
  for (auto [parameter, mark] : zip(pointers, marks)) {
    const interp::Allocation *memory = memoryOf(parameter);
    if (!memory || !memory->written)
      continue;
    uint64_t bytes = numerics::containerBytes((*parameters)[parameter].element);
    for (uint64_t i = 0; i < memory->size; ++i)
      if (mark[i / bytes] == 0)
        memory->written[i] = 1;
  }
}

std::vector<interp::Finding> CheckedLaunch::explain(mlir::Operation *op,
                                                    StringRef kind,
                                                    uint64_t block) const {
  // Only what is found at that op counts, and nothing is printed twice.
  mlir::ScopedDiagnosticHandler silent(
      op->getContext(), [](mlir::Diagnostic &) { return mlir::success(); });
  auto parent = grid.entry->getParentOfType<cuda_tile::ModuleOp>();
  mlir::FailureOr<std::unique_ptr<interp::Program>> program =
      interp::Program::create(parent, driver::entryName(grid.entry));
  if (mlir::failed(program))
    return {};
  bringMarksBack();
  mlir::FailureOr<interp::RunSummary> summary = (*program)->run(
      grid.memory, grid.values, optionsToExplain(grid.options, block));
  if (mlir::failed(summary))
    return {};
  std::vector<interp::Finding> found;
  for (interp::Finding &finding : summary->findings)
    if (finding.op == op)
      found.push_back(std::move(finding));
  // Another pointer may be in the place of the one that was checked.
  bool isSame = any_of(found, [&](const interp::Finding &finding) {
    return interp::checkKindName(finding.kind) == kind ||
           finding.kind == interp::CheckKind::WrongProvenance;
  });
  if (!isSame)
    found.clear();
  return found;
}

/// The kind called `name`.
static std::optional<interp::CheckKind> findKind(StringRef name) {
  for (unsigned i = 0; i < interp::numCheckKinds; ++i)
    if (interp::checkKindName(static_cast<interp::CheckKind>(i)) == name)
      return static_cast<interp::CheckKind>(i);
  return std::nullopt;
}

bool CheckedLaunch::report(const LaunchResult &result,
                           interp::RunSummary &summary) const {
  std::optional<cuda_tile::MemoryCheck> check =
      cuda_tile::MemoryCheck::parse(result.message);
  std::vector<mlir::Operation *> ops = cuda_tile::numberedOps(grid.entry);
  if (!check || check->op >= ops.size())
    return false;
  std::optional<interp::CheckKind> kind = findKind(check->kind);
  if (!kind)
    return false;
  mlir::Operation *op = ops[check->op];
  const interp::Dim3 &extent = grid.options.grid;
  uint64_t block = result.block[0] +
                   uint64_t(extent.x) *
                       (result.block[1] + uint64_t(extent.y) * result.block[2]);
  summary.findings = explain(op, check->kind, block);
  if (summary.findings.empty()) {
    interp::Finding &finding = summary.findings.emplace_back();
    finding.kind = *kind;
    finding.op = op;
    finding.block = {result.block[0], result.block[1], result.block[2]};
    finding.element = result.element;
    finding.message = check->text;
  }
  summary.stopped = true;
  for (const interp::Finding &finding : summary.findings) {
    ++summary.counts[static_cast<unsigned>(finding.kind)];
    interp::emitFinding(finding, 0);
  }
  return true;
}
