//===- Target/GpuKernelTest.cpp - compiled GPU modules as bytes -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The container reads back, says its own length, and damage is noticed.
//
//===----------------------------------------------------------------------===//

#include "tessera/Target/GpuKernel.h"

#include "gtest/gtest.h"

using namespace tessera::gpu;
using tessera::numerics::ElementKind;

static CompiledModule example() {
  CompiledModule module;
  module.target = "sm_90a";
  KernelInfo &kernel = module.kernels.emplace_back();
  kernel.name = "gemm";
  kernel.parameters = {ElementKind::Ptr, ElementKind::I32, ElementKind::F16};
  kernel.block = {128, 1, 1};
  kernel.cluster = {2, 1, 1};
  kernel.staticSharedBytes = 1024;
  kernel.dynamicSharedBytes = 65536;
  kernel.figures = AssemblerFigures{40, 8, 4, 4, 1024};
  module.kernels.emplace_back().name = "plain";
  module.ptx = ".version 9.0\n";
  module.cubin = std::string("\x7f"
                             "ELF\0\1",
                             6);
  return module;
}

TEST(GpuKernel, RoundTrip) {
  std::string bytes = serialize(example());
  EXPECT_EQ(bytes.substr(0, 8), containerMagic);
  uint64_t length = 0;
  for (int i = 0; i < 8; ++i)
    length |= uint64_t(uint8_t(bytes[8 + i])) << (8 * i);
  EXPECT_EQ(length, bytes.size());
  std::optional<CompiledModule> back = deserialize(bytes);
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, example());
  EXPECT_EQ(back->find("gemm")->threads(), 128u);
  EXPECT_EQ(back->find("absent"), nullptr);
}

TEST(GpuKernel, EveryTruncationIsRefused) {
  std::string bytes = serialize(example());
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(deserialize(std::string_view(bytes).substr(0, size))) << size;
  EXPECT_FALSE(deserialize(bytes + "x"));
}

TEST(GpuKernel, NoByteCrashesTheReader) {
  std::string bytes = serialize(example());
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = char(0xff);
    if (std::optional<CompiledModule> module = deserialize(damaged))
      EXPECT_EQ(serialize(*module).size(), bytes.size()) << i;
  }
}
