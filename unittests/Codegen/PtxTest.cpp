//===- Codegen/PtxTest.cpp - LLVM and NVVM dialect to PTX -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hand-written modules: text, metadata, limits, the device library, line
// positions, determinism, and that bad modules are diagnosed.
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/NVPTX/Annotate.h"
#include "tessera/Codegen/NVPTX/Emit.h"
#include "tessera/Codegen/NVPTX/Ptxas.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "llvm/PassInfo.h"
#include "llvm/PassRegistry.h"

#include "gtest/gtest.h"

using namespace tessera::gpu;
using tessera::numerics::ElementKind;

namespace {
struct Source {
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::string diagnostics;

  explicit Source(llvm::StringRef text)
      : context(registry(), mlir::MLIRContext::Threading::DISABLED) {
    context.loadAllAvailableDialects();
    context.getDiagEngine().registerHandler([this](mlir::Diagnostic &d) {
      diagnostics += d.str() + "\n";
      return mlir::success();
    });
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  }
  mlir::ModuleOp get() { return *module; }

private:
  static mlir::DialectRegistry registry() {
    mlir::DialectRegistry registry;
    registerGpuCodegen(registry);
    return registry;
  }
};
} // namespace

static CodegenOptions optionsFor(llvm::StringRef target) {
  CodegenOptions options;
  options.target = llvm::cantFail(findGpuTarget(target));
  return options;
}

static std::string emit(llvm::StringRef text, const CodegenOptions &options,
                        EmitKind kind = EmitKind::Ptx) {
  Source source(text);
  EXPECT_TRUE(source.module) << source.diagnostics;
  auto code = emitCode(source.get(), options, kind);
  EXPECT_TRUE(mlir::succeeded(code)) << source.diagnostics;
  return mlir::succeeded(code) ? *code : std::string();
}

/// The diagnostics of a module that must be refused.
static std::string refusal(llvm::StringRef text, llvm::StringRef target) {
  Source source(text);
  EXPECT_TRUE(source.module) << source.diagnostics;
  auto code = compileToPtx(source.get(), optionsFor(target));
  EXPECT_TRUE(mlir::failed(code));
  return source.diagnostics;
}

static bool contains(llvm::StringRef text, llvm::StringRef part) {
  return text.contains(part);
}

/// out[tid] = tanh(a[tid]), in a block of 128 threads.
static constexpr const char *tanhKernel = R"mlir(
llvm.func @__tessera_tanh_f32(f32) -> f32
llvm.func @tanh(%a: !llvm.ptr<1>, %out: !llvm.ptr<1>, %n: i32, %on: i1)
    attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %from = llvm.getelementptr %a[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %to = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %x = llvm.load %from : !llvm.ptr<1> -> f32 loc("kernel.mlir":7:3)
  %y = llvm.call @__tessera_tanh_f32(%x) : (f32) -> f32
  llvm.store %y, %to : f32, !llvm.ptr<1>
  llvm.return
} loc("kernel.mlir":3:1)
)mlir";

TEST(Ptx, KernelsWithTheirMetadata) {
  Source source(tanhKernel);
  ASSERT_TRUE(source.module) << source.diagnostics;
  auto compiled = compileToPtx(source.get(), optionsFor("sm_80"));
  ASSERT_TRUE(mlir::succeeded(compiled)) << source.diagnostics;
  EXPECT_EQ(compiled->target, "sm_80");
  ASSERT_EQ(compiled->kernels.size(), 1u);
  const KernelInfo &kernel = compiled->kernels.front();
  EXPECT_EQ(kernel.name, "tanh");
  EXPECT_EQ(kernel.parameters,
            (std::vector{ElementKind::Ptr, ElementKind::Ptr, ElementKind::I32,
                         ElementKind::I1}));
  EXPECT_EQ(kernel.threads(), 128u);
  EXPECT_EQ(kernel.staticSharedBytes + kernel.dynamicSharedBytes, 0u);
}

TEST(Ptx, TextNamesVersionTargetAndKernel) {
  for (const char *target : {"sm_80", "sm_90a", "sm_100f", "sm_121a"}) {
    std::string text = emit(tanhKernel, optionsFor(target));
    EXPECT_TRUE(contains(text, ".version 9.0\n.target " + std::string(target)))
        << text;
    EXPECT_TRUE(contains(text, ".visible .entry tanh(")) << text;
    EXPECT_TRUE(contains(text, ".reqntid 128")) << text;
    // The device function is inlined and gone.
    EXPECT_FALSE(contains(text, "__tessera")) << text;
    EXPECT_FALSE(contains(text, ".extern")) << text;
  }
  EXPECT_TRUE(
      contains(emit(tanhKernel, optionsFor("sm_107f")), ".target sm_103f"));
}

TEST(Ptx, LinePositionsComeFromTheSource) {
  std::string text = emit(tanhKernel, optionsFor("sm_80"));
  EXPECT_TRUE(contains(text, "kernel.mlir\"")) << text;
  EXPECT_TRUE(contains(text, ".loc\t1 7 3")) << text;
  EXPECT_FALSE(contains(text, ", debug")) << text;
  CodegenOptions without = optionsFor("sm_80");
  without.lineInfo = false;
  EXPECT_FALSE(contains(emit(tanhKernel, without), ".loc"));
}

TEST(Ptx, EqualInputsGiveEqualText) {
  EXPECT_EQ(emit(tanhKernel, optionsFor("sm_90a")),
            emit(tanhKernel, optionsFor("sm_90a")));
  Source source(tanhKernel);
  auto first = emitCode(source.get(), optionsFor("sm_90a"), EmitKind::Ptx);
  auto second = emitCode(source.get(), optionsFor("sm_90a"), EmitKind::Ptx);
  EXPECT_EQ(*first, *second);
}

TEST(Ptx, LargeDeviceFunctionsStayFunctions) {
  std::string text = emit(R"mlir(
llvm.func @__tessera_sin_f32(f32) -> f32
llvm.func @k(%p: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %x = llvm.load %p : !llvm.ptr<1> -> f32
  %y = llvm.call @__tessera_sin_f32(%x) : (f32) -> f32
  llvm.store %y, %p : f32, !llvm.ptr<1>
  llvm.return
})mlir",
                          optionsFor("sm_80"));
  EXPECT_TRUE(contains(text, ".func ")) << text;
  EXPECT_TRUE(contains(text, "__tessera_reduce_huge_f32")) << text;
  EXPECT_TRUE(contains(text, "__tessera_two_over_pi[")) << text;
  EXPECT_FALSE(contains(text, ".extern")) << text;
}

static std::string poolKernel(uint64_t bytes) {
  return R"mlir(
llvm.mlir.global external @__tessera_pool() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
llvm.func @k(%p: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>,
    nv_tileas.shared_bytes = )mlir" +
         std::to_string(bytes) + R"mlir( : i64} {
  %pool = llvm.mlir.addressof @__tessera_pool : !llvm.ptr<3>
  %x = llvm.load %pool : !llvm.ptr<3> -> f32
  llvm.store %x, %p : f32, !llvm.ptr<1>
  llvm.return
})mlir";
}

TEST(Ptx, SmallPoolsAreStaticLargeOnesDynamic) {
  Source small(poolKernel(1024));
  auto compiled = compileToPtx(small.get(), optionsFor("sm_80"));
  ASSERT_TRUE(mlir::succeeded(compiled)) << small.diagnostics;
  EXPECT_EQ(compiled->kernels[0].staticSharedBytes, 1024u);
  EXPECT_EQ(compiled->kernels[0].dynamicSharedBytes, 0u);
  EXPECT_TRUE(contains(compiled->ptx, "__tessera_pool[1024]")) << compiled->ptx;

  Source large(poolKernel(100000));
  compiled = compileToPtx(large.get(), optionsFor("sm_80"));
  ASSERT_TRUE(mlir::succeeded(compiled)) << large.diagnostics;
  EXPECT_EQ(compiled->kernels[0].staticSharedBytes, 0u);
  EXPECT_EQ(compiled->kernels[0].dynamicSharedBytes, 100000u);
  EXPECT_TRUE(contains(compiled->ptx, ".extern .shared")) << compiled->ptx;
}

TEST(Ptx, LimitsOfTheTargetAreChecked) {
  EXPECT_TRUE(contains(refusal(poolKernel(110000), "sm_86"),
                       "uses too much shared data (0x1adb0 bytes, 0x18c00 "
                       "max)"));
  EXPECT_TRUE(
      contains(refusal("llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = "
                       "array<i32: 64, 32>} { llvm.return }",
                       "sm_80"),
               "expected at most 1024 threads in a block, got 2048"));
  EXPECT_TRUE(contains(
      refusal("llvm.func @k() attributes {nvvm.kernel, nvvm.cluster_dim = "
              "array<i32: 2>} { llvm.return }",
              "sm_80"),
      "expected clusters of at most 1 blocks on 'sm_80', got 2"));
  EXPECT_TRUE(contains(
      refusal("llvm.func @k(%a: vector<4xf32>) attributes {nvvm.kernel} { "
              "llvm.return }",
              "sm_80"),
      "expected kernel parameters of scalar or pointer type"));
}

TEST(Ptx, WhatHasNoInstructionIsRefused) {
  EXPECT_TRUE(contains(refusal(R"mlir(
llvm.func @k(%p: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %x = llvm.load %p : !llvm.ptr<1> -> f32
  %y = llvm.intr.log(%x) : (f32) -> f32
  llvm.store %y, %p : f32, !llvm.ptr<1>
  llvm.return
})mlir",
                               "sm_80"),
                       "no PTX for 'llvm.log.f32' in 'k'"));
  EXPECT_TRUE(contains(refusal(R"mlir(
llvm.func @__tessera_nothing(f32) -> f32
llvm.func @k(%x: f32) attributes {nvvm.kernel} {
  %y = llvm.call @__tessera_nothing(%x) : (f32) -> f32
  llvm.return
})mlir",
                               "sm_80"),
                       "the device library has no '__tessera_nothing'"));
}

TEST(Ptx, LlvmIrIsShownToo) {
  std::string text = emit(tanhKernel, optionsFor("sm_80"), EmitKind::LlvmIr);
  EXPECT_TRUE(contains(text, "nvptx64-nvidia-cuda")) << text;
  EXPECT_TRUE(contains(text, "define ptx_kernel void @tanh(")) << text;
}

static CompiledModule moduleOf(const char *text, llvm::StringRef target) {
  Source source(text);
  EXPECT_TRUE(source.module) << source.diagnostics;
  auto compiled = compileToPtx(source.get(), optionsFor(target));
  EXPECT_TRUE(mlir::succeeded(compiled)) << source.diagnostics;
  return mlir::succeeded(compiled) ? std::move(*compiled) : CompiledModule();
}

TEST(BackEnd, PassesLeftOutExist) {
  // A pass that LLVM has renamed would silently be run again.
  moduleOf(tanhKernel, "sm_80");
  for (llvm::StringRef name : backEndPassesLeftOut())
    EXPECT_TRUE(llvm::PassRegistry::getPassRegistry()->getPassInfo(name))
        << name.str();
}

TEST(Emit, PhasesAreTimed) {
  Source source(tanhKernel);
  CodegenOptions options = optionsFor("sm_80");
  tessera::PhaseTimes times;
  options.times = &times;
  ASSERT_TRUE(mlir::succeeded(compileToPtx(source.get(), options)));
  std::vector<std::string> names;
  for (const tessera::PhaseTimes::Entry &entry : times.entries())
    names.push_back(entry.name);
  EXPECT_EQ(names, (std::vector<std::string>{"llvm-ir", "ir passes", "back end",
                                             "verify ptx"}));
}

TEST(Emit, DebugCodeHasAllInformation) {
  CodegenOptions options = optionsFor("sm_80");
  options.deviceDebug = true;
  std::string text = emit(tanhKernel, options);
  EXPECT_TRUE(contains(text, ".target sm_80, debug"));
  EXPECT_TRUE(contains(text, ".debug_info"));
  EXPECT_NE(options.identity(), optionsFor("sm_80").identity());
}

TEST(Annotate, EachNewLineGetsItsSourceOnce) {
  const char *ptx = "{\n\t.loc\t1 3 5\n\tmov.u32 %r1, 0;\n\t.loc\t1 3 9\n"
                    "\t.loc\t1 4 1\n\t.loc\t2 4 1\n}\n"
                    "\t.file\t1 \"dir/k.mlir\"\n\t.file\t2 \"gone.mlir\"\n";
  auto lines = [](llvm::StringRef file,
                  unsigned line) -> std::optional<llvm::StringRef> {
    if (file != "dir/k.mlir")
      return std::nullopt;
    return line == 3 ? "  %a = addf %b, %c  " : "return";
  };
  EXPECT_EQ(tessera::gpu::annotatePtx(ptx, lines),
            "{\n\t.loc\t1 3 5\n\t// k.mlir:3: %a = addf %b, %c\n"
            "\tmov.u32 %r1, 0;\n\t.loc\t1 3 9\n"
            "\t.loc\t1 4 1\n\t// k.mlir:4: return\n\t.loc\t2 4 1\n}\n"
            "\t.file\t1 \"dir/k.mlir\"\n\t.file\t2 \"gone.mlir\"\n");
}

TEST(Ptxas, ReportsBecomeFigures) {
  CompiledModule module;
  module.kernels.resize(2);
  module.kernels[0].name = "first";
  module.kernels[1].name = "second";
  readFigures("ptxas info    : 0 bytes gmem\n"
              "ptxas info    : Compiling entry function 'second' for 'sm_80'\n"
              "ptxas info    : Function properties for second\n"
              "    16 bytes stack frame, 8 bytes spill stores, 4 bytes spill "
              "loads\n"
              "ptxas info    : Used 255 registers, used 1 barriers, 1024 bytes "
              "smem, 372 bytes cmem[0]\n"
              "ptxas info    : Function properties for helper\n"
              "    99 bytes stack frame, 9 bytes spill stores, 9 bytes spill "
              "loads\n",
              module);
  EXPECT_FALSE(module.kernels[0].figures);
  EXPECT_EQ(module.kernels[1].figures, (AssemblerFigures{255, 16, 8, 4, 1024}));
}

TEST(Ptxas, MissingAssemblersAndYoungTargetsAreErrors) {
  CompiledModule module = moduleOf(tanhKernel, "sm_80");
  EXPECT_FALSE(
      llvm::toString(assemble(module, "/nonexistent/ptxas", {})).empty());
  EXPECT_TRUE(module.cubin.empty());
  module = moduleOf(tanhKernel, "sm_107");
  EXPECT_TRUE(contains(llvm::toString(assemble(module, "ptxas", {})),
                       "no assembler for 'sm_107'"));
}

TEST(Ptxas, EveryTargetAssembles) {
  std::optional<std::string> ptxas = findPtxas();
  if (!ptxas)
    GTEST_SKIP() << "no ptxas on this machine";
  for (const std::string &name : gpuTargetNames()) {
    if (!llvm::cantFail(findGpuTarget(name)).canAssemble)
      continue;
    CompiledModule module = moduleOf(tanhKernel, name);
    llvm::Error error = assemble(module, *ptxas, {});
    EXPECT_FALSE(bool(error))
        << name << ": " << llvm::toString(std::move(error));
    EXPECT_EQ(module.cubin.substr(1, 3), "ELF");
    ASSERT_TRUE(module.kernels[0].figures) << name;
    EXPECT_GT(module.kernels[0].figures->registers, 4u) << name;
    EXPECT_EQ(module.kernels[0].figures->spillStoreBytes, 0u) << name;
  }
  CompiledModule broken = moduleOf(tanhKernel, "sm_80");
  broken.ptx += "nonsense\n";
  EXPECT_TRUE(
      contains(llvm::toString(assemble(broken, *ptxas, {})), "ptxas: "));
}
