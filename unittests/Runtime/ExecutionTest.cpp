//===- Runtime/ExecutionTest.cpp - compiled kernels run ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modules from text through the code generator and the linker to the launcher,
// on every target of this machine and at every level.
//
//===----------------------------------------------------------------------===//

#include "../Codegen/KernelSource.h"

#include "tessera/Codegen/CPU/Jit.h"
#include "tessera/Runtime/CPU/Launch.h"

#include "gtest/gtest.h"

#include <numeric>
#include <thread>
#include <vector>

using namespace tessera;
using namespace tessera::cpu;
using namespace tessera::cpu::test;

static llvm::ArrayRef<RuntimeSymbol> symbols() {
  std::span<const RuntimeSymbol> table = runtimeSymbols();
  return {table.data(), table.size()};
}

static CompiledKernel compile(const char *text, llvm::StringRef target = "host",
                              unsigned level = 2) {
  Source source(text);
  CodegenOptions options;
  options.target = llvm::cantFail(findCpuTarget(target));
  options.optLevel = level;
  auto object = compileToObject(source.get(), options);
  EXPECT_TRUE(mlir::succeeded(object)) << source.diagnostics;
  if (mlir::failed(object))
    return {};
  auto library = CompiledLibrary::load(std::move(*object), symbols());
  EXPECT_TRUE(bool(library)) << llvm::toString(library.takeError());
  return library ? llvm::cantFail((*library)->kernel()) : CompiledKernel();
}

static LaunchRequest request(const CompiledKernel &kernel,
                             const uint64_t *params, uint32_t x) {
  LaunchRequest request;
  request.entry = kernel.entry;
  request.scratchBytes = kernel.info->scratchBytes;
  request.params = params;
  request.grid[0] = x;
  return request;
}

/// The targets of this machine.
static std::vector<std::string> runnableTargets() {
  std::vector<std::string> names;
  for (const std::string &name : cpuTargetNames())
    if (runsOnHost(llvm::cantFail(findCpuTarget(name))))
      names.push_back(name);
  return names;
}

TEST(Execution, VectorAdd) {
  ThreadPool pool(2);
  for (const std::string &target : runnableTargets())
    for (unsigned level = 0; level <= 3; ++level) {
      CompiledKernel kernel = compile(vectorAdd, target, level);
      ASSERT_NE(kernel.entry, nullptr);
      std::vector<float> a(1600), b(1600), out(1600);
      std::iota(a.begin(), a.end(), 0.0f);
      std::iota(b.begin(), b.end(), 1000.0f);
      uint64_t params[] = {reinterpret_cast<uint64_t>(a.data()),
                           reinterpret_cast<uint64_t>(b.data()),
                           reinterpret_cast<uint64_t>(out.data())};
      ASSERT_TRUE(launch(pool, request(kernel, params, 100)).ok());
      for (size_t i = 0; i < out.size(); ++i)
        ASSERT_EQ(out[i], a[i] + b[i]) << target << " O" << level;
    }
}

TEST(Execution, PrintGoesThroughScratchAndRuntime) {
  for (unsigned threads : {1u, 3u}) {
    ThreadPool pool(threads);
    CompiledKernel kernel = compile(printer);
    ASSERT_NE(kernel.entry, nullptr);
    EXPECT_EQ(kernel.info->scratchBytes, 64u);
    std::string text;
    LaunchRequest r = request(kernel, nullptr, 40);
    r.stream = &text;
    r.write = [](void *stream, const char *data, size_t bytes) {
      static_cast<std::string *>(stream)->append(data, bytes);
    };
    ASSERT_TRUE(launch(pool, r).ok());
    std::string expected;
    for (int i = 0; i < 40; ++i)
      expected += "block " + std::to_string(i) + " of 40: [" +
                  std::to_string(i) + ".0, 0.5]\n";
    EXPECT_EQ(text, expected);
  }
}

TEST(Execution, AssertStopsTheGrid) {
  ThreadPool pool(1);
  CompiledKernel kernel = compile(asserter);
  ASSERT_NE(kernel.entry, nullptr);
  uint64_t counter = 0;
  uint64_t params[] = {30, reinterpret_cast<uint64_t>(&counter)};
  LaunchResult result = launch(pool, request(kernel, params, 100));
  EXPECT_EQ(result.status, TESSERA_RT_ASSERT_FAILED);
  EXPECT_EQ(result.block[0], 30u);
  EXPECT_EQ(result.element, 0);
  EXPECT_EQ(result.message, "block too large");
  EXPECT_EQ(result.location, "kernel.mlir:7:3");
  EXPECT_EQ(counter, 30u);
  params[0] = 100;
  EXPECT_TRUE(launch(pool, request(kernel, params, 100)).ok());
  EXPECT_EQ(counter, 130u);
}

TEST(Execution, LibraryCallsAndConversionsResolve) {
  CompiledKernel kernel = compile(converter);
  ASSERT_NE(kernel.entry, nullptr);
  double x = 0.5;
  uint16_t out[2] = {};
  uint64_t params[2] = {0, reinterpret_cast<uint64_t>(out)};
  std::memcpy(&params[0], &x, 8);
  ThreadPool pool(1);
  ASSERT_TRUE(launch(pool, request(kernel, params, 1)).ok());
  EXPECT_EQ(out[0], 0x37ac); // f16(0.479425538...)
  EXPECT_EQ(out[1], 0x3f00);
}

TEST(Execution, UnknownFunctionsAreNamed) {
  Source source("llvm.func @system(!llvm.ptr) -> i32\n"
                "llvm.func @k(%l: !llvm.ptr, %x: i32, %y: i32, %z: i32, "
                "%s: !llvm.ptr) attributes {tessera.scratch_bytes = 0 : i64, "
                "tessera.params = []} {\n"
                "%r = llvm.call @system(%l) : (!llvm.ptr) -> i32\n"
                "llvm.return }");
  auto object = compileToObject(source.get(), CodegenOptions());
  ASSERT_TRUE(mlir::succeeded(object)) << source.diagnostics;
  auto library = CompiledLibrary::load(*object, symbols());
  ASSERT_FALSE(bool(library));
  EXPECT_NE(llvm::toString(library.takeError()).find("system"),
            std::string::npos);
}

TEST(Execution, DamagedObjectsAreErrors) {
  Source source(vectorAdd);
  auto object = compileToObject(source.get(), CodegenOptions());
  ASSERT_TRUE(mlir::succeeded(object));
  CompiledObject empty = *object, garbage = *object, renamed = *object;
  empty.object.clear();
  garbage.object = std::string(1000, 'x');
  renamed.kernels[0].name = "other";
  for (const CompiledObject &bad : {empty, garbage, renamed}) {
    auto library = CompiledLibrary::load(bad, symbols());
    EXPECT_FALSE(bool(library));
    llvm::consumeError(library.takeError());
  }
}

TEST(Execution, KernelsAreFoundByName) {
  std::string second = vectorAdd;
  second.replace(second.find("@vector_add"), 11, "@another_one");
  Source source(vectorAdd + second);
  auto object = compileToObject(source.get(), CodegenOptions());
  ASSERT_TRUE(mlir::succeeded(object)) << source.diagnostics;
  auto library =
      llvm::cantFail(CompiledLibrary::load(std::move(*object), symbols()));
  EXPECT_EQ(library->kernels().size(), 2u);
  auto first = llvm::cantFail(library->kernel("vector_add"));
  auto other = llvm::cantFail(library->kernel("another_one"));
  EXPECT_NE(first.entry, other.entry);
  for (const char *bad : {"", "nothing"}) {
    auto missing = library->kernel(bad);
    EXPECT_FALSE(bool(missing));
    llvm::consumeError(missing.takeError());
  }
}

TEST(Execution, KernelsKeepTheirLibrary) {
  CompiledKernel kernel = compile(vectorAdd);
  // compile() has dropped its own reference.
  EXPECT_EQ(kernel.library.use_count(), 1);
  EXPECT_EQ(kernel.info->name, "vector_add");
}

TEST(Execution, ThreadsCompileAtOnce) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([] {
      for (int i = 0; i < 5; ++i) {
        CompiledKernel kernel = compile(asserter);
        ASSERT_NE(kernel.entry, nullptr);
        uint64_t counter = 0;
        uint64_t params[] = {8, reinterpret_cast<uint64_t>(&counter)};
        ThreadPool pool(1);
        ASSERT_TRUE(launch(pool, request(kernel, params, 8)).ok());
        ASSERT_EQ(counter, 8u);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}
