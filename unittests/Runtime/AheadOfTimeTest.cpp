//===- Runtime/AheadOfTimeTest.cpp - object files in C programs -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the object file and the C header of kernels, compiles a C program with
// them, links it with libtessera_rt.a and runs it.
//
//===----------------------------------------------------------------------===//

#include "../Codegen/KernelSource.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include "gtest/gtest.h"

using namespace tessera;
using namespace tessera::cpu;
using namespace tessera::cpu::test;

namespace {

/// A directory that lives as long as the test.
struct TemporaryDirectory {
  llvm::SmallString<128> path;
  TemporaryDirectory() {
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("tessera-aot", path));
  }
  ~TemporaryDirectory() { llvm::sys::fs::remove_directories(path); }

  std::string file(llvm::StringRef name) const {
    llvm::SmallString<128> file(path);
    llvm::sys::path::append(file, name);
    return file.str().str();
  }
  void write(llvm::StringRef name, llvm::StringRef text) const {
    std::error_code error;
    llvm::raw_fd_ostream os(file(name), error);
    ASSERT_FALSE(error);
    os << text;
  }
  std::string read(llvm::StringRef name) const {
    auto buffer = llvm::MemoryBuffer::getFile(file(name));
    return buffer ? (*buffer)->getBuffer().str() : std::string();
  }
  /// Runs a program; its output is in `stdout` and `stderr` here.
  int run(std::vector<std::string> arguments) const {
    std::vector<llvm::StringRef> words(arguments.begin(), arguments.end());
    std::string out = file("stdout"), err = file("stderr");
    return llvm::sys::ExecuteAndWait(words[0], words, std::nullopt,
                                     {llvm::StringRef(), out, err});
  }
};

} // namespace

static constexpr const char *program = R"c(
#include "kernels.h"
#include <stdio.h>

int main(void) {
  float a[160], b[160], out[160];
  for (int i = 0; i < 160; ++i) {
    a[i] = (float)i;
    b[i] = 0.5f;
  }
  tessera_rt_pool *pool = tessera_rt_pool_create(2);
  const uint32_t grid[3] = {10, 1, 1};
  if (vector_add_launch(pool, grid, NULL, a, b, out) != TESSERA_RT_OK)
    return 1;
  for (int i = 0; i < 160; ++i)
    if (out[i] != a[i] + b[i])
      return 2;
  if (printer_launch(pool, grid, NULL) != TESSERA_RT_OK)
    return 3;
  int64_t counter = 0;
  tessera_rt_result result;
  if (asserter_launch(pool, grid, &result, 4, &counter) !=
      TESSERA_RT_ASSERT_FAILED)
    return 4;
  printf("block %u: %s at %s\n", (unsigned)result.block[0], result.message,
         result.location);
  uint16_t halves[2];
  const uint32_t one[3] = {1, 1, 1};
  if (converter_launch(NULL, one, NULL, 0.5, halves) != TESSERA_RT_OK)
    return 5;
  if (halves[0] != 0x37ac || halves[1] != 0x3f00)
    return 6;
  tessera_rt_pool_destroy(pool);
  return 0;
}
)c";

TEST(AheadOfTime, CProgramLinksAndRuns) {
  TemporaryDirectory dir;
  Source source(std::string(vectorAdd) + printer + asserter + converter);
  CodegenOptions options;
  auto object = compileToObject(source.get(), options);
  ASSERT_TRUE(mlir::succeeded(object)) << source.diagnostics;
  dir.write("kernels.o", object->object);
  dir.write("kernels.h", emitCHeader(object->kernels, "test"));
  dir.write("main.c", program);
  std::vector<std::string> command = {TESSERA_TEST_CLANG,
                                      "-std=c99",
                                      "-Wall",
                                      "-Wextra",
                                      "-Werror",
                                      "-pedantic",
                                      "-I" TESSERA_TEST_INCLUDE,
                                      dir.file("main.c"),
                                      dir.file("kernels.o"),
                                      TESSERA_TEST_RUNTIME,
                                      "-lstdc++",
                                      "-lm",
                                      "-lpthread",
                                      "-o",
                                      dir.file("program")};
  // An archive built with sanitizers needs their runtime.
  if (llvm::StringRef sanitizers = TESSERA_TEST_SANITIZERS; !sanitizers.empty())
    command.insert(command.end(), {"-fsanitize=" + sanitizers.str(),
                                   "-fsanitize-link-c++-runtime"});
  ASSERT_EQ(dir.run(command), 0) << dir.read("stderr");
  EXPECT_EQ(dir.run({dir.file("program")}), 0) << dir.read("stderr");
  std::string expected;
  for (int i = 0; i < 10; ++i)
    expected += "block " + std::to_string(i) + " of 10: [" + std::to_string(i) +
                ".0, 0.5]\n";
  expected += "block 4: block too large at kernel.mlir:7:3\n";
  EXPECT_EQ(dir.read("stdout"), expected);
}

TEST(AheadOfTime, HeaderIsAlsoCxx) {
  TemporaryDirectory dir;
  Source source(std::string(vectorAdd) + asserter);
  auto kernels = collectKernels(source.get());
  ASSERT_TRUE(mlir::succeeded(kernels));
  dir.write("kernels.h", emitCHeader(*kernels, "test"));
  dir.write("main.cpp", "#include \"kernels.h\"\n#include \"kernels.h\"\n"
                        "int main() { return 0; }\n");
  EXPECT_EQ(
      dir.run({TESSERA_TEST_CLANG, "-xc++", "-fsyntax-only", "-Wall", "-Werror",
               "-I" TESSERA_TEST_INCLUDE, dir.file("main.cpp")}),
      0)
      << dir.read("stderr");
}
