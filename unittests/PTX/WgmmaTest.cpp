//===- PTX/WgmmaTest.cpp - wgmma against matrix products --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types, widths, swizzles, transposes, signs, operands in registers, and the
// protocol: what is used or written before the wait is found.
//
//===----------------------------------------------------------------------===//

#include "EmulatorHelper.h"
#include "MatrixHelper.h"

using namespace llvm;
using namespace tessera::ptx;

namespace {

struct Case {
  const char *a, *b, *d;
  unsigned n, k;
  unsigned width = 128; // of both swizzles
  bool mnMajorA = false, mnMajorB = false, inRegisters = false;
  int signA = 1, signB = 1;
};

constexpr char prologue[] =
    ".version 8.6\n.target sm_90a\n.address_size 64\n"
    ".extern .shared .align 1024 .b8 s[]; .visible .entry k(.param .u64 image, "
    ".param .u32 size, .param .u64 da, "
    ".param .u64 db, .param .u64 c, .param .u64 out) {\n"
    ".reg .b32 %r<8>, %c<128>, %a<4>; .reg .b64 %p<8>; .reg .pred %q<4>;\n"
    "\n"
    "ld.param.u64 %p0, [image]; ld.param.u32 %r1, [size]; mov.u32 %r0, "
    "%tid.x; shl.b32 %r2, %r0, 4; mov.u32 %r3, s;\n"
    "loop: setp.ge.u32 %q0, %r2, %r1; @%q0 bra done; cvt.u64.u32 %p1, %r2; "
    "add.u64 %p1, %p1, %p0; ld.global.v4.b32 {%a0, %a1, %a2, %a3}, [%p1]; "
    "add.u32 %r4, %r3, %r2; st.shared.v4.b32 [%r4], {%a0, %a1, %a2, %a3}; "
    "add.u32 %r2, %r2, 2048; bra loop;\n"
    "done: fence.proxy.async.shared::cta; bar.sync 0;\n"
    "ld.param.u64 %p2, [da]; ld.param.u64 %p3, [db]; shr.u32 %r3, %r3, 4; "
    "cvt.u64.u32 %p4, %r3; add.u64 %p2, %p2, %p4; add.u64 %p3, %p3, %p4;\n"
    "ld.param.u64 %p5, [c]; ld.param.u64 %p6, [out]; mul.wide.u32 %p7, %r0, 4; "
    "add.u64 %p5, %p5, %p7; add.u64 %p6, %p6, %p7; setp.eq.u32 %q1, %r0, "
    "%r0;\n";

uint64_t descriptor(const OperandImage &image, unsigned width) {
  uint64_t mode = width == 128 ? 1 : width == 64 ? 2 : width == 32 ? 3 : 0;
  return uint64_t(image.leading >> 4) << 16 |
         uint64_t(image.stride >> 4) << 32 | mode << 62;
}

void runCase(const Case &test, unsigned seed) {
  std::mt19937_64 random(seed);
  const Format &fa = formatOf(test.a), &fb = formatOf(test.b),
               &fd = formatOf(test.d);
  OperandImage a =
      makeImage(fa, 64, test.k, test.width, test.mnMajorA, false, random);
  OperandImage b =
      makeImage(fb, test.n, test.k, test.width, test.mnMajorB, false, random);
  unsigned perRegister = fd.bits == 16 ? 2 : 1;
  unsigned registers = test.n / 2 / perRegister;
  std::vector<uint64_t> c(64 * test.n);
  std::vector<uint32_t> packedC(registers * 128), out(registers * 128);
  auto place = [&](unsigned i, unsigned j, unsigned &shift) {
    // r0 -> n 1; l0, l1 -> n 2, 4; l2..l4 -> m; r1 -> m 8; warps -> m 16, 32.
    unsigned thread = i / 16 * 32 + i % 8 * 4 + j % 8 / 2;
    unsigned element = j / 8 * 4 + i % 16 / 8 * 2 + j % 2;
    shift = perRegister == 2 ? element % 2 * 16 : 0;
    return element / perRegister * 128 + thread;
  };
  for (unsigned i = 0; i < 64; ++i)
    for (unsigned j = 0; j < test.n; ++j) {
      unsigned shift = 0, at = place(i, j, shift);
      c[i * test.n + j] = randomElement(fd, random);
      packedC[at] |= uint32_t(c[i * test.n + j]) << shift;
    }
  // A in registers: words along k, as mma.sync; loaded after C.
  if (test.inRegisters) {
    unsigned per = 32 / fa.bits;
    size_t first = packedC.size();
    packedC.resize(first + 4 * 128);
    for (unsigned i = 0; i < 64; ++i)
      for (unsigned k = 0; k < test.k; ++k) {
        unsigned word = k / per;
        packedC[first + (word / 4 * 2 + i % 16 / 8) * 128 + i / 16 * 32 +
                i % 8 * 4 + word % 4] |= uint32_t(a.bits[i * test.k + k])
                                         << (k % per * fa.bits);
      }
  }
  std::string text = prologue, list;
  for (unsigned r = 0; r < registers; ++r) {
    text += "ld.global.b32 %c" + std::to_string(r) + ", [%p5+" +
            std::to_string(r * 512) + "];\n";
    list += (r ? ", %c" : "%c") + std::to_string(r);
  }
  for (unsigned r = 0; test.inRegisters && r < 4; ++r)
    text += "ld.global.b32 %a" + std::to_string(r) + ", [%p5+" +
            std::to_string((registers + r) * 512) + "];\n";
  bool isFloat = fd.exponent != 0, isHalf = fa.bits == 16;
  std::string name = std::string("wgmma.mma_async.sync.aligned.m64n") +
                     std::to_string(test.n) + "k" + std::to_string(test.k) +
                     "." + test.d + "." + test.a + "." + test.b;
  if (StringRef(test.a) == "b1")
    name += ".and.popc";
  text += "wgmma.fence.sync.aligned;\n" + name + " {" + list + "}, " +
          (test.inRegisters ? "{%a0, %a1, %a2, %a3}" : "%p2") + ", %p3, %q1";
  if (isFloat)
    text +=
        ", " + std::to_string(test.signA) + ", " + std::to_string(test.signB);
  if (isHalf && !test.inRegisters)
    text += test.mnMajorA ? ", 1" : ", 0";
  if (isHalf)
    text += test.mnMajorB ? ", 1" : ", 0";
  text += ";\nwgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned "
          "0;\n";
  for (unsigned r = 0; r < registers; ++r)
    text += "st.global.b32 [%p6+" + std::to_string(r * 512) + "], %c" +
            std::to_string(r) + ";\n";
  // Float accumulators are in .b32 registers, which PTX allows.
  EmulatedModule module(text + "ret;\n}\n");
  ASSERT_TRUE(module.program) << name << ": " << module.problem;
  std::vector<uint8_t> image = a.bytes;
  uint64_t offsetB = image.size();
  image.insert(image.end(), b.bytes.begin(), b.bytes.end());
  emu::GlobalMemory memory;
  std::vector<uint8_t> parameters;
  appendParameter(parameters, memory.map("image", image.data(), image.size()));
  appendParameter(parameters, uint64_t(image.size()));
  appendParameter(parameters, descriptor(a, test.width));
  appendParameter(parameters, descriptor(b, test.width) + (offsetB >> 4));
  appendParameter(parameters,
                  memory.map("c", packedC.data(), packedC.size() * 4));
  appendParameter(parameters, memory.map("out", out.data(), out.size() * 4));
  emu::LaunchOptions options;
  options.block = {128, 1, 1};
  options.dynamicShared = 131072;
  options.seed = seed;
  emu::LaunchResult result = runEntry(module, memory, parameters, options);
  ASSERT_TRUE(result.passed()) << name << "\n" << renderAll(result);
  for (unsigned i = 0; i < 64; ++i)
    for (unsigned j = 0; j < test.n; ++j) {
      long double sum = decode(fd, c[i * test.n + j]),
                  magnitude = std::abs(sum);
      for (unsigned k = 0; k < test.k; ++k) {
        long double product = (long double)decode(fa, a.bits[i * test.k + k]) *
                              decode(fb, b.bits[j * test.k + k]) * test.signA *
                              test.signB;
        sum += product;
        magnitude += std::abs(product);
      }
      unsigned shift = 0, at = place(i, j, shift);
      uint64_t bits = out[at] >> shift;
      if (fd.bits == 16)
        bits &= 0xFFFF;
      if (fd.bits == 16 && std::abs(sum) >= 65520) {
        ASSERT_EQ(bits, sum < 0 ? 0xFC00u : 0x7C00u) << name;
        continue;
      }
      long double tolerance =
          isFloat ? std::ldexp(std::abs(sum), -int(fd.mantissa) - 1) +
                        std::ldexp(magnitude, -48) + std::ldexp(1, -25)
                  : 0;
      ASSERT_LE(std::abs(decode(fd, bits) - sum), tolerance)
          << name << " width " << test.width << " at (" << i << ", " << j
          << ")";
    }
}

/// Runs a tail of instructions in 128 threads after the prologue.
emu::LaunchResult runTail(const std::string &tail, uint64_t seed) {
  EmulatedModule module(prologue + tail + "ret;\n}\n");
  EXPECT_TRUE(module.program) << module.problem;
  if (!module.program)
    return {};
  std::vector<uint8_t> image(8192), other(65536);
  emu::GlobalMemory memory;
  std::vector<uint8_t> parameters;
  appendParameter(parameters, memory.map("image", image.data(), image.size()));
  appendParameter(parameters, uint64_t(image.size()));
  uint64_t dense = uint64_t(64) << 32 | uint64_t(1) << 62;
  appendParameter(parameters, dense);
  appendParameter(parameters, dense);
  appendParameter(parameters, memory.map("c", other.data(), other.size()));
  appendParameter(parameters, memory.map("out", other.data(), other.size()));
  emu::LaunchOptions options;
  options.block = {128, 1, 1};
  options.dynamicShared = 131072;
  options.seed = seed;
  return runEntry(module, memory, parameters, options);
}

bool hasFinding(const emu::LaunchResult &result, emu::CheckKind kind,
                StringRef text) {
  return any_of(result.findings, [&](const emu::Finding &finding) {
    return finding.kind == kind && StringRef(finding.message).contains(text);
  });
}

const std::string multiply =
    "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
    "{%c0, %c1, %c2, %c3}, %p2, %p3, 0, 1, 1, 0, 0;\n";
const std::string waitAll =
    "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n";
const std::string use = "st.global.b32 [%p6], %c0;\n";

} // namespace

TEST(WgmmaTest, TypesWidthsAndLayouts) {
  std::vector<Case> cases;
  for (unsigned width : {0u, 32u, 64u, 128u}) {
    for (const char *type : {"f16", "bf16"})
      for (bool mnA : {false, true})
        for (bool mnB : {false, true})
          cases.push_back({type, type, "f32", 64, 16, width, mnA, mnB});
    cases.push_back({"f16", "f16", "f16", 24, 16, width, false, true});
    cases.push_back({"tf32", "tf32", "f32", 16, 8, width});
    cases.push_back({"e4m3", "e5m2", "f32", 40, 32, width});
    cases.push_back({"e5m2", "e4m3", "f16", 32, 32, width});
    cases.push_back({"s8", "u8", "s32", 32, 32, width});
    cases.push_back({"u8", "s8", "s32", 48, 32, width});
    cases.push_back({"b1", "b1", "s32", 16, 256, width});
  }
  for (unsigned n = 8; n <= 256; n += 8)
    cases.push_back({"f16", "f16", "f32", n, 16});
  for (int signA : {1, -1})
    for (int signB : {1, -1})
      cases.push_back({"bf16", "bf16", "f32", 16, 16, 128, false, false, false,
                       signA, signB});
  for (const char *type : {"f16", "bf16"})
    for (bool mnB : {false, true})
      cases.push_back({type, type, "f32", 64, 16, 128, false, mnB, true});
  cases.push_back({"f16", "f16", "f16", 64, 16, 128, false, false, true});
  cases.push_back({"tf32", "tf32", "f32", 32, 8, 128, false, false, true});
  cases.push_back({"e4m3", "e4m3", "f32", 32, 32, 128, false, false, true});
  cases.push_back({"e5m2", "e4m3", "f16", 32, 32, 128, false, false, true});
  cases.push_back({"s8", "s8", "s32", 32, 32, 128, false, false, true});
  cases.push_back({"b1", "b1", "s32", 32, 256, 128, false, false, true});
  unsigned seed = 0;
  for (const Case &test : cases) {
    runCase(test, ++seed);
    if (HasFatalFailure())
      return;
  }
}

TEST(WgmmaTest, Protocol) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const std::string fence = "wgmma.fence.sync.aligned;\n";
    EXPECT_TRUE(runTail(fence + multiply + waitAll + use, seed).passed());
    EXPECT_TRUE(hasFinding(runTail(fence + multiply + use + waitAll, seed),
                           emu::CheckKind::UninitialisedRegister, "%c0"));
    EXPECT_TRUE(hasFinding(
        runTail(fence + multiply + "mov.b32 %c1, 0;\n" + waitAll + use, seed),
        emu::CheckKind::Tensor, "written before the wgmma.wait_group"));
    EXPECT_TRUE(hasFinding(runTail(multiply + waitAll + use, seed),
                           emu::CheckKind::Tensor, "no wgmma.fence"));
    EXPECT_TRUE(hasFinding(
        runTail(fence + "or.b64 %p3, %p3, 0x4000;\n" + multiply + waitAll,
                seed),
        emu::CheckKind::Tensor, "bits set that must be zero"));
    EXPECT_TRUE(hasFinding(
        runTail(fence + "add.u64 %p3, %p3, 0x200;\n" + multiply + waitAll,
                seed),
        emu::CheckKind::UninitialisedMemory, "bytes of B"));
    // Two groups, of which the wait covers the first only.
    std::string second = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
                         "{%c4, %c5, %c6, %c7}, %p2, %p3, 0, 1, 1, 0, 0;\n";
    std::string two = fence + multiply + "wgmma.commit_group.sync.aligned;\n" +
                      second +
                      "wgmma.commit_group.sync.aligned;\n"
                      "wgmma.wait_group.sync.aligned 1;\n";
    EXPECT_TRUE(runTail(two + use + "wgmma.wait_group.sync.aligned 0;\n", seed)
                    .passed());
    EXPECT_TRUE(hasFinding(runTail(two + "st.global.b32 [%p6], %c4;\n", seed),
                           emu::CheckKind::UninitialisedRegister, "%c4"));
  }
}
