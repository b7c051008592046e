//===- CAPI/CompileTest.cpp - queries, compilation, diagnostics ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the C interface answers, accepts and refuses before anything runs.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include <filesystem>
#include <set>

using namespace capi_test;

TEST(CApi, VersionsAndNames) {
  EXPECT_EQ(tessera_api_version(), uint32_t(TESSERA_C_API_VERSION));
  EXPECT_EQ(tessera_tile_ir_version(), 1304u);
  EXPECT_STREQ(tessera_version(), "0.1.0");
  std::set<std::string> names;
  for (int status = TESSERA_OK; status <= TESSERA_STEP_LIMIT; ++status)
    names.insert(tessera_status_name(static_cast<tessera_status>(status)));
  EXPECT_EQ(names.size(), 14u);
}

TEST(CApi, TargetsCanBeQueried) {
  ASSERT_GE(tessera_num_targets(), 5u);
  EXPECT_EQ(tessera_target_name(tessera_num_targets()), nullptr);
  for (size_t i = 0; i < tessera_num_targets(); ++i) {
    tessera_target_info info = TESSERA_TARGET_INFO_INIT;
    EXPECT_EQ(tessera_query_target(tessera_target_name(i), &info), TESSERA_OK)
        << tessera_target_name(i);
    EXPECT_EQ(info.is_gpu, std::strncmp(tessera_target_name(i), "sm_", 3) == 0);
    EXPECT_GE(info.is_gpu ? info.shared_bytes / 1024 : info.vector_bytes, 16u);
  }
  tessera_target_info host = TESSERA_TARGET_INFO_INIT;
  EXPECT_EQ(tessera_query_target(nullptr, &host), TESSERA_OK);
  EXPECT_TRUE(host.runs_here);
  tessera_target_info avx512 = TESSERA_TARGET_INFO_INIT;
  EXPECT_EQ(tessera_query_target("cpu:x86-64-v4", &avx512), TESSERA_OK);
  EXPECT_EQ(avx512.vector_bytes, 64u);
  EXPECT_TRUE(avx512.capabilities & TESSERA_CAPABILITY_AVX512);
  tessera_target_info arm = TESSERA_TARGET_INFO_INIT;
  EXPECT_EQ(tessera_query_target("cpu:aarch64", &arm), TESSERA_OK);
  EXPECT_FALSE(arm.capabilities & TESSERA_CAPABILITY_AVX512);
  EXPECT_EQ(tessera_query_target("cpu:z80", &arm), TESSERA_INVALID_ARGUMENT);
  EXPECT_EQ(tessera_query_target("cpu", nullptr), TESSERA_INVALID_ARGUMENT);
}

TEST(CApi, OlderCallersGetWhatTheyKnow) {
  // A caller whose struct ends behind vector_bytes.
  tessera_target_info info = TESSERA_TARGET_INFO_INIT;
  info.struct_size = offsetof(tessera_target_info, capabilities);
  info.capabilities = 77;
  EXPECT_EQ(tessera_query_target(nullptr, &info), TESSERA_OK);
  EXPECT_GE(info.vector_bytes, 16u);
  EXPECT_EQ(info.capabilities, 77u);
  EXPECT_EQ(info.struct_size, offsetof(tessera_target_info, capabilities));
  // One that knows only the target: the level is the default.
  tessera_compile_options options = TESSERA_COMPILE_OPTIONS_INIT;
  options.struct_size = offsetof(tessera_compile_options, opt_level);
  options.opt_level = 99;
  Compiled compiled(vectorAdd, &options);
  EXPECT_EQ(compiled.status, TESSERA_OK) << compiled.text();
}

TEST(CApi, ModuleKnowsItsKernels) {
  Compiled compiled(twoEntries);
  ASSERT_EQ(compiled.status, TESSERA_OK) << compiled.text();
  EXPECT_EQ(compiled.diagnostics, nullptr);
  const tessera_module *module = compiled.module;
  ASSERT_EQ(tessera_module_num_kernels(module), 2u);
  EXPECT_EQ(tessera_module_kernel(module, 2), nullptr);
  EXPECT_EQ(tessera_module_find_kernel(module, "nothing"), nullptr);
  const tessera_kernel *kernel = tessera_module_find_kernel(module, "first");
  ASSERT_NE(kernel, nullptr);
  EXPECT_STREQ(tessera_kernel_name(kernel), "first");
  ASSERT_EQ(tessera_kernel_num_parameters(kernel), 2u);
  EXPECT_STREQ(tessera_kernel_parameter_type(kernel, 0), "ptr");
  EXPECT_STREQ(tessera_kernel_parameter_type(kernel, 1), "i32");
  EXPECT_EQ(tessera_kernel_parameter_type(kernel, 2), nullptr);
  kernel = tessera_module_find_kernel(module, "second");
  ASSERT_NE(kernel, nullptr);
  EXPECT_STREQ(tessera_kernel_parameter_type(kernel, 0), "bf16");
  EXPECT_TRUE(tessera_module_runs_here(module));
  size_t bytes = 0;
  const void *object = tessera_module_object(module, &bytes);
  ASSERT_GT(bytes, 64u);
  EXPECT_EQ(std::memcmp(object, "\177ELF", 4), 0);
  EXPECT_NE(std::strstr(tessera_module_header(module), "first_launch"),
            nullptr);
}

TEST(CApi, OtherProcessorsGiveObjectsOnly) {
  tessera_compile_options options = TESSERA_COMPILE_OPTIONS_INIT;
  options.target = "cpu:aarch64";
  Compiled compiled(vectorAdd, &options);
  ASSERT_EQ(compiled.status, TESSERA_OK) << compiled.text();
  EXPECT_FALSE(tessera_module_runs_here(compiled.module));
  const tessera_kernel *kernel = tessera_module_kernel(compiled.module, 0);
  ASSERT_NE(kernel, nullptr);
  tessera_launch_result result = TESSERA_LAUNCH_RESULT_INIT;
  EXPECT_EQ(tessera_launch(kernel, nullptr, nullptr, 0, &result),
            TESSERA_NOT_RUNNABLE);
  EXPECT_STREQ(result.message,
               "the code of 'vector_add' is for another processor, or was not "
               "linked");
}

TEST(CApi, SyntaxErrorsHavePositions) {
  tessera_compile_options options = TESSERA_COMPILE_OPTIONS_INIT;
  options.source_name = "broken.mlir";
  Compiled compiled("cuda_tile.module @m {\n  entry @k() {\n    oops\n",
                    &options);
  EXPECT_EQ(compiled.status, TESSERA_INVALID_PROGRAM);
  EXPECT_EQ(compiled.module, nullptr);
  ASSERT_GE(tessera_diagnostics_count(compiled.diagnostics), 1u);
  const tessera_diagnostic *first =
      tessera_diagnostics_get(compiled.diagnostics, 0);
  EXPECT_EQ(first->severity, TESSERA_ERROR);
  EXPECT_STREQ(first->file, "broken.mlir");
  EXPECT_EQ(first->line, 3u);
  EXPECT_EQ(first->column, 5u);
  EXPECT_NE(std::string(first->message), "");
  EXPECT_EQ(tessera_diagnostics_get(compiled.diagnostics, 99), nullptr);
}

TEST(CApi, NotesBelongToTheirDiagnostic) {
  Compiled compiled("cuda_tile.module @m {\n"
                    "  entry @k(%x: tile<i32>) {\n"
                    "    %y = addi %x, %z : tile<i32>\n"
                    "    %z = addi %x, %x : tile<i32>\n"
                    "    return\n  }\n}\n");
  EXPECT_EQ(compiled.status, TESSERA_INVALID_PROGRAM);
  ASSERT_EQ(tessera_diagnostics_count(compiled.diagnostics), 1u);
  const tessera_diagnostic *first =
      tessera_diagnostics_get(compiled.diagnostics, 0);
  EXPECT_EQ(first->line, 3u);
  EXPECT_STREQ(first->file, "<source>");
  ASSERT_GE(first->num_notes, 1u) << first->message;
  EXPECT_EQ(first->notes[0].severity, TESSERA_NOTE);
  EXPECT_EQ(first->notes[0].line, 4u);
  EXPECT_EQ(first->notes[0].num_notes, 0u);
}

TEST(CApi, WrongCallsAreRefused) {
  tessera_module *module = nullptr;
  tessera_diagnostics *diagnostics = nullptr;
  EXPECT_EQ(tessera_compile("", 0, nullptr, nullptr, nullptr),
            TESSERA_INVALID_ARGUMENT);
  EXPECT_EQ(tessera_compile(nullptr, 4, nullptr, &module, nullptr),
            TESSERA_INVALID_ARGUMENT);
  tessera_compile_options options = TESSERA_COMPILE_OPTIONS_INIT;
  options.opt_level = 4;
  EXPECT_EQ(tessera_compile("x", 1, &options, &module, &diagnostics),
            TESSERA_INVALID_ARGUMENT);
  ASSERT_EQ(tessera_diagnostics_count(diagnostics), 1u);
  EXPECT_STREQ(tessera_diagnostics_get(diagnostics, 0)->message,
               "expected a level from 0 to 3, got 4");
  EXPECT_STREQ(tessera_diagnostics_get(diagnostics, 0)->file, "");
  tessera_diagnostics_destroy(diagnostics);
  options = TESSERA_COMPILE_OPTIONS_INIT;
  options.target = "cpu:z80";
  EXPECT_EQ(tessera_compile("x", 1, &options, &module, nullptr),
            TESSERA_INVALID_ARGUMENT);
  options = {};
  EXPECT_EQ(tessera_compile("x", 1, &options, &module, nullptr),
            TESSERA_INVALID_ARGUMENT);
  EXPECT_EQ(module, nullptr);
  // An empty source is no wrong call, but no program either.
  EXPECT_EQ(tessera_compile("", 0, nullptr, &module, nullptr),
            TESSERA_UNREADABLE);
  tessera_module_destroy(nullptr);
  tessera_diagnostics_destroy(nullptr);
  tessera_pool_destroy(nullptr);
}

TEST(CApi, NullHandlesHaveNothing) {
  size_t bytes = 7;
  EXPECT_EQ(tessera_module_object(nullptr, &bytes), nullptr);
  EXPECT_EQ(bytes, 0u);
  EXPECT_EQ(tessera_module_header(nullptr), nullptr);
  EXPECT_EQ(tessera_module_runs_here(nullptr), 0);
  EXPECT_EQ(tessera_module_num_kernels(nullptr), 0u);
  EXPECT_EQ(tessera_module_kernel(nullptr, 0), nullptr);
  EXPECT_EQ(tessera_module_find_kernel(nullptr, "k"), nullptr);
  EXPECT_EQ(tessera_kernel_name(nullptr), nullptr);
  EXPECT_EQ(tessera_kernel_num_parameters(nullptr), 0u);
  EXPECT_EQ(tessera_kernel_parameter_type(nullptr, 0), nullptr);
  EXPECT_EQ(tessera_kernel_scratch_bytes(nullptr), 0u);
  EXPECT_EQ(tessera_diagnostics_count(nullptr), 0u);
  EXPECT_EQ(tessera_diagnostics_get(nullptr, 0), nullptr);
  EXPECT_EQ(tessera_pool_threads(nullptr), 0u);
  EXPECT_EQ(tessera_query_target("cpu", nullptr), TESSERA_INVALID_ARGUMENT);
  Compiled compiled(vectorAdd);
  ASSERT_EQ(compiled.status, TESSERA_OK) << compiled.text();
  EXPECT_EQ(tessera_module_find_kernel(compiled.module, nullptr), nullptr);
  EXPECT_NE(tessera_module_object(compiled.module, nullptr), nullptr);
}

TEST(CApi, PoolsHaveTheCommandLinesLimit) {
  EXPECT_EQ(tessera_pool_create(1025), nullptr);
  EXPECT_EQ(tessera_pool_create(100000), nullptr);
  tessera_pool *pool = tessera_pool_create(3);
  EXPECT_EQ(tessera_pool_threads(pool), 3u);
  tessera_pool_destroy(pool);
}

TEST(CApi, CachedResultsRun) {
  std::string directory = (std::filesystem::temp_directory_path() /
                           ("tessera-capi-" + std::to_string(::getpid())))
                              .string();
  tessera_compile_options options = TESSERA_COMPILE_OPTIONS_INIT;
  options.cache_directory = directory.c_str();
  for (int round = 0; round < 2; ++round) {
    Compiled compiled(vectorAdd, &options);
    ASSERT_EQ(compiled.status, TESSERA_OK) << compiled.text();
    EXPECT_TRUE(addsVectors(compiled.module, nullptr));
    EXPECT_FALSE(std::filesystem::is_empty(directory));
  }
  std::filesystem::remove_all(directory);
}
