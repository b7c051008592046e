//===- Driver/Unspecified.cpp - results that nothing specifies ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the grid a second time with other values for elements that nothing
// specifies, and compares the memory that the two runs leave.
//
//===----------------------------------------------------------------------===//

#include "Unspecified.h"
#include "tessera/Driver/Session.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;

/// Loads that are named; more say nothing more.
static constexpr size_t mostLoads = 4;

bool driver::mayGiveUnspecified(cuda_tile::EntryOp entry) {
  return entry
      .walk([](mlir::Operation *op) {
        bool may = false;
        if (auto load = dyn_cast<cuda_tile::LoadPtrTkoOp>(op))
          may = load.getMask() && !load.getPaddingValue();
        else if (auto load = dyn_cast<cuda_tile::LoadViewTkoOp>(op))
          may = !cast<cuda_tile::TileViewInterface>(load.getView().getType())
                     .getViewPadding();
        return may ? mlir::WalkResult::interrupt()
                   : mlir::WalkResult::advance();
      })
      .wasInterrupted();
}

/// What differs after a second run; empty: nothing.
static std::string
findDifference(const interp::Memory &memory,
               const interp::Memory::Snapshot &first,
               const mlir::FailureOr<interp::RunSummary> &second) {
  if (mlir::failed(second))
    return "with other values there the run does not end";
  if (!second->clean())
    return ("with other values there the run has a finding, " +
            interp::checkKindName(static_cast<interp::CheckKind>(
                find_if(second->counts, [](uint64_t n) { return n != 0; }) -
                second->counts.begin())))
        .str();
  std::optional<interp::Memory::Difference> place =
      memory.firstDifference(first);
  if (!place)
    return "";
  const interp::Allocation *allocation = memory.find(place->id);
  return ("with other values there, byte " + Twine(place->offset) + " of " +
          allocation->name + " is another one")
      .str();
}

Expected<interp::RunSummary>
driver::checkUnspecified(const interp::Program &program, interp::Memory &memory,
                         ArrayRef<interp::Argument> values,
                         const interp::RunOptions &options) {
  program.loadGlobals(memory);
  interp::Memory::Snapshot before = memory.snapshot();
  mlir::FailureOr<interp::RunSummary> summary =
      program.run(memory, values, options);
  if (mlir::failed(summary))
    return make_error<DiagnosedError>();
  if (!summary->clean() || summary->unspecified.empty())
    return std::move(*summary);
  interp::Memory::Snapshot after = memory.snapshot();
  memory.restore(before);
  interp::RunOptions others = options;
  others.unspecifiedAsOnes = !options.unspecifiedAsOnes;
  others.emitDiagnostics = false;
  others.progress = nullptr;
  std::string printed;
  raw_string_ostream unused(printed);
  others.printStream = &unused;
  mlir::FailureOr<interp::RunSummary> second = mlir::failure();
  {
    // What the second run says is about values that nobody gave.
    mlir::ScopedDiagnosticHandler quiet(program.entry()->getContext(),
                                        [](mlir::Diagnostic &) {});
    second = program.run(memory, values, others);
  }
  std::string difference = findDifference(memory, after, second);
  memory.restore(after);
  if (difference.empty())
    return std::move(*summary);
  ++summary->counts[static_cast<unsigned>(interp::CheckKind::UnspecifiedValue)];
  for (mlir::Operation *op :
       ArrayRef(summary->unspecified).take_front(mostLoads))
    mlir::emitError(op->getLoc())
        << interp::checkKindName(interp::CheckKind::UnspecifiedValue)
        << ": this load gives elements that nothing specifies (outside the "
           "mask or the tensor, without padding), and they are used: "
        << difference;
  return std::move(*summary);
}
