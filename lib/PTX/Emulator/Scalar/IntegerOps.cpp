//===- PTX/Emulator/Scalar/IntegerOps.cpp - integer arithmetic --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two's complement throughout. Division by zero, which PTX leaves open, gives
// all ones (remainder: the dividend), as the hardware does.
//
//===----------------------------------------------------------------------===//

#include "PTX/Emulator/Core/Elementwise.h"

#include "llvm/ADT/STLExtras.h"

#include <limits>

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

namespace {

// Wide enough for every product.
template <typename T>
using Wide =
    std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
template <typename T> constexpr unsigned widthOf = sizeof(T) * 8;
template <typename T> T mulHigh(T a, T b) {
  return T((Wide<T>(a) * Wide<T>(b)) >> widthOf<T>);
}
template <typename T> T mulLow(T a, T b) {
  return T(uint64_t(a) * uint64_t(b));
}
int32_t saturate32(int64_t value) {
  return int32_t(std::clamp<int64_t>(value, std::numeric_limits<int32_t>::min(),
                                     std::numeric_limits<int32_t>::max()));
}
template <typename T> uint64_t distance(T a, T b) {
  return a < b ? uint64_t(b) - uint64_t(a) : uint64_t(a) - uint64_t(b);
}

#define TESSERA_BINARY(Name, expression)                                       \
  template <typename T> struct Name {                                          \
    static T run(T a, T b) { return T(expression); }                           \
    static constexpr Handler step = binaryStep<T, T, Name>;                    \
  };
TESSERA_BINARY(Add, uint64_t(a) + uint64_t(b))
TESSERA_BINARY(Sub, uint64_t(a) - uint64_t(b))
TESSERA_BINARY(MulLo, mulLow(a, b))
TESSERA_BINARY(MulHi, mulHigh(a, b))
TESSERA_BINARY(Min, a < b ? a : b)
TESSERA_BINARY(Max, a < b ? b : a)
TESSERA_BINARY(MinRelu, std::max<T>(a < b ? a : b, 0))
TESSERA_BINARY(MaxRelu, std::max<T>(a < b ? b : a, 0))
TESSERA_BINARY(Div, b == 0                              ? T(-1)
                    : std::is_signed_v<T> && b == T(-1) ? T(0 - uint64_t(a))
                                                        : T(a / b))
TESSERA_BINARY(Rem, b == 0                              ? a
                    : std::is_signed_v<T> && b == T(-1) ? T(0)
                                                        : T(a % b))
#undef TESSERA_BINARY

#define TESSERA_TERNARY(Name, R, expression)                                   \
  template <typename T> struct Name {                                          \
    using Result = R;                                                          \
    static Result run(T a, T b, Result c) { return Result(expression); }       \
    static constexpr Handler step = ternaryStep<T, Result, Name>;              \
  };
TESSERA_TERNARY(MadLo, T, uint64_t(mulLow(a, b)) + uint64_t(c))
TESSERA_TERNARY(MadHi, T, uint64_t(mulHigh(a, b)) + uint64_t(c))
TESSERA_TERNARY(Sad, T, distance(a, b) + uint64_t(c))
#undef TESSERA_TERNARY

template <typename T> struct Abs {
  static T run(T a) { return a < 0 ? T(0 - uint64_t(a)) : a; }
  static constexpr Handler step = unaryStep<T, T, Abs>;
};
template <typename T> struct Neg {
  static T run(T a) { return T(0 - uint64_t(a)); }
  static constexpr Handler step = unaryStep<T, T, Neg>;
};

// Twice the width.
template <typename T, typename R> struct MulWide {
  static R run(T a, T b) { return R(R(a) * R(b)); }
  static constexpr Handler step = binaryStep<T, R, MulWide>;
};
template <typename T, typename R> struct MadWide {
  static R run(T a, T b, R c) {
    return R(uint64_t(R(R(a) * R(b))) + uint64_t(c));
  }
  static constexpr Handler step = ternaryStep<T, R, MadWide>;
};

struct AddSat {
  static int32_t run(int32_t a, int32_t b) {
    return saturate32(int64_t(a) + b);
  }
};
struct SubSat {
  static int32_t run(int32_t a, int32_t b) {
    return saturate32(int64_t(a) - b);
  }
};
struct MadHiSat {
  static int32_t run(int32_t a, int32_t b, int32_t c) {
    return saturate32(int64_t(mulHigh(a, b)) + c);
  }
};

// 24-bit products: the low (sign-extended) 24 bits of each factor.
template <typename T> int64_t low24(T a) {
  return std::is_signed_v<T> ? int32_t(uint32_t(a) << 8) >> 8
                             : int64_t(uint32_t(a) & 0xFFFFFF);
}
template <typename T> struct Mul24Lo {
  static T run(T a, T b) { return T(low24(a) * low24(b)); }
};
template <typename T> struct Mul24Hi {
  static T run(T a, T b) { return T((low24(a) * low24(b)) >> 16); }
};
template <typename T> struct Mad24Lo {
  static T run(T a, T b, T c) {
    return T(uint32_t(Mul24Lo<T>::run(a, b)) + uint32_t(c));
  }
};
template <typename T> struct Mad24Hi {
  static T run(T a, T b, T c) {
    return T(uint32_t(Mul24Hi<T>::run(a, b)) + uint32_t(c));
  }
};
struct Mad24HiSat {
  static int32_t run(int32_t a, int32_t b, int32_t c) {
    return saturate32(int64_t(Mul24Hi<int32_t>::run(a, b)) + c);
  }
};

// Two 16-bit lanes in a word.
template <typename T, template <typename> class F> struct Packed {
  static uint32_t run(uint32_t a, uint32_t b) {
    uint32_t low = uint16_t(F<T>::run(T(a), T(b)));
    uint32_t high = uint16_t(F<T>::run(T(a >> 16), T(b >> 16)));
    return low | high << 16;
  }
  static constexpr Handler step = binaryStep<uint32_t, uint32_t, Packed>;
};

} // namespace

//===----------------------------------------------------------------------===//
// Carry chains
//===----------------------------------------------------------------------===//

enum CarryFlags : uint32_t {
  ReadsCarry = 1,
  WritesCarry = 2,
  Subtracts = 4,
  Multiplies = 8,
  High = 16,
  Signed = 32,
  Is64 = 64
};

/// d = x + y + carry, or x - y - borrow, at 32 or 64 bits.
static Step carryStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  uint64_t *d = w.dest(in.args[0]);
  const uint64_t *a = w.source(in.args[1]), *b = w.source(in.args[2]);
  bool multiplies = in.flags & Multiplies, is64 = in.flags & Is64;
  const uint64_t *c = multiplies ? w.source(in.args[3]) : nullptr;
  uint64_t mask = is64 ? ~uint64_t(0) : 0xFFFFFFFF;
  forEachLane(active, [&](unsigned i) {
    uint64_t x = a[i], y = b[i];
    if (multiplies) {
      bool isSigned = in.flags & Signed;
      uint64_t low = x * y, high;
      if (is64)
        high =
            isSigned ? toBits(mulHigh(int64_t(x), int64_t(y))) : mulHigh(x, y);
      else
        high = isSigned ? toBits(mulHigh(int32_t(x), int32_t(y)))
                        : mulHigh(uint32_t(x), uint32_t(y));
      x = (in.flags & High ? high : low) & mask;
      y = c[i];
    }
    x &= mask;
    y &= mask;
    unsigned __int128 incoming = in.flags & ReadsCarry ? (w.carry >> i) & 1 : 0;
    bool out;
    uint64_t result;
    if (in.flags & Subtracts) {
      unsigned __int128 taken = (unsigned __int128)(y) + incoming;
      out = (unsigned __int128)(x) < taken;
      result = uint64_t(x - taken) & mask;
    } else {
      unsigned __int128 sum = (unsigned __int128)(x) + y + incoming;
      out = sum > mask;
      result = uint64_t(sum) & mask;
    }
    d[i] = result;
    if (in.flags & WritesCarry)
      w.carry = (w.carry & ~(1u << i)) | uint32_t(out) << i;
  });
  return Step::Next;
}

static Bound bindCarry(BindContext &c, DecodedInstruction &in, bool reads,
                       uint32_t flags) {
  bool writes = c.take("cc");
  if (!writes && !reads)
    return Bound::NotMine;
  if (flags & Multiplies)
    flags |= c.takeAny({"hi", "lo"}) == "hi" ? High : 0;
  Type type = c.type();
  in.flags = flags | (reads ? ReadsCarry : 0) | (writes ? WritesCarry : 0) |
             (typeBits(type) == 64 ? Is64 : 0) |
             (typeClass(type) == TypeClass::Signed ? Signed : 0);
  in.run = carryStep;
  return Bound::Done;
}

//===----------------------------------------------------------------------===//
// Binders
//===----------------------------------------------------------------------===//

template <template <typename> class F>
static Bound bindPlain(BindContext &c, DecodedInstruction &in) {
  std::optional<Type> type = peekType(c);
  if (!type || !isIntegerType(*type))
    return Bound::NotMine;
  c.type();
  return bindHandler(in, selectInteger<F>(*type));
}

template <template <typename> class F>
static Bound bindPacked(BindContext &c, DecodedInstruction &in) {
  std::optional<Type> type = peekType(c);
  if (type != Type::u16x2 && type != Type::s16x2)
    return Bound::NotMine;
  c.type();
  return bindHandler(in, *type == Type::u16x2 ? Packed<uint16_t, F>::step
                                              : Packed<int16_t, F>::step);
}

static Bound bindAdd(BindContext &c, DecodedInstruction &in) {
  if (c.has("cc"))
    return bindCarry(c, in, false, 0);
  if (peekType(c) == Type::s32 && c.take("sat")) {
    c.type();
    return bindHandler(in, binaryStep<int32_t, int32_t, AddSat>);
  }
  if (bindPacked<Add>(c, in) == Bound::Done)
    return Bound::Done;
  return bindPlain<Add>(c, in);
}

static Bound bindSub(BindContext &c, DecodedInstruction &in) {
  if (c.has("cc"))
    return bindCarry(c, in, false, Subtracts);
  if (peekType(c) == Type::s32 && c.take("sat")) {
    c.type();
    return bindHandler(in, binaryStep<int32_t, int32_t, SubSat>);
  }
  return bindPlain<Sub>(c, in);
}

static Bound bindMul(BindContext &c, DecodedInstruction &in) {
  StringRef mode = c.takeAny({"lo", "hi", "wide"});
  if (mode == "lo")
    return bindPlain<MulLo>(c, in);
  if (mode == "hi")
    return bindPlain<MulHi>(c, in);
  if (mode.empty())
    return Bound::NotMine;
  switch (c.type()) {
  case Type::u16:
    return bindHandler(in, MulWide<uint16_t, uint32_t>::step);
  case Type::s16:
    return bindHandler(in, MulWide<int16_t, int32_t>::step);
  case Type::u32:
    return bindHandler(in, MulWide<uint32_t, uint64_t>::step);
  default:
    return bindHandler(in, MulWide<int32_t, int64_t>::step);
  }
}

static Bound bindMad(BindContext &c, DecodedInstruction &in) {
  if (c.has("cc"))
    return bindCarry(c, in, false, Multiplies);
  StringRef mode = c.takeAny({"lo", "hi", "wide"});
  if (mode == "hi" && c.take("sat")) {
    c.type();
    return bindHandler(in, ternaryStep<int32_t, int32_t, MadHiSat>);
  }
  if (mode == "lo")
    return bindPlain<MadLo>(c, in);
  if (mode == "hi")
    return bindPlain<MadHi>(c, in);
  if (mode.empty())
    return Bound::NotMine;
  switch (c.type()) {
  case Type::u16:
    return bindHandler(in, MadWide<uint16_t, uint32_t>::step);
  case Type::s16:
    return bindHandler(in, MadWide<int16_t, int32_t>::step);
  case Type::u32:
    return bindHandler(in, MadWide<uint32_t, uint64_t>::step);
  default:
    return bindHandler(in, MadWide<int32_t, int64_t>::step);
  }
}

static Bound bindMul24(BindContext &c, DecodedInstruction &in) {
  bool high = c.takeAny({"hi", "lo"}) == "hi";
  if (c.type() == Type::s32)
    return bindHandler(in,
                       high ? binaryStep<int32_t, int32_t, Mul24Hi<int32_t>>
                            : binaryStep<int32_t, int32_t, Mul24Lo<int32_t>>);
  return bindHandler(in,
                     high ? binaryStep<uint32_t, uint32_t, Mul24Hi<uint32_t>>
                          : binaryStep<uint32_t, uint32_t, Mul24Lo<uint32_t>>);
}

static Bound bindMad24(BindContext &c, DecodedInstruction &in) {
  bool high = c.takeAny({"hi", "lo"}) == "hi", sat = c.take("sat");
  if (sat) {
    c.type();
    return bindHandler(in, ternaryStep<int32_t, int32_t, Mad24HiSat>);
  }
  if (c.type() == Type::s32)
    return bindHandler(in,
                       high ? ternaryStep<int32_t, int32_t, Mad24Hi<int32_t>>
                            : ternaryStep<int32_t, int32_t, Mad24Lo<int32_t>>);
  return bindHandler(in,
                     high ? ternaryStep<uint32_t, uint32_t, Mad24Hi<uint32_t>>
                          : ternaryStep<uint32_t, uint32_t, Mad24Lo<uint32_t>>);
}

template <template <typename> class Plain, template <typename> class Relu>
static Bound bindMinMax(BindContext &c, DecodedInstruction &in) {
  std::optional<Type> type = peekType(c);
  if (type == Type::s32 && c.take("relu")) {
    c.type();
    return bindHandler(in, Relu<int32_t>::step);
  }
  if (type == Type::s16x2 && c.take("relu")) {
    c.type();
    return bindHandler(in, Packed<int16_t, Relu>::step);
  }
  if (bindPacked<Plain>(c, in) == Bound::Done)
    return Bound::Done;
  return bindPlain<Plain>(c, in);
}

static Bound bindAbs(BindContext &c, DecodedInstruction &in) {
  std::optional<Type> type = peekType(c);
  if (!type || typeClass(*type) != TypeClass::Signed)
    return Bound::NotMine;
  return bindPlain<Abs>(c, in);
}

//===----------------------------------------------------------------------===//
// Dot products of bytes
//===----------------------------------------------------------------------===//

static int64_t element(uint64_t word, unsigned index, unsigned bits,
                       bool isSigned) {
  uint64_t value = (word >> (index * bits)) & ((uint64_t(1) << bits) - 1);
  return isSigned && value >> (bits - 1) ? int64_t(value) - (1 << bits)
                                         : int64_t(value);
}

/// flags: bit 0 a is signed, bit 1 b is signed, bit 2 dp2a.hi, bit 3 dp2a.
static Step dotStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  uint64_t *d = w.dest(in.args[0]);
  const uint64_t *a = w.source(in.args[1]), *b = w.source(in.args[2]),
                 *c = w.source(in.args[3]);
  bool pairs = in.flags & 8;
  unsigned count = pairs ? 2 : 4, first = in.flags & 4 ? 2 : 0;
  forEachLane(active, [&](unsigned lane) {
    int64_t sum = int64_t(c[lane]);
    for (unsigned i = 0; i < count; ++i)
      sum += element(a[lane], i, pairs ? 16 : 8, in.flags & 1) *
             element(b[lane], first + i, 8, in.flags & 2);
    d[lane] = uint32_t(sum);
  });
  return Step::Next;
}

static Bound bindDot(BindContext &c, DecodedInstruction &in) {
  StringRef half = c.takeAny({"lo", "hi"});
  in.flags = (half == "hi" ? 4 : 0) | (half.empty() ? 0 : 8);
  if (c.takeFixedType() == Type::s32)
    in.flags |= 1;
  if (c.takeFixedType() == Type::s32)
    in.flags |= 2;
  return bindHandler(in, dotStep);
}

void tessera::ptx::emu::registerIntegerOps(Registry &registry) {
  registry.add("add", bindAdd);
  registry.add("sub", bindSub);
  registry.add("addc", [](BindContext &c, DecodedInstruction &in) {
    return bindCarry(c, in, true, 0);
  });
  registry.add("subc", [](BindContext &c, DecodedInstruction &in) {
    return bindCarry(c, in, true, Subtracts);
  });
  registry.add("madc", [](BindContext &c, DecodedInstruction &in) {
    return bindCarry(c, in, true, Multiplies);
  });
  registry.add("mul", bindMul);
  registry.add("mad", bindMad);
  registry.add("mul24", bindMul24);
  registry.add("mad24", bindMad24);
  registry.add("sad", bindPlain<Sad>);
  registry.add("div", bindPlain<Div>);
  registry.add("rem", bindPlain<Rem>);
  registry.add("abs", bindAbs);
  registry.add("neg", bindPlain<Neg>);
  registry.add("min", bindMinMax<Min, MinRelu>);
  registry.add("max", bindMinMax<Max, MaxRelu>);
  registry.add("dp4a", bindDot);
  registry.add("dp2a", bindDot);
}
