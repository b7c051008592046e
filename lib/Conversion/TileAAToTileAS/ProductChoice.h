//===- TileAAToTileAS/ProductChoice.h - the instruction of a product -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the instruction that a product is multiplied with, and the types
// that its operands are converted to. No other file matches products against
// the tables of Target.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOTILEAS_PRODUCTCHOICE_H
#define TESSERA_LIB_CONVERSION_TILEAATOTILEAS_PRODUCTCHOICE_H

#include "FactorPairs.h"
#include "tessera/Dialect/TileAA/IR/TileAA.h"
#include "tessera/Dialect/TileAS/IR/TileASAttrs.h"
#include "tessera/Target/BlockScaleTable.h"

#include "llvm/ADT/MapVector.h"

#include <optional>
#include <string>

namespace tessera::gpu {

/// The types that operands are converted to, exactly, are those of the atom.
struct ProductChoice {
  tileas::AtomAttr atom;
  /// The instruction takes the scales. Otherwise operands are multiplied by
  /// them first.
  bool takesScales = false;
  /// It takes factors of 4 bits as bytes of two.
  bool inPairs = false;
  /// There are columns of tensor memory for the left factor.
  bool placesFactor = false;
  /// Those of the sums and scales.
  int64_t columns = 0;
  /// All teams have one place for the sums, in turn.
  bool sumsInTurn = false;
};

/// Rows of every shape of mma.sync for the types of wgmma and tcgen05.
constexpr int64_t leastMmaRows = 16;

/// Whether a factor's neighbours in memory are not neighbours in depth.
bool liesAcross(mlir::Value factor, unsigned depthDim);

/// The properties of a product that wgmma depends on.
struct WarpgroupProduct {
  /// The reason why wgmma cannot make this product; empty if it can.
  std::string reason;
  /// Without its shape.
  tileas::AtomAttr atom;
  /// Of what the instructions make, which is the transposed tile where the atom
  /// is transposed: tiles of 64 rows that warpgroups may take one each,
  /// columns, and elements of the accumulator.
  int64_t rowTiles = 0, columns = 0, sums = 0;
  /// Bytes of both factors in shared memory.
  int64_t factorBytes = 0;
};
WarpgroupProduct describeWarpgroupProduct(tileaa::DotOp op,
                                          const GpuTarget &target);
/// wgmma by `numWarps` warps, if it is a product of wgmma.
std::optional<ProductChoice> chooseWarpgroupProduct(tileaa::DotOp op,
                                                    const GpuTarget &target,
                                                    unsigned numWarps);

/// What tcgen05 makes of a product.
struct TensorProduct {
  /// Why it is none of tcgen05; empty: it is one.
  std::string reason;
  tileas::AtomAttr atom;
  /// As ProductChoice has it.
  bool takesScales = false;
  /// It takes factors of 4 bits as bytes of two.
  bool inPairs = false;
  /// Columns of tensor memory that the accumulator and scales take, and
  /// elements of the accumulator.
  int64_t columns = 0, sums = 0;
  /// Bytes of both factors in shared memory.
  int64_t factorBytes = 0;
};
/// The columns of tensor memory that products take. Products of loops that
/// follow each other, or of two branches, may have the same ones: they never
/// live together.
class TensorColumns {
public:
  /// Of one of so many teams, which share out what a block has.
  explicit TensorColumns(unsigned teams = 1) : teams(teams) {}
  /// What is left for `dot`.
  int64_t left(tileaa::DotOp dot) const;
  void take(tileaa::DotOp dot, int64_t columns) {
    taken[dot->getBlock()] += columns;
  }

private:
  unsigned teams;
  llvm::MapVector<mlir::Block *, int64_t> taken;
};

/// Lets left factors of products of tcgen05 have those columns of tensor memory
/// that sums leave, in the order of the text. Where they leave none, and an
/// issuer multiplies for all teams of `plan`, a factor may have those that
/// teams do without if they have the sums of the first product in turn.
void placeFactors(llvm::ArrayRef<tileaa::DotOp> dots,
                  llvm::MutableArrayRef<ProductChoice> choices,
                  TensorColumns &columns, tileas::PlanAttr plan);

/// With `freeColumns` columns of tensor memory left.
TensorProduct describeTensorProduct(tileaa::DotOp op, const GpuTarget &target,
                                    const FactorPairs &pairs,
                                    int64_t freeColumns);

/// The elements of operands that have been multiplied by their scales.
mlir::Type scaledElement(tileaa::DotOp op);

/// mma.sync where the target has a shape for the product's types and size, else
/// multiply-add.
ProductChoice chooseProduct(tileaa::DotOp op, const GpuTarget &target,
                            const FactorPairs &pairs);
/// Multiply-add by each thread, in f32, f64 or i32.
ProductChoice chooseMultiplyAdd(tileaa::DotOp op);

/// The instructions that take the scales of a product, whatever the target;
/// null if there is none, or the product has no scales.
const BlockScaleRow *findBlockScale(tileaa::DotOp op);

/// Puts an nv_tileas.dot in the op's place: scales multiplied in unless the
/// instruction takes them, operands converted to the elements of the atom or
/// taken as bytes, the result back to the op's.
void replaceProduct(tileaa::DotOp op, const ProductChoice &choice,
                    const FactorPairs &pairs);

/// The instruction of a pair of blocks for a product of these tiles, where each
/// block has half of the columns of the right factor; null, and `reason`, where
/// there is none.
tileas::AtomAttr choosePairAtom(mlir::RankedTensorType lhs,
                                mlir::RankedTensorType acc,
                                const GpuTarget &target, std::string &reason);
/// Why a pair of blocks cannot make the product of a tile block; empty: it can.
std::string whyNoPair(tileaa::DotOp op, const GpuTarget &target,
                      const FactorPairs &pairs);

/// Makes the products in `body`, a body of `kernel`, those of a pair of blocks:
/// each has half of the right factor. They were products of mma.sync, which
/// those of another body stay.
llvm::LogicalResult pairProducts(tileaa::FuncOp kernel, mlir::Region &body,
                                 const GpuTarget &target);

/// Whether the product is added to what a loop carries for nothing else.
bool isSumOfLoop(tileaa::DotOp dot);
/// Whether a product of the kernel is.
bool hasSumOfLoop(tileaa::FuncOp function);
/// Loops around the product that is in the most of them.
unsigned loopsAroundProducts(tileaa::FuncOp function);

/// Two products of a loop, of which the second one's left factor is computed
/// from the first one's result, as in attention. A consumer issues the first
/// one of the next iteration early.
struct ChainedProducts {
  /// Bytes of the factors that each iteration loads, and of those that all have
  /// in common.
  int64_t loopBytes = 0, fixedBytes = 0;
  /// Bytes of the left factor that is computed.
  int64_t computedBytes = 0;
  /// Of that factor, if it can be in tensor memory: its rows, else 0. Columns
  /// of it and of the sums of both, with 128 rows, and of the sums alone.
  int64_t rows = 0, columns = 0, sumColumns = 0;
  /// The rows of both, the columns of the first result and of the second one,
  /// and the depth of the first product; bits of an element of the factor that
  /// is computed.
  int64_t tileRows = 0, keys = 0, features = 0, depth = 0, factorBits = 16;
};

/// Those of one loop of `function`, if there is one with such products.
std::optional<ChainedProducts> findChainedProducts(tileaa::FuncOp function);

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOTILEAS_PRODUCTCHOICE_H
