//===- PTX/Emulator/Matrix/QuadMmaOps.cpp - mma.m8n8k4 of f16 ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Four products at once: each of a pair of quads, lanes 4q to 4q + 3 and the
// same plus 16. The fragments are those the manual gives for this shape alone.
//
//===----------------------------------------------------------------------===//

#include "MatrixElement.h"
#include "PTX/Emulator/Core/Elementwise.h"
#include "PTX/Emulator/Core/TensorOps.h"
#include "tessera/PTX/Emulator/Machine.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

namespace {
struct QuadPlan {
  bool rowA = true, rowB = false, halfC = false, halfD = false;
};
} // namespace

/// Row and column of element i of a lane (of the 8, by position in the pair:
/// 0 to 3, and 4 to 7 for the upper quad).
static std::pair<unsigned, unsigned> placeC(bool isHalf, unsigned lane,
                                            unsigned i) {
  unsigned upper = lane >= 4 ? 4 : 0;
  if (isHalf)
    return {lane % 4 + upper, i};
  return {(lane & 1) + (i & 2) + upper, (i & 4) + (lane & 2) + (i & 1)};
}

static Step quadStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  if (!w.gather(in, active, ~0u))
    return Step::Blocked;
  const auto &plan = *static_cast<const QuadPlan *>(in.data);
  auto half = [&](const Arg &arg, unsigned lane, unsigned i) {
    return decodeElement(MatrixType::F16,
                         w.source(arg.elements[i / 2])[lane] >> (i % 2 * 16) &
                             0xFFFF);
  };
  for (unsigned quad = 0; quad < 4; ++quad) {
    double a[8][4], b[4][8], c[8][8];
    auto laneOf = [&](unsigned member) {
      return quad * 4 + member % 4 + (member >= 4 ? 16 : 0);
    };
    for (unsigned member = 0; member < 8; ++member) {
      unsigned lane = laneOf(member), upper = member >= 4 ? 4 : 0;
      for (unsigned i = 0; i < 4; ++i) {
        double x = half(in.args[1], lane, i), y = half(in.args[2], lane, i);
        (plan.rowA ? a[member % 4 + upper][i] : a[i + upper][member % 4]) = x;
        (plan.rowB ? b[member % 4][i + upper] : b[i][member % 4 + upper]) = y;
      }
      for (unsigned i = 0; i < 8; ++i) {
        auto [row, column] = placeC(plan.halfC, member, i);
        c[row][column] =
            plan.halfC ? half(in.args[3], lane, i)
                       : decodeElement(MatrixType::F32,
                                       w.source(in.args[3].elements[i])[lane]);
      }
    }
    for (auto &row : c)
      for (unsigned j = 0; j < 8; ++j)
        for (unsigned k = 0; k < 4; ++k)
          row[j] += a[&row - c][k] * b[k][j];
    for (unsigned member = 0; member < 8; ++member) {
      unsigned lane = laneOf(member);
      for (unsigned i = 0; i < 8; ++i) {
        auto [row, column] = placeC(plan.halfD, member, i);
        uint64_t bits =
            encodeResult(plan.halfD ? MatrixType::F16 : MatrixType::F32,
                         c[row][column], false);
        uint64_t *d = w.dest(in.args[0].elements[plan.halfD ? i / 2 : i]);
        if (!plan.halfD)
          d[lane] = bits;
        else if (i % 2 == 0)
          d[lane] = bits;
        else
          d[lane] |= bits << 16;
      }
    }
  }
  return Step::Next;
}

static Bound bindQuad(BindContext &c, DecodedInstruction &in) {
  if (!c.has("m8n8k4") || c.has("f64"))
    return Bound::NotMine;
  QuadPlan plan;
  SmallVector<StringRef, 8> layouts, types;
  for (const Modifier &modifier : c.source.modifiers) {
    StringRef text = modifier.text;
    if (text == "row" || text == "col")
      layouts.push_back(text);
    else if (text == "f16" || text == "f32")
      types.push_back(text);
  }
  if (layouts.size() != 2 || types.size() != 4)
    return Bound::NotMine;
  plan.rowA = layouts[0] == "row";
  plan.rowB = layouts[1] == "row";
  plan.halfD = types[0] == "f16";
  plan.halfC = types[3] == "f16";
  c.takeAll(); // all looked at above
  in.mayBlock = true;
  in.data = c.keep(plan);
  return bindHandler(in, quadStep);
}

void tessera::ptx::emu::registerQuadMmaOps(Registry &registry) {
  registry.add("mma", bindQuad);
}
