//===- fuzz/Generator/Program.h - a generated program and its inputs -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the generator hands to the roads: a verified module with one entry, the
// grid, and for every parameter a host array or a scalar. The rule by which two
// results are compared belongs to the array (docs/random-programs.md).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_FUZZ_GENERATOR_PROGRAM_H
#define TESSERA_FUZZ_GENERATOR_PROGRAM_H

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Interpreter/Findings.h"
#include "tessera/Numerics/ElementKind.h"

#include "mlir/IR/OwningOpRef.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tessera::fuzz {

using numerics::ElementKind;

/// How far a value may be from the oracle's. All zero: bit-equal, except that
/// any NaN equals any NaN of the same format.
struct Tolerance {
  /// Distance in representable values of the format (infinity follows the
  /// largest finite value).
  uint64_t ulps = 0;
  /// Or absolute difference; any positive value also lets -0 equal +0.
  double absolute = 0;

  bool exact() const { return ulps == 0 && absolute == 0; }
  Tolerance max(const Tolerance &other) const {
    return {std::max(ulps, other.ulps), std::max(absolute, other.absolute)};
  }
};

/// A parameter of the entry with its argument.
struct Parameter {
  std::string name;
  ElementKind kind = ElementKind::I32;
  /// A pointer to a host array, or a scalar.
  bool isBuffer = true;
  /// Scalar: bits in their container.
  uint64_t bits = 0;
  /// Buffer: elements, and their bytes before the run (64-bit words).
  uint64_t count = 0;
  std::vector<uint64_t> initial;
  Tolerance tolerance;

  uint64_t byteSize() const { return numerics::memoryBytes(kind, count); }
};

/// What the CPU roads share of a program (Roads/CpuRoad.cpp).
struct CpuLowering;

struct Program {
  uint64_t seed = 0;
  mlir::OwningOpRef<cuda_tile::ModuleOp> module;
  std::string entryName = "k";
  interp::Dim3 grid;
  std::vector<Parameter> parameters;
  /// The module uses ops or flags of 13.4.
  bool needs13_4 = false;
  /// Made by the first CPU road. Who changes the module changes a clone, which
  /// does not have it.
  mutable std::shared_ptr<CpuLowering> cpuLowering;

  Program clone() const {
    Program copy;
    copy.seed = seed;
    copy.module = mlir::cast<cuda_tile::ModuleOp>((*module)->clone());
    copy.entryName = entryName;
    copy.grid = grid;
    copy.parameters = parameters;
    copy.needs13_4 = needs13_4;
    return copy;
  }
};

/// How large the tiles of a program are: up to 256 elements, or thousands, as
/// those of kernels that are to be fast, for which compilers have other code.
enum class TileSizes : uint8_t { Small, Large };

/// The program of a seed. Null, after diagnostics, when what was built does not
/// verify: a defect of the generator.
mlir::FailureOr<Program> generateProgram(mlir::MLIRContext *context,
                                         uint64_t seed,
                                         TileSizes sizes = TileSizes::Small);

/// A small program around one op of the table, which must be one that is chosen
/// (`weight` not 0).
mlir::FailureOr<Program> generateOpProgram(mlir::MLIRContext *context,
                                           llvm::StringRef op, uint64_t seed);

/// One row of the op table: what the generator can make.
struct OpInfo {
  const char *name;
  /// Share among the choices; 0: comes with other ops.
  unsigned weight;
  /// Element types it is made on, or why it is never made.
  const char *note;
};
/// Every op of the dialect, in alphabetical order.
llvm::ArrayRef<OpInfo> opTable();

} // namespace tessera::fuzz

#endif // TESSERA_FUZZ_GENERATOR_PROGRAM_H
