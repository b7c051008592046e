//===- PTX/Emulator/Scalar/BitOps.cpp - logic, shifts and bit fields -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows the pseudo-code of the PTX manual, bit for bit.
//
//===----------------------------------------------------------------------===//

#include "PTX/Emulator/Core/Elementwise.h"

#include "llvm/ADT/STLExtras.h"

#include <bit>

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

namespace {

template <typename T> using Unsigned = std::make_unsigned_t<T>;
template <typename T> constexpr unsigned widthOf = sizeof(T) * 8;

#define TESSERA_BINARY(Name, expression)                                       \
  template <typename T> struct Name {                                          \
    static T run(T a, T b) { return T(expression); }                           \
    static constexpr Handler step = binaryStep<T, T, Name>;                    \
  };
TESSERA_BINARY(And, a &b)
TESSERA_BINARY(Or, a | b)
TESSERA_BINARY(Xor, a ^ b)
#undef TESSERA_BINARY

template <typename T> struct Not {
  static T run(T a) { return T(~a); }
  static constexpr Handler step = unaryStep<T, T, Not>;
};
template <typename T> struct CNot {
  static T run(T a) { return a == 0; }
  static constexpr Handler step = unaryStep<T, T, CNot>;
};
template <typename T> struct PopC {
  static uint32_t run(T a) { return uint32_t(std::popcount(Unsigned<T>(a))); }
  static constexpr Handler step = unaryStep<T, uint32_t, PopC>;
};
template <typename T> struct Clz {
  static uint32_t run(T a) {
    return uint32_t(std::countl_zero(Unsigned<T>(a)));
  }
  static constexpr Handler step = unaryStep<T, uint32_t, Clz>;
};
template <typename T> struct BRev {
  static T run(T a) {
    T result = 0;
    for (unsigned i = 0; i < widthOf<T>; ++i)
      result = T(result << 1 | (Unsigned<T>(a) >> i & 1));
    return result;
  }
  static constexpr Handler step = unaryStep<T, T, BRev>;
};
template <typename T> struct BFind {
  static uint32_t run(T a) {
    Unsigned<T> bits = a < 0 ? Unsigned<T>(~a) : Unsigned<T>(a);
    return bits == 0 ? ~0u : widthOf<T> - 1 - unsigned(std::countl_zero(bits));
  }
  static constexpr Handler step = unaryStep<T, uint32_t, BFind>;
};
template <typename T> struct BFindShift {
  static uint32_t run(T a) {
    uint32_t found = BFind<T>::run(a);
    return found == ~0u ? found : widthOf<T> - 1 - found;
  }
  static constexpr Handler step = unaryStep<T, uint32_t, BFindShift>;
};

// The amount is a 32-bit register; amounts beyond the width shift all out.
template <typename T> struct Shl {
  static Step step(Warp &w, const DecodedInstruction &in, LaneMask active) {
    uint64_t *d = w.dest(in.args[0]);
    const uint64_t *a = w.source(in.args[1]), *b = w.source(in.args[2]);
    forEachLane(active, [&](unsigned i) {
      uint32_t n = uint32_t(b[i]);
      d[i] = n >= widthOf<T> ? 0 : Unsigned<T>(a[i] << n);
    });
    return Step::Next;
  }
};
template <typename T> struct Shr {
  static Step step(Warp &w, const DecodedInstruction &in, LaneMask active) {
    uint64_t *d = w.dest(in.args[0]);
    const uint64_t *a = w.source(in.args[1]), *b = w.source(in.args[2]);
    forEachLane(active, [&](unsigned i) {
      uint32_t n = std::min<uint32_t>(uint32_t(b[i]), widthOf<T>);
      T value = T(a[i]);
      // Twice, so that the whole width can be shifted out.
      d[i] = toBits<T>(n == 0 ? value : T(T(value >> (n - 1)) >> 1));
    });
    return Step::Next;
  }
};

template <typename T> struct Bfe {
  static Step step(Warp &w, const DecodedInstruction &in, LaneMask active) {
    uint64_t *d = w.dest(in.args[0]);
    const uint64_t *a = w.source(in.args[1]), *b = w.source(in.args[2]),
                   *c = w.source(in.args[3]);
    constexpr unsigned msb = widthOf<T> - 1;
    forEachLane(active, [&](unsigned i) {
      unsigned position = b[i] & 0xFF, length = c[i] & 0xFF;
      auto bit = [&](unsigned index) { return a[i] >> index & 1; };
      uint64_t sign = std::is_signed_v<T> && length != 0
                          ? bit(std::min(position + length - 1, msb))
                          : 0;
      uint64_t result = 0;
      for (unsigned k = 0; k <= msb; ++k)
        result |= (k < length && position + k <= msb ? bit(position + k) : sign)
                  << k;
      d[i] = result;
    });
    return Step::Next;
  }
};
template <typename T> struct Bfi {
  static Step step(Warp &w, const DecodedInstruction &in, LaneMask active) {
    uint64_t *d = w.dest(in.args[0]);
    const uint64_t *a = w.source(in.args[1]), *b = w.source(in.args[2]),
                   *c = w.source(in.args[3]), *e = w.source(in.args[4]);
    constexpr unsigned msb = widthOf<T> - 1;
    forEachLane(active, [&](unsigned i) {
      unsigned position = c[i] & 0xFF, length = e[i] & 0xFF;
      uint64_t result = b[i];
      for (unsigned k = 0; k < length && position + k <= msb; ++k) {
        uint64_t bit = uint64_t(1) << (position + k);
        result = (result & ~bit) | (a[i] >> k & 1) << (position + k);
      }
      d[i] = result;
    });
    return Step::Next;
  }
};

} // namespace

template <template <typename> class F>
static Bound bindPlain(BindContext &c, DecodedInstruction &in) {
  std::optional<Type> type = peekType(c);
  if (!type || !isIntegerType(*type))
    return Bound::NotMine;
  c.type();
  return bindHandler(in, selectInteger<F>(*type));
}

//===----------------------------------------------------------------------===//
// Predicates
//===----------------------------------------------------------------------===//

enum class Logic : uint32_t { And, Or, Xor, Not };

static Step predicateStep(Warp &w, const DecodedInstruction &in,
                          LaneMask active) {
  LaneMask a = w.predicate(in.args[1].value);
  LaneMask b = in.numArgs > 2 ? w.predicate(in.args[2].value) : 0;
  LaneMask result = in.flags == uint32_t(Logic::And)   ? a & b
                    : in.flags == uint32_t(Logic::Or)  ? a | b
                    : in.flags == uint32_t(Logic::Xor) ? a ^ b
                                                       : ~a;
  w.setPredicate(in.args[0].value, active, result);
  return Step::Next;
}

template <Logic L>
static Bound bindPredicate(BindContext &c, DecodedInstruction &in) {
  if (!c.take("pred"))
    return Bound::NotMine;
  in.flags = uint32_t(L);
  return bindHandler(in, predicateStep);
}

//===----------------------------------------------------------------------===//
// lop3, shf, prmt
//===----------------------------------------------------------------------===//

static uint32_t lop3(uint32_t a, uint32_t b, uint32_t c, unsigned table) {
  uint32_t result = 0;
  for (unsigned i = 0; i < 8; ++i)
    if (table >> i & 1)
      result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
  return result;
}

/// flags: 0 plain, 1 .and, 2 .or
static Step lop3Step(Warp &w, const DecodedInstruction &in, LaneMask active) {
  uint64_t *d = w.dest(in.args[0]);
  const uint64_t *a = w.source(in.args[1]), *b = w.source(in.args[2]),
                 *c = w.source(in.args[3]);
  LaneMask nonZero = 0;
  forEachLane(active, [&](unsigned i) {
    d[i] =
        lop3(uint32_t(a[i]), uint32_t(b[i]), uint32_t(c[i]), unsigned(in.aux));
    nonZero |= uint32_t(d[i] != 0) << i;
  });
  if (in.flags != 0) {
    LaneMask q = w.predicate(in.args[5].value);
    w.setPredicate(in.args[0].second, active,
                   in.flags == 1 ? nonZero & q : nonZero | q);
  }
  return Step::Next;
}

static Bound bindLop3(BindContext &c, DecodedInstruction &in) {
  StringRef logic = c.takeAny({"and", "or"});
  in.flags = logic == "and" ? 1 : logic == "or" ? 2 : 0;
  c.take("b32");
  in.aux = *in.args[4].literal;
  return bindHandler(in, lop3Step);
}

/// flags: bit 0 right, bit 1 wrap.
static Step shfStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  uint64_t *d = w.dest(in.args[0]);
  const uint64_t *a = w.source(in.args[1]), *b = w.source(in.args[2]),
                 *c = w.source(in.args[3]);
  forEachLane(active, [&](unsigned i) {
    uint32_t n = uint32_t(c[i]);
    n = in.flags & 2 ? n & 31 : std::min(n, 32u);
    uint64_t both = b[i] << 32 | uint32_t(a[i]);
    d[i] = in.flags & 1 ? uint32_t(both >> n) : uint32_t((both << n) >> 32);
  });
  return Step::Next;
}

static Bound bindShf(BindContext &c, DecodedInstruction &in) {
  in.flags = c.takeAny({"l", "r"}) == "r";
  in.flags |= c.takeAny({"clamp", "wrap"}) == "wrap" ? 2 : 0;
  c.take("b32");
  return bindHandler(in, shfStep);
}

enum class Permute : uint32_t { Plain, F4e, B4e, Rc8, Ecl, Ecr, Rc16 };

static Step prmtStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  uint64_t *d = w.dest(in.args[0]);
  const uint64_t *a = w.source(in.args[1]), *b = w.source(in.args[2]),
                 *c = w.source(in.args[3]);
  forEachLane(active, [&](unsigned lane) {
    uint64_t both = b[lane] << 32 | uint32_t(a[lane]);
    unsigned select = c[lane] & 3;
    uint32_t result = 0;
    for (unsigned i = 0; i < 4; ++i) {
      unsigned nibble = 0;
      switch (Permute(in.flags)) {
      case Permute::Plain:
        nibble = c[lane] >> (4 * i) & 15;
        break;
      case Permute::F4e:
        nibble = select + i;
        break;
      case Permute::B4e:
        nibble = (select - i) & 7;
        break;
      case Permute::Rc8:
        nibble = select;
        break;
      case Permute::Ecl:
        nibble = std::max(i, select);
        break;
      case Permute::Ecr:
        nibble = std::min(i, select);
        break;
      case Permute::Rc16:
        nibble = (select & 1) * 2 + (i & 1);
        break;
      }
      uint32_t byte = both >> (8 * (nibble & 7)) & 0xFF;
      if (nibble & 8)
        byte = byte & 0x80 ? 0xFF : 0;
      result |= byte << (8 * i);
    }
    d[lane] = result;
  });
  return Step::Next;
}

static Bound bindPrmt(BindContext &c, DecodedInstruction &in) {
  c.take("b32");
  static constexpr StringRef modes[] = {"f4e", "b4e", "rc8",
                                        "ecl", "ecr", "rc16"};
  for (auto [index, mode] : enumerate(modes))
    if (c.take(mode))
      in.flags = uint32_t(index) + 1;
  return bindHandler(in, prmtStep);
}

//===----------------------------------------------------------------------===//
// fns, szext, bmsk
//===----------------------------------------------------------------------===//

static Step fnsStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  uint64_t *d = w.dest(in.args[0]);
  const uint64_t *a = w.source(in.args[1]), *b = w.source(in.args[2]),
                 *c = w.source(in.args[3]);
  forEachLane(active, [&](unsigned i) {
    uint32_t mask = uint32_t(a[i]);
    int64_t position = uint32_t(b[i]);
    int32_t n = int32_t(c[i]);
    auto bit = [&](int64_t p) { return p >= 0 && p < 32 && mask >> p & 1; };
    d[i] = 0xFFFFFFFF;
    if (n == 0) {
      if (bit(position))
        d[i] = uint64_t(position);
      return;
    }
    int64_t left = (n > 0 ? int64_t(n) : -int64_t(n)) - 1;
    for (; position >= 0 && position < 32; position += n > 0 ? 1 : -1)
      if (bit(position) && left-- == 0) {
        d[i] = uint64_t(position);
        return;
      }
  });
  return Step::Next;
}

/// flags: bit 0 clamp, bit 1 signed.
static Step szextStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  uint64_t *d = w.dest(in.args[0]);
  const uint64_t *a = w.source(in.args[1]), *b = w.source(in.args[2]);
  forEachLane(active, [&](unsigned i) {
    uint32_t n = b[i] & 31;
    bool tooLarge = (in.flags & 1) && uint32_t(b[i]) >= 32;
    uint32_t mask = tooLarge ? 0 : ~0u << n;
    bool sign = (in.flags & 2) && n != 0 && !tooLarge &&
                (uint32_t(a[i]) >> (n - 1) & 1);
    d[i] = (uint32_t(a[i]) & ~mask) | (sign ? mask : 0);
  });
  return Step::Next;
}

static Bound bindSzext(BindContext &c, DecodedInstruction &in) {
  in.flags = c.takeAny({"clamp", "wrap"}) == "clamp";
  in.flags |= c.type() == Type::s32 ? 2 : 0;
  return bindHandler(in, szextStep);
}

static Step bmskStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  uint64_t *d = w.dest(in.args[0]);
  const uint64_t *a = w.source(in.args[1]), *b = w.source(in.args[2]);
  forEachLane(active, [&](unsigned i) {
    uint32_t position = a[i] & 31, width = b[i] & 31, sum = position + width;
    uint32_t low = ~0u << position, high = sum < 32 ? ~0u << sum : 0;
    bool overflow = sum >= 32;
    if (in.flags & 1) {
      if (uint32_t(a[i]) >= 32) {
        overflow = true;
        low = 0;
      }
      overflow |= uint32_t(b[i]) >= 32;
    }
    if (overflow)
      high = 0;
    else if (width == 0)
      high = ~0u;
    d[i] = low & ~high;
  });
  return Step::Next;
}

static Bound bindBmsk(BindContext &c, DecodedInstruction &in) {
  in.flags = c.takeAny({"clamp", "wrap"}) == "clamp";
  c.take("b32");
  return bindHandler(in, bmskStep);
}

static Bound bindBfind(BindContext &c, DecodedInstruction &in) {
  return c.take("shiftamt") ? bindPlain<BFindShift>(c, in)
                            : bindPlain<BFind>(c, in);
}

void tessera::ptx::emu::registerBitOps(Registry &registry) {
  registry.add("and", bindPredicate<Logic::And>);
  registry.add("or", bindPredicate<Logic::Or>);
  registry.add("xor", bindPredicate<Logic::Xor>);
  registry.add("not", bindPredicate<Logic::Not>);
  registry.add("and", bindPlain<And>);
  registry.add("or", bindPlain<Or>);
  registry.add("xor", bindPlain<Xor>);
  registry.add("not", bindPlain<Not>);
  registry.add("cnot", bindPlain<CNot>);
  registry.add("popc", bindPlain<PopC>);
  registry.add("clz", bindPlain<Clz>);
  registry.add("brev", bindPlain<BRev>);
  registry.add("bfind", bindBfind);
  registry.add("bfe", bindPlain<Bfe>);
  registry.add("bfi", bindPlain<Bfi>);
  registry.add("shl", bindPlain<Shl>);
  registry.add("shr", bindPlain<Shr>);
  registry.add("lop3", bindLop3);
  registry.add("shf", bindShf);
  registry.add("prmt", bindPrmt);
  registry.add("fns", [](BindContext &c, DecodedInstruction &in) {
    c.take("b32");
    return bindHandler(in, fnsStep);
  });
  registry.add("szext", bindSzext);
  registry.add("bmsk", bindBmsk);
}
