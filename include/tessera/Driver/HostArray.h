//===- Driver/HostArray.h - an array in memory form -------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dense row-major array in the memory form of Tile IR (core.md 2.1): i1 one
// byte per element, f4E2M1FN two elements per byte, tf32 in 4 bytes, all else
// as wide as it is. Shapes count elements, also for packed f4.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DRIVER_HOSTARRAY_H
#define TESSERA_DRIVER_HOSTARRAY_H

#include "tessera/Driver/ArgumentSpec.h"
#include "tessera/Numerics/ElementKind.h"
#include "tessera/Support/Npy.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <cstdlib>
#include <memory>
#include <optional>

namespace tessera {
class PendingFile;
} // namespace tessera

namespace tessera::driver {

class HostArray {
public:
  /// An array of zero bits. Fails when the memory cannot be had. For f4E2M1FN
  /// the last dimension exists and is even.
  static llvm::Expected<HostArray> create(numerics::ElementKind kind,
                                          llvm::ArrayRef<int64_t> shape);

  /// Takes the elements of an opened file. `declared` says what raw storage
  /// holds (bf16 in u2, f4E2M1FN in u1 with two elements per byte, ...);
  /// without it the file's own type counts: b1 is i1, integers of either sign
  /// iN, floats f16, f32 and f64.
  static llvm::Expected<HostArray>
  fromFile(const NpyFile &file, std::optional<numerics::ElementKind> declared);

  /// Reads or generates what an array argument asks for.
  static llvm::Expected<HostArray> fromSpec(const ArgumentSpec &spec);

  numerics::ElementKind kind() const { return elementKind; }
  llvm::ArrayRef<int64_t> shape() const { return dimensions; }
  int64_t numElements() const { return elementCount; }

  /// Row-major strides in elements.
  llvm::SmallVector<int64_t, 4> strides() const;

  /// The memory image. At least 64-byte aligned.
  llvm::MutableArrayRef<char> bytes() {
    return {storage.get(), static_cast<size_t>(byteCount)};
  }
  llvm::ArrayRef<char> bytes() const {
    return {storage.get(), static_cast<size_t>(byteCount)};
  }

  /// Element `index` of the flattened array, as bits in its container.
  uint64_t get(int64_t index) const;
  void set(int64_t index, uint64_t bits);

  /// False when the contents are to count as never written (`uninit`).
  bool isInitialised() const { return initialised; }

  /// Writes the array as a .npy file. The type on disk is that of the file it
  /// came from; else b1, iN or fN, raw types as u1 and u2, tf32 as f4.
  void write(PendingFile &file) const;

private:
  HostArray(numerics::ElementKind kind, llvm::ArrayRef<int64_t> shape)
      : elementKind(kind), dimensions(shape.begin(), shape.end()) {}

  struct Free {
    void operator()(char *memory) const { std::free(memory); }
  };

  numerics::ElementKind elementKind;
  llvm::SmallVector<int64_t, 4> dimensions;
  int64_t elementCount = 0, byteCount = 0;
  std::unique_ptr<char, Free> storage;
  NpyDType diskType;
  bool initialised = true;
};

/// "128x64xf32": shape and type for messages ("f32" for a 0-d array).
std::string describeArray(numerics::ElementKind kind,
                          llvm::ArrayRef<int64_t> shape);

/// Names a .npy element type in messages by its Tile IR equivalent, if any.
std::optional<numerics::ElementKind> naturalKind(const NpyDType &dtype);

} // namespace tessera::driver

#endif // TESSERA_DRIVER_HOSTARRAY_H
