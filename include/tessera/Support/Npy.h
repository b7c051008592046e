//===- Support/Npy.h - NumPy array files ------------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and writes `.npy` files, format versions 1.0, 2.0 and 3.0
// (numpy.lib.format): magic, version, header length, a Python dictionary with
// the keys 'descr', 'fortran_order' and 'shape', then the elements. Files are
// untrusted: every length is checked against the file, every product against
// overflow, and nothing is allocated from a number the file merely claims.
// Contents leave this file little-endian and row-major, whatever was stored.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_NPY_H
#define TESSERA_SUPPORT_NPY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstdint>
#include <memory>
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace tessera {

/// What one element of an array file is, as NumPy's `descr` says it.
struct NpyDType {
  /// 'b' bool, 'i' signed, 'u' unsigned, 'f' IEEE float, 'V' raw bytes.
  char kind = 'f';
  /// Bytes per element: 1 for b; 1, 2, 4, 8 for i and u; 2, 4, 8 for f; 1 to
  /// 2^16 for V.
  uint32_t size = 4;
  /// Byte order in the file. Only the reader sets it; we write little-endian.
  bool bigEndian = false;

  /// The descr text, for example "<f4", "|b1", "|V2".
  std::string str() const;

  /// Reads a descr ("<f4", "=i8", ">u2", "|V2", "f4"); fails with a message
  /// that names the text on anything outside the kinds above.
  static llvm::Expected<NpyDType> parse(llvm::StringRef descr);

  bool operator==(const NpyDType &) const = default;
};

/// The facts of an array file that precede its elements.
struct NpyHeader {
  NpyDType dtype;
  bool fortranOrder = false;
  llvm::SmallVector<int64_t, 4> shape;
  /// Offset of the first element in the file.
  size_t dataOffset = 0;

  /// Product of the shape; parseNpyHeader() has checked that it and the byte
  /// size fit in 63 bits.
  int64_t numElements() const;
  int64_t numBytes() const { return numElements() * dtype.size; }
};

/// Reads the header at the start of `bytes`. Does not look at the elements.
llvm::Expected<NpyHeader> parseNpyHeader(llvm::StringRef bytes);

/// An opened and fully checked array file: `payload` is exactly as long as the
/// header says.
class NpyFile {
public:
  /// Opens `path`. All messages name the file.
  static llvm::Expected<NpyFile> open(llvm::StringRef path);

  /// Takes over a buffer that holds the whole file.
  static llvm::Expected<NpyFile>
  fromBuffer(std::unique_ptr<llvm::MemoryBuffer> buffer);

  const NpyHeader &header() const { return facts; }

  /// Writes the elements to `out`, row-major and little-endian. `out` has
  /// header().numBytes() bytes.
  void copyTo(llvm::MutableArrayRef<char> out) const;

private:
  NpyFile(std::unique_ptr<llvm::MemoryBuffer> buffer, NpyHeader facts)
      : buffer(std::move(buffer)), facts(std::move(facts)) {}

  std::unique_ptr<llvm::MemoryBuffer> buffer;
  NpyHeader facts;
};

/// Writes an array as NumPy does: version 1.0 (2.0 for an enormous header), the
/// elements starting at a multiple of 64. `data` holds them row-major and
/// little-endian, product(shape) * dtype.size bytes.
void writeNpy(llvm::raw_ostream &os, const NpyDType &dtype,
              llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<char> data);

/// Writes an array to `path` atomically: the complete file appears, or an error
/// is returned and no file is touched.
llvm::Error writeNpyFile(llvm::StringRef path, const NpyDType &dtype,
                         llvm::ArrayRef<int64_t> shape,
                         llvm::ArrayRef<char> data);

} // namespace tessera

#endif // TESSERA_SUPPORT_NPY_H
