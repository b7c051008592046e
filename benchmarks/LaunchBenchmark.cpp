//===- benchmarks/LaunchBenchmark.cpp - what a launch and a compile cost -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launch overhead: an empty kernel on 1, 2 and many blocks, with helpers
// spinning and asleep. Compile and load times of hand-written kernels, and the
// speed of a matmul block at each level.
//
//===----------------------------------------------------------------------===//

#include "../unittests/Codegen/KernelSource.h"

#include "tessera/Codegen/CPU/Jit.h"
#include "tessera/Runtime/CPU/Launch.h"

#include <benchmark/benchmark.h>

#include <chrono>
#include <thread>

using namespace tessera::cpu;

static void emptyKernel(const TesseraLaunch *, uint32_t, uint32_t, uint32_t,
                        void *) {}

static void BM_Launch(benchmark::State &state) {
  ThreadPool pool(static_cast<unsigned>(state.range(0)));
  LaunchRequest request;
  request.entry = emptyKernel;
  request.grid[0] = static_cast<uint32_t>(state.range(1));
  for (auto _ : state)
    benchmark::DoNotOptimize(launch(pool, request).status);
}
BENCHMARK(BM_Launch)
    ->ArgNames({"threads", "blocks"})
    ->Args({1, 1})
    ->Args({2, 1})
    ->Args({2, 2})
    ->Args({2, 1000})
    ->UseRealTime()
    ->Unit(benchmark::kMicrosecond);

/// The helpers sleep between launches.
static void BM_LaunchAfterSleep(benchmark::State &state) {
  ThreadPool pool(2);
  LaunchRequest request;
  request.entry = emptyKernel;
  request.grid[0] = 2;
  for (auto _ : state) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    auto start = std::chrono::steady_clock::now();
    benchmark::DoNotOptimize(launch(pool, request).status);
    state.SetIterationTime(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
            .count());
  }
}
BENCHMARK(BM_LaunchAfterSleep)
    ->UseManualTime()
    ->Iterations(1000)
    ->Unit(benchmark::kMicrosecond);

static void BM_CompileToObject(benchmark::State &state) {
  test::Source source(test::vectorAdd);
  CodegenOptions options;
  options.optLevel = static_cast<unsigned>(state.range(0));
  for (auto _ : state)
    benchmark::DoNotOptimize(compileToObject(source.get(), options));
}
BENCHMARK(BM_CompileToObject)
    ->ArgName("level")
    ->DenseRange(0, 3)
    ->Unit(benchmark::kMillisecond);

/// A matmul's inner block in the form that the lowering emits: acc (8 x 32, in
/// scratch) += lhs (64 x 8) * rhs (64 x 32), sixteen accumulators in registers.
static std::string gemmBlock() {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "llvm.func @gemm_block(%launch: !llvm.ptr, %x: i32, %y: i32, %z: i32, "
        "%scratch: !llvm.ptr) attributes {tessera.scratch_bytes = 1024 : i64, "
        "tessera.params = [\"ptr\", \"ptr\"]} {\n"
        "%params = llvm.load %launch : !llvm.ptr -> !llvm.ptr\n"
        "%p1 = llvm.getelementptr %params[1] : (!llvm.ptr) -> !llvm.ptr, i64\n"
        "%lhs = llvm.load %params : !llvm.ptr -> !llvm.ptr\n"
        "%rhs = llvm.load %p1 : !llvm.ptr -> !llvm.ptr\n"
        "%c0 = llvm.mlir.constant(0 : i64) : i64\n"
        "%c1 = llvm.mlir.constant(1 : i64) : i64\n"
        "%c64 = llvm.mlir.constant(64 : i64) : i64\n"
        "%undef = llvm.mlir.poison : vector<16xf32>\n"
        "%lane = llvm.mlir.constant(0 : i32) : i32\n";
  auto list = [&](const char *prefix, const char *suffix) {
    for (int i = 0; i < 16; ++i)
      os << (i ? ", " : "") << prefix << i << suffix;
  };
  for (int i = 0; i < 16; ++i)
    os << "%q" << i << " = llvm.getelementptr %scratch[" << i * 16
       << "] : (!llvm.ptr) -> !llvm.ptr, f32\n%i" << i << " = llvm.load %q" << i
       << " : !llvm.ptr -> vector<16xf32>\n";
  auto types = [&] {
    for (int i = 0; i < 16; ++i)
      os << ", vector<16xf32>";
  };
  os << "llvm.br ^loop(%c0, ";
  list("%i", "");
  os << " : i64";
  types();
  os << ")\n^loop(%k: i64, ";
  list("%a", ": vector<16xf32>");
  os << "):\n%k8 = llvm.mul %k, %c8_ : i64\n";
  os << "%k32 = llvm.mul %k, %c32_ : i64\n"
        "%pr = llvm.getelementptr %rhs[%k32] : (!llvm.ptr, i64) -> !llvm.ptr, "
        "f32\n"
        "%pr1 = llvm.getelementptr %pr[16] : (!llvm.ptr) -> !llvm.ptr, f32\n"
        "%r0 = llvm.load %pr {alignment = 4 : i64} : !llvm.ptr -> "
        "vector<16xf32>\n"
        "%r1 = llvm.load %pr1 {alignment = 4 : i64} : !llvm.ptr -> "
        "vector<16xf32>\n"
        "%pl = llvm.getelementptr %lhs[%k8] : (!llvm.ptr, i64) -> !llvm.ptr, "
        "f32\n";
  for (int row = 0; row < 8; ++row) {
    os << "%pl" << row << " = llvm.getelementptr %pl[" << row
       << "] : (!llvm.ptr) -> !llvm.ptr, f32\n%l" << row << " = llvm.load %pl"
       << row << " : !llvm.ptr -> f32\n%v" << row << " = llvm.insertelement %l"
       << row << ", %undef[%lane : i32] : vector<16xf32>\n%b" << row
       << " = llvm.shufflevector %v" << row
       << ", %undef [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : "
          "vector<16xf32>\n";
    for (int half = 0; half < 2; ++half)
      os << "%n" << 2 * row + half << " = llvm.intr.fma(%b" << row << ", %r"
         << half << ", %a" << 2 * row + half
         << ") : (vector<16xf32>, vector<16xf32>, vector<16xf32>) -> "
            "vector<16xf32>\n";
  }
  os << "%next = llvm.add %k, %c1 : i64\n"
        "%more = llvm.icmp \"ult\" %next, %c64 : i64\n"
        "llvm.cond_br %more, ^loop(%next, ";
  list("%n", "");
  os << " : i64";
  types();
  os << "), ^end\n^end:\n";
  for (int i = 0; i < 16; ++i)
    os << "llvm.store %n" << i << ", %q" << i
       << " : vector<16xf32>, !llvm.ptr\n";
  os << "llvm.return\n}\n";
  // The constants of the address arithmetic stand with the others.
  size_t at = text.find("%undef =");
  text.insert(at, "%c8_ = llvm.mlir.constant(8 : i64) : i64\n"
                  "%c32_ = llvm.mlir.constant(32 : i64) : i64\n");
  return text;
}

static void BM_CompileGemmBlock(benchmark::State &state) {
  test::Source source(gemmBlock());
  CodegenOptions options;
  options.optLevel = static_cast<unsigned>(state.range(0));
  for (auto _ : state)
    benchmark::DoNotOptimize(compileToObject(source.get(), options));
}
BENCHMARK(BM_CompileGemmBlock)
    ->ArgName("level")
    ->DenseRange(0, 3)
    ->Unit(benchmark::kMillisecond);

/// Speed of the block at each level: what the short pass list gives away.
static void BM_RunGemmBlock(benchmark::State &state) {
  test::Source source(gemmBlock());
  CodegenOptions options;
  options.optLevel = static_cast<unsigned>(state.range(0));
  std::span<const RuntimeSymbol> symbols = runtimeSymbols();
  auto library = llvm::cantFail(
      CompiledLibrary::load(*compileToObject(source.get(), options),
                            {symbols.data(), symbols.size()}));
  CompiledKernel kernel = llvm::cantFail(library->kernel());
  std::vector<float> lhs(64 * 8, 1), rhs(64 * 32, 1);
  uint64_t params[] = {reinterpret_cast<uint64_t>(lhs.data()),
                       reinterpret_cast<uint64_t>(rhs.data())};
  ThreadPool pool(1);
  LaunchRequest request;
  request.entry = kernel.entry;
  request.scratchBytes = kernel.info->scratchBytes;
  request.params = params;
  request.grid[0] = 10000;
  for (auto _ : state)
    benchmark::DoNotOptimize(launch(pool, request).status);
  state.counters["FLOP/s"] = benchmark::Counter(
      2.0 * 8 * 32 * 64 * 10000, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(BM_RunGemmBlock)
    ->ArgName("level")
    ->DenseRange(0, 3)
    ->Unit(benchmark::kMillisecond);

/// What remains of a compile when the cache has the object.
static void BM_LoadObject(benchmark::State &state) {
  test::Source source(test::vectorAdd);
  auto object = compileToObject(source.get(), CodegenOptions());
  std::string bytes = serialize(*object);
  std::span<const RuntimeSymbol> symbols = runtimeSymbols();
  for (auto _ : state)
    benchmark::DoNotOptimize(llvm::cantFail(CompiledLibrary::load(
        *deserialize(bytes), {symbols.data(), symbols.size()})));
}
BENCHMARK(BM_LoadObject)->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
