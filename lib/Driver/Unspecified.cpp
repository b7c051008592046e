//===- Driver/Unspecified.cpp - results that nothing specifies ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the grid a second time with other values for elements that nothing
// specifies, and compares the memory that the two runs leave. Where it differs,
// both are run once more with an eye on one byte that does: the first write to
// it that is not the same in both is what the finding names.
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/Unspecified.h"
#include "tessera/Driver/Session.h"
#include "tessera/Interpreter/Stepping.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;

/// Loads that are named; more say nothing more.
static constexpr size_t mostLoads = 4;
/// How long a run may take that only tells more of a finding.
static constexpr double secondsToExplain = 10;

//===----------------------------------------------------------------------===//
// The write that differs
//===----------------------------------------------------------------------===//

namespace {
/// A change of the byte that is watched.
struct Change {
  mlir::Operation *op = nullptr;
  interp::Dim3 block;
  uint64_t step = 0;
  std::byte value{};

  bool isLike(const Change &other) const {
    return op == other.op && block == other.block && value == other.value;
  }
};

/// Notes which operations change a byte.
class ByteWatch : public interp::StepObserver {
public:
  ByteWatch(const interp::Memory &memory, interp::Memory::Difference place)
      : allocation(memory.find(place.id)), offset(place.offset),
        last(allocation->host[offset]) {}

  /// Also says which element is written by the operation of this step.
  void lookAt(uint64_t step) { wanted = step; }

  mlir::LogicalResult beforeOp(const interp::StepPlace &place) override {
    look();
    current = {place.op(), place.block(), ++steps};
    if (steps == wanted)
      element = place.elementAt(allocation->base + offset);
    return mlir::success();
  }
  void onFinding(const interp::StepPlace &, const interp::Finding &) override {}

  /// To be called once more at the end.
  void look() {
    std::byte now = allocation->host[offset];
    if (now == last)
      return;
    current.value = last = now;
    changes.push_back(current);
  }

  std::vector<Change> changes;
  int64_t element = -1;

private:
  const interp::Allocation *allocation;
  uint64_t offset, steps = 0, wanted = 0;
  std::byte last;
  Change current;
};

/// The runs of one grid from one state of memory.
class Repeats {
public:
  Repeats(const interp::Program &program, interp::Memory &memory,
          ArrayRef<interp::Argument> values, const interp::RunOptions &options)
      : program(program), memory(memory), values(values), options(options),
        before(memory.snapshot()) {
    this->options.emitDiagnostics = false;
    this->options.progress = nullptr;
    this->options.printStream = &unused;
  }

  /// Runs from the first state, in silence.
  mlir::FailureOr<interp::RunSummary> run(bool asOnes,
                                          ByteWatch *watch = nullptr) {
    memory.restore(before);
    interp::RunOptions chosen = options;
    chosen.unspecifiedAsOnes = asOnes;
    chosen.observer = watch;
    if (watch)
      chosen.timeoutSeconds = secondsToExplain;
    // What such a run says is about values that nobody gave.
    mlir::ScopedDiagnosticHandler quiet(program.entry()->getContext(),
                                        [](mlir::Diagnostic &) {});
    mlir::FailureOr<interp::RunSummary> summary =
        program.run(memory, values, chosen);
    if (watch)
      watch->look();
    return summary;
  }

  /// What the byte at `place` is changed by first in one run only.
  std::optional<std::pair<Change, int64_t>>
  findWrite(interp::Memory::Difference place) {
    memory.restore(before);
    ByteWatch zeros(memory, place), ones(memory, place), again(memory, place);
    (void)run(options.unspecifiedAsOnes, &zeros);
    (void)run(!options.unspecifiedAsOnes, &ones);
    auto [inZeros, inOnes] = std::mismatch(
        zeros.changes.begin(), zeros.changes.end(), ones.changes.begin(),
        ones.changes.end(),
        [](const Change &a, const Change &b) { return a.isLike(b); });
    bool isOfOnes = inOnes != ones.changes.end();
    if (!isOfOnes && inZeros == zeros.changes.end())
      return std::nullopt;
    Change change = isOfOnes ? *inOnes : *inZeros;
    again.lookAt(change.step);
    (void)run(isOfOnes != options.unspecifiedAsOnes, &again);
    return std::pair(change, again.element);
  }

private:
  const interp::Program &program;
  interp::Memory &memory;
  ArrayRef<interp::Argument> values;
  interp::RunOptions options;
  interp::Memory::Snapshot before;
  std::string printed;
  raw_string_ostream unused{printed};
};

/// What is told of two runs that are not alike.
struct Difference {
  std::string text;
  interp::Dim3 block;
  std::vector<interp::FindingNote> notes;
};
} // namespace

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

/// Bytes of an element that `op` writes.
static unsigned bytesWritten(mlir::Operation *op) {
  // What is written is the last tile of numbers among the operands; the index
  // of an array is counted in its elements.
  mlir::Value value;
  if (auto store = dyn_cast<cuda_tile::StorePtrTkoOp>(op))
    value = store.getValue();
  else if (auto store = dyn_cast<cuda_tile::StoreViewTkoOp>(op))
    value = store.getTile();
  else if (auto atomic = dyn_cast<cuda_tile::AtomicRMWTkoOp>(op))
    value = atomic.getArg();
  else if (auto atomic = dyn_cast<cuda_tile::AtomicCASTkoOp>(op))
    value = atomic.getVal();
  else if (auto atomic = dyn_cast<cuda_tile::AtomicRedViewTkoOp>(op))
    value = atomic.getValue();
  auto type = value ? dyn_cast<cuda_tile::TileType>(value.getType()) : nullptr;
  mlir::Type element = type ? type.getElementType() : mlir::Type();
  return element && element.isIntOrFloat()
             ? std::max(1u, element.getIntOrFloatBitWidth() / 8)
             : 1;
}

/// The first finding of the second run, which the first did not have.
static Difference ofFinding(const interp::RunSummary &second) {
  if (second.findings.empty())
    return {"with other values there the run has a finding", {}, {}};
  const interp::Finding &finding = second.findings.front();
  std::string kind = interp::checkKindName(finding.kind).str();
  return {"with other values there the run has a finding, " + kind,
          finding.block,
          {{finding.op, kind + ": " + finding.message + " (" +
                            interp::describePlace(finding) + ")"}}};
}

/// What differs after a second run; nothing where nothing does.
static std::optional<Difference> findDifference(
    const interp::Memory &memory, const interp::Memory::Snapshot &first,
    const mlir::FailureOr<interp::RunSummary> &second, Repeats &repeats) {
  if (mlir::failed(second))
    return Difference{"with other values there the run does not end", {}, {}};
  if (!second->clean())
    return ofFinding(*second);
  std::optional<interp::Memory::Difference> place =
      memory.firstDifference(first);
  if (!place)
    return std::nullopt;
  std::string name = memory.find(place->id)->name;
  auto write = repeats.findWrite(*place);
  if (!write)
    return Difference{("with other values there, byte " + Twine(place->offset) +
                       " of " + name + " is another one")
                          .str(),
                      {},
                      {}};
  auto [change, element] = *write;
  std::string index = std::to_string(place->offset / bytesWritten(change.op));
  interp::Finding writer{interp::CheckKind::UnspecifiedValue,
                         change.op,
                         change.block,
                         element,
                         /*message=*/"",
                         /*notes=*/{}};
  return Difference{
      "with other values there, element " + index + " of " + name +
          " is another one",
      change.block,
      {{change.op, "written here (" + interp::describePlace(writer) + ")"}}};
}

void driver::reportUnspecified(ArrayRef<mlir::Operation *> loads,
                               const interp::Dim3 &block,
                               const Twine &difference,
                               ArrayRef<interp::FindingNote> notes,
                               interp::RunSummary &summary) {
  ++summary.counts[static_cast<unsigned>(interp::CheckKind::UnspecifiedValue)];
  for (mlir::Operation *op : loads.take_front(mostLoads)) {
    interp::Finding &finding = summary.findings.emplace_back();
    finding.kind = interp::CheckKind::UnspecifiedValue;
    finding.op = op;
    finding.block = block;
    bool isAtomic = isa<cuda_tile::AtomicRMWTkoOp>(op);
    finding.message = (Twine("this ") + (isAtomic ? "operation" : "load") +
                       " gives elements that nothing specifies "
                       "(outside the mask or the tensor, without padding), and "
                       "they are used: " +
                       difference)
                          .str();
    finding.notes = notes.vec();
    finding.notes.push_back(
        {op, isAtomic ? "select by the mask before the elements are used"
             : isa<cuda_tile::LoadPtrTkoOp>(op)
                 ? "write a padding value after the mask, or select by the "
                   "mask before the elements are used"
                 : "write 'padding_value' in the type of the view, or store "
                   "through a view of the same size"});
    interp::emitFinding(finding, 0);
  }
}

Expected<interp::RunSummary>
driver::checkUnspecified(const interp::Program &program, interp::Memory &memory,
                         ArrayRef<interp::Argument> values,
                         const interp::RunOptions &options) {
  program.loadGlobals(memory);
  Repeats repeats(program, memory, values, options);
  mlir::FailureOr<interp::RunSummary> summary =
      program.run(memory, values, options);
  if (mlir::failed(summary))
    return make_error<DiagnosedError>();
  if (!summary->clean() || summary->unspecified.empty())
    return std::move(*summary);
  interp::Memory::Snapshot after = memory.snapshot();
  mlir::FailureOr<interp::RunSummary> second =
      repeats.run(!options.unspecifiedAsOnes);
  std::optional<Difference> difference =
      findDifference(memory, after, second, repeats);
  memory.restore(after);
  if (difference)
    reportUnspecified(summary->unspecified, difference->block, difference->text,
                      difference->notes, *summary);
  return std::move(*summary);
}
