//===- Interpreter/Arithmetic/Elementwise.h - operands and result of a map -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What every element-wise handler does around its loop: take the operands,
// decide where the result lives, set it. Also the choice between the native
// loop and the exact one for the operations that have rounding modes.
//
// A result of the operands' type is written over an operand that nobody else
// reads; loops::map allows that.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_ARITHMETIC_ELEMENTWISE_H
#define TESSERA_LIB_INTERPRETER_ARITHMETIC_ELEMENTWISE_H

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Interpreter/BlockContext.h"
#include "tessera/Numerics/FastConvert.h"

#include "FloatKernels.h"
#include "TypedLoops.h"

#include <bit>
#include <utility>

namespace tessera::interp {

/// The operands of an element-wise op with `Arity` operands of one type and
/// the storage of its result, which has the same type.
template <unsigned Arity> class ElementwiseFrame {
public:
  ElementwiseFrame(mlir::Operation *op, BlockContext &context)
      : op(op), context(context) {
    for (unsigned i = 0; i < Arity; ++i)
      operands[i] = context.take(op->getOperand(i));
    for (Tile &operand : operands)
      if (!home && operand.isUnique())
        home = &operand;
    if (!home) {
      fresh = context.makeResult(op);
      home = &fresh;
    }
  }

  numerics::ElementKind kind() const { return operands[0].kind(); }
  size_t count() const {
    return static_cast<size_t>(operands[0].numElements());
  }
  const Tile &operand(unsigned index) const { return operands[index]; }

  /// result[i] = fn(operand0[i], ...) on containers read as `T`. Once only: the
  /// result may overwrite an operand.
  template <typename T, typename Fn> void map(Fn fn) {
    mapImpl<T>(fn, std::make_index_sequence<Arity>());
  }

  /// Makes the written tile the op's result.
  mlir::LogicalResult finish() {
    context.set(op->getResult(0), std::move(*home));
    return mlir::success();
  }

private:
  template <typename T, typename Fn, size_t... I>
  void mapImpl(Fn fn, std::index_sequence<I...>) {
    // `home` is written through its own pointer, so that an operand shared
    // with it cannot be unshared (copied) by mutableData.
    loops::map(home->template mutableData<T>(), count(), fn,
               operands[I].template data<T>()...);
  }

  mlir::Operation *op;
  BlockContext &context;
  Tile operands[Arity];
  Tile fresh;
  Tile *home = nullptr;
};

/// Runs `fn<Kind, Container>()`-style code for each of the four BaseFloat
/// kinds: `visit` is a generic lambda over std::integral_constant<ElementKind,
/// K>.
template <typename Visit>
void visitBaseFloat(numerics::ElementKind kind, Visit visit) {
  using numerics::ElementKind;
  switch (kind) {
  case ElementKind::F16:
    return visit(std::integral_constant<ElementKind, ElementKind::F16>());
  case ElementKind::BF16:
    return visit(std::integral_constant<ElementKind, ElementKind::BF16>());
  case ElementKind::F32:
    return visit(std::integral_constant<ElementKind, ElementKind::F32>());
  case ElementKind::F64:
    return visit(std::integral_constant<ElementKind, ElementKind::F64>());
  default:
    assert(false && "the verifier admits f16, bf16, f32 and f64 only");
  }
}

/// Lifts a float functor to the containers of f16 or bf16: widen exactly,
/// compute in f32, round once.
template <numerics::ElementKind Kind, typename Fn> struct ThroughF32 {
  template <typename... Bits>
  TESSERA_ALWAYS_INLINE uint16_t operator()(Bits... bits) const {
    float result = Fn()(std::bit_cast<float>(
        numerics::toF32Bits<Kind>(static_cast<uint32_t>(bits)))...);
    return static_cast<uint16_t>(
        numerics::fromF32Bits<Kind>(std::bit_cast<uint32_t>(result)));
  }
};

/// The functors of FloatKernels.h as function objects.
template <typename Kernel> struct Nearest {
  template <typename... T> TESSERA_ALWAYS_INLINE auto operator()(T... x) const {
    return Kernel::nearest(x...);
  }
};
template <typename Kernel> struct NearestFlushed {
  template <typename... T>
  TESSERA_ALWAYS_INLINE float operator()(T... x) const {
    return kernels::flush(Kernel::nearest(kernels::flush(x)...));
  }
};
template <typename Kernel> struct NearestForHalf {
  template <typename... T>
  TESSERA_ALWAYS_INLINE float operator()(T... x) const {
    return Kernel::forHalf(x...);
  }
};

/// Result kinds' native loop for round-to-nearest-even.
template <typename Kernel, unsigned Arity>
void mapNearest(ElementwiseFrame<Arity> &frame, bool flushToZero) {
  using numerics::ElementKind;
  visitBaseFloat(frame.kind(), [&](auto constant) {
    constexpr ElementKind kind = decltype(constant)::value;
    if constexpr (kind == ElementKind::F32) {
      if (flushToZero)
        frame.template map<float>(NearestFlushed<Kernel>());
      else
        frame.template map<float>(Nearest<Kernel>());
    } else if constexpr (kind == ElementKind::F64) {
      frame.template map<double>(Nearest<Kernel>());
    } else {
      frame.template map<uint16_t>(ThroughF32<kind, NearestForHalf<Kernel>>());
    }
  });
}

/// A directed rounding: element by element through Numerics.
template <typename Kernel> struct Exact {
  numerics::ElementKind kind;
  numerics::Rounding rounding;
  bool flushToZero;

  template <typename... Bits> auto operator()(Bits... bits) const {
    const uint64_t in[] = {static_cast<uint64_t>(bits)...};
    using Container = std::common_type_t<Bits...>;
    return static_cast<Container>(
        Kernel::exact(kind, in, rounding, flushToZero));
  }
};

template <typename Kernel, unsigned Arity>
void mapExact(ElementwiseFrame<Arity> &frame, numerics::Rounding rounding,
              bool flushToZero) {
  Exact<Kernel> fn{frame.kind(), rounding, flushToZero};
  switch (numerics::containerBytes(frame.kind())) {
  case 2:
    return frame.template map<uint16_t>(fn);
  case 4:
    return frame.template map<uint32_t>(fn);
  default:
    return frame.template map<uint64_t>(fn);
  }
}

/// The IEEE direction of a mode. `approx`, `full` and `nearest_int_to_zero` are
/// quality modes, not directions: they compute like nearest_even, which meets
/// every bound they state.
inline numerics::Rounding toRounding(cuda_tile::RoundingMode mode) {
  switch (mode) {
  case cuda_tile::RoundingMode::Zero:
    return numerics::Rounding::Zero;
  case cuda_tile::RoundingMode::NegativeInf:
    return numerics::Rounding::NegativeInf;
  case cuda_tile::RoundingMode::PositiveInf:
    return numerics::Rounding::PositiveInf;
  case cuda_tile::RoundingMode::NearestAway:
    return numerics::Rounding::NearestAway;
  default:
    return numerics::Rounding::NearestEven;
  }
}

/// An op whose result is the exact one rounded once in `mode`.
template <typename Kernel>
mlir::LogicalResult runRounded(mlir::Operation *op, BlockContext &context,
                               cuda_tile::RoundingMode mode, bool flushToZero) {
  ElementwiseFrame<Kernel::arity> frame(op, context);
  numerics::Rounding rounding = toRounding(mode);
  if (rounding == numerics::Rounding::NearestEven)
    mapNearest<Kernel>(frame, flushToZero);
  else
    mapExact<Kernel>(frame, rounding, flushToZero);
  return frame.finish();
}

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_ARITHMETIC_ELEMENTWISE_H
