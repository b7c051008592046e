//===- benchmarks/BytecodeBenchmark.cpp - large containers -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and writes generated containers of about 20 MB, and parses the text of
// the same modules. Each iteration reads into a new context, as nothing of a
// new file is known to a process; making and deleting contexts and modules is
// not counted. Items are ops, bytes are those of the container, also when its
// text is parsed: their ratio compares the same program. Three kinds of file:
//
//   kernels  with source locations, as the clients write
//   mixed    the same, but half of the bytes are dense constants
//   bare     ops only
//
// `--measure-memory FILE` reads one file and prints the peak of resident memory
// in bytes: readMemory starts this program again with it.
//
//===----------------------------------------------------------------------===//

#include "tessera/Bytecode/Reader.h"
#include "tessera/Bytecode/Writer.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <benchmark/benchmark.h>

#include <sys/resource.h>

using namespace mlir;
using namespace tessera;

namespace {
enum Kind : int64_t { Kernels, Mixed, Bare };

struct Sample {
  std::string bytes, text;
  int64_t ops = 0;
};

struct FreshContext {
  FreshContext() : context(MLIRContext::Threading::DISABLED) {
    // As the tools do: the constructor leaves the tables of types and
    // attributes in the mode for threads, where each thread has its own copy.
    context.disableMultithreading();
    context.loadDialect<cuda_tile::CudaTileDialect>();
  }
  MLIRContext context;
};
} // namespace

static constexpr size_t kTargetBytes = 20'000'000;
/// A kernel that was unrolled generously.
static constexpr unsigned kRoundsPerFunction = 250;

//===----------------------------------------------------------------------===//
// The modules
//===----------------------------------------------------------------------===//

/// One entry: rounds of eight kinds of op, every tenth round inside a loop.
static std::string makeFunctionText(unsigned function) {
  std::string text = "  entry @kernel" + std::to_string(function) +
                     "(%p: tile<ptr<f32>>, %n: tile<i32>) {\n"
                     "    %i = iota : tile<128xi32>\n"
                     "    %f = constant <f32: 1.5> : tile<128xf32>\n";
  for (unsigned round = 0; round < kRoundsPerFunction; ++round) {
    std::string id = std::to_string(round);
    bool inLoop = round % 10 == 0;
    auto line = [&](const std::string &op) { text += "    " + op + "\n"; };
    line("%g" + id + " = constant <i32: " + std::to_string(round * 7) +
         "> : tile<i32>");
    if (inLoop)
      line("for %k" + id + " in (%g" + id + " to %n, step %n) : tile<i32> {");
    line("%a" + id + " = addi %i, %i : tile<128xi32>");
    line("%b" + id + " = mulf %f, %f : tile<128xf32>");
    line("%c" + id + " = cmpi less_than %a" + id +
         ", %i, signed : tile<128xi32> -> tile<128xi1>");
    line("%d" + id + " = select %c" + id + ", %b" + id +
         ", %f : tile<128xi1>, tile<128xf32>");
    line("%e" + id + " = reshape %d" + id +
         " : tile<128xf32> -> tile<8x16xf32>");
    line("%h" + id + " = muli %g" + id + ", %n : tile<i32>");
    line("%k" + id + "x = itof %a" + id +
         " signed : tile<128xi32> -> tile<128xf32>");
    if (inLoop)
      line("continue\n    }");
  }
  return text + "    return\n  }\n";
}

/// Puts constants of 4 KiB in front of the ops of `entry`.
static void addConstants(cuda_tile::EntryOp entry, unsigned count,
                         uint32_t &seed) {
  MLIRContext *context = entry.getContext();
  auto type =
      cuda_tile::TileType::get(context, {1024}, Float32Type::get(context));
  for (unsigned i = 0; i < count; ++i) {
    SmallVector<float> data(1024);
    for (float &value : data)
      value = static_cast<float>(seed = seed * 1664525 + 1013904223);
    OperationState state(entry.getLoc(),
                         cuda_tile::ConstantOp::getOperationName());
    state.addTypes(type);
    state.addAttribute("value",
                       DenseElementsAttr::get(type, ArrayRef<float>(data)));
    entry.getBody().front().push_front(Operation::create(state));
  }
}

/// Ops that share a source location: 3.3 in the kernels that cuTile Python
/// writes.
static constexpr unsigned kOpsPerLocation = 3;

/// Gives every few ops of `entry` a line of their own and one of some columns.
static void addLocations(cuda_tile::EntryOp entry) {
  MLIRContext *context = entry.getContext();
  Builder builder(context);
  StringAttr fileName = builder.getStringAttr("kernels.py");
  auto file = cuda_tile::DIFileAttr::get(context, fileName,
                                         builder.getStringAttr("/src"));
  auto unit = cuda_tile::DICompileUnitAttr::get(context, file);
  auto name = builder.getStringAttr(entry.getSymName());
  auto scope =
      cuda_tile::DISubprogramAttr::get(context, file, 10, name, name, unit, 11);
  unsigned ops = 0;
  entry->walk<WalkOrder::PreOrder>([&](Operation *op) {
    unsigned line = 11 + ops++ / kOpsPerLocation;
    op->setLoc(cuda_tile::DILocAttr::get(
        context, FileLineColRange::get(fileName, line, line * 5 % 17 + 1),
        scope));
  });
}

static OwningOpRef<ModuleOp> makeModule(MLIRContext *context, Kind kind,
                                        unsigned functions) {
  std::string text = "cuda_tile.module @kernels {\n";
  for (unsigned i = 0; i < functions; ++i)
    text += makeFunctionText(i);
  text += "}\n";
  auto module = parseSourceString<ModuleOp>(text, context);
  uint32_t seed = 1;
  module->walk([&](Operation *op) { op->setLoc(UnknownLoc::get(context)); });
  module->walk([&](cuda_tile::EntryOp entry) {
    if (kind == Mixed)
      addConstants(entry, 12, seed);
    if (kind != Bare)
      addLocations(entry);
  });
  return module;
}

static std::string write(ModuleOp module) {
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  if (failed(bytecode::writeBytecode(bytecode::findTileIRModule(module), os)))
    llvm::report_fatal_error("the module was not written");
  return bytes;
}

static Sample makeSample(Kind kind) {
  // What a further function adds, of a module with enough of them.
  auto sizeOf = [&](unsigned functions) {
    FreshContext fresh;
    return write(*makeModule(&fresh.context, kind, functions)).size();
  };
  size_t perFunction = sizeOf(3) - sizeOf(2);
  Sample sample;
  FreshContext fresh;
  auto module = makeModule(&fresh.context, kind, kTargetBytes / perFunction);
  sample.bytes = write(*module);
  llvm::raw_string_ostream os(sample.text);
  OpPrintingFlags flags;
  flags.assumeVerified();
  if (kind != Bare)
    flags.enableDebugInfo();
  module->print(os, flags);
  module->walk([&](Operation *) { ++sample.ops; });
  return sample;
}

static const Sample &getSample(int64_t kind) {
  static std::unique_ptr<Sample> samples[3];
  if (!samples[kind])
    samples[kind] =
        std::make_unique<Sample>(makeSample(static_cast<Kind>(kind)));
  return *samples[kind];
}

//===----------------------------------------------------------------------===//
// What is measured
//===----------------------------------------------------------------------===//

/// Calls `work(context)`, which returns a module that owns its ops, once an
/// iteration.
template <typename WorkT>
static void measureLoading(benchmark::State &state, const Sample &sample,
                           WorkT work) {
  for (auto _ : state) {
    state.PauseTiming();
    auto fresh = std::make_unique<FreshContext>();
    state.ResumeTiming();
    auto module = work(&fresh->context);
    state.PauseTiming();
    if (!module)
      return state.SkipWithError("the module was rejected");
    module = nullptr;
    fresh.reset();
    state.ResumeTiming();
  }
  state.SetItemsProcessed(state.iterations() * sample.ops);
  state.SetBytesProcessed(state.iterations() * sample.bytes.size());
  state.counters["file_bytes"] = static_cast<double>(sample.bytes.size());
}

static OwningOpRef<cuda_tile::ModuleOp> readSample(const Sample &sample,
                                                   MLIRContext *context) {
  return bytecode::readBytecode(llvm::MemoryBufferRef(sample.bytes, "sample"),
                                context);
}

static void read(benchmark::State &state) {
  const Sample &sample = getSample(state.range(0));
  measureLoading(state, sample, [&](MLIRContext *context) {
    return readSample(sample, context);
  });
}

static void parseText(benchmark::State &state) {
  const Sample &sample = getSample(state.range(0));
  measureLoading(state, sample, [&](MLIRContext *context) {
    return parseSourceString<ModuleOp>(sample.text, context);
  });
}

/// MLIR's verifier on the whole module: part of parsing. Reading verifies, too,
/// but without it unless there is something to report (WarmVerifier.h).
static void verifyOnly(benchmark::State &state) {
  const Sample &sample = getSample(state.range(0));
  FreshContext fresh;
  auto module = readSample(sample, &fresh.context);
  for (auto _ : state)
    if (!module || failed(verify(*module)))
      return state.SkipWithError("the module was rejected");
  state.SetItemsProcessed(state.iterations() * sample.ops);
  state.SetBytesProcessed(state.iterations() * sample.bytes.size());
}

static void write(benchmark::State &state) {
  const Sample &sample = getSample(state.range(0));
  FreshContext fresh;
  auto module = readSample(sample, &fresh.context);
  for (auto _ : state) {
    std::string bytes;
    llvm::raw_string_ostream os(bytes);
    if (!module || failed(bytecode::writeBytecode(*module, os)) ||
        bytes.size() != sample.bytes.size())
      return state.SkipWithError("the module was not written");
  }
  state.SetItemsProcessed(state.iterations() * sample.ops);
  state.SetBytesProcessed(state.iterations() * sample.bytes.size());
}

/// Peak memory of a process that reads the file and nothing else.
static void readMemory(benchmark::State &state) {
  const Sample &sample = getSample(state.range(0));
  SmallString<128> path;
  int descriptor;
  if (llvm::sys::fs::createTemporaryFile("sample", "tileirbc", descriptor,
                                         path))
    return state.SkipWithError("no temporary file");
  llvm::raw_fd_ostream(descriptor, /*shouldClose=*/true) << sample.bytes;
  std::string self =
      llvm::sys::fs::getMainExecutable("BytecodeBenchmark", nullptr);
  std::string command = self + " --measure-memory " + path.str().str();
  double peak = 0;
  for (auto _ : state) {
    FILE *output = popen(command.c_str(), "r");
    if (!output || fscanf(output, "%lf", &peak) != 1)
      state.SkipWithError("the measurement failed");
    if (output)
      pclose(output);
  }
  llvm::sys::fs::remove(path);
  state.counters["peak_over_file"] =
      peak / static_cast<double>(sample.bytes.size());
}

static int measureMemory(const char *path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return 1;
  FreshContext fresh;
  if (!bytecode::readBytecode(**buffer, &fresh.context))
    return 1;
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("%ld\n", usage.ru_maxrss * 1024);
  return 0;
}

#define TESSERA_EACH_KIND                                                      \
  Arg(Kernels)->Arg(Mixed)->Arg(Bare)->ArgName("kind")->Unit(                  \
      benchmark::kMillisecond)
BENCHMARK(read)->TESSERA_EACH_KIND;
BENCHMARK(verifyOnly)->TESSERA_EACH_KIND;
BENCHMARK(write)->TESSERA_EACH_KIND;
BENCHMARK(parseText)->TESSERA_EACH_KIND->Iterations(1);
BENCHMARK(readMemory)->TESSERA_EACH_KIND->Iterations(1);

int main(int argc, char **argv) {
  if (argc == 3 && StringRef(argv[1]) == "--measure-memory")
    return measureMemory(argv[2]);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
