//===- Interpreter/ArithKernel.h - run one op from a unit test ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns a few lines of Tile IR into a kernel that loads its operands, and runs
// it: the arithmetic tests state an op and operand bits and get result bits.
// The expected bits never come from numerics/, but from APFloat, APInt or the
// host's own arithmetic.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_INTERPRETER_ARITHKERNEL_H
#define TESSERA_UNITTESTS_INTERPRETER_ARITHKERNEL_H

#include "tessera/Interpreter/Interpreter.h"

#include "llvm/ADT/APFloat.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tessera::arith_test {

/// Bit patterns, one per element (tf32: the f32 pattern).
using Bits = std::vector<uint64_t>;

/// The elements of one operand: a 1-d tile of `type` named %a, %b, %c, ... The
/// number of elements must be a power of two; at most 1M.
struct Operand {
  std::string type;
  Bits bits;
};

struct Outcome {
  /// Elements of %r.
  Bits bits;
  interp::RunSummary summary;
  /// What was diagnosed when the kernel could not be run; empty on success.
  std::string error;
};

/// Runs `body`, which reads %a, %b, ... and defines %r, a 1-d tile of
/// `resultCount` elements of `resultType`.
Outcome runBody(const std::string &body, const std::vector<Operand> &operands,
                const std::string &resultType, size_t resultCount,
                interp::CheckMode mode = interp::CheckMode::ReportAll);

/// The same for an element-wise op on whole operands; "$T" in `op` stands for
/// the tile type "tile<Nx" + operand type + ">" and "$R" for the result's.
/// Reports failures to gtest.
Outcome runElementwise(const std::string &op,
                       const std::vector<Operand> &operands,
                       const std::string &resultType);

/// APFloat's description of a float element type.
const llvm::fltSemantics &semanticsOf(const std::string &type);
llvm::APFloat makeFloat(const std::string &type, uint64_t bits);
/// Bit pattern with every NaN replaced by the canonical one of `type`.
uint64_t patternOf(const std::string &type, const llvm::APFloat &value);
uint64_t canonicalNaN(const std::string &type);

/// Zeros, units, subnormals, extremes, infinities and NaNs of f16, bf16, f32
/// or f64, both signs; always 32 values.
Bits edgeFloats(const std::string &type);

/// Deterministic pseudo-random 64-bit numbers.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed * 0x9e3779b97f4a7c15u + 1) {}
  uint64_t next();

private:
  uint64_t state;
};

/// Operand lists for `arity` operands of a float type: all combinations of a
/// set of edge values, filled up to `count` with random patterns, about half of
/// them with exponents close to each other.
std::vector<Bits> floatOperands(const std::string &type, unsigned arity,
                                size_t count);

/// Bits of a float or double.
uint64_t bitsOf(float value);
uint64_t bitsOf(double value);
float floatOf(uint64_t bits);
double doubleOf(uint64_t bits);

/// Compares element by element and reports at most a few differences with the
/// operands that led to them.
void expectSame(const std::string &what, const Bits &actual,
                const Bits &expected, const std::vector<Operand> &operands);

} // namespace tessera::arith_test

#endif // TESSERA_UNITTESTS_INTERPRETER_ARITHKERNEL_H
