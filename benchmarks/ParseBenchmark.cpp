//===- benchmarks/ParseBenchmark.cpp - parse and verify a large module -*- C++
//-*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Items per second are ops per second, through the public parser with the
// verifier on, from custom-form text in memory. The context and the dialect are
// made once, as a resident compiler would; deleting the module is not counted.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"

#include <benchmark/benchmark.h>

#include <string>

using namespace tessera;

/// One entry with `ops` ops in it: eight kinds in rotation, on tiles and
/// scalars, so that no single verifier or type decides the figure.
static std::string makeModuleText(int64_t ops) {
  std::string text = "cuda_tile.module @bench {\n  entry @bench() {\n"
                     "    %i = iota : tile<128xi32>\n"
                     "    %f = constant <f32: 1.5> : tile<128xf32>\n"
                     "    %one = constant <i32: 1> : tile<i32>\n";
  for (int64_t done = 4; done < ops;) {
    std::string id = std::to_string(done);
    auto line = [&](const std::string &op) {
      if (done++ < ops)
        text += "    " + op + "\n";
    };
    line("%a" + id + " = addi %i, %i : tile<128xi32>");
    line("%b" + id + " = mulf %f, %f : tile<128xf32>");
    line("%c" + id + " = cmpi less_than %a" + id +
         ", %i, signed : tile<128xi32> -> tile<128xi1>");
    line("%d" + id + " = select %c" + id + ", %b" + id +
         ", %f : tile<128xi1>, tile<128xf32>");
    line("%e" + id + " = reshape %d" + id +
         " : tile<128xf32> -> tile<8x16xf32>");
    line("%g" + id + " = constant <i32: " + id + "> : tile<i32>");
    line("%h" + id + " = muli %g" + id + ", %one : tile<i32>");
    line("%k" + id + " = itof %a" + id +
         " signed : tile<128xi32> -> tile<128xf32>");
  }
  return text + "    return\n  }\n}\n";
}

static void parseAndVerify(benchmark::State &state) {
  mlir::DialectRegistry registry;
  registry.insert<cuda_tile::CudaTileDialect>();
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  std::string text = makeModuleText(state.range(0));
  mlir::ParserConfig config(&context, /*verifyAfterParse=*/true);
  for (auto _ : state) {
    mlir::OwningOpRef<mlir::ModuleOp> module =
        mlir::parseSourceString<mlir::ModuleOp>(text, config);
    if (!module) {
      state.SkipWithError("the module was rejected");
      return;
    }
    state.PauseTiming();
    module = nullptr;
    state.ResumeTiming();
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
  state.SetBytesProcessed(state.iterations() * text.size());
}
BENCHMARK(parseAndVerify)->Arg(10000)->Unit(benchmark::kMillisecond);

/// What MLIR itself needs for as many ops in generic form that nobody
/// registered: no dialect's parser, types or verifier take part.
static void ceilingGeneric(benchmark::State &state) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects();
  std::string text = "%0 = \"x.y\"() : () -> i32\n";
  for (int64_t done = 1; done < state.range(0); ++done)
    text += "%" + std::to_string(done) + " = \"x.y\"(%" +
            std::to_string(done - 1) + ") : (i32) -> i32\n";
  for (auto _ : state) {
    mlir::OwningOpRef<mlir::ModuleOp> module =
        mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    if (!module) {
      state.SkipWithError("the module was rejected");
      return;
    }
    state.PauseTiming();
    module = nullptr;
    state.ResumeTiming();
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(ceilingGeneric)->Arg(10000)->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
