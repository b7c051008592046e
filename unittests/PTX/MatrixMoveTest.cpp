//===- PTX/MatrixMoveTest.cpp - ldmatrix, stmatrix, movmatrix, wmma -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every form against the maps of layouts.py, restated here as formulas of lane,
// register and element.
//
//===----------------------------------------------------------------------===//

#include "EmulatorHelper.h"

#include <random>

using namespace llvm;
using namespace tessera::ptx;

namespace {

constexpr unsigned rowBytes = 16;

struct MoveForm {
  const char *modifiers;
  unsigned registers;
  unsigned rows; // whose addresses are used
  /// The byte of the register: row of all rows, column byte (or element).
  void (*map)(unsigned r, unsigned lane, unsigned byte, unsigned &row,
              unsigned &column);
  unsigned packedBits = 8;
};

void plain(unsigned r, unsigned lane, unsigned byte, unsigned &row,
           unsigned &column) {
  row = 8 * r + lane / 4;
  column = 4 * (lane % 4) + byte;
}
void transposed(unsigned r, unsigned lane, unsigned byte, unsigned &row,
                unsigned &column) {
  row = 8 * r + 2 * (lane % 4) + byte / 2;
  column = lane / 4 * 2 + byte % 2;
}
/// m16n16.trans.b8: register 2i + h, source row 4q + e, column g + 8h.
void bytes16(unsigned r, unsigned lane, unsigned byte, unsigned &row,
             unsigned &column) {
  row = 16 * (r / 2) + 4 * (lane % 4) + byte;
  column = lane / 4 + 8 * (r % 2);
}
/// stmatrix m16n8.trans.b8: memory row 2q + (e & 1), column g + 8 (e >> 1).
void bytes8(unsigned r, unsigned lane, unsigned byte, unsigned &row,
            unsigned &column) {
  row = 8 * r + 2 * (lane % 4) + byte % 2;
  column = lane / 4 + 8 * (byte / 2);
}

std::string list(unsigned count) {
  std::string text = "{";
  for (unsigned i = 0; i < count; ++i)
    text += (i ? ", %r" : "%r") + std::to_string(i);
  return text + "}";
}

/// Loads: registers from rows; stores: rows from registers. Lane i gives the
/// address of row i; lanes beyond the rows give nonsense.
void check(const MoveForm &form, bool isStore) {
  std::string text =
      ".version 8.6\n.target sm_100a\n.address_size 64\n"
      ".visible .entry k(.param .u64 in, .param .u64 out) {\n"
      ".shared .align 16 .b8 s[512]; .reg .b32 %r<8>, %t, %a, %x, %b; "
      ".reg .b64 %p, %q, %o; .reg .pred %c;\n"
      "ld.param.u64 %p, [in]; ld.param.u64 %q, [out]; mov.u32 %t, %tid.x; "
      "mul.wide.u32 %o, %t, 16; add.u64 %p, %p, %o; add.u64 %q, %q, %o;\n"
      "mov.u32 %a, s; shl.b32 %x, %t, 4; add.u32 %a, %a, %x; mov.u32 %b, %a;\n"
      "setp.ge.u32 %c, %t, " +
      std::to_string(form.rows) + "; @%c mov.u32 %a, 0xffffffff;\n";
  std::string name =
      (isStore ? "stmatrix." : "ldmatrix.") + std::string(form.modifiers);
  std::string vector = list(form.registers);
  if (isStore) {
    for (unsigned r = 0; r < form.registers; ++r)
      text += "ld.global.b32 %r" + std::to_string(r) + ", [%p+" +
              std::to_string(4 * r) + "];\n";
    text += name + " [%a], " + vector +
            "; bar.warp.sync -1; @%c bra end;\n"
            "ld.shared.v4.b32 {%r0, %r1, %r2, %r3}, [%b];\n"
            "st.global.v4.b32 [%q], {%r0, %r1, %r2, %r3};\n";
  } else {
    text += "ld.global.v4.b32 {%r0, %r1, %r2, %r3}, [%p];\n"
            "st.shared.v4.b32 [%b], {%r0, %r1, %r2, %r3}; bar.warp.sync -1;\n" +
            name + " " + vector + ", [%a];\n";
    for (unsigned r = 0; r < form.registers; ++r)
      text += "st.global.b32 [%q+" + std::to_string(4 * r) + "], %r" +
              std::to_string(r) + ";\n";
  }
  text += "end: ret;\n}\n";
  EmulatedModule module(text);
  ASSERT_TRUE(module.program) << name << ": " << module.problem;
  std::mt19937 random(7);
  // [row][byte] of memory, [lane][register byte] of registers.
  std::vector<uint8_t> in(512), out(512);
  for (uint8_t &byte : in)
    byte = uint8_t(random());
  emu::GlobalMemory memory;
  std::vector<uint8_t> parameters;
  appendParameter(parameters, memory.map("in", in.data(), in.size()));
  appendParameter(parameters, memory.map("out", out.data(), out.size()));
  emu::LaunchOptions options;
  options.block = {32, 1, 1};
  emu::LaunchResult result = runEntry(module, memory, parameters, options);
  ASSERT_TRUE(result.passed()) << name << "\n" << renderAll(result);
  unsigned compared = 0;
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned r = 0; r < form.registers; ++r)
      for (unsigned byte = 0; byte < 4; ++byte) {
        unsigned row = 0, column = 0;
        form.map(r, lane, byte, row, column);
        ASSERT_LT(row, form.rows);
        uint8_t ofRegister = (isStore ? in : out)[lane * 16 + r * 4 + byte];
        uint8_t *line = (isStore ? out : in).data() + row * rowBytes;
        uint8_t ofMemory = line[column];
        if (form.packedBits < 8) {
          unsigned bit = column * form.packedBits;
          uint32_t word = line[bit / 8] | line[bit / 8 + 1] << 8;
          ofMemory = uint8_t(word >> bit % 8 & ((1u << form.packedBits) - 1));
        }
        ASSERT_EQ(ofRegister, ofMemory)
            << name << " lane " << lane << " register " << r << " byte "
            << byte;
        ++compared;
      }
  EXPECT_EQ(compared, form.registers * 128);
}

} // namespace

TEST(MatrixMoveTest, Loads) {
  std::vector<std::string> keep;
  for (unsigned count : {1u, 2u, 4u}) {
    std::string x = ".x" + std::to_string(count);
    auto form = [&](std::string text, unsigned registers, unsigned rows,
                    decltype(MoveForm::map) map, unsigned bits) {
      keep.push_back("sync.aligned." + text);
      check({keep.back().c_str(), registers, rows, map, bits}, false);
    };
    form("m8n8" + x + ".shared.b16", count, 8 * count, plain, 8);
    form("m8n8" + x + ".trans.shared::cta.b16", count, 8 * count, transposed,
         8);
    form("m8n16" + x + ".shared.b8x16.b4x16_p64", count, 8 * count, plain, 4);
    form("m8n16" + x + ".shared.b8x16.b6x16_p32", count, 8 * count, plain, 6);
    if (count == 4)
      continue;
    form("m16n16" + x + ".trans.shared.b8", 2 * count, 16 * count, bytes16, 8);
    form("m16n16" + x + ".trans.shared.b8x16.b4x16_p64", 2 * count, 16 * count,
         bytes16, 4);
    form("m16n16" + x + ".trans.shared.b8x16.b6x16_p32", 2 * count, 16 * count,
         bytes16, 6);
  }
}

TEST(MatrixMoveTest, Stores) {
  for (unsigned count : {1u, 2u, 4u}) {
    std::string x = ".x" + std::to_string(count);
    check({("sync.aligned.m8n8" + x + ".shared.b16").c_str(), count, 8 * count,
           plain},
          true);
    check({("sync.aligned.m8n8" + x + ".trans.shared.b16").c_str(), count,
           8 * count, transposed},
          true);
    check({("sync.aligned.m16n8" + x + ".trans.shared.b8").c_str(), count,
           8 * count, bytes8},
          true);
  }
}

TEST(MatrixMoveTest, Transpose) {
  EmulatedModule module(
      ".version 8.6\n.target sm_90\n.address_size 64\n"
      ".visible .entry k(.param .u64 out) { .reg .b32 %r<4>, %t; .reg .b64 %q, "
      "%o; ld.param.u64 %q, [out]; mov.u32 %t, %tid.x; mul.wide.u32 %o, %t, 4; "
      "add.u64 %q, %q, %o;\n"
      // Element (row, column) is row * 8 + column: 2t and 2t + 1.
      "shl.b32 %r0, %t, 1; add.u32 %r1, %r0, 1; shl.b32 %r1, %r1, 16; or.b32 "
      "%r0, %r0, %r1;\n"
      "movmatrix.sync.aligned.m8n8.trans.b16 %r2, %r0; st.global.b32 [%q], "
      "%r2; ret; }\n");
  ASSERT_TRUE(module.program) << module.problem;
  uint16_t out[64];
  emu::GlobalMemory memory;
  std::vector<uint8_t> parameters;
  appendParameter(parameters, memory.map("out", out, sizeof(out)));
  emu::LaunchOptions options;
  options.block = {32, 1, 1};
  ASSERT_TRUE(runEntry(module, memory, parameters, options).passed());
  for (unsigned i = 0; i < 64; ++i)
    EXPECT_EQ(out[i], i % 8 * 8 + i / 8);
}

TEST(MatrixMoveTest, MisalignedRowIsFound) {
  EmulatedModule module(
      ".version 8.6\n.target sm_90\n.address_size 64\n"
      ".visible .entry k() { .shared .align 16 .b8 s[256]; .reg .b32 %r, %a, "
      "%t; "
      "mov.u32 %a, s; mov.u32 %t, %tid.x; mad.lo.u32 %a, %t, 8, %a;\n"
      "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r}, [%a]; ret; }\n");
  ASSERT_TRUE(module.program) << module.problem;
  emu::GlobalMemory memory;
  emu::LaunchOptions options;
  options.block = {32, 1, 1};
  emu::LaunchResult result = runEntry(module, memory, {}, options);
  ASSERT_FALSE(result.findings.empty());
  bool isFound = false;
  for (const emu::Finding &finding : result.findings)
    isFound |= finding.kind == emu::CheckKind::Misaligned;
  EXPECT_TRUE(isFound) << renderAll(result);
}
