//===- TileAAToVector/Matmul/Int16Matmul.cpp - products of bytes as i16 -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// pmaddwd multiplies pairs of i16 and adds the two products. Of bytes, whatever
// their signs, that is exact; the sum over k is then an i32 addition, modulo
// 2^32 as the language wants it. Every x86 processor has it, so this is how
// bytes are multiplied where vpdpbusd is missing or does not fit.
//
//===----------------------------------------------------------------------===//

#include "MicroKernel.h"

#include "Conversion/TileAAToVector/Core/Lanes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace tessera::cpu {

bool suitsInt16Dot(const Emitter &e, const MatmulShape &shape) {
  return e.target.int16Dot && shape.depth >= 2 &&
         shape.columns >= e.widthFor(32);
}

PanelLayout int16Panels(const Emitter &e, const MatmulShape &shape) {
  return {std::min<int64_t>(2 * e.widthFor(32), shape.columns), /*kStep=*/2,
          groupsPerTurn(e, shape, 2)};
}

namespace {
/// Rows of a register block of two vectors. Additions take one cycle: no more
/// sums than that are needed to keep multipliers busy.
int64_t blockRows(const MatmulShape &shape) {
  return std::min<int64_t>(4, shape.rows);
}

class Int16Kernel final : public MicroKernel {
public:
  Int16Kernel(Emitter &e, const MatmulShape &shape)
      : MicroKernel(e, shape, e.b.getI16Type(), e.b.getI32Type(),
                    int16Panels(e, shape), e.widthFor(32), blockRows(shape)) {}

  Value broadcastLhs(Value address) override {
    Value pair =
        LLVM::LoadOp::create(e.b, e.loc(), e.b.getI32Type(), address, 2);
    return LLVM::BitcastOp::create(e.b, e.loc(), pairs, splat(e, pair, lanes));
  }
  Value loadRhs(Value address) override {
    return LLVM::LoadOp::create(e.b, e.loc(), pairs, address, 2);
  }
  Value multiplyAdd(Value left, Value right, Value sum) override {
    StringRef name = lanes == 16  ? "llvm.x86.avx512.pmaddw.d.512"
                     : lanes == 8 ? "llvm.x86.avx2.pmadd.wd"
                                  : "llvm.x86.sse2.pmadd.wd";
    auto products = LLVM::CallIntrinsicOp::create(
        e.b, e.loc(), sums, e.b.getStringAttr(name), ValueRange{left, right});
    return arith::AddIOp::create(e.b, e.loc(), sum, products.getResult(0));
  }

private:
  VectorType pairs = VectorType::get({2 * lanes}, e.b.getI16Type());
};
} // namespace

void emitInt16Matmul(Emitter &e, const MatmulShape &shape,
                     const MatmulOperands &operands, const Buffer &acc,
                     const Upcoming &next) {
  Int16Kernel kernel(e, shape);
  kernel.forEachBatch(operands, acc, [&](Value lhs, Value rhs, Value sums) {
    kernel.emit(lhs, rhs, sums, operands.isPanelled, next);
  });
}

} // namespace tessera::cpu
