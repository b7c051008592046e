//===- Runtime/EmulatedModuleTest.cpp - PTX on host arrays ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hand-written LLVM-dialect kernels through code generation and the emulator:
// arguments, findings, prints, and every function of the device library, whose
// results are those of the same C sources compiled for this machine.
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/Emulator/EmulatedModule.h"
#include "tessera/Codegen/NVPTX/Emit.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

#include <cmath>
#include <cstring>
#include <random>

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc99-extensions"
extern "C" {
#include "Math32.c"
#include "Math64.c"
#include "Tables.c"
namespace convert {
#include "Convert.c"
} // namespace convert
}
#pragma clang diagnostic pop

using namespace tessera;
using namespace tessera::emulator;

namespace {

gpu::CompiledModule compile(const std::string &text, llvm::StringRef target) {
  mlir::DialectRegistry registry;
  gpu::registerGpuCodegen(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  EXPECT_TRUE(module) << text;
  gpu::CodegenOptions options;
  options.target = llvm::cantFail(gpu::findGpuTarget(target));
  auto compiled = gpu::compileToPtx(*module, options);
  EXPECT_TRUE(mlir::succeeded(compiled));
  return mlir::succeeded(compiled) ? std::move(*compiled)
                                   : gpu::CompiledModule();
}

std::unique_ptr<EmulatedModule> load(const std::string &text,
                                     llvm::StringRef target = "sm_80") {
  return llvm::cantFail(EmulatedModule::load(compile(text, target)));
}

/// A kernel that stores FUNCTION(a[tid], b[tid]) for a block of 256 threads.
std::string functionKernel(llvm::StringRef function, llvm::StringRef type,
                           bool isBinary) {
  std::string t = type.str(), f = "@__tessera_" + function.str();
  std::string binary = isBinary ? ", " + t : "";
  return "llvm.func " + f + "(" + t + binary + ") -> " + t + R"mlir(
llvm.func @k(%a: !llvm.ptr<1>, %b: !llvm.ptr<1>, %out: !llvm.ptr<1>)
    attributes {nvvm.kernel, nvvm.reqntid = array<i32: 256>} {
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %pa = llvm.getelementptr %a[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, )mlir" +
         t + R"mlir(
  %pb = llvm.getelementptr %b[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, )mlir" +
         t + R"mlir(
  %po = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, )mlir" +
         t + "\n  %x = llvm.load %pa : !llvm.ptr<1> -> " + t +
         "\n  %y = llvm.load %pb : !llvm.ptr<1> -> " + t +
         "\n  %r = llvm.call " + f + "(%x" + (isBinary ? ", %y" : "") +
         ") : (" + t + binary + ") -> " + t + "\n  llvm.store %r, %po : " + t +
         ", !llvm.ptr<1>\n  llvm.return\n}\n";
}

template <typename T> std::vector<T> arguments(unsigned seed) {
  using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> near(-4, 4), wide(-200, 200);
  std::vector<T> values = {T(0.0), T(-0.0), T(INFINITY), T(-INFINITY),
                           T(NAN), T(1),    T(-1)};
  while (values.size() < 256)
    values.push_back(values.size() % 3 == 0   ? std::bit_cast<T>(Bits(random()))
                     : values.size() % 3 == 1 ? T(near(random))
                                              : T(wide(random)));
  return values;
}

template <typename T>
void checkOnEmulator(llvm::StringRef name, llvm::StringRef type, bool isBinary,
                     llvm::function_ref<T(T, T)> onHost) {
  std::unique_ptr<EmulatedModule> module =
      load(functionKernel(name, type, isBinary));
  std::vector<T> a = arguments<T>(1), b = arguments<T>(2), out(256);
  std::shuffle(b.begin(), b.end(), std::mt19937(3));
  Buffer buffers[] = {{"a", a.data(), a.size() * sizeof(T)},
                      {"b", b.data(), b.size() * sizeof(T)},
                      {"out", out.data(), out.size() * sizeof(T), false}};
  Argument values[] = {{0, 0}, {1, 0}, {2, 0}};
  LaunchRequest request;
  request.kernel = "k";
  request.buffers = buffers;
  request.arguments = values;
  auto result = llvm::cantFail(module->launch(request));
  ASSERT_TRUE(result.passed())
      << name.str() << ": " << result.findings.front().render("ptx");
  for (size_t i = 0; i < out.size(); ++i) {
    T want = onHost(a[i], b[i]);
    bool isSame = std::isnan(want)
                      ? std::isnan(out[i])
                      : std::memcmp(&want, &out[i], sizeof(T)) == 0;
    ASSERT_TRUE(isSame) << name.str() << "(" << a[i] << ", " << b[i]
                        << "): got " << out[i] << ", expected " << want;
  }
}

} // namespace

#define UNARY(NAME)                                                            \
  checkOnEmulator<float>(#NAME "_f32", "f32", false, [](float x, float) {      \
    return __tessera_##NAME##_f32(x);                                          \
  });                                                                          \
  checkOnEmulator<double>(#NAME "_f64", "f64", false, [](double x, double) {   \
    return __tessera_##NAME##_f64(x);                                          \
  })
#define BINARY(NAME)                                                           \
  checkOnEmulator<float>(#NAME "_f32", "f32", true, [](float x, float y) {     \
    return __tessera_##NAME##_f32(x, y);                                       \
  });                                                                          \
  checkOnEmulator<double>(#NAME "_f64", "f64", true, [](double x, double y) {  \
    return __tessera_##NAME##_f64(x, y);                                       \
  })

TEST(EmulatedModule, DeviceFunctionsAreTheHostsBitForBit) {
  UNARY(exp);
  UNARY(exp2);
  UNARY(log);
  UNARY(log2);
  UNARY(sin);
  UNARY(cos);
  UNARY(tan);
  UNARY(sinh);
  UNARY(cosh);
  UNARY(tanh);
  UNARY(rsqrt);
  BINARY(pow);
  BINARY(atan2);
  BINARY(rem);
}
#undef UNARY
#undef BINARY

/// Every format conversion from f32: out[tid] = bits.
TEST(EmulatedModule, DeviceConversionsAreTheHostsBitForBit) {
  struct Row {
    const char *name;
    u32 (*onHost)(float, i32);
  };
  const Row rows[] = {
      {"f32_to_f16", convert::__tessera_f32_to_f16},
      {"f32_to_bf16", convert::__tessera_f32_to_bf16},
      {"f32_to_tf32", convert::__tessera_f32_to_tf32},
      {"f32_to_f8E4M3FN", convert::__tessera_f32_to_f8E4M3FN},
      {"f32_to_f8E5M2", convert::__tessera_f32_to_f8E5M2},
      {"f32_to_f8E8M0FNU", convert::__tessera_f32_to_f8E8M0FNU},
      {"f32_to_f4E2M1FN", convert::__tessera_f32_to_f4E2M1FN},
      {"f32_to_f8E5M3FNU", convert::__tessera_f32_to_f8E5M3FNU}};
  for (const Row &row : rows) {
    std::string f = std::string("@__tessera_") + row.name;
    std::unique_ptr<EmulatedModule> module = load("llvm.func " + f +
                                                  "(f32, i32) -> i32" + R"mlir(
llvm.func @k(%a: !llvm.ptr<1>, %out: !llvm.ptr<1>, %mode: i32)
    attributes {nvvm.kernel, nvvm.reqntid = array<i32: 256>} {
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %pa = llvm.getelementptr %a[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %po = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %x = llvm.load %pa : !llvm.ptr<1> -> f32
  %r = llvm.call )mlir" + f + R"mlir((%x, %mode) : (f32, i32) -> i32
  llvm.store %r, %po : i32, !llvm.ptr<1>
  llvm.return
})mlir");
    std::vector<float> a = arguments<float>(5);
    for (uint64_t mode = 0; mode <= 4; ++mode) {
      std::vector<u32> out(256);
      Buffer buffers[] = {{"a", a.data(), 1024}, {"out", out.data(), 1024}};
      Argument values[] = {{0, 0}, {1, 0}, {-1, mode}};
      LaunchRequest request;
      request.kernel = "k";
      request.buffers = buffers;
      request.arguments = values;
      auto result = llvm::cantFail(module->launch(request));
      ASSERT_TRUE(result.passed()) << row.name;
      for (size_t i = 0; i < 256; ++i)
        ASSERT_EQ(out[i], row.onHost(a[i], i32(mode)))
            << row.name << " mode " << mode << " " << a[i];
    }
  }
}

TEST(EmulatedModule, WhatIsWrongIsReported) {
  std::string text = functionKernel("tanh_f32", "f32", false);
  std::unique_ptr<EmulatedModule> module = load(text);
  std::vector<float> few(100), out(256);
  Buffer buffers[] = {{"a", few.data(), 400},
                      {"b", out.data(), 1024},
                      {"out", out.data(), 1024}};
  Argument values[] = {{0, 0}, {1, 0}, {2, 0}};
  LaunchRequest request;
  request.kernel = "k";
  request.buffers = buffers;
  request.arguments = values;
  auto result = llvm::cantFail(module->launch(request));
  ASSERT_FALSE(result.findings.empty());
  EXPECT_EQ(result.findings.front().kind, ptx::emu::CheckKind::OutOfBounds);

  request.arguments = llvm::ArrayRef(values).drop_back();
  auto missing = module->launch(request);
  ASSERT_FALSE(bool(missing));
  EXPECT_EQ(llvm::toString(missing.takeError()),
            "expected 3 kernel parameters, got 2");
  request.kernel = "other";
  auto unknown = module->launch(request);
  ASSERT_FALSE(bool(unknown));
  EXPECT_EQ(llvm::toString(unknown.takeError()),
            "compiled code has no kernel 'other'");
}

TEST(EmulatedModule, BadPtxIsRefused) {
  gpu::CompiledModule module;
  module.ptx = ".version 9.0\n.target sm_80\n.address_size 64\nnonsense";
  auto loaded = EmulatedModule::load(module);
  ASSERT_FALSE(bool(loaded));
  EXPECT_FALSE(llvm::toString(loaded.takeError()).empty());
}
