//===- benchmarks/InterpreterBenchmark.cpp - ops of the interpreter -*- C++
//-*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What one core of the interpreter does per second, dispatch included. Each
// kernel is a loop whose carried tile depends on the previous trip, so nothing
// can be left out; preparation happens once, outside the measured time. Items
// per second are elements for element-wise ops and reductions, FLOP (or integer
// operations) for matrix multiplication.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Interpreter/Interpreter.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

using namespace tessera;

static constexpr int64_t trips = 64;

/// The entry @bench: `setup`, then `trips` times `body`, which computes %next
/// from %acc, both of `type`; %init comes from `setup`.
static std::string makeLoop(const std::string &setup, const std::string &type,
                            const std::string &body) {
  return "cuda_tile.module @bench {\n  entry @bench() {\n" + setup +
         "\n    %lo = constant <i32: 0> : tile<i32>"
         "\n    %hi = constant <i32: " +
         std::to_string(trips) +
         "> : tile<i32>\n    %st = constant <i32: 1> : tile<i32>"
         "\n    %out = for %k in (%lo to %hi, step %st) : tile<i32> "
         "iter_values(%acc = %init) -> (" +
         type + ") {\n" + body + "\n      continue %next : " + type +
         "\n    }\n    return\n  }\n}\n";
}

/// Runs the kernel in `text` once per iteration; an iteration counts for
/// `itemsPerTrip * trips` items.
static void runKernel(benchmark::State &state, const std::string &text,
                      int64_t itemsPerTrip) {
  mlir::DialectRegistry registry;
  registry.insert<cuda_tile::CudaTileDialect>();
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  mlir::OwningOpRef<mlir::ModuleOp> parsed =
      mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  if (!parsed) {
    state.SkipWithError("the kernel was rejected");
    return;
  }
  cuda_tile::ModuleOp module = *parsed->getOps<cuda_tile::ModuleOp>().begin();
  auto program = interp::Program::create(module, "bench");
  if (mlir::failed(program)) {
    state.SkipWithError("the kernel could not be prepared");
    return;
  }
  interp::Memory memory;
  interp::RunOptions options;
  options.grid = {1, 1, 1};
  for (auto _ : state) {
    auto summary = (*program)->run(memory, {}, options);
    if (mlir::failed(summary) || !summary->clean()) {
      state.SkipWithError("the kernel did not run cleanly");
      return;
    }
    benchmark::DoNotOptimize(summary->stepsRun);
  }
  state.SetItemsProcessed(state.iterations() * itemsPerTrip * trips);
}

/// One op on 128x128 tiles of `element`; `op` computes %next from %acc and %x.
static void elementwise(benchmark::State &state, const std::string &element,
                        const std::string &op) {
  std::string type = "tile<128x128x" + element + ">";
  bool isInteger = element[0] == 'i';
  std::string start = isInteger ? "3" : "1.0", other = isInteger ? "1" : "0.5";
  std::string constant = "= constant <" + element + ": ";
  runKernel(state,
            makeLoop("    %init " + constant + start + "> : " + type +
                         "\n    %x " + constant + other + "> : " + type,
                     type, "      %next = " + op + " : " + type),
            128 * 128);
}
BENCHMARK_CAPTURE(elementwise, addf_f32, "f32", "addf %acc, %x");
BENCHMARK_CAPTURE(elementwise, mulf_f32, "f32", "mulf %acc, %x");
BENCHMARK_CAPTURE(elementwise, fma_f32, "f32", "fma %acc, %x, %x");
BENCHMARK_CAPTURE(elementwise, maxf_f32, "f32", "maxf %acc, %x");
BENCHMARK_CAPTURE(elementwise, exp_f32, "f32", "exp %acc");
BENCHMARK_CAPTURE(elementwise, addf_f16, "f16", "addf %acc, %x");
BENCHMARK_CAPTURE(elementwise, addf_bf16, "bf16", "addf %acc, %x");
BENCHMARK_CAPTURE(elementwise, addi_i32, "i32", "addi %acc, %x");

/// A matrix multiplication of 128x64 by 64x128 into 128x128.
static void matmul(benchmark::State &state, const std::string &op,
                   const std::string &element, const std::string &result,
                   const std::string &suffix) {
  auto tile = [](const std::string &shape, const std::string &element) {
    return "tile<" + shape + "x" + element + ">";
  };
  bool isInteger = element[0] == 'i';
  std::string value = isInteger ? "1" : "0.125";
  std::string lhs = tile("128x64", element), rhs = tile("64x128", element);
  std::string acc = tile("128x128", result);
  std::string zero = isInteger ? "0" : "0.0";
  std::string constant = " = constant <";
  runKernel(state,
            makeLoop("    %init" + constant + result + ": " + zero +
                         "> : " + acc + "\n    %a" + constant + element + ": " +
                         value + "> : " + lhs + "\n    %b" + constant +
                         element + ": " + value + "> : " + rhs,
                     acc,
                     "      %next = " + op + " %a, %b, %acc" + suffix + " : " +
                         lhs + ", " + rhs + ", " + acc),
            2 * 128 * 128 * 64);
}
BENCHMARK_CAPTURE(matmul, mmaf_f16_f32, "mmaf", "f16", "f32", "");
BENCHMARK_CAPTURE(matmul, mmaf_bf16_f32, "mmaf", "bf16", "f32", "");
BENCHMARK_CAPTURE(matmul, mmaf_f32_f32, "mmaf", "f32", "f32", "");
BENCHMARK_CAPTURE(matmul, mmaf_f8E4M3FN_f32, "mmaf", "f8E4M3FN", "f32", "");
BENCHMARK_CAPTURE(matmul, mmai_i8_i32, "mmai", "i8", "i32", " signed signed");

/// The sum of each row of a 128x128 tile, spread again over the row.
static void reduceRows(benchmark::State &state) {
  std::string type = "tile<128x128xf32>";
  runKernel(
      state,
      makeLoop(
          "    %init = constant <f32: 1.0> : " + type, type,
          "      %sum = reduce %acc dim=1 identities=[0.0 : f32] : " + type +
              " -> tile<128xf32>\n"
              "        (%p: tile<f32>, %q: tile<f32>) {\n"
              "          %s = addf %p, %q : tile<f32>\n"
              "          yield %s : tile<f32>\n        }\n"
              "      %col = reshape %sum : tile<128xf32> -> "
              "tile<128x1xf32>\n"
              "      %next = broadcast %col : tile<128x1xf32> -> " +
              type),
      128 * 128);
}
BENCHMARK(reduceRows);

// What the same core can do at most, measured beside the figures because it
// differs between machines.

__attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3",
                             "default"))) static void
addArrays(float *acc, const float *rhs, int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    acc[i] += rhs[i];
}

/// Element-wise: one compiled loop over arrays of a tile's size, in place as
/// the interpreter works when nobody else holds the operand.
static void ceilingAdd(benchmark::State &state) {
  std::vector<float> acc(128 * 128, 1.0f), rhs(acc);
  for (auto _ : state) {
    addArrays(acc.data(), rhs.data(), acc.size());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * acc.size());
}
BENCHMARK(ceilingAdd);

__attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3",
                             "default"))) static float
multiplyAdd(float start, int64_t rounds) {
  // Enough independent sums to hide the latency of fma on 512-bit vectors.
  typedef float Vector __attribute__((vector_size(64)));
  constexpr int sums = 12;
  Vector acc[sums], factor = Vector{} + start;
  for (int i = 0; i < sums; ++i)
    acc[i] = factor + static_cast<float>(i);
  for (int64_t round = 0; round < rounds; ++round)
    for (Vector &sum : acc)
      sum = __builtin_elementwise_fma(sum, factor, factor);
  float total = 0;
  for (const Vector &sum : acc)
    for (int lane = 0; lane < 16; ++lane)
      total += sum[lane];
  return total;
}

/// Matrix multiplication: fused multiply-adds on registers, nothing loaded.
static void ceilingFma(benchmark::State &state) {
  float start = 0.5f;
  constexpr int64_t rounds = 10000;
  for (auto _ : state) {
    benchmark::DoNotOptimize(start);
    benchmark::DoNotOptimize(multiplyAdd(start, rounds));
  }
  state.SetItemsProcessed(state.iterations() * rounds * 12 * 16 * 2);
}
BENCHMARK(ceilingFma);

BENCHMARK_MAIN();
