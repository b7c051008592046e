//===- CudaTile/Transforms/EntryChecks.h - the checks of one entry ---===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to `insert-memory-checks`: puts assertions into one entry. Accesses
// through pointers, those of views and initialisation have a file each.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_CUDATILE_TRANSFORMS_ENTRYCHECKS_H
#define TESSERA_LIB_DIALECT_CUDATILE_TRANSFORMS_ENTRYCHECKS_H

#include "PointerPlaces.h"
#include "tessera/Dialect/CudaTile/Analysis/MemoryAccess.h"

namespace tessera::cuda_tile {

/// The extents of a tile.
inline llvm::ArrayRef<int64_t> shapeOf(mlir::Value value) {
  return mlir::cast<TileType>(value.getType()).getShape();
}

/// Whether all bits of a tile are set, as a scalar.
mlir::Value createAllOf(mlir::ImplicitLocOpBuilder &b, mlir::Value bits);

class EntryChecks {
public:
  /// `takesSizes`: the entry gets parameters that say how large the memory
  /// behind its pointers is. Without them nothing is asked about that memory
  /// but alignment, and messages are for people.
  EntryChecks(EntryOp entry, bool takesSizes, bool trackInitialisation,
              bool noteUnspecified)
      : entry(entry), takesSizes(takesSizes), tracks(trackInitialisation),
        notes(noteUnspecified), b(entry.getLoc(), entry.getContext()) {}

  void run();

private:
  void addParameters();
  void checkOp(mlir::Operation *op);
  void checkDivision(mlir::Operation *op, mlir::Value lhs, mlir::Value rhs,
                     bool isSigned);
  void checkView(MakeTensorViewOp op);
  void checkPointers(const MemoryAccess &access);
  /// Writes the note of unspecified elements where `holds`, a scalar, is not
  /// set.
  void noteUnless(mlir::Value holds);
  /// The same where a bit of a mask (null: none) is not set.
  void noteMask(mlir::Value mask);
  void checkViewAccess(const MemoryAccess &access);
  void checkWritable(const MemoryAccess &access, mlir::Value root);
  void checkByAddress(const MemoryAccess &access);
  void checkAddress(const MemoryAccess &access);
  /// Whether sizeOf() knows the memory of `root`.
  bool hasSize(mlir::Value root);
  void trackPointers(const MemoryAccess &access, const PointerPlace &place);
  void trackView(const MemoryAccess &access, MakeTensorViewOp make,
                 const PointerPlace &place);
  void findTracked(llvm::ArrayRef<mlir::Operation *> ops);

  /// Asserts `holds`, where `mask` (null: everywhere) is set.
  void require(mlir::Value holds, mlir::Value mask, llvm::StringRef kind,
               const llvm::Twine &text);
  /// How many units of `unit` bytes the memory of `root` has.
  mlir::Value sizeOf(mlir::Value root, int64_t unit);
  /// "load of 4 bytes".
  static std::string describe(const MemoryAccess &access);
  /// "'x'" or "parameter 0" for the memory of `root`.
  std::string nameOf(mlir::Value root);

  mlir::Value compare(ComparisonPredicate predicate, mlir::Value x,
                      mlir::Value y) {
    return CmpIOp::create(b, predicate, x, y, Signedness::Unsigned);
  }
  mlir::Value inverse(mlir::Value bits) {
    auto type = cast<TileType>(bits.getType());
    return XOrIOp::create(
        b, bits,
        ConstantOp::create(
            b, type, mlir::DenseElementsAttr::get(type, b.getBoolAttr(true))));
  }

  EntryOp entry;
  bool takesSizes, tracks, notes;
  mlir::ImplicitLocOpBuilder b;
  PointerPlaces places;
  unsigned number = 0;
  /// By pointer parameter, alloca: what was added for it.
  llvm::DenseMap<mlir::Value, mlir::Value> sizes, marks;
  /// Where unspecified elements are noted; null where they are not.
  mlir::Value note;
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, mlir::Value> counts;
};

} // namespace tessera::cuda_tile

#endif // TESSERA_LIB_DIALECT_CUDATILE_TRANSFORMS_ENTRYCHECKS_H
