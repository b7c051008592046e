//===- Interpreter/Arithmetic/IntegerKernels.h - loops over integer tiles -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bridge between integer tiles and numerics/IntArith.h, whose functions
// become plain machine arithmetic when the width is a constant. A kernel is a
// struct with `template <unsigned Width> static uint64_t apply(uint64_t...)` on
// zero-extended containers.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_ARITHMETIC_INTEGERKERNELS_H
#define TESSERA_LIB_INTERPRETER_ARITHMETIC_INTEGERKERNELS_H

#include "tessera/Numerics/IntArith.h"

#include "Elementwise.h"

namespace tessera::interp {

/// The width of an integer kind as a compile-time constant.
template <unsigned Width> struct IntWidth {
  static constexpr unsigned value = Width;
  using Container = std::conditional_t<
      Width <= 8, uint8_t,
      std::conditional_t<Width == 16, uint16_t,
                         std::conditional_t<Width == 32, uint32_t, uint64_t>>>;
};

/// Calls visit(IntWidth<w>()) for the width of `kind`, one of the Int kinds.
template <typename Visit>
auto visitInt(numerics::ElementKind kind, Visit visit) {
  switch (numerics::bitWidth(kind)) {
  case 1:
    return visit(IntWidth<1>());
  case 8:
    return visit(IntWidth<8>());
  case 16:
    return visit(IntWidth<16>());
  case 32:
    return visit(IntWidth<32>());
  default:
    assert(kind == numerics::ElementKind::I64 && "expected an Int kind");
    return visit(IntWidth<64>());
  }
}

/// Kernel::apply<Width> as a function object on containers.
template <typename Kernel, unsigned Width> struct IntegerFunction {
  template <typename... Bits>
  TESSERA_ALWAYS_INLINE auto operator()(Bits... bits) const {
    return static_cast<std::common_type_t<Bits...>>(
        Kernel::template apply<Width>(static_cast<uint64_t>(bits)...));
  }
};

/// An element-wise integer op without conditions.
template <typename Kernel, unsigned Arity>
mlir::LogicalResult runInteger(mlir::Operation *op, BlockContext &context) {
  ElementwiseFrame<Arity> frame(op, context);
  visitInt(frame.kind(), [&](auto width) {
    using Width = decltype(width);
    frame.template map<typename Width::Container>(
        IntegerFunction<Kernel, Width::value>());
  });
  return frame.finish();
}

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_ARITHMETIC_INTEGERKERNELS_H
