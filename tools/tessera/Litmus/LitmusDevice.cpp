//===- tools/tessera/Litmus/LitmusDevice.cpp - litmus tests as lowered PTX -------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `tessera litmus --device emulator`: each race-free test goes through the
// compiler, its PTX is executed under many schedules, and every outcome (all
// values read and the final memory) is given to the checker as a condition: it
// must be allowed. A finding of the emulator is as bad as a forbidden outcome.
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Diagnostics.h"
#include "LitmusCheck.h"
#include "LitmusKernels.h"
#include "PtxFaults.h"
#include "tessera/Driver/GpuCompile.h"
#include "tessera/MemoryModel/Explain.h"
#include "tessera/Support/Error.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

using namespace llvm;
using namespace tessera;
using namespace tessera::tool;
using memmodel::Condition;
using memmodel::Verdict;

namespace {
/// What a run left, as one string of bytes: registers, then memory.
using Outcome = std::string;

struct TestReport {
  std::string skipped; // why
  std::string problem; // the first one
  uint64_t runs = 0, outcomes = 0;
};

class DeviceTest {
public:
  DeviceTest(litmus::LitmusTest &test, LitmusKernels kernels,
             const LitmusCommandLine &line)
      : test(test), line(line), kernels(std::move(kernels)) {}

  Error prepare(StringRef path, driver::Session &session);
  /// Runs all schedules; what they left, each with the first seed that did.
  Expected<std::map<Outcome, uint64_t>> run(TestReport &report);
  /// "" when the checker allows it. The test then asks for this outcome.
  Expected<std::string> judge(const Outcome &outcome, uint64_t seed);

private:
  Condition conditionOf(const Outcome &outcome, std::string &text) const;

  litmus::LitmusTest &test;
  const LitmusCommandLine &line;
  LitmusKernels kernels;
  std::unique_ptr<emulator::EmulatedModule> module;
};
} // namespace

Error DeviceTest::prepare(StringRef path, driver::Session &session) {
  driver::LoadedModule loaded(path.str(), std::move(kernels.module));
  driver::GpuCompileOptions options;
  Expected<gpu::GpuTarget> target = gpu::findGpuTarget(line.target);
  if (!target)
    return target.takeError();
  options.codegen.target = std::move(*target);
  Expected<gpu::CompiledModule> compiled =
      driver::compileForGpu(session, loaded, options);
  if (!compiled)
    return compiled.takeError();
  if (const PtxFault *fault = findPtxFault(line.mistake))
    compiled->ptx = plantFault(compiled->ptx, *fault);
  compiled->ptx += kernels.ptx;
  append_range(compiled->kernels, kernels.ptxKernels);
  auto emulated = emulator::EmulatedModule::load(std::move(*compiled));
  if (!emulated)
    return emulated.takeError();
  module = std::move(*emulated);
  return Error::success();
}

Expected<std::map<Outcome, uint64_t>> DeviceTest::run(TestReport &report) {
  std::map<Outcome, uint64_t> outcomes;
  std::vector<emulator::KernelRequest> requests;
  for (const LitmusLaunch &launch : kernels.launches)
    requests.push_back({launch.kernel, launch.grid, launch.arguments});
  for (uint64_t seed = 0; seed < line.schedules; ++seed) {
    // Half of the schedules are sequentially consistent.
    std::vector<std::vector<uint8_t>> memory;
    std::vector<emulator::Buffer> buffers;
    for (const LitmusBuffer &buffer : kernels.buffers) {
      memory.push_back(buffer.initial);
      buffers.push_back({buffer.name, memory.back().data(),
                         memory.back().size(), /*initialised=*/true});
    }
    emulator::LaunchRequest request;
    static_cast<emulator::KernelRequest &>(request) = requests.front();
    request.others = ArrayRef(requests).drop_front();
    request.buffers = buffers;
    request.seed = seed;
    request.staleReads = seed % 2 != 0;
    Expected<ptx::emu::LaunchResult> result = module->launch(request);
    if (!result)
      return result.takeError();
    ++report.runs;
    // PTX threads may race with each other (memory-model.md 1.4). What they do
    // to a tile block is seen when the block's access is the later one.
    erase_if(result->findings, [](const ptx::emu::Finding &finding) {
      return finding.kind == ptx::emu::CheckKind::Race &&
             StringRef(finding.kernel).starts_with(LitmusKernels::ptxPrefix);
    });
    if (!result->passed() && report.problem.empty())
      report.problem =
          (result->findings.empty() ? "the run was not finished"
                                    : result->findings.front().render("ptx")) +
          " (schedule " + std::to_string(seed) + ")";
    Outcome outcome;
    auto add = [&](unsigned buffer, uint64_t offset, unsigned bytes) {
      outcome.append(
          reinterpret_cast<const char *>(memory[buffer].data() + offset),
          bytes);
    };
    for (const ObservedRegister &each : kernels.registers)
      add(each.buffer, each.offset, each.bytes);
    for (const ObservedMemory &each : kernels.memory)
      add(each.buffer, each.offset, each.location.size);
    outcomes.try_emplace(std::move(outcome), seed);
  }
  report.outcomes = outcomes.size();
  return outcomes;
}

Condition DeviceTest::conditionOf(const Outcome &outcome,
                                  std::string &text) const {
  Condition all;
  all.kind = Condition::Kind::And;
  raw_string_ostream os(text);
  size_t at = 0;
  auto value = [&](unsigned bytes) {
    uint64_t bits = 0;
    std::memcpy(&bits, outcome.data() + at, bytes);
    at += bytes;
    return bits;
  };
  for (const ObservedRegister &each : kernels.registers) {
    uint64_t unset = 0;
    std::memset(&unset, LitmusKernels::unset, each.bytes);
    uint64_t bits = value(each.bytes);
    if (bits == unset)
      continue;
    Condition atom;
    atom.kind = Condition::Kind::Register;
    atom.agent = each.thread;
    atom.name = each.name;
    atom.value = int64_t(bits);
    all.children.push_back(atom);
    os << test.program.threads[each.thread].agent.name << ':' << each.name
       << '=' << bits << ' ';
  }
  for (const ObservedMemory &each : kernels.memory) {
    Condition atom;
    atom.kind = Condition::Kind::Memory;
    atom.location = each.location;
    atom.value = int64_t(value(each.location.size));
    os << test.program.image.describe(each.location) << '='
       << uint64_t(atom.value) << ' ';
    all.children.push_back(std::move(atom));
  }
  return all;
}

Expected<std::string> DeviceTest::judge(const Outcome &outcome, uint64_t seed) {
  std::string text;
  memmodel::Program &program = test.program;
  program.condition = conditionOf(outcome, text);
  program.isForall = false;
  Expected<memmodel::Result> result = memmodel::check(program, line.options);
  if (!result)
    return result.takeError();
  if (result->verdict == Verdict::Allowed)
    return std::string();
  return (Twine(memmodel::verdictName(result->verdict)) +
          (result->bounded ? " within the bound on loops" : "") +
          " outcome in schedule " + Twine(seed) + ": " +
          StringRef(text).rtrim())
      .str();
}

static Expected<TestReport> runTest(StringRef path,
                                    const LitmusCommandLine &line) {
  TestReport report;
  driver::Session session;
  tool::DiagnosticPrinter printer(session.sources(), &session.context());
  double seconds = 0;
  Expected<litmus::LitmusTest> test =
      readLitmusFile(path, session, seconds, /*keepReads=*/true);
  if (!test)
    return test.takeError();
  Expected<memmodel::Result> verdict =
      checkLitmus(path, *test, line.options, seconds);
  if (!verdict)
    return verdict.takeError();
  if (verdict->verdict == Verdict::Racy ||
      verdict->verdict == Verdict::NeedsProgress) {
    report.skipped = memmodel::verdictName(verdict->verdict).str();
    return report;
  }
  Expected<LitmusKernels> kernels = makeLitmusKernels(*test, line.warps);
  if (!kernels) {
    report.skipped = toString(kernels.takeError());
    return report;
  }
  DeviceTest device(*test, std::move(*kernels), line);
  if (Error error = device.prepare(path, session))
    return prefixError(path + ": ", std::move(error));
  auto outcomes = device.run(report);
  if (!outcomes)
    return outcomes.takeError();
  for (const auto &[outcome, seed] : *outcomes) {
    Expected<std::string> problem = device.judge(outcome, seed);
    if (!problem)
      return problem.takeError();
    // A wrong outcome says more than the finding that explains it.
    if (!problem->empty()) {
      report.problem = *problem;
      break;
    }
  }
  return report;
}

int tool::reportDevice(ArrayRef<std::string> paths,
                       const LitmusCommandLine &line) {
  unsigned failed = 0, racy = 0, others = 0, wrong = 0;
  uint64_t runs = 0, outcomes = 0;
  for (const std::string &path : paths) {
    Expected<TestReport> report = runTest(path, line);
    if (!report) {
      ++failed;
      tool::fail(report.takeError());
      continue;
    }
    runs += report->runs;
    outcomes += report->outcomes;
    bool isRacy = report->skipped == "racy";
    racy += isRacy;
    others += !isRacy && !report->skipped.empty();
    wrong += !report->problem.empty();
    outs() << (report->problem.empty()
                   ? report->skipped.empty() ? "ok      " : "skipped "
                   : "WRONG   ")
           << left_justify(sys::path::stem(path), 8);
    if (!report->skipped.empty())
      outs() << report->skipped;
    else
      outs() << report->outcomes << " outcomes";
    if (!report->problem.empty())
      outs() << ": " << report->problem;
    outs() << '\n';
  }
  unsigned executed = paths.size() - racy - others - failed;
  outs() << executed << " race-free tests for " << line.target << ", " << runs
         << " runs, " << outcomes << " outcomes seen, " << wrong
         << " tests wrong; skipped: " << racy << " racy, " << others
         << " others; " << failed << " failed\n";
  return wrong != 0 || failed != 0;
}
