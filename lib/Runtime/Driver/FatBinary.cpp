//===- Runtime/Driver/FatBinary.cpp - what nvcc puts into programs *- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layout is not documented; these are the few fields that fat binaries of
// nvcc 13.0 show. An entry is a header and its bytes:
//
//   0  kind (2 bytes)       1 PTX, 2 cubin
//   4  bytes of the header
//   8  bytes behind the header (8)
//  16  bytes of them that are compressed; 0: none is
//  28  architecture         80 for sm_80
//  56  bytes after decompression (8)
//
// Compressed bytes are a frame of zstd.
//
//===----------------------------------------------------------------------===//

#include "FatBinary.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace tessera;
using namespace llvm::support::endian;

static constexpr uint32_t recordMagic = 0x466243B1, magic = 0xBA55ED50;
/// Longer than the code of any source file.
static constexpr uint64_t mostBytes = uint64_t(1) << 32;
static constexpr uint64_t headerBytes = 16, entryHeaderBytes = 64;
static constexpr uint16_t kindPtx = 1;

bool sim::isFatBinary(const void *data) {
  uint32_t first = read32le(data);
  return first == magic || first == recordMagic;
}

/// The bytes of an entry, decompressed.
static Expected<std::string> readEntry(ArrayRef<uint8_t> header,
                                       ArrayRef<uint8_t> bytes) {
  uint64_t compressed = read32le(&header[16]), plain = read64le(&header[56]);
  if (compressed == 0)
    return toStringRef(bytes).rtrim('\0').str();
  if (compressed > bytes.size() || plain > mostBytes)
    return makeError("the fat binary is damaged");
  if (!compression::zstd::isAvailable())
    return makeError("the PTX of the fat binary is compressed, and this build "
                     "has no zstd; compile with nvcc --no-compress");
  SmallVector<uint8_t, 0> text;
  if (Error error = compression::zstd::decompress(bytes.take_front(compressed),
                                                  text, size_t(plain)))
    return prefixError("the PTX of the fat binary cannot be decompressed: ",
                       std::move(error));
  return toStringRef(text).rtrim('\0').str();
}

Expected<std::string> sim::readFatBinary(const void *data,
                                         unsigned architecture) {
  auto *at = static_cast<const uint8_t *>(data);
  if (read32le(at) == recordMagic)
    at = reinterpret_cast<const uint8_t *>(uintptr_t(read64le(at + 8)));
  uint64_t size = read64le(at + 8), skipped = read16le(at + 6);
  if (read32le(at) != magic || skipped < headerBytes || size > mostBytes)
    return makeError("the fat binary is damaged");
  ArrayRef<uint8_t> rest(at + skipped, size);
  unsigned best = 0;
  ArrayRef<uint8_t> bestHeader, bestBytes;
  while (rest.size() >= entryHeaderBytes) {
    uint64_t header = read32le(&rest[4]), bytes = read64le(&rest[8]);
    if (header < entryHeaderBytes || header > rest.size() ||
        bytes > rest.size() - header)
      return makeError("the fat binary is damaged");
    unsigned number = read32le(&rest[28]);
    if (read16le(&rest[0]) == kindPtx && number <= architecture &&
        number >= best) {
      best = number;
      bestHeader = rest.take_front(header);
      bestBytes = rest.slice(header, bytes);
    }
    rest = rest.drop_front(header + bytes);
  }
  if (bestBytes.empty())
    return makeError("the fat binary has no PTX for sm_" + Twine(architecture) +
                     "; compile with nvcc -arch=compute_" +
                     Twine(architecture));
  return readEntry(bestHeader, bestBytes);
}
