//===- CAPI/GpuTest.cpp - compiling for GPUs -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include <sys/stat.h>
#include <unistd.h>

using namespace capi_test;

static tessera_compile_options optionsFor(const char *target) {
  tessera_compile_options options = TESSERA_COMPILE_OPTIONS_INIT;
  options.target = target;
  return options;
}

TEST(CApiGpu, GivesPtxAndResources) {
  for (const char *target : {"sm_80", "sm_90a", "sm_100a"}) {
    tessera_compile_options options = optionsFor(target);
    Compiled compiled(vectorAdd, &options);
    ASSERT_EQ(compiled.status, TESSERA_OK) << compiled.text();
    const tessera_module *module = compiled.module;
    EXPECT_STREQ(tessera_module_target(module), target);
    size_t bytes = 0;
    std::string ptx = tessera_module_ptx(module, &bytes);
    EXPECT_EQ(ptx.size(), bytes);
    EXPECT_NE(ptx.find(std::string(".target ") + target), std::string::npos);
    EXPECT_NE(ptx.find(".entry vector_add("), std::string::npos);
    EXPECT_NE(ptx.find(".loc"), std::string::npos);
    EXPECT_EQ(tessera_module_object(module, &bytes), nullptr);
    EXPECT_EQ(tessera_module_cubin(module, &bytes), nullptr);
    EXPECT_EQ(bytes, 0u);

    const tessera_kernel *kernel = tessera_module_kernel(module, 0);
    EXPECT_STREQ(tessera_kernel_pointee_type(kernel, 0), "f32");
    EXPECT_EQ(tessera_kernel_pointee_type(kernel, 3), nullptr);
    EXPECT_EQ(tessera_kernel_parameter_bytes(kernel, 2), 8u);
    EXPECT_EQ(tessera_kernel_parameter_bytes(kernel, 3), 4u);
    EXPECT_EQ(tessera_kernel_parameter_bytes(kernel, 4), 0u);
    tessera_kernel_resources resources = TESSERA_KERNEL_RESOURCES_INIT;
    ASSERT_EQ(tessera_kernel_query_resources(kernel, &resources), TESSERA_OK);
    EXPECT_GE(resources.block[0], 32u);
    EXPECT_EQ(resources.cluster[0], 1u);
    EXPECT_FALSE(resources.has_figures);

    tessera_launch_result result = TESSERA_LAUNCH_RESULT_INIT;
    EXPECT_EQ(tessera_launch(kernel, nullptr, nullptr, 0, &result),
              TESSERA_NOT_RUNNABLE);
    EXPECT_EQ(std::string(result.message),
              std::string("the code of 'vector_add' is for a GPU, ") + target);
  }
}

TEST(CApiGpu, KernelsForCpusHaveNoResources) {
  Compiled compiled(vectorAdd);
  ASSERT_EQ(compiled.status, TESSERA_OK) << compiled.text();
  const tessera_kernel *kernel = tessera_module_kernel(compiled.module, 0);
  tessera_kernel_resources resources = TESSERA_KERNEL_RESOURCES_INIT;
  EXPECT_EQ(tessera_kernel_query_resources(kernel, &resources),
            TESSERA_INVALID_ARGUMENT);
  EXPECT_EQ(tessera_kernel_query_resources(nullptr, &resources),
            TESSERA_INVALID_ARGUMENT);
  EXPECT_STREQ(tessera_kernel_pointee_type(kernel, 1), "f32");
  EXPECT_EQ(tessera_module_ptx(compiled.module, nullptr), nullptr);
}

TEST(CApiGpu, OptionsReachTheCompiler) {
  tessera_compile_options options = optionsFor("sm_90a");
  options.no_line_info = 1;
  options.grid_launch = 1;
  Compiled compiled(vectorAdd, &options);
  ASSERT_EQ(compiled.status, TESSERA_OK) << compiled.text();
  std::string ptx = tessera_module_ptx(compiled.module, nullptr);
  EXPECT_EQ(ptx.find(".loc"), std::string::npos);
  EXPECT_NE(ptx.find(".reqntid"), std::string::npos);
  EXPECT_EQ(ptx.find(".blocksareclusters"), std::string::npos);

  options = optionsFor("sm_80");
  options.strategy = "wgmma";
  Compiled refused(vectorAdd, &options);
  EXPECT_EQ(refused.status, TESSERA_UNSUPPORTED);
  EXPECT_EQ(tessera_diagnostics_get(refused.diagnostics, 0)->severity,
            TESSERA_ERROR);
  options.strategy = "magic";
  EXPECT_EQ(Compiled(vectorAdd, &options).status, TESSERA_INVALID_ARGUMENT);
  options = optionsFor("sm_12");
  EXPECT_EQ(Compiled(vectorAdd, &options).status, TESSERA_INVALID_ARGUMENT);
  options = optionsFor("cpu");
  options.cubin = 1;
  Compiled cubin(vectorAdd, &options);
  EXPECT_EQ(cubin.status, TESSERA_INVALID_ARGUMENT);
  EXPECT_EQ(cubin.text(), "expected a GPU as target for cubin, ptxas, strategy "
                          "and grid_launch, got 'cpu'\n");
}

TEST(CApiGpu, RemarksAreData) {
  tessera_compile_options options = optionsFor("sm_80");
  options.remarks = "kernel|memory";
  options.source_name = "add.mlir";
  Compiled compiled(vectorAdd, &options);
  ASSERT_EQ(compiled.status, TESSERA_OK) << compiled.text();
  EXPECT_EQ(compiled.diagnostics, nullptr);
  size_t count = tessera_module_num_remarks(compiled.module);
  ASSERT_GE(count, 1u);
  EXPECT_EQ(tessera_module_remark(compiled.module, count), nullptr);
  bool hasLoad = false;
  for (size_t i = 0; i < count; ++i) {
    const tessera_remark *remark = tessera_module_remark(compiled.module, i);
    std::string category = remark->category;
    EXPECT_TRUE(category == "kernel" || category == "memory") << category;
    EXPECT_NE(std::string(remark->message), "");
    EXPECT_STREQ(remark->file, "add.mlir");
    hasLoad |= category == "memory" && remark->line == 25;
  }
  EXPECT_TRUE(hasLoad);
  EXPECT_EQ(
      std::strncmp(tessera_module_remarks_yaml(compiled.module), "--- !", 5),
      0);
  options.remarks = "(";
  EXPECT_EQ(Compiled(vectorAdd, &options).status, TESSERA_INVALID_ARGUMENT);
  options.remarks = nullptr;
  Compiled silent(vectorAdd, &options);
  EXPECT_EQ(tessera_module_num_remarks(silent.module), 0u);
  EXPECT_STREQ(tessera_module_remarks_yaml(silent.module), "");
}

/// A ptxas that reports what the real one does and writes what it is told.
static std::string fakePtxas(const std::string &script) {
  std::string path = testing::TempDir() + "ptxas-" + std::to_string(getpid());
  std::FILE *file = std::fopen(path.c_str(), "w");
  std::fputs(script.c_str(), file);
  std::fclose(file);
  chmod(path.c_str(), 0755);
  return path;
}

TEST(CApiGpu, CubinsComeFromPtxas) {
  std::string path = fakePtxas(
      "#!/bin/sh\n"
      "echo \"ptxas info    : Compiling entry function 'vector_add' for "
      "'sm_80'\" >&2\n"
      "echo 'ptxas info    : Function properties for vector_add' >&2\n"
      "echo '    16 bytes stack frame, 8 bytes spill stores, 4 bytes spill "
      "loads' >&2\n"
      "echo 'ptxas info    : Used 42 registers, 400 bytes cmem[0]' >&2\n"
      "while [ $# -gt 1 ]; do [ \"$1\" = -o ] && out=$2; shift; done\n"
      "printf CUBIN > \"$out\"\n");
  tessera_compile_options options = optionsFor("sm_80");
  options.cubin = 1;
  options.ptxas = path.c_str();
  Compiled compiled(vectorAdd, &options);
  ASSERT_EQ(compiled.status, TESSERA_OK) << compiled.text();
  size_t bytes = 0;
  const void *cubin = tessera_module_cubin(compiled.module, &bytes);
  EXPECT_EQ(std::string(static_cast<const char *>(cubin), bytes), "CUBIN");
  tessera_kernel_resources resources = TESSERA_KERNEL_RESOURCES_INIT;
  const tessera_kernel *kernel = tessera_module_kernel(compiled.module, 0);
  ASSERT_EQ(tessera_kernel_query_resources(kernel, &resources), TESSERA_OK);
  EXPECT_TRUE(resources.has_figures);
  EXPECT_EQ(resources.registers, 42u);
  EXPECT_EQ(resources.stack_bytes, 16u);
  EXPECT_EQ(resources.spill_store_bytes, 8u);
  EXPECT_EQ(resources.spill_load_bytes, 4u);

  fakePtxas("#!/bin/sh\necho 'ptxas fatal : planted' >&2\nexit 255\n");
  Compiled refused(vectorAdd, &options);
  EXPECT_EQ(refused.status, TESSERA_UNSUPPORTED);
  EXPECT_NE(refused.text().find("planted"), std::string::npos)
      << refused.text();
  EXPECT_EQ(refused.module, nullptr);
  std::remove(path.c_str());
}
