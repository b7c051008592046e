//===- TileAAToVector/Nest/Nest.h - loops over a tile and what is evaluated in them -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop nest over an index space and the expression evaluator that fills its
// body. Every value is computed in the outermost loop that its coordinates
// depend on, once per place, so broadcast operands are loop invariants by
// construction.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOVECTOR_NEST_NEST_H
#define TESSERA_LIB_CONVERSION_TILEAATOVECTOR_NEST_NEST_H

#include "Conversion/TileAAToVector/Core/Emitter.h"
#include "IndexMap.h"

namespace tessera::cpu {

/// The assumptions of a nest about memory accesses; chosen at run time, once
/// per tile.
enum class AccessLevel {
  /// Every access is inside its memory object, every provable mask all true.
  Full,
  /// Address arithmetic does not wrap: consecutive lanes are consecutive in
  /// memory, but masks and bounds count.
  Contiguous,
  /// Nothing.
  General
};

struct AccessFact;
struct AccessFacts;

class Nest {
public:
  /// A nest whose vectors have `width` lanes; 0: scalars only.
  Nest(Emitter &emitter, unsigned width)
      : e(emitter), b(emitter.b), width(width) {}

  /// \name Loops.
  /// @{
  /// Opens loops over `shape`, lanes along the last dimensions.
  Index iterate(llvm::ArrayRef<int64_t> shape);
  /// Opens one loop of `extent` / `step` iterations; with iteration values
  /// the caller makes the yield. `end`, an i64 of at most `extent`, may stop it
  /// earlier.
  Coord openLoop(int64_t extent, int64_t step, mlir::ValueRange inits = {},
                 mlir::Value end = {});
  mlir::scf::ForOp innermost() { return loops.back(); }
  /// Leaves the innermost loop: continues behind it.
  void closeLoop();
  /// Leaves all loops.
  void close() {
    while (!loops.empty())
      closeLoop();
  }
  int depth() const { return static_cast<int>(loops.size()) - 1; }
  /// @}

  /// \name Coordinates.
  /// @{
  Coord shiftLeft(const Coord &c, unsigned k);
  Coord shiftRight(const Coord &c, unsigned k);
  Coord lowBits(const Coord &c, unsigned bits);
  /// `a | b` of coordinates with disjoint bits.
  Coord merge(const Coord &a, const Coord &b);
  /// Position in row-major order.
  Coord linearise(llvm::ArrayRef<Coord> index, llvm::ArrayRef<int64_t> shape);
  Index delinearise(const Coord &c, llvm::ArrayRef<int64_t> shape);
  /// A uniform coordinate below 2^bits that depends on no loop.
  Coord uniform(mlir::Value value, unsigned bits);
  /// `c` without the constant part of its base, and that part.
  std::pair<Coord, int64_t> splitConstant(const Coord &c);
  /// The coordinate of every lane as an integer of `type`.
  Lanes values(const Coord &c, mlir::Type type);
  /// @}

  /// \name Values.
  /// @{
  /// `value` at `index` (which has a coordinate per dimension of it).
  mlir::FailureOr<Lanes> evaluate(mlir::Value value,
                                  llvm::ArrayRef<Coord> index);
  /// What a shape op reads: its result at `index` is `value` at the source's
  /// index. Nothing for other ops.
  struct Source {
    mlir::Value value;
    Index index;
  };
  std::optional<Source> sourceOf(mlir::Operation *op,
                                 llvm::ArrayRef<Coord> index);
  /// The lanes as a vector (as they are when the nest is scalar).
  mlir::Value vector(const Lanes &lanes);
  /// Reads and writes a tile in memory.
  Lanes load(const Buffer &buffer, llvm::ArrayRef<Coord> index);
  void store(const Buffer &buffer, llvm::ArrayRef<Coord> index,
             const Lanes &lanes);
  /// An element-wise op on `operands`.
  mlir::FailureOr<Lanes> elementwise(mlir::Operation *op,
                                     llvm::ArrayRef<Lanes> operands);
  /// The lanes of a value at an index.
  using LanesConsumer = llvm::function_ref<mlir::LogicalResult(
      llvm::ArrayRef<Coord>, const Lanes &)>;
  /// Opens loops over all of `value` and evaluates it, lanes along the last
  /// dimensions; by blocks of transposed vectors where memory is contiguous
  /// along another one (Transpose.cpp).
  mlir::LogicalResult forEachVector(mlir::Value value, LanesConsumer consume);
  /// Whether forEachVector() goes by blocks.
  bool readsTransposed(mlir::Value value) const {
    return transposedDim(value).has_value();
  }
  /// Notes what `value` is at `index`, computed elsewhere.
  void remember(mlir::Value value, llvm::ArrayRef<Coord> index,
                const Lanes &lanes) {
    memo[value].push_back({Index(index), lanes, b.getInsertionBlock()});
  }
  /// Store `value` to `buffer` when it is first evaluated.
  void carry(mlir::Value value, Buffer buffer) { carried[value] = buffer; }
  /// @}

  /// Runs `body` in the innermost loop at or above `depth`.
  struct AtDepth {
    AtDepth(Nest &nest, int depth);
    ~AtDepth();
    AtDepth(const AtDepth &) = delete;
    AtDepth &operator=(const AtDepth &) = delete;
    Nest &nest;
    mlir::OpBuilder::InsertionGuard guard;
  };

  Emitter &e;
  mlir::OpBuilder &b;
  unsigned width;
  AccessLevel level = AccessLevel::General;
  const AccessFacts *facts = nullptr;
  AccessFact factOf(mlir::Operation *op) const;

private:
  /// The dimension along which forEachVector() should read `value`, if it is
  /// not the last one.
  std::optional<unsigned> transposedDim(mlir::Value value) const;
  mlir::LogicalResult evaluateTransposed(mlir::Value value, unsigned dim,
                                         LanesConsumer consume);
  mlir::FailureOr<Lanes> evaluateOp(mlir::OpResult value,
                                    llvm::ArrayRef<Coord> index);
  /// One operation on coordinate bases, made once per place.
  enum class IndexOp { ShiftLeft, ShiftRight, Mask, Merge };
  /// The base of a coordinate: which bits it may have, and the loop it is of.
  struct Base {
    mlir::Value value;
    uint64_t bits = 0;
    int depth = -1;
    bool operator==(const Base &) const = default;
  };
  static Base baseOf(const Coord &c) { return {c.base, c.baseBits, c.depth}; }
  static void setBase(Coord &c, const Base &base);
  mlir::Value indexOp(IndexOp op, const Base &lhs, const Base &rhs,
                      int64_t amount, int depth);
  bool isVisible(mlir::Block *block) const;

  struct Evaluated {
    Index index;
    Lanes lanes;
    mlir::Block *block;
  };
  llvm::SmallVector<mlir::scf::ForOp, 4> loops;
  /// The insertion point in the innermost loop while an AtDepth has moved it
  /// elsewhere.
  mlir::OpBuilder::InsertPoint home;
  unsigned hoisted = 0;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<Evaluated, 1>> memo;
  llvm::DenseMap<mlir::Value, Buffer> carried;
  struct MadeIndexOp {
    IndexOp op;
    Base lhs, rhs;
    int64_t amount;
    mlir::Value result;
  };
  /// How `base` was made, or null.
  const MadeIndexOp *madeOf(mlir::Value base) const;
  /// Leaves out parts of the base that have no bit in `mask`.
  void narrow(Coord &c, uint64_t mask) const;
  llvm::SmallVector<MadeIndexOp> indexOps;
};

/// Computes a scan in the nest of the store that it was left to, which stores
/// what `value` is with it.
mlir::LogicalResult emitScanInNest(Nest &nest, tileaa::ScanOp op,
                                   mlir::Value value,
                                   Nest::LanesConsumer consume);
/// A weak load in `nest`, fused into whoever needs it.
mlir::FailureOr<Lanes> evaluateLoad(Nest &nest, tileaa::LoadOp op,
                                    llvm::ArrayRef<Coord> index);
mlir::FailureOr<Lanes> evaluateTiledLoad(Nest &nest, mlir::Operation *op,
                                         llvm::ArrayRef<Coord> index);

} // namespace tessera::cpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOVECTOR_NEST_NEST_H
