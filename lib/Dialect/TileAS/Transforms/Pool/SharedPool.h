//===- TileAS/Transforms/Pool/SharedPool.h - bytes of shared memory ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The buffers in the shared memory of a kernel, when they live, and where they
// are.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_POOL_SHAREDPOOL_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_POOL_SHAREDPOOL_H

#include "Dialect/TileAS/Transforms/ValueFlow.h"

#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "llvm/ADT/DenseMap.h"

namespace tessera::tileas {

/// Numbers from the first to the last op of a stretch, both included.
struct Interval {
  int64_t first, last;
  bool meets(const Interval &other) const {
    return first <= other.last && other.first <= last;
  }
  void join(const Interval &other) {
    first = std::min(first, other.first);
    last = std::max(last, other.last);
  }
};

struct Buffer {
  mlir::Operation *op;
  Interval life;
  int64_t bytes, alignment;
  bool isExchange;
  int64_t offset = 0;
  /// What runs the op, if not all threads do.
  mlir::Region *role = nullptr;
  /// Where all but the bytes from `keptFrom` on are free for others.
  std::optional<Interval> retired = {};
  int64_t keptFrom = 0;
  /// The first of its bytes that `other` must not have.
  int64_t begin(const Buffer &other) const {
    const bool isFree = retired && retired->first <= other.life.first &&
                        other.life.last <= retired->last;
    return offset + (isFree ? keptFrom : 0);
  }
  /// Roles of one switch run side by side.
  bool meets(const Buffer &other) const {
    return life.meets(other.life) ||
           (role && other.role && role != other.role &&
            role->getParentOp() == other.role->getParentOp());
  }
  bool overlaps(const Buffer &other) const {
    return meets(other) && begin(other) < other.offset + other.bytes &&
           other.begin(*this) < offset + bytes;
  }
};

/// The pool of one function.
class Pool {
public:
  explicit Pool(tileaa::FuncOp function);

  /// Gives every buffer its offset; the bytes of the whole pool.
  int64_t place();
  /// Bytes that each team of a role has in the body of these agents; 0: none.
  int64_t teamBytes(mlir::Operation *agents) const {
    return bytesOfTeam.lookup(agents);
  }
  /// Neighbouring exchanges on different bytes, where `limit` holds both.
  void alternateExchanges(int64_t limit);
  llvm::ArrayRef<Buffer> all() const { return buffers; }

private:
  void number(mlir::Operation *op);
  void addScratch(mlir::Operation *op);
  void addStorage(AllocTensorOp alloc);
  void retire(RetireStagesOp op);
  void retire(RetireStorageOp op);
  Interval lifeOf(AllocTensorOp alloc) const;

  ValueFlow flow;
  StorageAliases aliases;
  llvm::DenseMap<mlir::Operation *, Interval> numbers;
  int64_t next = 0;
  llvm::SmallVector<Buffer> buffers;
  /// Of the first role.
  unsigned teams = 1;
  llvm::DenseMap<mlir::Operation *, int64_t> bytesOfTeam;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_POOL_SHAREDPOOL_H
