//===- PTX/Emulator/Core/Elementwise.h - handlers made from scalar functions -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns a function of one, two or three scalars into a handler that loops over
// the lanes, and picks the instance for a PTX type.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_PTX_EMULATOR_CORE_ELEMENTWISE_H
#define TESSERA_LIB_PTX_EMULATOR_CORE_ELEMENTWISE_H

#include "tessera/PTX/Emulator/Registry.h"
#include "tessera/PTX/Emulator/Warp.h"

#include <type_traits>

namespace tessera::ptx::emu {

/// The register image of an integer.
template <typename T> constexpr uint64_t toBits(T value) {
  return uint64_t(std::make_unsigned_t<T>(value));
}

template <typename T, typename R, typename F>
Step unaryStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  uint64_t *d = w.dest(in.args[0]);
  const uint64_t *a = w.source(in.args[1]);
  forEachLane(active,
              [&](unsigned i) { d[i] = toBits<R>(R(F::run(T(a[i])))); });
  return Step::Next;
}

template <typename T, typename R, typename F>
Step binaryStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  uint64_t *d = w.dest(in.args[0]);
  const uint64_t *a = w.source(in.args[1]), *b = w.source(in.args[2]);
  forEachLane(active, [&](unsigned i) {
    d[i] = toBits<R>(R(F::run(T(a[i]), T(b[i]))));
  });
  return Step::Next;
}

template <typename T, typename R, typename F>
Step ternaryStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  uint64_t *d = w.dest(in.args[0]);
  const uint64_t *a = w.source(in.args[1]), *b = w.source(in.args[2]),
                 *c = w.source(in.args[3]);
  forEachLane(active, [&](unsigned i) {
    d[i] = toBits<R>(R(F::run(T(a[i]), T(b[i]), R(c[i]))));
  });
  return Step::Next;
}

/// The integer types by PTX type; `Make<T>::step` is the handler.
template <template <typename> class Make> Handler selectInteger(Type type) {
  switch (type) {
  case Type::u16:
  case Type::b16:
    return Make<uint16_t>::step;
  case Type::s16:
    return Make<int16_t>::step;
  case Type::u32:
  case Type::b32:
    return Make<uint32_t>::step;
  case Type::s32:
    return Make<int32_t>::step;
  case Type::u64:
  case Type::b64:
    return Make<uint64_t>::step;
  case Type::s64:
    return Make<int64_t>::step;
  default:
    return nullptr;
  }
}

/// Sets the handler; NotMine when there is none for the type.
inline Bound bindHandler(DecodedInstruction &in, Handler handler) {
  in.run = handler;
  return handler ? Bound::Done : Bound::NotMine;
}

/// True for the types selectInteger knows.
inline bool isIntegerType(Type type) {
  TypeClass kind = typeClass(type);
  return (kind == TypeClass::Unsigned || kind == TypeClass::Signed ||
          kind == TypeClass::Bits) &&
         typeBits(type) >= 16 && typeBits(type) <= 64;
}

/// The type the T slot or the last fixed type modifier names, without taking.
inline std::optional<Type> peekType(const BindContext &context) {
  for (auto [slot, choice] :
       llvm::zip(context.form.slots, context.match.chosen))
    if (slot.variable == 'T' && choice)
      return findType(choice->text);
  std::optional<Type> last;
  for (const Modifier &modifier : context.source.modifiers)
    if (std::optional<Type> found = findType(modifier.text))
      last = found;
  return last;
}

} // namespace tessera::ptx::emu

#endif // TESSERA_LIB_PTX_EMULATOR_CORE_ELEMENTWISE_H
