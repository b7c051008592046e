//===- CudaTile/Transforms/MemoryChecks.h - checks in a kernel ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `insert-memory-checks` and whoever runs the kernel agree on: which
// parameters an entry gets, and how an assertion says which check it is.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_TRANSFORMS_MEMORYCHECKS_H
#define TESSERA_DIALECT_CUDATILE_TRANSFORMS_MEMORYCHECKS_H

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include <optional>
#include <string>

namespace tessera::cuda_tile {

/// One check, as the message of its assertion.
struct MemoryCheck {
  /// The number of the checked op, in the order of numberedOps().
  unsigned op = 0;
  /// The name of the finding: "out-of-bounds", "division-by-zero", ...
  std::string kind;
  /// What is wrong, for whoever cannot find out more.
  std::string text;

  std::string message() const;
  /// Nothing for the message of another assertion.
  static std::optional<MemoryCheck> parse(llvm::StringRef message);
};

/// The ops of an entry in the order that checks count them in: the module that
/// is checked and the one that is run have the same.
std::vector<mlir::Operation *> numberedOps(EntryOp entry);

/// The pointers among the parameters of an entry. A checked entry has further
/// parameters behind its own: the size of the memory behind each pointer, in
/// bytes, and, where initialisation is tracked, a pointer to one byte per
/// element for each, which is not 0 while the element has not been written.
std::vector<unsigned> pointerParameters(EntryOp entry);

/// The loads of `entry` that can give unspecified elements: with a mask and no
/// padding, or through a view without a padding value; and atomics with a mask
/// whose old values are used. Where they are noted, an
/// entry that has some gets one more parameter, the last: a pointer to the byte
/// in which they write 1 when they do.
std::vector<mlir::Operation *> unspecifiedLoads(EntryOp entry);

} // namespace tessera::cuda_tile

#endif // TESSERA_DIALECT_CUDATILE_TRANSFORMS_MEMORYCHECKS_H
