//===- Interpreter/Findings.h - undefined behaviour noticed while interpreting
//-*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A finding is one observed violation: what, where (op, tile block, element)
// and with which values. Findings never change a result; CheckMode only decides
// whether they are collected and whether the first one ends the run.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_INTERPRETER_FINDINGS_H
#define TESSERA_INTERPRETER_FINDINGS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tessera::interp {

enum class CheckKind : uint8_t {
  OutOfBounds,
  Misaligned,
  WrongProvenance,
  Uninitialised,
  ReadOnlyWrite,
  IndexOutsideSpace,
  ExtractIndex,
  AddressOverflow,
  IntegerOverflow,
  DivisionByZero,
  UnrepresentableConversion,
  StepNotPositive,
  ViolatedAssume,
  AssertFailed,
  AllocationFailed,
  BadViewShape,
  DataRace,
  /// Made by whoever compares two runs (driver::checkUnspecified).
  UnspecifiedValue,
};
inline constexpr unsigned numCheckKinds = 18;

/// The kind's name in reports: "out-of-bounds", "division-by-zero", ...
llvm::StringRef checkKindName(CheckKind kind);

enum class CheckMode : uint8_t { ReportAll, StopAtFirst, Ignore };

struct Dim3 {
  uint32_t x = 1, y = 1, z = 1;
  bool operator==(const Dim3 &) const = default;
};

/// More about a finding, at another operation.
struct FindingNote {
  mlir::Operation *op = nullptr;
  std::string text;
};

struct Finding {
  CheckKind kind;
  mlir::Operation *op = nullptr;
  Dim3 block;
  /// Row-major element number inside the op's tile, or -1 when it has none.
  int64_t element = -1;
  std::string message;
  std::vector<FindingNote> notes;
  /// Position of the block in execution order, then of the finding inside it:
  /// the order in which findings are reported.
  uint64_t order = 0;
  uint32_t sequence = 0;
};

/// "load_ptr_tko in tile block (1, 0, 0), element [2, 3]".
std::string describePlace(const Finding &finding);

/// Emits an error at the finding's op, with a note when `unreported` further
/// findings of that op were only counted.
void emitFinding(const Finding &finding, uint64_t unreported);

} // namespace tessera::interp

#endif // TESSERA_INTERPRETER_FINDINGS_H
