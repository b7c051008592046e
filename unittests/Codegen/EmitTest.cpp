//===- Codegen/EmitTest.cpp - LLVM dialect to machine code ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forms of output, determinism, and that bad modules are diagnosed.
//
//===----------------------------------------------------------------------===//

#include "KernelSource.h"

#include "gtest/gtest.h"

using namespace tessera;
using namespace tessera::cpu;
using namespace tessera::cpu::test;

static CodegenOptions optionsFor(llvm::StringRef target, unsigned level = 2) {
  CodegenOptions options;
  options.target = llvm::cantFail(findCpuTarget(target));
  options.optLevel = level;
  return options;
}

static std::string emit(const char *text, const CodegenOptions &options,
                        EmitKind kind) {
  Source source(text);
  EXPECT_TRUE(source.module) << source.diagnostics;
  auto code = emitCode(source.get(), options, kind);
  EXPECT_TRUE(mlir::succeeded(code)) << source.diagnostics;
  return mlir::succeeded(code) ? *code : std::string();
}

TEST(Emit, CollectsKernels) {
  Source source(vectorAdd);
  auto kernels = collectKernels(source.get());
  ASSERT_TRUE(mlir::succeeded(kernels));
  ASSERT_EQ(kernels->size(), 1u);
  const KernelInfo &kernel = kernels->front();
  EXPECT_EQ(kernel.name, "vector_add");
  EXPECT_EQ(kernel.scratchBytes, 0u);
  ASSERT_EQ(kernel.parameters.size(), 3u);
  EXPECT_EQ(kernel.parameters[2],
            (KernelParameter{numerics::ElementKind::Ptr, "out"}));
}

TEST(Emit, AssemblyUsesTheTargetsVectors) {
  std::string avx512 =
      emit(vectorAdd, optionsFor("x86-64-v4"), EmitKind::Assembly);
  EXPECT_NE(avx512.find("%zmm"), std::string::npos) << avx512;
  std::string avx2 =
      emit(vectorAdd, optionsFor("x86-64-v3"), EmitKind::Assembly);
  EXPECT_NE(avx2.find("%ymm"), std::string::npos) << avx2;
  EXPECT_EQ(avx2.find("%zmm"), std::string::npos);
  std::string arm = emit(vectorAdd, optionsFor("aarch64"), EmitKind::Assembly);
  EXPECT_NE(arm.find("fadd\tv"), std::string::npos) << arm;
}

TEST(Emit, ObjectsNameTheirMachine) {
  std::string x86 = emit(vectorAdd, optionsFor("znver5"), EmitKind::Object);
  std::string arm = emit(vectorAdd, optionsFor("aarch64"), EmitKind::Object);
  ASSERT_GT(x86.size(), 20u);
  ASSERT_GT(arm.size(), 20u);
  EXPECT_EQ(x86.substr(0, 4), "\x7f"
                              "ELF");
  EXPECT_EQ(x86[18], 62);        // EM_X86_64
  EXPECT_EQ(arm[18], char(183)); // EM_AARCH64
}

TEST(Emit, EqualInputsGiveEqualBytes) {
  for (const char *target : {"host", "x86-64-v3", "x86-64-v4", "aarch64"})
    for (unsigned level = 0; level <= 3; ++level)
      for (EmitKind kind :
           {EmitKind::LlvmIr, EmitKind::Assembly, EmitKind::Object})
        EXPECT_EQ(emit(printer, optionsFor(target, level), kind),
                  emit(printer, optionsFor(target, level), kind))
            << target << " O" << level;
}

TEST(Emit, NoUnwindTables) {
  std::string text =
      emit(vectorAdd, optionsFor("x86-64-v3"), EmitKind::Assembly);
  EXPECT_EQ(text.find(".cfi_"), std::string::npos) << text;
}

TEST(Emit, LevelsDiffer) {
  std::string o0 =
      emit(asserter, optionsFor("x86-64-v3", 0), EmitKind::Assembly);
  std::string o2 =
      emit(asserter, optionsFor("x86-64-v3", 2), EmitKind::Assembly);
  EXPECT_LT(o2.size(), o0.size());
  EXPECT_NE(optionsFor("x86-64-v3", 0).identity(),
            optionsFor("x86-64-v3", 2).identity());
  CodegenOptions full = optionsFor("x86-64-v3", 2);
  full.irPasses = IrPasses::Full;
  EXPECT_NE(full.identity(), optionsFor("x86-64-v3", 2).identity());
}

//===----------------------------------------------------------------------===//
// Refusals
//===----------------------------------------------------------------------===//

static std::string refusal(const std::string &text) {
  Source source(text);
  EXPECT_TRUE(source.module) << source.diagnostics;
  source.diagnostics.clear();
  EXPECT_TRUE(mlir::failed(compileToObject(source.get(), CodegenOptions())));
  return source.diagnostics;
}

static std::string kernelWith(const std::string &attributes,
                              const std::string &body = "llvm.return") {
  return "llvm.func @k(%l: !llvm.ptr, %x: i32, %y: i32, %z: i32, "
         "%s: !llvm.ptr) attributes {" +
         attributes + "} {\n" + body + "\n}\n";
}

TEST(Emit, RefusesKernelsOutsideTheABI) {
  EXPECT_NE(refusal(kernelWith("tessera.scratch_bytes = 0 : i64"))
                .find("array attribute 'tessera.params'"),
            std::string::npos);
  EXPECT_NE(refusal(kernelWith("tessera.scratch_bytes = -1 : i64, "
                               "tessera.params = []"))
                .find("non-negative i64"),
            std::string::npos);
  EXPECT_NE(refusal(kernelWith("tessera.scratch_bytes = 0 : i64, "
                               "tessera.params = [\"f31\"]"))
                .find("element type names"),
            std::string::npos);
  EXPECT_NE(refusal("llvm.func @k(%l: !llvm.ptr) attributes "
                    "{tessera.scratch_bytes = 0 : i64, tessera.params = []} "
                    "{ llvm.return }")
                .find("expected a kernel of type"),
            std::string::npos);
  EXPECT_NE(
      refusal("llvm.func @k(!llvm.ptr, i32, i32, i32, !llvm.ptr) attributes "
              "{tessera.scratch_bytes = 0 : i64, tessera.params = []}")
          .find("with a body"),
      std::string::npos);
}

TEST(Emit, RefusesHugeVectors) {
  std::string text = refusal(kernelWith(
      "tessera.scratch_bytes = 0 : i64, tessera.params = []",
      "%v = llvm.load %l : !llvm.ptr -> vector<65536xf32>\n"
      "%w = llvm.fadd %v, %v : vector<65536xf32>\n"
      "llvm.store %w, %l : vector<65536xf32>, !llvm.ptr\nllvm.return"));
  EXPECT_NE(text.find("at most 1024 elements"), std::string::npos) << text;
}

TEST(Emit, RefusesWhatIsNotLLVMDialect) {
  // builtin.unrealized_conversion_cast is what a forgotten lowering leaves.
  std::string text = refusal(kernelWith(
      "tessera.scratch_bytes = 0 : i64, tessera.params = []",
      "%v = builtin.unrealized_conversion_cast %l : !llvm.ptr to index\n"
      "%w = builtin.unrealized_conversion_cast %v : index to i64\n"
      "llvm.store %w, %l : i64, !llvm.ptr\nllvm.return"));
  EXPECT_NE(text.find("LLVM"), std::string::npos) << text;
}

TEST(Emit, BadInlineAssemblyIsADiagnostic) {
  std::string text = refusal(kernelWith(
      "tessera.scratch_bytes = 0 : i64, tessera.params = []",
      "llvm.inline_asm has_side_effects \"not an instruction\", \"\" : () -> "
      "()\nllvm.return"));
  EXPECT_NE(text.find("code generation failed"), std::string::npos) << text;
}

//===----------------------------------------------------------------------===//
// C header
//===----------------------------------------------------------------------===//

TEST(CHeader, MendsNamesAndKeepsSymbols) {
  KernelInfo kernel;
  kernel.name = "mul.kernel$\"1";
  kernel.parameters = {{numerics::ElementKind::Ptr, "x"},
                       {numerics::ElementKind::F16, "x"},
                       {numerics::ElementKind::F32, "int"},
                       {numerics::ElementKind::I1, ""}};
  std::string text = emitCHeader({kernel, kernel}, "my-kernels");
  EXPECT_NE(text.find("__asm__(\"_$mul$2ekernel$24$221\")"), std::string::npos)
      << text;
  EXPECT_NE(text.find("void mul_kernel__1("), std::string::npos) << text;
  EXPECT_NE(text.find("void mul_kernel__1_1("), std::string::npos) << text;
  EXPECT_NE(text.find("void *p_x"), std::string::npos);
  EXPECT_NE(text.find("uint16_t p_x_1"), std::string::npos);
  EXPECT_NE(text.find("float p_int"), std::string::npos);
  EXPECT_NE(text.find("TESSERA_KERNELS_my_kernels_H"), std::string::npos);
}
