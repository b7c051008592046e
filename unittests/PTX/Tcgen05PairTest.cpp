//===- PTX/Tcgen05PairTest.cpp - tcgen05.mma of a pair of blocks -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cta_group::2: each block holds half of A's rows and half of B's columns; the
// first issues, both learn of the end by a multicast commit. D lies as
// gpu-facts.md 8.3 says for m = 256 and 128.
//
//===----------------------------------------------------------------------===//

#include "EmulatorHelper.h"
#include "MatrixHelper.h"

using namespace llvm;
using namespace tessera::ptx;

namespace {

/// `isSparse`: A is half as wide in memory, and its metadata is in column 300
/// of each block's tensor memory.
void runPair(unsigned m, unsigned n, unsigned seed, bool isSparse = false) {
  std::mt19937_64 random(seed);
  unsigned depth = isSparse ? 32 : 16;
  SparseMatrix sparse[2];
  const Format &f16 = formatOf("f16"), &f32 = formatOf("f32");
  OperandImage a[2], b[2];
  std::vector<uint8_t> images;
  for (unsigned rank = 0; rank < 2; ++rank) {
    if (isSparse) {
      sparse[rank] = makeSparse(f16, m / 2, depth, 4, false, random);
      a[rank] = imageOf(f16, sparse[rank].kept, m / 2, 16, 128, false, false);
      a[rank].bits = sparse[rank].full;
    } else {
      a[rank] = makeImage(f16, m / 2, 16, 128, false, false, random);
    }
    b[rank] = makeImage(f16, n / 2, depth, 128, false, false, random);
    images.insert(images.end(), a[rank].bytes.begin(), a[rank].bytes.end());
    images.insert(images.end(), b[rank].bytes.begin(), b[rank].bytes.end());
  }
  uint64_t size = images.size() / 2, offsetB = a[0].bytes.size();
  uint64_t dense = uint64_t(64) << 32 | uint64_t(1) << 46 | uint64_t(2) << 61;
  unsigned columns = m == 256 || isSparse ? n : n / 2;
  // 64 sparse rows a block lie in the first 16 lanes of each 32.
  bool isHalf = m == 128 && isSparse;
  auto laneOf = [&](unsigned row) {
    return isHalf ? row % 16 + row / 16 * 32 : row;
  };
  std::vector<uint32_t> side(256);
  for (uint32_t &word : side)
    word = uint32_t(random());
  for (unsigned rank = 0; isSparse && rank < 2; ++rank)
    for (unsigned row = 0; row < m / 2; ++row)
      for (unsigned chunk = 0; chunk < 8; ++chunk) {
        uint32_t &word =
            side[rank * 128 + laneOf(row / 16 * 16) + row % 8 + chunk / 4 * 8];
        unsigned bit = row % 16 / 8 * 16 + chunk % 4 * 4;
        word = (word & ~(15u << bit)) | sparse[rank].nibbles[row * 8 + chunk]
                                            << bit;
      }
  std::string text =
      ".version 8.8\n.target sm_100a\n.address_size 64\n.extern .shared .align "
      "1024 .b8 s[]; .visible .entry "
      "k(.param .u64 image, .param .u64 out, .param .u64 side) "
      ".reqnctapercluster 2, 1, 1 {\n"
      ".reg .b32 %r<16>, %v<8>; .reg .b64 %p<16>; .reg .pred %q<4>; .reg .b16 "
      "%h<1>;\n"
      ".shared .align 8 .b64 bar; .shared "
      ".align 4 .b32 base;\n"
      "mov.u32 %r0, %tid.x; shr.u32 %r1, %r0, 5; setp.ne.u32 %q0, %r1, 0; "
      "mov.u32 %r15, %cluster_ctarank; @%q0 bra allocated; mov.u32 %r2, 512; "
      "tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [base], %r2;\n"
      "allocated: bar.sync 0; ld.shared.b32 %r3, [base];\n"
      "ld.param.u64 %p0, [image]; mul.wide.u32 %p1, %r15, " +
      std::to_string(size) +
      "; add.u64 %p0, %p0, %p1; shl.b32 %r5, %r0, 4; mov.u32 %r6, s;\n"
      "loop: setp.ge.u32 %q1, %r5, " +
      std::to_string(size) +
      "; @%q1 bra loaded; cvt.u64.u32 %p1, %r5; add.u64 %p1, %p1, %p0; "
      "ld.global.v4.b32 {%v0, %v1, %v2, %v3}, [%p1]; add.u32 %r7, %r6, %r5; "
      "st.shared.v4.b32 [%r7], {%v0, %v1, %v2, %v3}; add.u32 %r5, %r5, 2048; "
      "bra loop;\n"
      "loaded: fence.proxy.async; ld.param.u64 %p10, [side]; mad.lo.u32 %r12, "
      "%r15, 128, %r0; mul.wide.u32 %p11, %r12, 4; add.u64 %p10, %p10, %p11; "
      "ld.global.b32 %v0, [%p10]; shl.b32 %r8, %r1, 21; add.u32 %r8, %r8, 300; "
      "tcgen05.st.sync.aligned.32x32b.x1.b32 [%r8], {%v0}; "
      "tcgen05.wait::st.sync.aligned; tcgen05.fence::before_thread_sync; "
      "mov.u32 %r14, 300; setp.ne.u32 %q2, %r0, 0; @%q2 bra ready; "
      "mbarrier.init.shared.b64 [bar], 1;\n"
      "ready: barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned; "
      "tcgen05.fence::after_thread_sync; setp.ne.u32 %q3, %r15, 0; or.pred "
      "%q3, %q3, %q2; @%q3 bra wait;\n"
      "and.b32 %r9, %r6, 0x3ffff; shr.u32 %r9, %r9, 4; cvt.u64.u32 %p4, %r9; "
      "add.u64 %p5, %p4, " +
      std::to_string(dense) + "; add.u64 %p6, %p4, " +
      std::to_string(dense + (offsetB >> 4)) + "; mov.u32 %r10, " +
      std::to_string(uint32_t(1) << 4 | uint32_t(isSparse) << 2 |
                     (n >> 3) << 17 | (m >> 4) << 24) +
      (isSparse ? ";\ntcgen05.mma.sp.cta_group::2.kind::f16 [%r3], %p5, %p6, "
                  "[%r14], %r10, 0;\n"
                : ";\ntcgen05.mma.cta_group::2.kind::f16 [%r3], %p5, %p6, "
                  "%r10, 0;\n") +
      "mov.b16 %h0, 3; tcgen05.commit.cta_group::2.mbarrier::arrive::one."
      "shared::cluster.multicast::cluster.b64 [bar], %h0;\n"
      "wait: mbarrier.try_wait.parity.shared.b64 %q3, [bar], 0; @!%q3 bra "
      "wait; tcgen05.fence::after_thread_sync; ld.param.u64 %p8, [out]; "
      "mad.lo.u32 %r11, %r15, " +
      std::to_string(columns * 128) +
      ", %r0; mul.wide.u32 %p9, %r11, 4; add.u64 %p8, %p8, %p9; shl.b32 %r8, "
      "%r1, 21; add.u32 %r8, %r8, %r3;\n";
  for (unsigned first = 0; first < columns; first += 8) {
    text += "add.u32 %r9, %r8, " + std::to_string(first) +
            "; tcgen05.ld.sync.aligned." + (isHalf ? "16x32bx2" : "32x32b") +
            ".x8.b32 {%v0, %v1, %v2, %v3, %v4, %v5, %v6, %v7}, [%r9]" +
            (isHalf ? ", 0" : "") + "; tcgen05.wait::ld.sync.aligned;\n";
    for (unsigned i = 0; i < 8; ++i)
      text += "st.global.b32 [%p8+" + std::to_string((first + i) * 512) +
              "], %v" + std::to_string(i) + ";\n";
  }
  text += "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned; @%q0 "
          "bra freed; mov.u32 %r2, 512; "
          "tcgen05.dealloc.cta_group::2.sync.aligned.b32 %r3, %r2;\n"
          "freed: ret;\n}\n";
  EmulatedModule module(text);
  ASSERT_TRUE(module.program) << module.problem;
  std::vector<uint32_t> out(2 * columns * 128);
  emu::GlobalMemory memory;
  std::vector<uint8_t> parameters;
  appendParameter(parameters,
                  memory.map("image", images.data(), images.size()));
  appendParameter(parameters, memory.map("out", out.data(), out.size() * 4));
  appendParameter(parameters, memory.map("side", side.data(), side.size() * 4));
  emu::LaunchOptions options;
  options.block = {128, 1, 1};
  options.dynamicShared = 65536;
  options.grid = options.cluster = {2, 1, 1};
  options.seed = seed;
  emu::LaunchResult result = runEntry(module, memory, parameters, options);
  ASSERT_TRUE(result.passed()) << renderAll(result);
  for (unsigned i = 0; i < m; ++i)
    for (unsigned j = 0; j < n; ++j) {
      long double sum = 0, magnitude = 0;
      for (unsigned k = 0; k < depth; ++k) {
        long double product =
            (long double)decode(f16,
                                a[i / (m / 2)].bits[i % (m / 2) * depth + k]) *
            decode(f16, b[j / (n / 2)].bits[j % (n / 2) * depth + k]);
        sum += product;
        magnitude += std::abs(product);
      }
      unsigned rank = i / (m / 2), lane = laneOf(i % (m / 2)), column = j;
      if (m == 128 && !isSparse) {
        lane += j / (n / 2) * 64;
        column = j % (n / 2);
      }
      double got = decode(f32, out[(rank * columns + column) * 128 + lane]);
      ASSERT_LE(std::abs(got - sum),
                std::ldexp(std::abs(sum), -24) + std::ldexp(magnitude, -48))
          << m << "x" << n << " at (" << i << ", " << j << ")";
    }
}

/// What is found in a pair of blocks of one warp that claims columns and gives
/// them back. What comes before each part may have the second block (%p0) do
/// something else.
std::string claimColumns(const std::string &beforeAlloc,
                         const std::string &beforeFree) {
  EmulatedModule module(
      ".version 8.8\n.target sm_100a\n.address_size 64\n.visible .entry k() "
      ".reqnctapercluster 2, 1, 1 {\n"
      ".reg .b32 %r<8>; .reg .pred %p<2>; .shared .align 4 .b32 base;\n"
      "mov.u32 %r0, %cluster_ctarank; setp.eq.u32 %p0, %r0, 1; "
      "mov.u32 %r1, 64;\n" +
      beforeAlloc +
      "\ntcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [base], "
      "%r1;\ntcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned;\n"
      "bar.warp.sync -1; ld.shared.b32 %r2, [base];\n" +
      beforeFree +
      "\ntcgen05.dealloc.cta_group::2.sync.aligned.b32 %r2, %r1;\nend: "
      "ret;\n}\n");
  EXPECT_TRUE(module.program) << module.problem;
  std::string found;
  for (unsigned seed = 1; module.program && seed < 6; ++seed) {
    emu::GlobalMemory memory;
    emu::LaunchOptions options;
    options.block = {32, 1, 1};
    options.grid = options.cluster = {2, 1, 1};
    options.seed = seed;
    emu::LaunchResult result = runEntry(module, memory, {}, options);
    if (!result.passed())
      found = renderAll(result);
  }
  return found;
}

} // namespace

TEST(Tcgen05PairTest, BothBlocksClaimColumns) {
  EXPECT_EQ(claimColumns("", ""), "");
  auto expect = [](const std::string &found, StringRef part) {
    EXPECT_TRUE(StringRef(found).contains(part)) << found;
  };
  expect(claimColumns("@%p0 bra end;", ""), "deadlock");
  expect(claimColumns("", "@%p0 bra end;"), "deadlock");
  expect(claimColumns("@%p0 mov.u32 %r1, 128;", ""),
         "the blocks of the pair make different cta_group::2 allocations");
}

TEST(Tcgen05PairTest, BothLayouts) {
  for (unsigned n : {32u, 64u, 128u, 256u})
    for (unsigned m : {128u, 256u})
      runPair(m, n, m + n);
  runPair(256, 96, 7);
  runPair(128, 96, 8);
  for (unsigned n : {32u, 96u})
    for (unsigned m : {128u, 256u})
      runPair(m, n, m + n, /*isSparse=*/true);
}
