//===- TileAAToVector/Matmul/Matmul.cpp - products without special instructions -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits products of f32, f64 and i32, which need no special instruction: one
// fused multiply-add for each step of k.
//
//===----------------------------------------------------------------------===//

#include "MicroKernel.h"

#include "Conversion/TileAAToVector/Core/Lanes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace tessera::cpu {

static int64_t lanesFor(const Emitter &e, const MatmulShape &shape,
                        Type element) {
  return std::min<int64_t>(e.widthFor(laneBits(element)), shape.columns);
}

int64_t groupsPerTurn(const Emitter &e, const MatmulShape &shape,
                      int64_t kStep) {
  // Small register blocks leave few multiply-adds for what a loop itself takes:
  // a tenth of the instructions, and all count when a core has two threads.
  constexpr int64_t rows = 4;
  if (e.target.vectorRegisters == 32)
    return 1;
  return std::max<int64_t>(std::min(rows, shape.depth) / kStep, 1);
}

PanelLayout matmulPanels(const Emitter &e, const MatmulShape &shape,
                         Type element) {
  // Sixteen of 32 registers are for sums. As four rows of four vectors they
  // take the fewest loads, and rows that lie a multiple of 2 KiB apart are few
  // enough to share sets of the first cache. Of 16 registers twelve are, six
  // rows of two: with eight, two units that need four cycles for a multiply-add
  // wait for every late load.
  int64_t vectors = e.target.vectorRegisters == 32 ? 4 : 2;
  return {std::min(vectors * lanesFor(e, shape, element), shape.columns),
          /*kStep=*/1, groupsPerTurn(e, shape, 1)};
}

int64_t matmulBlockRows(const Emitter &e, const MatmulShape &shape,
                        Type element) {
  int64_t vectors =
      matmulPanels(e, shape, element).width / lanesFor(e, shape, element);
  int64_t sums = e.target.vectorRegisters == 32 ? 16 : 12;
  return std::min(std::min<int64_t>(8, sums / vectors), shape.rows);
}

namespace {
class PlainKernel final : public MicroKernel {
public:
  PlainKernel(Emitter &e, const MatmulShape &shape, Type element,
              const std::optional<InPlaceTile> &inPlace)
      : MicroKernel(e, shape, element, element, matmulPanels(e, shape, element),
                    lanesFor(e, shape, element),
                    matmulBlockRows(e, shape, element)) {
    inPlaceLhs = inPlace;
  }

  Value broadcastLhs(Value address) override {
    return splat(e, load(operand, address), lanes);
  }
  Value loadRhs(Value address) override { return load(sums, address); }
  Value multiplyAdd(Value left, Value right, Value sum) override {
    if (isa<FloatType>(operand))
      return math::FmaOp::create(e.b, e.loc(), left, right, sum);
    Value product = arith::MulIOp::create(e.b, e.loc(), left, right);
    return arith::AddIOp::create(e.b, e.loc(), product, sum);
  }

private:
  Value load(Type type, Value address) {
    return LLVM::LoadOp::create(e.b, e.loc(), type, address,
                                containerBytes(operand));
  }
};
} // namespace

void emitMatmul(Emitter &e, const MatmulShape &shape,
                const MatmulOperands &operands, const Buffer &acc,
                FillPanel fill, const Upcoming &next) {
  PlainKernel kernel(e, shape, acc.element, operands.inPlaceLhs);
  kernel.forEachBatch(operands, acc, [&](Value lhs, Value rhs, Value sums) {
    if (operands.isByPanel)
      kernel.emit(lhs, rhs, sums, fill, next);
    else
      kernel.emit(lhs, rhs, sums, operands.isPanelled, next);
  });
}

} // namespace tessera::cpu
