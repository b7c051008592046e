//===- Target/GpuKernel.cpp - compiled GPU modules as bytes -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The container carries its own length because clients hand over an image as a
// bare pointer. Integrity is the business of whoever stores the bytes; here
// only structure is checked.
//
//===----------------------------------------------------------------------===//

#include "tessera/Target/GpuKernel.h"
#include "tessera/Support/WordStream.h"

namespace tessera::gpu {

static void putExtents(std::string &out,
                       const std::array<uint32_t, 3> &extents) {
  for (uint32_t extent : extents)
    putWord(out, extent);
}

static std::array<uint32_t, 3> takeExtents(WordCursor &cursor) {
  std::array<uint32_t, 3> extents;
  for (uint32_t &extent : extents)
    extent = static_cast<uint32_t>(cursor.word());
  return extents;
}

static void putKernel(std::string &out, const KernelInfo &kernel) {
  putString(out, kernel.name);
  putWord(out, kernel.parameters.size());
  for (numerics::ElementKind kind : kernel.parameters)
    putWord(out, static_cast<uint64_t>(kind));
  putExtents(out, kernel.block);
  putExtents(out, kernel.cluster);
  putWord(out, kernel.staticSharedBytes);
  putWord(out, kernel.dynamicSharedBytes);
  putWord(out, kernel.figures.has_value());
  if (!kernel.figures)
    return;
  putWord(out, kernel.figures->registers);
  putWord(out, kernel.figures->stackBytes);
  putWord(out, kernel.figures->spillStoreBytes);
  putWord(out, kernel.figures->spillLoadBytes);
  putWord(out, kernel.figures->sharedBytes);
}

static bool takeKernel(WordCursor &cursor, KernelInfo &kernel) {
  kernel.name = cursor.string();
  uint64_t numParameters = cursor.word();
  for (uint64_t p = 0; p < numParameters && cursor.ok; ++p) {
    uint64_t kind = cursor.word();
    if (kind >= numerics::numElementKinds)
      return false;
    kernel.parameters.push_back(static_cast<numerics::ElementKind>(kind));
  }
  kernel.block = takeExtents(cursor);
  kernel.cluster = takeExtents(cursor);
  kernel.staticSharedBytes = cursor.word();
  kernel.dynamicSharedBytes = cursor.word();
  uint64_t hasFigures = cursor.word();
  if (hasFigures > 1)
    return false;
  if (!hasFigures)
    return cursor.ok;
  AssemblerFigures &figures = kernel.figures.emplace();
  figures.registers = static_cast<uint32_t>(cursor.word());
  figures.stackBytes = cursor.word();
  figures.spillStoreBytes = cursor.word();
  figures.spillLoadBytes = cursor.word();
  figures.sharedBytes = cursor.word();
  return cursor.ok;
}

std::string serialize(const CompiledModule &module) {
  std::string body;
  putString(body, module.target);
  putWord(body, module.kernels.size());
  for (const KernelInfo &kernel : module.kernels)
    putKernel(body, kernel);
  putString(body, module.ptx);
  putString(body, module.cubin);
  std::string out(containerMagic);
  putWord(out, containerMagic.size() + 8 + body.size());
  return out + body;
}

std::optional<CompiledModule> deserialize(std::string_view bytes) {
  if (bytes.substr(0, containerMagic.size()) != containerMagic)
    return std::nullopt;
  WordCursor cursor{bytes.substr(containerMagic.size())};
  if (cursor.word() != bytes.size())
    return std::nullopt;
  CompiledModule module;
  module.target = cursor.string();
  uint64_t numKernels = cursor.word();
  for (uint64_t i = 0; i < numKernels && cursor.ok; ++i)
    if (!takeKernel(cursor, module.kernels.emplace_back()))
      return std::nullopt;
  module.ptx = cursor.string();
  module.cubin = cursor.string();
  if (!cursor.ok || !cursor.rest.empty())
    return std::nullopt;
  return module;
}

} // namespace tessera::gpu
