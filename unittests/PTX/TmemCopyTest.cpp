//===- PTX/TmemCopyTest.cpp - tcgen05.cp, .shift and .ld.red ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every shape of tcgen05.cp with and without decompression, one block and a
// pair, the shift of lanes, and reductions of tcgen05.ld, against where the
// manual's words put each byte.
//
//===----------------------------------------------------------------------===//

#include "EmulatorHelper.h"

#include <random>

using namespace llvm;
using namespace tessera::ptx;

namespace {

std::string number(uint64_t value) { return std::to_string(value); }

/// 128 threads with 512 columns; `issue` by thread 0 of the first block, then a
/// commit to all; `after` by all before the 8 columns from 0 on go to `out`.
std::string kernel(unsigned group, const std::string &issue,
                   const std::string &fill) {
  std::string g = number(group);
  std::string text =
      ".version 8.8\n.target sm_100a\n.address_size 64\n.extern .shared .align "
      "1024 .b8 s[]; .visible .entry k(.param .u64 image, .param .u64 out) "
      ".reqnctapercluster " +
      g +
      ", 1, 1 {\n.reg .b32 %r<16>, %v<16>; .reg .b64 %p<12>; .reg .pred "
      "%q<4>; .reg .b16 %h<1>; .shared .align 8 .b64 bar; .shared .align 4 "
      ".b32 base;\nmov.u32 %r0, %tid.x; shr.u32 %r1, %r0, 5; setp.ne.u32 %q0, "
      "%r1, 0; mov.u32 %r15, %cluster_ctarank; @%q0 bra allocated; mov.u32 "
      "%r2, 512; tcgen05.alloc.cta_group::" +
      g +
      ".sync.aligned.shared::cta.b32 [base], %r2;\nallocated: bar.sync 0; "
      "ld.shared.b32 %r3, [base];\n"
      "ld.param.u64 %p0, [image]; mul.wide.u32 %p1, %r15, 4096; add.u64 %p0, "
      "%p0, %p1; mov.u32 %r6, s; shl.b32 %r5, %r0, 4;\n"
      "loop: setp.ge.u32 %q1, %r5, 4096; @%q1 bra loaded; cvt.u64.u32 %p1, "
      "%r5; add.u64 %p1, %p1, %p0; ld.global.v4.b32 {%v0, %v1, %v2, %v3}, "
      "[%p1]; add.u32 %r7, %r6, %r5; st.shared.v4.b32 [%r7], {%v0, %v1, %v2, "
      "%v3}; add.u32 %r5, %r5, 2048; bra loop;\n"
      "loaded: fence.proxy.async; shl.b32 %r8, %r1, 21; add.u32 %r8, %r8, "
      "%r3;\n" +
      fill +
      "setp.ne.u32 %q2, %r0, 0; @%q2 bra ready; mbarrier.init.shared.b64 "
      "[bar], 1;\nready: tcgen05.fence::before_thread_sync; "
      "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned; "
      "tcgen05.fence::after_thread_sync; setp.ne.u32 %q3, %r15, 0; or.pred "
      "%q3, %q3, %q2; @%q3 bra wait;\n"
      "and.b32 %r9, %r6, 0x3ffff; shr.u32 %r9, %r9, 4; cvt.u64.u32 %p4, %r9;\n";
  text += issue + "mov.b16 %h0, " + number((1 << group) - 1) +
          "; tcgen05.commit.cta_group::" + g +
          ".mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 "
          "[bar], %h0;\nwait: mbarrier.try_wait.parity.shared.b64 %q3, [bar], "
          "0; @!%q3 bra wait; tcgen05.fence::after_thread_sync; "
          "tcgen05.ld.sync.aligned.32x32b.x8.b32 {%v0, %v1, %v2, %v3, %v4, "
          "%v5, %v6, %v7}, [%r8]; tcgen05.wait::ld.sync.aligned; ld.param.u64 "
          "%p8, [out]; mad.lo.u32 %r11, %r15, 128, %r0; mul.wide.u32 %p9, "
          "%r11, 32; add.u64 %p8, %p8, %p9; st.global.v4.b32 [%p8], {%v0, %v1, "
          "%v2, %v3}; st.global.v4.b32 [%p8+16], {%v4, %v5, %v6, %v7};\n"
          "tcgen05.fence::before_thread_sync; barrier.cluster.arrive.aligned; "
          "barrier.cluster.wait.aligned; @%q0 bra freed; mov.u32 %r2, 512; "
          "tcgen05.dealloc.cta_group::" +
          g + ".sync.aligned.b32 %r3, %r2;\nfreed: ret;\n}\n";
  return text;
}

/// All cells hold their address: lane << 16 | column, plus a mark.
const std::string marks =
    "shl.b32 %v0, %r0, 16; or.b32 %v0, %v0, 0xF0000000; or.b32 %v1, %v0, 1; "
    "or.b32 %v2, %v0, 2; or.b32 %v3, %v0, 3; or.b32 %v4, %v0, 4; or.b32 %v5, "
    "%v0, 5; or.b32 %v6, %v0, 6; or.b32 %v7, %v0, 7;\n"
    "tcgen05.st.sync.aligned.32x32b.x8.b32 [%r8], {%v0, %v1, %v2, %v3, %v4, "
    "%v5, %v6, %v7}; tcgen05.wait::st.sync.aligned;\n";
uint32_t mark(unsigned lane, unsigned column) {
  return 0xF0000000 | lane << 16 | column;
}

struct Buffers {
  std::vector<uint8_t> image; // 4096 bytes a block
  std::vector<uint32_t> out;  // [block][lane][8]
};

emu::LaunchResult run(const std::string &text, unsigned group,
                      Buffers &buffers) {
  EmulatedModule module(text);
  EXPECT_TRUE(module.program) << module.problem;
  if (!module.program)
    return {};
  std::mt19937 random(7);
  buffers.image.resize(4096 * group);
  for (uint8_t &byte : buffers.image)
    byte = uint8_t(random());
  buffers.out.assign(group * 128 * 8, 0);
  emu::GlobalMemory memory;
  std::vector<uint8_t> parameters;
  appendParameter(parameters, memory.map("image", buffers.image.data(),
                                         buffers.image.size()));
  appendParameter(parameters, memory.map("out", buffers.out.data(),
                                         buffers.out.size() * 4));
  emu::LaunchOptions options;
  options.block = {128, 1, 1};
  options.dynamicShared = 8192;
  options.grid = options.cluster = {group, 1, 1};
  options.seed = group;
  return runEntry(module, memory, parameters, options);
}

struct Shape {
  const char *name;
  unsigned rows, rowBytes;
  /// The source row of a lane, or none.
  std::optional<unsigned> (*rowOf)(unsigned lane);
};
constexpr Shape shapes[] = {
    {"128x256b", 128, 32, [](unsigned lane) { return std::optional(lane); }},
    {"128x128b", 128, 16, [](unsigned lane) { return std::optional(lane); }},
    {"64x128b.warpx2::02_13", 64, 16,
     [](unsigned lane) { return std::optional(lane % 64); }},
    {"64x128b.warpx2::01_23", 64, 16,
     [](unsigned lane) { return std::optional(lane / 64 * 32 + lane % 32); }},
    {"32x128b.warpx4", 32, 16,
     [](unsigned lane) { return std::optional(lane % 32); }},
    {"4x256b", 4, 32, [](unsigned lane) {
       return lane % 32 == 0 ? std::optional(lane / 32) : std::nullopt;
     }}};

/// Byte `at` of a row of core matrices of 8 rows of 16 bytes.
uint8_t sourceByte(const Buffers &buffers, unsigned block, unsigned row,
                   unsigned at, unsigned rowBytes) {
  return buffers.image[4096 * block + row / 8 * 8 * rowBytes + at / 16 * 128 +
                       row % 8 * 16 + at % 16];
}

} // namespace

TEST(TmemCopyTest, EveryShape) {
  for (unsigned group : {1u, 2u})
    for (const Shape &shape : shapes)
      for (unsigned bits : {8u, 6u, 4u}) {
        const char *format = bits == 8   ? ""
                             : bits == 6 ? ".b8x16.b6x16_p32"
                                         : ".b8x16.b4x16_p64";
        uint64_t descriptor = uint64_t(8) << 16 |
                              uint64_t(shape.rowBytes / 2) << 32 |
                              uint64_t(1) << 46;
        std::string name = "tcgen05.cp.cta_group::" + number(group) + "." +
                           shape.name + format;
        Buffers buffers;
        emu::LaunchResult result =
            run(kernel(group,
                       "add.u64 %p5, %p4, " + number(descriptor) + "; " + name +
                           " [%r3], %p5;\n",
                       marks),
                group, buffers);
        ASSERT_TRUE(result.passed()) << name << "\n" << renderAll(result);
        for (unsigned block = 0; block < group; ++block)
          for (unsigned lane = 0; lane < 128; ++lane)
            for (unsigned column = 0; column < 8; ++column) {
              std::optional<unsigned> row = shape.rowOf(lane);
              uint32_t expected = mark(lane, column);
              if (row && column * 4 < shape.rowBytes) {
                expected = 0;
                for (unsigned e = 0; e < 4; ++e) {
                  // Element by element, bit by bit.
                  unsigned unit = column / 4, index = column % 4 * 4 + e;
                  for (unsigned bit = 0; bit < bits; ++bit) {
                    unsigned from = index * bits + bit;
                    unsigned byte =
                        sourceByte(buffers, block, *row, unit * 16 + from / 8,
                                   shape.rowBytes);
                    expected |= (byte >> (from % 8) & 1) << (8 * e + bit);
                  }
                }
              }
              ASSERT_EQ(buffers.out[(block * 128 + lane) * 8 + column],
                        expected)
                  << name << " lane " << lane << " column " << column;
            }
      }
}

TEST(TmemCopyTest, ShiftsAndWhatFillsTheLastLane) {
  for (unsigned group : {1u, 2u}) {
    std::string g = number(group);
    uint64_t descriptor =
        uint64_t(8) << 16 | uint64_t(16) << 32 | uint64_t(1) << 46;
    // Lanes 32 to 63 and 96 to 127 move down; row 1 and 3 fill their last.
    Buffers buffers;
    emu::LaunchResult result = run(
        kernel(
            group,
            "add.u64 %p5, %p4, " + number(descriptor) +
                "; add.u32 %r4, %r3, 0x200000; tcgen05.shift.cta_group::" + g +
                ".down [%r4]; add.u32 %r4, %r3, 0x600000; "
                "tcgen05.shift.cta_group::" +
                g +
                ".down [%r4]; add.u32 %r4, %r3, 0x1F0000; "
                "tcgen05.cp.cta_group::" +
                g + ".4x256b [%r4], %p5;\n",
            marks),
        group, buffers);
    ASSERT_TRUE(result.passed()) << renderAll(result);
    for (unsigned block = 0; block < group; ++block)
      for (unsigned lane = 0; lane < 128; ++lane)
        for (unsigned column = 0; column < 8; ++column) {
          bool isShifted = lane / 32 % 2 == 1;
          uint32_t expected = mark(isShifted ? lane + 1 : lane, column);
          if (lane % 32 == 31) {
            expected = 0;
            for (unsigned e = 0; e < 4; ++e)
              expected |= uint32_t(sourceByte(buffers, block, lane / 32,
                                              column * 4 + e, 32))
                          << (8 * e);
          }
          ASSERT_EQ(buffers.out[(block * 128 + lane) * 8 + column], expected)
              << "lane " << lane << " column " << column;
        }
  }
  // A lane that is no multiple of 32.
  Buffers buffers;
  emu::LaunchResult result =
      run(kernel(1,
                 "add.u32 %r4, %r3, 0x100000; tcgen05.shift.cta_group::1.down "
                 "[%r4];\n",
                 marks),
          1, buffers);
  ASSERT_FALSE(result.findings.empty());
  EXPECT_EQ(result.findings.front().message,
            "expected a lane that is a multiple of 32, got 16");
}

TEST(TmemCopyTest, ReductionsOfTwoHalves) {
  // Lane l of 16 holds l in column 0 and -l in column 2; threads 16 to 31 see
  // the second half.
  for (auto [type, isMin] : {std::pair("s32", true),
                             {"s32", false},
                             {"u32", true},
                             {"f32", true},
                             {"f32", false}}) {
    std::string text =
        std::string(
            ".version 8.8\n.target sm_103a\n.address_size 64\n.visible .entry "
            "k(.param .u64 out) { .reg .b32 %r<9>, %v<6>; .reg .b64 %p<2>; "
            ".reg .f32 %f<2>; .shared .align 4 .b32 base;\nmov.u32 %r0, "
            "%tid.x; mov.u32 %r2, 32; tcgen05.alloc.cta_group::1.sync.aligned."
            "shared::cta.b32 [base], %r2; bar.sync 0; ld.shared.b32 %r3, "
            "[base];\n") +
        (StringRef(type) == "f32"
             ? "cvt.rn.f32.u32 %f0, %r0; mov.b32 %v0, %f0; neg.f32 %f1, %f0; "
               "mov.b32 %v1, %f1;\n"
             : "mov.b32 %v0, %r0; neg.s32 %v1, %r0;\n") +
        "tcgen05.st.sync.aligned.32x32b.x4.b32 [%r3], {%v0, %v0, %v1, %v1}; "
        "tcgen05.wait::st.sync.aligned;\n"
        "tcgen05.ld.red.sync.aligned.16x32bx2.x2." +
        (isMin ? "min." : "max.") + type +
        " {%v2, %v3}, %v4, [%r3], 2; tcgen05.wait::ld.sync.aligned;\n"
        "ld.param.u64 %p0, [out]; mul.wide.u32 %p1, %r0, 4; add.u64 %p0, %p0, "
        "%p1; st.global.b32 [%p0], %v4; "
        "tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r3, %r2; ret; }\n";
    EmulatedModule module(text);
    ASSERT_TRUE(module.program) << module.problem;
    uint32_t out[32];
    emu::GlobalMemory memory;
    std::vector<uint8_t> parameters;
    appendParameter(parameters, memory.map("out", out, sizeof out));
    emu::LaunchOptions options;
    options.block = {32, 1, 1};
    emu::LaunchResult result = runEntry(module, memory, parameters, options);
    ASSERT_TRUE(result.passed()) << renderAll(result);
    for (unsigned thread = 0; thread < 32; ++thread) {
      int value = int(thread % 16) * (thread < 16 ? 1 : -1);
      uint32_t expected = uint32_t(value);
      if (StringRef(type) == "f32") {
        float f = thread < 16 ? float(value) : -float(thread % 16);
        std::memcpy(&expected, &f, 4);
      }
      EXPECT_EQ(out[thread], expected) << type << " thread " << thread;
    }
  }
}
