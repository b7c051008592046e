//===- Interpreter/Stepping.h - watch a run operation by operation -*- C++
//-*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a debugger needs of the interpreter: a call before each operation, on
// the thread that executes it, with the values that exist there. The call may
// block for as long as it likes. The body of a reduce or scan is one step with
// its operation, and constants are values of the program and no step.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_INTERPRETER_STEPPING_H
#define TESSERA_INTERPRETER_STEPPING_H

#include "tessera/Interpreter/Findings.h"
#include "tessera/Interpreter/Memory.h"
#include "tessera/Interpreter/Tile.h"

#include "mlir/IR/Value.h"

namespace tessera::interp {

struct ViewValue;
class Engine;

/// Where a run stands still: before an operation of a tile block. Valid during
/// the call that it is given to.
class StepPlace {
public:
  /// The operation that comes next.
  mlir::Operation *op() const { return next; }
  Dim3 block() const;
  Dim3 grid() const;
  /// The value of a tile; null for other types and for a value that the entry
  /// does not use. Only values that are visible before op() have been computed.
  const Tile *tile(mlir::Value value) const;
  /// The same for tensor views and what is made of them.
  const ViewValue *view(mlir::Value value) const;
  const Memory &memory() const;
  /// The element that op() writes to the byte at `address`; -1 if none.
  int64_t elementAt(uint64_t address) const;

private:
  friend class Engine;
  StepPlace(Engine &engine, mlir::Operation *op) : engine(engine), next(op) {}

  Engine &engine;
  mlir::Operation *next;
};

/// Told of every step of a run (RunOptions::observer).
class StepObserver {
public:
  virtual ~StepObserver() = default;
  /// Failure ends the run, which then counts as stopped.
  virtual mlir::LogicalResult beforeOp(const StepPlace &place) = 0;
  /// The operation at `place`, which is under way, made a finding.
  virtual void onFinding(const StepPlace &place, const Finding &finding) = 0;
};

} // namespace tessera::interp

#endif // TESSERA_INTERPRETER_STEPPING_H
