//===- Support/Npy.cpp - the elements of a .npy file ------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opens array files, brings their elements into row-major little-endian form,
// and writes them. The header's reader is in NpyHeader.cpp.
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/Npy.h"
#include "tessera/Support/Error.h"
#include "tessera/Support/PendingFile.h"

#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstring>

using namespace llvm;
using namespace tessera;

static_assert(sys::IsLittleEndianHost,
              "arrays are kept little-endian and used in place");

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

Expected<NpyFile> NpyFile::fromBuffer(std::unique_ptr<MemoryBuffer> buffer) {
  StringRef bytes = buffer->getBuffer();
  Expected<NpyHeader> header = parseNpyHeader(bytes);
  if (!header)
    return header.takeError();
  uint64_t present = bytes.size() - header->dataOffset;
  uint64_t wanted = header->numBytes();
  if (present < wanted)
    return makeError("truncated: expected " + Twine(wanted) +
                     " bytes of elements, got " + Twine(present));
  if (present > wanted)
    return makeError("expected " + Twine(wanted) + " bytes of elements, got " +
                     Twine(present) + ": the file goes on after the array");
  return NpyFile(std::move(buffer), std::move(*header));
}

Expected<NpyFile> NpyFile::open(StringRef path) {
  // Opening a directory succeeds on Linux; reading it gives a poorer message.
  if (sys::fs::is_directory(path))
    return makeError("cannot read '" + path + "': it is a directory");
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFile(
      path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer)
    return makeFileError("read", path, buffer.getError());
  Expected<NpyFile> file = fromBuffer(std::move(*buffer));
  if (!file)
    return prefixError("cannot read '" + path + "': ", file.takeError());
  return file;
}

/// Copies a column-major array to row-major order. Walks the destination in
/// order and steps through the source with one counter per dimension.
static void copyTransposed(const NpyHeader &header, const char *source,
                           char *destination) {
  size_t rank = header.shape.size();
  size_t elementSize = header.dtype.size;
  SmallVector<int64_t, 4> index(rank, 0), stride(rank);
  int64_t step = 1;
  for (size_t dim = 0; dim < rank; ++dim) {
    stride[dim] = step;
    step *= header.shape[dim];
  }
  int64_t offset = 0;
  for (int64_t count = header.numElements(); count > 0; --count) {
    std::memcpy(destination, source + offset * elementSize, elementSize);
    destination += elementSize;
    for (size_t dim = rank; dim-- > 0;) {
      offset += stride[dim];
      if (++index[dim] < header.shape[dim])
        break;
      offset -= stride[dim] * header.shape[dim];
      index[dim] = 0;
    }
  }
}

void NpyFile::copyTo(MutableArrayRef<char> out) const {
  assert(out.size() == static_cast<size_t>(facts.numBytes()) &&
         "the destination has the size of the array");
  if (out.empty())
    return;
  const char *source = buffer->getBufferStart() + facts.dataOffset;
  if (facts.fortranOrder && facts.shape.size() > 1)
    copyTransposed(facts, source, out.data());
  else
    std::memcpy(out.data(), source, out.size());
  if (facts.dtype.bigEndian)
    for (size_t at = 0; at < out.size(); at += facts.dtype.size)
      std::reverse(out.begin() + at, out.begin() + at + facts.dtype.size);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// The dictionary exactly as NumPy prints it: one element needs a comma.
static std::string printDictionary(const NpyDType &dtype,
                                   ArrayRef<int64_t> shape) {
  std::string text =
      "{'descr': '" + dtype.str() + "', 'fortran_order': False, 'shape': (";
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    if (dim != 0)
      text += ", ";
    text += std::to_string(shape[dim]);
  }
  text += shape.size() == 1 ? ",), }" : "), }";
  return text;
}

void tessera::writeNpy(raw_ostream &os, const NpyDType &dtype,
                       ArrayRef<int64_t> shape, ArrayRef<char> data) {
  NpyDType written = dtype;
  written.bigEndian = false;
  std::string text = printDictionary(written, shape);
  bool isLong = text.size() + 1 + 64 > 0xffff;
  size_t preamble = isLong ? 12 : 10;
  // Spaces and a line feed bring the elements to a multiple of 64.
  text.append(offsetToAlignment(preamble + text.size() + 1, Align(64)), ' ');
  text += '\n';

  os << "\x93NUMPY" << (isLong ? '\2' : '\1') << '\0';
  char length[4];
  support::endian::write32le(length, static_cast<uint32_t>(text.size()));
  os.write(length, isLong ? 4 : 2);
  os << text;
  os.write(data.data(), data.size());
}

Error tessera::writeNpyFile(StringRef path, const NpyDType &dtype,
                            ArrayRef<int64_t> shape, ArrayRef<char> data) {
  Expected<PendingFile> file = PendingFile::create(path);
  if (!file)
    return file.takeError();
  writeNpy(file->os(), dtype, shape, data);
  return file->commit();
}
