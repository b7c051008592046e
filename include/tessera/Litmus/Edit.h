//===- Litmus/Edit.h - changes to a test's tokens and orders ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An edit strengthens one memory operation: it waits for one more token, or has
// a stronger order or a wider scope. Edits can be tried without touching the
// module, and applied to it.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LITMUS_EDIT_H
#define TESSERA_LITMUS_EDIT_H

#include "tessera/MemoryModel/Event.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <vector>

namespace tessera::litmus {

/// Order and scope of a memory operation.
struct Strength {
  memmodel::Order order = memmodel::Order::Weak;
  memmodel::Scope scope = memmodel::Scope::None;
  bool operator==(const Strength &) const = default;
};

/// The order and scope written in `op`, a memory operation.
Strength strengthOf(mlir::Operation *op);

struct Edit {
  mlir::Operation *op = nullptr;
  /// A token that `op` waits for in addition; null for a change of strength.
  mlir::Value token;
  Strength strength;
};

/// Edits by operation, as execution looks for them.
struct Edits {
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Value, 2>> tokens;
  llvm::DenseMap<mlir::Operation *, Strength> strengths;

  explicit Edits(llvm::ArrayRef<Edit> list = {});
};

/// "FILE:LINE:COLUMN: store_ptr_tko: weak -> release device".
std::string describe(const Edit &edit);

/// Changes the module.
void apply(const Edit &edit);

} // namespace tessera::litmus

#endif // TESSERA_LITMUS_EDIT_H
