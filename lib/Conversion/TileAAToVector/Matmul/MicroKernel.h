//===- TileAAToVector/Matmul/MicroKernel.h - register blocks of a product -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops that all micro-kernels have in common. A block of `rows` rows by
// `vectors` vectors of the accumulator stays in registers while k runs: per
// step `vectors` loads of rhs, `rows` broadcasts of lhs, and their products.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOVECTOR_MATMUL_MICROKERNEL_H
#define TESSERA_LIB_CONVERSION_TILEAATOVECTOR_MATMUL_MICROKERNEL_H

#include "Matmul.h"

namespace tessera::cpu {

class MicroKernel {
public:
  /// \name What an element type brings along.
  /// @{
  /// kStep elements of k of one row, in every lane.
  virtual mlir::Value broadcastLhs(mlir::Value address) = 0;
  /// kStep elements of k of as many columns as there are lanes.
  virtual mlir::Value loadRhs(mlir::Value address) = 0;
  virtual mlir::Value multiplyAdd(mlir::Value left, mlir::Value right,
                                  mlir::Value sum) = 0;
  /// A further row of lhs whose products are summed but not stored; or null.
  virtual mlir::Value constantRow() { return {}; }
  /// `sum` as it is stored, where `ofConstantRow` is that row's sum.
  virtual mlir::Value corrected(mlir::Value sum, mlir::Value ofConstantRow) {
    return sum;
  }
  /// @}

  /// Emits acc += lhs * rhs of one batch; the three are addresses. `panelled`:
  /// rhs is laid out as PanelLayout says.
  void emit(mlir::Value lhs, mlir::Value rhs, mlir::Value acc, bool panelled,
            const Upcoming &next);
  /// The same with a rhs of one panel, which `fill` fills with the columns from
  /// its argument on.
  void emit(mlir::Value lhs, mlir::Value rhs, mlir::Value acc, FillPanel fill,
            const Upcoming &next);
  /// Calls `product` with the addresses of every batch of lhs, rhs and acc.
  using Product =
      llvm::function_ref<void(mlir::Value, mlir::Value, mlir::Value)>;
  void forEachBatch(const MatmulOperands &operands, const Buffer &acc,
                    Product product);

protected:
  MicroKernel(Emitter &e, const MatmulShape &shape, mlir::Type operand,
              mlir::Type sum, PanelLayout layout, int64_t lanes, int64_t rows)
      : e(e), shape(shape), operand(operand), sum(sum), layout(layout),
        lanes(lanes), rows(rows), sums(mlir::VectorType::get({lanes}, sum)) {}
  ~MicroKernel() = default;

private:
  /// A panel of rhs, whose rows are `rhsRow` elements apart, and lhs, whose
  /// rows are `lhsStride` apart; null: as a buffer's.
  struct PanelOperands {
    mlir::Value lhs, lhsStride, panel;
    int64_t rhsRow;
  };
  void emitPanels(mlir::Value lhs, mlir::Value rhs, mlir::Value acc,
                  bool panelled, FillPanel fill, const Upcoming &next);
  /// The place of a panel in the accumulator: its first column, and how many of
  /// its vectors are multiplied.
  struct PanelPart {
    mlir::Value column;
    int64_t vectors;
  };
  /// Emits the product with a part of a panel.
  void emitPanel(const PanelOperands &operands, mlir::Value acc,
                 const PanelPart &part, const Upcoming &next);
  /// The rows from `begin` to `end` of it, in register blocks of `blockRows`.
  void emitBand(const PanelOperands &operands, mlir::Value acc,
                const PanelPart &part, int64_t begin, int64_t end,
                int64_t blockRows, const Upcoming &next);

protected:
  Emitter &e;
  const MatmulShape &shape;
  /// Containers of the operands and of the accumulator.
  mlir::Type operand, sum;
  PanelLayout layout;
  int64_t lanes, rows;
  mlir::VectorType sums;
  /// Where lhs may be read instead; of one batch.
  std::optional<InPlaceTile> inPlaceLhs;
};

} // namespace tessera::cpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOVECTOR_MATMUL_MICROKERNEL_H
