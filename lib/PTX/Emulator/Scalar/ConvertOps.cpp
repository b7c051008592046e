//===- PTX/Emulator/Scalar/ConvertOps.cpp - cvt -----------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every pair of types of the table except stochastic rounding. NaN becomes the
// canonical NaN of the target; of integers 0, or the highest bit alone where
// either type has 64 bits.
//
//===----------------------------------------------------------------------===//

#include "FloatImpl.h"

#include "tessera/Numerics/Convert.h"

#include <cmath>

using namespace llvm;
using namespace tessera;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;
using numerics::ElementKind;
using numerics::Rounding;

namespace {

struct ConvertCode {
  Type to = Type::b32, from = Type::b32;
  Rounding rounding = Rounding::NearestEven;
  char toInteger = 0; // rni 'n', rzi 'z', rmi 'm', rpi 'p'
  bool ftz = false, sat = false, relu = false, satfinite = false;
};

uint64_t maskOf(unsigned bits) {
  return bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
}
int64_t signExtend(uint64_t value, unsigned bits) {
  return int64_t(value << (64 - bits)) >> (64 - bits);
}
bool isSigned(Type type) { return typeClass(type) == TypeClass::Signed; }

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

uint64_t integerToInteger(const ConvertCode &code, uint64_t value) {
  unsigned from = typeBits(code.from), to = typeBits(code.to);
  value &= maskOf(from);
  __int128 wide =
      isSigned(code.from) ? __int128(signExtend(value, from)) : __int128(value);
  if (code.sat) {
    __int128 low = isSigned(code.to) ? -(__int128(1) << (to - 1)) : 0;
    __int128 high = (__int128(1) << (isSigned(code.to) ? to - 1 : to)) - 1;
    wide = std::min(std::max(wide, low), high);
  }
  return uint64_t(wide) & maskOf(to);
}

double roundToIntegral(char mode, double value) {
  switch (mode) {
  case 'n':
    return std::nearbyint(value);
  case 'm':
    return std::floor(value);
  case 'p':
    return std::ceil(value);
  default:
    return std::trunc(value);
  }
}

uint64_t floatToInteger(const ConvertCode &code, ElementKind kind,
                        uint64_t bits) {
  if (code.ftz)
    bits = numerics::flushSubnormal(kind, bits);
  double value = numerics::toDouble(kind, bits);
  unsigned width = typeBits(code.to);
  if (std::isnan(value))
    return kind == ElementKind::F64 || width == 64 ? uint64_t(1) << (width - 1)
                                                   : 0;
  value = roundToIntegral(code.toInteger, value);
  bool toSigned = isSigned(code.to);
  double high = std::ldexp(1.0, int(toSigned ? width - 1 : width));
  double low = toSigned ? -high : 0;
  if (value >= high)
    return maskOf(toSigned ? width - 1 : width);
  if (value < low)
    return toSigned ? uint64_t(1) << (width - 1) : 0;
  return (toSigned ? uint64_t(int64_t(value)) : uint64_t(value)) &
         maskOf(width);
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

uint64_t floatToFloat(const ConvertCode &code, ElementKind to, ElementKind from,
                      uint64_t bits) {
  const numerics::FloatFormat &source = numerics::floatFormat(from);
  const numerics::FloatFormat &target = numerics::floatFormat(to);
  if (code.ftz && from == ElementKind::F32)
    bits = numerics::flushSubnormal(from, bits);
  uint64_t result;
  if (source.isNaN(bits))
    // All ones, as for every narrow format; Numerics' e5m2 says 0x7E.
    result = to == ElementKind::F8E5M2 ? 0x7F : target.canonicalNaN();
  else if (code.toInteger)
    result = numerics::fromDouble(
        to, roundToIntegral(code.toInteger, numerics::toDouble(from, bits)));
  else
    result = numerics::convertFloat(from, to, bits, code.rounding);
  if (code.ftz && to == ElementKind::F32)
    result = numerics::flushSubnormal(to, result);
  if (code.sat)
    result = saturateFloat(to, result);
  if (code.satfinite && target.isInf(result))
    result = target.maxFinite() | (result & target.signMask());
  if (code.relu)
    result = !target.isNaN(result) && target.isNegative(result) ? 0 : result;
  return result;
}

/// The 6-bit formats, which have neither infinity nor NaN.
struct SmallFormat {
  unsigned exponentBits, mantissaBits;
  int bias;
};
double decodeSmall(SmallFormat format, unsigned code) {
  unsigned mantissa = code & ((1u << format.mantissaBits) - 1);
  unsigned exponent =
      code >> format.mantissaBits & ((1u << format.exponentBits) - 1);
  double magnitude =
      exponent == 0
          ? std::ldexp(mantissa, 1 - format.bias - int(format.mantissaBits))
          : std::ldexp(mantissa + (1u << format.mantissaBits),
                       int(exponent) - format.bias - int(format.mantissaBits));
  bool negative = code >> (format.exponentBits + format.mantissaBits) & 1;
  return negative ? -magnitude : magnitude;
}
/// Nearest even, saturating; NaN becomes the largest value.
unsigned encodeSmall(SmallFormat format, double value) {
  unsigned largest = (1u << (format.exponentBits + format.mantissaBits)) - 1;
  if (std::isnan(value))
    return largest;
  // Far beyond the largest one all distances are the same.
  double magnitude = std::min(std::fabs(value), decodeSmall(format, largest));
  unsigned best = 0;
  for (unsigned code = 1; code <= largest; ++code) {
    double was = std::fabs(decodeSmall(format, best) - magnitude);
    double is = std::fabs(decodeSmall(format, code) - magnitude);
    if (is < was || (is == was && (code & 1) == 0))
      best = code;
  }
  return best | (std::signbit(value) ? largest + 1 : 0);
}

//===----------------------------------------------------------------------===//
// Elements of packed types
//===----------------------------------------------------------------------===//

/// What a packed narrow type holds.
struct ElementType {
  ElementKind kind = ElementKind::F16;
  std::optional<SmallFormat> small;
  unsigned bits = 16;
};

std::optional<ElementType> elementType(Type type) {
  switch (type) {
  case Type::f16:
  case Type::f16x2:
    return ElementType{ElementKind::F16, {}, 16};
  case Type::bf16:
  case Type::bf16x2:
    return ElementType{ElementKind::BF16, {}, 16};
  case Type::f32:
    return ElementType{ElementKind::F32, {}, 32};
  case Type::f64:
    return ElementType{ElementKind::F64, {}, 64};
  case Type::tf32:
    return ElementType{ElementKind::TF32, {}, 32};
  case Type::e4m3x2:
    return ElementType{ElementKind::F8E4M3FN, {}, 8};
  case Type::e5m2x2:
    return ElementType{ElementKind::F8E5M2, {}, 8};
  case Type::ue8m0x2:
    return ElementType{ElementKind::F8E8M0FNU, {}, 8};
  case Type::e2m1x2:
    return ElementType{ElementKind::F4E2M1FN, {}, 4};
  case Type::e2m3x2:
    return ElementType{ElementKind::F32, SmallFormat{2, 3, 1}, 8};
  case Type::e3m2x2:
    return ElementType{ElementKind::F32, SmallFormat{3, 2, 3}, 8};
  default:
    return std::nullopt;
  }
}

uint64_t convertElement(const ConvertCode &code, const ElementType &to,
                        const ElementType &from, uint64_t bits) {
  if (to.small) {
    double value = numerics::toDouble(from.kind, bits);
    if (code.relu && (value < 0 || (value == 0 && std::signbit(value))))
      value = 0;
    return encodeSmall(*to.small, value);
  }
  if (from.small)
    bits = numerics::fromDouble(ElementKind::F32,
                                decodeSmall(*from.small, unsigned(bits) & 63));
  // NaN has no pattern in e2m1: the largest value.
  if (to.kind == ElementKind::F4E2M1FN &&
      numerics::floatFormat(from.kind).isNaN(bits))
    return 7;
  return floatToFloat(code, to.kind, from.kind, bits);
}

} // namespace

//===----------------------------------------------------------------------===//
// Handlers
//===----------------------------------------------------------------------===//

/// Puts a value of the instruction type into a register that may be wider.
static uint64_t widen(Type type, uint64_t value, unsigned registerBits) {
  if (isSigned(type))
    value = uint64_t(signExtend(value, typeBits(type)));
  return value & maskOf(registerBits);
}

static std::optional<ElementKind> floatKind(Type type) {
  std::optional<FloatShape> shape = floatShape(type);
  return shape && shape->count == 1 ? std::optional(shape->kind) : std::nullopt;
}

static Step scalarStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  const ConvertCode &code = *static_cast<const ConvertCode *>(in.data);
  uint64_t *d = w.dest(in.args[0]);
  const uint64_t *a = w.source(in.args[1]);
  std::optional<ElementKind> to = floatKind(code.to),
                             from = floatKind(code.from);
  unsigned registerBits = in.args[0].value.bits;
  forEachLane(active, [&](unsigned i) {
    uint64_t value = a[i] & maskOf(typeBits(code.from)), result;
    if (to && from) {
      result = floatToFloat(code, *to, *from, value);
    } else if (to) {
      ElementKind integer = *numerics::integerKind(typeBits(code.from));
      result = numerics::intToFloat(integer, value, isSigned(code.from), *to,
                                    code.rounding);
      if (code.sat)
        result = saturateFloat(*to, result);
    } else if (from) {
      result = floatToInteger(code, *from, value);
    } else {
      result = integerToInteger(code, value);
    }
    d[i] = widen(code.to, result, registerBits);
  });
  return Step::Next;
}

/// d = {a, b} converted, a in the upper half; or the two halves of a.
static Step packedStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  const ConvertCode &code = *static_cast<const ConvertCode *>(in.data);
  ElementType to = *elementType(code.to), from = *elementType(code.from);
  uint64_t *d = w.dest(in.args[0]);
  const uint64_t *a = w.source(in.args[1]);
  bool two = in.numArgs == 3;
  const uint64_t *b = two ? w.source(in.args[2]) : a;
  forEachLane(active, [&](unsigned i) {
    uint64_t high = two ? a[i] : a[i] >> from.bits, low = b[i];
    high &= maskOf(from.bits);
    low &= maskOf(from.bits);
    d[i] = convertElement(code, to, from, high) << to.bits |
           convertElement(code, to, from, low);
  });
  return Step::Next;
}

static Step singleStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  const ConvertCode &code = *static_cast<const ConvertCode *>(in.data);
  ElementType to = *elementType(code.to), from = *elementType(code.from);
  uint64_t *d = w.dest(in.args[0]);
  const uint64_t *a = w.source(in.args[1]);
  forEachLane(active, [&](unsigned i) {
    d[i] = convertElement(code, to, from, a[i] & maskOf(from.bits));
  });
  return Step::Next;
}

/// aux: bits of the narrow type; flags: 1 signed.
static Step packStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  uint64_t *d = w.dest(in.args[0]);
  const uint64_t *a = w.source(in.args[1]), *b = w.source(in.args[2]);
  const uint64_t *c = in.numArgs == 4 ? w.source(in.args[3]) : nullptr;
  unsigned width = unsigned(in.aux);
  int64_t low = in.flags ? -(int64_t(1) << (width - 1)) : 0;
  int64_t high = (int64_t(1) << (in.flags ? width - 1 : width)) - 1;
  auto narrow = [&](uint64_t value) {
    int64_t wide = int32_t(uint32_t(value));
    return uint64_t(std::clamp(wide, low, high)) & maskOf(width);
  };
  forEachLane(active, [&](unsigned i) {
    uint64_t result = narrow(a[i]) << width | narrow(b[i]);
    if (c)
      result |= c[i] << (2 * width);
    d[i] = uint32_t(result);
  });
  return Step::Next;
}

/// `value` rounded to a multiple of the type's last place near it: away from
/// zero when the part that goes, in units of that place, and random / 2^count
/// make 1 together.
static double roundStochastically(double value, int precision, int lowest,
                                  unsigned random, unsigned count) {
  if (value == 0 || !std::isfinite(value))
    return value;
  int place = std::max(std::ilogb(value), lowest) - precision;
  double scaled = std::ldexp(std::abs(value), -place);
  double whole = std::floor(scaled);
  if (scaled - whole + std::ldexp(double(random), -int(count)) >= 1)
    whole += 1;
  return std::copysign(std::ldexp(whole, place), value);
}

namespace {
struct StochasticCode {
  ConvertCode code;
  ElementType to;
  int precision = 0, lowest = 0; // mantissa bits, smallest normal exponent
  unsigned elements = 2;
};
} // namespace

/// Pairs share 16 random bits (f16: 13): of two elements the upper half of the
/// register belongs to the first; of four, the upper half to the first two, and
/// the first of such two takes its bits in reverse.
static Step stochasticStep(Warp &w, const DecodedInstruction &in,
                           LaneMask active) {
  const auto &code = *static_cast<const StochasticCode *>(in.data);
  uint64_t *d = w.dest(in.args[0]);
  const uint64_t *from[4] = {};
  for (unsigned e = 0; e < code.elements; ++e)
    from[e] = code.elements == 4 ? w.source(in.args[1].elements[e])
                                 : w.source(in.args[1 + e]);
  const uint64_t *bits = w.source(in.args[in.numArgs - 1]);
  unsigned count = code.precision == 10 ? 13 : 16;
  uint32_t mask = (1u << count) - 1;
  forEachLane(active, [&](unsigned i) {
    uint64_t result = 0;
    for (unsigned e = 0; e < code.elements; ++e) {
      uint32_t random = uint32_t(bits[i]);
      if (e < code.elements / 2)
        random >>= 16;
      random &= mask;
      if (code.elements == 4 && e % 2 == 0)
        random = llvm::reverseBits(uint16_t(random));
      double value =
          roundStochastically(bit_cast<float>(uint32_t(from[e][i])),
                              code.precision, code.lowest, random, count);
      // What is beyond float is so for every type.
      uint64_t rounded = bit_cast<uint32_t>(float(value));
      if (std::isnan(value))
        rounded = 0x7FFFFFFF;
      result =
          result << code.to.bits |
          convertElement(code.code, code.to, *elementType(Type::f32), rounded);
    }
    d[i] = result;
  });
  return Step::Next;
}

static Bound bindStochastic(BindContext &c, DecodedInstruction &in) {
  StochasticCode code;
  code.code.relu = c.take("relu");
  code.code.satfinite = c.take("satfinite");
  struct Target {
    StringRef name;
    Type pair; // the type whose elements these are
    int precision, lowest;
    unsigned elements;
  };
  static constexpr Target targets[] = {
      {"f16x2", Type::f16x2, 10, -14, 2}, {"bf16x2", Type::bf16x2, 7, -126, 2},
      {"e4m3x4", Type::e4m3x2, 3, -6, 4}, {"e5m2x4", Type::e5m2x2, 2, -14, 4},
      {"e2m3x4", Type::e2m3x2, 3, 0, 4},  {"e3m2x4", Type::e3m2x2, 2, -2, 4},
      {"e2m1x4", Type::e2m1x2, 1, 0, 4}};
  for (const Target &target : targets)
    if (c.take(target.name)) {
      code.code.to = target.pair;
      code.code.from = Type::f32;
      code.to = *elementType(target.pair);
      code.precision = target.precision, code.lowest = target.lowest;
      code.elements = target.elements;
      c.take("f32");
      in.data = c.keep(code);
      return bindHandler(in, stochasticStep);
    }
  return Bound::NotMine;
}

static Bound bindPack(BindContext &c, DecodedInstruction &in) {
  c.take("sat");
  for (StringRef name : {"u16", "s16", "u8", "s8", "u4", "s4", "u2", "s2"})
    if (c.take(name)) {
      in.flags = name[0] == 's';
      (void)name.drop_front().getAsInteger(10, in.aux);
      break;
    }
  c.take("s32");
  c.take("b32");
  return bindHandler(in, packStep);
}

static Bound bindConvert(BindContext &c, DecodedInstruction &in) {
  if (c.take("pack"))
    return bindPack(c, in);
  if (c.take("rs"))
    return bindStochastic(c, in);
  ConvertCode code;
  StringRef mode =
      c.takeAny({"rni", "rzi", "rmi", "rpi", "rna", "rn", "rz", "rm", "rp"});
  if (mode.size() == 3 && mode.ends_with("i"))
    code.toInteger = mode[1];
  else
    code.rounding = mode == "rna"  ? Rounding::NearestAway
                    : mode == "rz" ? Rounding::Zero
                    : mode == "rm" ? Rounding::NegativeInf
                    : mode == "rp" ? Rounding::PositiveInf
                                   : Rounding::NearestEven;
  code.ftz = c.take("ftz");
  code.sat = c.take("sat");
  code.relu = c.take("relu");
  code.satfinite = c.take("satfinite");
  code.to = *c.takeFixedType();
  code.from = *c.takeFixedType();
  in.data = c.keep(code);
  bool packed = typeClass(code.to) == TypeClass::Packed &&
                code.to != Type::bf16 && code.to != Type::tf32;
  if (packed) {
    if (!elementType(code.to) || !elementType(code.from))
      return Bound::NotMine;
    return bindHandler(in, packedStep);
  }
  if (code.to == Type::tf32 || code.relu || code.satfinite)
    return bindHandler(in, singleStep);
  return bindHandler(in, scalarStep);
}

void tessera::ptx::emu::registerConvertOps(Registry &registry) {
  registry.add("cvt", bindConvert);
}
