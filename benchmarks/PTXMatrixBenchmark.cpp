//===- benchmarks/PTXMatrixBenchmark.cpp - products emulated ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mma.sync, wgmma and tcgen05.mma of f16 with f32 accumulators, all checks on:
// items are floating-point operations, the goal is 10^9 a second. And one CTA,
// 128 x 256 x 320, of the sm_90a GEMM of the probes, whose goal is half a
// second: items are CTAs.
//
//===----------------------------------------------------------------------===//

#include "PTXBenchmark.h"

#include "tessera/PTX/Emulator/TensorMap.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <benchmark/benchmark.h>

#include <string>

using namespace tessera::ptx;

/// Launches `text` with 128 threads; each launch does `operations`.
static void run(benchmark::State &state, const std::string &text,
                uint64_t operations) {
  Launcher launcher(text);
  for (auto _ : state) {
    emu::GlobalMemory memory;
    emu::LaunchOptions options;
    options.block = {128, 1, 1};
    if (!launcher.launch(memory, {}, options)) {
      state.SkipWithError(launcher.problem.c_str());
      return;
    }
  }
  state.SetItemsProcessed(int64_t(state.iterations() * operations));
}

/// An entry whose threads have put zeros into `tile`, 12 KiB of shared memory;
/// %t is the thread, %a the tile.
static std::string makeEntry(const std::string &target,
                             const std::string &declarations,
                             const std::string &body) {
  return ".version 8.6\n.target " + target +
         "\n.address_size 64\n"
         ".visible .entry bench() .reqntid 128 {\n"
         "  .shared .align 1024 .b8 tile[12288];\n"
         "  .reg .b32 %t, %a, %n, %i, %z; .reg .b64 %d, %e; .reg .pred %p, %q, "
         "%c;\n" +
         declarations +
         "  mov.u32 %t, %tid.x; mov.u32 %a, tile; mov.u32 %i, 0;\n"
         "  mov.u32 %z, 0; mad.lo.u32 %n, %t, 16, %a;\n"
         "FILL:\n"
         "  st.shared.v4.b32 [%n], {%z, %z, %z, %z};\n"
         "  add.u32 %n, %n, 2048; add.u32 %i, %i, 1;\n"
         "  setp.lt.u32 %c, %i, 6;\n"
         "  @%c bra FILL;\n"
         "  fence.proxy.async;\n"
         "  bar.sync 0;\n"
         // Start / 16, strides of 128 and 256 bytes, no swizzle.
         "  shr.u32 %n, %a, 4; cvt.u64.u32 %d, %n;\n"
         "  or.b64 %d, %d, 0x0000001000080000; mov.u32 %i, 0;\n"
         "  setp.eq.u32 %p, %z, 0;\n" +
         body + "}\n";
}

static std::string number(uint64_t value) { return std::to_string(value); }

/// "{%f0, %f1, ...}".
static std::string registers(const std::string &name, unsigned count) {
  std::string text = "{";
  for (unsigned i = 0; i < count; ++i)
    text += (i ? ", " : "") + name + number(i);
  return text + "}";
}

static std::string loop(const std::string &body, unsigned times) {
  return "LOOP:\n" + body + "  add.u32 %i, %i, 1; setp.lt.u32 %c, %i, " +
         number(times) + ";\n  @%c bra LOOP;\n";
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

static void mmaSync(benchmark::State &state) {
  constexpr unsigned times = 200;
  std::string zeros, product;
  for (unsigned i = 0; i < 4; ++i)
    zeros += "  mov.f32 %f" + number(i) + ", 0f00000000; mov.b32 %r" +
             number(i) + ", 0;\n";
  product = "  mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 " +
            registers("%f", 4) + ", " + registers("%r", 4) + ", {%r0, %r1}, " +
            registers("%f", 4) + ";\n";
  run(state,
      makeEntry("sm_90", ".reg .f32 %f<4>; .reg .b32 %r<4>;\n",
                zeros + loop(product, times) + "  ret;\n"),
      uint64_t(2) * 16 * 8 * 16 * times * 4);
}

static void wgmma(benchmark::State &state) {
  constexpr unsigned times = 20, width = 128, count = width / 2;
  std::string zeros;
  for (unsigned i = 0; i < count; ++i)
    zeros += "  mov.f32 %f" + number(i) + ", 0f00000000;\n";
  std::string product =
      "  wgmma.fence.sync.aligned;\n"
      "  wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 " +
      registers("%f", count) +
      ", %d, %d, %p, 1, 1, 0, 0;\n"
      "  wgmma.commit_group.sync.aligned;\n"
      "  wgmma.wait_group.sync.aligned 0;\n";
  run(state,
      makeEntry("sm_90a", ".reg .f32 %f<64>;\n",
                zeros + loop(product, times) + "  ret;\n"),
      uint64_t(2) * 64 * width * 16 * times);
}

static void tcgen05(benchmark::State &state) {
  constexpr unsigned times = 10;
  // f32 += f16 * f16, N / 8, M / 16.
  uint64_t shape = 1 << 4 | 256 / 8 << 17 | 128 / 16 << 24;
  std::string body =
      "  or.b64 %d, %d, 0x0000400000000000;\n"
      "  setp.lt.u32 %q, %t, 32;\n"
      "  @%q tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [where], "
      "256;\n"
      "  setp.ne.u32 %p, %t, 0;\n"
      "  @!%p mbarrier.init.shared.b64 [bar], 1;\n"
      "  tcgen05.fence::before_thread_sync; bar.sync 0;\n"
      "  tcgen05.fence::after_thread_sync;\n"
      "  ld.shared.u32 %w, [where];\n"
      "  @%p bra DONE;\n"
      "  mov.u32 %s, " +
      number(shape) + "; setp.ne.u32 %y, %t, 0;\n" +
      loop("  tcgen05.mma.cta_group::1.kind::f16 [%w], %d, %d, %s, %y;\n"
           "  setp.eq.u32 %y, %t, 0;\n",
           times) +
      "  tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 "
      "[bar];\n"
      "WAIT:\n"
      "  mbarrier.try_wait.parity.shared.b64 %y, [bar], 0;\n"
      "  @!%y bra WAIT;\n"
      "  tcgen05.fence::after_thread_sync;\n"
      "DONE:\n"
      "  tcgen05.fence::before_thread_sync; bar.sync 0;\n"
      "  tcgen05.fence::after_thread_sync;\n"
      "  @%q tcgen05.dealloc.cta_group::1.sync.aligned.b32 %w, 256;\n  ret;\n";
  run(state,
      makeEntry("sm_100a",
                "  .shared .align 4 .b32 where; .shared .align 8 .b64 bar;\n"
                "  .reg .b32 %w, %s; .reg .pred %y;\n",
                body),
      uint64_t(2) * 128 * 256 * 16 * times);
}

//===----------------------------------------------------------------------===//
// The GEMM of the probes
//===----------------------------------------------------------------------===//

namespace {
/// A, B (256 x 320 of f16, zero) and C of the probe, mapped anew.
struct Operands {
  emu::GlobalMemory memory;
  std::vector<uint8_t> parameters = std::vector<uint8_t>(272);

  Operands() {
    constexpr uint64_t rows = 256, depth = 320;
    put(0, makeMap("a", rows, depth, 128));
    put(128, makeMap("b", rows, depth, 256));
    put(256, memory.allocate("c", rows * rows * 4));
    put(264, uint32_t(rows));
    put(268, uint32_t(depth));
  }

private:
  template <typename T> void put(size_t offset, const T &value) {
    std::memcpy(parameters.data() + offset, &value, sizeof(T));
  }
  std::array<uint8_t, emu::tensorMapSize>
  makeMap(const char *name, uint64_t rows, uint64_t depth, uint32_t boxRows) {
    emu::TensorMap map;
    map.address = memory.allocate(name, rows * depth * 2);
    map.rank = 2;
    map.format = emu::TensorFormat::F16;
    map.swizzle = 3;
    map.dims = {depth, rows, 1, 1, 1};
    map.strides = {depth * 2};
    map.box = {64, boxRows, 1, 1, 1};
    return map.encode();
  }
};
} // namespace

static constexpr const char *probe = TESSERA_GPU_PROBES "/gemm90_asm1.ptx";

static void gemm90(benchmark::State &state) {
  auto text =
      llvm::MemoryBuffer::getFile(TESSERA_GPU_PROBES "/gemm90_asm1.ptx");
  if (!text) {
    state.SkipWithError("the probes are not there");
    return;
  }
  Launcher launcher((*text)->getBuffer());
  for (auto _ : state) {
    Operands operands;
    emu::LaunchOptions options;
    options.block = {384, 1, 1};
    options.dynamicShared = 200704;
    if (!launcher.launch(operands.memory, operands.parameters, options)) {
      state.SkipWithError(launcher.problem.c_str());
      return;
    }
  }
  state.SetItemsProcessed(int64_t(state.iterations()));
}

/// What compiled code needs for the emulator's rule, sums in binary64 in order
/// of k, of m64n128k16.
static void ceilingProduct(benchmark::State &state) {
  constexpr unsigned m = 64, n = 128, k = 16;
  std::vector<double> a(m * k, 1), b(k * n, 1), c(m * n);
  for (auto _ : state) {
    for (unsigned i = 0; i < m; ++i)
      for (unsigned l = 0; l < k; ++l)
        for (unsigned j = 0; j < n; ++j)
          c[i * n + j] += a[i * k + l] * b[l * n + j];
    benchmark::DoNotOptimize(c.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(int64_t(state.iterations() * 2 * m * n * k));
}

BENCHMARK(mmaSync);
BENCHMARK(wgmma);
BENCHMARK(tcgen05);
BENCHMARK(ceilingProduct);
// Only where the probes are.
[[maybe_unused]] static const auto *const registered =
    llvm::sys::fs::exists(probe)
        ? benchmark::RegisterBenchmark("gemm90", gemm90)
        : nullptr;
