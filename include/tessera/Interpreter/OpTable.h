//===- Interpreter/OpTable.h - which handler executes which op -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table from op name to handler. Every op group registers its own handlers;
// Program resolves each op of an entry once, before anything runs, so that an
// op without a handler is an error and not a surprise in the middle of a run.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_INTERPRETER_OPTABLE_H
#define TESSERA_INTERPRETER_OPTABLE_H

#include "mlir/IR/Operation.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringMap.h"

namespace tessera::interp {

class BlockContext;

/// Executes one op of one tile block: reads operands with get/take, writes
/// every result with set. Failure ends the run; undefined behaviour is reported
/// with BlockContext::report, whose answer says whether to go on.
using Handler = mlir::LogicalResult (*)(mlir::Operation *, BlockContext &);

/// How the engine may execute an op inside a reduce or scan body.
enum class BodyUse : uint8_t {
  /// Works element by element on operands of equal shape: the engine may run it
  /// once on a whole slice, with every 0-d value of the body widened to a 1-d
  /// tile. The handler must then take shapes from its operands or makeResult.
  Elementwise,
  /// Must see 0-d tiles; the body is executed element by element.
  Generic,
};

class OpTable {
public:
  struct Entry {
    Handler handler = nullptr;
    BodyUse bodyUse = BodyUse::Generic;
  };

  template <typename OpTy>
  void add(Handler handler, BodyUse use = BodyUse::Generic) {
    entries[OpTy::getOperationName()] = Entry{handler, use};
  }
  /// For element-wise ops: same as add(handler, BodyUse::Elementwise).
  template <typename OpTy> void addElementwise(Handler handler) {
    add<OpTy>(handler, BodyUse::Elementwise);
  }

  /// The entry of `op`, or nullptr when nothing handles it.
  const Entry *lookup(mlir::Operation *op) const {
    return lookup(op->getName().getStringRef());
  }
  const Entry *lookup(llvm::StringRef opName) const {
    auto it = entries.find(opName);
    return it == entries.end() ? nullptr : &it->second;
  }

  /// All op groups of this library.
  static OpTable withAllOps();

private:
  llvm::StringMap<Entry> entries;
};

void registerCoreOps(OpTable &table);
void registerMemoryOps(OpTable &table);
void registerViewOps(OpTable &table);
void registerAtomicOps(OpTable &table);
void registerMiscOps(OpTable &table);
// Arithmetic groups (see ArithGroups.h for what their files share).
void registerFloatOps(OpTable &table);
void registerMathOps(OpTable &table);
void registerIntegerOps(OpTable &table);
void registerConversionOps(OpTable &table);
void registerMmaOps(OpTable &table);

} // namespace tessera::interp

#endif // TESSERA_INTERPRETER_OPTABLE_H
