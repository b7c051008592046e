//===- TileASToNVVM/Access/SharedImage.h - tiles in shared memory ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile in shared memory is an image: a layout from offsets in elements to
// indices of the tile, with its swizzle. The functions here move elements
// between an image and registers. They use accesses as wide as both sides
// allow, and `ldmatrix` where the registers are what it delivers.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_ACCESS_SHAREDIMAGE_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_ACCESS_SHAREDIMAGE_H

#include "Access.h"

namespace tessera::gpu {

struct SharedImage {
  layout::LinearLayout layout;
  /// The address of offset 0, a pointer to shared memory.
  mlir::Value base;
};

/// A byte offset that is not the layout's: XORed to all addresses.
struct SharedShift {
  /// An i32 that may have the bits of `mask`; null: none.
  mlir::Value moving;
  uint64_t mask = 0;
  uint64_t fixed = 0;
};

/// The addresses of a layout's registers in an image.
class SharedRuns {
public:
  SharedRuns(Emitter &e, const layout::LinearLayout &registers,
             const SharedImage &image, mlir::Type element,
             const SharedShift &shift = {});

  mlir::Value address(unsigned r);
  /// In elements, of thread 0.
  uint64_t offset(unsigned r) const;
  /// Bits of byte offsets that threads decide.
  uint64_t threadMask() const { return mask; }

  /// Registers that are one access, in the order of their offsets; copies are
  /// left out.
  llvm::SmallVector<llvm::SmallVector<unsigned, 8>> runs;
  /// Register bits that only make copies.
  uint64_t copies = 0;

private:
  Emitter &e;
  mlir::Value scratch, thread, base;
  unsigned bytes;
  layout::LinearLayout offsets;
  uint64_t mask = 0, shifted = 0;
};

/// All registers of a tile in `layout` into the image, by every thread that
/// runs this.
void writeImage(Emitter &e, const SharedImage &image,
                const layout::LinearLayout &layout, mlir::Type element,
                const Registers &registers);
/// The same by loads alone, shifted: any thread may read on its own.
Registers readShifted(Emitter &e, const SharedImage &image,
                      const layout::LinearLayout &layout, mlir::Type element,
                      const SharedShift &shift);
/// The storage behind a view in shared memory; nothing for other views. It
/// holds one tile, so its coordinates are zero (ViewAccess.cpp).
std::optional<SharedImage> sharedStorage(Emitter &e, mlir::Value view);
/// The image of payload value `index` at the iterator's stage; nothing after a
/// diagnostic (Pipeline.cpp).
mlir::FailureOr<SharedImage> stageImage(Emitter &e, mlir::Operation *op,
                                        mlir::Value iterator, unsigned index);
/// Makes a value read from a stage a valid tf32: memory may hold any f32, and
/// tf32 ignores the low bits (StageCopies.cpp).
void canonicalizeStage(Emitter &e, mlir::Type element, Registers &registers);

/// A tile in `layout` from the image, shifted; all threads of the warp must be
/// there.
Registers readImage(Emitter &e, const SharedImage &image,
                    const layout::LinearLayout &layout, mlir::Type element,
                    const SharedShift &shift = {});

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_ACCESS_SHAREDIMAGE_H
