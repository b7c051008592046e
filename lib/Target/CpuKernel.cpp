//===- Target/CpuKernel.cpp - compiled modules as bytes -----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Little-endian 64-bit words and length-prefixed strings behind a magic word.
// Integrity is the business of whoever stores the bytes (the compile cache has
// a checksum); here only structure is checked.
//
//===----------------------------------------------------------------------===//

#include "tessera/Target/CpuKernel.h"
#include "tessera/Support/WordStream.h"

namespace tessera::cpu {

/// "TSROBJ01".
static constexpr uint64_t magicWord = 0x3130'4a42'4f52'5354;

std::string serialize(const CompiledObject &object) {
  std::string out;
  out.reserve(object.object.size() + 256);
  putWord(out, magicWord);
  putWord(out, object.kernels.size());
  for (const KernelInfo &kernel : object.kernels) {
    putString(out, kernel.name);
    putWord(out, kernel.scratchBytes);
    putWord(out, kernel.parameters.size());
    for (const KernelParameter &parameter : kernel.parameters) {
      putWord(out, static_cast<uint64_t>(parameter.kind));
      putString(out, parameter.name);
    }
  }
  putString(out, object.object);
  return out;
}

std::optional<CompiledObject> deserialize(std::string_view bytes) {
  WordCursor cursor{bytes};
  if (cursor.word() != magicWord)
    return std::nullopt;
  CompiledObject object;
  uint64_t numKernels = cursor.word();
  for (uint64_t i = 0; i < numKernels && cursor.ok; ++i) {
    KernelInfo &kernel = object.kernels.emplace_back();
    kernel.name = cursor.string();
    kernel.scratchBytes = cursor.word();
    uint64_t numParameters = cursor.word();
    for (uint64_t p = 0; p < numParameters && cursor.ok; ++p) {
      uint64_t kind = cursor.word();
      if (kind >= numerics::numElementKinds)
        return std::nullopt;
      KernelParameter &parameter = kernel.parameters.emplace_back();
      parameter.kind = static_cast<numerics::ElementKind>(kind);
      parameter.name = cursor.string();
    }
  }
  object.object = cursor.string();
  if (!cursor.ok || !cursor.rest.empty())
    return std::nullopt;
  return object;
}

std::string serializeImage(const CpuImage &image) {
  std::string body;
  putString(body, image.target);
  putString(body, image.identity);
  putString(body, serialize(image.object));
  std::string out(imageMagic);
  putWord(out, imageMagic.size() + 8 + body.size());
  return out + body;
}

std::optional<CpuImage> deserializeImage(std::string_view bytes) {
  if (bytes.substr(0, imageMagic.size()) != imageMagic)
    return std::nullopt;
  WordCursor cursor{bytes.substr(imageMagic.size())};
  if (cursor.word() != bytes.size())
    return std::nullopt;
  CpuImage image;
  image.target = cursor.string();
  image.identity = cursor.string();
  std::optional<CompiledObject> object = deserialize(cursor.string());
  if (!cursor.ok || !cursor.rest.empty() || !object)
    return std::nullopt;
  image.object = std::move(*object);
  return image;
}

} // namespace tessera::cpu
