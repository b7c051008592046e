//===- benchmarks/PTXEmulatorBenchmark.cpp - speed of the emulator *- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many thread instructions per second the emulator executes, all checks on,
// for a loop of scalar arithmetic, of global loads and stores, and of shared
// memory with barriers. Parsing and decoding are outside the measured time.
// Items per second are thread instructions; the goal is 30 million. Products
// of matrices: PTXMatrixBenchmark.cpp.
//
//===----------------------------------------------------------------------===//

#include "PTXBenchmark.h"

#include <benchmark/benchmark.h>

#include <bit>
#include <cmath>
#include <string>

using namespace tessera::ptx;

/// 128 threads run `body` 500 times; %x, %y, %i are b32, %f, %g f32, %p global
/// and %s shared memory of the thread's own.
static std::string makeLoop(const std::string &body) {
  return ".version 8.0\n.target sm_90\n.address_size 64\n"
         ".visible .entry bench(.param .u64 data) .reqntid 128 {\n"
         "  .reg .b32 %x, %y, %i, %s; .reg .f32 %f, %g; .reg .b64 %p, %o;\n"
         "  .reg .pred %c; .shared .align 4 .b32 buffer[128];\n"
         "  mov.u32 %x, %tid.x; mov.u32 %y, 3; mov.u32 %i, 0;\n"
         "  mov.u32 %s, buffer; mad.lo.u32 %s, %x, 4, %s;\n"
         "  st.shared.u32 [%s], %x; bar.sync 0;\n"
         "  ld.param.u64 %p, [data]; mul.wide.u32 %o, %x, 4;\n"
         "  add.u64 %p, %p, %o; cvt.rn.f32.u32 %f, %x; mov.f32 %g, "
         "0f3F800001;\n"
         "LOOP:\n" +
         body +
         "  add.u32 %i, %i, 1; setp.lt.u32 %c, %i, 500;\n"
         "  @%c bra LOOP;\n  st.global.u32 [%p], %y; st.global.f32 [%p], %f;\n"
         "  ret;\n}\n";
}

static void run(benchmark::State &state, const std::string &body) {
  Launcher launcher(makeLoop(body));
  uint64_t count = 0;
  for (auto _ : state) {
    emu::GlobalMemory memory;
    uint64_t data = memory.allocate("data", 512);
    emu::LaunchOptions options;
    options.block = {128, 1, 1};
    if (!launcher.launch(
            memory, llvm::ArrayRef(reinterpret_cast<const uint8_t *>(&data), 8),
            options)) {
      state.SkipWithError(launcher.problem.c_str());
      return;
    }
    count += launcher.result.threadInstructions;
  }
  state.SetItemsProcessed(int64_t(count));
}

/// What compiled code needs for the operations of `scalar` on arrays of 32
/// lanes in memory, one array operation an instruction.
static void ceilingScalar(benchmark::State &state) {
  constexpr unsigned lanes = 32;
  uint64_t x[lanes], y[lanes], f[lanes], g[lanes];
  for (unsigned i = 0; i < lanes; ++i)
    x[i] = i, y[i] = 3, f[i] = i, g[i] = 0x3F800001;
  auto asFloat = [](uint64_t bits) {
    return std::bit_cast<float>(uint32_t(bits));
  };
  auto each = [](auto operation) {
    for (unsigned i = 0; i < lanes; ++i)
      operation(i);
    benchmark::ClobberMemory();
  };
  uint64_t count = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(x);
    benchmark::DoNotOptimize(y);
    benchmark::DoNotOptimize(f);
    each([&](unsigned i) { x[i] = uint32_t(x[i] * 5 + y[i]); });
    each([&](unsigned i) { y[i] = uint32_t(x[i] ^ count); });
    each([&](unsigned i) { x[i] = uint32_t(y[i] << 3); });
    each([&](unsigned i) {
      f[i] = std::bit_cast<uint32_t>(
          std::fma(asFloat(f[i]), asFloat(g[i]), asFloat(g[i])));
    });
    each([&](unsigned i) {
      f[i] = std::bit_cast<uint32_t>(asFloat(f[i]) + asFloat(g[i]));
    });
    each([&](unsigned i) { y[i] = uint32_t(x[i] ^ y[i] ^ count); });
    count += 6 * lanes;
  }
  state.SetItemsProcessed(int64_t(count));
}

static void scalar(benchmark::State &state) {
  run(state, "  mad.lo.u32 %x, %x, 5, %y; xor.b32 %y, %x, %i;\n"
             "  shl.b32 %x, %y, 3; fma.rn.f32 %f, %f, %g, %g;\n"
             "  add.f32 %f, %f, %g; lop3.b32 %y, %x, %y, %i, 0x96;\n");
}
static void global(benchmark::State &state) {
  run(state, "  ld.global.u32 %y, [%p]; add.u32 %y, %y, %x;\n"
             "  st.global.u32 [%p], %y;\n");
}
static void shared(benchmark::State &state) {
  run(state, "  ld.shared.u32 %y, [%s]; add.u32 %y, %y, %x;\n"
             "  bar.sync 0; st.shared.u32 [%s], %y; bar.sync 0;\n");
}
BENCHMARK(scalar);
BENCHMARK(global);
BENCHMARK(shared);
BENCHMARK(ceilingScalar);
BENCHMARK_MAIN();
