//===- PTX/Emulator/Scalar/FloatOps.cpp - floating-point arithmetic -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Add, subtract, multiply, fma, divide, square root, min, max and signs, for
// scalars and packed pairs. Numerics defines the results; f32 and f64 with
// rounding to nearest take the host's instructions, which agree bit for bit
// after NaNs are made canonical.
//
//===----------------------------------------------------------------------===//

#include "FloatImpl.h"
#include "tessera/PTX/Emulator/TensorMap.h"

#include "tessera/Numerics/Convert.h"

#include <bit>
#include <cmath>

using namespace llvm;
using namespace tessera;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;
using numerics::ElementKind;
using numerics::Rounding;

std::optional<FloatShape> tessera::ptx::emu::floatShape(Type type) {
  switch (type) {
  case Type::f16:
    return FloatShape{ElementKind::F16, 1};
  case Type::f16x2:
    return FloatShape{ElementKind::F16, 2};
  case Type::bf16:
    return FloatShape{ElementKind::BF16, 1};
  case Type::bf16x2:
    return FloatShape{ElementKind::BF16, 2};
  case Type::f32:
    return FloatShape{ElementKind::F32, 1};
  case Type::f32x2:
    return FloatShape{ElementKind::F32, 2};
  case Type::f64:
    return FloatShape{ElementKind::F64, 1};
  default:
    return std::nullopt;
  }
}

Rounding tessera::ptx::emu::takeRounding(BindContext &context) {
  StringRef mode = context.takeAny({"rn", "rz", "rm", "rp"});
  return mode == "rz"   ? Rounding::Zero
         : mode == "rm" ? Rounding::NegativeInf
         : mode == "rp" ? Rounding::PositiveInf
                        : Rounding::NearestEven;
}

uint32_t tessera::ptx::emu::takeFloatFlags(BindContext &context) {
  uint32_t flags = 0;
  if (context.take("ftz"))
    flags |= FloatFtz;
  if (context.take("sat"))
    flags |= FloatSat;
  if (context.take("relu"))
    flags |= FloatRelu;
  if (context.take("NaN"))
    flags |= FloatNaN;
  if (context.take("xorsign"))
    flags |= FloatXorSign;
  if (context.take("abs"))
    flags |= FloatAbs;
  return flags;
}

uint64_t tessera::ptx::emu::saturateFloat(ElementKind kind, uint64_t bits) {
  const numerics::FloatFormat &format = numerics::floatFormat(kind);
  if (format.isNaN(bits) || format.isNegative(bits))
    return 0;
  uint64_t one = numerics::fromDouble(kind, 1.0);
  return bits > one ? one : bits;
}

uint64_t tessera::ptx::emu::reluFloat(ElementKind kind, uint64_t bits) {
  const numerics::FloatFormat &format = numerics::floatFormat(kind);
  if (format.isNaN(bits))
    return format.canonicalNaN();
  return format.isNegative(bits) ? 0 : bits;
}

//===----------------------------------------------------------------------===//
// The general case
//===----------------------------------------------------------------------===//

namespace {

/// What every float instruction needs, kept by the program.
struct FloatCode {
  FloatShape shape;
  Rounding rounding = Rounding::NearestEven;
  uint32_t flags = 0;
};

uint64_t ftzOf(const FloatCode &code, uint64_t bits) {
  return code.flags & FloatFtz ? numerics::flushSubnormal(code.shape.kind, bits)
                               : bits;
}

struct AddF {
  static uint64_t run(const FloatCode &c, const uint64_t *v) {
    return numerics::addF(c.shape.kind, v[0], v[1], c.rounding,
                          c.flags & FloatFtz);
  }
};
struct SubF {
  static uint64_t run(const FloatCode &c, const uint64_t *v) {
    return numerics::subF(c.shape.kind, v[0], v[1], c.rounding,
                          c.flags & FloatFtz);
  }
};
struct MulF {
  static uint64_t run(const FloatCode &c, const uint64_t *v) {
    return numerics::mulF(c.shape.kind, v[0], v[1], c.rounding,
                          c.flags & FloatFtz);
  }
};
struct FmaF {
  static uint64_t run(const FloatCode &c, const uint64_t *v) {
    return numerics::fmaF(c.shape.kind, v[0], v[1], v[2], c.rounding,
                          c.flags & FloatFtz);
  }
};
/// .oob: +0 where a factor is the NaN that tensor copies fill with.
struct FmaOobF {
  static uint64_t run(const FloatCode &c, const uint64_t *v) {
    if (v[0] == oobNaN16 || v[1] == oobNaN16)
      return 0;
    return FmaF::run(c, v);
  }
};
struct DivF {
  static uint64_t run(const FloatCode &c, const uint64_t *v) {
    return numerics::divF(c.shape.kind, v[0], v[1], c.rounding,
                          c.flags & FloatFtz);
  }
};
struct RcpF {
  static uint64_t run(const FloatCode &c, const uint64_t *v) {
    return numerics::divF(c.shape.kind, numerics::fromDouble(c.shape.kind, 1.0),
                          v[0], c.rounding, c.flags & FloatFtz);
  }
};
struct SqrtF {
  static uint64_t run(const FloatCode &c, const uint64_t *v) {
    return numerics::sqrtF(c.shape.kind, v[0], c.rounding, c.flags & FloatFtz);
  }
};
/// Sign operations keep NaN payloads of f16 and bf16, and with .ftz flush.
struct AbsF {
  static uint64_t run(const FloatCode &c, const uint64_t *v) {
    return numerics::absF(c.shape.kind, ftzOf(c, v[0]));
  }
};
struct NegF {
  static uint64_t run(const FloatCode &c, const uint64_t *v) {
    return numerics::negF(c.shape.kind, ftzOf(c, v[0]));
  }
};
template <bool IsMax, unsigned Count> struct MinMaxF {
  static uint64_t run(const FloatCode &c, const uint64_t *v) {
    ElementKind kind = c.shape.kind;
    const numerics::FloatFormat &format = numerics::floatFormat(kind);
    auto prepare = [&](uint64_t value) {
      return c.flags & FloatAbs ? numerics::absF(kind, value) : value;
    };
    auto pick = [&](uint64_t a, uint64_t b) {
      bool nan = c.flags & FloatNaN, ftz = c.flags & FloatFtz;
      return IsMax ? numerics::maxF(kind, a, b, nan, ftz)
                   : numerics::minF(kind, a, b, nan, ftz);
    };
    uint64_t result = pick(prepare(v[0]), prepare(v[1]));
    if constexpr (Count == 3)
      result = pick(result, prepare(v[2]));
    if ((c.flags & FloatXorSign) && !format.isNaN(result))
      result =
          (result & ~format.signMask()) | ((v[0] ^ v[1]) & format.signMask());
    return result;
  }
};

template <typename F, unsigned Count>
Step floatStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  const FloatCode &code = *static_cast<const FloatCode *>(in.data);
  uint64_t *d = w.dest(in.args[0]);
  const uint64_t *sources[Count];
  for (unsigned k = 0; k < Count; ++k)
    sources[k] = w.source(in.args[k + 1]);
  forEachLane(active, [&](unsigned lane) {
    uint64_t result = 0;
    for (unsigned e = 0; e < code.shape.count; ++e) {
      uint64_t values[Count];
      for (unsigned k = 0; k < Count; ++k)
        values[k] = extractElement(code.shape, sources[k][lane], e);
      uint64_t element =
          finishFloat(code.shape.kind, code.flags, F::run(code, values));
      result |=
          element << (e * (code.shape.count == 1 ? 0 : code.shape.bits()));
    }
    d[lane] = result;
  });
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// f32 and f64 to nearest, on the host
//===----------------------------------------------------------------------===//

#pragma STDC FP_CONTRACT OFF

struct HostAdd {
  template <typename T> static T run(T a, T b) { return a + b; }
};
struct HostSub {
  template <typename T> static T run(T a, T b) { return a - b; }
};
struct HostMul {
  template <typename T> static T run(T a, T b) { return a * b; }
};
struct HostDiv {
  template <typename T> static T run(T a, T b) { return a / b; }
};

template <typename T> struct HostFloat;
template <> struct HostFloat<float> {
  using Bits = uint32_t;
  static constexpr Bits nan = 0x7FFFFFFF;
};
template <> struct HostFloat<double> {
  using Bits = uint64_t;
  static constexpr Bits nan = 0x7FF8000000000000;
};
template <typename T> uint64_t hostBits(T value) {
  using Bits = typename HostFloat<T>::Bits;
  return value != value ? HostFloat<T>::nan : std::bit_cast<Bits>(value);
}
template <typename T> T hostValue(uint64_t bits) {
  return std::bit_cast<T>(typename HostFloat<T>::Bits(bits));
}

template <typename T, typename F>
Step hostBinaryStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  uint64_t *d = w.dest(in.args[0]);
  const uint64_t *a = w.source(in.args[1]), *b = w.source(in.args[2]);
  forEachLane(active, [&](unsigned i) {
    d[i] = hostBits<T>(F::run(hostValue<T>(a[i]), hostValue<T>(b[i])));
  });
  return Step::Next;
}

template <typename T>
Step hostFmaStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  uint64_t *d = w.dest(in.args[0]);
  const uint64_t *a = w.source(in.args[1]), *b = w.source(in.args[2]),
                 *c = w.source(in.args[3]);
  forEachLane(active, [&](unsigned i) {
    d[i] = hostBits<T>(
        std::fma(hostValue<T>(a[i]), hostValue<T>(b[i]), hostValue<T>(c[i])));
  });
  return Step::Next;
}

} // namespace

/// The host's handler when it says the same as Numerics.
template <typename F> static Handler hostHandler(const FloatCode &code) {
  if (code.flags != 0 || code.shape.count != 1 ||
      code.rounding != Rounding::NearestEven)
    return nullptr;
  if (code.shape.kind == ElementKind::F32)
    return hostBinaryStep<float, F>;
  if (code.shape.kind == ElementKind::F64)
    return hostBinaryStep<double, F>;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Sums of f32 and a 16-bit float
//===----------------------------------------------------------------------===//

namespace {
struct MixedCode {
  ElementKind narrow;
  Rounding rounding;
  uint32_t flags;
  char operation; // '+', '-', 'f'
};
} // namespace

static Step mixedStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  const MixedCode &code = *static_cast<const MixedCode *>(in.data);
  uint64_t *d = w.dest(in.args[0]);
  const uint64_t *a = w.source(in.args[1]), *b = w.source(in.args[2]);
  const uint64_t *c = code.operation == 'f' ? w.source(in.args[3]) : nullptr;
  auto widen = [&](uint64_t bits) {
    return numerics::convertFloat(code.narrow, ElementKind::F32, bits & 0xFFFF);
  };
  forEachLane(active, [&](unsigned i) {
    uint64_t x = widen(a[i]), result = 0;
    if (code.operation == '+')
      result = numerics::addF(ElementKind::F32, x, b[i], code.rounding);
    else if (code.operation == '-')
      result = numerics::subF(ElementKind::F32, x, b[i], code.rounding);
    else
      result =
          numerics::fmaF(ElementKind::F32, x, widen(b[i]), c[i], code.rounding);
    d[i] = finishFloat(ElementKind::F32, code.flags, result);
  });
  return Step::Next;
}

static Bound bindMixed(BindContext &c, DecodedInstruction &in, char operation) {
  MixedCode code;
  code.operation = operation;
  code.rounding = takeRounding(c);
  code.flags = takeFloatFlags(c);
  Type narrow = *c.takeType('T');
  c.take("f32");
  code.narrow = narrow == Type::bf16 ? ElementKind::BF16 : ElementKind::F16;
  in.data = c.keep(code);
  return bindHandler(in, mixedStep);
}

static bool isMixed(const BindContext &c) {
  return c.has("f32") && (c.has("f16") || c.has("bf16"));
}

//===----------------------------------------------------------------------===//
// Binders
//===----------------------------------------------------------------------===//

static bool takeCode(BindContext &c, FloatCode &code) {
  std::optional<Type> type = peekType(c);
  std::optional<FloatShape> shape =
      type ? floatShape(*type) : std::optional<FloatShape>();
  if (!shape)
    return false;
  code.shape = *shape;
  code.rounding = takeRounding(c);
  code.flags = takeFloatFlags(c);
  c.type();
  return true;
}

template <typename F, unsigned Count, typename Host = void, char Mixed = 0>
static Bound bindFloat(BindContext &c, DecodedInstruction &in) {
  if (c.has("approx") || c.has("full"))
    return Bound::NotMine;
  if (Mixed != 0 && isMixed(c))
    return bindMixed(c, in, Mixed);
  FloatCode code;
  if (!takeCode(c, code))
    return Bound::NotMine;
  in.data = c.keep(code);
  in.run = nullptr;
  if constexpr (!std::is_void_v<Host>)
    in.run = hostHandler<Host>(code);
  if (!in.run)
    in.run = floatStep<F, Count>;
  return Bound::Done;
}

static Bound bindFma(BindContext &c, DecodedInstruction &in) {
  if (c.take("oob")) {
    FloatCode code;
    if (!takeCode(c, code))
      return Bound::NotMine;
    in.data = c.keep(code);
    return bindHandler(in, floatStep<FmaOobF, 3>);
  }
  Bound bound = bindFloat<FmaF, 3, void, 'f'>(c, in);
  if (bound != Bound::Done || in.run != floatStep<FmaF, 3>)
    return bound;
  const FloatCode &code = *static_cast<const FloatCode *>(in.data);
  if (code.flags == 0 && code.shape.count == 1 &&
      code.rounding == Rounding::NearestEven) {
    if (code.shape.kind == ElementKind::F32)
      in.run = hostFmaStep<float>;
    else if (code.shape.kind == ElementKind::F64)
      in.run = hostFmaStep<double>;
  }
  return bound;
}

template <bool IsMax>
static Bound bindMinMax(BindContext &c, DecodedInstruction &in) {
  return in.numArgs == 4 ? bindFloat<MinMaxF<IsMax, 3>, 3>(c, in)
                         : bindFloat<MinMaxF<IsMax, 2>, 2>(c, in);
}

void tessera::ptx::emu::registerFloatOps(Registry &registry) {
  registry.add("add", bindFloat<AddF, 2, HostAdd, '+'>);
  registry.add("sub", bindFloat<SubF, 2, HostSub, '-'>);
  registry.add("mul", bindFloat<MulF, 2, HostMul>);
  registry.add("fma", bindFma);
  registry.add("mad", bindFma); // mad.f32 and mad.f64 are fma since sm_20
  registry.add("div", bindFloat<DivF, 2, HostDiv>);
  registry.add("rcp", bindFloat<RcpF, 1>);
  registry.add("sqrt", bindFloat<SqrtF, 1>);
  registry.add("abs", bindFloat<AbsF, 1>);
  registry.add("neg", bindFloat<NegF, 1>);
  registry.add("min", bindMinMax<false>);
  registry.add("max", bindMinMax<true>);
}
