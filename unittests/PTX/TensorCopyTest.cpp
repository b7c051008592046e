//===- PTX/TensorCopyTest.cpp - bulk copies and TMA -------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Boxes of 1 to 5 dimensions at every swizzle, inside and across the borders of
// the tensor, against gpu-facts.md 5.2 and 4.1 element by element; stores,
// reductions, rows, multicast, maps made in the kernel, and the protocol.
//
//===----------------------------------------------------------------------===//

#include "TensorCopyHelper.h"

using namespace llvm;
using namespace tessera::ptx;
using emu::TensorFormat;
using emu::TensorMap;

namespace {

std::vector<TensorMap> someMaps() {
  std::vector<TensorMap> maps;
  const uint64_t dims[5] = {48, 9, 5, 4, 3};
  for (unsigned rank = 1; rank <= 5; ++rank)
    for (unsigned swizzle = 0; swizzle < 4; ++swizzle)
      for (auto [format, inner] : {std::pair(TensorFormat::U8, 32u),
                                   {TensorFormat::F16, 16u},
                                   {TensorFormat::F32, 8u},
                                   {TensorFormat::F64, 4u}}) {
        // Rows as wide as the swizzle.
        uint32_t box[5] = {inner * (swizzle < 2    ? 1
                                    : swizzle == 2 ? 2
                                                   : 4),
                           5, 3, 2, 2};
        maps.push_back(denseMap(format, ArrayRef(dims, rank),
                                ArrayRef(box, rank), swizzle));
      }
  return maps;
}

} // namespace

TEST(TensorCopyTest, Loads) {
  unsigned seed = 0;
  for (TensorMap map : someMaps())
    for (int shift : {0, 3, -2, 37, -300}) {
      Buffers buffers;
      buffers.map = map;
      buffers.map.fillNaN = map.format == TensorFormat::F16 && shift == -2;
      if (map.rank > 1 && shift == 3)
        buffers.map.elementStrides[1] = 2;
      for (unsigned i = 0; i < 5; ++i)
        buffers.at[i] = i == 0 ? shift : shift % 7;
      fill(buffers.tensor, tensorBytes(map), ++seed);
      uint64_t size = buffers.map.boxBytes();
      fill(buffers.in, 16, 1);
      buffers.out.resize(size);
      emu::LaunchResult result = run(
          kernel(name(map.rank, "shared::cluster.global.tile." + completes) +
                     " [%r3], [%p0, " + coordinates(map.rank) + "], [bar];\n",
                 true, size),
          buffers, seed);
      ASSERT_TRUE(result.passed()) << renderAll(result);
      uint8_t outside[2] = {0, 0};
      if (buffers.map.fillNaN)
        outside[0] = 0xF7, outside[1] = 0x7F;
      uint64_t count = 0;
      eachByte(buffers, [&](uint64_t box, std::optional<uint64_t> tensor) {
        ASSERT_EQ(buffers.out[box],
                  tensor ? buffers.tensor[*tensor] : outside[count % 2])
            << "rank " << map.rank << " swizzle " << map.swizzle << " shift "
            << shift << " byte " << box;
        ++count;
      });
      EXPECT_EQ(count, size);
      if (HasFatalFailure())
        return;
    }
}

TEST(TensorCopyTest, StoresAndReductions) {
  unsigned seed = 0;
  for (const char *reduce : {"", "add.", "min.", "max.", "and.", "or.", "xor."})
    for (TensorMap map : someMaps()) {
      bool isBits =
          StringRef(reduce).contains("nd") || StringRef(reduce).contains("or");
      if (*reduce && map.format != TensorFormat::F64 &&
          (map.format != TensorFormat::F32))
        continue;
      if (*reduce)
        map.format = map.format == TensorFormat::F64 ? TensorFormat::U64
                     : isBits                        ? TensorFormat::U32
                                                     : TensorFormat::S32;
      Buffers buffers;
      buffers.map = map;
      buffers.at = {seed % 3 ? -3 : 2, 1, -1, 0, 1};
      fill(buffers.tensor, tensorBytes(map), ++seed);
      uint64_t size = map.boxBytes();
      fill(buffers.in, size, seed + 1000);
      buffers.out.resize(16);
      std::vector<uint8_t> expected = buffers.tensor;
      unsigned bytes = map.elementBits() / 8;
      // By whole elements: the first byte of each.
      uint64_t count = 0;
      eachByte(buffers, [&](uint64_t box, std::optional<uint64_t> tensor) {
        if (count++ % bytes != 0 || !tensor)
          return;
        uint64_t value = 0, old = 0;
        std::memcpy(&value, &buffers.in[box], bytes);
        std::memcpy(&old, &expected[*tensor], bytes);
        StringRef operation = reduce;
        bool less = map.format == TensorFormat::S32
                        ? int32_t(value) < int32_t(old)
                        : value < old;
        uint64_t result = operation == "add."   ? old + value
                          : operation == "min." ? (less ? value : old)
                          : operation == "max." ? (less ? old : value)
                          : operation == "and." ? (old & value)
                          : operation == "or."  ? (old | value)
                          : operation == "xor." ? (old ^ value)
                                                : value;
        std::memcpy(&expected[*tensor], &result, bytes);
      });
      std::string text =
          *reduce ? "cp.reduce.async.bulk.tensor." + number(map.rank) +
                        "d.global.shared::cta." + reduce + "tile.bulk_group"
                  : name(map.rank, "global.shared::cta.tile."
                                   "bulk_group");
      emu::LaunchResult result =
          run(kernel(text + " [%p0, " + coordinates(map.rank) +
                         "], [%r3]; cp.async.bulk.commit_group; "
                         "cp.async.bulk.wait_group 0;\n",
                     false, size),
              buffers, seed);
      ASSERT_TRUE(result.passed()) << text << "\n" << renderAll(result);
      ASSERT_EQ(buffers.tensor, expected) << text << " swizzle " << map.swizzle;
    }
}

// Of the 16 bytes in which a row ends, a store and a reduction write all, and a
// load fills what is behind the end.
TEST(TensorCopyTest, EndsOfRows) {
  for (auto [format, bytes] : {std::pair(TensorFormat::U8, 1u),
                               {TensorFormat::F16, 2u},
                               {TensorFormat::U32, 4u},
                               {TensorFormat::U64, 8u}})
    for (uint64_t extent = 1; extent <= 64 / bytes; ++extent)
      for (const char *text :
           {"cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group",
            "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile."
            "bulk_group"}) {
        if (StringRef(text).contains("add") && bytes < 4)
          continue;
        Buffers buffers;
        buffers.map = denseMap(format, {extent, 2}, {64 / bytes, 2}, 0);
        buffers.map.strides[0] = 64;
        buffers.tensor.assign(128, 0);
        buffers.in.assign(128, 1);
        buffers.out.resize(16);
        emu::LaunchResult result =
            run(kernel(std::string(text) + " [%p0, {%c0, %c1}], [%r3]; "
                                           "cp.async.bulk.commit_group; "
                                           "cp.async.bulk.wait_group 0;\n",
                       false, 128),
                buffers, 1);
        ASSERT_TRUE(result.passed()) << renderAll(result);
        const uint64_t written = (extent * bytes + 15) / 16 * 16;
        for (uint64_t at = 0; at < 128; ++at)
          ASSERT_EQ(buffers.tensor[at], at % 64 < written)
              << text << " extent " << extent << " byte " << at;
      }
}

TEST(TensorCopyTest, RowsMulticastAndMapsMadeInTheKernel) {
  Buffers buffers;
  buffers.map = denseMap(TensorFormat::F16, {64, 20}, {64, 1}, 3);
  fill(buffers.tensor, tensorBytes(buffers.map), 5);
  fill(buffers.in, 512, 6);
  buffers.at = {0, 17, 3, 40, 0};
  buffers.out.resize(512);
  std::string rows = "{%c0, %c1, %c2, %c3, %c4}";
  emu::LaunchResult result;
  for (const char *space : {"shared::cta", "shared::cluster"}) {
    buffers.out.assign(512, 0);
    result = run(kernel(std::string("cp.async.bulk.tensor.2d.") + space +
                            ".global.tile::gather4." + completes +
                            " [%r3], [%p0, " + rows + "], [bar];\n",
                        true, 512),
                 buffers, 1);
    ASSERT_TRUE(result.passed()) << renderAll(result);
    for (unsigned i = 0; i < 512; ++i) {
      unsigned row = i / 128;
      int at = buffers.at[1 + row];
      EXPECT_EQ(buffers.out[swizzled(3, i)],
                at < 20 ? buffers.tensor[at * 128 + i % 128] : 0);
    }
  }
  std::vector<uint8_t> expected = buffers.tensor;
  for (unsigned i = 0; i < 512; ++i)
    if (int at = buffers.at[1 + i / 128]; at < 20)
      expected[at * 128 + i % 128] = buffers.in[swizzled(3, i)];
  result = run(kernel("cp.async.bulk.tensor.2d.global.shared::cta.tile::"
                      "scatter4.bulk_group [%p0, " +
                          rows +
                          "], [%r3]; cp.async.bulk.commit_group; "
                          "cp.async.bulk.wait_group 0;\n",
                      false, 512),
               buffers, 2);
  ASSERT_TRUE(result.passed()) << renderAll(result);
  EXPECT_EQ(buffers.tensor, expected);

  // Block 0 copies for both blocks of a cluster.
  buffers.map = denseMap(TensorFormat::F16, {64, 20}, {64, 4}, 3);
  buffers.at = {0, 2, 0, 0, 0};
  buffers.blocks = 2;
  buffers.out.assign(1024, 0);
  for (uint64_t seed = 0; seed < 10; ++seed) {
    result = run(
        kernel("setp.ne.u32 %q3, %r8, 0; @%q3 bra issued; mov.b16 %h0, 3;\n" +
                   name(2, "shared::cluster.global.tile." + completes +
                               ".multicast::cluster") +
                   " [%r3], [%p0, {%c0, %c1}], [bar], %h0;\n",
               true, 512),
        buffers, seed);
    ASSERT_TRUE(result.passed()) << renderAll(result);
    for (unsigned i = 0; i < 1024; ++i)
      EXPECT_EQ(buffers.out[i / 512 * 512 + swizzled(3, i % 512)],
                buffers.tensor[256 + i % 512]);
  }

  // Only copies of a pair count at the barrier of the other block.
  for (bool isPair : {false, true}) {
    buffers.out.assign(1024, 0);
    result = run(
        kernel("setp.ne.u32 %q3, %r8, 0; @%q3 bra issued; mov.u32 %r12, bar; "
               "mapa.shared::cluster.u32 %r12, %r12, 1;\n" +
                   name(2, "shared::cluster.global.tile." + completes +
                               (isPair ? ".cta_group::2" : "")) +
                   " [%r3], [%p0, {%c0, %c1}], [%r12];\n",
               true, 512),
        buffers, 3);
    const bool isRefused =
        StringRef(renderAll(result))
            .contains("expected a barrier in the block that the copy goes to");
    EXPECT_EQ(isRefused, !isPair) << renderAll(result);
  }

  // The same from a map filled in by tensormap.replace: the parameter is not
  // used but for the address of the tensor.
  buffers.blocks = 1;
  buffers.out.assign(512, 0);
  std::string text =
      "ld.param.u64 %p5, [map]; mov.u32 %r10, 0; mov.u32 %r11, made;\n"
      "zero: add.u32 %r12, %r11, %r10; st.shared.b32 [%r12], 0; add.u32 %r10, "
      "%r10, 4; setp.lt.u32 %q3, %r10, 128; @%q3 bra zero;\n"
      "cvt.u64.u32 %p7, %r11; cvta.shared.u64 %p7, %p7;\n";
  auto replace = [&](const std::string &rest) {
    text += "tensormap.replace.tile." + rest + ";\n";
  };
  replace("global_address.shared::cta.b1024.b64 [%r11], %p5");
  replace("rank.shared::cta.b1024.b32 [%r11], 1");
  replace("box_dim.shared::cta.b1024.b32 [%r11], 0, 64");
  replace("box_dim.shared::cta.b1024.b32 [%r11], 1, 4");
  replace("global_dim.shared::cta.b1024.b32 [%r11], 0, 64");
  replace("global_dim.shared::cta.b1024.b32 [%r11], 1, 20");
  replace("global_stride.shared::cta.b1024.b64 [%r11], 0, 128");
  replace("element_stride.shared::cta.b1024.b32 [%r11], 0, 1");
  replace("element_stride.shared::cta.b1024.b32 [%r11], 1, 1");
  replace("elemtype.shared::cta.b1024.b32 [%r11], 6");
  replace("interleave_layout.shared::cta.b1024.b32 [%r11], 0");
  replace("swizzle_mode.shared::cta.b1024.b32 [%r11], 3");
  replace("fill_mode.shared::cta.b1024.b32 [%r11], 0");
  text += name(2, "shared::cluster.global.tile." + completes) +
          " [%r3], [%p7, {%c0, %c1}], [bar];\n";
  result = run(kernel(text, true, 512), buffers, 3);
  ASSERT_TRUE(result.passed()) << renderAll(result);
  for (unsigned i = 0; i < 512; ++i)
    EXPECT_EQ(buffers.out[swizzled(3, i)], buffers.tensor[256 + i]);
}

TEST(TensorCopyTest, BulkCopies) {
  Buffers buffers;
  fill(buffers.tensor, 4096, 1);
  fill(buffers.in, 4096, 2);
  buffers.out.resize(4096);
  // Global to shared, and back with a reduction.
  emu::LaunchResult result =
      run(kernel("cp.async.bulk.shared::cluster.global." + completes +
                     " [%r3], [%p1], 4096, [bar];\n",
                 true, 4096),
          buffers, 1);
  ASSERT_TRUE(result.passed()) << renderAll(result);
  EXPECT_EQ(buffers.out, buffers.in);
  buffers.out = buffers.tensor;
  result = run(kernel("cp.reduce.async.bulk.global.shared::cta.bulk_group.add."
                      "u32 [%p2], [%r3], 4096; cp.async.bulk.commit_group; "
                      "cp.async.bulk.wait_group 0;\n",
                      false, 4096),
               buffers, 2);
  ASSERT_TRUE(result.passed()) << renderAll(result);
  for (unsigned i = 0; i < 4096; i += 4) {
    uint32_t a, b, sum;
    std::memcpy(&a, &buffers.tensor[i], 4);
    std::memcpy(&b, &buffers.in[i], 4);
    std::memcpy(&sum, &buffers.out[i], 4);
    ASSERT_EQ(sum, a + b);
  }
  // Only the bytes of the mask.
  buffers.out.assign(4096, 0xEE);
  result =
      run(kernel("mov.b16 %h0, 0x8001; cp.async.bulk.global.shared::cta."
                 "bulk_group.cp_mask [%p2], [%r3], 4096, %h0; "
                 "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;\n",
                 false, 4096),
          buffers, 3);
  ASSERT_TRUE(result.passed()) << renderAll(result);
  for (unsigned i = 0; i < 4096; ++i)
    ASSERT_EQ(buffers.out[i],
              i % 16 == 0 || i % 16 == 15 ? buffers.in[i] : 0xEE);
}

TEST(TensorCopyTest, Protocol) {
  using emu::CheckKind;
  auto has = [](const emu::LaunchResult &result, CheckKind kind,
                StringRef text) {
    return any_of(result.findings, [&](const emu::Finding &finding) {
      return finding.kind == kind && StringRef(finding.message).contains(text);
    });
  };
  Buffers buffers;
  fill(buffers.tensor, 4096, 1);
  fill(buffers.in, 4096, 2);
  buffers.out.resize(4096);
  std::string load = "cp.async.bulk.shared::cluster.global." + completes +
                     " [%r3], [%p1], 4096, [bar];\n";
  std::string store =
      "cp.async.bulk.global.shared::cta.bulk_group [%p2], [%r3], "
      "4096; cp.async.bulk.commit_group;\n";
  unsigned changed = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_TRUE(
        has(run(kernel(load + "ld.shared.b32 %v0, [%r3];\n", true, 4096),
                buffers, seed),
            CheckKind::AsyncBeforeWait, "load of"));
    EXPECT_TRUE(has(run(kernel(load + load, true, 4096), buffers, seed),
                    CheckKind::AsyncBeforeWait,
                    "store to bytes that the store of"));
    // Overwriting a source without a wait shows when the copy comes late.
    changed += has(run(kernel(store + "st.shared.b32 [%r3], 1234;\n"
                                      "cp.async.bulk.wait_group.read 0;\n",
                              false, 4096),
                       buffers, seed),
                   CheckKind::Tensor, "was changed before the wait");
    EXPECT_TRUE(run(kernel(store + "cp.async.bulk.wait_group.read 0;\n"
                                   "st.shared.b32 [%r3], 1234;\n",
                           false, 4096),
                    buffers, seed)
                    .passed());
  }
  EXPECT_GT(changed, 10u);
  // A map that does not fit its allocation, and a swizzle narrower than rows.
  buffers.map = denseMap(TensorFormat::F16, {64, 100}, {64, 64}, 3);
  std::string box = name(2, "shared::cluster.global.tile." + completes) +
                    " [%r3], [%p0, {%c0, %c1}], [bar];\n";
  EXPECT_TRUE(has(run(kernel(box, true, 8192), buffers, 0),
                  CheckKind::OutOfBounds, "'tensor'"));
  buffers.map.swizzle = 2;
  EXPECT_TRUE(has(run(kernel(box, true, 8192), buffers, 0), CheckKind::Tensor,
                  "more than the swizzle's 64"));
}
