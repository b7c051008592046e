//===- TileAAToVector/Matmul/Int8Matmul.cpp - products of bytes on x86 -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// vpdpbusd adds four products of an unsigned and a signed byte to an i32,
// modulo 2^32 as the language wants it. The four bytes along k of one column of
// the right operand lie together; four bytes of the left operand are one
// broadcast. Two signed operands: the left one is taken plus 128, and 128 times
// the column sums, which the same instruction makes of the constant 128, are
// subtracted at the end. Two unsigned ones are rare and not done here.
//
//===----------------------------------------------------------------------===//

#include "MicroKernel.h"

#include "Conversion/TileAAToVector/Core/Lanes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace tessera::cpu {

bool suitsInt8Dot(const Emitter &e, const MatmulShape &shape, bool lhsSigned,
                  bool rhsSigned) {
  return e.target.int8Dot && (lhsSigned || rhsSigned) && shape.depth >= 4 &&
         shape.columns >= e.widthFor(32);
}

PanelLayout int8Panels(const Emitter &e, const MatmulShape &shape) {
  return {std::min<int64_t>(2 * e.widthFor(32), shape.columns), 4};
}

namespace {
/// Rows of a register block of two vectors: with 16 registers there must be
/// room for a constant row.
int64_t blockRows(const Emitter &e, const MatmulShape &shape) {
  return std::min<int64_t>(e.target.vectorRegisters == 32 ? 8 : 4, shape.rows);
}

class Int8Kernel final : public MicroKernel {
public:
  Int8Kernel(Emitter &e, const MatmulShape &shape, bool lhsSigned,
             bool rhsSigned)
      : MicroKernel(e, shape, e.b.getI8Type(), e.b.getI32Type(),
                    int8Panels(e, shape), e.widthFor(32), blockRows(e, shape)),
        lhsSigned(lhsSigned), rhsSigned(rhsSigned) {}

  Value broadcastLhs(Value address) override {
    return spread(
        LLVM::LoadOp::create(e.b, e.loc(), e.b.getI32Type(), address, 1));
  }
  Value loadRhs(Value address) override {
    return LLVM::LoadOp::create(e.b, e.loc(), bytes, address, 1);
  }
  Value multiplyAdd(Value left, Value right, Value sum) override {
    // The unsigned operand comes first.
    bool isLeftUnsigned = !lhsSigned || rhsSigned;
    if (!isLeftUnsigned)
      std::swap(left, right);
    StringRef name = lanes == 16 ? "llvm.x86.avx512.vpdpbusd.512"
                                 : "llvm.x86.avx512.vpdpbusd.256";
    return LLVM::CallIntrinsicOp::create(e.b, e.loc(), sums,
                                         e.b.getStringAttr(name),
                                         ValueRange{sum, left, right})
        .getResult(0);
  }
  Value constantRow() override {
    if (!lhsSigned || !rhsSigned)
      return {};
    return spread(e.i32(static_cast<int32_t>(0x80808080)));
  }
  Value corrected(Value sum, Value ofConstantRow) override {
    return arith::SubIOp::create(e.b, e.loc(), sum, ofConstantRow);
  }

private:
  /// Four bytes in every lane.
  Value spread(Value word) {
    return LLVM::BitcastOp::create(e.b, e.loc(), bytes, splat(e, word, lanes));
  }

  bool lhsSigned, rhsSigned;
  VectorType bytes = VectorType::get({4 * lanes}, e.b.getI8Type());
};
} // namespace

void emitInt8Matmul(Emitter &e, const MatmulShape &shape,
                    const MatmulOperands &operands, const Buffer &acc,
                    bool lhsSigned, bool rhsSigned, const Upcoming &next) {
  Int8Kernel kernel(e, shape, lhsSigned, rhsSigned);
  kernel.forEachBatch(operands, acc, [&](Value lhs, Value rhs, Value sums) {
    kernel.emit(lhs, rhs, sums, operands.isPanelled, next);
  });
}

} // namespace tessera::cpu
