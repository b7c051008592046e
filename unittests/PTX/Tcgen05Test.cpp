//===- PTX/Tcgen05Test.cpp - tensor memory and tcgen05.mma ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ld and st in every shape, count and packing of the PTX manual by the formulas
// of gpu-facts.md 8.2, the access rules, and every kind of mma against matrix
// products.
//
//===----------------------------------------------------------------------===//

#include "EmulatorHelper.h"
#include "MatrixHelper.h"

using namespace llvm;
using namespace tessera::ptx;

namespace {

std::string number(uint64_t value) { return std::to_string(value); }

std::string header(StringRef parameters, StringRef target = "sm_100a") {
  return (".version 8.8\n.target " + target +
          "\n.address_size 64\n.extern .shared .align 1024 .b8 s[]; .visible "
          ".entry k(" +
          parameters + ") {\n" +
          ".reg .b32 %r<16>, %v<256>; .reg .b64 %p<16>; .reg .pred %q<4>;\n"
          ".shared .align 8 .b64 bar; "
          ".shared .align 4 .b32 base;\nmov.u32 %r0, %tid.x; shr.u32 %r1, %r0, "
          "5; setp.ne.u32 %q0, %r1, 0;\n")
      .str();
}

/// All 512 columns, at 0.
const std::string allocate =
    "@%q0 bra allocated; mov.u32 %r2, 512; "
    "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [base], %r2;\n"
    "allocated: bar.sync 0; ld.shared.b32 %r3, [base];\n";
const std::string release =
    "bar.sync 0; @%q0 bra freed; mov.u32 %r2, 512; "
    "tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r3, %r2;\nfreed: ret;\n}\n";

emu::LaunchResult run(const std::string &text, ArrayRef<uint8_t> parameters,
                      emu::GlobalMemory &memory, uint64_t seed) {
  EmulatedModule module(text);
  EXPECT_TRUE(module.program) << module.problem;
  if (!module.program)
    return {};
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

struct Shape {
  const char *name;
  unsigned registers, maximum; // of .x1, largest count
};
constexpr Shape shapes[] = {{"32x32b", 1, 128},
                            {"16x64b", 1, 128},
                            {"16x128b", 2, 64},
                            {"16x256b", 4, 32},
                            {"16x32bx2", 1, 128}};

/// gpu-facts.md 8.2 by arithmetic: the cell of a register in the window.
void cellOf(unsigned shape, unsigned r, unsigned lane, unsigned split,
            unsigned &row, unsigned &column) {
  switch (shape) {
  case 0:
    row = lane, column = r;
    return;
  case 1:
    row = lane / 4 + 8 * (lane & 1), column = (lane >> 1 & 1) + 2 * r;
    return;
  case 2:
    row = lane / 4 + 8 * (r & 1), column = lane % 4 + 4 * (r / 2);
    return;
  case 3:
    row = lane / 4 + 8 * (r >> 1 & 1),
    column = (r & 1) + 2 * (lane % 4) + 8 * (r / 4);
    return;
  default:
    row = lane % 16, column = r + (lane >= 16 ? split : 0);
  }
}

std::string vectorOf(unsigned first, unsigned count) {
  std::string text;
  for (unsigned r = 0; r < count; ++r)
    text += (r ? ", %v" : "%v") + number(first + r);
  return "{" + text + "}";
}

/// Stores registers by one shape and reads the window back by 32x32b (or the
/// other way round), with and without packing.
void checkShape(unsigned shape, unsigned count, bool isPacked, bool isStore,
                unsigned upper) {
  const Shape &info = shapes[shape];
  unsigned registers = info.registers * count;
  unsigned width = isPacked ? 2 : 1;
  unsigned split = shape == 4 ? count * width : 0;
  // Columns of the window, at most all there are.
  unsigned columns = registers * width * (shape == 0 ? 1 : 2);
  ASSERT_LE(columns, 512u);
  unsigned plain = columns; // registers of the 32x32b side, 32 at a time
  bool isWide = shape == 0;
  std::string text = header(".param .u64 in, .param .u64 out") + allocate;
  // Each warp at its own lanes; +16 for the upper half of a 16-lane shape.
  text += "ld.param.u64 %p0, [in]; ld.param.u64 %p1, [out]; mul.wide.u32 %p2, "
          "%r0, 4; add.u64 %p0, %p0, %p2; add.u64 %p1, %p1, %p2; shl.b32 %r4, "
          "%r1, 21; add.u32 %r4, %r4, %r3; add.u32 %r5, %r4, " +
          number(isWide ? 0 : upper << 20) + ";\n";
  std::string name = std::string(info.name) + ".x" + number(count);
  std::string splitText = shape == 4 ? ", " + number(split) : "";
  auto transfer = [&](bool isLoad, unsigned total, const char *address,
                      unsigned pitch) {
    for (unsigned r = 0; r < total; ++r)
      text += isLoad
                  ? "ld.global.b32 %v" + number(r) + ", [" + address + "+" +
                        number((r + pitch) * 512) + "];\n"
                  : "st.global.b32 [" + std::string(address) + "+" +
                        number((r + pitch) * 512) + "], %v" + number(r) + ";\n";
  };
  // The plain side, 32 registers a time.
  auto plainSide = [&](bool isLoad) {
    for (unsigned first = 0; first < plain; first += 32) {
      unsigned here = std::min(32u, plain - first);
      std::string at = "add.u32 %r6, %r4, " + number(first) + ";\n";
      if (isLoad)
        text += at + "tcgen05.ld.sync.aligned.32x32b.x" + number(here) +
                ".b32 " + vectorOf(0, here) +
                ", [%r6]; tcgen05.wait::ld.sync.aligned;\n";
      transfer(!isLoad, here, isLoad ? "%p1" : "%p0", first);
      if (!isLoad)
        text += at + "tcgen05.st.sync.aligned.32x32b.x" + number(here) +
                ".b32 [%r6], " + vectorOf(0, here) +
                "; tcgen05.wait::st.sync.aligned;\n";
    }
  };
  if (isStore) {
    // Known contents first: what the store leaves must stay.
    for (unsigned first = 0; first < plain; first += 32) {
      unsigned here = std::min(32u, plain - first);
      for (unsigned r = 0; r < here; ++r)
        text += "mov.b32 %v" + number(r) + ", 0xabcdabcd;\n";
      text += "add.u32 %r6, %r4, " + number(first) +
              "; tcgen05.st.sync.aligned.32x32b.x" + number(here) +
              ".b32 [%r6], " + vectorOf(0, here) +
              "; tcgen05.wait::st.sync.aligned;\n";
    }
    transfer(true, registers, "%p0", 0);
    text += "tcgen05.st.sync.aligned." + name +
            (isPacked ? ".unpack::16b" : "") + ".b32 [%r5]" + splitText + ", " +
            vectorOf(0, registers) + "; tcgen05.wait::st.sync.aligned;\n";
    plainSide(true);
  } else {
    plainSide(false);
    text += "tcgen05.ld.sync.aligned." + name + (isPacked ? ".pack::16b" : "") +
            ".b32 " + vectorOf(0, registers) + ", [%r5]" + splitText +
            "; tcgen05.wait::ld.sync.aligned;\n";
    transfer(false, registers, "%p1", 0);
  }
  text += release;
  std::mt19937 random(count + 1000 * shape);
  std::vector<uint32_t> in(512 * 128), out(512 * 128);
  for (uint32_t &value : in)
    value = uint32_t(random());
  emu::GlobalMemory memory;
  std::vector<uint8_t> parameters;
  appendParameter(parameters, memory.map("in", in.data(), in.size() * 4));
  appendParameter(parameters, memory.map("out", out.data(), out.size() * 4));
  emu::LaunchResult result = run(text, parameters, memory, count);
  ASSERT_TRUE(result.passed()) << name << "\n" << renderAll(result);
  // Both sides as [column or register][thread].
  std::vector<uint32_t> window(512 * 128, 0xabcdabcd);
  if (!isStore)
    window = in;
  for (unsigned thread = 0; thread < 128; ++thread)
    for (unsigned r = 0; r < registers; ++r) {
      unsigned row = 0, column = 0;
      cellOf(shape, r, thread % 32, 0, row, column);
      column *= width;
      if (shape == 4 && thread % 32 >= 16)
        column += split;
      unsigned lane = thread / 32 * 32 + row + (isWide ? 0 : 16 * upper);
      uint32_t &low = window[column * 128 + lane];
      uint32_t &high = window[(column + width - 1) * 128 + lane];
      uint32_t value = in[r * 128 + thread];
      if (isStore) {
        high = value >> 16;
        low = isPacked ? value & 0xFFFF : value;
      } else {
        uint32_t expected = isPacked ? (low & 0xFFFF) | high << 16 : low;
        ASSERT_EQ(out[r * 128 + thread], expected)
            << name << " register " << r << " thread " << thread;
      }
    }
  if (isStore)
    for (unsigned i = 0; i < plain * 128; ++i)
      ASSERT_EQ(out[i], window[i])
          << name << " column " << i / 128 << " lane " << i % 128;
}

} // namespace

TEST(Tcgen05Test, LoadsAndStoresOfEveryShapeAndCount) {
  unsigned tried = 0;
  for (unsigned shape = 0; shape < 5; ++shape)
    for (unsigned count = 1; count <= shapes[shape].maximum; count *= 2)
      for (bool isPacked : {false, true})
        for (bool isStore : {false, true})
          for (unsigned upper : {0u, 1u}) {
            checkShape(shape, count, isPacked, isStore, upper);
            if (HasFatalFailure())
              return;
            ++tried;
          }
  EXPECT_EQ(tried, 296u);
}

TEST(Tcgen05Test, Reductions) {
  for (auto [type, first, second, isMin, expected] :
       {std::tuple("f32", 0x3F800000u, 0xC0000000u, true, 0xC0000000u),
        {"f32", 0x3F800000u, 0xC0000000u, false, 0x3F800000u},
        {"u32", 1u, 0xC0000000u, false, 0xC0000000u},
        {"s32", 1u, 0xC0000000u, false, 1u}}) {
    std::string text =
        header(".param .u64 out", "sm_103a") + allocate +
        "shl.b32 %r4, %r1, 21; add.u32 %r4, %r4, %r3; mov.b32 %v0, " +
        number(first) + "; mov.b32 %v1, " + number(second) +
        ";\ntcgen05.st.sync.aligned.32x32b.x2.b32 [%r4], {%v0, %v1}; "
        "tcgen05.wait::st.sync.aligned;\n"
        "tcgen05.ld.red.sync.aligned.32x32b.x2." +
        (isMin ? "min." : "max.") + type +
        " {%v2, %v3}, %v4, [%r4]; tcgen05.wait::ld.sync.aligned;\n"
        "ld.param.u64 %p0, [out]; st.global.b32 [%p0], %v4;\n" +
        release;
    uint32_t out = 0;
    emu::GlobalMemory memory;
    std::vector<uint8_t> parameters;
    appendParameter(parameters, memory.map("out", &out, 4));
    emu::LaunchResult result = run(text, parameters, memory, 1);
    EXPECT_TRUE(result.passed()) << renderAll(result);
    EXPECT_EQ(out, expected) << type;
  }
}

TEST(Tcgen05Test, AccessRules) {
  using emu::CheckKind;
  auto findings = [](const std::string &body, uint64_t seed) {
    emu::GlobalMemory memory;
    return run(header("") + allocate +
                   "shl.b32 %r4, %r1, 21; add.u32 %r4, %r4, %r3;\n" + body +
                   release,
               {}, memory, seed);
  };
  std::string store = "tcgen05.st.sync.aligned.32x32b.x1.b32 [%r4], {%r0};\n";
  std::string waitStore = "tcgen05.wait::st.sync.aligned;\n";
  std::string load = "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%v0}, [%r4];\n";
  std::string waitLoad = "tcgen05.wait::ld.sync.aligned;\n";
  std::string use = "add.u32 %v1, %v0, 1;\n";
  for (uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_TRUE(
        findings(store + waitStore + load + waitLoad + use, seed).passed());
    EXPECT_TRUE(
        hasFinding(findings(store + waitStore + load + use + waitLoad, seed),
                   CheckKind::Tcgen05Wait, "'%v0' is read before"));
    EXPECT_TRUE(hasFinding(
        findings(store + waitStore + load + store + waitStore + waitLoad, seed),
        CheckKind::Tcgen05Wait, "writes tensor memory"));
    EXPECT_TRUE(
        findings(store + waitStore + load + waitLoad + store + waitStore, seed)
            .passed());
    EXPECT_TRUE(hasFinding(findings(store + load + waitLoad + waitStore, seed),
                           CheckKind::AsyncBeforeWait, "still writing"));
    EXPECT_TRUE(hasFinding(findings(load + waitLoad, seed),
                           CheckKind::UninitialisedMemory, "never written"));
    EXPECT_TRUE(hasFinding(
        findings("xor.b32 %r4, %r4, 0x200000;\n" + store + waitStore, seed),
        CheckKind::Tensor, "may access lanes"));
    EXPECT_TRUE(hasFinding(
        findings("add.u32 %r4, %r4, %r0;\n" + store + waitStore, seed),
        CheckKind::Tensor, "different tensor memory addresses"));
    EXPECT_TRUE(hasFinding(
        findings("add.u32 %r4, %r4, 512;\n" + store + waitStore, seed),
        CheckKind::OutOfBounds, "which has 512"));
  }
  emu::GlobalMemory memory;
  std::string leak = header("") + allocate + "ret; }\n";
  EXPECT_TRUE(hasFinding(run(leak, {}, memory, 0), CheckKind::Tensor,
                         "512 columns of tensor memory were not freed"));
}

namespace {

struct MmaCase {
  const char *kind, *a, *b, *d;
  unsigned n, k;
  unsigned m = 128;
  unsigned width = 128;
  bool mnMajorA = false, mnMajorB = false, aInTmem = false;
  unsigned scales = 0;
  const char *scaleType = "";
  const char *vector = "";
};

unsigned codeOf(StringRef kind, StringRef type) {
  if (kind == "mxf4" || kind == "mxf4nvf4" || type == "bf16" || type == "s8" ||
      type == "e5m2")
    return 1;
  return type == "tf32"   ? 2
         : type == "e2m3" ? 3
         : type == "e3m2" ? 4
         : type == "e2m1" ? 5
                          : 0;
}

/// gpu-facts.md 8.4; `id` selects the scales.
uint32_t instructionDescriptor(const MmaCase &test, unsigned id) {
  const Format &fd = formatOf(test.d);
  StringRef kind = test.kind;
  uint32_t idesc = codeOf(kind, test.a) << 7 | codeOf(kind, test.b) << 10 |
                   uint32_t(test.mnMajorA) << 15 |
                   uint32_t(test.mnMajorB) << 16 | (test.n >> 3) << 17;
  if (test.scales == 0)
    idesc |= (test.m >> 4) << 24 | (fd.bits == 16 ? 0u
                                    : fd.exponent ? 1u
                                                  : 2u)
                                       << 4;
  else
    idesc |= (test.m >> 7) << 27 | id << 4 | id << 29 |
             uint32_t(StringRef(test.scaleType) == "ue8m0") << 23;
  return idesc;
}

/// A for tensor memory: packed along k, 32 bytes a row.
std::vector<uint32_t> packA(const MmaCase &test, const OperandImage &a) {
  const Format &fa = formatOf(test.a);
  bool isHalfLanes = test.m == 64;
  bool isFour = StringRef(test.kind).starts_with("mxf4");
  std::vector<uint32_t> packedA(128 * 8);
  unsigned bitsA = fa.bits < 8 && !isFour ? 8 : fa.bits;
  for (unsigned i = 0; i < test.m; ++i)
    for (unsigned k = 0; k < test.k; ++k)
      packedA[(isHalfLanes ? i % 16 + i / 16 * 32 : i) * 8 + k * bitsA / 32] |=
          uint32_t(a.bits[i * test.k + k]) << (k * bitsA % 32);
  return packedA;
}

void runMma(const MmaCase &test, unsigned seed) {
  std::mt19937_64 random(seed);
  const Format &fa = formatOf(test.a), &fb = formatOf(test.b),
               &fd = formatOf(test.d);
  StringRef kind = test.kind;
  bool isFour = kind.starts_with("mxf4");
  auto isPadded = [&](const Format &format) {
    return format.bits < 8 && !isFour;
  };
  OperandImage a = makeImage(fa, test.m, test.k, test.width, test.mnMajorA,
                             isPadded(fa), random);
  OperandImage b = makeImage(fb, test.n, test.k, test.width, test.mnMajorB,
                             isPadded(fb), random);
  uint64_t mode = test.width == 128  ? 2
                  : test.width == 64 ? 4
                  : test.width == 32 ? 6
                                     : 0;
  auto descriptor = [&](const OperandImage &image, uint64_t offset) {
    return offset >> 4 | uint64_t(image.leading >> 4) << 16 |
           uint64_t(image.stride >> 4) << 32 | uint64_t(1) << 46 | mode << 61;
  };
  std::vector<uint8_t> image = a.bytes;
  uint64_t offsetB = image.size();
  image.insert(image.end(), b.bytes.begin(), b.bytes.end());
  // Scales: 512-byte blocks of 128 rows, row r at 16 (r % 32) + 4 (r / 32).
  uint64_t offsetScales = image.size();
  std::vector<double> scaleA(test.m * 4, 1), scaleB(test.n * 4, 1);
  unsigned id = test.scales == 1   ? seed % 4
                : test.scales == 2 ? seed % 2 * 2
                                   : 0;
  if (test.scales != 0) {
    const Format &format = formatOf(test.scaleType);
    image.resize(image.size() + 1536);
    for (unsigned operand = 0; operand < 2; ++operand)
      for (unsigned row = 0; row < (operand ? test.n : test.m); ++row)
        for (unsigned byte = 0; byte < 4; ++byte) {
          uint64_t bits = randomElement(format, random);
          unsigned at = row % 128 % 32 * 16 + row % 128 / 32 * 4 + byte;
          image[offsetScales + operand * 512 + row / 128 * 512 + at] =
              uint8_t(bits);
          if (byte >= id && byte < id + test.scales)
            (operand ? scaleB : scaleA)[row * 4 + byte - id] =
                decode(format, bits);
        }
  }
  uint32_t idesc = instructionDescriptor(test, id);
  // D at column 0, A at 256, scales at 400 and 410.
  std::string text =
      header(".param .u64 image, .param .u32 size, .param .u64 da, .param .u64 "
             "db, .param .u32 idesc, .param .u64 out, .param .u64 a") +
      allocate +
      "ld.param.u64 %p0, [image]; ld.param.u32 %r4, [size]; shl.b32 %r5, %r0, "
      "4; mov.u32 %r6, s;\n"
      "loop: setp.ge.u32 %q1, %r5, %r4; @%q1 bra loaded; cvt.u64.u32 %p1, %r5; "
      "add.u64 %p1, %p1, %p0; ld.global.v4.b32 {%v0, %v1, %v2, %v3}, [%p1]; "
      "add.u32 %r7, %r6, %r5; st.shared.v4.b32 [%r7], {%v0, %v1, %v2, %v3}; "
      "add.u32 %r5, %r5, 2048; bra loop;\nloaded: fence.proxy.async;\n";
  if (test.aInTmem) {
    text += "ld.param.u64 %p2, [a]; mul.wide.u32 %p3, %r0, 32; add.u64 %p2, "
            "%p2, %p3; shl.b32 %r8, %r1, 21; add.u32 %r8, %r8, 256;\n";
    for (unsigned i = 0; i < 8; ++i)
      text +=
          "ld.global.b32 %v" + number(i) + ", [%p2+" + number(4 * i) + "];\n";
    text += "tcgen05.st.sync.aligned.32x32b.x8.b32 [%r8], " + vectorOf(0, 8) +
            "; tcgen05.wait::st.sync.aligned;\n";
  }
  text += "setp.ne.u32 %q2, %r0, 0; @%q2 bra issued; mbarrier.init.shared.b64 "
          "[bar], 1;\nissued: tcgen05.fence::before_thread_sync; bar.sync 0; "
          "tcgen05.fence::after_thread_sync; @%q2 bra wait;\n"
          "shr.u32 %r9, %r6, 4; cvt.u64.u32 %p4, %r9; ld.param.u64 %p5, [da]; "
          "ld.param.u64 %p6, [db]; add.u64 %p5, %p5, %p4; add.u64 %p6, %p6, "
          "%p4; ld.param.u32 %r10, [idesc]; mov.u32 %r11, 256;\n"
          "setp.ne.u32 %q3, %r0, 0;\n";
  std::string extra;
  if (test.scales != 0) {
    text += "mov.u32 %r12, 400; mov.u32 %r13, 410; mov.u32 %r14, 414;\n";
    for (unsigned i = 0; i < 3; ++i) {
      uint64_t source =
          (offsetScales + 512 * i) >> 4 | uint64_t(8) << 32 | uint64_t(1) << 46;
      text += "add.u64 %p7, %p4, " + number(source) +
              "; tcgen05.cp.cta_group::1.32x128b.warpx4 [%r" + number(12 + i) +
              "], %p7;\n";
    }
    extra = ", [%r12], [%r13]";
  }
  std::string name =
      std::string("tcgen05.mma.cta_group::1.kind::") + test.kind + test.vector;
  text += name + " [%r3], " + (test.aInTmem ? "[%r11]" : "%p5") +
          ", %p6, %r10" + extra + ", %q3;\n";
  // Once more onto the first: D = 2 A B. Integers of any size stay exact.
  text += name + " [%r3], " + (test.aInTmem ? "[%r11]" : "%p5") +
          ", %p6, %r10" + extra +
          ", 1;\n"
          "tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64 [bar];\n"
          "wait: mbarrier.try_wait.parity.shared.b64 %q3, [bar], 0; @!%q3 bra "
          "wait; tcgen05.fence::after_thread_sync;\n"
          "ld.param.u64 %p8, [out]; mul.wide.u32 %p9, %r0, 4; add.u64 %p8, "
          "%p8, %p9; shl.b32 %r8, %r1, 21; add.u32 %r8, %r8, %r3;\n";
  bool isHalfLanes = test.m == 64;
  for (unsigned first = 0; first < test.n; first += 8) {
    text += "add.u32 %r9, %r8, " + number(first) +
            "; tcgen05.ld.sync.aligned." +
            (isHalfLanes ? "16x32bx2.x8.b32 " : "32x32b.x8.b32 ") +
            vectorOf(0, 8) + ", [%r9]" + (isHalfLanes ? ", 0" : "") +
            "; tcgen05.wait::ld.sync.aligned;\n";
    for (unsigned i = 0; i < 8; ++i)
      text += "st.global.b32 [%p8+" + number((first + i) * 512) + "], %v" +
              number(i) + ";\n";
  }
  text += "tcgen05.fence::before_thread_sync;\n" + release;
  std::vector<uint32_t> packedA = packA(test, a), out(test.n * 128);
  emu::GlobalMemory memory;
  std::vector<uint8_t> parameters;
  appendParameter(parameters, memory.map("image", image.data(), image.size()));
  appendParameter(parameters, uint64_t(image.size()));
  appendParameter(parameters, descriptor(a, 0));
  appendParameter(parameters, descriptor(b, offsetB));
  appendParameter(parameters, uint64_t(idesc));
  appendParameter(parameters, memory.map("out", out.data(), out.size() * 4));
  appendParameter(parameters,
                  memory.map("a", packedA.data(), packedA.size() * 4));
  emu::LaunchResult result = run(text, parameters, memory, seed);
  ASSERT_TRUE(result.passed()) << name << " " << test.a << " " << test.b << "\n"
                               << renderAll(result);
  unsigned block = test.scales ? test.k / test.scales : test.k;
  for (unsigned i = 0; i < test.m; ++i)
    for (unsigned j = 0; j < test.n; ++j) {
      long double sum = 0, magnitude = 0;
      for (unsigned k = 0; k < test.k; ++k) {
        long double product = (long double)decode(fa, a.bits[i * test.k + k]) *
                              decode(fb, b.bits[j * test.k + k]) *
                              scaleA[i * 4 + k / block] *
                              scaleB[j * 4 + k / block];
        sum += 2 * product;
        magnitude += 2 * std::abs(product);
      }
      unsigned lane = isHalfLanes ? i % 16 + i / 16 * 32 : i;
      uint64_t bits = out[j * 128 + lane];
      if (fd.bits == 16 && std::abs(sum) > 65000)
        continue; // may overflow in between
      long double tolerance =
          fd.exponent ? std::ldexp(std::abs(sum), -int(fd.mantissa)) +
                            std::ldexp(magnitude, -45) + std::ldexp(1, -24)
                      : 0;
      ASSERT_LE(std::abs(decode(fd, bits) - sum), tolerance)
          << name << " " << test.a << " x " << test.b << " width " << test.width
          << " at (" << i << ", " << j << ")";
    }
}

} // namespace

TEST(Tcgen05Test, EveryKindOfMma) {
  std::vector<MmaCase> cases;
  for (unsigned width : {0u, 32u, 64u, 128u}) {
    for (const char *type : {"f16", "bf16"})
      for (bool mnA : {false, true})
        for (bool mnB : {false, true})
          cases.push_back(
              {"f16", type, type, "f32", 64, 16, 128, width, mnA, mnB});
    cases.push_back({"f16", "f16", "f16", "f16", 32, 16, 64, width});
    cases.push_back({"tf32", "tf32", "tf32", "f32", 48, 8, 128, width});
    cases.push_back(
        {"f8f6f4", "e4m3", "e5m2", "f32", 16, 32, 64, width, true, true});
    cases.push_back({"i8", "s8", "u8", "s32", 32, 32, 128, width, false, true});
    cases.push_back({"i8", "u8", "s8", "s32", 32, 32, 64, width});
  }
  for (const char *x : {"e4m3", "e5m2", "e2m3", "e3m2", "e2m1"})
    for (const char *y : {"e4m3", "e5m2", "e2m3", "e3m2", "e2m1"}) {
      cases.push_back({"f8f6f4", x, y, "f32", 32, 32});
      cases.push_back({"f8f6f4", x, y, "f16", 32, 32});
      cases.push_back({"mxf8f6f4", x, y, "f32", 32, 32, 128, 128, false, false,
                       false, 1, "ue8m0", ".block_scale.scale_vec::1X"});
    }
  for (unsigned n : {16u, 128u, 160u}) {
    cases.push_back({"mxf4", "e2m1", "e2m1", "f32", n, 64, 128, 128, false,
                     false, false, 2, "ue8m0", ".block_scale.scale_vec::2X"});
    cases.push_back({"mxf4nvf4", "e2m1", "e2m1", "f32", n, 64, 128, 128, false,
                     false, false, 2, "ue8m0", ".block_scale.scale_vec::2X"});
    cases.push_back({"mxf4nvf4", "e2m1", "e2m1", "f32", n, 64, 128, 128, false,
                     false, false, 4, "ue4m3", ".block_scale.scale_vec::4X"});
  }
  for (auto [kind, a, k, scales, type, vector] :
       {std::tuple("mxf8f6f4", "e3m2", 32u, 1u, "ue8m0", "scale_vec::1X"),
        {"mxf4", "e2m1", 64u, 2u, "ue8m0", "block32"},
        {"mxf4nvf4", "e2m1", 64u, 4u, "ue4m3", "block16"}})
    cases.push_back(
        {kind, a, a, "f32", 64, k, 128, 128, false, false, true, scales, type,
         StringRef(vector) == "block32"   ? ".block_scale.block32"
         : StringRef(vector) == "block16" ? ".block_scale.block16"
                                          : ".block_scale.scale_vec::1X"});
  for (unsigned m : {64u, 128u}) {
    cases.push_back(
        {"f16", "f16", "f16", "f32", 64, 16, m, 128, false, true, true});
    cases.push_back(
        {"tf32", "tf32", "tf32", "f32", 64, 8, m, 128, false, false, true});
    cases.push_back(
        {"f8f6f4", "e3m2", "e4m3", "f32", 64, 32, m, 128, false, false, true});
    cases.push_back(
        {"i8", "s8", "s8", "s32", 64, 32, m, 128, false, false, true});
  }
  for (unsigned n = 16; n <= 256; n += 16)
    cases.push_back({"f16", "f16", "f16", "f32", n, 16});
  unsigned seed = 0;
  for (const MmaCase &test : cases) {
    runMma(test, ++seed);
    if (HasFatalFailure())
      return;
  }
}
