//===- lib/CAPI/Time.cpp - how long kernels take on a GPU -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The emulator's clock on the caller's memory.
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "Buffers.h"
#include "Diagnostics.h"

#include "tessera/PTX/Emulator/TimedSchedule.h"
#include "tessera/Runtime/Emulator/EmulatedModule.h"
#include "tessera/Support/CrashScope.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::capi;

namespace {
/// One timed launch.
class TimedLaunch {
public:
  TimedLaunch(const tessera_kernel &kernel, const tessera_time_options &options,
              ArrayRef<tessera_buffer> buffers, ArrayRef<uint64_t> slots,
              tessera_time_result &result, tessera_diagnostics &all)
      : kernel(kernel), options(options), buffers(buffers), slots(slots),
        result(result), all(all) {}
  tessera_status run();

private:
  bool bind(emulator::LaunchRequest &request);
  void report(const ptx::emu::TimedResult &timed, const gpu::GpuTiming &timing);
  tessera_status fail(tessera_status status, std::string message) {
    addError(all, std::move(message));
    return status;
  }

  const tessera_kernel &kernel;
  const tessera_time_options &options;
  ArrayRef<tessera_buffer> buffers;
  ArrayRef<uint64_t> slots;
  tessera_time_result &result;
  tessera_diagnostics &all;
  std::vector<emulator::Buffer> bound;
  std::vector<emulator::Argument> arguments;
  /// Of read-only buffers, which nothing may change.
  std::vector<std::vector<char>> copies;
};
} // namespace

bool TimedLaunch::bind(emulator::LaunchRequest &request) {
  for (auto [index, buffer] : enumerate(buffers)) {
    void *data = buffer.data;
    if (buffer.read_only) {
      auto *bytes = static_cast<const char *>(buffer.data);
      data = copies.emplace_back(bytes, bytes + buffer.bytes).data();
    }
    bound.push_back(
        {buffer.name ? buffer.name : "buffer " + std::to_string(index), data,
         buffer.bytes, !buffer.uninitialised});
  }
  for (auto [index, slot] : enumerate(slots)) {
    if (kernel.parameters[index].kind != numerics::ElementKind::Ptr) {
      arguments.push_back({-1, slot});
      continue;
    }
    std::optional<size_t> found = findBuffer(buffers, slot);
    if (!found) {
      addError(all, "expected a pointer into a buffer as argument " +
                        std::to_string(index));
      return false;
    }
    arguments.push_back({int(*found), slot - addressOf(buffers[*found])});
  }
  request.buffers = bound;
  request.arguments = arguments;
  return true;
}

static void copyName(char (&to)[64], StringRef name) {
  size_t size = std::min(name.size(), sizeof(to) - 1);
  std::memcpy(to, name.data(), size);
  to[size] = 0;
}

void TimedLaunch::report(const ptx::emu::TimedResult &timed,
                         const gpu::GpuTiming &timing) {
  double seconds = timing.seconds(timed.cycles);
  double all = double(timed.ctas) / double(timed.simulatedCtas) / seconds;
  result.cycles = timed.cycles;
  result.microseconds = seconds * 1e6;
  result.launch_microseconds = timing.launchMicroseconds;
  result.clock_mhz = timing.clockMHz;
  result.blocks = timed.ctas;
  result.waves = timed.waves;
  result.simulated_blocks = timed.simulatedCtas;
  result.blocks_per_multiprocessor = timed.residentCtas;
  result.registers = timed.registers;
  result.flop_per_second = timed.flops * all;
  result.l2_bytes_per_second = timed.l2Bytes * all;
  result.device_bytes_per_second = timed.dramBytes * all;
  for (const ptx::emu::UseOfLimit &limit : timed.limits)
    if (limit.fraction() > result.limit_fraction) {
      result.limit_fraction = limit.fraction();
      copyName(result.limit, limit.name);
    }
  uint64_t cycles = timed.issued;
  for (uint64_t stalled : timed.stalls)
    cycles += stalled;
  for (unsigned i = 0; i < ptx::emu::numStalls; ++i)
    if (double part = double(timed.stalls[i]) / double(cycles);
        part > result.stall_fraction) {
      result.stall_fraction = part;
      copyName(result.stall, ptx::emu::stallName(ptx::emu::Stall(i)));
    }
}

tessera_status TimedLaunch::run() {
  const tessera_module &owner = *kernel.owner;
  if (owner.ptx.empty())
    return fail(TESSERA_NOT_RUNNABLE,
                "the code of '" + kernel.name + "' is for no GPU");
  Expected<gpu::GpuTiming> timing = gpu::findGpuTiming(owner.target);
  if (!timing)
    return fail(TESSERA_NOT_RUNNABLE, toString(timing.takeError()));
  if (options.clock_mhz != 0)
    timing->clockMHz = options.clock_mhz;
  ptx::emu::TimingOptions clock;
  clock.timing = *timing;
  clock.simulatedSms = std::max(1u, options.multiprocessors);
  clock.waves = options.waves;
  clock.hotL2 = options.hot_l2;
  clock.cycleLimit = options.max_cycles;
  clock.registers = kernel.resources ? kernel.resources->registers : 0;
  auto schedule = ptx::emu::TimedSchedule::create(clock);

  gpu::CompiledModule module{owner.target, owner.gpuKernels, owner.ptx, {}};
  Expected<std::unique_ptr<emulator::EmulatedModule>> loaded =
      emulator::EmulatedModule::load(std::move(module));
  if (!loaded)
    return fail(TESSERA_UNSUPPORTED, toString(loaded.takeError()));
  emulator::LaunchRequest request;
  request.kernel = kernel.name;
  request.grid = {options.grid[0], options.grid[1], options.grid[2]};
  request.schedule = schedule.get();
  request.disabledChecks = ~ptx::emu::checksOfTime;
  if (!bind(request))
    return TESSERA_INVALID_ARGUMENT;
  Expected<ptx::emu::LaunchResult> launched = (*loaded)->launch(request);
  if (!launched)
    return fail(TESSERA_UNSUPPORTED, toString(launched.takeError()));
  for (const ptx::emu::Finding &finding : launched->findings)
    addError(all, finding.render("ptx"));
  if (schedule->result().wasStopped)
    return TESSERA_STEP_LIMIT;
  if (!launched->passed())
    return TESSERA_FINDINGS;
  report(schedule->result(), *timing);
  return TESSERA_OK;
}

tessera_status tessera_time(const tessera_kernel *kernel,
                            const tessera_time_options *given,
                            const tessera_buffer *buffers, size_t numBuffers,
                            const tessera_argument *arguments,
                            size_t numArguments, tessera_time_result *result,
                            tessera_diagnostics **diagnostics) {
  auto all = std::make_unique<tessera_diagnostics>();
  tessera_time_result report = TESSERA_TIME_RESULT_INIT;
  auto finish = [&](tessera_status status) {
    if (result && result->struct_size > sizeof(size_t))
      writeStruct(result, report);
    if (diagnostics)
      *diagnostics = all->diagnostics.empty() ? nullptr : all.release();
    return status;
  };
  auto invalid = [&](std::string message) {
    addError(*all, std::move(message));
    return finish(TESSERA_INVALID_ARGUMENT);
  };
  tessera_time_options options;
  if (!kernel || (numArguments && !arguments) || (numBuffers && !buffers))
    return invalid("expected a kernel, its buffers and arguments, got NULL");
  if (!readStruct(given, TESSERA_TIME_OPTIONS_INIT, options))
    return invalid("expected the size of the options in struct_size");
  if (std::string problem = capi::problemOf(options.grid); !problem.empty())
    return invalid(std::move(problem));
  if (options.multiprocessors > 4096)
    return invalid("expected at most 4096 multiprocessors, got " +
                   std::to_string(options.multiprocessors));
  if (!(options.clock_mhz >= 0))
    return invalid("expected a clock in MHz, got " +
                   std::to_string(options.clock_mhz));
  ArrayRef<tessera_buffer> known(buffers, numBuffers);
  if (std::string problem = capi::problemOf(known); !problem.empty())
    return invalid(std::move(problem));
  SlotWriter writer(*kernel);
  for (size_t i = 0; i < numArguments; ++i)
    if (!writer.add(arguments[i]))
      return invalid(writer.message);
  if (!writer.finish())
    return invalid(writer.message);

  // Other threads may destroy the module meanwhile.
  tessera_module *owner = tessera_module_retain(kernel->owner);
  tessera_status status = TESSERA_INTERNAL_ERROR;
  if (int signal = crash::runGuarded([&] {
        auto launch = std::make_unique<TimedLaunch>(*kernel, options, known,
                                                    writer.slots, report, *all);
        status = launch->run();
      })) {
    addError(*all, "the emulator crashed (signal " + std::to_string(signal) +
                       "): a defect of Tessera " + tessera_version());
    status = TESSERA_INTERNAL_ERROR;
  }
  tessera_module_destroy(owner);
  return finish(status);
}
