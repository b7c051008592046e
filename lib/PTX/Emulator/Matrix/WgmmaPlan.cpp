//===- PTX/Emulator/Matrix/WgmmaPlan.cpp - what a wgmma multiplies -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads modifiers and immediates of wgmma.mma_async, as WgmmaPlan.h describes.
//
//===----------------------------------------------------------------------===//

#include "WgmmaPlan.h"

#include "tessera/Layout/Fragments.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;
using namespace tessera::layout;

/// Where the elements of a tile of 8 columns of D lie, as WgmmaPlan::placeD has
/// it.
static void placeTileOfD(WgmmaPlan &plan) {
  Fragment tile = Fragment::fromLayout(
      cantFail(mmaFragment({16, 8, 16}, MmaOperand::C, 32)), 32);
  for (unsigned lane = 0; lane < laneCount; ++lane)
    for (unsigned e = 0; e < 4; ++e) {
      unsigned place = tile.index[lane * 4 + e];
      plan.placeD[e][lane] = place / 8 * plan.n + place % 8;
    }
}

std::optional<WgmmaPlan>
tessera::ptx::emu::planWgmma(BindContext &c, const DecodedInstruction &in) {
  auto refuse = [&](const Twine &why) -> std::optional<WgmmaPlan> {
    c.refuse(why);
    return std::nullopt;
  };
  WgmmaPlan plan;
  SmallVector<MatrixType, 3> types;
  for (const Modifier &modifier : c.source.modifiers) {
    StringRef text = modifier.text;
    if (text == "sp") {
      plan.isSparse = true;
      continue;
    }
    if (text.consume_front("m64n")) {
      if (text.consumeInteger(10, plan.n) || !text.consume_front("k") ||
          text.getAsInteger(10, plan.k))
        return refuse("shape ." + modifier.text);
    } else if (text == "satfinite") {
      plan.saturate = true;
    } else if (std::optional<MatrixType> type = findMatrixType(text)) {
      types.push_back(*type);
    } else if (text != "mma_async" && text != "sync" && text != "aligned" &&
               text != "and" && text != "popc") {
      return refuse("modifier ." + modifier.text);
    }
  }
  if (types.size() != 3 || plan.n == 0)
    return refuse("a wgmma without three types");
  plan.d = types[0], plan.a = types[1], plan.b = types[2];
  plan.aInRegisters = in.args[1].kind == ArgKind::Vector;
  if (plan.aInRegisters) {
    // Per warp the fragment of mma.sync of the same depth.
    unsigned bits = packedBits(plan.a);
    Expected<LinearLayout> map =
        mmaFragment({16, 8, plan.depthA()}, MmaOperand::A, bits);
    if (!map)
      return refuse(toString(map.takeError()));
    plan.fragmentA = Fragment::fromLayout(*map, bits);
  }
  placeTileOfD(plan);
  // scale-a, scale-b, then transposes: of B only when A is in registers.
  auto immediate = [&](unsigned index) {
    return int64_t(in.args[index].literal.value_or(0));
  };
  if (plan.isSparse) {
    plan.scaleD = 5;
    unsigned bits = packedBits(plan.a);
    plan.sparse = SparseRule::of(plan.a, false, SparseOrder::Ascending);
    int64_t selector = immediate(4);
    if (selector < 0 ||
        selector > int64_t(largestSelector(plan.sparse, plan.k, bits)))
      return refuse("the sparsity selector " + Twine(selector) +
                    ", which this shape does not have");
    plan.selector = unsigned(selector);
  }
  unsigned next = plan.scaleD + 1;
  if (in.numArgs > next + 1) {
    for (unsigned i = next; i < next + 2; ++i)
      plan.hasBadScale |= immediate(i) != 1 && immediate(i) != -1;
    plan.negateA = immediate(next) == -1;
    plan.negateB = immediate(next + 1) == -1;
  }
  if (in.numArgs > next + 2) {
    plan.mnMajorB = immediate(in.numArgs - 1) == 1;
    plan.mnMajorA = in.numArgs > next + 3 && immediate(next + 2) == 1;
  }
  c.takeAll(); // all looked at above
  return plan;
}
