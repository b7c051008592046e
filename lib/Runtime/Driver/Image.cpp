//===- Runtime/Driver/Image.cpp - what clients hand over as code -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No more is read than the framing allows. What a client passes must be
// readable that far, as with any driver.
//
//===----------------------------------------------------------------------===//

#include "Image.h"
#include "FatBinary.h"
#include "tessera/Bytecode/Extent.h"
#include "tessera/Bytecode/Version.h"
#include "tessera/Support/Error.h"
#include "tessera/Target/CpuKernel.h"
#include "tessera/Target/GpuKernel.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::sim;

/// Longer than any image.
static constexpr size_t mostBytes = size_t(1) << 32;

/// Whether the bytes begin with `magic`; reads no further than they agree.
static bool startsWith(const char *data, std::string_view magic) {
  for (size_t i = 0; i < magic.size(); ++i)
    if (data[i] != magic[i])
      return false;
  return true;
}

/// The bytes of a container that has its length behind its magic.
static Expected<Image> readContainer(ImageKind kind, const char *data) {
  uint64_t size = support::endian::read64le(data + 8);
  if (size < 16 || size > mostBytes)
    return makeError("the image says that it has " + Twine(size) + " bytes");
  return Image{kind, std::string(data, size)};
}

Expected<Image> sim::readImage(const void *data, unsigned architecture) {
  if (isFatBinary(data)) {
    Expected<std::string> ptx = readFatBinary(data, architecture);
    if (!ptx)
      return ptx.takeError();
    return Image{ImageKind::Ptx, std::move(*ptx)};
  }
  auto *bytes = static_cast<const char *>(data);
  if (startsWith(bytes, gpu::containerMagic))
    return readContainer(ImageKind::GpuContainer, bytes);
  if (startsWith(bytes, cpu::imageMagic))
    return readContainer(ImageKind::CpuImage, bytes);
  if (startsWith(bytes, {reinterpret_cast<const char *>(bytecode::kMagic),
                         sizeof(bytecode::kMagic)})) {
    std::optional<size_t> size = bytecode::measureBytecode(data, mostBytes);
    if (!size)
      return makeError("the sections of the bytecode have no end");
    return Image{ImageKind::TileIr, std::string(bytes, *size)};
  }
  if (startsWith(bytes, "\x7f"
                        "ELF"))
    return Image{ImageKind::Cubin, {}};
  StringRef text(bytes, strnlen(bytes, mostBytes));
  if (!text.contains(".version"))
    return makeError("expected Tile IR bytecode, a container of tileiras or "
                     "PTX, got other bytes");
  return Image{ImageKind::Ptx, text.str()};
}
