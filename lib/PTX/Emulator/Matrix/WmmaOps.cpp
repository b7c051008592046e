//===- PTX/Emulator/Matrix/WmmaOps.cpp - wmma.load, .mma and .store -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX leaves open which lane holds what in a wmma fragment. Here elements are
// dealt out in row-major order of the logical matrix, `count` to a lane, and
// over again where the fragment has room for copies (A and B of f16).
//
//===----------------------------------------------------------------------===//

#include "MatrixElement.h"
#include "PTX/Emulator/Core/Elementwise.h"
#include "PTX/Emulator/Core/TensorOps.h"
#include "PTX/Emulator/Scalar/FloatImpl.h"
#include "tessera/PTX/Emulator/Machine.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

namespace {
struct WmmaPlan {
  unsigned m = 0, n = 0, k = 0;
  MatrixType a{}, b{}, c{}, d{};
  Fragment fragmentA, fragmentB, fragmentC, fragmentD;
  bool saturate = false;
  tessera::numerics::Rounding rounding =
      tessera::numerics::Rounding::NearestEven;
  // Loads and stores: fragmentA, and
  unsigned rows = 0, columns = 0;
  bool isRowMajor = true;
};
} // namespace

static Fragment fragmentOf(unsigned size, MatrixType type, char operand) {
  // f16 A and B of 16 x 16 have 16 elements a lane: two copies.
  unsigned count = size / laneCount;
  if (type == MatrixType::F16 && operand != 'c')
    count = 16;
  else if (type == MatrixType::BF16 && operand != 'c')
    count = size / laneCount;
  return Fragment::dealt(count, packedBits(type), size);
}

static Step moveStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  if (!w.gather(in, active, ~0u))
    return Step::Blocked;
  const auto &plan = *static_cast<const WmmaPlan *>(in.data);
  bool isStore = in.flags;
  const Fragment &fragment = plan.fragmentA;
  unsigned size = fragment.bits / 8, total = plan.rows * plan.columns;
  std::vector<uint64_t> matrix(total);
  if (isStore)
    readFragment(w, in.args[1], fragment, matrix.data());
  const Arg &address = in.args[isStore ? 0 : 1];
  const Arg *stride = in.numArgs > 2 && in.args[2].kind != ArgKind::None
                          ? &in.args[2]
                          : nullptr;
  unsigned dense = plan.isRowMajor ? plan.columns : plan.rows;
  for (unsigned place = 0; place < fragment.index.size(); ++place) {
    unsigned index = fragment.index[place], lane = place / fragment.count;
    if (isStore && place >= total)
      break; // copies
    uint64_t step = stride ? uint32_t(w.source(*stride)[lane]) : dense;
    uint64_t row = index / plan.columns, column = index % plan.columns;
    uint64_t offset =
        plan.isRowMajor ? row * step + column : column * step + row;
    Span span =
        w.access(in, lane, in.space, w.address(address, lane) + offset * size,
                 size, isStore ? Access::Write : Access::Read);
    if (!span)
      continue;
    if (isStore)
      w.store(span, matrix[index], size);
    else
      matrix[index] = Warp::load(span, size);
  }
  if (!isStore)
    writeFragment(w, in.args[0], fragment, matrix.data(), w.path().mask);
  return Step::Next;
}

static Step multiplyStep(Warp &w, const DecodedInstruction &in,
                         LaneMask active) {
  if (!w.gather(in, active, ~0u))
    return Step::Blocked;
  const auto &plan = *static_cast<const WmmaPlan *>(in.data);
  uint64_t raw[512];
  double a[512], b[512], c[256];
  auto read = [&](const Arg &arg, const Fragment &fragment, MatrixType type,
                  unsigned size, double *values) {
    readFragment(w, arg, fragment, raw);
    for (unsigned i = 0; i < size; ++i)
      values[i] = decodeElement(type, raw[i]);
  };
  read(in.args[1], plan.fragmentA, plan.a, plan.m * plan.k, a);
  read(in.args[2], plan.fragmentB, plan.b, plan.k * plan.n, b);
  read(in.args[3], plan.fragmentC, plan.c, plan.m * plan.n, c);
  if (plan.a == MatrixType::F64)
    multiplyAddFused(a, b, c, plan.m, plan.n, plan.k, plan.rounding);
  else
    multiplyAdd(a, b, c, plan.m, plan.n, plan.k);
  for (unsigned i = 0; i < plan.m * plan.n; ++i)
    raw[i] = encodeResult(plan.d, c[i], plan.saturate);
  writeFragment(w, in.args[0], plan.fragmentD, raw, w.path().mask);
  return Step::Next;
}

static bool parseShape(StringRef text, WmmaPlan &plan) {
  return text.consume_front("m") && !text.consumeInteger(10, plan.m) &&
         text.consume_front("n") && !text.consumeInteger(10, plan.n) &&
         text.consume_front("k") && !text.getAsInteger(10, plan.k);
}

static Bound bindWmma(BindContext &c, DecodedInstruction &in) {
  auto refuse = [&](const Twine &why) {
    c.refuse(why);
    return Bound::Refused;
  };
  WmmaPlan plan;
  SmallVector<MatrixType, 4> types;
  char operand = 0;
  StringRef action = c.takeAny({"load", "store", "mma"});
  in.space = c.takeSpace();
  plan.rounding = takeRounding(c);
  for (const Modifier &modifier : c.source.modifiers) {
    StringRef text = modifier.text;
    if (std::optional<MatrixType> type = findMatrixType(text))
      types.push_back(*type);
    else if (text == "a" || text == "b" || text == "c" || text == "d")
      operand = text[0] == 'd' ? 'c' : text[0];
    else if (text == "col")
      plan.isRowMajor = false; // of loads and stores; the first decides
    else if (text == "satfinite")
      plan.saturate = true;
    else
      parseShape(text, plan);
  }
  if (plan.m == 0 || types.empty())
    return refuse("a wmma without shape or type");
  // What is left was understood above, or says nothing (sync, aligned, row).
  c.ignore({"sync", "aligned", "row", "row", "col", "col", "a", "b", "c", "d",
            "satfinite"});
  for (const Modifier &modifier : c.source.modifiers) {
    WmmaPlan shape;
    if (findMatrixType(modifier.text) || parseShape(modifier.text, shape))
      c.take(modifier.text);
  }
  in.mayBlock = true;
  if (action != "mma") {
    plan.rows = operand == 'b' ? plan.k : plan.m;
    plan.columns = operand == 'a' ? plan.k : plan.n;
    plan.fragmentA = fragmentOf(plan.rows * plan.columns, types[0], operand);
    in.flags = action == "store";
    in.data = c.keep(std::move(plan));
    return bindHandler(in, moveStep);
  }
  // .f16 inputs are not written out: the two types are those of D and C.
  if (types.size() == 2) {
    plan.d = types[0], plan.c = types[1];
    plan.a = plan.b = MatrixType::F16;
  } else if (types.size() == 4) {
    plan.d = types[0], plan.a = types[1], plan.b = types[2], plan.c = types[3];
  } else {
    return refuse("a wmma.mma without two or four types");
  }
  plan.fragmentA = fragmentOf(plan.m * plan.k, plan.a, 'a');
  plan.fragmentB = fragmentOf(plan.k * plan.n, plan.b, 'b');
  plan.fragmentC = fragmentOf(plan.m * plan.n, plan.c, 'c');
  plan.fragmentD = fragmentOf(plan.m * plan.n, plan.d, 'c');
  in.data = c.keep(std::move(plan));
  return bindHandler(in, multiplyStep);
}

void tessera::ptx::emu::registerWmmaOps(Registry &registry) {
  registry.add("wmma", bindWmma);
}
