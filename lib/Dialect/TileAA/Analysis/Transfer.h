//===- TileAA/Analysis/Transfer.h - transfer functions -------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts about results from facts about operands, without IR: each function is
// one line of the tables in docs/access-facts.md.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAA_ANALYSIS_TRANSFER_H
#define TESSERA_LIB_DIALECT_TILEAA_ANALYSIS_TRANSFER_H

#include "tessera/Dialect/TileAA/Analysis/TileFact.h"

#include "mlir/Interfaces/InferIntRangeInterface.h"

namespace tessera::tileaa::transfer {

/// An integer tile: its facts and the range of its elements.
struct Integer {
  const TileFact &fact;
  mlir::ConstantIntRanges range;

  unsigned getWidth() const { return range.smin().getBitWidth(); }
  /// The element, where all are one known power of two.
  std::optional<llvm::APInt> getPowerOf2() const;
};

// Arithmetic.
TileFact add(const TileFact &lhs, const TileFact &rhs);
TileFact subtract(const TileFact &lhs, const TileFact &rhs);
TileFact multiply(const Integer &lhs, const Integer &rhs);
enum class Division { Unsigned, Truncating, Floor, Ceiling };
TileFact divide(const Integer &lhs, const Integer &rhs, Division kind);
TileFact remainder(const Integer &lhs, const Integer &rhs, bool isSigned);
TileFact shiftLeft(const Integer &value, const Integer &amount);
TileFact shiftRight(const Integer &value, const Integer &amount, bool isSigned);
TileFact bitAnd(const Integer &lhs, const Integer &rhs);
TileFact bitOr(const Integer &lhs, const Integer &rhs);
TileFact bitXor(const TileFact &lhs, const TileFact &rhs);
/// An elementwise choice between the operands, whichever it is.
TileFact choose(const TileFact &lhs, const TileFact &rhs);
/// The operand chosen by `condition`: a scalar or one flag per element.
TileFact select(const TileFact &condition, bool isScalar, const TileFact &lhs,
                const TileFact &rhs);
/// An extension; groups must not cross the end of the source type.
TileFact extend(const Integer &value, bool isSigned);
/// Any elementwise function of the operands: only equal inputs give equal
/// results.
TileFact elementwise(TileFact result,
                     llvm::ArrayRef<const TileFact *> operands);

/// Which side of a comparison may be contiguous without the outcome changing
/// within a group whose start and whose bound are multiples of its size.
enum class Steady { None, Left, Right };
TileFact compare(TileFact result, const Integer &lhs, const Integer &rhs,
                 Steady steady);

// Shapes. `result` is TileFact::getUnknown of the result type.
TileFact splat(TileFact result, const TileFact &source,
               llvm::ArrayRef<int64_t> shape);
TileFact broadcast(const TileFact &source, llvm::ArrayRef<int64_t> from,
                   llvm::ArrayRef<int64_t> to);
TileFact reshape(TileFact result, const TileFact &source,
                 llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to);
TileFact permute(const TileFact &source, llvm::ArrayRef<int32_t> permutation);
/// One slice: groups no larger than it.
TileFact slice(const TileFact &source, llvm::ArrayRef<int64_t> shape);

// Pointers.
TileFact offsetPointer(const TileFact &pointer, const Integer &offset);
/// The same addresses seen as `result` (bitcast, int_to_ptr, ptr_to_int).
TileFact reinterpretAddress(TileFact result, const TileFact &source);

// Promises.
TileFact assumeDivBy(TileFact fact, cuda_tile::DivByAttr promise);
TileFact assumeSameElements(TileFact fact, cuda_tile::SameElementsAttr promise);

} // namespace tessera::tileaa::transfer

#endif // TESSERA_LIB_DIALECT_TILEAA_ANALYSIS_TRANSFER_H
