//===- CAPI/ImageTest.cpp - containers of compiled code -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a module gives as a container is the module again when it is loaded.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

using namespace capi_test;

namespace {
/// A loaded container and what came of it.
struct Loaded {
  explicit Loaded(const std::string &image) {
    status =
        tessera_load_image(image.data(), image.size(), &module, &diagnostics);
  }
  ~Loaded() {
    tessera_module_destroy(module);
    tessera_diagnostics_destroy(diagnostics);
  }
  std::string message() const {
    const tessera_diagnostic *first = tessera_diagnostics_get(diagnostics, 0);
    return first ? first->message : "";
  }
  tessera_module *module = nullptr;
  tessera_diagnostics *diagnostics = nullptr;
  tessera_status status;
};
} // namespace

static std::string imageOf(const tessera_module *module) {
  size_t bytes = 0;
  const void *image = tessera_module_image(module, &bytes);
  return std::string(static_cast<const char *>(image), image ? bytes : 0);
}

TEST(CApiImage, RunsOnThisProcessor) {
  Compiled compiled(vectorAdd);
  ASSERT_EQ(compiled.status, TESSERA_OK) << compiled.text();
  Loaded loaded(imageOf(compiled.module));
  ASSERT_EQ(loaded.status, TESSERA_OK) << loaded.message();
  EXPECT_EQ(loaded.diagnostics, nullptr);
  EXPECT_STREQ(tessera_module_target(loaded.module),
               tessera_module_target(compiled.module));
  EXPECT_TRUE(tessera_module_runs_here(loaded.module));
  const tessera_kernel *kernel =
      tessera_module_find_kernel(loaded.module, "vector_add");
  ASSERT_NE(kernel, nullptr);
  EXPECT_STREQ(tessera_kernel_parameter_type(kernel, 3), "i32");
  // Known to a source only.
  EXPECT_EQ(tessera_kernel_pointee_type(kernel, 0), nullptr);
  EXPECT_TRUE(addsVectors(loaded.module, nullptr));
  EXPECT_EQ(imageOf(loaded.module), imageOf(compiled.module));

  tessera_diagnostics *diagnostics = nullptr;
  EXPECT_EQ(tessera_check(kernel, nullptr, nullptr, 0, nullptr, 0, nullptr,
                          &diagnostics),
            TESSERA_INVALID_ARGUMENT);
  EXPECT_STREQ(
      tessera_diagnostics_get(diagnostics, 0)->message,
      "expected a module that was compiled from a source, got one that "
      "was loaded from a container");
  tessera_diagnostics_destroy(diagnostics);
}

TEST(CApiImage, HoldsPtx) {
  tessera_compile_options options = TESSERA_COMPILE_OPTIONS_INIT;
  options.target = "sm_90a";
  Compiled compiled(vectorAdd, &options);
  ASSERT_EQ(compiled.status, TESSERA_OK) << compiled.text();
  Loaded loaded(imageOf(compiled.module));
  ASSERT_EQ(loaded.status, TESSERA_OK) << loaded.message();
  EXPECT_STREQ(tessera_module_target(loaded.module), "sm_90a");
  EXPECT_STREQ(tessera_module_ptx(loaded.module, nullptr),
               tessera_module_ptx(compiled.module, nullptr));
  tessera_kernel_resources resources = TESSERA_KERNEL_RESOURCES_INIT;
  EXPECT_EQ(tessera_kernel_query_resources(
                tessera_module_kernel(loaded.module, 0), &resources),
            TESSERA_OK);
  EXPECT_EQ(resources.block[0] % 32, 0u);
}

TEST(CApiImage, RefusesWhatItCannotLoad) {
  Compiled compiled(vectorAdd);
  ASSERT_EQ(compiled.status, TESSERA_OK) << compiled.text();
  const std::string image = imageOf(compiled.module);
  EXPECT_EQ(Loaded("").status, TESSERA_UNREADABLE);
  EXPECT_EQ(Loaded("cuda_tile.module @m {}").message(),
            "expected a container of tileiras");
  for (size_t bytes : {size_t(8), size_t(16), image.size() - 1}) {
    Loaded damaged(image.substr(0, bytes));
    EXPECT_EQ(damaged.status, TESSERA_UNREADABLE);
    EXPECT_EQ(damaged.message(), "the container is damaged");
    EXPECT_EQ(damaged.module, nullptr);
  }
  tessera_compile_options options = TESSERA_COMPILE_OPTIONS_INIT;
  for (size_t i = 0; i < tessera_num_targets(); ++i) {
    tessera_target_info info = TESSERA_TARGET_INFO_INIT;
    options.target = tessera_target_name(i);
    if (tessera_query_target(options.target, &info) != TESSERA_OK ||
        info.is_gpu || info.runs_here)
      continue;
    Compiled foreign(vectorAdd, &options);
    ASSERT_EQ(foreign.status, TESSERA_OK) << foreign.text();
    Loaded loaded(imageOf(foreign.module));
    EXPECT_EQ(loaded.status, TESSERA_NOT_RUNNABLE);
    EXPECT_NE(loaded.message().find("the code is for another processor"),
              std::string::npos);
    break;
  }
  tessera_module *module = compiled.module;
  EXPECT_EQ(tessera_load_image(nullptr, 0, &module, nullptr),
            TESSERA_INVALID_ARGUMENT);
  EXPECT_EQ(module, nullptr);
  EXPECT_EQ(tessera_load_image(image.data(), image.size(), nullptr, nullptr),
            TESSERA_INVALID_ARGUMENT);
  EXPECT_EQ(tessera_module_image(nullptr, nullptr), nullptr);
}
