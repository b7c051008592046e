//===- Runtime/Driver/Image.h - what clients hand over as code -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An image comes as a bare pointer. Its first bytes say what it is, and its own
// framing how long.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_DRIVER_IMAGE_H
#define TESSERA_LIB_RUNTIME_DRIVER_IMAGE_H

#include "llvm/Support/Error.h"

#include <string>

namespace tessera::sim {

enum class ImageKind : uint8_t {
  TileIr,       // bytecode
  GpuContainer, // what tileiras writes without an assembler
  CpuImage,     // what tileiras writes for a processor
  Ptx,          // text
  Cubin,        // code for a GPU; nobody here executes it
};

/// A copy of the bytes: clients may free theirs.
struct Image {
  ImageKind kind = ImageKind::Ptx;
  std::string bytes;
};

/// Fails for bytes of another kind. Of a fat binary the PTX for `architecture`
/// (90 for sm_90) is taken.
llvm::Expected<Image> readImage(const void *data, unsigned architecture);

} // namespace tessera::sim

#endif // TESSERA_LIB_RUNTIME_DRIVER_IMAGE_H
