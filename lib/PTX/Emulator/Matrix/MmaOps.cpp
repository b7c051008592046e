//===- PTX/Emulator/Matrix/MmaOps.cpp - mma.sync ----------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// D = A * B + C of one warp, for every type and shape of the table but the
// Volta shape m8n8k4.f16 (QuadMmaOps.cpp), dense and sparse (SparseMatrix.h).
// Fragments come from Layout/Fragments.h; the arithmetic rule is
// MatrixElement.h's. Block scales multiply the elements, which is exact.
//
//===----------------------------------------------------------------------===//

#include "MatrixElement.h"
#include "PTX/Emulator/Core/Elementwise.h"
#include "PTX/Emulator/Core/TensorOps.h"
#include "PTX/Emulator/Scalar/FloatImpl.h"
#include "SparseMatrix.h"
#include "tessera/Layout/Fragments.h"
#include "tessera/PTX/Emulator/Machine.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;
using namespace tessera::layout;
using tessera::numerics::Rounding;

namespace {
struct MmaPlan {
  unsigned m = 0, n = 0, k = 0;
  MatrixType a{}, b{}, c{}, d{};
  Fragment fragmentA, fragmentB, fragmentC, fragmentD;
  /// kind::f8f6f4: e2m1 lies in bits 2 to 5 of its byte.
  bool isContainer = false;
  bool saturate = false, isXor = false;
  Rounding rounding = Rounding::NearestEven;
  unsigned scales = 0; // per row along k; 0: no block scale
  MatrixType scaleType = MatrixType::UE8M0;
  bool isSparse = false;
  SparseRule sparse;
  unsigned selector = 0;
  /// Elements of a row of A that are there.
  unsigned depthA() const { return isSparse ? k / 2 : k; }
};
} // namespace

/// "m16n8k32".
static bool parseShape(StringRef text, MmaShape &shape) {
  return text.consume_front("m") && !text.consumeInteger(10, shape.m) &&
         text.consume_front("n") && !text.consumeInteger(10, shape.n) &&
         text.consume_front("k") && !text.getAsInteger(10, shape.k);
}

static void readOperand(const Warp &w, const Arg &arg, const MmaPlan &plan,
                        const Fragment &fragment, MatrixType type,
                        unsigned size, double *values) {
  if (!plan.isContainer || type != MatrixType::E2M1)
    return decodeFragment(w, arg, fragment, type, values);
  SmallVector<uint64_t, 0> raw(size);
  readFragment(w, arg, fragment, raw.data());
  for (uint64_t &bits : raw)
    bits >>= 2;
  decodeElements(type, raw.data(), values, size);
}

/// Byte `first + i` of the scale operand, for row or column `index`.
static double scaleOf(const uint64_t *values, unsigned lane, unsigned byte,
                      MatrixType type) {
  return decodeElement(type, values[lane] >> (8 * byte) & 0xFF);
}

/// Multiplies A's rows and B's columns by their block scales. Operands: scales
/// of A, {byte, thread} of A, scales of B, {byte, thread} of B. `kept` as
/// placeKept has it, when A is sparse.
static bool applyScales(Warp &w, const DecodedInstruction &in,
                        const MmaPlan &plan, const uint16_t *kept, double *a,
                        double *b) {
  const Arg *args = &in.args[plan.isSparse ? 6 : 4];
  const uint64_t *scaleA = w.source(args[0]);
  const uint64_t *scaleB = w.source(args[2]);
  unsigned byteA = unsigned(w.source(registerOf(args[1], 0))[0]);
  unsigned threadA = unsigned(w.source(registerOf(args[1], 1))[0]);
  unsigned byteB = unsigned(w.source(registerOf(args[3], 0))[0]);
  unsigned threadB = unsigned(w.source(registerOf(args[3], 1))[0]);
  auto isByte = [&](unsigned byte) {
    return plan.scales == 1   ? byte < 4
           : plan.scales == 2 ? byte == 0 || byte == 2
                              : byte == 0;
  };
  if (!isByte(byteA) || !isByte(byteB) || threadA > 1 || threadB > 3) {
    w.report(CheckKind::Operand, in, 0,
             "the scale selectors {" + Twine(byteA) + ", " + Twine(threadA) +
                 "} and {" + Twine(byteB) + ", " + Twine(threadB) +
                 "} are not valid for scale_vec::" + Twine(plan.scales) + "X");
    return false;
  }
  unsigned block = plan.k / plan.scales, depth = plan.depthA();
  for (unsigned i = 0; i < plan.m; ++i)
    for (unsigned t = 0; t < depth; ++t) {
      unsigned k = plan.isSparse ? kept[i * depth + t] : t;
      a[i * depth + t] *= scaleOf(scaleA, 4 * (i % 8) + 2 * threadA + i / 8,
                                  byteA + k / block, plan.scaleType);
    }
  for (unsigned k = 0; k < plan.k; ++k)
    for (unsigned j = 0; j < plan.n; ++j)
      b[k * plan.n + j] *=
          scaleOf(scaleB, 4 * j + threadB, byteB + k / block, plan.scaleType);
  return true;
}

static Step mmaStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  if (!w.gather(in, active, ~0u))
    return Step::Blocked;
  const auto &plan = *static_cast<const MmaPlan *>(in.data);
  constexpr unsigned largestA = 16 * 256, largestB = 8 * 256, largestC = 128;
  double a[largestA], b[largestB], c[largestC];
  unsigned sizeA = plan.m * plan.depthA(), sizeB = plan.k * plan.n,
           sizeC = plan.m * plan.n;
  readOperand(w, in.args[1], plan, plan.fragmentA, plan.a, sizeA, a);
  readOperand(w, in.args[2], plan, plan.fragmentB, plan.b, sizeB, b);
  decodeFragment(w, in.args[3], plan.fragmentC, plan.c, c);
  std::vector<uint16_t> kept;
  if (plan.isSparse) {
    const uint64_t *lanes = w.source(in.args[4]);
    unsigned bits = plan.fragmentA.bits;
    std::optional<unsigned> wrong = placeKept(
        plan.sparse, plan.m, plan.k,
        [&](unsigned row, unsigned chunk) {
          return warpMetadata(lanes, plan.sparse, plan.k, bits, plan.selector,
                              row, chunk);
        },
        kept);
    if (wrong)
      w.report(CheckKind::Operand, in, 0,
               "the sparsity metadata holds " + Twine(*wrong) +
                   ", which is no pair of indices");
  }
  if (plan.scales != 0 && !applyScales(w, in, plan, kept.data(), a, b))
    return Step::Next;
  if (plan.isSparse) {
    multiplyAddKept(a, kept.data(), b, c, plan.m, plan.n, plan.depthA());
  } else if (plan.isXor) {
    // popc(a ^ b) = (k - sum of the products of +-1) / 2.
    for (unsigned i = 0; i < sizeA; ++i)
      a[i] = 1 - 2 * a[i];
    for (unsigned i = 0; i < sizeB; ++i)
      b[i] = 1 - 2 * b[i];
    double sum[largestC] = {};
    multiplyAdd(a, b, sum, plan.m, plan.n, plan.k);
    for (unsigned i = 0; i < sizeC; ++i)
      c[i] += (plan.k - sum[i]) / 2;
  } else if (plan.a == MatrixType::F64) {
    multiplyAddFused(a, b, c, plan.m, plan.n, plan.k, plan.rounding);
  } else {
    multiplyAdd(a, b, c, plan.m, plan.n, plan.k);
  }
  encodeFragment(w, in.args[0], plan.fragmentD, plan.d, c, plan.saturate,
                 w.path().mask);
  return Step::Next;
}

/// Bits of an element's place in registers.
static unsigned placeBits(MatrixType type, bool isContainer) {
  return isContainer ? 8 : packedBits(type);
}

static Bound bindMma(BindContext &c, DecodedInstruction &in) {
  auto refuse = [&](const Twine &why) {
    c.refuse(why);
    return Bound::Refused;
  };
  MmaPlan plan;
  MmaShape shape{};
  SmallVector<MatrixType, 5> types;
  SmallVector<StringRef, 2> majors;
  bool isScaled = false;
  unsigned scales = 0;
  StringRef kind;
  plan.rounding = takeRounding(c);
  for (const Modifier &modifier : c.source.modifiers) {
    StringRef text = modifier.text;
    if (text == "sp" || text == "sp::ordered_metadata") {
      plan.isSparse = true;
      plan.sparse.order =
          text == "sp" ? SparseOrder::Any : SparseOrder::Ascending;
      continue;
    }
    if (parseShape(text, shape) || text == "sync" || text == "aligned" ||
        text == "popc" || text == "and" || text == "rn" || text == "rz" ||
        text == "rm" || text == "rp")
      continue;
    if (text == "row" || text == "col")
      continue; // fragments hold logical rows and columns
    if (text == "xor")
      plan.isXor = true;
    else if (text == "satfinite")
      plan.saturate = true;
    else if (text.starts_with("kind::"))
      kind = text;
    else if (text == "block_scale")
      isScaled = true;
    else if (text.consume_front("scale_vec::"))
      scales = unsigned(text[0] - '0');
    else if (std::optional<MatrixType> type = findMatrixType(text))
      types.push_back(*type);
    else
      return refuse("modifier ." + modifier.text);
  }
  if (types.size() < 4 || shape.m == 0)
    return refuse("an mma without four types");
  plan.m = shape.m, plan.n = shape.n, plan.k = shape.k;
  plan.d = types[0], plan.a = types[1], plan.b = types[2], plan.c = types[3];
  plan.isContainer = kind == "kind::f8f6f4" || kind == "kind::mxf8f6f4";
  if (isScaled) {
    plan.scales = scales != 0 ? scales : kind == "kind::mxf8f6f4" ? 1 : 2;
    plan.scaleType = types.size() > 4 ? types[4] : MatrixType::UE8M0;
  }
  if (plan.isSparse) {
    // A has the fragment of the dense instruction of half its depth.
    unsigned bits = placeBits(plan.a, plan.isContainer);
    plan.sparse = SparseRule::of(plan.a, bits == 4, plan.sparse.order);
    plan.fragmentB = sparseFragmentB(plan.k, bits);
    shape.k /= 2;
    int64_t selector = int64_t(in.args[5].literal.value_or(0));
    if (selector < 0 ||
        selector > int64_t(largestSelector(plan.sparse, plan.k, bits)))
      return refuse("the sparsity selector " + Twine(selector) +
                    ", which this shape does not have");
    plan.selector = unsigned(selector);
  }
  auto fragment = [&](MmaOperand operand, MatrixType type,
                      Fragment &into) -> bool {
    unsigned bits = operand == MmaOperand::C
                        ? packedBits(type)
                        : placeBits(type, plan.isContainer);
    if (operand == MmaOperand::B && plan.isSparse)
      return true;
    MmaShape known = shape;
    if (operand == MmaOperand::C && plan.isSparse)
      known.k = 16; // the map of C is the same for every depth
    Expected<LinearLayout> map = mmaFragment(known, operand, bits);
    if (!map) {
      c.refuse(toString(map.takeError()));
      return false;
    }
    into = Fragment::fromLayout(*map, bits);
    return true;
  };
  if (!fragment(MmaOperand::A, plan.a, plan.fragmentA) ||
      !fragment(MmaOperand::B, plan.b, plan.fragmentB) ||
      !fragment(MmaOperand::C, plan.c, plan.fragmentC) ||
      !fragment(MmaOperand::C, plan.d, plan.fragmentD))
    return Bound::Refused;
  c.takeAll(); // all looked at above
  in.data = c.keep(std::move(plan));
  in.mayBlock = true;
  return bindHandler(in, mmaStep);
}

void tessera::ptx::emu::registerMmaOps(Registry &registry) {
  registry.add("mma", bindMma);
}
