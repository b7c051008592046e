//===- PTX/SparseTensorTest.cpp - wgmma.sp and tcgen05.mma.sp ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sparse products of warpgroups and of tensor memory, and the forms of
// tcgen05.mma that take part of A or B (.ashift, zero-column masks), against
// matrix products of random data. Operands and metadata are laid out here and
// in MatrixHelper.h by the manual's words.
//
//===----------------------------------------------------------------------===//

#include "EmulatorHelper.h"
#include "MatrixHelper.h"

using namespace llvm;
using namespace tessera::ptx;

namespace {

std::string number(uint64_t value) { return std::to_string(value); }

/// Compares one element with the sum of its products.
void expectSum(const Format &format, uint64_t bits, long double sum,
               long double magnitude, const std::string &what) {
  if (format.bits == 16 && std::abs(sum) >= 65000)
    return; // may be rounded to infinity
  long double tolerance =
      format.exponent ? std::ldexp(std::abs(sum), -int(format.mantissa)) +
                            std::ldexp(magnitude, -45) + std::ldexp(1, -24)
                      : 0;
  ASSERT_LE(std::abs(decode(format, bits) - sum), tolerance) << what;
}

constexpr char copyLoop[] =
    "ld.param.u64 %p0, [image]; ld.param.u32 %r4, [size]; mov.u32 %r6, s; "
    "shl.b32 %r5, %r0, 4;\n"
    "loop: setp.ge.u32 %q1, %r5, %r4; @%q1 bra loaded; cvt.u64.u32 %p1, %r5; "
    "add.u64 %p1, %p1, %p0; ld.global.v4.b32 {%v0, %v1, %v2, %v3}, [%p1]; "
    "add.u32 %r7, %r6, %r5; st.shared.v4.b32 [%r7], {%v0, %v1, %v2, %v3}; "
    "add.u32 %r5, %r5, 2048; bra loop;\n"
    "loaded: fence.proxy.async; bar.sync 0;\n";

//===----------------------------------------------------------------------===//
// wgmma
//===----------------------------------------------------------------------===//

struct WgmmaCase {
  const char *a, *b, *d;
  unsigned n, k;
  bool mnMajorA = false, mnMajorB = false, inRegisters = false;
  const char *after = "";
};

void runWgmma(const WgmmaCase &test, unsigned seed) {
  std::mt19937_64 random(seed);
  const Format &fa = formatOf(test.a), &fb = formatOf(test.b),
               &fd = formatOf(test.d);
  unsigned chunk = fa.bits == 32 ? 2 : 4, chunks = test.k / chunk;
  unsigned selector = fa.bits >= 16 ? seed % 2 : 0;
  SparseMatrix a = makeSparse(fa, 64, test.k, chunk, false, random);
  unsigned widthA = test.mnMajorA ? 128 : 32;
  OperandImage imageA =
      imageOf(fa, a.kept, 64, test.k / 2, widthA, test.mnMajorA, false);
  OperandImage imageB =
      makeImage(fb, test.n, test.k, 128, test.mnMajorB, false, random);
  std::vector<uint32_t> side(5 * 128); // metadata, then A
  for (unsigned warp = 0; warp < 4; ++warp) {
    auto lanes = packMetadata(a, 16 * warp, fa.bits, chunks, selector, random);
    for (unsigned lane = 0; lane < 32; ++lane)
      side[32 * warp + lane] = uint32_t(lanes[lane]);
    std::vector<uint64_t> rows(a.kept.begin() + 16 * warp * test.k / 2,
                               a.kept.begin() + 16 * (warp + 1) * test.k / 2);
    auto registers = pack(rows, 16, test.k / 2, {fa.bits, 0}, true);
    for (unsigned r = 0; r < 4; ++r)
      for (unsigned lane = 0; lane < 32; ++lane)
        side[(1 + r) * 128 + 32 * warp + lane] =
            uint32_t(registers[r * 32 + lane]);
  }
  unsigned perRegister = fd.bits == 16 ? 2 : 1;
  unsigned registers = test.n / 2 / perRegister;
  std::string list;
  for (unsigned r = 0; r < registers; ++r)
    list += (r ? ", %c" : "%c") + number(r);
  auto descriptor = [](const OperandImage &image, unsigned width) {
    uint64_t mode = width == 128 ? 1 : 3;
    return uint64_t(image.leading >> 4) << 16 |
           uint64_t(image.stride >> 4) << 32 | mode << 62;
  };
  std::string name = "wgmma.mma_async.sp.sync.aligned.m64n" + number(test.n) +
                     "k" + number(test.k) + "." + test.d + "." + test.a + "." +
                     test.b + test.after;
  std::string text =
      std::string(
          ".version 8.6\n.target sm_90a\n.address_size 64\n"
          ".extern .shared .align 1024 .b8 s[]; .visible .entry k(.param .u64 "
          "image, .param .u32 size, .param .u64 da, .param .u64 db, .param "
          ".u64 side, .param .u64 out) {\n.reg .b32 %r<8>, %v<5>, %c<128>; "
          ".reg .b64 %p<8>; .reg .pred %q<4>;\nmov.u32 %r0, %tid.x;\n") +
      copyLoop +
      "ld.param.u64 %p2, [da]; ld.param.u64 %p3, [db]; shr.u32 %r3, %r6, 4; "
      "cvt.u64.u32 %p4, %r3; add.u64 %p2, %p2, %p4; add.u64 %p3, %p3, %p4;\n"
      "ld.param.u64 %p5, [side]; ld.param.u64 %p6, [out]; mul.wide.u32 %p7, "
      "%r0, 4; add.u64 %p5, %p5, %p7; add.u64 %p6, %p6, %p7;\n"
      "ld.global.b32 %v4, [%p5];\n";
  for (unsigned r = 0; r < 4; ++r)
    text += "ld.global.b32 %v" + number(r) + ", [%p5+" + number((1 + r) * 512) +
            "];\n";
  for (unsigned r = 0; r < registers; ++r)
    text += "mov.b32 %c" + number(r) + ", 0;\n";
  text += "wgmma.fence.sync.aligned;\n" + name + " {" + list + "}, " +
          (test.inRegisters ? "{%v0, %v1, %v2, %v3}" : "%p2") + ", %p3, %v4, " +
          number(selector) + ", 1";
  if (fd.exponent != 0)
    text += ", 1, -1";
  if (fa.bits == 16 && !test.inRegisters)
    text += test.mnMajorA ? ", 1" : ", 0";
  if (fa.bits == 16)
    text += test.mnMajorB ? ", 1" : ", 0";
  text += ";\nwgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned "
          "0;\n";
  for (unsigned r = 0; r < registers; ++r)
    text +=
        "st.global.b32 [%p6+" + number(r * 512) + "], %c" + number(r) + ";\n";
  EmulatedModule module(text + "ret;\n}\n");
  ASSERT_TRUE(module.program) << name << ": " << module.problem;
  std::vector<uint8_t> image = imageA.bytes;
  uint64_t offsetB = image.size();
  image.insert(image.end(), imageB.bytes.begin(), imageB.bytes.end());
  std::vector<uint32_t> out(registers * 128);
  emu::GlobalMemory memory;
  std::vector<uint8_t> parameters;
  appendParameter(parameters, memory.map("image", image.data(), image.size()));
  appendParameter(parameters, uint64_t(image.size()));
  appendParameter(parameters, descriptor(imageA, widthA));
  appendParameter(parameters, descriptor(imageB, 128) + (offsetB >> 4));
  appendParameter(parameters, memory.map("side", side.data(), side.size() * 4));
  appendParameter(parameters, memory.map("out", out.data(), out.size() * 4));
  emu::LaunchOptions options;
  options.block = {128, 1, 1};
  options.dynamicShared = 131072;
  options.seed = seed;
  emu::LaunchResult result = runEntry(module, memory, parameters, options);
  ASSERT_TRUE(result.passed()) << name << "\n" << renderAll(result);
  long double sign = fd.exponent != 0 ? -1 : 1;
  for (unsigned i = 0; i < 64; ++i)
    for (unsigned j = 0; j < test.n; ++j) {
      long double sum = 0, magnitude = 0;
      for (unsigned k = 0; k < test.k; ++k) {
        long double product = (long double)decode(fa, a.full[i * test.k + k]) *
                              decode(fb, imageB.bits[j * test.k + k]);
        sum += sign * product;
        magnitude += std::abs(product);
      }
      // r0 -> n 1; l0, l1 -> n 2, 4; l2..l4 -> m; r1 -> m 8; warps -> m 16.
      unsigned thread = i / 16 * 32 + i % 8 * 4 + j % 8 / 2;
      unsigned element = j / 8 * 4 + i % 16 / 8 * 2 + j % 2;
      uint64_t bits = out[element / perRegister * 128 + thread];
      if (perRegister == 2)
        bits = bits >> (element % 2 * 16) & 0xFFFF;
      expectSum(fd, bits, sum, magnitude,
                name + " at (" + number(i) + ", " + number(j) + ")");
      if (::testing::Test::HasFatalFailure())
        return;
    }
}

//===----------------------------------------------------------------------===//
// tcgen05
//===----------------------------------------------------------------------===//

struct TensorCase {
  const char *kind, *a, *b, *d;
  unsigned m = 128, n = 64;
  bool isSparse = true, aInTmem = false, isShifted = false, isWs = false;
  unsigned scales = 0;
  const char *scaleType = "", *vector = "";
  uint64_t zero = 0;
  unsigned maxShift = 0; // code of the instruction descriptor
  bool hasMask = false;  // disable-output-lane
};

unsigned depthOf(StringRef kind) {
  return kind == "f16"              ? 16
         : kind == "tf32"           ? 8
         : kind.starts_with("mxf4") ? 64
                                    : 32;
}

unsigned codeOf(StringRef kind, StringRef type) {
  if (kind.starts_with("mxf4") || type == "bf16" || type == "s8" ||
      type == "e5m2")
    return 1;
  return type == "tf32"   ? 2
         : type == "e2m3" ? 3
         : type == "e3m2" ? 4
         : type == "e2m1" ? 5
                          : 0;
}

/// Lane and column of an element of D.
std::pair<unsigned, unsigned> placeD(const TensorCase &test, unsigned i,
                                     unsigned j) {
  if (!test.isWs)
    return {test.m == 64 ? i % 16 + i / 16 * 32 : i, j};
  unsigned width = test.n * test.m / 128;
  return {i + test.m * (j / width), j % width};
}

/// The manual's words on zero-column masks: the column of B, or nothing.
std::optional<unsigned> columnOfB(const TensorCase &test, unsigned j) {
  unsigned shift = unsigned(test.zero >> 56 & 63);
  if (!(test.zero >> 39 & 1))
    return j + shift;
  unsigned width = test.n * test.m / 128, part = j / width;
  unsigned skip = unsigned(test.zero >> 40 & 255) + 1,
           use = unsigned(test.zero >> 48 & 255) + 1;
  // The mask as a string of zeros and ones, from the lowest bit.
  std::string mask;
  bool ones = test.zero >> (32 + part) & 1;
  while (mask.size() < 1024) {
    mask += std::string(ones ? skip : use, ones ? '1' : '0');
    ones = !ones;
  }
  mask = mask.substr(test.zero >> (8 * part) & 255);
  if (mask[j % width] == '1')
    return std::nullopt;
  return j + shift;
}

/// Per lane 8 columns of A and 4 of metadata, random where neither is.
std::vector<uint32_t> makeSide(const TensorCase &test, const SparseMatrix &a,
                               unsigned bitsA, unsigned k, unsigned chunk,
                               unsigned selector, std::mt19937_64 &random) {
  std::vector<uint32_t> side(128 * 12);
  unsigned depth = unsigned(a.kept.size()) / test.m;
  for (uint32_t &value : side)
    value = uint32_t(random());
  for (unsigned i = 0; i < test.m; ++i) {
    unsigned lane = placeD(test, i, 0).first;
    for (unsigned column = 0; column < 8; ++column)
      side[lane * 12 + column] = 0;
    for (unsigned at = 0; at < depth; ++at)
      side[lane * 12 + at * bitsA / 32] |= uint32_t(a.kept[i * depth + at])
                                           << (at * bitsA % 32);
  }
  for (unsigned i = 0; test.isSparse && i < test.m; ++i)
    for (unsigned c = 0; c < k / chunk; ++c)
      for (unsigned copy = 0; copy < (test.isWs ? 128 / test.m : 1); ++copy) {
        unsigned group = placeD(test, i / 16 * 16, 0).first + copy * test.m;
        unsigned lane, column, bit;
        if (formatOf(test.a).bits >= 16)
          lane = group + i % 8 + c / 4 * 8, column = selector,
          bit = i % 16 / 8 * 16 + c % 4 * 4;
        else
          lane = group + i % 16, column = c / 8, bit = c % 8 * 4;
        uint32_t &word = side[lane * 12 + 8 + column];
        word = (word & ~(15u << bit)) | a.nibbles[i * (k / chunk) + c] << bit;
      }
  return side;
}

/// The product twice, the second time onto the first, and all of D to `out`.
std::string tensorKernel(const TensorCase &test, const std::string &name,
                         unsigned columns, uint64_t offsetScales) {
  // D at column 0, A at 256, metadata at 264, scales at 400 and 404.
  std::string text =
      std::string(
          ".version 8.8\n.target sm_100a\n.address_size 64\n.extern .shared "
          ".align 1024 .b8 s[]; .visible .entry k(.param .u64 image, .param "
          ".u32 size, .param .u64 da, .param .u64 db, .param .u32 idesc, "
          ".param .u64 side, .param .u64 out, .param .u64 zero) {\n.reg .b32 "
          "%r<16>, %v<16>; .reg .b64 %p<16>; .reg .pred %q<4>; .shared .align "
          "8 .b64 bar; .shared .align 4 .b32 base;\nmov.u32 %r0, %tid.x; "
          "shr.u32 %r1, %r0, 5; setp.ne.u32 %q0, %r1, 0; @%q0 bra allocated; "
          "mov.u32 %r2, 512; tcgen05.alloc.cta_group::1.sync.aligned."
          "shared::cta.b32 [base], %r2;\nallocated: bar.sync 0; ld.shared.b32 "
          "%r3, [base];\n") +
      copyLoop +
      "ld.param.u64 %p2, [side]; mul.wide.u32 %p3, %r0, 48; add.u64 %p2, %p2, "
      "%p3; shl.b32 %r8, %r1, 21; add.u32 %r8, %r8, 256;\n";
  for (unsigned i = 0; i < 12; ++i)
    text += "ld.global.b32 %v" + number(i) + ", [%p2+" + number(4 * i) + "];\n";
  text +=
      "tcgen05.st.sync.aligned.32x32b.x8.b32 [%r8], {%v0, %v1, %v2, %v3, %v4, "
      "%v5, %v6, %v7}; add.u32 %r8, %r8, 8; "
      "tcgen05.st.sync.aligned.32x32b.x4.b32 [%r8], {%v8, %v9, %v10, %v11}; "
      "tcgen05.wait::st.sync.aligned;\n"
      "setp.ne.u32 %q2, %r0, 0; @%q2 bra issued; mbarrier.init.shared.b64 "
      "[bar], 1;\nissued: tcgen05.fence::before_thread_sync; bar.sync 0; "
      "tcgen05.fence::after_thread_sync; @%q2 bra wait;\n"
      "shr.u32 %r9, %r6, 4; cvt.u64.u32 %p4, %r9; ld.param.u64 %p5, [da]; "
      "ld.param.u64 %p6, [db]; ld.param.u64 %p10, [zero]; add.u64 %p5, %p5, "
      "%p4; add.u64 %p6, %p6, %p4; ld.param.u32 %r10, [idesc]; mov.u32 %r11, "
      "256; mov.u32 %r12, 264; mov.u32 %r13, 400; mov.u32 %r14, 404; mov.b32 "
      "%v12, 0; mov.b32 %v13, 0x80000001;\n";
  std::string extra;
  for (unsigned i = 0; test.scales != 0 && i < 2; ++i) {
    uint64_t source =
        (offsetScales + 512 * i) >> 4 | uint64_t(8) << 32 | uint64_t(1) << 46;
    text += "add.u64 %p7, %p4, " + number(source) +
            "; tcgen05.cp.cta_group::1.32x128b.warpx4 [%r" + number(13 + i) +
            "], %p7;\n";
    extra = ", [%r13], [%r14]";
  }
  if (test.hasMask)
    extra = ", {%v12, %v13, %v12, %v12}";
  std::string operands = std::string(" [%r3], ") +
                         (test.aInTmem ? "[%r11]" : "%p5") + ", %p6, " +
                         (test.isSparse ? "[%r12], " : "") + "%r10" + extra;
  std::string tail = test.zero != 0 ? ", %p10;\n" : ";\n";
  std::string plain = operands.substr(0, operands.size() - extra.size());
  // A mask leaves rows of the second product out.
  text += name + (test.hasMask ? plain : operands) + ", 0" + tail + name +
          operands + ", 1" + tail +
          "tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64 [bar];\n"
          "wait: mbarrier.try_wait.parity.shared.b64 %q3, [bar], 0; @!%q3 bra "
          "wait; tcgen05.fence::after_thread_sync;\n"
          "ld.param.u64 %p8, [out]; mul.wide.u32 %p9, %r0, 4; add.u64 %p8, "
          "%p8, %p9; shl.b32 %r8, %r1, 21; add.u32 %r8, %r8, %r3;\n";
  bool isHalf = test.m == 64 && !test.isWs;
  for (unsigned first = 0; first < columns; first += 8) {
    text += "add.u32 %r9, %r8, " + number(first) +
            "; tcgen05.ld.sync.aligned." +
            (isHalf ? "16x32bx2.x8.b32" : "32x32b.x8.b32") +
            " {%v0, %v1, %v2, %v3, %v4, %v5, %v6, %v7}, [%r9]" +
            (isHalf ? ", 0" : "") + "; tcgen05.wait::ld.sync.aligned;\n";
    for (unsigned i = 0; i < 8; ++i)
      text += "st.global.b32 [%p8+" + number((first + i) * 512) + "], %v" +
              number(i) + ";\n";
  }
  text += "tcgen05.fence::before_thread_sync; bar.sync 0; @%q0 bra freed; "
          "mov.u32 %r2, 512; tcgen05.dealloc.cta_group::1.sync.aligned.b32 "
          "%r3, %r2;\nfreed: ret;\n}\n";
  return text;
}

void runTensor(const TensorCase &test, unsigned seed) {
  std::mt19937_64 random(seed);
  StringRef kind = test.kind;
  const Format &fa = formatOf(test.a), &fb = formatOf(test.b),
               &fd = formatOf(test.d);
  bool isFour = kind.starts_with("mxf4");
  unsigned depth = depthOf(kind), k = depth * (test.isSparse ? 2 : 1);
  unsigned chunk = !test.isSparse ? 1 : fa.bits == 32 ? 2 : isFour ? 8 : 4;
  unsigned selector = test.isSparse && fa.bits >= 16 ? seed % 4 : 0;
  SparseMatrix a;
  if (test.isSparse) {
    a = makeSparse(fa, test.m, k, chunk, false, random);
  } else {
    for (unsigned i = 0; i < test.m * k; ++i)
      a.kept.push_back(randomElement(fa, random));
    a.full = a.kept;
  }
  unsigned shift = unsigned(test.zero >> 56 & 63), extent = test.n + shift;
  auto isPadded = [&](const Format &format) {
    return format.bits < 8 && !isFour;
  };
  OperandImage imageA =
      imageOf(fa, a.kept, test.m, depth, 128, false, isPadded(fa));
  OperandImage imageB =
      makeImage(fb, extent, k, 128, false, isPadded(fb), random);
  std::vector<uint8_t> image = imageA.bytes;
  uint64_t offsetB = image.size();
  image.insert(image.end(), imageB.bytes.begin(), imageB.bytes.end());
  // Scales: 512-byte blocks of 128 rows, row r at 16 (r % 32) + 4 (r / 32).
  uint64_t offsetScales = image.size();
  std::vector<double> scaleA(test.m * 4, 1), scaleB(test.n * 4, 1);
  if (test.scales != 0) {
    image.resize(image.size() + 1024);
    for (unsigned operand = 0; operand < 2; ++operand)
      for (unsigned row = 0; row < 128; ++row)
        for (unsigned byte = 0; byte < 4; ++byte) {
          uint64_t bits = randomElement(formatOf(test.scaleType), random);
          image[offsetScales + operand * 512 + row % 32 * 16 + row / 32 * 4 +
                byte] = uint8_t(bits);
          auto &list = operand ? scaleB : scaleA;
          if (byte < test.scales && row < list.size() / 4)
            list[row * 4 + byte] = decode(formatOf(test.scaleType), bits);
        }
  }
  std::vector<uint32_t> side =
      makeSide(test, a, isPadded(fa) ? 8 : fa.bits, k, chunk, selector, random);
  uint32_t idesc = codeOf(kind, test.a) << 7 | codeOf(kind, test.b) << 10 |
                   (test.n >> 3) << 17 | uint32_t(test.isSparse) << 2;
  if (test.scales == 0)
    idesc |= (test.m >> 4) << 24 | selector | test.maxShift << 30 |
             (fd.bits == 16 ? 0u
              : fd.exponent ? 1u
                            : 2u)
                 << 4;
  else
    idesc |= (test.m >> 7) << 27 |
             uint32_t(StringRef(test.scaleType) == "ue8m0") << 23;
  std::string name = std::string("tcgen05.mma") + (test.isWs ? ".ws" : "") +
                     (test.isSparse ? ".sp" : "") +
                     ".cta_group::1.kind::" + test.kind + test.vector +
                     (test.isShifted ? ".ashift" : "");
  unsigned columns = test.isWs ? test.n * test.m / 128 : test.n;
  std::string text = tensorKernel(test, name, columns, offsetScales);
  EmulatedModule module(text);
  ASSERT_TRUE(module.program) << name << ": " << module.problem;
  auto descriptor = [](const OperandImage &image, uint64_t offset) {
    return offset >> 4 | uint64_t(image.leading >> 4) << 16 |
           uint64_t(image.stride >> 4) << 32 | uint64_t(1) << 46 |
           uint64_t(2) << 61;
  };
  std::vector<uint32_t> out(columns * 128);
  emu::GlobalMemory memory;
  std::vector<uint8_t> parameters;
  appendParameter(parameters, memory.map("image", image.data(), image.size()));
  appendParameter(parameters, uint64_t(image.size()));
  appendParameter(parameters, descriptor(imageA, 0));
  appendParameter(parameters, descriptor(imageB, offsetB));
  appendParameter(parameters, uint64_t(idesc));
  appendParameter(parameters, memory.map("side", side.data(), side.size() * 4));
  appendParameter(parameters, memory.map("out", out.data(), out.size() * 4));
  appendParameter(parameters, test.zero);
  emu::LaunchOptions options;
  options.block = {128, 1, 1};
  options.dynamicShared = 131072;
  options.seed = seed;
  emu::LaunchResult result = runEntry(module, memory, parameters, options);
  ASSERT_TRUE(result.passed()) << name << " " << test.a << "\n"
                               << renderAll(result);
  unsigned block = test.scales ? k / test.scales : k;
  for (unsigned i = 0; i < test.m; ++i)
    for (unsigned j = 0; j < test.n; ++j) {
      long double sum = 0, magnitude = 0;
      unsigned row = test.isShifted && i + 1 < test.m ? i + 1 : i;
      std::optional<unsigned> column =
          test.isWs ? columnOfB(test, j) : std::optional(j);
      auto [lane, where] = placeD(test, i, j);
      bool isLeftOut = test.hasMask && (lane == 32 || lane == 63);
      for (unsigned at = 0; column && at < k; ++at) {
        // Metadata is that of the row of the product, not of the one it reads.
        long double left = decode(fa, a.full[row * k + at]);
        long double product = left * decode(fb, imageB.bits[*column * k + at]) *
                              scaleA[i * 4 + at / block] *
                              scaleB[j * 4 + at / block];
        sum += (isLeftOut ? 1 : 2) * product;
        magnitude += 2 * std::abs(product);
      }
      expectSum(fd, out[where * 128 + lane], sum, magnitude,
                name + " " + test.a + " x " + test.b + " at (" + number(i) +
                    ", " + number(j) + ")");
      if (::testing::Test::HasFatalFailure())
        return;
    }
}

void runAll(ArrayRef<TensorCase> cases) {
  unsigned seed = 0;
  for (const TensorCase &test : cases) {
    runTensor(test, ++seed);
    if (::testing::Test::HasFatalFailure())
      return;
  }
}

uint64_t zeroMask(ArrayRef<unsigned> starts, unsigned firstSpans, unsigned skip,
                  unsigned use, unsigned shift) {
  uint64_t bits = uint64_t(1) << 39 | uint64_t(firstSpans) << 32 |
                  uint64_t(skip) << 40 | uint64_t(use) << 48 |
                  uint64_t(shift) << 56;
  for (auto [i, start] : enumerate(starts))
    bits |= uint64_t(start) << (8 * i);
  return bits;
}

} // namespace

TEST(SparseWgmmaTest, TypesAndOperands) {
  std::vector<WgmmaCase> cases;
  for (const char *type : {"f16", "bf16"})
    for (bool mnB : {false, true}) {
      for (bool mnA : {false, true})
        cases.push_back({type, type, "f32", 32, 32, mnA, mnB});
      cases.push_back({type, type, "f32", 64, 32, false, mnB, true});
    }
  for (bool inRegisters : {false, true}) {
    cases.push_back({"f16", "f16", "f16", 24, 32, false, false, inRegisters});
    cases.push_back({"tf32", "tf32", "f32", 32, 16, false, false, inRegisters});
    for (const char *x : {"e4m3", "e5m2"})
      for (const char *y : {"e4m3", "e5m2"})
        for (const char *d : {"f32", "f16"})
          cases.push_back({x, y, d, 40, 64, false, false, inRegisters});
    for (const char *x : {"s8", "u8"})
      for (const char *y : {"s8", "u8"}) {
        cases.push_back({x, y, "s32", 48, 64, false, false, inRegisters});
        cases.push_back(
            {x, y, "s32", 8, 64, false, false, inRegisters, ".satfinite"});
      }
  }
  for (unsigned n = 8; n <= 256; n += 8)
    cases.push_back({"f16", "f16", "f32", n, 32});
  unsigned seed = 0;
  for (const WgmmaCase &test : cases) {
    runWgmma(test, ++seed);
    if (HasFatalFailure())
      return;
  }
}

TEST(SparseTensorTest, EveryKind) {
  std::vector<TensorCase> cases;
  for (unsigned m : {64u, 128u})
    for (bool aInTmem : {false, true})
      for (unsigned repeat = 0; repeat < 2; ++repeat) {
        cases.push_back({"f16", "f16", "f16", "f32", m, 64, true, aInTmem});
        cases.push_back({"f16", "bf16", "bf16", "f32", m, 32, true, aInTmem});
        cases.push_back({"f16", "f16", "f16", "f16", m, 16, true, aInTmem});
        cases.push_back({"tf32", "tf32", "tf32", "f32", m, 48, true, aInTmem});
        cases.push_back({"i8", "s8", "u8", "s32", m, 32, true, aInTmem});
        cases.push_back(
            {"f8f6f4", "e4m3", "e5m2", "f32", m, 32, true, aInTmem});
        cases.push_back(
            {"f8f6f4", "e2m1", "e3m2", "f32", m, 32, true, aInTmem});
      }
  for (const char *x : {"e4m3", "e5m2", "e2m3", "e3m2", "e2m1"})
    for (const char *y : {"e4m3", "e5m2", "e2m3", "e3m2", "e2m1"})
      for (bool aInTmem : {false, true})
        cases.push_back({"mxf8f6f4", x, y, "f32", 128, 32, true, aInTmem, false,
                         false, 1, "ue8m0", ".block_scale.scale_vec::1X"});
  for (bool aInTmem : {false, true}) {
    cases.push_back({"mxf4", "e2m1", "e2m1", "f32", 128, 64, true, aInTmem,
                     false, false, 2, "ue8m0", ".block_scale.scale_vec::2X"});
    cases.push_back({"mxf4nvf4", "e2m1", "e2m1", "f32", 128, 64, true, aInTmem,
                     false, false, 4, "ue4m3", ".block_scale.scale_vec::4X"});
  }
  runAll(cases);
}

TEST(SparseTensorTest, WeightStationary) {
  std::vector<TensorCase> cases;
  for (unsigned m : {32u, 64u, 128u})
    for (unsigned n : {64u, 128u})
      for (bool isSparse : {false, true})
        for (bool aInTmem : {false, true}) {
          if (aInTmem && m != 128)
            continue;
          for (auto [kind, type, d] : {std::tuple("f16", "bf16", "f32"),
                                       {"tf32", "tf32", "f32"},
                                       {"f8f6f4", "e4m3", "f32"},
                                       {"i8", "s8", "s32"}})
            if (!isSparse || StringRef(kind) != "i8")
              cases.push_back(
                  {kind, type, type, d, m, n, isSparse, aInTmem, false, true});
        }
  runAll(cases);
}

TEST(SparseTensorTest, ZeroColumnMasks) {
  std::vector<TensorCase> cases;
  for (unsigned m : {32u, 64u, 128u})
    for (uint64_t zero :
         {zeroMask({0, 0, 0, 0}, 0, 2, 3, 0), zeroMask({0}, 1, 2, 3, 0),
          zeroMask({0, 1, 2, 1}, 3, 2, 3, 2), zeroMask({2}, 0, 0, 6, 16),
          uint64_t(7) << 56})
      for (bool isSparse : {false, true})
        for (bool aInTmem : {false, true}) {
          if (aInTmem && m != 128)
            continue;
          for (auto [kind, type, d] :
               {std::tuple("f16", "f16", "f32"), {"i8", "s8", "s32"}})
            if (!isSparse || StringRef(kind) != "i8")
              cases.push_back({kind, type, type, d, m, 64, isSparse, aInTmem,
                               false, true, 0, "", "", zero, 2});
        }
  runAll(cases);
}

TEST(SparseTensorTest, ShiftedRowsOfA) {
  runAll({{"f16", "f16", "f16", "f32", 128, 64, false, true, true},
          {"f8f6f4", "e4m3", "e4m3", "f32", 128, 32, false, true, true},
          {"i8", "u8", "u8", "s32", 128, 32, false, true, true}});
}

TEST(SparseTensorTest, DisabledLanes) {
  std::vector<TensorCase> cases;
  for (bool isSparse : {false, true})
    for (bool aInTmem : {false, true})
      for (auto [kind, type, d] :
           {std::tuple("f16", "f16", "f32"), {"i8", "s8", "s32"}}) {
        if (isSparse && (aInTmem || StringRef(kind) == "i8"))
          continue;
        TensorCase test{kind, type, type, d, 128, 32, isSparse, aInTmem};
        test.hasMask = true;
        cases.push_back(test);
      }
  runAll(cases);
}
